"""What goes wrong at a table, where no playthrough shows it: found late, found twice, or asked for in vain."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

import pytest
from support.table.tables import ROUND, WAGERS, bet, choose, dealer, fault, floor, opened, refused, sent

import croupier
from croupier.rulebook import NAMES, Refusal, Submission, parse
from croupier.table.decide import decide, step
from croupier.table.fairness.card_sources import Physical, Scripted
from croupier.table.model.apply import apply
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.play.runner import Table
from croupier.table.views.event_rules import clauses_of
from croupier.table.views.view import PUBLIC, view

UNCHECKED = ROUND | {"check", "call"}  # a dealer who takes every step and notices nothing alone
UTH = WAGERS["uth-ma"]
TRIPS = UTH | {"trips": 500}
COVER_ALL = UTH | {"trips": 500, "cover_all": 500}


def dealt(rulebook: str, *faults: Command, by_hand: Iterable[str] = ROUND, **options: object) -> Table:
    """A table at which the first cards have been dealt to one seat, after what has gone wrong before."""
    table = opened(rulebook, options=options, names=["first"], by_hand=by_hand)
    sent(table, *faults, bet(1, WAGERS[rulebook]), *dealer("no more bets", "deal"))
    return table


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def results(table: Table, seat: int = 1) -> dict[str, str]:
    """What became of each wager of the last round."""
    return {line.wager: line.result for line in table.state.seat(seat).lines}


def called(events: Iterable[Event]) -> list[str]:
    """The irregularities that were called."""
    return [event.data["what"] for event in events if event.kind == "irregular"]


# ---- cards that are missing ----------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", NAMES)
def test_a_lost_card_is_passed_over_and_nobody_knows(rulebook: str) -> None:
    table = opened(rulebook, names=["first"])
    heard = sent(table, *(fault("lost", position=each) for each in (0, 1)), bet(1, WAGERS[rulebook]))
    heard = sent(table, *dealer("no more bets", "deal"))
    assert next(event.data["position"] for event in heard if event.kind == "dealt") == 2
    assert not called(heard)


RUN_OUT = [
    pytest.param("uth-ma", {}, "7(f)(2)", marks=pytest.mark.clause("uth-ma", "7(f)(2)")),
    pytest.param("lir-nj", {}, "18.7(e)2", marks=pytest.mark.clause("lir-nj", "18.7(e)2")),
    pytest.param("colorado-ma-1", {}, "7(e)(2)", marks=pytest.mark.clause("colorado-ma-1", "7(e)(2)")),
    pytest.param("colorado-ma-2", {}, "7(e)(2)", marks=pytest.mark.clause("colorado-ma-2", "7(e)(2)")),
    pytest.param("dragon-md", {"dealing": "hand"}, "9.H", marks=pytest.mark.clause("dragon-md", "9.H")),
]


@pytest.mark.parametrize(("rulebook", "options", "clause"), RUN_OUT)
def test_a_deck_that_runs_out_is_not_whole_and_leaves_the_table(
    rulebook: str, options: dict[str, object], clause: str
) -> None:
    table = opened(rulebook, options=options, names=["first"], by_hand=())
    size = table.state.fixed.deck_size
    sent(table, *(fault("lost", position=each) for each in range(3, size)))
    heard = sent(table, Command("player", "bet", 1, {"wagers": WAGERS[rulebook], "ready": True}))
    irregular = next(event for event in heard if event.kind == "irregular")
    assert irregular.data["says"] == "the deck has run out"
    assert irregular.data["clauses"] == (clause,)
    assert kinds(heard)[-2:] == ["over", "removed"]
    assert set(results(table).values()) == {"void"}
    assert table.state.seat(1).bankroll == 100_000
    assert due(table.state).do == "receive"


# ---- cards found face up -------------------------------------------------------------------------------


@pytest.mark.clause("uth-ma", "15(b)")
def test_cards_found_face_up_on_the_way_to_the_burn_void_the_round() -> None:
    table = dealt("uth-ma")
    sent(table, choose(1, "check"), *(fault("face up", position=each) for each in (4, 5)))
    heard = sent(table, *dealer("burn"))
    assert called(heard) == ["irregular.face_up", "irregular.face_up_many"]
    assert "burned" not in kinds(heard)
    assert results(table) == {"ante": "void", "blind": "void"}


@pytest.mark.clause("uth-ma", "15(a)", "15(b)")
def test_cards_found_face_up_after_the_first_two_leave_trips_in_play_beside_an_exposed_card() -> None:
    """Trips plays on with the community cards by both clauses, and those are dealt all the same."""
    table = opened("uth-ma", names=["first"])
    sent(table, bet(1, TRIPS), *dealer("no more bets", "deal"))
    sent(table, fault("exposed"))
    assert table.state.dealer_void
    sent(table, *(fault("face up", position=each) for each in (4, 5, 6)))
    heard = sent(table, *dealer("burn"))
    assert called(heard) == ["irregular.face_up", "irregular.face_up_many"]
    assert kinds(heard).count("found_face_up") == 3
    assert "dealer_void" not in kinds(heard)
    sent(table, *dealer("community", "burn", "community", "stub", "settle"))
    assert results(table) | {"trips": ""} == {"ante": "void", "blind": "void", "trips": ""}
    assert results(table)["trips"] in {"win", "lose"}


@pytest.mark.clause("uth-ma", "15(a)", "15(b)")
def test_cards_found_face_up_before_everybody_has_two_void_what_an_exposed_card_had_left_in_play() -> None:
    """Trips would play on by 15(a); 15(b) voids all hands (ruling U21)."""
    table = opened("uth-ma", names=["first"], options={"dealing": "manual_shoe", "cover_all": "no"})
    sent(table, bet(1, TRIPS), *dealer("no more bets"), Command("dealer", "deal", args={"cards": 2}), fault("exposed"))
    assert dict(table.state.seat(1).wagers) == {"trips": 500}
    sent(table, *(fault("face up", position=each) for each in (2, 3)))
    heard = sent(table, *dealer("deal"))
    assert called(heard) == ["irregular.face_up", "irregular.face_up_many"]
    assert results(table) == {"ante": "void", "blind": "void", "trips": "void"}
    assert [line.clauses for line in table.state.seat(1).lines] == [("15(a)",), ("15(a)",), ("15(b)",)]
    assert table.state.seat(1).bankroll == 100_000


@pytest.mark.clause("uth-ma", "15(b)", "15(d)")
def test_cards_found_face_up_while_the_dealers_hand_is_put_right_void_the_round() -> None:
    """The dealer does not have two cards yet: Trips is void too."""
    table = opened("uth-ma", names=["first"])
    faults = [fault("slip", how="skip", at="dealer"), *(fault("face up", position=each) for each in (3, 4))]
    heard = sent(table, *faults, bet(1, TRIPS), *dealer("no more bets", "deal"))
    assert called(heard) == ["irregular.dealer_count", "irregular.face_up", "irregular.face_up_many"]
    assert kinds(heard)[-1] == "over"
    assert results(table) == {"ante": "void", "blind": "void", "trips": "void"}


@pytest.mark.parametrize("rulebook", NAMES)
def test_every_card_that_lies_face_up_in_the_stub_is_told_and_known_to_all(rulebook: str) -> None:
    """Rulings S2 and S12."""
    table = dealt(rulebook)
    while due(table.state).do != "stub":
        sent(table, choose(1, "check") if due(table.state).do == "decide" else Command("dealer", due(table.state).do))
    last = table.state.order[-2:]
    sent(table, *(fault("face up", position=len(table.state.order) - each) for each in (1, 2)))
    heard = sent(table, *dealer("stub"))
    assert [event.data["card"] for event in heard if event.kind == "exposed"] == list(last)
    assert table.state.pending == ("irregularity", "2 cards lie face up in the stub")
    faces = table.state.terms.rulebook.deck.faces
    assert view(table.state, PUBLIC)["dead"] == [faces[card] for card in last]


def test_cards_found_face_up_while_community_cards_are_put_right_void_the_round() -> None:
    table = dealt("uth-ma", fault("slip", how="skip", at="community"))
    sent(table, choose(1, "check"), *dealer("burn", "community"))
    sent(table, *(fault("face up", position=each) for each in (7, 8)))
    heard = sent(table, Command("floor", "rule", args={"choice": "play on", "reason": "so it is"}))
    assert called(heard) == ["irregular.face_up", "irregular.face_up_many"]
    assert "community" not in kinds(heard)
    assert results(table) == {"ante": "void", "blind": "void"}


# ---- wrong numbers of cards ----------------------------------------------------------------------------


def test_a_community_card_beyond_the_last_is_dealt_by_no_clause() -> None:
    table = dealt("uth-ma")
    sent(table, choose(1, "check"), *dealer("burn", "community"), choose(1, "check"), *dealer("burn"))
    sent(table, fault("slip", how="double", at="community"))
    before = table.state
    heard = sent(table, *dealer("community"))
    cards = [event for event in heard if event.kind == "community"]
    assert len(cards) == 3
    for event in heard[: heard.index(cards[-1])]:
        before = apply(before, event)
    assert clauses_of(before, cards[-1:]) == ()
    assert len(table.state.community) == 6


def test_a_community_card_too_many_is_set_aside_if_the_floor_plays_on() -> None:
    """Ruling S12: the card that came last is the one too many, and all have seen it."""
    table = dealt("uth-ma", fault("slip", how="double", at="community"))
    sent(table, choose(1, "check"), *dealer("burn", "community"))
    last = table.state.community[-1]
    heard = sent(table, Command("floor", "rule", args={"choice": "play on", "reason": "the last one goes"}))
    assert kinds(heard) == ["ruled", "burned"]
    assert len(table.state.community) == 3
    assert table.state.rack[-1] == last
    assert due(table.state).do == "decide"


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "14(c)")),
        pytest.param("colorado-ma-2", marks=pytest.mark.clause("colorado-ma-2", "13(c)")),
    ],
)
def test_a_wrong_number_of_community_cards_that_nobody_saw_before_voids_the_round_as_they_are_turned(
    rulebook: str,
) -> None:
    table = dealt(rulebook, fault("slip", how="double", at="community"), by_hand=UNCHECKED)
    card = table.state.order[table.state.seat(1).cards[0]]
    sent(table, *dealer("stub"), choose(1, "bet", discard=card))
    heard = sent(table, *dealer("turn up"))
    assert called(heard) == ["irregular.community_count"]
    assert "turned" not in kinds(heard)
    assert results(table) == {"ante": "void", "bet": "void"}


@pytest.mark.clause("uth-ma", "15(d)")
def test_a_hand_of_a_wrong_number_that_folds_is_void_and_the_round_goes_on() -> None:
    """The dealer takes the cards of a fold, and counts them."""
    table = opened("uth-ma", by_hand=UNCHECKED)
    sent(table, fault("slip", how="double", at="1"), bet(1, TRIPS), bet(2, UTH), *dealer("no more bets", "deal"))
    for stage in (["burn", "community"], ["burn", "community", "stub"]):
        sent(table, choose(1, "check"), choose(2, "check"), *dealer(*stage))
    heard = sent(table, choose(1, "fold"))
    assert called(heard) == ["irregular.player_count"]
    assert set(results(table).values()) == {"void"}
    assert table.state.seat(1).bankroll == 100_000
    assert due(table.state)[:2] == ("player", "decide")
    assert due(table.state).seat == 2


@pytest.mark.clause("uth-ma", "15(d)")
def test_a_hand_of_a_wrong_number_that_is_found_as_it_is_settled_is_void_and_the_next_is_settled() -> None:
    table = opened("uth-ma", by_hand=UNCHECKED)
    sent(table, fault("slip", how="double", at="2"), bet(1, UTH), bet(2, TRIPS), *dealer("no more bets", "deal"))
    sent(table, choose(1, "play 4x"), choose(2, "play 4x"))
    sent(table, *dealer("burn", "community", "burn", "community", "stub", "reveal"))
    assert due(table.state)[:4] == ("dealer", "settle", "settle.order", 2)
    heard = sent(table, *dealer("settle"))
    assert called(heard) == ["irregular.player_count"]
    assert table.state.seat(2).bankroll == 100_000
    assert due(table.state)[:4] == ("dealer", "settle", "settle.order", 1)
    sent(table, *dealer("settle"))
    assert table.state.phase != "round"


@pytest.mark.clause("uth-ma", "15(d)")
def test_a_hand_that_was_dealt_no_card_at_all_is_void_once() -> None:
    table = opened("uth-ma", options={"dealing": "manual_shoe", "cover_all": "no"}, by_hand=UNCHECKED)
    skipped = fault("slip", how="skip", at="1")
    sent(table, bet(1, UTH), bet(2, UTH), *dealer("no more bets"))
    sent(table, skipped, Command("dealer", "deal", args={"cards": 2}), skipped, *dealer("deal"))
    assert table.state.seat(1).cards == ()
    assert called(sent(table, floor("call", what="wrong count"))) == ["irregular.player_count"]
    assert set(results(table).values()) == {"void"}
    assert "every hand has its cards" in refused(table, floor("call", what="wrong count"))
    assert due(table.state).seat == 2


@pytest.mark.clause("uth-ma", "15(d)")
def test_a_hand_that_is_void_for_its_number_leaves_whoever_is_asked_where_they_are() -> None:
    table = opened("uth-ma", by_hand=UNCHECKED)
    sent(table, fault("slip", how="skip", at="2"), bet(1, UTH), bet(2, UTH), *dealer("no more bets", "deal"))
    heard = sent(table, Command("dealer", "call", args={"what": "wrong count"}))
    assert called(heard) == ["irregular.player_count"]
    assert due(table.state).seat == 1
    heard = sent(table, choose(1, "check"))
    assert due(table.state).do == "burn"


@pytest.mark.clause("uth-ma", "15(d)")
def test_cover_all_may_outlive_the_hand_that_is_void_for_its_number() -> None:
    """Ruling U22, the other reading: it looks at the other hands."""
    table = opened("uth-ma", options={"void_hand_sides": "play_on"})
    sent(table, fault("slip", how="double", at="1"), bet(1, COVER_ALL), bet(2, UTH))
    sent(table, *dealer("no more bets", "deal"))
    assert results(table) == {"ante": "void", "blind": "void", "trips": "void"}
    assert dict(table.state.seat(1).wagers) == {"cover_all": 500}
    sent(table, choose(2, "play 4x"), *dealer("burn", "community", "burn", "community", "stub", "reveal"))
    while due(table.state).do == "settle":
        sent(table, *dealer("settle"))
    (line,) = [line for line in table.state.seat(1).lines if line.wager == "cover_all"]
    assert line.result in {"win", "lose"}
    assert "U22" in line.rulings


@pytest.mark.parametrize(("choice", "ends"), [("play on", {"void"}), ("void", {"void"})])
def test_a_wrong_number_and_an_exposed_card_that_no_clause_names_are_one_question(choice: str, ends: set[str]) -> None:
    """The second question took the place of the first, and a hand of one card played on."""
    table = opened("uth-fr")
    faults = [fault("slip", how="skip", at="1"), fault("slip", how="exposed", at="2")]
    sent(table, *faults, *(bet(each, WAGERS["uth-fr"]) for each in (1, 2)), *dealer("no more bets", "deal"))
    assert table.state.pending is not None
    assert table.state.pending[1] == "seat 1 has a wrong number of cards, and a card to seat 2 was exposed in dealing"
    sent(table, floor("rule", choice=choice, reason="so it is"))
    assert set(results(table, 1).values()) == ends
    assert (due(table.state)[:2] == ("player", "decide")) == (choice == "play on")
    assert table.state.seat(2).lines == () if choice == "play on" else set(results(table, 2).values()) == {"void"}


@pytest.mark.parametrize("many", [1, 2])
@pytest.mark.parametrize("choice", ["play on", "void"])
def test_cards_face_up_in_the_deck_that_no_clause_names_are_the_floors(choice: str, many: int) -> None:
    """Ruling F9: a second one was void by itself, and of the first nobody was asked."""
    table = opened("uth-fr", names=["first"])
    sent(table, *(fault("face up", position=each) for each in range(many)))
    sent(table, bet(1, WAGERS["uth-fr"]), *dealer("no more bets", "deal"))
    says = ", and ".join(["a card was found face up and is set aside"] * many)
    assert table.state.pending == ("irregularity", says)
    assert len(table.state.rack) == many
    sent(table, floor("rule", choice=choice, reason="so it is"))
    if choice == "play on":
        assert due(table.state)[:2] == ("player", "decide")
    else:
        assert set(results(table).values()) == {"void"}
        assert {ruling for line in table.state.seat(1).lines for ruling in line.rulings} == {"S1", "F9"}


def test_a_wrong_count_that_no_clause_asks_for_is_the_floors() -> None:
    table = opened("uth-fr", names=["first"])
    sent(table, bet(1, WAGERS["uth-fr"]), *dealer("no more bets", "deal"))
    while due(table.state).do != "stub":
        sent(table, choose(1, "check") if due(table.state).do == "decide" else Command("dealer", due(table.state).do))
    sent(table, Command("dealer", "stub", args={"count": 40}))
    assert table.state.pending == ("irregularity", "the count of the stub is 40, and makes 49 cards of the deck")
    sent(table, floor("rule", choice="play on", reason="two lie under the rack"))
    assert due(table.state)[:2] == ("player", "decide")
    assert len(table.state.decks) == 1


def test_two_exposed_cards_that_no_clause_names_are_one_question() -> None:
    table = opened("uth-fr")
    faults = [fault("slip", how="exposed", at=each) for each in ("dealer", "2")]
    sent(table, *faults, *(bet(each, WAGERS["uth-fr"]) for each in (1, 2)), *dealer("no more bets", "deal"))
    says = "a card of the dealer's was exposed, and a card to seat 2 was exposed in dealing"
    assert table.state.pending == ("irregularity", says)


# ---- the dealer's card ---------------------------------------------------------------------------------


@pytest.mark.clause("dragon-md", "13.E")
def test_a_dealers_card_that_is_called_voids_every_hand() -> None:
    table = dealt("dragon-md", by_hand=UNCHECKED)
    sent(table, *dealer("stub"), fault("exposed"))
    heard = sent(table, Command("floor", "call", args={"what": "dealer exposed"}))
    assert called(heard) == ["irregular.dealer_exposed"]
    assert results(table) == {"ante": "void", "ante_bonus": "void"}


@pytest.mark.clause("uth-ma", "15(a)")
def test_of_a_void_dealers_hand_a_further_card_exposed_changes_nothing() -> None:
    table = opened("uth-ma", names=["first"])
    sent(table, bet(1, TRIPS), *dealer("no more bets", "deal"), fault("exposed", index=0))
    assert results(table) == {"ante": "void", "blind": "void"}
    assert kinds(sent(table, fault("exposed", index=1))) == ["exposed"]
    why = refused(table, Command("floor", "call", args={"what": "dealer exposed"}))
    assert "no card of the dealer's was exposed too early" in why
    assert dict(table.state.seat(1).wagers) == {"trips": 500}


@pytest.mark.clause("uth-ma", "15(a)", "15(d)")
def test_a_wrong_number_seen_after_the_reveal_is_no_exposed_card() -> None:
    """The dealer's cards lie face up by then, as they should: one hand is void and the others are settled."""
    table = opened("uth-ma", by_hand=UNCHECKED)
    sent(table, fault("slip", how="skip", at="1"), bet(1, UTH), bet(2, UTH), *dealer("no more bets", "deal"))
    sent(table, choose(1, "play 4x"), choose(2, "play 4x"))
    sent(table, *dealer("burn", "community", "burn", "community", "stub", "reveal"))
    heard = sent(table, Command("floor", "call", args={"what": "wrong count"}))
    assert called(heard) == ["irregular.player_count"]
    while due(table.state).do == "settle":
        sent(table, *dealer("settle"))
    assert set(results(table, 1).values()) == {"void"}
    assert "void" not in results(table, 2).values()


