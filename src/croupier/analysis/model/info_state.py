"""The information state: everything that a player knows when asked, in the one form that all of the analysis takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from croupier.analysis.model.paths import Path
from croupier.analysis.model.tree import Decide
from croupier.cards import Deck
from croupier.money import Cents

Cards: TypeAlias = tuple[int, ...]
START = Path()


@dataclass(frozen=True, slots=True)
class InfoState:
    """The turn and the cards, choices and money that the player knows of; every other card may still come."""

    turn: Decide
    own: Cards  # in the order dealt, without those put away
    community: Cards = ()
    path: Path = START  # what the player chose before
    away: Cards = ()  # put away by the player
    dealer: Cards = ()  # those of the dealer's cards that were seen
    dead: Cards = ()  # cards of others that were seen, or that are not in the deck dealt from
    stakes: Mapping[str, Cents] = field(
        default_factory=dict, hash=False
    )  # from before the first decision, if they stand
    bankroll: Cents | None = None  # None: enough for every choice
    meter: Cents = 0

    def unseen(self, deck: Deck) -> Cards:
        """The cards that may still come, in rising order."""
        known = {*self.own, *self.community, *self.away, *self.dealer, *self.dead}
        return tuple(card for card in range(len(deck)) if card not in known)
