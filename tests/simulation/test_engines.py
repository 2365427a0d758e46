"""Engines against each other and against what is known: the compiled loops, the walk, the table, the solver's count."""

from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from support.games.examples import title
from support.table.dealt_rounds import TableOfRounds

import croupier
from croupier.analysis.results.fit import fit
from croupier.analysis.strategies import load, shipped
from croupier.games.terms import Terms
from croupier.rulebook import NAMES, Submission
from croupier.simulation.deals import Deals
from croupier.simulation.engines import Walk
from croupier.simulation.expected import ExactMeans, Label
from croupier.simulation.hands_engine import HandsEngine
from croupier.simulation.runs.run import run
from croupier.simulation.seats import Seat
from croupier.simulation.tables.hand_tables import HandTables

ROUNDS = 1_000_000


def sides(name: str, *, counted: bool) -> dict[str, str]:
    """A stake on every side wager of a rulebook as it is by default, the first in a share of rounds.

    Those on all hands at the table take long to count.
    """
    terms = Terms(croupier.submission(name))
    found: dict[str, str] = {}
    long = terms.on_all_hands if counted else ()
    for wager, each in terms.wagers.items():
        if each.side and wager not in long:
            share = "" if found or terms.bounds[wager][0] == terms.bounds[wager][1] else "@60%"
            found[wager] = terms.rulebook.currency.text(terms.bounds[wager][0]) + share
    return found


@cache
def deals(name: str) -> Deals:
    return Deals(croupier.submission(name), [Seat(stakes=sides(name, counted=False))] * 3, "engines")


@pytest.mark.parametrize("name", NAMES)
def test_a_compiled_loop_plays_as_a_walk_through_each_round_does(name: str) -> None:
    loop = deals(name)
    walk = Walk(loop.layout, loop.places, loop.plays, loop.base)
    assert loop.engine.name != walk.name
    for row in loop.cards(0, 400):
        assert loop.engine.ends(row) == walk.ends(row)
    walked = Deals(croupier.submission(name), [place.seat for place in loop.places], loop.seed)
    walked.engine = walk
    one, other = loop.sums(0, 400), walked.sums(0, 400)
    assert (one.table, one.products, one.wagers) == (other.table, other.products, other.wagers)


@pytest.mark.parametrize("name", NAMES)
def test_the_tally_fits_the_solvers_count_and_every_wager_its_exact_mean(name: str) -> None:
    table = deals(name)
    seats = [Seat(stakes=sides(name, counted=True))] * 3
    fewer = Deals(croupier.submission(name), seats, "engines", plays=table.plays)
    held_against_the_count(fewer, ROUNDS)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_pays_six_seats_what_the_simulation_says(name: str) -> None:
    table = deals(name)
    six = Deals(croupier.submission(name), [table.places[0].seat] * 6, "six", plays=table.plays * 2)
    paid_alike(six, 25)


@pytest.mark.prove
@pytest.mark.parametrize("name", NAMES)
def test_a_table_pays_ten_thousand_rounds_of_six_seats_as_the_simulation_says(name: str) -> None:
    paid_alike(Deals(croupier.submission(name), [Seat(stakes=sides(name, counted=False))] * 6, "many"), 10_000)


def paid_alike(simulated: Deals, rounds: int) -> None:
    """Hold so many rounds at a table, from the first on, against the simulation, wager by wager."""
    table = TableOfRounds(simulated)
    again = simulated.again(0, rounds)
    for number in range(rounds):
        found = table.played(number)
        assert [sum(net for (each, _), net in found.items() if each == seat) for seat in range(6)] == again.nets[
            number
        ].tolist()
        by_wager = Counter[str]()
        for (_, wager), net in found.items():
            by_wager[wager] += net
        assert {name: total for name, total in by_wager.items() if total} == {
            name: total for name, (total, _) in simulated.sums(number, 1).wagers.items() if total
        }


def held_against_the_count(table: Deals, rounds: int) -> None:
    (sums, _), expected = run(table, rounds, "", executor=None), ExactMeans(table)
    for seat in range(len(table.places)):
        labels = expected.labels(seat)
        observed = Counter[Label]()
        for number, count in sums.ends[seat].items():
            observed[expected.label(seat, table.key(number, seat))] += count
        assert set(observed) <= set(labels)
        assert sum(labels.values()) == 1
        assert fit(observed, labels).p > 1e-4
    for wager, (total, squares) in sums.wagers.items():
        mean = expected.wager(wager)
        assert mean is not None
        error = np.sqrt(max(squares / rounds - (total / rounds) ** 2, 0) / rounds)
        assert abs(total / rounds - float(mean)) <= 4 * error


