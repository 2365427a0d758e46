"""`croupier analyze --strategy`: what it costs to play by a strategy instead of the best play."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.analysis.report.figures import amount, edge, percent, unit_title
from croupier.analysis.strategies import NAMES, Cost, Strategy, StrategyError, cost, load, read, shipped
from croupier.cli import show
from croupier.cli.errors import InputError, bad_input
from croupier.cli.reading import read_text
from croupier.cli.watching import watched
from croupier.games.terms import Terms
from croupier.rulebook import Submission


def show_cost(submission: Submission, name: str, *, as_json: bool) -> None:
    """Work out a strategy and print it beside the best play."""
    with watched() as say, bad_input(StrategyError, RecursionError):
        found = cost(named(submission, name, "--strategy"), submission, say=say)
    if as_json:
        show.as_json({"rulebook": submission.rulebook.id, **found.to_json()})
    else:
        _show(found, Terms(submission))


def named(submission: Submission, name: str, option: str, besides: Sequence[str] = ()) -> Strategy:
    """The strategy that a user named by an option: one that ships, or a file."""
    if name in NAMES:
        return load(name)
    try:
        return read(read_text(name))
    except InputError as error:
        ours = ", ".join([*besides, *shipped(submission.rulebook.id)])
        raise InputError(f"{option} {name}: {error}; accepted: {ours}, or a file of yours") from error


def _show(found: Cost, terms: Terms) -> None:
    show.line(f"{terms.rulebook.title} ({terms.rulebook.id})", "bold")
    show.line(f"{found.strategy.name}: {found.strategy.source}")
    show.line()
    accounts = {"this strategy": found.account, "the best play": found.best}
    lines = [(name, edge(each, terms), amount(each, each.ev, 6), str(each.ev)) for name, each in accounts.items()]
    share = f"{percent(found.cost)} of {unit_title(found.account, terms)}"
    lines.append(("what it costs", share, amount(found.account, found.cost, 6), str(found.cost)))
    show.rows(lines, ["", "house edge", "EV", "exactly"])
    for name, stage in found.strategy.stages.items():
        show.heading(f"{name[:1].upper()}{name[1:]}")
        for rule in stage.rules:
            show.line(rule.text)
