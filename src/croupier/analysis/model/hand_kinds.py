"""The kinds of hands that people tell apart once cards are on the table, as numbers and in words."""

from __future__ import annotations

from croupier.cards import rank_name
from croupier.hands.five import Category

STEPS = 64
# Kinds below ten are hidden hands by category. The others are told further by what the table shows by itself.
POCKET_PAIR, PAIR = 10, 11
NOTHING, FLUSH_DRAW, OUTSIDE, INSIDE = 20, 30, 40, 50
KINDS = 60
CLASSES = KINDS * STEPS


def kind_in_words(kind: int, *, dealer: bool) -> str:
    """A kind as a person calls it."""
    if kind < POCKET_PAIR:
        return f"{'hidden ' * dealer}{_category(kind)}"
    if kind in {POCKET_PAIR, PAIR}:
        return "pocket pair" if kind == POCKET_PAIR else f"{'hidden ' * dealer}pair"
    drawn = {NOTHING: "", FLUSH_DRAW: "four to a flush", OUTSIDE: "four to an outside straight"}
    draw = drawn.get(kind // 10 * 10, "four to an inside straight")
    table = kind % 10
    if not table:
        return draw or "nothing"
    return f"{draw + ', ' if draw else 'only '}{_category(table)} on the table"


def _category(category: int) -> str:
    return Category(category).name.lower().replace("_", " ")


def steps_in_words(kind: int, low: int, high: int, *, to_come: bool, dealer: bool) -> str:
    """The hands of a kind in words: `of threes to aces`, `own high card ten`, `20 dealer outs`; empty for all alike."""
    if kind < POCKET_PAIR:
        return ""
    if kind in {POCKET_PAIR, PAIR}:
        return f"of {_between(rank_name(low, plural=True), rank_name(high, plural=True))}"
    if not to_come:
        return f"{_between(str(low), str(high))} dealer outs" if dealer else ""
    if kind // 10 * 10 in {OUTSIDE, INSIDE} and not dealer:
        return f"{_between(str(low), str(high))} of them ten or better"
    own = "own card in it" if kind // 10 * 10 == FLUSH_DRAW else "own high card"
    return f"{own} {_between(rank_name(low), rank_name(high))}"


def _between(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"
