"""The pages about the package name what is there: every folder, every path, every test, and the order of imports."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from rooms import PACKAGE, folders

ROOT = PACKAGE.parents[1]
ARCHITECTURE = ROOT / "docs" / "architecture.md"
PAGES = (ARCHITECTURE, ROOT / "docs" / "how-to-add.md", ROOT / "CONTRIBUTING.md")
PATH = re.compile(r"`([\w.<>/-]+/[\w.<>/-]*|[\w<>-]+\.(?:py|toml|md))(?:::(\w+))?`")


def named(page: str) -> set[tuple[str, str]]:
    """The paths that a page names, each with the test in it that is meant, if one is."""
    return {(path, test) for path, test in PATH.findall(page)}


def missing(page: str, root: Path = ROOT) -> list[str]:
    """What a page names and nobody finds; a word in angle brackets stands for any name."""
    found = []
    for path, test in sorted(named(page)):
        pattern = re.sub(r"<[\w-]+>", "*", path.rstrip("/"))
        files = [file for base in (root, root / "src" / "croupier") for file in base.glob(pattern)]
        if not files:
            found.append(f"there is no {path}: name where it is now")
        elif test and not any(f"def {test}(" in file.read_text(encoding="utf-8") for file in files):
            found.append(f"there is no test {test} in {path}: name the one that fails now")
    return found


def drawn(page: str) -> list[str]:
    """The folders of the tree on a page, each by its path from the package; the package itself is empty."""
    block = page.partition("## The rooms\n\n")[2].partition("\n\n")[0]
    stack: list[str] = []
    found = []
    for line in block.splitlines():
        depth = (len(line) - len(line.lstrip()) - 4) // 2
        stack = [*stack[: max(depth - 1, 0)], line.split()[0].rstrip("/")] if depth else []
        found.append("/".join(stack))
        assert line.split()[1:] or not depth, f"{line.split()[0]} has no line of its own: say what it is"
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_and_every_test_on_the_page_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(named(text)) > 20
    assert missing(text) == []


def test_every_folder_of_the_package_is_in_the_tree_and_no_other() -> None:
    there = [folder.relative_to(PACKAGE).as_posix().replace(".", "") for folder in folders(PACKAGE)]
    assert drawn(ARCHITECTURE.read_text(encoding="utf-8")) == there, "bring the tree in docs/architecture.md up to date"


def test_the_order_of_imports_is_that_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = [each["layers"] for each in contracts if each.get("containers") == ["croupier"]]
    block = ARCHITECTURE.read_text(encoding="utf-8").partition("## The order of imports")[2].partition("    ")[2]
    shown = [line.strip() for line in block.partition("\n\n")[0].splitlines()]
    assert shown == layers, "copy the order from pyproject.toml to docs/architecture.md"


def test_what_is_not_there_is_found(tmp_path: Path) -> None:
    (tmp_path / "src" / "croupier" / "table").mkdir(parents=True)
    (tmp_path / "src" / "croupier" / "table" / "view.py").write_text("def test_one():\n    pass\n")
    page = (
        "`table/view.py::test_one`, `table/<any>.py`, `table/`; `table/gone.py`, `<any>.md`, `table/view.py::test_two`"
    )
    assert [sentence.partition(":")[0] for sentence in missing(page, tmp_path)] == [
        "there is no <any>.md",
        "there is no table/gone.py",
        "there is no test test_two in table/view.py",
    ]


def test_a_tree_is_read_with_its_depth() -> None:
    page = "## The rooms\n\n    src/game/\n      table/    one\n        views/  two\n      web/      three\n\nAfter it."
    assert drawn(page) == ["", "table", "table/views", "web"]


def test_the_folders_of_the_tests_are_those_of_the_package() -> None:
    beside = {"adversary", "documentation", "page", "support", "tools"}
    tested = {file.parent.relative_to(ROOT / "tests") for file in (ROOT / "tests").rglob("test_*.py")}
    elsewhere = [folder.as_posix() for folder in sorted(tested) if folder.parts and folder.parts[0] not in beside]
    assert len(elsewhere) > 30
    assert [folder for folder in elsewhere if not (PACKAGE / folder).is_dir()] == [], "move the tests beside their room"
