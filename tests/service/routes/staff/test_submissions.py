"""Submissions over HTTP: a form that objects while it is filled in, and keeps nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest
from support.service.houses import Inside, Visitor, inside

import croupier
from croupier.rulebook import Submission
from croupier.rulebook.sign import sign
from croupier.service.live.messages import encode


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), "uth-ma") as found:
        yield found


@pytest.fixture(scope="module")
def manager(house: Inside) -> Visitor:
    return house.hired("manager-with-form", "manager")


def checked(manager: Visitor, **fields: str) -> dict[str, Any]:
    answer = manager.post("/submissions", {"rulebook": "uth-ma", "fields": fields})
    assert answer.status_code == 200, answer.text
    said: dict[str, Any] = answer.json()
    return said


def test_a_form_that_stands_comes_with_its_options_text_and_sign(manager: Visitor) -> None:
    said = checked(manager, trips="B", minimum="10")
    expected = croupier.submission("uth-ma", trips="B", minimum="$10")
    assert (said["stands"], said["objections"]) == (True, [])
    assert said["options"] == expected.options()
    assert Submission.parse(said["submission"]) == expected
    assert encode(said["sign"]) == encode(asdict(sign(expected)))


def test_every_objection_names_its_field_its_clause_and_what_would_be_accepted(manager: Visitor) -> None:
    said = checked(manager, **{"trips": "<b>", "odds.blind.flush": "2 to 1", "minimum": "much"})
    assert said["stands"] is False
    about = {each["about"]: each for each in said["objections"]}
    assert set(about) == {"trips", "odds.blind.flush", "minimum"}
    assert all(each["accepted"] for each in about.values())
    assert about["odds.blind.flush"]["clauses"] == ["UTH 11(c)"]
    assert about["odds.blind.flush"]["rulings"] == ["S5"]
    assert said["options"] == {}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"rulebook": "poker"},
        {"rulebook": "uth-ma", "fields": {"trips": "x" * 201}},
        {"rulebook": "uth-ma", "fields": {"trips": 1}},
        {"rulebook": "uth-ma", "fields": {f"x{number}": "" for number in range(501)}},
        {"rulebook": "uth-ma", "options": {}},
    ],
)
def test_what_is_no_form_is_refused(manager: Visitor, body: dict[str, Any]) -> None:
    answer = manager.post("/submissions", body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["accepted"]


def test_forms_are_for_managers(house: Inside) -> None:
    for visitor in (house.guest(), house.hired("auditor-with-form", "auditor")):
        assert visitor.post("/submissions", {"rulebook": "uth-ma"}).status_code == 403
