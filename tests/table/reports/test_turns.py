"""Turns of a real deal that went wrong: every hand gets the cards that it physically has, whichever turn it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support.table.real_cards import RealTable, Twin
from support.table.tables import fault, kinds, sent

from croupier.games.game import Deal
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.procedures.dealing import targets

UTH = {"ante": 500, "blind": 500, "trips": 500}
MANUAL = {"dealing": "manual_shoe", "cover_all": "no"}  # one by one: 1, 2, dealer, 1, 2, dealer


def dealing(rulebook: str = "uth-ma", options: dict[str, object] | None = None, cards: int = 0) -> RealTable:
    """A table whose bets are closed, after so many cards of the deal."""
    table = RealTable(rulebook, options if options is not None else MANUAL)
    table.bets(UTH if rulebook == "uth-ma" else None)
    if due(table.state).do == "collect bonus":
        table.step()
    if cards:
        table.step(cards=[table.shoe.pop(0) for _ in range(cards)])
    return table


def lie(table: RealTable) -> dict[str, tuple[int, ...]]:
    return {place: table.state.at(place) for place in ("1", "2", "dealer") if table.state.at(place)}


# ---- a hand that was passed over -----------------------------------------------------------------------


@pytest.mark.clause("uth-ma", "15(d)")
@pytest.mark.parametrize(
    ("place", "turn", "hands"),
    [
        ("1", 1, {"1": (2,), "2": (0, 3), "dealer": (1, 4)}),
        ("1", 2, {"1": (0,), "2": (1, 3), "dealer": (2, 4)}),
        ("2", 1, {"1": (0, 2), "2": (3,), "dealer": (1, 4)}),
        ("2", 2, {"1": (0, 3), "2": (1,), "dealer": (2, 4)}),
        ("dealer", 1, {"1": (0, 2), "2": (1, 3), "dealer": (4,)}),
        ("dealer", 2, {"1": (0, 3), "2": (1, 4), "dealer": (2,)}),
    ],
)
def test_after_a_turn_that_was_passed_over_every_card_went_one_turn_on(
    place: str, turn: int, hands: dict[str, tuple[int, ...]]
) -> None:
    table = dealing(cards=5)
    order = dict(enumerate(table.state.order))
    report = Command("dealer", "report", args={"what": "wrong count", "of": place, "number": 1, "turn": turn})
    table.sent(report, Command("floor", "confirm", args={"reason": "I saw it, too."}))
    if place == "dealer":
        assert lie(table) == hands
        assert due(table.state)[:2] == ("dealer", "count")  # 15(d): the next card in sequence, if the deck is whole
    else:
        other = "2" if place == "1" else "1"
        assert table.state.seat(int(place)).ending == "void"
        assert table.state.seat(int(place)).cards == hands[place]
        assert {each: table.state.at(each) for each in (other, "dealer")} == {
            each: hands[each] for each in (other, "dealer")
        }
    assert all(table.state.order[each] == card for each, card in order.items()), "no card changes its face"


@pytest.mark.clause("uth-ma", "15(d)")
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("place", ["1", "2"])
def test_the_others_are_paid_by_the_cards_that_they_have(place: str, turn: int) -> None:
    table = dealing(cards=5)
    table.reports("wrong count", of=place, number=1, turn=turn)
    twin = Twin("uth-ma", MANUAL, wagers=UTH)
    before = [at for at, each in enumerate(("1", "2", "dealer") * 2) if each == place][turn - 1]
    if before:
        sent(twin.table, Command("dealer", "deal", args={"cards": before}))
    twin.suffers("slip", how="skip", at=place)
    assert table.until().paid() == twin.paid()


@pytest.mark.clause("uth-ma", "15(d)")
def test_of_a_hand_that_plays_on_beside_others_it_is_asked_which_turn_it_was() -> None:
    table = dealing(cards=5)
    why = table.refused("report", what="wrong count", of="1", number=1)
    assert "at which of its turns seat 1 was dealt to wrongly" in why
    assert "turn: from 1" in why
    for turn in (0, 3):
        assert "cannot have 1 cards" in table.refused("report", what="wrong count", of="1", number=1, turn=turn)


@pytest.mark.parametrize(("rulebook", "options"), [("dragon-md", {}), ("uth-ma", {}), ("colorado-ma-1", {})])
def test_where_no_other_hand_depends_on_the_turn_it_is_not_asked_for(rulebook: str, options: dict[str, object]) -> None:
    """Every hand is void, or all cards of a hand come in one stack."""
    table = dealing(rulebook, options)
    step = table.state.fixed.script[0]
    assert isinstance(step, Deal)
    turns = len(targets(table.state, step))
    table.step(cards=[table.shoe.pop(0) for _ in range(turns - 1)])
    table.reports("wrong count", of="1", number=step.each - 1)
    assert "irregular.player_count" in str([event.data for event in table.heard if event.kind == "irregular"])


@pytest.mark.parametrize(
    ("rulebook", "place"), [("lir-nj", "community"), ("colorado-ma-1", "community"), ("dragon-md", "dealer")]
)
def test_the_last_hand_of_the_deal_lacks_a_card_and_no_scan_is_to_come(rulebook: str, place: str) -> None:
    """People say what lies there: two cards, as the scans have it, and the dealer deals no further."""
    table = dealing(rulebook, {}, cards=8)
    assert len(table.state.at(place)) == 2
    table.reports("wrong count", of=place, number=2)
    twin = Twin(rulebook).suffers("slip", how="skip", at=place)
    assert table.paid() == twin.paid()
    assert table.paid()[0] is True


@pytest.mark.clause("uth-ma", "15(d)")
def test_a_dealer_who_was_passed_over_twice_has_no_card_and_takes_the_next_two() -> None:
    table = dealing(options={}, cards=4)
    table.reports("wrong count", of="dealer", number=0)
    table.sent(Command("dealer", "count", args={"number": 48}))
    assert due(table.state)[:2] == ("dealer", "deal")
    table.step(cards=[table.shoe.pop(0) for _ in range(2)])
    assert len(table.state.dealer) == 2
    assert table.until().paid()[0] is False


# ---- a card too many -----------------------------------------------------------------------------------


@pytest.mark.clause("uth-ma", "15(d)")
@pytest.mark.parametrize(
    ("turn", "one", "two"), [(0, (0, 2), (1,)), (1, (0, 1), (2,))], ids=["not scanned", "scanned first"]
)
def test_of_a_card_too_many_it_is_said_whether_it_was_scanned(
    turn: int, one: tuple[int, ...], two: tuple[int, ...]
) -> None:
    table = dealing(cards=3 if turn else 2)
    seen: dict[str, Any] = {"what": "wrong count", "of": "1", "number": 2}
    assert "0 for a card too many that was not scanned" in table.refused("report", **seen)
    table.sent(Command("dealer", "report", args={**seen, "turn": turn}))
    table.sent(Command("floor", "confirm", args={"reason": "I saw it, too."}))
    assert (table.state.at("1"), table.state.at("2")) == (one, two)
    assert due(table.state)[:2] == ("dealer", "deal")


@pytest.mark.clause("uth-ma", "15(d)")
@pytest.mark.parametrize("turn", [1, 2])
def test_a_card_too_many_that_was_scanned_is_seen_when_the_deal_was_taken_to_be_complete(turn: int) -> None:
    """By the scans all have two; seat 1 has three, and the dealer lacks the last card: the deal goes on."""
    table = dealing(cards=6)
    assert due(table.state).do == "decide"
    heard = table.reports("wrong count", of="1", number=3, turn=turn)
    assert "relaid" in kinds(heard)
    assert due(table.state)[:2] == ("dealer", "deal")
    assert not table.state.looked
    hands = {1: ((0, 1, 4), (2, 5), (3,)), 2: ((0, 3, 4), (1, 5), (2,))}[turn]
    assert (table.state.at("1"), table.state.at("2"), table.state.dealer) == hands
    twin = Twin("uth-ma", MANUAL, wagers=UTH)
    sent(twin.table, *([Command("dealer", "deal", args={"cards": 3})] if turn == 2 else []))
    sent(twin.table, fault("slip", how="double", at="1"))
    assert table.until().paid() == twin.paid()
    assert {line[2] for line in table.paid()[1:] if line[0] == 1} == {"void"}


def test_once_something_has_followed_the_deal_no_turn_of_it_is_said() -> None:
    table = dealing(cards=6)
    table.step()
    why = table.refused("report", what="wrong count", of="1", number=3, turn=1)
    assert "something has followed the first deal" in why
    table.reports("wrong count", of="1", number=3)
    assert table.state.seat(1).ending == "void"


# ---- a card that went astray ---------------------------------------------------------------------------


def _to_dealer(before: int, at: str, to: str) -> Callable[[Twin], None]:
    def happens(twin: Twin) -> None:
        sent(twin.table, *([Command("dealer", "deal", args={"cards": before})] if before else []))
        twin.suffers("slip", how=f"to {to}", at=at)

    return happens


@pytest.mark.clause("uth-ma", "15(d)")
@pytest.mark.parametrize(
    ("of", "to", "number", "before"),
    [("1", "dealer", 1, 0), ("1", "dealer", 2, 3), ("dealer", "2", 1, 2), ("dealer", "2", 2, 5), ("2", "1", 1, 1)],
)
def test_a_card_that_went_astray_lies_as_it_was_dealt(of: str, to: str, number: int, before: int) -> None:
    """The dealer puts the own hand right: what was dealt last is the next card, or the next card comes (U33)."""
    table = dealing(cards=6)
    if "dealer" in (of, to):
        why = table.refused("report", what="astray", of=of, to=to)
        assert f"which card of {'the dealer' if of == 'dealer' else f'seat {of}'} went astray" in why
    assert "1 to 2" in table.refused("report", what="astray", of=of, to=to, number=3)
    table.reports("astray", of=of, to=to, number=number)
    if due(table.state).do == "count":
        assert table.state.dealer == tuple(sorted(table.state.dealer))
        table.sent(Command("dealer", "count", args={"number": 46}))
    twin = Twin("uth-ma", MANUAL, wagers=UTH)
    _to_dealer(before, of, to)(twin)
    assert table.until().paid() == twin.paid()
