"""Misread scans: corrected before a decision, the floor's after one, and on record after the settlement."""

from __future__ import annotations

from typing import Any

import pytest
from support.table.real_cards import RealTable
from support.table.tables import floor, kinds, player_at

from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.model.state import UNKNOWN
from croupier.table.views.narration import tell
from croupier.table.views.view import PUBLIC, Viewer, came_to, redact, view

TABLE = "uth-ma"


def _real(deck: str = "2c 7d 9h Js 4c 5d", rulebook: str = TABLE) -> RealTable:
    table = RealTable(rulebook, deck=deck)
    table.bets()
    return table


def _corrects(table: RealTable, of: str, number: int, card: str) -> Any:  # noqa: ANN401 - events
    return table.sent(floor("correct scan", of=of, number=number, card=card, reason="The scanner is dirty."))


def test_a_card_that_is_found_misread_before_a_decision_is_corrected_and_all_are_told() -> None:
    table = _real()
    table.until("decide")
    table.sent(Command("dealer", "report", args={"what": "misread", "of": "1", "number": 1}))
    assert table.state.pending == ("report", "reported by the dealer: the scanner misread card 1 of seat 1")
    heard = _corrects(table, "1", 1, "Ad")
    assert table.state.pending is None
    [event] = [event for event in heard if event.kind == "corrected"]
    told = redact(table.state, event, PUBLIC)
    assert told is not None
    assert tell(told, table.state.terms) == "A misread card is corrected, number 1 of seat 1. The scanner is dirty."
    mine = redact(table.state, event, player_at(1))
    assert mine is not None
    assert "Ad" in tell(mine, table.state.terms)
    assert view(table.state, player_at(1))["seats"][0]["cards"] == ["Ad", "7d"]
    assert view(table.state, player_at(2))["seats"][0]["cards"] == ["??", "??"]
    assert table.until().paid()[0] is False


@pytest.mark.parametrize("choice", ["play on", "void"])
def test_after_a_decision_it_is_corrected_and_the_floor_rules(choice: str) -> None:
    table = _real()
    table.until("burn")
    _corrects(table, "1", 2, "Ah")
    assert table.state.pending == (
        "irregularity", "a misread card of seat 1 was corrected after a decision that rests on it"
    )  # fmt: skip
    table.rules(choice)
    assert table.until().paid()[0] is (choice == "void")
    assert table.state.last.order[1] == table.state.terms.rulebook.deck.parse("Ah")[0]


def test_a_community_card_rests_on_the_decisions_after_it_and_the_dealers_on_none() -> None:
    table = RealTable(TABLE)
    table.bets()
    for seat in (1, 2):
        table.until("decide")
        table.sent(Command("player", "decide", seat, {"choice": "check"}))
    table.until("decide")
    heard = _corrects(table, "community", 2, "Qs")  # nobody has decided on the flop yet
    assert table.state.pending is None
    assert "Qs" in tell(heard[0], table.state.terms)
    _corrects(table, "dealer", 1, "Kd")
    assert table.state.pending is None
    table.sent(Command("player", "decide", 1, {"choice": "check"}))
    _corrects(table, "community", 1, "Qh")
    assert due(table.state).do == "rule"
    table.rules("play on")
    for choice in ("play 2x", "play 1x"):
        table.until("decide")
        table.sent(Command("player", "decide", table.state.cursor, {"choice": choice}))
    assert table.until().paid()[0] is False


@pytest.mark.parametrize("rulebook", ["lir-nj", "colorado-ma-1", "dragon-md"])
def test_a_misread_card_is_corrected_in_every_game(rulebook: str) -> None:
    table = RealTable(rulebook)
    table.bets()
    table.until("decide")
    faces = table.state.terms.rulebook.deck.faces
    _corrects(table, "1", 1, faces[-1])
    assert faces[table.state.order[table.state.at("1")[0]]] == faces[-1]
    place = "dealer" if table.state.dealer else "community"
    _corrects(table, place, 1, faces[-2])
    assert table.state.pending is None
    table.until("settle")
    assert table.until().paid()[0] is False


def test_a_card_that_was_taken_for_the_true_one_is_asked_for() -> None:
    table = _real()
    table.until("decide")
    _corrects(table, "1", 1, "9h")  # which the scans have at seat 2
    assert table.state.pending == ("misread", "card 1 of seat 2 was taken for that one, and is not known any more")
    assert table.state.order[table.state.at("2")[0]] == UNKNOWN
    assert due(table.state)[:2] == ("floor", "correct scan")
    assert "'correct scan' by the floor comes first" in table.refused("report", what="surplus")
    assert "the round cannot go on" in table.refused("rule", "floor", choice="play on", reason="x")
    _corrects(table, "2", 1, "2c")
    assert table.state.pending is None
    assert table.until().paid()[0] is False


def test_while_a_card_is_asked_for_no_other_correction_answers_the_question() -> None:
    table = _real()
    table.until("decide")
    _corrects(table, "1", 1, "9h")
    asked = table.state.pending
    again = {"of": "1", "number": 1, "card": "9h", "reason": "The button was pressed twice."}
    for args in (again, again | {"of": "2", "number": 2}, again | {"of": "dealer"}):
        assert "another card is asked for: card 1 of seat 2" in table.refused("correct scan", "floor", **args)
    assert table.state.pending == asked
    _corrects(table, "2", 1, "9h")  # after all: the first correction was wrong, and that card is asked for in turn
    assert table.state.pending == ("misread", "card 1 of seat 1 was taken for that one, and is not known any more")
    _corrects(table, "1", 1, "Ks")
    assert table.state.pending is None
    assert table.until().paid()[0] is False


