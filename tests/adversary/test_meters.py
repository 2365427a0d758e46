"""Somebody wants a jackpot twice, or one that is not there: by saying the meter, by old meters, by what is no meter."""

from __future__ import annotations

from typing import Any

import pytest
from support.table.linked_tables import CALLED, INCREMENT, PLAYS, SEED, STAKE, VOID, Linked, bet
from support.table.pit import supplied

from croupier.house.engine.shared_meters import StaleError
from croupier.money import MOST_CENTS
from croupier.rulebook import Refusal
from croupier.table.decide import Decision, step
from croupier.table.model.command import Command
from croupier.table.model.state import Meter

RICH = Meter(100 * SEED, 1000, 0)


def before_a_hit() -> Linked:
    """Two tables whose next decision is a full hit."""
    linked = Linked(one=["all of it", "all of it"], two=["all of it", "nothing"])
    for name in ("one", "two"):
        linked.bet(name, progressive=STAKE)
    return linked


def backs(linked: Linked, name: str) -> int:
    """What the progressive of seat 1 has handed back."""
    return {line.wager: line.back for line in linked.tables[name].state.seat(1).lines}["progressive"]


# ---- who says the meter ----------------------------------------------------------------------------------


def test_a_player_who_says_where_the_meter_stands_is_refused() -> None:
    linked = before_a_hit()
    before = linked.tables["one"].state.dump()
    for said in (RICH._asdict(), RICH.amount, "$1,000,000"):
        refusal = linked.tables["one"].send(PLAYS._replace(args={**PLAYS.args, "meter": said}))
        assert isinstance(refusal, Refusal)
        assert refusal.why == "meter is for the house to give, and for nobody else"
    assert linked.tables["one"].state.dump() == before
    assert linked.meter == SEED + 2 * INCREMENT


@pytest.mark.parametrize(
    "command",
    [
        Command("dealer", "settle"),
        Command("floor", "rule", args={"choice": "void", "reason": "So."}),
        Command("device", "jam", args={"device": "shoe"}),
        Command("house", "clock", args={"now": 1}),
        Command("fault", "fault", args={"what": "miscount"}),
    ],
    ids=lambda command: command.who,
)
def test_neither_does_anyone_else_at_the_table(command: Command) -> None:
    linked = before_a_hit()
    refusal = linked.tables["one"].send(command._replace(args={**command.args, "meter": RICH._asdict()}))
    assert isinstance(refusal, Refusal)
    assert "meter is for the house to give" in refusal.why


def test_what_a_client_smuggles_in_as_supplied_is_what_the_house_says_in_the_end() -> None:
    linked = before_a_hit()
    linked.send("one", PLAYS._replace(supplied={"meter": RICH._asdict()}))
    assert backs(linked, "one") == SEED + 2 * INCREMENT
    assert linked.meter == SEED


def test_a_meter_command_does_not_fill_the_meter_of_a_house() -> None:
    linked = Linked(one=["all of it"])
    refusal = linked.tables["one"].send(Command("house", "meter", args={"amount": 100 * SEED}))
    assert isinstance(refusal, Refusal)
    assert linked.round("one")["progressive"] == SEED + INCREMENT


@pytest.mark.parametrize("supplied", [None, [], "meter", 7, (), object(), {"meter": 1}.items()])
def test_what_is_supplied_by_no_name_is_refused_and_nothing_raises(supplied: Any) -> None:  # noqa: ANN401 - anything
    linked = before_a_hit()
    assert isinstance(linked.tables["one"].send(PLAYS._replace(supplied=supplied)), Refusal)
    assert isinstance(linked.tables["one"].send(supplied), Refusal)


# ---- old meters ------------------------------------------------------------------------------------------


def test_a_hit_that_was_decided_once_is_not_taken_twice() -> None:
    linked = before_a_hit()
    sent = supplied(linked.pit.house, "one", PLAYS)
    decision = step(linked.tables["one"].state, sent)
    assert isinstance(decision, Decision)
    house = linked.pit.house.hear("one", sent, decision.state)
    with pytest.raises(StaleError):
        house.hear("one", sent, decision.state)


