"""A word diff of two texts: the parts that stayed, went and came, in order."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

_WORDS = re.compile(r"\s+|[^\s\w]|\w+")


class Piece(NamedTuple):
    """Words that stand in both texts, in the old one alone or in the new one alone."""

    how: Literal["same", "gone", "new"]
    text: str


def changed_words(old: str, new: str) -> list[Piece]:
    """The word diff of two texts: the pieces same and gone make the old one, same and new the new one.

    A space alone does not part two changes, so that a rewritten phrase reads as one change.
    """
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    pieces: list[Piece] = []
    gone, came = "", ""
    for how, start, end, begin, stop in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        went, comes = "".join(before[start:end]), "".join(after[begin:stop])
        if how == "equal" and not went.isspace():
            pieces += [*_changed(gone, came), Piece("same", went)]
            gone, came = "", ""
        else:
            gone, came = gone + went, came + comes
    return pieces + _changed(gone, came)


def _changed(gone: str, came: str) -> list[Piece]:
    if gone == came:  # a space, with nothing changed beside it
        return [Piece("same", gone)] if gone else []
    return [piece for piece in (Piece("gone", gone), Piece("new", came)) if piece.text]
