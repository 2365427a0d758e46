"""Benchmark of dealing at a table, beside PokerKit (`make bench`); the exit code is 1 if a figure misses its mark.

Croupier deals whole rounds of Ultimate Texas Hold 'Em to one seat, with the procedure, every event and the
commitments; PokerKit deals heads-up no-limit hold 'em, checked down, with everything automated. Both run in turns, a
fraction of a second each, and only processor time counts, so that other work of the machine disturbs neither. Before
that the table is dealt to round 10,000: Croupier caches the strengths of hands as they come up, PokerKit when it is
imported.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from time import process_time

from judging import Judge
from pokerkit import Automation, NoLimitTexasHoldem

import croupier
from croupier.rulebook import Refusal
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.play.runner import Table

SLICES = 20
SLICE = 0.25  # seconds; 20 of them are 5 seconds each
LEAST_RATIO, AIM = 10, 15
EARLY, LATE = 10, 10_000  # round numbers of the young and the old table that are compared
WINDOWS = 150
WINDOW = 20  # rounds
MOST_GROWTH = 1.3

ANTE = 500
BANKROLL = 10**12  # cents, more than a player can lose
ROUND = (
    Command("player", "bet", 1, {"wagers": {"ante": ANTE, "blind": ANTE}, "ready": True}),
    Command("player", "decide", 1, {"choice": "check"}),
    Command("player", "decide", 1, {"choice": "check"}),
    Command("player", "decide", 1, {"choice": "play 1x"}),
)


def opened() -> Table:
    """A table with its cards shuffled and one player."""
    table = Table(croupier.submission("uth-ma"), Random())
    table.open()
    table.send(Command("player", "sit", 1, {}, {"bankroll": BANKROLL}))
    table.feed()
    return table


def croupier_round(table: Table) -> None:
    """Play one round, from the bet to the next deck in the shoe."""
    for command in ROUND:
        outcome = table.send(command)
        if isinstance(outcome, Refusal):
            sys.exit(f"the table refuses {command}: {outcome}")
    table.feed()


def dealt_to(number: int, table: Table) -> None:
    """Deal until a table has reached a round."""
    while table.state.round < number:
        croupier_round(table)


def pokerkit_round(game: NoLimitTexasHoldem) -> None:
    """Play one hand, checked down."""
    state = game(200, 2)
    while state.status:
        state.check_or_call()


def rounds_in(seconds: float, play: Callable[[], None]) -> tuple[int, float]:
    """Number of rounds played in a slice of time, and the time that they really took."""
    rounds, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        play()
        rounds += 1
    return rounds, spent


def rates(*plays: Callable[[], None]) -> list[float]:
    """Rounds a second of each function, measured in turns."""
    rounds, seconds = [0] * len(plays), [0.0] * len(plays)
    for _ in range(SLICES):
        for number, play in enumerate(plays):
            played, spent = rounds_in(SLICE, play)
            rounds[number] += played
            seconds[number] += spent
    return [played / spent for played, spent in zip(rounds, seconds, strict=True)]


def window(table: Table) -> float:
    """Seconds for a window of rounds."""
    start = process_time()
    for _ in range(WINDOW):
        croupier_round(table)
    return process_time() - start


def growth(old: Table) -> float:
    """Ratio of the cost of a round at an old table to that at a new one, measured in turns."""
    early, late = [], []
    for _ in range(WINDOWS):
        young = opened()
        dealt_to(EARLY, young)
        early.append(window(young))
        late.append(window(old))
    return median(late) / median(early)


def main() -> int:
    """Measure, and print whether the marks are kept."""
    table = opened()
    dealt_to(LATE, table)
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)  # noqa: FBT003 - PokerKit's order
    ours, theirs = rates(lambda: croupier_round(table), lambda: pokerkit_round(game))
    print(f"Croupier, a seat of Ultimate Texas Hold 'Em: {ours:,.0f} rounds a second of the processor")
    print(f"PokerKit, heads-up, checked down: {theirs:,.0f} hands a second of the processor")
    judge = Judge()
    judge.at_least("times PokerKit", ours / theirs, LEAST_RATIO, AIM)
    judge.at_most(f"round {LATE:,} beside round {EARLY}", growth(table), MOST_GROWTH)
    return judge.code()


if __name__ == "__main__":
    sys.exit(main())
