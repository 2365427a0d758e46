"""`croupier verify`: checks receipts and says in plain words what each of them proves, and what it does not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

from croupier.cli.records.keys import read_key
from croupier.cli.records.receipt_files import is_digest, read_receipts
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError
from croupier.cli.terminal.input_files import read_text
from croupier.table.model.state import COMMITTED, SEEDED
from croupier.table.receipts.log_proof import Later, logged
from croupier.table.receipts.verify import (
    BROKEN,
    HOLDS,
    OPEN,
    Finding,
    KeptByHolder,
    ReceiptError,
    following,
    kept_with,
    outcome,
    read,
    verify,
)

DOES_NOT_HOLD = 1
_MARKS = {True: ("holds", None), False: ("DOES NOT HOLD", "bold red"), None: ("open", "dim")}
_DIGITS = 64
_STATES = {HOLDS: "checked, and every point holds", OPEN: "not fully checked", BROKEN: "DOES NOT HOLD"}
PROVES = (
    "If the root you kept holds and was dealt, no card you saw was changed afterwards; with the seed, no card at all.",
    "If your number, the promises and the cuts hold, nobody chose the order of the cards of that round, except by",
    "withholding numbers or by voiding the round once they were revealed; both are named. That cards went to whom the",
    "rules say an audit shows. A receipt of format 1 or 2 does not show which decks were sent away.",
    "Open points were not checked. By itself a receipt only proves that it is consistent, which a forger can ensure.",
)
LOGGED = (
    "If the checkpoint and the round's place in it hold, the house has signed a log with that round's record in it.",
    "It cannot alter that record without another log: keep checkpoints, and compare one with --checkpoint.",
    "A checkpoint does not prove that everybody is shown the same log, nor what the record says.",
)
PRACTICE = "The cards came from a seed that somebody knows: this is practice, and proves nothing about chance."


class _Given(NamedTuple):
    """The options of the user, read: known values, the key and a later checkpoint."""

    known: KeptByHolder
    key: str
    later: Later | None


def verify_receipts(
    file: str, of_round: int | None, known: KeptByHolder, key: str = "", checkpoint: str = "", *, as_json: bool = False
) -> int:
    """Check every receipt of a file, or that of one round; return the exit code, 1 if a finding does not hold.

    `key` is the house's public key, or a file with it; `checkpoint` is a file with a checkpoint of the house's log.
    """
    typed = [(name, getattr(known, name)) for name in ("root", "number", "seed", "commitment")]
    for name, value in [*typed, *(("promise", each) for each in known.promises)]:
        if value and not is_digest(value):
            raise InputError(f"--{name} {value[:_DIGITS]}: accepted are {_DIGITS} hexadecimal digits")
    given = _Given(known, read_key(key)[0] if key else "", _later(checkpoint) if checkpoint else None)
    every = list(read_receipts(file)) if file == "-" else None  # standard input is read once, and a file twice
    seeds = _seeds(file, of_round, known, every or read_receipts(file))
    found = _checked(file, of_round, given, seeds, every or read_receipts(file))
    return _tell_as_json(found) if as_json else _tell(found)


def _seeds(
    file: str, of_round: int | None, known: KeptByHolder, receipts: Iterable[tuple[int, dict[str, Any]]]
) -> dict[str, str]:
    """The seeds of the sessions in a file, all of which is well formed and has what is asked for."""
    seeds, asked, any_receipt = {}, 0, False
    for number, each in receipts:
        if "seed" in each:
            seeds[str(each.get("session"))] = str(each["seed"])
            continue
        any_receipt = True
        with _at(file, number):
            read(each)
            kept_with(each)
        asked += of_round is None or each.get("round") == of_round
    if not any_receipt:
        raise InputError(f"{file}: there is no receipt in it")
    if not asked:
        raise InputError(f"{file} has no receipt of round {of_round}")
    of_one_round = {"cards": "saw", "seats": "seat", "promises": "promise", "cuts": "cut", "revealed": "revealed"}
    for name in ("root", "number", "commitment", *of_one_round):
        if getattr(known, name) not in (None, "", (), {}) and asked > 1:
            option = of_one_round.get(name, name)
            raise InputError(f"--{option} is of one round, and {file} has {asked} receipts", "--round too")
    return seeds


@contextmanager
def _at(file: str, number: int) -> Iterator[None]:
    try:
        yield
    except ReceiptError as error:
        raise InputError(f"{file}, line {number}: {error.why}", error.accepted) from error


Checked: TypeAlias = tuple[dict[str, Any], list[Finding]]


def _checked(
    file: str,
    of_round: int | None,
    given: _Given,
    seeds: Mapping[str, str],
    receipts: Iterable[tuple[int, dict[str, Any]]],
) -> Iterator[Checked]:
    """The receipts that are asked for, one after the other, each with its findings."""
    before: dict[str, Any] = {}
    for number, receipt in receipts:
        if "seed" in receipt:
            continue
        between, before = _between(before, receipt), receipt
        if of_round is not None and receipt.get("round") != of_round:
            continue
        seed = given.known.seed or seeds.get(str(receipt.get("session")), "")
        with _at(file, number):
            kept = kept_with(receipt)
            typed = {name: value for name, value in given.known._asdict().items() if value not in (None, "", 0, (), {})}
            known = kept._replace(**{**typed, "seed": seed})
            yield receipt, [*verify(receipt, known), *logged(receipt, given.key, given.later), *between]


def _between(before: Mapping[str, Any], receipt: Mapping[str, Any]) -> list[Finding]:
    """The rounds and the shuffles that lie between a receipt and the one before it in the file, of one session."""
    if not before or any(before[name] != receipt[name] for name in ("house", "table", "session")):
        return []
    first, last = before["round"], receipt["round"]
    if last <= first:
        return []
    made, dealt = (each["shuffle"].get("number", 0) for each in (before, receipt))
    found = []
    if last > first + 1:
        says = f"what came of {_numbered('round', first + 1, last - 1)}: there is no receipt here"
        found.append(Finding(None, says, beyond=True))
    listed = {deck["shuffle"] for each in (before, receipt) for deck in each.get("decks", ())}
    missing = [number for number in range(made + 1, dealt) if number not in listed] if made else []
    if last == first + 1 and missing:
        decks = _numbered("shuffle", missing[0], missing[-1])
        says = f"why nothing was dealt of {decks}, between round {first} and round {last}: only the record says it"
        found.append(Finding(None, says, beyond=True))
    return [*found, *following(before, receipt)]


def _numbered(what: str, first: int, last: int) -> str:
    return f"{what} {first}" if first == last else f"{what}s {first} to {last}"


def _later(file: str) -> Later:
    """Read a checkpoint: a signed note, or JSON with one and with proofs."""
    text = read_text(file)
    try:
        return Later.read(json.loads(text) if text.startswith("{") else text)
    except ReceiptError as error:
        raise InputError(f"{file}: {error.why}", error.accepted) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: that is neither a signed note nor JSON with one") from error


def _tell_as_json(found: Iterable[Checked]) -> int:
    told = [
        {name: receipt[name] for name in ("house", "table", "session", "round", "source", "root")}
        | {
            "state": outcome(findings),
            "holds": outcome(findings) == HOLDS,
            "findings": [each._asdict() for each in findings],
        }
        for receipt, findings in found
    ]
    show.as_json(told)
    return DOES_NOT_HOLD if any(each["state"] == BROKEN for each in told) else 0


def _tell(found: Iterable[Checked]) -> int:
    broken, sources, has_log = False, set(), False
    for receipt, findings in found:
        state = outcome(findings)
        broken |= state == BROKEN
        sources.add(receipt["source"])
        has_log |= "checkpoint" in receipt
        table = " ".join(filter(None, (receipt["house"], receipt["table"])))
        about = f"Round {receipt['round']}{' at ' + table if table else ''}, {receipt['source']}"
        show.line(f"{about}: {_STATES[state]}", "bold")
        for each in findings:
            mark, style = _MARKS[each.holds]
            show.line(f"  {mark:14}{each.says}", style)
    show.line()
    if COMMITTED in sources:
        show.lines(PROVES)
    if has_log:
        show.lines(LOGGED)
    if SEEDED in sources:
        show.line(PRACTICE)
    return DOES_NOT_HOLD if broken else 0


def seen_cards(text: str) -> dict[str, list[str]]:
    """The cards that a holder saw, as they are typed: '1 As Kd; dealer 2c 3d; community 4h 5h 6h'."""
    cards = {}
    for part in filter(None, (each.split() for each in text.split(";"))):
        if len(part) == 1 or not (part[0].isdecimal() or part[0] in {"dealer", "community"}):
            raise InputError(f"--saw {text[:80]}", "whose they were, and cards, such as '1 As Kd; dealer 2c 3d'")
        cards[part[0]] = part[1:]
    return cards
