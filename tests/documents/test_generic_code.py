"""Code and page know no game by name: its wagers, options, rulings and rulebooks stand in its own module and data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.games.examples import NAMES as EXAMPLES
from support.games.examples import title

import croupier
from croupier import games
from croupier.rulebook import Rulebook
from croupier.rulebook.loader import common_options

PACKAGE = Path(str(croupier.__file__)).parent
OF_A_GAME = {PACKAGE / "games" / f"{name}.py" for name in games.NAMES}
SCRIPTS = sorted((PACKAGE / "service" / "web").rglob("*.js"))

# Words that mean something else in code, or the same in every game.
WORDS = {
    "bet": "the command",
    "play": "the permission, the page and the verb",
    "progressive": "the meter's wager, whose terms an operator sets",
    "version": "the number of a meter, a state or a program",
    "dealer_stack": "an option of a way of dealing",
    "other_instrument": "an option of what is taken on the layout",
}
# Where a name is an example for a reader, or the word for three of a kind.
EXAMPLES_FOR_READERS = re.compile(r"service/routes/|declared/player_commands\.py$")

THREE_OF_A_KIND = "games/lines.py", "trips"


def names_of(book: Rulebook) -> set[str]:
    """The names that only the games of a rulebook and its readers know."""
    tables = {table.name for table in book.tables}
    return {*book.wagers, *book.options, *tables, *book.rulings, book.id} - common_options() - WORDS.keys()


OF_GAMES = set[str]().union(*map(names_of, croupier.rulebooks()))
# Of a game from a folder, whose wagers may be called by any word of English: the names of several words.
WAGERS = {name for book in croupier.rulebooks() for name in book.wagers} - WORDS.keys()
OF_GAMES |= {name for each in EXAMPLES for name in names_of(title(each).book) if re.search("[_-]", name)}


def strings(file: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module, those of its docstrings apart."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    described = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, described) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def named_in_code() -> Iterator[str]:
    for file in sorted(PACKAGE.rglob("*.py")):
        place = file.relative_to(PACKAGE).as_posix()
        if file in OF_A_GAME or EXAMPLES_FOR_READERS.search(place):
            continue
        for line, text in strings(file):
            if text in OF_GAMES and (place, text) != THREE_OF_A_KIND:
                yield f"{place}:{line}: {text}"


def test_no_module_names_a_wager_an_option_a_ruling_or_a_rulebook_of_a_game() -> None:
    assert list(named_in_code()) == []


def test_a_name_of_a_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "OF_A_GAME", set())
    found = set(named_in_code())
    assert any(each.startswith("games/uth.py:") and each.endswith(": cover_all") for each in found)
    assert any(each.startswith("games/dragon.py:") and each.endswith(": dragon_bet") for each in found)
    assert all(each.startswith("games/") for each in found)


def test_no_script_of_the_page_names_what_a_game_calls_its_own() -> None:
    quoted = re.compile(r"""["'`]([\w-]+)["'`]|\.(\w+)\b""")
    # A "bonus" is the look of any side wager's spot; tables are called by words of English.
    known = {name for name in OF_GAMES if name in WAGERS or re.search("[_-]", name)} - {"bonus"}
    found = {
        f"{file.name}: {name}"
        for file in SCRIPTS
        for groups in quoted.findall(file.read_text(encoding="utf-8"))
        for name in groups
        if name in known
    }
    assert SCRIPTS
    assert found == set()
