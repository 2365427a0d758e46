"""A packet for a regulator beside the sheet: who files it, the notices owed, and wagers by the hands at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.analysis.results.comparison import Table
from croupier.rulebook.notices import DueNotice


@dataclass(frozen=True)
class Packet:
    """The cover of a packet (operator, table, effective date), the notices owed, and wagers on all hands."""

    operator: str = ""
    table: str = ""
    effective: str = ""
    notices: Sequence[DueNotice] | None = None  # beside the submission before; None where there is none
    by_hands: tuple[Table, ...] = ()
