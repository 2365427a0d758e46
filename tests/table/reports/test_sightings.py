"""Real cards: what people saw is reported and confirmed, and pays what a digital table pays that suffers the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from support.table.pairs import decision
from support.table.real_cards import RealTable, Twin
from support.table.real_irregularities import BY_SHOE, CASES, COVER, EVERY, Case, card_of, shoe_jams
from support.table.tables import called, choose, floor, kinds, opened, refused, sent

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
    assert case.reported == ({"reported", "ruled"} <= set(kinds(table.heard)))
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
    table.reports("wrong count", of="dealer", number=1)  # one turn of the dealer's was passed over
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
def test_a_foul_deck_is_the_floors_in_a_round_and_leaves_after_it(choice: str) -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("decide")
    table.reports("foul deck")
    table.rules(choice)
    assert bool(table.state.decks) == (choice == "play on")
    assert table.until().paid()[0] == (choice == "void")
    assert table.state.decks == (), "a deck with a defect leaves (S32)"
    table.sent(Command("house", "receive", args={"back": "red"}))
    table.bets()
    assert table.until().paid()[0] is False
    assert [deck.back for deck in table.state.decks] == ["red"], "the next deck is not foul"
    table.table.feed()
    assert table.state.phase == "betting"
    table.reports("foul deck", who="floor")
    assert table.state.decks == ()


TWO_DECKS = {"decks": "two", "shuffling": "device"}


@pytest.mark.parametrize("what", ["surplus", "foul deck"])
@pytest.mark.parametrize("number", [1, 2])
def test_of_two_decks_a_report_says_which(what: str, number: int) -> None:
    table = RealTable("colorado-ma-1", TWO_DECKS)
    table.bets()
    table.until("decide")
    backs = [deck.back for deck in table.state.decks]
    assert table.state.playing == 0
    assert "no deck 3 is at the table" in table.refused("report", what=what, number=3)
    assert "no deck 0 is at the table" in table.refused("report", what=what, number=0)
    table.reports(what, number=number)
    if due(table.state).do == "rule":
        table.rules("play on")
    assert f"the deck with {backs[number - 1]} backs" in str([e.data for e in table.heard if e.kind == "reported"])
    in_play = number == 1
    assert table.until().paid()[0] == (in_play and what == "surplus")
    assert [deck.back for deck in table.state.decks] == [backs[2 - number]]
    table.bets()
    assert table.until().paid()[0] is False, "the other deck plays alone (S21)"


def test_between_rounds_a_report_is_about_the_deck_that_it_named_whatever_comes_meanwhile() -> None:
    table = RealTable("colorado-ma-1", TWO_DECKS)
    table.reports("foul deck", number=1)
    assert [deck.back for deck in table.state.decks] == ["red"]
    table.sent(Command("dealer", "report", args={"what": "foul deck"}))
    table.sent(Command("house", "receive", args={"back": "green"}))
    table.sent(floor("confirm", reason="I have seen it, too."))
    assert [deck.back for deck in table.state.decks] == ["green"]


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
    ("reveal", {"what": "astray", "of": "community", "to": "1"}, "community cards are dealt face up, one by one"),
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


@pytest.mark.clause("dragon-md", "13.A")
@pytest.mark.parametrize(("to", "left"), [("shoe", 1), ("1", 0)])
def test_of_identical_cards_it_is_said_whether_the_one_that_lay_face_up_was_scanned(to: str, left: int) -> None:
    """Two Rabbits come one after the other: the first was scanned for seat 1, and one of them lay face up."""
    table = RealTable("dragon-md", {}, "RA RA RD")
    table.bets()
    table.step(cards=[table.shoe.pop(0)])
    seen: dict[str, Any] = {"of": "shoe", "card": table.shoe[0]}
    assert "this may be that one or another" in table.refused("report", what="face up", **seen)
    assert "no card lies at seat 2" in table.refused("report", what="face up", to="2", **seen)
    other = table.refused("report", what="face up", of="shoe", to="1", card=table.shoe[1])
    assert "not RD for seat 1" in other
    heard = table.reports("face up", to=to, **seen)
    assert [len(table.state.at("1")), len(table.state.rack)] == [left, 1]
    assert kinds(heard).count("found_face_up") == 1
    if to == "shoe":
        table.shoe.pop(0)
    table.until()
    assert table.paid() == Twin("dragon-md", {}, "RA RA RD").suffers("face up", position=left).paid()


@pytest.mark.parametrize("dealing", ["manual_shoe", "automated_shoe"])
@pytest.mark.parametrize("rulebook", EVERY)
def test_the_last_card_of_the_first_deal_lay_face_up_and_the_deal_goes_on(rulebook: str, dealing: str) -> None:
    options = {"dealing": dealing, **({"cover_all": "no"} if rulebook == "uth-ma" else {})}
    table = RealTable(rulebook, options)
    table.bets()
    table.until("deal")
    table.step()
    last = table.state.next - 1
    dead, place = table.state.order[last], "dealer" if last in table.state.dealer else "community"
    copies: dict[str, Any] = {"to": place} if rulebook == "dragon-md" else {}
    heard = table.reports("face up", of="shoe", card=dead, **copies)
    assert "irregular.face_up" in called(heard)
    assert due(table.state)[:2] == ("dealer", "deal")
    table.step(cards=[table.shoe.pop(0)])
    assert dead not in table.state.faces(table.state.at(place))
    table.until()
    assert table.paid() == Twin(rulebook, options).until("deal").suffers("face up", position=last).paid()


def test_a_second_card_face_up_and_the_dealer_does_not_have_two() -> None:
    """By the scans everybody has two, but the dealer's second lay face up, and so did the next: Trips goes back."""
    table = RealTable("uth-ma")
    table.bets(COVER)
    table.step()
    table.reports("face up", of="shoe", card=table.state.order[table.state.next - 1])
    table.finds_face_up()
    twin = Twin("uth-ma", wagers=COVER).suffers("face up", position=5).suffers("face up", position=6)
    assert table.until().paid() == twin.paid()
    assert {line[2] for line in table.paid()[1:]} == {"void"}


