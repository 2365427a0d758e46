"""Code of a game of one's own: run as a module, and guarded, so that nothing that it does ends in a traceback or never.

Its turns are counted: each round of a loop, and each call of a function. Who takes too many is stopped at the line,
in every thread and process alike, and without a clock.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import lru_cache, wraps
from math import inf
from threading import local
from traceback import extract_tb
from types import ModuleType
from typing import Any, TypeVar

from croupier.errors import CroupierError, GameCodeError
from croupier.games import answer_check
from croupier.games.game import Game

GAME_CODE = "game.py"  # the name by which a traceback and a refusal know a game's code
FAILS = "the game's code fails: "  # with which its errors begin
_ACCEPTED = "a game with which `croupier game check` finds no fault"
MOST_TURNS = 20_000_000  # of loops and calls, until a script, a settlement or the code itself is complete
MOST_KEPT = 64  # games whose code is kept compiled
_TURN = "__turn__"  # the name of the count in a game's code
_ENDS = (Exception, SystemExit, GeneratorExit)  # how code may fail; an interrupt is the person's
T = TypeVar("T")


class _EndlessError(RuntimeError):
    """The turns are used up."""


class _Turns(local):
    """The turns that are left to the code that runs in a thread; without end where no code of a game was called."""

    left: float = inf


_turns = _Turns()


def _turn() -> bool:
    _turns.left -= 1
    if _turns.left < 0:
        raise _EndlessError(f"it does not end in {MOST_TURNS:,} turns of its loops and functions")
    return True


def run(code: str) -> object:
    """The game that a text of Python defines as `GAME`, guarded; or what else it defines by that name."""
    return _guarded(_module, code)


@lru_cache(MOST_KEPT)
def _module(code: str) -> object:
    module = ModuleType(f"croupier_game_{hashlib.sha256(code.encode()).hexdigest()[:16]}")
    module.__dict__[_TURN] = _turn
    sys.modules[module.__name__] = module  # where dataclasses and pickles look for it
    counted = ast.parse(code, GAME_CODE)
    _Counted().visit(counted)
    ast.fix_missing_locations(counted)
    exec(compile(counted, GAME_CODE, "exec"), module.__dict__)  # noqa: S102 - code that somebody named at this machine
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        return None
    given = {field.name: getattr(game, field.name) for field in fields(game)}
    own: dict[str, Any] = {name: _guard(name, each) for name, each in given.items() if _is_of(each, module)}
    return replace(game, code=code, **own)


def _is_of(value: object, module: ModuleType) -> bool:
    return callable(value) and getattr(value, "__module__", "") == module.__name__


def _guard(field: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a game's code whose failures, and answers that are none, are GameCodeErrors."""

    @wraps(function)
    def guarded(*args: Any) -> Any:  # noqa: ANN401 - a game's own facts
        answer = _guarded(function, *args)
        for fault in answer_check.faults(field, answer, *args):
            raise _failure(fault)
        return answer

    return guarded


def _guarded(function: Callable[..., T], *args: Any) -> T:  # noqa: ANN401 - a game's own facts
    """Call a function of a game's code; what it yields one by one is yielded to the end."""
    before, _turns.left = _turns.left, MOST_TURNS
    try:
        made = function(*args)
        return tuple(made) if isinstance(made, Iterator) else made  # type: ignore[return-value]  # lines, or steps
    except GameCodeError:
        raise
    except _ENDS as error:
        raise _failure(_said(error) + _place(error)) from error
    finally:
        _turns.left = before


def _failure(said: str) -> GameCodeError:
    return GameCodeError(f"{FAILS}{said}", _ACCEPTED, GAME_CODE)


def _said(error: BaseException) -> str:
    """The first line of what an exception says, with its kind; an error of this package says enough itself."""
    says_enough = isinstance(error, CroupierError | _EndlessError)
    return (str(error) if says_enough else f"{type(error).__name__}: {error}").partition("\n")[0]


def _place(error: BaseException) -> str:
    """The line of a game's code in which an exception arose: ` at game.py, line 7, in settle`; empty if in none."""
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename == GAME_CODE]
    return f" at {GAME_CODE}, line {frames[-1].lineno}, in {frames[-1].name}" if frames else ""


class _Counted(ast.NodeTransformer):
    """A count at each turn of a loop, and at each call of a function."""

    def visit(self, node: ast.AST) -> ast.AST:
        """Count in a node that loops or is called, and in those under it."""
        self.generic_visit(node)
        if isinstance(node, ast.For | ast.While | ast.AsyncFor):
            node.body.insert(0, _statement(node))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.body.insert(1 if ast.get_docstring(node, clean=False) is not None else 0, _statement(node))
        elif isinstance(node, ast.comprehension):
            node.ifs.insert(0, _count(node.iter))
        return node


def _count(at: ast.AST) -> ast.expr:
    called = ast.Call(ast.Name(_TURN, ast.Load()), [], [])
    return ast.copy_location(called, at)


def _statement(at: ast.AST) -> ast.stmt:
    return ast.copy_location(ast.Expr(_count(at)), at)
