"""A house of an older engine number, as it was stored: `python tests/support/house/older_house.py` writes it anew.

Number 2 is the first that a house has run under. So the stored house of number 1 was made by the program of number 2
with the number lowered: it shows what is done with an older house, and not what an older program has decided. When the
number rises, the house of the number before is stored by the program that has it, and stays.

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
from croupier.house.storage import database
from croupier.house.storage.vault import Keyring
from croupier.table.model.command import Command
from support.house.evening_house import PROGRESSIVE, SIDES
from support.house.running_house import Running, sqlite

NUMBER = 1
KEYRING, KEY = Keyring({1: bytes(32)}), PrivateKey(bytes(32))
FILE = Path(__file__).parents[2] / "house" / f"house-of-engine-{NUMBER}.sqlite3.xz"
_SNAPSHOTS = 10  # so that a short evening has some


def stored(folder: Path) -> Engine:
    """The stored house, in a folder, as this program opens it."""
    file = folder / "house.sqlite3"
    file.write_bytes(lzma.decompress(FILE.read_bytes()))
    engine = database.connect(database.in_file(file))
    database.prepare(engine)
    return engine


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
    """Write the file."""
    with (
        tempfile.TemporaryDirectory() as name,
        patch("croupier.table.recording.recorder.ENGINE", NUMBER),
        patch("croupier.house.engine.recovery.ENGINE", NUMBER),
        patch("croupier.house.engine.unit_of_work.SNAPSHOTS", _SNAPSHOTS),
    ):
        file = _made(Path(name))
        with sqlite3.connect(file) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("VACUUM")
        connection.close()
        FILE.write_bytes(lzma.compress(file.read_bytes(), preset=9))
    sys.stdout.write(f"{FILE}: {FILE.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
