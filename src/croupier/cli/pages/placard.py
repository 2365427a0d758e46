"""Layout of a placard: the columns and the size of type with which a payout sign fills one sheet of paper.

Heights and widths are estimated in units of the type's size, generously, since every machine has other fonts. The
layout with the largest type is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from croupier.rulebook.sign import Block, PayoutSign

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "tabloid": (279.4, 431.8),
}
MARGIN = 10.0  # millimetres
MOST_TYPE = 7.5  # millimetres: a placard is read from a chair
_LETTER = 0.53  # width of a letter
_CAPITALS = 1.4  # how much wider capitals are
_LINE = 1.4  # height of a line, with what is around it
_SECOND = 1.05  # height of the line in the second language
_TITLE, _HEADING = 2.4, 1.35  # sizes of type
_AROUND_HEADING, _AROUND_NOTE, _GAP = 0.9, 0.4, 1.6
_MOST_COLUMNS = 4
_STEPS = 400
_SPARE = 0.94  # of the sheet's height


@dataclass(frozen=True, slots=True)
class PlacardLayout:
    """Sheet in millimetres, size of the type in millimetres, the blocks of each column and how wide they are."""

    wide: float
    high: float
    size: float
    columns: tuple[tuple[Block, ...], ...]
    widths: tuple[float, ...]  # of the columns, in units of the type's size


def layout(found: PayoutSign, paper: str, words: Mapping[str, str], *, landscape: bool = False) -> PlacardLayout:
    """The layout of a sign with the largest type that fits on one sheet."""
    wide, high = sorted(PAPERS[paper], reverse=landscape)
    room = wide - 2 * MARGIN, (high - 2 * MARGIN) * _SPARE
    sizes = (MOST_TYPE * step / _STEPS for step in range(_STEPS, 0, -1))
    for size in sizes:
        across, down = room[0] / size, room[1] / size
        for columns in _divisions(found.blocks, words, across):
            if _height(found, columns, words, across) <= down:
                widths = tuple(round(_widest(column, words), 1) for column in columns)
                return PlacardLayout(wide, high, round(size, 4), columns, widths)
    raise AssertionError("the smallest type fits every sign")


def _divisions(
    blocks: Sequence[Block], words: Mapping[str, str], across: float
) -> Iterator[tuple[tuple[Block, ...], ...]]:
    """The blocks in one column, two and more, in order, as even as they can be; those that are wide enough."""
    for count in range(1, min(_MOST_COLUMNS, len(blocks)) + 1):
        columns = _divided(blocks, count, words, (across - (count - 1) * _GAP) / count)
        if sum(_widest(column, words) for column in columns) + (count - 1) * _GAP <= across:
            yield columns


def _divided(
    blocks: Sequence[Block], count: int, words: Mapping[str, str], across: float
) -> tuple[tuple[Block, ...], ...]:
    """Divide blocks into columns so that the highest is as low as possible."""
    if count == 1:
        return (tuple(blocks),)
    options = [
        (tuple(blocks[:first]), *_divided(blocks[first:], count - 1, words, across))
        for first in range(1, len(blocks) - count + 2)
    ]
    return min(options, key=lambda each: max(_column(column, words, across) for column in each))


def _height(found: PayoutSign, columns: Sequence[Sequence[Block]], words: Mapping[str, str], across: float) -> float:
    each = (across - (len(columns) - 1) * _GAP) / len(columns)
    title = _lines(found.title, words, across / _CAPITALS, _TITLE)
    below = sum(_lines(text, words, across) + _AROUND_NOTE for text in (*found.limits, *found.phrases))
    return title + max((_column(column, words, each) for column in columns), default=0) + below


def _column(blocks: Sequence[Block], words: Mapping[str, str], across: float) -> float:
    return sum(_block(block, words, across) for block in blocks)


def _block(block: Block, words: Mapping[str, str], across: float) -> float:
    rows = [*([block.columns] if block.columns else []), *block.rows]
    heights = [_LINE + _SECOND * any(cell in words for cell in row) for row in rows]
    notes = sum(_lines(note, words, across) + _AROUND_NOTE for note in block.notes)
    return _lines(block.title, words, across, _HEADING) + _AROUND_HEADING + sum(heights) + notes


def _widest(column: Sequence[Block], words: Mapping[str, str]) -> float:
    return max(_width(block, words) for block in column)


def _width(block: Block, words: Mapping[str, str]) -> float:
    rows = [("", *block.columns), *block.rows] if block.columns else [*block.rows]
    cells = max((len(row) for row in rows), default=0)
    longest = [max(_letters(row[place], words) for row in rows if place < len(row)) for place in range(cells)]
    return max(sum(longest) * _LETTER + cells * 1.1, 8)


def _letters(text: str, words: Mapping[str, str]) -> int:
    return max(len(text), ceil(len(words.get(text, "")) * 0.95))


def _lines(text: str, words: Mapping[str, str], across: float, size: float = 1.0) -> float:
    """The height of a text that may be broken into lines, with its second language."""
    per_line = max(1, int(across / (_LETTER * size)))
    first = ceil(len(text) / per_line) * _LINE * size
    second = words.get(text, "")
    return first + (ceil(len(second) / (per_line / 0.8)) * _SECOND * size if second else 0)
