"""Peer processes at one PostgreSQL: each notifies the others how far it has written, and asks for their sockets.

These messages are hints: only the record decides.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Connection, Engine, text

CHANNEL, PRESENCE = "croupier", "croupier_presence"
WHO, HERE = "who", "here"  # asks for sockets of a person at a table, and says that this process has one
CLOCKS = "clocks"  # says that the basis of deadlines has changed
_NAME = "croupier house"  # of the connections that listen
_LISTENS = text(
    "SELECT 1 FROM pg_stat_activity WHERE application_name = :name AND datname = current_database() LIMIT 1"
)
_MOST = 7000  # bytes; the database takes 8,000
_NOTIFY = text("SELECT pg_notify(:channel, :says)")
_PATIENCE = 0.5  # seconds from one look at whether to stop to the next


def notify(connection: Connection, heads: Mapping[str, int]) -> None:
    """Tell the others, once this is committed, the last sequence number of each stream."""
    some: list[tuple[str, int]] = []
    for head in heads.items():
        if len(json.dumps([*some, head])) > _MOST:
            connection.execute(_NOTIFY, {"channel": CHANNEL, "says": json.dumps(some)})
            some = []
        some.append(head)
    if some:
        connection.execute(_NOTIFY, {"channel": CHANNEL, "says": json.dumps(some)})


class PeerMessage(NamedTuple):
    """A message of one process to the others, about presence or clocks."""

    what: str
    stream: str
    person: str


def say(connection: Connection, word: PeerMessage) -> None:
    """Send it to the others, once this is committed, where there may be any."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": PRESENCE, "says": json.dumps(word)})


def others_listen(connection: Connection) -> bool:
    """True if another process has this house open, before this one listens."""
    if connection.dialect.name != "postgresql":
        return False
    return connection.execute(_LISTENS, {"name": _NAME}).first() is not None


Heads: TypeAlias = dict[str, int] | None


class PeerListener:
    """Listens to what the other processes have written; after a lost connection everything is looked at again.

    The owner hears it on its own thread, by `deliver`; what comes while it has no time is heard together.
    """

    def __init__(
        self,
        engine: Engine,
        deliver: Callable[[Callable[[], None]], None],
        heard: Callable[[Heads], None],
        said: Callable[[PeerMessage], None] = lambda _: None,
    ) -> None:
        self._engine, self._deliver, self._heard, self._said = engine, deliver, heard, said
        self._news: list[Heads] = []
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="croupier ears", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg

        address = self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopped.is_set():
            try:
                with psycopg.connect(address, autocommit=True, application_name=_NAME) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    connection.execute(f"LISTEN {PRESENCE}")
                    self._hear(None)
                    while not self._stopped.is_set():
                        for each in connection.notifies(timeout=_PATIENCE):
                            self._take(each.channel, each.payload)
            except psycopg.OperationalError:
                self._stopped.wait(_PATIENCE)

    def _take(self, channel: str, payload: str) -> None:
        if channel == CHANNEL:
            self._hear(_heads(payload))
        elif (word := _word(payload)) is not None:
            self._deliver(partial(self._said, word))

    def _hear(self, heads: Heads) -> None:
        with self._lock:
            is_first = not self._news
            self._news.append(heads)
        if is_first:
            self._deliver(self._tell)

    def _tell(self) -> None:
        """Tell, on the owner's thread, all that has come since."""
        with self._lock:
            news, self._news = self._news, []
        self._heard(newest(news))


def newest(news: Iterable[Heads]) -> Heads:
    """The newest sequence of each stream; None if any message says that everything has to be read."""
    far: dict[str, int] = {}
    for heads in news:
        if heads is None:
            return None
        for stream, seq in heads.items():
            far[stream] = max(seq, far.get(stream, seq))
    return far


def _heads(payload: str) -> Heads:
    """The sequences in a payload by stream; None of a foreign payload, after which everything is read."""
    try:
        return dict(msgspec.json.decode(payload, type=list[tuple[str, int]]))
    except msgspec.DecodeError:
        return None


def _word(payload: str) -> PeerMessage | None:
    """The message in a payload; None of a foreign payload."""
    try:
        return msgspec.json.decode(payload, type=PeerMessage)
    except msgspec.DecodeError:
        return None
