"""Decisions and actions in sentences, for who reads or listens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.analysis.coach.knowledge import View
from croupier.analysis.model.solution import Action
from croupier.games.terms import Terms
from croupier.table.views.view import HIDDEN


def action_said(terms: Terms, action: Action) -> str:
    """An action: `Play 4x`, or `Bet, putting away the five of clubs`."""
    choice = action.choice[:1].upper() + action.choice[1:]
    away = [terms.rulebook.deck.names[card] for card in action.discard]
    return f"{choice}, putting away the {_listed(away)}" if away else choice


def spot_said(terms: Terms, seen: View, stage: str) -> str:
    """A turn as the player sees it who is asked."""
    seat = next(each for each in seen["seats"] if each["seat"] == seen["due"]["seat"])
    stakes = [f"{terms.money(stake)} on {terms.wagers[name].title}" for name, stake in seat["wagers"].items()]
    said = f", and have said {_listed(seat['decisions'])}" if seat["decisions"] else ""
    piles = {"You hold": seat["cards"], "On the table lie": seen["community"], "The dealer shows": seen["dealer"]}
    shown = {place: _named(terms, cards) for place, cards in piles.items()}
    sentences = [f"{place} {_listed(cards)}." for place, cards in shown.items() if cards]
    return " ".join([f"{stage[:1].upper()}{stage[1:]}.", *sentences, f"You have {_listed(stakes)}{said}."])


def _named(terms: Terms, cards: Iterable[str]) -> list[str]:
    deck = terms.rulebook.deck
    names = dict(zip(deck.faces, deck.names, strict=True))
    return [f"the {names[face]}" for face in cards if face != HIDDEN]


def _listed(words: Sequence[str]) -> str:
    """`one, two and three`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
