"""An exercise worked out again by the library, from what it shows and nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.analysis.coach.coach import Coach


def again(exercise: dict[str, Any], coach: Coach) -> dict[tuple[str, ...], Fraction]:
    """What each action of an exercise is worth: by its choice, and the cards that it puts away."""
    seat = {name: exercise[name] for name in ("cards", "discard", "decisions", "wagers")}
    seen = {
        "due": {"do": "decide", "seat": 1},
        "seats": [{**seat, "seat": 1, "bankroll": 10_000_000}],
        **{name: exercise[name] for name in ("dealer", "community")},
        "dead": [],
        "meter": 0,
    }
    faces = coach.terms.rulebook.deck.faces
    advice = coach.advise(seen)
    return {(each.choice, *(faces[card] for card in each.discard)): value for each, value in advice.values.items()}
