"""API page: writes docs/api.md from the docstrings of the public names, or checks that it is current.

python tools/api.py            write it
python tools/api.py --check    check that it is current (exit code 1 if not)
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections import ChainMap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import is_typeddict

import croupier
import croupier.client
from croupier.schemas.table import OfferedChoice, SeatView, TableView

ROOT = Path(__file__).resolve().parent.parent
_SEEN = {"croupier.View": TableView, "a seat of it": SeatView, "a choice of it": OfferedChoice}
PAGE = ROOT / "docs" / "api.md"
_TOP = """\
# Croupier for programs

`make docs` writes this page from docstrings; every example is run by the tests. What stands here is stable: it changes
with a version and a line in the changelog. Every other module of the package is its own, and may change at any time.
The commands that a table takes are in [commands.md](commands.md), and [example.ipynb](example.ipynb) is an evening with
all of this.

`Cents` is a whole number of cents, `Fraction` is exact (`fractions.Fraction`), and a *unit* is the stake that
an account is for, such as one ante. Cards are text, as the deck writes them (`As`, `GD`), and hidden ones are `??`.
"""


def page() -> str:
    """The text of the page."""
    names = [name for name in croupier.__all__ if name != "__version__"]
    functions = [name for name in names if inspect.isfunction(getattr(croupier, name))]
    kinds = [name for name in names if inspect.isclass(getattr(croupier, name))]
    errors = [name for name in kinds if issubclass(getattr(croupier, name), Exception)]
    lines = [_TOP, "## Functions", ""]
    lines += [line for name in functions for line in _function(f"croupier.{name}", getattr(croupier, name), "###")]
    lines += ["## What they return", ""]
    lines += [line for name in kinds if name not in errors for line in _kind(croupier, name)]
    lines += [line for title, kind in _SEEN.items() for line in _shown(title, kind)]
    lines += [
        "## Programs at a house",
        "",
        "[programs.md](programs.md) has these in use, and the protocol beneath them.",
        "",
    ]
    at_a_house = [name for name in croupier.client.__all__ if name not in _raised()]
    lines += [line for name in at_a_house for line in _kind(croupier.client, name)]
    lines += ["## Errors", "", "All of them are a `croupier.CroupierError`.", ""]
    lines += [f"- `croupier.{name}`: {_first(getattr(croupier, name))}" for name in errors]
    lines += [f"- `croupier.client.{name}`: {_first(getattr(croupier.client, name))}" for name in _raised()]
    return "\n".join(lines) + "\n"


def _raised() -> list[str]:
    """The errors of a client, but for their base, which `croupier` has."""
    kinds = {name: getattr(croupier.client, name) for name in croupier.client.__all__}
    return [name for name, kind in kinds.items() if issubclass(kind, Exception) and name not in croupier.__all__]


def _first(of: object) -> str:
    return (inspect.getdoc(of) or "").partition("\n\n")[0].replace("\n", " ")


def _function(called: str, function: object, mark: str) -> Iterator[str]:
    assert callable(function)  # noqa: S101 - only functions are handed over
    yield f"{mark} `{called}`"
    yield ""
    yield f"`{called.rpartition('.')[2]}{_signature(function)}`"
    yield ""
    yield from _documented(inspect.getdoc(function) or "")


def _signature(function: object) -> str:
    """Signature of a function, without the quotes around annotations."""
    assert callable(function)  # noqa: S101 - only functions are handed over
    said = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(function)))
    return re.sub(r"\((self|cls)(, )?", "(", said)


def _documented(text: str) -> Iterator[str]:
    """Lines of a docstring, with its examples as code blocks."""
    for part in text.split("\n\n"):
        yield from (f"    {line}" for line in part.splitlines()) if part.startswith(">>>") else part.splitlines()
        yield ""


def _kind(room: ModuleType, name: str) -> Iterator[str]:
    """A class with its public methods and properties, its own and those of the classes that it extends."""
    kind = getattr(room, name)
    yield f"### `{room.__name__}.{name}`"
    yield ""
    if is_typeddict(kind):
        yield from _shown(f"{room.__name__}.{name}", kind, titled=False)
        return
    yield from _documented(inspect.getdoc(kind) or "")
    parents = [each for each in reversed(kind.__mro__) if each.__module__.startswith("croupier")]
    for parent in parents:
        yield from _fields(parent)
    ours = [vars(each) for each in kind.__mro__ if each.__module__.startswith("croupier")]
    for each, member in ChainMap(*ours).items():
        if each.startswith("_") or not inspect.getdoc(member):
            continue
        function = member.__func__ if isinstance(member, classmethod) else member
        called = f"{each}{_signature(function)}" if inspect.isfunction(function) else each
        if inspect.isfunction(function) or isinstance(member, property) or hasattr(member, "attrname"):
            yield f"- `{called}`: {_first(member)}"
    yield ""


def _shown(title: str, kind: type, *, titled: bool = True) -> Iterator[str]:
    """A mapping that a program is shown, with its keys."""
    if titled:
        yield f"### What {title} shows" if title.startswith("croupier") else f"#### {title[0].upper()}{title[1:]}"
        yield ""
    yield from _documented(inspect.getdoc(kind) or "")
    yield from _fields(kind)
    yield ""


def _fields(kind: type) -> Iterator[str]:
    """The public fields that a class declares: the type, and the comment or the description beside it."""
    source = textwrap.dedent(inspect.getsource(kind))
    lines = source.splitlines()
    (body,) = (each.body for each in ast.parse(source).body if isinstance(each, ast.ClassDef))
    for field in body:
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        name = field.target.id
        if name.startswith("_") or "repr=False" in ast.unparse(field):
            continue
        said = _description(field.annotation) or lines[(field.end_lineno or 0) - 1].partition("  # ")[2]
        said = "" if said.startswith("noqa") else said
        yield f"- `{name}: {ast.unparse(_bare(field.annotation))}`" + (f": {said}" if said else "")


def _description(annotation: ast.expr) -> str:
    """The description in an annotation such as `Annotated[int, Meta(description="cents")]`; empty without one."""
    said = [each.value for each in ast.walk(annotation) if isinstance(each, ast.keyword) and each.arg == "description"]
    return " ".join(str(each.value) for each in said if isinstance(each, ast.Constant))


def _bare(annotation: ast.expr) -> ast.expr:
    """An annotation without what it is annotated with."""
    inner = annotation
    while isinstance(inner, ast.Subscript) and ast.unparse(inner.value) in {"Annotated", "NotRequired"}:
        inner = inner.slice.elts[0] if isinstance(inner.slice, ast.Tuple) else inner.slice
    return inner


def main() -> None:
    """Write the page, or check it."""
    if "--check" in sys.argv:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == page() else f"{PAGE.relative_to(ROOT)} is not current")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
