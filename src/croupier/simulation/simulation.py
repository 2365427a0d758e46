"""The result of a simulation: a table, its seats, wagers and periods, beside what is known exactly."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from croupier.analysis.answer import frame
from croupier.analysis.results.fit import Fit, fit
from croupier.analysis.sessions.distribution import Session, after
from croupier.analysis.strategies import Strategy
from croupier.csv_text import lines
from croupier.html_table import html_table
from croupier.money import Cents
from croupier.simulation.deals import Deals, DealtRounds, Key, Sums
from croupier.simulation.errors import SimulationError
from croupier.simulation.expected import ExactMeans, Label
from croupier.simulation.figures import CENTS, Figure, MeterRun, Took, Visits, WagerFigure
from croupier.simulation.loops.visits_loop import REBATES
from croupier.simulation.periods import (
    Clock,
    Moments,
    Period,
    period,
    period_curve,
    periods_of_shifts,
    tray,
    tray_of_shifts,
)
from croupier.simulation.seats import Place
from croupier.simulation.shifts import have_guests

POINTS = 200  # of a curve


class Simulation:
    """Rounds of a table added up. Amounts are the house's win; those in JSON are in the rulebook's currency."""

    def __init__(
        self, deals: Deals, sums: Sums, clock: Clock, expected: ExactMeans, fingerprint: str, took: Took
    ) -> None:
        self.deals = deals
        self.sums = sums
        self.clock = clock
        self.fingerprint = fingerprint
        self.took = took
        self._expected = expected

    def __repr__(self) -> str:
        table = self.table
        said = f"{float(table.mean) / CENTS:+.4f} ± {table.standard_error / CENTS:.4f} a round"
        return (
            f"<Simulation of {self.deals.terms.submission!r}: {self.rounds:,} rounds, {len(self.seats)} seats, {said}>"
        )

    @property
    def rounds(self) -> int:
        """The rounds dealt."""
        return self.sums.rounds

    @property
    def remembers(self) -> bool:
        """True if rounds are not alike, since a meter moves or losses are given back: whole shifts are."""
        return self.deals.moving is not None or any(place.guest.rebate for place in self.deals.places)

    @cached_property
    def house(self) -> Mapping[Cents, int]:
        """The rounds by what the house won in them, in cents."""
        return {-net: count for net, count in sorted(self.sums.table.items(), reverse=True)}

    @cached_property
    def table(self) -> Figure:
        """The house's win a round."""
        moments = Moments.of(self.house)
        if self.remembers:
            shifts, length = Moments.of(self.sums.remembered.shifts), self.deals.shift.rounds
            return Figure(shifts.mean / length, shifts.standard_error / length, moments.deviation, None)
        exact = self._expected.mean()
        return Figure(moments.mean, moments.standard_error, moments.deviation, None if exact is None else -exact)

    @cached_property
    def seats(self) -> tuple[Figure, ...]:
        """The house's win a round, by seat."""
        found = []
        for seat in range(len(self.deals.places)):
            total, guest = self.sums.nets[seat], self.deals.places[seat].guest
            exact = self._expected.seat(seat).net
            figure = _figure(-total, self.sums.products[seat][seat], self.rounds, None if exact is None else -exact)
            if guest.rebate:
                back = Fraction(self.sums.remembered.guests[seat][REBATES], self.rounds)
                figure = replace(figure, mean=figure.mean - back, exact_mean=None)
            found.append(figure)
        return tuple(found)

    @cached_property
    def wagers(self) -> Mapping[str, WagerFigure]:
        """The house's win a round by wager, payout limits among them."""
        handle: Counter[str] = Counter()
        for seat, ends in enumerate(self.sums.ends):
            place = self.deals.places[seat]
            for number, count in ends.items():
                key = self._key(seat, number)
                for name, stake in key.path.stakes(place.made[key.made].opening, self.deals.terms).items():
                    handle[name] += stake * count
        found = {}
        for name, (total, squares) in self.sums.wagers.items():
            exact = self._expected.wager(name)
            figure = _figure(-total, squares, self.rounds, None if exact is None else -exact)
            found[name] = WagerFigure(figure, handle[name])
        return found

    @cached_property
    def covariance(self) -> tuple[tuple[float, ...], ...]:
        """The covariance of what the seats bring the house in one round, in cents squared."""
        means = [Fraction(-net, self.rounds) for net in self.sums.nets]
        return tuple(
            tuple(
                float(Fraction(product, self.rounds) - one * other) for product, other in zip(row, means, strict=True)
            )
            for row, one in zip(self.sums.products, means, strict=True)
        )

    @cached_property
    def covariance_standard_error(self) -> tuple[tuple[float, ...], ...]:
        """The standard error of each covariance."""
        found = []
        for one, row in enumerate(self.sums.products):
            errors = []
            for other, product in enumerate(row):
                mean = product / self.rounds
                square = self.sums.quartics[max(one, other)][min(one, other)] / self.rounds
                errors.append(math.sqrt(max(square - mean**2, 0.0) / self.rounds))
            found.append(tuple(errors))
        return tuple(found)

    @cached_property
    def fit(self) -> tuple[int, Fit[Label]] | None:
        """The tally held against the solver's count: the seat that is farthest off, from 1, and its fit.

        The probability is that of any seat being as far off as this one. None where no solver counts a seat's play.
        """
        fits = {}
        for seat, ends in enumerate(self.sums.ends):
            expected = self._expected.labels(seat)
            if not expected:
                continue
            observed: Counter[Label] = Counter()
            for number, count in ends.items():
                observed[self._expected.label(seat, self._key(seat, number))] += count
            fits[seat + 1] = fit(observed, expected)
        if not fits:
            return None
        farthest = min(fits, key=lambda seat: (fits[seat].p, seat))
        found = fits[farthest]
        return farthest, Fit(found.chi_square, found.cells, min(1.0, found.p * len(fits)), found.worst)

    @cached_property
    def periods(self) -> Mapping[str, Period]:
        """The house's win in an hour, a shift, a day and a month."""
        if self.remembers:
            return periods_of_shifts(self.sums.remembered, self.clock)
        return {
            name: period(self.house, rounds, rounds, self.table.exact_mean)
            for name, rounds in self.clock.rounds.items()
        }

    @cached_property
    def tray(self) -> Mapping[str, Cents | None]:
        """The tray that lasts a shift, by the risk that it runs out; None where shifts are too few to tell."""
        if self.remembers:
            return tray_of_shifts(self.sums.remembered.lows)
        return tray(self.house, self.clock.rounds["shift"], self.table.exact_mean)

    @cached_property
    def visits(self) -> Visits | None:
        """The guests who came and left; None if no seat has any."""
        places = self.deals.places
        if not have_guests([place.guest for place in places]):
            return None
        whole = [sum(each) for each in zip(*self.sums.remembered.guests, strict=True)]
        return Visits(*whole)

    @cached_property
    def meter(self) -> MeterRun | None:
        """The progressive's meter; None if no seat makes the wager."""
        if self.deals.moving is None:
            return None
        hits, paid, from_house = self.sums.remembered.shares
        return MeterRun(hits, paid, from_house, self.sums.remembered.meters)

    def period(self, rounds: int) -> Session:
        """The distribution of the players' net after so many rounds, in the currency's major unit, as it was dealt.

        Rounds are taken as alike, so that no rebate is in it.
        """
        if rounds < 1:
            raise SimulationError(f"{rounds} rounds are no period", "1 or more")
        return after({Fraction(net, CENTS): count for net, count in self.sums.table.items()}, rounds)

    def again(self, first: int, count: int) -> DealtRounds:
        """The cards, paths and nets of any rounds, dealt again."""
        if first < 0 or count < 1:
            raise SimulationError(f"{count} rounds from {first} on are none", "1 or more, from 0 on")
        return self.deals.again(first, count)

    # ---- forms -----------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, object]:
        """The data of `--json`."""
        submission = self.deals.terms.submission
        found = self.fit
        return {
            "rulebook": submission.rulebook.id,
            "options": submission.options(),
            "seed": self.deals.seed,
            "rounds": self.rounds,
            "fingerprint": self.fingerprint,
            "took": self.took.to_json(),
            "table": self.table.to_json(),
            "seats": [
                {"strategy": strategy_of(place), "stakes": staked(place, self.deals), **figure.to_json()}
                for place, figure in zip(self.deals.places, self.seats, strict=True)
            ],
            "covariance": _in_units(self.covariance),
            "covariance_standard_error": _in_units(self.covariance_standard_error),
            "wagers": {
                name: {key: value for key, value in figure.to_json().items() if key != "standard_deviation"}
                | {"handle": handle / CENTS}
                for name, (figure, handle) in self.wagers.items()
            },
            "fit": None if found is None else {"seat": found[0], **_fit_json(found[1])},
            "periods": {name: each.to_json() for name, each in self.periods.items()},
            "tray": {risk: None if amount is None else amount / CENTS for risk, amount in self.tray.items()},
            **({} if self.visits is None else {"visits": self.visits.to_json()}),
            **({} if self.meter is None else {"meter": self.meter.to_json()}),
        }

    def to_html(self) -> str:
        """The page of `--html`: all figures, with curves and assumptions."""
        from croupier.simulation.sheet import sheet

        house, times = (self.sums.remembered.shifts, 1) if self.remembers else (self.house, self.deals.shift.rounds)
        curve = period_curve(house, times, self.table.exact_mean, POINTS)
        return sheet(self.to_json(), self.deals.terms.rulebook, self.clock, curve)

    def to_csv(self) -> dict[str, str]:
        """The tables as CSV text, by the name of the file; `results.csv` is what `analyze --against` reads."""
        return {
            "results.csv": _csv(("wager", "net", "count"), self._results()),
            "table.csv": _csv(("house_win_cents", "rounds"), self.house.items()),
            "seats.csv": _csv(
                ("seat", "strategy", "mean", "standard_error", "standard_deviation", "exact_mean", "z"),
                ((seat, strategy_of(place), *figure.to_json().values()) for seat, (place, figure) in self._by_seat()),
            ),
            "wagers.csv": _csv(
                ("wager", "mean", "standard_error", "standard_deviation", "exact_mean", "z", "handle"),
                ((name, *each.to_json().values(), handle / CENTS) for name, (each, handle) in self.wagers.items()),
            ),
        }

    def to_frame(self) -> Any:  # noqa: ANN401 - a frame of whichever library is there
        """The seats as a frame of pandas or polars, whichever is there."""
        return frame(
            [
                {"seat": seat, "strategy": strategy_of(place), **figure.to_json()}
                for seat, (place, figure) in self._by_seat()
            ]
        )

    def _repr_html_(self) -> str:
        rows = [
            (str(seat), strategy_of(place), f"{float(each.mean) / CENTS:+.4f}", f"{each.standard_error / CENTS:.4f}")
            for seat, (place, each) in self._by_seat()
        ]
        return html_table(rows, ("seat", "strategy", "house's win a round", "standard error"), repr(self)[1:-1])

    def _by_seat(self) -> list[tuple[int, tuple[Place, Figure]]]:
        return list(enumerate(zip(self.deals.places, self.seats, strict=True), start=1))

    def _results(self) -> list[tuple[str, Fraction, int]]:
        """The rounds of all seats by wager and net, in units; the base game's unit is its first wager."""
        found: Counter[tuple[str, Fraction]] = Counter()
        terms = self.deals.terms
        first = next(iter(terms.required)).name
        for seat, ends in enumerate(self.sums.ends):
            place = self.deals.places[seat]
            for number, count in ends.items():
                key = self._key(seat, number)
                base = 0
                for line in place.made[key.made].lines(key.path, key.facts):
                    wager = terms.wagers.get(line.wager)
                    if line.wager == "progressive":  # by a meter that stands elsewhere in every round
                        continue
                    if wager is not None and wager.side:
                        found[line.wager, Fraction(line.amount, place.stakes[line.wager])] += count
                    elif wager is not None:
                        base += line.amount
                found["base", Fraction(base, place.stakes[first])] += count
        return [(name, net, count) for (name, net), count in sorted(found.items())]

    def _key(self, seat: int, number: int) -> Key:
        return self.deals.key(number, seat)


