"""Who may do what with the cards and when: decks that come and go, devices, bets between rounds, counts, recuts."""

from __future__ import annotations

import pytest
from support.table.tables import (
    ROUND,
    WAGERS,
    bet,
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
from croupier.rulebook import NAMES, Refusal
from croupier.table.fairness.card_sources import Random, Scripted
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.play.runner import Table

UTH = WAGERS["uth-ma"]
SHOE, SHUFFLER = {"device": "shoe"}, {"device": "shuffler"}
WHY = {"reason": "to be sure"}
every_rulebook = pytest.mark.parametrize("rulebook", NAMES)


# ---- decks that come and go ----------------------------------------------------------------------------

INSPECTED = {
    "uth-ma": "3(b)",
    "lir-nj": "18.4(b)",
    "colorado-ma-1": "4(b)",
    "colorado-ma-2": "4(b)",
    "dragon-md": "4.A",
}


@pytest.mark.parametrize(
    "rulebook", [pytest.param(name, marks=pytest.mark.clause(name, clause)) for name, clause in INSPECTED.items()]
)
@pytest.mark.parametrize("step", ["inspect", "verify"])
@pytest.mark.parametrize("found", [True, "yes"])
def test_a_deck_with_a_defect_leaves_the_table_and_another_comes(rulebook: str, step: str, found: object) -> None:
    """Ruling S32."""
    table = Table(croupier.submission(rulebook), Random("seed"), frozenset())
    table.open()
    if step == "verify":
        sent(table, Command("dealer", "inspect", args={"defects": "no"}))
    heard = sent(table, Command("dealer" if step == "inspect" else "floor", step, args={"defects": found}))
    assert kinds(heard) == ["irregular", "removed"]
    assert heard[0].data["clauses"] == (INSPECTED[rulebook],)
    assert due(table.state).do == "receive"
    table.open()
    assert due(table.state).do == "inspect"


@every_rulebook
def test_the_floor_withdraws_a_deck_between_rounds(rulebook: str) -> None:
    """Ruling S32."""
    table = opened(rulebook)
    assert "'withdraw deck' lacks reason" in refused(table, floor("withdraw deck"))
    heard = sent(table, bet(1, WAGERS[rulebook]), floor("withdraw deck", **WHY))
    assert kinds(heard)[1:] == ["unloaded", "removed"]
    assert (table.state.phase, table.state.decks) == ("closed", ())
    assert dict(table.state.seat(1).wagers) == WAGERS[rulebook]
    assert "there is no deck 1 at the table" in refused(table, floor("withdraw deck", **WHY))
    table.open()
    table.feed()
    assert due(table.state).do == "no more bets"
    sent(table, *dealer("no more bets"))
    why = refused(table, floor("withdraw deck", **WHY))
    assert "a round is in play (ruling S32); accepted: a deck between rounds" in why


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_of_two_decks_either_is_withdrawn(number: int, rounds: int) -> None:
    """Ruling S21: the other plays alone until a new one comes."""
    table = opened("uth-ma", options={"decks": "two"}, names=["first"])
    for _ in range(rounds):
        played_out(table)
    backs = [deck.back for deck in table.state.decks]
    sent(table, floor("withdraw deck", deck=number, **WHY))
    assert [deck.back for deck in table.state.decks] == [backs[2 - number]]
    assert table.state.seat(1).bankroll
    heard = played_out(table)
    assert [event.data["void"] for event in heard if event.kind == "over"] == [False]
    assert "there is no deck 2" in refused(table, floor("withdraw deck", deck=2, **WHY))


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("uth-ma", marks=pytest.mark.clause("uth-ma", "2(b)(4)")),
        pytest.param("lir-nj", marks=pytest.mark.clause("lir-nj", "18.2(b)4")),
        pytest.param("colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "2(b)(4)")),
        pytest.param("dragon-md", marks=pytest.mark.clause("dragon-md", "3.B(3)")),
    ],
)
@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_two_decks_alternate_again_once_both_are_back(rulebook: str, rounds: int) -> None:
    table = opened(rulebook, options={"decks": "two"}, names=["first"], by_hand=())
    for _ in range(rounds):
        played_out(table)
    sent(table, floor("withdraw deck", deck=1, **WHY))
    (left,) = (deck.back for deck in table.state.decks)
    played_out(table)
    sent(table, Command("house", "receive", args={"back": "green"}))
    backs = []
    for _ in range(4):
        backs.append(table.state.decks[table.state.playing].back)
        played_out(table)
    assert set(backs) == {left, "green"}
    assert backs[:2] == backs[2:]


