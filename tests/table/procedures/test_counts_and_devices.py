"""Counts of the stub, the dealer's own and those of a void round, and devices that are removed or load the shoe."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from support.table.tables import (
    ROUND,
    WAGERS,
    called,
    choose,
    dealer,
    fault,
    floor,
    kinds,
    opened,
    played_out,
    ready,
    refused,
    sent,
    stays,
)

import croupier
from croupier.rulebook import NAMES, Refusal, load
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import Scripted
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.play.runner import Table

UTH = WAGERS["uth-ma"]
SHOE, SHUFFLER = {"device": "shoe"}, {"device": "shuffler"}
WHY = {"reason": "to be sure"}
every_rulebook = pytest.mark.parametrize("rulebook", NAMES)


# ---- S29, S31: counts ----------------------------------------------------------------------------------

COUNTED = [
    pytest.param("uth-ma", "7(f)(2)", marks=pytest.mark.clause("uth-ma", "7(f)(2)")),
    pytest.param("lir-nj", "18.7(e)2", marks=pytest.mark.clause("lir-nj", "18.7(e)2")),
    pytest.param("colorado-ma-1", "7(e)(2)", marks=pytest.mark.clause("colorado-ma-1", "7(e)(2)")),
    pytest.param("dragon-md", "8.G(2)", marks=pytest.mark.clause("dragon-md", "8.G(2)")),
]


def at_the_stub(rulebook: str, *faults: Command, rounds: int = 0, by_hand: Iterable[str] = ROUND) -> Table:
    options = {"dealing": "manual_shoe"} | ({"cover_all": "no"} if rulebook == "uth-ma" else {})
    table = opened(rulebook, options=options, names=["first"], by_hand=by_hand)
    for _ in range(rounds):
        played_out(table)
    sent(table, *faults, ready(1, rulebook), *dealer("no more bets"))
    while due(table.state).do != "stub":
        step = due(table.state)
        sent(table, stays(table) if step.do == "decide" else Command(step.who, step.do))
    return table


@pytest.mark.parametrize(("rulebook", "clause"), COUNTED)
@pytest.mark.parametrize("off", [-1, 1, 7])
def test_the_number_that_a_dealer_reports_is_the_count(rulebook: str, clause: str, off: int) -> None:
    """Ruling S31: whatever lies there, what follows, follows from the number."""
    table = at_the_stub(rulebook)
    right = len(table.state.stock())
    heard = sent(table, Command("dealer", "stub", args={"count": right + off}))
    assert heard[0].data["counted"] == right + off
    irregular = next(event for event in heard if event.kind == "irregular")
    assert clause in irregular.data["clauses"]
    assert f"the deck has {table.state.fixed.deck_size + off} cards" in irregular.data["says"]
    assert kinds(heard)[-2:] == ["over", "removed"]
    assert table.state.seat(1).bankroll == 100_000


@pytest.mark.parametrize(("rulebook", "clause"), COUNTED)
def test_a_dealer_who_counts_right_goes_on(rulebook: str, clause: str) -> None:  # noqa: ARG001 - one table for all
    table = at_the_stub(rulebook)
    heard = sent(table, Command("dealer", "stub", args={"count": len(table.state.stock())}))
    assert not called(heard)
    assert table.state.phase == "round"


@pytest.mark.parametrize(("rulebook", "clause"), COUNTED)
def test_a_surplus_card_is_found_by_a_count_and_not_before(rulebook: str, clause: str) -> None:
    """Ruling S31: as possible as a lost one."""
    table = at_the_stub(rulebook, fault("surplus"))
    assert not called(sent(at_the_stub(rulebook, fault("surplus")), *dealer("stub")))
    heard = sent(table, Command("dealer", "stub", args={"count": "yes"}))
    irregular = next(event for event in heard if event.kind == "irregular")
    assert clause in irregular.data["clauses"]
    assert f"the deck has {table.state.fixed.deck_size + 1} cards" in irregular.data["says"]
    assert due(table.state).do == "receive"


def test_a_shuffler_that_counts_finds_a_surplus_card() -> None:
    table = opened("dragon-md", options={"shuffling": "counting_device"}, names=["first"], by_hand=())
    heard = sent(table, fault("surplus"), ready(1, "dragon-md"))
    heard += played_out(table)
    assert "shuffle.count" in called(heard) or table.state.phase == "closed"
    assert due(table.state).do == "receive"
    why = refused(table, fault("surplus"))
    assert "'surplus' cannot go wrong now; accepted: a deck in play" in why


@pytest.mark.parametrize(("rulebook", "clause"), COUNTED)
@pytest.mark.parametrize("lost", [0, 1])
def test_a_count_that_is_due_is_made_in_a_void_round_too(rulebook: str, clause: str, lost: int) -> None:
    """Ruling S29: as the stub goes to the rack."""
    table = at_the_stub(rulebook, *[fault("lost", position=51)] * lost, rounds=4)
    assert table.state.decks[0].since_count == 5
    sent(table, floor("call", what="a lamp fell on the cards"))
    heard = sent(table, floor("rule", choice="void", reason="nobody knows which card is whose"))
    (stub,) = [event for event in heard if event.kind == "stub"]
    assert stub.data["counted"] == stub.data["cards"]
    assert table.state.since_count == 0
    assert [deck.since_count for deck in table.state.decks] == [0] * (1 - lost)
    assert (kinds(heard)[-1] == "removed") == bool(lost)
    if lost:
        assert clause in heard[-2].data["clauses"]


@pytest.mark.parametrize(("rulebook", "clause"), COUNTED)
def test_one_card_too_many_makes_up_for_one_that_is_gone_as_far_as_a_count_goes(rulebook: str, clause: str) -> None:  # noqa: ARG001
    table = at_the_stub(rulebook, fault("lost", position=51), fault("surplus"), rounds=4)
    sent(table, floor("call", what="a lamp fell on the cards"))
    heard = sent(table, floor("rule", choice="void", reason="nobody knows which card is whose"))
    assert "stub" in kinds(heard)
    assert "removed" not in kinds(heard)


@pytest.mark.parametrize(("rulebook", "clause"), COUNTED)
def test_a_dealer_may_not_leave_out_a_count_that_is_due(rulebook: str, clause: str) -> None:  # noqa: ARG001
    """Ruling S18: in the fifth round at the latest."""
    table = at_the_stub(rulebook, rounds=4)
    why = refused(table, Command("dealer", "stub", args={"count": "no"}))
    rulings = {"uth-ma": "S18, U25", "dragon-md": "S18, D27"}.get(rulebook, "S18")
    assert f"the stub was not counted for four rounds (ruling {rulings}); accepted: its count" in why
    early = at_the_stub(rulebook, rounds=3)
    assert sent(early, Command("dealer", "stub", args={"count": "no"}))[0].data["counted"] is None


@pytest.mark.parametrize("rulebook", ["uth-ma", "lir-nj", "colorado-ma-1", "dragon-md"])
def test_a_void_round_before_that_counts_nothing(rulebook: str) -> None:
    table = at_the_stub(rulebook, fault("lost", position=51))
    sent(table, floor("call", what="a lamp fell on the cards"))
    heard = sent(table, floor("rule", choice="void", reason="nobody knows which card is whose"))
    assert [event.data["counted"] for event in heard if event.kind == "stub"] == [None]
    assert table.state.decks[0].since_count == 1
    assert len(table.state.decks) == 1


@pytest.mark.clause("dragon-md", "8.G(1)", "13.D")
def test_a_misdeal_is_looked_for_only_when_the_count_is_wrong() -> None:
    """Otherwise a wrong number in a hand is 13.D's when it is found."""
    by_hand = ROUND | {"check", "call"}
    table = at_the_stub("dragon-md", fault("slip", how="to dealer", at="1"), by_hand=by_hand)
    assert (len(table.state.seat(1).cards), len(table.state.dealer)) == (2, 4)
    assert not called(sent(table, Command("dealer", "stub", args={"count": True})))
    heard = sent(table, choose(1, "fold"), *dealer("collect folds"))
    assert called(heard) == ["irregular.player_count"]
    table = at_the_stub("dragon-md", fault("slip", how="double", at="1"), by_hand=by_hand)
    heard = sent(table, Command("dealer", "stub", args={"count": True}))
    assert called(heard) == ["stub.misdealt"]
    assert len(table.state.decks) == 1


