"""`croupier analyze --strategy`: the cost of playing by a strategy instead of the best play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.analysis.results.figures import amount, unit_title
from croupier.analysis.results.number_text import percent
from croupier.analysis.strategies import NAMES, Strategy, StrategyError, load, read, shipped
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.input_files import read_text
from croupier.cli.terminal.progress import watched
from croupier.games.catalogue import PACKAGE
from croupier.games.terms import Terms
from croupier.rulebook import Submission

if TYPE_CHECKING:
    from croupier.analysis.strategies import Cost


def show_cost(submission: Submission, name: str, *, as_json: bool) -> None:
    """Analyse a strategy and print it beside the best play."""
    from croupier.analysis.strategies import cost

    with watched() as say, bad_input(StrategyError, RecursionError):
        found = cost(named(submission, name, "--strategy"), submission, say=say)
    if as_json:
        show.as_json({"rulebook": submission.rulebook.id, **found.to_json()})
    else:
        show_found(found, Terms(submission))


def show_strategies(submission: Submission | None, *, as_json: bool) -> None:
    """List the built-in strategies with their rules, for one rulebook or for all."""
    names = NAMES if submission is None else shipped(submission.rulebook)
    book = None if submission is None else submission.rulebook
    with bad_input(StrategyError):
        found = {name: load(name, book) for name in names}
    if as_json:
        show.as_json({name: {**_about(each), "rules": each.lines} for name, each in found.items()})
        return
    for name, each in found.items():
        show.heading(f"{name}: {each.name}")
        show.rows([("for", " and ".join([*each.rulebooks, *_options(each)])), ("source", each.source)])
        for line in each.lines:
            show.line(f"  {line}")


def _about(strategy: Strategy) -> dict[str, object]:
    return {"name": strategy.name, "rulebooks": list(strategy.rulebooks), "options": _options(strategy)}


def _options(strategy: Strategy) -> list[str]:
    return [f"{option} = {value}" for option, value in strategy.options.items()]


def named(submission: Submission, name: str, option: str, besides: Sequence[str] = ()) -> Strategy:
    """The strategy that a user named with an option: a built-in one, or a file."""
    book = submission.rulebook
    if name in NAMES or name in dict(book.beside.strategies):
        return load(name, book)
    try:
        return read(read_text(name), None if PACKAGE.has(book) else book)
    except InputError as error:
        ours = ", ".join([*besides, *shipped(submission.rulebook)])
        raise InputError(f"{option} {name}: {error}", f"{ours}, or a file of yours") from error


def show_found(found: Cost, terms: Terms) -> None:
    """Print a strategy beside the best play."""
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