def silent_on_the_dealers_card() -> Submission:
    """The choices for a document that does not say what becomes of a dealer's card that is seen too early."""
    text = (resources.files("croupier.rulebook") / "data" / "dragon-md.toml").read_text(encoding="utf-8")
    return Submission.of(parse(text.replace('rules = ["irregular.dealer_exposed"]', 'outside = "not said"', 1)), {})


def test_where_the_document_is_silent_on_the_dealers_card_the_floor_rules() -> None:
    """Ruling S12."""
    submission = silent_on_the_dealers_card()
    table = Table(submission, Scripted(submission.rulebook.deck, []), ALL_STEPS - ROUND, training=True)
    table.open()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    sent(table, bet(1, WAGERS["dragon-md"]), *dealer("no more bets", "deal"))
    heard = sent(table, fault("exposed"))
    assert kinds(heard) == ["exposed", "pending"]
    assert table.state.pending == ("irregularity", "a card of the dealer's was exposed")
    sent(table, Command("floor", "rule", args={"choice": "void", "reason": "so it is"}))
    assert set(results(table).values()) == {"void"}


@pytest.mark.parametrize("rulebook", ["lir-nj", "colorado-ma-1", "colorado-ma-2"])
def test_where_the_dealer_has_no_hand_no_card_of_it_is_called(rulebook: str) -> None:
    """Ruling S12: no clause says what would follow."""
    table = dealt(rulebook)
    why = refused(table, floor("call", what="dealer exposed"))
    assert "no card of the dealer's was exposed too early (ruling S12); accepted: play on" in why


