"""Random walks are worth what happens in them: every kind of command is carried out, and every kind refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import pytest
from support.table.walks import CASES, REAL_CASES, closing, propose

from croupier.rulebook import Refusal
from croupier.table.decide import step
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import Command, is_whole
from croupier.table.model.events import AUDIENCES, Event
from croupier.table.model.vocabulary import FAULTS

pytestmark = pytest.mark.walk
SEEDS, COMMANDS = 5, 400
TWICE = "two irregularities in one round"

# What a command is about, beside its name.
PARTS = {"deal so many cards", "deal so many stacks", "stub counted by the dealer", "inspect finds", "verify finds"}
KINDS = [*DECLARED, *(f"fault {what}" for what in FAULTS), *sorted(PARTS)]


def kinds(command: Command) -> Iterator[str]:
    """The kinds that a command is counted as."""
    if type(command.do) is not str or type(command.args) is not dict:
        return
    yield command.do
    if command.do == "fault":
        yield f"fault {command.args.get('what')!s}" if type(command.args.get("what")) is str else "fault"
    if command.do == "deal" and is_whole(command.args.get("cards")):
        yield "deal so many cards"
    if command.do == "deal" and "stacks" in command.args:
        yield "deal so many stacks"
    if command.do == "stub" and is_whole(command.args.get("count")):
        yield "stub counted by the dealer"
    if command.do in {"inspect", "verify"} and command.args.get("defects") is True:
        yield f"{command.do} finds"


@cache
def walked() -> tuple[Counter[str], Counter[str], Counter[str]]:
    """What was carried out and what was refused on walks of fixed seeds, and the events."""
    done: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for case in (*CASES, *REAL_CASES):
        for seed in range(SEEDS):
            state, random = case.open(), Random(f"{case} {seed}")  # noqa: S311 - a walk that can be repeated
            called: set[str] = set()
            for _ in range(COMMANDS):
                command = propose(state, random)
                outcome = step(state, command)
                (refused if isinstance(outcome, Refusal) else done).update(kinds(command))
                if not isinstance(outcome, Refusal):
                    state = outcome.state
                    events.update(event.kind for event in outcome.events)
                    events.update(_twice(called, outcome.events))
            ended = step(state, closing(state))
            (refused if isinstance(ended, Refusal) else done).update(["close"])
            events.update([] if isinstance(ended, Refusal) else [event.kind for event in ended.events])
    return done, refused, events


def _twice(called: set[str], events: Iterable[Event]) -> Iterator[str]:
    """Whether a round has met two different irregularities; which it has met so far is kept in `called`."""
    for event in events:
        if event.kind == "irregular":
            called.add(event.data["what"])
        elif event.kind == "over":
            if len(called) > 1:
                yield TWICE
            called.clear()


def test_rounds_with_two_irregularities_are_met_on_the_way() -> None:
    assert walked()[2][TWICE] > SEEDS


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_command_is_carried_out_on_the_way(kind: str) -> None:
    assert walked()[0][kind]


@pytest.mark.parametrize("kind", [each for each in KINDS if not each.endswith("finds")])
def test_every_kind_of_command_is_refused_on_the_way(kind: str) -> None:
    assert walked()[1][kind]


@pytest.mark.parametrize("kind", [kind for kind in AUDIENCES if kind != "number"])  # of older recordings
def test_every_kind_of_event_happens_on_the_way(kind: str) -> None:
    assert walked()[2][kind]
