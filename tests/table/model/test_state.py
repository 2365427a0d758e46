"""A table as it begins, and as it is between rounds: nothing lies on it, and nothing is owed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.table.tables import dealer, opened, played_out, ready, sent

import croupier
from croupier.money import dollars
from croupier.rulebook import NAMES
from croupier.table.decide import open_table
from croupier.table.model.command import Command
from croupier.table.model.state import COMMITTED, NEVER, REAL, SCRIPTED, SEEDED, State

every_rulebook = pytest.mark.parametrize("rulebook", NAMES)


def held(state: State) -> dict[str, Any]:
    """All that a table holds, by name."""
    found: dict[str, Any] = json.loads(state.dump())
    return found


@every_rulebook
def test_a_table_begins_with_nothing(rulebook: str) -> None:
    state = open_table(croupier.submission(rulebook))
    there = {name: value for name, value in held(state).items() if value or value is None}
    assert there == {
        "phase": "closed",
        "seats": [None] * len(state.seats),
        "dealing": state.terms["dealing"],
        "shuffling": state.terms["shuffling"],
        "devices": {"shuffler": "working", "shoe": "working"},
        "jam_after": NEVER,
        "doubted": NEVER,
        "ways_next": None,
        "pending": None,
        "reported": None,
        "last": None,
        "tally": [0, 0, 0, 0],
    }


@every_rulebook
def test_a_deck_that_comes_was_not_shuffled_cut_or_dealt(rulebook: str) -> None:
    table = opened(rulebook, names=[], by_hand=["inspect"])
    deck = table.state.decks[0]
    assert (deck.back, deck.status, deck.lies) == ("blue", "received", "table")
    assert not any(deck._replace(back="", cards=(), status="", shuffle=type(deck.shuffle)(), lies="")[4:])
    assert not any(deck.shuffle)


@every_rulebook
def test_who_sits_down_has_money_and_nothing_else(rulebook: str) -> None:
    table = opened(rulebook, names=[])
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 700}, "ann"))
    (seat,) = [each for each in held(table.state)["seats"] if each]
    assert {name: value for name, value in seat.items() if value} == {
        "person": "ann",
        "bankroll": 700,
        "ending": "played",
    }


@every_rulebook
def test_every_round_begins_as_the_first_did(rulebook: str) -> None:
    """But for what was won, how many rounds there were, and what the last one came to."""
    table = opened(rulebook, names=["first"])
    begun = []
    for _ in range(3):
        sent(table, ready(1, rulebook), *dealer("no more bets"))
        (deck,) = table.state.decks
        assert deck.since_count == table.state.round
        begun.append(held(table.state))
        played_out(table)
    for number, each in enumerate(begun, start=1):
        assert each["round"] == number
        assert each["tray"] + each["seats"][0]["bankroll"] + sum(each["seats"][0]["wagers"].values()) == 100_000
        different = {name for name in each if each[name] != begun[0][name]}
        assert different <= {"round", "decks", "last", "last_back", "tray", "seats"}
        assert each["seats"][0] == begun[0]["seats"][0] | {"bankroll": each["seats"][0]["bankroll"]}


@pytest.mark.parametrize(("source", "committed"), [(COMMITTED, True), (SEEDED, True), (SCRIPTED, False), (REAL, False)])
def test_a_table_says_where_its_cards_come_from(source: str, committed: bool) -> None:  # noqa: FBT001 - a column
    fixed = open_table(croupier.submission("uth-ma"), source=source).fixed
    assert (fixed.source, fixed.committed) == (source, committed)


def test_two_tables_are_the_same_if_they_hold_the_same() -> None:
    one, other = (open_table(croupier.submission("uth-ma")) for _ in range(2))
    assert one == other == one.copy()
    other.round = 1
    assert one != other
    assert one != "a table"


def test_a_table_a_seat_and_terms_say_in_a_line_what_they_are() -> None:
    state = opened("uth-ma", names=["ann"]).state
    assert repr(state) == f"<State of uth-ma: {state.phase}, round {state.round}, 1 of {len(state.seats)} seats taken>"
    seat = state.seat(1)
    assert repr(seat) == f"<Seat of {seat.person}: {dollars(seat.bankroll)}, $0 on the layout, cards 0>"
    assert repr(state.fixed) == f"<Fixed by {state.terms.submission!r}: {state.fixed.source}>"
