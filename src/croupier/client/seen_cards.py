"""Cards that a client saw dealt in a round, and whose they were, from the messages of the table as they came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from croupier.client.answers import Message
from croupier.table.views.view import HIDDEN

_MOVED = frozenset({"irregular", "put_right", "dealer_void", "ruled", "exposed", "found_face_up"})


class SeenCards:
    """The cards of one round: by number as events tell them, and by face as views show them.

    Cards that may have moved since are kept without their place.
    """

    def __init__(self) -> None:
        self._round = 0
        self._begin()

    def _begin(self) -> None:
        self._told: dict[str, list[int]] = {}
        self._shown: dict[str, Counter[str]] = {}  # the most of each face that a view has shown
        self._apart: list[int] = []
        self._moved = False
        self._seats: set[int] = set()

    @property
    def seats(self) -> list[int]:
        """The own seats that were dealt cards in the round."""
        return sorted(self._seats)

    def hear(self, message: Message) -> None:
        """Take in the events of a message, and what its view shows; after a gap that is all that is known."""
        if not message.is_whole and message.view["round"] != self._round:
            self._begin()
        for event in message.events:
            if event.kind == "closed":
                self._begin()
            self._event(event.kind, event.data)
            if event.kind == "dealt":
                self._seats |= {seat for seat in message.yours if str(seat) == str(event.data["to"])}
        self._round = message.view["round"]
        view = message.view
        self._show("dealer", view["dealer"])
        self._show("community", view["community"])
        for seat in view["seats"]:
            self._show(str(seat["seat"]), [*seat["cards"], *seat["discard"]])
            if seat["cards"] and seat["seat"] in message.yours:
                self._seats.add(seat["seat"])

    def _event(self, kind: str, data: Mapping[str, Any]) -> None:
        self._moved |= kind in _MOVED
        if kind == "dealt" and "card" in data:
            self._tell(str(data["to"]), [data["card"]])
        elif kind == "community":
            self._tell("community", [data["card"]])
        elif kind == "turned":
            self._tell(str(data["of"]), data["cards"])
        elif kind in {"exposed", "found_face_up"}:
            self._apart.append(data["card"])
        elif kind == "burned" and data.get("of") == "community":
            self._moved |= bool(self._told.get("community") or self._shown.get("community"))

    def _tell(self, holder: str, cards: Iterable[int]) -> None:
        known = self._told.setdefault(holder, [])
        known += [each for each in cards if each not in known]

    def _show(self, holder: str, cards: Iterable[str]) -> None:
        self._shown[holder] = self._shown.get(holder, Counter()) | Counter(each for each in cards if each != HIDDEN)

    def faces(self, deck: Sequence[str]) -> tuple[dict[str, list[str]], list[str]]:
        """The cards by whose they were (a seat's number, "dealer", "community"), and those without a place."""
        at = {
            holder: Counter(_face(each, deck) for each in self._told.get(holder, ()))
            | self._shown.get(holder, Counter())
            for holder in {**self._told, **self._shown}
        }
        if self._moved:
            seen = {each for cards in self._told.values() for each in cards}.union(self._apart)
            shown = sum(self._shown.values(), Counter[str]())
            return {}, sorted((Counter(_face(each, deck) for each in seen) | shown).elements())
        return {holder: sorted(cards.elements()) for holder, cards in at.items() if cards}, []


def _face(card: int, deck: Sequence[str]) -> str:
    """The face of a card; a number that the deck does not have stays a number, which no receipt has."""
    return deck[card] if 0 <= card < len(deck) else str(card)
