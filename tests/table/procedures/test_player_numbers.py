"""Players' numbers and sessions: what counts in a shuffle, what is owed to who gave one, and when secrets are told."""

from __future__ import annotations

import pytest
from support.table.committed import ANN, BOB, PLACE, bets, gives, kinds, number, plays_out, ready, sits, table_of
from support.table.tables import WAGERS, refused, sent

import croupier
from croupier.cards import STANDARD
from croupier.rulebook import NAMES
from croupier.table.fairness.card_sources import CardSource, Physical, Random, Scripted
from croupier.table.fairness.shuffle import Draws, digest, secret_of
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import PUBLISHES
from croupier.table.play.card_feed import FeedError
from croupier.table.play.runner import Table
from croupier.table.views.view import PUBLIC, Viewer, redact, view

# ---- a number in the shuffle ---------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", NAMES)
def test_the_first_number_sends_a_deck_back_that_was_shuffled_without_any(rulebook: str) -> None:
    """Ruling S34."""
    table = table_of(ANN, rulebook=rulebook)
    first = table.state.root
    heard = sent(table, bets(1, ANN, rulebook=rulebook, ready=True, **gives(ANN, 1)))
    assert kinds(heard)[:4] == ["placed", "number", "notice", "unloaded"]
    assert "closed" not in kinds(heard)
    made = table.state.decks[table.state.playing].shuffle
    assert (made.numbers, made.persons) == ((number(ANN, 1),), (ANN,))
    assert made.order == Draws(made.secret, PLACE, made.number, made.numbers).order(made.order)
    assert table.state.root != first
    assert not table.state.seat(1).ready
    assert dict(table.state.seat(1).wagers) == WAGERS[rulebook]
    sent(table, ready(1, ANN, **gives(ANN, 2)))
    assert table.state.closed


def test_the_numbers_of_a_round_go_into_the_next_shuffle() -> None:
    table = table_of(ANN, BOB)
    sent(table, ready(1, ANN, **gives(ANN, 1)))
    for count in (2, 3):
        shuffle = count  # each shuffle after the first has the numbers that were given before it
        sent(table, bets(1, ANN, ready=True, **gives(ANN, count)), bets(2, BOB, ready=True, **gives(BOB, count - 1)))
        plays_out(table)
        made = table.state.decks[0].shuffle
        assert made.number == shuffle + 1
        assert made.numbers == tuple(sorted([number(ANN, count), number(BOB, count - 1)]))


def test_where_two_decks_alternate_the_other_is_shuffled_once_the_numbers_are_in() -> None:
    table = table_of(ANN, options={"decks": "two"})
    assert [deck.status for deck in table.state.decks] == ["in play", "stacked"]
    sent(table, ready(1, ANN, **gives(ANN, 1)))
    for count in (2, 3, 4):
        sent(table, bets(1, ANN, ready=True, **gives(ANN, count)))
        other = table.state.decks[1 - table.state.playing].shuffle
        assert other.numbers == (number(ANN, count),)
        plays_out(table)
        assert table.state.decks[table.state.playing].shuffle == other


def test_a_deck_that_waits_without_a_number_is_shuffled_again_before_it_is_loaded() -> None:
    """Ruling S34: a number may come with the wagers before the cards are in the shoe."""
    table = table_of(ANN, by_hand=["load"])
    assert due(table.state).do == "load"
    sent(table, bets(1, ANN, **gives(ANN, 1)))
    heard = sent(table, Command("dealer", "load"))
    assert (heard[0].kind, heard[0].data["status"]) == ("prepared", "used")
    assert table.state.decks[0].shuffle.numbers == (number(ANN, 1),)
    assert kinds(sent(table, Command("dealer", "load"))) == ["loaded"]


def test_who_sits_down_after_the_shuffle_plays_and_is_not_in_it() -> None:
    table = table_of(ANN)
    sent(table, ready(1, ANN, **gives(ANN, 1)))
    sent(table, sits(2, BOB), bets(2, BOB, ready=True, **gives(BOB, 1)), bets(1, ANN, ready=True, **gives(ANN, 2)))
    assert table.state.closed
    assert table.state.decks[0].shuffle.persons == (ANN,)