@every_rulebook
def test_no_deck_is_spread_for_an_idle_table_before_it_is_inspected_and_verified(rulebook: str) -> None:
    """Ruling S32."""
    table = opened(
        rulebook, options={"decks": "two", "shuffling": "device"}, names=["first"], by_hand=["inspect", "verify"]
    )
    sent(table, *dealer("inspect"), floor("verify"), *dealer("inspect"), floor("verify"))
    sent(table, floor("withdraw deck", deck=2, **WHY), Command("house", "receive", args={"back": "green"}))
    assert table.state.decks[1].status == "received"
    if table.state.phase == "betting":
        heard = sent(table, *dealer("idle"))
        assert [event.data["deck"] for event in heard if event.kind == "prepared"].count(1) == 0
        assert table.state.decks[1].status == "received"


@every_rulebook
def test_a_deck_that_is_opened_at_the_table_lies_as_it_was_made(rulebook: str) -> None:
    submission = croupier.submission(rulebook)
    table = Table(submission, Scripted(submission.rulebook.deck, []), frozenset())
    size = table.state.fixed.deck_size
    made: dict[str, object] = {"order": list(range(size)), "secret": "5e" * 32, "commitment": "5e" * 32}
    for name, value in made.items():
        why = refused(table, Command("house", "receive", supplied={name: value}))
        assert "the order of a deck that is opened here is its own; accepted: a deck without one" in why
    (received,) = sent(table, Command("house", "receive"))
    assert received.data == {"deck": 0, "back": "blue", "cards": tuple(range(size)), "status": "received"}
    assert due(table.state).do == "inspect"


# ---- S25: another way of dealing -----------------------------------------------------------------------

