"""The law as a player reads it in a game: what a clause says, what stands under it, and how it is read."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cli.rulebook.rules import pay_table, show_ruling
from croupier.cli.terminal import show
from croupier.rulebook import Clause, Rulebook


def show_sections(book: Rulebook, *, plain: bool) -> None:
    """The sections of a rulebook, to be asked for by their numbers."""
    top = min(clause.depth for clause in book.clauses)
    _show((clause for clause in book.clauses if clause.depth == top), 6, plain=plain)


def _show(clauses: Iterable[Clause], width: int, *, plain: bool) -> None:
    """Clauses beside their numbers, or as sentences."""
    if plain:
        show.lines(f"{each.id}: {each.says}" for each in clauses)
    else:
        show.rows(((each.id, each.says) for each in clauses), widths=(width,))


def show_law(book: Rulebook, clause: Clause, *, plain: bool) -> None:
    """A clause with all that stands right under it, its pay tables and its rulings."""
    show.line(f"{book.short} {clause.id}", "bold")
    show.line(clause.says)
    below = [each for each in book.under(clause.id) if each.depth == clause.depth + 1]
    if below:
        _show(below, 12, plain=plain)
    tables = [table for table in book.tables if clause.id in {table.clause, *(row.clause for row in table.rows)}]
    if tables:
        show.heading(tables[0].title)
        pay_table(tables, book, sentences=plain)
    for ruling in book.rulings_on(clause.id):
        show_ruling(ruling, sentences=plain)
