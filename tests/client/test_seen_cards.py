"""Cards that a client saw dealt: by their numbers, by their faces, and without a place once they may have moved."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.client.answers import Message
from croupier.client.seen_cards import SeenCards
from croupier.table.model.events import Event

DECK = ["2c", "2d", "2h", "2s", "3c", "3d", "2c"]  # two of them look alike
DEAL = (
    ("dealt", {"to": 1, "card": 0}),
    ("dealt", {"to": 1, "card": 1}),
    ("dealt", {"to": 2}),
    ("dealt", {"to": "dealer"}),
)


def message(*events: tuple[str, dict[str, Any]], number: int = 1, is_whole: bool = True, **shown: Any) -> Message:  # noqa: ANN401 - of a view
    seats = [
        {"seat": seat, "cards": list(cards), "discard": list(discard)}
        for seat, (cards, discard) in shown.get("seats", {}).items()
    ]
    cards = {"dealer": shown.get("dealer", []), "community": shown.get("community", [])}
    view: Any = {"round": number, **cards, "seats": seats}
    told = tuple(Event(*each) for each in events)
    return Message("t", 1, view, (1,), (), events=told, is_whole=is_whole)


def heard(*messages: Message) -> SeenCards:
    seen = SeenCards()
    for each in messages:
        seen.hear(each)
    return seen


CLOSED: tuple[str, dict[str, Any]] = ("closed", {})


def test_cards_are_kept_by_whose_they_were() -> None:
    seen = heard(
        message(CLOSED, *DEAL),
        message(("community", {"card": 2}), ("community", {"card": 2})),
        message(("turned", {"of": "dealer", "cards": [3, 4]}), ("turned", {"of": 2, "cards": [5]})),
    )
    assert seen.faces(DECK) == ({"1": ["2c", "2d"], "community": ["2h"], "dealer": ["2s", "3c"], "2": ["3d"]}, [])
    assert seen.seats == [1]


def test_a_card_that_a_view_shows_and_an_event_has_told_is_one() -> None:
    seen = heard(message(CLOSED, *DEAL[:1], seats={1: (["2c", "??"], []), 2: (["??", "??"], [])}))
    assert seen.faces(DECK) == ({"1": ["2c"]}, [])
    seen.hear(message(seats={1: (["2c", "2c"], ["2d"])}, dealer=["??", "3c"], community=["2h"]))
    assert seen.faces(DECK) == ({"1": ["2c", "2c", "2d"], "dealer": ["3c"], "community": ["2h"]}, [])


def test_after_a_gap_what_a_view_shows_is_all_that_is_known() -> None:
    seen = heard(
        message(CLOSED, *DEAL[:2]),
        message(number=2, is_whole=False, seats={1: (["3c"], []), 2: ([], ["2h"])}),
    )
    assert (seen.faces(DECK), seen.seats) == (({"1": ["3c"], "2": ["2h"]}, []), [1])
    seen.hear(message(number=2, is_whole=False, seats={1: ([], [])}))
    assert seen.faces(DECK)[0]["1"] == ["3c"], "of one round it stays"
    assert heard(message(number=1, seats={2: (["3c"], [])})).seats == [], "another's seat is not one's own"


def test_with_the_next_round_all_is_forgotten() -> None:
    seen = heard(message(CLOSED, *DEAL, ("exposed", {"card": 5})), message(CLOSED, ("dealt", {"to": 1, "card": 4})))
    assert (seen.faces(DECK), seen.seats) == (({"1": ["3c"]}, []), [1])


@pytest.mark.parametrize("kind", ["irregular", "put_right", "dealer_void", "ruled"])
def test_cards_that_may_have_moved_are_kept_without_a_place(kind: str) -> None:
    seen = heard(message(CLOSED, *DEAL[:2], (kind, {}), community=["2h"]))
    assert seen.faces(DECK) == ({}, ["2c", "2d", "2h"])


@pytest.mark.parametrize("kind", ["exposed", "found_face_up"])
def test_a_card_that_was_seen_apart_is_nobodys(kind: str) -> None:
    assert heard(message(CLOSED, *DEAL[:1], (kind, {"card": 5}))).faces(DECK) == ({}, ["2c", "3d"])


@pytest.mark.parametrize(
    ("events", "shown", "moved"),
    [
        ([("burned", {"of": "community"})], {}, False),
        ([("community", {"card": 2}), ("burned", {"of": "community"})], {}, True),
        ([("community", {"card": 2}), ("burned", {})], {}, False),
        ([("community", {"card": 2}), ("revealed", {"of": "community"})], {}, False),
        ([], {"community": ["2h"]}, False),
    ],
)
def test_a_burned_community_card_moves_those_that_lie_there(events: list[Any], shown: Any, moved: bool) -> None:  # noqa: ANN401, FBT001 - of a view; a state
    by_holder, apart = heard(message(CLOSED, *DEAL[:1], *events, **shown)).faces(DECK)
    assert (by_holder == {}, bool(apart)) == (moved, moved)


def test_a_burned_community_card_moves_one_that_a_view_has_shown() -> None:
    seen = heard(message(CLOSED, *DEAL[:1], community=["2h"]), message(("burned", {"of": "community"})))
    assert seen.faces(DECK) == ({}, ["2c", "2h"])


def test_a_number_that_the_deck_does_not_have_stays_a_number() -> None:
    seen = heard(message(CLOSED, ("dealt", {"to": 1, "card": 99}), ("dealt", {"to": 1, "card": -1})))
    assert seen.faces(DECK) == ({"1": ["-1", "99"]}, [])
