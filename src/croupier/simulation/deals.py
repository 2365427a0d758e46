"""Rounds of one table by their numbers: dealt, played by an engine, and added up in whole numbers.

Sums are plain data, so that they can be sent and stored. The end of a seat's round, which is a path and facts, is named
there by the number of a round in which it came: whoever has the table knows the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from functools import cached_property
from math import gcd
from threading import Event, Lock
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs, base_stakes
from croupier.analysis.model.solution import Progress, silent
from croupier.games.catalogue import game_of
from croupier.games.game import Game
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.rulebook import Submission
from croupier.rulebook.progressive import Progressive
from croupier.simulation.engines import Cells, Dealt, End, Engine, Play, Walk, looks_at_others, play_of, read
from croupier.simulation.errors import SimulationError
from croupier.simulation.hands_engine import HandsEngine
from croupier.simulation.loops.chance import DealSizes, deal, key_of, made_of
from croupier.simulation.loops.tally_loop import add_up, keys_of, look_up
from croupier.simulation.seats import Place, Seat, place_of, seed_of
from croupier.simulation.shifts import SHIFT, Remembered, Shift, Won, gone_through, have_guests, run_meter
from croupier.simulation.showdown_engine import ShowdownEngine
from croupier.simulation.tables.hand_tables import HandTables
from croupier.simulation.tables.kept_tables import key_of_program
from croupier.simulation.tables.showdown_tables import BOARDS, ShowdownTables, boards

CHUNK = 1 << 13  # rounds that are worked on at once
MOST_CELLS = 1 << 21  # that are looked up in an array
_WORD = 1 << 62


class Key(NamedTuple):
    """The end of a seat's round: the shared wagers made, as bits, the path, and the facts that the game reads."""

    made: int
    path: Path
    facts: Any


@dataclass
class Sums:
    """The sums over some rounds; those of other rounds can be added. All but the quartics are whole numbers."""

    rounds: int = 0
    ends: list[Counter[int]] = field(default_factory=list)  # by seat, by a round with that end
    table: Counter[Cents] = field(default_factory=Counter)  # rounds by the players' net together
    products: list[list[int]] = field(default_factory=list)  # of the nets of two seats
    quartics: list[list[float]] = field(default_factory=list)  # of the squares of those products
    nets: list[Cents] = field(default_factory=list)  # by seat
    wagers: dict[str, tuple[int, int]] = field(default_factory=dict)  # sum and sum of squares of a round's net
    remembered: Remembered = field(default_factory=Remembered)

    def add(self, other: Sums) -> None:
        """Add the sums of other rounds."""
        self.rounds += other.rounds
        self.ends = _added(self.ends, other.ends)
        self.table.update(other.table)
        self.products = _summed(self.products, other.products)
        self.quartics = _summed(self.quartics, other.quartics)
        (self.nets,) = _summed([self.nets] if self.nets else [], [other.nets])
        self.remembered.add(other.remembered)
        for name, (total, squares) in other.wagers.items():
            before = self.wagers.get(name, (0, 0))
            self.wagers[name] = before[0] + total, before[1] + squares

    def to_data(self) -> dict[str, Any]:
        """The sums as plain data."""
        return {
            "rounds": self.rounds,
            "ends": [sorted(each.items()) for each in self.ends],
            "table": sorted(self.table.items()),
            "products": self.products,
            "quartics": self.quartics,
            "nets": self.nets,
            "remembered": self.remembered.to_data(),
            "wagers": {name: list(each) for name, each in self.wagers.items()},
        }

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Sums:
        """The sums that were made plain data."""
        return cls(
            data["rounds"],
            [Counter({number: count for number, count in each}) for each in data["ends"]],  # noqa: C416 - from lists
            Counter({net: count for net, count in data["table"]}),  # noqa: C416
            data["products"],
            data["quartics"],
            data["nets"],
            {name: (each[0], each[1]) for name, each in data["wagers"].items()},
            Remembered.of_data(data["remembered"]),
        )


