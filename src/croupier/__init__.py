"""Croupier: the rulebook, the table and the mathematician of casino poker games.

    >>> import croupier
    >>> croupier.load("uth-ma").clause("10(g)").kind
    'settlement'

The names in `croupier.__all__`, with the methods of the classes they return, are the stable API; every other module is
internal and may change. The import is lazy: a name's own imports are made when the name is first used.
"""

from __future__ import annotations

from croupier.version import __version__

TYPE_CHECKING = False  # not imported from `typing`, which takes longer to import than all the rest
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor
    from typing import Any

    from croupier.analysis import Account, Analysis, AnalysisError, Row
    from croupier.analysis.report.strategy import Chart
    from croupier.analysis.sessions.distribution import Session
    from croupier.analysis.sessions.ruin import Ruin
    from croupier.analysis.strategies import Strategy, StrategyError
    from croupier.cards import CardError
    from croupier.client.errors import ClientError
    from croupier.errors import CroupierError
    from croupier.extras import MissingError
    from croupier.games.lines import Line
    from croupier.money import Currency, MoneyError
    from croupier.rounds import DealError, Hand, Player, Round, View
    from croupier.rulebook import Refusal, Rulebook, Submission, SubmissionError, UnknownError
    from croupier.rulebook.from_data import TextError
    from croupier.rulebook.loader import RulebookError
    from croupier.simulation.errors import SimulationError
    from croupier.simulation.seats import Seat
    from croupier.simulation.simulation import Simulation
    from croupier.table.model.command import Command
    from croupier.table.model.state import Place
    from croupier.table.play.runner import Table
    from croupier.table.views.view import Viewer, view

__all__ = [
    "Account",
    "Analysis",
    "AnalysisError",
    "CardError",
    "Chart",
    "ClientError",
    "Command",
    "CroupierError",
    "DealError",
    "Hand",
    "Line",
    "MissingError",
    "MoneyError",
    "Place",
    "Refusal",
    "Round",
    "Row",
    "Ruin",
    "Rulebook",
    "RulebookError",
    "Seat",
    "Session",
    "Simulation",
    "SimulationError",
    "Strategy",
    "StrategyError",
    "Submission",
    "SubmissionError",
    "Table",
    "TextError",
    "UnknownError",
    "View",
    "Viewer",
    "__version__",
    "analyze",
    "deal",
    "load",
    "read_rulebook",
    "read_submission",
    "rulebooks",
    "simulate",
    "strategy",
    "submission",
    "view",
]


def rulebooks() -> tuple[Rulebook, ...]:
    """All installed rulebooks.

    >>> [book.id for book in rulebooks()]
    ['colorado-ma-1', 'colorado-ma-2', 'dragon-md', 'lir-nj', 'uth-fr', 'uth-ma']
    """
    from croupier.rulebook import NAMES

    return tuple(load(name) for name in NAMES)


def load(name: str) -> Rulebook:
    """Load the rulebook of that name, or one of your own from a file or a folder: `load("./my.toml")`.

    >>> load("dragon-md")
    <Rulebook dragon-md: Dragon Poker, Maryland, 224 clauses>
    """
    from croupier.games.catalogue import named
    from croupier.rulebook import UnknownError

    if not isinstance(name, str):
        raise UnknownError(f"{name!r} is no name of a rulebook", "the name of a rulebook, or a path to one")
    return named(name)


def read_rulebook(given: str | Mapping[str, Any]) -> Rulebook:
    """Read a rulebook of your own, from TOML text in the format of the built-in ones, or from equivalent Python data.

    `to_data` of a rulebook gives such data, as a start.

    >>> parts = load("dragon-md").to_data()
    >>> read_rulebook(parts | {"id": "dragon-own", "title": "Dragon Poker, our way"})
    <Rulebook dragon-own: Dragon Poker, our way, Maryland, 224 clauses>
    >>> read_rulebook({**parts, "deck": "tarot"})
    Traceback (most recent call last):
    ...
    croupier.rulebook.loader.RulebookError: there is no deck 'tarot'; accepted: standard, dragon
    """
    from croupier.rulebook.from_data import rulebook

    return _of_its_game(rulebook(given))


def _of_its_game(book: Rulebook) -> Rulebook:
    """The rulebook, if it fits the game that it names."""
    from croupier import games
    from croupier.games.rulebook_check import check_rulebook

    check_rulebook(games.load(book.game), book)
    return book


def read_submission(text: str, of: Rulebook | None = None) -> Submission:
    r"""Read a submission from TOML text; the text names its rulebook, or the rulebook is passed as `of`.

    >>> read_submission('rulebook = "uth-ma"\ntrips = "B"')
    <Submission uth-ma: trips='B'>
    """
    from croupier.rulebook.from_data import submission

    return submission(text, of)


def submission(of: str | Rulebook, **options: object) -> Submission:
    """Make and check a submission: an operator's options for a rulebook, which is given by name or as an object.

    >>> submission("uth-ma", trips="B")
    <Submission uth-ma: trips='B'>
    >>> submission("uth-ma", trips="Z")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    croupier.rulebook.submission.SubmissionError: UTH 11(d): 'Z' is no value of trips; accepted: A (pay table A), ...
    """
    from croupier.rulebook import Rulebook, Submission

    return Submission.of(of if isinstance(of, Rulebook) else load(of), options)


def strategy(text: str) -> Strategy:
    """Load a built-in strategy by its name, or read the text of a strategy file.

    >>> strategy("dragon").lines
    ['play when Phoenix, Panda, Rabbit or better', 'fold otherwise']
    """
    from croupier.analysis.strategies import StrategyError, load, read

    if not isinstance(text, str):
        raise StrategyError(f"{text!r} is no strategy", "the name of a built-in one, or the text of a strategy file")
    return read(text) if "\n" in text else load(text)


