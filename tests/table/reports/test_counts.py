"""Counts of real cards: the number that somebody or a device gave, asked for where it is due, and never made up."""

from __future__ import annotations

from typing import Any

import pytest
from support.table.real_cards import RealTable
from support.table.tables import called, floor, kinds, opened, ready, refused, sent

from croupier.table.decide import Decision
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.views.narration import tell

EVERY = ("uth-ma", "colorado-ma-1", "colorado-ma-2", "lir-nj", "dragon-md")


def _rounds(table: RealTable, many: int) -> None:
    whole = list(table.shoe)
    for _ in range(many):
        table.shoe = list(whole)
        table.bets()
        table.until()
    table.shoe = list(whole)


@pytest.mark.parametrize("rulebook", EVERY)
def test_a_count_that_is_due_is_asked_for_and_is_the_number_that_was_given(rulebook: str) -> None:
    table = RealTable(rulebook, {"shuffling": "device"})
    _rounds(table, 4)
    table.bets()
    table.until("stub")
    assert not [event for event in table.heard if event.kind == "stub" and event.data["counted"] is not None]
    for args in ({}, {"count": "yes"}, {"count": True}):
        why = table.refused("stub", **args)
        assert "nobody has said how many cards the stub has" in why
        assert "S38" in why
    assert "was not counted for four rounds" in table.refused("stub", count="no")
    found = table.step(count=len(table.shoe))
    assert [event.data["counted"] for event in found if event.kind == "stub"] == [len(table.shoe)]
    assert table.until().paid()[0] is False


@pytest.mark.parametrize("rulebook", EVERY)
def test_no_number_is_on_record_of_a_stub_that_nobody_counted(rulebook: str) -> None:
    table = RealTable(rulebook)
    _rounds(table, 1)
    [stub] = [event for event in table.heard if event.kind == "stub"]
    assert "cards" not in stub.data
    assert tell(stub, table.state.terms) == "The stub goes to the rack."
    table.bets()
    table.until("stub")
    found = table.step(count=len(table.shoe))
    [stub] = [event for event in found if event.kind == "stub"]
    assert tell(stub, table.state.terms) == f"The stub is counted, {len(table.shoe)} cards, and goes to the rack."


def test_a_wrong_number_that_was_given_sends_the_deck_away() -> None:
    table = RealTable("lir-nj")
    table.bets()
    table.until("stub")
    table.step(count=len(table.shoe) - 1, misdealt="nothing")
    assert called(table.heard) == ["stub.removed"]
    assert table.state.decks == ()


NOT_SAID = "nobody has said whether they were misdealt"


@pytest.mark.parametrize(
    ("rulebook", "off", "found", "why"),
    [
        ("lir-nj", -1, {}, NOT_SAID),
        ("lir-nj", -1, {"misdealt": "1"}, NOT_SAID),
        ("lir-nj", -1, {"misdealt": "nothing", "number": 4}, NOT_SAID),
        ("lir-nj", -1, {"number": 4}, NOT_SAID),
        ("lir-nj", -1, {"misdealt": "1", "number": 3}, "seat 1 should have 3 cards"),
        ("lir-nj", -1, {"misdealt": "5", "number": 4}, "no hand lies at seat 5"),
        ("lir-nj", -1, {"misdealt": "dealer", "number": 4}, "no hand lies at the dealer"),
        ("uth-ma", -1, {"misdealt": "community", "number": 6}, "no hand lies at the community"),
        ("uth-ma", 0, {"misdealt": "nothing"}, "no count of real cards is wrong"),
        ("uth-ma", None, {"misdealt": "1", "number": 3}, "no count of real cards is wrong"),
    ],
)
def test_behind_a_wrong_count_the_dealer_has_looked_for_a_misdeal(
    rulebook: str, off: int | None, found: dict[str, Any], why: str
) -> None:
    table = RealTable(rulebook)
    table.bets()
    table.until("stub")
    count: dict[str, Any] = {} if off is None else {"count": len(table.shoe) + off}
    said = table.refused("stub", **count, **found)
    assert why in said
    assert "S38" in said
    assert not table.state.stub_away


def test_a_digital_table_knows_whether_cards_were_misdealt() -> None:
    table = opened("lir-nj", by_hand=("stub",))
    sent(table, ready(1, "lir-nj"), ready(2, "lir-nj"))
    counted = Command("dealer", "stub", args={"count": 40, "misdealt": "nothing"})
    assert "no count of real cards" in refused(table, counted)


