"""The hands that a game begins with, one for each class of hands alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice

from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.symmetry import classes


def live_cards(payoffs: Payoffs, live: Sequence[int] | None) -> Cards:
    """The cards dealt from: those that are live, or the whole deck."""
    return tuple(range(len(payoffs.terms.rulebook.deck)) if live is None else live)


def starts_of(payoffs: Payoffs, live: Sequence[int] | None = None) -> list[tuple[InfoState, int]]:
    """Every class of hands as it is dealt, with its size, and with each of the dealer's cards that may be seen."""
    deck, cards, shown = payoffs.terms.rulebook.deck, live_cards(payoffs, live), payoffs.tree.shown
    dead = tuple(card for card in range(len(deck)) if card not in cards)
    turn = payoffs.tree.turns[0]
    return [
        (InfoState(turn, own, dealer=dealer, dead=dead, stakes=payoffs.opening, meter=payoffs.meter), hands)
        for own, hands in classes(deck, cards, payoffs.tree.own)
        for dealer in combinations([card for card in cards if card not in own], shown)
    ]


def first_info(payoffs: Payoffs, community: int = 0) -> InfoState:
    """The state of a player who holds the lowest cards of the deck at the first question."""
    tree, cards = payoffs.tree, iter(range(len(payoffs.terms.rulebook.deck)))
    own, dealer, board = (tuple(islice(cards, many)) for many in (tree.own, tree.shown, community))
    return InfoState(tree.turns[0], own, board, dealer=dealer, stakes=payoffs.opening, meter=payoffs.meter)
