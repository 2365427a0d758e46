"""Players' numbers and sessions: what goes into a last cut, promises that are broken, and when secrets are told."""

from __future__ import annotations

from typing import Any

import pytest
from support.table.committed import (
    ANN,
    BOB,
    PLACE,
    bets,
    gives,
    kinds,
    number,
    plays_out,
    ready,
    reveals,
    sits,
    table_of,
)
from support.table.tables import refused, sent

import croupier
from croupier.cards import STANDARD
from croupier.rulebook import NAMES
from croupier.table.fairness.card_sources import CardSource, Physical, Random, Scripted
from croupier.table.fairness.shuffle import Draws, digest, last_cut, secret_of
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import PUBLISHES
from croupier.table.play.card_feed import FeedError
from croupier.table.play.runner import Table
from croupier.table.views.view import PUBLIC, Viewer, redact, view

# ---- the last cut ------------------------------------------------------------------------------------------


def closed(*persons: str, rulebook: str = "uth-ma", **about: Any) -> Table:  # noqa: ANN401 - of a table
    """A table whose bets have closed on persons who have promised a number each."""
    table = table_of(*persons, rulebook=rulebook, **about)
    for seat, person in enumerate(persons, start=1):
        sent(table, bets(seat, person, rulebook=rulebook, ready=True))
    return table


@pytest.mark.parametrize("rulebook", NAMES)
def test_s37_the_numbers_decide_which_places_of_the_committed_deck_are_dealt(rulebook: str) -> None:
    table = closed(ANN, BOB, rulebook=rulebook)
    root, made, cuts = table.state.root, table.state.decks[0].shuffle, table.state.decks[0].cuts
    assert (due(table.state).do, table.state.dealt) == ("give number", 0)
    sent(table, reveals(2, BOB))
    assert table.state.dealt == 0, "no card is dealt before the last number"
    heard = sent(table, reveals(1, ANN))
    assert kinds(heard)[:2] == ["revealed", "permuted"]
    numbers = sorted([number(ANN, 1), number(BOB, 1)])
    places = last_cut(root, PLACE, made.number, numbers, len(made.order))
    turned = sum(cuts)
    assert table.state.order == tuple(made.order[(each + turned) % len(made.order)] for each in places)
    assert made.order == Draws(made.secret, PLACE, made.number).order(range(len(made.order))), "the secret alone"
    assert table.state.root == root
    assert "dealt" in kinds(heard)


def test_the_numbers_are_asked_for_in_any_order_and_once() -> None:
    table = closed(ANN, BOB)
    assert view(table.state, PUBLIC)["owing"] == [1, 2]
    sent(table, reveals(2, BOB))
    seen = view(table.state, PUBLIC)
    assert (seen["owing"], seen["numbers"]) == ([1], [2])
    assert "no number of yours is waited for (ruling S37)" in refused(table, reveals(2, BOB, 2))


def test_without_a_promise_there_is_no_step() -> None:
    table = table_of()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}), bets(1, "", ready=True))
    assert due(table.state).do == "decide"
    assert "no number of yours is waited for" in refused(table, reveals(1, ""))


def test_a_promise_may_come_with_a_bet_and_change_until_bets_close() -> None:
    table = table_of()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}, ANN))
    sent(table, bets(1, ANN, next=digest(number(ANN, 7))), ready(1, ANN, next=digest(number(ANN, 1))))
    assert view(table.state, PUBLIC)["promises"] == {"1": digest(number(ANN, 1))}
    assert "this is not the number that you promised" in refused(table, reveals(1, ANN, 7))
    sent(table, reveals(1, ANN))
    assert table.state.decks[0].shuffle.numbers == (number(ANN, 1),)
    assert table.state.promises[ANN].hash == digest(number(ANN, 2)), "the next was promised with it"


def test_who_sits_down_during_a_round_is_not_waited_for() -> None:
    table = closed(ANN)
    sent(table, sits(2, BOB))
    assert view(table.state, PUBLIC)["owing"] == [1]
    sent(table, reveals(1, ANN))
    assert table.state.decks[0].shuffle.persons == (ANN,)


def test_who_does_not_bet_is_not_waited_for() -> None:
    table = table_of(ANN, BOB)
    sent(table, ready(2, BOB), bets(1, ANN, ready=True))
    assert table.state.owing == (ANN,)


