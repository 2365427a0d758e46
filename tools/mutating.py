"""Mutation operators: finds the small faults that can be put into a source file, and makes the file with one of them.

Altered are comparisons, `and` and `or`, `not`, arithmetic, numbers (one more, one less), truth values, strings,
returned values (None instead), calls made for their effect (left out), conditions of `if`, `while`, conditional
expressions and comprehensions (forced), `break` and `continue`, the ends of slices, `min` and `max`, `any` and `all`.
Left alone are docstrings, annotations and type aliases, `Literal`, `cast`, decorators (`@keeps` is checked from the
sources), names that begin with two underscores, assertions, code under `TYPE_CHECKING`; and text for people, which is
every f-string, and in a `raise` every string with a blank (names of rules have none, and are altered there too). Data
files are not altered.

A fault is identified by its file, its function, its kind and the text that it alters, never by a line: a list of faults
stays valid when the file is edited elsewhere. Equal faults in one function are numbered from the second on.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
LITERALS = (ast.JoinedStr, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp)
MOST_SHOWN = 80  # characters of the expression around a constant
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module


@dataclass(frozen=True)
class Fault:
    """A fault: a node of a file's syntax tree, and its replacement."""

    file: str
    scope: str
    kind: str
    before: str
    after: str
    number: int
    node: ast.AST = field(repr=False, compare=False)
    replacement: ast.AST = field(repr=False, compare=False)
    statement: ast.stmt = field(repr=False, compare=False)
    in_function: bool = field(compare=False)

    @property
    def key(self) -> str:
        """The name by which it is listed."""
        again = f" #{self.number}" if self.number > 1 else ""
        return f"{self.file}::{self.scope}: {self.kind}: {self.before} -> {self.after}{again}"

    @property
    def id(self) -> str:
        """A short name for it, to be typed."""
        return hashlib.sha256(self.key.encode()).hexdigest()[:8]

    @property
    def lines(self) -> set[int]:
        """The lines to be run to reach the fault; for a default argument those of the whole function."""
        if isinstance(self.statement, ast.FunctionDef | ast.AsyncFunctionDef):
            return set(range(self.statement.body[0].lineno, (self.statement.end_lineno or 0) + 1))
        first, last = getattr(self.node, "lineno", self.statement.lineno), getattr(self.node, "end_lineno", None)
        return {self.statement.lineno, *range(first, (last or first) + 1)}


def faults(path: Path, name: str) -> list[Fault]:
    """Every fault that can be put into a file, in the order of the file."""
    return list(Finder(name, path.read_text(encoding="utf-8")).found())


class Finder:
    """Walks a file's syntax tree and yields faults."""

    def __init__(self, file: str, source: str) -> None:
        self.file, self.tree = file, ast.parse(source)
        self._often: Counter[str] = Counter()
        self._in_function = False

    def found(self) -> Iterator[Fault]:
        """All faults of the file; equal ones are numbered."""
        yield from self._block(self.tree, "")

    def _block(self, scope: Scope, name: str) -> Iterator[Fault]:
        for statement in _statements(scope):
            yield from self._statement(statement, name)

    def _statement(self, statement: ast.stmt, scope: str) -> Iterator[Fault]:
        if _left_alone(statement):
            return
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{scope}.{statement.name}".lstrip(".")
            yield from self._inside(statement, statement, inner)
            outside, self._in_function = self._in_function, not isinstance(statement, ast.ClassDef)
            yield from self._block(statement, inner)
            self._in_function = outside
            return
        if isinstance(statement, ast.Assign | ast.AnnAssign) and not self._in_function:
            scope = f"{scope}.{_assigned(statement)}".lstrip(".")
        for kind, replacement in _of_statement(statement):
            yield self._fault(scope, kind, statement, statement, replacement)
        yield from self._inside(statement, statement, scope)
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            for each in getattr(statement, part, []):
                inner_statements = [each] if isinstance(each, ast.stmt) else each.body
                if isinstance(each, ast.match_case):
                    yield from self._inside(each.pattern, statement, scope)
                    if each.guard:
                        yield from self._expression(each.guard, each, statement, scope)
                for one in inner_statements:
                    yield from self._statement(one, scope)

    def _inside(self, parent: ast.AST, statement: ast.stmt, scope: str) -> Iterator[Fault]:
        """Faults in the expressions of a node, without those in nested statements."""
        for child in _expressions(parent):
            yield from self._expression(child, parent, statement, scope)

    def _expression(self, node: ast.AST, parent: ast.AST, statement: ast.stmt, scope: str) -> Iterator[Fault]:
        if _is_text(node, statement) or _is_type(node, parent):
            return
        for kind, replacement in _of_expression(node, parent):
            yield self._fault(scope, kind, node, statement, replacement, parent)
        yield from self._inside(node, statement, scope)

    def _fault(
        self, scope: str, kind: str, node: ast.AST, statement: ast.stmt, new: ast.AST, parent: ast.AST | None = None
    ) -> Fault:
        around = _around(node, parent)
        before, after = _text(around), _text(_with(around, node, new))
        alike = f"{scope} {kind} {before} {after}"
        self._often[alike] += 1
        ast.copy_location(new, node)
        return Fault(self.file, scope, kind, before, after, self._often[alike], node, new, statement, self._in_function)


