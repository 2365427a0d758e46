"""Drawing a table in a terminal, or telling it in plain words for a screen reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.cli import show
from croupier.cli.text import plain
from croupier.games.terms import Terms
from croupier.money import dollars
from croupier.table.events import Event
from croupier.table.telling import tell
from croupier.table.views import HIDDEN

_SIGNS = {"c": ("♣", "green"), "d": ("♦", "blue"), "h": ("♥", "red"), "s": ("♠", "bright_white")}
# What a player is told as it happens; the rest is seen on the table.
_TOLD = {
    "cut",
    "removed",
    "left",
    "away",
    "closed",
    "meter",
    "bonus_chips",
    "community",
    "turned",
    "announced",
    "decided",
}
_TOLD |= {"settled", "stub", "found_face_up", "exposed", "put_right", "irregular", "pending", "ruled", "jammed", "over"}
_STYLES = {"settled": "bold", "irregular": "yellow", "closed": "dim", "stub": "dim", "over": "dim"}
_DRAGONS = {"GD": "yellow", "RD": "red", "BD": "blue"}


class Drawing:
    """How one player sees the table: drawn, or in plain words."""

    def __init__(self, terms: Terms, seat: int, *, plain: bool) -> None:
        self.terms = terms
        self.seat = seat
        self.plain = plain

    def table(self, seen: Mapping[str, Any]) -> None:
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

    def tells(self, event: Event) -> bool:
        """Whether the player is told of an event as it happens; of settlements, of the own."""
        return event.kind in _TOLD and (event.kind != "settled" or event.data["seat"] == self.seat)

    def event(self, event: Event, names: Mapping[int, str] = {}) -> None:
        """Tell an event as far as the player may know it."""
        show.line(f"  {tell(event, self.terms, names)}", _STYLES.get(event.kind))

    def _hand(self, seat: Mapping[str, Any]) -> None:
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

    def choices(self, choices: Iterable[Mapping[str, Any]]) -> None:
        """What may be done now, and what it costs."""
        show.line()
        for place, choice in enumerate(choices, start=1):
            costs = f", costs {dollars(choice['costs'])}" if choice["costs"] else ""
            discards = ", then discard a card" if choice["discards"] else ""
            show.line(f"  {place}  {choice['choice']}{costs}{discards}")
