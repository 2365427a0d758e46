"""The house as it runs: it decides commands, hands them to the writer, and tells everybody once they are on record.

One thread owns it. What the writer has done comes back to that thread by `deliver`. Another process may carry out
commands at the same tables: the journal's key decides who was first, and whoever was not catches up and decides again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import TypeVar

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import OperationalError

from croupier.house import database, journal, schema
from croupier.house.asking import NOT_WRITTEN, UNSURE, Answer, Asked, Failure, Happened, Outcome, happened
from croupier.house.chains import Chain, Note
from croupier.house.database import DatabaseError
from croupier.house.desk import Desk, Waiting, another, carried_out
from croupier.house.journal import CAGE, SIGNIFICANT
from croupier.house.ledger import MeterSeed, Transaction
from croupier.house.live import Step, begun
from croupier.house.recovery import resumed_table, session_row
from croupier.house.sharing import HouseError, Shared, meter_name
from croupier.house.vault import Keyring
from croupier.house.working import Also, does, together, work_of
from croupier.house.writer import FAILED, WRITTEN, Work, Writer, put
from croupier.rulebook import Refusal
from croupier.table.commands import Command
from croupier.table.keys import PrivateKey
from croupier.table.runner import Table
from croupier.table.state import Meter

MOST_TRIES = 50  # of a command whose place was taken by others
T = TypeVar("T")
Told = Callable[[Answer | Failure], None]


def _nobody_waits(_: object) -> None:
    """Who does not ask is not told."""


class Store:
    """The database, as the writer knows it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._notifies = not database.is_sqlite(engine)

    def write(self, work: Iterable[Work]) -> None:
        """All of it in one transaction, and word of it to the other processes."""
        some = list(work)
        with database.writing(self._engine) as connection:
            put(connection, some)
            if self._notifies:
                from croupier.house.hearing import notify

                notify(connection, some)


