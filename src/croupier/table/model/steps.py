"""Script steps as commands: who takes each step of a script, as which command, and by which rule."""

from __future__ import annotations

from typing import NamedTuple

from croupier.games.game import (
    Ask,
    Burn,
    CollectFolds,
    Community,
    Deal,
    DealerReveals,
    Draw,
    Script,
    Settle,
    Step,
    Stub,
    TurnUp,
)
from croupier.table.model.command import Role


class Due(NamedTuple):
    """The step that is due: who does what, by which rule, and at which seat."""

    who: Role
    do: str
    rule: str
    seat: int = 0
    deck: int = 0


_STEPS: dict[type[Step], tuple[str, str]] = {
    Deal: ("deal", ""),
    Draw: ("deal", ""),
    Burn: ("burn", "community.burn"),
    Community: ("community", ""),
    TurnUp: ("turn up", ""),
    Stub: ("stub", "stub.rack"),
    CollectFolds: ("collect folds", "collect.folds"),
    DealerReveals: ("reveal", "settle.dealer_reveals"),
    Settle: ("settle", "settle.order"),
}


def all_due(script: Script, seats: int) -> tuple[tuple[Due, ...], ...]:
    """The due step for each step of a script, by the seat that it has reached; 0 stands for no seat."""
    return tuple([tuple([_due(step, seat) for seat in range(seats + 1)]) for step in script])


def _due(step: Step, seat: int) -> Due:
    if isinstance(step, Ask):
        return Due("player", "decide", step.rule, seat)
    do, rule = _STEPS[type(step)]
    return Due("dealer", do, rule or getattr(step, "rule", ""), seat)
