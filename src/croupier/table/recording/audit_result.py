"""The result of an audit: what a recording holds, added up, and the players' receipts held against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from croupier.money import Cents
from croupier.table.fairness.shuffle import secret_of
from croupier.table.model.state import Place, State
from croupier.table.recording.audit import Played, Reading, in_action, shown
from croupier.table.recording.recorder import Header, RecordingError


class Receipt(NamedTuple):
    """A player's evidence of a round: the root of its deck, the recording's head at its end, and the public facts."""

    table: str
    session: str
    round: int
    root: str
    head: str
    facts: str = ""  # in the form of `receipts.receipt.public_facts`; none to compare if empty


@dataclass
class AuditResult:
    """The result of auditing a recording, or a part of it that begins and ends with a snapshot."""

    commands: int = 0
    events: Counter[str] = field(default_factory=Counter)
    settled: Counter[str] = field(default_factory=Counter)
    committed: int = 0  # decks whose root was published before they were dealt
    asides: Counter[str] = field(default_factory=Counter)
    signatures: int = 0
    roots: set[Receipt] = field(default_factory=set)  # receipts whose root was dealt in their round
    heads: set[Receipt] = field(default_factory=set)  # receipts whose head stands at the end of their round
    facts: dict[int, str] = field(default_factory=dict)  # the public facts of rounds, where receipts are compared
    secrets: dict[int, str] = field(default_factory=dict)  # by shuffle
    seed: str = ""  # of the session, once it is over
    # after the last line:
    rounds: int = 0
    house_won: Cents = 0
    unfinished: int = 0  # the unfinished round
    in_action: Cents = 0  # the players' wagers on the table in it

    def read(
        self,
        reading: Reading,
        lines: Iterable[bytes],
        receipts: Iterable[Receipt] = (),
        facts_of: Callable[[State], str] | None = None,
    ) -> None:
        """Audit lines to their end; `facts_of` tells the public facts of a round, for comparing receipts."""
        wanted: dict[int, list[Receipt]] = {}
        for receipt in receipts:
            wanted.setdefault(receipt.round, []).append(receipt)
        signatures, asides = reading.signatures, reading.asides.copy()
        for line in lines:
            played = reading.line(line)
            if played is not None:
                self._hear(played)
            if wanted:
                self._look_for(wanted, reading, facts_of)
        self.signatures += reading.signatures - signatures
        self.asides += reading.asides - asides
        if reading.number:
            self._note(reading.state)

    def _hear(self, played: Played) -> None:
        self.commands += 1
        for event in played.decision.events:
            self.events[event.kind] += 1
            if event.kind == "settled":
                self.settled[event.data["line"].result] += 1
            elif event.kind == "loaded":
                self.committed += bool(event.data["root"])
            elif event.kind == "shuffled" and "secret" in event.data:
                self.secrets[event.data["shuffle"]] = event.data["secret"]
            elif event.kind == "ended":
                self.seed = event.data["seed"]

    def _look_for(
        self, wanted: Mapping[int, Sequence[Receipt]], reading: Reading, facts_of: Callable[[State], str] | None
    ) -> None:
        last = reading.state.last
        if last is None or reading.state.closed:
            return
        if facts_of is not None and last.number in wanted and last.number not in self.facts:
            self.facts[last.number] = facts_of(reading.state)
        for receipt in wanted.get(last.number, ()):
            if last.root == receipt.root:
                self.roots.add(receipt)
            if reading.head.hex() == receipt.head:
                self.heads.add(receipt)

    def _note(self, state: State) -> None:
        self.rounds, self.house_won = state.round, state.tray
        self.unfinished = state.round if state.closed else 0
        self.in_action = in_action(state) if state.closed else 0

    def joined(self, later: AuditResult) -> AuditResult:
        """The result of this part and the part that follows."""
        return replace(
            later,
            commands=self.commands + later.commands,
            events=self.events + later.events,
            settled=self.settled + later.settled,
            committed=self.committed + later.committed,
            asides=self.asides + later.asides,
            signatures=self.signatures + later.signatures,
            roots=self.roots | later.roots,
            heads=self.heads | later.heads,
            facts=self.facts | later.facts,
            secrets=self.secrets | later.secrets,
        )


def check(header: Header, found: AuditResult, receipts: Iterable[Receipt] = ()) -> None:
    """Check that every shuffle followed from the session's seed, if it is known, and that receipts match."""
    for shuffle, secret in found.secrets.items() if found.seed else ():
        if secret_of(found.seed, Place(header.house, header.table, header.session), shuffle) != secret:
            raise RecordingError(f"the secret of shuffle {shuffle} did not follow from the seed of the session")
    for receipt in receipts:
        _check_receipt(receipt, header, found)


def _check_receipt(receipt: Receipt, header: Header, found: AuditResult) -> None:
    for what in ("table", "session"):
        if getattr(receipt, what) != getattr(header, what):
            said, here = getattr(receipt, what), getattr(header, what)
            raise RecordingError(f"the receipt is of {what} {shown(said)}, the recording of {shown(here)}")
    if receipt not in found.roots:
        raise RecordingError(f"no deck with the root of the receipt was dealt in round {receipt.round}")
    if receipt not in found.heads:
        raise RecordingError(f"the head of the receipt does not stand at the end of round {receipt.round}")
    if receipt.facts and not _tells(found.facts.get(receipt.round, receipt.facts), receipt.facts):
        what = "what was dealt to whom, who had which seat, whether it was void, or how decks were shuffled and ended"
        raise RecordingError(f"the receipt tells round {receipt.round} otherwise than it was: {what}")


def _tells(record: str, facts: str) -> bool:
    """True if a round was as a receipt tells it; one of the first format has the first of these facts alone."""
    return record == facts or record.startswith(f"{facts.removesuffix(']')},")
