"""One step comes next: every other is refused, with the one that comes now and the clauses by which it then happens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.table.tables import cites_what_exists, ready, sent, stays

import croupier
from croupier.rulebook import NAMES, Refusal
from croupier.table.fairness.card_sources import Scripted
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from croupier.table.views.event_rules import clauses_of

STEPS = [each for each in DECLARED.values() if each.only_when_due]


def gone_through(rulebook: str, **options: object) -> Iterator[Table]:
    """A table at each step from its first deck to the end of a round, everything by hand."""
    submission = croupier.submission(rulebook, **options)
    table = Table(submission, Scripted(submission.rulebook.deck, [""] * 5), frozenset(), training=True)
    yield table
    table.send(Command("house", "receive"))
    table.send(Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    while table.state.last is None:
        step = due(table.state)
        if step.do == "no more bets":
            table.send(ready(1, rulebook))
        yield table
        if step.do in {"shuffle", "cut"}:
            table.feed()
        else:
            sent(table, stays(table) if step.do == "decide" else Command(step.who, step.do))


@pytest.mark.parametrize("rulebook", NAMES)
def test_out_of_its_turn_a_step_is_refused_with_what_comes_now_and_its_clauses(rulebook: str) -> None:
    seen = set()
    for table in gone_through(rulebook):
        before, now = table.state, due(table.state)
        seen.add(now.do)
        assert now.deck == 0, "there is one deck"
        for other in STEPS:
            if other.name in {now.do, "collect bonus"}:  # bonus chips may be compared without need (ruling L14)
                continue
            args = {each.name: each.example for each in other.arguments if each.needed}
            refusal = table.send(Command(other.by[0], other.name, args=args))
            assert isinstance(refusal, Refusal), (now, other.name)
            assert refusal.why == f"{other.name!r} is not what comes now"
            seat = f" at seat {now.seat}" if now.do == "decide" else ""
            assert refusal.accepted == f"{now.do!r} by the {now.who}{seat}"
            assert bool(refusal.clauses) == before.terms.binds(now.rule), (now, other.name)
            cites_what_exists(before.terms.rulebook, {"clauses": refusal.clauses})
    assert {"inspect", "verify", "spread", "show", "wash", "stack", "load", "deal", "stub", "settle"} <= seen


@pytest.mark.parametrize("rulebook", NAMES)
def test_a_step_happens_by_the_clauses_that_are_named_when_it_is_awaited(rulebook: str) -> None:
    heard: list[Event] = []
    waited: tuple[State, tuple[str, ...]] | None = None
    for table in gone_through(rulebook):
        if waited is None:
            table.listeners.append(lambda _, __, decision: heard.extend(decision.events))
        elif not waited[0].terms.binds(due(waited[0]).rule):
            assert waited[1] == (), "the document has no clause about it"
        elif due(waited[0]).do != "collect folds":  # nobody has folded
            assert not cited(waited[0], heard).isdisjoint(waited[1]), due(waited[0])
        heard.clear()
        refusal = table.send(Command("floor", "rule", args={"choice": "void", "reason": "none"}))
        assert isinstance(refusal, Refusal)
        waited = table.state, refusal.clauses


def cited(before: State, events: list[Event]) -> set[str]:
    """The clauses by which something happened, those that lines of the settlement name among them."""
    lines = [event.data["line"] for event in events if event.kind == "settled"]
    return {*clauses_of(before, events), *(clause for line in lines for clause in line.clauses)}
