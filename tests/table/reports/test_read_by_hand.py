"""Rounds of real cards in which several things go wrong, read from the documents by hand to the last dollar.

Each expectation was written down from the text and the rulings before the round was played; cards are in the order of
the shoe, and the amounts are what each seat wins or loses.
"""

from __future__ import annotations

from typing import Any

import pytest
from support.table.real_cards import RealTable
from support.table.tables import ROUND, called, choose, dealer, floor

from croupier.table.model.command import Command
from croupier.table.model.next_step import due

ALL = {"ante": 500, "blind": 500, "trips": 500, "cover_all": 500}
TRIPS = {"ante": 1000, "blind": 1000, "trips": 1000}
PLAIN = {"ante": 500, "blind": 500}


def won(table: RealTable) -> dict[int, int]:
    """What each seat has won in the round that is over."""
    last = table.state.last
    assert last is not None
    assert table.state.phase != "round"
    net = {hand.seat: sum(line.amount for line in hand.lines) for hand in last.hands}
    assert {number: table.state.seat(number).bankroll - 100_000 for number in net} == net
    return net


def ends(table: RealTable, seat: int) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The end of each of a seat's wagers, and its clauses."""
    last = table.state.last
    assert last is not None
    return {line.wager: (line.result, line.clauses) for each in last.hands if each.seat == seat for line in each.lines}


def chosen(table: RealTable, *choices: str) -> None:
    """Decisions one after another; what comes between them is done."""
    for choice in choices:
        table.until("decide")
        table.sent(choose(table.state.cursor, choice))


@pytest.mark.clause("uth-ma", "15(a)", "15(d)")
def test_a_hand_of_three_cards_and_then_a_dealers_card_that_is_seen() -> None:
    """15(d): hand 1 is void, side wagers too (U22). 15(a): hand 2 is void but for Trips, three aces, 3 to 1."""
    table = RealTable("uth-ma", {}, "2c 2h 7d Ah Ad 9s 4h 3c Ac 8h 6s 3d Td Qs")
    table.bets(ALL)
    del table.shoe[1]  # it sticks to the first card
    table.until("decide")
    table.reports("wrong count", of="1", number=3)
    table.reports("exposed", of="dealer")
    table.until()
    assert won(table) == {1: 0, 2: 1500}
    assert {wager: end for wager, (end, _) in ends(table, 1).items()} == dict.fromkeys(ALL, "void")
    assert ends(table, 2)["cover_all"] == ("void", ("15(a)",))
    assert ends(table, 2)["trips"][0] == "win"


@pytest.mark.clause("uth-ma", "15(a)")
@pytest.mark.parametrize(("folds", "first"), [("return", 3000), ("lose", 1000)])
def test_a_dealers_card_is_seen_after_a_fold_and_before_the_last_player_has_acted(folds: str, first: int) -> None:
    """All hands are void, the folded one too (U20, whose other reading keeps it lost).

    Trips: three kings at seat 1, 3 to 1; at seat 2 a straight from 3 to 7, 4 to 1.
    """
    table = RealTable("uth-ma", {"exposed_dealer_folds": folds}, "Kc 2d 5h 6h 9s 9d 2h Ks Kd 7c 2s 3s 4h")
    table.bets(TRIPS)
    chosen(table, "check", "check", "check", "check", "fold")
    assert due(table.state).seat == 2
    table.reports("exposed", of="dealer")
    table.until()
    assert won(table) == {1: first, 2: 4000}
    assert ends(table, 2)["ante"] == ("void", ("15(a)",))


@pytest.mark.clause("uth-ma", "15(b)")
def test_one_card_lies_face_up_in_the_deal_and_another_before_the_last_two() -> None:
    """15(b): more than one, seen when all had two: all is void but Trips, three jacks, 3 to 1. Play goes back."""
    table = RealTable("uth-ma", {}, "Qc Jc Jd 4c 5c As Kd 2c Js 8d 3h 9h 2d Ts 6s")
    table.bets(TRIPS)
    table.finds_face_up()
    chosen(table, "play 4x", "check")
    table.until("decide")
    chosen(table, "check")
    assert due(table.state).do == "burn"
    table.finds_face_up()
    table.until()
    assert won(table) == {1: 3000, 2: -1000}
    assert [ends(table, 1)[wager] for wager in ("ante", "blind", "play")] == [("void", ("15(b)",))] * 3


