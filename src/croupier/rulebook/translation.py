"""Rulebooks in another language: the same clauses, pay tables and rulings in the words of `[language.NAME]`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from croupier.rulebook.model import Rulebook, UnknownError

_PARTS = ("title", "document", "clauses", "tables", "hands", "words", "rulings")
_WORDS = ("to", "for", "push", "and")  # of payouts


def said_in(book: Rulebook, language: str) -> Rulebook:
    """The rulebook in one of its languages, to be read: rules, wagers and payouts are the same."""
    if language == book.language:
        return book
    if language not in book.translations:
        raise UnknownError(f"{book.id} is not written in {language!r}; it is in {', '.join(book.languages)}")
    said = book.translations[language]
    clauses, hands, tables = said["clauses"], said.get("hands", {}), said.get("tables", {})
    return replace(
        book,
        title=said.get("title", book.title),
        document=said.get("document", book.document),
        language=language,
        clauses=tuple(replace(each, says=clauses[each.id]) for each in book.clauses),
        tables=tuple(
            replace(
                table,
                title=tables.get(table.name, table.title),
                rows=tuple(replace(row, title=hands.get(row.hand, row.title)) for row in table.rows),
            )
            for table in book.tables
        ),
        rulings={
            name: replace(ruling, **_texts(said.get("rulings", {}).get(name, {})))
            for name, ruling in book.rulings.items()
        },
    )


def _texts(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}


def pays_in(pays: str, book: Rulebook) -> str:
    """A payout in the words of the language that a rulebook is read in: `50 to 1` is `50 pour 1`."""
    words = book.translations.get(book.language, {}).get("words", {})
    return " ".join(words.get(each, each) for each in pays.split(" "))


def and_in(book: Rulebook) -> str:
    """The word that joins two titles, in the language that a rulebook is read in."""
    return str(book.translations.get(book.language, {}).get("words", {}).get("and", "and"))


def faults(book: Rulebook) -> Iterator[str]:
    """Yield what a language of a rulebook leaves unsaid, and what it says of nothing."""
    clauses = {clause.id for clause in book.clauses}
    known: dict[str, set[str]] = {
        "tables": {table.name for table in book.tables},
        "hands": {row.hand for table in book.tables for row in table.rows},
        "words": set(_WORDS),
        "rulings": set(book.rulings),
    }
    for language, said in book.translations.items():
        where = f"language {language}"
        yield from (f"{where} has no {each}; it has {', '.join(_PARTS)}" for each in said if each not in _PARTS)
        told = said.get("clauses", {})
        yield from (f"{where} does not say clause {each}" for each in sorted(clauses - set(told)))
        yield from (f"{where} says clause {each}, which the rulebook lacks" for each in sorted(set(told) - clauses))
        for part, names in known.items():
            for each in sorted(set(said.get(part, {})) - names):
                yield f"{where}, {part}: the rulebook lacks {each}"
