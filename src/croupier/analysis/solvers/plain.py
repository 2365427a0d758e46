"""The plain solver: it walks the script of any game, card by card, and settles every deal by the game's own hand.

It is slow and short. Whatever is faster must give the same answer wherever this can reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.paths import Path, turns_left
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action, Policy, Progress, Solution, Spot, Tally, prefer, silent, ties
from croupier.analysis.model.symmetry import classes
from croupier.analysis.model.tree import Decide
from croupier.games.game import Board, Choice, Hand


def solve(
    payoffs: Payoffs, live: Sequence[int] | None = None, policy: Policy | None = None, progress: Progress = silent
) -> Solution:
    """A whole game, dealt from all of its deck or from the cards that are live."""
    deck = payoffs.terms.rulebook.deck
    cards = tuple(range(len(deck))) if live is None else tuple(live)
    dead = tuple(card for card in range(len(deck)) if card not in cards)
    walk = _Walk(payoffs, policy, dead=dead)
    tally, cycle = Tally(), 0
    starts = classes(deck, cards, payoffs.tree.own)
    for done, start in enumerate(starts):
        progress(done, len(starts))
        walk.hands = start.hands
        rest = tuple(card for card in cards if card not in start.cards)
        _, under = walk.go(start.cards, (), rest, Path(), ())
        tally.add(under, start.hands)
        cycle += start.hands * walk.completions((), rest)
    return Solution(cycle, tally.ends, tally.actions, walk.spots, tied=tally.tied)


def look(payoffs: Payoffs, info: InfoState) -> Spot:
    """One information state: what each action is worth, the unseen cards being equally likely."""
    walk = _Walk(payoffs, None, info.dealer, info.dead)
    walk.go(info.own, info.community, info.unseen(payoffs.terms.rulebook.deck), info.path, info.away)
    return walk.spots[-1]


class _Walk:
    """A walk over all that can come; `dealer` has those of the dealer's cards that are known."""

    def __init__(self, payoffs: Payoffs, policy: Policy | None, dealer: Cards = (), dead: Cards = ()) -> None:
        self.payoffs = payoffs
        self.policy = policy
        self.tree = payoffs.tree
        self.dealer = dealer
        self.dead = dead
        self.hidden = self.tree.dealer - len(dealer)
        self.hands = 1  # that the one dealt stands for
        self.spots: list[Spot] = []

    def go(self, kept: Cards, seen: Cards, rest: Cards, path: Path, away: Cards) -> tuple[int, Tally]:
        """The total of all deals from here, and their tally, under the best play or the strategy given."""
        asked = turns_left(path, self.tree.turns)
        if path.ending != "played":
            return self._ended(kept, seen, rest, path)
        goal = asked[0].seen if asked else self.tree.community
        if len(seen) < goal:
            return self._dealt(kept, seen, rest, path, away, goal - len(seen))
        return self._asked(asked[0], kept, seen, rest, path, away) if asked else self._showdown(kept, seen, rest, path)

    def completions(self, seen: Cards, rest: Cards) -> int:
        """In how many ways the cards to come may fall, the stages of the community cards told apart."""
        ways, known, unseen = 1, len(seen), len(rest)
        for goal in sorted({turn.seen for turn in self.tree.turns} | {self.tree.community}):
            if goal > known:
                ways *= comb(unseen, goal - known)
                known, unseen = goal, unseen - (goal - known)
        return ways * comb(unseen, self.hidden)

    def _dealt(self, kept: Cards, seen: Cards, rest: Cards, path: Path, away: Cards, more: int) -> tuple[int, Tally]:
        total, tally = 0, Tally()
        # Cards of several stages, dealt together where nothing is asked between, count once for each order of stages.
        times = self.completions(seen, rest) // (
            comb(len(rest), more) * self.completions(seen + rest[:more], rest[more:])
        )
        for cards in combinations(rest, more):
            value, under = self.go(kept, seen + cards, _without(rest, cards), path, away)
            total += value * times
            tally.add(under, times)
        return total, tally

    def _asked(self, turn: Decide, kept: Cards, seen: Cards, rest: Cards, path: Path, away: Cards) -> tuple[int, Tally]:
        stakes, meter = self.payoffs.opening, self.payoffs.meter
        info = InfoState(turn, kept, seen, path, away, self.dealer, self.dead, stakes, meter=meter)
        totals, risks, tallies = {}, {}, {}
        for choice, action in self._open(turn, kept, path):
            after = path.then(turn, choice)
            value, under = self.go(_without(kept, action.discard), seen, rest, after, away + action.discard)
            totals[action], risks[action], tallies[action] = value, self.payoffs.at_risk(after), under
        taken = self.policy(info) if self.policy else prefer(totals, risks)
        ways = self.completions(seen, rest)
        values = {action: Fraction(total, ways) for action, total in totals.items()}
        self.spots.append(Spot(info, self.hands, values, taken))
        tallies[taken].tied |= ties(totals, risks)
        tallies[taken].actions[turn.stage, taken.choice] += ways
        return totals[taken], tallies[taken]

    def _open(self, turn: Decide, kept: Cards, path: Path) -> Iterator[tuple[Choice, Action]]:
        for choice in turn.choices:
            if self.payoffs.allows(choice, kept, path.then(turn, choice)):
                for discard in combinations(kept, choice.discards):
                    yield choice, Action(choice.name, discard)

    def _ended(self, kept: Cards, seen: Cards, rest: Cards, path: Path) -> tuple[int, Tally]:
        """A hand that has ended is worth the same whatever comes."""
        ways = self.completions(seen, rest)
        # A dealer's hand is there to be read, and any will do.
        return self._settled(kept, seen, self.dealer + rest[: self.hidden], path, ways)

    def _showdown(self, kept: Cards, seen: Cards, rest: Cards, path: Path) -> tuple[int, Tally]:
        total, tally = 0, Tally()
        for dealer in combinations(rest, self.hidden):
            value, under = self._settled(kept, seen, self.dealer + dealer, path, 1)
            total += value
            tally.add(under)
        return total, tally

    def _settled(self, kept: Cards, seen: Cards, dealer: Cards, path: Path, ways: int) -> tuple[int, Tally]:
        hand = Hand(kept, path.ending)
        facts = self.payoffs.read(hand, Board(seen, dealer, (hand,), self.payoffs.meter))
        tally = Tally()
        tally.ends[path, facts] = ways
        return self.payoffs.net(path, facts) * ways, tally


def _without(cards: Cards, gone: Cards) -> Cards:
    return tuple(card for card in cards if card not in gone)