def test_one_person_at_two_places_has_one_number() -> None:
    table = table_of(ANN, rulebook="lir-nj", options={"two_positions": "yes"})
    assert "a number of yours is promised already" in refused(table, sits(2, ANN))
    sent(table, Command("player", "sit", 2, {}, {"bankroll": 100_000}, ANN), ready(2, ANN, **gives(ANN, 1)))
    assert table.state.decks[0].shuffle.numbers == (number(ANN, 1),)
    sent(table, ready(1, ANN, **gives(ANN, 2)))
    assert "your number for the next shuffle is on record" in refused(table, ready(2, ANN, **gives(ANN, 3)))
    assert view(table.state, PUBLIC)["numbers"] == [1, 2]


# ---- what does not count -------------------------------------------------------------------------------


def left_out(table: Table) -> list[int]:
    """Whom the next shuffle leaves out."""
    heard: list[Event] = []
    table.listeners.append(lambda _, __, decision: heard.extend(decision.events))
    plays_out(table)
    return list(next(event for event in heard if event.kind == "shuffled").data["left_out"])


def mixed() -> Table:
    """Two players, and a deck with the first one's number."""
    table = table_of(ANN, BOB)
    sent(table, ready(1, ANN, **gives(ANN, 1)))
    return table


def test_a_number_that_is_missing_is_left_out_and_that_is_on_record() -> None:
    table = mixed()
    sent(table, bets(1, ANN, ready=True, **gives(ANN, 2)), bets(2, BOB, ready=True))
    assert left_out(table) == [2]
    assert table.state.decks[0].shuffle.persons == (ANN,)


def test_a_number_whose_hash_was_another_does_not_count_and_that_is_on_record() -> None:
    table = mixed()
    wrong = {"number": number("eve", 1), "next": digest(number(BOB, 2))}
    heard = sent(table, bets(1, ANN, ready=True, **gives(ANN, 2)), bets(2, BOB, ready=True, **wrong))
    given = {event.data["seat"]: event.data["counts"] for event in heard if event.kind == "number"}
    assert given == {1: True, 2: False}
    plays_out(table)
    assert table.state.decks[0].shuffle.persons == (ANN,)
    sent(table, bets(1, ANN, ready=True), bets(2, BOB, ready=True, **gives(BOB, 2)))
    assert left_out(table) == [1]
    assert table.state.decks[0].shuffle.persons == (BOB,)


def test_who_comes_when_a_number_is_known_cannot_fit_one_to_it() -> None:
    """Its hash was not on record before the first number for that shuffle was."""
    table = mixed()
    sent(table, bets(1, ANN, **gives(ANN, 2)), Command("player", "leave", 2, by=BOB), sits(2, BOB))
    sent(table, ready(1, ANN), bets(2, BOB, ready=True, **gives(BOB, 1)))
    assert left_out(table) == []
    assert table.state.decks[0].shuffle.persons == (ANN,)
    sent(table, bets(1, ANN, ready=True, **gives(ANN, 3)), bets(2, BOB, ready=True, **gives(BOB, 2)))
    plays_out(table)
    assert set(table.state.decks[0].shuffle.persons) == {ANN, BOB}


def test_a_number_that_was_given_stays_in_when_its_person_leaves() -> None:
    """Or leaving would be a way to withhold it after the others were known."""
    table = mixed()
    sent(table, ready(2, BOB, **gives(BOB, 1)), Command("player", "leave", 2, by=BOB))
    sent(table, bets(1, ANN, ready=True, **gives(ANN, 2)))
    plays_out(table)
    assert set(table.state.decks[0].shuffle.persons) == {ANN, BOB}
    assert BOB not in table.state.promises


def test_a_number_is_given_once_and_a_promise_is_kept_or_lost() -> None:
    table = mixed()
    sent(table, ready(2, BOB, **gives(BOB, 1)))
    assert "your number for the next shuffle is on record (ruling S34)" in refused(
        table, ready(2, BOB, **gives(BOB, 2))
    )
    fresh = digest(number("eve", 1))
    assert "a number is promised (ruling S34); accepted: that number" in refused(table, ready(1, ANN, next=fresh))
    sent(table, ready(1, ANN, number=number(ANN, 2)))
    assert table.state.promises[ANN].hash == ""


def test_who_gives_no_numbers_plays_without() -> None:
    table = table_of()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}), bets(1, "", ready=True))
    assert table.state.closed
    table = mixed()
    sent(table, Command("player", "sit", 3, {}, {"bankroll": 100_000}, "p-cy"), ready(3, "p-cy"))
    sent(table, ready(3, "p-cy", next=digest(number("p-cy", 1))))
    assert table.state.promises["p-cy"].hash == digest(number("p-cy", 1))


