"""The record of the proofs, docs/proofs.md: one section for each part, replaced when the part is run again.

Each part of `make prove` writes here what it showed, on which commit, when, in what time and from which seed. A part
that fails writes that it failed; one that is interrupted writes nothing, so that the last result stands.
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
RECORD = ROOT / "docs" / "proofs.md"
HEAD = """\
# Proofs

What the parts of `make prove` showed when each was last run. The parts write this file; nothing in it is typed in.
"""
_SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)


class Tree(NamedTuple):
    """The working tree that is tested: its commit, and whether it has uncommitted changes."""

    commit: str  # empty if there is none
    changed: bool

    def __str__(self) -> str:
        if not self.commit:
            return "a tree without commits"
        return f"`{self.commit}`" + (", with changes that are not committed" if self.changed else "")


def tree(root: Path = ROOT) -> Tree:
    """The commit that is checked out; the record itself does not count as a change of it. An archive has none."""
    if not (root / ".git").exists():
        return Tree("", changed=False)
    commit = _git(root, "rev-parse", "--short=12", "HEAD").strip()
    record = RECORD.relative_to(ROOT).as_posix()
    return Tree(commit, bool(_git(root, "status", "--porcelain", "--", ".", f":(exclude){record}").strip()))


def _git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout  # noqa: S603, S607 - our own words to the git of the user


class Proof:
    """A part while it runs; made before anything is looked at: the commit and the clock are those of the start."""

    def __init__(self, part: str, seed: int | None = None, root: Path = ROOT) -> None:
        self.part, self.seed, self.root = part, seed, root
        self.tree, self.begun, self._clock = tree(root), datetime.now(UTC), monotonic()

    def write(self, *, held: bool, showed: Sequence[str], record: Path = RECORD) -> None:
        """Put the result into the record, in place of the last one of this part."""
        old = record.read_text(encoding="utf-8") if record.exists() else HEAD
        new = replaced(old, self.part, self.section(held=held, showed=showed))
        record.parent.mkdir(parents=True, exist_ok=True)
        whole = record.with_suffix(".new")
        whole.write_text(new, encoding="utf-8")
        os.replace(whole, record)  # noqa: PTH105 - all of it or nothing
        print(f"{self.part} {'held' if held else 'FAILED'}; written to {record.name}")

    def section(self, *, held: bool, showed: Sequence[str]) -> str:
        """What stands below the heading."""
        moved = " The tree changed while it ran." if tree(self.root) != self.tree else ""
        seed = "" if self.seed is None else f" Seed {self.seed}: `make {self.part} SEED={self.seed}` repeats it."
        when = f"{self.begun:%Y-%m-%d %H:%M} UTC, in {lasted(monotonic() - self._clock)}"
        lines = [f"**{'Held' if held else 'FAILED'}** on {self.tree}, {when}.{seed}{moved}", ""]
        return "\n".join([*lines, *(f"- {line}" for line in showed)]) + "\n"


def lasted(seconds: float) -> str:
    """Format a duration in words."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def replaced(text: str, part: str, section: str) -> str:
    """The record with one section new and all others as they were, in the order of their names."""
    head, *rest = _SECTION.split(text)
    sections = dict(zip(rest[::2], (body.strip("\n") for body in rest[1::2]), strict=True))
    sections[part] = section.strip("\n")
    return head.rstrip("\n") + "\n" + "".join(f"\n## {name}\n\n{sections[name]}\n" for name in sorted(sections))
