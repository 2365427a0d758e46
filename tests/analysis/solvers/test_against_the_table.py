"""What the mathematician says of a class of outcomes is what a table pays: a deck is stacked for each of them.

A class is what a solver counts the ways of: a path of choices, and the facts that the wagers go by. For each a deal is
looked for among cards that make rare hands likely; a table deals it, and its settlement is compared line by line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

import numpy as np
import pytest
from support.analysis.brute_force import VERSIONS
from support.analysis.solutions import solved
from support.table.stacked_decks import Deal, StackedTable, whole_stakes
from support.three_card import GAME as THREE_CARD
from support.three_card import submission as three_card

import croupier
from croupier import games
from croupier.analysis.kernels.boards import PAIRS
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.paths import Path, ends
from croupier.analysis.model.payoffs import Payoffs, base_stakes
from croupier.analysis.model.solution import Action, Policy
from croupier.analysis.model.tree import Tree
from croupier.analysis.solvers.highest_hand import highest
from croupier.analysis.solvers.made_hand import made
from croupier.analysis.solvers.showdown import Showdown
from croupier.analysis.solvers.showdown_game import ShowdownResult, lots_of, pay_of
from croupier.analysis.solvers.solver import is_showdown, solve
from croupier.cards import Deck
from croupier.games.game import Board, Choice, Game, Hand
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.hands import five
from croupier.hands.five import Category
from croupier.rulebook import Submission
from croupier.rulebook.progressive import Progressive

Cards = tuple[int, ...]
Facts: TypeAlias = Any  # every game has its own
Class: TypeAlias = tuple[Path, Facts]

TRIES = 200_000
HIGH_CARDS = range(20, 52)  # sevens to aces, of which every kind of hand can be made


class Bench:
    """A game, and a table that deals it."""

    def __init__(self, submission: Submission, game: Game | None = None, players: int = 1) -> None:
        self.terms = Terms(submission)
        self.game = game or games.load(self.terms.rulebook.game)
        self.tree = Tree.of(self.game.script(self.terms), self.terms)
        self.table = StackedTable(submission, self.game, players)
        self.players = players
        self.paths = list(ends(self.tree.turns))

    @property
    def base(self) -> Payoffs:
        """The base game as a solver is given it."""
        return Payoffs(self.game, self.terms, base_stakes(self.terms))

    @property
    def sides(self) -> list[str]:
        """The side wagers that go by the facts of a class; the others have classes of their own."""
        apart = [*self.terms.on_all_hands, *(["progressive"] if is_showdown(self.base) else [])]
        return [name for name, wager in self.terms.wagers.items() if wager.side and name not in apart]

    def told_apart(self, facts: Facts) -> Facts:
        """What a solver tells apart: whatever else is in the facts is that of the deal it has read them from."""
        return facts[:4] if self.game.name == "uth" else facts

    # ---- deals -----------------------------------------------------------------------------------------

    def deals(self) -> Iterator[Deal]:
        """Deals from cards that are likely to make something: from one pool, or the first hand from one of its own."""
        random = Random(self.terms.rulebook.short)  # noqa: S311 - decks to try
        deck = self.terms.rulebook.deck
        sizes = [self.tree.own] * (self.players - 1) + [self.tree.community, self.tree.dealer]
        for tried in range(TRIES // 10):
            rest = pool(deck, random, self.tree.own + sum(sizes))
            first = pool(deck, random, self.tree.own) if tried % 2 else rest
            for _ in range(10):
                own = tuple(random.sample(first, self.tree.own))
                left = [card for card in rest if card not in own]
                cards = iter(random.sample(left, sum(sizes)))
                *others, community, dealer = [tuple([next(cards) for _ in range(size)]) for size in sizes]
                yield Deal((own, *others), community, dealer)

    def played(self, deal: Deal) -> Iterator[tuple[Path, Facts, Deal]]:
        """Every way in which the first player may play a deal, and the facts it ends with."""
        own, *others = deal.hands
        read: dict[Hand, Facts] = {}
        for path in self.paths:
            choices = list(self._taken(path))
            if not all(self.game.may(choice.name, own, self.terms) for choice in choices):
                continue
            for away in combinations(own, max(choice.discards for choice in choices)):
                hand = Hand(tuple(card for card in own if card not in away), path.ending)
                if hand not in read:
                    board = Board(deal.community, deal.dealer, (hand, *[Hand(cards) for cards in others]))
                    read[hand] = self.game.bare(self.game.read(hand, board, self.terms))
                yield path, read[hand], deal._replace(discard=away)

    def _taken(self, path: Path) -> Iterator[Choice]:
        for turn in self.tree.turns:
            yield from [each for each in turn.choices if (turn.stage, each.name) in path.choices]

    def decks(self, classes: Collection[Class], times: int = 1, *, all_known: bool = False) -> dict[Class, list[Deal]]:
        """So many deals of each class; where all classes are known, no deal is of any other."""
        found: dict[Class, list[Deal]] = defaultdict(list)
        missing = set(classes)
        for dealt in self.deals():
            for path, facts, deal in self.played(dealt):
                each = path, self.told_apart(facts)
                assert not all_known or each in classes, f"{deal} is of no class: {each}"
                if each in missing:
                    found[each].append(deal)
                    if len(found[each]) == times:
                        missing.remove(each)
            if not missing:
                return found
        raise AssertionError(f"no deal found for {missing}")

    # ---- settlements -----------------------------------------------------------------------------------

    def settled(self, deal: Deal, stakes: Mapping[str, int], path: Path) -> list[Line]:
        """The lines of a round at the table, but for what the path took back."""
        lines = self.table.settled(deal, stakes, path)
        withdrawn = [line for line in lines if line.result == "withdrawn"]
        assert [line.wager for line in withdrawn] == list(path.withdrawn)
        return [line for line in lines if line not in withdrawn]

    def metered(self, facts: Facts) -> Facts:
        """Facts with the meter as it will stand when the round is settled."""
        progressive = self.terms.options.get("progressive")
        if not isinstance(progressive, Progressive):
            return facts
        return facts._replace(meter=self.table.meter + progressive.increment)


def pool(deck: Deck, random: Random, least: int) -> list[int]:
    """Cards to deal from: a few faces or ranks, a run in one suit or more, one suit; some others with them; or all."""
    whole = list(range(len(deck)))
    if len(set(deck.faces)) < len(deck):
        faces = random.sample(sorted(set(deck.faces)), random.randint(1, 3))
        some = [card for card in whole if deck.faces[card] in faces]
    else:
        suits, lowest = random.sample(range(4), random.randint(1, 2)), random.choice((8, 10, random.randrange(-1, 11)))
        ranks = random.sample(range(13), random.randint(1, 5))
        run = [rank % 13 * 4 + suit for rank in range(lowest, lowest + random.randint(3, 5)) for suit in suits]
        some = random.choice([run, [card for card in whole if card // 4 in ranks], whole[suits[0] :: 4], whole])
    others = [card for card in whole if card not in some]
    return [*some, *random.sample(others, min(len(others), max(least - len(some), random.choice((0, 0, 3, 9)))))]


def said(lines: Iterable[Line]) -> list[tuple[str, int, str, int, str, tuple[str, ...]]]:
    """What of each line is money or cited for it, by wagers: a table has an order of its own."""
    return sorted((line.wager, line.stake, line.result, line.amount, line.pays, line.clauses) for line in lines)


def compare(
    bench: Bench, classes: Mapping[Class, Facts], times: int = 1, *, most: bool = False, all_known: bool = False
) -> set[str]:
    """Every class is settled at the table as the mathematician settles it, wager by wager; with which results.

    So is what else a player may do with the same cards.
    """
    stakes = whole_stakes(bench.terms, *bench.sides, most=most)
    payoffs = Payoffs(bench.game, bench.terms, stakes, limits=True)
    found = bench.decks(classes, times, all_known=all_known)
    dealt = {deal._replace(discard=()) for deals in found.values() for deal in deals}
    results: set[str] = set()
    ended = [(path, classes[path, key], deal) for (path, key), deals in found.items() for deal in deals]
    ended += [played for each in sorted(dealt) for played in bench.played(each)]
    for path, facts, deal in ended:
        expected = payoffs.lines(path, bench.metered(facts))
        lines = bench.settled(deal, stakes, path)
        assert said(lines) == said(expected), (path, facts, deal)
        results |= {line.result for line in lines}
    return results


# ---- classes -------------------------------------------------------------------------------------------


def under_best_play(bench: Bench) -> dict[Class, Facts]:
    """What a solution counts the ways of."""
    return {(path, bench.told_apart(facts)): facts for path, facts in solved(bench.base).tally}


def under_any_play(bench: Bench) -> dict[Class, Facts]:
    """What can be counted, whatever a player does."""
    if is_showdown(bench.base):
        return of_showdown(bench)
    discards = range(bench.tree.own if bench.tree.discards else 1)
    tallies = [solve(bench.base, always(bench, path, away)).tally for path in bench.paths for away in discards]
    return {(path, bench.told_apart(facts)): facts for tally in tallies for path, facts in tally}


def always(bench: Bench, path: Path, away: int) -> Policy:
    """Go one path with all hands that may, and put away the card at this place."""

    def policy(info: InfoState) -> Action:
        turn, own = info.turn, info.own
        may = [each for each in turn.choices if bench.game.may(each.name, own, bench.terms)]
        choice = next((each for each in may if (turn.stage, each.name) in path.choices), may[0])
        return Action(choice.name, own[away : away + choice.discards])

    return policy


def of_showdown(bench: Bench) -> dict[Class, Facts]:
    """All that the solver of this shape has settled and that cards can bring about."""
    lots = lots_of(bench.base)
    facts = pay_of(bench.base, lots).facts
    return {
        (lots.all[place], bench.told_apart(each)): each for (place, _, _), each in facts.items() if comes_about(each)
    }


def comes_about(facts: Facts) -> bool:
    """A full house or four of a kind takes a pair on the board, and so the dealer has one too."""
    return facts.dealer_pair or facts.hand not in {Category.FULL_HOUSE, Category.FOUR_OF_A_KIND}


# ---- base and side wagers ------------------------------------------------------------------------------


@pytest.mark.parametrize(("rulebook", "options"), VERSIONS[1:], ids=str)
def test_each_class_of_outcomes_is_settled_alike(rulebook: str, options: dict[str, object]) -> None:
    bench = Bench(croupier.submission(rulebook, **options))
    compare(bench, under_best_play(bench))


def test_each_class_of_a_showdown_is_settled_alike() -> None:
    bench = Bench(croupier.submission("uth-ma"))
    compare(bench, under_any_play(bench), all_known=True)


def test_each_class_of_a_game_that_the_package_does_not_know_is_settled_alike() -> None:
    bench = Bench(three_card(), THREE_CARD)
    compare(bench, under_best_play(bench))


def test_a_showdown_is_looked_up_where_its_facts_stand() -> None:
    """Strengths lead the compiled loops to a cell; the facts behind it are those that the game reads off the cards."""
    bench = Bench(croupier.submission("uth-ma"))
    lots = lots_of(bench.base)
    worth, facts = pay_of(bench.base, lots)
    groups = worth.pays.shape[2] // 2
    for (path, key), (deal,) in bench.decks(of_showdown(bench)).items():
        own, dealer = (five.strength(cards + deal.community) for cards in (deal.hands[0], deal.dealer))
        beside = int(worth.group_of[dealer])
        column = beside if dealer < own else groups if dealer == own else groups + 1 + beside
        cell = lots.all.index(path), int(worth.kind_of[own]), column
        assert bench.told_apart(facts[cell]) == key
        assert worth.pays[cell] == bench.base.net(path, facts[cell])


@pytest.mark.prove
def test_what_a_showdown_leaves_out_has_no_ways() -> None:
    """All deals are counted, whoever has which cards."""
    bench = Bench(croupier.submission("uth-ma"))
    game = Showdown(bench.base)
    commit = ShowdownResult(np.zeros(PAIRS, dtype=np.uint8), np.zeros((len(game.flops), PAIRS), dtype=np.uint32), [])
    ways = game.tallied(game.play(commit))
    assert not ways[1:].any()
    counted = {bench.told_apart(game.pay.facts[0, own, column]) for own, column in zip(*ways[0].nonzero(), strict=True)}
    path = game.lots.all[0]
    assert counted == {key for each, key in of_showdown(bench) if each == path}


@pytest.mark.prove
@pytest.mark.parametrize(("rulebook", "options"), VERSIONS, ids=str)
def test_each_class_is_settled_alike_whatever_is_chosen_and_however_it_is_dealt(
    rulebook: str, options: dict[str, object]
) -> None:
    classes = under_any_play(Bench(croupier.submission(rulebook, **options)))
    # Cover All has classes of its own, and needs a device that deals.
    options = {**options, "cover_all": "no"} if rulebook == "uth-ma" else options
    for dealing in croupier.submission(rulebook).rulebook.options["dealing"].values or ():
        bench = Bench(croupier.submission(rulebook, dealing=dealing, **options))
        compare(bench, classes, times=5, all_known=True)


@pytest.mark.prove
def test_each_class_of_a_game_from_outside_is_settled_alike_whatever_is_chosen() -> None:
    bench = Bench(three_card(), THREE_CARD)
    compare(bench, under_any_play(bench), times=5, all_known=True)


LIMITED: list[tuple[str, dict[str, object]]] = [
    ("uth-ma", {}),
    ("lir-nj", {"payout_limit": "$50,000"}),
    ("colorado-ma-1", {"payout_limit": "$50,000"}),
    ("colorado-ma-2", {"payout_limit": "$50,000", "version": "permissible"}),
]


@pytest.mark.prove
@pytest.mark.parametrize(("rulebook", "options"), LIMITED, ids=str)
def test_payout_limits_take_off_the_same(rulebook: str, options: dict[str, object]) -> None:
    bench = Bench(croupier.submission(rulebook, **options))
    assert "limit" in compare(bench, under_any_play(bench), most=True)


# ---- wagers with classes of their own ------------------------------------------------------------------


def compare_one(bench: Bench, wager: str, by: str, tally: Iterable[Facts], path: Path) -> None:
    """Each class of a wager that goes by one of the facts is settled alike, at the end of a path."""
    stakes = whole_stakes(bench.terms, wager, *bench.terms.wagers[wager].needs)
    classes = {getattr(facts, by): facts for facts in tally}
    missing = set(classes)
    for dealt in bench.deals():
        came = next(getattr(facts, by) for each, facts, _ in bench.played(dealt) if each == path)
        assert came in classes, f"{dealt} is of no class: {came}"
        if came in missing:
            expected = bench.game.settle(bench.metered(classes[came]), {wager: stakes[wager]}, bench.terms)
            lines = [line for line in bench.settled(dealt, stakes, path) if line.wager == wager]
            assert said(lines) == said(expected), (path, came, dealt)
            missing.remove(came)
        if not missing:
            return
    raise AssertionError(f"no deal found for {missing}")


def compare_highest(hands: int, live: Sequence[int] | None = None) -> None:
    """Each class of the highest of so many hands is settled alike, whether or not the first player folds."""
    bench = Bench(croupier.submission("uth-ma"), players=hands - 1)
    tally = highest(bench.game, bench.terms, "cover_all", hands, live=live)
    assert len(tally) == len(Category)
    for path in bench.paths:
        compare_one(bench, "cover_all", "highest", tally, path)


def test_each_class_of_the_highest_of_two_hands_is_settled_alike() -> None:
    compare_highest(2, HIGH_CARDS)


@pytest.mark.prove
@pytest.mark.parametrize("hands", range(2, 8))
def test_each_class_of_the_highest_of_all_hands_is_settled_alike(hands: int) -> None:
    compare_highest(hands)


def amounts(*hands: str) -> list[dict[str, str]]:
    """Rows of a progressive: the first pays the whole meter, the second a share, and the others pay dollars."""
    shares = [{"hand": hand, "share": share} for hand, share in zip(hands, ("100%", "12.5%"), strict=False)]
    return [*shares, *[{"hand": hand, "pays": f"${100 - place}"} for place, hand in enumerate(hands[2:])]]


UTH_ROWS = amounts("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight")
DRAGON_ROWS = amounts(
    *("three_red_dragons", "three_dragons_with_gold", "three_dragons", "three_phoenix"),
    *("trips", "pair_of_dragons", "gold_dragon"),
)


@pytest.mark.parametrize("cards", ["own_and_flop", pytest.param("all_seven", marks=pytest.mark.prove)])
def test_each_class_of_a_progressive_is_settled_alike(cards: str) -> None:
    terms = {"seed": "$10,000", "increment": "$0.50", "cards": cards, "rows": UTH_ROWS}
    bench = Bench(croupier.submission("uth-ma", progressive=terms))
    community = bench.game.looks_at("progressive", bench.terms)
    assert community is not None
    tally = made(bench.base, community).tally
    assert {facts.progressive for facts in tally} == {category.name.lower() for category in Category}
    for path in bench.paths:
        compare_one(bench, "progressive", "progressive", tally, path)


@pytest.mark.parametrize("rows", [DRAGON_ROWS, amounts("gold_dragon")], ids=["all", "gold"])
def test_each_class_beside_a_progressive_is_settled_alike(rows: list[dict[str, str]]) -> None:
    terms = {"stake": "$1", "seed": "$5,000", "increment": "$0.25", "rows": rows}
    bench = Bench(croupier.submission("dragon-md", progressive=terms))
    assert "progressive" in bench.sides
    compare(bench, under_best_play(bench))
