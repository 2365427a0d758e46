"""The simplest automatic player: it stays in as cheaply as it can."""

from __future__ import annotations

from croupier.games.game import Ask, Choice
from croupier.table.model.command import Command
from croupier.table.model.state import State
from croupier.table.procedures.payouts import offered
from croupier.table.views.view import choices


def by_itself(state: State, number: int) -> Command:
    """The automatic player's decision: declare if possible, otherwise stay in as cheaply as possible."""
    step = state.fixed.script[state.step]
    assert isinstance(step, Ask)  # noqa: S101 - a player is asked at an Ask step only
    seat = state.seat(number)
    cards = state.faces(seat.cards)
    open_to = [choice for choice in offered(seat, step) if state.fixed.game.may(choice.name, cards, state.terms)]
    stays = sorted((choice for choice in open_to if choice.ending != "folded"), key=lambda choice: not choice.turns_up)
    affordable = [choice for choice in stays if _can_pay(state, number, choice)]
    choice = (affordable or [each for each in open_to if each.ending == "folded"] or open_to)[0]
    args: dict[str, object] = {"choice": choice.name}
    if choice.discards:
        away = sorted(cards)[: choice.least_discards]
        args["discard"] = away[0] if len(away) == 1 else away
    return Command("player", "decide", number, args)


def _can_pay(state: State, number: int, choice: Choice) -> bool:
    costs = {each["choice"]: each["costs"] for each in choices(state, number)}
    return bool(costs[choice.name] <= state.purse(state.seat(number).person))