@pytest.mark.clause("uth-ma", "15(b)")
@pytest.mark.parametrize("rulebook", ["uth-ma", "uth-fr"])
@pytest.mark.parametrize(("comes", "number"), [(1, 2), (2, 5)])
def test_a_community_card_that_lay_face_up_in_the_deck_is_taken_back_and_the_next_takes_its_place(
    rulebook: str, comes: int, number: int
) -> None:
    table = RealTable(rulebook)
    table.bets()
    for _ in range(comes):
        table.until("community")
        table.step()
    position = table.state.community[number - 1]
    dead = table.state.order[position]
    table.reports("face up", of="shoe", to="community", card=dead)
    assert table.state.pending is not None
    if rulebook == "uth-fr":  # which names nothing of it (F9)
        table.rules("play on")
    assert due(table.state)[:2] == ("dealer", "community")
    assert dead in table.state.faces(table.state.rack)
    table.until()
    twin = Twin(rulebook).suffers("face up", position=position).paid()
    assert table.paid() == twin


@pytest.mark.clause("uth-ma", "15(b)")
def test_a_second_card_that_lay_face_up_in_the_deck_leaves_trips_in_play_on_five_community_cards() -> None:
    table = RealTable("uth-ma")
    table.bets(COVER)
    table.until("burn")
    table.finds_face_up()
    table.until("community")
    table.step()
    table.reports("face up", of="shoe", to="community", card=card_of(table, "community", 3))
    table.until()
    twin = Twin("uth-ma", wagers=COVER).until("burn").suffers("face up", position=6).suffers("face up", position=10)
    assert table.paid() == twin.paid()
    assert {line[2] for line in table.paid()[1:] if line[1] != "trips"} == {"void"}


def test_a_community_card_that_was_decided_on_is_not_taken_back() -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("decide")
    table.sent(choose(1, "check"), choose(2, "check"))
    table.until("community")
    table.step()
    card = card_of(table, "community")
    about: dict[str, Any] = {"of": "shoe", "to": "community", "card": card}
    assert "was scanned is not" in table.refused("report", what="face up", **{**about, "card": card_of(table, "1")})
    assert "only of a card of the shoe" in table.refused("report", what="face up", **{**about, "of": "rack"})
    table.sent(choose(1, "check"))
    assert "decided on it" in table.refused("report", what="face up", **about)


def test_no_card_goes_astray_to_the_shoe() -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("decide")
    assert "the hand where it lies" in table.refused("report", what="astray", of="1", to="shoe")


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


