"""A progressive's meter: what tables of one house put in and take out, whatever they decide at the same time."""

from __future__ import annotations

import json

import pytest
from support.table import pit as pits
from support.table.linked_tables import CALLED, INCREMENT, PLAYS, PROGRESSIVE, SEED, STAKE, VOID, Linked, bet, sit
from support.table.pit import Pit, supplied
from support.table.tables import fault

import croupier
from croupier.cards import STANDARD
from croupier.house.engine.shared_meters import HouseError, SharedMeters, StaleError
from croupier.money import MOST_CENTS, cents
from croupier.rulebook import Refusal
from croupier.table.decide import Decision, open_table, step
from croupier.table.fairness.card_sources import Scripted
from croupier.table.model.command import Command
from croupier.table.model.state import Meter, State
from croupier.table.play.runner import Table
from croupier.table.views.view import PUBLIC, view

# ---- what a meter does -----------------------------------------------------------------------------------


def test_a_meter_starts_at_its_seed_and_grows_by_the_rate_at_every_table() -> None:
    linked = Linked(one=["nothing"] * 3, two=["nothing"] * 2)
    assert linked.meter == SEED
    for number, name in enumerate(["one", "two", "one", "one", "two"], start=1):
        assert linked.round(name)["progressive"] == 0
        assert linked.standing == linked.tables[name].state.standing() == Meter(SEED + number * INCREMENT, number)


def test_a_meter_grows_with_no_wager_on_it_by_nothing() -> None:
    linked = Linked(one=["nothing"])
    linked.bet("one")
    linked.finish("one")
    assert linked.standing == Meter(SEED)


def test_a_full_hit_pays_what_all_tables_put_in_and_starts_the_meter_again() -> None:
    linked = Linked(one=["nothing", "all of it"], two=["nothing", "nothing"])
    linked.round("one")
    linked.round("two")
    assert linked.round("one")["progressive"] == SEED + 3 * INCREMENT
    assert linked.standing == linked.tables["one"].state.standing() == Meter(SEED, 4, 1)
    linked.round("two")
    assert linked.standing == linked.tables["two"].state.standing() == Meter(SEED + INCREMENT, 5, 1)


def test_a_share_is_taken_from_the_meter_and_a_fixed_amount_is_not() -> None:
    linked = Linked(one=["a tenth", "$100"])
    linked.stands_at(2 * SEED)
    share = (2 * SEED + INCREMENT) // 10
    assert linked.round("one")["progressive"] == share
    assert linked.meter == 2 * SEED + INCREMENT - share
    assert linked.round("one")["progressive"] == cents("$100")
    assert linked.meter == 2 * SEED + 2 * INCREMENT - share


def test_what_a_share_takes_below_the_seed_the_house_pays() -> None:
    """Ruling S22: no meter stands below its seed."""
    linked = Linked(one=["a tenth"])
    assert linked.round("one")["progressive"] == (SEED + INCREMENT) // 10
    assert linked.meter == linked.tables["one"].state.meter == SEED


def test_a_share_is_paid_by_the_meter_down_to_its_seed_and_beyond_that_by_the_house_at_a_table_alone() -> None:
    table = Table(
        croupier.submission("uth-ma", progressive=PROGRESSIVE), Scripted(STANDARD, ["Ah As 9c 8d 2c Kd 7h 6s"])
    )
    table.open()
    table.send(sit())
    table.feed()
    assert isinstance(table.send(Command("house", "meter", args={"amount": SEED + 1000})), Decision)
    for command in (bet(progressive=STAKE), PLAYS):
        assert isinstance(table.send(command), Decision)
    lines = {line.wager: line.back for line in table.state.seat(1).lines}
    assert lines["progressive"] == (SEED + 1000 + INCREMENT) // 10
    assert table.state.standing() == Meter(SEED, 2, 1)


