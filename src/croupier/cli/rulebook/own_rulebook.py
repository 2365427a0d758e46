"""`croupier rulebook`: begins a rulebook of one's own from the text of a document, and lists what is open in one."""

from __future__ import annotations

import re
import sys
from dataclasses import asdict
from pathlib import Path

from croupier import games
from croupier.cli.rulebook.options import rulebook
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import NotWholeError, bad_input
from croupier.cli.terminal.input_files import read_text
from croupier.cli.terminal.output_files import check_file, write_new
from croupier.documents.rulebook_draft import DraftError, draft
from croupier.documents.rulebook_review import Review, review
from croupier.games import catalogue
from croupier.games.game import Game
from croupier.rulebook import files
from croupier.rulebook.from_data import TextError
from croupier.rulebook.loader import RulebookError


def write_draft(document: str, like: str | None, file: str) -> None:
    """Write the draft of a rulebook, to a file or to standard output."""
    name = re.sub(r"[^a-z0-9]+", "-", Path(document).stem.lower()).strip("-") or "own"
    with bad_input(DraftError):
        text = draft(read_text(document), name, rulebook(like) if like is not None else None)
    if file == "-":
        sys.stdout.write(text)
    else:
        write_new(check_file(file), text)
        show.line(f"Wrote {file}. `croupier rulebook check {file}` lists what is open.", "dim")


def check(file: str, *, as_json: bool) -> None:
    """Print the review of a rulebook; the exit code is 1 if a table cannot be opened under it."""
    with bad_input(RulebookError, TextError):
        found = review(read_text(_in_folder(file)), {name: games.load(name) for name in games.NAMES} | _own_game(file))
    if as_json:
        show.as_json({key: each for key, each in asdict(found).items() if key != "book"} | {"ready": found.is_ready})
    else:
        _show(file, found)
    if not found.is_ready:
        count = len(found.faults) + len(found.unsaid) + len(found.unbound)
        raise NotWholeError(f"{file}: {count} thing{'s' * (count > 1)} to be said or put right")


def _in_folder(file: str) -> str:
    return str(Path(file) / "rulebook.toml") if Path(file).is_dir() else file


def _own_game(file: str) -> dict[str, Game]:
    """The game in a folder that has code of its own."""
    where = Path(file) / "game.py"
    if not where.is_file():
        return {}
    game = catalogue.coded(files.text(str(where)), str(where))
    return {game.name: game}


def _show(file: str, found: Review) -> None:
    if found.is_ready and found.book is not None:
        show.line(f"{file} is whole: {found.book.title} ({found.book.id}), {len(found.book.clauses)} clauses", "bold")
    parts = (
        ("Contradicted or unknown", found.faults),
        ("Unsaid", found.unsaid),
        ("Unbound", found.unbound),
        ("A table does this, and no clause asks for it", found.unasked),
    )
    for title, entries in parts:
        if entries:
            show.heading(f"{title} ({len(entries)})")
            show.lines(entries)
