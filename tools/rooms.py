"""Checks that keep the package in order: its rooms, the names in them, its docstrings, and the size of its functions.

    python tools/rooms.py     print what is out of order; the exit code is 1 if anything is

Each check takes the folder of the package and returns sentences, one for each fault, that say what to do about it.
docs/architecture.md has the rooms, docs/decisions/0025-rooms-within-rooms.md the reasons.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "croupier"
MOST_MODULES = 15  # of a folder, `__init__` not counted
GERUNDS = {
    "betting": "the name of the procedure: the trade has no other",
    "dealing": "the name of the procedure: the trade has no other",
    "training": "the noun for what a dealer does who learns",
    "recording": "a noun: the file that a table leaves",
    "ranking": "a noun: the order of hands",
}
OPENINGS = re.compile(r"(What|Whether|Who|Whoever|Nobody|Somebody|The same|How|Why|Where|When|About|Everything)\b")
ALIASES = {
    "numpy": ("np", "as its own documentation does"),
    "sqlalchemy": ("sa", "as Alembic's migrations do"),
    "matplotlib": ("mpl", "as its own documentation does"),
    "ssl": ("tls", "the protocol's name; in both clients `ssl` is the name of a parameter"),
    "croupier.analysis.kernels.board_passes": ("kernels", "the compiled loops that this solver runs"),
    "croupier.analysis.kernels.board_survey": ("kernels", "the compiled loops that this solver runs"),
    "croupier.analysis.kernels.street_passes": ("kernels", "the compiled loops that this solver runs"),
    "croupier.analysis.kernels.boards_for_one_hand": ("kernels", "the compiled loops that the coach runs"),
}
CALLED_FROM_OUTSIDE = {  # or by tests, on purpose
    "down_revision": "Alembic reads it",
    "keepalive_timeout": "the library of WebSockets calls it",
    "revision": "Alembic reads it",
    "scriptSha256": "a test compares it with the browser's own",
    "send_400_response": "Uvicorn calls it",
    "upgrade": "Alembic calls it",
}
CALLED_BY_NAME = {  # decorators that leave a function to its callers; any other hands it to something that calls it
    *("asynccontextmanager", "contextmanager", "cache", "lru_cache", "cached_property", "property"),
    *("classmethod", "staticmethod", "overload", "override", "compiled", "keeps"),
}
LONGER_THAN = {40: 10, 60: 4}  # lines of a function, and how many functions may have more
MOST_COMPLEX, COMPLEX = 10, 5  # paths through a function by Ruff's count (C901), and how many functions may have more

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules(package: Path) -> list[Path]:
    """The Python files of a package."""
    return sorted(package.rglob("*.py"))


def folders(package: Path) -> list[Path]:
    """The package and every folder in it that holds something, caches apart."""
    inside = sorted(path for path in package.rglob("*") if path.is_dir() and path.name != "__pycache__")
    return [package, *(folder for folder in inside if any(each.name != "__pycache__" for each in folder.iterdir()))]


@lru_cache(maxsize=1024)
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _place(package: Path, path: Path) -> str:
    return path.relative_to(package.parent).as_posix()


# ---- rooms and names ---------------------------------------------------------------------------------------


def crowded(package: Path) -> list[str]:
    """Folders with more than fifteen modules of Python, or of JavaScript."""
    return [
        f"{_place(package, folder)} has {many} modules, {MOST_MODULES} are allowed: "
        "put those that belong together into a folder of their own"
        for folder in folders(package)
        for suffix in (".py", ".js")
        if (many := sum(file.suffix == suffix and file.stem != "__init__" for file in folder.iterdir())) > MOST_MODULES
    ]


def same_names(package: Path) -> list[str]:
    """Modules of one room, at any depth, with the same name."""
    named: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for file in modules(package):
        inside = file.relative_to(package)
        if file.stem != "__init__":
            named[inside.parts[0], file.stem].append(_place(package, file))
    return [
        f"{' and '.join(files)} have one name within {room}: call each by what sets it apart"
        for (room, _), files in named.items()
        if len(files) > 1
    ]


def gerunds(package: Path) -> list[str]:
    """Modules, scripts and folders whose last word ends in -ing."""
    scripts = sorted(package.rglob("*.js"))
    return [
        f"{_place(package, path)} is called by an activity: name the thing that it is, as a noun, "
        "or list the word in GERUNDS of tools/rooms.py with the reason"
        for path in [*folders(package)[1:], *modules(package), *scripts]
        if (word := path.stem.rpartition("_")[2]).endswith("ing") and word not in GERUNDS
    ]


# ---- docstrings --------------------------------------------------------------------------------------------


def riddles(package: Path) -> list[str]:
    """Docstrings that do not begin with the name of the thing."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return [
        f"{_place(package, file)}:{getattr(node, 'lineno', 1)}: the docstring begins with {opening[0]!r}: "
        "begin with the word that the field has for the thing"
        for file in modules(package)
        for node in ast.walk(_tree(file))
        if isinstance(node, documented) and (opening := OPENINGS.match(ast.get_docstring(node) or ""))
    ]


