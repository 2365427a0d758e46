"""`croupier audit`: checks that a recording is whole, and prints its totals and how much the check proves."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from croupier.cli.exit_codes import NOT_WHOLE
from croupier.cli.records.receipt_files import read_receipts
from croupier.cli.records.results import Settled, Theory, settlements, sums
from croupier.cli.records.segments import AuditOptions, as_they_stand, asked_of, audited, undamaged
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, NotWholeError
from croupier.games.terms import Terms
from croupier.table.receipts.receipt import public_facts
from croupier.table.receipts.verify import ReceiptError, verify
from croupier.table.recording.audit import Reading
from croupier.table.recording.audit_result import AuditResult, Receipt
from croupier.table.recording.recorder import RecordingError

if TYPE_CHECKING:
    from croupier.analysis.results.fit import Fit
    from croupier.cli.records.theory import TheoryComparison

SHOWN = 3  # places of cards that are farthest off


@dataclass(frozen=True)
class Wants:
    """The parts of the report that are asked for, and its form."""

    as_json: bool = False
    money: bool = False
    theory: bool = False


def audit(file: str, key: str | None, receipt: str | None, wants: Wants, game: str | None = None) -> int:
    """Replay a recording and print whether it is whole, or where it was altered; return the exit code."""
    if file == "-" and (wants.money or wants.theory):
        raise InputError("a recording is read twice for its money", "a file")
    asked = asked_of(key, game, _receipts(receipt) if receipt else ())
    try:
        reading, found = audited(file, asked)
    except RecordingError as error:
        return _audit_undamaged(file, asked, error, wants)
    if not found.commands:
        raise InputError(f"{file} has no commands")
    settled, expected = _money(file, asked, reading, wants)
    if wants.as_json:
        show.as_json(_report(file, asked, reading, found) | _money_data(settled, expected, wants))
    else:
        show.line(f"{file} is whole{_but(asked, reading)}", "bold")
        _show(asked, reading, found)
        _show_money(settled, reading.state.terms, expected)
    return 0


def _audit_undamaged(file: str, asked: AuditOptions, error: RecordingError, wants: Wants) -> int:
    """Report where a recording is not whole, and the part before that under a banner."""
    part = undamaged(file, asked, error)
    if part is None:
        if not wants.as_json:
            raise NotWholeError(error.why, error.accepted) from error
        show.as_json(_broken(file, error))
        return NOT_WHOLE
    asked = replace(asked, receipts=())  # the whole recording would have to be compared with them
    settled, expected = _money(file, asked, part.reading, wants, error.line)
    if wants.as_json:
        said = _report(file, asked, part.reading, part.found) | _money_data(settled, expected, wants)
        show.as_json(_broken(file, error) | {"undamaged": said | {"whole": False, "rounds": part.rounds}})
        return NOT_WHOLE
    show.line(part.banner(file), "bold")
    _show(asked, part.reading, part.found)
    _show_money(settled, part.reading.state.terms, expected)
    raise NotWholeError(error.why, error.accepted) from error


def _money(
    file: str, asked: AuditOptions, reading: Reading, wants: Wants, end: int = sys.maxsize
) -> tuple[list[Settled], TheoryComparison | None]:
    """The settlements before line `end`, and their comparison with theory, where they are asked for."""
    settled = settlements(file, asked, end) if wants.money or wants.theory else []
    return settled, _expected(file, asked, settled, reading, end) if wants.theory else None


def _broken(file: str, error: RecordingError) -> dict[str, object]:
    """JSON report of a recording that is not whole: the line and the reason."""
    why = str(error).removeprefix(f"line {error.line}: ")
    return {"file": file, "whole": False, "line": error.line or None, "why": why}


def _expected(file: str, asked: AuditOptions, money: list[Settled], reading: Reading, end: int) -> TheoryComparison:
    """The comparison with theory, under the best play."""
    from croupier.cli.records.theory import beside_theory

    if not money:
        raise InputError("--theory goes by settlements, and there are none", "a file with a round in it")
    return beside_theory(file, asked, money, reading.state.terms, reading.state.fixed.game, end)


def _money_data(money: list[Settled], expected: TheoryComparison | None, wants: Wants) -> dict[str, object]:
    if not (wants.money or wants.theory):
        return {}

    def added(by: Callable[[Settled], object]) -> dict[str, dict[str, int]]:
        return {
            str(key): {"settled": each.settled, "staked_cents": each.staked, "players_net_cents": each.net}
            for key, each in sums(money, by).items()
        }

    said: dict[str, object] = {
        "by_seat": added(lambda each: each.seat),
        "by_wager": added(lambda each: each.wager),
        "by_round": added(lambda each: each.round),
    }
    if expected is not None:
        said |= expected.to_json()
    return said


def _show_money(money: list[Settled], terms: Terms, expected: TheoryComparison | None) -> None:
    if not money:
        return
    titles = terms.rulebook.wagers
    by_wager, by_seat = sums(money, lambda each: each.wager), sums(money, lambda each: each.seat)
    named = {titles[name].title if name in titles else name: each for name, each in by_wager.items()}
    named |= {f"Seat {number}": each for number, each in by_seat.items()}
    show.heading("Results of the players")
    rows = [(name, str(each.settled), terms.money(each.staked), terms.money(each.net)) for name, each in named.items()]
    show.rows(rows, ["", "settled", "staked", "net"])
    show.heading("Round by round")
    by_round = sums(money, lambda each: each.round).items()
    show.rows(
        [(str(number), terms.money(each.staked), terms.money(each.net)) for number, each in by_round],
        ["", "staked", "net"],
    )
    if expected is not None:
        _show_theory(expected, terms)


def _show_theory(expected: TheoryComparison, terms: Terms) -> None:
    show.heading("Compared with theory, under the best play")
    header = ["", "rounds", "net", "expected", "deviation", "away"]
    show.rows([_beside(each, terms) for each in expected.wagers], header)
    show.heading("Cards by place")
    enough = {place: found for place, found in expected.places.items() if found.cells > 1}
    worst = sorted(enough.items(), key=lambda each: each[1].p)[:SHOWN]
    header = ["", "chi-square", "cells", "p", "farthest off, in deviations"]
    show.rows([_fitted("all places", expected.cards), *(_fitted(*each) for each in worst)], header)
    if len(enough) < len(expected.places):
        show.line("Places with too few cards to tell are left out.", "dim")
    luck = expected.luck
    show.heading(f"Luck, in {luck.rounds:,} rounds with {luck.hands:,} hands")
    parts = (luck.expected, luck.luck, -luck.mistakes, luck.net, luck.deviation)
    header = ["expected", "luck", "mistakes", "net", "deviation", "away"]
    show.rows([(*(terms.money(round(each)) for each in parts), f"{luck.away:+.2f}")], header)
    if luck.left_out:
        show.line(
            f"{luck.left_out:,} hands are left out: void, irregular, or with a decision that has no value.", "dim"
        )


def _fitted(place: str, found: Fit[str]) -> tuple[str, ...]:
    worst = ", ".join(f"{' or '.join(cell.kinds)} {cell.z:+.1f}" for cell in found.worst[:SHOWN])
    return place, f"{found.chi_square:,.1f}", str(found.cells), f"{found.p:.3g}", worst


def _beside(each: Theory, terms: Terms) -> tuple[str, ...]:
    expected, deviation = terms.money(round(each.expected)), terms.money(round(each.deviation))
    return each.wager, str(each.rounds), terms.money(each.net), expected, deviation, f"{each.away:+.2f}"


def _receipts(file: str) -> tuple[Receipt, ...]:
    """Read the receipts of a file; a line with the session's seed is skipped, as the recording has it."""
    found = []
    for number, each in read_receipts(file):
        if "seed" in each:
            continue
        try:
            wrong = [it.says for it in verify(each) if it.holds is False]
        except ReceiptError as error:
            raise InputError(f"{file}, line {number}: {error.why}", error.accepted) from error
        if not isinstance(each.get("head"), str):
            raise InputError(f"{file}, line {number}: it has no head", "a receipt of a table that is recorded")
        if wrong:
            raise NotWholeError(f"{file}, line {number}: the receipt does not hold: {wrong[0]}")
        about = (each["table"], each["session"], each["round"], each["root"], each["head"])
        found.append(Receipt(*about, public_facts(each)))
    return tuple(found)


