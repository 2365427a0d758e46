"""The day, for what is dated; nothing below the command line looks at a clock."""

from __future__ import annotations


def today() -> str:
    """The day where the user is, as 2031-05-01."""
    from datetime import UTC, datetime

    return datetime.now(UTC).astimezone().date().isoformat()
