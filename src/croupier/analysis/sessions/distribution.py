"""The distribution of the net result of a player, and of the house against them, after many rounds.

The distribution of a sum of independent rounds is the one-round distribution convolved with itself, which on the
frequency side is a power. All of it is done in doubles, and every step adds to one bound, `Session.error`, which is
proved and not estimated: no probability that a session states is further from the truth than that.

Three things make it small and fast:

- The nets lie on a lattice, so the distribution is a row of numbers. Only a window of it is kept, so wide that what
  lies outside is less than any figure that is printed (`_reach`).
- The transform of one round is summed outcome by outcome and not by a fast transform: there are few outcomes, and an
  error at this place is multiplied by the number of rounds.
- A jackpot far away, or one in odd cents, would stretch or refine the lattice beyond any memory. Such rare outcomes are
  taken out and counted: how often each falls is a short list, and every entry of it shifts the rest (`_split`).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.errors import CroupierError

Floats: TypeAlias = NDArray[np.float64]
Spectrum: TypeAlias = NDArray[np.complex128]

_UNIT = 2.0**-53  # the largest relative error of one rounded operation on doubles
_TAIL = 50 * math.log(2)  # a window leaves out at most 2^-50 of the chances at each end
_NEGLIGIBLE = 1e-14  # a chance that is not followed up; what is dropped is counted as error
_WORST_ERROR = 1e-6
_BYTES = 280_000_000
_BYTES_A_PLACE = 56  # roots, spectrum and their copies, while one place of the window is worked on
_MOST_WORK = 4_000_000  # sums of rare outcomes that may be formed, about two seconds of work
_MOST_RARE = 100  # so many rare outcomes may be expected in a session, and so many kinds of them


class SessionError(CroupierError, ValueError):
    """Rounds, shares or nets of which nothing can be told; the text says what is accepted."""


@dataclass(frozen=True, slots=True)
class _Line:
    """Outcomes of one round on evenly spaced places: an outcome is `base + step * place`, in ticks."""

    base: int
    step: int
    places: tuple[int, ...]
    ways: tuple[int, ...]

    @classmethod
    def through(cls, ticks: Mapping[int, int]) -> _Line:
        base = min(ticks)
        step = math.gcd(*(tick - base for tick in ticks)) or 1
        return cls(base, step, tuple((tick - base) // step for tick in ticks), tuple(ticks.values()))

    @property
    def chances(self) -> Floats:
        cycle = sum(self.ways)
        return np.array([ways / cycle for ways in self.ways])

    def window(self, rounds: int) -> range:
        """The places where the sum of so many rounds lies, but for 2^-50 of the chances at each end."""
        mean = Fraction(sum(place * ways for place, ways in zip(self.places, self.ways, strict=True)), sum(self.ways))
        offsets = np.array([float(place - mean) for place in self.places])
        above = Fraction(_reach(offsets, self.chances, rounds))
        below = Fraction(_reach(-offsets, self.chances, rounds))
        low = math.ceil(rounds * mean - below)
        high = math.floor(rounds * mean + above)
        return range(max(low, 0), min(high, rounds * max(self.places)) + 1)


@dataclass(frozen=True, slots=True)
class _Law:
    """The distribution after a session, as tables of cumulated chances and the shifts by rare outcomes.

    A shift is one way in which rare outcomes fall: how many (which picks the table), their sum together with the base
    of all other rounds, in ticks, and its weight.
    """

    tables: Floats  # a row for every number of rare outcomes; the first column is 0
    starts: NDArray[np.int64]  # the place before the first of each table
    step: int
    counts: NDArray[np.int64]
    shifts: NDArray[np.int64]
    weights: Floats

    def at_most(self, tick: int) -> float:
        places = (tick - self.shifts) // self.step - self.starts[self.counts]
        columns = np.clip(places, 0, self.tables.shape[1] - 1)
        return float(np.sum(self.weights * self.tables[self.counts, columns]))


@dataclass(frozen=True, slots=True, eq=False)
class Session:
    """The result of a player after some rounds, in units. `mean` and `variance` are of the whole session, and exact.

    `error` bounds how far any probability stated here is from the truth.
    """

    rounds: int
    mean: Fraction  # in units, of all rounds together
    variance: Fraction  # in units squared
    lowest: Fraction  # in units
    highest: Fraction  # in units
    error: float  # of any probability stated here
    _ticks_a_unit: int = field(repr=False)
    _law: _Law = field(repr=False)

    def __repr__(self) -> str:
        spread = f"mean {float(self.mean):.4f}, standard deviation {float(self.variance) ** 0.5:.4f} units"
        return f"<Session of {self.rounds} rounds: {spread}>"

    @property
    def ahead(self) -> float:
        """The chance that the player has won more than lost."""
        return 1 - self.at_most(0)

    @property
    def even(self) -> float:
        """The chance that the player has exactly what they came with."""
        return self.chance(0)

    @property
    def behind(self) -> float:
        """The chance that the player has lost more than won."""
        return self._cumulated(-1)

    def at_most(self, net: Fraction | int) -> float:
        """The chance that the player's result is this or less."""
        return self._cumulated(math.floor(net * self._ticks_a_unit))

    def chance(self, net: Fraction | int) -> float:
        """The chance that the player's result is exactly this."""
        tick = Fraction(net) * self._ticks_a_unit
        if tick.denominator != 1:
            return 0.0
        return self._cumulated(int(tick)) - self._cumulated(int(tick) - 1)

    def percentile(self, share: Fraction | float) -> Fraction:
        """The least result that is not exceeded in this share of all sessions.

        Where the error leaves several results open, it is the outermost of them: the lowest for a share up to one
        half, the highest for a larger one.
        """
        _check_share(share)
        return self._low(share) if share <= Fraction(1, 2) else self._high(share)

    def house_interval(self, level: Fraction | float) -> tuple[Fraction, Fraction]:
        """The interval of the house's win in at least this share of all sessions, with equal tails."""
        _check_share(level)
        tail = (1 - Fraction(level)) / 2
        return -self._high(1 - tail), -self._low(tail)

    def points(self, count: int) -> tuple[Floats, Floats]:
        """Results evenly spaced over all but the last half in a thousand at each end, with the chance of each or less.

        There are at most `count` of them, fewer where the results are fewer. Differences of the chances are the bars
        of a histogram.
        """
        if count <= 1:
            raise SessionError(f"{count} points draw no curve; ask for 2 or more")
        ends = self._low(Fraction(1, 2000)), self._high(Fraction(1999, 2000))
        first, last = (int(end * self._ticks_a_unit) for end in ends)
        ticks = sorted({first + (last - first) * index // (count - 1) for index in range(count)})
        nets = np.array([tick / self._ticks_a_unit for tick in ticks])
        return nets, np.array([self._cumulated(tick) for tick in ticks])

    def _cumulated(self, tick: int) -> float:
        if tick < self.lowest * self._ticks_a_unit:
            return 0.0
        if tick >= self.highest * self._ticks_a_unit:
            return 1.0
        return min(self._law.at_most(tick), 1.0)

    def _low(self, share: Fraction | float) -> Fraction:
        return self._quantile(float(share) - self.error)

    def _high(self, share: Fraction | float) -> Fraction:
        return self._quantile(float(share) + self.error)

    def _quantile(self, share: float) -> Fraction:
        """The least result with this chance of it or less; the highest of all if none has it."""
        ticks = range(int(self.lowest * self._ticks_a_unit), int(self.highest * self._ticks_a_unit))
        return Fraction(ticks.start + bisect_left(ticks, share, key=self._cumulated), self._ticks_a_unit)


def after(outcomes: Mapping[Fraction, int], rounds: int) -> Session:
    """The result after so many rounds, each with these nets, in units, in so many ways of the cycle."""
    _check(outcomes, rounds)
    ticks_a_unit = math.lcm(*(Fraction(net).denominator for net in outcomes))
    ticks = {int(net * ticks_a_unit): ways for net, ways in outcomes.items() if ways}
    if rounds * max(map(abs, ticks)) >= 2**61:
        raise SessionError(f"{rounds:,} rounds of nets in units of 1/{ticks_a_unit} outgrow 64 bits; give rounder nets")
    cycle = sum(ticks.values())
    mean = Fraction(sum(tick * ways for tick, ways in ticks.items()), cycle * ticks_a_unit)
    square = Fraction(sum(tick * tick * ways for tick, ways in ticks.items()), cycle * ticks_a_unit**2)
    law, error = _law(ticks, rounds)
    if error > _WORST_ERROR:
        raise SessionError(f"after {rounds:,} rounds the error could reach {error:.0e}, over {_WORST_ERROR:.0e}")
    return Session(
        rounds=rounds,
        mean=rounds * mean,
        variance=rounds * (square - mean * mean),
        lowest=Fraction(rounds * min(ticks), ticks_a_unit),
        highest=Fraction(rounds * max(ticks), ticks_a_unit),
        error=error,
        _ticks_a_unit=ticks_a_unit,
        _law=law,
    )


def check_rounds(rounds: int) -> None:
    """Refuse what is no number of rounds."""
    if not isinstance(rounds, int):
        raise SessionError(f"{rounds!r} is no number of rounds", "a whole number")


def _check(outcomes: Mapping[Fraction, int], rounds: int) -> None:
    check_rounds(rounds)
    if rounds < 1:
        raise SessionError(f"a session of {rounds} rounds has no result; play 1 or more")
    for net, ways in outcomes.items():
        if ways < 0:
            raise SessionError(f"a net of {net} cannot fall in {ways} ways; 0 or more are accepted")
    if not any(outcomes.values()):
        raise SessionError("a round without outcomes has no result; give at least one net with its ways")


def _check_share(share: Fraction | float) -> None:
    if not 0 < share < 1:
        raise SessionError(f"{share} is no share of sessions; it lies between 0 and 1, like 0.95")


def _law(ticks: Mapping[int, int], rounds: int) -> tuple[_Law, float]:
    """The distribution after so many rounds, and the bound on its error."""
    common, rare = _split(ticks, rounds)
    line = _Line.through(common)
    counted = _counts(rounds, Fraction(sum(rare.values()), sum(ticks.values())))
    windows = [line.window(rounds - count) for count in range(len(counted))]
    tables, error = _tables(line, rounds, windows)
    shifts = [
        (count, total + (rounds - count) * line.base, weight)
        for count, sums in enumerate(_sums(rare, counted))
        for total, weight in sorted(sums.items())  # so that the tables are read from left to right
    ]
    law = _Law(
        tables=tables,
        starts=np.array([window.start - 1 for window in windows]),
        step=line.step,
        counts=np.array([count for count, _, _ in shifts]),
        shifts=np.array([shift for _, shift, _ in shifts]),
        weights=np.array([weight for _, _, weight in shifts]),
    )
    return law, error + _weights_error(law, rounds, rare, ticks)


def _weights_error(law: _Law, rounds: int, rare: Mapping[int, int], ticks: Mapping[int, int]) -> float:
    """The share of the chances that the weights of the shifts may miss.

    All weights, those that were dropped included, are 1 together, so what is missing is known from what is there, up to
    the rounding of the weights: the first is an exponential of about -expected (within 7 roundings for each of it),
    and every further rare outcome takes a ratio, a product and a sum over their kinds. At last the weighted sum itself
    and the caller's own share are rounded.
    """
    expected = rounds * sum(rare.values()) / sum(ticks.values())
    most = len(law.tables)
    relative = (7 * expected + most * (len(rare) + 8) + 8) * _UNIT if rare else 0.0
    missing = abs(1 - math.fsum(law.weights))
    return missing + 2 * relative + 2 * (len(law.weights) + 4) * _UNIT


def _split(ticks: Mapping[int, int], rounds: int) -> tuple[dict[int, int], dict[int, int]]:
    """The outcomes to convolve, and the rare ones to count: as few as let the windows fit into memory.

    The farthest from the median goes first: it costs the widest window, and it is a jackpot. The mean would do as
    well, but where jackpots are so large that they draw it away from what is common.
    """
    cycle = sum(ticks.values())
    median = _median(ticks)
    common, rare = dict(ticks), dict[int, int]()
    while not _fits(common, rounds, Fraction(sum(rare.values()), cycle)):
        farthest = max(common, key=lambda tick: abs(tick - median))
        rare[farthest] = common.pop(farthest)
        share = Fraction(sum(rare.values()), cycle)
        if share > Fraction(1, 2) or rounds * share > _MOST_RARE or len(rare) > _MOST_RARE:
            raise SessionError(
                f"the nets are too far apart, or too finely graded, for {rounds:,} rounds; "
                "give rounder nets (whole units, say) or fewer rounds"
            )
    return common, rare


def _median(ticks: Mapping[int, int]) -> int:
    """The least outcome that half of all ways are at or below."""
    ordered, cycle = sorted(ticks), sum(ticks.values())
    reached = accumulate([ticks[tick] for tick in ordered])
    return next(tick for tick, ways in zip(ordered, reached, strict=True) if 2 * ways >= cycle)


def _fits(common: Mapping[int, int], rounds: int, rare: Fraction) -> bool:
    size = _size([_Line.through(common).window(rounds)])
    return size * (8 * len(_counts(rounds, rare)) + _BYTES_A_PLACE) <= _BYTES


def _size(windows: list[range]) -> int:
    """The length of the transform: a power of two, so that windows fit and scaling by it is exact."""
    return 1 << max(1, (max(map(len, windows)) - 1).bit_length())


def _reach(offsets: Floats, chances: Floats, rounds: int) -> float:
    """The most by which the sum of so many rounds exceeds its mean, but for a chance of 2^-50.

    Chernoff's bound: for every tilt t > 0 the sum exceeds its mean by r with a chance of at most
    E[exp(t * offset)]^rounds * exp(-t * r). The r at which this is 2^-50 is a bound whatever the tilt is, so the best
    of a grid is as sound as the best of all. Rounding makes E wrong by some units for each outcome and, in the
    exponent, for the greatest tilted offset; that is added before it counts.
    """
    top = float(offsets.max())
    if rounds == 0 or top <= 0:
        return 0.0
    spread = math.sqrt(rounds * float(chances @ offsets**2))
    steepest = 600 / top
    tilts = np.geomspace(1e-3 * min(1 / spread, steepest), steepest, 300)
    moments = np.exp(np.outer(tilts, offsets)) @ chances
    slack = (4 * np.maximum(tilts * top, 1) + len(offsets) + 8) * _UNIT
    reach = (rounds * (np.log(moments) + slack) + _TAIL) / tilts
    return float(reach.min()) * (1 + 1e-12)


def _tables(line: _Line, rounds: int, windows: list[range]) -> tuple[Floats, float]:
    """The cumulated chances over each window, the n-th for n rounds fewer, and the bound on the error of any event.

    With u the unit of rounding, a window of `size` places and n the fewest rounds of a table:

    - One round's transform is wrong by at most `slip` at each frequency (`_spectrum`). So its magnitude is at most
      a = |computed| + slip, and its power is wrong by at most rounds * slip * a^(n-1). Repeated squaring multiplies
      `rounds` factors, each product within sqrt(5) u (Brent, Percival and Zimmermann on complex products), which adds
      3u to `slip`.
    - By Parseval and Cauchy and Schwarz, errors of the frequencies with a Euclidean norm e make errors of the places
      whose absolute values sum to e at most.
    - The fast transform back is wrong, in the Euclidean norm, by at most log2(size) * eta of the norm of its input,
      with eta = mu + 4 sqrt(2) u and mu the error of its roots of unity (Higham, Accuracy and Stability of Numerical
      Algorithms, on the fast Fourier transform). Roots within 9u make eta less than 16u.
    - Chances outside the window, at most 2^-50 at each end, are missing there and wrapped around into it, so an event
      is wrong by no more than them once. Chances below zero are raised to zero, which only mends them.
    - A cumulated sum of so many terms is wrong by at most a unit for each; an event is a difference of two.

    The factor of 1.01 covers what is of second order, and the rounding of this bound itself.
    """
    size = _size(windows)
    spectrum, slip = _spectrum(line, size)
    fewest = rounds - len(windows) + 1
    norm = math.sqrt(2 * float(np.sum(np.power(np.abs(spectrum) + slip, 2 * max(fewest - 1, 0)))))
    rounding = norm * (rounds * (slip + 3 * _UNIT) + 16 * _UNIT * math.log2(size))
    error = 1.01 * (rounding + 2 * size * _UNIT) + 2 * 2.0**-50
    tables = np.zeros((len(windows), max(map(len, windows)) + 1))
    power = _power(spectrum, fewest)
    for table, window in zip(tables[::-1], windows[::-1], strict=True):
        _cumulate(table[1:], np.fft.irfft(power, size), window)
        power *= spectrum
    return tables, error


def _cumulate(table: Floats, wrapped: Floats, window: range) -> None:
    """Write the cumulated chances over a window into a table, from chances that wrap around at their end."""
    unrolled = np.roll(wrapped, -(window.start % len(wrapped)))[: len(window)]
    np.cumsum(np.maximum(unrolled, 0, out=unrolled), out=table[: len(window)])
    table[len(window) :] = table[len(window) - 1]


def _spectrum(line: _Line, size: int) -> tuple[Spectrum, float]:
    """The transform of one round at half the frequencies (the others mirror them), and the bound on its error.

    A root of unity is wrong by at most 10 units: its angle, at most pi, by 1.4 roundings, and sine and cosine by four
    units in their last place. A chance and its product with a root add one each. Smallest first, a partial sum is never
    greater than the chances so far, and each rounding is a unit of that.
    """
    turns = np.arange(size) / size
    angles = 2 * math.pi * np.where(turns > 1 / 2, turns - 1, turns)
    roots = np.empty(size, dtype=np.complex128)
    np.cos(angles, out=roots.real)
    np.sin(-angles, out=roots.imag)
    del turns, angles
    frequencies = np.arange(size // 2 + 1)
    spectrum = np.zeros(len(frequencies), dtype=np.complex128)
    smallest_first = sorted(zip(line.chances.tolist(), line.places, strict=True))
    for chance, place in smallest_first:
        term = roots[place % size * frequencies & (size - 1)]
        term *= chance
        spectrum += term
    sums = accumulate(chance for chance, _ in smallest_first)
    return spectrum, 1.01 * (12 + sum(sums)) * _UNIT


def _power(base: Spectrum, exponent: int) -> Spectrum:
    """A power by repeated squaring: a general complex power goes through logarithms, whose error nobody states."""
    power = np.ones_like(base)
    for digit in f"{exponent:b}":
        power *= power
        if digit == "1":
            power *= base
    return power


def _counts(rounds: int, share: Fraction) -> list[float]:
    """The chances of 0, 1, 2 ... rare outcomes in so many rounds, up to where they do not matter."""
    if not share:
        return [1.0]
    expected, odds = rounds * share, float(share / (1 - share))
    chances = [math.exp(rounds * math.log1p(-float(share)))]
    while len(chances) <= rounds and (len(chances) <= expected or chances[-1] > _NEGLIGIBLE):
        count = len(chances)
        chances.append(chances[-1] * ((rounds - count + 1) / count * odds))
    return chances


def _sums(rare: Mapping[int, int], counted: list[float]) -> Iterator[dict[int, float]]:
    """The sums of 0, 1, 2 ... rare outcomes, each with its chance."""
    total = sum(rare.values())
    chances = {tick: ways / total for tick, ways in rare.items()}
    sums = {0: 1.0}
    yield {0: counted[0]}
    work = 0
    for count in range(1, len(counted)):
        work += len(sums) * len(rare)
        if work > _MOST_WORK:
            raise SessionError("the rare nets add up in too many ways; give rounder nets (whole units) or fewer rounds")
        likeliest = max(counted[count:])
        longer = _add_one(sums, chances)
        sums = {tick: weight for tick, weight in longer.items() if weight * likeliest > _NEGLIGIBLE}
        yield {tick: weight * counted[count] for tick, weight in sums.items()}


def _add_one(sums: Mapping[int, float], chances: Mapping[int, float]) -> dict[int, float]:
    added: defaultdict[int, float] = defaultdict(float)
    for total, weight in sums.items():
        for tick, chance in chances.items():
            added[total + tick] += weight * chance
    return added
