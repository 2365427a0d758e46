"""A wager on the highest of all hands at a table: two cards each, five on the table, of one standard deck.

For each board some pairs of hole cards reach a given strength and the others stay below. In how many ways a number of
hands all stay below is counted by inclusion and exclusion: from all sets of hands those with one that reaches it are
taken off, those with two are put back, and so on. For that it is enough to know how many sets of one, two or more
pairs that reach it there are over all boards, and these serve every number of hands.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, groupby, pairwise
from math import comb, factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.errors import AnalysisError
from croupier.analysis.kernels.boards import Boards, Ints, boards_of
from croupier.analysis.kernels.compiler import compiled
from croupier.analysis.kernels.matchings import MOST, TYPES, Words, count_all, join_alike, write_graph
from croupier.analysis.kernels.strength_tables import RANKS, SUITS, joined, pair_groups, suited
from croupier.analysis.model.payoffs import side_stake
from croupier.analysis.model.solution import Progress, silent
from croupier.analysis.model.tree import Tree
from croupier.cards import STANDARD
from croupier.games.game import Board, Game, Hand
from croupier.games.terms import Terms
from croupier.hands import five

Cards = tuple[int, ...]

HANDS = range(2, MOST + 1)  # the dealer's among them
HOLE_CARDS = 2
BOARD = 5
MAKES_A_FLUSH = 3  # cards of one suit on the board, with two more
PARTS = 64
GRAPH = np.dtype(f"S{TYPES * np.dtype(np.uint32).itemsize}")  # the words of a graph as one string of bytes


def ways(
    hands: int, thresholds: Sequence[int], live: Sequence[int] | None = None, progress: Progress = silent
) -> list[int]:
    """The number of deals in which the highest of so many hands is below each of these strengths.

    A deal is a board and a set of hands; whose they are is not told apart. Live cards are whole ranks of the deck.
    """
    cards = _checked(hands, live)
    below = []
    for done, threshold in enumerate(thresholds):
        progress(done, len(thresholds))
        below.append(_below(_on_all_boards(threshold, cards), len(cards) - BOARD, hands))
    progress(len(thresholds), len(thresholds))
    return below


def _below(reach: Sequence[int], left: int, hands: int) -> int:
    """The sets of hands that all stay below: inclusion and exclusion over the sets of pairs that reach."""
    return sum(
        (-1) ** pairs * reach[pairs] * pairings(left - HOLE_CARDS * pairs, hands - pairs) for pairs in range(hands + 1)
    )


def cycle(hands: int, live: Sequence[int] | None = None) -> int:
    """The number of deals."""
    cards = _checked(hands, live)
    return comb(len(cards), BOARD) * pairings(len(cards) - BOARD, hands)


def pairings(cards: int, pairs: int) -> int:
    """The number of sets of so many pairs that share no card."""
    rest = cards - 2 * pairs
    return factorial(cards) // (factorial(pairs) * 2**pairs * factorial(rest)) if rest >= 0 else 0


def _checked(hands: int, live: Sequence[int] | None) -> Cards:
    if hands not in HANDS:
        raise AnalysisError(f"{hands} hands cannot be counted", f"{HANDS[0]} to {HANDS[-1]}, the dealer's included")
    cards = tuple(range(len(STANDARD))) if live is None else tuple(sorted(live))
    if any(count != SUITS for count in Counter(card // SUITS for card in cards).values()):
        raise AnalysisError("a rank of the live cards lacks a suit", "whole ranks, so that the suits are alike")
    if len(cards) < BOARD + HOLE_CARDS * hands:
        raise AnalysisError(f"{len(cards)} cards are too few for {hands} hands; needed: {BOARD + HOLE_CARDS * hands}")
    return cards


# ---- boards --------------------------------------------------------------------------------------------


class Alike(NamedTuple):
    """Boards beside which hands have the same strengths: those of the same ranks, and in the flush suit the same.

    A card's type is twice its rank, and one more in a suit of which the board has enough for a flush.
    """

    weights: Ints
    groups: Ints  # the number of the board's ranks
    masks: Ints  # its ranks in the flush suit, as bits
    left: Ints  # cards of each type that are not on the board


def alike(boards: Boards, live: Cards) -> Alike:
    """Bring boards together beside which hands have the same strengths."""
    cards = boards.cards.astype(np.int64)
    ranks, suits = cards // SUITS, cards % SUITS
    of_suit = (suits[:, :, None] == np.arange(SUITS)).sum(axis=1)
    flush = np.where(of_suit.max(axis=1) >= MAKES_A_FLUSH, of_suit.argmax(axis=1), -1)
    in_flush = suits == flush[:, None]
    masks = np.where(in_flush, 1 << ranks, 0).sum(axis=1)
    keys, first, of = np.unique(boards.groups << RANKS | masks, return_index=True, return_inverse=True)
    weights = np.zeros(len(keys), dtype=np.int64)
    np.add.at(weights, of, boards.weights)
    left = np.zeros((len(cards), RANKS, 2), dtype=np.int64)
    left[:, sorted({card // SUITS for card in live})] = np.where(flush[:, None, None] < 0, (SUITS, 0), (SUITS - 1, 1))
    np.subtract.at(left, (np.arange(len(cards))[:, None], ranks, in_flush.astype(np.int64)), 1)
    return Alike(weights, boards.groups[first], masks[first], left.reshape(-1, TYPES)[first])


@compiled
def _draw(groups: Ints, masks: Ints, left: Ints, threshold: int, tables: Any) -> Words:
    """The graph of the pairs that reach a strength, for each board."""
    joined, suited, pair_groups = tables
    graphs = np.zeros((len(groups), TYPES), dtype=np.uint32)
    marks = np.zeros(TYPES, dtype=np.int64)
    for board in range(len(groups)):
        cards = left[board].copy()
        marks[:] = 0
        for high in range(TYPES):
            for low in range(high + 1):
                if cards[high] == 0 or cards[low] == 0 or (low == high and cards[low] == 1):
                    continue
                in_flush = masks[board] | (high & 1) << (high >> 1) | (low & 1) << (low >> 1)
                apart = joined[groups[board], pair_groups[high >> 1, low >> 1]]
                if max(apart, suited[in_flush]) >= threshold:
                    marks[high] |= 1 << low
                    marks[low] |= 1 << high
        join_alike(marks, cards)
        write_graph(marks, cards, graphs[board])
    return graphs


@cache
def _all_boards(live: Cards) -> Alike:
    return alike(boards_of(np.array(live)), live)


@cache
def _on_all_boards(threshold: int, live: Cards) -> tuple[int, ...]:
    return reaching(threshold, _all_boards(live))


def reaching(threshold: int, boards: Alike) -> tuple[int, ...]:
    """The number of sets of pairs that share no card and all reach a strength, over boards, by their size."""
    alike_in_graph = _by_graph(threshold, boards)
    graphs = np.array(list(alike_in_graph), dtype=GRAPH).view(np.uint32).reshape(-1, TYPES)
    counts = _in_parts(count_all, graphs).T.tolist()
    # Over all boards the numbers outgrow a machine's word.
    weights = alike_in_graph.values()
    return tuple(sum(weight * sets for weight, sets in zip(weights, of_size, strict=True)) for of_size in counts)


def _by_graph(threshold: int, boards: Alike) -> Counter[bytes]:
    """The number of boards with each graph of pairs that reach a strength."""
    tables = joined(BOARD, HOLE_CARDS), suited(), pair_groups()
    graphs = _in_parts(lambda *part: _draw(*part, threshold, tables), boards.groups, boards.masks, boards.left)
    found: Counter[bytes] = Counter()
    for graph, weight in zip(graphs.view(GRAPH).ravel().tolist(), boards.weights.tolist(), strict=True):
        found[graph] += weight
    return found


def _in_parts(work: Callable[..., NDArray[Any]], *arrays: NDArray[Any]) -> NDArray[Any]:
    """Work done on parts of arrays, on as many cores as there are, and put together again."""
    size = min(PARTS, len(arrays[0]))
    parts = zip(*[np.array_split(each, size) for each in arrays], strict=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return np.concatenate(list(pool.map(lambda part: work(*part), parts)))


# ---- the wager -----------------------------------------------------------------------------------------


def highest(
    game: Game, terms: Terms, wager: str, hands: int, progress: Progress = silent, live: Sequence[int] | None = None
) -> Counter[Any]:
    """The facts that a wager on the highest of so many hands goes by, with the number of deals; together, the cycle.

    Strengths that the game says the same of when it compares hands are one class, and each class has its facts. Of
    these only what they say of the highest hand counts: the rest is that of the deal they were read from.
    """
    _checked(hands, live)
    tree = Tree.of(game.script(terms), terms)
    by_five = game.ranking is five.strength and game.compare is not None
    if not by_five or (tree.own, tree.dealer, tree.community) != (HOLE_CARDS, HOLE_CARDS, BOARD):
        raise AnalysisError(f"{game.name} has no hands of two cards each and five on the table, for which this counts")
    offered = terms.on_all_hands
    if wager not in offered:
        accepted = ", ".join(offered) or "none"
        raise AnalysisError(f"{wager} is no wager here on all hands at the table", accepted)
    if _goes_by_folds(game, terms, wager, hands):
        raise AnalysisError(
            f"{terms.wagers[wager].title} leaves folded hands out here and goes by what the other players fold; "
            "it can be counted where folded hands count"
        )
    classes = _classes(game)
    up_to = [0, *ways(hands, [each.start for each in classes[1:]], live, progress), cycle(hands, live)]
    found: Counter[Any] = Counter()
    for strengths, (below, under) in zip(classes, pairwise(up_to), strict=True):
        if under > below:
            found[_facts(game, terms, strengths, hands)] += under - below
    return found


def _classes(game: Game) -> list[range]:
    """The strengths that a game tells apart, lowest first."""
    compare = game.compare
    assert compare is not None  # noqa: S101 - the wager was refused without it
    runs = [list(run) for _, run in groupby(range(len(five.LADDER)), lambda each: compare("played", each, each))]
    return [range(run[0], run[-1] + 1) for run in runs]


def _facts(game: Game, terms: Terms, strengths: range, hands: int) -> Any:
    """The facts of a deal in which every hand has one of these strengths."""
    for strength in strengths:
        community = _community()[strength]
        dealt = _dealt(community, strengths, hands)
        if len(dealt) == hands:
            players = tuple(Hand(cards) for cards in dealt[1:])
            return game.bare(game.read(players[0], Board(community, dealt[0], players), terms))
    raise AnalysisError(f"no board gives {hands} hands of {five.words(strengths[0])} to {five.words(strengths[-1])}")


@cache
def _community() -> dict[int, Cards]:
    """A board of each strength."""
    boards = [tuple(cards) for cards in boards_of(np.arange(len(STANDARD))).cards.tolist()]
    return {five.strength(cards): cards for cards in boards}


def _dealt(community: Cards, strengths: range, hands: int, gone: Cards = ()) -> list[Cards]:
    """Hands of such strengths beside a board, none of them with a card that is gone; as many as are found in order."""
    dealt: list[Cards] = []
    rest = [card for card in range(len(STANDARD)) if card not in community + gone]
    for cards in combinations(rest, HOLE_CARDS):
        apart = all(card not in other for card in cards for other in dealt)
        if len(dealt) < hands and apart and five.strength(community + cards) in strengths:
            dealt.append(cards)
    return dealt


def _goes_by_folds(game: Game, terms: Terms, wager: str, hands: int) -> bool:
    """True if a fold changes the wager's pay, where the hand that folds is the only one of the highest class."""
    top = _classes(game)[-1]
    best = _community()[top[-1]]
    own = best[:HOLE_CARDS]
    community = best[HOLE_CARDS:] + tuple(card for card in range(len(STANDARD)) if card not in best)[:HOLE_CARDS]
    others = _dealt(community, range(top[0]), hands - 1, own)

    def pays(hand: Hand) -> int:
        players = (hand, *[Hand(cards) for cards in others[1:]])
        facts = game.read(hand, Board(community, others[0], players), terms)
        return sum(line.amount for line in game.settle(facts, {wager: side_stake(terms, wager)}, terms))

    return pays(Hand(own)) != pays(Hand(own, "folded"))