def test_one_person_at_two_places_has_one_number() -> None:
    table = table_of(ANN, rulebook="lir-nj", options={"two_positions": "yes"})
    sent(table, sits(2, ANN), *[bets(seat, ANN, rulebook="lir-nj", ready=True) for seat in (1, 2)])
    other = Command("player", "give number", 2, gives(ANN, 1), by=ANN)
    assert view(table.state, PUBLIC)["owing"] == [1, 2]
    sent(table, other)
    assert table.state.decks[0].shuffle.numbers == (number(ANN, 1),)
    assert view(table.state, PUBLIC)["numbers"] == [1, 2]


def test_a_promise_that_the_round_waits_for_cannot_be_changed_from_another_place() -> None:
    table = table_of(ANN, rulebook="lir-nj", options={"two_positions": "yes"})
    sent(table, bets(1, ANN, rulebook="lir-nj", ready=True))
    other = Command("player", "sit", 2, {"next": digest(number("eve", 1))}, {"bankroll": 100_000}, ANN)
    assert "the round waits for the number that you promised before (ruling S37)" in refused(table, other)


# ---- a promise that is broken ------------------------------------------------------------------------------


def timeout(seat: int) -> Command:
    return Command("house", "timeout", seat)


def test_the_round_goes_on_without_a_number_and_its_person_counts_no_more() -> None:
    table = closed(ANN, BOB)
    sent(table, reveals(1, ANN))
    heard = sent(table, timeout(2))
    assert kinds(heard)[:2] == ["withheld", "permuted"]
    made = table.state.decks[0].shuffle
    assert (made.persons, made.withheld, table.state.tally.withheld) == ((ANN,), 1, 1)
    plays_out(table)
    heard = sent(table, bets(2, BOB, ready=True, next=digest(number(BOB, 2))))
    assert [event.data["counts"] for event in heard if event.kind == "promised"] == [False]
    sent(table, bets(1, ANN, ready=True))
    assert table.state.owing == (ANN,)
    assert BOB not in view(table.state, PUBLIC)["promises"]


def test_a_round_of_broken_promises_alone_is_dealt_as_it_lies() -> None:
    table = closed(ANN)
    order = table.state.order
    heard = sent(table, timeout(1))
    assert kinds(heard)[0] == "withheld"
    assert table.state.order == order
    assert table.state.decks[0].shuffle.withheld == 1


def test_who_breaks_a_promise_and_sits_down_again_is_known_still() -> None:
    table = closed(ANN)
    sent(table, timeout(1))
    plays_out(table)
    sent(table, Command("player", "leave", 1, by=ANN), sits(1, ANN), bets(1, ANN, ready=True))
    assert due(table.state).do == "decide"


def test_nobody_is_timed_out_whose_number_is_there() -> None:
    table = closed(ANN, BOB)
    sent(table, reveals(1, ANN))
    assert "seat 1 is not being waited for" in refused(table, timeout(1))


# ---- cards that were to change after "No more bets" --------------------------------------------------------

REASON = {"reason": "A card was seen."}
BY_FLOOR: dict[str, dict[str, Any]] = {
    "recut": {"rulebook": "lir-nj", "options": {"shuffling": "manual"}, "by_hand": ["deal"]},
    "order shuffle": {"rulebook": "dragon-md", "by_hand": ["deal"]},
}


@pytest.mark.parametrize("do", ["recut", "order shuffle"])
def test_before_the_first_number_the_cards_may_change(do: str) -> None:
    table = closed(ANN, BOB, **BY_FLOOR[do])
    was = table.state.decks[0]
    sent(table, Command("floor", do, args=REASON))
    assert table.state.owing == (ANN, BOB)
    sent(table, reveals(1, ANN), reveals(2, BOB))
    made = table.state.decks[0]
    assert set(made.shuffle.persons) == {ANN, BOB}
    assert (made.shuffle.number, len(made.cuts)) == ((was.shuffle.number, 2) if do == "recut" else (2, len(was.cuts)))


@pytest.mark.parametrize("do", ["recut", "order shuffle"])
@pytest.mark.parametrize("persons", [[ANN], [ANN, BOB]], ids=["one of two numbers", "both numbers"])
def test_once_a_number_is_revealed_a_change_of_the_cards_voids_the_round(do: str, persons: list[str]) -> None:
    table = closed(ANN, BOB, **BY_FLOOR[do])
    sent(table, *[reveals(1 + [ANN, BOB].index(person), person) for person in persons])
    heard = sent(table, Command("floor", do, args=REASON))
    assert [event.data["void"] for event in heard if event.kind == "over"] == [True]
    assert table.state.last is not None
    assert [(each.shuffle, each.end) for each in table.state.last.ends] == [(1, "void")]
    assert table.state.promises[ANN].hash == digest(number(ANN, 2)), "a number that was heard is not asked for again"
    assert not table.state.owing


