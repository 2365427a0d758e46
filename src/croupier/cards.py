"""Cards and decks: ints inside, text at the edge. Nothing here knows a game or a ranking.

A card is an int from 0 to one less than the deck's size. In the standard deck it is four times the rank (0 for
a two, 12 for an ace) plus the suit (clubs, diamonds, hearts, spades). In the Dragon deck, where most cards
come in several alike copies, every copy has an int of its own, so that a deck is always each int once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.citations import keeps
from croupier.errors import CroupierError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

RANKS = "23456789TJQKA"
SUITS = "cdhs"

# The Dragon deck's faces with the name of each and how many there are, highest character first.
DRAGON_FACES = {
    "GD": ("Gold Dragon", 1),
    "RD": ("Red Dragon", 3),
    "BD": ("Blue Dragon", 3),
    "PH": ("Phoenix", 7),
    "TI": ("Tiger", 8),
    "PA": ("Panda", 9),
    "MO": ("Monkey", 10),
    "RA": ("Rabbit", 12),
}

_RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_SUIT_SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


class CardError(CroupierError, ValueError):
    """Invalid text for cards; the message says which cards, and why."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck, with the text (`Ah`) and the name in words of each of its cards."""

    name: str
    faces: tuple[str, ...]
    names: tuple[str, ...]
    _by_face: dict[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_face: dict[str, tuple[int, ...]] = {}
        for card, face in enumerate(self.faces):
            by_face[face] = (*by_face.get(face, ()), card)
        object.__setattr__(self, "_by_face", by_face)

    def __len__(self) -> int:
        return len(self.faces)

    def __repr__(self) -> str:
        return f"<Deck {self.name}: {len(self)} cards>"

    def text(self, cards: Iterable[int]) -> str:
        """The cards as text, `Ah Td`."""
        return " ".join(self.faces[card] for card in cards)

    def parse(self, text: str, count: int | None = None) -> tuple[int, ...]:
        """Parse the cards that a text names; equal copies are taken in order.

        The CardError lists everything that is wrong with the text.
        """
        faces = [face for word in text.replace(",", " ").split() for face in self._split(word)]
        unknown = sorted({face for face in faces if face not in self._by_face}, key=faces.index)
        seen = Counter(faces)
        repeated = [face for face in seen if face in self._by_face and seen[face] > len(self._by_face[face])]
        faults = [f"{face!r} is no card of the {self.name} deck" for face in unknown]
        faults += [self._too_often(face, seen[face]) for face in repeated]
        if count is not None and len(faces) != count:
            faults.append(f"{count} card{'s' * (count != 1)} expected, {len(faces)} given")
        if faults:
            msg = f"{'; '.join(faults)} ({self._help(text, faces, unknown)})"
            raise CardError(msg)
        taken: Counter[str] = Counter()
        cards = []
        for face in faces:
            cards.append(self._by_face[face][taken[face]])
            taken[face] += 1
        return tuple(cards)

    def _split(self, word: str) -> list[str]:
        """Split a word into faces; `ah`, `10h`, `A♥`, `AhTd` and `rd` are all understood."""
        for sign, letter in _SUIT_SIGNS.items():
            word = word.replace(sign, letter)
        if len(self._by_face) == len(self.faces):
            word = word.replace("10", "T")
        pairs = [word[i : i + 2] for i in range(0, len(word), 2)]
        faces = [self._spelled(pair) for pair in pairs]
        return faces if len(word) > 2 and all(face in self._by_face for face in faces) else [self._spelled(word)]  # noqa: PLR2004 - every face has two letters

    def _spelled(self, word: str) -> str:
        for spelling in (word[:1].upper() + word[1:].lower(), word.upper()):
            if spelling in self._by_face:
                return spelling
        return word

    def _too_often(self, face: str, times: int) -> str:
        there_are = len(self._by_face[face])
        return f"{face} is named {times} times and the deck has {'one' if there_are == 1 else there_are}"

    def _help(self, text: str, faces: Sequence[str], unknown: Sequence[str]) -> str:
        if unknown:
            return f"cards are written {self.text(self._example())}"
        return f"read as {' '.join(faces)!r}" if faces else f"{text!r} names none"

    def _example(self) -> tuple[int, ...]:
        if len(self._by_face) < len(self.faces):
            return tuple(cards[0] for cards in self._by_face.values())
        return (self._by_face["Ah"][0], self._by_face["Td"][0])


@keeps("deck.cards")
def _standard() -> Deck:
    return Deck(
        "standard",
        tuple(rank + suit for rank in RANKS for suit in SUITS),
        tuple(f"{rank} of {suit}" for rank in _RANK_NAMES for suit in _SUIT_NAMES),
    )


@keeps("deck.cards")
def _dragon() -> Deck:
    faces = [(face, name) for face, (name, copies) in DRAGON_FACES.items() for _ in range(copies)]
    return Deck("dragon", tuple(face for face, _ in faces), tuple(name for _, name in faces))


STANDARD = _standard()
DRAGON = _dragon()
DECKS = {deck.name: deck for deck in (STANDARD, DRAGON)}


def rank(card: int) -> int:
    """The rank of a standard card, 0 for a two to 12 for an ace."""
    return card >> 2


def suit(card: int) -> int:
    """The suit of a standard card, 0 to 3 for clubs, diamonds, hearts and spades."""
    return card & 3


def rank_name(of: int, *, plural: bool = False) -> str:
    """A rank in words: ace, or aces."""
    name = _RANK_NAMES[of]
    return name + ("es" if name == "six" else "s") * plural
