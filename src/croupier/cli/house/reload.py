"""`croupier house reload`: has a running house read its house.toml again, and prints which changes take effect when."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

from sqlalchemy import Engine

from croupier.cli.house.admin import REFUSALS, HouseLocation, engine_of
from croupier.cli.house.check import read_settings
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.house.config.paths import running
from croupier.house.engine.streams import said
from croupier.house.storage import database, journal
from croupier.house.storage.journal import SIGNIFICANT
from croupier.service.background.settings_reload import REFUSED, TAKEN_UP

PATIENCE = 20.0  # seconds to wait for the house's answer
_LOOK = 0.05  # seconds between two looks
_WHEN = (
    ("at_once", "taken up now"),
    ("new_session", "with a new session, between rounds"),
    ("restart", "needs a restart"),
    ("added", "tables that open"),
    ("removed", "tables that close between rounds"),
)


def reload(at: HouseLocation) -> None:
    """Check the file here first, then signal the house to read it, and print the answer that it puts on record."""
    with bad_input(*REFUSALS):
        places = at.places()
        read_settings(str(places.settings))
        if at.database:
            raise InputError("a house in PostgreSQL may run in several processes", "SIGUSR1 sent to each of them")
        engine = engine_of(at, places)
        try:
            process = running(places.folder)
            if process is None:
                raise InputError("the house is not running", "`croupier serve`, which reads the file")
            before = _last(engine)
            _tell(process)
            found = _heard(engine, before)
        finally:
            engine.dispose()
    if found["what"] == REFUSED:
        raise InputError("the house goes on as before", objections=found["says"])
    rows = [(says, ", ".join(found[name])) for name, says in _WHEN if found[name]]
    if rows:
        show.rows(rows)
    else:
        show.line("Nothing has changed.")


def _tell(process: int) -> None:
    try:
        os.kill(process, signal.SIGUSR1)
    except OSError as error:
        why = f"process {process}, which has the house, cannot be told: {error.strerror}"
        raise InputError(why, "the same as the user that runs it") from error


def _last(engine: Engine) -> int:
    with database.reading(engine) as connection:
        last = journal.last(connection, SIGNIFICANT)
    return last.seq if last is not None else 0


def _heard(engine: Engine, before: int) -> dict[str, Any]:
    """Wait for the significant event by which the house answers a reload."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with database.reading(engine) as connection:
            for entry in journal.following(connection, SIGNIFICANT, before):
                says = said(entry)
                if says["what"] in {TAKEN_UP, REFUSED}:
                    return says
        time.sleep(_LOOK)
    raise InputError("the house has not answered", "a look at its significant events, and at its log")
