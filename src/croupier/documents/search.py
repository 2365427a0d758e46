"""Full-text search in the rulebooks: in clauses, terms, wagers, options and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.rulebook.model import Rulebook
from croupier.schemas.rulebooks import SearchHit


def search(rulebooks: Iterable[Rulebook], text: str) -> list[SearchHit]:
    """The places that contain every word of the text, whatever its case."""
    words = text.casefold().split()
    return [
        hit
        for rulebook in rulebooks
        for hit in _everything(rulebook)
        if words and all(word in f"{hit.id} {hit.says}".casefold() for word in words)
    ]


def _everything(book: Rulebook) -> Iterator[SearchHit]:
    for clause in book.clauses:
        yield SearchHit(book.id, "clause", clause.id, clause.says)
    for term in book.terms:
        yield SearchHit(book.id, "term", term.name, " ".join([term.says, *term.also]))
    for wager in book.wagers.values():
        yield SearchHit(book.id, "wager", wager.name, wager.title)
    for option in book.options.values():
        values = "; ".join(f"{value}: {means}" for value, means in (option.values or {}).items())
        yield SearchHit(book.id, "option", option.name, f"{option.title}. {values}".strip())
    for ruling in book.rulings.values():
        yield SearchHit(book.id, "ruling", ruling.id, f"{ruling.question} {ruling.readings[0]}")
