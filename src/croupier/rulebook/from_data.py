"""Parser and validator for rulebooks and submissions from outside the package, given as TOML or as Python data.

The package's own files are read by `loader`, and tests validate them; here the author is unknown and the shape of
the data is checked first.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import date
from typing import Any

import msgspec

from croupier.cards import DECKS
from croupier.errors import CroupierError, message
from croupier.rulebook.checks import references
from croupier.rulebook.checks.line_numbers import line_numbers, located
from croupier.rulebook.completion.editions import Raw
from croupier.rulebook.loader import BASES, NAMES, RulebookError, of_data, whole
from croupier.rulebook.model import PayTable, Rulebook
from croupier.rulebook.submission import Submission

_TEXTS = ("id", "title", "short", "game", "jurisdiction", "document", "deck")
_LISTS = ("clause", "table", "term", "limit", "condition", "ruling")
_TABLES = ("wager", "option")
_NEEDED = {*_TEXTS, "clause", "table", "wager", "option", "sign", "shared"}
_ID = re.compile(r"[A-Za-z0-9][\w.-]*")  # addresses, files and commands have it
_LONGEST = 200  # characters of a line of text
_MOST_FAULTS = 10  # that are told at once
_EDITION = {"follows", "same_as", "gaps"}  # keys of an edition that takes the rest over from another
_MORE = {"currency", "language"}


class TextError(CroupierError, ValueError):
    """A text that is no TOML, or TOML of another kind of file; the message says what would be accepted."""


def rulebook(given: str | Mapping[str, Any]) -> Rulebook:
    """Parse a rulebook from TOML text or from Python data."""
    if not isinstance(given, str | Mapping):
        raise RulebookError(f"{given!r} is no rulebook", "TOML text, or equivalent data by key")
    raw = _toml(given, "rulebook") if isinstance(given, str) else dict(given)
    lines = line_numbers(given) if isinstance(given, str) else {}
    try:
        return replace(_built(raw), lines=lines)
    except RulebookError as error:
        raise RulebookError(located(error.why, lines), error.accepted) from error


def examined(text: str) -> tuple[Rulebook, list[str]]:
    """A rulebook in TOML text with everything that is wrong with it, each with its line, if it is of its form."""
    raw, lines = _toml(text, "rulebook"), line_numbers(text)
    try:
        book = replace(_made(raw), lines=lines)
    except RulebookError as error:
        raise RulebookError(located(error.why, lines), error.accepted) from error
    return book, [located(fault, lines) for fault in _wrong(book, raw)]


def _built(raw: Raw) -> Rulebook:
    book = _made(raw)
    if found := _wrong(book, raw):
        raise RulebookError("; ".join(found[:_MOST_FAULTS]))
    return book


def _wrong(book: Rulebook, raw: Raw) -> list[str]:
    return list(dict.fromkeys([*references.faults(book), *references.braced_faults(whole(raw))]))


def _made(raw: Raw) -> Rulebook:
    if raw.get("follows", NAMES[0]) not in (*NAMES, *BASES):
        raise RulebookError(f"follows: there is no {raw['follows']!r}", ", ".join((*NAMES, *BASES)))
    with _of_its_form():
        raw = json.loads(json.dumps(raw, default=_date))
        faults = list(_faults(whole(raw)))
        if faults:
            raise RulebookError("; ".join(faults))
        book = of_data(raw)
    _check(book)
    return book


def submission(text: str, book: Rulebook | None = None) -> Submission:
    """Parse a submission from TOML text, for the rulebook that it names or for one that is given."""
    options = _toml(text, "submission")
    named = options.pop("rulebook", None)
    if book is not None and named in (None, book.id):
        return Submission.of(book, options)
    if not isinstance(named, str) or named not in NAMES:
        raise TextError('a submission names its rulebook: rulebook = "uth-ma"', ", ".join(NAMES))
    return Submission.parse(text)


def _toml(text: str, what: str) -> dict[str, Any]:
    if not isinstance(text, str):
        raise TextError(f"{text!r} is no text of a {what}", "TOML text")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TextError(f"a {what} is TOML, and this is none: {error}") from error
    except RecursionError as error:
        raise TextError(f"a {what} is TOML, and this is nested too deeply to be read") from error


def _faults(raw: Raw) -> Iterator[str]:
    """Yield the faults in the shape of a rulebook's data, before objects are made of it."""
    known = {*_NEEDED, *_LISTS, *_EDITION, *_MORE}
    if missing := sorted(_NEEDED - set(raw)):
        yield f"a rulebook lacks {', '.join(missing)}"
    if unknown := sorted(map(str, set(raw) - known)):
        yield message(f"a rulebook has no {', '.join(unknown)}", ", ".join(sorted(known)))
    yield from (f"{key} is {raw[key]!r}, and no line of text" for key in _TEXTS if not _is_line(raw.get(key, key)))
    if raw.get("id") and isinstance(raw["id"], str) and not _ID.fullmatch(raw["id"]):
        yield message(f"id is {raw['id']!r}", "a name such as my-rulebook")
    if isinstance(raw.get("deck"), str) and raw["deck"] not in DECKS:
        yield message(f"there is no deck {raw['deck']!r}", ", ".join(DECKS))
    for key in _LISTS:
        if not isinstance(raw.get(key, []), list) or not all(isinstance(each, dict) for each in raw.get(key, [])):
            yield f"{key} is a list of tables"
    for key in _TABLES:
        entries = raw.get(key, {})
        if not isinstance(entries, dict) or not all(isinstance(each, dict) for each in entries.values()):
            yield f"{key} is a table of tables"
    yield from (f"{key} is a table" for key in ("sign", "shared") if not isinstance(raw.get(key, {}), dict))
    if raw.get("clause") == []:
        yield "a rulebook has clauses"


