"""Full-text search in the rulebooks: in clauses, terms, wagers, options and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from croupier.rulebook.model import Rulebook


@dataclass(frozen=True, slots=True)
class Hit:
    """A search result: a place that contains all the words."""

    rulebook: str
    what: str
    id: str
    says: str


def search(rulebooks: Iterable[Rulebook], text: str) -> list[Hit]:
    """The places that contain every word of the text, whatever its case."""
    words = text.casefold().split()
    return [
        hit
        for rulebook in rulebooks
        for hit in _everything(rulebook)
        if words and all(word in f"{hit.id} {hit.says}".casefold() for word in words)
    ]


def _everything(book: Rulebook) -> Iterator[Hit]:
    for clause in book.clauses:
        yield Hit(book.id, "clause", clause.id, clause.says)
    for term in book.terms:
        yield Hit(book.id, "term", term.name, " ".join([term.says, *term.also]))
    for wager in book.wagers.values():
        yield Hit(book.id, "wager", wager.name, wager.title)
    for option in book.options.values():
        values = "; ".join(f"{value}: {means}" for value, means in (option.values or {}).items())
        yield Hit(book.id, "option", option.name, f"{option.title}. {values}".strip())
    for ruling in book.rulings.values():
        yield Hit(book.id, "ruling", ruling.id, f"{ruling.question} {ruling.readings[0]}")
