"""Croupier: the rulebook, the table and the mathematician of casino poker games.

    >>> import croupier
    >>> croupier.load("uth-ma").clause("10(g)").kind
    'settlement'

What stands in `croupier.__all__`, with the methods of what it returns, is stable; every other module is the package's
own and may change. The package opens lightly: what a name needs is imported when the name is first used.
"""

from __future__ import annotations

from croupier.version import __version__

TYPE_CHECKING = False  # typing's, which takes longer to import than all the rest and is not needed to open
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from croupier.analysis import Account, Analysis, AnalysisError
    from croupier.analysis.strategies import Strategy, StrategyError
    from croupier.cards import CardError
    from croupier.client.errors import ClientError
    from croupier.errors import CroupierError
    from croupier.extras import MissingError
    from croupier.money import MoneyError
    from croupier.rounds import DealError, Hand, Player, Round, View
    from croupier.rulebook import Refusal, Rulebook, Submission, SubmissionError, UnknownError
    from croupier.rulebook.from_data import TextError
    from croupier.rulebook.loader import RulebookError

__all__ = [
    "Account",
    "Analysis",
    "AnalysisError",
    "CardError",
    "ClientError",
    "CroupierError",
    "DealError",
    "Hand",
    "MissingError",
    "MoneyError",
    "Refusal",
    "Round",
    "Rulebook",
    "RulebookError",
    "Strategy",
    "StrategyError",
    "Submission",
    "SubmissionError",
    "TextError",
    "UnknownError",
    "View",
    "__version__",
    "analyze",
    "deal",
    "load",
    "read_rulebook",
    "read_submission",
    "rulebooks",
    "strategy",
    "submission",
]


def rulebooks() -> tuple[Rulebook, ...]:
    """All rulebooks that are here.

    >>> [book.id for book in rulebooks()]
    ['colorado-ma-1', 'colorado-ma-2', 'dragon-md', 'lir-nj', 'uth-ma']
    """
    from croupier.rulebook import NAMES

    return tuple(load(name) for name in NAMES)


def load(name: str) -> Rulebook:
    """The rulebook of that name.

    >>> load("dragon-md")
    <Rulebook dragon-md: Dragon Poker, Maryland, 224 clauses>
    """
    from croupier.rulebook import load as load_rulebook

    return load_rulebook(name)


def read_rulebook(given: str | Mapping[str, Any]) -> Rulebook:
    """A rulebook of your own, from TOML text as the package's own are written, or from the same as Python data.

    `to_data` of a rulebook gives such data, to begin with.

    >>> parts = load("dragon-md").to_data()
    >>> read_rulebook(parts | {"id": "dragon-own", "title": "Dragon Poker, our way"})
    <Rulebook dragon-own: Dragon Poker, our way, Maryland, 224 clauses>
    >>> read_rulebook({**parts, "deck": "tarot"})
    Traceback (most recent call last):
    ...
    croupier.rulebook.loader.RulebookError: there is no deck 'tarot'; accepted: standard, dragon
    """
    from croupier.rulebook.from_data import rulebook

    return rulebook(given)


def read_submission(text: str, of: Rulebook | None = None) -> Submission:
    r"""A submission from TOML text; it names its rulebook, or is for one that is handed over.

    >>> read_submission('rulebook = "uth-ma"\ntrips = "B"')
    <Submission uth-ma: trips='B'>
    """
    from croupier.rulebook.from_data import submission

    return submission(text, of)


def submission(of: str | Rulebook, **options: object) -> Submission:
    """An operator's choices for a rulebook, by its name or itself, checked.

    >>> submission("uth-ma", trips="B")
    <Submission uth-ma: trips='B'>
    >>> submission("uth-ma", trips="Z")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    croupier.rulebook.submission.SubmissionError: UTH 11(d): 'Z' is no value of trips; accepted: A (pay table A), ...
    """
    from croupier.rulebook import Submission

    return Submission.of(load(of) if isinstance(of, str) else of, options)


