"""Index of the code that cites each rule and the tests that name each clause: writes it, or checks that it is current.

Code cites a rule by the decorator `keeps("stub.count")`, or by `cite("stub.count")` in a message; both are read from
the source. The index is by rulebook: a game's own file and its hand evaluators count for the rulebooks of that game
only. A rule that a person keeps has an instruction and no code. Tests name clauses by
`@pytest.mark.clause("uth-ma", "7(f)")`; pytest collects these.

    python tools/index.py            write it
    python tools/index.py --check    check that it is current (exit code 1 if not)
"""

from __future__ import annotations

import ast
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from croupier.cards import DECKS
from croupier.rulebook import NAMES, Rulebook, load
from croupier.rulebook.loader import instructions

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
INDEX = SOURCE / "croupier" / "rulebook" / "data" / "index.json"
CITING = {"keeps", "cite"}
NAMING = "mark.clause("  # files without this text name no clause and are not collected


def code() -> dict[str, dict[str, list[str]]]:
    """The places in the code that cite each rule of each rulebook."""
    places: dict[str, set[str]] = defaultdict(set)
    for path in sorted(SOURCE.rglob("*.py")):
        if not any(f"{word}(" in path.read_text(encoding="utf-8") for word in CITING):
            continue
        for place, rule in citations(_parsed(path), _module(path)):
            places[rule].add(place)
    books = [load(name) for name in NAMES]
    _no_rule_is_unknown(books, places)
    return {book.id: _code_of(book, places) for book in books}


def _no_rule_is_unknown(books: list[Rulebook], places: dict[str, set[str]]) -> None:
    bound = {rule for book in books for rule in book.rules}
    if unknown := sorted(set(places) - bound):
        sys.exit(f"code cites rules that no rulebook has: {', '.join(unknown)}")


def _code_of(book: Rulebook, places: dict[str, set[str]]) -> dict[str, list[str]]:
    found = {
        rule: sorted(place for place in places.get(rule, ()) if belongs(place, book))
        for rule in sorted(book.rules)
        if rule not in instructions()
    }
    return {rule: kept for rule, kept in found.items() if kept}


def belongs(place: str, book: Rulebook) -> bool:
    """True if code counts for a rulebook; the file, hands or deck of another game do not."""
    package, *rest = place.split(".")[1:]
    if package == "games" and rest[0] in {load(name).game for name in NAMES}:
        return rest[0] == book.game
    if package == "hands":
        return rest[0] in _hands_of(f"games/{book.game}")
    if package == "cards" and rest[0].strip("_") in DECKS:
        return rest[0].strip("_") == book.deck_name
    return True


@cache
def _hands_of(file: str) -> frozenset[str]:
    """The modules of `hands` that a file imports, directly or through another of them."""
    direct = set()
    for node in ast.walk(_parsed(SOURCE / "croupier" / f"{file}.py")):
        if isinstance(node, ast.ImportFrom) and node.module == "croupier.hands":
            direct |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("croupier.hands."):
            direct.add(str(node.module).split(".")[2])
    return frozenset(direct.union(*(_hands_of(f"hands/{each}") for each in direct)))


def _module(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def citations(node: ast.AST, place: str) -> Iterator[tuple[str, str]]:
    """Every citation below a node, with the dotted name of the function or class that contains it or is decorated."""
    for child in ast.iter_child_nodes(node):
        within = place
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            within = f"{place}.{child.name}"
        if isinstance(child, ast.Call) and _name(child.func) in CITING:
            for argument in child.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield place, argument.value
        yield from citations(child, within)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


class ClausesNamed:
    """Pytest plugin that collects which tests name which clauses."""

    def __init__(self) -> None:
        self.tests: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Called by pytest with all tests."""
        for item in items:
            for mark in item.iter_markers("clause"):
                rulebook, *clauses = mark.args
                for clause in clauses:
                    self.tests[rulebook][clause].add(item.nodeid.partition("[")[0])


def tests() -> dict[str, dict[str, list[str]]]:
    """The tests that name each clause of each rulebook."""
    named = ClausesNamed()
    files = [str(path) for path in sorted((ROOT / "tests").rglob("test_*.py")) if NAMING in path.read_text("utf-8")]
    quickly = ["--collect-only", "--assert=plain", "-p", "no:cacheprovider"]  # nothing of them is run
    outcome = pytest.main([*quickly, "-qqq", "-m", "", "--no-header", *files], plugins=[named])
    if outcome != pytest.ExitCode.OK:
        sys.exit(f"the tests cannot be collected: {outcome!r}")
    return {
        rulebook: {clause: sorted(found[clause]) for clause in sorted(found)}
        for rulebook, found in sorted(named.tests.items())
    }


def main() -> None:
    """Write the index, or check it."""
    text = json.dumps({"code": code(), "tests": tests()}, indent=1, ensure_ascii=False) + "\n"
    if "--check" not in sys.argv:
        INDEX.write_text(text, encoding="utf-8")
        print(f"wrote {INDEX.relative_to(ROOT)}")
    elif INDEX.read_text(encoding="utf-8") != text:
        sys.exit(f"{INDEX.relative_to(ROOT)} is not current; run `make index`")


if __name__ == "__main__":
    main()
