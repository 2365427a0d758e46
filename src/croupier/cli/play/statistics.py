"""Statistics of a game: rounds won and lost, and the stakes and results by wager."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from croupier.cli.terminal import show
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.money import Cents


class Statistics:
    """Totals over one player's rounds."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._nets: list[Cents] = []
        self._staked: Counter[str] = Counter()
        self._won: defaultdict[str, Cents] = defaultdict(int)

    def add(self, lines: Iterable[Line]) -> None:
        """Add a round; a round without settlements does not count."""
        lines = list(lines)
        if not lines:
            return
        self._nets.append(sum(line.amount for line in lines))
        for line in lines:
            self._staked[line.wager] += line.stake
            self._won[line.wager] += line.amount

    def show(self, *, plain: bool) -> None:
        """Print the statistics."""
        if not self._nets:
            show.line("You have played no round yet.")
            return
        won, lost = sum(net > 0 for net in self._nets), sum(net < 0 for net in self._nets)
        counted = f"won {won}, lost {lost}, even {len(self._nets) - won - lost}"
        best, worst = max(self._nets), min(self._nets)
        most = f"the best {self._told(best)}, the worst {self._told(worst)}; " if len(self._nets) > 1 else ""
        staked = self._terms.money(sum(self._staked.values()))
        show.line(f"Your rounds: {counted}; {most}{staked} staked in all.")
        titles = {name: wager.title for name, wager in self._terms.rulebook.wagers.items()}
        names = sorted(self._won, key=[*titles, *self._won].index)  # in the rulebook's order, payout limits last
        rows = [
            (titles.get(name, "Payout limit"), self._terms.money(self._staked[name]), self._won[name]) for name in names
        ]
        if plain:
            show.lines(f"{title}: staked {staked}, {self._told(won)} in all." for title, staked, won in rows)
        else:
            show.rows(
                [(title, staked, self._signed(won)) for title, staked, won in rows], ["wager", "staked", "came to"]
            )

    def _signed(self, amount: Cents) -> str:
        return f"{'-' if amount < 0 else '+'}{self._terms.money(abs(amount))}" if amount else "even"

    def _told(self, amount: Cents) -> str:
        return f"{'lost' if amount < 0 else 'won'} {self._terms.money(abs(amount))}" if amount else "came out even"
