"""The keys of `house.toml`, each declared once: its meaning, its type, its default, and when a change is taken up.

The reader of the file, the default file and the comparison of two files are all made from these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from croupier.errors import CroupierError
from croupier.games.catalogue import PACKAGE
from croupier.house.config.clocks import zone
from croupier.money import CURRENCIES, EUR, MOST_CENTS, USD, MoneyError, dollars
from croupier.rulebook.files import is_path
from croupier.rulebook.submission_check import shown
from croupier.table.model.next_step import ALL_STEPS
from croupier.table.model.state import AT_ONCE, COMMITTED, PUBLISHES, REAL
from croupier.table.model.vocabulary import STEPS

Reader: TypeAlias = Callable[[object], Any]
TakenUp: TypeAlias = Literal["at once", "with a new session", "with a restart"]

NOW: TakenUp = "at once"
SESSION: TakenUp = "with a new session"
RESTART: TakenUp = "with a restart"

# A million guests with so many cents each still fit into a 64-bit sum.
_MOST_GUESTS_MONEY = 10**11
_LONGEST_NAME = 40
_LONGEST_FILE = 200
_CARDS = {"committed": COMMITTED, "real": REAL}
ALL = "all"
SITTERS = ("guests", "players", "programs")


class NotAcceptedError(CroupierError):
    """A value that a key does not take: why, and what would be accepted."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key: its comment in the default file, its default value, and its reader."""

    name: str
    says: str
    default: object
    read: Reader
    taken_up: TakenUp


# ---- kinds of values -----------------------------------------------------------------------------------


def _text(most: int) -> Reader:
    def read(value: object) -> str:
        if not isinstance(value, str) or not value.isprintable() or not 0 < len(value.strip()) <= most:
            raise NotAcceptedError(f"{shown(value)} was given", f"a text of 1 to {most} letters that print")
        return value.strip()

    return read


def _rulebook(value: object) -> str:
    """The id of one of the package's rulebooks, or a path."""
    read: Reader = _one_of({each: each for each in PACKAGE.names})
    if isinstance(value, str) and is_path(value):
        read = _text(_LONGEST_FILE)
    try:
        found: str = read(value)
    except NotAcceptedError as error:
        raise NotAcceptedError(error.why, f"{error.accepted}, or the path of a rulebook") from error
    return found


def _whole(least: int, most: int, unit: str = "") -> Reader:
    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            accepted = f"a whole number from {least:,} to {most:,}{unit and f' {unit}'}"
            raise NotAcceptedError(f"{shown(value)} was given", accepted)
        return value

    return read


def _money(least: int, most: int) -> Reader:
    def read(value: object) -> int:
        accepted = f'an amount in quotes, like "$1,000", from {dollars(least)} to {dollars(most)}'
        currency = EUR if isinstance(value, str) and EUR.sign in value else USD
        try:
            amount = currency.cents(value)
        except MoneyError as error:
            raise NotAcceptedError(f"{shown(value)} was given", accepted) from error
        if not least <= amount <= most:
            raise NotAcceptedError(f"{dollars(amount)} was given", accepted)
        return amount

    return read


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise NotAcceptedError(f"{shown(value)} was given", "true or false")
    return value


def _one_of(values: Mapping[str, str]) -> Reader:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in values:
            raise NotAcceptedError(f"{shown(value)} was given", f"one of {_quoted(values)}")
        return values[value]

    return read


def _some_of(values: Iterable[str], every: str = "") -> Reader:
    known = tuple(values)

    def read(value: object) -> frozenset[str]:
        if every and value == every:
            return frozenset(known)
        unknown = [each for each in value if each not in known] if isinstance(value, list) else [value]
        if unknown:
            first = f'"{every}", or ' if every else ""
            raise NotAcceptedError(f"{shown(unknown[0])} was given", f"{first}a list of {_quoted(known)}")
        assert isinstance(value, list)  # noqa: S101 - or it were unknown
        return frozenset(value)

    return read


def _quoted(values: Iterable[str]) -> str:
    return ", ".join(f'"{each}"' for each in values)


def _zone(value: object) -> str:
    if not isinstance(value, str) or zone(value) is None:
        raise NotAcceptedError(
            f"{shown(value)} was given", 'a time zone that this machine knows, like "UTC" or "Europe/Berlin"'
        )
    return value


