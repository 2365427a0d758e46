"""Run a part of the proof and write its results to docs/proofs.md, in short, and docs/proofs-record.md, in full.

    python tools/prove.py table              with a fresh seed, which is printed first
    python tools/prove.py table --seed 17    with that seed

A part is the tests of some folders that are exhaustive or slow (`prove`), walk at random (`walk`) or are Hypothesis's.
The seed goes to both of the latter. The exit code is 1 if a test fails; nothing is written if the run is interrupted.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections import Counter
from collections.abc import Sequence

import pytest
from proofs import Finding, Proof

MARKED = "prove or walk or hypothesis"
COACH = ("tests/analysis/coach/test_coach.py", "tests/cli/play/test_play_coach.py")
FAULTS = ("tests/house/engine/test_kill.py", "tests/house/engine/test_database_faults.py")
GROWTH = ("tests/house/records/test_grown_house.py",)
PARTS: dict[str, tuple[str, ...]] = {
    "hands": ("tests/hands", "tests/test_cards.py", "tests/test_money.py"),
    "rulebook": ("tests/rulebook", "tests/documents"),
    "table": ("tests/games", "tests/table", "tests/crypto"),
    "analysis": ("tests/analysis", f"--ignore={COACH[0]}"),
    "simulation": ("tests/simulation",),
    "coach": COACH,
    "adversary": ("tests/adversary",),
    "house": ("tests/house", "tests/service", "tests/client", *(f"--ignore={each}" for each in (*FAULTS, *GROWTH))),
    "faults": FAULTS,
    "docs": ("tests/documentation",),
    "growth": GROWTH,
    "page": ("tests/page", "tests/cli/rulebook/test_placard.py"),
}
INTERRUPTED = 130  # a shell's exit code for a program that was ended by Ctrl-C


class Seen:
    """Pytest plugin that counts the tests that passed and keeps the results that tests report."""

    def __init__(self) -> None:
        self.passed: Counter[str] = Counter()
        self.says: dict[str, list[str]] = {}
        self.failed: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Called by pytest for each file."""
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called by pytest for each step of each test."""
        if report.failed:
            self.failed.append(report.nodeid)
        elif report.when == "call" and report.passed:
            test = report.nodeid.partition("[")[0]
            self.passed[test] += 1
            says = [str(what) for name, what in report.user_properties if name == "showed"]
            self.says.setdefault(test, []).extend(says)

    def showed(self) -> list[Finding]:
        """A finding for each test, as the sentence that its name is; first those that failed."""
        failed = [Finding(f"FAILED: `{test}`") for test in dict.fromkeys(self.failed)]
        return [*failed, *(self._finding(test) for test in sorted(self.passed))]

    def _finding(self, test: str) -> Finding:
        sentence = test.rpartition("::")[2].removeprefix("test_").replace("_", " ")
        cases = f" ({self.passed[test]} cases)" if self.passed[test] > 1 else ""
        return Finding(f"{sentence}{cases}", tuple(self.says[test]))


def run(part: str, seed: int, more: Sequence[str] = ()) -> int:
    """Run a part; return the exit code, 0 if it held."""
    print(f"prove-{part}: seed {seed}; `make prove-{part} SEED={seed}` repeats it", flush=True)
    proof, seen = Proof(f"prove-{part}", seed), Seen()
    search = ["--hypothesis-profile=search", f"--hypothesis-seed={seed}", f"--seed={seed}"]
    outcome = pytest.main([*PARTS[part], "-m", MARKED, *search, *more], plugins=[seen])
    if outcome == pytest.ExitCode.INTERRUPTED and not seen.failed:
        print(f"prove-{part}: interrupted; the record stays as it was", file=sys.stderr)
        return INTERRUPTED
    if not seen.failed and outcome != pytest.ExitCode.OK:
        sys.exit(f"prove-{part}: pytest could not run it: {outcome!r}")
    proof.write(held=not seen.failed, showed=seen.showed())
    return 1 if seen.failed else 0


def parted(words: list[str]) -> tuple[list[str], list[str]]:
    """Split the arguments at `--`."""
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1 :]


def main() -> int:
    """Read the arguments and run the part; arguments after `--` go to pytest."""
    parser = argparse.ArgumentParser(description="run a part of the proof")
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--seed", type=int, help="repeat what was found from this seed")
    own, more = parted(sys.argv[1:])
    given = parser.parse_args(own)
    seed = secrets.randbelow(2**32) if given.seed is None else given.seed
    return run(given.part, seed, more)


if __name__ == "__main__":
    sys.exit(main())
