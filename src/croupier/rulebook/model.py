"""The data model of a regulation: its clauses, wagers, pay tables, options and rulings. Nothing here reads a file.

Code cites a rule by its stable name; a rulebook binds the name to its printed clauses.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from textwrap import shorten
from typing import Any, Literal, NamedTuple, TypeAlias

from croupier.cards import DECKS, Deck
from croupier.errors import CroupierError
from croupier.html_table import html_table
from croupier.money import USD, Cents, Currency
from croupier.rulebook.pay import As, Pay

Kind: TypeAlias = Literal[
    "heading",
    "definition",
    "ranking",
    "equipment",
    "procedure",
    "wager",
    "decision",
    "settlement",
    "payout",
    "irregularity",
    "notice",
]
# A condition: an option, and the values under which a part of the rulebook is in force.
When: TypeAlias = tuple[str, tuple[str, ...]]
_BRIEF = 60  # characters of a clause in a list
OptionKind: TypeAlias = Literal["choice", "number", "money", "text", "progressive"]

ENGLISH = "en"

# The parts of a clause's printed id: 10(b)(3)(i), 18.5(c)1ii, 11.D(3)(g), 13(h)a, 3.(b), P2(a), 55-20-1(5).
_ID_PARTS = re.compile(r"^[A-Z]\d+|\.?\(\w+\)|\.[A-Z]|\.\d+[A-Z]?|\d+(?:-\d+)*a?|[ivx]+|[a-z]")


class UnknownError(CroupierError, KeyError):
    """A name that a rulebook does not have; the message says which names it has."""


@dataclass(frozen=True, slots=True)
class Term:
    """A defined term, which has no clause number of its own."""

    section: str
    name: str
    says: str
    also: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a clause: its words and, if it asks nothing of a table, why it is outside."""

    says: str
    outside: str | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered clause, paraphrased."""

    id: str
    kind: Kind
    says: str
    rules: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()
    outside: str | None = None
    adopted: date | None = None
    amended: tuple[date, ...] = ()
    same_as: str | None = None
    changes: str | None = None
    when: When | None = None  # condition under which it and the clauses under it are in force
    hours: int | None = None  # hours after which a deck is changed
    parts: tuple[Part, ...] = ()  # of a clause that a table keeps in one part and not in another

    @property
    def origin(self) -> str | None:
        """The clause of the earlier edition that this one repeats or changes."""
        return self.same_as or self.changes

    @property
    def brief(self) -> str:
        """The first words of the clause, for lists."""
        return shorten(self.says, _BRIEF, placeholder=" ...")

    @property
    def depth(self) -> int:
        """The depth of the clause in its document."""
        return len(id_parts(self.id))

    def __repr__(self) -> str:
        return f"<Clause {self.id}: {self.kind}>"


def id_parts(clause: str) -> list[str]:
    """Split a printed id into its parts; a number that is used twice stays one part."""
    number, _, again = clause.partition(" ")
    parts = _ID_PARTS.findall(number)
    return [*parts[:-1], f"{parts[-1]} {again}"] if again else parts


def is_under(clause: str, above: str) -> bool:
    """True if a clause stands under another in its document."""
    parts, over = id_parts(clause), id_parts(above)
    return len(parts) > len(over) and parts[: len(over)] == over


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice that the document requires: by which clause, and under which other regulation."""

    clause: str
    ref: str


@dataclass(frozen=True, slots=True)
class Ground:
    """The ground for a condition: its clause and, if the clause alone does not decide, the ruling."""

    clause: str
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class AtMost:
    """A bound on a stake: so many times another wager or, where that is more, the table's minimum."""

    times: int
    of: str
    or_minimum: bool = False