@pytest.mark.clause("uth-ma", "15(d)")
@pytest.mark.parametrize("counted", [46, 47])
def test_the_dealer_has_one_card_and_the_deck_is_counted(counted: int) -> None:
    """15(d): the next card in sequence, if the deck is whole; if not, all hands are void, and Trips is not excepted.

    Whole: the dealer has Ks and then 8c. The burn is 2c, the board Ah 7d 4s, 2d burned, Tc 9h: seat 1 has a pair of
    aces, seat 2 a queen to the dealer's king. The dealer has no pair: both antes go back (U18). Seat 1 wins play, $40,
    its blind pushes and its Trips, $10, is lost; seat 2 loses play, blind and Trips.
    """
    table = RealTable("uth-ma", {}, "Ad 3s Qc 5h Ks 8c 2c Ah 7d 4s 2d Tc 9h")
    table.bets(TRIPS)
    table.step(cards=[table.shoe.pop(0) for _ in range(5)])
    table.reports("wrong count", of="dealer", number=1)
    table.sent(Command("dealer", "count", args={"number": counted}))
    if counted == 47:
        table.step()
        chosen(table, "play 4x", "play 4x")
    table.until()
    assert won(table) == ({1: 3000, 2: -6000} if counted == 47 else {1: 0, 2: 0})
    assert bool(table.state.decks) == (counted == 47)
    if counted == 46:
        assert {each for seat in (1, 2) for each in ends(table, seat).values()} == {("void", ("15(d)",))}


@pytest.mark.clause("uth-ma", "7(f)(2)")
def test_a_count_in_the_fifth_round_voids_the_trips_that_an_exposed_card_had_left() -> None:
    """7(f)(2) voids all hands and has no exception for Trips; no misdeal was found, and the deck leaves."""
    table = RealTable("uth-ma")
    whole = list(table.shoe)
    for _ in range(4):
        table.bets(PLAIN)
        table.until()
        table.shoe = list(whole)
    before = {number: table.state.seat(number).bankroll for number in (1, 2)}
    table.bets(TRIPS)
    table.until("decide")
    table.reports("exposed", of="dealer")
    table.until("stub")
    assert "was not counted for four rounds" in table.refused("stub", count="no")
    table.sent(Command("dealer", "stub", args={"count": len(table.shoe) - 1, "misdealt": "nothing"}))
    assert {number: table.state.seat(number).bankroll for number in (1, 2)} == before
    assert ends(table, 1) == {
        "ante": ("void", ("15(a)",)),
        "blind": ("void", ("15(a)",)),
        "trips": ("void", ("7(f)(2)",)),
    }
    assert table.state.decks == ()


@pytest.mark.clause("uth-ma", "15(f)")
def test_a_dealers_card_is_seen_in_the_deal_and_then_the_shoe_jams() -> None:
    """15(a) keeps Trips (U32); 15(f) voids the round, without exception (U23)."""
    table = RealTable("uth-ma")
    table.bets(TRIPS)
    table.step(cards=[table.shoe.pop(0) for _ in range(5)])
    table.reports("exposed", of="dealer")
    assert table.state.phase == "round"
    table.reports("jam", of="shoe")
    assert won(table) == {1: 0, 2: 0}
    assert [ends(table, 1)[wager][1] for wager in ("ante", "trips")] == [("15(a)",), ("15(f)",)]


@pytest.mark.clause("colorado-ma-1", "14(c)", "14(d)")
@pytest.mark.parametrize(("cards", "first"), [("2c 7d Jh", -500), ("Qc Qd Qh", 2500 + 500)])
def test_a_declaration_and_then_four_community_cards(cards: str, first: int) -> None:
    """14(d): a wrong one loses the ante, its bonus goes back (C11). A right one pays 5 to 1, ante and bonus (C9).

    14(c) voids what is not settled: hand 2. What was settled before stays settled (S1).
    """
    one, two, three = cards.split()
    deck = f"{one} 4s 8c {two} 5h 9s {three} 6d Kc"
    table = RealTable("colorado-ma-1", {}, deck, by_hand=ROUND | {"check"})
    table.bets({"ante": 500, "bonus": 100})
    table.until("decide")
    table.sent(choose(1, "declare"))
    table.reports("wrong count", of="community", number=4)
    assert won(table) == {1: first, 2: 0}
    assert set(ends(table, 2).values()) == {("void", ("14(c)",))}


