"""The house edge of the base game of each rulebook under its own options, for the list of tables.

The numbers stand in `house_edges.json`. They are of the exact analysis (`croupier analyze`), under best play, in per
cent of the first wager; a test compares them. A rulebook that is not there, and a table with options of its own, has
none here: its manager analyses it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from croupier.rulebook import Submission, load

EDGES: Mapping[str, str] = json.loads((Path(__file__).parent / "house_edges.json").read_text(encoding="utf-8"))


def house_edge(submission: Submission) -> str:
    """The house edge of a table's base game; empty for a rulebook or options whose edge is not known here."""
    name = submission.rulebook.id
    return EDGES[name] if name in EDGES and submission.options() == _as_it_is(name) else ""


@cache
def _as_it_is(name: str) -> dict[str, object]:
    return Submission.of(load(name), {}).options()
