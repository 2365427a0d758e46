"""What players must not lose: a shoe that fails too late to matter, a late discovery, a turn taken for somebody."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from support.table.tables import STAYS, WAGERS, bet, choose, dealer, fault, opened, refused, sent

from croupier.money import MOST_CENTS
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import LastRound
from croupier.table.model.steps import Due
from croupier.table.play.runner import Table

UTH = WAGERS["uth-ma"]
SIDES = {**WAGERS["dragon-md"], "dragon_bet": 500}
COVER_ALL = {**UTH, "trips": 500, "cover_all": 500}
BY_HAND = ALL_STEPS - {"check", "call"}


def answer(table: Table, step: Due) -> Command:
    """What the table waits for, of a player who stays in; a first deal goes stack by stack."""
    if step.do == "decide":
        state = table.state
        card = state.order[state.seat(step.seat).cards[0]]
        discards = state.terms.rulebook.id.startswith("colorado")
        return choose(step.seat, STAYS[state.terms.rulebook.id], **({"discard": card} if discards else {}))
    stacks = {"stacks": 1} if step.do == "deal" else {}
    return Command(step.who, step.do, args=stacks)


def seated(rulebook: str, **options: object) -> Table:
    """A table run by hand, with wagers on the layout."""
    table = opened(rulebook, options=options, by_hand=BY_HAND)
    while due(table.state).do != "no more bets":
        sent(table, Command(due(table.state).who, due(table.state).do))
    sent(table, *(bet(number, WAGERS[rulebook]) for number in (1, 2)))
    return table


def ended(table: Table) -> LastRound:
    """The round that has just ended."""
    assert table.state.last is not None
    return table.state.last


def lines(table: Table) -> list[list[tuple[str, str, int]]]:
    return [[(line.wager, line.result, line.amount) for line in hand.lines] for hand in ended(table).hands]


# ---- S23: a shoe that fails ----------------------------------------------------------------------------

SHOES = [
    pytest.param("uth-ma", "deal", {}, marks=pytest.mark.clause("uth-ma", "15(f)")),
    pytest.param("lir-nj", "stub", {}, marks=pytest.mark.clause("lir-nj", "18.12(e)")),
    pytest.param("colorado-ma-1", "stub", {}, marks=pytest.mark.clause("colorado-ma-1", "14(f)")),
    pytest.param("colorado-ma-2", "stub", {}, marks=pytest.mark.clause("colorado-ma-2", "13(f)")),
    pytest.param(
        "colorado-ma-1", "stub", {"version": "permissible"}, marks=pytest.mark.clause("colorado-ma-1", "14(f)")
    ),
    pytest.param("dragon-md", "stub", {}, marks=pytest.mark.clause("dragon-md", "13.G")),
    pytest.param("dragon-md", "stub", {"dealer_stack": "shuffler"}, marks=pytest.mark.clause("dragon-md", "13.G")),
]
SHOE = Command("device", "jam", args={"device": "shoe"})
SHUFFLER = Command("device", "jam", args={"device": "shuffler"})


def jammed_everywhere(rulebook: str, jam: Command, options: Mapping[str, object]) -> list[tuple[list[str], Table]]:
    """A round in which a device fails after so many of its steps, for every number of steps; with the steps."""
    found: list[tuple[list[str], Table]] = []
    while True:
        table = seated(rulebook, dealing="automated_shoe", **options)
        taken: list[str] = []
        for _ in range(len(found)):
            step = due(table.state)
            sent(table, answer(table, step))
            taken.append(step.do if step.do != "deal" or due(table.state).do == "deal" else "dealt")
        if table.state.phase == "preparing":
            return found
        sent(table, jam)
        found.append((taken, table))


@pytest.mark.parametrize(("rulebook", "needed", "options"), SHOES)
def test_a_shoe_that_fails_voids_the_round_until_the_rest_of_the_cards_is_out_of_it(
    rulebook: str, needed: str, options: dict[str, object]
) -> None:
    """Ruling S23: from "No more bets", between two stacks too; winners keep their payouts after that."""
    last = {"deal": "dealt"}.get(needed, needed)
    undisturbed = seated(rulebook, dealing="automated_shoe", **options)
    while undisturbed.state.phase != "preparing":
        sent(undisturbed, answer(undisturbed, due(undisturbed.state)))
    everywhere = jammed_everywhere(rulebook, SHOE, options)
    seen = set()
    for taken, table in everywhere:
        in_use = "no more bets" in taken and last not in taken
        seen.add(in_use)
        if in_use:
            assert ended(table).void, taken
            assert {line.result for hand in ended(table).hands for line in hand.lines} == {"void"}
            assert [seat.bankroll for _, seat in table.state.taken()] == [100_000, 100_000]
        elif "no more bets" in taken:
            assert table.state.phase == "round", taken
            while table.state.phase != "preparing":
                sent(table, answer(table, due(table.state)))
            assert not ended(table).void
            assert lines(table) == lines(undisturbed)
        else:
            assert table.state.phase == "betting"
            assert "the shoe has failed" in refused(table, *dealer("no more bets"))
            assert [dict(seat.wagers) for _, seat in table.state.taken()] == [WAGERS[rulebook]] * 2
        assert table.state.devices["shoe"] == "jammed"
    assert seen == {True, False}
    assert len([1 for taken, _ in everywhere if "deal" in taken]) >= 2


@pytest.mark.parametrize(("rulebook", "needed", "options"), SHOES)
def test_a_failure_at_any_time_voids_the_round_where_the_submission_reads_it_so(
    rulebook: str, needed: str, options: dict[str, object]
) -> None:
    """Ruling S23, the other reading: from "No more bets" to the end of the round."""
    seen = set()
    for taken, table in jammed_everywhere(rulebook, SHOE, {**options, "shoe_failure": "any_time"}):
        seen.add(needed in taken)
        assert (table.state.last is not None and table.state.last.void) == ("no more bets" in taken), taken
    assert seen == {True, False} or needed == "deal"


@pytest.mark.parametrize("rulebook", ["uth-ma", "lir-nj", "colorado-ma-1", "colorado-ma-2", "dragon-md"])
def test_an_empty_shoe_that_failed_keeps_the_next_round_from_its_deal(rulebook: str) -> None:
    """Ruling S23: it touches the next round only."""
    table = opened(rulebook, options={"dealing": "automated_shoe"}, names=["first"], by_hand=())
    sent(table, Command("player", "bet", 1, {"wagers": WAGERS[rulebook], "ready": True}), SHOE)
    while due(table.state).do == "decide":
        sent(table, answer(table, due(table.state)))
    assert not ended(table).void
    assert due(table.state).do == "load"
    assert "the shoe has failed; accepted: the shoe repaired" in refused(table, *dealer("load"))
    sent(table, Command("floor", "repair", args={"device": "shoe"}))
    assert due(table.state).do == "no more bets"


@pytest.mark.clause("dragon-md", "10.B(4)", "13.G")
def test_a_shuffler_that_holds_the_dealers_stack_voids_the_round_until_it_is_out() -> None:
    """Ruling D31; where the stack lies at the dealer's place a shuffler leaves the round alone."""
    waits = {"dealer_stack": "shuffler", "shuffling": "counting_device"}
    for taken, table in jammed_everywhere("dragon-md", SHUFFLER, waits):
        in_use = "no more bets" in taken and "reveal" not in taken
        assert (table.state.last is not None and table.state.last.void) == in_use, taken
    for _, table in jammed_everywhere("dragon-md", SHUFFLER, {"shuffling": "counting_device"}):
        assert table.state.last is None


