"""Three Card Poker with Pair Plus, one of the example games, which the package does not know."""

from croupier.rulebook import Submission
from support.games.examples import FOLDER, title

TEXT = (FOLDER / "three-card/rulebook.toml").read_text(encoding="utf-8")
RULEBOOK, GAME = title("three-card")

__all__ = ["GAME", "RULEBOOK", "TEXT", "submission"]


def submission(**options: object) -> Submission:
    """An operator's choices for this game, checked: what `croupier.submission` is for those of the package."""
    return Submission.of(RULEBOOK, options)