def analyze(
    of: str | Rulebook | Submission,
    *,
    hands: int | None = None,
    stakes: Mapping[str, str] | None = None,
    meter: str | None = None,
    **options: object,
) -> Analysis:
    """Analyse every wager of a rulebook under these options, or of a submission, exactly.

    `hands` is the number of hands at the table, `stakes` are actual stakes, analysed together (`{"ante": "$10"}`), and
    `meter` is the amount on a progressive's meter (`"$20,000"`); all other arguments are options of the rulebook.

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

    asked = _submission(of, options)
    currency = asked.rulebook.currency
    shown = None if meter is None else _cents({"": meter}, currency)[""]
    return analyse(Question(asked, hands, _cents(stakes or {}, currency), shown))


def deal(
    of: str | Rulebook | Submission,
    *,
    players: Sequence[Player] = (None,),
    rounds: int | None = None,
    seed: str | int | None = None,
    stakes: Mapping[str, str] | None = None,
    bankroll: str = "100,000",
    **options: object,
) -> Iterator[Round]:
    """Simulate rounds, dealt one after another to computer players.

    A player is `"best"`, `"cheap"`, the name of a built-in strategy, a strategy, None for the usual strategy, or a
    function from the view of the player's seat to a choice (or to a choice and the card to discard). Every player
    stakes `stakes`, or the game's minimum; the iteration ends after `rounds`, or when no player can bet any more. The
    same `seed` deals the same cards again. All other arguments are options of the rulebook, as in `analyze`.

    >>> for played in deal("dragon-md", players=["dragon", lambda seen: "fold"], rounds=2, seed="1"):
    ...     print(played.number, played.hands[1].decisions, played.hands[1].net)
    1 ('fold',) -1000
    2 ('fold',) -1000
    """
    from croupier.rounds import deal as dealt

    asked = _submission(of, options)
    currency = asked.rulebook.currency
    return dealt(asked, players, rounds, seed, _cents(stakes or {}, currency), _cents({"": bankroll}, currency)[""])


def simulate(  # noqa: PLR0913 - each is a part of a run
    of: str | Rulebook | Submission,
    *,
    seats: Sequence[Seat] = (),
    rounds: int,
    seed: str | int | None = None,
    pace: int = 40,
    hours: int = 8,
    open_hours: int = 16,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: object,
) -> Simulation:
    """Simulate rounds of a whole table, a million a second, and hold them against what is known exactly.

    `seats` are the players, one who plays best for the least stakes if left out. The same `seed` deals the same rounds
    again, and a seat's cards are the same whatever seats follow. A shift is `hours` at `pace` rounds an hour, a day
    `open_hours`. Any `concurrent.futures` executor does the work, threads if left out; `progress` is told rounds done,
    of how many. All other arguments are options of the rulebook, as in `analyze`.

    >>> from croupier import Seat
    >>> found = simulate("dragon-md", seats=[Seat(stakes={"ante": "$10"})], rounds=10_000, seed=1)
    >>> found.table.exact_mean == -1000 * analyze("dragon-md")["base"].ev
    True
    >>> abs(found.table.z) < 4
    True
    """
    from croupier.simulation import Clock
    from croupier.simulation import simulate as dealt

    say = None if progress is None else _only_rounds(progress)
    clock = Clock(pace, hours, open_hours)
    return dealt(_submission(of, options), seats, rounds, seed, clock=clock, executor=executor, say=say)


def _only_rounds(progress: Callable[[int, int], None]) -> Callable[[str], Callable[[int, int], None]]:
    """The progress of the rounds alone, and not of what is made before them."""
    return lambda what: progress if what == "rounds" else lambda _done, _of: None


def _submission(of: str | Rulebook | Submission, options: Mapping[str, object]) -> Submission:
    """The submission of a rulebook with these options; a submission is taken as it is, and takes no more of them."""
    from croupier.rulebook import Refusal, Rulebook, Submission, SubmissionError, UnknownError

    if isinstance(of, Submission):
        own = "a submission has its options already"
        refused = [Refusal(own, "a rulebook, with options", document=of.rulebook.id, about=name) for name in options]
        if refused:
            raise SubmissionError(of.rulebook, refused)
        return of
    if not isinstance(of, str | Rulebook):
        raise UnknownError(f"{of!r} is no rulebook", "a rulebook or its name, a path to one, a submission")
    return submission(of, **options)


def _cents(amounts: Mapping[str, str], currency: Currency) -> dict[str, int]:
    """Parse amounts, which must be text: a bare number could be cents, too."""
    from croupier.money import MoneyError

    for amount in amounts.values():
        if not isinstance(amount, str):
            raise MoneyError(
                f"{amount!r} could be {currency.name} or cents; write it as text, like {currency.text(1000)!r}"
            )
    return {name: currency.cents(amount) for name, amount in amounts.items()}


_ROOMS = {
    "croupier.analysis": ("Account", "Analysis", "Row"),
    "croupier.analysis.report.strategy": ("Chart",),
    "croupier.analysis.sessions.distribution": ("Session",),
    "croupier.analysis.sessions.ruin": ("Ruin",),
    "croupier.games.lines": ("Line",),
    "croupier.table.model.command": ("Command",),
    "croupier.table.model.state": ("Place",),
    "croupier.table.play.runner": ("Table",),
    "croupier.table.views.view": ("Viewer", "view"),
    "croupier.simulation.errors": ("SimulationError",),
    "croupier.simulation.seats": ("Seat",),
    "croupier.simulation.simulation": ("Simulation",),
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
