"""Faults of rules that each by itself can be read: rules that never answer, that contradict, and hands left over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from math import comb

from croupier.analysis.errors import StrategyError
from croupier.analysis.kernels.features import Check
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.symmetry import classes
from croupier.analysis.model.tree import Decide, Tree
from croupier.analysis.strategies.rules import May, Rule, Stage
from croupier.cards import Deck, rank

_HANDS = 300_000  # that are all tried
_TABLES = 50  # cards on the table that are tried with each hand in search of one that no rule covers


def check_after(before: Sequence[Rule], rule: Rule) -> None:
    """Refuse a rule that those before it leave nothing to, as far as their words tell."""
    if any(check.low > check.high for checks in (rule.when, rule.keep) for check in _narrowed(checks)):
        raise StrategyError("no hand is all of this at once", "a condition that some hand meets")
    for number, other in enumerate(before, 1):
        if other.otherwise:
            raise StrategyError(f"rule {number} is for every hand that is left", "otherwise in the last rule")
        if _covers(other, rule):
            same = _covers(rule, other) and other.choice != rule.choice
            why = "says another thing of the same hands" if same else "is for all its hands already"
            raise StrategyError(f"rule {number} ({other.text}) {why}", "one of the two, or the narrower first")


def _narrowed(checks: Sequence[Check]) -> Iterator[Check]:
    """Each feature that is asked about, between the narrowest bounds asked for."""
    for check in checks:
        alike = [each for each in checks if each[:3] == check[:3]]
        yield check._replace(low=max(each.low for each in alike), high=min(each.high for each in alike))


def _covers(wide: Rule, narrow: Rule) -> bool:
    """True if one rule answers wherever the other does."""
    return _implied(wide.when, narrow.when) and (not wide.keep or _implied(wide.keep, narrow.keep))


def _implied(wide: Sequence[Check], narrow: Sequence[Check]) -> bool:
    known = list(_narrowed(narrow))
    return all(
        any(each[:3] == check[:3] and check.low <= each.low and each.high <= check.high for each in known)
        for check in wide
    )


# ---- over all hands ------------------------------------------------------------------------------------


def check_stage(turn: Decide, stage: Stage, tree: Tree, deck: Deck, may: May) -> None:
    """Refuse rules that leave a hand over; where no card is on the table yet, also those that no hand ever meets.

    Where there are very many hands, those are found when all deals are played.
    """
    if not stage.rules[-1].otherwise:
        choice = turn.choices[0]
        last = f"{choice.name}{' keeping the highest cards' * bool(choice.discards)} otherwise"
        left = _left_over(turn, stage, tree, deck, may)
        raise StrategyError(f"{turn.stage}: {left}", f'a last rule for all that is left, as in "{last}"')
    if turn.seen == 0 and comb(len(deck), tree.own) <= _HANDS:
        hands = (hand for hand, _ in classes(deck, range(len(deck)), tree.own))
        infos = (InfoState(turn, hand, dealer=each) for hand in hands for each in _dealers(hand, tree, deck))
        check_used(turn.stage, stage, {_answered(info, stage, deck, may) for info in infos})


def _left_over(turn: Decide, stage: Stage, tree: Tree, deck: Deck, may: May) -> str:
    """A hand that no rule covers, if one is soon found."""
    hands = (
        (hand for hand, _ in classes(deck, range(len(deck)), tree.own)) if comb(len(deck), tree.own) <= _HANDS else ()
    )
    for hand in hands:
        rest = [card for card in range(len(deck)) if card not in hand]
        for table in islice(combinations(rest, turn.seen), _TABLES):
            for dealer in _dealers(hand + table, tree, deck):
                if stage.answer(InfoState(turn, hand, table, dealer=dealer), may) is None:
                    with_table = f" with {deck.text(table)} on the table" if table else ""
                    against = f" against {deck.text(dealer)}" if dealer else ""
                    return f"no rule covers {deck.text(hand)}{with_table}{against}"
    return "the last rule is not for all that is left"


def _dealers(known: Cards, tree: Tree, deck: Deck) -> Iterator[Cards]:
    """The dealer's cards that may be seen, one for each rank that the highest can have; none where none is seen."""
    ranks: set[int] = set()
    for dealer in combinations([card for card in range(len(deck)) if card not in known], tree.shown):
        top = max(map(rank, dealer), default=-1)
        if top not in ranks:
            ranks.add(top)
            yield dealer


def _answered(info: InfoState, stage: Stage, deck: Deck, may: May) -> int:
    """The rule that answers for a hand, whose action must be open to it."""
    answer = stage.answer(info, may)
    assert answer is not None  # noqa: S101 - the last rule is for every hand
    check_open(info, stage.rules[answer.rule], deck, may)
    return answer.rule


def check_open(info: InfoState, rule: Rule, deck: Deck, may: May) -> None:
    """Refuse an answer that is not open to a hand."""
    turn, own = info.turn, info.own
    if not may(rule.choice.name, own):
        accepted = ", ".join(each.name for each in turn.choices if may(each.name, own))
        raise StrategyError(
            f"{turn.stage} ({rule.text}): {rule.choice.name} is not open with {deck.text(own)}",
            f'{accepted}, or the condition "allowed"',
        )


def check_used(name: str, stage: Stage, used: Iterable[int]) -> None:
    """Refuse rules that never answered, every hand being asked; a rule for what is left may have nothing left."""
    idle = [rule for place, rule in enumerate(stage.rules) if place not in set(used) and not rule.otherwise]
    if idle:
        raise StrategyError(
            f"{name} ({idle[0].text}): the rules before leave this one no hand that comes so far",
            "a strategy without it",
        )