def test_a_command_with_the_meter_before_a_hit_is_not_taken_after_it() -> None:
    """The jackpot that table one has won is not there for table two, though its command was sent before."""
    linked = before_a_hit()
    old = supplied(linked.pit.house, "two", PLAYS)
    linked.send("one", PLAYS)
    decision = step(linked.tables["two"].state, old)
    assert isinstance(decision, Decision)
    with pytest.raises(StaleError):
        linked.pit.house.hear("two", old, decision.state)
    linked.send("two", old)  # on its way to the table it has the meter as it stands
    assert backs(linked, "two") == SEED
    assert linked.meter == SEED


def test_a_command_that_lacks_the_meter_is_not_taken_by_the_house() -> None:
    linked = before_a_hit()
    for sent in (PLAYS, PLAYS._replace(supplied={"meter": RICH._asdict()})):
        decision = step(linked.tables["one"].state, sent)
        assert isinstance(decision, Decision)
        with pytest.raises(StaleError):
            linked.pit.house.hear("one", sent, decision.state)


def test_a_meter_of_the_right_version_and_another_amount_is_not_taken() -> None:
    linked = Linked(one=["all of it"])
    sent = bet()._replace(supplied={"meter": Meter(SEED + 1, 0)._asdict()})
    refusal = step(linked.tables["one"].state, sent)
    assert isinstance(refusal, Refusal)
    assert refusal.why == "version 0 of the meter cannot be two meters"
    with pytest.raises(StaleError):
        linked.pit.house.hear("one", sent, linked.tables["one"].state)


def test_a_table_takes_no_meter_from_before_what_it_knows() -> None:
    linked = before_a_hit()
    old = supplied(linked.pit.house, "one", Command("house", "clock", args={"now": 1}))
    linked.send("one", PLAYS)
    refusal = step(linked.tables["one"].state, old)
    assert isinstance(refusal, Refusal)
    assert refusal.why == "the meter's version cannot go back to 2"


def test_a_reset_is_not_undone_to_get_an_increment_back_from_others() -> None:
    linked = Linked(one=["nothing"], two=["all of it", "nothing"])
    linked.bet("one", progressive=STAKE)
    linked.round("two")
    linked.bet("two", progressive=STAKE)
    linked.send("one", CALLED)
    forged = linked.standing._replace(version=linked.standing.version + 1, resets=0)
    refusal = step(linked.tables["one"].state, VOID._replace(supplied={"meter": forged._asdict()}))
    assert isinstance(refusal, Refusal)
    assert refusal.why == "the meter's resets cannot go back to 0"
    linked.send("one", VOID)
    assert linked.meter == SEED + INCREMENT


# ---- what is no meter ------------------------------------------------------------------------------------


NO_METERS: dict[str, dict[str, object]] = {
    "less than nothing": {"amount": -1},
    "far less than nothing": {"amount": -(10**5000)},
    "less than the seed": {"amount": SEED - 1},
    "more than all money": {"amount": 2 * MOST_CENTS + 1},
    "far more than all money": {"amount": 10**5000},
    "text": {"amount": "$20,000"},
    "yes": {"version": True},
    "no whole number": {"version": 1000.0},
    "a version below none": {"version": -1},
    "a version beyond counting": {"version": 10**5000},
    "resets below none": {"resets": -1},
    "resets beyond counting": {"resets": 10**5000},
    "nothing": {"resets": None},
    "something more": {"luck": 1},
}


@pytest.mark.parametrize("wrong", NO_METERS)
def test_what_is_no_meter_is_refused_in_few_words(wrong: str) -> None:
    state = before_a_hit().tables["one"].state
    meter = Meter(2 * SEED, 1000, 1)._asdict()
    assert isinstance(step(state, PLAYS._replace(supplied={"meter": meter})), Decision)
    refusal = step(state, PLAYS._replace(supplied={"meter": meter | NO_METERS[wrong]}))
    assert isinstance(refusal, Refusal)
    assert len(str(refusal)) < 200
