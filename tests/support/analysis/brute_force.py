"""What tests of the mathematics share: games ready to be solved, and dealing by brute force."""

from __future__ import annotations

from collections.abc import Mapping

import croupier
from croupier import games
from croupier.analysis.model.payoffs import Payoffs, base_stakes
from croupier.games.game import Game
from croupier.games.terms import Terms
from croupier.rulebook import Submission

VERSIONS: list[tuple[str, dict[str, object]]] = [
    ("uth-ma", {}),
    ("lir-nj", {}),
    ("colorado-ma-1", {}),
    ("colorado-ma-1", {"version": "permissible"}),
    ("colorado-ma-2", {}),
    ("colorado-ma-2", {"version": "permissible"}),
    ("dragon-md", {}),
    ("dragon-md", {"ante_bonus": "B"}),
]


def payoffs_of(submission: Submission, game: Game | None = None, opening: Mapping[str, int] | None = None) -> Payoffs:
    """The settlement of a submission for one unit on each base wager, or for stakes given in cents."""
    terms = Terms(submission)
    return Payoffs(game or games.load(terms.rulebook.game), terms, opening or base_stakes(terms))


def ready(rulebook: str, **options: object) -> Payoffs:
    """A rulebook with options, ready to be solved."""
    return payoffs_of(croupier.submission(rulebook, **options))
