"""The declared commands as JSON Schema: what a table takes fits the schema, and what does not fit is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

import croupier
from croupier.cards import DECKS, STANDARD
from croupier.money import MOST_CENTS
from croupier.rulebook import load
from croupier.table.decide import open_table
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.declaration import METER, Argument, Declared, may_give
from croupier.table.model.json_schema import schema, schemas
from croupier.table.model.validation import admitted
from croupier.table.model.vocabulary import SLIPS

ARGUMENTS = [(command, about) for command in DECLARED.values() for about in command.arguments]
every_argument = pytest.mark.parametrize(
    ("command", "about"), ARGUMENTS, ids=[f"{command.name}-{about.name}" for command, about in ARGUMENTS]
)
TYPES: dict[str, type] = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}


def fits(asked: Mapping[str, Any], value: object) -> bool:
    """Whether a value fits a schema, as far as the schemas here go."""
    if "anyOf" in asked and not any(fits(each, value) for each in asked["anyOf"]):
        return False
    if ("enum" in asked and value not in asked["enum"]) or ("const" in asked and value != asked["const"]):
        return False
    kind = asked.get("type")
    if kind and (not isinstance(value, TYPES[kind]) or (kind == "integer" and isinstance(value, bool))):
        return False
    if isinstance(value, str):
        return asked.get("minLength", 0) <= len(value) <= asked.get("maxLength", len(value)) and bool(
            re.search(asked.get("pattern", ""), value)
        )
    if isinstance(value, int):
        return int(asked.get("minimum", value)) <= value <= int(asked.get("maximum", value))
    if isinstance(value, list):
        items = asked.get("items", {})
        return len(value) <= asked.get("maxItems", len(value)) and all(fits(items, each) for each in value)
    return _fits_object(asked, value) if isinstance(value, dict) else True


def _fits_object(asked: Mapping[str, Any], value: dict[str, Any]) -> bool:
    if not set(asked.get("required", ())) <= set(value):
        return False
    known, rest = asked.get("properties", {}), asked.get("additionalProperties", True)
    for name, each in value.items():
        other = rest if isinstance(rest, dict) else {}
        if (name not in known and rest is False) or not fits(known.get(name, other), each):
            return False
    return True


def is_said(command: Declared, about: Argument) -> bool:
    return any(may_give(about, who) for who in command.by)


def sent_with(command: Declared, about: Argument, value: object) -> dict[str, Any]:
    """A command as it goes over a wire."""
    body: dict[str, Any] = {"who": command.by[0], "do": command.name, "args": {}}
    if command.at_seat:
        body["seat"] = 1
    for each in command.arguments:
        if each.needed or each is about:
            place = "args" if is_said(command, each) else "supplied"
            body.setdefault(place, {})[each.name] = value if each is about else each.example
    return body


TABLE = open_table(croupier.submission("uth-ma"), training=True)


def taken(body: Mapping[str, Any]) -> bool:

    command = Command(body["who"], body["do"], body.get("seat", 0), body["args"], body.get("supplied", {}))
    try:
        admitted(TABLE, command)
    except RefusedError:
        return False
    return True


VALUES: tuple[object, ...] = (
    *(None, True, False, -1, 0, 1, 2, 10, 52, 60, 61, 10**11, MOST_CENTS, MOST_CENTS + 1, 10**30, 0.5),
    *("", "x", "x" * 24, "x" * 25, "x" * 200, "x" * 201, "yes", "no", "5", "$5", "Ah", "Ah Kd", "00ff", "zz"),
    *("play on", "void", "shoe", "shuffler", "removed", "hand", "lost", "slip", "double", "blue"),
    *([], [0], ["Ah"], ["Ah", 3], [None], [99], list(range(52)), list(range(61)), {}, {"ante": 500}, {"ante": "$5"}),
    *({"ante": None}, {"ante": -1}, {"ante": MOST_CENTS + 1}, {"ante": [500]}),
)


def test_every_command_has_its_schema() -> None:
    found = schemas()
    assert set(found) == set(DECLARED)
    assert json.loads(json.dumps(found)) == found
    for name, each in found.items():
        assert each["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert each["title"] == name
        assert each["properties"]["who"]["enum"] == list(DECLARED[name].by)
        assert ("seat" in each["required"]) == DECLARED[name].at_seat
        assert DECLARED[name].means in each["description"]


def test_a_schema_says_what_belongs_to_every_command() -> None:
    properties = schema(DECLARED["bet"])["properties"]
    assert properties["who"] == {"enum": ["player"], "description": "who gives it"}
    assert properties["do"] == {"const": "bet"}
    assert properties["seat"] == {"type": "integer", "minimum": 1, "description": "the seat that it is about"}
    person = {"pattern": "^([A-Za-z0-9_-]{1,64})?$", "description": "the person, by an id", "readOnly": True}
    assert properties["by"] == {"type": "string", **person}
    assert schema(DECLARED["bet"])["required"] == ["who", "do", "seat", "args"]
    assert schema(DECLARED["ready"])["required"] == ["who", "do", "seat"]
    assert schema(DECLARED["deal"])["required"] == ["who", "do"]


def test_money_is_described_as_a_person_writes_it_and_as_a_program_does() -> None:
    bankroll = schema(DECLARED["buy"])["properties"]["args"]["properties"]["amount"]
    assert bankroll["anyOf"] == [
        {"type": "integer", "minimum": 1, "maximum": MOST_CENTS, "description": "whole cents"},
        {"type": "string", "description": "in the table's currency: $5, 2.50, €1,000"},
    ]


def test_a_wager_of_nothing_is_none_as_a_number_and_as_text() -> None:
    wagers = schema(DECLARED["bet"])["properties"]["args"]["properties"]["wagers"]
    taken = [value for value in (0, 1, 500, "0", "$0", "$0.00", "$0.05", "$5") if fits(wagers, {"ante": value})]
    assert taken == [1, 500, "$0.05", "$5"]


def test_the_slips_of_a_hand_are_listed_each_with_its_meaning() -> None:
    how = schema(DECLARED["fault"])["properties"]["args"]["properties"]["how"]
    assert {each["const"]: each["description"] for each in how["anyOf"] if "const" in each} == SLIPS
    taken = ["double", "sideways", "to dealer", "to community", "to 3", "to PLACE", "to 0"]
    assert [each for each in taken if fits(how, each)] == ["double", "to dealer", "to community", "to 3"]


@every_argument
def test_an_argument_is_described_with_its_origin_and_an_example_that_fits(command: Declared, about: Argument) -> None:
    properties = schema(command)["properties"]
    place = "args" if is_said(command, about) else "supplied"
    described = properties[place]["properties"][about.name]
    assert described["description"]
    assert described["x-origin"] == " or ".join(about.origins)
    assert described.get("x-unit", "") == about.unit
    assert fits(described, about.example)
    # What the card source may supply too is not asked of a person.
    alone = about.origins == ("person",) or "person" not in about.origins
    assert (about.name in properties[place]["required"]) == (about.needed and alone)
    if place == "supplied":
        assert properties["supplied"]["readOnly"] is True


@every_argument
def test_what_the_giver_says_is_not_supplied_and_what_is_supplied_nobody_says(
    command: Declared, about: Argument
) -> None:
    properties = schema(command)["properties"]
    mine, added = set(properties["args"]["properties"]), set(properties["supplied"]["properties"])
    assert about.name in (mine if is_said(command, about) else added)
    assert not mine & added


# What JSON may bring for each kind of argument; the table looks at the rest.
BROUGHT: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "number": (int,),
    "money": (int, str),
    "switch": (bool, str),
    "choice": (str,),
    "card": (int, str),
    "cards": (list, str),
    "card or cards": (int, list, str),
    "order": (list, str),
    "hex": (str,),
    "slip": (str,),
    "wagers": (dict,),
    "many or cards": (int, list, str),
    "count": (int, bool, str),
}


@every_argument
def test_of_another_type_nothing_fits(command: Declared, about: Argument) -> None:
    properties = schema(command)["properties"]
    described = properties["args" if is_said(command, about) else "supplied"]["properties"][about.name]
    wrong = [value for value in VALUES if type(value) not in BROUGHT[about.kind]]
    assert wrong
    assert not [value for value in wrong if fits(described, value)]


@every_argument
def test_what_a_table_takes_fits_and_what_does_not_fit_is_refused(command: Declared, about: Argument) -> None:
    asked = schema(command)
    some = 0
    for value in (*VALUES, about.example):
        body = sent_with(command, about, value)
        if taken(body):
            some += 1
            assert fits(asked, body), value
        else:
            assert not fits(asked, body) or about.kind not in {"number", "choice", "switch"}, value
    assert some


def test_every_schema_has_the_meter_that_the_house_sends_along() -> None:
    for name, each in schemas().items():
        body: dict[str, Any] = {"who": DECLARED[name].by[0], "do": name, "seat": 1}
        described = each["properties"]["supplied"]
        assert described["readOnly"] is True
        assert METER.name not in described["required"]
        about = described["properties"][METER.name]
        assert about["x-origin"] == "house"
        assert fits(about, METER.example)
        for wrong in ({"amount": 1, "version": 1}, {"amount": -1, "version": 1, "resets": 1}, 7, {"luck": 1}):
            assert not fits(about, wrong)
        assert not fits(each, {**body, "args": {METER.name: METER.example}})


def test_an_unknown_argument_fits_no_schema() -> None:
    for name, each in schemas().items():
        body = {"who": DECLARED[name].by[0], "do": name, "seat": 1, "args": {"luck": 1}}
        assert not fits(each, body)


def test_without_a_deck_a_card_is_one_of_the_largest() -> None:
    discard = schema(DECLARED["decide"])["properties"]["args"]["properties"]["discard"]
    largest = max(DECKS.values(), key=len)
    assert fits(discard, len(largest) - 1)
    assert not fits(discard, len(largest))


def test_with_a_deck_a_card_is_one_of_it() -> None:
    for deck in (STANDARD, load("dragon-md").deck):
        discard = schema(DECLARED["decide"], deck)["properties"]["args"]["properties"]["discard"]
        assert fits(discard, len(deck) - 1)
        assert not fits(discard, len(deck))