def strategy(text: str) -> Strategy:
    """A strategy by the name of one that ships, or as the text of a file.

    >>> strategy("dragon").lines
    ['play when Phoenix, Panda, Rabbit or better', 'fold otherwise']
    """
    from croupier.analysis.strategies import load, read

    return read(text) if "\n" in text else load(text)


def analyze(
    of: str | Submission,
    *,
    hands: int | None = None,
    stakes: Mapping[str, str] | None = None,
    meter: str | None = None,
    **options: object,
) -> Analysis:
    """What every wager of a rulebook is worth under these options, or of a submission.

    `hands` is the number of hands at the table, `stakes` are real ones, taken together (`{"ante": "$10"}`), and `meter`
    is what a progressive shows (`"$20,000"`); all else are options of the rulebook.

    >>> found = analyze("dragon-md")
    >>> found
    <Analysis of <Submission dragon-md>: base, three_card_bonus, dragon_bet>
    >>> found["base"].ev
    Fraction(-581289, 18365984)
    >>> found["trips"]
    Traceback (most recent call last):
    ...
    croupier.rulebook.model.UnknownError: no wager 'trips' was analysed; there are base, three_card_bonus, dragon_bet
    """
    from croupier.analysis import Question, analyse
    from croupier.errors import message

    asked = submission(of, **options) if isinstance(of, str) else of
    if options and asked is of:
        raise TypeError(
            message(f"{', '.join(options)}: a submission has its options already", "the name of a rulebook")
        )
    shown = None if meter is None else _cents({"": meter})[""]
    return analyse(Question(asked, hands, _cents(stakes or {}), shown))


def deal(
    of: str | Submission,
    *,
    players: Sequence[Player] = (None,),
    rounds: int | None = None,
    seed: str | None = None,
    stakes: Mapping[str, str] | None = None,
    bankroll: str = "$100,000",
) -> Iterator[Round]:
    """Rounds, dealt one after another to players who are programs.

    A player is `"best"`, `"cheap"`, the name of a strategy that ships, a strategy, None for the usual one, or a
    function of the view of the own seat that returns a choice (or a choice and the card to put away). Everybody stakes
    `stakes`, or the least that the game asks for; it ends after `rounds`, or when nobody can bet any more. A `seed`
    deals the same cards again.

    >>> for played in deal("dragon-md", players=["dragon", lambda seen: "fold"], rounds=2, seed="1"):
    ...     print(played.number, played.hands[1].decisions, played.hands[1].net)
    1 ('fold',) -1000
    2 ('fold',) -1000
    """
    from croupier.rounds import deal as dealt

    asked = submission(of) if isinstance(of, str) else of
    return dealt(asked, players, rounds, seed, _cents(stakes or {}), _cents({"": bankroll})[""])


def _cents(amounts: Mapping[str, str]) -> dict[str, int]:
    """Amounts that were written as text: a bare number could be dollars or cents."""
    from croupier.money import MoneyError, cents

    for amount in amounts.values():
        if not isinstance(amount, str):
            raise MoneyError(f"{amount!r} could be dollars or cents; write it as text, like '$10'")
    return {name: cents(amount) for name, amount in amounts.items()}


_ROOMS = {
    "croupier.analysis": ("Account", "Analysis"),
    "croupier.rounds": ("DealError", "Hand", "Round", "View"),
    "croupier.analysis.strategies": ("Strategy", "StrategyError"),
    "croupier.analysis.analyst": ("AnalysisError",),
    "croupier.cards": ("CardError",),
    "croupier.client.errors": ("ClientError",),
    "croupier.errors": ("CroupierError",),
    "croupier.extras": ("MissingError",),
    "croupier.money": ("MoneyError",),
    "croupier.rulebook.from_data": ("TextError",),
    "croupier.rulebook.loader": ("RulebookError",),
    "croupier.rulebook": ("Refusal", "Rulebook", "Submission", "SubmissionError", "UnknownError"),
}


def __getattr__(name: str) -> object:
    for room, names in _ROOMS.items():
        if name in names:
            from importlib import import_module

            return getattr(import_module(room), name)
    raise AttributeError(f"module 'croupier' has no attribute {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return sorted(__all__)
