"""`croupier serve`: opens a house and runs its server."""

from __future__ import annotations

import os
import signal
import sys
import time
import webbrowser
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from croupier.cli.house.check import read_settings, settings_in
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.output_files import write_new
from croupier.house.config.default_settings import default_text
from croupier.house.config.paths import HousePaths, PlacesError
from croupier.house.engine.shared_meters import HouseError
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.vault import VaultError
from croupier.house.storage.vault import write_new as write_private
from croupier.house.tables.startup import AHEAD, ASK, OpenHouse, PremisesError, first_manager
from croupier.service.live.loop_delivery import Deliveries
from croupier.service.server import Listening, Run, ServingError, address, bound, enter, open_tables
from croupier.service.server import serve as serve_house


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """Options of `croupier serve`."""

    house: str | None
    keys: str | None
    database: str
    listening: Listening
    opens: bool  # open the page in a browser, if there is a display
    demo: bool = False  # computer players take some of the seats
    ahead: str = ASK  # what becomes of house time that is ahead of the clock


def serve(wanted: ServeOptions) -> None:
    """Open a house, print its address on the last line, and serve until interrupted."""
    errors = (PlacesError, PremisesError, DatabaseError, VaultError, ServingError, HouseError)
    with bad_input(*errors), ExitStack() as stack:
        wanted.listening.check()
        if wanted.ahead not in AHEAD:
            raise InputError(f"--house-time cannot be {wanted.ahead!r}", ", ".join(AHEAD))
        places = HousePaths.of(_path(wanted.house), _path(wanted.keys))
        places.make()
        if not places.settings.exists():
            write_new(places.settings, default_text())
        settings = read_settings(str(places.settings))
        listens = stack.enter_context(bound(wanted.listening, show.line))
        house, deliveries = enter(places, wanted.database, wanted.ahead)
        stack.callback(house.engine.dispose)
        open_tables(house, settings, deliveries)
        for name, why in settings.closed.items():
            show.line(f"Table {name} stays closed: {why}", "yellow")
        for warning in places.warnings():
            show.line(f"Warning: {warning}", "yellow")
        _tell_manager(places, house, deliveries)
        where = address(wanted.listening, listens.getsockname()[1])

        def ready() -> None:
            show.line(f"{settings.house.name}: {len(house.house.queues)} tables are open. Ctrl-C closes the house.")
            show.line(where)
            show.flush()
            if wanted.opens and _has_display():
                webbrowser.open(where)

        signal.signal(signal.SIGTERM, signal.default_int_handler)  # by which a service manager stops a program
        with suppress(KeyboardInterrupt):  # which is how a house is closed
            run = Run(settings, partial(settings_in, str(places.settings)), wanted.demo)
            serve_house(house, run, deliveries, wanted.listening, listens, ready)
        show.line("The house is closed.")


def _path(name: str | None) -> Path | None:
    return None if name is None else Path(name)


def _has_display() -> bool:
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _tell_manager(paths: HousePaths, house: OpenHouse, deliveries: Deliveries) -> None:
    """Print the first manager's one-time password to a terminal, or else write it to a file for the owner only."""
    told: list[tuple[str, str] | None] = []
    first_manager(house.house, told.append)
    while not told:
        deliveries.now()
        time.sleep(0.001)
    if told[0] is None:
        return
    login, password = told[0]
    says = (
        f"The first manager signs in as {login!r} with {password!r}, within a day, and chooses another password then."
    )
    if sys.stdout.isatty():
        show.line(says)
        return
    # The folder of keys is read-only if a service manager provides the keys.
    file = (paths.keys if os.access(paths.keys, os.W_OK) else paths.folder) / "first-manager.txt"
    file.unlink(missing_ok=True)  # left by an earlier house, or by a manager who never signed in
    write_private(file, f"{says}\n".encode())
    show.line(f"The first manager's one-time password is in {file}, which only you can read.")
