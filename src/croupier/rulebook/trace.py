"""Where each clause is kept: by which code, watched over by which tests, or why software has no part in it.

The index is read off the source and the tests by `make index` and ships with the package; a test proves that it
is current.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, TypeAlias

from croupier.rulebook.model import Clause, Rulebook
from croupier.rulebook.read import not_yet_kept

Kept: TypeAlias = Literal["kept", "outside", "not yet"]


@dataclass(frozen=True, slots=True)
class Index:
    """Which code cites each rule, and which tests name each clause of each rulebook."""

    code: dict[str, list[str]]
    tests: dict[str, dict[str, list[str]]]


@cache
def index() -> Index:
    """The index that ships with the package."""
    text = (resources.files("croupier.rulebook") / "data" / "index.json").read_text(encoding="utf-8")
    return Index(**json.loads(text))


def kept(rulebook: Rulebook, clause: Clause) -> Kept:
    """Whether a clause is kept. A heading is kept when all that stands under it is."""
    if clause.outside:
        return "outside"
    if clause.kind == "heading":
        below = {kept(rulebook, each) for each in rulebook.under(clause.id)}
        return "not yet" if "not yet" in below else "outside" if below == {"outside"} else "kept"
    return "not yet" if not_yet_kept() & set(clause.rules) else "kept"


def code(clause: Clause) -> tuple[str, ...]:
    """The places in the code that keep a clause."""
    places = [place for rule in clause.rules for place in index().code.get(rule, [])]
    return tuple(dict.fromkeys(places))


def tests(rulebook: Rulebook, clause: Clause) -> tuple[str, ...]:
    """The tests that name a clause."""
    return tuple(index().tests.get(rulebook.id, {}).get(clause.id, []))


def counts(rulebook: Rulebook) -> Counter[Kept]:
    """How many clauses are kept, outside software, not yet kept."""
    return Counter(kept(rulebook, clause) for clause in rulebook.clauses)
