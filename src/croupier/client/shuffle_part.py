"""A player's part in the shuffles at one table: numbers promised and given, what was shown, and receipts.

What is kept comes from the messages of the table alone, each taken when it came: so a receipt is checked against what
the house has shown before, not against what it says afterwards. For one shuffle of one session there is one commitment,
the first that was shown; it is in the evidence before a number is given, and another one is an alarm. A number is given
for one shuffle: who has heard it could choose the secret of any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.client.answers import Checked, Message
from croupier.client.errors import refused
from croupier.client.evidence import Evidence
from croupier.client.player_numbers import Numbers
from croupier.client.seen_cards import SeenCards
from croupier.table.model.state import COMMITTED, SEEDED
from croupier.table.receipts.verify import Finding, KeptByHolder, ReceiptError, verify

_MOST_ROOTS = 16  # that are remembered; a table has two decks at most


class ShufflePart:
    """One person's part at one table."""

    def __init__(self, text: str | None = None, evidence: Evidence | None = None) -> None:
        self._numbers = Numbers(text)
        self._evidence = evidence or Evidence()
        self._table, self._session = "", ""
        self.promised = False  # a hash of one's own is on record
        self.alarm = ""  # what the house has shown against what it had shown before, in words
        self._begin("", "")

    def _begin(self, table: str, session: str) -> None:
        """Begin another session: nothing that was shown or promised before holds there."""
        self._table, self._session, self.promised = table, session, False
        self._given: dict[int, str] = {}  # numbers by the shuffle that each was given for
        self._counted: dict[int, str] = {}  # those of them that the house has said to count
        self._decks: dict[int, int] = {}  # shuffles, by the decks that they were made of
        self._roots: dict[str, int] = {}  # shuffles, by the roots of the decks that were loaded
        self._ready_for = ""  # the root that was shown when one became ready
        self._bet_on = ""  # the root that was shown before bets closed
        self._void: bool | None = None
        self._upcoming = 1  # the number of the next shuffle
        self._seen = SeenCards()
        self._numbers.begin(session)
        self.alarm = str(self._evidence.latest(f"alarm {table} {session}") or "")

    # ---- numbers -------------------------------------------------------------------------------------------

    def promise(self, message: Message) -> dict[str, str]:
        """The promise that goes with sitting down."""
        return self._numbers.promise() if _takes_numbers(message) and not self.promised else {}

    def give(self, message: Message) -> dict[str, str]:
        """The number for the next shuffle, which goes with a bet unless it is on record."""
        on_record = set(message.yours) & set(message.view["numbers"])
        if not _takes_numbers(message) or on_record:
            return {}
        if self.alarm:
            raise refused(self.alarm, "another house, or this one after it has explained itself", "number")
        shuffle = message.view["shuffle"]
        if self._numbers.number in {number for of, number in self._given.items() if of != shuffle}:
            self._numbers.spend()
            self.promised = False
        self._given[shuffle] = self._numbers.number
        return self._numbers.give()

    # ---- what is heard -------------------------------------------------------------------------------------

    def hear(self, before: Message | None, message: Message) -> None:
        """Take in a message: events at the table, or its view after a gap."""
        if (message.table, message.session) != (self._table, self._session):
            self._begin(message.table, message.session)
        if before is None or not message.is_whole:
            self._ready_for, self._bet_on = "", ""
            self._decks.clear()
        else:
            self._upcoming = before.view["shuffle"]
            for event in message.events:
                self._event(before, message, event.kind, event.data)
            self.promised = self.promised and bool(message.yours)
            was, now = _is_ready(before), _is_ready(message)
            self._ready_for = (self._ready_for if was else before.view["root"]) if now else ""
        self._seen.hear(message)
        self._keep(message.view["shuffle"], message.view["commitment"])

    def _event(self, before: Message, message: Message, kind: str, data: Mapping[str, Any]) -> None:
        if kind == "opened":
            self._upcoming = 1
            self._keep(1, data["commitment"])
        elif kind == "number" and data["seat"] in message.yours:
            self._number(data)
        elif kind == "shuffled":
            self._decks[data["deck"]] = data.get("shuffle", 0)
            self._upcoming = data.get("shuffle", 0) + 1
            self._keep(self._upcoming, data.get("commitment", ""))
        elif kind == "loaded" and data.get("root"):
            self._loaded(data)
        elif kind == "closed":
            self._bet_on, self._void = self._ready_for or before.view["root"], None
        elif kind == "over":
            self._void = bool(data["void"])

    def _keep(self, shuffle: int, commitment: str) -> None:
        """Keep the commitment to a shuffle's secret; raise the alarm if another one was shown before."""
        if not commitment:
            return
        first = self._evidence.first(f"commitment {self._table} {self._session} {shuffle}", commitment)
        if first != commitment and not self.alarm:
            self.alarm = str(
                self._evidence.first(
                    f"alarm {self._table} {self._session}", _contradiction(self._table, shuffle, str(first), commitment)
                )
            )

    def _number(self, data: Mapping[str, Any]) -> None:
        self.promised = True
        if data["counts"]:
            self._counted[self._upcoming] = data["number"]
        self._numbers.heard(data["number"])

    def _loaded(self, data: Mapping[str, Any]) -> None:
        self._roots[data["root"]] = self._decks.get(data["deck"], 0)
        if len(self._roots) > _MOST_ROOTS:
            del self._roots[next(iter(self._roots))]

    # ---- receipts ------------------------------------------------------------------------------------------

    def check(self, table: str, number: int, receipt: Any) -> Checked:  # noqa: ANN401 - whatever the house gave
        """The findings on the receipt of a round, held against what was shown before it and dealt in it."""
        given = {**receipt} if isinstance(receipt, dict) else receipt
        about = isinstance(given, dict) and (given.get("table"), given.get("round")) == (table, number)
        known = self._known(given if isinstance(given, dict) else {})
        try:
            findings = verify(given, known)
        except ReceiptError as error:
            findings = [Finding(holds=False, says=f"it is a receipt, but {error}")]
        if self.alarm:
            findings.insert(0, Finding(holds=False, says=self.alarm))
        return Checked(number, given, (Finding(about, f"it is for round {number} at {table}"), *findings), known)

    def _known(self, given: Mapping[str, Any]) -> KeptByHolder:
        """The knowledge of the round that was kept: of the shuffle that was loaded, or that the receipt names."""
        made = given.get("shuffle")
        named = made.get("number") if isinstance(made, dict) else None
        told = self._roots.get(str(given.get("root"))) or self._roots.get(self._bet_on) or 0
        shuffle = told or (named if type(named) is int else 0)
        number = self._counted.get(shuffle, "")
        uncertain = self._given.get(shuffle, "")
        if not number and isinstance(made, dict) and uncertain and uncertain in (made.get("numbers") or []):
            number = uncertain
        commitment = self._evidence.latest(f"commitment {self._table} {self._session} {shuffle}") or ""
        deck = given.get("faces")
        cards, anywhere = self._seen.faces(deck if isinstance(deck, list) else [])
        kept = self._bet_on, number, "", str(commitment), told, cards, anywhere, self._void, self._seen.seats
        return KeptByHolder(*kept)


def _contradiction(table: str, shuffle: int, first: str, now: str) -> str:
    return (
        f"the house contradicts itself: for shuffle {shuffle} at {table} it showed the commitment {first}, and now it "
        f"shows {now}; it may have looked for cards that suit it after it heard your number, which is not given again"
    )


def _takes_numbers(message: Message) -> bool:
    return message.view["source"] in {COMMITTED, SEEDED}


def _is_ready(message: Message) -> bool:
    return any(seat["ready"] for seat in message.view["seats"] if seat["seat"] in message.yours)
