"""Benchmark of a table's recovery from its journal, of deciding all its commands again, and of the whole audit.

A table is played at without a server, with two seats and no socket. Its last snapshots are deleted, so that a thousand
commands follow the snapshot that is left.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from judging import Judge
from servers import furnish
from sqlalchemy import delete

from croupier.cli.house.check import read_settings
from croupier.house.audit.findings import Report
from croupier.house.audit.verify import verify
from croupier.house.config.paths import HousePaths
from croupier.house.engine.live_table import SNAPSHOTS
from croupier.house.engine.replay import lines, rows, sessions
from croupier.house.engine.requests import Answer, PendingCommand
from croupier.house.ledger.transactions import GuestMoney
from croupier.house.storage import database, schema
from croupier.house.tables import startup
from croupier.house.tables.startup import OpenHouse
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.recording.audit import Reading

TABLE = "table"
BEHIND = 1000  # commands after the snapshot
MOST_BACK = 0.1  # seconds
MOST_REPLAYED = 100e-6  # seconds a command
MOST_VERIFIED = 400e-6  # seconds a round, beside its commands
CHIPS = 10**9


class _House(NamedTuple):
    premises: OpenHouse
    told: Queue[Callable[[], None]]

    def wait(self, ask: Callable[[Callable[[object], None]], None]) -> object:
        """Ask the house for something, and wait for the answer."""
        answers: list[object] = []
        ask(answers.append)
        while not answers:
            self.told.get()()
        return answers[0]

    def carry_out(self, command: Command) -> None:
        """Send a command that must be carried out."""
        outcome = self.wait(lambda then: self.premises.house.send(PendingCommand(TABLE, command, then)))
        if not isinstance(outcome, Answer):
            raise SystemExit(f"the table refuses {command}: {outcome}")


@contextmanager
def _entered(folder: Path) -> Iterator[_House]:
    told: Queue[Callable[[], None]] = Queue()
    clock = time.monotonic_ns
    opened = startup.enter(
        HousePaths.of(folder / "house", folder / "keys"),
        deliver=told.put,
        monotonic=lambda: clock() // 10**6,
        wall=time.time_ns() // 10**6,
    )
    try:
        yield _House(opened, told)
    finally:
        opened.close()


def _next(state: State) -> Command:
    """The next command of players who stay in cheaply."""
    if state.phase == "betting":
        number, seat = next((number, seat) for number, seat in state.taken() if not seat.ready)
        args: dict[str, object] = {"wagers": {"ante": 500, "blind": 500}, "ready": True}
        return Command("player", "bet", number, args, by=seat.person)
    last = len(state.community) == 5  # noqa: PLR2004 - all are out
    asked = due(state).seat
    choice = {"choice": "play 1x" if last else "check"}
    return Command("player", "decide", asked, choice, by=state.seat(asked).person)


def _play(folder: Path, rulebook: str) -> None:
    furnish(folder, rulebook, [TABLE])
    settings = read_settings(str(folder / "house" / "house.toml"))
    with _entered(folder) as here:
        house = here.premises.house
        about = settings.tables[TABLE]
        here.wait(lambda then: startup.open_one(house, here.premises.goes_by, about, then))
        for seat in (1, 2):
            money = GuestMoney(CHIPS, f"p-{seat}")
            here.wait(lambda then, money=money: house.cage(money, then))  # type: ignore[misc]
            here.carry_out(Command("player", "sit", seat, {}, {"bankroll": CHIPS}, f"p-{seat}"))
        live = house.queues[TABLE].live
        while live.seq < SNAPSHOTS + BEHIND:
            here.carry_out(_next(live.state))
        with database.writing(here.premises.engine) as connection:
            connection.execute(delete(schema.snapshots).where(schema.snapshots.c.seq > SNAPSHOTS))


def _verified(here: _House) -> Report:
    house = here.premises.house
    with house.reading() as connection:
        return verify(connection, house.keyring, house.key.public)


def judge_records(judge: Judge, folder: Path, rulebook: str) -> None:
    """Judge the time of the recovery, of the replay, and of the audit."""
    _play(folder, rulebook)
    with _entered(folder) as here:
        begin, by_clock = time.process_time(), time.perf_counter()
        here.premises.house.recover()
        seconds, waited = time.process_time() - begin, time.perf_counter() - by_clock
        at = here.premises.house.queues[TABLE].live.seq
        what = f"ms until a table is back, {at - SNAPSHOTS + 1:,} commands behind its snapshot"
        judge.at_most(what, 1000 * seconds, 1000 * MOST_BACK, f"{1000 * waited:.0f} by the clock")
        begin = time.process_time()
        with here.premises.house.reading() as connection:
            about, reading, many = sessions(connection)[0], Reading(), 0
            reading.line(about.header)
            for entry in rows(connection, about):
                for line in lines(here.premises.house.keyring, entry):
                    reading.line(line)
                many += 1
        replayed = time.process_time() - begin
        a_command = 1e6 * replayed / many
        judge.at_most("microseconds a command, decided again", a_command, 1e6 * MOST_REPLAYED, f"{many:,} commands")
        _verified(here)  # the first has queries to compile, which a long record does not notice
        begin = time.process_time()
        report = _verified(here)
        took = time.process_time() - begin
        found = [each for each in report.findings if each.where != "snapshots"]  # some were deleted
        if found:
            raise SystemExit(f"the audit has found: {found[0]}")
        a_round = 1e6 * (took - replayed) / report.counted["rounds"]
        more = f"{report.counted['rounds']:,} rounds"
        judge.at_most("microseconds a round, verified beside that", a_round, 1e6 * MOST_VERIFIED, more)
