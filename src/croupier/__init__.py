"""Croupier: the rulebook, the table and the mathematician of casino poker games.

    >>> import croupier
    >>> croupier.load("uth-ma").clause("10(g)").kind
    'settlement'

The package opens lightly: what a name needs is imported when the name is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing's, which takes longer to import than all the rest and is not needed to open
if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.analysis import Analysis
    from croupier.rulebook import Rulebook, Submission

__version__ = "0.1.0"
__all__ = ["Rulebook", "Submission", "__version__", "analyze", "load", "submission"]


def load(name: str) -> Rulebook:
    """The rulebook of that name, such as `uth-ma`."""
    from croupier.rulebook import load as load_rulebook

    return load_rulebook(name)


def submission(name: str, **options: object) -> Submission:
    """An operator's choices for a rulebook, checked: `submission("uth-ma", trips="B")`."""
    from croupier.rulebook import Submission

    return Submission.of(load(name), options)


def analyze(
    name: str,
    *,
    hands: int | None = None,
    stakes: Mapping[str, str] | None = None,
    meter: str | None = None,
    **options: object,
) -> Analysis:
    """What every wager of a rulebook is worth under these options: `analyze("uth-ma", trips="B")["trips"].ev`.

    `hands` is the number of hands at the table, `stakes` are real ones, taken together (`{"ante": "$10"}`), and `meter`
    is what a progressive shows (`"$20,000"`); all else are options of the rulebook.
    """
    from croupier.analysis import Question, analyse
    from croupier.money import MoneyError, cents

    amounts = {**(stakes or {}), **({} if meter is None else {"": meter})}
    for amount in amounts.values():
        if not isinstance(amount, str):
            raise MoneyError(f"{amount!r} could be dollars or cents; write it as text, like '$10'")
    staked = {wager: cents(amount) for wager, amount in (stakes or {}).items()}
    shown = None if meter is None else cents(meter)
    return analyse(Question(submission(name, **options), hands, staked, shown))


def __getattr__(name: str) -> object:
    if name in {"Rulebook", "Submission"}:
        import croupier.rulebook as rooms

        return getattr(rooms, name)
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")
