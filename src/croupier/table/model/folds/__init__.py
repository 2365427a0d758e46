"""Folds over events, by subject: each has a function for each of its kinds of event; `model.apply` has all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.table.model.state import State

Folds = dict[str, Callable[[State, Mapping[str, Any]], None]]
