"""The question that an analysis answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.games.game import Game
from croupier.money import Cents
from croupier.rulebook import Submission


@dataclass(frozen=True)
class Question:
    """The terms to analyse, and besides them the hands at the table, the stakes and the meter."""

    submission: Submission
    hands: int | None = None
    stakes: Mapping[str, Cents] = field(default_factory=dict)
    meter: Cents | None = None
    game: Game | None = None