@pytest.mark.clause("dragon-md", "13.G")
def test_a_shoe_that_fails_after_a_recut_and_before_the_deal_voids_the_round() -> None:
    """Rulings S23 and S26: bets are closed, and no stack is out."""
    table = seated("dragon-md", dealing="automated_shoe", shuffling="manual")
    sent(table, *dealer("no more bets"))
    table.send(Command("floor", "recut", args={"reason": "a card was seen"}))
    sent(table, SHOE)
    assert ended(table).void
    assert table.state.seat(1).bankroll == 100_000


# ---- U33: the dealer's wrong number, found late --------------------------------------------------------

STAGES = (["burn"], ["burn", "community"], ["burn", "community", "check", "burn", "community", "stub"])


@pytest.mark.clause("uth-ma", "15(d)")
@pytest.mark.parametrize("how", ["skip", "double"])
@pytest.mark.parametrize("stages", STAGES, ids=["burned", "flop", "stub"])
def test_a_dealers_wrong_number_found_after_a_card_that_follows_voids_all_hands(how: str, stages: list[str]) -> None:
    """Ruling U33: a card that follows in sequence was burned or turned up."""
    table = _unchecked(how)
    sent(table, choose(1, "check"))
    for do in stages:
        sent(table, choose(1, "check") if do == "check" else Command("dealer", do))
    heard = sent(table, Command("floor", "call", args={"what": "wrong count"}))
    assert _called(heard) == ["irregular.dealer_count"]
    assert ended(table).void
    assert {line.result for line in ended(table).hands[0].lines} == {"void"}
    assert table.state.seat(1).bankroll == 100_000


