"""Figures of tables: drop, handle, win and hold of a period, from the ledger and the rounds; and the present exposure.

Drop is the chips that were brought to a table from wallets, but for those that the house has had somebody bring again:
after a move, or when a session turned over. Handle is what was staked in rounds that count, win what the table kept of
it. Hold is win by drop. What a table has put into a meter, less what that paid, is told beside the win, not taken off.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, exists, func, select

from croupier.games.lines import Line, limited
from croupier.games.terms import Terms
from croupier.house.engine.requests import AGAIN
from croupier.house.ledger import accounts
from croupier.house.storage.journal import was_set_back
from croupier.house.storage.schema import BROUGHT, journal, played, postings, rounds
from croupier.money import Cents, Odds
from croupier.rulebook.pay import Amount
from croupier.table.model.state import State

_BOUGHT = ("sat", "bought")  # for what chips come to a seat from a wallet
_METER = "meter"


class Figures(NamedTuple):
    """The figures of a table for a period, in cents."""

    table: str
    rounds: int
    drop: Cents
    handle: Cents
    win: Cents
    to_meters: Cents
    tray: Cents  # what it holds now

    @property
    def hold(self) -> float | None:
        """Win by drop, for showing; None if the drop is zero."""
        return round(self.win / self.drop, 4) if self.drop else None


def figures(conn: Connection, tables: Collection[str], since: int, before: int) -> list[Figures]:
    """The figures of some tables for a period, in house time."""
    came = _rounds(conn, tables, since, before)
    return [_of(conn, table, came.get(table, (0, 0, 0)), since, before) for table in sorted(tables)]


def _of(conn: Connection, table: str, came: tuple[int, Cents, Cents], since: int, before: int) -> Figures:
    many, handle, net = came
    span = (_seq_before(conn, table, since), _seq_before(conn, table, before))
    drop = _dropped(conn, table, span)
    tray = accounts.tray(table)
    metered = _posted(conn, table, span, postings.c.account == tray, postings.c.what == _METER)
    held = conn.scalar(select(func.coalesce(func.sum(postings.c.amount), 0)).where(postings.c.account == tray))
    return Figures(table, many, drop, handle, -net, -metered, int(held or 0))


def _rounds(conn: Connection, tables: Collection[str], since: int, before: int) -> dict[str, tuple[int, Cents, Cents]]:
    """By table, the rounds that count, the stakes in them, and the players' winnings; void rounds do not count."""
    same = and_(*(played.c[name] == rounds.c[name] for name in ("stream", "session", "round")))
    during = (rounds.c.at >= since, rounds.c.at < before, rounds.c.void == 0, rounds.c.stream.in_(tables))
    counted = select(rounds.c.stream, func.count()).where(*during).group_by(rounds.c.stream)
    many = {stream: int(number) for stream, number in conn.execute(counted)}
    sums = select(rounds.c.stream, func.sum(played.c.staked), func.sum(played.c.net)).join_from(rounds, played, same)
    rows = conn.execute(sums.where(*during).group_by(rounds.c.stream))
    came = {stream: (int(staked), int(net)) for stream, staked, net in rows}
    return {stream: (number, *came.get(stream, (0, 0))) for stream, number in many.items()}


def _dropped(conn: Connection, table: str, span: tuple[int, int]) -> Cents:
    brought = (postings.c.account.startswith(f"seat/{table}/"), postings.c.what.in_(_BOUGHT))
    row = and_(journal.c.stream == postings.c.stream, journal.c.seq == postings.c.seq)
    anew = ~exists().where(row, journal.c.request.startswith(AGAIN))
    return _posted(conn, table, span, *brought, anew)


def _posted(conn: Connection, table: str, span: tuple[int, int], *which: ColumnElement[bool]) -> Cents:
    after, upto = span
    here = (BROUGHT, postings.c.stream == table, postings.c.seq > after, postings.c.seq <= upto)
    return int(conn.scalar(select(func.coalesce(func.sum(postings.c.amount), 0)).where(*here, *which)) or 0)


def _seq_before(conn: Connection, stream: str, moment: int) -> int:
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
