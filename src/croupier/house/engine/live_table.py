"""A live table as one process has it: its record, and its tip, where it will stand once what waits is written.

Commands are decided on the tip, so that a table does not wait for the disk between two commands; nothing of it is told
to anybody before it is committed. If it turns out that it will not be, the table goes back to its record.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from hashlib import sha256
from typing import NamedTuple

import msgspec

from croupier.crypto.keys import PrivateKey
from croupier.errors import GameCodeError
from croupier.games.game import Game
from croupier.house.engine.shared_meters import command_with_meter, meter_name
from croupier.house.storage.journal import Entry, clear, drawer, marked
from croupier.house.storage.vault import Keyring, sealed
from croupier.rulebook import Refusal
from croupier.table.decide import Decision, step
from croupier.table.fairness.card_sources import CardSource, Physical, Random
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import REAL, Meter, State
from croupier.table.play.card_feed import bring, feed, opening
from croupier.table.recording.audit import Played, Reading
from croupier.table.recording.recorder import Recorder, RecordingError, RecordingPosition, encoded, is_for_all

SNAPSHOTS = 400  # commands from one snapshot to the next; `verify` misses those that are not kept


class Step(NamedTuple):
    """A command that was carried out, at its sequence, with the state before it."""

    seq: int
    command: Command
    before: State
    decision: Decision


class Snapshot(msgspec.Struct):
    """A snapshot: the state, and where its recording stands."""

    state: str
    head: str
    told: str


class Position(NamedTuple):
    """The position of a live table: its sequence, its state, and where its recording stands."""

    seq: int
    state: State
    at: RecordingPosition


class LiveTable:
    """A table that is open in a house."""

    def __init__(
        self,
        name: str,
        state: State,
        source: CardSource,
        recorder: Recorder,
        header: bytes,
        seq: int,
        first: Reading | None = None,
    ) -> None:
        self.name, self.session, self.header = name, state.fixed.place.session, header
        self.state, self.source = state, source  # the state is that at the tip
        self.recorder, self.seq = recorder, seq
        self.meter_name = meter_name(state.terms.submission)  # of the meter that it feeds; nothing, if it feeds none
        self.by_hand = frozenset({"shuffle", "cut"}) if _has_dealer(state) else frozenset()
        self.record = self._before = self.mark()
        self.epoch = 0
        self._steps: list[Step] = []  # of the command that is being carried out
        self._meter: Meter | None = None  # as the next of those steps finds it
        self._first = first  # a reading of the header, which is read once, when it is needed

    def mark(self) -> Position:
        """The position at the tip."""
        return Position(self.seq, self.state, self.recorder.at)

    def back_to(self, position: Position) -> None:
        """Go back to an earlier position."""
        self.seq, self.state, self.recorder.at = position

    def undo(self) -> None:
        """Go back to before the last command that was carried out."""
        self.back_to(self._before)

    # ---- deciding --------------------------------------------------------------------------------------

    def carry_out(self, command: Command, meter: Meter | None = None) -> list[Step] | Refusal:
        """The steps that a command leads to, with the cards that the table then asks for; or why it is refused.

        The house hands in its shared meter as it stands, where the table feeds one.
        """
        self._before, self._steps, self._meter = self.mark(), [], meter
        try:
            outcome = self.send(self._with_cards(command) if self.by_hand else command)
            if isinstance(outcome, Refusal):
                return outcome
            if self.state.phase != "over":
                self._feed()
        except BaseException:
            self.undo()
            raise
        return self._steps

    def open(self, meter: Meter | None = None) -> list[Step]:
        """Open the session and bring the cards; a FeedError says what of that is refused."""
        self._before, self._steps, self._meter = self.mark(), [], meter
        try:
            for command in opening(self.state, self.source):
                bring(self, command)
            self._feed()
        except BaseException:
            self.undo()
            raise
        return self._steps

    def close(self, meter: Meter | None = None) -> list[Step] | Refusal:
        """End the session; between rounds only."""
        return self.carry_out(Command("house", "close", args=self.source.close()), meter)

    def send(self, command: Command) -> Decision | Refusal:
        """Decide one command on the tip, and go on from there; or note why it is refused."""
        if self._meter is not None:
            command = command_with_meter(command, self._meter)
        before = self.state
        decision = self._decision(command)
        if isinstance(decision, Refusal):
            self.recorder.refused(command, decision)
            return decision
        self.state = decision.state
        self.seq += 1
        self._steps.append(Step(self.seq, command, before, decision))
        if self._meter is not None:
            self._meter = decision.state.standing()
        return decision

    def _decision(self, command: Command) -> Decision | Refusal:
        """Decide a command; where a game's own code fails, its sentence refuses the command, and nothing happens."""
        try:
            return step(self.state, command)
        except GameCodeError as failed:
            return Refusal(failed.why, failed.accepted, document=self.state.terms.rulebook.short, about=failed.about)

    def _feed(self) -> None:
        """Give the table the cards it waits for until it waits for a person: a dealer shuffles where no device does."""
        while self.by_hand and due(self.state).who == "device":
            before = self.state
            feed(self, self.by_hand - {"shuffle"})
            if self.state is before:
                return  # the device does not work
        feed(self, self.by_hand)

    def _with_cards(self, command: Command) -> Command:
        """A dealer shuffles and cuts by hand what is no deck of real cards: the card source says how they lie."""
        if type(command.do) is not str or command.do not in self.by_hand:
            return command
        state, source = self.state, self.source
        if command.do == "cut":
            return command._replace(supplied={**command.supplied, **source.cut(state.fixed.deck_size)})
        cards = state.decks[state.playing].cards if state.decks else ()
        return command._replace(supplied=source.shuffle(cards, state.fixed.place, state.shuffles + 1))

    # ---- rows ------------------------------------------------------------------------------------------

    def entries(
        self, steps: Iterable[Step], keyring: Keyring, now: int, request: str = "", asked: bytes = b""
    ) -> list[Entry]:
        """The journal rows of some steps; the first has the sender's request id."""
        rows = []
        for each in steps:
            state = each.decision.state
            secret = bool(self.recorder.at.refused) or not is_for_all(each.command, each.decision.events)
            lines = self.recorder.line(each.command, each.decision)
            if state.phase == "over":
                lines += self.recorder.close()
            number = 0
            if secret:
                number, lines = sealed(keyring, drawer(self.name, each.seq), lines)
            head = self.recorder.at.head
            entry = Entry(
                self.name, each.seq, now, self.session, state.round, each.command.by, request, asked, head, number,
                lines,
            )  # fmt: skip
            rows.append(marked(keyring, entry))
            request, asked = "", b""
        return rows

    def snapshot(self) -> bytes:
        """The snapshot of the tip: all that is needed to go on from there."""
        at = self.recorder.at
        return encoded(Snapshot(self.state.dump(), at.head.hex(), at.told))

    # ---- rows of other processes -----------------------------------------------------------------------

    def follow(self, entries: Iterable[Entry], keyring: Keyring, *, tells: bool = True) -> list[Step]:
        """Go back to the record and on by rows of the journal; a RecordingError says which row does not follow.

        All steps are returned if `tells`; else those from the end of the last round on, since a long evening is not
        held in memory.
        """
        self.back_to(self.record)
        reading: Reading | None = None
        steps: list[Step] = []
        for entry in entries:
            reading = reading or self._reading()
            try:
                played = [reading.line(line) for line in clear(keyring, entry).splitlines(keepends=True)]
            except RecordingError as error:
                raise RecordingError(f"row {entry.seq} of {self.name}: {error}") from error
            for each in played:
                if each is not None:
                    if not tells and ends_round(each.decision.events):
                        steps.clear()
                    steps.append(_stepped(entry.seq, each))
            self.seq = entry.seq
        if reading is not None:
            self.state, self.recorder.at = reading.state, _at(reading)
            self.record = self.mark()
        return steps

    def _reading(self) -> Reading:
        """A reading that goes on from the record; signatures are the house's own, and are not verified."""
        if self._first is None:
            self._first = _opened(self.header, self.state.fixed.game)
        reading, at = copy(self._first), self.recorder.at
        reading.state, reading.head, reading.told = self.state, at.head, at.told
        return reading


