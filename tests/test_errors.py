"""An error has three parts, and its text is put together of them in one place."""

from __future__ import annotations

import ast
import inspect
import pickle
from collections.abc import Callable, Iterator
from http import HTTPStatus
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import croupier
from croupier.cli.terminal.errors import InputError
from croupier.client.errors import Refused
from croupier.errors import CroupierError
from croupier.house.config.settings import SettingsError
from croupier.names import NamingError
from croupier.rulebook import Refusal, SubmissionError, load
from croupier.service.background.settings_reload import ReloadError
from croupier.service.http.problems import Problem
from croupier.table.model.command import RefusedError

SOURCES = Path(croupier.__file__).parent
PUT_TOGETHER = "; accepted: "
PARTS = ("there is no deck 'tarot'", "standard, dragon", "deck")
REFUSAL = Refusal(*PARTS[:2], ("11(d)",), ("S5",), "UTH", PARTS[2])
TEXT = "there is no deck 'tarot'; accepted: standard, dragon"
CITED = "UTH 11(d): there is no deck 'tarot' (ruling S5); accepted: standard, dragon"

# What is made of other things than the three parts, and its text.
OTHERS: dict[str, tuple[Callable[[], CroupierError], str]] = {
    "Problem": (
        lambda: Problem(HTTPStatus.CONFLICT, *PARTS[:2], about=PARTS[2], headers={"a": "b"}, unsure=True),
        TEXT,
    ),
    "Refused": (lambda: Refused(REFUSAL, 409), CITED),
    "RefusedError": (
        lambda: RefusedError(*PARTS[:2], "deck.cards", rulings=("S5",), about="deck"),
        TEXT,
    ),
    "ReloadError": (lambda: ReloadError("one", "two"), "one; two"),
    "SettingsError": (lambda: SettingsError([REFUSAL, REFUSAL]), f"{CITED}\n{CITED}"),
    "SubmissionError": (lambda: SubmissionError(load("uth-ma"), [REFUSAL, REFUSAL]), f"{CITED}\n{CITED}"),
    "_NotAcceptedError": (
        lambda: import_module("croupier.rulebook.submission_check")._NotAcceptedError(*PARTS[:2], "S5"),  # noqa: SLF001
        TEXT,
    ),
}


def _below(kind: type[CroupierError]) -> Iterator[type[CroupierError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _below(each)


def _kinds() -> list[type[CroupierError]]:
    for module in walk_packages(croupier.__path__, "croupier."):
        if ".migrations" not in module.name and module.name != "croupier.__main__":
            import_module(module.name)
    return [each for each in dict.fromkeys(_below(CroupierError)) if each.__module__.startswith("croupier.")]


KINDS = _kinds()


def _of_three_parts(kind: type[CroupierError]) -> bool:
    return list(inspect.signature(kind).parameters)[:3] == ["why", "accepted", "about"]


def _same(error: CroupierError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


@pytest.mark.parametrize("kind", [each for each in KINDS if _of_three_parts(each)], ids=lambda kind: kind.__name__)
def test_an_error_is_made_of_three_parts_and_its_text_of_two(kind: type[CroupierError]) -> None:
    error = kind(*PARTS)
    assert (error.why, error.accepted, error.about) == PARTS
    assert str(error) == TEXT
    _same(error)


def test_an_error_that_does_not_know_what_would_be_accepted_says_only_why() -> None:
    assert str(CroupierError("the process died")) == "the process died"


def test_what_is_made_of_other_things_says_so_and_is_known_here() -> None:
    others = {each.__name__: each for each in KINDS if not _of_three_parts(each)}
    assert set(others) == set(OTHERS)
    for kind in others.values():
        assert "made of" in (kind.__doc__ or "")


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_made_of_other_things_has_the_parts_too(name: str) -> None:
    make, text = OTHERS[name]
    error = make()
    assert str(error) == text
    assert error.why in text
    assert error.accepted in {"", PARTS[1]}
    assert error.about in {"", PARTS[2]}
    _same(error)


def test_an_error_about_a_name_knows_what_a_name_is() -> None:
    error = NamingError("a name is text")
    assert (error.accepted, error.about) == ("a name of 1 to 24 characters that can be seen", "name")
    _same(error)


def test_bad_input_has_a_line_for_each_objection() -> None:
    error = InputError("house.toml: 2 objections", objections=["one", "two"])
    assert str(error) == "house.toml: 2 objections\none\ntwo"
    _same(error)
    assert InputError("that is a folder", "a file").lines == ("that is a folder; accepted: a file",)


# ---- one place -----------------------------------------------------------------------------------------------


def _docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr):
                yield first.value


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(each) or "{}" for each in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def put_together(source: str) -> list[int]:
    """The lines where a text is put together that errors.py puts together, docstrings aside."""
    tree = ast.parse(source)
    shown = set(_docstrings(tree))
    texts = {node: _text(node) for node in ast.walk(tree) if isinstance(node, ast.expr) and node not in shown}
    return sorted(
        {
            node.lineno
            for node, text in texts.items()
            if PUT_TOGETHER in text or text.startswith(PUT_TOGETHER.removeprefix("; "))
        }
    )


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('raise Error("no; accepted: yes")', [1]),
        ('raise Error(f"{why}; accepted: {accepted}")', [1]),
        ('raise Error("no; " "accepted: yes")', [1]),
        ('accepted = "accepted: yes"\nraise Error(f"no; {accepted}")', [1]),
        ('why, _, accepted = str(error).partition("; accepted: ")', [1]),
        ('"""No; accepted: yes."""\nraise Error("no", "yes")', []),
    ],
)
def test_a_text_that_is_put_together_elsewhere_is_found(source: str, lines: list[int]) -> None:
    assert put_together(source) == lines


def test_the_text_of_an_error_is_put_together_in_one_place() -> None:
    found = {
        str(file.relative_to(SOURCES)): lines
        for file in SOURCES.rglob("*.py")
        if (lines := put_together(file.read_text(encoding="utf-8")))
    }
    assert list(found) == ["errors.py"]
    assert len(found["errors.py"]) == 1
