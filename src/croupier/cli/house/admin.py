"""`croupier house` people, open, close, tables, backup and restore: administration on the house's own machine."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeVar, cast

from sqlalchemy import Connection, Engine, func, select

from croupier.cli.house.check import read_settings
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.input_files import read_text
from croupier.crypto.keys import KeyFault, PrivateKey
from croupier.house.backup import backup
from croupier.house.backup.backup import BackupError
from croupier.house.backup.restore import restore as restore_house
from croupier.house.config.paths import HousePaths, PlacesError
from croupier.house.engine.replay import sessions
from croupier.house.engine.requests import Answer, Failure, Outcome
from croupier.house.engine.shared_meters import HouseError
from croupier.house.people import tokens, users
from croupier.house.people.passwords import Argon, one_time
from croupier.house.people.roles import PeopleError
from croupier.house.records.export import ExportError
from croupier.house.records.recall import RecallError
from croupier.house.storage import database, journal, schema, vault
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.register import Register
from croupier.house.storage.vault import VaultError
from croupier.house.tables import startup
from croupier.house.tables.house import House
from croupier.house.tables.startup import Keys, OpenHouse, PremisesError
from croupier.names import NamingError
from croupier.rulebook import Refusal
from croupier.schemas.roles import Role
from croupier.table.recording.recorder import RecordingError, encoded

REFUSALS = (
    PlacesError,
    PremisesError,
    DatabaseError,
    VaultError,
    KeyFault,
    HouseError,
    PeopleError,
    NamingError,
    BackupError,
    RecallError,
    ExportError,
    RecordingError,
)
_PATIENCE = 60  # seconds to wait for an answer of the database
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HouseLocation:
    """Location of a house: the options --house, --keys and --database."""

    house: str | None
    keys: str | None
    database: str

    def else_at(self, other: HouseLocation) -> HouseLocation:
        """The location, with the parts that are not given taken from another one."""
        return HouseLocation(self.house or other.house, self.keys or other.keys, self.database or other.database)

    def places(self) -> HousePaths:
        """The paths of the house's folders and files."""
        return HousePaths.of(
            None if self.house is None else Path(self.house), None if self.keys is None else Path(self.keys)
        )


# ---- reading a house ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HouseSnapshot:
    """A read-only snapshot of a house, with its keys."""

    connection: Connection
    keys: Keys


@contextmanager
def looking(at: HouseLocation) -> Iterator[HouseSnapshot]:
    """Open a read-only snapshot of a house, which may be running."""
    with bad_input(*REFUSALS):
        places = at.places()
        engine = engine_of(at, places)
        try:
            keys = Keys(vault.load(places.vault_key), signing_of(places))
            with database.at_one_moment(engine) as connection:
                yield HouseSnapshot(connection, keys)
        finally:
            engine.dispose()


def engine_of(at: HouseLocation, paths: HousePaths) -> Engine:
    """Connect to the database of an existing house; one of another schema version is refused."""
    if not at.database and not paths.database.exists():
        raise InputError(f"there is no house in {paths.folder}", "--house with the folder of one")
    engine = database.connect(at.database or database.in_file(paths.database))
    file = engine.url.database if database.is_sqlite(engine) else None
    if file is not None and not Path(file).exists():  # to connect would make it
        raise InputError(f"there is no database in {file}", "--database with the address of a house's")
    try:
        stands = database.version(engine)
    except BaseException:
        engine.dispose()
        raise
    if stands != database.HEAD:
        engine.dispose()
        raise InputError(
            f"the house's database is of version {stands}, and this program reads {database.HEAD}",
            "a house that `croupier serve` of this program has opened once",
        )
    return engine


def signing_of(paths: HousePaths) -> PrivateKey:
    """Read the signing key of a house."""
    try:
        return PrivateKey.read(paths.signing_key.read_bytes())
    except OSError as error:
        accepted = "--keys with the folder of the house's keys"
        raise InputError(f"cannot read {paths.signing_key}: {error.strerror}", accepted) from error


# ---- changing a house --------------------------------------------------------------------------------------------