def test_of_two_full_hits_the_seat_at_the_dealers_right_has_the_meter_and_the_other_the_seed() -> None:
    linked = Linked(one=["Ah As Kh Ks 9c 8d 2c Ad Kd 7h 3c 5d 4c"])
    linked.send("one", sit(2))
    linked.bet("one", progressive=STAKE)
    linked.bet("one", seat=2, progressive=STAKE)
    assert linked.finish("one")["progressive"] == SEED
    right = {line.wager: line.back for line in linked.tables["one"].state.seat(2).lines}
    assert right["progressive"] == SEED + 2 * INCREMENT
    assert linked.meter == SEED


def test_a_meter_outlives_the_tables_that_fed_it() -> None:
    linked = Linked(one=["nothing"])
    linked.round("one")
    linked.pit.close("one")
    house = linked.pit.house
    assert list(house.tables) == []
    house = house.open("later", croupier.submission("uth-ma", progressive=PROGRESSIVE))
    assert house.meter("later") == Meter(SEED + INCREMENT, 1)


def test_games_have_meters_of_their_own() -> None:
    rows = [{"hand": "three_dragons", "share": "100%"}]
    dragon = {"stake": "$1", "seed": "$500", "increment": "$0.10", "rows": rows}
    house = SharedMeters().open("one", croupier.submission("uth-ma", progressive=PROGRESSIVE))
    house = house.open("two", croupier.submission("dragon-md", progressive=dragon))
    assert {rulebook: meter for (rulebook, _), meter in house.meters.items()} == {
        "uth-ma": Meter(SEED),
        "dragon-md": Meter(cents("$500")),
    }


def test_tables_whose_progressives_have_other_terms_have_other_meters() -> None:
    """What players paid into one meter is not paid out by the terms of another."""
    linked = Linked(one=["nothing"], two=["nothing"])
    dear = Table(croupier.submission("uth-ma", progressive=PROGRESSIVE | {"seed": "$20,000"}))
    linked.pit.open("dear", dear)
    linked.bet("one", progressive=STAKE)
    meters = {name: meter for name in ("one", "two", "dear") if (meter := linked.pit.house.meter(name))}
    grown = Meter(SEED + INCREMENT, 1)
    assert meters == {"one": grown, "two": grown, "dear": Meter(cents("$20,000"))}


def test_a_meter_that_starts_at_the_most_that_is_money_still_grows() -> None:
    """Where the house could not send its meter any more, no table could go on."""
    linked = Linked(one=["nothing"] * 2)
    linked.stands_at(MOST_CENTS)
    for number in (1, 2):
        linked.round("one")
        assert linked.meter == MOST_CENTS + number * INCREMENT


# ---- void rounds -----------------------------------------------------------------------------------------


def test_a_void_round_takes_its_increment_back() -> None:
    linked = Linked(one=["nothing", "nothing"], two=["nothing"])
    linked.bet("two", progressive=STAKE)
    linked.send("one", fault("jam", after=1))
    linked.bet("one", progressive=STAKE)
    assert linked.tables["one"].state.phase == "preparing"
    assert {line.result for line in linked.tables["one"].state.seat(1).lines} == {"void"}
    assert linked.meter == SEED + INCREMENT


def test_an_increment_that_a_full_hit_elsewhere_has_paid_out_is_not_taken_back_from_those_who_came_after() -> None:
    linked = Linked(one=["nothing"], two=["all of it"], three=["nothing"])
    linked.bet("one", progressive=STAKE)
    assert linked.round("two")["progressive"] == SEED + 2 * INCREMENT
    linked.bet("three", progressive=STAKE)
    linked.send("one", CALLED, VOID)
    assert linked.meter == SEED + INCREMENT
    assert {line.result for line in linked.tables["one"].state.seat(1).lines} == {"void"}
    linked.send("three", CALLED, VOID)
    assert linked.standing == Meter(SEED, 5, 2)


