"""The player who follows a strategy."""

from __future__ import annotations

from collections import defaultdict

from croupier.analysis.errors import StrategyError
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action
from croupier.analysis.strategies.rule_faults import check_open, check_used
from croupier.analysis.strategies.rules import dealer_rank
from croupier.analysis.strategies.strategy_file import Strategy

MOST_KNOWN = 1 << 20  # answers that are remembered


class Player:
    """A player who follows a strategy, as solvers ask for it; remembers which rules were of use."""

    def __init__(self, strategy: Strategy, payoffs: Payoffs) -> None:
        self.strategy = strategy
        self.game = payoffs.game
        self.terms = payoffs.terms
        self.tree = payoffs.tree
        if payoffs.tree != strategy.tree:
            said = ", ".join(f"{option} = {value}" for option, value in strategy.options.items()) or "as by default"
            raise StrategyError(f"{strategy.name} is for other choices than this game has", f"options {said}")
        self.used: defaultdict[str, set[int]] = defaultdict(set)
        self._known: dict[tuple[str, Cards, Cards, int], Action] = {}

    def __call__(self, info: InfoState) -> Action:
        """The action for an information state, whatever was chosen before."""
        key = info.turn.stage, info.own, info.community, dealer_rank(info)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            known = self._known[key] = self._answer(info)
        return known

    def _answer(self, info: InfoState) -> Action:
        stage = self.strategy.stages[info.turn.stage]
        answer = stage.answer(info, self._may)
        assert answer is not None  # noqa: S101 - the last rule is for every hand
        rule = stage.rules[answer.rule]
        check_open(info, rule, self.terms.rulebook.deck, self._may)
        self.used[info.turn.stage].add(answer.rule)
        return Action(rule.choice.name, answer.discard)

    def _may(self, choice: str, own: Cards) -> bool:
        return self.game.may(choice, own, self.terms)

    def check_used(self) -> None:
        """Refuse a strategy with rules that no hand had any use for."""
        for name, stage in self.strategy.stages.items():
            check_used(name, stage, self.used[name])
