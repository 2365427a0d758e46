"""Luck: the part of recorded results that neither the expectation nor the players' mistakes explain.

A hand's net result is the expectation of its wagers under the best play, plus luck, minus what its decisions gave away
beside the best ones. Each decision is valued by what that player knew, cards unseen being equally likely; so luck has
mean zero, however well or badly anybody plays, as long as the cards are fair and nobody knows more than he should.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from croupier.analysis.analyst import Analyst
from croupier.analysis.coach.coach import Coach, CoachError
from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.paths import Path, turns_left
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action
from croupier.analysis.model.tree import Decide
from croupier.analysis.results.fit import deviations_away
from croupier.analysis.solvers.solver import best_value
from croupier.games.game import Choice
from croupier.games.lines import Line
from croupier.money import Cents

MOST_KEPT = 50_000  # costs of first decisions, which come again

Stakes = Mapping[str, Cents]


class Dealt(NamedTuple):
    """A player's hand of a round that is over."""

    own: Cards  # as dealt, those put away among them
    away: Cards  # in the order in which they were put away
    community: Cards  # in the order in which they were turned up
    decisions: tuple[str, ...]
    staked: Stakes  # all that was put up
    lines: tuple[Line, ...]


class DealtRound(NamedTuple):
    """A round that is over: its hands, the meter when it was dealt, and the hands dealt, the dealer's among them."""

    hands: tuple[Dealt, ...]
    meter: Cents = 0
    at_table: int = 0
    irregular: bool = False  # void, or somebody may have known more than the rules have it: it has no luck


