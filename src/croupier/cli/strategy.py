"""`croupier analyze --strategy`: what it costs to play by a strategy instead of the best play."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.analysis.report.figures import amount, percent, unit_title
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
    values = {"this strategy": (-found.ev, found.ev), "the best play": (-found.best, found.best)}
    values["what it costs"] = (found.cost, found.cost)
    unit = unit_title(found.account, terms)
    lines = [
        (name, f"{percent(share)} of {unit}", amount(found.account, value, 6), str(value))
        for name, (share, value) in values.items()
    ]
    show.rows(lines, ["", "house edge", "EV", "exactly"])
    for name, stage in found.strategy.stages.items():
        show.heading(f"{name[:1].upper()}{name[1:]}")
        for rule in stage.rules:
            show.line(rule.text)
