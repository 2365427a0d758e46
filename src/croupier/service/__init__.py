"""The HTTP and WebSocket service of a house: sign-in, permissions, and the view that each client is sent.

Only the errors of the service are exported. A module is imported when one of its names is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from croupier.extras import needs

if TYPE_CHECKING:
    from croupier.service.background.settings_reload import ReloadError
    from croupier.service.http.problems import Problem
    from croupier.service.server import ServingError

needs("house", "a house")

__all__ = ["Problem", "ReloadError", "ServingError"]
_ROOMS = {"Problem": "http.problems", "ReloadError": "background.settings_reload", "ServingError": "server"}


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module 'croupier.service' has no attribute {name!r}")
    return getattr(import_module(f"croupier.service.{_ROOMS[name]}"), name)