@pytest.mark.parametrize("source", [Scripted(STANDARD, []), Physical()], ids=["scripted", "real cards"])
def test_no_number_goes_into_cards_that_are_not_committed_to(source: CardSource) -> None:
    table = Table(croupier.submission("uth-ma"), source)
    table.open()
    assert "and no number goes into their shuffle" in refused(table, sits(1, ANN))
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}, ANN))
    assert f"the cards here are {source.kind}" in refused(table, bets(1, ANN, **gives(ANN, 1)))
    commitments = {"session": "00" * 32, "commitment": "00" * 32}
    assert "and nothing is committed to" in refused(table, Command("house", "open", args=commitments))


@pytest.mark.parametrize(
    "value", ["", "00", "0" * 63, "0" * 65, "G" * 64, "A" * 64, 7, None, True, b"0" * 64, ["0"] * 64]
)
def test_what_is_no_number_is_refused(value: object) -> None:
    table = table_of(ANN)
    assert "number: 64 hexadecimal digits" in refused(table, ready(1, ANN, number=value))
    assert "next: 64 hexadecimal digits" in refused(table, ready(1, ANN, next=value))


# ---- ready ---------------------------------------------------------------------------------------------


def test_a_root_is_shown_while_its_cards_stand_ready_or_are_dealt_and_not_after() -> None:
    table = table_of(ANN, by_hand=["load"])
    assert view(table.state, PUBLIC)["root"] == ""
    sent(table, Command("dealer", "load"), ready(1, ANN, **gives(ANN, 1)))
    sent(table, Command("dealer", "load"))
    shown = view(table.state, PUBLIC)["root"]
    sent(table, bets(1, ANN, ready=True, **gives(ANN, 2)))
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


def test_who_promised_a_number_is_not_ready_without_it_for_cards_that_hold_none() -> None:
    table = table_of(ANN)
    why = refused(table, ready(1, ANN))
    assert "the cards were shuffled without a number of any player (ruling S34)" in why
    assert "accepted: 'ready' with the number that you promised" in why


def test_a_dealer_does_not_deal_cards_that_hold_no_number_to_who_could_have_given_one() -> None:
    table = table_of(ANN, by_hand=["no more bets"])
    sent(table, bets(1, ANN))
    why = refused(table, Command("dealer", "no more bets"))
    assert "the cards were shuffled without a number of any player, and seat 1 could have given one" in why
    sent(
        table,
        Command("player", "sit", 2, {}, {"bankroll": 100_000}),
        bets(2, ""),
        bets(1, ANN)._replace(args={"wagers": {}}),
    )
    sent(table, Command("dealer", "no more bets"))
    assert table.state.closed


def test_bets_do_not_close_on_a_player_who_was_ready_for_other_cards() -> None:
    """Ruling S34: a dealer closes without who is slow, but not without who was ready when the deck was another."""
    table = table_of(ANN, BOB, rulebook="dragon-md")
    sent(table, ready(1, ANN, **gives(ANN, 1)), bets(1, ANN, rulebook="dragon-md", ready=True, **gives(ANN, 2)))
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
    sent(table, bets(1, ANN, **gives(ANN, 1)))
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
    sent(table, ready(1, ANN, **gives(ANN, 1)), bets(1, ANN, ready=True))
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
    sent(table, ready(1, ANN, **gives(ANN, 1)))
    sent(table, Command("house", "clock", args={"now": 24 * 3600 - 1}), bets(1, ANN, ready=True, **gives(ANN, 2)))
    sent(table, Command("dealer", "no more bets"), Command("house", "clock", args={"now": 24 * 3600}))
    plays_out(table)
    sent(table, bets(1, ANN, ready=True, **gives(ANN, 3)))
    why = refused(table, Command("dealer", "no more bets"))
    assert "the session has lasted 24 hours (ruling S34); accepted: a new session" in why
    table.close()


def test_a_session_that_has_lasted_does_not_close_its_bets_by_itself() -> None:
    table = table_of(ANN)
    sent(table, ready(1, ANN, **gives(ANN, 1)), Command("house", "clock", args={"now": 24 * 3600}))
    sent(table, bets(1, ANN, ready=True, **gives(ANN, 2)))
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
