"""Startup of a house: its paths, keys, database and tables are brought together, and open sessions are resumed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sqlalchemy import Engine, select

from croupier.crypto.keys import KeyFault, PrivateKey
from croupier.errors import CroupierError
from croupier.house.config.clocks import SECOND, HouseTime
from croupier.house.config.paths import HousePaths, Lock
from croupier.house.config.settings import Settings, TableSettings
from croupier.house.engine.requests import Outcome
from croupier.house.people import users
from croupier.house.people.passwords import Argon, one_time
from croupier.house.records import transparency_log
from croupier.house.storage import database, journal, register, schema, vault
from croupier.house.storage.database import DatabaseError, OpeningLock
from croupier.house.storage.journal import REGISTER, SIGNIFICANT
from croupier.house.storage.vault import Keyring, VaultError
from croupier.house.tables.house import House
from croupier.table.decide import open_table
from croupier.table.fairness.card_sources import Physical, Random, fresh
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.model.state import REAL, Place, State
from croupier.table.recording.recorder import encoded

_SEED_BYTES = 32
_ID_BYTES = 8
_OWNER_ONLY = 0o600
MOST_AHEAD = 3600 * SECOND  # that house time may be before the wall clock without a question
ASK, KEEP, BACK = AHEAD = ("ask", "keep", "back")


class PremisesError(CroupierError, RuntimeError):
    """A house that cannot open; the message says why, and what would be accepted."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of a house: those it seals with, and the one it signs with."""

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
        turn: OpeningLock,
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
    ahead: str = ASK,
) -> OpenHouse:
    """Open what is needed for a house, new or old: nothing of its tables is touched yet.

    `ahead` says what becomes of house time that is ahead of the wall clock by more than an hour: one of `AHEAD`.
    """
    paths.make()
    engine = database.connect(address or database.in_file(paths.database))
    with ExitStack() as stack:
        if database.is_sqlite(engine):
            stack.callback(_locked(paths).release)
        stack.callback(engine.dispose)
        turn = OpeningLock(engine)
        stack.callback(turn.end)
        if not address:
            paths.database.touch(_OWNER_ONLY)  # SQLite gives its companion files the same mode
        database.prepare(engine)
        keys = _keys(paths, engine)
        goes_by = _named(engine)
        last, back = _time_on_record(engine, wall, ahead)
        held = stack.pop_all()
    time = HouseTime(monotonic, wall, 0 if back else last)
    alone = database.is_sqlite(engine)  # and locked, so that no other process writes there
    house = House(engine, keys.vault, keys.signing, now=time.now, deliver=deliver, exclusive=alone)
    opened = OpenHouse(paths, engine, house, time, goes_by, turn, held)
    _begin(opened, last if back else wall, wall)
    return opened


def _begin(opened: OpenHouse, last: int, wall: int) -> None:
    """Begin the register of rights, and note that house time was set back to the wall clock, if it was ahead."""
    try:
        _register(opened.house)
    except BaseException:
        opened.close()
        raise
    if last != wall:
        says = {"what": "house time set back", "from": last, "to": wall}
        opened.house.significant(encoded(says), "", lambda _: None)


def _register(house: House) -> None:
    """Begin the register of rights; a house that has begun it once, and has none, was altered."""
    with database.writing(house.engine) as connection:
        begun = journal.asked_before(connection, SIGNIFICANT, "", register.BEGINS) is not None
        if begun and not journal.tip(connection, REGISTER):
            raise PremisesError("the register of rights is missing, by which the staff have their roles", "a backup")
        house.register.begin(connection)
    if begun:
        return
    with house.reading() as connection:
        staff = {str(key[1]): to[0] for key, to in house.register.rights(connection).items() if key[0] == "person"}
    says = {"what": "rights registered", "staff": staff}
    house.significant(encoded(says), "", lambda _: None, register.BEGINS)


