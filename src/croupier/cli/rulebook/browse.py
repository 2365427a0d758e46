"""`croupier` without a command: an interactive reader of the rulebooks."""

from __future__ import annotations

import sys

from croupier.cli.rulebook.rules import rules
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError
from croupier.rulebook import NAMES

HELP = """\
  uth-ma            open a rulebook (or its number in the list)
  10(e)             read a clause of the open rulebook
  page              read the whole of it
  search face up    find words in all rulebooks
  diff colorado-ma-1 colorado-ma-2
  list, help, quit"""


def browse() -> None:
    """List the rulebooks, then answer each line that is typed until the user quits."""
    rules([])
    if not sys.stdin.isatty():
        return
    show.line()
    show.lines(HELP.splitlines())
    book: str | None = None
    while True:
        try:
            typed = input(f"\n{book or 'croupier'}> ").strip()
        except (EOFError, KeyboardInterrupt):
            show.line()
            return
        if typed in {"quit", "exit", "q"}:
            return
        try:
            book = _answer(typed, book)
        except InputError as error:
            show.lines(error.lines)


def _answer(typed: str, book: str | None) -> str | None:
    """Answer one line; return the rulebook that is open afterwards."""
    numbered = {str(place): name for place, name in enumerate(NAMES, start=1)}
    typed = typed if book else numbered.get(typed, typed)
    first, *more = typed.split() or ["help"]
    if first in {"help", "?"}:
        show.lines(HELP.splitlines())
    elif first == "list":
        rules([])
        return None
    elif first in {"diff", "search"}:
        rules([first, *more])
    elif first in NAMES:
        rules([first, *more] if more else [])
        return first
    elif book is None:
        rules([first])
    else:
        rules([book] if first == "page" else [book, typed])
    return book
