"""The asker of the request that is being answered: by whom queries of the record are counted, and when they end."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass

from starlette.types import Receive


@dataclass(slots=True)
class Asker:
    """The sender of a request: the person once known, and the address before that."""

    key: str = ""
    receive: Receive | None = None  # of the request's own messages, once its body was read

    async def gone(self) -> None:
        """Wait until the client has disconnected."""
        while self.receive is not None and (await self.receive())["type"] != "http.disconnect":
            pass


_asker: ContextVar[Asker | None] = ContextVar("asker", default=None)


def begin(key: str, receive: Receive) -> None:
    """Answer a request from now on, of a client at that address."""
    _asker.set(Asker(key, receive))


def known_as(person: str) -> None:
    """Count what this request asks for by the person who has sent it."""
    asker = _asker.get()
    if asker is not None:
        asker.key = person


def asker() -> Asker:
    """The asker of the present request; outside a request, the house itself."""
    return _asker.get() or Asker()
