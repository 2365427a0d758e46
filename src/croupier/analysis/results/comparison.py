"""The comparison of a rulebook's readings, as tables in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A table in words."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def to_json(self) -> dict[str, object]:
        """A list of rows by column."""
        return {"title": self.title, "rows": [dict(zip(self.columns, row, strict=True)) for row in self.rows]}


@dataclass(frozen=True, slots=True)
class Readings:
    """The comparison."""

    title: str
    tables: tuple[Table, ...]

    def to_json(self) -> dict[str, object]:
        """The data that `--all --json` prints."""
        return {"title": self.title, "tables": [table.to_json() for table in self.tables]}
