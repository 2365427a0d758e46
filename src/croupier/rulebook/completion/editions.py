"""Editions: completes a later edition, which states only its own changes, with the renumbered rest of the earlier one.

A clause that repeats one of the earlier edition says `same_as`, one that alters it `changes`. Those pairs are
the map from the old numbers to the new, and everything else that is taken over (wagers, tables, rulings) goes through
that map. A number stands only where a clause is named: in `clause`, in `clauses`, or in braces in a text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from croupier.errors import CroupierError

Raw: TypeAlias = dict[str, Any]

# The parts that are taken over by name, with the list or table each stands in and the key that names an entry.
_LISTS = {"terms": ("term", "name"), "tables": ("table", "name"), "limits": ("limit", "clause")}
_MORE_LISTS = {"conditions": ("condition", "clause"), "rulings": ("ruling", "id")}
_TABLES = {"wagers": "wager", "options": "option"}

_BRACED = re.compile(r"\{([^{}]+)\}")


class EditionError(CroupierError, ValueError):
    """An edition that takes over something its earlier edition does not have."""


def completed(later: Raw, earlier: Raw) -> Raw:
    """The later edition in full."""
    numbers = {old: each["id"] for each in later["clause"] if (old := each.get("same_as") or each.get("changes"))}
    taken = later.get("same_as", {})
    whole = {key: value for key, value in later.items() if key != "same_as"}
    before = {each["id"]: each for each in earlier["clause"]}
    whole["clause"] = [_clause(each, before, numbers) for each in later["clause"]]
    for part, (key, name) in (_LISTS | _MORE_LISTS).items():
        repeated = [_renumbered(each, numbers) for each in _named(earlier[key], name, taken.get(part, []), part)]
        whole[key] = repeated + later.get(key, [])
    for part, key in _TABLES.items():
        missing = set(taken.get(part, [])) - set(earlier[key])
        if missing:
            raise EditionError(f"{earlier['id']} has no {part} {sorted(missing)}")
        whole[key] = {each: _renumbered(earlier[key][each], numbers) for each in taken.get(part, [])} | later.get(
            key, {}
        )
    shared = {each: earlier["shared"][each] for each in taken.get("shared", [])}
    whole["shared"] = {each: _clauses(ids, numbers) for each, ids in shared.items()} | later.get("shared", {})
    if taken.get("sign"):
        whole["sign"] = _renumbered(earlier["sign"], numbers)
    return whole


def _clause(clause: Raw, before: Mapping[str, Raw], numbers: Mapping[str, str]) -> Raw:
    old = clause.get("same_as") or clause.get("changes")
    if old is None:
        return clause
    if old not in before:
        raise EditionError(f"clause {clause['id']}: the earlier edition has no clause {old}")
    # Keys that the later edition states itself are not carried over, so their clause numbers need no counterpart.
    own = {"adopted", "amended", *clause, *(["parts"] if "says" in clause else [])}
    carried = {key: value for key, value in before[old].items() if key not in own}
    own_rules = {"rules", "outside"} & set(clause)
    if own_rules:
        carried = {key: value for key, value in carried.items() if key not in {"rules", "outside"}}
    renumbered: Raw = _renumbered(carried, numbers)
    return renumbered | clause


def _named(entries: list[Raw], key: str, names: list[str], part: str) -> list[Raw]:
    missing = set(names) - {each[key] for each in entries}
    if missing:
        raise EditionError(f"the earlier edition has no {part} {sorted(missing)}")
    return [each for each in entries if each[key] in names]


def _clauses(ids: list[str], numbers: Mapping[str, str]) -> list[str]:
    """The clauses that the later edition still has, under its numbers."""
    return [numbers[each] for each in ids if each in numbers]


def _renumbered(value: Any, numbers: Mapping[str, str], key: str = "") -> Any:  # noqa: ANN401 - TOML is anything
    if isinstance(value, dict):
        return {each: _renumbered(inner, numbers, each) for each, inner in value.items()}
    if isinstance(value, list):
        return (
            _clauses(value, numbers) if key in {"clause", "clauses"} else [_renumbered(each, numbers) for each in value]
        )
    if isinstance(value, str) and key == "clause":
        return _number(value, numbers)
    if isinstance(value, str):
        return _BRACED.sub(lambda found: "{" + _number(found[1], numbers) + "}", value)
    return value


def _number(clause: str, numbers: Mapping[str, str]) -> str:
    if clause not in numbers:
        raise EditionError(f"clause {clause} has no place in the later edition, and something taken over names it")
    return numbers[clause]
