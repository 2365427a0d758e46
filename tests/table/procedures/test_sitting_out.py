"""Who sits out keeps the place; who is away in a round has the turns taken by ruling S10."""

from __future__ import annotations

import pytest
from support.table.tables import WAGERS, opened, sent

from croupier.rulebook import NAMES, Refusal
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.views.view import PUBLIC, view


def bet(seat: int, rulebook: str) -> Command:
    return Command("player", "bet", seat, {"wagers": WAGERS[rulebook], "ready": True})


@pytest.mark.parametrize("rulebook", NAMES)
def test_who_sits_out_gets_the_wagers_back_and_keeps_the_place_round_after_round(rulebook: str) -> None:
    table = opened(rulebook, by_hand=())
    table.feed()
    sent(table, Command("player", "bet", 2, {"wagers": WAGERS[rulebook]}))
    sent(table, Command("player", "sit out", 2))
    assert (table.state.seat(2).wagers, table.state.seat(2).bankroll) == ({}, 100_000)
    for _ in range(2):
        sent(table, bet(1, rulebook))
        while table.state.phase == "round":
            sent(table, Command("house", "timeout", table.state.cursor))
        table.feed()
        assert (table.state.seat(2).away, table.state.seat(2).keeps) == (True, True)
    sent(table, Command("player", "come back", 2))
    assert not table.state.seat(2).away
    assert not table.state.seat(2).keeps


def test_who_sits_out_in_a_round_plays_it_by_the_rule_for_the_absent_and_keeps_the_place() -> None:
    table = opened("uth-ma", by_hand=())
    table.feed()
    for seat in (1, 2):
        sent(table, bet(seat, "uth-ma"))
    sent(table, Command("house", "sit out", 2))
    while table.state.phase == "round":
        sent(table, Command("house", "timeout", table.state.cursor))
    assert table.state.last is not None
    assert [hand.ending for hand in table.state.last.hands] == ["folded", "folded"]
    assert table.state.seat(2).keeps
    assert not table.state.seat(1).away


def test_who_leaves_while_sitting_out_in_a_round_is_gone_after_it() -> None:
    table = opened("uth-ma", by_hand=())
    table.feed()
    for seat in (1, 2):
        sent(table, bet(seat, "uth-ma"))
    sent(table, Command("player", "sit out", 2))
    sent(table, Command("player", "leave", 2))
    while table.state.phase == "round":
        sent(table, Command("house", "timeout", table.state.cursor))
    assert table.state.seats[1] is None


def test_sitting_out_twice_is_refused() -> None:
    table = opened("uth-ma", by_hand=())
    sent(table, Command("player", "sit out", 2))
    refused = table.send(Command("house", "sit out", 2))
    assert isinstance(refused, Refusal)
    assert "'come back', or 'leave'" in str(refused)


def test_who_bets_while_sitting_out_is_back_and_asked_like_anybody() -> None:
    """Else an ordered shuffle takes the "ready" back of somebody whom nobody asks, and bets cannot close (S34)."""
    table = opened("dragon-md", names=("first", "second", "third"), by_hand=(), source=Random("sitting out"))
    table.feed()
    sent(table, Command("player", "sit out", 2))
    sent(table, Command("player", "bet", 2, {"wagers": {}}))
    assert table.state.seat(2).away, "no wager stands"
    sent(table, bet(2, "dragon-md"))
    assert (table.state.seat(2).away, table.state.seat(2).keeps) == (False, False)
    sent(table, Command("floor", "order shuffle", args={"reason": "To be sure."}))
    table.feed()
    sent(table, bet(1, "dragon-md"), Command("player", "ready", 3), Command("player", "leave", 3))
    assert table.state.phase == "betting", "seat 2 is asked again"
    sent(table, Command("player", "ready", 2))
    assert table.state.closed


def test_all_can_see_who_sits_out() -> None:
    table = opened("uth-ma", by_hand=())
    sent(table, Command("player", "sit out", 2))
    assert [seat["away"] for seat in view(table.state, PUBLIC)["seats"]] == [False, True]
