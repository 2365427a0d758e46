"""`croupier house check`: reads and checks a house.toml, and prints the settings."""

from __future__ import annotations

from dataclasses import asdict, fields
from functools import partial
from pathlib import Path
from typing import Any

from croupier.cli.terminal import show, streams
from croupier.cli.terminal.errors import InputError, bad_input, objections
from croupier.cli.terminal.input_files import read_text
from croupier.house.config.paths import HousePaths, PlacesError
from croupier.house.config.settings import FileError, Settings, SettingsError, TableSettings, read
from croupier.money import CURRENCIES
from croupier.rulebook.files import RulebookFiles, names, text
from croupier.table.model.next_step import ALL_STEPS


def check(file: str | None, keys: str | None, *, as_json: bool) -> None:
    """Check a house.toml, print its settings, and warn if the house's keys are in the wrong place."""
    with bad_input(PlacesError):
        places = _places(file, keys)
        named = str(places.settings) if file is None else file
        settings = read_settings(named)
        warnings = places.warnings()
    if as_json:
        show.as_json(_data(settings) | {"warnings": warnings})
        return
    house = settings.house
    many = len(settings.tables)
    show.line(f"{named} is valid: {house.name}, {many} table{'s' * (many > 1)}", "bold")
    show.rows(_about(settings))
    for table in settings.tables.values():
        show.heading(table.name)
        show.rows(_about_table(table))
    for name, why in settings.closed.items():
        show.heading(name)
        show.line(f"The table stays closed: {why}", "bold red")
    for warning in warnings:
        streams.say(f"croupier: warning: {warning}")


def _places(file: str | None, keys: str | None) -> HousePaths:
    """The paths of the house that a file belongs to: a `house.toml` lies in the folder of its house."""
    folder = None if file is None else Path(file).parent
    return HousePaths.of(folder, None if keys is None else Path(keys))


def read_settings(file: str) -> Settings:
    """Read settings, with the submissions that the file names; `-` is standard input. Faults are an InputError."""
    try:
        return settings_in(file)
    except FileError as error:
        raise InputError(error.why, error.accepted) from error
    except SettingsError as error:
        many = len(error.refusals)
        raise InputError(f"{file}: {many} objection{'s' * (many > 1)}", objections=objections(error)) from error


def settings_in(file: str) -> Settings:
    """Read settings like `read_settings`, but raise the house's own SettingsError or FileError."""
    folder = Path(file).parent.absolute()
    return read(
        _text(file),
        lambda name: _text(str(folder / name)),
        RulebookFiles(partial(text, base=str(folder)), partial(names, base=str(folder))),
    )


def _text(file: str) -> str:
    try:
        return read_text(file)
    except InputError as error:
        raise FileError(error.why, error.accepted) from error


def _about(settings: Settings) -> list[tuple[str, str]]:
    house = settings.house
    money = CURRENCIES[house.currency].text
    return [
        ("gaming day", f"begins at {house.day_begins:02}:00, {house.time_zone}"),
        ("currency", house.currency),
        (
            "guests",
            f"{money(house.guests_money)} each; {house.guests_per_hour:,} an hour from one address",
        ),
        ("checkpoints", f"every {house.checkpoint_seconds:,} seconds"),
        ("large payouts", f"noted from {money(house.large_payout)} on"),
        ("notices", f"shown for {house.notice_minutes:,} minutes"),
    ]


def _about_table(table: TableSettings) -> list[tuple[str, str]]:
    book = table.submission.rulebook
    by_hand = sorted(ALL_STEPS - table.automation)
    return [
        ("rulebook", f"{book.title} ({book.id})"),
        ("cards", f"{table.cards}; the seed is published {table.publishes}"),
        ("by itself", f"all but {', '.join(by_hand)}" if by_hand else "every step"),
        ("supervised", "yes" if table.supervised else "no: a ruling that would wait takes its default"),
        ("clocks", f"{table.bet_seconds} s to bet, {table.decide_seconds} s to decide, {table.away_seconds} s if away"),
        ("seats kept", f"for {table.keep_seat_minutes} minutes" if table.keep_seat_minutes else "for the session"),
        ("guests' seats", f"for {table.keep_guest_minutes} minutes" if table.keep_guest_minutes else "as others' are"),
        ("pace", f"{table.card_milliseconds} ms a card, {table.step_milliseconds} ms a step"),
        ("seats for", ", ".join(sorted(table.sits)) or "nobody"),
        ("coach", "allowed" if table.coach else "not allowed"),
    ]


def _data(settings: Settings) -> dict[str, Any]:
    tables = {name: _table_data(table) for name, table in settings.tables.items()}
    write = CURRENCIES[settings.house.currency].text
    money = {name: write(getattr(settings.house, name)) for name in ("guests_money", "large_payout")}
    house = asdict(settings.house) | money
    return {"stands": True, "house": house, "tables": tables, "closed": dict(settings.closed)}


def _table_data(table: TableSettings) -> dict[str, Any]:
    values = {each.name: getattr(table, each.name) for each in fields(table)}
    sets = {name: sorted(value) for name, value in values.items() if isinstance(value, frozenset)}
    del values["name"], values["submission"], values["game"]
    submission = table.submission
    return {"rulebook": submission.rulebook.id, "options": submission.options(), **values, **sets}
