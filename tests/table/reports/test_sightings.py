"""Real cards: what people saw is reported and confirmed, and pays what a digital table pays that suffers the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from support.table.real_cards import RealTable, Twin
from support.table.real_irregularities import BY_SHOE, CASES, COVER, EVERY, Case, card_of, shoe_jams
from support.table.tables import ROUND, called, floor, kinds, opened, refused, sent

from croupier.table.model.command import Command, Role
from croupier.table.model.next_step import due
from croupier.table.model.state import UNKNOWN


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_confirmed_report_pays_what_the_same_fault_pays_at_a_digital_table(case: Case) -> None:
    table = RealTable(case.rulebook, case.options, by_hand=case.by_hand)
    table.bets(case.wagers)
    case.real(table)
    table.until()
    twin = Twin(case.rulebook, case.options, wagers=case.wagers, by_hand=case.by_hand)
    case.twin(twin)
    assert table.paid() == twin.paid()
    assert {"reported", "ruled"} <= set(kinds(table.heard)) or case.by_hand != ROUND  # a declaration is not reported
    if case.calls:
        assert case.calls in called(table.heard)


def _dealer_count(table: RealTable, number: int, counted: int) -> None:
    table.reports("wrong count", of="dealer", number=number)
    assert due(table.state)[:2] == ("dealer", "count")
    assert "counted" not in kinds(table.heard)  # nobody has counted yet
    table.sent(Command("dealer", "count", args={"number": counted}))


@pytest.mark.clause("uth-ma", "15(d)")
def test_the_dealer_puts_a_card_too_many_right_when_the_rest_was_counted() -> None:
    table = RealTable("uth-ma")
    table.bets(COVER)
    extra = table.shoe.pop(6)  # it sticks to the dealer's last card, and is the next card again
    table.until("decide")
    _dealer_count(table, 3, 52 - 7)
    assert "put_right" in kinds(table.heard)
    table.shoe.insert(0, extra)
    twin = Twin("uth-ma", wagers=COVER).suffers("slip", how="double", at="dealer")
    assert table.until().paid() == twin.paid()


@pytest.mark.clause("colorado-ma-1", "14(c)")
@pytest.mark.parametrize("what", ["wrong count", "astray"])
def test_a_card_that_a_hand_lacks_after_the_discard_voids_the_round_as_before_it(what: str) -> None:
    table = RealTable("colorado-ma-1")
    table.bets()
    table.until("decide")
    table.step()
    assert table.state.seat(1).discard
    table.reports(what, of="1", **({"number": 2} if what == "wrong count" else {"to": "2"}))
    assert table.paid()[0] is True


_CUT: dict[str, dict[str, object]] = {name: {"shuffling": "manual"} for name in EVERY}
_CUT["uth-ma"] |= {"dealing": "manual_shoe", "cover_all": "no"}
_CUT["colorado-ma-2"] = {}  # automated shuffles only, and a cut when the floor asks for one (C21)


@pytest.mark.parametrize("rulebook", EVERY)
def test_a_real_deck_that_is_cut_again_is_as_unknown_as_before(rulebook: str) -> None:
    table = RealTable(rulebook, _CUT[rulebook])
    table.bets(None if rulebook != "uth-ma" else {"ante": 500, "blind": 500})
    if due(table.state).do == "collect bonus":
        table.step()
    table.sent(floor("recut", reason="I want it so."))
    while table.state.phase == "preparing":
        table.step(**({"depth": 20} if due(table.state).do == "cut" else {}))
    assert set(table.state.order) == {UNKNOWN}
    assert "is not known" in table.refused("deal")
    assert table.until().paid()[0] is False
    assert table.state.last.hands[0].cards


@pytest.mark.clause("uth-ma", "15(d)")
def test_the_dealer_takes_a_missing_card_from_the_shoe_when_the_rest_was_counted() -> None:
    table = RealTable("uth-ma")
    table.bets(COVER)
    table.step(cards=[table.shoe.pop(0) for _ in range(5)])
    table.reports("wrong count", of="dealer", number=0)  # one turn of the dealer's was passed over
    assert due(table.state)[:2] == ("dealer", "count")
    table.sent(Command("dealer", "count", args={"number": 47}))
    assert due(table.state)[:2] == ("dealer", "deal")
    assert "'deal' by the dealer comes first" in refused_decision(table)
    table.step()
    assert len(table.state.dealer) == 2
    twin = Twin("uth-ma", wagers=COVER).suffers("slip", how="skip", at="dealer")
    assert table.until().paid() == twin.paid()


def refused_decision(table: RealTable) -> str:
    """Why nobody decides now."""
    return table.refused("decide", "player", choice="check")


@pytest.mark.clause("uth-ma", "15(d)")
def test_the_dealer_cannot_put_right_what_a_count_shows_to_be_no_whole_deck() -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("decide")
    _dealer_count(table, 3, 44)
    assert called(table.heard) == ["irregular.dealer_count"]
    assert table.state.decks == ()
    twin = Twin("uth-ma").suffers("lost", position=30).suffers("slip", how="double", at="dealer")
    assert table.paid() == twin.paid()


@pytest.mark.parametrize("rulebook", EVERY)
@pytest.mark.parametrize("choice", ["play on", "void"])
def test_a_players_card_that_was_exposed_is_the_floors(rulebook: str, choice: str) -> None:
    table = RealTable(rulebook)
    table.bets()
    table.until("decide", "stub")
    table.reports("exposed", of="1", card=card_of(table, "1"))
    assert table.state.pending == ("irregularity", "a card to seat 1 was exposed in dealing")
    table.rules(choice)
    table.until()
    twin = Twin(rulebook).suffers("slip", how="exposed", at="1").until("rule").rules(choice)
    assert table.paid() == twin.paid()


@pytest.mark.parametrize("rulebook", EVERY)
@pytest.mark.parametrize("away", [False, True])
def test_a_card_face_up_in_the_stub_is_the_floors(rulebook: str, away: bool) -> None:  # noqa: FBT001 - a table
    table = RealTable(rulebook)
    table.bets()
    table.until("stub")
    if away:
        table.step()
    table.reports("face up", of="stub", card=table.shoe[0])
    assert table.state.pending == ("irregularity", "a card lies face up in the stub")
    table.rules("void")
    twin = Twin(rulebook).suffers("face up", position=40).until("rule").rules("void")
    assert table.paid() == twin.paid()


@pytest.mark.parametrize("place", ["rack", "1", "community"])
def test_a_card_face_up_in_the_rack_or_a_hand_is_the_floors(place: str) -> None:
    table = RealTable("lir-nj")
    table.bets()
    table.until("decide", "stub")
    card = table.shoe[0] if place == "rack" else card_of(table, place)
    table.reports("face up", of=place, card=card)
    assert due(table.state).do == "rule"
    table.rules("play on")
    assert table.until().paid()[0] is False


@pytest.mark.parametrize("rulebook", EVERY)
def test_a_deck_with_a_card_too_many_leaves_as_after_a_wrong_count(rulebook: str) -> None:
    table = RealTable(rulebook)
    table.bets()
    table.until("stub")
    table.reports("surplus", who="floor", card=3)
    assert called(table.heard) == ["stub.removed"]
    assert table.state.decks == ()
    twin = Twin(rulebook).suffers("surplus").until("stub")
    sent(twin.table, Command("dealer", "stub", args={"count": True}))
    assert table.paid() == twin.paid()


@pytest.mark.parametrize("choice", ["play on", "void"])
def test_a_foul_deck_is_the_floors_in_a_round_and_leaves_between_rounds(choice: str) -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("decide")
    table.reports("foul deck")
    table.rules(choice)
    assert bool(table.state.decks) == (choice == "play on")
    table.until()
    if choice == "play on":
        table.table.feed()
        assert table.state.phase == "betting"
        table.reports("foul deck", who="floor")
        assert table.state.decks == ()
        table.sent(Command("house", "receive", args={"back": "red"}))
        table.bets()
        assert table.until().paid()[0] is False


@pytest.mark.parametrize("rulebook", EVERY)
def test_a_shuffler_that_failed_is_repaired_and_shuffles_again(rulebook: str) -> None:
    table = RealTable(rulebook, {"shuffling": "device"})
    table.bets()
    table.until("settle")
    table.reports("jam", of="shuffler")
    table.until()
    assert table.state.devices["shuffler"] == "jammed"
    assert table.state.phase == "preparing"
    table.sent(floor("repair", device="shuffler"))
    table.bets()
    assert table.until().paid()[0] is False


@pytest.mark.parametrize(("rulebook", "how"), [("uth-ma", "removed"), ("lir-nj", "removed"), ("dragon-md", "covered")])
def test_a_shoe_that_failed_goes_before_the_cards_are_dealt_otherwise(rulebook: str, how: str) -> None:
    table = RealTable(rulebook, BY_SHOE)
    table.bets()
    shoe_jams(table)
    assert table.paid()[0] is True
    assert "the shoe has failed" in table.refused("load") or due(table.state).do == "shuffle"
    table.sent(floor("put out", device="shoe", how=how, dealing="manual_shoe"))
    table.bets()
    assert table.until().paid()[0] is False


# ---- refusals ------------------------------------------------------------------------------------------


def test_nothing_is_dealt_decided_or_settled_while_a_report_waits() -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("decide")
    table.sent(Command("dealer", "report", args={"what": "exposed", "of": "1"}))
    waits = "a report waits for the floor (ruling S38); accepted: 'confirm' or 'reject' by the floor"
    tries: list[tuple[Role, str, dict[str, object]]] = [
        ("player", "decide", {"choice": "check"}),
        ("dealer", "report", {"what": "surplus"}),
        ("dealer", "call", {"what": "a shout"}),
        ("dealer", "deal", {"cards": 1}),
    ]
    for who, do, args in tries:
        assert waits in refused_as(table, who, do, args)
    assert "is not what comes now" in table.refused("rule", "floor", choice="void", reason="x")
    table.sent(floor("reject", reason="It lay face down."))
    assert table.state.pending is None
    assert table.state.reported is None
    assert table.until().paid()[0] is False


def refused_as(table: RealTable, who: Role, do: str, args: Mapping[str, object]) -> str:
    """Why a command of a seat or of somebody is refused."""
    seat = table.state.cursor if who == "player" else 0
    return refused(table.table, Command(who, do, seat, dict(args)))


REFUSED = [
    ("decide", {"what": "exposed", "of": "3"}, "seat 3 was not dealt in"),
    ("decide", {"what": "exposed", "of": "shoe"}, "'exposed' is not about the shoe"),
    ("decide", {"what": "exposed"}, "'exposed' has nothing (ruling S38); accepted: of, card if it is known"),
    ("decide", {"what": "wrong count", "of": "1", "number": 2}, "seat 1 should have 2 cards"),
    ("decide", {"what": "wrong count", "of": "1", "number": 60}, "up to 48"),
    ("decide", {"what": "face up", "of": "stub", "card": "2c"}, "cards are still dealt from the deck"),
    ("decide", {"what": "astray", "of": "1", "to": "1"}, "the card is where it belongs"),
    ("decide", {"what": "misread", "of": "1", "number": 3}, "seat 1 has 2 cards"),
    ("decide", {"what": "jam", "of": "dealer"}, "'jam' is not about the dealer"),
    ("reveal", {"what": "exposed", "of": "dealer"}, "from now on the dealer's cards may be seen"),
    ("reveal", {"what": "face up", "of": "shoe", "card": "2c"}, "all cards of the round are dealt"),
    ("reveal", {"what": "drawn"}, "no card is left to be drawn"),
    ("reveal", {"what": "exposed", "of": "community"}, "the cards of the community lie face up"),
    ("deal", {"what": "exposed", "of": "dealer"}, "no card lies at the dealer"),
    ("deal", {"what": "wrong count", "of": "1", "number": 1}, "no card lies at seat 1"),
    ("no more bets", {"what": "exposed", "of": "1"}, "no round is in play"),
]


@pytest.mark.parametrize(("at", "about", "why"), REFUSED, ids=str)
def test_a_report_that_cannot_be_is_refused(at: str, about: dict[str, Any], why: str) -> None:
    table = RealTable("uth-ma")
    if at != "no more bets":
        table.bets()
    table.until(at)
    assert due(table.state).do == at
    assert why in table.refused("report", **about)


def test_a_card_that_lies_face_up_elsewhere_is_in_no_hand_and_a_scan_tells_nobody_anything() -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("burn")
    table.step()
    table.step()
    flop, hidden = table.state.order[table.state.community[0]], card_of(table, "2")
    why = table.refused("report", what="exposed", of="1", card=flop)
    assert "is known to lie elsewhere" in why
    table.sent(Command("dealer", "report", args={"what": "exposed", "of": "1", "card": hidden}))  # the scan says seat 2
    table.sent(floor("reject", reason="no"))


@pytest.mark.parametrize("what", ["wrong count", "dealer exposed"])
def test_what_the_table_of_real_cards_cannot_know_is_not_called_but_reported(what: str) -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("decide")
    assert "people have seen it" in table.refused("call", what=what)
    table.sent(Command("dealer", "call", args={"what": "a drink was spilled"}))
    assert due(table.state).do == "rule"


def test_a_digital_table_takes_no_report_and_no_correction_of_a_scan() -> None:
    table = opened("uth-ma")
    assert "knows where they lie" in refused(table, Command("dealer", "report", args={"what": "surplus"}))
    correction = {"of": "1", "number": 1, "card": 3, "reason": "x"}
    assert "no scanner reads these cards" in refused(table, floor("correct scan", **correction))
    assert "no count is asked for" in refused(table, Command("dealer", "count", args={"number": 52}))
    for do in ("confirm", "reject"):
        assert refused(table, floor(do, reason="x"))


def test_a_dead_card_that_was_reported_counts() -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("burn")
    table.reports("face up", of="shoe", card=table.shoe.pop(0))
    table.until("stub")
    table.step(count=len(table.shoe))  # the dealer counts truthfully
    assert "stub.removed" not in called(table.heard)
    assert table.until().paid()[0] is False


@pytest.mark.clause("uth-ma", "15(b)")
def test_a_face_up_card_that_was_scanned_and_laid_is_taken_back_and_the_next_takes_its_place() -> None:
    table = RealTable("uth-ma")
    table.bets()
    dead = table.shoe[0]
    table.step(cards=[table.shoe.pop(0)])
    table.reports("face up", of="shoe", card=dead)
    assert table.state.at("1") == ()
    table.until()
    assert table.paid() == Twin("uth-ma").suffers("face up", position=0).paid()


def test_a_seen_card_that_the_scans_have_elsewhere_is_taken_at_its_word() -> None:
    table = RealTable("uth-ma")
    table.bets(COVER)
    table.until("burn")
    table.reports("face up", of="shoe", card=card_of(table, "1"))
    table.shoe.pop(0)
    assert table.until().paid()[0] is False
    table = RealTable("uth-ma")
    table.bets()
    table.until("decide")
    table.reports("exposed", of="dealer", card=card_of(table, "1"))
    assert table.until().paid()[0] is True


@pytest.mark.parametrize("number", [2, 4])
@pytest.mark.parametrize("choice", ["play on", "void"])
def test_a_wrong_number_of_community_cards_that_lie_face_up_is_the_floors(number: int, choice: str) -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("community")
    if number == 4:
        flop = [table.shoe.pop(0) for _ in range(3)]
        extra = table.shoe.pop(0)
        table.step(cards=flop)
        table.reports("wrong count", of="community", number=4, card=extra)
    else:
        table.step()
        table.shoe.insert(0, table.state.order[table.state.community[-1]])  # the third was read, and not dealt
        table.reports("wrong count", of="community", number=2, card=table.shoe[0])
    table.rules(choice)
    if number == 2 and choice == "play on":
        assert due(table.state)[:2] == ("dealer", "community")
        assert "the round cannot go on" in table.refused("rule", "floor", choice="play on", reason="x")
        table.step()
    table.until()
    twin = Twin("uth-ma").until("community").suffers("slip", how="double" if number == 4 else "skip", at="community")
    twin.until("rule").rules(choice)
    assert table.paid() == twin.paid()
