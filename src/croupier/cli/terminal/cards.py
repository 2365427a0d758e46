"""Card formatting for a terminal: `K♠ 10♦` everywhere, or in words for a screen reader."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cards import STANDARD, Deck
from croupier.table.views.view import HIDDEN

_SIGNS = {"c": ("♣", "green"), "d": ("♦", "blue"), "h": ("♥", "red"), "s": ("♠", "bright_white")}
_COLOURS = {"GD": "yellow", "RD": "red", "BD": "blue"}


class Faces:
    """Formatter for a deck's cards, with suit symbols or in plain words."""

    def __init__(self, deck: Deck, *, plain: bool) -> None:
        self.deck = deck
        self.plain = plain
        self._signed = deck is STANDARD and not plain

    def card(self, card: str | int) -> str:
        """One card, by its face or its number."""
        if card == HIDDEN:
            return "a card face down" if self.plain else "░░"
        face = card if isinstance(card, str) else self.deck.faces[card]
        if self._signed:
            return f"{face[0].replace('T', '10')}{_SIGNS[face[1]][0]}"
        return self.deck.names[self.deck.faces.index(face)]

    def cards(self, cards: Iterable[str | int]) -> str:
        """Several cards; names of several words are told apart by commas."""
        return (" " if self._signed else ", ").join(map(self.card, cards))

    def colour(self, card: str) -> str:
        """The colour that a card is drawn in."""
        if card == HIDDEN:
            return "dim"
        return _SIGNS[card[1]][1] if self.deck is STANDARD else _COLOURS.get(card, "white")

    def matching(self, typed: str, hand: Iterable[str]) -> list[str]:
        """The cards of a hand that the typed text may mean: `Kh`, `10d`, `K♠`, `king`, `ten of diamonds`, `Rabbit`."""
        wanted = " ".join(typed.casefold().replace("10", "t").split())
        signs = {sign: letter for letter, (sign, _) in _SIGNS.items()}
        wanted = "".join(signs.get(each, each) for each in wanted)
        hand = list(hand)
        exact = [face for face in hand if wanted == face.casefold()]
        names = {face: self.deck.names[self.deck.faces.index(face)].casefold() for face in hand}
        return exact or [face for face in hand if wanted and names[face].startswith(wanted)]
