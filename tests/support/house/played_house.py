"""A house on a test's own thread, people who play at it, and what must hold of its record whatever has happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random as Chance
from threading import Event as Flag
from typing import Any

from sqlalchemy import Connection, Engine, select

import croupier
from croupier.crypto.keys import PrivateKey
from croupier.house.engine.listeners import Stage
from croupier.house.engine.live_table import digest
from croupier.house.engine.peers import PeerListener
from croupier.house.engine.requests import Answer, Committed, Failure, Outcome, PendingCommand
from croupier.house.engine.shared_meters import meter_name
from croupier.house.engine.writer import Store, UnitOfWork
from croupier.house.ledger import balances
from croupier.house.ledger.accounts import WALLET, meter
from croupier.house.ledger.postings import Posting, balances_of, postings
from croupier.house.ledger.transactions import GuestMoney
from croupier.house.storage import database, journal, schema
from croupier.house.storage.vault import Keyring, SealContext, opened
from croupier.house.tables.house import House
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import Meter, Place, State
from croupier.table.play.runner import Table
from croupier.table.recording.audit import Reading
from croupier.table.recording.recorder import encoded
from croupier.table.views.view import choices
from support.house import databases
from support.house.streams import says
from support.table import walks
from support.table.evenings import WAGERS

KEYRING = Keyring({1: bytes(range(32))})
KEY = PrivateKey(bytes(range(32, 64)))
HOUSE = "house"
START = 1_900_000_000_000
PATIENCE = 60  # seconds until a test that waits for the writer fails
MONEY = 50_000_000  # what everybody begins with
# Hits often, so that a meter moves: a pair takes a tenth, three of a kind all of it.
LIVELY: dict[str, object] = {
    "progressive": {
        "seed": "$100",
        "increment": "$0.50",
        "rows": [{"hand": "three_of_a_kind", "share": "100%"}, {"hand": "pair", "share": "10%"}],
    }
}


# ---- a house ---------------------------------------------------------------------------------------------------


def sqlite(folder: Path, name: str = "house.sqlite3") -> Engine:
    """A house's database in a folder, made if it is not there."""
    return _known(databases.in_file(folder / name))


def _known(engine: Engine) -> Engine:
    """The house is known to its database by the name that its tables have in their place."""
    with database.writing(engine) as connection:
        database.note(connection, database.HOUSE, HOUSE)
    return engine


@contextmanager
def postgresql() -> Iterator[Engine]:
    """A house's database in a PostgreSQL of the tests' own."""
    with databases.database("postgresql") as made:
        made.dispose()  # nobody else is there
        engine = _known(database.connect(made.url.render_as_string(hide_password=False)))
        try:
            yield engine
        finally:
            engine.dispose()


def table_of(
    stream: str,
    rulebook: str = "uth-ma",
    options: Mapping[str, object] = {},
    by_hand: Iterable[str] = (),
    session: str = "",
    *,
    training: bool = False,
) -> Table:
    """A table that has not been opened, its secrets by a seed that repeats itself."""
    session = session or f"{stream} 1"
    submission = croupier.submission(rulebook, **options)
    automation = ALL_STEPS - frozenset(by_hand)
    return Table(submission, Random(session), automation, place=Place(HOUSE, stream, session), training=training)


