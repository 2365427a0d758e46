"""The default `house.toml`: every key explained, and for each rulebook a table for a lone guest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from textwrap import wrap

from croupier.games.catalogue import PACKAGE
from croupier.house.config.setting_keys import HOUSE, PUBLISHED, RULEBOOK, SUBMISSION, TABLE, Key
from croupier.rulebook import Rulebook

_CURRENCY = next(key.default for key in HOUSE if key.name == "currency")
_WIDE = 100  # letters of a comment


def default_text() -> str:
    """A commented `house.toml` with the default value of every key, and with a table for each rulebook."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield from _comment(
        "How this house is run. `croupier house check` says whether the file stands, and what does not."
    )
    yield from _comment(
        "A change is taken up while the house is open, where it can be: what a table is played by changes when its next"
        " session begins, and the house's name, time zone and gaming day when the house is started again."
    )
    yield ""
    yield "[house]"
    for key in HOUSE:
        yield ""
        yield from _comment(key.says)
        yield _set(key)
    yield ""
    yield from _comment(
        "The tables, each by the name that stands in its address; what is left out is as it stands here."
    )
    for key in (RULEBOOK, SUBMISSION, *TABLE, PUBLISHED):
        yield "#"
        yield from _comment(f"{key.name}: {key.says}")
    yield "#"
    yield from _comment(
        "At each of these a lone guest can play at once: the cards are committed to, every step runs by itself, and"
        " nothing waits for a supervisor. For that the submission must leave absent_player at what the rulebook has"
        " first: where a round is held for a player who is away, only a supervisor could end it."
    )
    for book in PACKAGE.books:
        if book.currency.code == _CURRENCY:
            yield from _table(book)
    others = [f"{book.id} ({book.currency.code})" for book in PACKAGE.books if book.currency.code != _CURRENCY]
    if others:
        yield ""
        yield from _comment(
            f"A house has one currency, and this one is in {_CURRENCY}. For a house in another currency there are"
            f" {', '.join(others)}: set currency under [house], and name one of them as a table's rulebook."
        )


def _table(book: Rulebook) -> Iterator[str]:
    yield ""
    yield from _comment(f"{book.title}, {book.jurisdiction}")
    yield f"[tables.{book.id}]"
    yield f"{RULEBOOK.name} = {json.dumps(book.id)}"
    for key in TABLE:
        yield _set(key)


def _set(key: Key) -> str:
    return f"{key.name} = {json.dumps(key.default, ensure_ascii=False)}"  # JSON and TOML write such values alike


def _comment(text: str) -> Iterator[str]:
    for line in wrap(text, _WIDE):
        yield f"# {line}"
