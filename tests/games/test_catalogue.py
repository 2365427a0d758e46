"""The catalogue: the package's rulebooks and one's own, each found by its id with its game."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import three_card
from support.own_rulebooks import game_folder, variant

from croupier import games
from croupier.games import catalogue
from croupier.games.catalogue import PACKAGE, Catalogue, SentTerms, Title, coded
from croupier.games.game import Ask, Game, Settle
from croupier.games.rulebook_check import faults
from croupier.rulebook import NAMES, Submission, UnknownError, load
from croupier.rulebook.loader import RulebookError


def test_the_package_s_rulebooks_are_known_by_their_ids() -> None:
    assert PACKAGE.names == tuple(sorted(NAMES))
    assert [book.id for book in PACKAGE.books] == list(PACKAGE.names)
    for name in NAMES:
        book, game = PACKAGE.title(name)
        assert (book, game) == (load(name), games.load(book.game))
        assert PACKAGE.game(book) is game
        assert PACKAGE.has(book)


@pytest.mark.parametrize(("name", "hint"), [("uth-m", "did you mean uth-ma?"), ("xyz", "there are colorado-ma")])
def test_an_unknown_name_is_refused_with_those_that_there_are(name: str, hint: str) -> None:
    with pytest.raises(UnknownError, match=hint):
        PACKAGE.title(name)


def test_a_rulebook_of_one_s_own_is_added_with_its_game(tmp_path: Path) -> None:
    mine = catalogue.read(str(variant(tmp_path / "rulebook.toml")))
    assert mine.game is games.load("uth")
    known = PACKAGE.adding(mine)
    assert known.names == tuple(sorted([*NAMES, "our-own"]))
    assert known.title("our-own") == mine
    assert known.game(mine.book) is mine.game
    assert known.has(mine.book)
    assert not PACKAGE.has(mine.book)
    assert known.adding(mine) == known
    assert PACKAGE.adding(PACKAGE.title("uth-ma")) is PACKAGE
    other = catalogue.read(str(variant(tmp_path / "rulebook.toml", "dragon-md")))
    with pytest.raises(RulebookError, match="another rulebook is called our-own"):
        known.adding(other)
    assert known.game(other.book) is games.load("dragon"), "by its game: the rulebook of that id is dealt by another"


def test_a_game_of_one_s_own_comes_with_its_rulebook(tmp_path: Path) -> None:
    title = catalogue.read(str(game_folder(tmp_path / "three")))
    assert title.book == three_card.RULEBOOK
    assert title.game.name == title.book.game
    assert title.game.code_hash
    known = PACKAGE.adding(title)
    assert known.game(title.book) is title.game
    changed = Title(title.book, replace(title.game, code=title.game.code + "\n"))
    with pytest.raises(RulebookError, match=f"another game is called {title.game.name}"):
        known.adding(changed)


def test_a_game_that_is_not_there_or_not_the_rulebook_s_is_refused(tmp_path: Path) -> None:
    folder = game_folder(tmp_path / "three")
    with pytest.raises(RulebookError, match=r"there is no game 'three_card'; accepted: .*or a folder with the game's"):
        catalogue.read(str(folder / "rulebook.toml"))
    code = folder / "game.py"
    code.write_text(code.read_text().replace('"three_card"', '"four_card"'))
    with pytest.raises(RulebookError, match="is the game 'four_card', and the rulebook's is 'three_card'"):
        catalogue.read(str(folder))


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("1 +", "game.py is no game: SyntaxError"),
        ("raise ValueError('one\\ntwo')", "game.py is no game: ValueError: one at game.py, line 1, in <module>;"),
        ("", "game.py defines no GAME that is a game; accepted: GAME = Game"),
        ("GAME = 'three'", "game.py defines no GAME that is a game"),
    ],
)
def test_code_that_makes_no_game_is_refused_in_one_sentence(code: str, why: str) -> None:
    with pytest.raises(RulebookError, match=why) as raised:
        coded(code)
    assert "\n" not in str(raised.value)


def test_terms_come_to_another_process_as_they_were_sent(tmp_path: Path) -> None:
    own = catalogue.read(str(variant(tmp_path / "rulebook.toml")))
    three = catalogue.read(str(game_folder(tmp_path / "three")))
    shipped = PACKAGE.title("dragon-md")
    keys = set()
    for book, game in (shipped, own, three):
        submission = Submission(book)
        sent = pickle.loads(pickle.dumps(SentTerms.of(submission, game)))  # noqa: S301 - made here
        assert sent.submission() == submission
        assert (sent.game().name, sent.game().code) == (game.name, game.code)
        assert bool(sent.data) == (book is not shipped.book)
        keys.add(sent.key)
    keys.add(SentTerms.of(Submission.of(shipped.book, {"three_card_bonus": "B"}), shipped.game).key)
    assert len(keys) == 4


def test_an_empty_catalogue_is_the_package_s() -> None:
    assert Catalogue() == PACKAGE


def test_a_game_that_fails_with_a_python_error_is_refused_in_one_sentence(tmp_path: Path) -> None:
    folder = game_folder(tmp_path / "three")
    code = folder / "game.py"
    broken = "\nfrom dataclasses import replace\nGAME = replace(GAME, script=lambda terms: terms.nothing)\n"
    code.write_text(code.read_text() + broken)
    with pytest.raises(RulebookError, match="the game's code fails: AttributeError") as raised:
        catalogue.read(str(folder))
    assert "\n" not in str(raised.value)


def _with_steps(change: Callable[[Any], Any]) -> Game:
    """Three Card Poker with each step of its script changed."""
    script = three_card.GAME.script
    return replace(three_card.GAME, script=lambda terms: tuple(change(step) for step in script(terms)))


def _settles_nothing(step: Any) -> Any:  # noqa: ANN401 - any step
    return replace(step, wagers=()) if isinstance(step, Settle) else step


def _places_the_ante(step: Any) -> Any:  # noqa: ANN401 - any step
    if not isinstance(step, Ask):
        return step
    return replace(step, choices=tuple(replace(each, wager="ante") for each in step.choices))


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (replace(three_card.GAME, needs_rows={"ante": ("none", "")}), "wager ante is settled by the table none"),
        (_with_steps(_settles_nothing), "wager ante is none of this game; it settles"),
        (_with_steps(_places_the_ante), "wager ante does not say what it is a multiple of: of, equal_to or exactly"),
    ],
    ids=["rows", "settled", "multiple"],
)
def test_a_rulebook_that_does_not_fit_a_game_is_refused_in_one_sentence(game: Game, why: str) -> None:
    assert any(why in fault for fault in faults(game, three_card.RULEBOOK))
    assert not list(faults(three_card.GAME, three_card.RULEBOOK))