class OpenedHouse:
    """A house that this process has opened to change it."""

    def __init__(self, opened: OpenHouse, delivered: SimpleQueue[Callable[[], None]]) -> None:
        self.house: House = opened.house
        self.goes_by = opened.goes_by
        self._delivered = delivered

    def wait(self, told: list[T]) -> T:
        """Run deliveries until a callback has put a value in the list; return the first value."""
        while not told:
            try:
                self._delivered.get(timeout=_PATIENCE)()
            except Empty as error:
                raise InputError("the database does not answer; try again") from error
        return told[0]

    def write(self, act: Callable[[Connection], T]) -> T:
        """Run a write transaction that belongs to no table, and return its result."""
        told: list[T | Exception] = []
        self.house.do(act, told.append)
        outcome = self.wait(told)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def note(self, **says: object) -> None:
        """Put a significant event on record."""
        told: list[Answer | Failure] = []
        self.house.significant(encoded(says), "", told.append)
        self.wait(told)


@contextmanager
def doing(at: HouseLocation) -> Iterator[OpenedHouse]:
    """Open a house for changes; it must not be running, unless it is kept in PostgreSQL, which processes can share."""
    with bad_input(*REFUSALS):
        places = at.places()
        engine_of(at, places).dispose()
        delivered: SimpleQueue[Callable[[], None]] = SimpleQueue()
        opened = startup.enter(
            places,
            deliver=delivered.put,
            monotonic=lambda: time.monotonic_ns() // 10**6,
            wall=time.time_ns() // 10**6,
            address=at.database,
            ahead=startup.KEEP,
        )
        try:
            yield OpenedHouse(opened, delivered)
        finally:
            opened.close()


def carried_out(outcome: Outcome) -> None:
    """Raise an InputError for a refusal or a failure."""
    if isinstance(outcome, Refusal):
        raise InputError(str(outcome))
    if isinstance(outcome, Failure):
        raise InputError(outcome.why)


