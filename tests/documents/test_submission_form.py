"""A submission as a form: every option of every rulebook has a field, and what is filled in is checked as a file is."""

from __future__ import annotations

import pytest

import croupier
from croupier.documents.submission_form import filled_in, options_of
from croupier.rulebook import NAMES, Submission, load
from croupier.rulebook.submission_text import written

PROGRESSIVE = {
    "progressive.seed": "$10,000",
    "progressive.increment": "$0.50",
    "progressive.rows.royal_flush": "100%",
    "progressive.rows.straight_flush": "$500",
}


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_form_stands_and_has_a_field_for_every_option(name: str) -> None:
    form = filled_in(load(name), {})
    assert form.objections == ()
    assert form.submission == Submission(load(name))
    assert {each.name.partition(".")[0] for each in form.fields} >= set(load(name).options)
    assert len({each.name for each in form.fields}) == len(form.fields)


@pytest.mark.parametrize("name", NAMES)
def test_a_form_filled_in_with_what_holds_changes_nothing(name: str) -> None:
    book = load(name)
    empty = filled_in(book, {})
    again = filled_in(book, {each.name: each.holds for each in empty.fields if each.open})
    assert again.objections == ()
    assert [(each.name, each.holds) for each in again.fields] == [(each.name, each.holds) for each in empty.fields]


def test_what_is_objected_to_stands_beside_its_field_and_the_rest_stays() -> None:
    form = filled_in(load("uth-ma"), {"trips": "Z", "minimum": "$10", "odds.blind.flush": "2 to 1"})
    assert [(each.field, each.refusal.clauses) for each in form.objections] == [
        ("trips", load("uth-ma").options["trips"].clauses),
        ("odds.blind.flush", ("11(c)",)),
    ]
    assert form.submission.options() == {"minimum": "$10"}


def test_a_progressive_is_set_up_field_by_field() -> None:
    form = filled_in(load("uth-ma"), PROGRESSIVE | {"progressive.stake": "$1"})
    stakes = load("uth-ma").options["progressive"].stake
    if stakes is not None:
        form = filled_in(load("uth-ma"), PROGRESSIVE)
    assert [str(each.refusal) for each in form.objections] == []
    held = {each.name: each.holds for each in form.fields}
    assert held["progressive.rows.royal_flush"] == "100%"
    assert held["progressive.rows.straight_flush"] == "$500"
    without = {name: text for name, text in PROGRESSIVE.items() if name != "progressive.seed"}
    (objection,) = filled_in(load("uth-ma"), without).objections
    assert (objection.field in without, "lacks 'seed'" in objection.refusal.why) == (True, True)


@pytest.mark.parametrize(
    "filled",
    [
        {"trips": "B", "trips.deeper": "1"},
        {"trips.deeper": "1", "trips": "B"},
        {"progressive": "on", "progressive.rows.x": "1"},
        {"progressive.rows": "x", "progressive.rows.royal_flush": "$1"},
        {"odds": "x"},
        {"odds.blind": "x"},
        {".": "x", "..": "y", "": "z"},
        {"rulebook": "lir-nj"},
        {"no_such": "<script>"},
    ],
)
def test_what_is_no_form_is_objected_to_and_breaks_nothing(filled: dict[str, str]) -> None:
    form = filled_in(load("uth-ma"), filled)
    assert form.objections
    assert all(each.refusal.accepted for each in form.objections)


def test_empty_fields_are_as_if_they_were_not_there() -> None:
    assert filled_in(load("uth-ma"), {"trips": "  ", "minimum": ""}).submission.options() == {}
    assert options_of({}) == {}


@pytest.mark.parametrize(
    "submission",
    [
        croupier.submission("uth-ma", trips="B", minimum="$10"),
        Submission.of(load("uth-ma"), options_of(PROGRESSIVE)),
        Submission.of(load("uth-ma"), {"odds": {"trips": {"flush": "8 to 1"}}}),
    ],
)
def test_a_submission_that_was_written_is_read_again_as_it_was(submission: Submission) -> None:
    assert Submission.parse(written(submission)) == submission
