"""Mutation testing: small faults in the games, the table, the rulebook and a player's proof, which tests must notice.

    python tools/mutants.py                 draw 500 faults, try all, write the result to docs/proofs.md and -record.md
    python tools/mutants.py --sample 40     draw fewer, and write nothing
    python tools/mutants.py --only FILE     draw from one file (table/procedures/betting.py), and write nothing
    python tools/mutants.py --try ID...     try these faults alone, whether drawn or not
    python tools/mutants.py --list          list the faults that are drawn
    python tools/mutants.py --show ID       show one as a patch

`mutating.py` says which faults there are, and which code is left alone. Each file gets a share of the sample in
proportion to its faults, at least two, drawn by the hash of their names with a fixed seed: the faults drawn from a file
change only if the file changes. A fault is tried by the tests of `make test` that run its line (or, for code outside of
functions, a line that uses it), the fastest first; then, while time is left, by the tests that run the same file, since
a cached value is computed in one test and used by many. The tests of the analysis and of the adversary are left out,
since they take long, except for the dishonest house's, and so are those of the tools, except for the page of commands.
A fault that makes the tests run forever counts as noticed.

Of the faults that are not listed in mutants-equivalent.toml, 95 in 100 must be noticed. A fault is listed there with
the reason why no test could notice it; it is checked that the fault exists and that no test does.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from mutating import Fault, faults, mutated
from proofs import ROOT, Finding, Proof
from trying import OUT_OF_TIME, Coverage, Package, Verdict, measured, tried

SOURCE = ROOT / "src" / "croupier"
# Of the client those files that a player's proof rests upon; the rest of it needs a house for every test.
FOLDERS = (
    "games",
    "table",
    "rulebook",
    "crypto",
    "documents",
    "client/evidence.py",
    "client/house_log.py",
    "client/player_numbers.py",
    "client/seen_cards.py",
    "client/shuffle_part.py",
)
TESTED = (
    "games",
    "table",
    "rulebook",
    "crypto",
    "documents",
    "hands",
    "cli",
    "client/test_evidence.py",
    "client/test_house_log.py",
    "client/test_player_numbers.py",
    "client/test_seen_cards.py",
    "client/test_shuffle_part.py",
    "adversary/test_dishonest_house.py",
    "test_cards.py",
    "test_money.py",
    "tools/test_commands_page.py",
)
EQUIVALENT = ROOT / "tools" / "mutants-equivalent.toml"
OUR_PACKAGE = Package("croupier", ROOT / "src", ROOT, tuple(f"tests/{name}" for name in TESTED))
SEED = "croupier"
DRAWN = 500
LEAST_OF_A_FILE = 2
LEAST_SHARE = 95  # per cent
INTERRUPTED = 130


class ListError(Exception):
    """The list of equivalent faults is wrong."""


# ---- drawing faults ----------------------------------------------------------------------------------------


def all_faults(source: Path = SOURCE, folders: Sequence[str] = FOLDERS) -> dict[str, list[Fault]]:
    """All faults by file, which is given as a path below the package; files without faults are left out."""
    found = {}
    for folder in folders:
        for path in [source / folder] if folder.endswith(".py") else sorted((source / folder).rglob("*.py")):
            name = path.relative_to(source).as_posix()
            if of_file := faults(path, name):
                found[name] = of_file
    return found


def shares(counts: Mapping[str, int], many: int) -> dict[str, int]:
    """Number of faults to draw from each file: in proportion, at least two; the largest remainders are rounded up."""
    total = sum(counts.values())
    many = min(many, total)
    exact = {file: many * count / total for file, count in counts.items()}
    least = {file: min(count, LEAST_OF_A_FILE) for file, count in counts.items()}
    got = {file: max(least[file], int(exact[file])) for file in counts}
    while (short := many - sum(got.values())) != 0:
        step = 1 if short > 0 else -1
        open_to = [file for file in counts if (got[file] < counts[file] if step > 0 else got[file] > least[file])]
        if not open_to:
            break  # the sample is too small for the minimum of each file
        chosen = max(open_to, key=lambda file: (step * (exact[file] - got[file]), counts[file], file))
        got[chosen] += step
    return got


def drawn(found: Mapping[str, Sequence[Fault]], many: int) -> list[Fault]:
    """Draw the faults to try."""
    quota = shares({file: len(each) for file, each in found.items()}, many)
    chosen = [fault for file, each in found.items() for fault in sorted(each, key=_lot)[: quota[file]]]
    return sorted(chosen, key=_lot)[:many]


def _lot(fault: Fault) -> str:
    return hashlib.sha256(f"{SEED} {fault.key}".encode()).hexdigest()


def equivalents(path: Path, found: Mapping[str, Sequence[Fault]]) -> dict[str, str]:
    """The faults that no test can notice, with the reason of each."""
    listed = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
    known = {fault.key for each in found.values() for fault in each}
    reasons: dict[str, str] = {}
    for entry in listed:
        key, reason = str(entry.get("fault", "")), str(entry.get("reason", "")).strip()
        if not reason:
            raise ListError(f"{path.name}: {key or 'an entry'} has no reason; say why no test could notice it")
        if key not in known:
            raise ListError(f"{path.name}: there is no fault {key}; what it stood in has changed: take it out")
        if key in reasons:
            raise ListError(f"{path.name}: {key} is listed twice")
        reasons[key] = reason
    return reasons


# ---- the result ----------------------------------------------------------------------------------------------


class Score:
    """Result of trying the faults."""

    def __init__(self, verdicts: Mapping[Fault, Verdict], listed: Iterable[str]) -> None:
        listed = set(listed)
        self.equivalent = [fault for fault in verdicts if fault.key in listed]
        self.counted = [fault for fault in verdicts if fault.key not in listed]
        self.survivors = [fault for fault in self.counted if not verdicts[fault].noticed]
        self.wrongly_listed = [fault for fault in self.equivalent if verdicts[fault].noticed]
        self.out_of_time = sum(verdicts[fault].by == OUT_OF_TIME for fault in self.counted)

    @property
    def noticed(self) -> int:
        """Number of faults noticed, without the listed ones."""
        return len(self.counted) - len(self.survivors)

    @property
    def held(self) -> bool:
        """True if enough faults were noticed, and no listed one."""
        return 100 * self.noticed >= LEAST_SHARE * len(self.counted) and not self.wrongly_listed

    def says(self) -> list[str]:
        """The result in sentences."""
        share = 100 * self.noticed / max(1, len(self.counted))
        return [
            f"{self.noticed} of {len(self.counted)} faults noticed, {share:.1f} per cent; {LEAST_SHARE} are asked for",
            f"{self.out_of_time} of them because the tests did not end",
            f"{len(self.equivalent)} more are listed as equivalent, each with the reason",
            *sorted(f"listed as equivalent, but noticed: `{fault.key}`" for fault in self.wrongly_listed),
            *sorted(f"not noticed: `{fault.key}`" for fault in self.survivors),
        ]


def difference(fault: Fault, source: Path = SOURCE) -> str:
    """Format a fault as a patch of its file."""
    text = (source / fault.file).read_text(encoding="utf-8")
    with_it = mutated(text, fault)
    lines = difflib.unified_diff(text.splitlines(), with_it.splitlines(), fault.file, fault.file, lineterm="", n=2)
    return "\n".join([f"{fault.id}  {fault.key}", *lines, ""])


# ---- the command ---------------------------------------------------------------------------------------------


def main() -> int:
    """Draw faults, try them, and print those that were not noticed."""
    given = _arguments()
    found = all_faults()
    try:
        listed = equivalents(EQUIVALENT, found)
    except ListError as error:
        sys.exit(str(error))
    if given.only:
        found = {file: each for file, each in found.items() if file == given.only}
        if not found:
            sys.exit(f"no file {given.only} with faults; for example table/procedures/betting.py")
    chosen = drawn(found, given.sample)
    if given.try_ or given.show:
        wanted = set(given.try_ or [given.show])
        chosen = [fault for each in found.values() for fault in each if {fault.id, fault.key} & wanted]
        if not chosen:
            sys.exit(f"no fault {' '.join(wanted)}; --list says which are drawn")
    if given.show or given.list:
        for fault in chosen:
            print(difference(fault) if given.show else f"{fault.id}  {fault.key}")
        return 0
    whole = given.sample == DRAWN and not given.only and not given.try_
    return _prove(chosen, listed, given.jobs, write=whole)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, default=DRAWN, metavar="MANY", help="draw so many")
    parser.add_argument("--only", metavar="FILE", help="draw from one file, as table/procedures/betting.py")
    parser.add_argument("--try", dest="try_", nargs="+", metavar="ID", help="try these alone")
    parser.add_argument("--list", action="store_true", help="say which are drawn")
    parser.add_argument("--show", metavar="ID", help="show one as a difference")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    return parser.parse_args()


def _prove(chosen: Sequence[Fault], listed: Mapping[str, str], jobs: int, *, write: bool) -> int:
    proof = Proof("prove-mutants")
    try:
        coverage: Coverage = measured(OUR_PACKAGE, ROOT / ".mutants", jobs)
        verdicts = tried(OUR_PACKAGE, chosen, coverage, jobs)
    except KeyboardInterrupt:
        print("interrupted; the record stays as it was", file=sys.stderr)
        return INTERRUPTED
    score = Score(verdicts, listed)
    for fault in [*score.survivors, *score.wrongly_listed]:
        print(difference(fault))
    print("\n".join(score.says()))
    if write:
        proof.write(held=score.held, showed=[Finding(line) for line in score.says()])
    return 0 if score.held else 1


if __name__ == "__main__":
    sys.exit(main())
