"""Errors of a simulation: what was asked for, and what is accepted."""

from __future__ import annotations

from croupier.errors import CroupierError


class SimulationError(CroupierError, ValueError):
    """A simulation that cannot be run as it was asked for; the text says what is accepted."""
