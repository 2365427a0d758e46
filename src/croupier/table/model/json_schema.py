"""JSON Schema (draft 2020-12) of the declared commands, for clients of a table."""

from __future__ import annotations

from typing import Any

from croupier.cards import DECKS, Deck
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import PERSON
from croupier.table.model.declaration import METER, Argument, Declared, may_give
from croupier.table.model.state import Meter
from croupier.table.model.vocabulary import ASTRAY, SLIPS, TO_PLACE

_TO_PLACE = {"type": "string", "pattern": f"^{ASTRAY}$", "description": TO_PLACE}
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema(declared: Declared, deck: Deck | None = None) -> dict[str, Any]:
    """The schema of a command as it is sent: who gives it, at which seat, with which arguments.

    A client sends neither `by`, which the server adds, nor `supplied`, which the house and the card source add. With a
    deck, cards are those of the deck.
    """
    said = [each for each in declared.arguments if _is_said(declared, each)]
    added = [*(each for each in declared.arguments if not _is_said(declared, each)), METER]
    properties: dict[str, Any] = {
        "who": {"enum": list(declared.by), "description": "who gives it"},
        "do": {"const": declared.name},
        "args": _object(said, deck),
        "supplied": {**_object(added, deck), "readOnly": True},
        "by": {"type": "string", "pattern": f"^({PERSON})?$", "description": "the person, by an id", "readOnly": True},
    }
    if declared.at_seat:
        properties["seat"] = {"type": "integer", "minimum": 1, "description": "the seat that it is about"}
    needed = ["who", "do", *(["seat"] if declared.at_seat else []), *(["args"] if _needed(said) else [])]
    return {
        "$schema": _DRAFT,
        "title": declared.name,
        "description": f"{declared.means} Given {declared.when}.",
        "type": "object",
        "properties": properties,
        "required": needed,
        "additionalProperties": False,
    }


def schemas(deck: Deck | None = None) -> dict[str, dict[str, Any]]:
    """The schemas of all commands, by name."""
    return {name: schema(declared, deck) for name, declared in DECLARED.items()}


def _is_said(declared: Declared, about: Argument) -> bool:
    """True if a giver of the command gives it: a person, or the house, a device or a fault in its own commands."""
    return any(may_give(about, who) for who in declared.by)


def _needed(arguments: list[Argument]) -> list[str]:
    # An argument that the card source may supply is not required of the giver.
    return [each.name for each in arguments if each.needed and "card source" not in each.origins]


def _object(arguments: list[Argument], deck: Deck | None) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {each.name: _argument(each, deck) for each in arguments},
        "required": _needed(arguments),
        "additionalProperties": False,
    }


def _argument(about: Argument, deck: Deck | None) -> dict[str, Any]:
    described = {"description": about.means, "examples": [about.example]}
    if about.unit:
        described["x-unit"] = about.unit
    described["x-origin"] = " or ".join(about.origins)
    return {**_value(about, deck), **described}


def _value(about: Argument, deck: Deck | None) -> dict[str, Any]:
    number = {"type": "integer", "minimum": about.least, "maximum": about.most}
    least = 1 if about.kind == "wagers" else max(about.least, 0)  # a wager of nothing is none
    cents = {"type": "integer", "minimum": least, "maximum": about.most, "description": "whole cents"}
    some = {"pattern": "[1-9]"} if about.kind == "wagers" else {}
    money = {"anyOf": [cents, {"type": "string", "description": "in the table's currency: $5, 2.50, €1,000", **some}]}
    switch = {"anyOf": [{"type": "boolean"}, {"enum": ["yes", "no"]}]}
    card = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": _last(deck)}, {"type": "string"}]}
    cards = {"anyOf": [{"type": "array", "items": card, "maxItems": about.most}, {"type": "string"}]}
    kinds: dict[str, dict[str, Any]] = {
        "text": {"type": "string", "minLength": 1, "maxLength": about.most},
        "slip": {"anyOf": [{"const": how, "description": means} for how, means in SLIPS.items()] + [_TO_PLACE]},
        "number": number,
        "money": money,
        "switch": switch,
        "choice": {"enum": list(about.among)},
        "card": card,
        "cards": cards,
        "card or cards": {"anyOf": [card["anyOf"][0], *cards["anyOf"]]},
        "order": cards,
        "hex": {"type": "string", "pattern": f"^[0-9a-f]{{{about.most}}}$"},
        "wagers": {"type": "object", "additionalProperties": money},
        "many or cards": {"anyOf": [number, *cards["anyOf"]]},
        "count": {"anyOf": [number, *switch["anyOf"]]},
        "meter": {
            "type": "object",
            "properties": dict.fromkeys(Meter._fields, number),
            "required": list(Meter._fields),
            "additionalProperties": False,
        },
    }
    return kinds[about.kind]


def _last(deck: Deck | None) -> int:
    return len(deck) - 1 if deck is not None else max(map(len, DECKS.values())) - 1
