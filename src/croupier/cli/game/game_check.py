"""`croupier game check`: all that is wrong with a game of one's own, rounds of it at random, and how it is solved."""

from __future__ import annotations

from croupier.cli.game.solvability import Solvability, solvability
from croupier.cli.game.trial import Trial, TrialError, guarded, tried
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import NotWholeError, bad_input
from croupier.games import catalogue
from croupier.games.catalogue import Title
from croupier.rulebook.loader import RulebookError

SHOWN = 3


def check(path: str, rounds: int, *, as_json: bool) -> None:
    """Print what is wrong with a game, and three of its rounds; the exit code is 1 if anything is wrong."""
    with bad_input(RulebookError):
        title = catalogue.brought(path)
    trial = tried(title, rounds, SHOWN)
    solved = None if trial.faults else _solved(title, trial)
    if as_json:
        made = [
            {"stage": stage, "choice": choice, "times": many} for (stage, choice), many in sorted(trial.made.items())
        ]
        data = {"faults": trial.faults, "rounds": trial.rounds, "choices": made, "shown": trial.shown}
        show.as_json(data | {"analysis": None if solved is None else solved.to_json()})
    else:
        for number, lines in enumerate(trial.shown, start=1):
            show.heading(f"Round {number}")
            show.lines(lines)
        show.line(f"{trial.rounds} rounds of {title.book.title} were played at random.")
        if solved is not None:
            show.heading("How it is solved")
            show.lines(solved.sentences())
        if trial.faults:
            show.heading(f"Wrong ({len(trial.faults)})")
            show.lines(trial.faults)
    if trial.faults:
        raise NotWholeError(f"{path}: {len(trial.faults)} thing{'s' * (len(trial.faults) > 1)} to be put right")


def _solved(title: Title, trial: Trial) -> Solvability | None:
    """The counter of a game; a settlement that fails while it is counted is a fault."""
    try:
        return guarded("the analysis", lambda: solvability(title))
    except TrialError as error:
        trial.found(str(error))
        return None
