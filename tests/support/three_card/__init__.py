"""Three Card Poker with Pair Plus, a game that the package does not know: one file, one TOML, as any game is."""

from pathlib import Path

from croupier.rulebook import Submission, parse
from support.three_card.game import GAME

TEXT = (Path(__file__).parent / "rulebook.toml").read_text(encoding="utf-8")
RULEBOOK = parse(TEXT)

__all__ = ["GAME", "RULEBOOK", "TEXT", "submission"]


def submission(**options: object) -> Submission:
    """An operator's choices for this game, checked: what `croupier.submission` is for those of the package."""
    return Submission.of(RULEBOOK, options)