PRE_SHUFFLED = [
    pytest.param("colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "8(b)(1)")),
    pytest.param("lir-nj", marks=pytest.mark.clause("lir-nj", "18.8(b)1")),
    pytest.param("uth-ma", marks=pytest.mark.clause("uth-ma", "8(b)(1)")),
]


def with_cards_that_came_shuffled(rulebook: str, **options: object) -> Table:
    submission = croupier.submission(rulebook, pre_shuffled="yes", **options)
    table = Table(submission, Scripted(submission.rulebook.deck, []))
    order = list(range(table.state.fixed.deck_size))
    came = table.send(Command("house", "receive", args={"pre_shuffled": True}, supplied={"order": order}))
    assert not isinstance(came, Refusal), str(came)
    table.feed()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    return table


@pytest.mark.parametrize("rulebook", PRE_SHUFFLED)
def test_cards_that_came_shuffled_are_not_dealt_from_the_hand_when_a_shoe_fails(rulebook: str) -> None:
    """Ruling S25 with C25, L16 and U34: a device shuffles them first."""
    table = with_cards_that_came_shuffled(rulebook, dealing="automated_shoe")
    assert (due(table.state).do, table.state.decks[0].how) == ("no more bets", "before")
    sent(table, Command("device", "jam", args=SHOE))
    outcome = table.send(floor("put out", **SHOE, how="removed", dealing="hand"))
    assert not isinstance(outcome, Refusal)
    assert kinds(outcome.events) == ["device", "uses", "unloaded"]
    assert due(table.state)[:2] == ("device", "shuffle")
    table.feed()
    assert (due(table.state).do, table.state.decks[0].how) == ("no more bets", "by device")


@pytest.mark.parametrize("rulebook", PRE_SHUFFLED)
def test_cards_that_come_shuffled_do_not_come_to_a_table_dealt_from_the_hand(rulebook: str) -> None:
    """Ruling S25: nor do they where a shoe that failed has left the hand."""
    table = with_cards_that_came_shuffled(rulebook, dealing="automated_shoe")
    sent(table, Command("device", "jam", args=SHOE), floor("put out", **SHOE, dealing="hand"))
    sent(table, floor("withdraw deck", **WHY))
    order = list(range(52))
    why = refused(table, Command("house", "receive", args={"pre_shuffled": True}, supplied={"order": order}))
    assert "cards that come shuffled are not dealt from the hand (ruling S25)" in why


@pytest.mark.clause("dragon-md", "5.J")
def test_a_cut_that_another_way_of_shuffling_needs_is_made() -> None:
    """Rulings S25 and D28: a device that shuffles by itself needs no cut, and cards that came shuffled then do."""
    table = with_cards_that_came_shuffled("dragon-md", shuffling="self_shuffling_device")
    assert (due(table.state).do, table.state.decks[0].was_cut) == ("no more bets", False)
    sent(table, Command("device", "jam", args=SHUFFLER))
    heard = sent(table, floor("put out", **SHUFFLER))
    (recut,) = [event for event in heard if event.kind == "recut"]
    assert recut.data == {"deck": 0, "reason": "The way of shuffling in use asks for a cut."}
    assert table.state.decks[0].was_cut
    assert due(table.state).do == "no more bets"


@pytest.mark.clause("dragon-md", "5.J")
def test_where_a_device_shuffles_by_itself_nothing_is_cut_recut_or_spread() -> None:
    """Ruling D28."""
    table = with_cards_that_came_shuffled("dragon-md", shuffling="self_shuffling_device")
    why = "the device shuffles by itself (ruling D28); accepted: play without a cut"
    assert why in refused(table, floor("recut", **WHY))
    assert "the device keeps the cards (ruling D28); accepted: wait for a player" in refused(table, *dealer("idle"))


# ---- S26: recuts ---------------------------------------------------------------------------------------

RECUT = {"uth-ma": "4(d)", "lir-nj": "18.5(d)", "colorado-ma-1": "5(d)", "dragon-md": "5.G"}


@pytest.mark.parametrize(
    "rulebook", [pytest.param(name, marks=pytest.mark.clause(name, clause)) for name, clause in RECUT.items()]
)
def test_a_recut_is_ordered_until_a_card_is_dealt(rulebook: str) -> None:
    """Ruling S26: after "No more bets" too, and the bets stay closed."""
    options = {"shuffling": "manual"} | ({"cover_all": "no"} if rulebook == "uth-ma" else {})
    table = opened(rulebook, options=options, names=["first"])
    assert "'recut' lacks reason" in refused(table, floor("recut"))
    before = table.state.order
    heard = sent(table, ready(1, rulebook), *dealer("no more bets"), floor("recut", **WHY))
    assert heard[-1].data["reason"] == WHY["reason"]
    middle = len(before) // 2
    assert table.state.order == before[middle:] + before[:middle]
    assert (table.state.phase, due(table.state).do) == ("round", "deal")
    assert "bets are closed" in refused(table, bet(1, {}))
    sent(table, Command("dealer", "deal", args={"cards": 1}))
    why = refused(table, floor("recut", **WHY))
    assert f" {RECUT[rulebook]}: no deck stands ready and undealt" in why
    heard = sent(table, *dealer("deal"))
    heard += played_out(table)
    assert [event.data["void"] for event in heard if event.kind == "over"] == [False]


def test_a_card_drawn_in_error_is_dealt_as_far_as_a_recut_goes() -> None:
    table = opened("dragon-md", options={"shuffling": "manual"}, names=["first"])
    sent(table, ready(1, "dragon-md"), *dealer("no more bets"), fault("drawn"))
    assert "no deck stands ready and undealt" in refused(table, floor("recut", **WHY))


def test_what_is_wrong_with_a_deck_stays_wrong_through_a_recut() -> None:
    table = opened("dragon-md", options={"shuffling": "manual"}, names=["first"])
    sent(table, fault("lost", position=3), fault("face up", position=40))
    face = table.state.order[40]
    sent(table, ready(1, "dragon-md"), *dealer("no more bets"), floor("recut", **WHY))
    assert len(table.state.order) == 52
    assert [table.state.order[each] for each in table.state.upside_down] == [face]


# ---- S27: plaques --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("uth-ma", marks=pytest.mark.clause("uth-ma", "6(a)")),
        pytest.param("lir-nj", marks=pytest.mark.clause("lir-nj", "18.6(a)")),
        pytest.param("colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "6(a)")),
        pytest.param("dragon-md", marks=pytest.mark.clause("dragon-md", "7.A")),
    ],
)
def test_chips_and_plaques_are_taken_and_the_record_says_which(rulebook: str) -> None:
    """Ruling S27."""
    table = opened(rulebook)
    (chips,) = sent(table, Command("player", "bet", 1, {"wagers": WAGERS[rulebook], "with": "chips"}))
    assert "with" not in chips.data
    (plaques,) = sent(table, Command("player", "bet", 1, {"wagers": WAGERS[rulebook], "with": "plaques"}))
    assert plaques.data["with"] == "plaques"
    for other in ("cash", "a watch"):
        why = refused(table, Command("player", "bet", 1, {"wagers": WAGERS[rulebook], "with": other}))
        assert f"a wager in {other} was offered (ruling S27); accepted: chips or plaques" in why