class House:
    """The tables of a house, in one process."""

    def __init__(
        self,
        engine: Engine,
        keyring: Keyring,
        key: PrivateKey,
        *,
        now: Callable[[], int],
        deliver: Callable[[Callable[[], None]], None],
    ) -> None:
        self.engine, self.keyring, self.key, self.now = engine, keyring, key, now
        self.writer = Writer(Store(engine), deliver)
        self.shared = Shared()
        self.desks: dict[str, Desk] = {}
        self.listeners: list[Callable[[Happened], None]] = []
        self._chains: dict[str, Chain] = {}
        self._spending: dict[str, int] = {}  # by person: what will change in the wallet once it is on record

    def stop(self) -> None:
        """Write what waits, and end."""
        self.writer.stop()

    def reading(self) -> AbstractContextManager[Connection]:
        """A look at the database."""
        return database.reading(self.engine)

    def desk(self, stream: str) -> Desk:
        """A table that is open; a HouseError if it is not."""
        desk = self.desks.get(stream)
        if desk is None:
            accepted = ", ".join(self.desks) or "a table opened first"
            raise HouseError(f"no table {stream!r} is open; accepted: {accepted}")
        return desk

    # ---- opening and closing ---------------------------------------------------------------------------

    def open_table(self, stream: str, table: Table, then: Callable[[Outcome], None]) -> None:
        """A table opens under a session of its own, and stands until that is closed."""
        submission = table.state.terms.submission
        shared = self.shared.open(stream, submission)
        with self.reading() as connection:
            before = journal.last(connection, stream)
            self.shared = shared
            known = self._read_meter(connection, stream)
        meter = meter_name(submission)
        if meter and not known:
            self.cage(MeterSeed(table.state.fixed.seed, meter), _nobody_waits)
        live = begun(stream, table.state.fixed.place.session, table, self.key, before.seq if before else 0)
        desk = Desk(live)
        steps = live.open(self._supply(stream))
        if isinstance(steps, Refusal):
            self.shared = self.shared.close(stream)
            then(steps)
            return
        self.desks[stream] = desk
        asked = Asked(stream, steps[0].command, then)
        self._queue(desk, asked, steps, session_row(live, self.keyring, self.now()))

    def close_table(self, stream: str, then: Callable[[Outcome], None]) -> None:
        """The session of a table ends, between rounds: chips go back to the wallets, and its seed is on record."""
        desk = self.desk(stream)
        asked = Asked(stream, Command("house", "close"), then)
        steps = desk.live.close(self._supply(stream))
        if isinstance(steps, Refusal):
            self._answer_in_turn(desk, asked, steps)
            return
        session = schema.sessions
        self._queue(
            desk,
            asked,
            steps,
            does(session.update().where(session.c.id == desk.live.session).values(closed=self.now())),
        )

    def recover(self) -> None:
        """Every table whose session is open comes back exactly where it was."""
        with self.reading() as connection:
            open_ones = select(schema.sessions).where(schema.sessions.c.closed == 0).order_by(schema.sessions.c.stream)
            for row in connection.execute(open_ones).all():
                live = resumed_table(connection, row, self.keyring, self.key)
                self.desks[row.stream] = Desk(live)
                self.shared = self.shared.open(row.stream, live.state.terms.submission)
                self._read_meter(connection, row.stream)

    def _read_meter(self, connection: Connection, stream: str) -> bool:
        """Take over where the meter of a table stands on record, if it does."""
        meters = schema.meters.c
        name = meter_name(self.shared.tables[stream])
        row = connection.execute(
            select(meters.amount, meters.version, meters.resets).where(meters.name == name)
        ).first()
        if row is not None:
            self.shared = self.shared.with_meter(stream, Meter(*row))
        return row is not None

    # ---- commands --------------------------------------------------------------------------------------

    def send(self, asked: Asked) -> None:
        """Carry out a command; who asked is told once it is on record, or why it was refused."""
        desk = self.desks.get(asked.stream)
        if desk is None:
            asked.then(Refusal(f"no table {asked.stream!r} is open", ", ".join(self.desks) or "a table opened first"))
        elif desk.lost and not self._found_again(desk):
            asked.then(UNSURE)
        else:
            self._decide(desk, asked)

    def again(self, asked: Asked) -> bool:
        """If the same person has asked under the same id before, answer as then, in its turn; else do nothing."""
        desk = self.desks.get(asked.stream)
        known = None if desk is None else desk.known(asked) or self._on_record(asked)
        if desk is None or known is None:
            return False
        self._answer_in_turn(desk, asked, known)
        return True

    def available(self, connection: Connection, person: str) -> int:
        """What a person has in the wallet, less what waits to be taken from it."""
        wallets = schema.wallets.c
        held = connection.execute(select(wallets.amount).where(wallets.person == person)).scalar() or 0
        return int(held) + min(self._spending.get(person, 0), 0)

    def _decide(self, desk: Desk, asked: Asked) -> None:
        known = desk.known(asked)
        if known is not None:
            self._answer_in_turn(desk, asked, known)
            return
        steps = self._decided(desk, asked)
        if isinstance(steps, Refusal):
            self._answer_in_turn(desk, asked, self._on_record(asked) or steps)
        else:
            self._queue(desk, asked, steps)

    def _decided(self, desk: Desk, asked: Asked) -> list[Step] | Refusal:
        live, command = desk.live, asked.command
        if asked.expects is not None and asked.expects != live.seq:
            accepted = f"a command for sequence {live.seq}, after a look at the table"
            return Refusal(f"the table has moved on from sequence {asked.expects}", accepted, about="expects")
        if asked.supplies is not None:
            with self.reading() as connection:
                supplied = asked.supplies(connection)
            if isinstance(supplied, Refusal):
                return supplied
            command = command._replace(supplied={**command.supplied, **supplied})
        return live.carry_out(command, self._supply(live.name))

    def _supply(self, stream: str) -> Callable[[Command], Command]:
        return lambda command: self.shared.supply(stream, command)

    def _on_record(self, asked: Asked) -> Outcome | None:
        """What stands in the journal under the same id: looked for only where a command is not carried out."""
        if not asked.request:
            return None
        with self.reading() as connection:
            entry = journal.asked_before(connection, asked.stream, asked.command.by, asked.request)
        if entry is None:
            return None
        return Answer(entry.stream, entry.seq) if entry.asked == asked.digest else another()

    def _queue(self, desk: Desk, asked: Asked, steps: list[Step], also: Also | None = None) -> None:
        work = work_of(desk.live, steps, self.keyring, self.now(), asked.request, asked.digest)
        work.also = together(also, work.also) if also or work.also else None
        for each in steps:
            self.shared = self.shared.hear(desk.live.name, each.command, each.decision.state)
        self._spend(work, 1)
        self._wait(desk, Waiting(asked, work, steps, desk.live.mark(), carried_out(desk, steps)))

    def _answer_in_turn(self, desk: Desk, asked: Asked, outcome: Outcome) -> None:
        """Nobody hears of what is not on record, by a refusal neither: it waits for what it was decided on."""
        if desk.waiting:
            work = Work(desk.live.name, desk.live.epoch)
            self._wait(desk, Waiting(asked, work, [], desk.live.mark(), outcome))
        else:
            desk.remember(asked, outcome)
            asked.then(outcome)

    def _wait(self, desk: Desk, waiting: Waiting) -> None:
        waiting.work.then = lambda outcome: self._written(desk, waiting, outcome)
        desk.waiting.append(waiting)
        self.writer.take(waiting.work)

    def _spend(self, work: Work, sign: int) -> None:
        for person, change in work.wallets.items():
            left = self._spending.get(person, 0) + sign * change
            self._spending[person] = left
            if not left:
                del self._spending[person]

    # ---- what is no table's ------------------------------------------------------------------------------

    def do(self, act: Callable[[Connection], T], then: Callable[[T | Exception], None]) -> None:
        """Write something that is no table's, with whatever waits; who asked hears what came of it, or the error."""
        came: list[T | Exception] = []

        def also(connection: Connection) -> None:
            came.clear()
            with connection.begin_nested() as savepoint:
                try:
                    came.append(act(connection))
                except OperationalError:
                    raise
                except Exception as error:  # noqa: BLE001 - it is told to who asked, and spoils nobody else's
                    came.append(error)
                    savepoint.rollback()

        def done(outcome: str) -> None:
            then(came[0] if outcome == WRITTEN else DatabaseError(NOT_WRITTEN.why))

        self.writer.take(Work("", 0, also=also, then=done))

    def cage(self, transaction: Transaction, then: Told, also: Also | None = None) -> None:
        """Money moves outside the tables; what else happens with it goes into the same transaction."""
        by = getattr(transaction, "by", getattr(transaction, "person", ""))
        self._chain(CAGE).put(Note(transaction.text, by, then, transaction.postings, also))

    def significant(self, says: bytes, by: str, then: Told = _nobody_waits) -> None:
        """Put on record what somebody will want to know of."""
        self._chain(SIGNIFICANT).put(Note(says, by, then))

    def _chain(self, stream: str) -> Chain:
        if stream not in self._chains:
            self._chains[stream] = Chain(stream, self.now, self.writer.take, self.reading)
        return self._chains[stream]

    # ---- what the writer has done ----------------------------------------------------------------------

    def _written(self, desk: Desk, waiting: Waiting, outcome: str) -> None:
        if waiting.work.epoch != desk.live.epoch:
            return  # it was decided again, or answered, when the first of them failed
        if outcome == WRITTEN:
            self._finish(desk)
        else:
            self._look_again(desk, failed=outcome == FAILED)

    def _finish(self, desk: Desk) -> None:
        """The first that waits is on record."""
        waiting = desk.waiting.popleft()
        desk.live.record = waiting.mark
        self._spend(waiting.work, -1)
        desk.remember(waiting.asked, waiting.answer)
        self._publish(desk, waiting.steps, self.now())
        if waiting.steps and waiting.mark.state.phase == "over":
            self.shared = self.shared.close(desk.live.name)
            self.desks.pop(desk.live.name, None)
        waiting.asked.then(waiting.answer)

    def _publish(self, desk: Desk, steps: list[Step], at: int) -> None:
        for step in steps:
            told = happened(desk.live.name, desk.live.session, at, step)
            for listener in self.listeners:
                listener(told)

    def _look_again(self, desk: Desk, *, failed: bool) -> None:
        """Read the record: what is there was written; the rest is decided again, or answered that it was not."""
        desk.live.epoch += 1
        if not self._found_again(desk):
            self._give_up(desk, UNSURE)
        elif failed:
            self._give_up(desk, NOT_WRITTEN)
        else:
            again = list(desk.waiting)
            desk.waiting.clear()
            for waiting in again:
                self._spend(waiting.work, -1)
                self._once_more(desk, waiting.asked)

    def _once_more(self, desk: Desk, asked: Asked) -> None:
        asked.tries += 1
        if asked.tries > MOST_TRIES:
            asked.then(NOT_WRITTEN)
            return
        earlier = self._on_record(asked)
        if earlier is not None:
            self._answer_in_turn(desk, asked, earlier)
        else:
            self._decide(desk, asked)

    def _give_up(self, desk: Desk, failure: Failure) -> None:
        while desk.waiting:
            waiting = desk.waiting.popleft()
            self._spend(waiting.work, -1)
            waiting.asked.then(failure if waiting.steps else waiting.answer)

    def _found_again(self, desk: Desk) -> bool:
        """Stand where the record stands; whether it can be read."""
        live = desk.live
        try:
            with self.reading() as connection:
                entries = list(journal.following(connection, live.name, live.record.seq))
                self._read_meter(connection, live.name)
        except DatabaseError as error:
            desk.lost = str(error)
            return False
        desk.lost = ""
        while entries and desk.waiting and _is_there(desk.waiting[0], entries):
            del entries[: len(desk.waiting[0].steps)]
            self._finish(desk)
        steps = live.follow(entries, self.keyring)
        self._publish(desk, steps, entries[-1].at if entries else 0)
        return True

    def catch_up(self, stream: str) -> None:
        """Another process has carried out something at a table."""
        desk = self.desks.get(stream)
        if desk is not None and not desk.waiting:
            self._found_again(desk)


def _is_there(waiting: Waiting, entries: list[journal.Entry]) -> bool:
    """Whether what waits is what stands on record next."""
    ours = waiting.work.entries
    return [each.head for each in ours] == [each.head for each in entries[: len(ours)]]