class ValuedHand(NamedTuple):
    """A hand's result in cents, and the parts that it is made of."""

    net: Fraction
    expected: Fraction
    mistakes: Fraction

    @property
    def luck(self) -> Fraction:
        """All that is left of the result."""
        return self.net - self.expected + self.mistakes


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of many rounds, in cents; its deviation is that of all seats together, round by round."""

    rounds: int
    hands: int
    left_out: int  # hands of rounds that were void or irregular, or that hold a decision without a value
    net: float
    expected: float
    luck: float
    mistakes: float
    deviation: float

    @property
    def away(self) -> float:
        """The luck in standard deviations."""
        return deviations_away(self.luck, self.deviation**2)

    def to_json(self) -> dict[str, object]:
        """The data that `--json` prints."""
        return {
            "rounds": self.rounds,
            "hands": self.hands,
            "left_out": self.left_out,
            "net_cents": self.net,
            "expected_cents": self.expected,
            "luck_cents": self.luck,
            "mistakes_cents": self.mistakes,
            "deviation_cents": self.deviation,
            "deviations_away": self.away,
        }


def luck_of(rounds: Iterable[DealtRound], value: Valuer) -> Luck:
    """The luck of rounds."""
    of_rounds: list[float] = []
    valued: list[ValuedHand] = []
    left_out = 0
    for each in rounds:
        hands = [None if each.irregular else value(hand, each) for hand in each.hands]
        known = [hand for hand in hands if hand is not None]
        left_out += len(hands) - len(known)
        valued += known
        if known:
            of_rounds.append(float(sum(hand.luck for hand in known)))
    return Luck(
        len(of_rounds),
        len(valued),
        left_out,
        math.fsum(float(each.net) for each in valued),
        math.fsum(float(each.expected) for each in valued),
        math.fsum(of_rounds),
        math.fsum(float(each.mistakes) for each in valued),
        math.sqrt(math.fsum(each**2 for each in of_rounds)),
    )


class Valuer:
    """The value of hands under one table's terms, from the solution that an analyst has made."""

    def __init__(self, analyst: Analyst) -> None:
        self._analyst = analyst
        self._terms, self._game = analyst.terms, analyst.game
        self._coach = Coach(analyst.terms, analyst.game)
        self._coach.take_over(analyst.solution)
        self._unit = analyst.solution.value(analyst.payoffs)
        self._decided: dict[object, Stakes] = {}
        self._plays: dict[object, Fraction] = {}
        self._sides: dict[object, Fraction | None] = {}
        self._tallies: dict[tuple[str, int], Mapping[Any, int]] = {}
        self._costs: dict[object, Fraction] = {}

    def __call__(self, hand: Dealt, of: DealtRound) -> ValuedHand | None:
        """The parts of a hand's result; None if it is void, or holds a decision that has no value."""
        steps = self._steps(hand.decisions)
        if steps is None or any(line.result == "void" for line in hand.lines):
            return None
        placed = {choice.wager for _, choice in steps}
        opening = {name: stake for name, stake in hand.staked.items() if name not in placed}
        try:
            mistakes = sum((self._cost(*each) for each in _asked(hand, steps, opening, of.meter)), Fraction(0))
        except (CoachError, KeyError):  # without the cards that the game deals, or one that cards do not allow
            return None
        counted = self._counted(opening)
        sides = {name: self._of_side(name, stake, of) for name, stake in opening.items() if name not in counted}
        # A wager whose expectation nobody can tell, as it depends on others' choices, has no luck either.
        expected = self._of_play(counted, of.meter) + sum(each or 0 for each in sides.values())
        net = sum(line.amount for line in hand.lines if sides.get(line.wager, 0) is not None)
        return ValuedHand(Fraction(net), expected, mistakes)

    # ---- decisions -------------------------------------------------------------------------------------

    def _steps(self, decisions: tuple[str, ...]) -> list[tuple[Decide, Choice]] | None:
        """Each turn with its choice; None if one is none of the game's, as for a player who left."""
        path, steps = Path(), list[tuple[Decide, Choice]]()
        for name in decisions:
            turn = next(iter(turns_left(path, self._coach.tree.turns)), None)
            choice = next((each for each in turn.choices if each.name == name), None) if turn else None
            if turn is None or choice is None:
                return None
            steps.append((turn, choice))
            path = path.then(turn, choice)
        return None if turns_left(path, self._coach.tree.turns) else steps

    def _cost(self, info: InfoState, action: Action) -> Fraction:
        """The cost of a decision beside the best one, in cents."""
        cards = tuple(sorted(info.own)), tuple(sorted(info.community))
        key = info.turn.stage, *cards, info.path, tuple(info.stakes.items()), info.meter, action
        known = self._costs.get(key)
        if known is None:
            known = self._coach.advise_on(info).cost(action)
            if not info.path.choices:
                if len(self._costs) >= MOST_KEPT:
                    self._costs.clear()
                self._costs[key] = known
        return known

    # ---- expectations ----------------------------------------------------------------------------------

    def _counted(self, opening: Stakes) -> Stakes:
        key = tuple(opening.items())
        if key not in self._decided:
            self._decided[key] = self._coach.counted(opening)
        return self._decided[key]

    def _of_play(self, stakes: Stakes, meter: Cents) -> Fraction:
        """The expectation of the wagers that decisions make a difference to, under the best play."""
        key = tuple(stakes.items()), meter
        if key not in self._plays:
            base, terms = self._analyst.payoffs, self._terms
            payoffs = Payoffs(self._game, terms, stakes, limits=True, meter=meter, tree=self._coach.tree)
            times = self._times(base, payoffs)
            say = self._analyst.say
            self._plays[key] = self._unit * times if times else best_value(payoffs, say("stakes that pay otherwise"))
        return self._plays[key]

    def _times(self, base: Payoffs, payoffs: Payoffs) -> Fraction | None:
        """The number of units staked, if all pays in proportion: no limit acts and nothing is rounded.

        Limits and rounding only take off, so where the best play's own ends pay in full no other play is better.
        """
        if base.opening.keys() != payoffs.opening.keys():
            return None
        ratios = {Fraction(stake, base.opening[name]) for name, stake in payoffs.opening.items()}
        if len(ratios) > 1:
            return None
        ratio = ratios.pop()
        same = all(payoffs.net(*ended) == ratio * base.net(*ended) for ended in self._analyst.solution.tally)
        return ratio if same else None

    def _of_side(self, wager: str, stake: Cents, of: DealtRound) -> Fraction | None:
        """The expectation of a side wager that no decision changes; None where it depends on others' hands or folds."""
        hands = of.at_table if wager in self._terms.on_all_hands else 0
        meter = of.meter if wager == "progressive" else 0
        key = wager, stake, meter, hands
        if key not in self._sides:
            try:
                tally = self._tally(wager, hands)
            except AnalysisError:
                self._sides[key] = None
                return None
            total = sum(count * self._settled(facts, wager, stake, meter) for facts, count in tally.items())
            self._sides[key] = Fraction(total, sum(tally.values()))
        return self._sides[key]

    def _settled(self, facts: Any, wager: str, stake: Cents, meter: Cents) -> Cents:  # noqa: ANN401 - a game's own
        facts = facts._replace(meter=meter) if meter else facts
        return sum(line.amount for line in self._game.settle(facts, {wager: stake}, self._terms))

    def _tally(self, wager: str, hands: int) -> Mapping[Any, int]:
        if any(table.looks_at == "other hands" for table in self._terms.side_tables.get(wager, ())):
            raise AnalysisError(f"{wager} looks at the hands of other players")
        if (wager, hands) not in self._tallies:
            found = self._analyst.highest(wager, hands) if hands else self._analyst.looked_at(wager)
            self._tallies[wager, hands] = found
        return self._tallies[wager, hands]


def _asked(
    hand: Dealt, steps: list[tuple[Decide, Choice]], opening: Stakes, meter: Cents
) -> Iterator[tuple[InfoState, Action]]:
    """Each decision with what the player knew."""
    gone: Cards = ()
    path, own = Path(), hand.own
    for turn, choice in steps:
        discard = tuple(sorted(hand.away[len(gone) : len(gone) + choice.discards]))
        known = InfoState(turn, own, hand.community[: turn.seen], path, gone, stakes=opening, meter=meter)
        yield known, Action(choice.name, discard)
        path, gone = path.then(turn, choice), gone + discard
        own = tuple(card for card in own if card not in discard)
