"""Bulk inserts by the driver's own statements, which are built once.

Many rows go in with one statement. Between two statements a thread waits for its turn in the interpreter, and the
thread that decides commands leaves it few.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Any

from sqlalchemy import Connection, Table

_MOST = 64  # rows of one statement; of fewer, as many as the next lower power of two, so that statements are few


def insert(
    connection: Connection, table: Table, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]], instead: str = ""
) -> None:
    """Insert rows into a table, with values in the order of the columns; `instead` is the clause for a conflict."""
    at, style = 0, connection.dialect.paramstyle
    while at < len(rows):
        many = min(_MOST, 1 << (len(rows) - at).bit_length() - 1)
        values = tuple(chain.from_iterable(rows[at : at + many]))
        connection.exec_driver_sql(_statement(table.name, columns, many, style, instead), values)
        at += many


@cache
def _statement(table: str, columns: tuple[str, ...], rows: int, style: str, instead: str) -> str:
    listed = ", ".join(f'"{name}"' for name in columns)
    marks = ", ".join(["?" if style == "qmark" else "%s"] * len(columns))
    return f'INSERT INTO "{table}" ({listed}) VALUES {", ".join([f"({marks})"] * rows)} {instead}'  # noqa: S608 - ours
