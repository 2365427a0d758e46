"""A house that runs in a test: everything on the test's own thread but the writing, and a clock that the test moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from queue import Queue
from typing import Any

from sqlalchemy import Engine

import croupier
from croupier.crypto.keys import PrivateKey
from croupier.house.engine.requests import Answer, Failure, Outcome, PendingCommand
from croupier.house.ledger.transactions import GuestMoney, Transaction
from croupier.house.storage import database
from croupier.house.storage.vault import Keyring
from croupier.house.tables.house import House
from croupier.rulebook import Refusal
from croupier.table.fairness.card_sources import CardSource, Random
from croupier.table.fairness.shuffle import digest
from croupier.table.model.command import Command
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import Place
from croupier.table.play.runner import Table
from support.house import databases
from support.table.committed import SAYS
from support.table.tables import WAGERS

KEYRING = Keyring({1: bytes(range(32))})
KEY = PrivateKey(bytes(range(32, 64)))
START = 1_900_000_000_000
HOUSE = "house"
PATIENCE = 30  # seconds until a test that waits for the writer fails


class Running:
    """A house with what a test needs to act in it and wait for what came of it."""

    def __init__(self, engine: Engine, keyring: Keyring = KEYRING, key: PrivateKey = KEY, start: int = START) -> None:
        self.time = start
        self._delivered: Queue[Callable[[], None]] = Queue()
        self.engine = engine
        with database.writing(engine) as connection:
            database.note(connection, database.HOUSE, HOUSE)
        self.house = House(engine, keyring, key, now=self._now, deliver=self._delivered.put)

    def _now(self) -> int:
        self.time += 7
        return self.time

    def wait(self, told: list[Any]) -> Any:  # noqa: ANN401 - whatever was asked for
        """Hear what the writer has done until somebody was told something."""
        while not told:
            self._delivered.get(timeout=PATIENCE)()
        return told[0]

    def settle(self) -> None:
        """Hear all that the writer has done by now."""
        told: list[object] = []
        self.house.do(lambda _: None, told.append)
        self.wait(told)

    def stop(self) -> None:
        """The house stops answering; tables stay as they are."""
        self.settle()
        self.house.stop()

    # ---- acting ------------------------------------------------------------------------------------------

    def open(
        self,
        stream: str,
        rulebook: str = "uth-ma",
        session: str = "",
        *,
        options: Mapping[str, object] = {},
        by_hand: frozenset[str] = frozenset(),
        source: CardSource | None = None,
        training: bool = False,
    ) -> None:
        """A table opens."""
        place = Place(HOUSE, stream, session or f"{stream}-{self.time}")
        submission = croupier.submission(rulebook, **options)
        source = source or Random(f"seed of {place.session}")
        table = Table(submission, source, ALL_STEPS - by_hand, place=place, training=training)
        told: list[Outcome] = []
        self.house.open_table(stream, table.state, table.source, told.append)
        assert isinstance(self.wait(told), Answer), told

    def close(self, stream: str) -> None:
        """A table closes, between rounds."""
        told: list[Outcome] = []
        self.house.close_table(stream, told.append)
        assert isinstance(self.wait(told), Answer), told

    def ask(self, stream: str, command: Command, request: str = "") -> Outcome:
        """What comes of a command."""
        told: list[Outcome] = []
        self.house.send(PendingCommand(stream, command, told.append, request, digest(request.encode().hex()).encode()))
        outcome: Outcome = self.wait(told)
        return outcome

    def sent(self, stream: str, *commands: Command, request: str = "") -> None:
        """Commands that must be carried out."""
        for command in commands:
            outcome = self.ask(stream, command, request)
            assert isinstance(outcome, Answer), (command, outcome)

    def cage(self, transaction: Transaction) -> Answer | Failure:
        """Money moves outside the tables."""
        told: list[Answer | Failure] = []
        self.house.cage(transaction, told.append)
        answer: Answer | Failure = self.wait(told)
        return answer

    def guest(self, person: str, money: int = 100_000) -> None:
        """Somebody has play money."""
        assert isinstance(self.cage(GuestMoney(money, person)), Answer)

    def sit(self, stream: str, seat: int, person: str, chips: int = 20_000) -> None:
        """A person takes a seat with chips from the wallet."""
        self.sent(stream, Command("player", "sit", seat, {}, {"bankroll": chips}, person))

    def state(self, stream: str) -> Any:  # noqa: ANN401 - a State
        """The table as it is on record."""
        return self.house.queues[stream].live.record.state

    def bet(self, stream: str, seat: int, wagers: Mapping[str, int] | None = None) -> None:
        """A seat puts up its wagers and is ready."""
        state = self.state(stream)
        chosen = dict(wagers or WAGERS[state.terms.rulebook.id])
        person = state.seat(seat).person
        self.sent(stream, Command("player", "bet", seat, {"wagers": chosen, "ready": True}, by=person))

    def play(self, stream: str) -> None:
        """A round to its end; who has a seat puts up the least, and stays in where it is asked."""
        for seat, _ in self.state(stream).taken():
            self.bet(stream, seat)
        self.play_out(stream)

    def play_out(self, stream: str) -> None:
        """A round that is in play, to its end."""
        while due(self.state(stream)).do == "decide":
            self.decide(stream)

    def decide(self, stream: str, choice: str = "") -> None:
        """Who is asked decides."""
        state = self.state(stream)
        seat = due(state).seat
        choice = choice or SAYS[state.terms.rulebook.id]
        self.sent(stream, Command("player", "decide", seat, {"choice": choice}, by=state.seat(seat).person))


def sqlite(folder: Path) -> Engine:
    """A new house's database in a folder."""
    return databases.in_file(folder / "house.sqlite3")


def refused(outcome: Outcome) -> Refusal:
    """An outcome that must be a refusal."""
    assert isinstance(outcome, Refusal), outcome
    return outcome
