"""`croupier game check`: all that is wrong with a game of one's own, and rounds of it at random."""

from __future__ import annotations

from croupier.cli.game.trial import Trial, tried
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import NotWholeError, bad_input
from croupier.games import catalogue
from croupier.rulebook.loader import RulebookError

SHOWN = 3


def check(path: str, rounds: int, *, as_json: bool) -> None:
    """Print what is wrong with a game, and three of its rounds; the exit code is 1 if anything is wrong."""
    trial, called = _trial(path, rounds)
    if as_json:
        made = [
            {"stage": stage, "choice": choice, "times": many} for (stage, choice), many in sorted(trial.made.items())
        ]
        show.as_json({"faults": trial.faults, "rounds": trial.rounds, "choices": made, "shown": trial.shown})
    else:
        for number, lines in enumerate(trial.shown, start=1):
            show.heading(f"Round {number}")
            show.lines(lines)
        show.line(f"{trial.rounds} rounds of {called} were played at random.")
        if trial.faults:
            show.heading(f"Wrong ({len(trial.faults)})")
            show.lines(trial.faults)
    if trial.faults:
        raise NotWholeError(f"{path}: {len(trial.faults)} thing{'s' * (len(trial.faults) > 1)} to be put right")


def _trial(path: str, rounds: int) -> tuple[Trial, str]:
    """The trial of the game at a path, and the title of its rulebook."""
    with bad_input(RulebookError):
        title = catalogue.brought(path)
    return tried(title, rounds, SHOWN), title.book.title
