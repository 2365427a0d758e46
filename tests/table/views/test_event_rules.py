"""Which clauses are cited for what happens, event by event."""

from __future__ import annotations

import pytest
from support.table.tables import dealer, opened, ready, sent

from croupier.table.model.apply import apply
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.state import State
from croupier.table.views.event_rules import clauses_of

# For each way of dealing, the clauses of each card by where it goes, in the order of the deal.
DEALT = [
    ("lir-nj", "automated_shoe", "", {"1": ["18.9(c)"] * 3, "community left": ["18.9(c)"] * 3}),
    (
        "lir-nj",
        "manual_shoe",
        "",
        {
            "1": ["18.7(c), 18.7(c)1", "18.7(c), 18.7(c)3", "18.7(c), 18.7(c)5"],
            "community": ["18.7(c)2", "18.7(c)4", "18.7(c)6"],
        },
    ),
    (
        "colorado-ma-1",
        "manual_shoe",
        "",
        {
            "1": ["7(d), 7(c), 7(c)(1)", "7(d), 7(c), 7(c)(3)", "7(d), 7(c), 7(c)(5)"],
            "community": ["7(d), 7(c)(2)", "7(d), 7(c)(4)", "7(d), 7(c)(6)"],
        },
    ),
    (
        "colorado-ma-1",
        "hand",
        "",
        {
            "1": ["8(d), 8(c), 8(c)(1)", "8(d), 8(c), 8(c)(3)", "8(d), 8(c), 8(c)(5)"],
            "community": ["8(d), 8(c)(2)", "8(d), 8(c)(4)", "8(d), 8(c)(6)"],
        },
    ),
    ("dragon-md", "automated_shoe", "", {"1": ["10.B(1), 10.B(2)"] * 3, "dealer": ["10.B(3)"] * 3}),
    (
        "dragon-md",
        "automated_shoe",
        "shuffler",
        {"1": ["10.B(1), 10.B(2)"] * 3, "dealer waiting": ["10.B(4), 11.D(2)"] * 3},
    ),
    ("uth-ma", "automated_shoe", "", {"1": ["9(c)"] * 2, "dealer": ["9(c)"] * 2}),
    (
        "uth-ma",
        "hand",
        "",
        {"1": ["8(c), 8(c)(1)", "8(c), 8(c)(3)"], "dealer": ["8(c)(2)", "8(c)(4)"]},
    ),
]


@pytest.mark.clause("lir-nj", "18.7(c)", "18.9(c)")
@pytest.mark.clause("colorado-ma-1", "7(c)", "7(d)", "8(c)", "8(d)")
@pytest.mark.clause("dragon-md", "10.B(1)", "10.B(2)", "10.B(3)", "10.B(4)")
@pytest.mark.clause("uth-ma", "8(c)", "9(c)")
@pytest.mark.parametrize(
    ("rulebook", "dealing", "stack", "cited"), DEALT, ids=[f"{each[0]} {each[1]} {each[2]}".strip() for each in DEALT]
)
def test_each_card_is_dealt_by_the_clause_of_its_place(
    rulebook: str, dealing: str, stack: str, cited: dict[str, list[str]]
) -> None:
    options = {"dealing": dealing, **({"dealer_stack": stack} if stack else {})}
    table = opened(rulebook, options=options | ({"cover_all": "no"} if rulebook == "uth-ma" else {}))
    sent(table, ready(1, rulebook), *dealer("no more bets"))
    before = table.state
    found: dict[str, list[str]] = {}
    for state, event in gone_through(before, sent(table, *dealer("deal"))):
        if event.kind == "dealt":
            found.setdefault(event.data["to"], []).append(", ".join(clauses_of(state, [event])))
    assert found == cited


def gone_through(state: State, events: list[Event]) -> list[tuple[State, Event]]:
    """Each event with the state that it found."""
    found = []
    for event in events:
        found.append((state, event))
        state = apply(state, event)
    return found


def test_a_step_that_two_commands_share_is_cited_once() -> None:
    table = opened("uth-ma")
    before = table.state
    heard = sent(table, ready(1, "uth-ma"), Command("dealer", "no more bets"))
    clauses = clauses_of(before, heard)
    assert len(set(clauses)) == len(clauses)
