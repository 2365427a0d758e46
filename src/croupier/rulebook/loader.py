"""Loader of rulebooks: parses the package's TOML files; no other module knows their format.

A key that no part of a rulebook has is refused, so that a misspelt one is not silently ignored.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cache
from importlib import resources
from typing import Any, TypeVar, get_args

from croupier.errors import CroupierError
from croupier.money import CURRENCIES, USD, Currency
from croupier.rulebook import pay
from croupier.rulebook.completion.bases import founded
from croupier.rulebook.completion.editions import Raw, completed
from croupier.rulebook.model import (
    AtMost,
    Clause,
    Condition,
    Ground,
    Instruction,
    Limit,
    LooksAt,
    Notice,
    Option,
    Part,
    PayRow,
    PayTable,
    Rulebook,
    Ruling,
    Sign,
    SignNote,
    Term,
    UnknownError,
    Wager,
    is_under,
)

T = TypeVar("T")
_DATA = resources.files("croupier.rulebook") / "data"
_SHARED = {"rules.toml", "instructions.toml", "shared.toml"}
# Every other file is a rulebook, so that a new one needs no registration.
NAMES = tuple(
    sorted(
        path.name.removesuffix(".toml")
        for path in _DATA.iterdir()
        if path.name.endswith(".toml") and path.name not in _SHARED
    )
)
BASES = tuple(sorted(path.name.removesuffix(".toml") for path in (_DATA / "bases").iterdir()))  # that others follow
_BRACED = re.compile(r"\{([^{}]+)\}")


class RulebookError(CroupierError, ValueError):
    """A data file that is no well-formed rulebook; the message says where."""


@cache
def load(name: str) -> Rulebook:
    """Load the rulebook of that name."""
    if name not in NAMES:
        from difflib import get_close_matches

        near = get_close_matches(name, NAMES, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise UnknownError(f"no rulebook {name!r}; {hint}there are {', '.join(NAMES)}")
    return build(whole(_toml(name)), _toml("shared"))


def parse(text: str) -> Rulebook:
    """Parse a rulebook, not one of the package's, from TOML text, with the entries that all rulebooks share."""
    return build(whole(tomllib.loads(text)), _toml("shared"))


def of_data(raw: Raw) -> Rulebook:
    """Build a rulebook from data, with the entries that all rulebooks share; dates may be dates, or text as in JSON."""
    return restored(json.loads(json.dumps(whole(raw), default=str)), _toml("shared"))


def restored(raw: Raw, shared: Raw) -> Rulebook:
    """Rebuild a rulebook from `Rulebook.data`, where dates are text since JSON has none."""
    clauses = [each | _dates(each) for each in raw["clause"]]
    return build(raw | {"clause": clauses}, shared)


def of_text(data: str) -> Rulebook:
    """Rebuild a rulebook from the text of `Rulebook.data`."""
    raw, shared = json.loads(data)
    return restored(raw, shared)


def _dates(entry: Raw) -> Raw:
    adopted = {"adopted": date.fromisoformat(entry["adopted"])} if "adopted" in entry else {}
    amended = {"amended": [date.fromisoformat(each) for each in entry["amended"]]} if "amended" in entry else {}
    return adopted | amended


def find(name: str, given: Rulebook | None) -> Rulebook:
    """The rulebook of that name: the given one, which must have that name, or else one of the package's."""
    if given is not None and given.id != name:
        raise UnknownError(f"no rulebook {name!r} was given; given was {given.id}")
    return given or load(name)


@cache
def ruling_names() -> frozenset[str]:
    """The stable names by which code cites rulings, as the package's rulebooks bind them."""
    return frozenset(name for book in map(load, NAMES) for each in book.rulings.values() for name in each.cited)


@cache
def common_options() -> frozenset[str]:
    """The options that every operator has, whatever the game."""
    return frozenset(_toml("shared")["option"])


@cache
def rule_names() -> Mapping[str, str]:
    """The stable names of rules, each with its meaning."""
    families = _toml("rules")
    return {
        f"{family}.{rule}": says
        for family, rules in families.items()
        if isinstance(rules, dict)
        for rule, says in rules.items()
    }


@cache
def instructions() -> Mapping[str, Instruction]:
    """The rules that a person keeps, each with the instruction to that person."""
    families = _toml("instructions")
    return {
        f"{family}.{name}": _made(Instruction, entry, f"instruction {family}.{name}", rule=f"{family}.{name}")
        for family, entries in families.items()
        for name, entry in entries.items()
    }


@cache
def not_yet_kept() -> frozenset[str]:
    """The rules that no code keeps yet."""
    return frozenset(_toml("rules")["not_yet"])


@cache
def _toml(name: str) -> Raw:
    return tomllib.loads((_DATA / f"{name}.toml").read_text(encoding="utf-8"))


