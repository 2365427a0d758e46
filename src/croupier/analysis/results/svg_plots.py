"""Plots as SVG that can stand inside a page. Matplotlib draws them, without a window and without its global state."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any

from croupier.analysis.results.number_text import net, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, LINE, FAINT = "#1b2a41", "#1f5f8b", "#c9d6df"
MOST_BARS = 40
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


def distribution(name: str, outcomes: Mapping[Fraction, int], cycle: int) -> str:
    """The chance of every net result of one round, on a logarithmic scale."""
    nets = list(outcomes)
    chances = [ways / cycle for ways in outcomes.values()]
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
    often = max(outcomes, key=outcomes.__getitem__)
    alt = (
        f"Probability of each of {len(nets)} net results, from {net(nets[0])} to {net(nets[-1])}; "
        f"the most frequent is {net(often)}, in {percent(outcomes[often] / cycle, 1)} of rounds."
    )
    return drawn(f"distribution-{name}", alt, height, draw)


def drawn(name: str, alt: str, height: float, draw: Callable[[Axes], None]) -> str:
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
