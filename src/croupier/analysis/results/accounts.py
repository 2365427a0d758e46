"""Accounts of counted deals: every end of a round settled in words, its ways added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs, side_stake
from croupier.analysis.model.solution import Solution
from croupier.analysis.results.account import Account, Played, Row
from croupier.analysis.results.pay_rows import PayRows
from croupier.games.game import Game
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.money import Cents

_DONE = {"win": "wins", "lose": "loses", "push": "pushes", "returned": "goes back"}


def of_play(name: str, title: str, unit: str, payoffs: Payoffs, solution: Solution, one: Cents) -> Account:
    """The account of all that was staked, under the play of a solution; `one` is the unit in cents."""
    ways: Counter[tuple[str, Cents]] = Counter()
    by_row: Counter[tuple[str, Cents]] = Counter()
    by_path: Counter[tuple[Path, Cents]] = Counter()
    staked = 0
    rows = PayRows(payoffs.game, payoffs.terms, [each.name for each in payoffs.terms.wagers.values() if not each.side])
    for (path, facts), count in solution.tally.items():
        net = payoffs.net(path, facts)
        ways[_ending(path, payoffs.lines(path, facts), payoffs.terms), net] += count
        by_row[rows.of(facts, path.stakes(payoffs.opening, payoffs.terms)), net] += count
        by_path[path, net] += count
        staked += payoffs.at_risk(path) * count
    actions = {f"{stage}: {choice}": Fraction(count, solution.cycle) for (stage, choice), count in _in_order(solution)}
    average = Fraction(staked, solution.cycle * one)
    table = rows.counted(by_row, one, solution.cycle)
    paths = _paths(by_path, payoffs, one, solution.cycle)
    return Account(name, title, unit, solution.cycle, _rows(ways, one), average, actions, table, paths)


def _paths(ways: Mapping[tuple[Path, Cents], int], payoffs: Payoffs, one: Cents, cycle: int) -> tuple[Played, ...]:
    """Every way through the round that is taken, those with most at stake first."""
    taken: dict[Path, dict[Cents, int]] = {}
    for (path, net), count in ways.items():
        taken.setdefault(path, {})[net] = count
    return tuple(
        Played(
            str(path),
            sum(nets.values()),
            sum(count for net, count in nets.items() if net > 0),
            nets.get(0, 0),
            Fraction(payoffs.at_risk(path), one),
            Fraction(sum(net * count for net, count in nets.items()), one * cycle),
        )
        for path, nets in sorted(taken.items(), key=lambda each: (-payoffs.at_risk(each[0]), str(each[0])))
    )


def _in_order(solution: Solution) -> list[tuple[tuple[str, str], int]]:
    """Choices by the stages of the round, the most frequent first within each."""
    stages = {stage: -sum(n for (s, _), n in solution.actions.items() if s == stage) for stage, _ in solution.actions}
    return sorted(solution.actions.items(), key=lambda each: (stages[each[0][0]], each[0][0], -each[1]))


def _ending(path: Path, lines: list[Line], terms: Terms) -> str:
    """The end of a round in words: `play 4x: Ante wins, Blind wins at 3 to 2, Play wins`."""
    return f"{path}: {', '.join(_became(line, terms) for line in lines)}"


def _became(line: Line, terms: Terms) -> str:
    if line.result == "limit":
        return f"{line.wager} takes off"
    at = f" at {line.pays}" if line.result == "win" and line.pays not in {"", "1 to 1"} else ""
    return f"{terms.wagers[line.wager].title} {_DONE[line.result]}{at}"


def of_side(terms: Terms, game: Game, wager: str, tally: Mapping[Any, int], cycle: int | None = None) -> Account:
    """The account of a side wager by itself, from the facts it looks at; in a smaller cycle where fewer cards count."""
    stake = side_stake(terms, wager)
    ways: Counter[tuple[str, Cents]] = Counter()
    by_row: Counter[tuple[str, Cents]] = Counter()
    rows = PayRows(game, terms, [wager])
    for facts, count in tally.items():
        lines = list(game.settle(facts, {wager: stake}, terms))
        net = sum(line.amount for line in lines)
        ways[_because(lines), net] += count
        by_row[rows.of(facts, {wager: stake}), net] += count
    deals = sum(tally.values())
    whole = cycle or deals
    table = rows.counted(_in_cycle(by_row, whole, deals), stake, whole)
    counted = _rows(_in_cycle(ways, whole, deals), stake)
    return Account(wager, terms.wagers[wager].title, wager, whole, counted, Fraction(1), None, table)


def _in_cycle(ways: Mapping[tuple[str, Cents], int], cycle: int, deals: int) -> dict[tuple[str, Cents], int]:
    """Ways of so many deals as ways of a smaller cycle: cards that do not count fall as often for every outcome."""
    counted = {each: Fraction(count * cycle, deals) for each, count in ways.items()}
    assert all(count.denominator == 1 for count in counted.values())  # noqa: S101 - or they would count
    return {each: int(count) for each, count in counted.items()}


def _because(lines: list[Line]) -> str:
    """The reason in words why a side wager was settled as it was."""
    line = lines[0]
    paid = f", {line.pays}" if line.pays else ""
    return f"{line.because[:1].upper()}{line.because[1:]}{paid}"


def _rows(ways: Mapping[tuple[str, Cents], int], one: Cents) -> tuple[Row, ...]:
    """The rows of a table, best first."""
    rows = [Row(said, Fraction(net, one), count) for (said, net), count in ways.items()]
    return tuple(sorted(rows, key=lambda row: (-row.net, -row.ways, row.outcome)))


def by_facts(solution: Solution) -> Counter[Any]:
    """The count of each set of facts, whatever path led there."""
    tally: Counter[Any] = Counter()
    for (_, facts), count in solution.tally.items():
        tally[facts] += count
    return tally