def test_what_no_document_names_waits_for_the_floor_in_the_words_of_who_called_it() -> None:
    table = dealt("dragon-md")
    (pending, *_) = sent(table, floor("call", what="a drink fell on the cards"))
    assert (pending.kind, dict(pending.data)) == (
        "pending",
        {"what": "irregularity", "says": "a drink fell on the cards"},
    )
    assert view(table.state, PUBLIC)["pending"] == ["irregularity", "a drink fell on the cards"]
    (ruled, *_) = sent(table, floor("rule", choice="play on", reason="they are dry"))
    assert dict(ruled.data) == {"what": "irregularity", "choice": "play on", "reason": "they are dry"}


# ---- devices -------------------------------------------------------------------------------------------


def test_what_is_no_device_or_not_in_use_cannot_fail() -> None:
    table = opened("uth-ma", options={"dealing": "manual_shoe", "cover_all": "no"})
    assert "device cannot be 'lamp'; accepted: device: one of shuffler, shoe" in refused(
        table, Command("device", "jam", args={"device": "lamp"})
    )
    why = refused(table, Command("device", "jam", args={"device": "shoe"}))
    assert why == "UTH 15(f): the shoe is not in use; accepted: a device in use"


@pytest.mark.parametrize("rulebook", [name for name in NAMES if name != "dragon-md"])
def test_a_shuffle_is_ordered_by_the_floor_only_where_the_document_says_so(rulebook: str) -> None:
    why = refused(opened(rulebook), Command("floor", "order shuffle", args={"reason": "to be sure"}))
    assert "the document leaves no such order to the floor; accepted: a recut" in why