def _to_bets(table: Table) -> None:
    while due(table.state).do != "no more bets":
        sent(table, Command(due(table.state).who, due(table.state).do))


def _unchecked(how: str) -> Table:
    """A deal that went wrong at the dealer's place, and that nobody looked over."""
    table = opened("uth-ma", names=["first"], by_hand=ALL_STEPS)
    _to_bets(table)
    sent(table, fault("slip", how=how, at="dealer"), bet(1, {**UTH, "trips": 500}), *dealer("no more bets", "deal"))
    return table


def _called(events: list[Event]) -> list[str]:
    return [event.data["what"] for event in events if event.kind == "irregular"]


@pytest.mark.clause("uth-ma", "15(d)", "15(c)")
@pytest.mark.parametrize("how", ["skip", "double"])
def test_a_dealers_wrong_number_found_before_is_put_right_in_sequence(how: str) -> None:
    table = _unchecked(how)
    sent(table, choose(1, "check"))
    assert table.state.dealer == {"skip": (2,), "double": (2, 3, 4)}[how]
    sent(table, Command("floor", "call", args={"what": "wrong count"}))
    assert table.state.phase == "round"
    assert table.state.dealer == (2, 3)
    sent(table, *dealer("burn"))
    assert table.state.rack == (4,)


@pytest.mark.clause("uth-ma", "15(d)")
@pytest.mark.parametrize("how", ["skip", "double"])
def test_a_dealers_wrong_number_found_at_the_reveal_voids_all_hands(how: str) -> None:
    table = _unchecked(how)
    sent(table, choose(1, "play 4x"), *dealer("burn", "community", "burn", "community", "stub", "reveal"))
    assert ended(table).void
    assert table.state.seat(1).bankroll == 100_000


@pytest.mark.clause("uth-ma", "2(b)(4)", "15(d)", "7(f)(2)")
def test_a_deck_that_is_not_whole_leaves_the_table_alone() -> None:
    """The stub count that is due (S29) and the dealer's wrong number find the same deck: the other one stays."""
    for faults in ([fault("lost", position=51)], [fault("lost", position=each) for each in range(3, 52)]):
        table = opened("uth-ma", options={"decks": "two"}, names=["first"], by_hand=["check", "call"])
        for _ in range(4):
            sent(table, Command("player", "bet", 1, {"wagers": UTH, "ready": True}))
            while due(table.state).do == "decide":
                sent(table, choose(1, "play 4x"))
        sent(table, *faults, fault("slip", how="skip", at="dealer"))
        heard = sent(table, Command("player", "bet", 1, {"wagers": UTH, "ready": True}))
        if table.state.phase == "round":
            heard += sent(table, Command("floor", "call", args={"what": "wrong count"}))
        assert [event.kind for event in heard].count("removed") == 1
        assert len(table.state.decks) == 1


