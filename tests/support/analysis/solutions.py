"""Solutions of games, made once for all tests that only read them, and kept on disk between runs.

A solution is kept under a hash of everything that it follows from: the text of the whole package (`program_hash`), the
versions of Python, NumPy and Numba, and the terms with their stakes, meter and limits. So a changed line of the package
asks for all solutions anew. Only the solver is spared: accounts, side wagers, reports and pages are made from its
answer each time. Of a game from a folder the text of its code is in the key, too; another from outside the package is
solved each time, and so is everything where pytest keeps no cache (`-p no:cacheprovider`), as in mutation testing,
where the code that runs is not the code on disk.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import pickle
import platform
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import Any, TypeVar

import numba
import numpy as np

from croupier import games
from croupier.analysis import Analysis, Question
from croupier.analysis.analyst import Analyst, program_hash
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Progress, Solution, Survey, quiet, silent
from croupier.analysis.solvers import showdown
from croupier.analysis.solvers.solver import SolvedOnce, solve
from croupier.rulebook import NAMES

FOLDER = "CROUPIER_TEST_SOLUTIONS"  # the variable that names the folder to every process; unset, nothing is kept
STATES = 4  # kept beside the newest: other branches

Made = TypeVar("Made")


def analysed(question: Question) -> Analysis:
    """The answer of an analyst whose solver remembers."""
    return Analyst(question, solver=solved).answer()


def substitutes() -> list[tuple[object, str, object]]:
    """The attributes to set, with their values, so that all analyses of this process take kept solutions."""
    return [(Analyst.__init__, "__defaults__", (quiet, None, solved)), (SolvedOnce.__init__, "__defaults__", (solved,))]


def solved(payoffs: Payoffs, progress: Progress = silent) -> Solution:
    """The solution under the best play, as the solver for the game's shape gives it."""
    if FOLDER not in os.environ or not _known(payoffs):
        return solve(payoffs, progress=progress)
    key = key_of(payoffs)
    made: list[Solution] = []

    def anew() -> tuple[Solution, bool]:
        made.append(solve(payoffs, progress=progress))
        return replace(made[0], survey=None, product=None), made[0].survey is not None

    solution, has_survey = _kept(key, anew)
    return replace(solution, survey=partial(_survey, payoffs, key, made)) if has_survey else solution


def _survey(payoffs: Payoffs, key: str, made: list[Solution], progress: Progress) -> Survey:
    """A closer look at a solution; where it is not kept, and the solution was not made here, it is made again."""

    def anew() -> Survey:
        solution = made[0] if made else solve(payoffs)
        assert solution.survey is not None
        return solution.survey(progress)

    return _kept(f"{key}-survey", anew)


def _known(payoffs: Payoffs) -> bool:
    """True if a game whose code is known is played with money enough for every choice: nothing else is in the key."""
    rulebook = payoffs.terms.rulebook
    of_the_package = rulebook.id in NAMES and payoffs.game is games.load(rulebook.game)
    pays_for_all = payoffs.can_pay is (Payoffs.__init__.__kwdefaults__ or {})["can_pay"]
    return pays_for_all and (of_the_package or bool(payoffs.game.code))


def key_of(payoffs: Payoffs) -> str:
    """A hash of all that a solution follows from. Boards are counted alike wherever every payoff is the same."""
    asked: Any = showdown.signature(payoffs) or (
        payoffs.terms.rulebook.hash,
        sorted(payoffs.terms.submission.options().items(), key=repr),
        sorted(payoffs.opening.items()),
        payoffs.meter,
        payoffs._limits,  # noqa: SLF001 - no one else asks for it
    )
    of = f"{state()} {type(payoffs).__qualname__} {payoffs.game.code_hash}"
    return hashlib.sha256(f"{of} {asked!r}".encode()).hexdigest()


def state() -> str:
    """A hash of the code: the package, and the libraries that it computes with."""
    versions = (platform.python_version(), np.__version__, numba.__version__)
    return hashlib.sha256(f"{program_hash()} {versions}".encode()).hexdigest()[:16]


# ---- on disk -------------------------------------------------------------------------------------------


def _kept(key: str, anew: Callable[[], Made]) -> Made:
    """What is kept under a key, or is made and kept now: by one process, while others that want it wait."""
    folder = _folder()
    file = folder / key
    with (folder / f"{key}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if file.exists():
            found: Made = pickle.loads(file.read_bytes())  # noqa: S301 - as a run of these tests wrote it
            return found
        made = anew()
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as part:
            part.write(pickle.dumps(made))
        Path(part.name).replace(file)
        return made


def _folder() -> Path:
    """The folder of this state of the code; the oldest states are cleared away when a new one begins."""
    all_states = Path(os.environ[FOLDER])
    mine = all_states / state()
    if not mine.is_dir():
        mine.mkdir(parents=True, exist_ok=True)
        others = sorted((each for each in all_states.iterdir() if each != mine), key=lambda each: -each.stat().st_mtime)
        for each in others[STATES:]:
            with suppress(OSError):  # another process clears it away too
                rmtree(each)
    return mine
