"""Random walks at tables of real cards, at which anything is reported: money is kept, no card is told or invented."""

from __future__ import annotations

from random import Random

import pytest
from support.table.walks import REAL_CASES, Case, expected, propose

from croupier.rulebook import Refusal
from croupier.table.decide import step
from croupier.table.model.apply import apply
from croupier.table.model.events import Event
from croupier.table.model.state import UNKNOWN, State
from croupier.table.model.state_loader import load
from croupier.table.views.event_rules import clauses_of
from croupier.table.views.narration import tell
from croupier.table.views.reconstruction import reconstruct
from croupier.table.views.view import AUDITOR, HIDDEN, PUBLIC, Viewer, came_to, redact, view

pytestmark = pytest.mark.walk
COMMANDS = 300


def _check_cards(state: State) -> None:
    """Every card lies in one place, and no two places have the same one."""
    seats = [position for _, seat in state.taken() for position in state.on_table(seat)]
    undealt = () if state.stub_away else state.stock()
    lies = [*seats, *state.dealer, *state.community, *state.rack, *state.lost, *undealt]
    if state.phase == "round" and state.order:
        assert sorted(lies) == list(range(len(state.order)))
    known = [card for card in state.order if card != UNKNOWN]
    assert len(known) == len(set(known))


def _check_views(state: State) -> None:
    seen = view(state, PUBLIC)
    hidden = [each for each in state.dealer if each not in state.up]
    assert seen["dealer"].count(HIDDEN) >= len(hidden)
    view(state, AUDITOR)
    came_to(state, AUDITOR)
    for _, seat in state.taken():
        view(state, Viewer("player", seat.person))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("case", REAL_CASES, ids=str)
def test_whatever_is_reported_every_hand_can_be_rebuilt_from_the_rack(case: Case, seed: int) -> None:
    state, random = case.open(), Random(f"{case} rack {seed}")  # noqa: S311 - a walk that can be repeated
    public: list[Event] = []
    for _ in range(COMMANDS):
        outcome = step(state, propose(state, random))
        if isinstance(outcome, Refusal):
            continue
        before, state = state, outcome.state
        public += [told for event in outcome.events if (told := redact(state, event, PUBLIC)) is not None]
        if before.phase == "round" != state.phase and state.last is not None:
            last = state.last
            lay = {str(hand.seat): hand.cards + hand.discard for hand in last.hands}
            lay |= {"dealer": last.dealer, "community": last.community}
            rebuilt = reconstruct(state.fixed, public, [last.order[each] for each in last.rack])
            assert rebuilt == {place: tuple(last.order[each] for each in lie) for place, lie in lay.items() if lie}
            public.clear()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("case", REAL_CASES, ids=str)
def test_whatever_is_reported_money_is_kept_and_every_card_lies_in_one_place(case: Case, seed: int) -> None:
    state, random, brought = case.open(), Random(f"{case} {seed}"), 0  # noqa: S311 - a walk that can be repeated
    done, said = 0, set[int]()
    for _ in range(COMMANDS):
        command = propose(state, random)
        outcome = step(state, command)
        if isinstance(outcome, Refusal):
            continue
        after, done = state, done + 1
        for event in outcome.events:
            after = apply(after, event)
            assert tell(event, state.terms)
            public = redact(outcome.state, event, PUBLIC)
            assert public is None or tell(public, state.terms)
            brought += {"sat": 1, "left": -1}.get(event.kind, 0) * event.data.get("bankroll", 0)
            brought += event.data["amount"] if event.kind == "bought" else 0
            said = set() if event.kind == "loaded" else said
            said |= {event.data["card"]} if event.kind in {"entered", "corrected"} else set()
        assert after.dump() == outcome.state.dump(), command
        clauses_of(state, outcome.events)
        state = outcome.state
        assert load(state.fixed, state.dump()).dump() == state.dump()
        here = sum(seat.bankroll + sum(seat.wagers.values()) for _, seat in state.taken())
        assert here + state.tray == brought, command
        _check_cards(state)
        assert set(state.order) <= {UNKNOWN, *said}, f"{command}: a card is known that nobody has scanned"
        _check_views(state)
    assert done > COMMANDS / 10


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("case", REAL_CASES, ids=str)
def test_wherever_reports_lead_people_finish_the_round_by_what_the_table_asks_for(case: Case, seed: int) -> None:
    state, random, begun = case.open(), Random(f"{case} ends {seed}"), 0  # noqa: S311 - a walk that can be repeated
    for done in range(COMMANDS):
        outcome = step(state, propose(state, random))
        state = state if isinstance(outcome, Refusal) else outcome.state
        if state.phase != "round" or done % 25:
            continue
        begun, goes_on = begun + 1, state
        for _ in range(2_000):
            if goes_on.phase != "round":
                break
            outcome = step(goes_on, expected(goes_on, random))
            goes_on = goes_on if isinstance(outcome, Refusal) else outcome.state
        assert goes_on.phase != "round", f"after {done} commands nothing ends the round: {goes_on.pending}"
    assert begun
