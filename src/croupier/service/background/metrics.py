"""Metrics: counters, gauges and a histogram of the house, which Prometheus reads; its client makes the text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
OUTCOMES = ("done", "refused", "failed")

# Without this each counter has a second line, with the time at which it began.
disable_created_metrics()  # type: ignore[no-untyped-call]


class CommandCounts:
    """The counts of commands, which are told when they are asked for: the library's own take a lock for each."""

    def __init__(self) -> None:
        self.happened = 0  # came on record, the house's own among them
        self._became = dict.fromkeys(OUTCOMES, 0)
        self._by_bound = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def count(self, became: str, seconds: float) -> None:
        """Count a command that was asked for, what became of it, and the time until then."""
        self._became[became] += 1
        self._by_bound[bisect_left(BOUNDS, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """The metrics, as a registry asks for them."""
        asked = CounterMetricFamily(
            "croupier_commands", "Commands that were asked for, by what became of them.", labels=["became"]
        )
        for became, many in self._became.items():
            asked.add_metric([became], many)
        yield asked
        bounds = [*map(str, BOUNDS), "+Inf"]
        yield HistogramMetricFamily(
            "croupier_command_seconds",
            "From a command's arrival until it was on record.",
            buckets=list(zip(bounds, map(float, accumulate(self._by_bound)), strict=True)),
            sum_value=self._seconds,
        )
        yield CounterMetricFamily(
            "croupier_happened", "Commands that came on record, the house's own among them.", self.happened
        )


class Metrics:
    """The metrics of one house since the start of its process; gauges are set when they are asked for."""

    def __init__(self) -> None:
        here = self._registry = CollectorRegistry()
        self.requests = Counter(
            "croupier_requests", "HTTP requests that were answered, by status.", ["status"], registry=here
        )
        self.commands = CommandCounts()
        here.register(self.commands)
        self.dropped = Counter(
            "croupier_sockets_dropped", "Sockets that were dropped since nobody read them.", registry=here
        )
        self.sockets = Gauge("croupier_sockets", "Sockets that are open.", registry=here)
        self.tables = Gauge("croupier_tables", "Tables that are open.", registry=here)
        self.seated = Gauge("croupier_seats_taken", "Seats that are taken.", registry=here)
        self.waiting = Gauge(
            "croupier_commands_waiting", "Commands that are decided and not yet on record.", registry=here
        )
        self.writer = Gauge("croupier_writer_alive", "Whether what is asked for can be written.", registry=here)

    def text(self) -> str:
        """All metrics in the text format."""
        return generate_latest(self._registry).decode()
