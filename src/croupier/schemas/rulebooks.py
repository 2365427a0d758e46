"""Messages about rulebooks: lists, whole documents, search results and the differences between two editions.

The documents themselves are mappings (`TypedDict`), since the command line prints them as JSON as they are.
"""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from msgspec import Meta, Struct

# The number of clauses that are kept in each way, headings left out; `in part` counts those of which one part is
# enforced or instructed and another outside, `not yet` those that are stated and not kept yet.
ClauseCounts = TypedDict(
    "ClauseCounts", {"enforced": int, "instructed": int, "in part": int, "outside": int, "not yet": int}
)


class RulebookTitle(ClauseCounts):
    """A rulebook by its id, title and jurisdiction."""

    id: str
    title: str
    jurisdiction: str


class RulebookSummary(RulebookTitle):
    """A rulebook in a list, with the number of its clauses that are no headings."""

    clauses: int


class ListedRulebook(RulebookSummary):
    """A rulebook in a list, with the edition that it follows."""

    follows: str | None


class Rulebooks(Struct, frozen=True):
    """All rulebooks."""

    rulebooks: list[ListedRulebook]


class RulebookDocument(RulebookTitle):
    """A whole rulebook: clauses, defined terms, wagers, pay tables, limits, options and rulings."""

    document: str
    currency: str  # the code of ISO 4217
    language: str  # of its words here
    languages: list[str]  # that it can be read in
    deck: str
    follows: str | None
    hash: str
    clauses: list[dict[str, Any]]
    terms: list[dict[str, Any]]
    wagers: dict[str, Any]
    tables: list[dict[str, Any]]
    limits: list[dict[str, Any]]
    options: dict[str, Any]
    rulings: dict[str, Any]


class SearchHit(Struct, frozen=True):
    """A place in a rulebook at which all the words stand."""

    rulebook: str
    what: str
    id: str
    says: str


class SearchResult(Struct, frozen=True):
    """The places at which the words stand, and the number of places that were left off."""

    hits: list[SearchHit]
    left_off: int


class ClauseText(TypedDict):
    """A clause by its number, with its text."""

    id: str
    says: str


class RenumberedClause(TypedDict):
    """A clause's numbers in two editions."""

    old: str
    new: str


class ChangedClause(RenumberedClause):
    """A clause in two editions, with its text in each."""

    before: str
    now: str
    words: Annotated[list[dict[str, Any]], Meta(description="word by word, which went and which came")]


class EditionDifferences(TypedDict):
    """The differences between two editions of a rulebook."""

    old: str
    new: str
    changed: list[ChangedClause]
    dropped: list[ClauseText]
    added: list[ClauseText]
    renumbered: list[RenumberedClause]
    unchanged: int
    options: list[str]
    rulings: list[str]