@pytest.mark.clause("lir-nj", "18.12(c)")
def test_four_community_cards_are_seen_when_one_player_has_withdrawn_bet_1() -> None:
    """18.12(c) voids all hands: bets 2 and 3 go back, and the $1 that was collected (L9); bet 1 is the player's."""
    table = RealTable("lir-nj")
    table.bets({"bet_1": 500, "bet_2": 500, "bet_3": 500, "bonus": 100, "three_card_bonus": 500})
    table.until("decide")
    table.sent(choose(1, "withdraw"), choose(2, "ride"))
    table.until("decide")
    table.reports("wrong count", of="community", number=4)
    assert won(table) == {1: 0, 2: 0}
    assert ends(table, 1)["bet_1"][0] == "withdrawn"
    assert {ends(table, 1)[wager] for wager in ("bet_2", "bet_3", "bonus", "three_card_bonus")} == {
        ("void", ("18.12(c)",))
    }


@pytest.mark.clause("dragon-md", "13.E")
@pytest.mark.parametrize(("collected", "first"), [(False, 0), (True, -1000)])
def test_a_dealers_card_is_seen_after_a_fold_before_and_after_folds_are_collected(
    collected: bool,  # noqa: FBT001 - a moment
    first: int,
) -> None:
    """13.E returns all wagers; those of a fold too until they are collected (11.D(1), D26): then they are settled."""
    table = RealTable("dragon-md", by_hand=ROUND)
    table.bets({"ante": 500, "ante_bonus": 500, "three_card_bonus": 500})
    table.until("decide")
    table.sent(choose(1, "fold"))
    if collected:
        table.sent(choose(2, "play"), *dealer("collect folds"))
    table.reports("exposed", of="dealer")
    assert won(table) == {1: first, 2: 0}
    assert ends(table, 1)["three_card_bonus"] == ("void", ("13.E",))
    assert ends(table, 2)["ante"] == ("void", ("13.E",))


@pytest.mark.parametrize(("choice", "first"), [("play on", -6000), ("void", 0)])
def test_a_card_that_was_misread_is_corrected_after_a_decision_on_it(choice: str, first: int) -> None:
    """S38, S12: the floor rules. Played on, the hand is the one that lies there: 2s 3d loses to a pair of nines.

    Seat 1 loses ante $10, blind $10 and play $40; Trips is not on. Seat 2, 5h 6h, has checked and folds: $20.
    """
    table = RealTable("uth-ma", {}, "As 3d 5h 6h 9s 9d 2h Kh Jd 7c 2c Ts 4h")
    table.bets({"ante": 1000, "blind": 1000})
    chosen(table, "play 4x")
    table.reports("misread", of="1", number=1, card=table.state.terms.rulebook.deck.parse("2s")[0])
    assert due(table.state)[:2] == ("floor", "rule")
    table.rules(choice)
    if choice == "play on":
        chosen(table, "check", "check", "fold")
    table.until()
    assert won(table) == {1: first, 2: -2000 if choice == "play on" else 0}


@pytest.mark.parametrize("what", ["surplus", "foul deck"])
def test_a_deck_is_found_wrong_when_one_seat_is_settled(what: str) -> None:
    """Seat 2 is settled first, and stays so (S1). A card too many voids the rest; a foul deck is played on with."""
    table = RealTable("uth-ma", {}, "Ac Ad 5h 6h 9s 9d 2h Kh Jd 7c 2c Ts 4h")
    table.bets({"ante": 1000, "blind": 1000})
    chosen(table, "play 4x", "play 4x")
    table.until("settle")
    table.step()
    assert due(table.state).seat == 1
    about: dict[str, Any] = {"what": what}
    table.sent(Command("floor", "report", args=about), floor("confirm", reason="I have seen it, too."))
    if what == "foul deck":
        table.rules("play on")
    table.until()
    assert won(table) == {1: 0 if what == "surplus" else 1000 + 4000, 2: -6000}
    assert table.state.decks == ()
    assert ("stub.removed" in called(table.heard)) == (what == "surplus")
