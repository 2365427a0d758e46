"""A player's part in the last cuts at one table: numbers promised and revealed, what was shown, and receipts.

What is kept comes from the messages of the table alone, each taken when it came: so a receipt is checked against what
the house has shown before, not against what it says afterwards. For one shuffle of one session there is one commitment
and one root, the first that were shown; they are in the evidence before a number is revealed, and another one is an
alarm. A number is revealed for one shuffle: who has heard it could choose the order of any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.client.answers import Checked, Message
from croupier.client.errors import refused
from croupier.client.evidence import Evidence
from croupier.client.player_numbers import Numbers
from croupier.client.seen_cards import SeenCards
from croupier.table.fairness.shuffle import digest
from croupier.table.model.state import COMMITTED, SEEDED
from croupier.table.receipts.verify import Finding, KeptByHolder, ReceiptError, verify

_MOST_ROUNDS = 100  # of which it is remembered what had to end with them
_MOST_ROOTS = 16  # that are remembered; a table has two decks at most


class ShufflePart:
    """One person's part at one table."""

    def __init__(self, text: str | None = None, evidence: Evidence | None = None) -> None:
        self._numbers = Numbers(text)
        self._evidence = evidence or Evidence()
        self._table, self._session = "", ""
        self._open: list[int] = []  # shuffles that a number was revealed for, and whose round has not ended yet
        self._unended: list[str] = []  # those of earlier sessions, in words
        self.alarm = ""  # what the house has shown against what it had shown before, in words
        self._begin("", "")

    def _begin(self, table: str, session: str) -> None:
        """Begin another session: nothing that was shown or promised before holds there."""
        self._unended += [f"shuffle {shuffle} of session {self._session}" for shuffle in self._open]
        self._table, self._session = table, session
        self._given: dict[int, str] = {}  # numbers by the shuffle that each was revealed for
        self._counted: dict[int, str] = {}  # those of them that the house has said to count
        self._open = []
        self._ended: dict[int, tuple[list[int], list[str]]] = {}  # what had to end with a round, by the round
        self._promises: tuple[str, ...] = ()  # of the numbers that the round waits for, as shown when bets closed
        self._cuts: tuple[int, ...] | None = None  # as they were shown before one's own number was revealed
        self._roots: dict[str, int] = {}  # shuffles, by the roots of the decks that were loaded
        self._ready_for = ""  # the root that was shown when one became ready
        self._bet_on = ""  # the root that was shown before bets closed
        self._void: bool | None = None
        self._seen = SeenCards()
        self._numbers.begin(session)
        self.alarm = str(self._evidence.latest(f"alarm {table} {session}") or "")

    # ---- numbers -------------------------------------------------------------------------------------------

    def promise(self, message: Message) -> dict[str, str]:
        """The promise that goes with sitting down, with a bet and with 'ready': of a number that nobody has heard."""
        if not _takes_numbers(message):
            return {}
        if self.alarm:
            raise refused(self.alarm, "another house, or this one after it has explained itself", "number")
        if self._numbers.number in self._given.values() and not message.view["owing"]:
            self._numbers.spend()
        promised = self._numbers.promise()
        on_record = {message.view["promises"].get(str(seat)) for seat in message.yours}
        return {} if on_record == {promised["next"]} else promised

    def reveal(self, message: Message) -> tuple[int, dict[str, str]] | None:
        """The number that the round waits for, with the seat that promised it; None if it waits for none of one's own.

        It is revealed for the deck whose root was kept, and for no other; and for one deck one number is revealed.
        """
        view, deck = message.view, message.view["deck"]
        owing = [seat for seat in message.yours if seat in view["owing"]]
        if not owing or view["phase"] != "round" or deck is None or not view["root"] or self.alarm:
            return None
        shuffle, number = deck["shuffle"], self._numbers.number
        theirs = view["promises"].get(str(owing[0])) != self._numbers.promise()["next"]  # promised by another program
        if theirs or shuffle in self._given or number in self._given.values():
            return None
        if self._evidence.first(self._revealed(shuffle, owing[0]), number) != number:
            return None  # another program of the same person has revealed one for this deck
        self._given[shuffle] = number
        self._open.append(shuffle)
        self._cuts = _cuts(message)
        return owing[0], self._numbers.give()

    # ---- what is heard -------------------------------------------------------------------------------------

    def hear(self, before: Message | None, message: Message) -> None:
        """Take in a message: events at the table, or its view after a gap."""
        if (message.table, message.session) != (self._table, self._session):
            self._begin(message.table, message.session)
        if before is None or not message.is_whole:
            self._ready_for, self._bet_on, self._promises, self._cuts = "", "", (), None
        else:
            for event in message.events:
                self._event(before, message, event.kind, event.data)
            if any(event.kind == "closed" for event in message.events):
                self._promises, self._cuts = _awaited(before, message), _cuts(before)
            was, now = _is_ready(before), _is_ready(message)
            self._ready_for = (self._ready_for if was else before.view["root"]) if now else ""
        self._seen.hear(message)
        self._keep("commitment", message.view["shuffle"], message.view["commitment"])
        deck, root = message.view["deck"], message.view["root"]
        if deck is not None and root:
            self._keep("commitment", deck["shuffle"], deck["commitment"])
            self._keep("root", deck["shuffle"], root)
            self._loaded(root, deck["shuffle"])

    def _event(self, before: Message, message: Message, kind: str, data: Mapping[str, Any]) -> None:
        if kind == "opened":
            self._keep("commitment", 1, data["commitment"])
        elif kind == "revealed" and data["seat"] in message.yours:
            deck = before.view["deck"] or message.view["deck"]
            self._counted[deck["shuffle"] if deck else 0] = data["number"]
            self._numbers.heard(data["number"])
        elif kind == "shuffled":
            self._keep("commitment", data.get("shuffle", 0) + 1, data.get("commitment", ""))
        elif kind == "closed":
            self._bet_on, self._void = self._ready_for or before.view["root"], None
        elif kind == "over":
            self._void = bool(data["void"])
            self._ended[data["round"]] = self._open, self._unended
            self._open, self._unended = [], []
            if len(self._ended) > _MOST_ROUNDS:
                del self._ended[next(iter(self._ended))]

    def _revealed(self, shuffle: int, seat: int) -> str:
        """The name under which a shuffle's number is kept; another seat may be another person's of this machine."""
        return f"number {self._table} {self._session} {shuffle} {seat}"

    def _keep(self, what: str, shuffle: int, value: str) -> None:
        """Keep the commitment or the root of a shuffle; raise the alarm if another one was shown before."""
        if not value:
            return
        first = self._evidence.first(f"{what} {self._table} {self._session} {shuffle}", value)
        if first != value and not self.alarm:
            says = _contradiction(self._table, what, shuffle, str(first), value)
            self.alarm = str(self._evidence.first(f"alarm {self._table} {self._session}", says))

    def _loaded(self, root: str, shuffle: int) -> None:
        self._roots[root] = shuffle
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
        numbers = made.get("numbers") if isinstance(made, dict) else None
        if not number and uncertain and isinstance(numbers, list) and uncertain in numbers:
            number = uncertain
        commitment = self._evidence.latest(f"commitment {self._table} {self._session} {shuffle}") or ""
        deck = given.get("faces")
        cards, anywhere = self._seen.faces(deck if isinstance(deck, list) else [])
        kept = self._bet_on, number, "", str(commitment), told, cards, anywhere, self._void, self._seen.seats
        return KeptByHolder(*kept, self._promises, self._cuts, *self._revealed_for(given))

    def _revealed_for(self, given: Mapping[str, Any]) -> tuple[list[int], list[str]]:
        """The shuffles that had to end with a round at the latest, since a number was revealed for them.

        Those that the receipt says to have left are looked up: another program may have revealed a number for one.
        """
        number, decks = given.get("round"), given.get("decks")
        named = [each.get("shuffle") for each in decks if isinstance(each, dict)] if isinstance(decks, list) else []
        whole, seats = [each for each in named if type(each) is int], self._seen.seats
        kept = [each for each in whole if any(self._evidence.latest(self._revealed(each, seat)) for seat in seats)]
        here, elsewhere = self._ended.get(number if type(number) is int else 0, ([], []))
        return sorted({*here, *kept}), elsewhere


