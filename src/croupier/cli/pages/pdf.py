"""HTML pages as PDF, by WeasyPrint: the extra `pdf`, and the libraries of the system that it loads."""

from __future__ import annotations

from typing import Any

from croupier.cli.terminal.errors import InputError
from croupier.extras import needs


def printer() -> Any:  # noqa: ANN401 - WeasyPrint ships no types
    """WeasyPrint's class of pages; refused where it or a library of the system is missing."""
    needs("pdf", "a PDF")
    try:
        from weasyprint import HTML
    except OSError as error:
        why = "a PDF needs Pango, a library of the system, which was not found"
        accepted = "`apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0`, or --html"
        raise InputError(why, accepted) from error
    return HTML


def pdf(html: str) -> bytes:
    """A page as a PDF; it loads nothing that is not in the page."""
    made: bytes = printer()(string=html, url_fetcher=_nothing).write_pdf()
    return made


def _nothing(url: str, *_: object, **__: object) -> dict[str, object]:
    raise ValueError(f"{url} is not in the page")
