"""The words that conditions are written in, and what each of them asks of the cards.

Hands are called as their ranking calls them, so that a game's own deck brings its own words; ranks, suits and draws are
those of the standard deck.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from itertools import groupby
from types import ModuleType

from croupier.analysis.errors import StrategyError
from croupier.analysis.kernels.features import (
    ALLOWED,
    DEALER,
    FILLS,
    FLUSH,
    FLUSH_RANK,
    HIDDEN,
    IN_HAND,
    KNOWN,
    MADE,
    MATCHED,
    ON_BOARD,
    OUTS,
    RANK,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUITED,
    Check,
    code,
)
from croupier.analysis.model.tree import Tree
from croupier.cards import STANDARD, CardError, Deck, rank_name
from croupier.games.game import Game
from croupier.hands import five

ANY = 1 << 30  # above every feature
ACE_TO_FIVE = 5

_RANKS = {rank_name(rank): rank for rank in range(five.ACE + 1)}
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_PLACES = {"high": 1, "second": 2, "third": 3, "low": 0}
_SCOPES = {"": KNOWN, "in hand ": IN_HAND, "on the board ": ON_BOARD}

_SCOPE = "(in hand |on the board |)"
_RANK = f"({'|'.join(_RANKS)})"
_NUMBER = f"({'|'.join(_NUMBERS)})"
_OR = "( or better| or lower|)"

_FORMS = (
    '"pair of tens or better", "hidden pair", "in hand pair of twos", "on the board two pairs or better", '
    '"high card king", "second card four or better", "low card five or lower", "two cards ten or better", "suited", '
    '"four to a flush", "four to a flush with a hidden ten or better", "three to a royal flush", '
    '"three to a straight flush", "three to a straight spread 4 or less", "four to an outside straight", '
    '"four to an inside straight", "fewer than 21 dealer outs", "at least 21 dealer outs", "allowed"'
)
_SHOWN = '"dealer card ten or better", "dealer card of a rank in hand", '
_DEALER = "dealer card "


def _between(value: int, how: str) -> tuple[int, int]:
    return (value, ANY) if how == " or better" else (0, value) if how == " or lower" else (value, value)


def _ranked(found: re.Match[str]) -> Check:
    scope, place, rank, how = found.groups()
    return Check(RANK, _PLACES[place], _SCOPES[scope], *_between(_RANKS[rank], how))


def _several(found: re.Match[str]) -> Check:
    scope, number, rank = found.groups()
    return Check(RANK, _NUMBERS[number], _SCOPES[scope], _RANKS[rank], ANY)


def _suited(found: re.Match[str]) -> Check:
    return Check(SUITED, 0, _SCOPES[found[1]], 1, 1)


def _flush(found: re.Match[str]) -> Check:
    number, rank = found.groups()
    if rank:
        return Check(FLUSH_RANK, _NUMBERS[number], KNOWN, _RANKS[rank], ANY)
    return Check(FLUSH, 0, KNOWN, _NUMBERS[number], ANY)


def _royal(found: re.Match[str]) -> Check:
    return Check(ROYAL, 0, KNOWN, _NUMBERS[found[1]], ANY)


def _straight(found: re.Match[str]) -> Check:
    number, flush, spread, less = found.groups()
    most = int(spread or ACE_TO_FIVE)
    least = most if spread and not less else 0
    return Check(STRAIGHT_FLUSH if flush else STRAIGHT, _NUMBERS[number], KNOWN, least, most)


def _filled(found: re.Match[str]) -> Check:
    return Check(FILLS, 0, KNOWN, *((2, ANY) if found[1] == "outside" else (1, 1)))


def _outs(found: re.Match[str]) -> Check:
    number = int(found[2])
    return Check(OUTS, 0, KNOWN, *((0, number - 1) if found[1] == "fewer than" else (number, ANY)))


def _dealer(found: re.Match[str]) -> Check:
    return Check(DEALER, 0, KNOWN, *_between(_RANKS[found[1]], found[2]))


def _matched(_found: re.Match[str]) -> Check:
    return Check(MATCHED, 0, KNOWN, 1, 1)


_PHRASES: tuple[tuple[str, Callable[[re.Match[str]], Check]], ...] = (
    (f"{_SCOPE}(high|second|third|low) card {_RANK}{_OR}", _ranked),
    (f"{_SCOPE}{_NUMBER} cards? {_RANK} or better", _several),
    (f"{_SCOPE}suited", _suited),
    (f"{_NUMBER} to a flush(?: with a hidden {_RANK} or better)?", _flush),
    (f"{_NUMBER} to a royal flush", _royal),
    (rf"{_NUMBER} to a straight( flush)?(?: spread ([1-5])( or less)?)?", _straight),
    ("four to an (outside|inside) straight", _filled),
    (r"(fewer than|at least) (\d+) dealer outs", _outs),
    (f"{_DEALER}{_RANK}{_OR}", _dealer),
    (f"{_DEALER}of a rank in hand", _matched),
)


class Words:
    """The words of one game."""

    def __init__(self, game: Game, deck: Deck, tree: Tree) -> None:
        self.deck = deck
        self.standard = deck is STANDARD
        self._ranking = game.ranking or five.strength
        self._own = tree.own
        self._shown = tree.shown > 0
        # A ranking of another kind of hand is asked for all of a player's cards, and for no part of a hand.
        self.ranks_itself = self._ranking is not five.strength
        self._names_hands = not self.ranks_itself or tree.community == 0

    def condition(self, text: str, choice: int) -> tuple[Check, ...]:
        """The tests of a condition, phrases joined by `and`; `choice` is the place of the one that it leads to."""
        return tuple(self._phrase(phrase.strip(), choice) for phrase in text.split(" and "))

    def strength(self, own: tuple[int, ...]) -> int:
        """The strength of a hand by the game's own ranking, or -1 where the features know."""
        return self._ranking(own) if self.ranks_itself and self._names_hands else -1

    @property
    def accepted(self) -> str:
        """The words that a condition may use."""
        any_hand = f'"{self.deck.text(range(self._own))} or better" or any other hand, "allowed"'
        return f"{_SHOWN * self._shown + _FORMS if self.standard else any_hand}, joined by and"

    def _phrase(self, text: str, choice: int) -> Check:
        said = re.sub("^an? ", "", text)
        if said == "allowed":
            return Check(ALLOWED, choice, KNOWN, 1, 1)
        if said.startswith(_DEALER) and not self._shown:
            raise StrategyError(f"no card of the dealer's is seen, and {text!r} looks at one", self.accepted)
        found = (self._drawn(said) if self.standard else None) or self._hand(said)
        if found is None:
            raise StrategyError(f"no condition is called {text!r}", self.accepted)
        return found

    @staticmethod
    def _drawn(text: str) -> Check | None:
        for pattern, check in _PHRASES:
            if found := re.fullmatch(pattern, text):
                return check(found)
        return None

    # ---- made hands ------------------------------------------------------------------------------------

    def _hand(self, text: str) -> Check | None:
        found = re.fullmatch(f"(hidden |in hand |on the board |)(.*?){_OR}", text)
        if found is None or not self._names_hands:
            return None
        scope, name, how = found.groups()
        bounds = self._hands.get(name.lower()) or self._cards(name)
        if bounds is None:
            return None
        low, high = bounds
        low, high = (0 if how == " or lower" else low), (ANY if how == " or better" else high)
        return Check(HIDDEN if scope == "hidden " else MADE, 0, _SCOPES.get(scope, KNOWN), low, high)

    def _cards(self, text: str) -> tuple[int, int] | None:
        """A hand given by its cards, as they are written (`PH PA RA`) or in words (`Phoenix, Panda, Rabbit`)."""
        faces = {name.casefold(): face for name, face in zip(self.deck.names, self.deck.faces, strict=True)}
        named = " ".join(faces.get(each.strip().casefold(), each) for each in text.split(","))
        try:
            cards = self.deck.parse(named, self._own if self.ranks_itself else 5)
        except CardError:
            return None
        value = self._value(self._ranking(cards))
        return value, value

    @cached_property
    def _module(self) -> ModuleType:
        return import_module(self._ranking.__module__)

    def _value(self, strength: int) -> int:
        """A strength as the features have it."""
        return strength if self.ranks_itself else code(five.LADDER[strength])

    @cached_property
    def _hands(self) -> dict[str, tuple[int, int]]:
        """The hands that have a name, each between two bounds; fewer cards than a hand has lie between them too."""
        ladder = range(len(self._module.LADDER))
        categories = [self._module.LADDER[each].category.name.replace("_", " ").lower() for each in ladder]
        words = [self._module.words(each).lower() for each in ladder] if hasattr(self._module, "words") else categories
        named: dict[str, tuple[int, int]] = {}
        for names in (words, categories):
            for name, places in groupby(ladder, key=names.__getitem__):
                first, *rest = places
                below = self._value(first - 1) + 1 if first else 0
                named[name] = below, self._value([first, *rest][-1])
        return named
