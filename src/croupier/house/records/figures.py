"""Figures of tables: drop, handle, win and hold of a period, from the ledger and the rounds; and the present exposure.

Drop is the chips that were brought to a table from wallets, but for those that the house has had somebody bring again:
after a move, or when a session turned over. Handle is what was staked in rounds that count, win what the table kept of
it. Hold is win by drop. What a table has put into a meter, less what that paid, is told beside the win, not taken off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from croupier.games.lines import Line, limited
from croupier.games.terms import Terms
from croupier.house.ledger import accounts
from croupier.house.ledger.balances import balances
from croupier.house.storage import sums
from croupier.house.storage.journal import was_set_back
from croupier.house.storage.schema import figure_sums, journal
from croupier.money import Cents, Odds
from croupier.rulebook.pay import Amount
from croupier.table.model.state import State


class Figures(NamedTuple):
    """The figures of a table for a period, in cents."""

    table: str
    rounds: int
    drop: Cents
    handle: Cents
    win: Cents
    to_meters: Cents
    tray: Cents  # its present balance

    @property
    def hold(self) -> float | None:
        """Win by drop, for showing; None if the drop is zero."""
        return round(self.win / self.drop, 4) if self.drop else None


def figures(conn: Connection, tables: Collection[str], since: int, before: int) -> list[Figures]:
    """The figures of some tables for a period, in house time."""
    trays = balances(conn, accounts.tray("")) if tables else {}
    found = []
    for table in sorted(tables):
        came = _summed(conn, table, seq_before(conn, table, since), seq_before(conn, table, before))
        held, won, metered = trays.get(accounts.tray(table), 0), came[sums.WON], came[sums.METER]
        found.append(Figures(table, came[sums.ROUNDS], came[sums.DROP], came[sums.HANDLE], -won, -metered, held))
    return found


def _summed(conn: Connection, table: str, after: int, upto: int) -> Counter[str]:
    """The figures over the rows after a sequence, up to another: by the thousand, and the rest row by row."""
    first, last = sums.completed(after + sums.EVERY - 1), sums.completed(upto)
    parts = [(after, first), (last, upto)] if first <= last else [(after, upto)]
    found: Counter[str] = Counter()
    for each in parts:
        for row in conn.execute(sums.of_figures(table, *each)).mappings():
            found[row["what"]] += int(row["amount"])
    whole = select(figure_sums.c.what, func.sum(figure_sums.c.amount)).group_by(figure_sums.c.what)
    inside = (figure_sums.c.stream == table, figure_sums.c.upto > first, figure_sums.c.upto <= last)
    for what, amount in conn.execute(whole.where(*inside)):
        found[what] += int(amount)
    return found


def seq_before(conn: Connection, stream: str, moment: int) -> int:
    """The last row of a stream before a moment, found by binary search, since time rises with the rows.

    Where house time was set back, rows before that came before it, whatever their times say.
    """
    low, high = 0, int(conn.scalar(select(func.max(journal.c.seq)).where(journal.c.stream == stream)) or 0)
    back = was_set_back(conn)
    if moment > back.to:
        low = back.ends.get(stream, 0)
    else:
        high = min(high, back.ends.get(stream, high))
    while low < high:
        middle = (low + high + 1) // 2
        at = conn.scalar(select(journal.c.at).where(journal.c.stream == stream, journal.c.seq == middle))
        if at is not None and at < moment:
            low = middle
        else:
            high = middle - 1
    return low


# ---- what is at stake --------------------------------------------------------------------------------------


def exposure(state: State) -> Cents:
    """The most that the present wagers could win by the pay tables, within the limits, without what meters pay."""
    return sum(_of_hand(state.terms, dict(seat.wagers)) for _, seat in state.taken())


def _of_hand(terms: Terms, stakes: dict[str, Cents]) -> Cents:
    lines = [Line(name, stake, "win", _most(terms, name, stake), "", ()) for name, stake in stakes.items() if stake]
    return sum(line.amount for line in (*lines, *limited(terms, lines, stakes)))


def _most(terms: Terms, name: str, stake: Cents) -> Cents:
    """The most that a wager could win by its pay tables; one that has none is paid by a meter."""
    pays = [row.pays for table in terms.submission.tables() if name in table.wagers for row in table.rows]
    odds = [each.winnings_rounded_down(stake) for each in pays if isinstance(each, Odds)]
    fixed = [each.cents for each in pays if isinstance(each, Amount)]
    return max([*odds, *fixed], default=0)
