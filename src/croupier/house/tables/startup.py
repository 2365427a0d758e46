"""A house opens: its places, keys, database and tables are brought together, and what was open is open again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sqlalchemy import Engine, func, select

from croupier.crypto.keys import KeyFault, PrivateKey
from croupier.errors import CroupierError
from croupier.house.config.clocks import HouseTime
from croupier.house.config.paths import HousePaths, Lock
from croupier.house.config.settings import Settings, TableSettings
from croupier.house.engine.requests import Outcome
from croupier.house.people import users
from croupier.house.people.passwords import Argon, one_time
from croupier.house.records import transparency_log
from croupier.house.storage import database, schema, vault
from croupier.house.storage.database import DatabaseError, Turn
from croupier.house.storage.vault import Keyring, VaultError
from croupier.house.tables.house import House
from croupier.table.fairness.card_sources import Physical, Random, fresh
from croupier.table.model.command import Command
from croupier.table.model.state import REAL, Place, State
from croupier.table.play.runner import Table

_SEED_BYTES = 32
_ID_BYTES = 8
_OWNER_ONLY = 0o600


class PremisesError(CroupierError, RuntimeError):
    """A house that cannot open; the message says why, and what would be accepted."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What a house seals and signs with."""

    vault: Keyring
    signing: PrivateKey


class OpenHouse:
    """A house with all that it stands on; one process has it, where its database is a file of its own."""

    def __init__(
        self,
        paths: HousePaths,
        engine: Engine,
        house: House,
        time: HouseTime,
        goes_by: str,
        turn: Turn,
        held: ExitStack,
    ) -> None:
        self.places, self.engine, self.house, self.time, self.goes_by = paths, engine, house, time, goes_by
        self.turn = turn  # to be ended when the house is open
        self._held = held

    def close(self) -> None:
        """Write what waits, and let go of everything."""
        self.house.stop()
        self._held.close()


def enter(
    paths: HousePaths,
    *,
    deliver: Callable[[Callable[[], None]], None],
    monotonic: Callable[[], int],
    wall: int,
    address: str = "",
) -> OpenHouse:
    """Open what is needed for a house, new or old: nothing of its tables is touched yet."""
    paths.make()
    engine = database.connect(address or database.in_file(paths.database))
    with ExitStack() as stack:
        if database.is_sqlite(engine):
            stack.callback(_locked(paths).release)
        stack.callback(engine.dispose)
        turn = Turn(engine)
        stack.callback(turn.end)
        if not address:
            paths.database.touch(_OWNER_ONLY)  # what the database keeps beside it has the same mode
        database.prepare(engine)
        keys = _keys(paths, engine)
        goes_by = _named(engine)
        with database.reading(engine) as connection:
            last = connection.execute(select(func.max(schema.journal.c.at))).scalar() or 0
        held = stack.pop_all()
    time = HouseTime(monotonic, wall, last)
    house = House(engine, keys.vault, keys.signing, now=time.now, deliver=deliver)
    return OpenHouse(paths, engine, house, time, goes_by, turn, held)


def _named(engine: Engine) -> str:
    """What the house goes by for good, and its log; drawn when it is new."""
    with database.writing(engine) as connection:
        known = database.fact(connection, database.HOUSE)
        if known is None:
            known = f"house-{fresh(_ID_BYTES).hex()}"
            database.note(connection, database.HOUSE, known)
        if transparency_log.current(connection, known) is None:
            transparency_log.begin(connection, known, known)
    return known


def _locked(paths: HousePaths) -> Lock:
    lock = Lock(paths.folder)
    lock.take()
    return lock


def _keys(paths: HousePaths, engine: Engine) -> Keys:
    """The keys of an old house, or new ones of a new house: an old one does not get others."""
    with database.reading(engine) as connection:
        used = connection.execute(select(schema.journal.c.seq).limit(1)).first() is not None
    for each in (paths.vault_key, paths.signing_key):
        if used and not each.exists():
            raise PremisesError(f"{each} is missing, which this house was kept with; accepted: the key put back")
    try:
        return Keys(_vault(paths.vault_key), _signing(paths.signing_key))
    except (VaultError, KeyFault) as error:
        raise PremisesError(str(error)) from error


def new_keys(paths: HousePaths) -> Keys:
    """Keys for a house that has none; if there is one of them, nothing is made."""
    for each in (paths.vault_key, paths.signing_key):
        if each.exists():
            raise PremisesError(f"{each} exists, and nothing is overwritten; accepted: a folder without keys")
    return Keys(_vault(paths.vault_key), _signing(paths.signing_key))


def _vault(path: Path) -> Keyring:
    if not path.exists():
        vault.create(path, Keyring.new())
    return vault.load(path)


def _signing(path: Path) -> PrivateKey:
    if not path.exists():
        vault.write_new(path, PrivateKey(fresh(_SEED_BYTES)).text())
    return PrivateKey.read(path.read_bytes())


# ---- tables ----------------------------------------------------------------------------------------------------


def open_tables(house: House, goes_by: str, settings: Settings, then: Callable[[str, Outcome], None]) -> None:
    """Every table of the settings that is not open opens under a new session."""
    for name, table in settings.tables.items():
        if name not in house.queues:
            open_one(house, goes_by, table, partial(then, name))


def open_one(house: House, goes_by: str, about: TableSettings, then: Callable[[Outcome], None]) -> None:
    """A table opens as its settings say."""
    place = Place(goes_by, about.name, f"{about.name}-{fresh(_ID_BYTES).hex()}")
    table = Table(
        about.submission,
        Physical() if about.cards == REAL else Random(),
        about.automation,
        place=place,
        publishes=about.publishes,
    )
    house.open_table(about.name, table, then)


UNSUPERVISED = "void"  # what is ruled where nobody supervises


def rules_by_itself(state: State, about: TableSettings) -> Command | None:
    """Where nobody supervises, what waits for a supervisor is taken by the house: the round is void (S1, S12)."""
    if about.supervised or state.pending is None:
        return None
    reason = "nobody supervises this table: the round is void, and all wagers go back (rulings S1 and S12)"
    return Command("floor", "rule", args={"choice": UNSUPERVISED, "reason": reason})


def first_manager(house: House, then: Callable[[tuple[str, str] | None], None]) -> None:
    """A login and a one-time password for the first manager, where the house has none."""
    password = one_time()
    stored, now = Argon().hash(password), house.now()

    def told(login: str | Exception) -> None:
        if isinstance(login, Exception):
            raise DatabaseError(str(login)) from login
        then((login, password) if login else None)

    house.do(lambda connection: users.first_manager(connection, stored, now), told)