def test_no_card_is_dealt_while_a_number_is_owed() -> None:
    table = closed(ANN, by_hand=["deal"])
    why = refused(table, Command("dealer", "deal"))
    assert "'deal' is not what comes now" in why
    assert "accepted: 'give number' by the player at seat 1" in why


def test_a_lost_card_stays_lost_wherever_the_numbers_put_it() -> None:
    table = Table(croupier.submission("uth-ma"), Random("seed"), ALL_STEPS - {"deal"}, training=True, place=PLACE)
    table.open()
    sent(table, sits(1, ANN))
    table.feed()
    for fault in ({"what": "lost", "position": 3}, {"what": "face up", "position": 5}):
        sent(table, Command("fault", "fault", args=fault))
    lost, face_up = table.state.order[3], table.state.order[5]
    sent(table, bets(1, ANN, ready=True), reveals(1, ANN))
    assert [table.state.order[each] for each in table.state.lost] == [lost]
    assert [table.state.order[each] for each in table.state.upside_down] == [face_up]
    assert table.state.present == 51


@pytest.mark.parametrize("source", [Scripted(STANDARD, []), Physical()], ids=["scripted", "real cards"])
def test_no_number_goes_into_cards_that_are_not_committed_to(source: CardSource) -> None:
    table = Table(croupier.submission("uth-ma"), source)
    table.open()
    assert "and no number goes into their last cut" in refused(table, sits(1, ANN))
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}, ANN))
    assert f"the cards here are {source.kind}" in refused(table, bets(1, ANN, next="00" * 32))
    commitments = {"session": "00" * 32, "commitment": "00" * 32}
    assert "and nothing is committed to" in refused(table, Command("house", "open", args=commitments))


@pytest.mark.parametrize(
    "value", ["", "00", "0" * 63, "0" * 65, "G" * 64, "A" * 64, 7, None, True, b"0" * 64, ["0"] * 64]
)
def test_what_is_no_number_is_refused(value: object) -> None:
    table = closed(ANN)
    assert "number: 64 hexadecimal digits" in refused(table, reveals(1, ANN)._replace(args={"number": value}))
    assert "next: 64 hexadecimal digits" in refused(table, sits(2, BOB)._replace(args={"next": value}))


# ---- ready ---------------------------------------------------------------------------------------------


def test_a_root_is_shown_while_its_cards_stand_ready_or_are_dealt_and_not_after() -> None:
    table = table_of(ANN, by_hand=["load"])
    assert view(table.state, PUBLIC)["root"] == ""
    sent(table, Command("dealer", "load"))
    shown = view(table.state, PUBLIC)["root"]
    sent(table, bets(1, ANN, ready=True), reveals(1, ANN))
    assert view(table.state, PUBLIC)["root"] == shown != ""
    plays_out(table)
    assert table.state.phase == "preparing"
    assert view(table.state, PUBLIC)["root"] == ""


def test_nobody_is_ready_for_cards_that_are_not_committed_to_yet() -> None:
    """Ruling S34; wagers are taken all the same (S28)."""
    table = table_of(ANN, by_hand=["load"])
    accepted = "wagers without 'ready', and 'ready' when the root is published"
    for command in (ready(1, ANN), bets(1, ANN, ready=True)):
        why = refused(table, command)
        assert why.endswith(f": the cards are not committed to yet (ruling S34); accepted: {accepted}")
    sent(table, bets(1, ANN))


def test_bets_do_not_close_on_a_player_who_was_ready_for_other_cards() -> None:
    """Ruling S34: a dealer closes without who is slow, but not without who was ready when the deck was another."""
    table = table_of(ANN, BOB, rulebook="dragon-md")
    sent(table, bets(1, ANN, rulebook="dragon-md", ready=True))
    sent(table, bets(2, BOB, rulebook="dragon-md"), Command("floor", "order shuffle", args={"reason": "To be sure."}))
    close = Command("dealer", "no more bets")
    assert "seat 1 was ready for other cards than these (ruling S34)" in refused(table, close)
    sent(table, bets(1, ANN, rulebook="dragon-md"))
    assert "accepted: 'ready' again, or the wager taken back" in refused(table, close)
    sent(table, ready(1, ANN), close)
    assert table.state.closed


# ---- a session -----------------------------------------------------------------------------------------