def strategy_of(place: Place) -> str:
    """The name of a seat's strategy, with what it sees if that is more than its own cards."""
    by = place.seat.strategy
    name = by if isinstance(by, str) else by.name if isinstance(by, Strategy) else getattr(by, "__name__", "function")
    return name if place.seat.sees == "own" else f"{name}, sees {place.seat.sees}"


def staked(place: Place, deals: Deals) -> dict[str, str]:
    """The stakes of a seat, with the share of rounds where that is not all."""
    return {
        name: deals.terms.money(stake) + (f"@{float(place.shares[name] * 100):.6g}%" if name in place.shares else "")
        for name, stake in place.stakes.items()
    }


def _figure(total: Cents, squares: int, rounds: int, exact: Fraction | None) -> Figure:
    mean = Fraction(total, rounds)
    variance = float((squares - total * mean) / max(rounds - 1, 1))
    deviation = math.sqrt(max(variance, 0.0))
    return Figure(mean, deviation / math.sqrt(rounds), deviation, exact)


def _in_units(matrix: tuple[tuple[float, ...], ...]) -> list[list[float]]:
    return [[each / CENTS**2 for each in row] for row in matrix]


def _fit_json(found: Fit[Label]) -> dict[str, object]:
    said = found.to_json()
    worst = [
        {"of": [label_text(kind) for kind in cell.kinds], "observed": cell.observed, "expected": cell.expected}
        | {"z": cell.z if math.isfinite(cell.z) else None}
        for cell in found.worst
    ]
    return {**said, "worst": worst}


def label_text(label: Label) -> str:
    """An end of a seat's round in words: the path, and what each wager nets."""
    _, path, nets = label
    return f"{path}: " + ", ".join(f"{name} {amount / CENTS:+g}" for name, amount in nets)


def _csv(head: tuple[str, ...], rows: Any) -> str:  # noqa: ANN401 - rows of any cells
    return "".join(lines(head, rows))