def _options(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise NotAcceptedError(f"{shown(value)} was given", "options of the rulebook, as `croupier submission new` has")
    return value


# ---- the house -----------------------------------------------------------------------------------------

_PUBLISHES = {each: each for each in PUBLISHES}

HOUSE = (
    Key(
        "name",
        "What the house is called. Every shuffle is bound to it, so it stays as it is while the house is open.",
        "Croupier",
        _text(_LONGEST_NAME),
        RESTART,
    ),
    Key("time_zone", "Where the house is, for its gaming day.", "UTC", _zone, RESTART),
    Key("day_begins", "The hour at which the gaming day begins there, from 0 to 23.", 6, _whole(0, 23), RESTART),
    Key(
        "currency",
        "The currency of all money in the house, as in ISO 4217. The rulebook of every table must be in it.",
        USD.code,
        _one_of({code: code for code in CURRENCIES}),
        RESTART,
    ),
    Key("guests_money", "The play money that a guest begins with.", "$1,000", _money(100, _MOST_GUESTS_MONEY), NOW),
    Key(
        "guests_per_hour",
        "How many new guests are let in from one address in an hour.",
        60,
        _whole(1, 100_000),
        NOW,
    ),
    Key(
        "publishes",
        f"When the seed of a session is made known after it: {_quoted(PUBLISHES)}; later is after 24 hours."
        " A table may differ.",
        AT_ONCE,
        _one_of(_PUBLISHES),
        SESSION,
    ),
    Key(
        "checkpoint_seconds",
        "How often the heads of finished rounds are signed and published; at closing they always are.",
        600,
        _whole(10, 86_400, "seconds"),
        NOW,
    ),
    Key(
        "large_payout",
        "From what amount on a payout on one wager is noted among the significant events.",
        "$10,000",
        _money(100, MOST_CENTS),
        NOW,
    ),
    Key(
        "notice_minutes",
        "How long notices that players are owed are shown before a changed submission takes the place of the old.",
        30,
        _whole(1, 10_080, "minutes"),
        NOW,
    ),
)

# ---- a table -------------------------------------------------------------------------------------------

RULEBOOK = Key(
    "rulebook",
    "By which rulebook the table is run: a name, which `croupier rules` lists, or the path of one's own, seen from the"
    " folder of this file: ./my.toml, or a folder with rulebook.toml and the game's own game.py.",
    None,
    _rulebook,
    SESSION,
)
SUBMISSION = Key(
    "submission",
    "A file with the submission, seen from the folder of this file; or else [tables.NAME.options] with options of it.",
    None,
    _text(_LONGEST_FILE),
    SESSION,
)
OPTIONS = Key("options", "", None, _options, SESSION)
# The terms of a table: these three together make its submission.
TERMS = (RULEBOOK, SUBMISSION, OPTIONS)

TABLE = (
    Key(
        "cards",
        '"committed": they follow from secrets that were committed to; "real": a scanner enters what a shoe deals.',
        "committed",
        _one_of(_CARDS),
        SESSION,
    ),
    Key(
        "automation",
        f'Steps that run by themselves: "{ALL}", or a list of those that do; the others wait for who takes them.'
        f" There are {', '.join(STEPS)}.",
        ALL,
        _some_of(sorted(ALL_STEPS), ALL),
        SESSION,
    ),
    Key(
        "supervised",
        "Whether what a supervisor has to rule on waits for one. If not, the ruling's default is taken, with notice.",
        default=False,
        read=_switch,
        taken_up=NOW,
    ),
    Key(
        "bet_seconds",
        "How long those who are ready wait for those who are not. Nobody is hurried who plays alone.",
        30,
        _whole(5, 3600, "seconds"),
        NOW,
    ),
    Key("decide_seconds", "How long a player who is asked may think.", 60, _whole(5, 3600, "seconds"), NOW),
    Key("away_seconds", "How long the table waits for one who is away and asked.", 5, _whole(1, 3600, "seconds"), NOW),
    Key(
        "keep_seat_minutes",
        "How long a seat is kept for one who is away; then the chips go to the wallet. 0: until the session ends.",
        15,
        _whole(0, 1440, "minutes"),
        NOW,
    ),
    Key(
        "keep_guest_minutes",
        "How long a seat is kept for a guest whose connection is gone, from then on. 0: as long as for others.",
        2,
        _whole(0, 1440, "minutes"),
        NOW,
    ),
    Key(
        "card_milliseconds",
        "Pace: how long clients take to show a card that was dealt. The time to decide begins when all is shown.",
        250,
        _whole(0, 2000, "milliseconds"),
        NOW,
    ),
    Key(
        "step_milliseconds",
        "The same of everything else that is shown: a shuffle, a hand that is turned up, a wager that is settled.",
        400,
        _whole(0, 5000, "milliseconds"),
        NOW,
    ),
    Key("sits", f"Who may sit down: {_quoted(SITTERS)}.", list(SITTERS), _some_of(SITTERS), NOW),
    Key(
        "coach",
        "Whether players may ask the coach what their choices are worth.",
        default=True,
        read=_switch,
        taken_up=NOW,
    ),
)
PUBLISHED = Key(
    "publishes",
    "When this table's seeds are made known, where that differs from the house.",
    None,
    _one_of(_PUBLISHES),
    SESSION,
)
