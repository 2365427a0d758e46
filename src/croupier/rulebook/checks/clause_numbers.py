"""The numbering of clauses: whether one is missing between its neighbours, by numbers, letters or Roman numerals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from croupier.rulebook.model import id_parts

_ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi")


def missing(clauses: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield two neighbours of one section between which a clause is missing."""
    last: dict[tuple[str, ...], str] = {}
    for clause in filter(id_parts, clauses):
        *above, own = id_parts(clause)
        before = last.get(tuple(above))
        if before is not None and _leaves_a_gap(id_parts(before)[-1], own):
            yield before, clause
        last[tuple(above)] = clause


def _leaves_a_gap(before: str, after: str) -> bool:
    counted = _places(before), _places(after)
    steps = [counted[1][how] - place for how, place in counted[0].items() if how in counted[1]]
    return bool(steps) and all(step > 1 for step in steps)


def _places(part: str) -> dict[str, int]:
    """The place of a part in each way of counting that it may belong to: `(i)` is the ninth letter, and a Roman one."""
    bare = re.sub(r"[^0-9a-zA-Z]", "", part.split(maxsplit=1)[0])
    found = {"number": int(bare)} if bare.isdecimal() else {}
    if len(bare) == 1 and bare.isalpha():
        found["letter"] = ord(bare.lower()) - ord("a")
    if bare.lower() in _ROMAN:
        found["roman"] = _ROMAN.index(bare.lower())
    return found