def test_of_a_card_in_the_stub_that_the_scans_have_elsewhere_what_people_saw_is_told() -> None:
    """All were told of the deck's last card."""
    table = RealTable("uth-ma")
    table.bets()
    table.until("stub")
    card = card_of(table, "dealer")
    heard = table.reports("face up", of="stub", card=card)
    assert [event.data["card"] for event in heard if event.kind == "exposed"] == [card]
    table.rules("play on")
    assert table.until().paid()[0] is False


@pytest.mark.clause("uth-ma", "15(b)", "15(d)")
def test_a_card_that_the_dealer_gave_back_unseen_is_not_the_one_that_lies_face_up() -> None:
    """It was scanned, and was taken for the dead card: all were told a face that nobody had seen."""
    table = RealTable("uth-ma", {}, "2c 3d 4h 5s 6c 7d 9h 8s")
    table.bets(COVER)
    table.until("decide")
    back, dead = card_of(table, "dealer", 2), table.shoe[0]
    table.reports("astray", of="1", to="dealer", number=2)
    table.sent(Command("dealer", "count", args={"number": 46}))
    assert table.state.faces(table.state.drawn) == (back,)
    heard = table.finds_face_up()
    assert [event.data["card"] for event in heard if event.kind == "found_face_up"] == [dead]
    assert table.state.faces(table.state.drawn) == (back,), "it is still the next card"
    table.until()
    twin = Twin("uth-ma", {}, "2c 3d 4h 5s 6c 7d 9h 8s", wagers=COVER)
    sent(twin.table, Command("dealer", "deal", args={"cards": 1}))
    twin.suffers("slip", how="to dealer", at="1").suffers("face up", position=6)
    assert table.paid() == twin.paid()


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


# ---- another thing is seen while the dealer counts the rest or takes a missing card ------------------------------


def _short_dealer(table: RealTable, counted: int | None = None) -> RealTable:
    """A dealer who was passed over once; the rest is to be counted, and is if a number is given."""
    table.bets(COVER)
    table.step(cards=[table.shoe.pop(0) for _ in range(5)])
    table.reports("wrong count", of="dealer", number=1)
    if counted is not None:
        table.sent(Command("dealer", "count", args={"number": counted}))
    return table


@pytest.mark.clause("uth-ma", "15(d)")
def test_another_hand_has_a_wrong_number_too_and_the_rest_is_counted_after_that() -> None:
    table = _short_dealer(RealTable("uth-ma"))
    table.shoe.pop(0)  # it stuck to a card of seat 1
    table.reports("wrong count", of="1", number=3)
    assert table.state.seat(1).ending == "void"
    assert due(table.state)[:2] == ("dealer", "count"), "the dealer's hand waits for the count as before"
    table.sent(Command("dealer", "count", args={"number": 46}))
    assert due(table.state)[:2] == ("dealer", "deal"), "the deck is whole"
    ends = {(seat, result) for seat, _, result, *_ in table.until().paid()[1:]}
    assert {seat for seat, result in ends if result == "void"} == {1}


@pytest.mark.clause("uth-ma", "15(d)")
@pytest.mark.parametrize("counted", [None, 47])
def test_a_report_that_is_rejected_leaves_the_question_as_it_was(counted: int | None) -> None:
    table = _short_dealer(RealTable("uth-ma"), counted)
    table.sent(Command("dealer", "report", args={"what": "exposed", "of": "dealer"}))
    table.sent(floor("reject", reason="It lay face down."))
    assert due(table.state)[:2] == ("dealer", "count")
    table.sent(Command("dealer", "count", args={"number": 47}))
    assert due(table.state)[:2] == ("dealer", "deal")
    assert table.until().paid()[0] is False


@pytest.mark.clause("uth-ma", "15(d)")
@pytest.mark.clause("uth-ma", "15(a)")
@pytest.mark.parametrize("counted", [None, 47])
def test_a_dealers_hand_that_is_seen_meanwhile_is_not_put_right(counted: int | None) -> None:
    table = _short_dealer(RealTable("uth-ma"), counted)
    table.reports("exposed", of="dealer")  # nobody could make out which card
    assert called(table.heard)[-2:] == ["irregular.dealer_exposed", "irregular.dealer_count"]
    assert {result for _, _, result, *_ in table.until().paid()[1:]} == {"void"}, "Trips too (U33)"