def _opened(header: bytes, game: Game | None = None) -> Reading:
    reading = Reading(game, decides=False, verifies=False)
    reading.line(header)
    reading.told = reading.head.hex()
    return reading


def begun(name: str, state: State, source: CardSource, key: PrivateKey, seq: int) -> LiveTable:
    """A live table whose session begins."""
    recorder = Recorder(state, key=key, seals=False)
    return LiveTable(name, state, source, recorder, recorder.header(), seq)


def resumed(name: str, header: bytes, seed: str, key: PrivateKey, kept: bytes | None, seq: int) -> LiveTable:
    """A live table whose session goes on from a snapshot, or from its beginning."""
    first = _opened(header)
    reading = copy(first)
    if kept is not None:
        held = msgspec.json.decode(kept, type=Snapshot)
        reading.begin_at(held.state, bytes.fromhex(held.head), held.told)
    state = reading.state
    recorder = Recorder(state, key=key, seals=False)
    recorder.take_up(header, _at(reading))
    return LiveTable(name, state, source_of(state.fixed.source, seed), recorder, header, seq, first)


def source_of(kind: str, seed: str) -> CardSource:
    """The card source of a session, by its kind and its seed."""
    return Physical() if kind == REAL else Random.again(seed)


def _at(reading: Reading) -> RecordingPosition:
    last = reading.state.last
    return RecordingPosition(reading.head, reading.told, last.number if last else 0)


def ends_round(events: Iterable[Event]) -> bool:
    """True of the events of a command that ends a round."""
    return any(kind == "over" for kind, _ in events)


def _stepped(seq: int, played: Played) -> Step:
    return Step(seq, played.command, played.before, played.decision)


def _has_dealer(state: State) -> bool:
    """True where a person deals, who shuffles and cuts as well."""
    return "deal" not in state.fixed.automation


def digest(body: bytes) -> bytes:
    """The digest by which a request is known again."""
    return sha256(body).digest()
