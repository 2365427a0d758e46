"""Durations of tests, as a whole run recorded them: the longest tests run first, `make test-fast` leaves out the slow.

`tests/durations.json` has the seconds of every test function that took `SLOW` or more, with all its parameters and
fixtures. A test that is not there is taken for fast. `make durations` records them anew.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

FILE = Path(__file__).parents[1] / "durations.json"
SLOW = 0.2  # seconds, of a test that is left out of the fast ones
LONG = 8.0  # seconds, of a test that runs first: were it last, one core would wait for it
BROWSER = "tests/page/"  # a browser, which takes seconds to start, is slow whichever test it is for


def function_of(test: str) -> str:
    """The test function of a test's id, without its parameters."""
    return test.partition("[")[0]


def is_slow(test: str, recorded: dict[str, float]) -> bool:
    """True if a test is left out of the fast ones."""
    return test.startswith(BROWSER) or function_of(test) in recorded


def ordered(items: Iterable[pytest.Item], recorded: dict[str, float]) -> list[pytest.Item]:
    """The long tests, longest first, and the others in the order in which they stand."""

    def place(item: pytest.Item) -> float:
        seconds = recorded.get(function_of(item.nodeid), 0.0)
        return -seconds if seconds >= LONG else 0.0

    return sorted(items, key=place)


def pytest_addoption(parser: pytest.Parser) -> None:
    """An option to record durations."""
    parser.addoption("--record-durations", action="store_true", help="write tests/durations.json; for a whole run")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests, and have the long ones run first."""
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    for item in items:
        if is_slow(item.nodeid, recorded):
            item.add_marker(pytest.mark.slow)
    items[:] = ordered(items, recorded)


def pytest_configure(config: pytest.Config) -> None:
    """Record, where it is asked for, in the process that hears of all tests."""
    if config.getoption("--record-durations") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder())


class Recorder:
    """A plugin that adds up the seconds of each test and writes those of the slow functions."""

    def __init__(self, file: Path = FILE) -> None:
        self.file = file
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest for each part of a test: its fixtures, itself, and what comes after."""
        self.seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        """Called by pytest at the end."""
        whole: defaultdict[str, float] = defaultdict(float)
        for test, seconds in self.seconds.items():
            whole[function_of(test)] += seconds
        slow = {test: round(seconds, 1) for test, seconds in sorted(whole.items()) if seconds >= SLOW}
        self.file.write_text(json.dumps(slow, indent=0) + "\n", encoding="utf-8")
