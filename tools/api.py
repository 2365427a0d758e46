"""API page: writes docs/api.md from the docstrings of the public names, or checks that it is current.

python tools/api.py            write it
python tools/api.py --check    check that it is current (exit code 1 if not)
"""

from __future__ import annotations

import inspect
import re
import sys
from collections import ChainMap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import croupier
import croupier.client

ROOT = Path(__file__).resolve().parent.parent
_AT_A_HOUSE = ("Client", "Round", "Decision", "Choice", "Result", "Table", "Message")
_PROGRAMS = "[programs.md](programs.md) has these in use, and the protocol beneath them."
PAGE = ROOT / "docs" / "api.md"
_TOP = """\
# Croupier for programs

`make docs` writes this page from docstrings; every example is run by the tests. What stands here is stable: it changes
with a version and a line in the changelog. Every other module of the package is its own, and may change at any time.
The commands that a table takes are in [commands.md](commands.md), and [example.ipynb](example.ipynb) is an evening with
all of this.
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
    lines += [
        "## Programs at a house",
        "",
        "[programs.md](programs.md) has these in use, and the protocol beneath them.",
        "",
    ]
    lines += [line for name in _AT_A_HOUSE for line in _kind(croupier.client, name)]
    lines += ["## Errors", "", "All of them are a `croupier.CroupierError`.", ""]
    lines += [f"- `croupier.{name}`: {_first(getattr(croupier, name))}" for name in errors]
    return "\n".join(lines) + "\n"


def _first(of: object) -> str:
    return (inspect.getdoc(of) or "").partition("\n\n")[0].replace("\n", " ")


def _function(called: str, function: object, mark: str) -> Iterator[str]:
    assert callable(function)  # noqa: S101 - only functions are handed over
    yield f"{mark} `{called}{_signature(function)}`"
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
    yield from _documented(inspect.getdoc(kind) or "")
    ours = [vars(each) for each in kind.__mro__ if each.__module__.startswith("croupier")]
    for each, member in ChainMap(*ours).items():
        if each.startswith("_") or not inspect.getdoc(member):
            continue
        function = member.__func__ if isinstance(member, classmethod) else member
        called = f"{each}{_signature(function)}" if inspect.isfunction(function) else each
        if inspect.isfunction(function) or isinstance(member, property) or hasattr(member, "attrname"):
            yield f"- `{called}`: {_first(member)}"
    yield ""


def main() -> None:
    """Write the page, or check it."""
    if "--check" in sys.argv:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == page() else f"{PAGE.relative_to(ROOT)} is not current")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
