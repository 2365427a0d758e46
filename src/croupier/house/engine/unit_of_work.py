"""What a table's steps come to in the database: rows, postings, wallets, a meter, what recall looks for, a snapshot."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sqlalchemy import Connection, Executable

from croupier.house.engine.live_table import SNAPSHOTS, Live, Step
from croupier.house.engine.requests import happened
from croupier.house.engine.round_index import rows
from croupier.house.engine.shared_meters import meter_name
from croupier.house.engine.writer import UnitOfWork
from croupier.house.ledger.accounts import WALLET
from croupier.house.ledger.postings import Posting, postings
from croupier.house.storage import schema
from croupier.house.storage.vault import Drawer, Keyring, sealed
from croupier.table.model.state import Meter

Also = Callable[[Connection], None]


def work_of(
    live: Live, steps: list[Step], keyring: Keyring, now: int, request: str = "", asked: bytes = b""
) -> UnitOfWork:
    """All that goes into the database with what was carried out."""
    work = UnitOfWork(live.name, live.epoch)
    work.entries = live.entries(steps, keyring, now, request, asked)
    meter = meter_name(live.state.terms.submission)
    for each in steps:
        post(work, live.name, each.seq, postings(live.name, each.before, each.decision.events, meter))
        work.rows += rows(happened(live.name, live.session, now, each), bytes.fromhex(live.recorder.at.told))
    work.meter = _meter(meter, steps) if meter else None
    if steps[0].seq // SNAPSHOTS != (steps[-1].seq + 1) // SNAPSHOTS and live.state.phase != "over":
        work.also = snapshot(live, keyring)
    return work


def post(work: UnitOfWork, stream: str, seq: int, legs: Iterable[Posting]) -> None:
    """A transaction of the ledger goes along."""
    for line, (account, amount, what) in enumerate(legs):
        work.postings.append((stream, seq, line, account, amount, what))
        if account.startswith(WALLET):
            person = account.removeprefix(WALLET)
            work.wallets = {**work.wallets, person: work.wallets.get(person, 0) + amount}


def _meter(name: str, steps: list[Step]) -> tuple[str, Meter, Meter]:
    """The meter as it was sent and as it is left, which may be the same."""
    return name, Meter(**steps[0].command.supplied["meter"]), steps[-1].decision.state.standing()


def snapshot(live: Live, keyring: Keyring) -> Also:
    """Keep how a table stands."""
    number, state = sealed(keyring, Drawer(live.name, live.seq, "snapshot"), live.snapshot())
    row = schema.snapshots.insert().values(
        stream=live.name, seq=live.seq, session=live.session, sealed=number, state=state
    )
    return does(row)


def does(statement: Executable) -> Also:
    """Carry out a statement with the rest."""

    def also(connection: Connection) -> None:
        connection.execute(statement)

    return also


def together(*parts: Also | None) -> Also:
    """One after the other."""

    def also(connection: Connection) -> None:
        for part in parts:
            if part is not None:
                part(connection)

    return also
