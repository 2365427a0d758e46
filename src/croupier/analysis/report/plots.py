"""Plots as SVG that can stand inside a page. Matplotlib draws them, without a window and without its global state."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from html import escape
from io import StringIO
from itertools import pairwise
from math import ceil, floor, gcd, lcm
from typing import TYPE_CHECKING, Any

from croupier.analysis.report.sessions import SHARES, Course
from croupier.analysis.results.figures import net, percent, rounds
from croupier.analysis.results.result import Account

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, LINE, FAINT = "#1b2a41", "#1f5f8b", "#c9d6df"
BANDS = ((0, 6, "#dce9f2", "98% of sessions"), (1, 5, "#b3d1e6", "90%"), (2, 4, "#7fb2d6", "50%"))
MEDIAN = 3  # its place among the percentiles
MOST_BARS = 40
BINS = 80
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "croupier",  # the same plot is the same bytes
    "font.family": "sans-serif",
    "font.size": 9,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def distribution(account: Account) -> str:
    """The chance of every net result of one round, on a logarithmic scale."""
    nets = list(account.outcomes)
    chances = [ways / account.cycle for ways in account.outcomes.values()]
    few = len(nets) <= MOST_BARS

    def draw(axes: Axes) -> None:
        if few:
            axes.barh([net(each) for each in nets], chances, color=LINE, log=True)
            axes.set(xlabel="probability, logarithmic scale", ylabel="net result")
            axes.margins(y=0.01)
        else:
            axes.vlines([float(each) for each in nets], min(chances) / 2, chances, color=LINE, linewidth=1)
            axes.set(yscale="log", xlabel="net result", ylabel="probability, logarithmic scale")
            axes.set_xscale("symlog", linthresh=10)
        axes.grid(axis="x" if few else "y", color=FAINT, linewidth=0.5)
        axes.set_axisbelow(True)

    height = max(1.7, 0.18 * len(nets) + 0.7) if few else 3.2
    often = max(account.outcomes, key=account.outcomes.__getitem__)
    alt = (
        f"Probability of each of {len(nets)} net results, from {net(nets[0])} to {net(nets[-1])}; "
        f"the most frequent is {net(often)}, in {percent(account.outcomes[often] / account.cycle, 1)} of rounds."
    )
    return _drawn(f"distribution-{account.name}", alt, height, draw)


def fan(course: Course, unit: str) -> str:
    """How far sessions lie apart as the rounds go by."""
    numbers = [0, *(step.rounds for step in course.steps)]
    lines = [[0.0, *(float(step.percentile(share)) for step in course.steps)] for share in SHARES]

    def draw(axes: Axes) -> None:
        for low, high, colour, label in BANDS:
            axes.fill_between(numbers, lines[low], lines[high], color=colour, label=label, linewidth=0)
        axes.plot(numbers, lines[MEDIAN], color=LINE, label="median")
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.set(xlabel="rounds", ylabel=f"net result, in {unit}", xlim=(0, numbers[-1]))
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.yaxis.set_major_formatter("{x:,.0f}")
        axes.legend(loc="upper left", frameon=False, fontsize=8)

    last = [net(course.session.percentile(share)) for share in SHARES]
    alt = (
        f"Percentiles of the net result over {rounds(course.session.rounds)}, spreading from 0. At the end the median "
        f"is {last[MEDIAN]}; half of all sessions lie from {last[2]} to {last[4]}, and 98 per cent from {last[0]} to "
        f"{last[6]}."
    )
    return _drawn(f"fan-{course.account.name}", alt, 3.2, draw)


def density(course: Course, unit: str) -> str:
    """Where a player stands after the session, and the share of those who are ahead."""
    edges = _edges(course)
    cumulated = [course.session.at_most(edge) for edge in edges]
    heights = [high - low for low, high in pairwise(cumulated)]

    def draw(axes: Axes) -> None:
        lefts = [float(edge) for edge in edges[:-1]]
        colours = [LINE if left >= 0 else FAINT for left in lefts]
        axes.bar(lefts, heights, width=float(edges[1] - edges[0]), align="edge", color=colours, linewidth=0)
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.set(xlabel=f"net result after {rounds(course.session.rounds)}, in {unit}", ylabel="share of sessions")
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.yaxis.set_major_formatter("{x:.1%}")

    alt = (
        f"Histogram of the net result after {rounds(course.session.rounds)}; "
        f"the player is ahead in {percent(course.session.ahead, 1)} of sessions."
    )
    return _drawn(f"density-{course.account.name}", alt, 2.8, draw)


def _edges(course: Course) -> list[Fraction]:
    """The edges of a histogram: one at nothing won, and each bar with as many possible results as its neighbours."""
    first, *others = course.account.outcomes
    parts = lcm(*(net.denominator for net in course.account.outcomes))
    step = Fraction(gcd(*(int((other - first) * parts) for other in others)) or 1, parts)
    low, high = (course.session.percentile(share) for share in (Fraction(1, 200), Fraction(199, 200)))
    width = max(ceil((high - low) / BINS / step), 1) * step
    return [width * place for place in range(floor(low / width) - 1, ceil(high / width) + 1)]


def _drawn(name: str, alt: str, height: float, draw: Callable[[Axes], None]) -> str:
    """A figure as an SVG element whose names cannot clash with those of another."""
    import logging

    import matplotlib as mpl
    from matplotlib.figure import Figure

    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # how long it takes to find fonts is nobody's concern
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(7.2, height), layout="constrained")
        draw(figure.subplots())
        return _inline(figure, name, alt)


def _inline(figure: Figure, name: str, alt: str) -> str:
    """The element alone: no prologue, no metadata, no addresses."""
    written = StringIO()
    figure.savefig(written, format="svg", transparent=True, metadata={"Date": None})
    element = written.getvalue()
    element = element[element.index("<svg") :]
    element = re.sub(r"<(metadata|style)\b.*?</\1>", "", element, flags=re.DOTALL)
    element = re.sub(r' xmlns(:xlink)?="[^"]*"', "", element)
    element = re.sub(r' (width|height)="[\d.]+pt"', "", element, count=2)
    element = element.replace("xlink:href=", "href=")
    element = re.sub(r'\bid="', f'id="{name}-', element)
    element = element.replace('href="#', f'href="#{name}-').replace("url(#", f"url(#{name}-")
    return element.replace("<svg", f'<svg role="img" aria-label="{escape(alt)}"', 1)
