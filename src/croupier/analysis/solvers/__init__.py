"""Solving: the induction, its counters, and the choice among them."""

from __future__ import annotations

from croupier.extras import needs

needs("analysis", "the mathematics")  # before what stands on it is imported
