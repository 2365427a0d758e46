"""The page of a simulation: its figures in tables, the curve of a shift, and the assumptions in words."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from croupier.analysis.results import number_text
from croupier.analysis.results.svg_plots import INK, LINE, drawn
from croupier.rulebook import Rulebook
from croupier.simulation.periods import Clock

if TYPE_CHECKING:
    from matplotlib.axes import Axes

VISITS = "count", "drop", "hold", "rounds", "ruined", "left_ahead", "rebates"
METER = "hits", "paid", "from_house", "mean"

Curve: TypeAlias = "tuple[list[float], list[float]]"  # results of the house in cents, and the chance of each or less


def sheet(data: dict[str, Any], book: Rulebook, clock: Clock, shift: Curve) -> str:
    """The page, from the data of `--json` and the curve of a shift."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    text = resources.files(__package__).joinpath("sheet.html.jinja").read_text(encoding="utf-8")
    return environment.from_string(text).render(_contents(data, book, clock, shift)) + "\n"


def _contents(data: dict[str, Any], book: Rulebook, clock: Clock, shift: Curve) -> dict[str, Any]:
    return {
        "book": book,
        "rounds": number_text.rounds(data["rounds"]),
        "seed": data["seed"],
        "fingerprint": data["fingerprint"],
        "tables": _tables(data),
        "curve": _curve(data, shift),
        "assumptions": assumptions(clock, guests="visits" in data, meter="meter" in data),
    }


def _tables(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The tables of the page, from the data of `--json`."""
    head = ("mean", "standard_error", "standard_deviation", "exact_mean", "z")
    table = [("table", *_cells(data["table"], head))]
    seats = [
        (f"seat {number}: {seat['strategy']}, {', '.join(map(' '.join, seat['stakes'].items()))}", *_cells(seat, head))
        for number, seat in enumerate(data["seats"], start=1)
    ]
    wager_head = ("mean", "standard_error", "exact_mean", "z", "handle")
    wagers = [(name, *_cells(each, wager_head)) for name, each in data["wagers"].items()]
    period_head = ("rounds", "mean", "standard_deviation", "error", "house_behind")
    shares = list(data["periods"]["shift"]["percentiles"])
    periods = [
        (name, *_cells(each, period_head), *(_number(each["percentiles"][share]) for share in shares))
        for name, each in data["periods"].items()
    ]
    found: list[dict[str, Any]] = [
        {"title": "The house's win a round", "head": ("", *_heads(head)), "rows": table + seats},
        {"title": "By wager", "head": ("wager", *_heads(wager_head)), "rows": wagers},
        {"title": "Over time", "head": ("", *_heads(period_head), *(f"{each}%" for each in shares)), "rows": periods},
        {
            "title": "A tray that lasts a shift",
            "head": ("risk", "amount"),
            "rows": [(risk, _number(amount)) for risk, amount in data["tray"].items()],
        },
    ]
    found += [
        {"title": title, "head": tuple(_heads(tuple(names))), "rows": [_cells(data[part], tuple(names))]}
        for part, title, names in (("visits", "Guests", VISITS), ("meter", "The meter", METER))
        if part in data
    ]
    if data["fit"] is not None:
        fit = data["fit"]
        rows = [(", ".join(cell["of"]), cell["observed"], _number(cell["expected"])) for cell in fit["worst"]]
        title = f"Held against the solver's count: chi-square {_number(fit['chi_square'])}, p {_number(fit['p'])}"
        found.append({"title": title, "head": ("farthest off", "observed", "expected"), "rows": rows})
    return found


def _heads(names: tuple[str, ...]) -> list[str]:
    return [name.replace("_", " ") for name in names]


def _cells(data: dict[str, Any], names: tuple[str, ...]) -> list[str]:
    return [_number(data[name]) for name in names]


def _number(value: object) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.4f}" if isinstance(value, float) else "" if value is None else str(value)


def _curve(data: dict[str, Any], curve: Curve) -> str:
    """The chance that the house has won so much or less after a shift."""
    amounts, chances = curve

    def draw(axes: Axes) -> None:
        axes.plot(np.asarray(amounts) / 100, chances, color=LINE)
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.set(xlabel="the house's win", ylabel="the chance of so much or less")
        axes.xaxis.set_major_formatter("{x:,.0f}")

    shift = data["periods"]["shift"]
    alt = (
        f"The house's win in a shift: median {shift['percentiles']['50']:,.0f}, behind in {shift['house_behind']:.1%}."
    )
    return drawn("shift", alt, 3.2, draw)


def assumptions(clock: Clock, *, guests: bool = False, meter: bool = False) -> list[str]:
    """The assumptions in words."""
    said = [
        "Every round is dealt from a deck in which all orders are equally likely, and played as the seats say.",
        f"{clock.pace} rounds an hour, a shift of {clock.hours} hours, {clock.open} hours a day, a month of 30 days.",
        "Amounts are the house's win, in the rulebook's currency. Errors are standard errors.",
    ]
    if guests:
        said.append(
            "A guest leaves who has won enough, or could not pay for a round at its dearest; the next buys in at once,"
            " and all leave at the end of a shift. A rebate is on the whole loss of a visit."
        )
    if meter:
        said.append("The meter begins each shift at its seed; players do not play otherwise for it.")
    alike = "Periods are sums of independent rounds as they were dealt, moved to the exact mean where it is known."
    shifts = "Where a meter moves or losses are given back, longer periods are sums of independent shifts as dealt."
    return [*said, alike, *([shifts] if guests or meter else [])]
