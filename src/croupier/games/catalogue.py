"""The catalogue: the rulebooks and games that a program knows, the package's and those that were named at the machine.

It is a value, made where a program begins and passed down; nothing is registered. A game of one's own is the code of a
`game.py` beside its `rulebook.toml`: only a path that somebody named leads to it, never a recording or a message.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from croupier import games
from croupier.errors import GameCodeError
from croupier.games.game import Game
from croupier.games.own_code import FAILS, MOST_KEPT, run
from croupier.games.rulebook_check import check_rulebook
from croupier.rulebook import files, loader
from croupier.rulebook.files import RulebookFiles
from croupier.rulebook.loader import RulebookError
from croupier.rulebook.model import Beside, Rulebook, UnknownError
from croupier.rulebook.submission import Submission


class Title(NamedTuple):
    """A rulebook with the game that it is dealt by."""

    book: Rulebook
    game: Game


@dataclass(frozen=True)
class Catalogue:
    """The rulebooks that a program knows by their ids, each with its game; `own` are those beside the package's."""

    own: Mapping[str, Title] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The ids of all rulebooks, in order."""
        return tuple(sorted({*loader.NAMES, *self.own}))

    @property
    def books(self) -> tuple[Rulebook, ...]:
        """All rulebooks, in the order of their ids."""
        return tuple(self.book(name) for name in self.names)

    def title(self, name: str) -> Title:
        """The rulebook of that id with its game; an UnknownError if there is none."""
        if name in self.own:
            return self.own[name]
        if name not in loader.NAMES:
            near = get_close_matches(name, self.names, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise UnknownError(f"no rulebook {name!r}; {hint}there are {', '.join(self.names)}")
        book = loader.load(name)
        return Title(book, game_of(book))

    def book(self, name: str) -> Rulebook:
        """The rulebook of that id; an UnknownError if there is none."""
        return self.title(name).book

    def game(self, book: Rulebook) -> Game:
        """The game that a rulebook of this catalogue is dealt by."""
        known = self.own.get(book.id)
        return known.game if known is not None and known.book.game == book.game else game_of(book)

    def has(self, book: Rulebook) -> bool:
        """True if exactly this rulebook is in the catalogue."""
        return book.id in self.names and self.book(book.id).hash == book.hash

    def adding(self, title: Title) -> Catalogue:
        """The catalogue with one more rulebook; a RulebookError if another rulebook or game has its name."""
        book, game = title
        if book.id in self.names and not self.has(book):
            raise RulebookError(f"another rulebook is called {book.id}", "an id of its own")
        for other in self.own.values():
            if other.game.name == game.name and other.game.code != game.code:
                raise RulebookError(f"another game is called {game.name}", "a name of its own")
        return Catalogue({**self.own, book.id: title}) if book.id not in loader.NAMES else self


PACKAGE = Catalogue()  # the rulebooks that ship with the package, and no other


def game_of(book: Rulebook) -> Game:
    """The game that a rulebook is dealt by: the code in its own folder, or the package's game of that name.

    A rulebook from data, such as a recording's, has no folder, and so brings no code.
    """
    return coded(book.beside.code) if book.beside.code else games.load(book.game)


def named(name: str) -> Rulebook:
    """The rulebook of a name, or at a path; an UnknownError or a RulebookError if there is none."""
    return read(name).book if files.is_path(name) else PACKAGE.book(name)


def read(named: str, shelf: RulebookFiles = files.ON_DISK) -> Title:
    """Read the rulebook at a path with its game; a RulebookError says in one sentence what is wrong with either."""
    title = brought(named, shelf)
    check_rulebook(title.game, title.book)
    return title


def brought(named: str, shelf: RulebookFiles = files.ON_DISK) -> Title:
    """The rulebook at a path with the package's game of that name, or the code beside it; not yet held against it."""
    book = files.read(named, shelf.text)
    book = replace(book, beside=Beside(strategies=files.strategies_beside(named, shelf)))
    if book.game not in games.NAMES:
        where = files.code_beside(named)
        if where is None:
            raise RulebookError(
                f"{named}: there is no game {book.game!r}",
                f"{', '.join(games.NAMES)}, or a folder with the game's own game.py, named as a whole",
            )
        code = shelf.text(where)
        game = coded(code, where)
        if game.name != book.game:
            raise RulebookError(f"{where} is the game {game.name!r}, and the rulebook's is {book.game!r}", "the same")
        book = replace(book, beside=book.beside._replace(code=code))
    return Title(book, game_of(book))


def coded(code: str, where: str = "game.py") -> Game:
    """The game that a text of Python defines as `GAME`; the text was named at this machine, where `where` says."""
    try:
        game = run(code)
    except GameCodeError as error:
        raise RulebookError(
            f"{where} is no game: {error.why.removeprefix(FAILS)}", "Python that defines GAME"
        ) from error
    if not isinstance(game, Game):
        raise RulebookError(f"{where} defines no GAME that is a game", "GAME = Game(...)")
    _run_here[game.name, game.code_hash] = _run_here[game.name, ""] = game
    return game


_run_here: dict[tuple[str, str], Game] = {}  # games whose code this process was given, and has run


def known_here(name: str, code_hash: str) -> Game | None:
    """The game with that code, else with the code that came last, if this process was given any; a record brings none.

    So the records of a house are read wherever they are looked at, by the games that its tables were opened with.
    """
    return _run_here.get((name, code_hash)) or _run_here.get((name, ""))


class SentTerms(NamedTuple):
    """The terms of a table on their way to another process of this program: data, and no object of Python's."""

    rulebook: str
    options: Mapping[str, object]
    data: str = ""  # of a rulebook that is not the package's
    beside: Beside = Beside()  # the code of a game that is not the package's, and strategies

    @classmethod
    def of(cls, submission: Submission, game: Game) -> SentTerms:
        """The terms of a submission and its game."""
        book = submission.rulebook
        beside = book.beside._replace(code=game.code)
        return cls(book.id, submission.options(), "" if PACKAGE.has(book) else book.data, beside)

    @property
    def key(self) -> str:
        """A text that is equal for equal terms, and for no others."""
        said = repr((self.rulebook, sorted(self.options.items()), self.data, self.beside))
        return hashlib.sha256(said.encode()).hexdigest()

    def submission(self) -> Submission:
        """The submission, made again."""
        book = _restored(self.data) if self.data else PACKAGE.book(self.rulebook)
        return Submission.of(replace(book, beside=self.beside) if any(self.beside) else book, self.options)

    def game(self) -> Game:
        """The game, made again."""
        return game_of(self.submission().rulebook)


@lru_cache(MOST_KEPT)
def _restored(data: str) -> Rulebook:
    return loader.of_text(data)
