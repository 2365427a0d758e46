"""A live table as one process has it: what is on record, and where it will stand once what waits is written.

Commands are decided on the tip, so that nobody waits for the disk between two commands; nothing of it is told to
anybody before it is on record. If it turns out that it will not be, the table goes back to its record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from hashlib import sha256
from typing import NamedTuple

import msgspec

from croupier.crypto.keys import PrivateKey
from croupier.games.game import Game
from croupier.house.storage.journal import Entry, clear, drawer, marked
from croupier.house.storage.vault import Keyring, sealed
from croupier.rulebook import Refusal
from croupier.table.decide import Decision, step
from croupier.table.fairness.card_sources import CardSource, Physical, Random
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.model.state import REAL, State
from croupier.table.play.runner import Table
from croupier.table.recording.audit import Played, Reading
from croupier.table.recording.recorder import At, Recorder, RecordingError, encoded, is_for_all

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
    """Where a live table stands."""

    seq: int
    state: State
    at: At


Supply = Callable[[Command], Command]


class Live:
    """A table that is open."""

    def __init__(self, name: str, session: str, table: Table, recorder: Recorder, header: bytes, seq: int) -> None:
        self.name, self.session, self.header = name, session, header
        self.table, self.recorder, self.seq = table, recorder, seq
        self.by_hand = frozenset({"shuffle", "cut"}) if _has_dealer(table.state) else frozenset()
        self.record = self.mark()  # what is on record
        self.epoch = 0
        self.made: list[Step] = []  # what was carried out by the last command, or is so far
        self._first: Reading | None = None  # of the first line, which is read once
        self._supply: Supply = _as_it_is
        table.through = self._step

    @property
    def state(self) -> State:
        """At the tip."""
        return self.table.state

    def mark(self) -> Position:
        """Where it stands now."""
        return Position(self.seq, self.table.state, self.recorder.at)

    def back_to(self, mark: Position) -> None:
        """Stand there again."""
        self.seq, self.table.state, self.recorder.at = mark

    # ---- deciding --------------------------------------------------------------------------------------

    def carry_out(self, command: Command, supply: Supply) -> list[Step] | Refusal:
        """What a command leads to, and the cards that the table then asks for; or why it is refused."""
        return self._carried(lambda: self._commanded(command), supply)

    def open(self, supply: Supply) -> list[Step] | Refusal:
        """The session opens and the cards come."""
        return self._carried(self.table.open, supply)

    def close(self, supply: Supply) -> list[Step] | Refusal:
        """The session ends; between rounds only."""
        return self._carried(lambda: self._sent(Command("house", "close", args=self.table.source.close())), supply)

    def _carried(self, act: Callable[[], Refusal | None], supply: Supply) -> list[Step] | Refusal:
        before, self._supply, self.made = self.mark(), supply, []
        try:
            refused = act()
            if refused is None and self.state.phase != "over":
                self._feed()
        except BaseException:
            self.back_to(before)
            raise
        if refused is not None:
            return refused
        return self.made

    def _feed(self) -> None:
        """Give the table what it waits for until that is a person's: a dealer shuffles where no device does."""
        while self.by_hand and due(self.state).who == "device":
            before = self.state
            self.table.feed(self.by_hand - {"shuffle"})
            if self.state is before:
                return  # the device does not work
        self.table.feed(self.by_hand)

    def _commanded(self, command: Command) -> Refusal | None:
        return self._sent(self._with_cards(command))

    def _with_cards(self, command: Command) -> Command:
        """A dealer shuffles and cuts by hand what is no deck of real cards: the card source says how they lie."""
        if not self.by_hand or type(command.do) is not str or command.do not in self.by_hand:
            return command
        state, source = self.state, self.table.source
        if command.do == "cut":
            return command._replace(supplied={**command.supplied, **source.cut(state.fixed.deck_size)})
        cards = state.decks[state.playing].cards if state.decks else ()
        return command._replace(supplied=source.shuffle(cards, state.fixed.place, state.shuffles + 1))

    def _sent(self, command: Command) -> Refusal | None:
        outcome = self.table.send(command)
        return outcome if isinstance(outcome, Refusal) else None

    def _step(self, table: Table, command: Command) -> Decision | Refusal:
        command = self._supply(command)
        before = table.state
        decision = step(before, command)
        if isinstance(decision, Refusal):
            self.recorder.refused(command, decision)
            return decision
        table.state = decision.state
        self.seq += 1
        self.made.append(Step(self.seq, command, before, decision))
        return decision

    # ---- rows ------------------------------------------------------------------------------------------

    def entries(
        self, steps: Iterable[Step], keyring: Keyring, now: int, request: str = "", asked: bytes = b""
    ) -> list[Entry]:
        """The rows of what was carried out; the first has the sender's own id."""
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
        """All that is needed to go on from here."""
        at = self.recorder.at
        return encoded(Snapshot(self.state.dump(), at.head.hex(), at.told))

    # ---- what others have carried out ------------------------------------------------------------------

    def follow(self, entries: Iterable[Entry], keyring: Keyring, *, tells: bool = True) -> list[Step]:
        """Go on by rows of the journal; a RecordingError says which does not follow.

        What happened is told if somebody is to hear it; a long evening is not held in memory for nobody.
        """
        self.back_to(self.record)
        reading = self._reading()
        steps: list[Step] = []
        for entry in entries:
            try:
                played = [reading.line(line) for line in clear(keyring, entry).splitlines(keepends=True)]
            except RecordingError as error:
                raise RecordingError(f"row {entry.seq} of {self.name}: {error}") from error
            steps += [_stepped(entry.seq, each) for each in played if each is not None and tells]
            self.seq = entry.seq
        self.table.state = reading.state
        self.recorder.at = _at(reading)
        self.record = self.mark()
        return steps

    def _reading(self) -> Reading:
        """From where the record stands: the house has signed it, and does not ask itself whether it has."""
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


def begun(name: str, session: str, table: Table, key: PrivateKey, seq: int) -> Live:
    """A table whose session begins."""
    recorder = Recorder(table.state, key=key, seals=False)
    return Live(name, session, table, recorder, recorder.header(), seq)


def resumed(name: str, session: str, header: bytes, seed: str, key: PrivateKey, kept: bytes | None, seq: int) -> Live:
    """A table whose session goes on from a snapshot, or from its beginning."""
    reading = _opened(header)
    if kept is not None:
        held = msgspec.json.decode(kept, type=Snapshot)
        reading.begin_at(held.state, bytes.fromhex(held.head), held.told)
    table = Table.resumed(reading.state, source_of(reading.state.fixed.source, seed))
    recorder = Recorder(table.state, key=key, seals=False)
    recorder.take_up(header, _at(reading))
    return Live(name, session, table, recorder, header, seq)


def source_of(kind: str, seed: str) -> CardSource:
    """Where a session's cards come from."""
    return Physical() if kind == REAL else Random.again(seed)


def _at(reading: Reading) -> At:
    last = reading.state.last
    return At(reading.head, reading.told, last.number if last else 0)


def _stepped(seq: int, played: Played) -> Step:
    return Step(seq, played.command, played.before, played.decision)


def _as_it_is(command: Command) -> Command:
    return command


def _has_dealer(state: State) -> bool:
    """Whether a person deals here; then nobody shuffles and cuts for that person."""
    return "deal" not in state.fixed.automation


def digest(body: bytes) -> bytes:
    """What is kept of what was asked: enough to know it again."""
    return sha256(body).digest()
