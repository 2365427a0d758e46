"""Test runner for mutation testing: measures which tests run each line, and tries whether one of them notices a fault.

Each fault has a process of its own, forked from one that has imported pytest and the heavy dependencies but nothing of
the package under test. There the file with the fault is imported in place of the real one, and the chosen tests run
until one fails. The time limit is on processor time, so that a busy machine does not change the result.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import json
import os
import resource
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import pytest
from mutating import Fault, Place, mutated, users

HEAVY = ("hypothesis", "coverage", "numpy", "rich.console", "typer.testing", "jinja2")
ALWAYS = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
MOST_OWN = 40.0  # seconds, by measurement, of tests that run the line
MOST_OTHER = 10.0  # seconds, by measurement, of tests that run the file
PATIENCE = 4  # a test may take so many times its measured time, and so many seconds more
START = 15.0
BY_THE_CLOCK = 20  # times the processor limit: the wall-clock limit, for a test that waits forever
MOST_MEMORY = 4 * 2**30  # bytes; an endless loop may also fill the memory
NO_TEST, OUT_OF_TIME = "no test runs it", "the tests did not end"


@dataclass(frozen=True)
class Package:
    """The package under test, with the paths of its sources and tests."""

    name: str
    path: Path  # the folder that contains the package
    root: Path
    tests: tuple[str, ...]

    def sources(self) -> dict[str, str]:
        """The text of each file, by its path below the package."""
        top = self.path / self.name
        return {
            path.relative_to(top).as_posix(): path.read_text(encoding="utf-8") for path in sorted(top.rglob("*.py"))
        }

    def state(self) -> str:
        """A hash of everything that a measurement depends on."""
        digest = hashlib.sha256(sys.version.encode())
        tests = {self.root / Path(test).parts[0] for test in self.tests}
        for folder in sorted({self.path / self.name, *tests}):
            for path in sorted(folder.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    digest.update(str(path.relative_to(self.root)).encode() + path.read_bytes())
        return digest.hexdigest()[:16]


class Verdict(NamedTuple):
    """Result for a fault: whether it was noticed, and by which test."""

    noticed: bool
    by: str


# ---- processes -----------------------------------------------------------------------------------------------


def in_processes(tasks: Iterable[tuple[float, Callable[[], object]]], jobs: int) -> Iterator[tuple[int, Any]]:
    """Run tasks in forked processes, a few at a time; each has a processor time limit, which it may change itself.

    Yields the number of a task and what it returned, or None if it died or ran out of time.
    """
    running: dict[int, tuple[int, Path]] = {}
    waiting = enumerate(tasks)
    with TemporaryDirectory() as folder:
        try:
            while True:
                while len(running) < jobs and (task := next(waiting, None)):
                    number, (limit, work) = task
                    answer = Path(folder) / str(number)
                    running[_forked(work, limit, answer)] = number, answer
                if not running:
                    return
                pid, _ = os.wait()
                if pid in running:
                    number, answer = running.pop(pid)
                    _end(pid)
                    yield number, json.loads(answer.read_text(encoding="utf-8")) if answer.exists() else None
        finally:
            for pid in running:
                _end(pid)


def _end(group: int) -> None:
    """Kill the processes that a process has left behind."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _forked(work: Callable[[], object], limit: float, answer: Path) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setpgid(0, 0)
        _ends_after(limit)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        null, complain = os.open(os.devnull, os.O_RDWR), os.dup(2)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        try:
            made = json.dumps(work())
        except BaseException:
            os.write(complain, traceback.format_exc().encode())
            raise
        partly = answer.with_suffix(".part")
        partly.write_text(made, encoding="utf-8")
        partly.rename(answer)
    finally:
        os._exit(0)


