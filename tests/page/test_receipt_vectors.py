"""The page's check of receipts against the vectors for other implementers: it comes to the state that each names."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from support.page.fixtures import Enter

from croupier.table.receipts.verify import BROKEN, ReceiptError, kept_with, outcome, verify

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[2] / "docs" / "vectors.json").read_text())
# The page keeps all of it of every round: nothing was shown, or nothing was kept, is one to it.
NOTHING = {"root": "", "number": "", "shuffle": 0, "commitment": "", "cards": {}, "anywhere": [], "void": None}
KEPT = NOTHING | {"seats": [], "promises": [], "cuts": None, "revealed": [], "unended": []}
CHECK = """async (given) => {
    const of = (name) => new URL(name, document.querySelector("script[type=module]").src).href;
    await (await import(of("words.js"))).loadLaterWords();
    const { outcome, verify } = await import(of("fair/verify.js"));
    const states = [];
    for (const { receipt, known, key, deck } of given) {
        const about = { table: receipt.table, round: receipt.round };
        states.push(outcome(await verify(receipt, about, known, key, deck)));
    }
    return states;
}"""


def _asked(receipt: dict[str, Any], key: str) -> dict[str, Any]:
    deck = DECKS[len(receipt["faces"])]
    return {"receipt": receipt, "known": KEPT | receipt.get("kept", {}), "key": key, "deck": deck}


OTHERWISE: tuple[Any, ...] = (None, True, -1, 1, 2**32, "", "x", "ab" * 32, [], [0], {})
DECKS = {len(each["receipt"]["faces"]): each["receipt"]["faces"] for each in VECTORS}
CHECKED = [each for each in VECTORS if not each["seed"] and "no shuffle of a number was kept" not in each["name"]]


def test_the_page_comes_to_the_state_of_each_vector(enter: Enter) -> None:
    page = enter("uth-ma").comes().goes("/").page
    states = page.evaluate(CHECK, [_asked(each["receipt"], each["key"]) for each in CHECKED])
    wrong = {each["name"]: state for each, state in zip(CHECKED, states, strict=True) if state != each["state"]}
    assert wrong == {}
    assert {"holds", "open", BROKEN} == set(states)
    assert len(states) > 30


def _paths(receipt: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """The fields of a receipt, and what stands in them: of a list the first two."""
    for name, value in receipt.items():
        if name in {"kept", "table", "round"}:  # which the page asks for by name
            continue
        yield (name,)
        inside = value if isinstance(value, dict) else range(min(2, len(value))) if isinstance(value, list) else ()
        yield from ((name, key) for key in inside)


def _altered(receipt: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The receipt with another value in one place at a time."""
    for path in _paths(receipt):
        for value in OTHERWISE:
            given = copy.deepcopy(receipt)
            (given if len(path) == 1 else given[path[0]])[path[-1]] = value
            yield given


def _state(receipt: dict[str, Any]) -> str:
    try:
        return outcome(verify(receipt, kept_with(receipt)))
    except ReceiptError:
        return BROKEN


def test_the_page_and_the_package_come_to_one_state_whatever_stands_in_a_receipt(enter: Enter) -> None:
    [honest] = [each["receipt"] for each in VECTORS if each["name"] == "uth-ma, without the seed"]
    receipt = {name: value for name, value in honest.items() if name not in {"checkpoint", "inclusion", "head"}}
    some = list(_altered(receipt))
    states = (
        enter("uth-ma")
        .comes()
        .goes("/")
        .page.evaluate(CHECK, [_asked(receipt, "") | {"receipt": each} for each in some])
    )
    for each, state in zip(some, states, strict=True):
        assert state == _state(each), {name: value for name, value in each.items() if value != receipt[name]}
    assert {"open", BROKEN} <= set(states)