# ---- imports -----------------------------------------------------------------------------------------------


def aliases(package: Path) -> list[str]:
    """Modules that are imported under another name although nothing else in the file has theirs."""
    found = []
    for file in modules(package):
        taken = _bound(_tree(file))
        for module, alias, line in _renamed(package, _tree(file)):
            own = module.rpartition(".")[2]
            if own != alias and own not in taken and ALIASES.get(module, ("",))[0] != alias:
                found.append(
                    f"{_place(package, file)}:{line}: {module} is imported as {alias}: use its own name, {own}, "
                    "rename the module if it says too little, or list the alias in ALIASES of tools/rooms.py"
                )
    return found


def _renamed(package: Path, tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    """Each module that is imported `as` something: its dotted name, the alias and the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((name.name, name.asname, node.lineno) for name in node.names if name.asname)
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                dotted = f"{node.module}.{name.name}"
                if name.asname and _is_module(package, dotted):
                    yield dotted, name.asname, node.lineno


def _is_module(package: Path, dotted: str) -> bool:
    path = package.parent.joinpath(*dotted.split("."))
    return path.with_suffix(".py").exists() or path.is_dir()


def _bound(tree: ast.Module) -> set[str]:
    """Every name that a file gives to something: definitions, parameters, assignments and imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.arg():
                names.add(node.arg)
            case ast.Name(ctx=ast.Store()):
                names.add(node.id)
            case ast.alias():
                names.add(node.asname or node.name.partition(".")[0])
            case ast.ExceptHandler(name=str(caught)):
                names.add(caught)
    return names


def circles(package: Path) -> list[str]:
    """Modules that import each other, late imports too; imports for types alone do not count."""
    names = {_dotted(package, file): file for file in modules(package)}
    graph = {name: _imported(_tree(file), names) for name, file in names.items()}
    reached = {name: _reached(graph, name) for name in graph}
    together = {frozenset(other for other in found if name in reached[other]) for name, found in reached.items()}
    return [
        f"{' and '.join(sorted(each))} import each other in a circle: "
        "move what both need into a module below them, or pass it in"
        for each in sorted(together, key=sorted)
        if each
    ]


def _dotted(package: Path, file: Path) -> str:
    parts = file.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(tree: ast.Module, names: Iterable[str]) -> set[str]:
    """The modules of the package that a module imports when it runs."""
    for_types = {
        id(inside)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inside in ast.walk(node)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            found.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{each.name}" for each in node.names}
            found |= inner.intersection(names) or {str(node.module)}
    return found.intersection(names)


def _reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    """The modules that an import of one leads to; the module itself if it stands in a circle."""
    found, ahead = set[str](), [start]
    while ahead:
        new = graph[ahead.pop()] - found
        found |= new
        ahead.extend(new)
    return found


# ---- what nothing uses -------------------------------------------------------------------------------------


def unused(package: Path) -> list[str]:
    """Functions, classes and constants whose name stands nowhere else in the package or in the documentation."""
    texts = [file for file in package.rglob("*") if file.suffix in {".py", ".jinja", ".html", ".mako", ".toml"}]
    pages = (package.parent.parent / "docs").rglob("*.md")
    words = Counter(_words([*texts, *pages]))
    defined = [(name, place) for file in modules(package) for name, place in _defined(package, file)]
    often = Counter(name for name, _ in defined)
    return [
        f"{place}: nothing uses {name}: delete it, or move it to the tests if they need it"
        for name, place in defined
        if words[name] <= often[name] and name not in CALLED_FROM_OUTSIDE and not name.startswith(("__", "_repr_"))
    ]


def unreached(package: Path) -> list[str]:
    """Functions and classes of the first level that no module refers to, although something else has their name."""
    names = {_dotted(package, file): file for file in modules(package)}
    examples = (package.parent.parent / "examples").rglob("*.py")
    references = {each for file in [*names.values(), *examples] for each in _references(_tree(file), names)}
    return [
        f"{_place(package, file)}:{node.lineno}: no module imports or calls {node.name}: "
        "delete it, or move it to the tests if they need it"
        for module, file in names.items()
        for node in _tree(file).body
        if isinstance(node, ast.ClassDef) or (isinstance(node, Function) and not _decorators(node) - CALLED_BY_NAME)
        if not references & {(module, node.name), (module, "")} and not _is_used_in(_tree(file), node)
        if node.name not in CALLED_FROM_OUTSIDE and not node.name.startswith("__")
    ]


def _references(tree: ast.Module, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The names of other modules that a module refers to; an empty name for a module that is handed on as a whole."""
    bound: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            bound |= {each.asname or each.name: each.name for each in node.names if each.name in names}
        elif isinstance(node, ast.ImportFrom):
            whole = {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
            bound |= {alias: dotted for alias, dotted in whole.items() if dotted in names}
            yield from ((str(node.module), each.name) for each in node.names)
    owners = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in bound:
            yield bound[ast.unparse(node.value)], node.attr
        elif isinstance(node, ast.Name) and node.id in bound and id(node) not in owners:
            yield bound[node.id], ""
        elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):  # of `import_module`
            folder = str(node.values[0].value)
            yield from ((name, "") for name in names if folder.endswith(".") and name.startswith(folder))


def _is_used_in(tree: ast.Module, defined: ast.stmt) -> bool:
    """True if a module names what it defines, in code or in a text, outside of the definition."""
    name = str(getattr(defined, "name", ""))
    inside = {id(node) for node in ast.walk(defined)}
    others = [node for node in ast.walk(tree) if id(node) not in inside]
    return any(isinstance(node, ast.Name) and node.id == name for node in others) or any(
        isinstance(node, ast.Constant) and isinstance(node.value, str) and name in re.findall(r"\w+", node.value)
        for node in others
    )


def _words(files: Iterable[Path]) -> Iterator[str]:
    for file in files:
        yield from re.findall(r"\w+", file.read_text(encoding="utf-8"))


def _defined(package: Path, file: Path) -> Iterator[tuple[str, str]]:
    """The functions and classes of a file, and the constants of its first level, with their places."""
    tree = _tree(file)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) or (
            isinstance(node, Function) and CALLED_BY_NAME.issuperset(_decorators(node))
        ):
            yield node.name, f"{_place(package, file)}:{node.lineno}"
    for each in tree.body:
        targets = (
            each.targets if isinstance(each, ast.Assign) else [each.target] if isinstance(each, ast.AnnAssign) else []
        )
        for target in targets:
            if isinstance(target, ast.Name):
                yield target.id, f"{_place(package, file)}:{target.lineno}"


def _decorators(function: Function) -> set[str]:
    """The last word of each decorator."""
    called = [each.func if isinstance(each, ast.Call) else each for each in function.decorator_list]
    return {ast.unparse(each).rpartition(".")[2] for each in called}


def unused_exports(package: Path) -> list[str]:
    """Names that a script of the page exports and no other script imports."""
    scripts = {
        file: file.read_text(encoding="utf-8") for file in sorted(package.rglob("*.js")) if "vendor" not in file.parts
    }
    words = {file: set(re.findall(r"[\w$]+", text)) for file, text in scripts.items()}
    return [
        f"{_place(package, file)}: no other script imports {name}: do not export it, or delete it"
        for file, text in scripts.items()
        for name in re.findall(r"^export (?:async )?(?:function\*?|const|let|class) ([\w$]+)", text, re.MULTILINE)
        if name not in CALLED_FROM_OUTSIDE and not any(name in said for other, said in words.items() if other != file)
    ]


# ---- functions ---------------------------------------------------------------------------------------------


def long_functions(package: Path) -> list[str]:
    """More functions over 40 or over 60 lines than there were."""
    lengths = sorted(
        (
            ((node.end_lineno or node.lineno) - node.lineno + 1, f"{_place(package, file)}:{node.lineno} {node.name}")
            for file in modules(package)
            for node in ast.walk(_tree(file))
            if isinstance(node, Function)
        ),
        reverse=True,
    )
    found = []
    for lines, allowed in LONGER_THAN.items():
        over = [place for length, place in lengths if length > lines]
        if len(over) > allowed:
            found.append(
                f"{len(over)} functions have more than {lines} lines, {allowed} are allowed: "
                f"shorten one of {', '.join(over)}"
            )
    return found


def complex_functions(package: Path) -> list[str]:
    """More functions with over ten paths through them than there were."""
    asked = ["check", "--isolated", "--ignore-noqa", "--no-cache", "--exit-zero", "--select", "C901"]
    limit = ["--config", f"lint.mccabe.max-complexity={MOST_COMPLEX}", "--output-format", "json"]
    ruff = [sys.executable, "-m", "ruff", *asked, *limit, str(package)]
    done = subprocess.run(ruff, capture_output=True, text=True, check=True)  # noqa: S603 - our own words to our own Ruff
    over = [f"{_place(package, Path(each['filename']))}: {each['message']}" for each in json.loads(done.stdout)]
    if len(over) <= COMPLEX:
        return []
    return [
        f"{len(over)} functions are more complex than {MOST_COMPLEX}, {COMPLEX} are allowed: simplify one of "
        + "; ".join(over)
    ]


CHECKS = (
    *(crowded, same_names, gerunds, riddles, aliases, circles),
    *(unused, unreached, unused_exports, long_functions, complex_functions),
)


def main() -> int:
    """Print every fault."""
    found = [sentence for check in CHECKS for sentence in check(PACKAGE)]
    print("\n".join(found) or "in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
