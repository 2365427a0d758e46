"""Metrics: counters and a histogram in Prometheus' text format, written by hand."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Metric(NamedTuple):
    """A metric: its name, its kind and its meaning."""

    name: str
    kind: str
    means: str


REQUESTS = Metric("croupier_requests_total", "counter", "HTTP requests that were answered, by status.")
COMMANDS = Metric("croupier_commands_total", "counter", "Commands that were asked for, by what became of them.")
SECONDS = Metric("croupier_command_seconds", "histogram", "From a command's arrival until it was on record.")
DROPPED = Metric("croupier_sockets_dropped_total", "counter", "Sockets that were dropped since nobody read them.")
HAPPENED = Metric("croupier_happened_total", "counter", "Commands that came on record, the house's own among them.")
SOCKETS = Metric("croupier_sockets", "gauge", "Sockets that are open.")
TABLES = Metric("croupier_tables", "gauge", "Tables that are open.")
SEATED = Metric("croupier_seats_taken", "gauge", "Seats that are taken.")
WRITER = Metric("croupier_writer_alive", "gauge", "Whether what is asked for can be written.")
WAITING = Metric("croupier_commands_waiting", "gauge", "Commands that are decided and not yet on record.")


class Counts:
    """The counters since the start."""

    def __init__(self) -> None:
        self._counted: dict[tuple[Metric, str], int] = {}
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def add(self, metric: Metric, label: str = "", many: int = 1) -> None:
        """Add to a counter; `label` is one as the format has it, such as `status="200"`."""
        key = metric, label
        self._counted[key] = self._counted.get(key, 0) + many

    def took(self, seconds: float) -> None:
        """Count a command that was on record so long after it came."""
        self._buckets[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    def text(self, gauges: Iterable[tuple[Metric, int]]) -> str:
        """All metrics as text, with the gauges as they stand."""
        return "".join(f"{line}\n" for line in self._lines(gauges))

    def _lines(self, gauges: Iterable[tuple[Metric, int]]) -> Iterator[str]:
        for metric in (REQUESTS, COMMANDS, DROPPED, HAPPENED):
            yield from _head(metric)
            for (of, label), many in sorted(self._counted.items()):
                if of == metric:
                    yield f"{metric.name}{f'{{{label}}}' if label else ''} {many}"
        yield from _head(SECONDS)
        total = 0
        for bound, many in zip((*map(str, BOUNDS), "+Inf"), self._buckets, strict=True):
            total += many
            yield f'{SECONDS.name}_bucket{{le="{bound}"}} {total}'
        yield f"{SECONDS.name}_sum {self._seconds:.6f}"
        yield f"{SECONDS.name}_count {total}"
        for metric, value in gauges:
            yield from _head(metric)
            yield f"{metric.name} {value}"


def _head(metric: Metric) -> Iterator[str]:
    yield f"# HELP {metric.name} {metric.means}"
    yield f"# TYPE {metric.name} {metric.kind}"
