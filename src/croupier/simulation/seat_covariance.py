"""The covariance of two players of one round, who share the board and the dealer's hand.

Games that are played hand by hand are counted: every deal of the shared cards up to the names of suits, every hand
beside it, and pairs of hands that share no card by inclusion and exclusion. Others are dealt.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from math import comb, factorial
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.model.solution import Progress, Say, quiet
from croupier.analysis.model.symmetry import classes, hands_of
from croupier.games.lines import Line
from croupier.rulebook import Submission
from croupier.simulation.deals import Deals, Sums
from croupier.simulation.engines import looks_at_others
from croupier.simulation.hands_engine import HandsEngine
from croupier.simulation.seats import Seat

SEED = "the covariance of two seats"
ROUNDS = 192_000
ROUNDS_OF_A_WALK = 9_600
MOST_COUNTED = 1 << 24  # hands beside shared cards; where there are more, rounds are dealt
ROUNDS_AT_ONCE = 1 << 13

Floats = NDArray[np.float64]


class SeatCovariance(NamedTuple):
    """The covariance of two players' nets in one round, in cents squared; or of two wagers of one player."""

    value: float
    error: float | None  # its standard error; None if it is counted


def covariance_of_seats(submission: Submission, seat: Seat, say: Say = quiet, *, seats: int = 2) -> SeatCovariance:
    """The covariance of two players of a table who play and stake alike, counted where a loop plays their hands.

    How many players there are matters to wagers that look at all hands alone; nobody else is dealt without them.
    """
    deals = Deals(submission, [seat, seat], SEED, progress=say("the tables"))
    if seats > len(deals.places) and looks_at_others(deals.base, deals.places[0]):
        deals = Deals(submission, [seat] * seats, SEED, plays=deals.plays[:1] * seats)
    progress = say("the covariance of two seats")
    shared = list(_shared(deals)) if isinstance(deals.engine, HandsEngine) else []
    if shared and len(shared) * comb(deals.layout.deck, deals.layout.own) <= MOST_COUNTED:
        return SeatCovariance(_counted(deals, shared, progress), None)
    return _dealt(deals, progress)


def covariance_of_wagers(
    submission: Submission, seat: Seat, seats: int, wagers: tuple[str, str], say: Say = quiet
) -> SeatCovariance:
    """The covariance of two wagers of one hand, each in its units, in rounds that are dealt to so many players.

    The seat makes both in every round; `base` stands for all wagers of the base game, in units of the first.
    """
    deals = Deals(submission, [seat] * seats, SEED, progress=say("the tables"))
    sums = _sums(deals, say("the covariance of two wagers"))
    place, moments = deals.places[0], [0.0] * 4
    for number, count in sums.ends[0].items():
        key = deals.key(number, 0)
        lines = place.made[key.made].lines(key.path, key.facts)
        one, other = (_units(deals, lines, wager) for wager in wagers)
        for n, each in enumerate((one, other, one * other, (one * other) ** 2)):
            moments[n] += each * count / sums.rounds
    one, other, product, square = moments
    return SeatCovariance(product - one * other, _error(square, product, sums.rounds))


def _units(deals: Deals, lines: Sequence[Line], wager: str) -> float:
    """The net of a wager in units, or of the base game."""
    terms, place = deals.terms, deals.places[0]
    sides = {name for name, each in terms.wagers.items() if each.side}
    net = sum(line.amount for line in lines if (line.wager == wager if wager in sides else line.wager not in sides))
    return net / place.stakes[wager if wager in sides else terms.required[0].name]


def _sums(deals: Deals, progress: Progress) -> Sums:
    """The sums of rounds that are dealt, as many as tell a covariance."""
    rounds = ROUNDS_OF_A_WALK if deals.engine.name == "read and settle" else ROUNDS
    rounds = -(-rounds // deals.step) * deals.step  # whole shifts, where a meter moves
    at_once = -(-ROUNDS_AT_ONCE // deals.step) * deals.step
    sums = Sums()
    for first in range(0, rounds, at_once):
        sums.add(deals.sums(first, min(at_once, rounds - first)))
        progress(sums.rounds, rounds)
    return sums


def _error(square: float, mean: float, rounds: int) -> float:
    """The standard error of a mean, from that of the squares."""
    return math.sqrt(max((square - mean**2) / rounds, 0.0))


def _dealt(deals: Deals, progress: Progress) -> SeatCovariance:
    """The covariance in rounds that are dealt."""
    sums = _sums(deals, progress)
    one, other, *_ = (net / sums.rounds for net in sums.nets)
    mean = sums.products[0][1] / sums.rounds
    square = sums.quartics[1][0] / sums.rounds
    return SeatCovariance(mean - one * other, _error(square, mean, sums.rounds))


# ---- counted -------------------------------------------------------------------------------------------


Shared: TypeAlias = Sequence[tuple[tuple[int, ...], int]]  # cards that all seats share, and in how many ways


def _counted(deals: Deals, shared: Shared, progress: Progress) -> float:
    """The covariance over every deal."""
    layout, place = deals.layout, deals.places[0]
    shares = [float(place.chance(which)) for which in range(len(place.made))]
    by_share = [_for_one(deals, which) for which in range(len(shares))]
    left = layout.deck - layout.community - layout.dealer
    one_hand = comb(left, layout.own)
    two_hands = one_hand * comb(left - layout.own, layout.own)
    total = ways_of_all = mean = 0.0
    for done, (cards, ways) in enumerate(shared, start=1):
        own = hands_of([card for card in range(layout.deck) if card not in cards], layout.own)
        rows = np.concatenate([np.tile(np.array(cards, dtype=np.int64), (len(own), 1)), own], axis=1).astype(np.uint8)
        nets = np.zeros(len(own))
        for each, share in zip(by_share, shares, strict=True):
            nets += share * each.nets_of(0, rows)
        total += ways * pairs_apart(nets, own, layout.deck) / two_hands
        mean += ways * float(nets.sum()) / one_hand
        ways_of_all += ways
        progress(done, len(shared))
    return total / ways_of_all - (mean / ways_of_all) ** 2


def _for_one(deals: Deals, which: int) -> Deals:
    """One of the two players alone, who makes a set of the shared wagers in every round."""
    place = deals.places[0]
    stakes = {name: deals.terms.money(stake) for name, stake in place.made[which].opening.items()}
    seat = replace(place.seat, stakes=stakes)
    return Deals(deals.terms.submission, [seat], SEED, deals.own_game, plays=deals.plays[:1])


def _shared(deals: Deals) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each deal of the shared cards up to the names of suits, with its ways; in every order where turns tell it."""
    layout, deck = deals.layout, deals.terms.rulebook.deck
    size = layout.community + layout.dealer
    told = any(0 < turn.seen < layout.community for turn in deals.base.tree.turns)
    for each in classes(deck, range(len(deck)), size):
        if told:
            yield from ((cards, each.hands) for cards in permutations(each.cards))
        else:
            yield each.cards, each.hands * factorial(size)


def pairs_apart(nets: Floats, hands: NDArray[np.int64], deck: int) -> float:
    """The sum of the products of two hands' nets over all pairs that share no card, the order told."""
    size = hands.shape[1]
    total = float(nets.sum()) ** 2
    for shared in range(1, size):
        sums = np.zeros(deck**shared)
        for columns in combinations(range(size), shared):
            place = np.zeros(len(hands), dtype=np.int64)
            for column in columns:
                place = place * deck + hands[:, column]
            sums += np.bincount(place, weights=nets, minlength=len(sums))
        total += (-1) ** shared * float(sums @ sums)
    return total + float((-1) ** size * (nets @ nets))