def _added(mine: Sequence[Counter[int]], other: Sequence[Counter[int]]) -> list[Counter[int]]:
    found = [Counter(each) for each in mine] or [Counter[int]() for _ in other]
    for counts, more in zip(found, other, strict=True):
        counts.update(more)
    return found


Number = TypeVar("Number", int, float)


def _summed(mine: list[list[Number]], other: list[list[Number]]) -> list[list[Number]]:
    if not mine:
        return [list(row) for row in other]
    return [[a + b for a, b in zip(row, more, strict=True)] for row, more in zip(mine, other, strict=True)]


class Ended(NamedTuple):
    """The result of an end: what each wager nets, wagers on the meter, and if a share of the meter is won."""

    amounts: list[Cents]
    wagers: int
    share: bool


class DealtRounds(NamedTuple):
    """Rounds dealt again: their cards, and for each seat the number of its path and its net in cents."""

    cards: Dealt
    paths: NDArray[np.int64]
    nets: Cells
    names: tuple[str, ...]  # of the paths


class Deals:
    """The rounds of one table under a submission, with these seats and this seed."""

    def __init__(
        self,
        submission: Submission,
        seats: Sequence[Seat],
        seed: str | int,
        game: Game | None = None,
        progress: Progress = silent,
        *,
        shift: Shift = SHIFT,
        plays: Sequence[Play] | None = None,
    ) -> None:
        """Ways to play that were made for other stakes at the same table may be handed over."""
        self.terms = Terms(submission)
        self.own_game = game
        self.game = game or game_of(self.terms.rulebook)
        self.seed = seed
        self.shift = shift
        self.places = [place_of(seat, self.terms, self.game) for seat in seats]
        self.base = Payoffs(self.game, self.terms, base_stakes(self.terms), meter=seed_of(self.terms))
        tree, deck = self.base.tree, len(self.terms.rulebook.deck)
        self.layout = DealSizes(deck, tree.community, tree.dealer, tree.own + max(tree.drawn), len(seats))
        self._check_seats()
        self.plays = list(plays) if plays is not None else self._plays(progress)
        self.engine = self._engine()
        self._key = key_of(seed)
        self._lock = Lock()
        self._ended: dict[tuple[int, int], Key] = {}
        self._known = [_Known(len(self.wagers), place) for place in self.places]

    @property
    def moving(self) -> Progressive | None:
        """The progressive whose meter moves, if any seat makes the wager."""
        progressive = self.terms["progressive"]
        made = any("progressive" in place.stakes for place in self.places)
        return progressive if made and isinstance(progressive, Progressive) else None

    @property
    def step(self) -> int:
        """The rounds that go together: one, or those of a shift where anything has a memory."""
        guests = have_guests([place.guest for place in self.places])
        return self.shift.rounds if guests or self.moving is not None else 1

    def _check_seats(self) -> None:
        most = int(str(self.terms["seats"]))
        most = min(most, (self.layout.deck - self.layout.community - self.layout.dealer) // self.layout.own)
        if not 1 <= self.layout.seats <= most:
            raise SimulationError(f"{self.layout.seats} seats are not at this table", f"from 1 to {most}")

    def _plays(self, progress: Progress) -> list[Play]:
        """The way to play of each seat; seats that play alike have one."""
        made: dict[tuple[object, str], Play] = {}
        found = []
        for place in self.places:
            by = place.seat.strategy
            key = by if isinstance(by, str) else id(by), place.seat.sees
            if key not in made:
                made[key] = play_of(place, self.base, progress)
            found.append(made[key])
        return found

    @property
    def kept(self) -> dict[str, object]:
        """The tables that are kept by a key, which workers elsewhere need."""
        tables = [play.tables for play in self.plays if play.tables is not None]
        found: dict[str, object] = {each.key: each.decisions for each in tables if each.key is not None}
        if any(isinstance(each, ShowdownTables) for each in tables):
            found[key_of_program(BOARDS)] = boards()
        return found

    def _engine(self) -> Engine:
        """The fastest engine that plays this table."""
        tables = [play.tables for play in self.plays]
        if all(isinstance(each, ShowdownTables) for each in tables) and ShowdownEngine.fits(self.base, self.places):
            return ShowdownEngine(self.layout, self.places, self.plays, self.base)
        if all(isinstance(each, HandTables) for each in tables) and HandsEngine.fits(self.base, self.places):
            return HandsEngine(self.layout, self.plays, self.base)
        return Walk(self.layout, self.places, self.plays, self.base)

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        """The names of all lines that a settlement may have: wagers, and payout limits."""
        from croupier.games.lines import limit_name

        staked = {name for place in self.places for name in place.stakes}
        during = {name for name, wager in self.terms.wagers.items() if wager.placed != "before the deal"}
        wagers = [name for name in self.terms.wagers if name in staked | during]
        return (*wagers, *(limit_name(limit) for limit in self.terms.limits))

    # ---- rounds ----------------------------------------------------------------------------------------

    def cards(self, first: int, count: int) -> Dealt:
        """The cards of so many rounds from one on: community cards, the dealer's, each seat's."""
        return deal(self._key, first, count, self.layout)

    def key(self, number: int, seat: int) -> Key:
        """The end of a seat's round; asked for again and again, it is remembered."""
        if (number, seat) not in self._ended:
            self._ended[number, seat] = self._of_round(number, seat)
        return self._ended[number, seat]

    def _of_round(self, number: int, seat: int) -> Key:
        (row,) = self.cards(number, 1)
        ends = self.engine.ends(row)
        made = made_of(self._key, number, 1, seat, self.places[seat].draws)
        return self._key_of(row, ends, seat, int(made[0]))

    def _key_of(self, row: Dealt, ends: Sequence[End], seat: int, made: int) -> Key:
        others = looks_at_others(self.base, self.places[seat])
        hands = tuple(end.hand for end in ends) if others else (ends[seat].hand,)
        return Key(made, ends[seat].path, read(self.base, self.layout, row, ends[seat], hands))

    def _keys(self, first: int, cards: Dealt) -> NDArray[np.int32]:
        """The number of the end of every round and seat."""
        cells = self.engine.cells(cards)
        keys = np.zeros(cells.shape, dtype=np.int32)
        for seat, place in enumerate(self.places):
            if place.draws:
                cells[:, seat] = cells[:, seat] << len(place.draws) | made_of(
                    self._key, first, len(cards), seat, place.draws
                )
            known = self._known[seat]
            wide = int(cells[:, seat].max(initial=0)) >= MOST_CELLS
            if wide or not keys_of(cells, seat, known.array, keys):
                with self._lock:
                    self._learn(first, cards, cells, seat)
                    keys[:, seat] = known.look_up(cells[:, seat])
        return keys

    def _learn(self, first: int, cards: Dealt, cells: Cells, seat: int) -> None:
        """Settle the ends that came for the first time."""
        known, place = self._known[seat], self.places[seat]
        for cell, at in zip(*(each.tolist() for each in np.unique(cells[:, seat], return_index=True)), strict=True):
            if cell in known.keys:
                continue
            made = cell & ((1 << len(place.draws)) - 1)
            key = self._key_of(cards[at], self.engine.ends(cards[at]), seat, made)
            known.learn(cell, first + at, key, self._ended_with(place.made[made].lines(key.path, key.facts)))

    def _ended_with(self, lines: Sequence[Line]) -> Ended:
        """An end by its lines: what each wager nets, and whether the meter has a part in it."""
        line = next((each for each in lines if each.wager == "progressive"), None)
        moving = self.moving
        wins = line is not None and moving is not None and moving.share(line.pays) is not None
        return Ended(self._amounts(lines), int(line is not None), wins)

    def nets_of(self, first: int, cards: Dealt) -> Cells:
        """The net of a table of one seat for each row of cards; a number is needed where wagers are drawn."""
        return self._nets(self._keys(first, cards))[0][:, 0]

    def again(self, first: int, count: int) -> DealtRounds:
        """Rounds by their numbers, dealt and played again; those before them in the shift, where they matter."""
        before = first % self.step
        start, whole = first - before, -(-(before + count) // self.step) * self.step
        cards = self.cards(start, whole)
        keys = self._keys(start, cards)
        nets = self._nets(keys)[0]
        names: dict[str, int] = {}
        paths = np.zeros(keys.shape, dtype=np.int64)
        for seat, known in enumerate(self._known):
            of = np.array([names.setdefault(str(key.path), len(names)) for key in known.numbers], dtype=np.int64)
            paths[:, seat] = of[keys[:, seat]]
        asked = slice(before, before + count)
        return DealtRounds(cards[asked], paths[asked], nets[asked], tuple(names))

    def sums(self, first: int, count: int, stopped: Event | None = None) -> Sums:
        """The sums over so many rounds from one on; work that is stopped ends in an error that nobody waits for."""
        found = Sums()
        chunk = max(CHUNK // self.step, 1) * self.step
        for start in range(first, first + count, chunk):
            if stopped is not None and stopped.is_set():
                raise CancelledError
            size = min(chunk, first + count - start)
            keys = self._keys(start, self.cards(start, size))
            found.add(self._added_up(keys))
        return found

    def _added_up(self, keys: NDArray[np.int32]) -> Sums:
        nets, amounts, counts, remembered = self._nets(keys)
        with self._lock:
            names = [list(each.examples) for each in self._known]
        ends = [
            Counter({names[seat][key]: int(counts[seat, key]) for key in np.flatnonzero(counts[seat])})
            for seat in range(keys.shape[1])
        ]
        found = summed(nets, amounts, self.wagers, ends)
        if self.step > 1:
            remembered.add(gone_through(nets, self.shift, [place.guest for place in self.places]))
            found.remembered = remembered
        return found

    def _nets(self, keys: NDArray[np.int32]) -> tuple[Cells, Cells, Cells, Remembered]:
        """The net of every round and seat, those of each wager over all seats, the counts of keys, and the meter."""
        with self._lock:
            nets_of, amounts_of = _stacked([each.nets for each in self._known], [each.amounts for each in self._known])
        counts = np.zeros(nets_of.shape, dtype=np.int64)
        nets = np.zeros(keys.shape, dtype=np.int64)
        amounts = np.zeros((len(keys), len(self.wagers)), dtype=np.int64)
        look_up(keys, nets_of, amounts_of, counts, nets, amounts)
        moving = self.moving
        remembered = Remembered() if moving is None else self._metered(moving, keys, nets, amounts)
        return nets, amounts, counts, remembered

    def _metered(self, progressive: Progressive, keys: NDArray[np.int32], nets: Cells, amounts: Cells) -> Remembered:
        """Pay shares of the meter as it stands, in these nets and amounts; the meter's own sums."""
        with self._lock:
            known = [(list(each.numbers), np.array(each.wagers), np.array(each.shares)) for each in self._known]
        wagers = np.zeros(len(keys), dtype=np.int64)
        wins: list[tuple[int, int]] = []
        for seat, (_, made, shares) in enumerate(known):
            wagers += made[keys[:, seat]]
            wins += [(row, seat) for row in np.flatnonzero(shares[keys[:, seat]]).tolist()]

        def settle(won: Won) -> tuple[Cents, str]:
            key = known[won.seat][0][keys[won.row, won.seat]]
            here = self.places[won.seat].made[key.made].lines_at(won.meter, key.path, key.facts)
            found = self._amounts(here)
            before = self._known[won.seat].amounts[keys[won.row, won.seat]]
            amounts[won.row] += np.array(found) - before
            nets[won.row, won.seat] += sum(found) - int(before.sum())
            line = next(each for each in here if each.wager == "progressive")
            return line.back, line.pays

        return run_meter(progressive, self.shift, wagers, wins, settle)

    def _amounts(self, lines: Sequence[Line]) -> list[Cents]:
        """The net of every wager, as these lines say."""
        found = Counter[str]()
        for line in lines:
            found[line.wager] += line.amount
        return [found[name] for name in self.wagers]


def summed(nets: Cells, amounts: Cells, wagers: Sequence[str], ends: list[Counter[int]]) -> Sums:
    """The sums of rounds whose nets are known, by seat and by wager."""
    seats = nets.shape[1]
    most = max(int(np.abs(nets).sum(axis=1).max(initial=1)), int(np.abs(amounts).max(initial=1)), 1)
    if most**2 >= _WORD:
        raise SimulationError("a round's result is too great to be squared in whole numbers", "smaller stakes")
    table = np.zeros(len(nets), dtype=np.int64)
    products = [[0] * seats for _ in range(seats)]
    quartics = np.zeros((seats, seats))
    sums = dict.fromkeys(wagers, (0, 0))
    step = max(_WORD // most**2, 1)
    for start in range(0, len(nets), step):
        part = slice(start, start + step)
        product = np.zeros((seats, seats), dtype=np.int64)
        total, squares = np.zeros(len(wagers), dtype=np.int64), np.zeros(len(wagers), dtype=np.int64)
        add_up(nets[part], amounts[part], table[part], product, quartics, total, squares)
        for one in range(seats):
            for other in range(one + 1):
                products[one][other] += int(product[one, other])
                products[other][one] = products[one][other]
        for name, more, square in zip(wagers, total.tolist(), squares.tolist(), strict=True):
            sums[name] = sums[name][0] + more, sums[name][1] + square
    return Sums(len(nets), ends, _histogram(table), products, quartics.tolist(), nets.sum(axis=0).tolist(), sums)


def _histogram(table: Cells) -> Counter[Cents]:
    low = int(table.min())
    step = gcd(*(np.unique(table[:256]) - low).tolist()) or 1
    places, rest = np.divmod(table - low, step)
    if rest.any() or int(places.max()) > len(table) * 4:
        nets, counts = np.unique(table, return_counts=True)
        return Counter(dict(zip(nets.tolist(), counts.tolist(), strict=True)))
    found = np.bincount(places)
    here = np.flatnonzero(found)
    return Counter(dict(zip((low + here * step).tolist(), found[here].tolist(), strict=True)))


class _Known:
    """The ends that a seat's rounds have come to so far, numbered, with what each is worth."""

    def __init__(self, wagers: int, place: Place) -> None:
        self.place = place
        self.array = np.full(1 << 10, -1, dtype=np.int32)
        self.keys: dict[int, int] = {}  # by cell
        self.numbers: dict[Key, int] = {}
        self.examples: list[int] = []
        self.wagers: list[int] = []  # on the meter
        self.shares: list[bool] = []  # of it that are won
        self.nets = np.zeros(0, dtype=np.int64)
        self.amounts = np.zeros((0, wagers), dtype=np.int64)

    def learn(self, cell: int, example: int, key: Key, ended: Ended) -> None:
        """Note an end that came."""
        number = self.numbers.setdefault(key, len(self.numbers))
        if number == len(self.examples):
            self.examples.append(example)
            self.wagers.append(ended.wagers)
            self.shares.append(ended.share)
            self.nets = np.append(self.nets, sum(ended.amounts))
            self.amounts = np.concatenate([self.amounts, np.array([ended.amounts], dtype=np.int64)])
        self.keys[cell] = number
        if cell < MOST_CELLS:
            if cell >= len(self.array):
                grown = np.full(max(2 * len(self.array), cell + 1), -1, dtype=np.int32)
                grown[: len(self.array)] = self.array
                self.array = grown
            self.array[cell] = number

    def look_up(self, cells: Cells) -> NDArray[np.int32]:
        """The number of each cell's end."""
        found, inverse = np.unique(cells, return_inverse=True)
        return np.array([self.keys[cell] for cell in found.tolist()], dtype=np.int32)[inverse]


def _stacked(nets: Sequence[Cells], amounts: Sequence[Cells]) -> tuple[Cells, Cells]:
    """The arrays of all seats in one, each as long as the longest."""
    longest = max(map(len, nets))
    whole = np.zeros((len(nets), longest), dtype=np.int64)
    by_wager = np.zeros((len(nets), longest, amounts[0].shape[1]), dtype=np.int64)
    for seat, (net, amount) in enumerate(zip(nets, amounts, strict=True)):
        whole[seat, : len(net)] = net
        by_wager[seat, : len(net)] = amount
    return whole, by_wager
