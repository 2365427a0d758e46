"""Channels: the watchers of a table, and the messages to them; each viewer's message is made once for all its sockets.

No watcher waits for another. Each has a queue of its own that another task empties; one whose queue is full does not
read, and is dropped. Many watchers are told in chunks, so that everything else gets its turn in between.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from croupier.house.engine.requests import Committed
from croupier.house.people.roles import Principal
from croupier.service.live import messages
from croupier.service.live.messages import Broadcast, Names, SeatsTold, TableContext
from croupier.table.model.state import State
from croupier.table.views.view import PUBLIC, Viewer

CHUNK = 100  # watchers who are told in one go
MOST_WAITING = 200  # messages that a watcher may be behind
RECENT = 32  # commands after which a watcher cannot go on where it was

# Why a socket is closed, beyond what the protocol has numbers for.
ENDED = 4401  # the session is over, or what it opens has changed
GONE = 4404  # the table is closed
SLOW = 4408  # WebSocket close code: the client did not read fast enough
FLOODED = 4429  # too much was sent over it


class Watcher:
    """A socket at a table: its viewer, and the messages that wait to be sent."""

    __slots__ = ("_drop", "_wake", "_write", "after", "closed", "known", "viewer", "waiting")

    def __init__(
        self,
        viewer: Viewer,
        principal: Principal | None,
        drop: Callable[[], None],
        write: Callable[[str], bool] | None = None,
    ) -> None:
        self.viewer, self.known, self._drop, self._write = viewer, principal, drop, write
        self.waiting: deque[str] = deque()
        self.after = 0  # the sequence up to which it has been told
        self.closed: tuple[int, str] | None = None
        self._wake: asyncio.Future[None] | None = None

    @property
    def person(self) -> str:
        """The person of the socket; empty without one."""
        return self.known.person if self.known is not None else ""

    def tell(self, message: str) -> None:
        """Send it as soon as the socket takes it: at once, if nothing waits before it and there is a way to."""
        if self.closed is not None:
            return
        if self._write is not None and self._wake is not None and not self._wake.done() and self._write(message):
            return
        if len(self.waiting) >= MOST_WAITING:
            self.waiting.clear()
            self.close(SLOW, "the messages were not read")
            self._drop()
            return
        self.waiting.append(message)
        self._awake()

    def close(self, code: int, why: str) -> None:
        """Send what waits, and close."""
        if self.closed is None:
            self.closed = code, why
            self._awake()

    def _awake(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def something(self) -> None:
        """Wait until there is something to send, or to close for."""
        while not self.waiting and self.closed is None:
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
            self._wake = None


class _Round(NamedTuple):
    """A message on its way to many."""

    seq: int
    message: str
    watchers: Iterator[Watcher]


class Channel:
    """The watchers of one table."""

    def __init__(self, names: Names, beside: Callable[[], TableContext]) -> None:
        self._names, self._beside = names, beside
        self._by_viewer: dict[Viewer, set[Watcher]] = {}
        self._persons: dict[str, int] = {}  # how often each watches
        self._recent: deque[Committed] = deque(maxlen=RECENT)
        self._going: deque[_Round] = deque()
        self._seats = SeatsTold()

    def __iter__(self) -> Iterator[Watcher]:
        for some in self._by_viewer.values():
            yield from some

    def __len__(self) -> int:
        return sum(map(len, self._by_viewer.values()))

    def has(self, person: str) -> bool:
        """True if a person watches."""
        return self._persons.get(person, 0) > 0

    def join(self, watcher: Watcher, table_name: str, seq: int, state: State, after: int | None = None) -> None:
        """Add a watcher, who is told the table as it stands, or the commands since `after`, if those are recent."""
        self._by_viewer.setdefault(watcher.viewer, set()).add(watcher)
        if watcher.person:
            self._persons[watcher.person] = self._persons.get(watcher.person, 0) + 1
        watcher.after = seq
        missed = self._missed(seq, after)
        if missed is None:
            viewer = messages.seen_as(watcher.viewer, messages.belongs_to(state))
            watcher.tell(messages.opening(table_name, seq, state, viewer, self._names, self._beside()))
            return
        for each in missed:
            watcher.tell(Broadcast(each, self._names, self._beside()).to(_as_whom(watcher.viewer, each)))

    def _missed(self, seq: int, after: int | None) -> list[Committed] | None:
        """The commands after a sequence; None if they are not all at hand."""
        if after is None or after > seq:
            return None
        missed = [each for each in self._recent if each.seq > after]
        return missed if len(missed) == seq - after else None

    def leave(self, watcher: Watcher) -> None:
        """Remove a watcher."""
        some = self._by_viewer[watcher.viewer]
        some.remove(watcher)
        if not some:
            del self._by_viewer[watcher.viewer]
        if watcher.person:
            self._persons[watcher.person] -= 1
            if not self._persons[watcher.person]:
                del self._persons[watcher.person]

    def publish(self, happened: Committed) -> None:
        """Tell a committed command to all watchers, those to whom something at the table belongs first."""
        self._recent.append(happened)
        if not self._by_viewer:
            return
        seq, idle = happened.seq, not self._going
        theirs = messages.belongs_to(happened.decision.state, happened.decision.events)
        telling = Broadcast(happened, self._names, self._beside(), self._seats)
        public: list[Watcher] = []
        for viewer, some in self._by_viewer.items():
            seen_as = messages.seen_as(viewer, theirs)
            if seen_as == PUBLIC:
                public += some
                continue
            message = telling.to(seen_as)
            behind = []  # watchers that an earlier message has not reached yet
            for each in some:
                if each.after == seq - 1:
                    each.after = seq
                    each.tell(message)
                elif each.after < seq:
                    behind.append(each)
            if behind:
                self._going.append(_Round(seq, message, iter(behind)))
        if public:
            self._going.append(_Round(seq, telling.to(PUBLIC), iter(public)))
        if idle:
            self._go_on()

    def _go_on(self) -> None:
        """Tell the next chunk, and let everything else have its turn."""
        room = CHUNK
        while self._going and room:
            seq, message, watchers = self._going[0]
            told = _tell(islice(watchers, room), seq, message)
            if told < room:
                self._going.popleft()
            room -= told
        if self._going:
            asyncio.get_running_loop().call_soon(self._go_on)

    def close(self, code: int, why: str, which: Callable[[Watcher], bool] = lambda _: True) -> None:
        """Close the sockets of some."""
        for watcher in [each for each in self if which(each)]:
            watcher.close(code, why)


def _tell(watchers: Iterable[Watcher], seq: int, message: str) -> int:
    many = 0
    for watcher in watchers:
        many += 1
        if seq > watcher.after:
            watcher.after = seq
            watcher.tell(message)
    return many


def _as_whom(viewer: Viewer, happened: Committed) -> Viewer:
    return messages.seen_as(viewer, messages.belongs_to(happened.decision.state, happened.decision.events))
