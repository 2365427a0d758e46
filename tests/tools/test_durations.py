"""The fast tests are some of all, with some of every room; the longest tests run first; durations are recorded."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.durations import FILE, LONG, SLOW, Recorder, function_of, is_slow, ordered

ROOT = Path(__file__).parents[2]
ROOMS = sorted(each.name for each in (ROOT / "src" / "croupier").iterdir() if (each / "__init__.py").exists())
RECORDED: dict[str, float] = json.loads(FILE.read_text(encoding="utf-8"))


def functions(room: str) -> list[str]:
    """The ids of a room's test functions that `make test` runs."""
    found = []
    for file in sorted((ROOT / "tests" / room).rglob("test_*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                proves = any("mark.prove" in ast.unparse(each) for each in node.decorator_list)
                found += [] if proves else [f"{file.relative_to(ROOT).as_posix()}::{node.name}"]
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_fast_tests(room: str) -> None:
    every = functions(room)
    fast = [test for test in every if not is_slow(test, RECORDED)]
    assert every, f"there is no test in tests/{room}"
    assert fast, f"make test-fast runs no test of {room}; is one of them fast?"


def test_fast_tests_are_those_of_make_test_without_the_slow_ones() -> None:
    whole = re.search(r'addopts = \[.*"-m", "([^"]*)"\]', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    fast = re.search(
        r'^test-fast:.*?-m "([^"]*)"$', (ROOT / "Makefile").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert whole
    assert fast
    assert fast[1] == f"{whole[1]} and not slow"


def test_a_test_is_slow_by_its_record_or_by_its_browser(request: pytest.FixtureRequest) -> None:
    recorded = {"tests/a.py::test_slow": 3.0}
    assert is_slow("tests/a.py::test_slow[x[1]]", recorded)
    assert not is_slow("tests/a.py::test_slower", recorded)
    assert is_slow("tests/page/test_padlock.py::test_any", {})
    marked = {item.nodeid for item in request.session.items if item.get_closest_marker("slow")}
    assert marked == {item.nodeid for item in request.session.items if is_slow(item.nodeid, RECORDED)}


def test_the_longest_tests_run_first_and_the_others_stay_where_they_are() -> None:
    items: Any = [SimpleNamespace(nodeid=f"t.py::{name}") for name in ("b", "long[1]", "a", "longest", "c")]
    recorded = {"t.py::long": LONG, "t.py::longest": LONG + 1, "t.py::a": LONG - 1}
    names = [item.nodeid.removeprefix("t.py::") for item in ordered(items, recorded)]
    assert names == ["longest", "long[1]", "b", "a", "c"]


def test_a_recorder_adds_up_the_parts_of_a_test_and_the_parameters_of_a_function(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "durations.json")
    parts = [("t.py::a[1]", SLOW / 2), ("t.py::a[1]", SLOW / 2), ("t.py::a[2]", SLOW), ("t.py::b", SLOW / 2)]
    for test, duration in parts:
        report: Any = SimpleNamespace(nodeid=test, duration=duration)
        recorder.pytest_runtest_logreport(report)
    recorder.pytest_sessionfinish()
    assert json.loads((tmp_path / "durations.json").read_text()) == {"t.py::a": round(2 * SLOW, 1)}
    assert function_of("t.py::a[b[c]]") == "t.py::a"
