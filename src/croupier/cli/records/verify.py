"""`croupier verify`: checks receipts and says in plain words what each of them proves, and what it does not."""

from __future__ import annotations

import json
from typing import Any

from croupier.cli.records.keys import read_key
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError
from croupier.cli.terminal.input_files import read_text
from croupier.table.model.state import COMMITTED, SEEDED
from croupier.table.receipts.log_proof import Later, logged
from croupier.table.receipts.verify import Finding, KeptByHolder, ReceiptError, verify

DOES_NOT_HOLD = 1
_MARKS = {True: ("holds", None), False: ("DOES NOT HOLD", "bold red"), None: ("open", "dim")}
_HEX = frozenset("0123456789abcdef")
_DIGITS = 64
PROVES = (
    "If the root you kept holds and was dealt, no card you saw was changed afterwards; with the seed, no card at all.",
    "If your number and the commitment you kept hold, nobody chose the cards, except by withholding or adding numbers.",
    "Open points were not checked. By itself a receipt only proves that it is consistent, which a forger can ensure.",
)
LOGGED = (
    "If the checkpoint and the round's place in it hold, the house has signed a log with that round's record in it.",
    "It cannot alter that record without another log: keep checkpoints, and compare one with --checkpoint.",
    "A checkpoint does not prove that everybody is shown the same log, nor what the record says.",
)
PRACTICE = "The cards came from a seed that somebody knows: this is practice, and proves nothing about chance."


def verify_receipts(
    file: str, of_round: int | None, known: KeptByHolder, key: str = "", checkpoint: str = "", *, as_json: bool = False
) -> int:
    """Check every receipt of a file, or that of one round; return the exit code, 1 if a finding does not hold.

    `key` is the house's public key, or a file with it; `checkpoint` is a file with a checkpoint of the house's log.
    """
    for name, value in known._asdict().items():
        if value and not (len(value) == _DIGITS and _HEX.issuperset(value)):
            raise InputError(f"--{name} {value[:_DIGITS]}: accepted are {_DIGITS} hexadecimal digits")
    receipts, seeds = _read(file)
    receipts = _asked_for(file, of_round, known, receipts)
    public = read_key(key)[0] if key else ""
    later = _later(checkpoint) if checkpoint else None
    found = []
    for number, receipt in receipts:
        seed = known.seed or seeds.get(str(receipt.get("session")), "")
        try:
            findings = [*verify(receipt, known._replace(seed=seed)), *logged(receipt, public, later)]
            found.append((number, receipt, findings))
        except ReceiptError as error:
            raise InputError(f"{file}, line {number}: {error.why}", error.accepted) from error
    if as_json:
        show.as_json([_told(receipt, findings) for _, receipt, findings in found])
    else:
        _show(found)
    return DOES_NOT_HOLD if any(each.holds is False for _, _, findings in found for each in findings) else 0


def _asked_for(
    file: str, of_round: int | None, known: KeptByHolder, receipts: list[tuple[int, dict[str, Any]]]
) -> list[tuple[int, dict[str, Any]]]:
    """The receipts of the round; values that were kept of one round are refused if there are several receipts."""
    found = [each for each in receipts if of_round is None or each[1].get("round") == of_round]
    if not found:
        raise InputError(f"{file} has no receipt of round {of_round}")
    for name in ("root", "number", "commitment"):
        if getattr(known, name) and len(found) > 1:
            raise InputError(f"--{name} is of one round, and {file} has {len(found)} receipts", "--round too")
    return found


def _later(file: str) -> Later:
    """Read a checkpoint: a signed note, or JSON with one and with proofs."""
    text = read_text(file)
    try:
        return Later.read(json.loads(text) if text.startswith("{") else text)
    except ReceiptError as error:
        raise InputError(f"{file}: {error.why}", error.accepted) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: that is neither a signed note nor JSON with one") from error


def _read(file: str) -> tuple[list[tuple[int, dict[str, Any]]], dict[str, str]]:
    """Read the receipts of a file, one a line or a single one, and the seeds of sessions in it."""
    text = read_text(file)
    try:
        alone = json.loads(text)
        objects = [(1, alone)]
    except (ValueError, RecursionError):
        objects = [(number, _object(file, number, line)) for number, line in enumerate(text.split("\n"), 1) if line]
    receipts, seeds = [], {}
    for number, each in objects:
        if not isinstance(each, dict):
            raise InputError(f"{file}, line {number}: that is no receipt")
        if "seed" in each:
            seeds[str(each.get("session"))] = _seed(file, number, each["seed"])
        else:
            receipts.append((number, each))
    if not receipts:
        raise InputError(f"{file}: there is no receipt in it")
    return receipts, seeds


def _object(file: str, number: int, line: str) -> Any:  # noqa: ANN401 - JSON is anything
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}, line {number}: that is no JSON") from error


def _seed(file: str, number: int, seed: object) -> str:
    if not isinstance(seed, str) or len(seed) != _DIGITS or not _HEX.issuperset(seed):
        raise InputError(f"{file}, line {number}: a seed is {_DIGITS} hexadecimal digits")
    return seed


def _told(receipt: dict[str, Any], findings: list[Finding]) -> dict[str, Any]:
    about = {name: receipt[name] for name in ("house", "table", "session", "round", "source", "root")}
    held = [each.holds for each in findings]
    return about | {"holds": False not in held, "findings": [each._asdict() for each in findings]}


def _show(found: list[tuple[int, dict[str, Any], list[Finding]]]) -> None:
    for _, receipt, findings in found:
        table = " ".join(filter(None, (receipt["house"], receipt["table"])))
        show.line(f"Round {receipt['round']}{' at ' + table if table else ''}, {receipt['source']}", "bold")
        for each in findings:
            mark, style = _MARKS[each.holds]
            show.line(f"  {mark:14}{each.says}", style)
    show.line()
    if any(receipt["source"] == COMMITTED for _, receipt, _ in found):
        show.lines(PROVES)
    if any("checkpoint" in receipt for _, receipt, _ in found):
        show.lines(LOGGED)
    if any(receipt["source"] == SEEDED for _, receipt, _ in found):
        show.line(PRACTICE)
