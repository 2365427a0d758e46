"""The options of a report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.analysis.report.packet import Packet
    from croupier.analysis.results.comparison import Readings
    from croupier.analysis.strategies import Cost

ROUNDS, HOURS, PACE = 1000, 4, 40


@dataclass(frozen=True)
class ReportOptions:
    """The length of a session, the date of the report, and the parts beside the best play."""

    rounds: int = ROUNDS
    hours: int = HOURS  # at the table, for the risk of ruin
    pace: int = PACE  # rounds an hour
    date: str = ""  # of the report, from who knows the day; empty where nobody says
    readings: Readings | None = None
    cost: Cost | None = None  # of a strategy
    strategy: str = ""  # how it was named by who asked for it
    packet: Packet | None = None  # for a regulator

    @property
    def rounds_at_table(self) -> int:
        """The number of rounds in these hours."""
        return self.hours * self.pace
