"""The stages at which community cards are seen before a question, and the information states between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, lcm

from croupier.analysis.model.info_state import Cards
from croupier.analysis.model.tree import Tree


def goals_of(tree: Tree, seen: int) -> list[int]:
    """The numbers of community cards that are known at the questions to come, with more than are seen now."""
    return sorted({turn.seen for turn in tree.turns if turn.seen > seen})


def sets_of(unseen: Cards, seen: int, goals: Sequence[int], community: Cards = ()) -> Iterator[Cards]:
    """The community cards of every information state after these stages, in the order of the arrays."""
    if not goals:
        yield community
        return
    if len(goals) == 1:
        yield from (community + cards for cards in combinations(unseen, goals[0] - seen))
        return
    for cards in combinations(unseen, goals[0] - seen):
        rest = tuple(card for card in unseen if card not in cards)
        yield from sets_of(rest, goals[0], goals[1:], community + cards)


def sizes_of(unseen: int, seen: int, goals: Sequence[int]) -> list[int]:
    """The lengths of the axes."""
    sizes = []
    for goal in goals:
        sizes.append(comb(unseen, goal - seen))
        unseen, seen = unseen - (goal - seen), goal
    return sizes


def deals_of(tree: Tree, unseen: int, seen: int = 0, dealer: int = 0) -> int:
    """The number of ways in which the cards to come may fall, the stages of the community cards told apart.

    Where cards are replaced it is one that is a multiple of the ways of every number of them.
    """
    goals = sorted({*goals_of(tree, seen), *([tree.community] if tree.community > seen else [])})
    ways = 1
    for size in sizes_of(unseen, seen, goals):
        ways *= size
    left = unseen - (tree.community - seen)
    return ways * lcm(*(draws_of(tree, left, drawn, dealer) for drawn in tree.drawn))


def draws_of(tree: Tree, left: int, drawn: int, dealer: int = 0) -> int:
    """The ways in which so many own cards, and the dealer's, come from those left by the community cards."""
    return comb(left, drawn) * comb(left - drawn, tree.dealer - dealer)
