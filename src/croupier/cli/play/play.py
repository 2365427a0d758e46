"""`croupier play`: checks the options, chooses the game and runs a local game in the terminal."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

from croupier.cli.play.fairness import Receipts
from croupier.cli.play.local_game import VIEWER, Game, LocalOptions
from croupier.cli.play.parser import matched
from croupier.cli.rulebook.options import chosen, rulebook, rulebooks_called
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError
from croupier.cli.terminal.output_files import Stream, same_place
from croupier.cli.terminal.streams import OutputError, ReaderGoneError, say
from croupier.money import Cents, MoneyError
from croupier.rulebook import NAMES, Submission

if TYPE_CHECKING:
    from croupier.crypto.keys import PrivateKey
    from croupier.table.recording.journal import Journal

# ---- the command ---------------------------------------------------------------------------------------


def play(name: str | None, sets: list[str], file: str | None, evening: LocalOptions) -> None:
    """Run a local game, with a recording and receipts if wanted."""
    submission = chosen(name if name or file else _which(), sets, file)
    game = Game(submission, evening, _bankroll(submission, evening))
    rounds = 10 if evening.auto and evening.rounds is None else evening.rounds
    key = _key(evening)
    with ExitStack() as files:
        receipts = files.enter_context(Stream(evening.receipts)) if evening.receipts else None
        journal = _journal(game, files.enter_context(Stream(evening.record)), key) if evening.record else None
        if receipts:
            game.table.listeners.append(Receipts(receipts, VIEWER, journal).hear)
        _played(game, rounds, journal)
        if receipts:
            receipts.settle()
    if evening.record:
        of_game = f" --game {name or 'FOLDER'}" if submission.rulebook.beside.code else ""
        named = f"{evening.record}{of_game}"
        show.line(f"Recorded in {evening.record}: `croupier audit {named}`, `croupier replay {named}`.", "dim")
    if evening.receipts:
        show.line(f"Receipts in {evening.receipts}: `croupier verify {evening.receipts}`.", "dim")


def _bankroll(submission: Submission, evening: LocalOptions) -> Cents:
    """Check the options of the game; return each player's bankroll."""
    most = int(str(submission["seats"]))
    if not 1 <= evening.seats <= most:
        raise InputError(f"--seats {evening.seats}: this table takes from 1 to {most} players")
    if not evening.auto and not sys.stdin.isatty() and not evening.plain:
        raise InputError("there is no terminal to play at", "--auto, which plays by itself, or --plain")
    try:
        bankroll = submission.rulebook.currency.cents(evening.bankroll)
    except MoneyError as error:
        raise InputError(f"--bankroll: {error.why}", error.accepted) from error
    for option, text in (("--seed", evening.seed), ("--number", evening.number)):
        if any("\ud800" <= each <= "\udfff" for each in text or ""):  # surrogates: bytes that are not UTF-8
            raise InputError(f"{option} is no UTF-8 text")
    if evening.coach not in {None, "before", "after"}:
        raise InputError(f"the coach does not speak {evening.coach!r}", "--coach before or --coach after")
    if evening.others is not None and not evening.auto and evening.seats == 1:
        raise InputError("--others says how others play, and here are none", "--seats 2 or more, or --auto")
    if evening.record and evening.receipts and same_place(evening.record, evening.receipts):
        raise InputError("--record and --receipts name one file", "a file for each")
    if evening.key and not evening.record:
        raise InputError("--key signs a recording", "--record too")
    return bankroll


def _which() -> str:
    """Ask for a game if none was named."""
    if not sys.stdin.isatty():
        raise InputError(f"which game? one of {', '.join(NAMES)}")
    _list_games()
    while True:
        try:
            show.line()
            typed = input("Which game> ").strip()
        except (EOFError, KeyboardInterrupt) as gone:
            raise InputError("no game was chosen") from gone
        name = matched(typed, NAMES)
        found = [name] if name is not None else rulebooks_called(typed)
        if len(found) == 1:
            return found[0]
        if typed.casefold() in {"quit", "exit", "q"}:
            raise InputError("no game was chosen")
        if typed.casefold() in {"help", "?"}:
            _list_games()
            show.line("  Answer with a number, a name or a word of the title. The rules are shown when you sit down.")
        elif found:
            show.line(f"  That could be {' or '.join(found)}: say which.")
        else:
            show.line("  Answer with a number or a name of the list; or type help, or quit to leave.")


def _list_games() -> None:
    for number, each in enumerate(NAMES, start=1):
        edition = ", later edition" if rulebook(each).follows else ""
        show.line(f"  {number}  {rulebook(each).title}{edition} ({each})")


def _key(evening: LocalOptions) -> PrivateKey | None:
    if not evening.key:
        return None
    from croupier.cli.records.keys import read_private

    return read_private(evening.key)


def _journal(game: Game, opened: Stream, key: PrivateKey | None) -> Journal:
    """Attach a journal: each command is written as it is carried out, so an interruption loses nothing."""
    from croupier.table.recording.journal import Journal
    from croupier.table.recording.recorder import Recorder

    journal = game.table.journal = Journal(Recorder(game.state, key=key), opened, lambda: time.time_ns() // 1_000_000)
    return journal


def _played(game: Game, rounds: int | None, journal: Journal | None) -> None:
    """Play, and close the recording even if the game is interrupted or nobody reads its output any more."""
    try:
        game.play(rounds)
    except (KeyboardInterrupt, OutputError, ReaderGoneError) as error:
        if journal:
            journal.close()
        if journal and not isinstance(error, KeyboardInterrupt):
            last = game.state.last
            rest = "" if last is not None and last.number == game.state.round else ", which is unfinished"
            up_to = f"up to round {game.state.round}{rest}"
            say(f"croupier: nobody reads the output any more; the recording is whole, {up_to}")
        raise
    if journal:
        journal.close()
