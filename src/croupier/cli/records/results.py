"""Results of a recording: settlements added up by seat, wager and round, and compared with theory.

The recording has been audited before, so no command is decided again here.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.analysis.results.fit import deviations_away
from croupier.cli.records.segments import AuditOptions
from croupier.cli.terminal.input_files import read_recording
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.table.recording.seals import clear

if TYPE_CHECKING:
    from croupier.analysis.results.account import Account


class Settled(NamedTuple):
    """A settled wager."""

    round: int
    seat: int
    wager: str
    staked: Cents
    net: Cents  # to the player


class Totals(NamedTuple):
    """Settlements added up."""

    settled: int
    staked: Cents
    net: Cents


class Theory(NamedTuple):
    """Expected and actual result of a wager."""

    wager: str
    rounds: int
    staked: Cents
    net: Cents
    expected: float  # in cents, to the player
    deviation: float

    @property
    def away(self) -> float:
        """Distance of the result from the expectation, in standard deviations."""
        return deviations_away(self.net - self.expected, self.deviation**2)


class _Line(msgspec.Struct):
    events: tuple[tuple[str, dict[str, Any]], ...] = ()


def settlements(file: str, asked: AuditOptions, end: int = sys.maxsize) -> list[Settled]:
    """Every settlement of a recording before line `end`, in order.

    An unfinished round has the number after the last finished one.
    """
    found: list[Settled] = []
    waiting: list[tuple[int, str, Cents, Cents]] = []
    number = 0
    for kind, data in _events(file, asked, end):
        if kind == "settled":
            wager, staked, _, net, *_ = data["line"]
            waiting.append((data["seat"], wager, staked, net))
        elif kind == "over":
            number = data["round"]
            found += [Settled(number, *each) for each in waiting]
            waiting = []
    return found + [Settled(number + 1, *each) for each in waiting]


def _events(file: str, asked: AuditOptions, end: int) -> Iterator[tuple[str, dict[str, Any]]]:
    seals = asked.seals()
    for number, line in enumerate(read_recording(file), start=1):
        seals.look(line, first=number == 1)
    for line in islice(clear(read_recording(file), seals, 1), end - 1):
        if b'"settled"' in line or b'"over"' in line:
            yield from msgspec.json.decode(line, type=_Line).events


def sums(found: Iterable[Settled], by: Callable[[Settled], Any]) -> dict[Any, Totals]:
    """Settlements grouped by a key and added up."""
    added: dict[Any, Totals] = {}
    for each in found:
        before = added.get(by(each), Totals(0, 0, 0))
        added[by(each)] = Totals(before.settled + 1, before.staked + each.staked, before.net + each.net)
    return dict(sorted(added.items()))


def against(found: Iterable[Settled], accounts: Iterable[Account], terms: Terms) -> list[Theory]:
    """Compare each account of an analysis with its settlements, round by round."""
    side = {account.name for account in accounts} - {"base"}
    return [_theory(account, list(_of(account, found, side, terms))) for account in accounts]


class _Round(NamedTuple):
    number: int
    unit: Cents  # the stake on the wager that is the account's unit
    staked: Cents
    net: Cents


def _of(account: Account, found: Iterable[Settled], side: set[str], terms: Terms) -> Iterator[_Round]:
    """The rounds, by seat, in which an account's wager was placed."""
    rounds: defaultdict[tuple[int, int], list[Settled]] = defaultdict(list)
    for each in found:
        base = each.wager in terms.wagers and not terms.wagers[each.wager].side and each.wager not in side
        if each.wager == account.name or (account.name == "base" and base):
            rounds[each.round, each.seat].append(each)
    for (number, _), lines in rounds.items():
        unit = max((each.staked for each in lines if each.wager == account.unit), default=0)
        if unit:
            yield _Round(number, unit, sum(each.staked for each in lines), sum(each.net for each in lines))


def _theory(account: Account, rounds: list[_Round]) -> Theory:
    units = sum(each.unit for each in rounds)
    expected = float(account.ev * Fraction(units))
    staked, net = sum(each.staked for each in rounds), sum(each.net for each in rounds)
    return Theory(account.title, len(rounds), staked, net, expected, _deviation(account, rounds))


def _deviation(account: Account, rounds: list[_Round]) -> float:
    """The deviation of the result: hands vary as the account says, and together as they did in the same round."""
    alone = float(account.variance) * sum(each.unit**2 for each in rounds)
    surplus: defaultdict[int, list[float]] = defaultdict(list)
    for each in rounds:
        surplus[each.number].append(each.net - float(account.ev) * each.unit)
    shared = math.fsum(sum(seats) ** 2 - sum(seat**2 for seat in seats) for seats in surplus.values())
    return math.sqrt(alone + max(shared, 0.0))
