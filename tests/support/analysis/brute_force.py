"""What tests of the mathematics share: games ready to be solved, and dealing by brute force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import croupier
from croupier import games
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.paths import Path, turns_left
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


def told(
    payoffs: Payoffs,
    own: Cards,
    community: Cards = (),
    unseen: Iterable[int] | None = None,
    path: Path | None = None,
    dealer: Cards = (),
) -> InfoState:
    """The information state of a player with these cards, these being unseen; where none is named, all others are."""
    path = path or Path()
    whole = range(len(payoffs.terms.rulebook.deck))
    known = {*own, *community, *dealer, *(whole if unseen is None else unseen)}
    dead = tuple(card for card in whole if card not in known)
    turn = turns_left(path, payoffs.tree.turns)[0]
    return InfoState(turn, own, community, path, dealer=dealer, dead=dead, stakes=payoffs.opening)