SHUFFLER = {"device": "shuffler"}


@pytest.mark.clause("colorado-ma-1", "8(b)(1)")
@pytest.mark.parametrize(
    ("by_hand", "waits", "went"), [((), "no more bets", "unloaded"), (["load"], "load", "prepared")]
)
def test_a_stack_that_was_cut_is_shuffled_again_before_it_is_dealt_from_the_hand(
    by_hand: list[str], waits: str, went: str
) -> None:
    """A shuffler that works again brings the hand back, and a stack for the hand comes from a shuffler, uncut."""
    table = opened("colorado-ma-1", options={"dealing": "hand"}, names=[], by_hand=by_hand)
    put_out = Command("floor", "put out", args={**SHUFFLER, "how": "removed"})
    sent(table, Command("device", "jam", args=SHUFFLER), put_out)
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    assert (due(table.state).do, table.state.decks[0].was_cut) == (waits, True)
    heard = sent(table, Command("floor", "repair", args=SHUFFLER))
    assert kinds(heard) == ["device", "uses", went]
    assert (due(table.state).do, table.state.decks[0].was_cut) == (waits, False)


# ---- from the cut to the shoe --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("uth-ma", marks=pytest.mark.clause("uth-ma", "4(d)")),
        pytest.param("lir-nj", marks=pytest.mark.clause("lir-nj", "18.5(d)")),
        pytest.param("colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "5(d)")),
        pytest.param("dragon-md", marks=pytest.mark.clause("dragon-md", "5.G")),
    ],
)
def test_a_deck_is_cut_again_before_it_goes_into_the_shoe(rulebook: str) -> None:
    options: dict[str, object] = {"cover_all": "no"} if rulebook == "uth-ma" else {}  # Cover All needs a device
    table = opened(rulebook, options={**options, "shuffling": "manual"}, by_hand=["load"])
    assert due(table.state).do == "load"
    before = table.state.decks[0].cards
    heard = sent(table, Command("floor", "recut", args={"reason": "it was not cut well"}))
    assert kinds(heard) == ["recut"]
    middle = table.state.fixed.deck_size // 2
    assert table.state.decks[0].cards == before[middle:] + before[:middle]
    assert due(table.state).do == "load"


