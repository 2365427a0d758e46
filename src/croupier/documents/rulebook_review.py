"""A review of a rulebook that somebody writes: everything that is open in it, and what a table does unasked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.documents import trace
from croupier.errors import CroupierError
from croupier.games import rulebook_check
from croupier.games.game import Game
from croupier.rulebook.checks.line_numbers import located
from croupier.rulebook.from_data import TextError, examined
from croupier.rulebook.loader import NAMES, load, rule_names
from croupier.rulebook.model import Rulebook

# Steps that a table takes only under a document that has them; every other step is taken whatever a document says.
ONLY_IF_BOUND = frozenset(
    {
        "ask.discard",
        "community.burn",
        "cut.to_bottom",
        "deal.bonus_chips",
        "deal.device_first",
        "irregular.dealer_exposed",
        "irregular.device_out",
        "irregular.face_up",
        "irregular.face_up_trips",
        "irregular.player_count",
        "seat.most",
        "seat.one_position",
        "shuffle.directed",
        "shuffle.into_shoe",
        "shuffle.then_cut",
        "stub.count",
        "stub.excused",
        "stub.removed",
        "wager.no_cash",
    }
)
# Rules about equipment that is at a table only if an option of the document has it.
_EQUIPMENT = {
    ("dealing", "automated_shoe"): ("deal.automated_shoe", "deal.stack_", "irregular.shoe_jam"),
    ("decks", "two"): ("deck.second", "open.two_decks"),
}


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a rulebook: its faults, what is unsaid and unbound, and what no clause asks for."""

    book: Rulebook | None  # None where its data is not of its form
    faults: tuple[str, ...]
    unsaid: tuple[str, ...] = ()
    unbound: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()

    @property
    def is_ready(self) -> bool:
        """True if a table may be opened under it."""
        return not (self.faults or self.unsaid or self.unbound)


def review(text: str, games: Mapping[str, Game]) -> Review:
    """Review the TOML text of a rulebook, for one of these games; a text that is no TOML is a TextError."""
    try:
        book, faults = examined(text)
    except TextError:
        raise
    except CroupierError as error:
        return Review(None, (str(error),))
    lines = book.lines
    game = games.get(book.game)
    if game is None:
        faults = [*faults, located(f"game: there is no game {book.game!r}; there are {', '.join(games)}", lines)]
    else:
        faults = [*faults, *(located(fault, lines) for fault in rulebook_check.faults(game, book, whole=not faults))]
    said = [clause for clause in book.clauses if clause.kind != "heading"]
    return Review(
        book,
        tuple(faults),
        tuple(located(f"clause {each.id} says nothing yet", lines) for each in book.clauses if not each.says.strip()),
        tuple(
            located(f"clause {each.id} is bound to no rule, and not outside", lines)
            for each in said
            if not each.rules and not each.outside
        ),
        tuple(f"{rule}: {rule_names()[rule]}" for rule in _unasked(book)),
    )


def _unasked(book: Rulebook) -> list[str]:
    """The rules that the package's documents state under all options, that code keeps, and that this one leaves out."""
    of_all = set.intersection(*(_always(load(name)) for name in NAMES))
    kept = set.union(*(set(trace.index().code.get(name, {})) for name in NAMES))
    absent = tuple(
        prefix
        for (option, value), prefixes in _EQUIPMENT.items()
        if option not in book.options or value not in (book.options[option].values or {})
        for prefix in prefixes
    )
    left_out = (of_all & kept) - ONLY_IF_BOUND - set(book.rules)
    return sorted(rule for rule in left_out if not rule.startswith(absent))


def _always(book: Rulebook) -> set[str]:
    """The rules that a document states whatever its options are."""
    return {rule for rule, clauses in book.rules.items() if _covers(book, clauses)}


def _covers(book: Rulebook, clauses: tuple[str, ...]) -> bool:
    """True if one of the clauses is in force under every value of the options that they depend on."""
    whens = [book.clause(each).when for each in clauses]
    covered = {
        when[0]: {value for each in whens if each and each[0] == when[0] for value in each[1]} for when in whens if when
    }
    return None in whens or any(values >= set(book.options[name].values or {}) for name, values in covered.items())
