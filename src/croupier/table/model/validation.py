"""Validator of commands: returns the arguments as declared, or refuses with what would be accepted.

It handles any value of any type or size without raising anything else: types are compared exactly, so that no method
of a foreign object is called, and the part of a value that a refusal shows is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from croupier.cards import CardError, Deck
from croupier.citations import keeps
from croupier.money import MOST_CENTS, Cents, MoneyError, dollars
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import PERSON, ROLES, Command, RefusedError, whoever_has
from croupier.table.model.declaration import MOST_CARDS, SUPPLIED, Argument, Declared, may_give
from croupier.table.model.state import Meter, State
from croupier.table.model.vocabulary import ASTRAY, SLIPS

_SHOWN = 40  # characters of a value in a refusal
_PERSON = re.compile(PERSON)
_HEX = re.compile("[0-9a-f]*")
_ASTRAY = re.compile(ASTRAY)


@keeps("dealer.runs")
def admitted(state: State, command: object) -> tuple[Declared, Mapping[str, Any]]:
    """Validate a command: return its declaration and its arguments, of their declared kind, or raise a RefusedError."""
    if type(command) is not Command:
        raise RefusedError("that is no command", "a Command: who, do, seat, args")
    fields: tuple[object, ...] = command
    who, do, seat, args, supplied, by = fields
    declared = DECLARED.get(do) if type(do) is str else None
    if declared is None or (declared.only_in_training and not state.fixed.training):
        _refuse_command(state, do)
    if type(who) is not str or who not in declared.by:
        _refuse_role(who, declared)
    if type(by) is not str or (by and _PERSON.fullmatch(by) is None):
        accepted = "by: the id of a person, 1 to 64 letters from A to Z, digits, _ and -; or none"
        raise RefusedError(f"by cannot be {shown(by)}", accepted, declared.rule, about="by")
    if type(seat) is not int or not 0 <= seat <= len(state.seats):
        _refuse_seat(state, seat)
    holder = state.seats[seat - 1] if seat and who == "player" and not declared.takes_seat else None
    if holder is not None and holder.person != (by or whoever_has(seat)):  # first: so that others learn nothing more
        why, accepted = f"seat {seat} is another player's", "a command by the player who has the seat"
        raise RefusedError(why, accepted, "seat.seated", about="by")
    values = _values(state, declared, args, who)
    if type(supplied) is not dict or supplied:
        values = _joined(declared, values, _values(state, declared, supplied, SUPPLIED))
    for name in declared.needs:
        if name not in values:
            accepted = accepts(declared.named[name], state.terms.money)
            raise RefusedError(f"{do!r} lacks {name}", accepted, declared.rule, about=name)
    return declared, values


def _refuse_command(state: State, do: object) -> NoReturn:
    names = [each.name for each in DECLARED.values() if not each.only_in_training or state.fixed.training]
    raise RefusedError(f"{shown(do)} is nothing that anyone can do at this table", ", ".join(names))


def _refuse_role(who: object, declared: Declared) -> NoReturn:
    if type(who) is not str or who not in ROLES:
        raise RefusedError(f"{shown(who)} is nobody at a table", ", ".join(declared.by), declared.rule)
    accepted = f"{declared.name!r} by the {' or the '.join(declared.by)}"
    raise RefusedError(f"{declared.name!r} is not for the {who}", accepted, declared.rule)


def _refuse_seat(state: State, seat: object) -> NoReturn:
    rules = ["seat.most"] if state.terms.binds("seat.most") else []
    ruling = state.terms.rulebook.options["seats"].ruling
    rulings = () if rules or not ruling else (ruling,)
    accepted = f"a seat from 1 to {len(state.seats)}"
    raise RefusedError(f"there is no seat {shown(seat)}", accepted, *rules, rulings=rulings, about="seat")


def _values(state: State, declared: Declared, given: object, by: str) -> dict[str, Any]:
    """Validate arguments; one that is unknown, of another kind, or not the giver's to give is refused."""
    if type(given) is not dict:
        raise RefusedError("the arguments are no arguments", "arguments by name", declared.rule)
    open_to, values = declared.open_to[by], {}
    for name, value in given.items():
        about = open_to.get(name) if type(name) is str else None
        if about is None:
            _refuse_argument(state, declared, name, supplied=by == SUPPLIED)
        values[name] = read = _READ[about.kind](state, about, value)
        if read is None:
            accepted = accepts(about, state.terms.money)
            raise RefusedError(f"{name} cannot be {shown(value)}", accepted, declared.rule, about=name)
    return values