@pytest.mark.clause("uth-ma", "15(d)")
def test_a_dealers_card_that_is_seen_when_nobody_is_left_to_act_is_not_put_right_either() -> None:
    """The only hand is void, and its Cover All plays on (U22): 15(a) has passed, and U33 asks what was seen."""
    table = RealTable("uth-ma", {"void_hand_sides": "play_on"})
    table.sent(Command("player", "leave", 2))
    table.bets(COVER, players=1)
    table.step()
    table.reports("astray", of="dealer", to="1", number=2)
    assert table.state.seat(1).ending == "void"
    assert due(table.state)[:2] == ("dealer", "count")
    table.reports("exposed", of="dealer")
    assert called(table.heard)[-1] == "irregular.dealer_count"
    assert table.paid()[0] is True


@pytest.mark.clause("uth-ma", "15(b)")
def test_the_card_that_the_dealer_takes_lies_face_up_and_the_next_takes_its_place() -> None:
    table = _short_dealer(RealTable("uth-ma"), 47)
    table.reports("face up", of="shoe", card=table.shoe.pop(0))
    assert due(table.state)[:2] == ("dealer", "count")
    table.sent(Command("dealer", "count", args={"number": 46}))
    table.step()
    assert len(table.state.dealer) == 2
    assert table.until().paid()[0] is False


@pytest.mark.clause("uth-ma", "15(b)")
def test_a_second_card_face_up_before_the_dealer_has_two_voids_trips_too() -> None:
    table = _short_dealer(RealTable("uth-ma"), 47)
    for _ in range(2):
        table.reports("face up", of="shoe", card=table.shoe.pop(0))
    assert {result for _, _, result, *_ in table.until().paid()[1:]} == {"void"}


@pytest.mark.clause("uth-ma", "15(b)")
def test_a_community_card_that_is_missing_lies_face_up_in_the_deck() -> None:
    table = RealTable("uth-ma")
    table.bets(COVER)
    table.until("burn").step()
    table.step(cards=[table.shoe.pop(0) for _ in range(3)])
    table.reports("wrong count", of="community", number=2)
    table.rules("play on")
    assert due(table.state)[:2] == ("dealer", "community")
    table.reports("face up", of="shoe", card=table.shoe.pop(0))
    assert due(table.state)[:2] == ("dealer", "community"), "the card is still missing"
    table.step()
    assert len(table.state.community) == 3
    assert table.until().paid()[0] is False


def test_while_the_floor_is_to_rule_nothing_else_is_reported() -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("decide")
    table.reports("exposed", of="1")
    assert "the floor has to rule first" in table.refused("report", what="drawn")


# ---- a hand that was collected ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "clause"), [("colorado-ma-1", "14(c)"), ("colorado-ma-2", "13(c)")], ids=["first", "second"]
)
def test_a_folded_hand_that_was_counted_as_it_was_taken_voids_the_rest(rulebook: str, clause: str) -> None:
    table = RealTable(rulebook)
    table.bets()
    table.until("decide")
    table.sent(choose(1, "fold"))
    assert table.state.seat(1).collected
    assert "accepted: another number than 3" in table.refused("report", what="wrong count", of="1", number=3)
    table.reports("wrong count", of="1", number=4)
    ends = {(seat, wager): (result, clauses) for seat, wager, result, _, _, clauses, _ in table.paid()[1:]}
    assert ends[1, "ante"][0] == "lose", "what was settled stays settled (S1)"
    assert ends[2, "ante"] == ("void", (clause,))


@pytest.mark.clause("uth-ma", "15(d)")
@pytest.mark.parametrize("cover", [True, False])
def test_a_folded_hand_with_a_wrong_number_is_void(cover: bool) -> None:  # noqa: FBT001 - a table
    table = RealTable("uth-ma")
    table.bets({"ante": 500, "blind": 500} | ({"cover_all": 500} if cover else {}))
    while table.state.seat(1).ending == "played":
        asked = due(table.state).do == "decide"
        table.sent(
            decision(table.table, "fold" if len(table.state.community) == 5 else "check")
        ) if asked else table.step()
    assert table.state.seat(1).collected is not cover, "a wager on all hands counts it (U4)"
    table.reports("wrong count", of="1", number=3)
    assert called(table.heard) == ["irregular.player_count"]
    assert table.state.seat(1).ending == "void"
    table.sent(decision(table.table))
    ends = {(seat, wager): result for seat, wager, result, *_ in table.until().paid()[1:]}
    assert [ends[1, wager] for wager in ("ante", "blind")] == ["lose", "lose"], "what was settled stays settled (S1)"
    assert ends.get((1, "cover_all")) == ("void" if cover else None)
    assert ends[2, "play"] in {"win", "lose", "push"}