# The hands that the pay table of a side wager may look at; without one, the game's own code says which.
LooksAt: TypeAlias = Literal["own hand", "dealer's hand", "losing hand", "other hands"]


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager and its conditions."""

    name: str
    title: str
    clauses: tuple[str, ...]
    required: bool = False
    placed: Literal["before the deal", "during the round"] = "before the deal"
    equal_to: str | None = None
    of: str | None = None  # it is a multiple of that wager, as the round allows
    exactly: Cents | None = None
    at_most: AtMost | None = None
    needs: tuple[str, ...] = ()
    needs_by: Ground | None = None
    side: bool = False
    bounds: Literal["own", "table"] = "own"  # a side wager's limits, unless they are the table's
    offered: tuple[str, str] | None = None  # an option, and its value that takes the wager off the table
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class PayRow:
    """A pay-table row: a hand and its payout, with its clause and, if it has one, its condition."""

    hand: str
    pays: Pay | As
    clause: str
    when: When | None = None
    ruling: str | None = None
    title: str | None = None

    @property
    def name(self) -> str:
        """The row in words: `Pair of tens or better`."""
        return self.title or self.hand.replace("_", " ").capitalize()


@dataclass(frozen=True, slots=True)
class PayTable:
    """One column of a pay table."""

    name: str
    title: str
    wagers: tuple[str, ...]
    clause: str
    exact: bool
    rows: tuple[PayRow, ...]
    by: str | None = None
    column: str | None = None
    looks_at: LooksAt | None = None
    stake_from: Cents | None = None  # the least stake that it pays on

    def __repr__(self) -> str:
        return f"<PayTable {self.name}{f' {self.column}' if self.column else ''}: {len(self.rows)} rows>"


@dataclass(frozen=True, slots=True)
class Limit:
    """A payout limit on the wagers of one hand: imposed, or set by an option at no less than this."""

    clause: str
    wagers: tuple[str, ...]
    amount: Cents
    imposed: bool = False
    option: str | None = None
    or_minimum_win: bool = False
    when: When | None = None
    notice: Notice | None = None
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class SignNote:
    """A note on the sign about a wager, beside its odds, with its condition."""

    wager: str
    says: str
    clause: str
    when: When | None = None
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class Sign:
    """The clauses on the payout sign, the phrases that must stand on it, and its notes beside the odds."""

    clauses: tuple[str, ...]
    phrases: tuple[str, ...] = ()
    notes: tuple[SignNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the operator. Its first value is the default."""

    name: str
    title: str
    clauses: tuple[str, ...]
    kind: OptionKind = "choice"
    values: Mapping[str, str] | None = None  # each value with its meaning
    default: int | None = None
    least: int | None = None
    most: int | None = None
    ruling: str | None = None
    only_if: Mapping[str, tuple[str, ...]] | None = None
    currency: Currency = USD
    times: str | None = None  # the option that its values are multiples of, which makes an amount of them
    # the terms of a progressive
    stake: Cents | None = None
    cards: Mapping[str, str] | None = None
    hands: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Option {self.name}: {self.kind}>"


@dataclass(frozen=True, slots=True)
class Condition:
    """A constraint between options: a choice that is allowed only with certain values of others."""

    given: tuple[str, str]
    needs: Mapping[str, tuple[str, ...]]
    clause: str
    says: str
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling on a contradiction or a gap in the document: the readings, the one taken first, and why."""

    id: str
    clauses: tuple[str, ...]
    question: str
    readings: tuple[str, ...]
    reason: str
    option: str | None = None
    rules: tuple[str, ...] = ()  # a result that is settled by one of these rules rests on this ruling
    wagers: tuple[str, ...] = ()  # only for these wagers; empty: for all
    cited: tuple[str, ...] = ()  # the stable names by which code cites this ruling
    steps: tuple[str, ...] = ()  # a refusal or an irregularity by one of these rules rests on this ruling

    def __repr__(self) -> str:
        return f"<Ruling {self.id}: {self.question}>"


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction that a person carries out by a rule: the sentence, the moments for it, and a further condition."""

    rule: str
    says: str
    at: tuple[str, ...]
    only: str | None = None
    clauses: tuple[str, ...] = ()  # filled in when it is shown: the clauses in force


