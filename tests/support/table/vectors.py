"""Test vectors for other implementers: receipts, what their holder kept, and the state that a check must come to.

`python tests/support/table/vectors.py` writes docs/vectors.json.
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from croupier.table.fairness.shuffle import digest
from croupier.table.receipts.receipt import receipt
from croupier.table.views.view import Viewer
from support.table.committed import ANN, bets, number, plays_out, reveals, table_of
from support.table.logs import KEY, Log
from support.table.tables import sent

OLDER = Path(__file__).with_name("older_receipts.json")  # as older houses gave them
FILE = Path(__file__).resolve().parents[3] / "docs" / "vectors.json"
Receipt = dict[str, Any]


def _honest(rulebook: str) -> tuple[Receipt, str]:
    """A receipt with all that its holder kept, in a log; and the seed of its session."""
    table = table_of(ANN, rulebook=rulebook)
    sent(table, bets(1, ANN, rulebook=rulebook, ready=True), reveals(1, ANN))
    deck = table.state.decks[table.state.playing]
    plays_out(table, rulebook)
    given = receipt(table.state, Viewer("player", ANN))
    assert given is not None
    given["head"] = "5a" * 32
    cards: dict[str, list[str]] = {}
    for each in given["cards"]:
        cards.setdefault(given["dealt"][each["place"]], []).append(given["faces"][each["card"]])
    given["kept"] = {
        "root": given["shown"],
        "number": number(ANN, 1),
        "commitment": deck.shuffle.commitment,
        "shuffle": given["shuffle"]["number"],
        "cards": cards,
        "void": False,
        "seats": [1],
        "promises": [digest(number(ANN, 1))],
        "cuts": list(deck.cuts),
        "revealed": [given["shuffle"]["number"]],
    }
    return _logged(given), sha256(b"croupier practice 1\0seed").hexdigest()


def _logged(given: Receipt) -> Receipt:
    """A receipt with its place in a log."""
    log = Log()
    log.fill(5)
    index = log.add(given)
    log.fill(9)
    return {**given, "checkpoint": log.note(), "inclusion": log.inclusion(index)}


def receipt_at_once() -> Receipt:
    """A receipt as it is given when its round ends: in no checkpoint yet."""
    given, _ = _honest("uth-ma")
    return {name: value for name, value in given.items() if name not in {"checkpoint", "inclusion", "kept"}}


def _another(text: str) -> str:
    return f"{'1' if text[0] == '0' else '0'}{text[1:]}"


def _withdrawn_before(given: Receipt) -> Receipt:
    """Another deck left before this one, which no log has yet."""
    for name in ("checkpoint", "inclusion"):
        given.pop(name)
    given["decks"].insert(0, {"shuffle": 9, "end": "withdrawn", "reason": "it was old", "numbers": 0})
    given["counts"].update(decks=given["counts"]["decks"] + 1, withdrawn=given["counts"]["withdrawn"] + 1)
    return given


def _swapped(given: Receipt) -> None:
    names = {"1": "community", "community": "1", "dealer": "1"}
    given["dealt"] = [names.get(each, each) for each in given["dealt"]]


ALTERED: dict[str, tuple[str, Callable[[Receipt], object]]] = {
    "another root than was shown": ("broken", lambda it: it["kept"].update(root=_another(it["kept"]["root"]))),
    "another commitment than was shown": (
        "broken",
        lambda it: it["kept"].update(commitment=_another(it["kept"]["commitment"])),
    ),
    "a number left out": ("broken", lambda it: it["shuffle"].update(numbers=[], own=None)),
    "a card altered": ("broken", lambda it: it["cards"][0].update(card=(it["cards"][0]["card"] + 1) % 52)),
    "cards that were another's": ("broken", _swapped),
    "void, though it was played": ("broken", lambda it: it.update(void=True)),
    "another shuffle": ("broken", lambda it: it["kept"].update(shuffle=it["kept"]["shuffle"] + 1)),
    "a head that is not in the log": ("broken", lambda it: it.update(head=_another(it["head"]))),
    "other changes than are in the log": ("broken", lambda it: it.update(changes=["a deck left"])),
    "a checkpoint that was altered": (
        "broken",
        lambda it: it.update(checkpoint=it["checkpoint"].replace("harbour/log/1\n9", "harbour/log/1\n8")),
    ),
    "another holder's seat": ("broken", lambda it: it["seats"][0].update(holder=_another(it["seats"][0]["holder"]))),
    "the receipt of another person": ("broken", lambda it: it.update(holder="another")),
    "another seat than was kept": ("broken", lambda it: it["kept"].update(seats=[2])),
    "a deck that is not on the list": ("broken", lambda it: it["decks"].pop()),
    "a deck that is on the list twice": ("broken", lambda it: it["decks"].insert(0, it["decks"][-1])),
    "another reason than is in the log": ("broken", lambda it: it["decks"][0].update(reason="it was old")),
    "a deck withdrawn that is not in the counts": (
        "broken",
        lambda it: it["decks"].insert(0, {"shuffle": 9, "end": "withdrawn", "reason": "it was old", "numbers": 0}),
    ),
    "a deck withdrawn before a number of it was revealed": ("holds", _withdrawn_before),
    "a deck withdrawn after a number of it was revealed": (
        "open",
        lambda it: _withdrawn_before(it)["kept"]["revealed"].append(9),
    ),
    "a deck withdrawn, and no shuffle of a number was kept": (
        "open",
        lambda it: _withdrawn_before(it)["kept"].pop("revealed"),
    ),
    "a number revealed for a deck that is on no list": ("open", lambda it: it["kept"]["revealed"].append(9)),
    "a number revealed in an earlier session, of which no end was seen": (
        "open",
        lambda it: it["kept"].update(unended=["shuffle 9 of session s"]),
    ),
    "a deck that was dealt before the last": (
        "broken",
        lambda it: _withdrawn_before(it)["decks"][0].update(end="dealt"),
    ),
    "a number that nobody had promised": ("broken", lambda it: it["kept"].update(promises=["00" * 32])),
    "a number left out that was promised too": ("broken", lambda it: it["kept"]["promises"].append("00" * 32)),
    "a number that is in it twice": ("broken", lambda it: it["shuffle"].update(numbers=it["shuffle"]["numbers"] * 2)),
    "another cut than was shown": ("broken", lambda it: it["kept"].update(cuts=[20])),
    "a number added": ("broken", lambda it: it["shuffle"]["numbers"].append("00" * 32)),
    "fewer decks than there were shuffles": (
        "broken",
        lambda it: it.update(decks=it["decks"][1:], counts=it["counts"] | {"decks": 0, "withdrawn": 0}),
    ),
    "other counts than are in the log": ("broken", lambda it: it["counts"].update(void=1)),
    "no seat was kept": ("open", lambda it: it["kept"].pop("seats")),
    "nothing was kept": ("open", lambda it: it.pop("kept")),
    "no number was kept": ("open", lambda it: it["kept"].pop("number")),
    "no commitment was kept": ("open", lambda it: it["kept"].pop("commitment")),
    "no promise was kept": ("open", lambda it: it["kept"].pop("promises")),
    "no cut was kept": ("open", lambda it: it["kept"].pop("cuts")),
    "no card was kept": ("open", lambda it: it["kept"].pop("cards")),
}


def vectors() -> list[dict[str, Any]]:
    """All vectors: honest receipts with and without the seed, and what becomes of them when they are altered."""
    found = []
    for rulebook in ("uth-ma", "dragon-md"):
        given, seed = _honest(rulebook)
        about = {"key": KEY.public, "receipt": given}
        found.append({"name": f"{rulebook}, with the seed", "state": "holds", "seed": seed, **about})
        found.append({"name": f"{rulebook}, without the seed", "state": "holds", "seed": "", **about})
        found.append({"name": f"{rulebook}, another seed", "state": "broken", "seed": _another(seed), **about})
    found += json.loads(OLDER.read_text())
    given, seed = _honest("uth-ma")
    for name, (state, alter) in ALTERED.items():
        altered = copy.deepcopy(given)
        alter(altered)
        found.append({"name": name, "state": state, "seed": "", "key": KEY.public, "receipt": altered})
    return found


def written() -> str:
    """The file of all vectors."""
    return json.dumps(vectors(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(written())
