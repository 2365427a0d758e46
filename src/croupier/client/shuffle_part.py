"""A player's part in the shuffles at one table: numbers promised and given, what was shown, and receipts.

What is kept comes from the messages of the table alone, each taken when it came: so a receipt is checked against what
the house has shown before, not against what it says afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from croupier.client.answers import Checked, Message
from croupier.client.player_numbers import Numbers
from croupier.table.model.state import COMMITTED, SEEDED
from croupier.table.receipts.verify import Finding, KeptByHolder, ReceiptError, verify

_MOST_ROOTS = 16  # that are remembered; a table has two decks at most


class _Shuffle(NamedTuple):
    """A shuffle as it was known before it was made: the commitment to its secret, and one's own number in it."""

    commitment: str = ""
    number: str = ""


class ShufflePart:
    """One person's part at one table."""

    def __init__(self, text: str | None = None) -> None:
        self._numbers = Numbers(text)
        self.promised = False  # a hash of one's own is on record
        self._next = _Shuffle()
        self._decks: dict[int, _Shuffle] = {}
        self._roots: dict[str, _Shuffle] = {}
        self._ready_for = ""  # the root that was shown when one became ready
        self._bet_on = ""  # the root that was shown before bets closed

    # ---- numbers -------------------------------------------------------------------------------------------

    def promise(self, message: Message) -> dict[str, str]:
        """The promise that goes with sitting down."""
        return self._numbers.promise() if _takes_numbers(message) and not self.promised else {}

    def give(self, message: Message) -> dict[str, str]:
        """The number for the next shuffle, which goes with a bet unless it is on record."""
        on_record = set(message.yours) & set(message.view["numbers"])
        return self._numbers.give() if _takes_numbers(message) and not on_record else {}

    # ---- what is heard -------------------------------------------------------------------------------------

    def hear(self, before: Message | None, message: Message) -> None:
        """Take in a message: events at the table, or its view after a gap."""
        if before is None or not message.is_whole:
            self._next, self._ready_for, self._bet_on = _Shuffle(message.view["commitment"]), "", ""
            self._decks.clear()
            return
        for event in message.events:
            if event.kind == "opened":
                self._begin(event.data)
            elif event.kind == "number" and event.data["seat"] in message.yours:
                self._number(event.data)
            elif event.kind == "shuffled":
                self._decks[event.data["deck"]] = self._next
                self._next = _Shuffle(event.data.get("commitment", ""))
            elif event.kind == "loaded" and event.data.get("root"):
                self._loaded(event.data)
            elif event.kind == "closed":
                self._bet_on = self._ready_for or before.view["root"]
        self.promised = self.promised and bool(message.yours)
        was, now = _is_ready(before), _is_ready(message)
        self._ready_for = (self._ready_for if was else before.view["root"]) if now else ""

    def _begin(self, data: Mapping[str, Any]) -> None:
        """Another session: nothing that was shown or promised before holds there."""
        self.promised, self._next = False, _Shuffle(data["commitment"])
        self._decks.clear()

    def _number(self, data: Mapping[str, Any]) -> None:
        self.promised = True
        self._numbers.heard(data["number"])
        if data["counts"]:
            self._next = self._next._replace(number=data["number"])

    def _loaded(self, data: Mapping[str, Any]) -> None:
        self._roots[data["root"]] = self._decks.get(data["deck"], _Shuffle())
        if len(self._roots) > _MOST_ROOTS:
            del self._roots[next(iter(self._roots))]

    # ---- receipts ------------------------------------------------------------------------------------------

    def check(self, table: str, number: int, receipt: Any) -> Checked:  # noqa: ANN401 - whatever the house gave
        """The findings on the receipt of a round, held against what was shown before it."""
        given = receipt if isinstance(receipt, dict) else {}
        about = (given.get("table"), given.get("round")) == (table, number)
        shuffle = self._roots.get(str(given.get("root"))) or self._roots.get(self._bet_on) or _Shuffle()
        known = KeptByHolder(self._bet_on, shuffle.number, "", shuffle.commitment)
        try:
            findings = verify(receipt, known)
        except ReceiptError as error:
            findings = [Finding(holds=False, says=f"it is a receipt, but {error}")]
        return Checked(number, receipt, (Finding(about, f"it is for round {number} at {table}"), *findings))


def _takes_numbers(message: Message) -> bool:
    return message.view["source"] in {COMMITTED, SEEDED}


def _is_ready(message: Message) -> bool:
    return any(seat["ready"] for seat in message.view["seats"] if seat["seat"] in message.yours)