def _time_on_record(engine: Engine, wall: int, ahead: str) -> tuple[int, bool]:
    """The time of the last row, and whether house time is set back from it to the wall clock."""
    with database.reading(engine) as connection:
        last = journal.latest(connection)
    too_far = last - wall > MOST_AHEAD
    if too_far and ahead == ASK:
        raise _ahead(last, wall)
    back = too_far and ahead == BACK
    if back:
        with database.writing(engine) as connection:
            journal.set_back(connection, wall)
    return last, back


def _ahead(last: int, wall: int) -> PremisesError:
    """The error of a house whose time is in the future by the clock of the machine."""
    was, now = (datetime.fromtimestamp(at // 1000, UTC).isoformat(sep=" ") for at in (last, wall))
    why = f"house time is ahead: the last row is of {was}, and the clock of this machine says {now}"
    accepted = (
        "the clock set right; or --house-time keep, which goes on from there; or --house-time back, which goes on by "
        "the clock: sequence decides what came first, and the jump is a significant event"
    )
    return PremisesError(why, accepted)


def _named(engine: Engine) -> str:
    """The permanent name of the house, which is also that of its log; drawn when the house is new."""
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
            raise PremisesError(f"{each} is missing, which this house was kept with", "the key put back")
    try:
        return Keys(_vault(paths.vault_key), _signing(paths.signing_key))
    except (VaultError, KeyFault) as error:
        raise PremisesError(error.why, error.accepted) from error


def new_keys(paths: HousePaths) -> Keys:
    """Keys for a house that has none; if there is one of them, nothing is made."""
    for each in (paths.vault_key, paths.signing_key):
        if each.exists():
            raise PremisesError(f"{each} exists, and nothing is overwritten", "a folder without keys")
    ring = _vault(paths.vault_key)
    try:
        return Keys(ring, _signing(paths.signing_key))
    except VaultError:
        paths.vault_key.unlink()  # half a set of keys would be refused at the next start
        raise


def _vault(path: Path) -> Keyring:
    if not path.exists():
        vault.create(path, Keyring.new())
    return vault.load(path)


def _signing(path: Path) -> PrivateKey:
    if not path.exists():
        vault.write_new(path, PrivateKey(fresh(_SEED_BYTES)).text())
    return PrivateKey.read(path.read_bytes())


# ---- tables ----------------------------------------------------------------------------------------------------


def open_tables(house: House, goes_by: str, settings: Settings, on_done: Callable[[str, Outcome], None]) -> None:
    """Open every table of the settings that is not open, under a new session."""
    for name, table in settings.tables.items():
        if name not in house.queues:
            open_one(house, goes_by, table, partial(on_done, name))


def open_one(house: House, goes_by: str, about: TableSettings, on_done: Callable[[Outcome], None]) -> None:
    """Open a table as its settings say."""
    place = Place(goes_by, about.name, f"{about.name}-{fresh(_ID_BYTES).hex()}")
    source = Physical() if about.cards == REAL else Random()
    state = open_table(
        about.submission, about.automation, about.game, place=place, source=source.kind, publishes=about.publishes
    )
    house.open_table(about.name, state, source, on_done)


UNSUPERVISED = "void"  # the ruling at a table without a supervisor


def rules_by_itself(state: State, about: TableSettings) -> Command | None:
    """The house's ruling where no supervisor is: a report counts as confirmed (S38), other questions void the round.

    A count or a card that is asked for waits for the dealer.
    """
    if about.supervised or state.pending is None or due(state).who != "floor":
        return None
    if state.reported is not None:
        reason = "nobody supervises this table: what was reported counts as confirmed (ruling S38)"
        return Command("floor", "confirm", args={"reason": reason})
    reason = "nobody supervises this table: the round is void, and all wagers go back (rulings S1 and S12)"
    return Command("floor", "rule", args={"choice": UNSUPERVISED, "reason": reason})


def first_manager(house: House, on_done: Callable[[tuple[str, str] | None], None]) -> None:
    """Make a login and a one-time password for the first manager, where the house has none."""
    password = one_time()
    stored, now = Argon().hash(password), house.now()

    def done(login: str | Exception) -> None:
        if isinstance(login, Exception):
            raise DatabaseError(str(login)) from login
        on_done((login, password) if login else None)

    house.do(lambda connection: users.first_manager(connection, stored, now), done)