class Held:
    """A store that writes only while its gate is open, and fails when it is told to."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.gate = Flag()
        self.gate.set()
        self.reached = Flag()  # by a batch that waits, or has waited
        self.batches: list[list[UnitOfWork]] = []
        self.fails: list[BaseException] = []  # with these, one after the other, instead of writing

    def write(self, work: Iterable[UnitOfWork]) -> None:
        """Write, when the gate is open."""
        some = list(work)
        self.reached.set()
        assert self.gate.wait(PATIENCE)
        self.batches.append(some)
        if self.fails:
            raise self.fails.pop(0)
        self._store.write(some)


class Bench:
    """A house with what a test needs to ask it and to wait for what came of it."""

    def __init__(
        self,
        engine: Engine,
        now: Callable[[], int] | None = None,
        keyring: Keyring = KEYRING,
        *,
        exclusive: bool = False,
    ) -> None:
        self._queue: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.engine = engine
        clock = now or count(START, 7).__next__
        self.house = House(engine, keyring, KEY, now=clock, deliver=self._queue.put, exclusive=exclusive)
        self.house.listeners.add(Stage.PLAYERS, self._hear)
        self.store = Held(self.house.writer._store)  # noqa: SLF001 - nobody else puts anything before the store
        self.house.writer._store = self.store  # noqa: SLF001
        self._ears: PeerListener | None = None
        self.published: list[Committed] = []
        self.acknowledged: list[tuple[Answer, str]] = []  # with the request

    def _hear(self, told: Committed) -> None:
        self.published.append(told)

    @contextmanager
    def held(self, *fails: BaseException) -> Iterator[None]:
        """Meanwhile nothing is written: a first batch may be under way, and all that follows waits behind it."""
        self.settle()
        self.store.fails = list(fails)
        self.store.gate.clear()
        try:
            yield
        finally:
            self.store.gate.set()

    def recovered(self) -> Bench:
        """With all tables that are open by the record."""
        self.house.recover()
        return self

    def pump(self, until: Callable[[], object]) -> None:
        """Hear what the writer has done, until that is so."""
        while not until():
            self._queue.get(timeout=PATIENCE)()

    def settle(self) -> None:
        """Hear all that the writer has done with what it was given so far, and with what followed from that."""
        while True:
            told: list[object] = []
            self.house.do(lambda _: None, told.append)
            self.pump(told.copy)
            if not any(queue.waiting for queue in self.house.queues.values()):
                return

    def listen(self) -> None:
        """Hear what other processes have written."""
        self._ears = PeerListener(self.engine, self._queue.put, self.house.heard)

    def put(self, call: Callable[[], None]) -> None:
        """Have something done on the house's thread."""
        self._queue.put(call)

    def step(self, seconds: float) -> None:
        """Hear the next thing, if there is one in that time."""
        with suppress(Empty):
            self._queue.get(timeout=seconds)()

    def stop(self) -> None:
        """The writer ends; tables stay as they are on record."""
        if self._ears is not None:
            self._ears.stop()
        self.house.stop()
        while not self._queue.empty():
            self._queue.get()()

    # ---- asking ------------------------------------------------------------------------------------------------

    def begin(self, stream: str, command: Command, request: str = "", body: bytes = b"", **more: Any) -> list[Outcome]:  # noqa: ANN401 - of an Asked
        """Ask, and wait for nothing: the answer comes into what is returned."""
        told: list[Outcome] = []

        def then(outcome: Outcome) -> None:
            told.append(outcome)
            if isinstance(outcome, Answer):
                self.acknowledged.append((outcome, request))

        self.house.send(PendingCommand(stream, command, then, request, digest(body), **more))
        return told

    def ask(self, stream: str, command: Command, request: str = "", body: bytes = b"", **more: Any) -> Outcome:  # noqa: ANN401 - of an Asked
        """What comes of a command."""
        told = self.begin(stream, command, request, body, **more)
        self.pump(lambda: told)
        return told[0]

    def sent(self, stream: str, *commands: Command) -> None:
        """Commands that must be carried out."""
        for command in commands:
            outcome = self.ask(stream, command)
            assert isinstance(outcome, Answer), f"{command}: {outcome}"

    def open(self, stream: str, table: Table | None = None) -> Outcome:
        """A table opens."""
        told: list[Outcome] = []
        table = table or table_of(stream)
        self.house.open_table(stream, table.state, table.source, told.append)
        self.pump(lambda: told)
        return told[0]

    def close(self, stream: str) -> Outcome:
        """A table closes."""
        told: list[Outcome] = []
        self.house.close_table(stream, told.append)
        self.pump(lambda: told)
        return told[0]

    def guest(self, *persons: str, money: int = MONEY) -> None:
        """They have play money."""
        for person in persons:
            told: list[Answer | Failure] = []
            self.house.cage(GuestMoney(money, person), told.append)
            self.pump(told.copy)
            assert isinstance(told[0], Answer), told

    def state(self, stream: str) -> State:
        """A table as it is on record."""
        return self.house.queue(stream).live.record.state


