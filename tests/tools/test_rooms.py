"""The package is in order, and each check of that finds what it looks for in a package that is not."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import rooms
from rooms import CHECKS, COMPLEX, GERUNDS, LONGER_THAN, MOST_MODULES, PACKAGE

Check = Callable[[Path], list[str]]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_package_is_in_order(check: Check) -> None:
    found = check(PACKAGE)
    assert not found, "\n" + "\n".join(found)


def test_no_word_is_listed_that_no_name_is() -> None:
    assert set(GERUNDS) <= {path.stem for path in PACKAGE.rglob("*")}


# ---- each check can fail -----------------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small package in which everything is in order."""
    files = {
        "__init__.py": '"""Games of chance."""\n',
        "money.py": '"""Amounts of money."""\n',
        "table/__init__.py": '"""The live table."""\n',
        "table/betting.py": '"""Wagers."""\n\nfrom game.table import view\n\n\ndef bet():\n    """A wager."""\n',
        "play.py": '"""A round."""\n\nfrom game.table.betting import bet\n\nbet()\n',
        "table/ways_of_dealing.py": '"""Ways of dealing."""\n',
        "table/view.py": '"""Views."""\n',
        "house/view.py": '"""Views of a house."""\n',
        "web/screens/lobby.js": "// The lobby.\n",
    }
    for name, text in files.items():
        write(tmp_path / "src" / "game" / name, text)
    return tmp_path / "src" / "game"


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_package_in_order_has_no_faults(package: Path, check: Check) -> None:
    assert check(package) == []


def test_a_folder_with_too_many_modules_is_found(package: Path) -> None:
    for number in range(MOST_MODULES - 3):
        write(package / "table" / f"step{number}.py", "")
    assert rooms.crowded(package) == []
    write(package / "table" / "another.py", "")
    (found,) = rooms.crowded(package)
    assert found.startswith(f"game/table has {MOST_MODULES + 1} modules, {MOST_MODULES} are allowed: put those")


def test_a_folder_with_too_many_scripts_is_found(package: Path) -> None:
    for number in range(MOST_MODULES - 1):
        write(package / "web" / "screens" / f"screen{number}.js", "")
    assert rooms.crowded(package) == []
    write(package / "web" / "screens" / "another.js", "")
    (found,) = rooms.crowded(package)
    assert found.startswith(f"game/web/screens has {MOST_MODULES + 1} modules")


def test_two_modules_of_one_room_with_one_name_are_found(package: Path) -> None:
    write(package / "table" / "records" / "view.py", "")
    assert rooms.same_names(package) == [
        "game/table/records/view.py and game/table/view.py have one name within table: call each by what sets it apart"
    ]


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("table/paying.py", "table/paying.py"),
        ("paying/__init__.py", "paying"),
        ("web/paying/bar.js", "web/paying"),
        ("web/screens/paying.js", "web/screens/paying.js"),
    ],
)
def test_a_name_that_is_an_activity_is_found(package: Path, path: str, named: str) -> None:
    write(package / path, "")
    (found,) = rooms.gerunds(package)
    assert found.startswith(f"game/{named} is called by an activity")


@pytest.mark.parametrize("opening", ["What", "Whether", "Who", "Whoever", "Nobody", "Somebody", "The same", "About"])
@pytest.mark.parametrize(
    "text",
    [
        '"""{} it is."""',
        'class A:\n    """{} it is."""',
        'def a():\n    """{} it is."""',
        'class A:\n    async def a(self):\n        """{} it is."""',
    ],
    ids=["module", "class", "function", "method"],
)
def test_a_docstring_that_does_not_name_the_thing_is_found(package: Path, text: str, opening: str) -> None:
    write(package / "odd.py", text.format(opening))
    (found,) = rooms.riddles(package)
    assert found.startswith("game/odd.py:")
    assert f"begins with {opening!r}: begin with the word" in found


def test_a_word_that_only_begins_alike_is_none_of_them(package: Path) -> None:
    write(package / "odd.py", '"""Whole amounts, whatever they are; what is left over is lost."""')
    assert rooms.riddles(package) == []


@pytest.mark.parametrize(
    "imports", ["import json as j", "from game import table as t", "from game.table import view as seen"]
)
def test_a_module_under_another_name_is_found(package: Path, imports: str) -> None:
    write(package / "odd.py", f"{imports}\n")
    (found,) = rooms.aliases(package)
    assert found.startswith("game/odd.py:1: ")
    assert "use its own name" in found


@pytest.mark.parametrize(
    "text",
    [
        "from game.table import view as table_view\nfrom game.house import view\n",
        "from game.table import view as table_view\n\ndef view(): ...\n",
        "from game.table import view as table_view\n\ndef look(view): ...\n",
        "from game.table import view as table_view\n\nfor view in (): ...\n",
        "from game.table.betting import bet as wager\n",
        "import numpy as np\n",
    ],
    ids=["import", "function", "parameter", "variable", "no module", "listed"],
)
def test_an_alias_that_a_clash_forces_or_that_is_listed_is_none(package: Path, text: str) -> None:
    write(package / "odd.py", text)
    assert rooms.aliases(package) == []


@pytest.mark.parametrize("imports", ["from game.play import bet", "def late():\n    import game.play\n\n\nlate()"])
def test_a_circle_of_imports_is_found(package: Path, imports: str) -> None:
    write(package / "table" / "view.py", f"{imports}\n")
    (found,) = rooms.circles(package)
    assert found.startswith("game.play and game.table.betting and game.table.view import each other in a circle:")