def test_an_increment_that_a_share_elsewhere_has_paid_out_is_not_taken_back_either() -> None:
    linked = Linked(one=["nothing"], two=["a tenth"], three=["nothing"])
    linked.bet("one", progressive=STAKE)
    linked.round("two")
    assert linked.standing == Meter(SEED, 3, 1)
    linked.bet("three", progressive=STAKE)
    linked.send("one", CALLED, VOID)
    assert linked.meter == SEED + INCREMENT


def test_an_increment_that_a_share_elsewhere_has_left_in_the_meter_is_taken_back() -> None:
    linked = Linked(one=["nothing"], two=["a tenth"])
    linked.stands_at(2 * SEED)
    linked.bet("one", progressive=STAKE)
    linked.round("two")
    stood = linked.meter
    assert stood > SEED
    linked.send("one", CALLED, VOID)
    assert linked.meter == stood - INCREMENT


def test_no_more_than_a_share_elsewhere_has_left_above_the_seed_is_taken_back() -> None:
    linked = Linked(one=["nothing"], two=["a tenth"])
    linked.stands_at(cents("$11,111.33") - 2 * INCREMENT)
    linked.bet("one", progressive=STAKE)
    assert linked.round("two")["progressive"] == cents("$1,111.13")
    assert linked.meter == SEED + cents("$0.20")
    linked.send("one", CALLED, VOID)
    assert linked.standing == Meter(SEED, 5, 1)


def test_what_was_paid_out_before_bets_closed_keeps_no_increment_in_the_meter() -> None:
    linked = Linked(one=["nothing"], two=["all of it"])
    linked.round("two")
    linked.bet("one", progressive=STAKE)
    linked.send("one", CALLED, VOID)
    assert linked.standing == Meter(SEED, 4, 2)


# ---- one at a time ---------------------------------------------------------------------------------------


def test_two_overlapping_full_hits_pay_the_jackpot_once_and_then_the_seed() -> None:
    linked = Linked(one=["all of it"], two=["all of it"])
    linked.bet("one", progressive=STAKE)
    linked.bet("two", progressive=STAKE)
    assert linked.meter == SEED + 2 * INCREMENT
    assert linked.finish("one")["progressive"] == SEED + 2 * INCREMENT
    assert linked.finish("two")["progressive"] == SEED
    assert linked.meter == SEED


def test_of_two_decisions_on_one_meter_the_house_takes_one_and_the_other_is_decided_again() -> None:
    linked = Linked(one=["all of it"], two=["all of it"])
    for name in ("one", "two"):
        linked.bet(name, progressive=STAKE)
    house, command = linked.pit.house, PLAYS
    sent = {name: supplied(house, name, command) for name in ("one", "two")}
    decided = {name: step(linked.tables[name].state, sent[name]) for name in ("one", "two")}
    assert all(isinstance(each, Decision) for each in decided.values())
    after = house.hear("two", sent["two"], decided["two"].state)  # type: ignore[union-attr]
    with pytest.raises(StaleError) as stale:
        after.hear("one", sent["one"], decided["one"].state)  # type: ignore[union-attr]
    assert str(stale.value) == (
        "'decide' of table 'one' was not decided on version 3 of the meter, which stands now; "
        "accepted: the command decided again, with that"
    )
    again = step(linked.tables["one"].state, supplied(after, "one", command))
    assert isinstance(again, Decision)
    assert again.state.seat(1).lines[-1].back == SEED


def test_a_table_that_was_overtaken_decides_again_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    linked = Linked(one=["all of it"], two=["all of it"])
    for name in ("one", "two"):
        linked.bet(name, progressive=STAKE)
    command, versions, heard = PLAYS, [], []
    linked.tables["one"].listeners.append(lambda _, sent, decision: heard.append((sent, decision.state)))

    def overtaken(state: State, sent: Command) -> Decision | Refusal:
        """While table one decides, table two is quicker."""
        versions.append(sent.supplied["meter"]["version"])
        if len(versions) == 1:
            linked.tables["two"].send(command)
        return step(state, sent)

    monkeypatch.setattr(pits, "step", overtaken)
    linked.tables["one"].send(command)
    assert versions == [2, 2, 3]
    assert linked.tables["two"].state.seat(1).lines[-1].back == SEED + 2 * INCREMENT
    assert linked.tables["one"].state.seat(1).lines[-1].back == SEED
    assert linked.standing == Meter(SEED, 3, 1)
    ((sent, after),) = heard  # what was decided in vain was told to nobody
    assert sent.supplied["meter"] == Meter(SEED, 3, 1)._asdict()
    assert after is linked.tables["one"].state


