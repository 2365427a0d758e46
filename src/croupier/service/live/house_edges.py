"""The house edge of the base game of each rulebook under its own options, for the list of tables.

The numbers are of the exact analysis (`croupier analyze`), under best play, in per cent of the first wager; a test
compares them. A table with options of its own has none here: its manager analyses it.
"""

from __future__ import annotations

from functools import cache

from croupier.rulebook import Submission, load

EDGES = {
    "colorado-ma-1": "5.5152",
    "colorado-ma-2": "5.5152",
    "dragon-md": "3.1650",
    "lir-nj": "3.5057",
    "uth-ma": "2.1850",
}


def house_edge(submission: Submission) -> str:
    """The house edge of a table's base game; empty for a rulebook or options whose edge is not known here."""
    name = submission.rulebook.id
    return EDGES[name] if name in EDGES and submission.options() == _as_it_is(name) else ""


@cache
def _as_it_is(name: str) -> dict[str, object]:
    return Submission.of(load(name), {}).options()
