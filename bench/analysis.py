"""Benchmark of the solvers, beside phevaluator (`make bench`); the exit code is 1 if a figure misses its mark.

The yardstick is 10 million calls of `evaluate_7cards` in a plain loop. Whole analyses from the shell are compared with
it, with the start of the program, once the kernels are compiled and cached. Time is processor time of all threads, and
the yardstick is measured before and after, so that other work of the machine does not change the result. Then the coach
is asked at every turn of a few rounds.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random as Shuffle
from statistics import median
from time import perf_counter, process_time

from judging import Judge, Used, used_by
from phevaluator import evaluate_7cards

import croupier
from croupier.analysis.coach.coach import Coach
from croupier.games.terms import Terms
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command, whoever_has
from croupier.table.model.next_step import due
from croupier.table.play.runner import Table
from croupier.table.views.view import Viewer, view

HANDS = 10_000_000
SLICE = 1_000_000  # random hands that the loop is timed on, before and after; the time is multiplied by ten
CROUPIER = str(Path(sys.executable).with_name("croupier"))
# Maximum time of an analysis, as a multiple of the yardstick, and the aim.
MARKS = {
    "uth-ma": (1.0, 0.7),
    "lir-nj": (0.28, 0.2),
    "colorado-ma-1": (0.28, 0.2),
    "colorado-ma-2": (0.28, 0.2),
    "dragon-md": (0.15, 0.12),
}
# Games that a counter of their own solves, with the same figures.
GAMES = {"four-card-poker": (3.0, 1.0), "texas-holdem-bonus": (5.0, 3.0)}
FOLDER = Path(__file__).parent.parent / "examples" / "games"
STAKE = 1000  # cents on each base wager
ROUNDS = 60
MOST_WAIT, AIM_WAIT = 3, 2  # milliseconds for a coach's answer
MOST_MEMORY, MOST_OF_GAMES = 0.4 * 1024 * 1024, 1024 * 1024  # kibibytes, as the system counts them


def yardstick(hands: list[list[int]]) -> float:
    """Seconds for ten million hands of seven cards."""
    begin = process_time()
    for hand in hands:
        evaluate_7cards(*hand)
    return (process_time() - begin) * HANDS / len(hands)


def analysis(rulebook: str) -> Used:
    """Time and memory of a whole analysis from the shell."""
    return used_by([CROUPIER, "analyze", rulebook, "--json"])


def answers(rulebook: str) -> dict[str, list[tuple[float, float]]]:
    """Time of each of the coach's answers, in processor seconds and by the clock, by stage, after warm-up.

    The player follows the advice.
    """
    submission = croupier.submission(rulebook)
    coach, table = Coach(Terms(submission)), Table(submission, Random())
    coach.warm()
    table.open()
    table.send(Command("player", "sit", 1, {}, {"bankroll": 10**9}))
    stakes = {name: STAKE for name, wager in coach.terms.wagers.items() if wager.required}
    took: dict[str, list[tuple[float, float]]] = {}
    for _ in range(ROUNDS):
        table.feed()
        table.send(Command("player", "bet", 1, {"wagers": stakes, "ready": True}))
        while due(table.state).do == "decide":
            begin, waiting = process_time(), perf_counter()
            advice = coach.advise(view(table.state, Viewer("player", whoever_has(1))))
            took.setdefault(advice.stage, []).append((process_time() - begin, perf_counter() - waiting))
            discard = {"discard": advice.best.discard[0]} if advice.best.discard else {}
            table.send(Command("player", "decide", 1, {"choice": advice.best.choice, **discard}))
    return took


def judge_analyses(judge: Judge, hands: list[list[int]]) -> None:
    """Judge the time of each analysis, beside the yardstick, and its memory."""
    games = {str(FOLDER / name): marks for name, marks in GAMES.items()}
    for rulebook, (mark, aim) in (MARKS | games).items():
        most = MOST_OF_GAMES if rulebook in games else MOST_MEMORY
        before = yardstick(hands)
        used = analysis(rulebook)
        if used.code:
            judge.failed(f"{rulebook}, of the yardstick", f"croupier analyze ended with {used.code}")
            continue
        ratio = 2 * used.seconds / (before + yardstick(hands))
        took = f"{used.seconds:.2f} s of the processor, {used.waited:.2f} s by the clock"
        judge.at_most(f"{rulebook}, of the yardstick", ratio, mark, took, aim)
        judge.at_most(f"{rulebook}, MB", used.memory / 1024, most / 1024)


def judge_coach(judge: Judge) -> None:
    """Judge the time of the typical answer at each stage."""
    for rulebook in MARKS:
        for stage, times in answers(rulebook).items():
            worked, waited = (sorted(1000 * time for time in each) for each in zip(*times, strict=True))
            more = f"at worst {worked[-1]:.1f}; by the clock {median(waited):.1f}, at worst {waited[-1]:.1f}"
            judge.at_most(f"coach, {rulebook}, {stage}, ms", median(worked), MOST_WAIT, more, AIM_WAIT)


def main() -> int:
    """Print each figure, and whether it keeps its mark."""
    print("compiling what is not compiled yet", flush=True)
    for rulebook in (*MARKS, *(str(FOLDER / name) for name in GAMES)):
        analysis(rulebook)
    shuffled = Shuffle(7)  # noqa: S311 - hands to be timed, nothing secret
    hands = [shuffled.sample(range(52), 7) for _ in range(SLICE)]
    judge = Judge()
    judge_analyses(judge, hands)
    judge_coach(judge)
    return judge.code()


if __name__ == "__main__":
    sys.exit(main())
