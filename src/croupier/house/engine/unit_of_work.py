"""Builds the unit of work of one command: journal rows, postings, wallet changes, meter, recall index, snapshot."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sqlalchemy import Connection, Executable

from croupier.house.engine.live_table import SNAPSHOTS, LiveTable, Step
from croupier.house.engine.requests import happened
from croupier.house.engine.round_index import INDEXED, rows
from croupier.house.engine.writer import UnitOfWork
from croupier.house.ledger.accounts import WALLET
from croupier.house.ledger.postings import Posting, postings
from croupier.house.storage import schema
from croupier.house.storage.vault import Keyring, SealContext, sealed
from croupier.table.model.state import Meter

ExtraWrites = Callable[[Connection], None]


def work_of(
    live: LiveTable, steps: list[Step], keyring: Keyring, now: int, request: str = "", asked: bytes = b""
) -> UnitOfWork:
    """The unit of work of a command's steps, and the steps as they are told once it is committed."""
    work = UnitOfWork(live.name, live.epoch)
    work.entries = live.entries(steps, keyring, now, request, asked)
    meter, told = live.meter_name, bytes.fromhex(live.recorder.at.told)
    for each in steps:
        post(work, live.name, each.seq, postings(live.name, each.before, each.decision.events, meter))
        committed = happened(live.name, live.session, now, each)
        work.committed.append(committed)
        if not INDEXED.isdisjoint(committed.kinds):
            work.rows += rows(committed, told)
    work.meter = _meter(meter, steps) if meter else None
    if steps[0].seq // SNAPSHOTS != (steps[-1].seq + 1) // SNAPSHOTS and live.state.phase != "over":
        work.extra_writes = snapshot(live, keyring)
    return work


def post(work: UnitOfWork, stream: str, seq: int, legs: Iterable[Posting]) -> None:
    """Add a transaction of the ledger, and the changes of wallets that follow from it."""
    for line, (account, amount, what) in enumerate(legs):
        work.postings.append((stream, seq, line, account, amount, what))
        if account.startswith(WALLET):
            person = account.removeprefix(WALLET)
            work.wallets = {**work.wallets, person: work.wallets.get(person, 0) + amount}


def _meter(name: str, steps: list[Step]) -> tuple[str, Meter, Meter]:
    """A meter's name, and the meter as it was sent and as it is left, changed or not."""
    return name, Meter(**steps[0].command.supplied["meter"]), steps[-1].decision.state.standing()


def snapshot(live: LiveTable, keyring: Keyring) -> ExtraWrites:
    """The write of a snapshot."""
    number, state = sealed(keyring, SealContext(live.name, live.seq, "snapshot"), live.snapshot())
    row = schema.snapshots.insert().values(
        stream=live.name, seq=live.seq, session=live.session, sealed=number, state=state
    )
    return does(row)


def does(statement: Executable) -> ExtraWrites:
    """The write of one statement."""

    def write(connection: Connection) -> None:
        connection.execute(statement)

    return write


def together(*parts: ExtraWrites | None) -> ExtraWrites:
    """Several writes as one, in this order."""

    def write(connection: Connection) -> None:
        for part in parts:
            if part is not None:
                part(connection)

    return write