def _around(node: ast.AST, parent: ast.AST | None) -> ast.AST:
    """The node that is shown for a fault: for a constant the expression around it, unless that is too long."""
    if not isinstance(node, ast.Constant) or not isinstance(parent, ast.expr | ast.keyword):
        return node
    if isinstance(parent, ast.Dict):
        pairs = zip(parent.keys, parent.values, strict=True)
        parent = next(ast.Dict([key], [value]) for key, value in pairs if node in {key, value})
    return parent if len(_text(parent)) <= MOST_SHOWN else node


# ---- selecting nodes -------------------------------------------------------------------------------------


def _statements(scope: Scope) -> list[ast.stmt]:
    has_docstring = ast.get_docstring(scope, clean=False) is not None
    return scope.body[1:] if has_docstring else scope.body


def _left_alone(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Assert | ast.Import | ast.ImportFrom):
        return True
    if isinstance(statement, ast.If) and isinstance(statement.test, ast.Name):
        return statement.test.id == "TYPE_CHECKING"
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(isinstance(target, ast.Name) and target.id.startswith("__") for target in targets)


def _expressions(parent: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that can be altered: no statement, annotation or decorator."""
    skipped = {"decorator_list", "annotation", "returns", "body", "orelse", "finalbody", "handlers", "cases", "bases"}
    if isinstance(parent, ast.expr):
        skipped = {"annotation"}
    for name, value in ast.iter_fields(parent):
        if name in skipped:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.stmt | ast.expr_context | ast.operator):
                yield child


def _is_text(node: ast.AST, statement: ast.stmt) -> bool:
    if isinstance(node, ast.JoinedStr):
        return True
    in_raise = isinstance(statement, ast.Raise)
    return in_raise and isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def _is_type(node: ast.AST, parent: ast.AST) -> bool:
    if isinstance(node, ast.Subscript) and _name(node.value) in {"Literal", "Callable", "Mapping", "dict", "tuple"}:
        return _name(node.value) == "Literal" or not isinstance(parent, ast.Call)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _is_class(node.left) or _is_class(node.right)
    if isinstance(node, ast.Call):
        return _name(node.func) in {"TypeVar", "NewType"}
    return isinstance(parent, ast.Call) and _name(parent.func) == "cast" and node is parent.args[0]


def _is_class(node: ast.expr) -> bool:
    name = _name(node)
    return name in {"int", "str", "float", "bool", "bytes"} or (name[:1].isupper() and not name.isupper())


def _assigned(statement: ast.Assign | ast.AnnAssign) -> str:
    return _name(statement.targets[0] if isinstance(statement, ast.Assign) else statement.target)


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


# ---- replacements ------------------------------------------------------------------------------------------

Change = tuple[str, ast.AST]


def _of_statement(node: ast.stmt) -> Iterator[Change]:
    if isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield "return nothing", ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "leave out", ast.Pass()
    elif isinstance(node, ast.Break):
        yield "loop", ast.Continue()
    elif isinstance(node, ast.Continue):
        yield "loop", ast.Break()
    elif isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield "arithmetic", ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)


def _of_expression(node: ast.AST, parent: ast.AST) -> Iterator[Change]:
    yield from _forced(node, parent)
    if isinstance(node, ast.Compare):
        yield from _compared(node)
    elif isinstance(node, ast.BoolOp):
        yield "and, or", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp):
        if isinstance(node.op, ast.Not | ast.USub):
            yield "not" if isinstance(node.op, ast.Not) else "sign", node.operand
    elif isinstance(node, ast.BinOp):
        yield from _calculated(node)
    elif isinstance(node, ast.Constant):
        yield from _constant(node)
    elif isinstance(node, ast.Slice):
        yield from _sliced(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
        name = ast.Name(SWAPPED[node.func.id], ast.Load())
        yield "least, most" if node.func.id in {"min", "max"} else "any, all", ast.Call(name, node.args, node.keywords)


def _forced(node: ast.AST, parent: ast.AST) -> Iterator[Change]:
    if isinstance(parent, ast.If | ast.IfExp) and node is parent.test:
        yield "force", ast.Constant(value=True)
        yield "force", ast.Constant(value=False)
    elif isinstance(parent, ast.While) and node is parent.test:
        yield "force", ast.Constant(value=False)
    elif isinstance(parent, ast.comprehension) and any(node is each for each in parent.ifs):
        yield "force", ast.Constant(value=True)


def _compared(node: ast.Compare) -> Iterator[Change]:
    for place, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            operators = [*node.ops[:place], other(), *node.ops[place + 1 :]]
            yield "compare", ast.Compare(node.left, operators, node.comparators)


def _calculated(node: ast.BinOp) -> Iterator[Change]:
    """Another arithmetic operator; not for text and collections, where it would only raise an exception."""
    if type(node.op) not in ARITHMETIC or any(_is_put_together(side) for side in (node.left, node.right)):
        return
    yield "arithmetic", ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)


def _is_put_together(node: ast.expr) -> bool:
    return isinstance(node, LITERALS) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _constant(node: ast.Constant) -> Iterator[Change]:
    value = node.value
    if isinstance(value, bool):
        yield "truth", ast.Constant(not value)
    elif isinstance(value, int):
        yield "number", ast.Constant(value + 1)
        yield "number", ast.Constant(value - 1)
    elif isinstance(value, str):
        yield "string", ast.Constant(value + "!")


def _sliced(node: ast.Slice) -> Iterator[Change]:
    """A slice with one end moved by one; ends that are numbers are altered as numbers."""
    for name in ("lower", "upper"):
        end = getattr(node, name)
        if end is not None and not isinstance(end, ast.Constant | ast.UnaryOp):
            ends = {"lower": node.lower, "upper": node.upper, name: ast.BinOp(end, ast.Add(), ast.Constant(1))}
            yield "slice", ast.Slice(ends["lower"], ends["upper"], node.step)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


# ---- uses of module-level names ----------------------------------------------------------------------------

Place = tuple[str, int]  # a file and a line of it


def users(sources: Mapping[str, str]) -> dict[str, set[Place]]:
    """The lines in functions that use each name, directly or through another module-level name.

    `name()` stands for the result of a function that is called outside of functions.
    """
    direct: dict[str, set[Place]] = defaultdict(set)
    through: dict[str, set[str]] = defaultdict(set)
    for file, source in sources.items():
        for name, line, holder in _uses(ast.parse(source), ""):
            if holder is None:
                direct[name].add((file, line))
            else:
                through[name].add(holder)
    names = {*direct, *through}
    return {name: set().union(*(direct.get(each, ()) for each in _reached(name, through))) for name in names}


def _uses(node: ast.AST, holder: str | None) -> Iterator[tuple[str, int, str | None]]:
    """Every name below a node, with its line and the module-level name that it is assigned to; None in a function."""
    for child in ast.iter_child_nodes(node):
        inner = holder
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            inner = None
        elif holder is not None and isinstance(child, ast.Assign | ast.AnnAssign):
            inner = _assigned(child)
        if isinstance(child, ast.Name | ast.Attribute):
            yield _name(child), child.lineno, inner
        if isinstance(child, ast.Call) and inner is not None:
            yield f"{_name(child.func)}()", child.lineno, inner
        yield from _uses(child, inner)


def _reached(name: str, through: Mapping[str, set[str]]) -> set[str]:
    found, new = {name}, [name]
    while new:
        more = through.get(new.pop(), set()) - found
        found |= more
        new += more
    return found


# ---- the file with a fault -----------------------------------------------------------------------------------


def _text(node: ast.AST) -> str:
    """Source text of a node, on one line."""
    if isinstance(node, ast.keyword):
        return f"{node.arg}={ast.unparse(node.value)}"
    return " ".join(ast.unparse(node).split())


def _with(around: ast.AST, node: ast.AST, new: ast.AST) -> ast.AST:
    """A copy of a node in which a node below it is replaced."""
    if around is node:
        return new
    return _Replace(node, new).generic_visit(copy.copy(around))


class _Replace(ast.NodeTransformer):
    """Node transformer that replaces one node, and copies those above it."""

    def __init__(self, node: ast.AST, new: ast.AST) -> None:
        self.node, self.new = node, new

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Copy each node on the way, so that the original tree stays unchanged."""
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                setattr(node, name, [self._in_place_of(each) for each in value])
            elif isinstance(value, ast.AST):
                setattr(node, name, self._in_place_of(value))
        return node

    def _in_place_of(self, node: object) -> object:
        if node is self.node:
            return self.new
        return self.visit(copy.copy(node)) if isinstance(node, ast.AST) else node


def mutated(source: str, fault: Fault) -> str:
    """The source with the fault in it; the rest of the text is unchanged."""
    node = fault.node
    lines = source.encode().splitlines(keepends=True)
    first, last = node.lineno - 1, node.end_lineno - 1  # type: ignore[attr-defined]
    head, tail = lines[first][: node.col_offset], lines[last][node.end_col_offset :]  # type: ignore[attr-defined]
    text = ast.unparse(fault.replacement)
    if isinstance(fault.replacement, ast.expr) and not isinstance(fault.replacement, ast.Constant | ast.Slice):
        text = f"({text})"
    return b"".join([*lines[:first], head, text.encode(), tail, *lines[last + 1 :]]).decode()
