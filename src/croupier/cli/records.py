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
from croupier.table.instructing import instructions
from croupier.table.recording import RecordingError
from croupier.table.script_file import ScriptError, played
from croupier.table.telling import tell
from croupier.table.views import Viewer, redact

_MOST_DIGITS = 3  # of a seat


def run_round(file: str) -> None:
    """Run a round that was written by hand and print all that follows."""
    with bad_input(CardError, ScriptError, UnknownError, SubmissionError, RecursionError):
        for line in played(read_text(file)):
            show.written(line)


# ---- replay --------------------------------------------------------------------------------------------


def show_recording(file: str, number: int | None, who: str, key: str | None = None) -> None:
    """Show a recording step by step: a round of it, or all, as one viewer saw it."""
    viewer = _viewer(who)
    shown = 0
    shown_by_hand: tuple[Instruction, ...] = ()
    for each in _replayed(file, number, key):
        current = max(each.before.round, each.decision.state.round)
        if number is not None and current != number:
            continue
        shown += 1
        if each.command.who == "fault" and viewer.role != "auditor":
            continue  # what goes wrong unseen
        show.line(str(each.command._replace(args=_plain(each), supplied={})), "bold")
        for event in each.decision.events:
            if event.kind != "moved_on" and (event.kind != "fault" or viewer.role == "auditor"):
                show.line(f"  {tell(redact(each.decision.state, event, viewer), each.before.terms)}")
        shown_by_hand = _show_instructions(each, shown_by_hand)
        if sys.stdin.isatty() and sys.stdout.isatty() and _stops():
            return
    if not shown:
        raise InputError(f"{file} has no round {number}" if number is not None else f"{file} has no commands")


def _replayed(file: str, number: int | None, key: str | None) -> Iterator[Played]:
    asked = Asked(*read_key(key)) if key else Asked()
    with bad_input(RecordingError):
        yield from replayed(file, number, asked)


def _show_instructions(each: Played, before: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """What was then to be done by hand, where that had changed; at an automatic table no hand moves."""
    now = instructions(each.decision.state)
    for told in now if now != before else ():
        cited = f"{each.before.terms.rulebook.short} {', '.join(told.clauses)}"
        show.line(f"  Instruction ({cited}): {told.says}", "dim")
    return now


def _plain(each: Played) -> dict[str, object]:
    """A command's arguments without the cards that nobody has seen yet."""
    return {key: value for key, value in each.command.args.items() if key not in {"cards", "discard"}}


def _viewer(who: str) -> Viewer:
    role, _, seat = who.partition(" ")
    if role == "seat" and seat.isdecimal() and len(seat) <= _MOST_DIGITS:
        return Viewer("player", int(seat))
    if who in {"public", "dealer", "floor", "auditor"}:
        return Viewer(who)
    raise InputError(f"--as {who!r}: accepted are public, dealer, floor, auditor, 'seat 2'")


def _stops() -> bool:
    try:
        return input().strip() in {"q", "quit"}
    except (EOFError, KeyboardInterrupt):
        return True
