"""One person at two positions, and two decks in turn: one purse (ruling S35), and a count for each deck (S36)."""

from __future__ import annotations

import pytest
from support.table.tables import ROUND, WAGERS, bet, dealer, kinds, opened, played_out, refused, sent, stays

from croupier.house.ledger.postings import balances_of, postings
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.play.runner import Table
from croupier.table.views.narration import tell
from croupier.table.views.view import PUBLIC, Viewer, redact

TWO_POSITIONS = [
    pytest.param("lir-nj", marks=pytest.mark.clause("lir-nj", "18.6(e)")),
    pytest.param("colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "6(e)")),
    pytest.param("colorado-ma-2", marks=pytest.mark.clause("colorado-ma-2", "6(e)")),
    pytest.param("dragon-md", marks=pytest.mark.clause("dragon-md", "7.G")),
]


def seated(rulebook: str, first: int, second: int) -> Table:
    """A table at which one person has two positions, with these chips at each, and another person has a third."""
    table = opened(rulebook, options={"two_positions": "yes"}, names=())
    for seat, person, chips in ((1, "ann", first), (2, "ann", second), (3, "bob", 10_000)):
        sent(table, Command("player", "sit", seat, {}, {"bankroll": chips}, person))
    return table


@pytest.mark.parametrize("rulebook", TWO_POSITIONS)
def test_a_bet_takes_what_it_lacks_from_the_other_position(rulebook: str) -> None:
    table, wagers = seated(rulebook, 300, 5_000), WAGERS[rulebook]
    before, total = table.state, sum(wagers.values())
    heard = sent(table, bet(1, wagers))
    assert kinds(heard) == ["chips_moved", "placed"]
    assert dict(heard[0].data) == {"seat": 2, "to": 1, "amount": total - 300}
    assert [seat.bankroll for _, seat in table.state.taken()] == [0, 5_300 - total, 10_000]
    assert dict(table.state.seat(1).staked) == wagers
    moved = postings("t", before, heard)
    assert sum(each.amount for each in moved) == 0
    held = balances_of(before, "t") | {"wallet/ann": 0}
    for each in moved:
        held[each.account] += each.amount
    assert held == balances_of(table.state, "t") | {"wallet/ann": 0}, "each seat's account has what lies at the seat"


@pytest.mark.parametrize("rulebook", TWO_POSITIONS)
def test_a_bet_is_refused_only_beyond_all_chips_of_the_person(rulebook: str) -> None:
    total = sum(WAGERS[rulebook].values())
    asks = Command("player", "bet", 1, {"wagers": WAGERS[rulebook]}, by="ann")
    why = refused(seated(rulebook, 200, total - 201), asks)
    assert "(ruling S35); accepted: what you have, or chips bought first" in why
    sent(seated(rulebook, 200, total - 200), bet(1, WAGERS[rulebook]))


@pytest.mark.parametrize("rulebook", ["colorado-ma-1", "colorado-ma-2", "dragon-md"])
def test_a_decision_takes_what_it_lacks_from_the_other_position(rulebook: str) -> None:
    total = sum(WAGERS[rulebook].values())
    table = seated(rulebook, total, total + 600)
    sent(table, bet(1, WAGERS[rulebook]), bet(2, WAGERS[rulebook]), *dealer("no more bets", "deal", "stub"))
    assert due(table.state).seat == 1
    heard = sent(table, stays(table))
    assert kinds(heard)[:2] == ["chips_moved", "decided"]
    assert table.state.seat(1).bankroll == 0
    assert table.state.seat(2).bankroll == 100
    assert "and $1 is left" in refused(table, stays(table)._replace(by="ann"))


def test_how_many_chips_move_is_told_to_their_owner_alone() -> None:
    table = seated("dragon-md", 0, 5_000)
    (moved, _) = sent(table, bet(1, WAGERS["dragon-md"]))
    own, public = (redact(table.state, moved, viewer) for viewer in (Viewer("player", "ann"), PUBLIC))
    assert own is not None
    assert public is not None
    assert tell(own, table.state.terms) == "Chips worth $10 move from seat 2 to seat 1."
    assert tell(public, table.state.terms) == "Chips move from seat 2 to seat 1."


# ---- two decks -----------------------------------------------------------------------------------------

TWO_DECKS = [
    pytest.param("uth-ma", marks=pytest.mark.clause("uth-ma", "7(f)", "2(b)")),
    pytest.param("lir-nj", marks=pytest.mark.clause("lir-nj", "18.7(e)", "18.2(b)")),
    pytest.param("colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "7(e)", "2(b)")),
    pytest.param("colorado-ma-2", marks=pytest.mark.clause("colorado-ma-2", "7(e)", "2(b)")),
    pytest.param("dragon-md", marks=pytest.mark.clause("dragon-md", "8.E", "3.B")),
]


def counted_in(rulebook: str, rounds: int, early: tuple[int, ...] = ()) -> list[int]:
    """The rounds in which a stub was counted, at a table with two decks; early ones by the dealer's own wish."""
    table = opened(rulebook, options={"decks": "two"}, names=["first"], by_hand=ROUND)
    found = []
    for number in range(1, rounds + 1):
        sent(table, bet(1, WAGERS[rulebook]), *dealer("no more bets"))
        heard = []
        while (step := due(table.state).do) != "stub":
            heard += sent(table, stays(table) if step == "decide" else Command("dealer", step))
        heard += sent(table, Command("dealer", "stub", args={"count": True} if number in early else {}))
        heard += played_out(table)
        found += [number for event in heard if event.kind == "stub" and event.data["counted"] is not None]
    return found


@pytest.mark.parametrize("rulebook", TWO_DECKS)
def test_each_of_two_decks_is_counted_in_the_fifth_round_that_it_plays(rulebook: str) -> None:
    assert counted_in(rulebook, 20) == [9, 10, 19, 20]


@pytest.mark.parametrize("rulebook", TWO_DECKS)
def test_a_count_of_one_deck_does_not_put_off_the_others(rulebook: str) -> None:
    assert counted_in(rulebook, 12, early=(3, 7)) == [3, 7, 10]


def test_a_count_that_is_due_for_this_deck_names_the_ruling() -> None:
    table = opened("uth-ma", options={"decks": "two"}, names=["first"], by_hand=ROUND)
    for _ in range(8):
        sent(table, bet(1, WAGERS["uth-ma"]))
        played_out(table)
    sent(table, bet(1, WAGERS["uth-ma"]), *dealer("no more bets", "deal"))
    sent(table, stays(table), *dealer("burn", "community", "burn", "community"))
    assert "(ruling S18, S36" in refused(table, Command("dealer", "stub", args={"count": False}))


def test_a_deck_that_takes_anothers_place_takes_over_its_rounds() -> None:
    """Ruling S18: at least once in every five rounds, whichever five are looked at."""
    table = opened("uth-ma", names=["first"], by_hand=())
    for _ in range(3):
        played_out(table)
    sent(table, Command("floor", "withdraw deck", args={"reason": "It is worn."}), Command("house", "receive"))
    assert [deck.since_count for deck in table.state.decks] == [3]
    heard = played_out(table)
    assert [event.data["counted"] for event in heard if event.kind == "stub"] == [None]
    heard = played_out(table)
    assert [event.data["counted"] for event in heard if event.kind == "stub"] != [None]