def _is_line(text: object) -> bool:
    return isinstance(text, str) and text.isprintable() and len(text) <= _LONGEST


def _date(value: object) -> str:
    """A date as text; any other type that JSON lacks is refused."""
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(message(f"{type(value).__name__} is no part of a rulebook", "texts, numbers, lists and tables"))


@contextmanager
def _of_its_form() -> Iterator[None]:
    """Turn Python's errors about malformed data into a RulebookError: the author need not know where code failed."""
    try:
        yield
    except CroupierError:
        raise
    except KeyError as error:
        raise RulebookError(f"a part of the rulebook lacks {error}") from error
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        raise RulebookError(f"a part of the rulebook is not of its form: {error}") from error


class _Table(msgspec.Struct):
    """The texts of a column of a pay table, and those of its rows."""

    name: str
    title: str
    wagers: tuple[str, ...]
    clause: str
    by: str | None
    column: str | None
    rows: list[tuple[str, str, str | None, str | None]]

    @classmethod
    def of(cls, table: PayTable) -> _Table:
        """The texts of a column."""
        rows = [(row.hand, row.clause, row.ruling, row.title) for row in table.rows]
        return cls(table.name, table.title, table.wagers, table.clause, table.by, table.column, rows)


def _check(book: Rulebook) -> None:
    """Check the types of a rulebook's parts: text for text, a list for a list."""
    parts: dict[str, Iterable[Any]] = {
        "clause": book.clauses,
        "table": [_Table.of(each) for each in book.tables],
        "term": book.terms,
        "wager": book.wagers.values(),
        "at_most of": [each.at_most for each in book.wagers.values() if each.at_most is not None],
        "limit": book.limits,
        "sign": [book.sign],
        "option": book.options.values(),
        "condition": book.conditions,
        "ruling": book.rulings.values(),
    }
    for what, entries in parts.items():
        for each in entries:
            try:
                names = each.__struct_fields__ if isinstance(each, _Table) else [key.name for key in fields(each)]
                msgspec.convert({key: getattr(each, key) for key in names}, type(each))
            except msgspec.ValidationError as error:
                name = getattr(each, "id", None) or getattr(each, "name", None) or getattr(each, "of", "")
                raise RulebookError(f"{what} {name}: {error}") from error