def _joined(declared: Declared, said: dict[str, Any], supplied: dict[str, Any]) -> dict[str, Any]:
    for name in said:
        if name in supplied:
            raise RefusedError(f"{name} was given twice", "it once", declared.rule, about=name)
    return said | supplied


def _refuse_argument(state: State, declared: Declared, name: object, *, supplied: bool) -> NoReturn:
    """Refuse an argument that the command does not have, or that another party gives."""
    about = declared.named.get(name) if type(name) is str else None
    if about is None:
        raise RefusedError(f"{declared.name!r} has no {shown(name)}", _takes(state, declared), declared.rule)
    whose = "whoever gives the command" if supplied else f"the {about.origins[0]}"
    why = f"{about.name} is for {whose} to give, and for nobody else"
    raise RefusedError(why, f"{declared.name!r} without {about.name}", declared.rule, about=about.name)


def _takes(state: State, declared: Declared) -> str:
    given = [each for each in declared.arguments if any(may_give(each, who) for who in declared.by)]
    said = [f"{each.name} ({accepts(each, state.terms.money).partition(': ')[2]})" for each in given]
    return f"{declared.name!r} {'with ' + ', '.join(said) if said else 'alone'}"


# ---- values ------------------------------------------------------------------------------------------------


def shown(value: object) -> str:
    """A value within a refusal: short, and without a call of any method that is not a plain type's."""
    if type(value) is str:
        return repr(value if len(value) <= _SHOWN else value[:_SHOWN] + "…")
    if type(value) is int:
        return str(value) if abs(value) <= MOST_CENTS else "a number that large"
    return repr(value) if value is None or type(value) is bool else "that"


def accepts(about: Argument, money: Callable[[Cents], str] = dollars) -> str:
    """Describe the values that are accepted for an argument, with amounts in a table's currency."""
    unit = f" {about.unit}" if about.unit else ""
    said = {
        "text": f"1 to {about.most} letters",
        "number": f"a whole number from {about.least} to {about.most}{unit}",
        "money": f"from {money(about.least)} to {money(about.most)}, as text, or as whole cents",
        "switch": "yes or no",
        "hex": f"{about.most} hexadecimal digits",
        "choice": f"one of {', '.join(about.among)}",
        "card": "a card of the deck, as text or by its number",
        "card or cards": "a card of the deck, as text or by its number, or several",
        "many or cards": "a whole number of cards, or the cards",
        "slip": f"{', '.join(SLIPS)}, or to and a place: a seat's number, dealer or community",
        "count": f"yes, no, or the number counted, up to {about.most}",
        "wagers": f"wagers by name, each up to {money(about.most)}, as text, or as whole cents",
        "meter": f"amount in cents, version and resets by name, each a whole number from 0 to {about.most}",
    }
    return f"{about.name}: {said.get(about.kind, about.means)}"


# Parsers, one for each kind: they return None for a value of another kind.


def _text(_: State, about: Argument, value: object) -> str | None:
    if type(value) is not str:
        return None
    text = value.strip()
    return text if 1 <= len(text) <= about.most and value.isprintable() else None


def _number(_: State, about: Argument, value: object) -> int | None:
    return value if type(value) is int and about.least <= value <= about.most else None


def _money(state: State, about: Argument, value: object) -> int | None:
    try:
        amount = state.terms.cents(value) if type(value) is str and len(value) <= _SHOWN else value
    except MoneyError:
        return None
    return amount if type(amount) is int and about.least <= amount <= about.most else None