class Beside(NamedTuple):
    """The files beside a rulebook in a folder that was named at the machine: a game's code, and strategies by name."""

    code: str = ""
    strategies: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """A regulation as data."""

    id: str
    title: str
    short: str
    game: str
    jurisdiction: str
    document: str
    deck_name: str
    follows: str | None
    hash: str
    clauses: tuple[Clause, ...]
    terms: tuple[Term, ...]
    wagers: Mapping[str, Wager]
    tables: tuple[PayTable, ...]
    limits: tuple[Limit, ...]
    sign: Sign
    options: Mapping[str, Option]
    conditions: tuple[Condition, ...]
    rulings: Mapping[str, Ruling]
    gaps: tuple[str, ...] = ()  # clauses after which the document's own numbering leaves one out
    lines: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)  # of its parts in its text
    data: str = field(default="", repr=False)  # the data that it was built from, as JSON; the hash is over this text
    currency: Currency = USD
    language: str = "en"  # of its words
    translations: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, repr=False)  # by language
    beside: Beside = field(
        default=Beside(), repr=False, compare=False
    )  # never from data: only from a folder that was named

    def __repr__(self) -> str:
        return f"<Rulebook {self.id}: {self.title}, {self.jurisdiction}, {len(self.clauses)} clauses>"

    def _repr_html_(self) -> str:
        rows = [(clause.id, clause.says) for clause in self.clauses if clause.depth == self._top_depth]
        return html_table(rows, about=f"{self.title}, {self.jurisdiction} ({self.id})")

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that it can be read in, its own first."""
        return (ENGLISH, *self.translations)

    def money(self, amount: Cents) -> str:
        """Format an amount in its currency, as its language writes it."""
        return self.currency.text(amount, self.language)

    def to_data(self) -> dict[str, Any]:
        """The data that it was built from, as `croupier.read_rulebook` takes it."""
        made: dict[str, Any] = json.loads(self.data)[0]
        return made

    @property
    def deck(self) -> Deck:
        """The deck that the game is played with."""
        return DECKS[self.deck_name]

    @cached_property
    def _by_id(self) -> dict[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    @cached_property
    def _by_rule(self) -> dict[str, tuple[str, ...]]:
        bound: dict[str, tuple[str, ...]] = {}
        for clause in self.clauses:
            for rule in clause.rules:
                bound[rule] = (*bound.get(rule, ()), clause.id)
        return bound

    @property
    def rules(self) -> Mapping[str, tuple[str, ...]]:
        """The stable names that this rulebook binds, each to its printed clauses."""
        return self._by_rule

    def clause(self, clause: str) -> Clause:
        """The clause with that printed id; blanks and a leading 'section' are tolerated."""
        asked = re.sub(r"^(section|chapter|§)", "", clause.strip(), flags=re.IGNORECASE).strip()
        for spelled in (asked, asked.replace(" ", "")):
            if spelled in self._by_id:
                return self._by_id[spelled]
        raise UnknownError(f"{self.id} has no clause {clause!r}; {self._nearest(asked)}")

    def _nearest(self, asked: str) -> str:
        section = (id_parts(asked) or [""])[0]
        under = [each.id for each in self.clauses if id_parts(each.id)[0] == section]
        if not under:
            return f"its sections are {', '.join(each.id for each in self.clauses if each.depth == self._top_depth)}"
        from difflib import get_close_matches

        near = get_close_matches(asked, under, n=6, cutoff=0.5) or under[:6]
        return f"nearest are {', '.join(near)}"

    @cached_property
    def _top_depth(self) -> int:
        return min(each.depth for each in self.clauses)

    def under(self, clause: str) -> tuple[Clause, ...]:
        """The clauses under another, at any depth."""
        return tuple(each for each in self.clauses if is_under(each.id, clause))

    def deck_hours(self, dealing: str) -> int | None:
        """The hours after which a deck that is dealt this way is changed; None where the document sets none."""
        bounds = (clause for clause in self.clauses if clause.hours is not None)
        return next((clause.hours for clause in bounds if clause.when is None or dealing in clause.when[1]), None)

    def cite(self, *rules: str) -> str:
        """The printed clauses of rules, as an error or a settlement names them: `UTH 7(e), 8(e)`."""
        ids = [clause for rule in rules for clause in self._by_rule[rule]]
        return f"{self.short} {', '.join(dict.fromkeys(ids))}"

    @cached_property
    def _by_ruling_name(self) -> dict[str, tuple[str, ...]]:
        named: dict[str, tuple[str, ...]] = {}
        for ruling in self.rulings.values():
            for name in ruling.cited:
                named[name] = (*named.get(name, ()), ruling.id)
        return named

    def ruled(self, name: str) -> tuple[str, ...]:
        """The rulings that this rulebook binds to a stable name; none, if the document needs no such ruling."""
        return self._by_ruling_name.get(name, ())

    def rulings_on(self, clause: str) -> tuple[Ruling, ...]:
        """The rulings that concern a clause."""
        return tuple(ruling for ruling in self.rulings.values() if clause in ruling.clauses)