@pytest.mark.clause("dragon-md", "7.A")
def test_an_instrument_that_the_submission_names_is_taken() -> None:
    table = opened("dragon-md", options={"other_instrument": "vouchers"})
    args = {"wagers": WAGERS["dragon-md"], "with": "vouchers"}
    (placed,) = sent(table, Command("player", "bet", 1, args))
    assert placed.data["with"] == "vouchers"
    why = refused(table, Command("player", "bet", 1, args | {"with": "cash"}))
    assert "accepted: chips or plaques or vouchers" in why


# ---- S28: bets between rounds --------------------------------------------------------------------------


@every_rulebook
def test_bets_are_open_whatever_happens_to_the_cards(rulebook: str) -> None:
    """Ruling S28: from the arrival of a deck to "No more bets", and from the end of a round."""
    submission = croupier.submission(rulebook)
    table = Table(submission, Scripted(submission.rulebook.deck, []), frozenset(), training=True)
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    assert "bets are not open" in refused(table, bet(1, WAGERS[rulebook]))
    table.open()
    for _ in range(2):
        while due(table.state).do != "no more bets":
            step = due(table.state)
            sent(table, bet(1, WAGERS[rulebook]), bet(1, {}), Command("player", "ready", 1))
            if step.do in {"shuffle", "cut"}:
                table.feed()
            else:
                sent(table, Command(step.who, step.do))
        sent(table, bet(1, WAGERS[rulebook]), *dealer("no more bets"))
        while table.state.phase == "round":
            assert "bets are closed" in refused(table, bet(1, WAGERS[rulebook]))
            step = due(table.state)
            table.send(stays(table) if step.do == "decide" else Command(step.who, step.do))
    sent(table, bet(1, WAGERS[rulebook]))


@every_rulebook
def test_bets_are_open_while_the_only_deck_is_away(rulebook: str) -> None:
    """Rulings S28 and S15."""
    table = opened(rulebook, names=["first"])
    sent(table, bet(1, WAGERS[rulebook]), floor("withdraw deck", **WHY), bet(1, {}), bet(1, WAGERS[rulebook]))
    assert dict(table.state.seat(1).wagers) == WAGERS[rulebook]


