"""Vectors for other implementers: the package and the single file `docs/verify.py` come to the state that they name."""

from __future__ import annotations

import copy
import importlib.util
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from support.table.vectors import FILE, written

from croupier.table.receipts.log_proof import logged
from croupier.table.receipts.verify import kept_with, outcome, verify

SINGLE_FILE = FILE.with_name("verify.py")
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text())


def single_file() -> Any:  # noqa: ANN401 - a module
    spec = importlib.util.spec_from_file_location("single_file", SINGLE_FILE)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_the_vectors_are_those_of_this_version() -> None:
    assert FILE.read_text() == written(), "python tests/support/table/vectors.py writes them"
    assert {each["state"] for each in VECTORS} == {"holds", "open", "broken"}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda each: str(each["name"]))
def test_both_verifiers_come_to_the_state_of_a_vector(vector: dict[str, Any]) -> None:
    given, seed, key = vector["receipt"], vector["seed"], vector["key"]
    findings = [*verify(given, kept_with(given)._replace(seed=seed)), *logged(given, key)]
    assert outcome(findings) == vector["state"], findings
    alone = single_file()
    points = alone.points(given, seed, key)
    assert alone.state_of(points) == vector["state"], points


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - JSON
    """The path of each value in a receipt; of a long list those of its first two."""
    if path:
        yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for name, each in inside:
        yield from _places(each, (*path, name))


def _altered(receipt: dict[str, Any], path: tuple[Any, ...], value: object) -> dict[str, Any]:
    given = copy.deepcopy(receipt)
    inside: Any = given
    for name in path[:-1]:
        inside = inside[name]
    inside[path[-1]] = value
    return given


OTHERWISE: tuple[Any, ...] = (None, True, -1, 0, 1, 2, 1.0, 2**32, "", "x", "ab" * 32, "\x1b[2K", [], [0], ["ab" * 32])


def _state(of: Callable[[], str]) -> str:
    try:
        return of()
    except (ValueError, TypeError):  # a ReceiptError is one
        return "no receipt"


HONEST = [each for each in VECTORS if each["state"] != "broken" and not each["seed"]]


@pytest.mark.parametrize("vector", HONEST, ids=lambda each: str(each["name"]))
def test_both_verifiers_come_to_one_state_whatever_stands_in_a_receipt(vector: dict[str, Any]) -> None:
    alone, states = single_file(), Counter[str]()
    for path in _places(vector["receipt"]):
        for value in OTHERWISE:
            altered = _altered(vector["receipt"], path, value)
            ours = _state(lambda it=altered: outcome([*verify(it, kept_with(it)), *logged(it)]))  # type: ignore[misc]
            theirs = _state(lambda it=altered: alone.state_of(alone.points(it)))  # type: ignore[misc]
            assert ours == theirs or {ours, theirs} == {"no receipt", "broken"}, (path, value)
            states[ours] += 1
    assert min(states["no receipt"], states["broken"]) > 10


def test_the_single_file_checks_signatures_as_a_library_does() -> None:
    alone = single_file()
    for at in range(8):
        private = Ed25519PrivateKey.from_private_bytes(bytes([at]) * 32)
        public = private.public_key().public_bytes_raw()
        message = bytes(range(at * 7))
        signature = private.sign(message)
        assert alone.is_signed(public, signature, message)
        assert not alone.is_signed(public, signature, message + b"x")
        for place in (0, 31, 32, 63):
            altered = bytearray(signature)
            altered[place] ^= 1
            assert not alone.is_signed(public, bytes(altered), message)
        assert not alone.is_signed(bytes([1]) + public[1:], signature, message)


def test_the_single_file_runs_by_itself(tmp_path: Path) -> None:
    honest, broken = VECTORS[0], next(each for each in VECTORS if each["state"] == "broken" and not each["seed"])
    file = tmp_path / "receipts.json"

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        words = (sys.executable, "-I", "-S", str(SINGLE_FILE), *words)
        return subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - our own file

    seed = {"session": honest["receipt"]["session"], "seed": honest["seed"]}
    file.write_text(json.dumps(honest["receipt"], indent=1) + "\n" + json.dumps(seed))
    done = run(str(file), "--key", honest["key"])
    assert (done.returncode, done.stderr) == (0, "")
    assert "holds\n" in done.stdout
    assert "the whole deck followed" in done.stdout
    file.write_text(json.dumps(broken["receipt"]))
    assert run(str(file)).returncode == 1
    file.write_text("nothing")
    assert (run(str(file)).returncode, run().returncode) == (2, 2)
