"""Write the index of which code cites each rule and which tests name each clause, or check that it is current.

Code cites a rule by `keeps("stub.count")` on what keeps it, or by `cite("stub.count")` in what it says; both are
read off the source. Tests name clauses by `@pytest.mark.clause("uth-ma", "7(f)")`; those are collected by pytest.

    python tools/index.py            write it
    python tools/index.py --check    say whether it is current (exit code 1 if not)
"""

from __future__ import annotations

import ast
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
INDEX = SOURCE / "croupier" / "rulebook" / "data" / "index.json"
CITING = {"keeps", "cite"}


def code() -> dict[str, list[str]]:
    """The places in the code that cite each rule."""
    places: dict[str, set[str]] = defaultdict(set)
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        for place, rule in citations(ast.parse(path.read_text(encoding="utf-8")), module):
            places[rule].add(place)
    return {rule: sorted(places[rule]) for rule in sorted(places)}


def citations(node: ast.AST, place: str) -> Iterator[tuple[str, str]]:
    """Every citation below a node, with the dotted name of the function or class that it stands in or on."""
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
    """A pytest plugin that notes which tests name which clauses."""

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
    outcome = pytest.main(["--collect-only", "-qq", "-m", "", "--no-header", str(ROOT / "tests")], plugins=[named])
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