def when(at: int) -> str:
    """Format house time (milliseconds) as a UTC date and time; empty for 0."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S") if at else ""


# ---- people ------------------------------------------------------------------------------------------------------


def list_people(at: HouseLocation, *, as_json: bool) -> None:
    """List the accounts with their logins, and the number of guests."""
    persons, logins = schema.persons, schema.logins
    with looking(at) as looked:
        found = select(persons.c.id, persons.c.name, persons.c.role, persons.c.program, logins.c.login).join_from(
            persons, logins, logins.c.person == persons.c.id, isouter=True
        )
        known = (persons.c.ended == 0, persons.c.role != "guest")
        rows = [row._asdict() for row in looked.connection.execute(found.where(*known).order_by(persons.c.role))]
        guests = looked.connection.execute(
            select(func.count()).select_from(persons).where(persons.c.ended == 0, persons.c.role == "guest")
        ).scalar_one()
    if as_json:
        show.as_json({"people": rows, "guests": guests})
        return
    names = ("role", "login", "name", "id")
    if rows:
        show.rows([[row[name] or "" for name in names] for row in rows], names)
    show.line(f"{guests} guest{'s' * (guests != 1)}")


def reset_password(at: HouseLocation, login: str) -> None:
    """Replace a lost password by a one-time password, and print it."""
    password = one_time()
    stored = Argon().hash(password)
    with doing(at) as house:
        now = house.house.now()
        house.write(lambda connection: users.reset(connection, login, stored, now))
        house.note(what="reset password", login=users.login_of(login))
    _tell_password(users.login_of(login), password)


def let_in(at: HouseLocation, login: str) -> None:
    """Make a one-time way in to an account, while the house runs or not, and print it."""
    with bad_input(*REFUSALS):
        engine = engine_of(at, at.places())
        try:
            with database.reading(engine) as connection:
                now = max(time.time_ns() // 10**6, journal.latest(connection))
            Register(vault.load(at.places().vault_key), lambda: now).attach(engine)
            with database.writing(engine) as connection:
                code = tokens.let_in(connection, login, now)
        finally:
            engine.dispose()
    minutes = tokens.LET_IN_LASTS // 60_000
    show.line(
        f"{users.login_of(login)!r} signs in once with {code!r} in place of the password, within {minutes} minutes."
    )


def hire(at: HouseLocation, name: str, login: str, role: str) -> None:
    """Make an account, and print its one-time password."""
    password = one_time()
    stored = Argon().hash(password)
    with doing(at) as house:
        now = house.house.now()
        chosen = cast("Role", role)  # `users.hire` refuses any other text
        person = house.write(lambda connection: users.hire(connection, name, login, chosen, stored, now))
        house.note(what="hire", person=person, role=role)
    _tell_password(users.login_of(login), password)


def program(at: HouseLocation, name: str, role: str) -> None:
    """Make a program, and print its id."""
    with doing(at) as house:
        now, chosen = house.house.now(), cast("Role", role)  # `users.program` refuses any other text
        person = house.write(lambda connection: users.program(connection, name, chosen, now))
        house.note(what="make program", person=person, role=role)
    show.line(f"{name!r} is {person}, and needs a token: `croupier house people token {person} watch`.")


def program_token(at: HouseLocation, person: str, scopes: list[str], days: int, label: str) -> None:
    """Issue a token to a program, and print it."""
    scope = " ".join(scopes)
    with doing(at) as house:
        now = house.house.now()
        issued = house.write(
            lambda connection: users.program_token(connection, person, scope, now, days * tokens.DAY, label=label)
        )
        house.note(what="make token", person=person, scope=scope)
    until = when(issued.expires)
    show.line(f"{issued.secret} is a token for {' and '.join(scopes)}, until {until}; it is told this once.")


def _tell_password(login: str, password: str) -> None:
    show.line(f"{login!r} signs in with {password!r}, within a day, and chooses another password then.")


# ---- tables ------------------------------------------------------------------------------------------------------


def list_tables(at: HouseLocation, *, as_json: bool) -> None:
    """List all sessions, open ones first."""
    rounds = schema.rounds.c
    with looking(at) as looked:
        known = sessions(looked.connection)
        counted = select(rounds.session, func.count()).group_by(rounds.session)
        played = {str(name): int(many) for name, many in looked.connection.execute(counted)}
    known.sort(key=lambda each: (bool(each.closed), each.stream, -each.opened))
    told = [
        {
            "table": each.stream,
            "session": each.id,
            "rulebook": json.loads(each.header)["rulebook"],
            "opened": when(each.opened),
            "closed": when(each.closed) or None,
            "rounds": played.get(each.id, 0),
        }
        for each in known
    ]
    if as_json:
        show.as_json(told)
    elif not told:
        show.line("No table was ever opened here.")
    else:
        names = ("table", "rulebook", "rounds", "opened", "closed", "session")
        show.rows([["" if each[name] is None else str(each[name]) for name in names] for each in told], names)


def open_table(at: HouseLocation, name: str) -> None:
    """Open a table of house.toml under a new session."""
    with doing(at) as house:
        settings = read_settings(str(at.places().settings))
        if name not in settings.tables:
            raise InputError(f"house.toml has no table {name!r}", ", ".join(settings.tables))
        house.house.recover()
        if name in house.house.queues:
            raise InputError(f"table {name!r} is open", "one that is not")
        told: list[Outcome] = []
        startup.open_one(house.house, house.goes_by, settings.tables[name], told.append)
        carried_out(house.wait(told))
        session = house.house.queues[name].live.session
        house.note(what="open table", table=name)
    show.line(f"Table {name} is open, under session {session}.")


def close_table(at: HouseLocation, name: str) -> None:
    """End the session of a table."""
    with doing(at) as house:
        house.house.recover()
        session = house.house.queue(name).live.session
        told: list[Outcome] = []
        house.house.close_table(name, told.append)
        carried_out(house.wait(told))
        house.note(what="close table", table=name)
    show.line(f"Table {name} is closed, and session {session} over.")


# ---- backups -----------------------------------------------------------------------------------------------------


def back_up(at: HouseLocation, file: str) -> None:
    """Back up a house into one file."""
    with bad_input(*REFUSALS):
        places = at.places()
        engine = engine_of(at, places)
        try:
            manifest = backup.back_up(engine, places, signing_of(places).public, Path(file))
        finally:
            engine.dispose()
    rows = sum(manifest.ends.values())
    show.line(f"{file}: {rows:,} rows, up to {when(manifest.at) or 'nothing yet'}. The keys are not in it.")
    for each in manifest.left_out:
        show.line(f"Left out, since it lies outside of the house's folder: {each}", "yellow")


def restore(at: HouseLocation, file: str, checkpoint: str | None) -> None:
    """Restore a house from a backup into a new folder."""
    last = read_text(checkpoint) if checkpoint is not None else ""
    if checkpoint is not None and not last:
        raise InputError(f"{checkpoint} is empty", "a checkpoint as the house has published it")
    with bad_input(*REFUSALS):
        places = at.places()
        restored = restore_house(Path(file), places, time.time_ns() // 10**6, last)
    show.line(f"The house of {when(restored.manifest.at) or 'no rows'} is in {places.folder}.", "bold")
    for each in restored.says:
        show.line(each)
