"""The settings of a house, read from `house.toml`: valid, or with every objection at once, each with its place.

Nothing here opens a file: the text comes in, and a way to read the submissions that it names.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import PurePath
from typing import Any, NamedTuple

from croupier.errors import CroupierError
from croupier.games import catalogue
from croupier.games.catalogue import PACKAGE, Catalogue, Title
from croupier.games.game import Game
from croupier.house.config.clocks import SECOND, Clocks
from croupier.house.config.setting_keys import (
    HOUSE,
    OPTIONS,
    PUBLISHED,
    RULEBOOK,
    SUBMISSION,
    TABLE,
    TERMS,
    Key,
    NotAcceptedError,
)
from croupier.house.engine.shared_meters import HouseError, SharedMeters
from croupier.money import CURRENCIES, Cents
from croupier.rulebook import Refusal, Submission, SubmissionError, UnknownError
from croupier.rulebook.files import Files, RulebookFiles, is_path
from croupier.rulebook.loader import RulebookError
from croupier.rulebook.submission_check import shown
from croupier.table.model.catalog import DECLARED
from croupier.table.model.vocabulary import STEPS

MOST_TABLES = 1000
TABLE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_SECTIONS = ("house", "tables")
_AMOUNTS = ("guests_money", "large_payout")
# Steps that only a supervisor takes, unless they run by themselves.
_FLOOR_STEPS = frozenset(each for each in STEPS if each in DECLARED and DECLARED[each].by == ("floor",))


class SettingsError(CroupierError, ValueError):
    """A file that no house can be run by; it is made of every objection."""

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("\n".join(map(str, self.refusals)))


class FileError(CroupierError, ValueError):
    """A submission that `house.toml` names and that cannot be read; the message says why."""


@dataclass(frozen=True)
class TableSettings:
    """The settings of one table."""

    name: str
    submission: Submission
    game: Game
    cards: str  # COMMITTED or REAL
    automation: frozenset[str]
    supervised: bool
    bet_seconds: int
    decide_seconds: int
    away_seconds: int
    keep_seat_minutes: int
    keep_guest_minutes: int
    card_milliseconds: int
    step_milliseconds: int
    sits: frozenset[str]
    coach: bool
    publishes: str

    @cached_property
    def clocks(self) -> Clocks:
        """The clocks and the pace of the table, from which deadlines are made."""
        return Clocks(
            self.bet_seconds * SECOND,
            self.decide_seconds * SECOND,
            self.away_seconds * SECOND,
            self.card_milliseconds,
            self.step_milliseconds,
        )

    @property
    def keeps_seat(self) -> int:
        """The time in milliseconds that a seat is kept for a player who is away; 0 for as long as the session lasts."""
        return self.keep_seat_minutes * 60 * SECOND

    @property
    def keeps_guest(self) -> int:
        """The time in milliseconds that a seat is kept for a guest without a connection; 0 for as long as others'."""
        return self.keep_guest_minutes * 60 * SECOND


