"""Counts of real cards: the number that somebody or a device gave, asked for where it is due, and never made up."""

from __future__ import annotations

import pytest
from support.table.real_cards import RealTable
from support.table.tables import called, floor, kinds, opened, refused

from croupier.table.decide import Decision
from croupier.table.model.command import Command
from croupier.table.model.next_step import due

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


def test_a_wrong_number_that_was_given_sends_the_deck_away() -> None:
    table = RealTable("lir-nj")
    table.bets()
    table.until("stub")
    table.step(count=len(table.shoe) - 1)
    assert called(table.heard) == ["stub.removed"]
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
