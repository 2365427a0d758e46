"""Base class of all errors of this package, so that one `except` catches them."""

from __future__ import annotations


class CroupierError(Exception):
    """A refusal, or input that was not understood; the text says what, why, and what would be accepted."""