@dataclass(frozen=True, slots=True)
class HouseSettings:
    """The settings of the house as a whole."""

    name: str
    time_zone: str
    day_begins: int
    currency: str
    guests_money: Cents
    guests_per_hour: int
    publishes: str
    checkpoint_seconds: int
    large_payout: Cents
    notice_minutes: int


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a house and of its tables, by name, and the rulebooks that it knows.

    A table whose rulebook or game cannot be read stays closed, and the others open: `closed` says why.
    """

    house: HouseSettings
    tables: Mapping[str, TableSettings]
    catalogue: Catalogue = PACKAGE
    closed: Mapping[str, str] = field(default_factory=dict)


# ---- reading -------------------------------------------------------------------------------------------


def read(text: str, files: Files, books: RulebookFiles | None = None) -> Settings:
    """Read the settings from a text; a SettingsError has every objection.

    `files` reads the submissions that the text names, and `books` the files of rulebooks.
    """
    raw = _toml(text)
    refusals = _Refusals()
    refusals.unknown("", raw, _SECTIONS)
    house = HouseSettings(**refusals.values("house", HOUSE, _section(raw, "house", refusals)))
    tables: dict[str, TableSettings] = {}
    shelf = _RulebookCache(books or RulebookFiles(files))
    for name, given in _named_tables(raw, refusals).items():
        try:
            table = _table(name, given, house, _Sources(files, shelf), refusals)
        except _ClosedError as error:
            shelf.closed[name] = str(error)
            continue
        if table is not None:
            tables[name] = table
    _one_version(tables, refusals)
    _one_currency(raw, house, tables, refusals)
    if refusals.found:
        raise SettingsError(refusals.found)
    return Settings(house, tables, shelf.catalogue, shelf.closed)


class _ClosedError(CroupierError):
    """A rulebook or a game that cannot be read, so that its table stays closed."""


class _RulebookCache:
    """The rulebooks that a file names, each read once."""

    def __init__(self, books: RulebookFiles) -> None:
        self._books = books
        self._read: dict[str, Title] = {}
        self.catalogue = PACKAGE
        self.closed: dict[str, str] = {}

    def title(self, named: str) -> Title:
        """The rulebook of a name or a path with its game; a _ClosedError if it cannot be read."""
        if not is_path(named):
            return PACKAGE.title(named)
        if named not in self._read:
            try:
                title = catalogue.read(named, self._books)
                self.catalogue = self.catalogue.adding(title)
            except (RulebookError, UnknownError, FileError) as error:
                why = error.why if named in error.why else f"{named}: {error.why}"
                raise _ClosedError(why, error.accepted) from error
            self._read[named] = title
        return self._read[named]


class _Sources(NamedTuple):
    """The files that a table is read from."""

    files: Files
    shelf: _RulebookCache


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(
            [_objection("", f"this is not valid TOML: {error}", "`[house]` and `[tables.NAME]`")]
        ) from error
    except RecursionError as error:
        why = "this is nested too deep"
        raise SettingsError([_objection("", why, "nothing deeper than a submission needs")]) from error


def _objection(place: str, why: str, accepted: str) -> Refusal:
    return Refusal(why, accepted, document=place or "the file", about=place.rpartition(".")[2])


class _Refusals:
    """The objections so far. A refused value counts as left out, so that one slip is not reported three times."""

    def __init__(self) -> None:
        self.found: list[Refusal] = []

    def add(self, place: str, why: str, accepted: str) -> None:
        self.found.append(_objection(place, why, accepted))

    def unknown(self, place: str, given: Mapping[str, object], names: Iterable[str]) -> None:
        """Refuse every name that is not one of these."""
        known = list(names)
        for name in given:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                self.add(place, f"there is no key {shown(name)}{hint}", ", ".join(known))

    def value(self, place: str, key: Key, given: Mapping[str, object]) -> Any:  # noqa: ANN401 - of the key's kind
        """The value of a key; the default if it is refused or left out."""
        if key.name in given:
            try:
                return key.read(given[key.name])
            except NotAcceptedError as refused:
                self.add(f"{place}.{key.name}", refused.why, refused.accepted)
        return None if key.default is None else key.read(key.default)

    def values(self, place: str, keys: Iterable[Key], given: Mapping[str, object]) -> dict[str, Any]:
        """The values of these keys; any other key is refused."""
        declared = tuple(keys)
        self.unknown(place, given, [key.name for key in declared])
        return {key.name: self.value(place, key, given) for key in declared}


def _section(raw: Mapping[str, object], name: str, refusals: _Refusals) -> Mapping[str, object]:
    given = raw.get(name, {})
    if isinstance(given, Mapping):
        return given
    refusals.add(name, f"{shown(given)} was given", f"a table of TOML that begins with [{name}]")
    return {}


def _named_tables(raw: Mapping[str, object], refusals: _Refusals) -> dict[str, Mapping[str, object]]:
    """The tables of the file that can be read, by name."""
    given = _section(raw, "tables", refusals)
    if raw.get("tables", {}) == {}:
        refusals.add("tables", "the house has no table", "[tables.NAME] with a rulebook, for one table at least")
    if len(given) > MOST_TABLES:
        refusals.add("tables", f"the house has {len(given):,} tables", f"{MOST_TABLES:,} at most")
        return {}
    found: dict[str, Mapping[str, object]] = {}
    for name, about in given.items():
        if TABLE_NAME.fullmatch(name) is None:
            accepted = "1 to 40 small letters, digits and hyphens, the first of them no hyphen"
            refusals.add("tables", f"{shown(name)} is no name of a table", accepted)
        elif not isinstance(about, Mapping):
            refusals.add(f"tables.{name}", f"{shown(about)} was given", f"[tables.{name}] with a rulebook")
        else:
            found[name] = about
    return found


def _table(
    name: str, given: Mapping[str, object], house: HouseSettings, sources: _Sources, refusals: _Refusals
) -> TableSettings | None:
    place = f"tables.{name}"
    values = refusals.values(place, (*TERMS, *TABLE, PUBLISHED), given)
    rulebook, file, options = (values.pop(key.name) for key in (RULEBOOK, SUBMISSION, OPTIONS))
    submission = _submission(place, given, (rulebook, file, options), sources, refusals)
    if not values["supervised"]:
        _check_unsupervised(place, values["automation"], submission, refusals)
    if submission is None:
        return None
    publishes = values.pop(PUBLISHED.name) or house.publishes
    game = sources.shelf.catalogue.game(submission.rulebook)
    return TableSettings(name=name, submission=submission, game=game, publishes=publishes, **values)


# ---- what a table is run by ----------------------------------------------------------------------------


def _submission(
    place: str,
    given: Mapping[str, object],
    chosen: tuple[str | None, str | None, Mapping[str, object] | None],
    sources: _Sources,
    refusals: _Refusals,
) -> Submission | None:
    """The submission of a table, from a file or from options in `house.toml`; None if it was objected to."""
    rulebook, file, options = chosen
    before = len(refusals.found)
    if file is not None and options is not None:
        why = "there is a submission in a file and there are options here"
        refusals.add(f"{place}.{SUBMISSION.name}", why, "one of the two")
        return None
    if file is not None:
        rulebook, options = _in_file(place, rulebook, file, sources.files, refusals)
    elif RULEBOOK.name not in given:
        accepted = f"{RULEBOOK.name}, or {SUBMISSION.name} with a file that names one"
        refusals.add(place, "the rulebook of the table is missing", accepted)
    if rulebook is None or len(refusals.found) > before:
        return None
    try:
        return Submission.of(sources.shelf.title(rulebook).book, options or {})
    except SubmissionError as error:
        if is_path(rulebook):
            raise _ClosedError(f"{rulebook}: {error.refusals[0]}") from error
        where = f"{place}.{OPTIONS.name if file is None else SUBMISSION.name}"
        refusals.found += [replace(each, document=f"{where}: {each.document}") for each in error.refusals]
        return None


def _in_file(
    place: str, rulebook: str | None, file: str, files: Files, refusals: _Refusals
) -> tuple[str | None, dict[str, Any]]:
    """The rulebook and the options in a file."""
    where = f"{place}.{SUBMISSION.name}"
    accepted = "a file as `croupier submission new` writes it"
    try:
        options = tomllib.loads(files(file))
    except FileError as error:
        refusals.add(where, str(error), accepted)
        return None, {}
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        why = "it is nested too deep" if isinstance(error, RecursionError) else str(error)
        refusals.add(where, f"{shown(file)} is no TOML that is read here: {why}", accepted)
        return None, {}
    named = options.pop(RULEBOOK.name, None)
    try:
        found: str = RULEBOOK.read(named)
    except NotAcceptedError as refused:
        refusals.add(where, f"{shown(file)} is for no rulebook that there is: {refused.why}", refused.accepted)
        return None, {}
    found = _beside(file, found)
    if rulebook is not None and PurePath(found) != PurePath(rulebook):
        refusals.add(where, f"{shown(file)} is a submission for {found}, not for {rulebook}", f"one for {rulebook}")
    return found, options


def _beside(file: str, rulebook: str) -> str:
    """A rulebook as it is seen from the house's folder, where a file names it."""
    return os.path.join(PurePath(file).parent, rulebook) if is_path(rulebook) else rulebook  # noqa: PTH118 - keeps ./


