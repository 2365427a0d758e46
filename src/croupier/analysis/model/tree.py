"""The round as one player lives it: cards that come, questions, and the end, read off a game's script.

The words of a script are understood here and nowhere else in the analysis; solvers, coach and strategies read the tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import cached_property
from typing import Literal, TypeAlias

from croupier.analysis.errors import AnalysisError
from croupier.games.game import (
    Ask,
    Burn,
    Choice,
    CollectFolds,
    Community,
    Deal,
    DealerReveals,
    Draw,
    Script,
    Settle,
    Step,
    Stub,
    TurnUp,
)
from croupier.games.terms import Terms

Place: TypeAlias = Literal["own", "dealer", "community"]


@dataclass(frozen=True, slots=True)
class Chance:
    """Cards that come, all unseen cards being equally likely: whose they are, and if the player sees them."""

    whose: Place
    cards: int
    seen: bool


@dataclass(frozen=True, slots=True)
class Decide:
    """A turn of the player's: its choices, and the community cards that are face up, face down and to be burned."""

    stage: str
    choices: tuple[Choice, ...]
    unless: str | None = None  # a wager whose owner is not asked
    seen: int = 0
    face_down: int = 0  # on the table, to be turned up later
    to_burn: int = 0  # on the table, at the dealer's left


@dataclass(frozen=True, slots=True)
class Replacement:
    """Cards that come in the place of those put away, as many."""


@dataclass(frozen=True, slots=True)
class End:
    """The end of the round: hidden cards are turned up, and wagers settled."""


Node: TypeAlias = Chance | Decide | Replacement | End

# The steps of a script that the analysis understands, with the fields that it reads or that change no amount.
_UNDERSTOOD: Mapping[type, frozenset[str]] = {
    Deal: frozenset(
        {
            "each",
            "dealer",
            "community",
            "dealer_up",
            "rule",
            "sides_alone",
            "counted_chips",
            "wrong_count",
            "completed",
        }
    ),
    Ask: frozenset({"stage", "rule", "choices", "unless"}),
    Choice: frozenset(
        {
            "name",
            "rule",
            "wager",
            "times",
            "withdraws",
            "discards",
            "fewest",
            "ending",
            "settles",
            "at_once",
            "turns_up",
        }
    ),
    Burn: frozenset({"of_community"}),
    Community: frozenset({"cards", "rule"}),
    TurnUp: frozenset({"cards", "rule", "of"}),
    Stub: frozenset(),
    CollectFolds: frozenset(),
    DealerReveals: frozenset({"exposed_until", "returns_folds"}),
    Draw: frozenset({"rule"}),
    Settle: frozenset(
        {"wagers", "collects", "keeps_from", "announces", "without_dealer", "counts_folds", "plays_void"}
    ),
}


@dataclass(frozen=True)
class Tree:
    """The nodes that every player passes in this order; a choice may leave out the questions after it."""

    nodes: tuple[Node, ...]

    @classmethod
    def of(cls, script: Script, terms: Terms) -> Tree:
        """The tree of a script. Burned cards are unseen cards like the rest of the deck, and count for nothing.

        An AnalysisError names the first step that is not understood: no figure is better than a wrong one.
        """
        return cls((*_nodes(script, terms), End()))

    @cached_property
    def turns(self) -> tuple[Decide, ...]:
        """The questions, in order."""
        return tuple(node for node in self.nodes if isinstance(node, Decide))

    @cached_property
    def own(self) -> int:
        """The number of cards dealt to a player."""
        return self._cards("own")

    @cached_property
    def dealer(self) -> int:
        """The number of the dealer's cards."""
        return self._cards("dealer")

    @cached_property
    def shown(self) -> int:
        """The number of the dealer's cards that are seen before the first question."""
        return sum(
            node.cards for node in self.nodes if isinstance(node, Chance) and node.whose == "dealer" and node.seen
        )

    @cached_property
    def community(self) -> int:
        """The number of community cards that are seen in the end."""
        return self._cards("community")

    @cached_property
    def discards(self) -> int:
        """The most cards that a player puts away."""
        return max((choice.discards for turn in self.turns for choice in turn.choices), default=0)

    @cached_property
    def replaces(self) -> bool:
        """True if as many cards come as were put away."""
        return any(isinstance(node, Replacement) for node in self.nodes)

    @cached_property
    def drawn(self) -> tuple[int, ...]:
        """The numbers of cards that may come in the place of those put away."""
        drawn = {0}
        for turn in self.turns if self.replaces else ():
            more = {many for each in turn.choices for many in range(each.least_discards, each.discards + 1)}
            drawn = {one + other for one in drawn for other in more}
        return tuple(sorted(drawn))

    def _cards(self, whose: Place) -> int:
        return sum(node.cards for node in self.nodes if isinstance(node, Chance) and node.whose == whose)

    def shown_early(self, early: int) -> Tree:
        """The tree where so many community cards were seen before their time, which the floor may let pass (S12).

        The cards turned up after that are those still face down, so a player sees so many more at every turn.
        """
        if early <= 0:
            return self
        nodes: list[Node] = []
        seen = 0
        for node in self.nodes:
            if isinstance(node, Chance) and node.whose == "community":
                more = min(node.cards, self.community - seen)
                nodes += [replace(node, cards=more)] * bool(more)
                seen += more
            elif isinstance(node, Decide):
                by_then = min(node.seen + early, self.community)
                nodes += [Chance("community", by_then - seen, seen=True)] * (by_then > seen)
                seen = by_then
                nodes.append(replace(node, seen=seen, face_down=max(node.face_down - (seen - node.seen), 0)))
            else:
                nodes.append(node)
        return Tree(tuple(nodes))