@pytest.mark.prove
@pytest.mark.parametrize("name", NAMES)
def test_many_rounds_of_every_shipped_strategy_fit_its_count(name: str) -> None:
    for strategy in ["best", "cheap", *shipped(croupier.load(name))]:
        by = strategy if strategy in {"best", "cheap"} else load(strategy)
        submission = croupier.submission(name, **(getattr(by, "options", {})))
        rounds = 1_000_000_000 if (name, strategy) == ("uth-ma", "best") else 200_000_000
        held_against_the_count(Deals(submission, [Seat(by)], "many"), rounds)


def fits(table: Deals, expected: ExactMeans, rounds: int) -> float:
    """The probability that the first seat is as far from a count as it is, or farther."""
    observed = Counter[Label]()
    for number, count in table.sums(0, rounds).ends[0].items():
        observed[expected.label(0, table.key(number, 0))] += count
    return fit(observed, expected.labels(0)).p


def test_a_flipped_decision_is_found() -> None:
    fair = Deals(croupier.submission("dragon-md"), [Seat()], "flipped")
    count = ExactMeans(fair)
    assert fits(fair, count, 1_000_000) > 1e-4
    tables = fair.plays[0].tables
    assert isinstance(tables, HandTables)
    weakest = int(np.flatnonzero(tables.taken[0][:, 0] == 0)[-1])  # a class of hands that plays, folded now
    tables.taken[0][weakest, 0] = 1
    flipped = Deals(croupier.submission("dragon-md"), [Seat()], "flipped")
    flipped.engine = HandsEngine(fair.layout, fair.plays, fair.base)
    assert fits(flipped, count, 1_000_000) < 1e-6


def test_a_changed_pay_cell_is_found() -> None:
    stakes = {"three_card_bonus": "$5"}
    one, other = (
        Deals(croupier.submission("dragon-md", three_card_bonus=table), [Seat(stakes=stakes)], "pays")
        for table in ("A", "B")
    )
    observed = Counter[Label]()
    for number, count in one.sums(0, 100_000).ends[0].items():
        observed[ExactMeans(one).label(0, one.key(number, 0))] += count
    assert fit(observed, ExactMeans(one).labels(0)).p > 1e-4
    assert fit(observed, ExactMeans(other).labels(0)).p < 1e-6


def test_a_function_of_the_players_knowledge_plays() -> None:
    table = Deals(croupier.submission("dragon-md"), [Seat(lambda _info: "play"), Seat("cheap")], "by function")
    sums = table.sums(0, 200)
    assert {str(table.key(number, 0).path) for number in sums.ends[0]} == {"play"}
    assert [sum(ends.values()) for ends in sums.ends] == [200, 200]
    with pytest.raises(croupier.SimulationError, match=r"'sleep' is no answer .* accepted: play"):
        Deals(croupier.submission("dragon-md"), [Seat(lambda _info: "sleep")], "x").sums(0, 1)


def test_who_sees_all_alone_plays_as_the_best_play_does() -> None:
    alone = Deals(croupier.submission("dragon-md"), [Seat(sees="all")], "sees")
    best = Deals(croupier.submission("dragon-md"), [Seat()], "sees")
    assert alone.sums(0, 100).table == best.sums(0, 100).table


def test_seats_meet_the_same_cards_whatever_seats_follow() -> None:
    one, three = (Deals(croupier.submission("lir-nj"), [Seat()] * seats, "common") for seats in (1, 3))
    assert (one.again(0, 500).nets[:, 0] == three.again(0, 500).nets[:, 0]).all()


def of_example(name: str, seat: Seat) -> Deals:
    """Two players at a table of an example game, which the package does not know."""
    return Deals(Submission(title(name).book), [seat] * 2, "an example")


def test_a_game_that_is_counted_up_a_ladder_is_walked_as_it_is_counted() -> None:
    table = of_example("three-card", Seat())
    (play, _) = table.plays
    assert play.solution is not None
    exact = play.solution.value(table.base)
    assert exact / table.base.opening["ante"] == Fraction(-686689, 20358520)
    (row,) = table.cards(0, 1)
    assert [end.path.ending for end in table.engine.ends(row)]