def test_what_a_table_refuses_changes_nothing_in_the_house() -> None:
    linked = Linked(one=["nothing"])
    before = linked.tables["one"].state
    assert isinstance(linked.tables["one"].send(bet(progressive=2 * STAKE)), Refusal)
    assert linked.tables["one"].state is before
    assert linked.standing == Meter(SEED)


def test_what_a_table_cannot_record_has_not_happened_in_the_house() -> None:
    linked = Linked(one=["nothing"])

    def full(*_: object) -> None:
        raise OSError("no space left")

    linked.tables["one"].listeners.append(full)
    with pytest.raises(OSError, match="no space left"):
        linked.tables["one"].send(bet(progressive=STAKE))
    assert linked.standing == Meter(SEED)


def test_a_house_does_not_know_a_table_that_is_not_open() -> None:
    linked = Linked(one=["nothing"])
    linked.pit.close("one")
    with pytest.raises(HouseError) as unknown:
        linked.tables["one"].send(bet(progressive=STAKE))
    assert str(unknown.value) == "no table 'one' is open; accepted: a table opened first"
    assert linked.tables["one"].state.seat(1).wagers == {}


def test_a_table_without_a_progressive_goes_its_own_way() -> None:
    pit, plain = Pit(SharedMeters()), Table(croupier.submission("uth-ma"))
    pit.open("plain", plain)
    assert "send" not in vars(plain)
    house = pit.house
    command = Command("house", "clock", args={"now": 60})
    assert house.meter("plain") is None
    assert supplied(house, "plain", command) is command
    assert house.hear("plain", command, plain.state) is house
    for sent in (Command("house", "meter", args={"amount": SEED}), _carrying(command, Meter(SEED))):
        refusal = plain.send(sent)
        assert isinstance(refusal, Refusal)
        assert refusal.why == "no progressive is offered"


# ---- what comes with a command ---------------------------------------------------------------------------


def _carrying(command: Command, meter: Meter) -> Command:
    return command._replace(supplied={**command.supplied, "meter": meter._asdict()})


def _told(now: int, *meter: int) -> Command:
    return _carrying(Command("house", "clock", args={"now": now}), Meter(*meter))


def table() -> State:
    """A table of a progressive."""
    return open_table(croupier.submission("uth-ma", progressive=PROGRESSIVE), training=True)


def after(state: State, command: Command) -> State:
    """The table after a command that it takes."""
    decision = step(state, command)
    assert isinstance(decision, Decision), str(decision)
    return decision.state


def test_a_meter_that_has_changed_is_told_and_one_that_has_not_is_not() -> None:
    decision = step(table(), _told(1, SEED + 500, 3, 1))
    assert isinstance(decision, Decision)
    assert [(event.kind, event.data) for event in decision.events] == [
        ("meter", {"amount": SEED + 500, "change": 0, "version": 3, "resets": 1}),
        ("clock", {"now": 1}),
    ]
    assert decision.state.standing() == Meter(SEED + 500, 3, 1)
    again = step(decision.state, _told(2, SEED + 500, 3, 1))
    assert isinstance(again, Decision)
    assert [event.kind for event in again.events] == ["clock"]


def test_a_later_version_is_told_where_the_amount_is_the_same() -> None:
    state = after(table(), _told(1, SEED, 2, 1))
    assert state.standing() == Meter(SEED, 2, 1)