def test_real_cards_are_cut_in_the_middle() -> None:
    table = Table(croupier.submission("dragon-md", shuffling="manual"), Physical())
    heard: list[Event] = []
    table.listeners.append(lambda _, __, decision: heard.extend(decision.events))
    table.open()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    assert [event.data["depth"] for event in heard if event.kind == "cut"] == [26]


def test_a_second_deck_comes_between_rounds() -> None:
    """The first came alone, since the other left the table."""
    table = opened("uth-ma", options={"decks": "two"}, names=["first"])
    sent(table, bet(1, UTH), fault("lost", position=51), *dealer("no more bets", "deal"))
    assert len(table.state.decks) == 2
    sent(table, choose(1, "play 4x"), *dealer("burn", "community", "burn", "community"))
    sent(table, Command("dealer", "stub", args={"count": True}))
    assert [deck.back for deck in table.state.decks] == ["red"]
    sent(table, bet(1, UTH), *dealer("no more bets"))
    new = Command("house", "receive", args={"back": "green"})
    assert "a round is in play; accepted: a deck between rounds" in refused(table, new)


# ---- what cannot be asked for, and what cannot go wrong ------------------------------------------------


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"player": "first"}, "UTH 6(e): 'sit' has no 'player'; accepted: 'sit' with next (64 hexadecimal digits)"),
        (
            {"bankroll": -1},
            "UTH 6(e): bankroll cannot be -1; accepted: bankroll: from $0 to $10,000,000,000,000, as text",
        ),
        ({"bankroll": True}, "UTH 6(e): bankroll cannot be True"),
    ],
)
def test_who_sits_down_has_money_and_no_name(args: dict[str, object], why: str) -> None:
    supplied = {name: value for name, value in args.items() if name == "bankroll"}
    said = {name: value for name, value in args.items() if name != "bankroll"}
    assert why in refused(opened("uth-ma", names=[]), Command("player", "sit", 1, said, supplied))