@pytest.mark.parametrize("choice", ["play on", "void"])
def test_after_a_decision_the_floor_rules_first_and_the_other_card_is_asked_for_then(choice: str) -> None:
    table = _real()
    table.until("decide")
    table.step()  # seat 1 has decided
    _corrects(table, "1", 1, "9h")  # which the scans have at seat 2
    assert due(table.state).do == "rule"
    args = {"of": "2", "number": 1, "card": "Ks", "reason": "x"}
    assert "another question waits" in table.refused("correct scan", "floor", **args)
    table.rules(choice)
    if choice == "void":
        assert table.paid()[0] is True
        return
    assert due(table.state)[:2] == ("floor", "correct scan")
    _corrects(table, "2", 1, "Ks")
    assert table.state.pending is None
    assert table.until().paid()[0] is False


def test_a_card_in_the_rack_that_was_taken_for_the_true_one_is_not_asked_for() -> None:
    table = _real()
    table.until("community")  # a card was burned, unseen
    faces = table.state.terms.rulebook.deck.faces
    [burned] = table.state.rack
    _corrects(table, "dealer", 1, faces[table.state.order[burned]])
    assert table.state.pending is None
    assert table.state.order[burned] == UNKNOWN
    assert table.until().paid()[0] is False
    for viewer in (PUBLIC, player_at(1)):
        result = came_to(table.state, viewer)
        assert result is not None
        assert result["void"] is False


def test_a_card_that_went_back_to_the_shoe_is_scanned_again_if_it_was_taken_for_the_true_one() -> None:
    table = _real()
    table.until("decide")
    table.reports("wrong count", of="dealer", number=3, card="Kc")
    table.sent(Command("dealer", "count", args={"number": 52 - 7}))
    [back] = table.state.drawn
    _corrects(table, "1", 1, "Kc")
    assert table.state.pending is None
    assert table.state.order[back] == UNKNOWN
    table.shoe = [each for each in table.shoe if table.state.terms.rulebook.deck.faces[each] != "Kc"]
    assert table.until().paid()[0] is False


def test_a_card_that_lies_face_up_is_no_other() -> None:
    table = _real()
    table.until("community")
    table.step()
    up = table.state.terms.rulebook.deck.text([table.state.order[table.state.community[0]]])
    args = {"of": "1", "number": 1, "card": up, "reason": "x"}
    assert "is known to lie elsewhere" in table.refused("correct scan", "floor", **args)
    assert "no card 3 lies there" in table.refused("correct scan", "floor", **(args | {"number": 3}))
    assert "no card 1 lies there" in table.refused("correct scan", "floor", **(args | {"of": "4"}))
    table.sent(Command("dealer", "call", args={"what": "a shout"}))
    assert "another question waits" in table.refused("correct scan", "floor", **args)


def test_a_misread_that_was_reported_with_its_card_is_confirmed_and_one_without_is_ruled_on() -> None:
    table = _real()
    table.until("decide")
    table.reports("misread", of="1", number=1, card="3c")
    assert table.state.order[0] == table.state.terms.rulebook.deck.parse("3c")[0]
    table.reports("misread", of="2")
    assert due(table.state).do == "rule"
    table.rules("void")
    assert table.paid()[0] is True


def test_a_scan_that_was_right_is_corrected_without_a_word_so_that_nobody_learns_a_card() -> None:
    table = _real()
    table.until("decide")
    assert kinds(_corrects(table, "1", 1, "2c")) == ["corrected"]
    assert table.state.pending is None


def test_after_the_settlement_it_is_on_record_and_the_ledger_is_corrected() -> None:
    table = _real()
    table.until("settle")
    table.step()
    heard = _corrects(table, "dealer", 1, "Kd")
    assert heard[0].data["round"] == 1
    table.until()
    paid = table.paid()
    for place in ("dealer", "community", "1"):
        [event] = _corrects(table, place, 1, "Kc")
        assert "A card was misread in round 1" in tell(event, table.state.terms)
        assert "the ledger is corrected" in tell(event, table.state.terms)
    assert table.paid() == paid
    args = {"of": "1", "number": 3, "card": "Kc", "reason": "x"}
    assert "no card 3 lay there" in table.refused("correct scan", "floor", **args)
    assert "no round is in play" in table.refused("report", what="misread", of="1")


def test_after_the_round_a_hidden_card_is_told_to_its_player_and_not_to_whoever_has_the_seat_now() -> None:
    table = _real(rulebook="dragon-md", deck="")
    table.until("decide")
    table.sent(Command("player", "decide", 1, {"choice": "fold"}))
    table.until()
    played = table.state.last.hands[0].person
    face = table.state.terms.rulebook.deck.faces[40]
    table.sent(Command("player", "leave", 1))
    table.sent(Command("player", "sit", 1, {}, {"bankroll": 100_000}, "another"))
    [event] = _corrects(table, "1", 1, face)
    for viewer, knows in (
        (Viewer("player", played), True),
        (Viewer("player", "another"), False),
        (PUBLIC, False),
    ):
        told = redact(table.state, event, viewer)
        assert told is not None
        assert (face in tell(told, table.state.terms)) is knows, viewer


def test_before_any_round_nothing_was_misread() -> None:
    table = RealTable(TABLE)
    args = {"of": "1", "number": 1, "card": "Kc", "reason": "x"}
    assert "that round is not the last any more" in table.refused("correct scan", "floor", **args)