def _check_unsupervised(
    place: str, automation: frozenset[str], submission: Submission | None, refusals: _Refusals
) -> None:
    """Object to settings of an unsupervised table that would wait for a supervisor."""
    for missing in sorted(_FLOOR_STEPS - automation):
        why = f"nobody supervises this table, and {missing!r} is left to a supervisor"
        refusals.add(f"{place}.automation", why, f"{missing!r} among the steps, or supervised = true")
    if submission is not None and submission["absent_player"] == "hold":
        why = "nobody supervises this table, and absent_player = hold waits for a supervisor"
        refusals.add(f"{place}.supervised", why, "another absent_player, or supervised = true")


def _one_currency(
    raw: Mapping[str, object], house: HouseSettings, tables: Mapping[str, TableSettings], refusals: _Refusals
) -> None:
    """Object to a table in another currency than the house's, and to amounts of the house that bear another's sign."""
    for name, table in tables.items():
        book = table.submission.rulebook
        if book.currency.code != house.currency:
            why = f"{book.id} is in {book.currency.code}, and the house is in {house.currency}"
            accepted = f'a rulebook in {house.currency}, or currency = "{book.currency.code}" under [house]'
            refusals.add(f"tables.{name}", why, accepted)
    signs = {each.sign for code, each in CURRENCIES.items() if code != house.currency}
    given = raw.get("house", {})
    for name, value in given.items() if isinstance(given, Mapping) else ():
        if isinstance(value, str) and name in _AMOUNTS and signs & set(value):
            refusals.add(f"house.{name}", f"{shown(value)} is in another currency", f"an amount in {house.currency}")


def _one_version(tables: Mapping[str, TableSettings], refusals: _Refusals) -> None:
    """Object to tables that deal one game in different versions."""
    house = SharedMeters()
    for name, table in tables.items():
        try:
            house = house.open(name, table.submission)
        except HouseError as error:
            refusals.add(f"tables.{name}", error.why, error.accepted)
