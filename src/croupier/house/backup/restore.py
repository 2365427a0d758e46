"""The restore of a house from its backup, into a new folder; the house's log states the gap since the backup.

Without the key of the vault nothing that was sealed can be read: rounds in play are void, all that lay at a table goes
back to who had put it there, and sessions of before can be looked up but not shown again.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Self

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import SQLAlchemyError

from croupier.crypto.keys import KeyFault, PrivateKey
from croupier.crypto.signed_notes import RestoreGap
from croupier.house.audit import lost_keys
from croupier.house.backup import backup
from croupier.house.backup.backup import BackupError, Manifest
from croupier.house.config.clocks import SECOND
from croupier.house.config.paths import HousePaths
from croupier.house.engine.listeners import Outbox
from croupier.house.engine.replay import sessions
from croupier.house.engine.requests import Answer, Failure
from croupier.house.engine.streams import Streams
from croupier.house.engine.unit_of_work import ExtraWrites
from croupier.house.engine.writer import DatabaseStore, Writer
from croupier.house.ledger import accounts
from croupier.house.ledger.balances import balances
from croupier.house.ledger.transactions import Returned, Transaction
from croupier.house.records import transparency_log
from croupier.house.records.transparency_log import LogError
from croupier.house.storage import database, journal, schema, vault
from croupier.house.storage.database import InDoubtError
from croupier.house.storage.register import Register
from croupier.house.storage.vault import Keyring
from croupier.house.tables import rollover
from croupier.house.tables.significant_events import noted_of
from croupier.table.recording.recorder import encoded

_ROOM = "a folder with room"


@dataclass
class Restored:
    """The result of a restore, in sentences."""

    manifest: Manifest
    says: list[str] = field(default_factory=list)


def restore(file: Path, paths: HousePaths, wall: int, last: str = "") -> Restored:
    """Make the house of a backup in an empty folder; `last` is the last checkpoint that the house has published.

    The house's signing key must be where its keys lie; a key of the vault that is not there is made anew.
    """
    manifest = backup.manifest_of(file)
    key = _signing(paths, manifest)
    _check_empty(paths)
    keyring = vault.load(paths.vault_key) if paths.vault_key.exists() else None
    restored = Restored(manifest)
    with _beside(paths.folder) as folder:
        backup.unpack(file, folder)
        new = keyring or Keyring.new()
        engine = database.connect(database.in_file(folder / paths.database.name))
        try:
            database.prepare(engine)
            now = max(wall, manifest.at + 1)
            if keyring is None:
                _give_back(engine, new, key, now, restored)
            else:
                _check_vault(engine, keyring, paths)
            _state(engine, new, key, now, last, restored)
        except (SQLAlchemyError, InDoubtError) as error:
            why = str(getattr(error, "orig", None) or error).partition("\n")[0]
            raise BackupError(f"cannot write the house's database in {paths.folder.parent}: {why}", _ROOM) from error
        finally:
            engine.dispose()
        if keyring is None:
            vault.create(paths.vault_key, new)
        try:
            _into_place(folder, paths.folder)
        except BackupError:
            if keyring is None:
                paths.vault_key.unlink()  # nothing is encrypted with it
            raise
    return restored


def _signing(paths: HousePaths, manifest: Manifest) -> PrivateKey:
    try:
        key = PrivateKey.read(paths.signing_key.read_bytes())
    except (OSError, KeyFault) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise BackupError(
            f"cannot read {paths.signing_key}: {why}",
            "the house's signing key there, by which it states that it was restored",
        ) from error
    if key.public != manifest.house:
        raise BackupError(f"{paths.signing_key} is another house's", f"the key of {manifest.house}")
    return key


def _check_empty(paths: HousePaths) -> None:
    try:
        there = next(paths.folder.iterdir(), None)
    except FileNotFoundError:
        return
    except OSError as error:
        raise BackupError(f"cannot look at {paths.folder}: {error.strerror}", "a new folder") from error
    if there is not None:
        raise BackupError(f"{paths.folder} is not empty, and nothing is overwritten", "a new folder")


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    """A folder beside the place of the house, so that a failed restore leaves nothing behind."""
    try:
        folder.parent.mkdir(0o700, parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".croupier-", dir=folder.parent))
    except OSError as error:
        raise BackupError(f"cannot write in {folder.parent}: {error.strerror}", "a folder of yours") from error
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)  # already renamed into place, or abandoned


def _into_place(made: Path, folder: Path) -> None:
    try:
        made.rename(folder)
    except OSError as error:
        raise BackupError(f"cannot put the house into {folder}: {error.strerror}", "a new folder") from error


# ---- what a restore has to say -----------------------------------------------------------------------------------


def _check_vault(engine: Engine, keyring: Keyring, paths: HousePaths) -> None:
    """Check that the key of the vault that is there is the one that the house was kept with."""
    known = {keyring.mark(number) for number in keyring.numbers}
    with database.reading(engine) as connection:
        others = lost_keys.marks(connection) - known - lost_keys.recorded_losses(connection).marks
    if others:
        raise BackupError(f"{paths.vault_key} is another house's", "the key that this house was kept with")


def _state(engine: Engine, keyring: Keyring, key: PrivateKey, now: int, last: str, restored: Restored) -> None:
    """Sign the house's statements: that it was restored, and from where its log goes on."""
    with _StreamWriter(engine, keyring, now) as desk:
        desk.significant({"what": "restore", "at": restored.manifest.at, "says": " ".join(restored.says)})
    with database.writing(engine) as connection:
        _log(connection, key, now, last, restored)


