"""Many rounds at a table, played by the best play of the base game with something on every wager, and what came out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache

import croupier
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.paths import Path, turns_left
from croupier.analysis.model.tree import Tree
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.play.runner import Table
from support.analysis.best_play import BestPlay, best_play
from support.analysis.brute_force import ready
from support.table.stacked_decks import BANKROLL, whole_stakes


@dataclass
class Came:
    """What came out of some rounds: how often each wager won or lost how much, and how often each choice was made."""

    rounds: int = 0
    results: Counter[tuple[str, int]] = field(default_factory=Counter)
    actions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Came) -> None:
        """Count other rounds in."""
        self.rounds += other.rounds
        self.results += other.results
        self.actions += other.actions


@cache
def solved(rulebook: str) -> BestPlay:
    """The best play of the base game, found once."""
    return best_play(ready(rulebook))


def played(rulebook: str, rounds: int, seed: str) -> Came:
    """So many rounds, with cards from a seed."""
    seat = _Seat(rulebook, seed)
    for _ in range(rounds):
        seat.play()
    return seat.came


class _Seat:
    """One player at a table."""

    def __init__(self, rulebook: str, seed: str) -> None:
        submission = croupier.submission(rulebook)
        self.table = Table(submission, Random(seed))
        self.table.open()
        self._send(Command("player", "sit", 1, {}, {"bankroll": BANKROLL}))
        self.policy = solved(rulebook).policy
        terms = self.table.state.terms
        self.turns = Tree.of(self.table.state.fixed.script, terms).turns
        sides = [name for name, wager in terms.wagers.items() if wager.side]
        self.base = [name for name, wager in terms.wagers.items() if not wager.side]
        self.wagers = [*self.base, *sides]
        self.bet = Command("player", "bet", 1, {"wagers": whole_stakes(terms, *sides), "ready": True})
        self.came = Came()

    def play(self) -> None:
        """A round from the shuffle to the settlement."""
        self.table.feed()
        before = self.table.state.seat(1).bankroll
        events = self._send(self.bet)
        path = Path()
        while self.table.state.phase == "round":
            path, more = self._turn(path)
            events += more
        lines = [event.data["line"] for event in events if event.kind == "settled"]
        won = dict.fromkeys(self.wagers, 0)
        for line in lines:
            won[line.wager] += line.amount
        # What moved is what the lines say, and every line has its wager.
        assert self.table.state.seat(1).bankroll - before == sum(won.values())
        self.came.rounds += 1
        self.came.results.update(won.items())
        self.came.results["base", sum(won[name] for name in self.base)] += 1
        self.came.actions.update(path.choices)

    def _turn(self, path: Path) -> tuple[Path, list[Event]]:
        """The player answers, knowing the own cards and the community cards that lie face up."""
        state = self.table.state
        own = state.faces(state.seat(1).cards)
        community = state.faces(tuple(each for each in state.community if each in state.up))
        turn = turns_left(path, self.turns)[0]
        action = self.policy(InfoState(turn, own, community, path))
        args: dict[str, object] = {"choice": action.choice}
        if action.discard:
            args["discard"] = action.discard[0]
        events = self._send(Command("player", "decide", 1, args))
        choice = next(each for each in turn.choices if each.name == action.choice)
        return path.then(turn, choice), events

    def _send(self, command: Command) -> list[Event]:
        outcome = self.table.send(command)
        assert isinstance(outcome, Decision), f"{command}: {outcome}"
        return list(outcome.events)
