"""Decisions of a game that is counted hand by hand, as tables by class of hand and cards on the table.

The tables come from the induction, for the best play and for any strategy, together with the solution: all deals
counted under them. A loop looks a decision up; a walk through a round asks for it as a policy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action, Policy, Progress, Solution, silent
from croupier.analysis.model.symmetry import class_keys, hands_of, suit_permutations
from croupier.analysis.solvers import induction
from croupier.analysis.solvers.induction import Played
from croupier.analysis.solvers.solver import solver_of
from croupier.cards import STANDARD
from croupier.simulation.tables.kept_tables import kept, key_of

MOST_SEEN = 2  # community cards at the last question
MOST_ENTRIES = 1 << 23
NONE = -1  # no decision: play never leads there


@dataclass(frozen=True)
class HandClasses:
    """The classes of hands of a deck: which class a hand is in, and the renaming of suits that leads to its first."""

    of: NDArray[np.int32]  # by the number of a hand
    renaming: NDArray[np.uint8]
    firsts: tuple[Cards, ...]
    renamed: NDArray[np.uint8]  # cards by renaming

    @classmethod
    def in_deck(cls, payoffs: Payoffs) -> HandClasses:
        """The classes of the hands that a game deals."""
        deck, size = payoffs.terms.rulebook.deck, payoffs.tree.own
        hands = hands_of(range(len(deck)), size)
        keys = class_keys(deck, range(len(deck)), hands)
        _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        renamed = np.arange(len(deck), dtype=np.uint8)[None]
        renaming = np.zeros(len(hands), dtype=np.uint8)
        if deck is STANDARD:
            renamed = suit_permutations().astype(np.uint8)
            for number, each in enumerate(suit_permutations()):
                ordered = np.sort(each[hands], axis=1)
                worth = np.zeros(len(hands), dtype=np.int64)
                for column in ordered.T:
                    worth = worth * len(deck) + column
                renaming[worth == keys] = number
        places = numbers_of(hands)
        of, by_number = np.zeros(len(hands), dtype=np.int32), np.zeros(len(hands), dtype=np.uint8)
        of[places], by_number[places] = inverse, renaming
        firsts = tuple(tuple(hands[place].tolist()) for place in first)
        return cls(of, by_number, firsts, renamed)

    def look_up(self, own: Cards) -> tuple[int, NDArray[np.uint8]]:
        """The class of a hand, and what each card is called where the hand is the first of its class."""
        number = set_number(own)
        return int(self.of[number]), self.renamed[self.renaming[number]]


def numbers_of(sets: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of each set of cards, a row in rising order: its place when the last card counts first."""
    choose = np.array([[comb(card, size) for size in range(9)] for card in range(64)])
    numbers: NDArray[np.int64] = sum(
        (choose[column, place] for place, column in enumerate(sets.T, start=1)), np.zeros(len(sets), dtype=np.int64)
    )
    return numbers


def set_number(cards: Sequence[int]) -> int:
    """The number of a set of cards, in any order."""
    return sum(comb(card, place) for place, card in enumerate(sorted(cards), start=1))


class HandDecisions(NamedTuple):
    """The tables themselves, as they are kept: for each turn, the actions, and which is taken by class and cards seen.

    An action puts away cards of a hand that is the first of its class.
    """

    classes: HandClasses
    actions: list[list[Action]]
    taken: list[NDArray[np.int8]]
    solution: Solution


class HandTables:
    """A way to play a game that is counted hand by hand; `way` tells it as data, by which its tables are kept."""

    def __init__(
        self, payoffs: Payoffs, policy: Policy | None = None, progress: Progress = silent, *, way: object = None
    ) -> None:
        self.payoffs = payoffs
        self.turns = payoffs.tree.turns
        self.key = None if way is None else key_of(payoffs, "hand by hand", way)
        self.decisions = kept(self.key, HandDecisions, lambda: self._made(policy, progress))
        self.classes, self.actions, self.taken, self.solution = self.decisions

    def _made(self, policy: Policy | None, progress: Progress) -> HandDecisions:
        """The tables, made anew."""
        classes, deck = HandClasses.in_deck(self.payoffs), len(self.payoffs.terms.rulebook.deck)
        taken = [np.full((len(classes.firsts), comb(deck, turn.seen)), NONE, dtype=np.int8) for turn in self.turns]
        played = _played(self.payoffs, policy, progress)
        solution = replace(induction.solution_of(self.payoffs, played, deck), spots=())
        found = HandDecisions(classes, [[] for _ in self.turns], taken, solution)
        self._fill(found, played)
        return found

    @staticmethod
    def fits(payoffs: Payoffs) -> bool:
        """True if the decisions of a game fit into tables."""
        tree, deck = payoffs.tree, payoffs.terms.rulebook.deck
        alike = len(set(deck.faces)) < len(deck)
        last = max((turn.seen for turn in tree.turns), default=0)
        later = any(choice.discards for turn in tree.turns[1:] for choice in turn.choices)
        entries = comb(len(deck), tree.own) // (1 if alike else 12) * comb(len(deck), last)
        seen = tree.shown == 0 and last <= MOST_SEEN  # the dealer's card seen is no part of a class
        return seen and not later and not (alike and last) and entries <= MOST_ENTRIES

    def __call__(self, info: InfoState) -> Action:
        """The action for an information state."""
        place = self.turns.index(info.turn)
        own = (*info.own, *info.away)
        number, renamed = self.classes.look_up(own)
        seen = set_number([int(renamed[card]) for card in info.community])
        action: Action = self.actions[place][self.taken[place][number, seen]]
        if not action.discard:
            return action
        # A discard is named by its place in the first hand of the class, in rising order of the renamed cards.
        ordered = sorted(own, key=lambda card: (int(renamed[card]), card))
        return Action(action.choice, tuple(ordered[place] for place in action.discard))

    def _fill(self, found: HandDecisions, played: Played) -> None:
        for spot in played.spots:
            number, _ = found.classes.look_up(spot.info.own)
            discard = tuple(sorted(spot.info.own.index(card) for card in spot.taken.discard))
            found.taken[0][number, 0] = _number(found.actions[0], Action(spot.taken.choice, discard))
        for later in played.later or ():
            place = self.turns.index(later.turn)
            number, _ = found.classes.look_up(later.start.cards)
            named = np.array([_number(found.actions[place], Action(choice)) for choice in later.choices])
            reached = later.ways.reshape(-1) > 0
            sets = [set_number(each) for each, here in zip(later.sets(), reached, strict=True) if here]
            found.taken[place][number, sets] = named[later.taken.reshape(-1)[reached]]


def _number(known: list[Action], action: Action) -> int:
    """The number of an action among those known, which it joins if it is new."""
    if action not in known:
        known.append(action)
    return known.index(action)


def _played(payoffs: Payoffs, policy: Policy | None, progress: Progress) -> Played:
    """All hands played through, later turns kept, by the counter that fits the game."""
    counter, hands = solver_of(payoffs).counter_of(payoffs, progress=progress)
    return induction.induce(payoffs, counter, hands, policy, progress, keep_later=True)