def test_a_hand_that_is_a_card_short_leaves_one_more_in_the_stub() -> None:
    """Seat 2 was scanned three cards and has two: the third never left the shoe."""
    table = RealTable("colorado-ma-1")
    table.bets()
    table.until("stub")
    table.step(count=len(table.shoe) + 1, misdealt="2", number=2)
    assert called(table.heard) == ["stub.misdealt"]
    assert len(table.state.decks) == 1


def test_a_misdeal_that_does_not_account_for_the_count_sends_the_deck_away_too() -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("stub")
    table.step(count=len(table.shoe) - 2, misdealt="dealer", number=3)
    assert called(table.heard) == ["stub.removed"]
    (irregular,) = [event for event in table.heard if event.kind == "irregular"]
    assert {"S13", "S31"} <= {ruling for line in table.paid()[1:] for ruling in line[6]}
    assert irregular.data["says"] == "by the count the deck has 51 cards"
    assert table.state.decks == ()


@pytest.mark.parametrize(("number", "stays"), [(52, True), (51, False)])
def test_a_void_round_leaves_the_count_to_the_dealer_before_the_next_shuffle(number: int, stays: bool) -> None:  # noqa: FBT001 - a table
    table = RealTable("uth-ma")
    _rounds(table, 4)
    table.bets()
    table.until("decide")
    table.reports("exposed", of="dealer")
    assert due(table.state)[:3] == ("dealer", "count", "stub.count")
    assert not [event for event in table.heard if event.kind == "stub" and event.data["counted"] is not None]
    assert "'count' by the dealer" in refused(table.table, Command("device", "load"))
    table.sent(Command("dealer", "count", args={"number": number}))
    assert bool(table.state.decks) == stays
    assert "counted" in kinds(table.heard)
    if stays:
        table.bets()
        assert table.until().paid()[0] is False


@pytest.mark.parametrize(("number", "stays"), [(52, True), (53, False)])
def test_a_device_that_counts_has_said_a_number_or_the_dealer_reads_it_off(number: int, stays: bool) -> None:  # noqa: FBT001 - a table
    table = RealTable("colorado-ma-1", {"shuffling": "counting_device"})
    assert due(table.state)[:3] == ("dealer", "count", "shuffle.count")
    assert "counted_by_device" not in kinds(table.heard)
    table.sent(Command("dealer", "count", args={"number": number}))
    assert [event.data["cards"] for event in table.heard if event.kind == "counted_by_device"] == [number]
    assert bool(table.state.decks) == stays
    if stays:
        table.bets()
        assert table.until().paid()[0] is False
        assert due(table.state).do == "count"  # after every shuffle


def test_a_device_gives_its_count_with_the_shuffle() -> None:
    table = RealTable("lir-nj", {"shuffling": "counting_device"})
    table.sent(Command("dealer", "count", args={"number": 52}), floor("withdraw deck", reason="it is worn"))
    table.table.send(Command("house", "receive", args={"back": "red"}))
    table.table.send(Command("dealer", "show"))
    outcome = table.table.send(Command("device", "shuffle", args={"counted": 51}, supplied={"physical": True}))
    assert isinstance(outcome, Decision)
    assert "counted_by_device" in kinds(outcome.events)
    assert table.state.decks == ()


def test_a_device_that_does_not_count_gives_none_and_nobody_counts_a_digital_deck() -> None:
    table = RealTable("lir-nj")
    table.bets()
    table.until("settle")
    assert "no count is asked for" in table.refused("count", number=52)
    table.until()
    shuffle = Command("device", "shuffle", args={"counted": 52}, supplied={"physical": True})
    assert "no deck is waiting" in refused(table.table, shuffle)
    digital = opened("lir-nj", options={"shuffling": "counting_device"}, names=())
    digital.send(Command("player", "sit", 1, {}, {"bankroll": 1000}))
    given = Command("device", "shuffle", args={"counted": 52}, supplied={"order": list(range(52))})
    assert "counted by the table" in refused(digital, given)
    plain = opened("lir-nj", options={"shuffling": "device"}, names=())
    plain.send(Command("player", "sit", 1, {}, {"bankroll": 1000}))
    assert "does not count" in refused(plain, given)
