"""Simulated rounds of whole tables, and what an hour, a shift or a month of them looks like.

`simulate` is the door: it deals rounds by their numbers, plays them by compiled loops or hand by hand, adds them up in
whole numbers, and holds the sums against what is known exactly.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path
from secrets import token_hex
from time import perf_counter

from croupier.analysis.analyst import program_hash
from croupier.analysis.model.solution import Say, quiet
from croupier.analysis.strategies import Strategy
from croupier.games.game import Game
from croupier.rulebook import Submission
from croupier.simulation.deals import Deals
from croupier.simulation.errors import SimulationError
from croupier.simulation.expected import ExactMeans
from croupier.simulation.figures import Took
from croupier.simulation.periods import Clock
from croupier.simulation.runs.folder import Folder
from croupier.simulation.runs.run import run
from croupier.simulation.seats import Seat, fill
from croupier.simulation.simulation import Simulation, staked, strategy_of

__all__ = ["Clock", "Seat", "Simulation", "SimulationError", "fill", "simulate"]

MOST_ROUNDS = 10**15


def simulate(  # noqa: PLR0913 - each is a part of a run
    submission: Submission,
    seats: Sequence[Seat],
    rounds: int,
    seed: str | int | None = None,
    *,
    clock: Clock | None = None,
    executor: Executor | None = None,
    folder: Path | None = None,
    resume: bool = False,
    game: Game | None = None,
    say: Say | None = None,
) -> Simulation:
    """Deal so many rounds of a table and add them up; without a seed they are other rounds each time.

    Where guests come and leave or a meter moves, whole shifts are dealt.
    """
    say = say or quiet
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        raise SimulationError(f"{rounds} rounds cannot be dealt", f"from 1 to {MOST_ROUNDS:,}")
    clock = clock or Clock()
    drawn = token_hex(8) if seed is None else seed
    deals = Deals(submission, fill(seats, None), drawn, game, say("the tables"), shift=clock.shift)
    rounds = -(-rounds // deals.step) * deals.step  # whole shifts, where they have a memory
    about = _about(deals)
    fingerprint = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()
    kept = None if folder is None else Folder(folder, {**about, "fingerprint": fingerprint}, new=not resume)
    start = perf_counter()
    sums, dealt = run(deals, rounds, fingerprint, executor=executor, folder=kept, progress=say("rounds"))
    took = Took(perf_counter() - start, dealt)
    expected = ExactMeans(deals, say("the exact means"))
    return Simulation(deals, sums, clock, expected, fingerprint, took)


def _about(deals: Deals) -> dict[str, object]:
    """All that the rounds follow from, as plain data."""
    book = deals.terms.rulebook
    return {
        "rulebook": book.id,
        "text": book.hash,
        "options": json.loads(json.dumps(deals.terms.submission.options(), default=str)),
        "seats": [
            [strategy_of(place), _of_strategy(place.seat), staked(place, deals), place.guest[:-1]]
            for place in deals.places
        ],
        "shift": list(deals.shift) if deals.step > 1 else [],
        "seed": str(deals.seed),
        "program": program_hash(),
        "game": deals.game.code_hash,
    }


def _of_strategy(seat: Seat) -> str:
    """A hash of a strategy's rules, or of a function's code."""
    by = seat.strategy
    if isinstance(by, str):
        return ""
    said = "\n".join(by.lines).encode() if isinstance(by, Strategy) else _code(by)
    return hashlib.sha256(said).hexdigest()


def _code(by: object) -> bytes:
    code = getattr(by, "__code__", None)
    return code.co_code if code is not None else type(by).__qualname__.encode()
