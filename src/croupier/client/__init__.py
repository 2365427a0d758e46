"""A client of a house, for programs: `Client`, and `AsyncClient` for who runs an event loop.

    with Client("http://127.0.0.1:8642") as client:
        client.come_in("Ada")
        for played in client.table("uth-ma").rounds(10, chips=50_000):
            played.bet({"ante": 500, "blind": 500})
            for decision in played:
                decision.take(decision.choices[-1])

`client.table` plays round by round and asks for each decision. `client.watch` follows a table message by message.

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
    from croupier.client.played_rounds import AsyncDecision, AsyncRound, Choice, Decision, Result, Round
    from croupier.client.sync_client import Client, Table

__all__ = [
    "Answer",
    "AsyncClient",
    "AsyncDecision",
    "AsyncRound",
    "AsyncTable",
    "Checked",
    "Choice",
    "Client",
    "ClientError",
    "Decision",
    "Listed",
    "Me",
    "Message",
    "Refused",
    "Result",
    "Round",
    "Table",
    "Unreachable",
    "Unsure",
    "View",
]
_ROOMS = {
    **dict.fromkeys(("Answer", "Checked", "Listed", "Me", "Message", "View"), "answers"),
    **dict.fromkeys(("AsyncClient", "AsyncTable"), "async_client"),
    **dict.fromkeys(("ClientError", "Refused", "Unreachable", "Unsure"), "errors"),
    **dict.fromkeys(("AsyncDecision", "AsyncRound", "Choice", "Decision", "Result", "Round"), "played_rounds"),
    **dict.fromkeys(("Client", "Table"), "sync_client"),
}


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module 'croupier.client' has no attribute {name!r}")
    if _ROOMS[name] in {"sync_client", "async_client"}:
        needs("client", "a client of a house")
    return getattr(import_module(f"croupier.client.{_ROOMS[name]}"), name)
