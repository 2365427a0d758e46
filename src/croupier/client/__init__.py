"""A client of a house, for programs: `Client`, and `AsyncClient` for who runs an event loop.

    with Client("http://127.0.0.1:8642") as client:
        client.come_in("Ada")
        with client.watch("uth-ma") as table:
            table.sit(10_000)
            table.bet({"ante": 500, "blind": 500})
            for _ in table:
                if table.message.asked:
                    table.decide("check")

Messages are what has happened, in order; `message` is the table as it stands, which is what one answers to.

What a name needs is imported when the name is first used, so that a part of it can be had alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from croupier.extras import needs

if TYPE_CHECKING:
    from croupier.client.answers import Answer, Checked, Listed, Me, Message, View
    from croupier.client.async_client import AsyncClient, AsyncTable
    from croupier.client.errors import ClientError, Refused, Unreachable, Unsure
    from croupier.client.sync_client import Client, Table

__all__ = [
    "Answer",
    "AsyncClient",
    "AsyncTable",
    "Checked",
    "Client",
    "ClientError",
    "Listed",
    "Me",
    "Message",
    "Refused",
    "Table",
    "Unreachable",
    "Unsure",
    "View",
]
_ROOMS = {
    **dict.fromkeys(("Answer", "Checked", "Listed", "Me", "Message", "View"), "answers"),
    **dict.fromkeys(("AsyncClient", "AsyncTable"), "async_client"),
    **dict.fromkeys(("ClientError", "Refused", "Unreachable", "Unsure"), "errors"),
    **dict.fromkeys(("Client", "Table"), "sync_client"),
}


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module 'croupier.client' has no attribute {name!r}")
    if _ROOMS[name] in {"sync_client", "async_client"}:
        needs("client", "a client of a house")
    return getattr(import_module(f"croupier.client.{_ROOMS[name]}"), name)
