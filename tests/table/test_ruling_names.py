"""Rulings by name: code cites a stable name, and a document binds it to a ruling of its own or the line names none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.table.walks import PLACE, SLOW, propose

import croupier
from croupier.rulebook import Refusal, Rulebook, Submission
from croupier.rulebook.from_data import rulebook
from croupier.table.decide import open_table, step
from croupier.table.model.next_step import ALL_STEPS
from croupier.table.model.state import COMMITTED, SCRIPTED

BOOKS = [pytest.param(book, id=book.id) for book in croupier.rulebooks()]
PACKAGE = Path(str(croupier.__file__)).parent
CODE = [
    path
    for room in ("games", "table", "rulebook", "analysis", "house", "service")
    for path in (PACKAGE / room).rglob("*.py")
]
COMMANDS = 400  # of each walk


def test_code_knows_no_ruling_by_its_number() -> None:
    """A number belongs to one document; only the clients know S34, which every house has."""
    found = {path.name: re.findall(r'"[SCDLUTF]\d+"', path.read_text(encoding="utf-8")) for path in CODE}
    assert {name: numbers for name, numbers in found.items() if numbers} == {}


def test_every_name_in_code_is_bound_by_some_document_and_the_other_way_round() -> None:
    """An unbound name cites nothing, so that a misspelt one would go unnoticed."""
    bound = {name for book in croupier.rulebooks() for ruling in book.rulings.values() for name in ruling.cited}
    text = "\n".join(path.read_text(encoding="utf-8") for path in CODE)
    cited = set(re.findall(r'\bruled\("([a-z_]+)"\)', text)) | set(re.findall(r'\bruled=\("([a-z_]+)",\)', text))
    assert cited <= bound
    assert {name for name in bound if f'"{name}"' not in text} == set()


def renamed(book: Rulebook) -> Rulebook:
    """The same document with every ruling under another id, as if somebody else had written them."""
    raw = deepcopy(book.to_data())
    rulings = [{key: each for key, each in asdict(ruling).items() if each} for ruling in book.rulings.values()]
    raw |= {"ruling": rulings, "shared": {}}
    for name, option in book.options.items():
        if name in raw["option"]:
            raw["option"][name]["ruling"] = option.ruling or ""
    ids = "|".join(book.rulings)
    return rulebook(json.loads(re.sub(rf'"({ids})"', r'"own-\1"', json.dumps(raw))))


def cited_in(value: Any) -> Iterator[str]:  # noqa: ANN401 - an event's fields are anything
    """All rulings that a refusal or an event's data name."""
    if isinstance(value, dict):
        yield from value.get("rulings", ())
        for each in value.values():
            yield from cited_in(each)
    elif hasattr(value, "rulings"):
        yield from value.rulings
    elif isinstance(value, list | tuple):
        for each in value:
            yield from cited_in(each)


def walked(book: Rulebook, automation: frozenset[str], source: str) -> set[str]:
    """All rulings that are cited on a walk at a table of this rulebook."""
    state = open_table(Submission.of(book, {}), automation, training=True, place=PLACE, source=source)
    random, found = Random(12), set[str]()  # noqa: S311 - a walk
    for _ in range(COMMANDS):
        outcome = step(state, propose(state, random))
        if isinstance(outcome, Refusal):
            found.update(outcome.rulings)
        else:
            state = outcome.state
            found.update(cited_in([event.data for event in outcome.events]))
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_a_document_is_cited_by_its_own_rulings_and_no_other(book: Rulebook) -> None:
    other = renamed(book)
    for automation, source in ((ALL_STEPS, COMMITTED), (SLOW, SCRIPTED)):
        cited = walked(book, automation, source)
        assert cited
        assert cited <= set(book.rulings)
        assert walked(other, automation, source) == {f"own-{each}" for each in cited}


def test_a_line_of_a_document_without_a_ruling_names_none() -> None:
    """The dealer has no pair and the ante goes back: by U18 in Massachusetts, by no ruling where the book has none."""
    massachusetts = croupier.load("uth-ma")
    by_name = {ruling.id for ruling in massachusetts.rulings.values() if ruling.cited and ruling.id.startswith("U")}
    assert by_name & walked(massachusetts, ALL_STEPS, COMMITTED)
    raw = deepcopy(massachusetts.to_data())
    book = rulebook(raw | {"ruling": [each | {"cited": [], "rules": [], "steps": []} for each in raw["ruling"]]})
    assert not by_name & walked(book, ALL_STEPS, COMMITTED)
