"""The backward induction over information states, and the forward tally of the play that it finds.

A counter says what can come to a hand; everything else is done here, once for all games that are counted hand by hand:
which actions are open, what each is worth, which is taken (the best by ruling T1, or a strategy's), the tally.
The information states of a hand are an array: an axis for each stage at which community cards are seen before a
question, in the order of `combinations`. A turn's values, summed over the axes after it, are those of the turn before.
Hands for which the same choices are open and that a settlement reads alike are a bundle, played at once along an axis
before all others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb, lcm
from operator import eq
from typing import Any, NamedTuple, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.paths import Path, turns_left
from croupier.analysis.model.payoffs import Bold, Payoffs
from croupier.analysis.model.solution import Action, Policy, Progress, Solution, Spot, Tally, silent
from croupier.analysis.model.stages import deals_of, draws_of, goals_of, sets_of, sizes_of
from croupier.analysis.model.symmetry import HandClass
from croupier.analysis.model.tree import Decide
from croupier.games.game import Board, Choice, Hand

MOST_SPOTS = 10_000
WORD = 1 << 62  # sums of this size are taken in Python's own integers

Array = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class OwnHands:
    """The information states of a bundle whose hands differ in their own cards alone."""

    base: InfoState
    cards: NDArray[np.int64]

    def __call__(self, place: int) -> InfoState:
        """The state of the hand at this place."""
        return replace(self.base, own=tuple(self.cards[place].tolist()))


class Bundle(NamedTuple):
    """Hands for which the same choices are open and that a settlement reads alike: one of them, and each one's size."""

    info: InfoState
    sizes: NDArray[np.int64]
    at: Callable[[int], InfoState]  # the state of each
    against: NDArray[np.int64] | None = None  # the rank of the dealer's card that is seen

    @classmethod
    def of(cls, info: InfoState, hands: int) -> Bundle:
        """One class of hands by itself."""
        return cls(info, np.array([hands]), OwnHands(info, np.array([info.own])))


class Cells(NamedTuple):
    """The deals that can come to the cards kept, in cells that no path is paid differently for.

    `counts` has an axis for each stage, and the cells last; for a bundle, one for its hands before them. `examples` has
    community and dealer's cards of each cell, `hands` the player's own where cards are replaced.
    """

    counts: NDArray[np.int64]
    examples: Sequence[tuple[Cards, Cards]]
    hands: Sequence[Cards] = ()


class Counter(Protocol):
    """A way to count what can come."""

    def cells(self, info: InfoState, kept: Cards) -> Cells:
        """The deals that can come to an information state once only these own cards are kept."""
        ...


class LaterTurn(NamedTuple):
    """A turn after the first, as a class of hands comes to it under the play: totals by action, and the one taken."""

    turn: Decide
    start: HandClass
    sets: Callable[[], Iterator[Cards]]  # the community cards of each place of the arrays
    choices: list[str]
    totals: Array
    taken: NDArray[np.int64]
    ways: NDArray[np.int64]  # zero where the play does not lead


class _Block(NamedTuple):
    """A bundle at its first question: totals by action and hand, and the action taken with each hand."""

    bundle: Bundle
    rows: dict[Action, Array]
    actions: list[Action]
    taken: NDArray[np.int64]
    deals: int

    def spot(self, place: int) -> Spot:
        """One hand."""
        info = self.bundle.at(place)
        of = {each: _in_places(each, self.bundle.info.own, info.own) for each in self.actions}
        values = {of[action]: Fraction(int(row[place]), self.deals) for action, row in self.rows.items()}
        return Spot(info, int(self.bundle.sizes[place]), values, of[self.actions[int(self.taken[place])]])

    def alike(self) -> Iterator[Spot]:
        """All hands that are played in one way, against a card of one rank, together: their mean values."""
        against = self.bundle.against
        told = self.taken if against is None else self.taken + len(self.actions) * against
        sizes = self.bundle.sizes.astype(object)
        for each in np.unique(told):
            places = np.flatnonzero(told == each)
            hands, first = int(sizes[places].sum()), int(places[0])
            values = {
                action: Fraction(int((sizes[places] * row[places]).sum()), hands * self.deals)
                for action, row in self.rows.items()
            }
            yield Spot(self.bundle.at(first), hands, values, self.actions[int(self.taken[first])])


