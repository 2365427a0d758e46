"""A house of an older engine number, as it was stored: `python tests/support/house/older_house.py` writes it anew.

Before the number rises, the program that has the present one stores its house, and the file stays. Number 2 was the
first that a house has run under, so the house of number 1 was made by the program of number 2 with the number lowered.
The house of number 2 has tables of migration 0002, as the program of commit aab1db7 made it.

At table `uth` a round is in play, `pro` has a meter and a wager on the layout, and a session of `lir` is over.
"""

from __future__ import annotations

import lzma
import sqlite3
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

from sqlalchemy import Engine

from croupier.crypto.keys import PrivateKey
from croupier.house.storage.vault import Keyring
from croupier.table.decide import ENGINE
from croupier.table.model.command import Command
from support.house.databases import in_file
from support.house.evening_house import PROGRESSIVE, SIDES
from support.house.running_house import Running, sqlite

NUMBERS = (1, 2)  # of the houses that are stored
KEYRING, KEY = Keyring({1: bytes(32)}), PrivateKey(bytes(32))
_SNAPSHOTS = 10  # so that a short evening has some


def file_of(number: int) -> Path:
    """The file with the house of an engine number."""
    return Path(__file__).parents[2] / "house" / f"house-of-engine-{number}.sqlite3.xz"


def stored(folder: Path, number: int) -> Engine:
    """The stored house of an engine number, in a folder, as this program opens it."""
    file = folder / "house.sqlite3"
    file.write_bytes(lzma.decompress(file_of(number).read_bytes()))
    return in_file(file)


def _made(folder: Path) -> Path:
    """An evening at three tables, in the middle of which the house stops."""
    run = Running(sqlite(folder), KEYRING, KEY)
    for person in ("p-ann", "p-bob", "p-cid"):
        run.guest(person, 200_000)
    run.open("lir", "lir-nj")
    run.sit("lir", 1, "p-cid")
    run.play("lir")
    run.close("lir")
    run.open("uth")
    run.sit("uth", 1, "p-ann")
    run.sit("uth", 2, "p-bob")
    for _ in range(3):
        run.play("uth")
    run.sent("uth", Command("player", "sit out", 2, by="p-bob"))
    run.bet("uth", 1)
    run.decide("uth", "check")
    run.open("pro", options={"progressive": PROGRESSIVE})
    run.sit("pro", 1, "p-cid")
    run.bet("pro", 1, SIDES)
    run.play_out("pro")
    run.sit("pro", 2, "p-ann")
    run.bet("pro", 1, SIDES)
    run.stop()
    run.engine.dispose()
    return folder / "house.sqlite3"


def main() -> None:
    """Write the file of this program's number."""
    with (
        tempfile.TemporaryDirectory() as name,
        patch("croupier.house.engine.unit_of_work.SNAPSHOTS", _SNAPSHOTS),
    ):
        file = _made(Path(name))
        with sqlite3.connect(file) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("VACUUM")
        connection.close()
        into = file_of(ENGINE)
        into.write_bytes(lzma.compress(file.read_bytes(), preset=9))
    sys.stdout.write(f"{into}: {into.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
