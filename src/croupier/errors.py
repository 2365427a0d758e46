"""What all errors of this package have in common, so that one `except` catches them."""

from __future__ import annotations


class CroupierError(Exception):
    """Something was refused or not understood; the text says what, why, and what would be accepted."""