class Spots(Sequence[Spot]):  # noqa: PLW1641 - it grows, as a list does
    """The spots of all hands that were played, each made when it is asked for: there may be millions."""

    def __init__(self) -> None:
        self._blocks: list[_Block] = []
        self._ends: list[int] = []

    def add(self, block: _Block) -> None:
        """Take in the hands of a bundle."""
        self._blocks.append(block)
        self._ends.append(len(self) + len(block.taken))

    def few(self) -> Sequence[Spot]:
        """All of them; if there are more than a person reads, one for all hands of a bundle that are played alike.

        None where hands differ in the cards that they put away.
        """
        if len(self) <= MOST_SPOTS:
            return self
        if any(action.discard for block in self._blocks for action in block.actions):
            return ()  # hands that put away the cards in one place have nothing else in common
        return [spot for block in self._blocks for spot in block.alike()]

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spots) and len(self) == len(other) and all(map(eq, self, other))

    @overload
    def __getitem__(self, place: int) -> Spot: ...

    @overload
    def __getitem__(self, place: slice) -> list[Spot]: ...

    def __getitem__(self, place: int | slice) -> Spot | list[Spot]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        at = range(len(self))[place]
        number = bisect_right(self._ends, at)
        block = self._blocks[number]
        return block.spot(at - self._ends[number] + len(block.taken))


class Played(NamedTuple):
    """All hands played through: the tally, a spot for each hand if it is asked as dealt, and the later turns."""

    tally: Tally
    spots: Spots
    later: list[LaterTurn] | None  # where they are kept
    facts: dict[tuple[Cards, Cards, Cards], list[Any]]  # of every cell, by the cards dealt, the dealer's seen, and kept
    tied: list[Bundle]  # with the hands at which ruling T1 decides somewhere


def induce(
    payoffs: Payoffs,
    counter: Counter,
    starts: Iterable[tuple[InfoState, int] | Bundle],
    policy: Policy | None = None,
    progress: Progress = silent,
    before: Played | None = None,
    *,
    keep_later: bool = False,
) -> Played:
    """Play every class of hands through its turns, by the best play or by a policy; each comes with its size.

    Where the same hands were played before by the same payoffs, facts are not read again.
    """
    found = Played(Tally(), Spots(), [] if keep_later else None, before.facts if before else {}, [])
    starts = list(starts)
    for done, start in enumerate(starts):
        progress(done, len(starts))
        _Walk(payoffs, counter, start if isinstance(start, Bundle) else Bundle.of(*start), policy, found).tally()
    return found


def look(payoffs: Payoffs, counter: Counter, info: InfoState) -> Spot:
    """One information state: what each action is worth, the unseen cards being equally likely."""
    (spot,) = induce(payoffs, counter, [(info, 1)]).spots
    return spot


def solution_of(payoffs: Payoffs, played: Played, cards: int) -> Solution:
    """All deals from so many cards, played."""
    tree = payoffs.tree
    unseen = cards - tree.own
    cycle = comb(cards, tree.own) * comb(unseen, tree.shown) * deals_of(tree, unseen - tree.shown, 0, tree.shown)
    return Solution(cycle, played.tally.ends, played.tally.actions, played.spots.few(), tied=bool(played.tied))


def boldly_staked(payoffs: Payoffs, counter: Counter, played: Played, solution: Solution) -> int:
    """The stakes of all deals of a solution, in cents, by who raises on equal terms: only hands with ties differ."""
    before, bold = (
        sum(payoffs.at_risk(path) * ways for (path, _), ways in again.tally.ends.items())
        for again in (induce(each, counter, played.tied, before=played) for each in (payoffs, Bold(payoffs)))
    )
    return solution.staked(payoffs) + bold - before


class _Node(NamedTuple):
    """The rest of a round after an action: its value at every information state, and how to tally some of them."""

    values: Array
    tally: Callable[[NDArray[np.bool_]], None]


class _Asked(NamedTuple):
    """A question after a path: the cards kept and put away by then, and the stages before it."""

    turn: Decide
    path: Path
    kept: Cards
    away: Cards
    deep: int