@pytest.mark.parametrize(
    ("meter", "why", "accepted"),
    [
        ((SEED, 4, 1), "the meter's version cannot go back to 4", "a version from 5 on"),
        ((SEED, 0, 0), "the meter's version cannot go back to 0", "a version from 5 on"),
        ((SEED, 5, 1), "version 5 of the meter cannot be two meters", "$10,005 and 1 resets, or a later version"),
        ((SEED + 500, 5, 2), "version 5 of the meter cannot be two meters", "$10,005 and 1 resets, or a later version"),
        ((SEED, 6, 0), "the meter's resets cannot go back to 0", "resets from 1 on"),
        ((SEED - 1, 6, 1), "no meter stands below its seed, and $9,999.99 does", "$10,000 or more"),
    ],
)
def test_a_meter_goes_forward_only_and_never_below_its_seed(meter: tuple[int, ...], why: str, accepted: str) -> None:
    state = after(table(), _told(1, SEED + 500, 5, 1))
    refusal = step(state, _told(2, *meter))
    assert isinstance(refusal, Refusal)
    assert (refusal.why, refusal.accepted, refusal.rulings) == (why, accepted, ("S22",))


def test_a_refused_command_leaves_the_meter_as_it_was() -> None:
    state = table()
    refusal = step(state, _carrying(Command("house", "clock"), Meter(SEED + 500, 3)))
    assert isinstance(refusal, Refusal)
    assert state.standing() == Meter(SEED)


def test_a_meter_is_told_by_a_command_of_its_own_at_a_table_alone() -> None:
    told = Command("house", "meter", args={"amount": SEED + 100})
    assert after(table(), told).standing() == Meter(SEED + 100)
    refusal = step(table(), _carrying(told, Meter(SEED)))
    assert isinstance(refusal, Refusal)
    assert refusal.why == "the meter came with the command already"
    below = step(table(), Command("house", "meter", args={"amount": SEED - 1}))
    assert isinstance(below, Refusal)
    assert str(below).endswith(
        "no meter stands below its seed, and $9,999.99 does (ruling S22); accepted: $10,000 or more"
    )


def test_a_fault_goes_wrong_with_a_meter_as_without() -> None:
    state = after(table(), _carrying(fault("miscount"), Meter(SEED + 500, 3)))
    assert (state.miscounted, state.meter) == (1, SEED + 500)


def test_what_is_shown_during_a_round_is_indicative_and_what_stands_at_settlement_is_paid() -> None:
    linked = Linked(one=["all of it"], two=["nothing"])
    linked.bet("one", progressive=STAKE)
    assert view(linked.tables["one"].state, PUBLIC)["meter"] == SEED + INCREMENT
    linked.bet("two", progressive=STAKE)
    assert view(linked.tables["one"].state, PUBLIC)["meter"] == SEED + INCREMENT
    linked.send("one", Command("house", "clock", args={"now": 1}))
    assert view(linked.tables["one"].state, PUBLIC)["meter"] == SEED + 2 * INCREMENT
    linked.stands_at(3 * SEED)
    assert linked.finish("one")["progressive"] == 3 * SEED


def test_what_a_table_was_sent_leads_to_the_same_without_the_house_and_through_a_file() -> None:
    linked, sent = Linked(one=["a tenth", "nothing"]), []
    shared = Table(croupier.submission("uth-ma", progressive=PROGRESSIVE), Scripted(STANDARD, []))
    linked.pit.open("two", shared)
    shared.listeners.append(lambda _, command, __: sent.append(json.dumps(command)))
    shared.open()
    for number in (1, 2):
        linked.round("one")
        assert isinstance(shared.send(Command("house", "clock", args={"now": number})), Decision)
    state = open_table(croupier.submission("uth-ma", progressive=PROGRESSIVE))
    for line in sent:
        state = after(state, Command(*json.loads(line)))
    assert state == shared.state
    assert state.standing() == linked.standing
    assert linked.standing.version > 2