def _nodes(script: Script, terms: Terms) -> Iterator[Node]:
    """The nodes of a script up to its end."""
    deal, seen, late = None, 0, ""
    stages: list[str] = []
    to_burn = sum(isinstance(step, Burn) and step.of_community for step in script)
    face_down = sum(step.cards for step in script if isinstance(step, TurnUp) and step.of == "community")
    for step in script:
        _check_understood(step)
        if isinstance(step, Deal):
            if deal or stages:
                raise _not_understood(step, "a second deal, or one after a question")
            if step.community < face_down + to_burn:
                raise _not_understood(step, f"{face_down + to_burn} cards turned up or burned of {step.community} laid")
            deal = step
            yield from _dealt(deal, _shown(script, deal))
        elif isinstance(step, Burn):
            to_burn -= step.of_community
        elif isinstance(step, Draw):
            yield Replacement()
        elif isinstance(step, Community) or (isinstance(step, TurnUp) and step.of == "community"):
            seen += step.cards
            face_down -= step.cards if isinstance(step, TurnUp) else 0
            yield Chance("community", step.cards, seen=True)
        elif isinstance(step, Ask):
            _check_place(step, stages, late)
            _check_wagers(step, terms)
            stages.append(step.stage)
            yield Decide(step.stage, step.choices, step.unless, seen, face_down, to_burn)
        late = late or _too_late(step, asked=bool(stages))
    if deal is None:
        raise AnalysisError("the script deals no cards", "a script with one Deal")


def _dealt(deal: Deal, shown: int) -> Iterator[Chance]:
    """The first cards. Community cards that are laid face down are cards that come when they are turned up."""
    yield Chance("own", deal.each, seen=True)
    if deal.dealer > shown:
        yield Chance("dealer", deal.dealer - shown, seen=False)
    if shown:
        yield Chance("dealer", shown, seen=True)


def _shown(script: Script, deal: Deal) -> int:
    """The number of the dealer's cards that lie face up at the first question."""
    shown = deal.dealer_up
    for step in script:
        if isinstance(step, Ask):
            break
        if isinstance(step, TurnUp) and step.of == "dealer":
            shown += step.cards
            if shown > deal.dealer:
                raise _not_understood(step, f"{shown} of the dealer's cards seen of {deal.dealer}")
    return shown


def _check_understood(step: Step | Choice) -> None:
    """Refuse a step of an unknown type, and a field that is unknown and away from its default."""
    known = _UNDERSTOOD.get(type(step))
    if known is None:
        raise _not_understood(step, "a step of this type")
    for field in fields(step):
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if field.name not in known and getattr(step, field.name) != default:
            raise _not_understood(step, f"{field.name}={getattr(step, field.name)!r}")
    for choice in step.choices if isinstance(step, Ask) else ():
        _check_understood(choice)


def _too_late(step: Step, *, asked: bool) -> str:
    """The fault of a question after this step; empty where one may come."""
    if isinstance(step, DealerReveals | Settle):
        return "a question after the dealer's reveal"
    if isinstance(step, Draw):
        return "a question after a draw"
    turned = asked and isinstance(step, TurnUp) and step.of == "dealer"
    return "a dealer's card turned up between two questions" * turned


def _check_place(ask: Ask, stages: list[str], late: str) -> None:
    """Refuse a question that comes too late, or that cannot be told from an earlier one."""
    if late:
        raise _not_understood(ask, late)
    if ask.stage in stages:
        raise _not_understood(ask, f"a second question called {ask.stage!r}")


def _check_wagers(ask: Ask, terms: Terms) -> None:
    """Refuse a question about a wager that the table has not, or whose size follows from no other wager."""
    for choice in ask.choices:
        if not isinstance(choice.times, int):
            raise _not_understood(choice, f"times={choice.times}, which is no whole number,")
        for name in filter(None, (choice.wager, choice.withdraws)):
            if name not in terms.wagers:
                raise _not_understood(choice, f"the wager {name!r}, which the table has not,")
        wager = terms.wagers[choice.wager] if choice.wager else None
        if wager is not None and (wager.of or wager.equal_to) not in terms.wagers:
            raise _not_understood(choice, f"the wager {wager.name!r}, whose size follows from no other,")


def _not_understood(step: Step | Choice, what: str) -> AnalysisError:
    why = f"the analysis does not understand {what} ({type(step).__name__} in the script)"
    return AnalysisError(why, "a script of " + ", ".join(each.__name__ for each in _UNDERSTOOD if each is not Choice))