def _report(file: str, asked: AuditOptions, reading: Reading, found: AuditResult) -> dict[str, object]:
    unfinished = {"round": found.unfinished, "in_action_cents": found.in_action} if found.unfinished else None
    return {
        "file": file,
        "whole": True,
        "signed_by": reading.header.key or None,
        "key_given": asked.key is not None,
        "receipts_stand": len(asked.receipts),
        "shuffles": len(found.secrets),
        "seed": found.seed or None,
        "engine": reading.header.engine,
        "decided_again": reading.decides,
        "rulebook": reading.header.rulebook,
        "rulebook_as_installed": reading.is_installed,
        "currency": reading.state.terms.rulebook.currency.code,
        "game_code": reading.header.game_code or None,
        "house": reading.header.house,
        "table": reading.header.table,
        "session": reading.header.session,
        "source": reading.header.source,
        "commands": found.commands,
        "rounds": found.rounds,
        "unfinished": unfinished,
        "events": found.events.total(),
        "irregularities": found.events["irregular"],
        "settled": dict(sorted(found.settled.items())),
        "house_won_cents": found.house_won,
        "decks_loaded": found.events["loaded"],
        "decks_committed": found.committed,
        "refused": found.asides["refused"],
        "names": found.asides["names"],
    }


def _show(asked: AuditOptions, reading: Reading, found: AuditResult) -> None:
    settled = ", ".join(f"{count} {result}" for result, count in sorted(found.settled.items()))
    book, terms = reading.header.rulebook, reading.state.terms
    unfinished = f"; round {found.unfinished} unfinished, {terms.money(found.in_action)} in action"
    beside = f"{found.asides['refused']} refused commands, {found.asides['names']} names; not part of the hash chain"
    rows = [
        ("rulebook", book if reading.is_installed else f"{book}, as in the recording, not as it is installed here"),
        *([("the game's code", reading.header.game_code)] if reading.header.game_code else []),
        ("commands", f"{found.commands}, leading to {found.events.total()} events, {_decided(reading)}"),
        ("rounds", f"{found.rounds}{unfinished if found.unfinished else ''}"),
        ("cards", reading.header.source),
        ("decks", _decks(found)),
        ("settled", settled or "nothing"),
        ("irregular", str(found.events["irregular"])),
        ("the house", f"{'won' if found.house_won >= 0 else 'lost'} {terms.money(abs(found.house_won))}"),
        *([("beside it", beside)] if found.asides else []),
        *([("shuffles", _shuffles(found))] if found.secrets else []),
        *([("receipts", _stand(asked.receipts))] if asked.receipts else []),
    ]
    show.rows(rows)


