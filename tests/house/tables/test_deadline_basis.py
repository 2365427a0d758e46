"""Deadlines follow from the record: from the row that ended the last round on, whoever reads it, and whenever."""

from __future__ import annotations

import pytest
from support.house.databases import KINDS
from support.house.databases import database as database_of
from support.table.committed import ANN, BOB, bets, ready, reveals, table_of
from support.table.tables import WAGERS, sent

from croupier.house.config.clocks import NOTHING, OTHERWISE, Basis, Clocks, JournalMoment, Session, follow, renewed
from croupier.house.engine.live_table import Step
from croupier.house.engine.requests import Committed, happened
from croupier.house.storage import database
from croupier.house.tables import deadline_basis
from croupier.table.decide import Decision
from croupier.table.model.command import Command
from croupier.table.model.state import State

CLOCKS = Clocks(bet=30_000, decide=60_000, away=5_000, card=250, step=400)
NOON = 1_900_000_000_000
TIMES = Session(NOON, NOON)


def _evening(rulebook: str, rounds: int = 3) -> list[Committed]:
    """Rows of a table at which two play fast, so that clients are behind all the time."""
    table = table_of(ANN, BOB, rulebook=rulebook)
    rows: list[Committed] = []

    def hear(before: State, command: Command, decision: Decision) -> None:
        seq = len(rows) + 1
        rows.append(happened("t", "s", NOON + seq * 700, Step(seq, command, before, decision)))

    table.listeners.append(hear)
    for number in range(1, rounds + 1):
        for seat, person in enumerate((ANN, BOB), start=1):
            sent(table, bets(seat, person, rulebook=rulebook))
        for seat, person in enumerate((ANN, BOB), start=1):
            sent(table, ready(seat, person))
        for seat, person in enumerate((ANN, BOB), start=1):
            sent(table, reveals(seat, person, number))
        while table.state.closed:
            sent(table, Command("house", "timeout", table.state.cursor))
    return rows


@pytest.mark.parametrize("rulebook", sorted(WAGERS))
def test_who_reads_from_the_end_of_a_round_finds_the_deadlines_that_who_was_there_from_the_beginning_has(
    rulebook: str,
) -> None:
    rows = _evening(rulebook)
    there, begins = NOTHING, 0
    for number, row in enumerate(rows):
        over = "over" in row.kinds
        reached = JournalMoment(row.seq, row.at, row.decision.events, over)
        there = follow(there, row.decision.state, reached, CLOCKS, TIMES)
        begins = number if over else begins
        assert deadline_basis.standing(rows[begins : number + 1], CLOCKS, TIMES) == there
    assert begins > len(rows) // 2


def test_other_clocks_and_a_later_start_move_a_deadline_as_if_they_had_been_known_when_the_row_was_read() -> None:
    """The pace is left alone: what clients have shown, they have shown."""
    for row_count in range(1, len(rows := _evening("uth-ma", 1)) + 1):
        there = deadline_basis.standing(rows[:row_count], CLOCKS, TIMES)
        for clocks in (CLOCKS, CLOCKS._replace(bet=9_000, decide=7_000, away=1_000)):
            for started in (0, NOON, rows[row_count - 1].at + 40_000):
                times = Session(NOON, started)
                state = rows[row_count - 1].decision.state
                expected = deadline_basis.standing(rows[:row_count], clocks, times)
                assert renewed(there, state, clocks, times) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_the_basis_is_kept_and_a_later_start_is_never_taken_back_but_by_a_start(kind: str) -> None:
    with database_of(kind) as engine, database.writing(engine) as connection:
        assert deadline_basis.read(connection) == Basis()
        assert deadline_basis.begin(connection, {"a": CLOCKS}, 1_000) == Basis(1_000, {"a": CLOCKS})
        assert deadline_basis.change(connection, {"b": CLOCKS}) == Basis(1_000, {"a": CLOCKS, "b": CLOCKS})
        assert deadline_basis.change(connection, {}, 5_000).started == 5_000
        assert deadline_basis.change(connection, {}, 4_000).started == 5_000
        assert deadline_basis.begin(connection, {}, 3_000).started == 3_000, "house time was set back"
        found = deadline_basis.read(connection)
    assert found == Basis(3_000, {"a": CLOCKS, "b": CLOCKS})
    assert (found.of("a"), found.of("c")) == (CLOCKS, OTHERWISE)
