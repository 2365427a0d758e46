"""The worker process of players by strategy, so that the house does not wait for the analysis to load.

Until it is ready, where no strategy that ships fits a table, and if it fails, there is no answer.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
from asyncio import get_running_loop
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.games.catalogue import SentTerms

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from croupier.analysis.strategies import Player
    from croupier.games.terms import Terms

log = logging.getLogger("croupier.service")
PATIENCE = 1.0  # seconds for an answer; the first of a kind may have to be compiled
_LOADING = 300.0  # seconds for the analysis to load, on a machine that is busy
READY = "ready"


class StrategyQuestion(NamedTuple):
    """A question to a strategy: the table's terms, and the view of the player who is asked."""

    terms: SentTerms
    seen: Mapping[str, Any]


class StrategyDecision(NamedTuple):
    """The decision of a strategy."""

    choice: str
    discard: tuple[int, ...]


class StrategyPlayers:
    """The client of the strategies' process."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="strategists")
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._asked = 0
        self.ready = False

    async def start(self) -> None:
        """Start the process, and wait until it is ready."""
        await get_running_loop().run_in_executor(self._thread, self._begin)

    def stop(self) -> None:
        """Stop the process, whatever it is doing."""
        self.ready = False
        if self._process is not None:
            self._process.terminate()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def think(self, terms: SentTerms, seen: Mapping[str, Any]) -> StrategyDecision | None:
        """The decision of a strategy that ships; None if there is no answer."""
        if not self.ready:
            return None
        question = StrategyQuestion(terms, seen)
        return await get_running_loop().run_in_executor(self._thread, self._ask, question)

    # ---- in its thread -------------------------------------------------------------------------------------

    def _begin(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            # An interrupt of the house is no affair of the process: it is begun with interrupts blocked, as this thread
            # has them. What keeps track of processes would unblock them, so it is begun before.
            resource_tracker.ensure_running()
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        context = multiprocessing.get_context("spawn")
        try:
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_work, args=(theirs,), name="croupier strategists", daemon=True)
            self._process.start()
            theirs.close()
            self.ready = self._pipe.poll(_LOADING) and self._pipe.recv() == READY
        except (OSError, EOFError) as error:
            log.warning("players by strategy play without one", exc_info=error)

    def _ask(self, question: StrategyQuestion) -> StrategyDecision | None:
        pipe = self._pipe
        if pipe is None:
            return None
        self._asked += 1
        try:
            pipe.send((self._asked, question))
            while pipe.poll(PATIENCE):
                number, thought = pipe.recv()
                if number == self._asked:  # or it is one that came too late
                    found: StrategyDecision | None = thought
                    return found
        except (OSError, EOFError) as error:
            self.ready = False
            log.warning("players by strategy play on without one", exc_info=error)
        return None


# ---- in its process ------------------------------------------------------------------------------------------


def _work(pipe: Connection) -> None:
    """Answer questions until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from croupier.analysis import strategies

    for name in strategies.NAMES:
        strategies.load(name)
    pipe.send(READY)
    players: dict[str, tuple[Terms, Player] | None] = {}
    while True:
        try:
            number, question = pipe.recv()
        except EOFError:
            return
        pipe.send((number, answer(question, players)))


def answer(question: StrategyQuestion, players: dict[str, tuple[Terms, Player] | None]) -> StrategyDecision | None:
    """The decision of a strategy that ships; players who have been asked are cached."""
    from croupier.analysis.coach.knowledge import CoachError, info_state

    table = question.terms.key
    if table not in players:
        players[table] = _player(question)
    found = players[table]
    if found is None:
        return None
    terms, player = found
    try:
        info = info_state(question.seen, terms.rulebook.deck, player.tree)
    except CoachError:  # cards that nobody was meant to see were seen
        return None
    action = player(info)
    return StrategyDecision(action.choice, tuple(action.discard))


def _player(question: StrategyQuestion) -> tuple[Terms, Player] | None:
    from croupier.analysis.model.payoffs import Payoffs, base_stakes
    from croupier.analysis.strategies import Player, StrategyError, load, shipped
    from croupier.games.terms import Terms

    submission = question.terms.submission()
    terms = Terms(submission)
    payoffs = Payoffs(question.terms.game(), terms, base_stakes(terms))
    for name in shipped(submission.rulebook):
        try:
            strategy = load(name, submission.rulebook)
            strategy.check_fits(submission)
            return terms, Player(strategy, payoffs)
        except StrategyError:  # the strategy is for other options
            continue
    return None