def whole(raw: Raw) -> Raw:
    """A rulebook's data completed with what it takes over from the edition, or from the procedures, that it follows."""
    if raw.get("follows") in BASES:
        return founded(raw, _toml(f"bases/{raw['follows']}"))
    return completed(raw, whole(_toml(raw["follows"]))) if "follows" in raw else raw


def build(raw: Raw, shared: Raw) -> Rulebook:
    """Build a rulebook from its TOML data and from the data that all rulebooks share."""
    data = json.dumps([raw, shared], separators=(",", ":"), ensure_ascii=False, default=str)
    terms = tuple(_made(Term, each, f"term {each.get('name')}") for each in raw.get("term", []))
    currency = currency_of(raw)
    whens = {each["id"]: _when(each) for each in raw["clause"] if "when" in each}
    return Rulebook(
        **{key: raw[key] for key in ("id", "title", "short", "game", "jurisdiction", "document")},
        deck_name=raw["deck"],
        gaps=tuple(raw.get("gaps", [])),
        follows=raw.get("follows"),
        data=data,
        hash=hashlib.sha256(data.encode()).hexdigest(),
        clauses=tuple(_clause(each, terms, whens) for each in raw["clause"]),
        terms=terms,
        wagers={name: _wager(name, each, currency) for name, each in raw["wager"].items()},
        tables=tuple(column for each in raw["table"] for column in _columns(each, currency)),
        limits=tuple(_limit(each, currency) for each in raw.get("limit", [])),
        sign=_sign(raw["sign"]),
        options=dict(_options(raw, shared, currency)),
        conditions=tuple(_condition(each) for each in raw.get("condition", [])),
        rulings={ruling.id: ruling for ruling in _rulings(raw, shared)},
        currency=currency,
        translations=raw.get("language", {}),
    )


def currency_of(raw: Raw) -> Currency:
    """The currency of a rulebook's data, in which its own amounts are written; dollars if it names none."""
    code = raw.get("currency", USD.code)
    if code not in CURRENCIES:
        raise RulebookError(f"currency {code!r} is none that is known here", ", ".join(CURRENCIES))
    return CURRENCIES[code]


def _made(make: Callable[..., T], entry: Raw, where: str, **more: object) -> T:
    """Make a part of a rulebook from its TOML entry: lists become tuples, unknown and missing keys are refused."""
    fields = {field.name: field for field in dataclasses.fields(make)}  # type: ignore[arg-type]
    given = {key: tuple(value) if isinstance(value, list) else value for key, value in (entry | more).items()}
    unknown = set(given) - set(fields)
    missing = {name for name, field in fields.items() if name not in given and _is_needed(field)}
    if unknown or missing:
        raise RulebookError(f"{where}: unknown keys {sorted(unknown)}, missing keys {sorted(missing)}")
    return make(**{key: _plain(value) for key, value in given.items()})


