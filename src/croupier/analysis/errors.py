"""The errors of an analysis, which every part of it may raise."""

from __future__ import annotations

from croupier.errors import CroupierError


class AnalysisError(CroupierError, ValueError):
    """A question that cannot be answered as it was put; the text says what can."""


class StrategyError(CroupierError, ValueError):
    """A strategy that cannot be read or played; the text says what would be accepted."""
