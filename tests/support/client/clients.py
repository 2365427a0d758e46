"""Clients at a house for tests: a real server, players who stay in cheaply, and a way that can be cut."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from croupier import games
from croupier.client.answers import Message
from croupier.games.terms import Terms
from croupier.house.config.settings import Settings
from croupier.service.http.guard import Site
from support.service.houses import Open, free_port, hub, served

CHIPS = 50_000


@contextmanager
def house(
    tmp_path: Path,
    *names: str,
    run: Settings | None = None,
    also: tuple[int, ...] = (),
    by_hand: frozenset[str] = frozenset(),
    options: Mapping[str, object] | None = None,
) -> Iterator[tuple[Open, str]]:
    """A house on a real server, and its address; it is reached by other ports too, if something stands before it."""
    port = free_port()
    site = Site(frozenset(f"127.0.0.1:{each}" for each in (port, *also)), secure=False)
    opened = hub(tmp_path, *names, run=run, site=site, by_hand=by_hand, options=options)
    with served(opened.app, port) as address:
        yield opened, address


def cheaply(message: Message, terms: Terms) -> tuple[str, str | None]:
    """A choice of who is asked: stay in, as cheaply as that is, and put away the first card where one goes."""
    seat = message.seat(message.asked)
    assert seat is not None
    game = games.load(terms.rulebook.game)
    cards = terms.rulebook.deck.parse(" ".join(seat["cards"]))
    open_to = [each for each in message.view["choices"] if game.may(each["choice"], cards, terms)]
    stays = [each for each in open_to if each["choice"] != "fold"] or open_to
    chosen = min(stays, key=lambda each: each["costs"])
    return chosen["choice"], seat["cards"][0] if chosen["discards"] else None


class Way:
    """A way to a house that can be cut, and that can lose what is said on it."""

    def __init__(self, port: int, to: int) -> None:
        self.to = to
        self._listening = socket.create_server(("127.0.0.1", port))
        self._open: list[socket.socket] = []
        self.losing = ""  # answers with this in them are lost, and the way with them
        self.barred = False
        self.lost = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """All connections break."""
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._open.clear()

    def close(self) -> None:
        """There is no way any more."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # who waits to accept is woken by that alone
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                one, _ = self._listening.accept()
                if self.barred:
                    one.close()
                    continue
                other = socket.create_connection(("127.0.0.1", self.to))
                self._open += [one, other]
                threading.Thread(target=self._carry, args=(one, other, False), daemon=True).start()
                threading.Thread(target=self._carry, args=(other, one, True), daemon=True).start()

    def _carry(self, source: socket.socket, to: socket.socket, answers: bool) -> None:  # noqa: FBT001 - a thread's
        with suppress(OSError):
            while heard := source.recv(1 << 16):
                if answers and self.losing and self.losing.encode() in heard:
                    self.losing = ""
                    self.lost += 1
                    self.cut()
                    return
                to.sendall(heard)
        with suppress(OSError):
            to.shutdown(socket.SHUT_RDWR)


@contextmanager
def way(port: int, to: int) -> Iterator[Way]:
    """A way that is closed in the end."""
    made = Way(port, to)
    try:
        yield made
    finally:
        made.close()
