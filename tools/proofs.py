"""The results of the proofs: a summary, docs/proofs.md, and the full record beside it, docs/proofs-record.md.

Both have one section for each part of `make prove`, which the part replaces when it is run again: what it showed, on
which commit, when, in what time and from which seed. The summary has one line for each test, of at most 300 characters;
the record has every result of it. A part that fails writes that it failed; one that is interrupted writes nothing, so
that the last result stands.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SUMMARY, RECORD = "proofs.md", "proofs-record.md"
LONGEST = 300  # characters of an item of the summary, its mark included
HEADS = {
    SUMMARY: f"""\
# Proofs

A summary of the last run of each part of `make prove`, written by the parts themselves. Every result of each test is in
[the record]({RECORD}).
""",
    RECORD: f"""\
# Record of the proofs

The last run of each part of `make prove` with every result of each test, written by the parts themselves;
[the summary]({SUMMARY}) has a line for each test.
""",
}
_SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)


class Finding(NamedTuple):
    """A sentence that held or failed, with the results that the test recorded for it."""

    sentence: str
    results: tuple[str, ...] = ()

    def in_short(self) -> str:
        """The item of the summary: the sentence, with its results if there is room, or the first and their number."""
        every = "; ".join([self.sentence, *self.results])
        if len(every) <= _ROOM:
            return every
        many = len(self.results)
        first = f"{self.sentence}; {self.results[0]}; {many - 1} more in the record" if many > 1 else ""
        if 0 < len(first) <= _ROOM:
            return first
        tail = f"; {many} in the record" if many else ""
        return _cut(self.sentence, _ROOM - len(tail)) + tail

    def in_full(self) -> str:
        """The item of the record: the sentence, and an item below it for each result."""
        return "\n".join([self.sentence, *(f"  - {result}" for result in self.results)])


_ROOM = LONGEST - len("- ")


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 4].rstrip() + " ..."


class Tree(NamedTuple):
    """The working tree that is tested: its commit, and whether it has uncommitted changes."""

    commit: str  # empty if there is none
    changed: bool

    def __str__(self) -> str:
        if not self.commit:
            return "a tree without commits"
        return f"`{self.commit}`" + (", with changes that are not committed" if self.changed else "")


def tree(root: Path = ROOT) -> Tree:
    """The commit that is checked out; summary and record do not count as a change of it. An archive has none."""
    if not (root / ".git").exists():
        return Tree("", changed=False)
    commit = _git(root, "rev-parse", "--short=12", "HEAD").strip()
    written = [f":(exclude){DOCS.name}/{name}" for name in HEADS]
    return Tree(commit, bool(_git(root, "status", "--porcelain", "--", ".", *written).strip()))


def _git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout  # noqa: S603, S607 - our own words to the git of the user


class Proof:
    """A part while it runs; made before anything is looked at: the commit and the clock are those of the start."""

    def __init__(self, part: str, seed: int | None = None, root: Path = ROOT) -> None:
        self.part, self.seed, self.root = part, seed, root
        self.tree, self.begun, self._clock = tree(root), datetime.now(UTC), monotonic()

    def write(self, *, held: bool, showed: Sequence[Finding], folder: Path = DOCS) -> None:
        """Put the result into the record and the summary, in place of the last one of this part."""
        opening = self.opening(held=held)
        folder.mkdir(parents=True, exist_ok=True)
        for name, items in (
            (RECORD, [each.in_full() for each in showed]),
            (SUMMARY, [each.in_short() for each in showed]),
        ):
            _write(folder / name, self.part, section(opening, items))
        print(f"{self.part} {'held' if held else 'FAILED'}; written to {SUMMARY} and {RECORD}")

    def opening(self, *, held: bool) -> str:
        """The first line of a section: the outcome, the commit, the time and the seed."""
        moved = " The tree changed while it ran." if tree(self.root) != self.tree else ""
        seed = "" if self.seed is None else f" Seed {self.seed}: `make {self.part} SEED={self.seed}` repeats it."
        when = f"{self.begun:%Y-%m-%d %H:%M} UTC, in {lasted(monotonic() - self._clock)}"
        return f"**{'Held' if held else 'FAILED'}** on {self.tree}, {when}.{seed}{moved}"


def _write(file: Path, part: str, text: str) -> None:
    old = file.read_text(encoding="utf-8") if file.exists() else HEADS[file.name]
    whole = file.with_suffix(".new")
    whole.write_text(replaced(old, part, text), encoding="utf-8")
    os.replace(whole, file)  # noqa: PTH105 - all of it or nothing


def section(opening: str, items: Sequence[str]) -> str:
    """The text below the heading of a part."""
    return "\n".join([opening, "", *(f"- {item}" for item in items)]) + "\n"


def lasted(seconds: float) -> str:
    """Format a duration in words."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def replaced(text: str, part: str, section: str) -> str:
    """The file with one section new and all others as they were, in the order of their names."""
    head, *rest = _SECTION.split(text)
    sections = dict(zip(rest[::2], (body.strip("\n") for body in rest[1::2]), strict=True))
    sections[part] = section.strip("\n")
    return head.rstrip("\n") + "\n" + "".join(f"\n## {name}\n\n{sections[name]}\n" for name in sorted(sections))
