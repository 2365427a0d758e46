"""`croupier round` and `croupier replay`: runs rounds written by hand, and shows recordings step by step."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources

from croupier.cards import CardError
from croupier.cli.records.segments import as_they_stand, asked_of, audited_or_undamaged, replayed
from croupier.cli.terminal import show
from croupier.cli.terminal.cards import Faces
from croupier.cli.terminal.errors import InputError, NotWholeError, bad_input, not_whole, objections
from croupier.cli.terminal.input_files import edit_lines, read_text
from croupier.dates import moment
from croupier.errors import message
from croupier.games.terms import Terms
from croupier.rulebook import SubmissionError, UnknownError
from croupier.rulebook.model import Instruction
from croupier.table.fairness.card_sources import Random
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import Command, is_whole
from croupier.table.play.script_file import ScriptError, played
from croupier.table.recording.audit import Played
from croupier.table.views.instructions import instructions
from croupier.table.views.narration import Hearer, tell
from croupier.table.views.view import Viewer, redact

_MOST_DIGITS = 3  # of a seat's number
_SHIPPED = resources.files("croupier.cli") / "rounds"
EXAMPLES = tuple(sorted(each.name.removesuffix(".txt") for each in _SHIPPED.iterdir() if each.name.endswith(".txt")))
_FAULTS_OF_A_ROUND = (CardError, ScriptError, UnknownError, SubmissionError, RecursionError)
ROUND_HELP = """\
  rulebook: uth-ma                          must come first, once
  set: trips=B                              an option of the submission
  deck: Ah Kh 9c                            the first cards of the next shuffle; without such a line cards are shuffled
  manual: deal, reveal                      steps that wait for the dealer; all: every one
  seat 1: sit player=first bankroll=$100    a player sits down
  seat 1: bet ante=$5 blind=$5              wagers; with them the player is ready
  seat 1: play 4x                           a choice; bet, discard 4c puts a card away
  dealer: reveal                            a step of the dealer's
  floor: rule choice=play on reason=...     a ruling
  fault: lost position=3                    something goes wrong unseen
  `croupier commands` lists everything that can be asked."""
_YES_NO = {"True": "yes", "False": "no"}
_OF_CARDS = frozenset(
    {"card", "cards", "card or cards", "many or cards", "order"}
)  # kinds of arguments that hold cards


def run_round(file: str | None, example: str | None, seed: str | None) -> None:
    """Run a round written by hand and print its events; at a terminal each line is answered as it is typed."""
    if file is None and example is None and sys.stdin.isatty():
        file = "-"  # a person can type it
    if (file is None) == (example is None):
        accepted = f"a FILE, or - for what is typed, or --example with one of {', '.join(EXAMPLES)}"
        raise InputError(f"{'which' if file is None else 'one or the other'} round? accepted: {accepted}")
    if file == "-" and sys.stdin.isatty():
        _answer_lines(seed)
        return
    text = read_text(file) if file is not None else _example(str(example))
    if seed is not None and any(line.startswith("deck:") for line in text.splitlines()):
        raise InputError("--seed deals cards again that were shuffled", "a round without a `deck:` line")
    with bad_input(*_FAULTS_OF_A_ROUND):
        for line in played(text, source=Random(seed)):
            show.written(line)


def _example(name: str) -> str:
    if name not in EXAMPLES:
        raise InputError(f"no example is called {name!r}", ", ".join(EXAMPLES))
    return _SHIPPED.joinpath(f"{name}.txt").read_text(encoding="utf-8")


def _answer_lines(seed: str | None) -> None:
    """Answer every line as it is typed; an invalid line is reported and dropped.

    Each time, all lines so far are run again with the same seed, and only the new output is shown.
    """
    chance = seed if seed is not None else os.urandom(8).hex()
    lines: list[str] = []
    shown = 0
    edit_lines()
    show.line(
        "A round by hand: begin with `rulebook: uth-ma`; then `seat 1: sit bankroll=$100`. Type help, or quit to end."
    )
    while True:
        try:
            typed = input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            show.line()
            return
        if typed in {"quit", "exit", "q"}:
            return
        if typed in {"help", "?"}:
            show.lines(ROUND_HELP.splitlines())
            continue
        if _sets_up(typed) and not all(map(_sets_up, lines)):
            show.line(message(f"  {typed.partition(':')[0]}: stands before all that is asked", "a round begun anew"))
            continue
        try:
            answer = list(played("\n".join([*lines, typed]), source=Random(chance))) if typed else []
        except _FAULTS_OF_A_ROUND as error:
            show.lines(f"  {each}" for each in objections(error))
            if not _waits_for_a_rulebook(lines, typed):
                continue
            answer = []
        lines.append(typed)
        for line in answer[shown:]:
            if line != typed:
                show.written(line)
        shown = max(shown, len(answer))


def _waits_for_a_rulebook(lines: list[str], typed: str) -> bool:
    """True if a line sets up a table whose rulebook has not been named yet; it is kept until then."""
    return not any(each.startswith("rulebook:") for each in lines) and typed.startswith(("set:", "deck:", "manual:"))


def _sets_up(line: str) -> bool:
    """True for a line that sets up the table, which must come first: it would change the answers given before it."""
    return not line or line.startswith(("#", "rulebook:", "set:", "deck:", "manual:"))


# ---- replay --------------------------------------------------------------------------------------------


def show_recording(file: str, number: int | None, who: str, key: str | None = None, game: str | None = None) -> None:
    """Show a recording, or one round of it, step by step, as one viewer saw it then."""
    seat = _seat(who)
    asked = asked_of(key, game)
    part = None
    if file != "-":
        reading, _, part = audited_or_undamaged(file, asked)
        if reading.other_code:
            show.line(f"The events are shown as they stand: {as_they_stand(reading)}.", "bold")
    if part is not None:
        if number is not None:
            part.check_round(number)
        show.line(part.banner(file), "bold")
    shown = replayed(file, number, asked, part.fault.line if part else sys.maxsize)
    with not_whole():
        steps = (each for each in shown if number is None or _round(each) == number)
        if not _show_steps(steps, who, seat):
            raise InputError(f"{file} has no round {number}" if number is not None else f"{file} has no commands")
    if part is not None:
        raise NotWholeError(part.fault.why, part.fault.accepted)


def _round(each: Played) -> int:
    return max(each.before.round, each.decision.state.round)


def _show_steps(steps: Iterable[Played], who: str, seat: int | None) -> bool:
    """Show steps, at a terminal one by one; return whether there were any."""
    found = False
    by_hand: tuple[Instruction, ...] = ()
    for each in steps:
        found = True
        viewer = Viewer(who) if seat is None else _player(each, seat)
        lines = [*_told(each, viewer), *_to_do(each, by_hand)]
        by_hand = instructions(each.decision.state)
        for line, style in lines:
            show.line(line, style)
        # A pause without a line would reveal that something hidden happened.
        if lines and sys.stdin.isatty() and sys.stdout.isatty() and _stops():
            break
    return found


def _seat(who: str) -> int | None:
    """Parse a viewer: the number in `seat 2`, None for a role without a seat."""
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
    """A command and its events as the viewer saw them; a fault's command is hidden from all but the auditor."""
    command, terms = each.command, each.before.terms
    to = Hearer(cards=Faces(terms.rulebook.deck, plain=False).cards)
    if viewer.role == "auditor":
        at = f"{moment(each.at)}: " if each.at else ""
        yield f"{at}{command._replace(args=_said(command, terms), supplied={})}", "bold"
    elif command.who != "fault":
        own = viewer.role == command.who == "player" and viewer.person == command.person
        yield str(command._replace(args=_said(command, terms) if own else {}, supplied={}, by="")), "bold"
    for event in each.decision.events:
        known = redact(each.decision.state, event, viewer)
        if known is not None and event.kind != "moved_on":
            yield f"  {tell(known, each.before.terms, to=to)}", None


def _said(command: Command, terms: Terms) -> dict[str, object]:
    """A command's arguments as in a round written by hand; cards are left out, since the events name them."""
    named = DECLARED[command.do].named
    said: dict[str, object] = {}
    for name, value in (*command.args.items(), *command.supplied.items()):
        kind = named[name].kind if name in named else ""
        if kind == "wagers" and isinstance(value, Mapping):
            said |= {wager: terms.money(stake) for wager, stake in value.items()}
        elif kind not in _OF_CARDS:
            said[name] = terms.money(value) if kind == "money" and is_whole(value) else _YES_NO.get(str(value), value)
    return said


def _to_do(each: Played, before: tuple[Instruction, ...]) -> Iterator[tuple[str, str | None]]:
    """Instructions for the dealer's hands, if they have changed; an automatic table has none."""
    now = instructions(each.decision.state)
    for told in now if now != before else ():
        cited = f"{each.before.terms.rulebook.short} {', '.join(told.clauses)}"
        yield f"  Instruction ({cited}): {told.says}", "dim"


def _stops() -> bool:
    try:
        return input().strip() in {"q", "quit"}
    except (EOFError, KeyboardInterrupt):
        return True