# ---- U2: seven players and Cover All -------------------------------------------------------------------


@pytest.mark.clause("uth-ma", "13(k)")
def test_with_seven_players_in_it_is_cover_all_that_goes_back() -> None:
    """Ruling U2: the seventh player plays, with a notice to those who had the wager."""
    names = [f"player {number}" for number in range(1, 8)]
    table = opened("uth-ma", options={"seats": 7}, names=names)
    for seat in range(1, 7):
        sent(table, bet(seat, COVER_ALL if seat < 4 else UTH))
    heard = sent(table, bet(7, UTH))
    notices = [event.data for event in heard if event.kind == "notice"]
    assert [notice["seat"] for notice in notices] == [1, 2, 3]
    assert all(notice["rulings"] == ("U2",) for notice in notices)
    assert all("13(k)" in notice["clauses"] for notice in notices)
    assert all("it has no column for 8 hands" in notice["says"] for notice in notices)
    assert dict(table.state.seat(7).wagers) == UTH
    for seat in (1, 2, 3):
        assert dict(table.state.seat(seat).wagers) == {**UTH, "trips": 500}
        assert table.state.seat(seat).bankroll == 100_000 - 1500


@pytest.mark.clause("uth-ma", "13(k)")
def test_while_seven_players_are_in_no_cover_all_is_taken() -> None:
    """Ruling U2; and it is again when one takes the bet back."""
    names = [f"player {number}" for number in range(1, 8)]
    table = opened("uth-ma", options={"seats": 7}, names=names)
    sent(table, *(bet(seat, UTH) for seat in range(1, 8)))
    why = refused(table, bet(1, COVER_ALL))
    assert "Cover All has no column for 8 hands, the dealer's among them (ruling U2)" in why
    assert "13(k)" in why
    sent(table, bet(7, {}), bet(1, COVER_ALL))
    assert "cover_all" in table.state.seat(1).wagers


# ---- S24: acting for somebody --------------------------------------------------------------------------


def away(rulebook: str, deck: str, options: Mapping[str, object]) -> Table:
    """A table that waits for a player who is away."""
    table = opened(rulebook, deck, options=options, by_hand=())
    for seat in (1, 2):
        wagers = SIDES if rulebook == "dragon-md" else WAGERS[rulebook]
        sent(table, Command("player", "bet", seat, {"wagers": wagers, "ready": True}))
    sent(table, Command("player", "leave", 1))
    assert due(table.state).seat == 1
    return table


@pytest.mark.parametrize("args", [{"choice": "declare"}, {"choice": "fold"}, {"discard": "Ah"}])
def test_the_floor_says_nothing_on_a_players_behalf(args: dict[str, object]) -> None:
    """Ruling S24: so that no refusal tells the floor what is in the hand, and nobody declares wrongly."""
    table = away("colorado-ma-1", "", {"absent_player": "hold"})
    why = refused(table, Command("floor", "act", 1, args))
    assert f"'act' has no {next(iter(args))!r}; accepted: 'act' alone" in why


