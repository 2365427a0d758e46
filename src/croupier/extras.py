"""Optional dependencies (extras of the package): if one is missing, the error says what to install.

A subpackage that needs an extra checks it when it is imported; the command line reports a module that is not found.
`pyproject.toml` has the packages and their versions.
"""

from __future__ import annotations

from importlib.util import find_spec

from croupier.errors import CroupierError

# The modules of each extra, by the names that are imported.
BRINGS = {
    "analysis": ("matplotlib", "numba", "xlsxwriter"),
    "client": ("httpx", "websockets"),
    "cluster": ("distributed",),
    "pdf": ("weasyprint",),
    "house": ("alembic", "argon2", "fastapi", "httptools", "prometheus_client", "sqlalchemy", "uvicorn", "websockets"),
}


class MissingError(CroupierError, ImportError):
    """A dependency of an extra is not installed; the text says what to install."""


def needs(extra: str, what: str) -> None:
    """Raise a MissingError if an extra that `what` needs is not installed."""
    missing = [name for name in BRINGS[extra] if find_spec(name) is None]
    if missing:
        raise _missing(what, extra, missing)


def missed(error: ModuleNotFoundError) -> MissingError | None:
    """The MissingError for a module that was not found; None if no extra has it, which is a fault of the program."""
    name = (error.name or "").partition(".")[0]
    return next((_missing("this", extra, [name]) for extra, names in BRINGS.items() if name in names), None)


def _missing(what: str, extra: str, names: list[str]) -> MissingError:
    are = "is" if len(names) == 1 else "are"
    said = f"{what} needs {', '.join(names)}, which {are} not installed"
    return MissingError(said, f"pip install {_source(extra)}")


def _source(extra: str) -> str:
    """The package with an extra, as pip takes it: from the folder or the address that it was installed from."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import unquote, urlsplit

    try:
        installed = distribution("croupier").read_text("direct_url.json")
    except PackageNotFoundError:  # it runs from its sources
        installed = None
    found = json.loads(installed) if installed else {}
    url = str(found.get("url", ""))
    if not url.startswith("file://"):
        return f"'croupier[{extra}] @ {url}'" if url else f"'croupier[{extra}]'"
    editable = "--editable " if found.get("dir_info", {}).get("editable") else ""
    return f"{editable}'{unquote(urlsplit(url).path)}[{extra}]'"
