"""Plots of a session: the course of its percentiles, and the histogram of its net result."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, gcd, lcm
from typing import TYPE_CHECKING

from croupier.analysis.report.sessions import SHARES, Course
from croupier.analysis.results.number_text import net, percent, rounds
from croupier.analysis.results.svg_plots import FAINT, INK, LINE, drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BANDS = ((0, 6, "#dce9f2", "98% of sessions"), (1, 5, "#b3d1e6", "90%"), (2, 4, "#7fb2d6", "50%"))
MEDIAN = 3  # its place among the percentiles
BINS = 80


def fan(course: Course, unit: str) -> str:
    """The fan chart of a session: its percentiles as the rounds go by."""
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
    return drawn(f"fan-{course.account.name}", alt, 3.2, draw)


def density(course: Course, unit: str) -> str:
    """The histogram of the net result after the session, and the share of players who are ahead."""
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
    return drawn(f"density-{course.account.name}", alt, 2.8, draw)


def comparison(title: str, values: Mapping[str, float], *, share: bool, bounds: tuple[float, float] | None) -> str:
    """A dot for each of several games by name, and the bounds that a figure should lie between, as a file of SVG."""
    names, found = list(values), list(values.values())

    def draw(axes: Axes) -> None:
        if bounds is not None:
            axes.axvspan(*bounds, color=BANDS[0][2], linewidth=0)
        met = [bounds is None or bounds[0] <= each <= bounds[1] for each in found]
        axes.hlines(names, min(found), found, color=FAINT, linewidth=0.8)
        axes.scatter(found, names, color=[LINE if each else INK for each in met], s=18)
        axes.set(xlabel=title)
        axes.invert_yaxis()
        axes.margins(y=0.02)
        axes.xaxis.set_major_formatter("{x:.2%}" if share else "{x:.3f}")

    low, high = (f"{each:.4%}" if share else f"{each:.4f}" for each in (min(found), max(found)))
    between = "" if bounds is None else "; the bounds aimed at are shaded"
    alt = f"{title} of {len(found)} combinations, from {low} to {high}{between}."
    element = drawn("combinations", alt, max(1.6, 0.18 * len(found) + 0.8), draw)
    return element.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)


def _edges(course: Course) -> list[Fraction]:
    """The edges of a histogram: one at nothing won, and each bar with as many possible results as its neighbours."""
    first, *others = course.account.outcomes
    parts = lcm(*(net.denominator for net in course.account.outcomes))
    step = Fraction(gcd(*(int((other - first) * parts) for other in others)) or 1, parts)
    low, high = (course.session.percentile(share) for share in (Fraction(1, 200), Fraction(199, 200)))
    width = max(ceil((high - low) / BINS / step), 1) * step
    return [width * place for place in range(floor(low / width) - 1, ceil(high / width) + 1)]