@pytest.mark.parametrize("hold", ["least_money", "hold"])
@pytest.mark.parametrize(
    ("rulebook", "deck", "options", "decisions"),
    [
        pytest.param("uth-ma", "", {}, ("check", "check", "fold"), marks=pytest.mark.clause("uth-ma", "6(e)")),
        pytest.param("lir-nj", "", {}, ("withdraw", "withdraw"), marks=pytest.mark.clause("lir-nj", "18.6(b)")),
        pytest.param("dragon-md", "", {}, ("fold",), marks=pytest.mark.clause("dragon-md", "7.C(1)")),
        pytest.param(
            "colorado-ma-1",
            "Ah Kd 2s 2c 8d 7s 9s 7c 3d",
            {},
            ("fold",),
            marks=pytest.mark.clause("colorado-ma-1", "6(b)"),
        ),
        pytest.param("colorado-ma-1", "Ah Kd 2s 2c 8d 7s 9s 7c 3d", {"version": "permissible"}, ("no bet",)),
        pytest.param("colorado-ma-1", "Ah Kd 2s Ad 8d 7s As 7c 3d", {}, ("declare",)),
    ],
)
def test_for_a_player_who_is_away_the_floor_takes_the_action_that_puts_up_no_money(
    rulebook: str, deck: str, options: dict[str, object], decisions: tuple[str, ...], hold: str
) -> None:
    """Rulings S10 and S24: and an instant winner is declared."""
    table = away(rulebook, deck, {"absent_player": hold, **options})
    while due(table.state).do == "decide":
        step = due(table.state)
        sent(table, Command("floor", "act", 1) if step.seat == 1 else answer(table, step))
    hand = next(hand for hand in ended(table).hands if hand.seat == 1)
    assert hand.decisions == decisions
    assert hand.staked == (SIDES if rulebook == "dragon-md" else WAGERS[rulebook])
    if rulebook.startswith("colorado") and decisions == ("no bet",):
        assert hand.discard == (6,)  # the card dealt last


@pytest.mark.clause("uth-ma", "6(e)")
def test_the_floor_acts_for_nobody_who_is_there_or_not_asked() -> None:
    table = opened("uth-ma", by_hand=())
    for seat in (1, 2):
        sent(table, Command("player", "bet", seat, {"wagers": UTH, "ready": True}))
    assert "seat 1 is not being waited for" in refused(table, Command("floor", "act", 1))
    sent(table, Command("player", "leave", 2))
    assert "seat 2 is not being waited for" in refused(table, Command("floor", "act", 2))
    assert "seat 0 is not being waited for" in refused(table, Command("floor", "act"))


def silent(rulebook: str, deck: str = "", **options: object) -> Table:
    """A table that asks a player who is there and says nothing."""
    table = opened(rulebook, deck, options=options, by_hand=())
    for seat in (1, 2):
        wagers = SIDES if rulebook == "dragon-md" else WAGERS[rulebook]
        sent(table, Command("player", "bet", seat, {"wagers": wagers, "ready": True}))
    assert (due(table.state).seat, table.state.seat(1).away) == (1, False)
    return table


@pytest.mark.parametrize(
    ("rulebook", "deck", "choice"),
    [
        pytest.param("uth-ma", "", "check", marks=pytest.mark.clause("uth-ma", "6(e)")),
        pytest.param("lir-nj", "", "withdraw", marks=pytest.mark.clause("lir-nj", "18.6(b)")),
        pytest.param("dragon-md", "", "fold", marks=pytest.mark.clause("dragon-md", "7.C(1)")),
        pytest.param(
            "colorado-ma-1", "Ah Kd 2s 2c 8d 7s 9s 7c 3d", "fold", marks=pytest.mark.clause("colorado-ma-1", "6(b)")
        ),
        pytest.param("colorado-ma-1", "Ah Kd 2s Ad 8d 7s As 7c 3d", "declare"),
    ],
)
def test_the_time_of_a_silent_player_runs_out_like_that_of_an_absent_one(rulebook: str, deck: str, choice: str) -> None:
    """Ruling S10."""
    table = silent(rulebook, deck)
    assert "seat 2 is not being waited for; accepted: a player who is asked" in refused(
        table, Command("house", "timeout", 2)
    )
    decided = next(event for event in sent(table, Command("house", "timeout", 1)) if event.kind == "decided")
    assert (decided.data["seat"], decided.data["choice"], decided.data["amount"]) == (1, choice, 0)
    assert due(table.state).seat == 2
    assert not table.state.seat(1).away
    sent(table, Command("house", "timeout", 2))
    for _ in range(10):
        if due(table.state).do == "decide":
            sent(table, Command("house", "timeout", due(table.state).seat))
    assert [seat for seat, _ in table.state.taken()] == [1, 2], "who was silent has not left"