# ---- people ----------------------------------------------------------------------------------------------------


def sits(seat: int, person: str, chips: int = 1_000_000) -> Command:
    """A person takes a seat."""
    return Command("player", "sit", seat, {}, {"bankroll": chips}, person)


def next_command(state: State, chance: Chance) -> Command:
    """What somebody at the table sensibly does next, by whoever it is for."""
    expected = due(state)
    if expected.do == "decide" and state.terms.rulebook.id not in WAGERS:
        return walks.expected(state, chance)
    if expected.do == "decide":
        choice = chance.choice(choices(state, expected.seat))
        args: dict[str, Any] = {"choice": choice["choice"]}
        seat = state.seat(expected.seat)
        if choice["discards"]:
            args["discard"] = state.order[chance.choice(seat.cards)]
        return Command("player", "decide", expected.seat, args, by=seat.person)
    if expected.do == "rule":
        return Command("floor", "rule", args={"choice": "play on", "reason": "no harm done"})
    if expected.do == "no more bets":
        waits = [(number, seat) for number, seat in state.taken() if not seat.ready]
        if waits:
            number, seat = waits[0]
            return Command("player", "bet", number, {"wagers": _wagers(state), "ready": True}, by=seat.person)
    if expected.do == "deal" and chance.randrange(2):
        return Command("dealer", "deal", args={"cards": 1})
    return Command(expected.who, expected.do)


def _wagers(state: State) -> dict[str, int]:
    """The wagers of a player; at a game of one's own the least of each that goes before the deal."""
    terms = state.terms
    if terms.rulebook.id not in WAGERS:
        return {name: terms.bounds[name][0] for name, each in terms.wagers.items() if each.placed == "before the deal"}
    made = WAGERS[terms.rulebook.id].items()
    return {name: stake for name, stake in made if name != "progressive" or state.fixed.progressive}


def played(bench: Bench, stream: str, commands: int, chance: Chance) -> Iterator[Command]:
    """So many commands, each by whoever it is for; a decision that the cards forbid is refused, and another made."""
    for _ in range(commands):
        command = next_command(bench.state(stream), chance)
        bench.ask(stream, command)
        yield command


# ---- what must hold --------------------------------------------------------------------------------------------


def sound(engine: Engine, told: dict[tuple[str, int], tuple[Event, ...]] | None = None) -> dict[str, State]:
    """See that record, ledger, wallets, meters and snapshots agree; the states that all tables come to.

    What happened by each row is put into `told`.
    """
    with database.at_one_moment(engine) as connection:
        states, meters = _replayed(connection, told if told is not None else {})
        _check_ledger(connection, states, meters)
        _check_own_streams(connection)
    return states


def _replayed(
    connection: Connection, told: dict[tuple[str, int], tuple[Event, ...]]
) -> tuple[dict[str, State], dict[str, list[tuple[Meter, Meter]]]]:
    """Every command of every session is decided again, its chain and signatures checked, its postings made again."""
    states: dict[str, State] = {}
    moved: dict[str, list[tuple[Meter, Meter]]] = {}
    for session in connection.execute(
        select(schema.sessions).order_by(schema.sessions.c.stream, schema.sessions.c.first)
    ):
        reading = Reading()
        reading.line(session.header)
        reading.told = reading.head.hex()  # before the first round is over
        rows = [
            each
            for each in journal.following(connection, session.stream, session.first - 1)
            if each.session == session.id
        ]
        assert [each.seq for each in rows] == list(range(session.first, session.first + len(rows)))
        kept = {
            each.seq: each
            for each in connection.execute(select(schema.snapshots).where(schema.snapshots.c.session == session.id))
        }
        for row in rows:
            for line in journal.clear(KEYRING, row).splitlines(keepends=True):
                step = reading.line(line)
                if step is not None:
                    name = meter_name(step.before.terms.submission)
                    legs = postings(session.stream, step.before, step.decision.events, name)
                    assert _posted(connection, session.stream, row.seq) == list(legs), (session.stream, row.seq)
                    assert row.by == step.command.by
                    told[session.stream, row.seq] = step.decision.events
                    if name:
                        sent = Meter(**step.command.supplied["meter"])
                        moved.setdefault(name, []).append((sent, step.decision.state.standing()))
            assert row.head == reading.head, (session.stream, row.seq)
            if row.seq in kept:
                _check_snapshot(kept[row.seq], reading)
        assert (reading.state.phase == "over") == bool(session.closed)
        states[session.stream] = reading.state
    assert len(states) == len({each[0] for each in connection.execute(select(schema.sessions.c.stream))})
    return states, moved


