"""A small house with something of everything on record: for those who look at records, and for those who spoil them."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine

from croupier.house.config.paths import HousePaths
from croupier.house.ledger.transactions import CashedOut, Correction, Fill
from croupier.house.records import transparency_log
from croupier.house.records.transparency_log import Log
from croupier.house.storage import database, vault
from croupier.table.model.command import Command
from support.house.running_house import HOUSE, KEY, KEYRING, Running, sqlite

LOG = "harbour/log"
PROGRESSIVE = {
    "seed": "$10,000",
    "increment": "$0.50",
    "cards": "all_seven",
    "rows": [{"hand": "straight", "share": "10%"}, {"hand": "two_pairs", "pays": "$20"}],
}
SETTINGS = '[house]\nname = "house"\n[tables.uth]\nrulebook = "uth-ma"\n[tables.new]\nrulebook = "lir-nj"\n'
SIDES = {"ante": 500, "blind": 500, "trips": 500, "progressive": 500}


def evening(folder: Path) -> Engine:
    """A house in a folder, after an evening."""
    return evening_in(sqlite(folder))


def evening_in(engine: Engine) -> Engine:
    """A house after an evening: two tables share a meter, one was closed and opened again, a round is in play."""
    run = Running(engine)
    with database.writing(run.engine) as connection:
        log = transparency_log.begin(connection, HOUSE, LOG)
    for person in ("p-ann", "p-bob"):
        run.guest(person)
    run.open("uth", options={"progressive": PROGRESSIVE})
    run.open("pro", session="pro-1", options={"progressive": PROGRESSIVE})
    run.sit("uth", 1, "p-ann")
    run.sit("uth", 2, "p-bob")
    run.bet("uth", 1, SIDES)
    run.bet("uth", 2)
    run.play_out("uth")
    run.sit("pro", 2, "p-bob")
    run.bet("pro", 2, SIDES)
    run.play_out("pro")
    signed(run, log)
    run.play("uth")
    voided(run)
    run.close("uth")
    run.cage(CashedOut(1000, "p-ann", "p-cage"))
    run.cage(Correction(500, "wallet/p-ann", up=True, reason="a chip was found", by="p-cage"))
    run.cage(Fill(50_000, "pro", "p-floor"))
    signed(run, log)
    run.play("pro")
    run.open("uth")
    run.sit("uth", 1, "p-ann")
    run.house.significant(b'{"what":"sign-in"}', "p-ann")
    run.bet("uth", 1)
    run.stop()
    return run.engine


def settled(paths: HousePaths) -> None:
    """The same house where a manager finds it: in its folder, with its keys in another."""
    paths.make()
    evening(paths.folder).dispose()
    paths.settings.write_text(SETTINGS)
    vault.create(paths.vault_key, KEYRING)
    vault.write_new(paths.signing_key, KEY.text())


def signed(run: Running, log: Log) -> None:
    """The house signs a checkpoint."""
    with database.writing(run.engine) as connection:
        transparency_log.checkpoint(connection, log, KEY, run.time)


def voided(run: Running) -> None:
    """A round in which something goes wrong, and which the floor calls void."""
    run.bet("uth", 1)
    run.bet("uth", 2)
    run.sent("uth", Command("floor", "call", args={"what": "a lamp fell"}, by="p-floor"), request="lamp")
    run.sent("uth", Command("floor", "rule", args={"choice": "void", "reason": "nobody knows"}, by="p-floor"))
