"""Dates and times of day as text; times are milliseconds since 1970, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime


def moment(at: int) -> str:
    """A time to the second, such as `2031-05-01 20:15:03 UTC`; empty for 0, which stands for no time."""
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%d %H:%M:%S} UTC" if at else ""
