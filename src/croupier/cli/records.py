"""`croupier round` and `croupier replay`: rounds written by hand, and recordings."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from croupier.cards import CardError
from croupier.cli import show
from croupier.cli.errors import InputError, bad_input
from croupier.cli.keys import read_key
from croupier.cli.reading import read_text
from croupier.cli.segments import Asked, replayed
from croupier.rulebook import SubmissionError, UnknownError
from croupier.rulebook.model import Instruction
from croupier.table.auditing import Played
from croupier.table.commands import Command
from croupier.table.declared import DECLARED
from croupier.table.instructing import instructions
from croupier.table.recording import RecordingError
from croupier.table.script_file import ScriptError, played
from croupier.table.telling import tell
from croupier.table.views import Viewer, redact

_MOST_DIGITS = 3  # of a seat
_OF_CARDS = frozenset({"card", "cards", "many or cards", "order"})  # kinds of arguments


def run_round(file: str) -> None:
    """Run a round that was written by hand and print all that follows."""
    with bad_input(CardError, ScriptError, UnknownError, SubmissionError, RecursionError):
        for line in played(read_text(file)):
            show.written(line)


# ---- replay --------------------------------------------------------------------------------------------


def show_recording(file: str, number: int | None, who: str, key: str | None = None) -> None:
    """Show a recording step by step: a round of it, or all, as one viewer saw it then."""
    seat = _seat(who)
    found = False
    by_hand: tuple[Instruction, ...] = ()
    for each in _replayed(file, number, key):
        current = max(each.before.round, each.decision.state.round)
        if number is not None and current != number:
            continue
        found = True
        viewer = Viewer(who) if seat is None else _player(each, seat)
        lines = [*_told(each, viewer), *_to_do(each, by_hand)]
        by_hand = instructions(each.decision.state)
        for line, style in lines:
            show.line(line, style)
        # Who is stopped at nothing would know that there was something.
        if lines and sys.stdin.isatty() and sys.stdout.isatty() and _stops():
            return
    if not found:
        raise InputError(f"{file} has no round {number}" if number is not None else f"{file} has no commands")


def _replayed(file: str, number: int | None, key: str | None) -> Iterator[Played]:
    asked = Asked(*read_key(key)) if key else Asked()
    with bad_input(RecordingError):
        yield from replayed(file, number, asked)


def _seat(who: str) -> int | None:
    """The seat of `seat 2`; None for who has none."""
    role, _, seat = who.partition(" ")
    if role == "seat" and seat.isdecimal() and len(seat) <= _MOST_DIGITS:
        return int(seat)
    if who in {"public", "dealer", "floor", "auditor"}:
        return None
    raise InputError(f"--as {who!r}: accepted are public, dealer, floor, auditor, 'seat 2'")


def _player(each: Played, number: int) -> Viewer:
    """The person who had a seat when the command was given, or took it by the command."""
    seats = [state.seats[number - 1] for state in (each.before, each.decision.state) if 1 <= number <= len(state.seats)]
    return Viewer("player", next((seat.person for seat in seats if seat is not None), ""))


def _told(each: Played, viewer: Viewer) -> Iterator[tuple[str, str | None]]:
    """A command and what came of it, as far as the viewer knew; of what goes wrong unseen, only what came of it."""
    command = each.command
    if viewer.role == "auditor":
        yield str(command._replace(args=_said(command), supplied={})), "bold"
    elif command.who != "fault":
        own = viewer.role == command.who == "player" and viewer.person == command.person
        yield str(command._replace(args=_said(command) if own else {}, supplied={}, by="")), "bold"
    for event in each.decision.events:
        known = redact(each.decision.state, event, viewer)
        if known is not None and event.kind != "moved_on":
            yield f"  {tell(known, each.before.terms)}", None


def _said(command: Command) -> dict[str, object]:
    """What a command says and was supplied with, but for cards, which the events tell of in words."""
    named = DECLARED[command.do].named
    both = {**command.args, **command.supplied}
    return {name: value for name, value in both.items() if name not in named or named[name].kind not in _OF_CARDS}


def _to_do(each: Played, before: tuple[Instruction, ...]) -> Iterator[tuple[str, str | None]]:
    """What was then to be done by hand, where that had changed; at an automatic table no hand moves."""
    now = instructions(each.decision.state)
    for told in now if now != before else ():
        cited = f"{each.before.terms.rulebook.short} {', '.join(told.clauses)}"
        yield f"  Instruction ({cited}): {told.says}", "dim"


def _stops() -> bool:
    try:
        return input().strip() in {"q", "quit"}
    except (EOFError, KeyboardInterrupt):
        return True
