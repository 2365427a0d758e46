"""The fold over events: the functions of `model.folds`, one for each kind, are the only code that changes a state.

`apply` leaves the state that it is given unchanged.
"""

from __future__ import annotations

from croupier.table.model.events import AUDIENCES, Event
from croupier.table.model.folds import Folds, cards, decks, reports, rounds, seats
from croupier.table.model.state import State

FOLDS: Folds = {**decks.FOLDS, **seats.FOLDS, **cards.FOLDS, **reports.FOLDS, **rounds.FOLDS}
assert set(FOLDS) == set(AUDIENCES)  # noqa: S101 - an event without an audience would be a leak waiting to happen


def apply(state: State, event: Event) -> State:
    """The state after an event."""
    after = state.copy()
    FOLDS[event.kind](after, event.data)
    return after