def test_an_import_for_types_alone_makes_no_circle(package: Path) -> None:
    write(package / "table" / "view.py", "if TYPE_CHECKING:\n    from game.play import bet\n")
    assert rooms.circles(package) == []


@pytest.mark.parametrize(
    "text",
    [
        "def fold():\n    pass\n",
        "async def fold():\n    pass\n",
        "class A:\n    @property\n    def fold(self):\n        pass\n\nA()\n",
        "@cache\ndef fold():\n    pass\n",
        "@contextlib.contextmanager\ndef fold():\n    pass\n",
        "@keeps('play.once')\ndef fold():\n    pass\n",
        "class fold:\n    pass\n",
        "fold = 3\n",
        "fold: int = 3\n",
    ],
)
def test_what_nothing_uses_is_found(package: Path, text: str) -> None:
    write(package / "odd.py", text)
    (found,) = rooms.unused(package)
    assert re.match(r"game/odd.py:\d: nothing uses fold: delete it", found)
    write(package / "user.py", "fold\n")
    assert rooms.unused(package) == []


@pytest.mark.parametrize(
    "text", ["@app.get('/fold')\ndef fold():\n    pass\n", "class A:\n    def __len__(self):\n        pass\n\nA()\n"]
)
def test_what_is_called_by_other_means_is_no_fault(package: Path, text: str) -> None:
    write(package / "odd.py", text)
    assert rooms.unused(package) == []


def test_what_a_template_or_the_documentation_names_is_used(package: Path) -> None:
    write(
        package / "odd.py", "class A:\n    def fold(self):\n        pass\n\n    def sit(self):\n        pass\n\nA()\n"
    )
    write(package / "page.html.jinja", "{{ player.fold() }}")
    write(package.parent.parent / "docs" / "api.md", "`player.sit()` sits down.")
    assert rooms.unused(package) == []


@pytest.mark.parametrize("text", ["def bet():\n    pass\n", "class bet:\n    pass\n"])
def test_what_only_has_a_name_that_something_else_has_is_found(package: Path, text: str) -> None:
    write(package / "odd.py", text)
    assert rooms.unused(package) == []
    (found,) = rooms.unreached(package)
    assert found.startswith("game/odd.py:1: no module imports or calls bet: delete it")


@pytest.mark.parametrize(
    "uses",
    [
        "from game.odd import bet\n",
        "from game import odd\n\nodd.bet()\n",
        "import game.odd\n\ngame.odd.bet()\n",
        "from game import odd\n\nprint(odd)\n",
        'import_module(f"game.{name}")\n',
    ],
    ids=["imported", "of a module", "by its whole name", "handed on with its module", "chosen by name"],
)
def test_what_a_module_refers_to_is_reached(package: Path, uses: str) -> None:
    write(package / "odd.py", "def bet():\n    pass\n")
    write(package / "user.py", uses)
    assert rooms.unreached(package) == []


def test_what_its_own_module_or_an_example_refers_to_is_reached(package: Path) -> None:
    write(package / "odd.py", "def bet():\n    pass\n\n\nbet()\n")
    write(package / "even.py", "def view():\n    pass\n")
    write(package.parent.parent / "examples" / "a_game.py", "from game.even import view\n")
    assert rooms.unreached(package) == []


def test_an_export_that_no_script_imports_is_found(package: Path) -> None:
    write(package / "web" / "cards.js", "export const face = 1;\nexport function back() {}\nface, back;\n")
    write(package / "web" / "table.js", 'import { face } from "./cards.js";\n')
    assert rooms.unused_exports(package) == [
        "game/web/cards.js: no other script imports back: do not export it, or delete it"
    ]


@pytest.mark.parametrize(("lines", "allowed"), LONGER_THAN.items())
def test_one_long_function_more_than_there_were_is_found(package: Path, lines: int, allowed: int) -> None:
    exact = "".join(f"def f{number}():\n" + "    pass\n" * (lines - 1) for number in range(allowed + 1))
    write(package / "odd.py", exact)
    assert not any(f"more than {lines} lines" in found for found in rooms.long_functions(package))
    longer = "".join(f"def f{number}():\n" + "    pass\n" * lines for number in range(allowed + 1))
    write(package / "longer.py", longer)
    (found,) = [each for each in rooms.long_functions(package) if f"more than {lines} lines" in each]
    assert found.startswith(
        f"{allowed + 1} functions have more than {lines} lines, {allowed} are allowed: shorten one of"
    )


def test_one_complex_function_more_than_there_were_is_found(package: Path) -> None:
    branches = "".join(f"    if a == {number}:\n        return {number}\n" for number in range(rooms.MOST_COMPLEX))
    functions = [f"def f{number}(a):  # noqa: C901\n{branches}" for number in range(COMPLEX + 1)]
    write(package / "odd.py", "\n\n".join(functions[:COMPLEX]))
    assert rooms.complex_functions(package) == []
    write(package / "odd.py", "\n\n".join(functions))
    (found,) = rooms.complex_functions(package)
    assert found.startswith(
        f"{COMPLEX + 1} functions are more complex than {rooms.MOST_COMPLEX}, {COMPLEX} are allowed"
    )
    assert "game/odd.py: `f0` is too complex" in found
