"""A recording of an older engine number, as it was stored.

`python tests/support/table/older_recording.py` writes it anew. Before the number rises, the program that has the
present one stores its recording, and the file stays. It has a round without trouble, and one in which a card of the
dealer's was exposed and then two cards were found face up before everybody had two: number 2 let Trips play on there.
"""

from __future__ import annotations

import lzma
import sys
from pathlib import Path

import croupier
from croupier.table.decide import ENGINE
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import Place
from croupier.table.play.runner import Table
from support.table.recordings import HOUSE, Lines, recorded
from support.table.tables import bet, dealer, fault, sent, stays


def file_of(number: int) -> Path:
    """The file with the recording of an engine number."""
    return Path(__file__).parents[2] / "table" / "recording" / f"recording-of-engine-{number}.xz"


def stored(number: int) -> Lines:
    """The lines of the stored recording of an engine number."""
    return lzma.decompress(file_of(number).read_bytes()).splitlines(keepends=True)


def _made() -> Lines:
    """An evening of three rounds at one table."""
    place = Place("the house", "3", "2001-09-09")
    options = {"dealing": "manual_shoe", "cover_all": "no"}
    by_itself = ALL_STEPS - {"no more bets", "deal"}
    table = Table(croupier.submission("uth-ma", **options), Random("recorded"), by_itself, training=True, place=place)
    pages = recorded(table, HOUSE)
    table.open()
    for seat in (1, 2):
        sent(table, Command("player", "sit", seat, {}, {"bankroll": 100_000}))
    wagers = {"ante": 500, "blind": 500, "trips": 500}
    for troubled in (False, True, False):
        sent(table, bet(1, wagers), bet(2, wagers), *dealer("no more bets"))
        if troubled:
            faults = (fault("exposed"), fault("face up", position=3), fault("face up", position=4))
            sent(table, Command("dealer", "deal", args={"cards": 3}), *faults)
        sent(table, *dealer("deal"))
        while due(table.state).do == "decide":
            sent(table, stays(table))
    assert table.journal is not None
    table.journal.close()
    return pages.lines


def main() -> None:
    """Write the file of this program's number."""
    into = file_of(ENGINE)
    into.write_bytes(lzma.compress(b"".join(_made()), preset=9))
    sys.stdout.write(f"{into}: {into.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