class _Walk:
    """A bundle of hands at an information state, played on."""

    def __init__(
        self, payoffs: Payoffs, counter: Counter, bundle: Bundle, policy: Policy | None, found: Played
    ) -> None:
        self.payoffs = payoffs
        self.counter = counter
        self.bundle = bundle
        self.info = info = bundle.info
        self.policy = policy
        self.found = found
        self.tree = payoffs.tree
        self.unseen = info.unseen(payoffs.terms.rulebook.deck)
        self.seen = len(info.community)
        self.goals = goals_of(self.tree, self.seen)
        stages = sizes_of(len(self.unseen), self.seen, self.goals)
        self.deals = deals_of(self.tree, len(self.unseen), self.seen, len(info.dealer))  # of each hand
        # Axes and stages are counted with that of the hands, which are told apart from the beginning.
        self.sizes = [len(bundle.sizes), *stages]
        self.ways = [self.deals, self.deals]
        for size in stages:
            self.ways.append(self.ways[-1] // size)  # at an information state, by the axes before it
        self.fits = self.deals * int(bundle.sizes.sum()) < WORD
        self._cells: dict[Cards, Cells] = {}
        self._tied = False

    def tally(self) -> None:
        """Play from here, and count the hands in."""
        self._after(self.info.path, self.info.own, self.info.away, 1).tally(np.ones(self.sizes[:1], dtype=bool))
        if self._tied:
            self.found.tied.append(self.bundle)

    def _hands(self, reached: NDArray[np.bool_]) -> Array:
        """The number of hands at each information state reached."""
        sizes = self.bundle.sizes if self.fits else self.bundle.sizes.astype(object)
        return np.broadcast_to(sizes.reshape(-1, *[1] * (reached.ndim - 1)), reached.shape)[reached]

    # ---- turns -----------------------------------------------------------------------------------------

    def _after(self, path: Path, kept: Cards, away: Cards, depth: int) -> _Node:
        """The rest of the round, by the information states after so many stages."""
        if path.ending != "played":
            return self._ended(path, kept, depth)
        left = turns_left(path, self.tree.turns)
        if not left:
            return self._finished(path, kept, depth)
        deep = 1 + sum(goal <= left[0].seen for goal in self.goals)
        return self._asked(_Asked(left[0], path, kept, away, deep), depth)

    def _asked(self, at: _Asked, depth: int) -> _Node:
        after = {action: at.path.then(at.turn, choice) for choice, action in self._open(at)}
        # Of equal values the first has the least money at risk (ruling T1).
        actions = sorted(after, key=lambda action: self.payoffs.at_risk(after[action]))
        nodes = [
            self._after(after[each], _without(at.kept, each.discard), at.away + each.discard, at.deep)
            for each in actions
        ]
        totals = np.array([node.values for node in nodes])
        taken = self._by_policy(at, actions) if self.policy else totals.argmax(axis=0)

        def tally(reached: NDArray[np.bool_]) -> None:
            # The information states of this turn that follow those reached.
            shape = *reached.shape, *[1] * (at.deep - depth)
            here = np.broadcast_to(reached.reshape(shape), self.sizes[: at.deep])
            self._tied |= self._ties([after[each] for each in actions], totals, here)
            self._keep(at, actions, totals, taken, here)
            for place, (action, node) in enumerate(zip(actions, nodes, strict=True)):
                chosen = here & (taken == place)
                if chosen.any():
                    ways = int(self._hands(chosen).sum()) * self.ways[at.deep]
                    self.found.tally.actions[at.turn.stage, action.choice] += ways
                    node.tally(chosen)

        best = np.asarray(np.take_along_axis(totals, taken[None], axis=0)[0])
        return _Node(best.sum(axis=tuple(range(depth, at.deep))), tally)

    def _open(self, at: _Asked) -> Iterator[tuple[Choice, Action]]:
        for choice in at.turn.choices:
            if self.payoffs.allows(choice, at.kept, at.path.then(at.turn, choice)):
                for many in range(choice.least_discards, choice.discards + 1):
                    for away in combinations(at.kept, many):
                        yield choice, Action(choice.name, away)

    def _by_policy(self, at: _Asked, actions: list[Action]) -> NDArray[np.int64]:
        assert self.policy is not None  # noqa: S101 - asked only where one is given
        places = {action: place for place, action in enumerate(actions)}
        taken = [places[_in_places(self.policy(info), info.own, at.kept)] for info in self._infos(at)]
        return np.array(taken, dtype=np.int64).reshape(self.sizes[: at.deep])

    def _infos(self, at: _Asked) -> Iterator[InfoState]:
        """The information states of a turn, in the order of the arrays."""
        if at.deep == 1:
            yield from (self._info(at, place) for place in range(self.sizes[0]))
            return
        for community in self._sets(at.deep):
            yield replace(self.info, turn=at.turn, own=at.kept, community=community, path=at.path, away=at.away)

    def _info(self, at: _Asked, place: int) -> InfoState:
        """The information state of one hand of a bundle, with no more cards seen."""
        info = self.bundle.at(place)
        if at.path == self.info.path:
            return info
        if self.sizes[0] > 1:  # of which no card is put away
            return replace(info, turn=at.turn, path=at.path)
        return replace(info, turn=at.turn, path=at.path, own=at.kept, away=at.away)

    def _keep(
        self,
        at: _Asked,
        actions: list[Action],
        totals: Array,
        taken: NDArray[np.int64],
        here: NDArray[np.bool_],
    ) -> None:
        """Keep the turn asked about as a spot, and one at which more cards are seen as arrays, where that is wanted."""
        if at.path != self.info.path or at.deep > 1:
            if self.found.later is None:
                return
            start, names = HandClass(self.info.own, int(self.bundle.sizes[0])), [each.choice for each in actions]
            ways = np.where(here, self.ways[at.deep], 0)
            self.found.later.append(LaterTurn(at.turn, start, partial(self._sets, at.deep), names, totals, taken, ways))
            return
        rows = {action: totals[actions.index(action)] for _, action in self._open(at)}
        self.found.spots.add(_Block(self.bundle, rows, actions, taken, self.deals))

    def _ties(self, paths: list[Path], totals: Array, here: NDArray[np.bool_]) -> bool:
        """True if, at an information state reached, actions with different money at risk share the highest value."""
        risks = np.array([self.payoffs.at_risk(path) for path in paths])
        best = totals == totals.max(axis=0)
        last = len(paths) - 1 - best[::-1].argmax(axis=0)  # paths are in the order of the money at risk
        return bool((here & (risks[best.argmax(axis=0)] != risks[last])).any())

    # ---- ends ------------------------------------------------------------------------------------------

    def _finished(self, path: Path, kept: Cards, depth: int) -> _Node:
        """No question is left: every cell is worth what the settlement says."""
        cells, facts = self._of(kept), self._facts(kept)
        between = tuple(range(depth, cells.counts.ndim - 1))
        counts = cells.counts.sum(axis=between) if between else cells.counts

        def tally(reached: NDArray[np.bool_]) -> None:
            for each, ways in zip(facts, (self._hands(reached) @ counts[reached]).tolist(), strict=True):
                if ways:
                    self.found.tally.ends[path, each] += ways

        nets = self._nets(path, facts)
        return _Node(counts.astype(nets.dtype, copy=False) @ nets, tally)

    def _ended(self, path: Path, kept: Cards, depth: int) -> _Node:
        """A hand that has ended is worth the same whatever comes."""
        hand, facts = Hand(kept, path.ending), []
        for community in self._sets(depth):
            # A dealer's hand is there to be read, and any will do.
            rest = _without(self.unseen, community)[: self.tree.dealer - len(self.info.dealer)]
            facts.append(self._read(hand, community, self.info.dealer + rest))

        def tally(reached: NDArray[np.bool_]) -> None:
            by_set = reached.reshape(self.sizes[0], -1)
            for place in np.flatnonzero(by_set.any(axis=0)).tolist():
                hands = int(self.bundle.sizes[by_set[:, place]].sum())
                self.found.tally.ends[path, facts[place]] += self.ways[depth] * hands

        values = self._nets(path, facts).reshape(1, *self.sizes[1:depth]) * self.ways[depth]
        return _Node(np.broadcast_to(values, self.sizes[:depth]), tally)

    def _nets(self, path: Path, facts: list[Any]) -> Array:
        """The net results, in words if a sum over all deals fits into one."""
        of = self.payoffs.nets(path)
        nets = [of[each] for each in facts]
        return np.array(nets, dtype=np.int64 if max(map(abs, nets)) * self.deals < WORD else object)

    # ---- what can come ---------------------------------------------------------------------------------

    def _sets(self, depth: int) -> Iterator[Cards]:
        return sets_of(self.unseen, self.seen, self.goals[: depth - 1], self.info.community)

    def _facts(self, kept: Cards) -> list[Any]:
        """The facts of every cell."""
        key, known = (self.info.own, self.info.dealer, kept), self.found.facts
        if key not in known:
            cells = self._of(kept)
            hands = cells.hands or [kept] * len(cells.examples)
            known[key] = [self._read(Hand(hand), *example) for hand, example in zip(hands, cells.examples, strict=True)]
        return known[key]

    def _read(self, hand: Hand, community: Cards, dealer: Cards) -> Any:  # noqa: ANN401 - every game has its own
        return self.payoffs.read(hand, Board(community, dealer, (hand,), self.payoffs.meter))

    def _times(self, kept: Cards) -> int:
        """The times that the ways of the cards drawn go into those that all numbers of them have in common."""
        left, seen = len(self.unseen) - self.tree.community + self.seen, len(self.info.dealer)
        drawn = len(self.info.away) + len(self.info.own) - len(kept)
        common = lcm(*(draws_of(self.tree, left, many, seen) for many in self.tree.drawn))
        return common // draws_of(self.tree, left, drawn, seen)

    def _of(self, kept: Cards) -> Cells:
        if kept not in self._cells:
            cells = self.counter.cells(self.info, kept)
            if self.tree.replaces:
                cells = cells._replace(counts=cells.counts * self._times(kept))
            alone = cells.counts.ndim == len(self.sizes)
            self._cells[kept] = cells._replace(counts=cells.counts[None]) if alone else cells
        return self._cells[kept]


def _in_places(action: Action, own: Cards, other: Cards) -> Action:
    """An action with one hand as the one with another of its bundle: the cards in the same places are put away."""
    return Action(action.choice, tuple(other[own.index(card)] for card in action.discard))


def _without(cards: Cards, gone: Cards) -> Cards:
    return tuple(card for card in cards if card not in gone)
