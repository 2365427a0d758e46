"""The roles of persons at a house."""

from __future__ import annotations

from typing import Literal, TypeAlias

Role: TypeAlias = Literal["guest", "player", "dealer", "floor", "auditor", "manager"]