def test_a_session_opens_once_and_before_its_cards() -> None:
    table = Table(croupier.submission("uth-ma"), Random("seed"), place=PLACE)
    assert due(table.state)[:2] == ("house", "open")
    assert "the session is not open" in refused(table, Command("house", "receive"))
    table.open()
    opened = Command("house", "open", args={"session": "00" * 32, "commitment": "00" * 32})
    assert "the session is open; accepted: one opening" in refused(table, opened)


def test_the_close_sends_everybody_home_with_their_money_and_takes_the_cards_away() -> None:
    table = table_of(ANN, BOB)
    heard: list[Event] = []
    table.listeners.append(lambda _, __, decision: heard.extend(decision.events))
    sent(table, bets(1, ANN))
    del heard[:]
    table.close()
    assert kinds(heard) == ["placed", "left", "left", "unloaded", "removed", "ended"]
    assert [event.data["bankroll"] for event in heard if event.kind == "left"] == [100_000, 100_000]
    assert not table.state.decks
    for command in (sits(1, ANN), Command("house", "receive"), Command("house", "clock", args={"now": 5})):
        assert "the session is over; accepted: a new session" in refused(table, command)
    assert due(table.state)[:2] == ("house", "open")


def test_a_session_closes_while_its_cards_are_being_prepared_too() -> None:
    table = table_of(ANN, options={"decks": "two"}, by_hand=["load"])
    table.close()
    assert table.state.phase == "over"


def test_no_session_closes_during_a_round() -> None:
    table = table_of(ANN)
    sent(table, bets(1, ANN, ready=True))
    with pytest.raises(FeedError, match="a round is in play; accepted: the close between rounds"):
        table.close()


@pytest.mark.parametrize("args", [{}, {"seed": "00" * 32}])
def test_a_session_closes_with_its_own_seed_alone(args: dict[str, str]) -> None:
    why = refused(table_of(), Command("house", "close", args=args))
    assert "this is not the seed that the session was opened with" in why


def test_a_table_that_committed_to_nothing_closes_without_a_seed() -> None:
    table = Table(croupier.submission("uth-ma"), Scripted(STANDARD, []))
    table.open()
    assert "nothing was committed to" in refused(table, Command("house", "close", args={"seed": "00" * 32}))
    table.close()
    assert table.state.phase == "over"


@pytest.mark.parametrize("publishes", PUBLISHES)
def test_the_seed_is_told_after_the_session_to_whom_the_house_has_said(publishes: str) -> None:
    table = table_of(ANN, publishes=publishes)
    assert view(table.state, PUBLIC)["publishes"] == publishes
    heard: list[Event] = []
    table.listeners.append(lambda _, __, decision: heard.extend(decision.events))
    table.close()
    told = redact(table.state, heard[-1], Viewer("player", ANN))
    assert told is not None
    seed = Random("seed").close()["seed"]
    assert dict(told.data) == ({"published": seed} if publishes == "at once" else {})
    assert heard[-1].data["seed"] == seed
    assert digest(secret_of(seed, PLACE, 2)) == table.state.commitment


def test_a_session_lasts_a_day_at_most_and_turns_over_between_rounds() -> None:
    table = table_of(ANN, by_hand=["no more bets"])
    sent(table, Command("house", "clock", args={"now": 24 * 3600 - 1}), bets(1, ANN, ready=True))
    sent(table, Command("dealer", "no more bets"), Command("house", "clock", args={"now": 24 * 3600}), reveals(1, ANN))
    plays_out(table)
    sent(table, bets(1, ANN, ready=True))
    why = refused(table, Command("dealer", "no more bets"))
    assert "the session has lasted 24 hours (ruling S34); accepted: a new session" in why
    table.close()


def test_a_session_that_has_lasted_does_not_close_its_bets_by_itself() -> None:
    table = table_of(ANN)
    sent(table, Command("house", "clock", args={"now": 24 * 3600}))
    sent(table, bets(1, ANN, ready=True))
    assert not table.state.closed


def test_cards_that_come_shuffled_are_committed_to_as_well() -> None:
    table = Table(croupier.submission("uth-ma", pre_shuffled="yes"), Random("seed"), place=PLACE)
    commitments = table.source.open(PLACE)
    assert commitments is not None
    table.send(Command("house", "open", args=commitments))
    brought = table.source.shuffle(range(52), PLACE, 1)
    came = Command("house", "receive", args={"pre_shuffled": True}, supplied=brought)
    assert "is its own; accepted: a deck without one" in refused(table, came._replace(args={}))
    sent(table, came)
    assert len(view(table.state, PUBLIC)["root"]) == 64
    assert table.state.decks[0].shuffle.number == 1