@pytest.mark.parametrize(("rulebook", "clause"), COUNTED)
@pytest.mark.parametrize("choice", ["play on", "void"])
def test_a_face_up_card_in_the_stub_goes_to_the_floor(rulebook: str, clause: str, choice: str) -> None:  # noqa: ARG001
    """Ruling S12: no clause names it, and the ruling has its reason."""
    table = at_the_stub(rulebook, fault("face up", position=45))
    heard = sent(table, *dealer("stub"))
    exposed = next(event for event in heard if event.kind == "exposed")
    assert (exposed.data["of"], exposed.data["position"]) == ("stub", 45)
    assert table.state.pending == ("irregularity", "a card lies face up in the stub")
    assert "'rule' lacks reason" in refused(table, floor("rule", choice=choice))
    assert "the floor has to rule first (ruling S12)" in refused(table, *dealer("reveal"))
    heard = sent(table, floor("rule", choice=choice, reason="it changes nothing"))
    assert (heard[0].kind, heard[0].data["reason"]) == ("ruled", "it changes nothing")
    assert (table.state.phase == "round") == (choice == "play on")


# ---- S30: devices that work ----------------------------------------------------------------------------

REMOVED = [
    pytest.param("uth-ma", marks=pytest.mark.clause("uth-ma", "15(g)")),
    pytest.param("lir-nj", marks=pytest.mark.clause("lir-nj", "18.12(f)")),
    pytest.param("colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "14(g)")),
    "colorado-ma-2",
]


@pytest.mark.parametrize("rulebook", REMOVED)
def test_a_device_that_works_is_removed_by_the_floor_between_rounds(rulebook: str) -> None:
    """Ruling S30."""
    table = opened(rulebook, options={"dealing": "automated_shoe"}, names=["first"])
    why = refused(table, floor("put out", **SHOE, how="covered"))
    assert "the shoe works, and stays if it is covered (ruling S30)" in why
    heard = sent(table, floor("put out", **SHOE, dealing="manual_shoe"))
    assert kinds(heard)[:2] == ["device", "uses"]
    assert (table.state.devices["shoe"], table.state.dealing) == ("removed", "manual_shoe")
    assert "the shoe is out of use already" in refused(table, floor("put out", **SHOE))
    played_out(table)
    sent(table, floor("repair", **SHOE))
    assert table.state.dealing == "automated_shoe"
    sent(table, ready(1, rulebook), *dealer("no more bets"))
    why = refused(table, floor("put out", **SHOE))
    assert "the shoe works, and a round is in play (ruling S30); accepted: its removal between rounds" in why


@pytest.mark.parametrize("rulebook", REMOVED[:3])
def test_a_shuffler_that_works_is_removed_and_the_cards_are_shuffled_by_hand(rulebook: str) -> None:
    table = opened(rulebook, names=["first"], by_hand=())
    sent(table, floor("put out", **SHUFFLER))
    assert table.state.shuffling == "manual"
    played_out(table)
    assert table.state.decks[0].how == "by hand"
    assert "the shuffler is out of use already" in refused(table, floor("put out", **SHUFFLER))


@pytest.mark.clause("dragon-md", "13.H")
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_in_maryland_only_a_device_that_has_failed_is_put_out_of_use(device: str) -> None:
    table = opened("dragon-md", options={"dealing": "automated_shoe"}, names=["first"])
    why = refused(table, floor("put out", device=device))
    assert f"13.H: the {device} has not failed; accepted: a device that has failed" in why


def has_way(rulebook: str, dealing: str) -> bool:
    return dealing in (load(rulebook).options["dealing"].values or {})


LEAVES_FIRST = {"uth-ma": "15(g)", "lir-nj": "18.12(f)", "colorado-ma-1": "14(g)", "dragon-md": "13.H"}


@pytest.mark.parametrize("rulebook", LEAVES_FIRST)
def test_another_method_than_the_device_needs_the_device_gone(rulebook: str) -> None:
    """What is refused cites the clause of the device that has to leave first."""
    table = opened(rulebook, names=[], by_hand=())
    table.send(Command("player", "sit", 1))
    why = refused(table, *dealer("shuffle"))
    assert f" {LEAVES_FIRST[rulebook]}: the shuffle is made by the shuffling device" in why


def test_a_device_that_is_not_in_use_is_not_put_out_of_use() -> None:
    table = opened("uth-ma", options={"dealing": "manual_shoe", "shuffling": "manual", "cover_all": "no"})
    assert "the shoe is not in use" in refused(table, floor("put out", **SHOE))
    assert "the shuffler is not in use" in refused(table, floor("put out", **SHUFFLER))
    assert "the shoe is in use" in refused(table, floor("repair", **SHOE))
    assert "without a shuffler the cards are dealt as before" in refused(
        table, floor("put out", **SHUFFLER, dealing="hand")
    )


@pytest.mark.clause("dragon-md", "13.F", "13.G")
def test_a_device_fails_once_and_leaves_a_way_that_the_document_has() -> None:
    options = {"dealing": "automated_shoe", "shuffling": "device"}
    table = opened("dragon-md", options=options, names=["first"])
    for args in (SHOE, SHUFFLER):
        sent(table, Command("device", "jam", args=args))
        assert f"the {args['device']} has failed already" in refused(table, Command("device", "jam", args=args))
    sent(table, floor("put out", **SHUFFLER))
    why = refused(table, floor("put out", **SHOE, dealing="hand"))
    assert "the cards cannot be dealt by hand (ruling S25); accepted: manual_shoe" in why


@pytest.mark.clause("uth-ma", "15(g)")
def test_a_round_is_dealt_in_the_way_that_it_was_begun_in() -> None:
    """Ruling S11: a device that is put out of use or repaired in a round changes the way of the next one."""
    table = opened("uth-ma", names=["first"])
    sent(table, ready(1, "uth-ma"), *dealer("no more bets", "deal"), Command("device", "jam", args=SHOE))
    assert kinds(sent(table, floor("repair", **SHOE))) == ["device"]
    sent(table, Command("device", "jam", args=SHOE))
    heard = sent(table, floor("put out", **SHOE, dealing="manual_shoe"))
    assert [(event.kind, event.data.get("from")) for event in heard] == [("device", None), ("uses", "the next round")]
    assert table.state.dealing == "automated_shoe"
    played_out(table)
    assert table.state.dealing == "manual_shoe"


# ---- the shuffling device loads the shoe ---------------------------------------------------------------

INTO_SHOE = [
    pytest.param("uth-ma", marks=pytest.mark.clause("uth-ma", "7(a)")),
    pytest.param("colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "5(a)", "7(a)")),
    pytest.param("lir-nj", marks=pytest.mark.clause("lir-nj", "18.5(a)", "18.7(a)")),
    pytest.param("dragon-md", marks=pytest.mark.clause("dragon-md", "5.C", "8.B")),
]


@pytest.mark.parametrize("rulebook", INTO_SHOE)
@pytest.mark.parametrize("way", ["manual_shoe", "automated_shoe"])
def test_the_shuffling_device_may_put_the_stack_into_the_shoe(rulebook: str, way: str) -> None:
    options = {"dealing": way} | ({"cover_all": "no"} if rulebook == "uth-ma" and way != "automated_shoe" else {})
    table = opened(rulebook, options=options, names=["first"], by_hand=["load"])
    assert due(table.state)[:2] == ("dealer", "load")
    heard = sent(table, Command("device", "load"))
    assert kinds(heard) == ["loaded"]
    assert due(table.state).do == "no more bets"


@pytest.mark.parametrize("rulebook", INTO_SHOE)
def test_a_device_loads_nothing_that_it_has_not_shuffled(rulebook: str) -> None:
    options = {"shuffling": "manual"} | ({"cover_all": "no"} if rulebook == "uth-ma" else {})
    table = opened(rulebook, options=options, names=["first"], by_hand=["load"])
    why = "the shuffler has not shuffled this stack, or has no shoe to put it into; accepted: 'load' by the dealer"
    assert why in refused(table, Command("device", "load"))
    sent(table, *dealer("load"))


@pytest.mark.parametrize(
    ("rulebook", "cites"),
    [
        pytest.param("uth-ma", "UTH 8(b)(2)", marks=pytest.mark.clause("uth-ma", "8(b)(2)")),
        pytest.param("colorado-ma-1", "Colorado 8(b)(2)", marks=pytest.mark.clause("colorado-ma-1", "8(b)(2)")),
        pytest.param("lir-nj", "Let It Ride 18.8(b)2", marks=pytest.mark.clause("lir-nj", "18.8(b)2")),
        pytest.param("dragon-md", "Dragon 9.A(2)", marks=pytest.mark.clause("dragon-md", "9.A(2)")),
        ("uth-fr", "France"),
    ],
)
def test_a_device_loads_no_hand(rulebook: str, cites: str) -> None:
    """What it is refused by is the dealing from the hand, and no clause on shoes."""
    options = {"dealing": "hand"} | ({"cover_all": "no"} if rulebook == "uth-ma" else {})
    table = opened(rulebook, options=options, names=["first"], by_hand=["load"])
    why = refused(table, Command("device", "load"))
    assert why.startswith(cites)
    assert why.partition(":")[2] == " the dealer takes the stack into the hand; accepted: 'load' by the dealer"
    sent(table, *dealer("load"))


@pytest.mark.clause("dragon-md", "5.A(3)")
@pytest.mark.parametrize("shuffling", ["manual", "device"])
def test_a_shuffle_is_ordered_while_a_deck_waits_to_be_loaded(shuffling: str) -> None:
    table = opened("dragon-md", options={"shuffling": shuffling}, names=["first"], by_hand=["load"])
    assert due(table.state).do == "load"
    outcome = table.send(floor("order shuffle", **WHY))
    assert not isinstance(outcome, Refusal)
    assert kinds(outcome.events) == ["ruled", "prepared"]
    assert due(table.state).do == "shuffle"
    table.feed()
    assert due(table.state).do == "load"


@pytest.mark.clause("dragon-md", "5.A(3)")
def test_a_shuffle_is_ordered_until_a_card_is_dealt() -> None:
    table = opened("dragon-md", names=["first"])
    assert "'order shuffle' lacks reason" in refused(table, floor("order shuffle"))
    sent(table, ready(1, "dragon-md"), *dealer("no more bets"), floor("order shuffle", **WHY))
    assert (table.state.phase, due(table.state).do, table.state.closed) == ("round", "deal", True)
    sent(table, Command("dealer", "deal", args={"cards": 1}))
    assert "no deck stands ready and undealt" in refused(table, floor("order shuffle", **WHY))


@pytest.mark.parametrize("rulebook", [name for name in NAMES if has_way(name, "automated_shoe")])
def test_a_device_that_is_out_of_use_is_not_put_out_again(rulebook: str) -> None:
    """Ruling S30, in the documents that it is a ruling of."""
    submission = croupier.submission(rulebook, dealing="automated_shoe")
    table = Table(submission, Scripted(submission.rulebook.deck, []))
    table.open()
    out = Command("floor", "put out", args={"device": "shoe", "dealing": "manual_shoe"})
    table.send(Command("device", "jam", args={"device": "shoe"}))
    assert isinstance(table.send(out), Decision)
    why = refused(table, out)
    assert "the shoe is out of use already" in why
    assert ("(ruling S30)" in why) == ("S30" in submission.rulebook.rulings)