def _is_needed(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _plain(value: object) -> object:
    """Strip the braces around clause numbers, which serve renumbering and checks; readers see the bare number."""
    if isinstance(value, str):
        return _BRACED.sub(r"\1", value)
    if isinstance(value, tuple):
        return tuple(_plain(each) for each in value)
    return value


def _clause(entry: Raw, terms: tuple[Term, ...], whens: Mapping[str, Raw]) -> Clause:
    # A section of definitions keeps the rules of its terms.
    defined = [rule for term in terms if term.section == entry["id"] for rule in term.rules]
    rules = list(dict.fromkeys([*entry.get("rules", []), *defined]))
    # A section's condition applies to every clause under it.
    above = next((when for each, when in whens.items() if each == entry["id"] or is_under(entry["id"], each)), {})
    where = f"clause {entry.get('id')}"
    parts = {"parts": [_made(Part, each, where) for each in entry["parts"]]} if "parts" in entry else {}
    return _made(Clause, entry | above | {"rules": rules} | parts, where)


def _notice(entry: Raw) -> Raw:
    return {"notice": Notice(**entry["notice"])} if "notice" in entry else {}


def _when(entry: Raw) -> Raw:
    """The `when` of an entry, `{ tens = "push" }`, as the option and its values; a list stands for several."""
    if "when" not in entry:
        return {}
    ((option, values),) = entry["when"].items()
    return {"when": (option, (values,) if isinstance(values, str) else tuple(values))}


def _several(entry: Raw, key: str) -> Raw:
    return {key: {name: tuple(values) for name, values in entry[key].items()}} if key in entry else {}


def _money(entry: Raw, currency: Currency, *keys: str) -> Raw:
    return {key: currency.cents(entry[key]) for key in keys if key in entry}


def _wager(name: str, entry: Raw, currency: Currency) -> Wager:
    offered = {"offered": (entry["offered"]["option"], entry["offered"]["unless"])} if "offered" in entry else {}
    needs = {"needs_by": Ground(**entry["needs_by"])} if "needs_by" in entry else {}
    most = {"at_most": _made(AtMost, entry["at_most"], f"wager {name}, at_most")} if "at_most" in entry else {}
    filled = entry | _money(entry, currency, "exactly") | _notice(entry) | offered | needs | most
    return _made(Wager, filled, f"wager {name}", name=name)


def _columns(entry: Raw, currency: Currency) -> Iterator[PayTable]:
    columns = entry.get("columns", [None])
    common = {key: value for key, value in entry.items() if key not in {"columns", "rows", "clause", "odds"}}
    where = f"table {entry.get('name')}"
    if entry.get("odds") not in {"exactly", "no less than"}:
        raise RulebookError(f"{where}: odds are 'exactly' or 'no less than'")
    if entry.get("looks_at") not in {None, *get_args(LooksAt)}:
        raise RulebookError(f"{where} looks at {entry['looks_at']!r}", ", ".join(get_args(LooksAt)))
    common |= _money(entry, currency, "stake_from")
    for place, column in enumerate(columns):
        clause = _at(entry["clause"], place)
        rows = tuple(_row(row, (place, clause, where), currency) for row in entry["rows"])
        yield _made(PayTable, common, where, clause=clause, exact=entry["odds"] == "exactly", rows=rows, column=column)


def _row(entry: Raw, column: tuple[int, str, str], currency: Currency) -> PayRow:
    place, clause, where = column
    pays = pay.parse(_at(entry["pays"], place), currency)
    own = _at(entry.get("clause", clause), place)
    return _made(PayRow, entry | _when(entry), f"{where}, {entry.get('hand')}", pays=pays, clause=own)


def _at(value: str | list[str], place: int) -> str:
    """One cell of a row; a single string stands for every column."""
    return value if isinstance(value, str) else value[place]


def _limit(entry: Raw, currency: Currency) -> Limit:
    filled = entry | _money(entry, currency, "amount") | _notice(entry) | _when(entry)
    return _made(Limit, filled, f"limit {entry.get('clause')}")


def _sign(entry: Raw) -> Sign:
    notes = tuple(_made(SignNote, each | _when(each), "a note on the sign") for each in entry.get("notes", []))
    return _made(Sign, entry, "sign", notes=notes)


def _condition(entry: Raw) -> Condition:
    return _made(Condition, entry | _given(entry) | _several(entry, "needs"), f"condition {entry.get('clause')}")


def _given(entry: Raw) -> Raw:
    ((option, value),) = entry["given"].items()
    return {"given": (option, value)}


def _options(raw: Raw, shared: Raw, currency: Currency) -> Iterator[tuple[str, Option]]:
    """The rulebook's options, and the limits that every side wager of open amount has in addition (ruling S20)."""
    for name, entry in raw["option"].items():
        common = {key: _in_currency(value, currency) for key, value in shared["option"].get(name, {}).items()}
        yield name, _option(name, common | entry, currency)
    stakes = next((each.id for each in _rulings(raw, shared) if "stakes" in each.cited), "")
    for name, entry in raw["wager"].items():
        own = entry.get("bounds", "own") == "own"
        if own and entry.get("side") and "exactly" not in entry and name != "progressive":
            limits = {"clauses": entry["clauses"], "kind": "money", "least": "0.01", "ruling": stakes}
            low, high = f"{name}_minimum", f"{name}_maximum"
            yield low, _option(low, limits | {"title": f"{entry['title']} minimum", "default": "1"}, currency)
            yield high, _option(high, limits | {"title": f"{entry['title']} maximum"}, currency)


def _in_currency(value: object, currency: Currency) -> object:
    """A value that all rulebooks share; its amounts are of as many dollars as of euro."""
    return value.replace(USD.sign, currency.sign, 1) if isinstance(value, str) and value.startswith(USD.sign) else value


def _option(name: str, entry: Raw, currency: Currency) -> Option:
    amounts = ("default", "least", "most") if entry.get("kind") == "money" else ("stake",)
    if entry.get("kind") != "money" and entry.get("times") is not None:
        entry = {key: value for key, value in entry.items() if key not in {"default", "least", "most"}}
    filled = entry | _money(entry, currency, *amounts) | _several(entry, "only_if")
    # An empty ruling removes the one that the shared option has.
    if not filled.get("ruling"):
        filled.pop("ruling", None)
    return _made(Option, filled, f"option {name}", name=name, currency=currency)


def _rulings(raw: Raw, shared: Raw) -> Iterator[Ruling]:
    for entry in raw.get("ruling", []):
        yield _made(Ruling, entry, f"ruling {entry.get('id')}")
    common = {each["id"]: each for each in shared["ruling"]}
    bound = {rule for each in (*raw["clause"], *raw.get("term", [])) for rule in each.get("rules", [])}
    for name, clauses in raw["shared"].items():
        if name not in common:
            raise RulebookError(f"shared: no ruling {name}")
        option = common[name].get("option")
        here: Raw = {"option": option} if option in raw["option"] else {}
        here["rules"] = [rule for rule in common[name].get("rules", []) if rule in bound]
        entry = {key: value for key, value in common[name].items() if key != "option"} | here
        yield _made(Ruling, entry, f"ruling {name}", clauses=clauses)
