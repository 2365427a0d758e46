"""The answer of an analyst: the findings, with the ways to show them as a page, spreadsheets, frames and JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.analysis.model.question import Question
from croupier.analysis.results.account import Picture
from croupier.analysis.results.findings import Findings
from croupier.errors import CroupierError
from croupier.html_table import html_table

if TYPE_CHECKING:
    from croupier.analysis.report.strategy import Chart


class NoFramesError(CroupierError, ImportError):
    """No library for frames is there."""


class Analysis(Findings):
    """A rulebook under a submission, analysed."""

    def __repr__(self) -> str:
        return f"<Analysis of {self.terms.submission!r}: {', '.join(self.wagers)}>"

    def strategy(self) -> Chart | None:
        """The best play: the first turn hand by hand, later ones by classes; None where a game asks nothing."""
        from croupier.analysis.report.strategy import chart

        return chart(self)

    def plot(self, wager: str = "base") -> Picture:
        """The distribution of one round of a wager, drawn."""
        return self[wager].plot()

    def to_html(self, rounds: int = 1000, hours: int = 4, pace: int = 40, date: str = "") -> str:
        """The PAR sheet, one page: sessions have so many rounds, and the risk of ruin is that of hours at a pace.

        `date` is printed as it is given.
        """
        from croupier.analysis.report.options import ReportOptions
        from croupier.analysis.report.sheet import sheet

        return sheet(self, self.asked or Question(self.terms.submission), ReportOptions(rounds, hours, pace, date))

    def to_csv(self, rounds: int = 1000, hours: int = 4, pace: int = 40) -> dict[str, str]:
        """Every table as CSV text, by the name of its file."""
        from croupier.analysis.report.options import ReportOptions
        from croupier.analysis.report.spreadsheets import spreadsheets

        return spreadsheets(self, ReportOptions(rounds, hours, pace))

    def to_xlsx(self, rounds: int = 1000, hours: int = 4, pace: int = 40) -> bytes:
        """Every table as a sheet of one workbook."""
        from croupier.analysis.report.options import ReportOptions
        from croupier.analysis.report.spreadsheets import workbook

        return workbook(self, ReportOptions(rounds, hours, pace))

    def to_frame(self, wager: str | None = None) -> Any:  # noqa: ANN401 - a frame of whichever library is there
        """All wagers, or all outcomes of one, as a frame of pandas or polars, whichever is there."""
        rows: list[dict[str, object]]
        if wager is None:
            rows = [
                {
                    "wager": name,
                    "title": each.title,
                    "unit": each.unit,
                    "house_edge": float(each.house_edge),
                    "element_of_risk": float(each.element_of_risk),
                    "standard_deviation": each.standard_deviation,
                    "average_wager": float(each.average_wager),
                    "return_to_player": float(each.return_to_player),
                    "volatility_index_90": each.volatility_index(0.9),
                    "volatility_index_95": each.volatility_index(0.95),
                    "skewness": each.skewness,
                }
                for name, each in self.wagers.items()
            ]
        else:
            account = self[wager]
            chances = [(row.outcome, float(row.net), Fraction(row.ways, account.cycle)) for row in account.rows]
            rows = [{"outcome": what, "net": net, "chance": float(chance)} for what, net, chance in chances]
        return frame(rows)

    def to_json(self, rounds: int = 1000, hours: int = 4, pace: int = 40) -> dict[str, object]:
        """The data of `--json`: sessions have so many rounds, and the risk of ruin is that of hours at a pace."""
        from croupier.analysis.report.as_json import of_analysis
        from croupier.analysis.report.options import ReportOptions

        return of_analysis(self, ReportOptions(rounds, hours, pace))

    def _repr_html_(self) -> str:
        """A table for a notebook."""
        head = ("Wager", "House edge", "Element of risk", "Standard deviation")
        rows = [
            (
                each.title,
                f"{float(each.house_edge):.4%}",
                f"{float(each.element_of_risk):.4%}",
                f"{each.standard_deviation:.4f}",
            )
            for each in self.wagers.values()
        ]
        return html_table(rows, head)


def frame(rows: list[dict[str, object]]) -> Any:  # noqa: ANN401 - a frame of whichever library is there
    """Rows as a frame of pandas or polars, whichever is there."""
    from importlib import import_module

    for library in ("pandas", "polars"):
        try:
            return import_module(library).DataFrame(rows)
        except ImportError:
            continue
    raise NoFramesError("a frame needs pandas or polars, and neither is installed", "to_csv() without them")
