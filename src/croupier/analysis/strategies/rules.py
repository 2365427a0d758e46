"""The rules of one stage, asked about a hand: the first whose condition holds answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, TypeAlias

from croupier.analysis.kernels.features import MADE, STRAIGHT, SUITED, Check, bits, first, packed, value
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.strategies.words import Words
from croupier.cards import rank
from croupier.games.game import Choice

May: TypeAlias = Callable[[str, Cards], bool]  # whether a choice is open to a hand


def dealer_rank(info: InfoState) -> int:
    """The rank of the dealer's card that is seen, the highest of several; -1 for none."""
    return max(map(rank, info.dealer), default=-1)


@dataclass(frozen=True, slots=True)
class Rule:
    """One line: what to do, when, and what the cards must be that it does not put away."""

    text: str
    choice: Choice
    when: tuple[Check, ...]
    keep: tuple[Check, ...] = ()
    closest: bool = False  # of several ways to keep, the closest cards before the highest
    otherwise: bool = False


class Answer(NamedTuple):
    """The rule that answered, and the cards that it puts away."""

    rule: int
    discard: Cards = ()


class Stage:
    """The rules of a stage, ready to be asked."""

    def __init__(self, rules: Sequence[Rule], choices: Sequence[Choice], words: Words) -> None:
        self.rules = rules
        self.choices = choices
        self.words = words
        self.when = packed(rule.when for rule in rules)
        self._keep = packed(rule.keep for rule in rules)

    def answer(self, info: InfoState, may: May) -> Answer | None:
        """The answer for an information state, or none where no rule has one."""
        own = info.own
        allowed = sum(may(each.name, own) << place for place, each in enumerate(self.choices))
        given = self.words.strength(own), allowed, dealer_rank(info)
        hand, table = (bits(own), bits(info.community)) if self.words.standard else (0, 0)
        which = first(self.when, 0, hand, table, given)
        while which >= 0:
            rule = self.rules[which]
            if not rule.choice.discards:
                return Answer(which)
            ways = [away for away in combinations(own, rule.choice.discards) if self._keeps(which, own, away, table)]
            if ways:
                return Answer(which, max(ways, key=lambda away: _order(rule, own, away)))
            which = first(self.when, which + 1, hand, table, given)
        return None

    def _keeps(self, which: int, own: Cards, away: Cards, table: int) -> bool:
        return first(self._keep, which, bits(own) - bits(away), table) == which


def _order(rule: Rule, own: Cards, away: Cards) -> tuple[int, int, int]:
    """The order of ways to keep cards: the closest if that is asked for, then the highest, then those of one suit."""
    kept = bits(own) - bits(away)
    spread = value(STRAIGHT, len(own) - len(away), kept) if rule.closest else 0
    return -spread, value(MADE, 0, kept), -value(SUITED, 0, kept)