def test_in_the_middle_of_the_deal_a_report_fits_the_scans_so_far() -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.step(cards=[table.shoe.pop(0) for _ in range(5)])
    why = "seat 1 cannot have 2 cards by the scans so far"
    assert why in table.refused("report", what="wrong count", of="1", number=2)
    assert "the first cards are still being dealt" in table.refused("report", what="astray", of="1", to="2")


def test_without_a_deck_nothing_is_reported_of_it() -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until()
    table.table.feed()
    table.reports("foul deck", who="floor")
    assert table.state.decks == ()
    assert "no deck 1 is at the table" in table.refused("report", "floor", what="foul deck")


def _dealt(count: int, **options: object) -> RealTable:
    """A table of Let It Ride in the middle of the deal, after so many cards."""
    table = RealTable("lir-nj", options)
    table.bets()
    table.until("deal")
    table.step(cards=[table.shoe.pop(0) for _ in range(count)])
    return table


@pytest.mark.parametrize(
    ("count", "place", "number", "lie"),
    [
        (4, "1", 1, (1, 2, 1)),  # one turn was passed over, and the last card went to the next
        (2, "1", 2, (2, 0, 0)),  # the second card went to the first seat, too
        (4, "1", 3, (3, 1, 1)),  # a card that was not scanned
        (3, "community", 0, (2, 1, 0)),
    ],
)
def test_a_wrong_number_in_the_middle_of_the_deal_lays_every_card_where_it_went(
    count: int, place: str, number: int, lie: tuple[int, int, int]
) -> None:
    table = _dealt(count)
    table.reports("wrong count", of=place, number=number)
    assert tuple(len(table.state.at(each)) for each in ("1", "2", "community")) == lie
    assert due(table.state)[:2] == ("dealer", "deal")


@pytest.mark.parametrize(
    ("count", "place", "number", "lie"),
    [
        (9, "", 0, ((0, 1, 2), (3, 4, 5), (8, 7, 6))),
        (8, "2", 4, ((0, 1, 2), (3, 4, 5, 6), (7,))),
        (7, "2", 2, ((0, 1, 2), (3, 4), (6, 5))),
        (8, "community", 3, ((0, 1, 2), (3, 4, 5), (8, 7, 6))),  # a card that was not scanned
    ],
)
def test_the_top_card_of_a_stack_lies_rightmost_whatever_went_wrong(
    count: int, place: str, number: int, lie: tuple[tuple[int, ...], ...]
) -> None:
    table = _dealt(count, dealing="automated_shoe")
    if place:
        table.reports("wrong count", of=place, number=number)
    assert tuple(table.state.at(each) for each in ("1", "2", "community")) == lie


def test_a_hand_whose_turn_has_not_come_has_no_wrong_number() -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("deal")
    table.step(cards=[table.shoe.pop(0) for _ in range(3)])
    why = "the community cannot have 1 cards by the scans so far"
    assert why in table.refused("report", what="wrong count", of="community", number=1)


def test_where_no_card_is_left_none_lies_face_up() -> None:
    table = RealTable("uth-ma")
    table.bets()
    table.until("community")
    table.step()
    table.reports("wrong count", of="community", number=3 + len(table.shoe))
    assert table.state.stock() == ()
    table.rules("play on")
    assert "no card is left there" in table.refused("report", what="face up", of="shoe", card=table.shoe[0])


def _gives_out(table: RealTable, do: str) -> list[str]:
    """The events of a step for which no card is left."""
    assert due(table.state)[:2] == ("dealer", do)
    table.state.next = len(table.state.order)
    return kinds(table.sent(Command("dealer", do)))


def test_a_deck_that_gives_out_while_a_hand_is_completed_voids_the_round() -> None:
    table = RealTable("uth-ma")
    table.bets(COVER)
    table.step(cards=[table.shoe.pop(0) for _ in range(5)])
    table.reports("wrong count", of="dealer", number=1)
    table.sent(Command("dealer", "count", args={"number": 47}))
    heard = _gives_out(table, "deal")
    assert "put_right" not in heard
    assert table.paid()[0] is True
    table = RealTable("uth-ma")
    table.bets()
    table.until("community")
    table.step()
    table.shoe.insert(0, table.state.order[table.state.community[-1]])
    table.reports("wrong count", of="community", number=2, card=table.shoe[0])
    table.rules("play on")
    heard = _gives_out(table, "community")
    assert "put_right" not in heard
    assert table.paid()[0] is True