def _cuts(message: Message) -> tuple[int, ...] | None:
    """The cuts of the deck that lies ready; None where the house shows none, as an older one does."""
    deck = message.view["deck"]
    return None if deck is None or "cuts" not in deck else tuple(deck["cuts"])


def _awaited(before: Message, message: Message) -> tuple[str, ...]:
    """The hashes of the numbers that a round waits for; none if one of them was not shown before its bets closed."""
    events = message.events[: [event.kind for event in message.events].index("closed")]
    shown = {*before.view["promises"].values(), *(each.data["next"] for each in events if each.kind == "promised")}
    awaited = {message.view["promises"].get(str(seat), "") for seat in message.view["owing"]}
    awaited |= {digest(each.data["number"]) for each in message.events if each.kind == "revealed"}
    return tuple(sorted(awaited)) if awaited <= shown else ()


def _contradiction(table: str, what: str, shuffle: int, first: str, now: str) -> str:
    return (
        f"the house contradicts itself: for shuffle {shuffle} at {table} it showed the {what} {first}, and now it "
        f"shows {now}; it may have looked for cards that suit it, and your number is not given"
    )


def _takes_numbers(message: Message) -> bool:
    return message.view["source"] in {COMMITTED, SEEDED}


def _is_ready(message: Message) -> bool:
    return any(seat["ready"] for seat in message.view["seats"] if seat["seat"] in message.yours)
