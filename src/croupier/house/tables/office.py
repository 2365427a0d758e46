"""The house beside its tables: its database, its writer, and what it writes that is no table's.

One thread owns it. What the writer has done comes back to that thread by `deliver`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError

from croupier.house.engine.listeners import Outbox
from croupier.house.engine.recovery import meter_begins
from croupier.house.engine.requests import NOT_WRITTEN, UNSURE, Answer, Failure
from croupier.house.engine.streams import Chain, Note
from croupier.house.engine.unit_of_work import Also
from croupier.house.engine.writer import UNKNOWN, WRITTEN, UnitOfWork, Writer, put
from croupier.house.ledger.transactions import Correction, MeterSeed, Transaction
from croupier.house.storage import database
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.journal import CAGE, SIGNIFICANT
from croupier.house.storage.vault import Keyring
from croupier.money import Cents
from croupier.table.recording.recorder import encoded

T = TypeVar("T")
Told = Callable[[Answer | Failure], None]


def _nobody_waits(_: object) -> None:
    """Who does not ask is not told."""


class Store:
    """The database, as the writer knows it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._notifies = not database.is_sqlite(engine)

    def write(self, work: Iterable[UnitOfWork]) -> None:
        """All of it in one transaction, and word of it to the other processes."""
        some = list(work)
        with database.writing(self._engine) as connection:
            put(connection, some)
            if self._notifies:
                from croupier.house.engine.peers import notify

                notify(connection, some)


class Office:
    """What a house does beside its tables."""

    def __init__(
        self, engine: Engine, keyring: Keyring, *, now: Callable[[], int], deliver: Callable[[Callable[[], None]], None]
    ) -> None:
        self.engine, self.keyring, self.now = engine, keyring, now
        self.writer = Writer(Store(engine), deliver)
        self.out = Outbox()
        self._chains: dict[str, Chain] = {}

    def stop(self) -> None:
        """Write what waits, and end."""
        self.writer.stop()

    def reading(self) -> AbstractContextManager[Connection]:
        """A look at the database."""
        return database.reading(self.engine)

    def do(self, act: Callable[[Connection], T], then: Callable[[T | Exception], None]) -> None:
        """Write something that is no table's, with whatever waits; who asked hears what came of it, or the error."""
        came: list[T | Exception] = []

        def also(connection: Connection) -> None:
            came.clear()
            with connection.begin_nested() as savepoint:
                try:
                    came.append(act(connection))
                except (OperationalError, InterfaceError):
                    raise
                except Exception as error:  # noqa: BLE001 - it is told to who asked, and spoils nobody else's
                    came.append(error)
                    savepoint.rollback()

        def done(outcome: str) -> None:
            failure = UNSURE if outcome == UNKNOWN else NOT_WRITTEN
            then(came[0] if outcome == WRITTEN else DatabaseError(failure.why))

        self.writer.take(UnitOfWork("", 0, also=also, then=done))

    def cage(self, transaction: Transaction, then: Told, also: Also | None = None, request: str = "") -> None:
        """Money moves outside the tables; what else happens with it goes into the same transaction.

        Under an id it moves once; whether what stands there was the same is for who asks to see.
        """
        by = getattr(transaction, "by", getattr(transaction, "person", ""))

        def told(outcome: Answer | Failure) -> None:
            if isinstance(transaction, Correction) and isinstance(outcome, Answer):
                self.note_correction(transaction, outcome.seq)
            then(outcome)

        self._chain(CAGE).put(Note(transaction.text, by, told, transaction.postings, also, request))

    def note_correction(self, made: Correction, seq: int) -> None:
        """A correction is significant, whoever has made it; it goes by its row of the cage, and is noted once."""
        about = {"account": made.account, "amount": made.amount if made.up else -made.amount, "reason": made.reason}
        self.significant(encoded({"what": made.what, **about, "row": seq}), made.by, request=f"{CAGE} {seq}")

    def significant(self, says: bytes, by: str, then: Told = _nobody_waits, request: str = "") -> None:
        """Put on record what somebody will want to know of; under an id, once."""
        self._chain(SIGNIFICANT).put(Note(says, by, then, request=request))

    def _chain(self, stream: str) -> Chain:
        if stream not in self._chains:
            self._chains[stream] = Chain(stream, self.now, self.writer.take, self.reading, self.out, self.keyring)
        return self._chains[stream]

    def seed(self, meter: str, amount: Cents) -> None:
        """A meter begins with what is the house's: once, whoever is the first to feed it."""
        first = MeterSeed(amount, meter)
        begins = meter_begins(meter, amount)
        self._chain(CAGE).put(Note(first.text, "", _nobody_waits, first.postings, begins, f"seed {meter}"))
