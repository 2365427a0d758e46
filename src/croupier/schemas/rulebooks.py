"""What is said of rulebooks, field by field, for the description alone: it is made in `booklet`."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field


class RulebookListed(Struct):
    """A rulebook in a list; of its clauses, so many are kept in which way."""

    id: str
    title: str
    jurisdiction: str
    clauses: int
    enforced: int
    instructed: int
    outside: int
    not_yet: Annotated[int, Meta(description="stated and not kept yet")] = field(name="not yet")
    follows: str | None = None


class Rulebooks(Struct):
    """All of them."""

    rulebooks: list[RulebookListed]


class Hit(Struct):
    """A place where all the words stand."""

    rulebook: str
    what: str
    id: str
    says: str


class Found(Struct):
    """Where words stand, and how many places were left off."""

    hits: list[Hit]
    left_off: int


class ClauseSeen(Struct):
    """A clause."""

    id: str
    says: str


class Renumbered(Struct):
    """A clause's numbers in two editions."""

    old: str
    new: str


class Changed(Renumbered):
    """A clause in two editions, and what it says in each."""

    before: str
    now: str
    words: Annotated[list[dict[str, Any]], Meta(description="word by word, which went and which came")]


class Differences(Struct):
    """What an edition changed of another."""

    old: str
    new: str
    changed: list[Changed]
    dropped: list[ClauseSeen]
    added: list[ClauseSeen]
    renumbered: list[Renumbered]
    unchanged: int
    options: list[str]
    rulings: list[str]
