"""A state goes through its text and comes back: it is the same, and goes on as it would have."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import astuple
from support.table.tables import bet, choose, dealer, fault, floor, opened, played_out, sent
from support.table.walks import CASES, Case, propose

from croupier.rulebook import Refusal
from croupier.table.decide import Decision, step
from croupier.table.model.command import Command
from croupier.table.model.state import State
from croupier.table.model.state_loader import LoadingError, load

WALKED = 250


def there_and_back(state: State) -> State:
    """The state from its text, which says the same."""
    loaded = load(state.fixed, state.dump())
    assert loaded.dump() == state.dump()
    assert [type(value) for value in astuple(loaded)] == [type(value) for value in astuple(state)]
    assert loaded.held() == state.held()
    assert loaded.fixed is state.fixed
    assert loaded.terms is state.terms
    return loaded


def alike(one: Decision | Refusal, other: Decision | Refusal) -> bool:
    if isinstance(one, Decision) and isinstance(other, Decision):
        return repr(one.events) == repr(other.events) and one.state.dump() == other.state.dump()
    return one == other


@pytest.mark.walk
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_loaded_state_goes_on_exactly_as_the_one_that_was_dumped(case: Case, seed: int) -> None:
    """Once it is loaded at every command, and once only now and then, so that it goes on alone for a while."""
    for every, walked in ((1, WALKED // 2), (17, WALKED)):
        random = Random(f"{seed}:{case}:{every}")  # noqa: S311 - a walk that repeats itself
        state = loaded = case.open()
        for number in range(walked):
            if number % every == 0:
                loaded = there_and_back(state)
            command = propose(state, random)
            one, other = step(state, command), step(loaded, command)
            assert alike(one, other), command
            if isinstance(one, Decision) and isinstance(other, Decision):
                state, loaded = one.state, other.state


def a_round_and_trouble() -> list[State]:
    """The states of a round played out, and of one in which cards lie face up, are lost or go to the wrong place."""
    table = opened("uth-ma", "Ah Kh 9c 8d 2c Qh Jh Th 3d 4d 5s")
    states = [table.state]
    table.listeners.append(lambda _before, _command, decision: states.append(decision.state))
    played_out(table)
    sent(table, bet(2, {"blind": 500, "trips": 500, "ante": 500}))
    sent(table, fault("face up", position=30), fault("lost", position=40), fault("slip", how="double", at="2"))
    sent(table, *dealer("no more bets", "deal"))
    return states


def test_every_state_of_a_round_comes_back() -> None:
    states = a_round_and_trouble()
    assert states[-1].last
    assert any(state.lost for state in states)
    assert any(state.up for state in states)
    assert any(state.slips for state in states)
    for state in states:
        there_and_back(state)


def test_the_way_of_dealing_in_use_comes_back_with_its_clauses() -> None:
    table = opened("uth-ma", options={"dealing": "automated_shoe"})
    sent(table, Command("device", "jam", args={"device": "shoe"}))
    sent(table, floor("put out", device="shoe", how="removed", dealing="hand"))
    assert there_and_back(table.state).terms is not table.state.fixed.terms


def test_wagers_come_back_in_the_order_in_which_they_were_put_up() -> None:
    table = opened("uth-ma")
    sent(table, bet(1, {"blind": 500, "trips": 500, "ante": 500}), *dealer("no more bets", "deal"))
    sent(table, choose(1, "play 4x"))
    assert list(there_and_back(table.state).seat(1).wagers) == ["ante", "blind", "trips", "play"]


def spoilt(change: Any) -> str:  # noqa: ANN401 - any of the changes below
    held = json.loads(opened("uth-ma").state.dump())
    change(held)
    return json.dumps(held)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "[" * 100_000,
        spoilt(lambda held: held.pop("phase")),
        spoilt(lambda held: held.update(more=1)),
        spoilt(lambda held: held.update(seats=3)),
        spoilt(lambda held: held["seats"][0].pop("lines")),
        spoilt(lambda held: held["seats"][0].update(luck=7)),
        spoilt(lambda held: held.update(decks=[[]])),
        spoilt(lambda held: held.update(last=[1, 2])),
        spoilt(lambda held: held.update(up=1)),
    ],
)
def test_what_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(LoadingError, match="that is no state of a table"):
        load(opened("uth-ma").state.fixed, text)
