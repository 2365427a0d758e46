"""A table of real cards in a house: players, a dealer, a floor and a scanner, who give their commands over HTTP."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import croupier
from croupier.house.config.settings import Settings
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import REAL, State
from support.service.houses import Inside, Visitor, inside, settings, soon
from support.table.real_cards import RealTable
from support.table.tables import ROUND


def real_settings(
    rulebook: str, options: Mapping[str, object] = {}, by_hand: frozenset[str] = ROUND, *, supervised: bool = True
) -> Settings:
    """A house whose table of that rulebook deals real cards, every step by a person."""
    run = settings()
    submission = croupier.submission(rulebook, **options)
    about = replace(
        run.tables[rulebook], cards=REAL, automation=ALL_STEPS - by_hand, supervised=supervised, submission=submission
    )
    return replace(run, tables={**run.tables, rulebook: about})


class HouseTable(RealTable):
    """A real table in a house; the scanner, and nobody else, says which cards come face down."""

    def __init__(self, house: Inside, rulebook: str) -> None:
        self.house, self.name, self.asked = house, rulebook, 0
        self.table = self  # type: ignore[assignment]  # it has a state
        soon(self._turned_over, seconds=60)
        self.shoe = list(range(self.state.fixed.deck_size))
        self.heard: list[Event] = []
        self.guests = [house.guest("Zoë"), house.guest("Ben")]
        self.dealer, self.floor = house.hired("dealer", "dealer", rulebook), house.hired("floor", "floor", rulebook)
        self.scanner = house.token("dealer", "scan", rulebook)
        assert self.dealer.post(f"/tables/{rulebook}/dealer").status_code == 200
        for seat, guest in enumerate(self.guests, start=1):
            assert guest.sit(rulebook, seat).status_code == 200
        self._prepare()

    def _turned_over(self) -> bool:
        """True once the session of digital cards is over, with which the house begins, and this one is open."""
        queue = self.house.house.queues.get(self.name)
        return queue is not None and queue.live.record.state.fixed.real

    @property
    def state(self) -> State:
        """The table as it is on record."""
        return self.house.house.queues[self.name].live.record.state

    def _prepare(self) -> None:
        while due(self.state).who == "dealer" and due(self.state).do in {"shuffle", "cut"}:
            step = due(self.state)
            self.given(Command("dealer", step.do, args={"depth": 20} if step.do == "cut" else {}))

    def _by(self, command: Command) -> Visitor:
        if command.who == "player":
            return self.guests[command.seat - 1]
        scans = "cards" in command.args
        return self.floor if command.who == "floor" else self.scanner if scans else self.dealer

    def given(self, command: Command) -> Any:  # noqa: ANN401 - an answer
        """A command by whoever gives it, over HTTP."""
        self.asked += 1
        answer = self._by(command).give(
            self.name, f"{command.do.replace(' ', '-')}-{self.asked}", command.do, command.seat, **command.args
        )
        assert answer.status_code == 200, f"{command}: {answer.text}"
        return answer

    def sent(self, *commands: Command) -> list[Event]:
        """Give commands over HTTP."""
        for command in commands:
            self.given(command)
            self._prepare()
        return []


@contextmanager
def real_house(
    where: Path,
    rulebook: str,
    options: Mapping[str, object] = {},
    by_hand: frozenset[str] = ROUND,
    *,
    supervised: bool = True,
) -> Iterator[HouseTable]:
    """A house with one table of real cards, at which two players sit."""
    with inside(where, rulebook, run=real_settings(rulebook, options, by_hand, supervised=supervised)) as found:
        yield HouseTable(found, rulebook)