def _log(connection: Connection, key: PrivateKey, now: int, last: str, restored: Restored) -> None:
    """Continue the log under another origin, with a signed statement of the last checkpoint and the gap."""
    log = transparency_log.current(connection, database.fact(connection, database.HOUSE) or "")
    if log is None:
        restored.says.append("The house had no log yet.")
        return
    gap = RestoreGap(restored.manifest.at, now)
    try:
        after, known = transparency_log.restore(connection, log, key, gap, last)
    except LogError as error:
        raise BackupError(error.why, error.accepted) from error
    last_known = f"the last checkpoint that is known has {known.size:,} rounds of {known.origin}"
    restored.says.append(
        f"The log {log.origin} goes on as {after.origin}, which the house has signed: "
        f"{last_known if known.size else 'no checkpoint is known'}, "
        f"and {(gap.until - gap.since) // SECOND:,} s of house time are not in the backup."
    )


# ---- without the key of the vault --------------------------------------------------------------------------------


def _give_back(engine: Engine, keyring: Keyring, key: PrivateKey, now: int, restored: Restored) -> None:
    """End the sessions that cannot be read: the money at their tables goes back to the people who put it there."""
    with database.writing(engine) as connection:
        known = sessions(connection)
        open_ones = [each for each in known if not each.closed]
        lost_keys.lose(connection, key)
        for each in known:
            end = journal.last(connection, each.stream)
            database.note(connection, noted_of(each.stream), str(end.seq if end is not None else 0))
        closing = schema.sessions.update().where(schema.sessions.c.closed == 0).values(closed=now)
        connection.execute(closing)
        for stream, ended in rollover.begun(connection).items():
            rollover.forget(connection, stream, ended)  # without the vault's key the seated persons cannot be read
        returns = [each for session in open_ones for each in _returns(connection, session.stream)]
        Register(keyring, lambda: now).begin(connection, anew=True)
    with _StreamWriter(engine, keyring, now) as desk:
        for transaction in returns:
            desk.cage(transaction)
    restored.says.append(
        "The key of the vault was not there: what it had sealed cannot be read, and a new one is made."
    )
    for each in open_ones:
        restored.says.append(
            f"Table {each.stream}: its session is over, a round in play is void, and all chips went back."
        )


def _returns(connection: Connection, stream: str) -> Iterator[Transaction]:
    """The transactions that give back the money at each seat of a table."""
    seats, layouts = balances(connection, f"seat/{stream}/"), balances(connection, f"layout/{stream}/")
    for account in sorted(seats.keys() | {each.replace("layout", "seat", 1) for each in layouts}):
        laid = layouts.get(account.replace("seat", "layout", 1), 0)
        held = seats.get(account, 0) + laid
        if held:
            seat = int(accounts.parsed(account).seat)
            yield Returned(held, _owner(connection, stream, account), stream, seat, laid)


def _owner(connection: Connection, stream: str, account: str) -> str:
    """The person from whose wallet money was last put at a seat, which the leg before it names."""
    table = schema.postings.c
    brought = (table.stream == stream, table.account == account, table.what.in_(("sat", "bought")), table.amount > 0)
    last = connection.execute(
        select(table.seq, table.line).where(*brought).order_by(table.seq.desc(), table.line.desc()).limit(1)
    ).one()
    leg = (table.stream == stream, table.seq == last.seq, table.line == last.line - 1)
    return accounts.parsed(connection.execute(select(table.account).where(*leg)).scalar_one()).of


class _StreamWriter:
    """A writer of the house's own streams (cage and significant events) during the restore."""

    def __init__(self, engine: Engine, keyring: Keyring, now: int) -> None:
        self._delivered: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._writer = Writer(DatabaseStore(engine), self._delivered.put)
        reading = partial(database.reading, engine)
        self._streams = Streams(keyring, lambda: now, self._writer.take, reading, Outbox())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.stop()

    def cage(self, transaction: Transaction, extra_writes: ExtraWrites | None = None) -> None:
        """Put a transaction of the cage on record."""
        told: list[Answer | Failure] = []
        self._streams.cage(transaction, told.append, extra_writes)
        self._wait(told)

    def significant(self, says: dict[str, object]) -> None:
        """Put a significant event on record."""
        told: list[Answer | Failure] = []
        self._streams.significant(encoded(says), "", told.append)
        self._wait(told)

    def _wait(self, told: list[Answer | Failure]) -> None:
        while not told:
            self._delivered.get()()
        if isinstance(told[0], Failure):
            raise BackupError(f"the database does not take it: {told[0].why}")