@every_rulebook
def test_a_lone_player_who_takes_a_bet_back_places_it_again(rulebook: str) -> None:
    """Ruling S28: also while a shuffler that has failed keeps the cards."""
    table = opened(rulebook, names=["first"], by_hand=())
    played_out(table)
    table.send(Command("device", "jam", args=SHUFFLER))
    sent(table, bet(1, WAGERS[rulebook]), bet(1, {}), bet(1, WAGERS[rulebook]))
    assert dict(table.state.seat(1).wagers) == WAGERS[rulebook]


# ---- the rest ------------------------------------------------------------------------------------------


@pytest.mark.clause("uth-ma", "10(e)(2)(ii)", "10(h)")
@pytest.mark.parametrize("counts", ["yes", "no"])
def test_a_folded_hand_that_nothing_needs_goes_to_the_rack(counts: str) -> None:
    """Ruling U4: with a Cover All wager alive it stays if folded hands count."""
    table = opened("uth-ma", options={"folded_hands_count": counts}, by_hand=())
    wagers = {**UTH, "trips": 500, "cover_all": 500}
    sent(table, Command("player", "bet", 1, {"wagers": wagers, "ready": True}), ready(2, "uth-ma"))
    for choice in ("check", "check"):
        sent(table, choose(1, choice), choose(2, choice))
    sent(table, choose(1, "play 1x"))
    heard = sent(table, choose(2, "fold"))
    kind = kinds(heard)
    collected = next(
        number for number, event in enumerate(heard) if event.kind == "collected" and event.data["of"] == "2"
    )
    assert (collected < kind.index("turned")) == (counts == "no")


@pytest.mark.clause("dragon-md", "3.C(1)", "3.C(2)")
@pytest.mark.parametrize(("way", "hours"), [("manual_shoe", 8), ("automated_shoe", 8), ("hand", 4)])
def test_a_deck_past_its_hours_is_not_dealt(way: str, hours: int) -> None:
    """Ruling D30: looked at when it is loaded and at "No more bets"; wagers stand."""
    table = opened("dragon-md", options={"dealing": way}, names=["first"])
    sent(table, bet(1, WAGERS["dragon-md"]), Command("house", "clock", args={"now": hours * 3600 - 1}))
    played_out(table)
    sent(table, Command("house", "clock", args={"now": hours * 3600}))
    sent(table, bet(1, WAGERS["dragon-md"]))
    heard = sent(table, *dealer("no more bets"))
    assert kinds(heard) == ["unloaded", "irregular", "removed"]
    assert "closed" not in kinds(heard)
    assert dict(table.state.seat(1).wagers) == WAGERS["dragon-md"]
    table.open()
    table.feed()
    assert kinds(sent(table, *dealer("no more bets"))) == ["closed"]


@pytest.mark.clause("dragon-md", "3.C(1)")
def test_a_deck_past_its_hours_does_not_go_into_the_shoe() -> None:
    table = opened("dragon-md", names=["first"], by_hand=["load"])
    sent(table, Command("house", "clock", args={"now": 8 * 3600}))
    assert kinds(sent(table, *dealer("load"))) == ["irregular", "removed"]
    assert due(table.state).do == "receive"


