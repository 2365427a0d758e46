"""Traceability of clauses: the code and tests that keep each one, the instruction to a person, or why it is outside.

The index is generated from the source and the tests by `make index` and ships with the package; a test proves that it
is current.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, TypeAlias, get_args

from croupier.rulebook.loader import instructions, not_yet_kept
from croupier.rulebook.model import Clause, Instruction, Part, Rulebook

Kept: TypeAlias = Literal["enforced", "instructed", "in part", "outside", "not yet", "heading"]
WORDS: tuple[Kept, ...] = tuple(word for word in get_args(Kept) if word != "heading")  # that are counted


@dataclass(frozen=True, slots=True)
class Index:
    """The trace index, by rulebook: the code that cites each rule, and the tests that name each clause."""

    code: dict[str, dict[str, list[str]]]
    tests: dict[str, dict[str, list[str]]]


@cache
def index() -> Index:
    """The index that ships with the package."""
    text = (resources.files("croupier.rulebook") / "data" / "index.json").read_text(encoding="utf-8")
    return Index(**json.loads(text))


def kept(clause: Clause) -> Kept:
    """The way in which a clause is kept.

    Enforced: the table does it, or makes the contrary impossible. Instructed: a person's hands or eyes do it, and the
    table says so in time. Outside: it asks nothing of a table. Of enforced and instructed the weaker word holds. In
    part: one part is enforced or instructed, and another is outside, each with its own words. A heading asks nothing.
    """
    if clause.kind == "heading":
        return "heading"
    if clause.outside:
        return "outside"
    return "in part" if clause.parts else _by_rules(clause)


def parts(clause: Clause) -> tuple[tuple[Part, Kept], ...]:
    """The parts of a clause that is kept in part, each with the way in which it is kept; else none."""
    return tuple((part, "outside" if part.outside else _by_rules(clause)) for part in clause.parts)


def _by_rules(clause: Clause) -> Kept:
    return _weakest({_word(rule) for rule in clause.rules})


def _word(rule: str) -> Kept:
    if rule in not_yet_kept():
        return "not yet"
    return "instructed" if rule in instructions() else "enforced"


def _weakest(words: set[Kept]) -> Kept:
    return next((word for word in ("not yet", "instructed") if word in words), "enforced")


def enforced(clause: Clause) -> tuple[str, ...]:
    """The rules of a clause that code keeps."""
    return tuple(rule for rule in clause.rules if _word(rule) == "enforced")


def instructed(clause: Clause) -> tuple[Instruction, ...]:
    """The instructions to a person that a clause leads to."""
    return tuple(instructions()[rule] for rule in clause.rules if rule in instructions())


def code(rulebook: Rulebook, clause: Clause) -> tuple[str, ...]:
    """The places in the code that keep a clause."""
    found = index().code.get(rulebook.id, {})
    places = [place for rule in clause.rules for place in found.get(rule, [])]
    return tuple(dict.fromkeys(places))


def tests(rulebook: Rulebook, clause: Clause) -> tuple[str, ...]:
    """The tests that name a clause."""
    return tuple(index().tests.get(rulebook.id, {}).get(clause.id, []))


def counts(rulebook: Rulebook) -> Counter[Kept]:
    """The number of clauses that are kept in each way; headings are not counted."""
    return Counter(kept(clause) for clause in rulebook.clauses if clause.kind != "heading")
