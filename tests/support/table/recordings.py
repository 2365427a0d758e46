"""Recordings in memory, made as a house makes them and taken apart as a forger does."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256, shake_256
from typing import Any, TypeAlias

import croupier
from croupier.crypto.keys import PrivateKey
from croupier.games.game import Game
from croupier.table.fairness.card_sources import Bytes, CardSource, Random
from croupier.table.model.command import Command
from croupier.table.model.state import Place
from croupier.table.play.runner import Table
from croupier.table.receipts.receipt import facts_of, receipt
from croupier.table.recording.audit import Played, Reading
from croupier.table.recording.audit_result import AuditResult, Receipt, check
from croupier.table.recording.journal import Journal
from croupier.table.recording.recorder import Recorder
from croupier.table.recording.seals import Seals, clear
from croupier.table.views.view import Viewer

Lines: TypeAlias = list[bytes]
Body: TypeAlias = dict[str, Any]
HOUSE, STRANGER = PrivateKey(bytes(32)), PrivateKey(bytes([1]) * 32)


def same_salts(seed: str = "") -> Bytes:
    """Salts that repeat themselves."""
    count = 0

    def take(many: int) -> bytes:
        nonlocal count
        count += 1
        return shake_256(f"{seed}:{count}".encode()).digest(many)

    return take


class Pages:
    """What a recording is written on, in memory."""

    def __init__(self) -> None:
        self.content = b""
        self.length = 0

    @property
    def lines(self) -> Lines:
        return self.content.splitlines(keepends=True)

    def write(self, lines: bytes) -> None:
        self.cut(self.length)
        self.content += lines
        self.length = len(self.content)

    def cut(self, length: int) -> None:
        self.content, self.length = self.content[:length], length


def recorded(table: Table, key: PrivateKey | None = None, every: int = 250) -> Pages:
    """A table's recording, as far as it has come."""
    pages = Pages()
    table.journal = Journal(Recorder(table.state, same_salts(), key, every=every), pages)
    return pages


def text(value: object) -> bytes:
    """JSON as a recording has it, by another encoder."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode(errors="surrogatepass")


def bodies(lines: Lines) -> list[Body]:
    """What lines say."""
    return [
        {key: value for key, value in json.loads(line).items() if key not in {"salt", "hash"}}
        for line in lines
        if b'"hash":' in line
    ]


def chained(says: list[Body], before: bytes = bytes(32)) -> Lines:
    """The lines of these bodies with hashes that fit: what a forger writes who knows how."""
    lines = []
    for number, body in enumerate(says):
        salt = shake_256(str(number).encode()).digest(16)
        before = sha256(before + sha256(salt + text(body)).digest()).digest()
        lines.append(text(body)[:-1] + f',"salt":"{salt.hex()}","hash":"{before.hex()}"}}\n'.encode())
    return lines


# ---- evenings at one table -----------------------------------------------------------------------------


def begun(
    key: PrivateKey | None = None,
    every: int = 250,
    source: CardSource | None = None,
    *,
    decks: str = "one",
    odd_cents: str = "refuse",
) -> tuple[Table, Pages]:
    """A table with one player, and what is recorded of it."""
    place = Place("the house", "3", "1999-12-31")
    table = Table(
        croupier.submission("uth-ma", decks=decks, odd_cents=odd_cents), source or Random("recorded"), place=place
    )
    pages = recorded(table, key, every)
    table.open()
    table.send(Command("player", "sit", 1, {}, {"bankroll": 100_000_000}))
    return table, pages


def play(table: Table, rounds: int = 1) -> None:
    """Some rounds, and the cards for the next."""
    for _ in range(rounds):
        table.feed()
        table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}))
        for choice in ("check", "check", "play 1x"):
            table.send(Command("player", "decide", 1, {"choice": choice}))
    table.feed()


def evening(
    rounds: int = 3, key: PrivateKey | None = None, every: int = 250, *, decks: str = "one", odd_cents: str = "refuse"
) -> tuple[Table, Lines]:
    """A whole evening."""
    table, pages = begun(key, every, decks=decks, odd_cents=odd_cents)
    play(table, rounds)
    assert table.journal
    table.journal.close()
    return table, pages.lines


def receipt_of(number: int, key: PrivateKey | None = None, every: int = 250) -> Body:
    """The receipt that the player was given of a round of that evening, with the recording's head at its end."""
    table, _ = begun(key, every)
    play(table, number)
    assert table.journal
    given = receipt(table.state, Viewer("player", table.state.seat(1).person))
    assert given is not None
    return given | {"head": table.journal.recorder.head}


# ---- reading recordings ---------------------------------------------------------------------------------


def replay(lines: Iterable[bytes], game: Game | None = None) -> Iterator[Played]:
    """Replay a recording, checking every line; a RecordingError says where it breaks."""
    reading = Reading(game)
    for line in clear(lines, Seals()):
        played = reading.line(line)
        if played is not None:
            yield played
    if not reading.number:
        reading.line(b"")


def audited(
    lines: Iterable[bytes],
    game: Game | None = None,
    key: str | None = None,
    private: PrivateKey | None = None,
    receipts: Sequence[Receipt] = (),
) -> tuple[Reading, AuditResult]:
    """Audit a recording from its first line to its last, and check that it is complete."""
    reading, found = Reading(game, key), AuditResult()
    found.read(reading, clear(lines, Seals(private)), receipts, facts_of)
    reading.finish()
    check(reading.header, found, receipts)
    return reading, found