def test_wagers_have_names() -> None:
    why = refused(opened("uth-ma"), Command("player", "bet", 1, {"wagers": [500, 500]}))
    assert why.startswith("UTH 6(e): wagers cannot be that; accepted: wagers: wagers by name, each up to $")


NOT_THE_DECK = "UTH 2(a): the order given is not the deck that is here; accepted: the cards of the deck, each once"
NO_ORDER = "UTH 4(a): order cannot be {}; accepted: order: the cards as they lie"


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (None, NO_ORDER.format(None)),
        ([*range(51), 52], NO_ORDER.format("that")),
        ([], NOT_THE_DECK),
        ([*range(51), 50], NOT_THE_DECK),
        ([*range(51), "2c"], NOT_THE_DECK),
    ],
)
def test_a_shuffle_gives_back_the_deck_that_was_there(order: object, why: str) -> None:
    table = opened("uth-ma", names=[])
    table.send(Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    assert refused(table, Command("device", "shuffle", supplied={"order": order})) == why


@pytest.mark.clause("lir-nj", "18.7(b)")
def test_chips_that_the_devices_accepted_are_a_number() -> None:
    table = opened("lir-nj", names=["first"], by_hand=[*ROUND, "collect bonus"])
    sent(table, bet(1, WAGERS["lir-nj"] | {"bonus": 100}), *dealer("no more bets"))
    why = refused(table, Command("dealer", "collect bonus", args={"accepted": "all"}))
    assert why == (
        "Let It Ride 18.7(b): accepted cannot be 'all'; accepted: accepted: a whole number from 0 to 1000 chips"
    )


@pytest.mark.clause("uth-ma", "11(c)")
def test_odd_cents_are_refused_or_rounded_down() -> None:
    """Ruling S7: a blind of $5.01 pays $7.51 and half a cent on a flush."""
    odd = bet(1, {"ante": 501, "blind": 501})
    why = refused(opened("uth-ma"), odd)
    assert "Blind of $5.01 would not pay whole cents at 3 to 2 (ruling S7); accepted: a multiple of $0.02" in why
    sent(opened("uth-ma", options={"odd_cents": "round_down"}), odd)


@pytest.mark.parametrize(
    ("going_wrong", "why"),
    [
        (fault("lost", position=0), "that card is not in the deck any more; accepted: one of 48 undealt cards"),
        (fault("face up", position="first"), "position cannot be 'first'; accepted: position: a whole number from 0"),
        (fault("fire"), "what cannot be 'fire'; accepted: what: one of face up, lost, surplus, slip, drawn, exposed"),
        (fault("exposed", index=2), "'exposed' cannot go wrong now; accepted: a card that the dealer has"),
        (fault("exposed", index="first"), "index cannot be 'first'"),
        (fault("miscount", by="one"), "by cannot be 'one'; accepted: by: a whole number from -60 to 60"),
        (fault("lost"), "'lost' has nothing; accepted: position"),
        (fault("drawn", position=3), "'drawn' has position; accepted: it alone"),
        (fault("slip", how="sideways", at="1"), "how cannot be 'sideways'; accepted: how: double, skip"),
        (fault("slip", how="to PLACE", at="1"), "how cannot be 'to PLACE'"),
        (fault("slip", how="to 9", at="1"), "no hand slips 'to 9' at '1'"),
        (fault("slip", how="double", at="the floor"), "no hand slips 'double' at 'the floor'"),
    ],
)
def test_what_cannot_go_wrong_does_not(going_wrong: Command, why: str) -> None:
    assert why in refused(dealt("uth-ma"), going_wrong)


def test_a_decision_is_the_events_that_a_command_leads_to_and_the_same_every_time() -> None:
    state = opened("uth-ma").state
    for command in (bet(1, UTH), *dealer("no more bets")):
        once, again = step(state, command), step(state, command)
        assert once == again
        assert decide(state, command) == (once if isinstance(once, Refusal) else once.events)
