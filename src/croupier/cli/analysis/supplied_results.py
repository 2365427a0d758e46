"""`croupier analyze --against`: somebody's results, such as a supplier's, beside the exact accounts of the wagers."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from io import StringIO

from croupier.analysis import Analysis, AnalysisError, Question, analyse
from croupier.analysis.errors import StrategyError
from croupier.analysis.model.solution import Say
from croupier.analysis.results.account import Account
from croupier.analysis.results.figures import amount, units
from croupier.analysis.results.fit import Cell, Sample, against
from croupier.analysis.results.number_text import net
from croupier.cli.analysis.strategy import named
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.input_files import read_text
from croupier.cli.terminal.progress import watched
from croupier.games.catalogue import game_of
from croupier.games.game import Game

COLUMNS = ("wager", "net", "count")
_NET = re.compile(r"[+-]?\d{1,18}(\.\d{1,18}|/0{0,17}[1-9]\d{0,17})?", re.ASCII)
_COUNT = re.compile(r"\d{1,18}", re.ASCII)

Counts = dict[str, Counter[Fraction]]  # by wager: the rounds that ended with each net result, in units


def show_against(question: Question, file: str, strategy: str | None, *, as_json: bool) -> None:
    """Compare the results in a file with the analysis, under the best play or a strategy, and print the comparison."""
    counts = read_results(file)
    with watched() as say, bad_input(AnalysisError, StrategyError, RecursionError):
        analysis = analyse(question, say)
        accounts = _accounts(analysis, question, strategy, say)
    _check_known(file, counts, accounts)
    found = {name: against(accounts[name], of) for name, of in counts.items()}
    if as_json:
        about = {"rulebook": question.submission.rulebook.id, "options": analysis.options, "file": file}
        said = {name: {"title": accounts[name].title, **each.to_json()} for name, each in found.items()}
        show.as_json({**about, "strategy": strategy, "wagers": said, "fingerprint": analysis.fingerprint})
    else:
        _show(analysis, accounts, found, file)


def _accounts(analysis: Analysis, question: Question, strategy: str | None, say: Say) -> Mapping[str, Account]:
    """The accounts to compare with; under a strategy the base game's, and those that no decision changes."""
    if strategy is None:
        return analysis.wagers
    from croupier.analysis.strategies import cost

    submission, game = question.submission, question.game or game_of(question.submission.rulebook)
    played = cost(named(submission, strategy, "--strategy"), submission, analysis["base"].ev, game, say)
    fixed = {name for name, wager in analysis.terms.wagers.items() if wager.side and _is_fixed(game, analysis, name)}
    return {"base": played.account, **{name: each for name, each in analysis.wagers.items() if name in fixed}}


def _is_fixed(game: Game, analysis: Analysis, wager: str) -> bool:
    return wager in analysis.terms.on_all_hands or game.looks_at(wager, analysis.terms) is not None


def _check_known(file: str, counts: Counts, accounts: Mapping[str, Account]) -> None:
    for name in counts:
        if name not in accounts:
            raise InputError(f"{file}: {name!r} was not analysed", ", ".join(accounts))


# ---- the file ------------------------------------------------------------------------------------------


def read_results(file: str) -> Counts:
    """The results in a CSV file, by wager; rows of the same result are added up."""
    rows = csv.reader(StringIO(read_text(file).removeprefix("\ufeff")), strict=True)
    counts: Counts = {}
    try:
        head = next(rows, [])
        if tuple(cell.strip().casefold() for cell in head) != COLUMNS:
            raise InputError(f"{file}, line 1 is no head of results", ",".join(COLUMNS))
        for row in rows:
            if row:
                wager, won, count = _read_row(f"{file}, line {rows.line_num}", row)
                counts.setdefault(wager, Counter())[won] += count
    except csv.Error as error:
        raise InputError(f"{file}, line {rows.line_num} is no CSV: {error}", ",".join(COLUMNS)) from error
    found = {wager: of for wager, of in counts.items() if of.total()}
    if not found:
        raise InputError(f"{file} has no rounds", "a line for each wager and net result, with how often it came")
    return found


def _read_row(where: str, row: list[str]) -> tuple[str, Fraction, int]:
    cells = [cell.strip() for cell in row]
    if len(cells) != len(COLUMNS):
        raise InputError(f"{where} has {len(cells)} cells", ",".join(COLUMNS))
    wager, won, count = cells
    if not _NET.fullmatch(won):
        raise InputError(f"{where}: {won!r} is no net result", "units such as -1, 1.5 or 3/2")
    if not _COUNT.fullmatch(count):
        raise InputError(f"{where}: {count!r} is no count", "a whole number of rounds")
    return wager.casefold(), Fraction(won), int(count)


# ---- what is printed -----------------------------------------------------------------------------------


def _show(analysis: Analysis, accounts: Mapping[str, Account], found: Mapping[str, Sample], file: str) -> None:
    book = analysis.terms.rulebook
    show.line(f"{book.title} ({book.id}), beside {file}", "bold")
    show.line()
    show.rows(
        [_beside(accounts[name], each) for name, each in found.items()],
        ["wager", "rounds", "mean", "exactly", "away", "chi-square", "cells", "p"],
    )
    for name, each in found.items():
        show.heading(f"{accounts[name].title}: the results farthest off, in {units(accounts[name], analysis.terms)}")
        show.rows(map(_of_cell, each.fit.worst), ["came", "expected", "away", "net"])
    show.line()
    show.line(
        "p is how often fair results are at least as far off as these. Away is in standard deviations, positive where "
        "the players won more, or where a result came more often."
    )


def _beside(account: Account, of: Sample) -> tuple[str, ...]:
    return (
        account.title,
        f"{of.rounds:,}",
        amount(account, of.mean, 6),
        amount(account, of.exact_mean, 6),
        f"{of.z:+.2f}",
        f"{of.fit.chi_square:,.1f}",
        str(of.fit.cells),
        f"{of.fit.p:.3g}",
    )


def _of_cell(cell: Cell[Fraction]) -> tuple[str, ...]:
    return f"{cell.observed:,}", f"{cell.expected:,.1f}", f"{cell.z:+.2f}", "; ".join(map(net, sorted(cell.kinds)))