def _ends_after(seconds: float) -> None:
    """Limit this process: the system kills it after so much more processor time, or a multiple of that by the clock."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = used.ru_utime + used.ru_stime + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, resource.RLIM_INFINITY))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(int(BY_THE_CLOCK * seconds))


# ---- coverage --------------------------------------------------------------------------------------------------


class Coverage(NamedTuple):
    """The tests that passed, fastest first, the time of each, and the tests that run each line of each file."""

    seconds: dict[str, float]
    lines: dict[str, dict[str, list[int]]]  # from file and line to the numbers of tests

    def chosen(self, fault: Fault, used: Mapping[str, set[Place]]) -> list[str]:
        """The tests to run against a fault, in order.

        Code outside of functions runs on import: for it, and for functions called there, the tests that run a line
        which uses the result are chosen.
        """
        of_file = self.lines.get(fault.file, {})
        places = {(fault.file, line) for line in fault.lines}
        if not fault.in_function and not isinstance(fault.statement, ast.FunctionDef):
            places = used.get(fault.scope.rpartition(".")[2], set())
        else:
            places |= used.get(f"{fault.scope}()", set())
        own = {test for file, line in places for test in self.lines.get(file, {}).get(str(line), ())}
        other = {test for tests in of_file.values() for test in tests} - own
        if not own and not other:
            other = set(range(len(self.seconds)))
        return [*self._fastest(own, MOST_OWN), *self._fastest(other, MOST_OTHER if own else MOST_OWN)]

    def _fastest(self, tests: Iterable[int], most: float) -> Iterator[str]:
        names, spent = list(self.seconds), 0.0
        for test in sorted(tests):
            spent += self.seconds[names[test]]
            if spent > most:
                return
            yield names[test]


class _Measure:
    """Pytest plugin that tracks which test is running, and keeps the time of each and whether it passed."""

    def __init__(self, measuring: Any) -> None:  # noqa: ANN401 - a Coverage, which is loaded late
        self.measuring = measuring
        self.trace = sys.gettrace()
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Called by pytest around each test."""
        self.measuring.switch_context(item.nodeid)
        sys.settrace(self.trace)  # the test before may have set a trace function itself
        begin = time.process_time()
        outcome = yield
        self.seconds[item.nodeid] = time.process_time() - begin
        self.measuring.switch_context("")
        return outcome

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest for each step of each test."""
        if not report.passed:
            self.failed.add(report.nodeid)


def measured(package: Package, kept: Path, jobs: int) -> Coverage:
    """Coverage by test, from the last measurement if nothing has changed since."""
    _load_heavy()
    path = kept / f"coverage-{package.state()}.json"
    if not path.exists():
        print("measuring which tests run which lines", flush=True)
        tasks = [(3600.0, lambda tests=tests: _measure(package, tests)) for tests in _files(package)]
        parts = dict(in_processes(tasks, jobs))
        if None in parts.values():
            sys.exit("the tests could not be measured")
        kept.mkdir(exist_ok=True)
        for old in kept.glob("coverage-*.json"):
            old.unlink()
        path.write_text(json.dumps(_together([parts[number] for number in sorted(parts)])), encoding="utf-8")
    return Coverage(*json.loads(path.read_text(encoding="utf-8")))


def _files(package: Package) -> list[Sequence[str]]:
    """The test files in a few groups, each to be measured by one process."""
    files: list[Path] = []
    for each in package.tests:
        path = package.root / each
        files += sorted(path.rglob("test_*.py")) if path.is_dir() else [path]
    return [[str(path)] for path in sorted(files, key=lambda path: -path.stat().st_size)]


def _together(parts: Sequence[Sequence[Any]]) -> Coverage:
    took = {test: seconds for part, _ in parts for test, seconds in part.items()}
    seconds = dict(sorted(took.items(), key=lambda each: (each[1], each[0])))
    place = {test: number for number, test in enumerate(seconds)}
    lines: dict[str, dict[str, list[int]]] = {}
    for _, found in parts:
        for file, of_file in found.items():
            for line, tests in of_file.items():
                lines.setdefault(file, {}).setdefault(line, []).extend(place[test] for test in tests)
    return Coverage(seconds, lines)


def _measure(package: Package, tests: Sequence[str]) -> object:
    from coverage import Coverage as Measuring

    os.chdir(package.root)
    sys.path.insert(0, str(package.path))
    source = package.path / package.name
    measuring = Measuring(data_file=None, branch=False, source=[str(source)], config_file=False)
    measuring.start()
    plugin = _Measure(measuring)
    pytest.main([*tests, *ALWAYS[1:]], plugins=[plugin])
    measuring.stop()
    passed = plugin.seconds.keys() - plugin.failed
    with warnings.catch_warnings(action="ignore"):  # a test file may run nothing of the package
        data = measuring.get_data()
    lines = {}
    for file in data.measured_files():
        name = Path(file).relative_to(source).as_posix()
        of_file = data.contexts_by_lineno(file)
        found = {line: sorted(passed & set(contexts)) for line, contexts in of_file.items()}
        lines[name] = {str(line): run for line, run in found.items() if run}
    return {test: plugin.seconds[test] for test in passed}, lines


def _load_heavy() -> None:
    for name in HEAVY:
        importlib.import_module(name)


# ---- importing a fault -----------------------------------------------------------------------------------------


class _WithFault(SourceFileLoader):
    """Module loader that uses another source text for a file."""

    def __init__(self, module: str, path: str, text: str) -> None:
        super().__init__(module, path)
        self.text = text

    def get_code(self, fullname: str) -> CodeType:
        """Compile the text; nothing is cached on disk."""
        del fullname
        return compile(self.text, self.path, "exec", dont_inherit=True)


class Served(MetaPathFinder):
    """Import finder that serves one module of a package with a fault in it."""

    def __init__(self, package: Package, fault: Fault) -> None:
        path = package.path / package.name / fault.file
        parts = (package.name, *Path(fault.file).with_suffix("").parts)
        self.module = ".".join(parts).removesuffix(".__init__")
        self.path = str(path)
        self.text = mutated(path.read_text(encoding="utf-8"), fault)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - Python's order
        target: ModuleType | None = None,  # noqa: ARG002 - Python's order
    ) -> ModuleSpec | None:
        """Called by Python for every import."""
        if fullname != self.module:
            return None
        return spec_from_file_location(fullname, self.path, loader=_WithFault(fullname, self.path, self.text))


class _Only:
    """Pytest plugin that runs only the chosen tests, in the order chosen, and keeps the first that fails."""

    def __init__(self, tests: Sequence[str], coverage: Coverage) -> None:
        self.place = {test: number for number, test in enumerate(tests)}
        self.seconds = coverage.seconds
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Called by pytest with all tests."""
        chosen = [item for item in items if item.nodeid in self.place]
        items[:] = sorted(chosen, key=lambda item: self.place[item.nodeid])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Called by pytest before each test: set its time limit from its measured time."""
        _ends_after(START + PATIENCE * self.seconds[item.nodeid])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Called by pytest for each file: a fault may prevent its import."""
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest for each step of each test."""
        if report.failed:
            self.failed = self.failed or report.nodeid


def tried(package: Package, chosen: Sequence[Fault], coverage: Coverage, jobs: int) -> dict[Fault, Verdict]:
    """Try each fault, and return its verdict."""
    _load_heavy()
    used = users(package.sources())
    tests = [coverage.chosen(fault, used) for fault in chosen]
    _control(package, coverage, tests)
    verdicts: dict[Fault, Verdict] = {}
    run = [number for number, each in enumerate(tests) if each]
    tasks = [_task(package, chosen[number], tests[number], coverage) for number in run]
    for done, (place, answer) in enumerate(in_processes(tasks, jobs), start=1):
        fault = chosen[run[place]]
        verdicts[fault] = Verdict(*answer) if answer is not None else Verdict(noticed=True, by=OUT_OF_TIME)
        word = "noticed" if verdicts[fault].noticed else "SURVIVED"
        print(f"{done}/{len(run)} {word} {fault.id} {fault.key[:110]} ({verdicts[fault].by})", flush=True)
    nothing = Verdict(noticed=False, by=NO_TEST)
    return {fault: verdicts.get(fault, nothing) for fault in chosen}


def _task(
    package: Package, fault: Fault | None, tests: Sequence[str], coverage: Coverage
) -> tuple[float, Callable[[], object]]:
    return 2 * START, lambda: _try(package, fault, tests, coverage)


def _control(package: Package, coverage: Coverage, tests: Sequence[Sequence[str]]) -> None:
    """Control run: without a fault all tests must pass in this order, or a failure would prove nothing."""
    union = {test for each in tests for test in each}
    ordered = sorted(union, key=lambda test: (coverage.seconds[test], test))
    task = _task(package, None, ordered, coverage)
    for _, answer in in_processes([task] if ordered else [], 1):
        if answer is None or answer[0]:
            sys.exit(f"the tests fail without any fault: {answer[1] if answer else OUT_OF_TIME}")


def _try(package: Package, fault: Fault | None, tests: Sequence[str], coverage: Coverage) -> Verdict:
    os.chdir(package.root)
    sys.path.insert(0, str(package.path))
    if fault is not None:
        sys.meta_path.insert(0, Served(package, fault))
    only = _Only(tests, coverage)
    files = sorted({str(package.root / test.partition("::")[0]) for test in tests})
    outcome = pytest.main([*files, *ALWAYS], plugins=[only])
    return Verdict(outcome != pytest.ExitCode.OK, only.failed or pytest.ExitCode(outcome).name)