def _decided(reading: Reading) -> str:
    by = as_they_stand(reading)
    if not by:
        return "each as recorded"
    return f"taken as they stand: {by}, and no command is decided again, nor is a snapshot compared"


def _but(asked: AuditOptions, reading: Reading) -> str:
    """The limits of the proof: whether the recording is signed, and whether the key was given by the user."""
    key = reading.header.key
    if not key:
        return ", but it is not signed: anybody who holds the file could have written it."
    if asked.key is None:
        return f", and signed with the key {key}. Only the house can tell whose key that is: give --key."
    return f", and signed with the key that was given, {key}."


def _shuffles(found: AuditResult) -> str:
    many = f"{len(found.secrets)}, each by the secret that was committed to"
    if not found.seed:
        return f"{many}; the session was not closed, and its seed is not known"
    return f"{many}, and all from the seed of the session"


def _stand(receipts: tuple[Receipt, ...]) -> str:
    rounds = ", ".join(str(receipt.round) for receipt in receipts)
    return f"rounds {rounds} are in it as told" if len(receipts) > 1 else f"round {rounds} is in it as told"


def _decks(found: AuditResult) -> str:
    loaded, committed = found.events["loaded"], found.committed
    kept = "; each that was dealt, as committed" if committed else ""
    return f"{committed} of {loaded} committed to before bets{kept}"