@pytest.mark.clause("uth-ma", "6(e)")
def test_where_the_round_is_held_a_silent_player_is_waited_for_and_the_floor_does_not_act() -> None:
    """Rulings S10 and S24."""
    table = silent("uth-ma", absent_player="hold")
    why = refused(table, Command("house", "timeout", 1))
    assert "the round is held (ruling S10); accepted: an answer by the player, or a ruling by the floor" in why
    assert "seat 1 is not being waited for" in refused(table, Command("floor", "act", 1))
    sent(table, Command("player", "leave", 1))
    why = refused(table, Command("house", "timeout", 1))
    assert "the round is held (ruling S10); accepted: an action by the floor" in why
    sent(table, Command("floor", "act", 1))


@pytest.mark.clause("dragon-md", "7.C(2)")
def test_a_silent_player_folds_and_abandons_nothing() -> None:
    """A player who sits there has not left the round: what lives on after a fold lives on."""
    table = silent("dragon-md", absent_player="forfeit")
    sent(table, Command("house", "timeout", 1))
    assert table.state.seat(1).decisions == ("fold",)
    sent(table, Command("player", "leave", 2), Command("house", "timeout", 2))
    first, second = ended(table).hands
    assert second.decisions == ("abandoned",)
    assert {line.wager for line in second.lines if line.result == "lose"} == set(SIDES)
    assert not any("you left the round" in str(line) for line in first.lines)


@pytest.mark.clause("colorado-ma-1", "14(d)")
def test_what_rests_on_a_turn_taken_for_a_player_names_the_ruling() -> None:
    table = away("colorado-ma-1", "Ah Kd 2s 2c 8d 7s 9s 7c 3d", {})
    sent(table, Command("house", "timeout", 1))
    hand = next(seat for number, seat in table.state.taken() if number == 1)
    assert all("S10" in line.rulings for line in hand.lines)


# ---- D29: an abandoned hand ----------------------------------------------------------------------------

FORFEIT: dict[str, object] = {"absent_player": "forfeit"}


@pytest.mark.clause("dragon-md", "7.C(2)", "11.D(1)")
def test_an_abandoned_hand_is_collected_when_all_have_acted() -> None:
    """Ruling D29: as a fold is, with every wager on it lost."""
    table = away("dragon-md", "", FORFEIT)
    sent(table, Command("floor", "act", 1))
    assert dict(table.state.seat(1).wagers) == SIDES
    assert not table.state.seat(1).collected
    heard = sent(table, choose(2, "play"))
    collected = [event.data["of"] for event in heard if event.kind == "collected"]
    assert collected[0] == "1"
    settled = [event.data["line"] for event in heard if event.kind == "settled" and event.data["seat"] == 1]
    assert [(line.wager, line.result) for line in settled] == [(name, "lose") for name in SIDES]
    assert all(line.clauses == ("7.C(2)",) for line in settled)
    assert next(hand for hand in ended(table).hands if hand.seat == 1).decisions == ("abandoned",)


@pytest.mark.clause("dragon-md", "7.C(2)", "13.E")
def test_a_round_that_is_void_before_that_returns_an_abandoned_hand() -> None:
    """Rulings D26 and D29."""
    table = away("dragon-md", "", FORFEIT)
    sent(table, Command("floor", "act", 1))
    sent(table, fault("exposed"))
    assert ended(table).void
    assert [(line.result, line.back) for line in ended(table).hands[0].lines] == [("void", 500)] * 3


@pytest.mark.clause("dragon-md", "7.C(2)", "13.D")
def test_an_abandoned_hand_is_counted() -> None:
    """Ruling D29: a wrong number of cards in it voids the round when the dealer takes it up."""
    table = opened("dragon-md", options=FORFEIT, by_hand=["check", "call"])
    sent(table, fault("slip", how="double", at="1"))
    for seat in (1, 2):
        sent(table, Command("player", "bet", seat, {"wagers": WAGERS["dragon-md"], "ready": True}))
    sent(table, Command("player", "leave", 1), Command("floor", "act", 1))
    heard = sent(table, choose(2, "play"))
    assert "irregular.player_count" in _called(heard)
    assert ended(table).void