def _switch(_: State, about: Argument, value: object) -> bool | None:  # noqa: ARG001 - one shape for all
    if type(value) is bool:
        return value
    return value == "yes" if type(value) is str and value in ("yes", "no") else None


def _choice(_: State, about: Argument, value: object) -> str | None:
    return value if type(value) is str and value in about.among else None


def _card(state: State, about: Argument, value: object) -> int | None:  # noqa: ARG001 - one shape for all
    if type(value) is int:
        return value if 0 <= value < state.fixed.deck_size else None
    found = _parsed(state.terms.rulebook.deck, value) if type(value) is str else ()
    return found[0] if len(found) == 1 else None


def _parsed(deck: Deck, text: str) -> tuple[int, ...]:
    try:
        return deck.parse(text) if len(text) <= 4 * MOST_CARDS else ()
    except CardError:
        return ()


def _cards(state: State, about: Argument, value: object) -> tuple[int, ...] | None:
    """Parse cards from text, or from a list of texts and numbers; named copies of one card are taken in order."""
    if type(value) is str:
        return _parsed(state.terms.rulebook.deck, value) or None
    if (type(value) is not list and type(value) is not tuple) or len(value) > about.most:
        return None
    if set(map(type, value)) <= _WHOLE:
        fits = not value or (min(value) >= 0 and max(value) < state.fixed.deck_size)
        return tuple(value) if fits else None
    texts = [each for each in value if type(each) is str]
    deck = state.terms.rulebook.deck
    one_each = all(len(_parsed(deck, text)) == 1 for text in texts)
    named = iter(_parsed(deck, " ".join(texts)) if one_each else ())
    found = [next(named, None) if type(each) is str else _card(state, about, each) for each in value]
    return tuple([each for each in found if each is not None]) if None not in found else None


def _card_or_cards(state: State, about: Argument, value: object) -> tuple[int, ...] | None:
    if type(value) is int:
        card = _card(state, about, value)
        return None if card is None else (card,)
    return _cards(state, about, value)


def _hex(_: State, about: Argument, value: object) -> str | None:
    return value if type(value) is str and len(value) == about.most and _HEX.fullmatch(value) else None


def _many_or_cards(state: State, about: Argument, value: object) -> int | tuple[int, ...] | None:
    return _number(state, about, value) if type(value) is int else _cards(state, about, value)


def _count(state: State, about: Argument, value: object) -> bool | int | None:
    return _number(state, about, value) if type(value) is int else _switch(state, about, value)


def _slip(_: State, about: Argument, value: object) -> str | None:  # noqa: ARG001 - one shape for all
    return value if type(value) is str and (value in SLIPS or _ASTRAY.fullmatch(value)) else None


def _wagers(state: State, about: Argument, value: object) -> dict[str, int] | None:
    if type(value) is not dict or len(value) > len(state.terms.rulebook.wagers):
        return None
    read: dict[str, int] = {}
    for name, given in value.items():
        stake = _money(state, about, given)
        if type(name) is not str or len(name) > _SHOWN or not stake:
            return None
        read[name] = stake
    return read


def _meter(state: State, about: Argument, value: object) -> Meter | None:
    """Parse a meter, in whole numbers only: there is one way to write it, so that two can be compared."""
    if type(value) is not dict or [type(name) for name in value] != [str] * len(Meter._fields):
        return None
    parts = [_number(state, about, value.get(name)) for name in Meter._fields]
    return Meter(*[each for each in parts if each is not None]) if None not in parts else None


_WHOLE = {int}
_READ: dict[str, Callable[[State, Argument, object], Any]] = {
    "text": _text,
    "number": _number,
    "money": _money,
    "switch": _switch,
    "choice": _choice,
    "card": _card,
    "cards": _cards,
    "card or cards": _card_or_cards,
    "order": _cards,
    "hex": _hex,
    "many or cards": _many_or_cards,
    "count": _count,
    "slip": _slip,
    "wagers": _wagers,
    "meter": _meter,
}