@pytest.mark.parametrize(
    ("dealing", "clause"),
    [
        pytest.param("manual_shoe", "18.7(b)", marks=pytest.mark.clause("lir-nj", "18.7(b)")),
        pytest.param("hand", "18.8(b)3", marks=pytest.mark.clause("lir-nj", "18.8(b)3")),
        pytest.param("automated_shoe", "18.9(b)2", marks=pytest.mark.clause("lir-nj", "18.9(b)2")),
    ],
)
def test_a_device_that_shows_a_chip_where_none_was_placed_stops_the_deal(dealing: str, clause: str) -> None:
    """Ruling L14: also where one of the two numbers is zero."""
    table = opened("lir-nj", options={"dealing": dealing}, names=["first"], by_hand=[*ROUND, "collect bonus"])
    sent(table, fault("miscount", by=1), ready(1, "lir-nj"), *dealer("no more bets"))
    assert due(table.state).do == "collect bonus"
    heard = sent(table, *dealer("collect bonus"))
    assert table.state.pending == ("bonus chips", "bonus chips collected: 0, accepted by the devices: 1")
    why = refused(table, *dealer("deal"))
    assert "the floor has to rule first" in why
    heard = sent(table, floor("rule", choice="play on", reason="the device was wrong"))
    assert kinds(heard) == ["ruled", "bonus_chips"]
    assert due(table.state).do == "deal"
    assert clause in table.state.terms.clauses("deal.bonus_chips")


@pytest.mark.clause("lir-nj", "18.7(b)")
def test_a_dealer_compares_chips_though_the_table_sees_no_need() -> None:
    """Ruling L14."""
    table = opened("lir-nj", names=["first"], by_hand=[*ROUND, "collect bonus"])
    sent(table, ready(1, "lir-nj"), *dealer("no more bets"))
    assert due(table.state).do == "deal"
    sent(table, Command("dealer", "collect bonus", args={"accepted": 1}))
    assert table.state.pending is not None
    sent(table, floor("rule", choice="void", reason="nobody knows"))
    assert table.state.seat(1).bankroll == 100_000
    assert "'collect bonus' is not what comes now" in refused(table, *dealer("collect bonus"))


@pytest.mark.parametrize("rulebook", ["uth-ma", "dragon-md"])
def test_the_dealers_hand_is_announced(rulebook: str) -> None:
    table = opened(rulebook, names=["first"])
    heard = played_out(table)
    revealed = next(
        number for number, event in enumerate(heard) if event.kind == "turned" and event.data["of"] == "dealer"
    )
    assert heard[revealed + 1].kind == "announced"
    assert heard[revealed + 1].data["of"] == "dealer"
    assert heard[revealed + 1].data["words"]


def test_a_clock_does_not_go_back() -> None:
    table = opened("uth-ma")
    sent(table, Command("house", "clock", args={"now": 60}))
    assert "the clock cannot go back to 59; accepted: seconds from 60 on" in refused(
        table, Command("house", "clock", args={"now": 59})
    )


# ---- clauses that refusals cite ------------------------------------------------------------------------

INTO_THE_HAND = {"uth-ma": "8(b)(2)", "colorado-ma-1": "8(b)(2)", "lir-nj": "18.8(b)2", "dragon-md": "9.A(2)"}


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [pytest.param(name, clause, marks=pytest.mark.clause(name, clause)) for name, clause in INTO_THE_HAND.items()],
)
def test_at_a_table_that_is_dealt_from_the_hand_the_hands_own_clause_is_cited(rulebook: str, clause: str) -> None:
    options = {"dealing": "hand"} | ({"cover_all": "no"} if rulebook == "uth-ma" else {})
    table = opened(rulebook, options=options, names=["first"], by_hand=["load"])
    for command in (*dealer("no more bets"), Command("player", "load", 1)):
        refusal = table.send(command)
        assert isinstance(refusal, Refusal)
        assert refusal.clauses == (clause,)


@every_rulebook
def test_an_idle_table_says_which_inspection_it_waits_for(rulebook: str) -> None:
    """Ruling S32."""
    table = opened(rulebook, names=[], by_hand=["inspect", "verify"])
    for done, step in (("inspected", "'inspect' by the dealer"), ("verified", "'verify' by the floor")):
        why = refused(table, *dealer("idle"))
        assert f"the deck with blue backs has not been {done} (ruling S32); accepted: {step}" in why
        sent(table, *(dealer("inspect") if done == "inspected" else [floor("verify")]))
