"""What `verify` reports: what was found, by stream and row, and what it has not looked at, in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple


class Finding(NamedTuple):
    """Something that is not as it must be: in which stream, or table of the database, at which row of it."""

    where: str
    seq: int  # 0 if it is no row's
    says: str

    def __str__(self) -> str:
        return f"{self.where}, row {self.seq}: {self.says}" if self.seq else f"{self.where}: {self.says}"


@dataclass
class Report:
    """All that was found."""

    findings: list[Finding] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)  # what was not looked at, and why
    counted: Counter[str] = field(default_factory=Counter)

    def find(self, where: str, seq: int, says: str) -> None:
        """Something is not as it must be."""
        self.findings.append(Finding(where, seq, says))
