"""The report of `verify`: its findings by stream and row, and remarks on the parts that it has not checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple


class Finding(NamedTuple):
    """One fault: in which stream or table of the database, and at which row of it."""

    where: str
    seq: int  # 0 if it is no row's
    says: str

    def __str__(self) -> str:
        return f"{self.where}, row {self.seq}: {self.says}" if self.seq else f"{self.where}: {self.says}"


@dataclass
class Report:
    """The report: all findings, and all remarks."""

    findings: list[Finding] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)  # the parts that were not checked, and why
    counted: Counter[str] = field(default_factory=Counter)

    def find(self, where: str, seq: int, says: str) -> None:
        """Add a finding."""
        self.findings.append(Finding(where, seq, says))