# ---- S33: buying chips ---------------------------------------------------------------------------------


def bought(seat: int, amount: object) -> Command:
    return Command("house", "buy", seat, {"amount": amount})


@pytest.mark.clause("uth-ma", "6(a)")
def test_a_player_short_of_money_buys_chips_when_asked_and_is_not_forced_to_fold() -> None:
    """Ruling S33."""
    table = opened("uth-ma", "Ah Kh 9c 8d 2s Qh Jh Th 3c 4d 5s", names=[], by_hand=())
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 1000}))
    sent(table, Command("player", "bet", 1, {"wagers": UTH, "ready": True}))
    why = refused(table, choose(1, "play 4x"))
    assert "play 4x costs $20 and $0 is left (ruling S33); accepted: a choice that you can pay for, or chips" in why
    heard = sent(table, bought(1, "$20"))
    assert [(event.kind, event.data) for event in heard] == [("bought", {"seat": 1, "amount": 2000})]
    sent(table, choose(1, "play 4x"))
    assert ended(table).hands[0].staked["play"] == 2000
    assert table.state.seat(1).bankroll > 3000


@pytest.mark.parametrize("amount", [0, -1, "0", "much", MOST_CENTS + 1, True, None])
def test_chips_are_bought_for_money(amount: object) -> None:
    table = opened("uth-ma")
    assert "amount cannot be" in refused(table, bought(1, amount))
    assert table.state.seat(1).bankroll == 100_000


def test_chips_are_bought_by_who_is_seated_whenever_the_dealer_is_not_dealing() -> None:
    """Ruling S33."""
    table = opened("uth-ma")
    assert "nobody sits at seat 3" in refused(table, bought(3, 500))
    assert "nobody sits at seat 0" in refused(table, bought(0, 500))
    assert "'buy' is not for the player" in refused(table, Command("player", "buy", 1, {"amount": 500}))
    sent(table, bought(1, 500), bet(1, UTH), bought(1, 500), *dealer("no more bets"))
    assert "the dealer is dealing (ruling S33)" in refused(table, bought(1, 500))
    sent(table, *dealer("deal"), bought(1, 500), bought(2, 500), choose(1, "check"))
    for do in ("burn", "community"):
        assert "the dealer is dealing" in refused(table, bought(1, 500))
        sent(table, *dealer(do))
    sent(table, Command("floor", "call", args={"what": "a player shouts"}), bought(1, 500))
    assert table.state.seat(1).bankroll == 100_000 + 4 * 500 - 1000
    assert table.state.seat(2).bankroll == 100_500


@pytest.mark.clause("uth-ma", "13(d)", "13(e)", "15(g)")
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
@pytest.mark.parametrize("jams", [False, True])
def test_cover_all_goes_back_with_a_notice_when_a_device_that_it_needs_is_removed(device: str, *, jams: bool) -> None:
    """Ruling U6, in the way of U2: the other wagers stand, and the table goes on by itself once all are ready."""
    table = opened("uth-ma", names=["first", "second"], by_hand=())
    sent(table, bet(1, COVER_ALL), Command("player", "bet", 2, {"wagers": UTH, "ready": True}))
    jam = [Command("device", "jam", args={"device": device})] * jams
    heard = sent(table, *jam, Command("floor", "put out", args={"device": device, "how": "removed"}))
    (notice,) = [event for event in heard if event.kind == "notice"]
    says = "Cover All of seat 1 goes back: the automated shoe and its shuffler are not both in use"
    assert notice.data["says"] == says
    assert notice.data["rulings"] == ("U6",)
    assert notice.data["clauses"]
    assert dict(table.state.seat(1).wagers) == {"ante": 500, "blind": 500, "trips": 500}
    assert table.state.seat(1).bankroll == 100_000 - 1_500
    while (seat := next((each for each, it in table.state.taken() if not it.ready), 0)) and not table.state.closed:
        sent(table, Command("player", "ready", seat))
    assert table.state.closed
    assert due(table.state).do == "decide"
