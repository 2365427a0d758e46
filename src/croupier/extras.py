"""What only some users need is an extra of the package, and whoever lacks one is told in a sentence what to install.

A room that stands on an extra says so when it is entered, and the command line when it stumbles. `pyproject.toml` has
the packages and their versions.
"""

from __future__ import annotations

from importlib.util import find_spec

from croupier.errors import CroupierError

# What each extra brings, by the names that are imported.
BRINGS = {
    "analysis": ("matplotlib", "numba", "numpy"),
    "client": ("httpx", "websockets"),
    "house": ("alembic", "argon2", "fastapi", "httptools", "sqlalchemy", "uvicorn", "websockets"),
}


class MissingError(CroupierError, ImportError):
    """Something that an extra of the package brings is not installed; the text says what to install."""


def needs(extra: str, what: str) -> None:
    """See that an extra is installed, on which `what` stands."""
    missing = [name for name in BRINGS[extra] if find_spec(name) is None]
    if missing:
        raise _missing(what, extra, missing)


def missed(error: ModuleNotFoundError) -> MissingError | None:
    """The sentence for a module that was not found, if an extra brings it; anything else is a fault of ours."""
    name = (error.name or "").partition(".")[0]
    return next((_missing("this", extra, [name]) for extra, names in BRINGS.items() if name in names), None)


def _missing(what: str, extra: str, names: list[str]) -> MissingError:
    are = "is" if len(names) == 1 else "are"
    said = f"{what} needs {', '.join(names)}, which {are} not installed"
    return MissingError(said, f"pip install 'croupier[{extra}]'")
