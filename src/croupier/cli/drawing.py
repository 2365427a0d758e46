"""Drawing a table in a terminal, or telling it in plain words for a screen reader."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.cli import show
from croupier.cli.text import plain
from croupier.games.terms import Terms
from croupier.money import dollars
from croupier.table.views import HIDDEN

_SIGNS = {"c": ("♣", "green"), "d": ("♦", "blue"), "h": ("♥", "red"), "s": ("♠", "bright_white")}
_DRAGONS = {"GD": "yellow", "RD": "red", "BD": "blue"}


class Drawing:
    """How one player sees the table: drawn, or in plain words."""

    def __init__(self, terms: Terms, seat: int, *, plain: bool) -> None:
        self.terms = terms
        self.seat = seat
        self.plain = plain

    def table(self, seen: dict[str, Any]) -> None:
        """The table as the player sees it now."""
        show.line()
        if seen["dealer"]:
            self._cards("Dealer", seen["dealer"])
        if seen["community"]:
            self._cards("On the table", seen["community"])
        if seen["dead"]:
            self._cards("Out of play", seen["dead"])
        for seat in seen["seats"]:
            if seat["cards"] or seat["wagers"]:
                self._hand(seat)
        if seen["meter"]:
            show.line(f"Progressive: {dollars(seen['meter'])}")

    def _hand(self, seat: dict[str, Any]) -> None:
        own = seat["seat"] == self.seat
        named = f" ({seat['name']})" if seat["name"] else ""
        name = "You" if own else f"Seat {seat['seat']}{named}"
        ended = "" if seat["ending"] == "played" else f" ({seat['ending']})"
        if own or any(card != HIDDEN for card in seat["cards"]):
            self._cards(f"{name}{ended}", seat["cards"])
        titles = self.terms.rulebook.wagers
        wagers = ", ".join(f"{titles[wager].title} {dollars(stake)}" for wager, stake in seat["wagers"].items())
        show.line(f"  {name}{ended}: {wagers or 'no wager left'}", None if own else "dim")

    def _cards(self, label: str, cards: list[str]) -> None:
        if self.plain:
            show.line(f"{label}: {', '.join(self.spoken(card) for card in cards) or 'no cards'}.")
            return
        from rich.text import Text

        rows = [Text(f"{'':14}"), Text(f"{plain(label)[:13]:14}"), Text(f"{'':14}")]
        for card in cards:
            face, style = self._face(card)
            width = max(len(face), 2)
            for row, piece in zip(
                rows, (f"╭{'─' * (width + 2)}╮", f"│ {face:{width}} │", f"╰{'─' * (width + 2)}╯"), strict=True
            ):
                row.append(f"{piece} ", style=style)
        for row in rows:
            show.drawn(row)

    def _face(self, card: str) -> tuple[str, str]:
        if card == HIDDEN:
            return "░░", "dim"
        if card[1:] in _SIGNS and self.terms.rulebook.deck_name == "standard":
            sign, style = _SIGNS[card[1]]
            return f"{card[0].replace('T', '10')}{sign}", style
        return self.spoken(card), _DRAGONS.get(card, "white")

    def spoken(self, card: str) -> str:
        """A card in words."""
        if card == HIDDEN:
            return "a card face down"
        deck = self.terms.rulebook.deck
        return deck.names[deck.faces.index(card)]

    def choices(self, choices: Iterable[dict[str, Any]]) -> None:
        """What may be done now, and what it costs."""
        show.line()
        for place, choice in enumerate(choices, start=1):
            costs = f", costs {dollars(choice['costs'])}" if choice["costs"] else ""
            discards = ", then discard a card" if choice["discards"] else ""
            show.line(f"  {place}  {choice['choice']}{costs}{discards}")