def _posted(connection: Connection, stream: str, seq: int) -> list[Posting]:
    table = schema.postings.c
    found = select(table.account, table.amount, table.what).where(table.stream == stream, table.seq == seq)
    return [Posting(*each) for each in connection.execute(found.order_by(table.line))]


def _check_snapshot(kept: Any, reading: Reading) -> None:  # noqa: ANN401 - a row
    text = opened(KEYRING, SealContext(kept.stream, kept.seq, "snapshot"), kept.sealed, kept.state)
    assert text == encoded({"state": reading.state.dump(), "head": reading.head.hex(), "told": reading.told}), kept.seq


def _check_ledger(
    connection: Connection, states: Mapping[str, State], moved: Mapping[str, list[tuple[Meter, Meter]]]
) -> None:
    assert balances.unbalanced(connection) == []
    held = balances.balances(connection)
    assert sum(held.values()) == 0
    for stream, state in states.items():
        for account, amount in balances_of(state, stream).items():
            if not account.startswith("tray/"):  # what lay there before, and what a meter took, the state does not know
                assert held.get(account, 0) == amount, account
    wallets = {WALLET + each.person: each.amount for each in connection.execute(select(schema.wallets))}
    assert wallets == {account: amount for account, amount in held.items() if account.startswith(WALLET)}
    assert all(amount >= 0 for account, amount in held.items() if account.partition("/")[0] not in {"cage", "tray"})
    _check_meters(connection, held, moved)
    streams = connection.execute(select(schema.postings.c.stream, schema.postings.c.seq).distinct())
    rows = {tuple(each) for each in connection.execute(select(schema.journal.c.stream, schema.journal.c.seq))}
    assert {tuple(each) for each in streams} <= rows, "postings of what is not on record"


def _check_meters(
    connection: Connection, held: Mapping[str, int], moved: Mapping[str, list[tuple[Meter, Meter]]]
) -> None:
    """Each meter went from one change to the next, at whichever table, and every command was decided on one of them."""
    meters = {
        each.name: Meter(each.amount, each.version, each.resets) for each in connection.execute(select(schema.meters))
    }
    assert moved.keys() <= meters.keys()
    for name, stands in meters.items():
        assert held[meter(name)] == stands.amount, name
        changes = {before: after for before, after in moved.get(name, []) if before != after}
        many = Counter(before for before, after in moved.get(name, []) if before != after)
        assert max(many.values(), default=1) == 1, "two were decided on one meter"
        known = {stands}
        found = next((each for each in (*changes, stands) if each.version == 0), stands)
        while found != stands:
            known.add(found)
            found = changes[found]
        assert {each for pair in moved.get(name, []) for each in pair} <= known, "decided on a meter that never stood"


def _check_own_streams(connection: Connection) -> None:
    for stream in (journal.CAGE, journal.SIGNIFICANT):
        for number, (entry, _) in enumerate(says(connection, stream), start=1):
            assert entry.seq == number


def told_truly(bench: Bench) -> None:
    """Whatever was acknowledged is on record once, and whatever was published is as it is there."""
    with database.reading(bench.engine) as connection:
        for answer, request in bench.acknowledged:
            row = journal.at(connection, answer.stream, answer.seq)
            assert row is not None, answer
            assert row.request == request, answer
        seen = Counter((each.stream, each.seq) for each in bench.published)
        assert max(seen.values(), default=1) == 1, "published twice"
        for told in bench.published:
            row = journal.at(connection, told.stream, told.seq)
            assert row is not None, told.seq
            assert encoded(told.decision.events) in journal.clear(KEYRING, row)
            assert told.at == row.at
