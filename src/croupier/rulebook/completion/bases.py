"""Bases: completes a rulebook that follows procedures of a house with everything that it does not state itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.rulebook.completion.editions import Raw


def founded(own: Raw, base: Raw) -> Raw:
    """The rulebook in full: the base's clauses, options and rulings, and over them the rulebook's own."""
    stating = _stating(own.get("clause", []))
    kept = [_without(each, stating) for each in base["clause"]]
    gone = {
        before["id"]: [clause for rule in before["rules"] for clause in stating[rule]]
        for before, after in zip(base["clause"], kept, strict=True)
        if before.get("rules") and not after.get("rules")
    }
    options = {name: _named_anew(each, gone) for name, each in base["option"].items()}
    for name, each in own.get("option", {}).items():
        options[name] = options.get(name, {}) | each
    shared = {name: _clauses(ids, gone) for name, ids in base["shared"].items()}
    return {key: each for key, each in own.items() if key != "follows"} | {
        "clause": [each for each in kept if each["id"] not in gone] + own.get("clause", []),
        "gaps": [*_before(base["clause"], gone), *own.get("gaps", [])],
        "option": options,
        "shared": {name: ids for name, ids in shared.items() if ids} | own.get("shared", {}),
        "sign": _named_anew(base["sign"], gone) | own.get("sign", {}),
    }


def _before(clauses: Iterable[Raw], gone: Mapping[str, Any]) -> list[str]:
    """The clauses after which those of the base are missing that went."""
    found, last = [], ""
    for each in clauses:
        if each["id"] not in gone:
            last = each["id"]
        elif last not in found:
            found.append(last)
    return found


def _stating(clauses: Iterable[Raw]) -> dict[str, list[str]]:
    """The clauses that state each rule."""
    found: dict[str, list[str]] = {}
    for each in clauses:
        for rule in each.get("rules", []):
            found.setdefault(rule, []).append(each["id"])
    return found


def _without(clause: Raw, stated: Mapping[str, Any]) -> Raw:
    """A clause of the base without the rules that the rulebook states itself."""
    return (
        clause | {"rules": left}
        if (left := [each for each in clause.get("rules", []) if each not in stated])
        else {key: each for key, each in clause.items() if key != "rules"}
    )


def _named_anew(entry: Raw, gone: Mapping[str, list[str]]) -> Raw:
    return entry | {"clauses": _clauses(entry["clauses"], gone)}


def _clauses(ids: list[str], gone: Mapping[str, list[str]]) -> list[str]:
    """Clauses of the base, or in place of those that went the rulebook's own."""
    return list(dict.fromkeys(own for each in ids for own in gone.get(each, [each])))
