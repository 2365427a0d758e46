"""Recordings: a hash chain of commands and events that replays to the same state, byte for byte.

A recording is lines of JSON, each ending in a line feed. The first is the header: the format, the engine, the rulebook
with all its data, the submission, the table. Then come commands, each with the events it led to; snapshots of the
state, signatures, the keys of lines that were sealed; a last line closes it. A line is hashed with a salt of its own,
so that its hash does not reveal its content. Refused commands and names stand beside the chain. docs/decisions/0016
has the exact bytes; `audit` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.errors import CroupierError
from croupier.rulebook import Refusal
from croupier.table.decide import ENGINE, Decision
from croupier.table.fairness.card_sources import Bytes, fresh
from croupier.table.model.command import Command
from croupier.table.model.events import ALL, AUDIENCES, Event
from croupier.table.model.state import DeckOn, Place, State
from croupier.table.model.validation import shown

if TYPE_CHECKING:
    from croupier.crypto.keys import PrivateKey

FORMAT = 2
SALT_BYTES = 16
SNAPSHOTS = 250  # rounds from one snapshot to the next
MOST_REFUSED = 100  # different refusals per round that get a line; the rest are counted
_SHOWN, _WHY = 40, 300  # characters of a word and of a reason that are kept of a refused command
_HIGHEST = 1000  # highest seat number that is kept as a number
_NOTHING_BEFORE = bytes(32)
_TAIL = re.compile(rb',"salt":"([0-9a-f]{32})","hash":"([0-9a-f]{64})"\}\n')
_TAIL_BYTES = 118
_ROUND = re.compile(rb',"round":(\d{1,15})[,}]')
_DIGITS = 32  # bytes at the end of a snapshot line that contain its round, with some to spare
encoded = msgspec.json.Encoder().encode  # the canonical encoding of a value: UTF-8 JSON without spaces


class RecordingError(CroupierError, ValueError):
    """A recording that is incomplete or altered; the message says at which line it breaks and how."""

    line = 0  # where it breaks; 0 where the recording as a whole contradicts itself, a receipt or a key

    @classmethod
    def at(cls, line: int, why: str, accepted: str = "") -> RecordingError:
        """The error at a line."""
        error = cls(f"line {line}: {why}", accepted)
        error.line = line
        return error


class NoGameError(RecordingError):
    """A recording of a game that is none of the package's, and whose code was not named."""


# ---- line types ----------------------------------------------------------------------------------------


class _Body(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The body of a line, without its salt and hash; fields are written in their order here."""


class Header(_Body):
    """The header: the constants of a recording."""

    format: int
    engine: int
    rulebook: str
    rulebook_hash: str
    rulebook_data: tuple[dict[str, Any], dict[str, Any]]
    submission: dict[str, Any]
    automation: list[str]
    training: bool
    house: str
    table: str
    session: str
    source: str
    publishes: str
    key: str  # the public key of its signatures in hexadecimal, or empty
    game_code: str = ""  # the hash of the game's code, if the game is none of the package's


class CommandRecord(_Body):
    """A command, serialised."""

    who: str
    do: str
    seat: int
    args: dict[str, Any]
    supplied: dict[str, Any] = {}
    by: str = ""

    def command(self) -> Command:
        """The command as the table takes it."""
        return Command(self.who, self.do, self.seat, self.args, self.supplied, self.by)  # type: ignore[arg-type]


class CarriedOut(_Body):
    """A command that was carried out, with its events."""

    command: CommandRecord
    events: tuple[Event, ...]
    at: int = 0  # the time of day, in milliseconds since 1970; 0 where no clock was given


class Signature(_Body):
    """A signature over all lines so far; `head` is the hash of the last of them."""

    round: int
    head: str
    signature: str


class Signed(_Body):
    """A line with a signature."""

    signed: Signature


class Unsealed(_Body):
    """The keys of sealed lines, by the shuffle until which they were sealed."""

    unsealed: dict[str, str]


class Sealed(_Body):
    """A line that is encrypted until a shuffle has been played.

    None of its content is in the clear but the round of a snapshot, so that a reader finds where to begin.
    """

    sealed: str
    until: int
    round: int = 0


class Refused(_Body):
    """A refused command, and how often it was given."""

    who: str
    do: str
    seat: int | str
    why: str
    times: int
    by: str = ""


class RefusedAside(_Body):
    """A line beside the chain: a refusal."""

    refused: Refused


class MoreAside(_Body):
    """A line beside the chain: the number of further refusals, which have no line of their own."""

    refused_more: int


class Name(_Body):
    """A person's name."""

    person: str
    name: str


class NameAside(_Body):
    """A line beside the chain: a person's name."""

    name: Name


CLOSED = b'{"closed":true}'


def signed_message(place: Place, about: Signature) -> bytes:
    """The bytes that a signature is over."""
    return b"croupier head 1\0" + encoded([*place, about.round, about.head])


def said(command: Command) -> CommandRecord:
    """Serialise a command."""
    who, do, seat, args, supplied, by = command
    return CommandRecord(who, do, seat, dict(args), dict(supplied), by)


def snapshot(state: State) -> bytes:
    """The body of a snapshot line."""
    return b'{"snapshot":%b,"round":%d}' % (state.dump().encode(), state.round)


def round_of_snapshot(line: bytes) -> int | None:
    """The round of a snapshot line, also of a sealed one; None for any other line."""
    if line.startswith(b'{"snapshot":'):
        found = _ROUND.search(line[-_TAIL_BYTES - _DIGITS :])
    else:
        found = _ROUND.search(line[-_DIGITS:]) if line.startswith(b'{"sealed":') else None
    return int(found[1]) if found else None


# ---- the chain -----------------------------------------------------------------------------------------


def chained(before: bytes, salt: bytes, body: bytes) -> bytes:
    """The hash of a line, over the previous line's hash and the salted hash of its body."""
    return sha256(before + sha256(salt + body).digest()).digest()


def line_of(body: bytes, salt: bytes, head: bytes) -> bytes:
    """The line for a body."""
    return b'%b,"salt":"%b","hash":"%b"}\n' % (body[:-1], salt.hex().encode(), head.hex().encode())


def parted(line: bytes) -> tuple[bytes, bytes, bytes] | None:
    """Split a line into body, salt and hash; None if it is no line."""
    tail = _TAIL.fullmatch(line[-_TAIL_BYTES:])
    if tail is None:
        return None
    salt, head = tail.groups()
    return line[:-_TAIL_BYTES] + b"}", bytes.fromhex(salt.decode()), bytes.fromhex(head.decode())


# ---- recording -----------------------------------------------------------------------------------------

# Statuses in which a deck's order will not be dealt: it has been played, or is still to be shuffled.
_NOT_TO_COME = {"used", "received", "inspected", "verified", "spread", "shown", "washed", "stacked"}
_FOR_ALL = {kind: {field for field, who in fields.items() if who == ALL} for kind, fields in AUDIENCES.items()}


def is_for_all(command: Command, events: tuple[Event, ...]) -> bool:
    """True if the whole content of a line is public while the round runs."""
    if command.supplied:
        return False
    for kind, data in events:  # noqa: SIM110 - a generator costs more than the rest, at each command
        if not data.keys() <= _FOR_ALL[kind]:
            return False
    return True


def is_to_come(deck: DeckOn) -> bool:
    """True if cards will be dealt from a deck in the order in which it lies."""
    return deck.status not in _NOT_TO_COME


class RecordingPosition(NamedTuple):
    """The position of a recording; a failed write leaves the previous one."""

    head: bytes = _NOTHING_BEFORE
    told: str = ""  # the head at the end of the last round: the only one that may leave the house
    round: int = 0  # the last that ended
    shuffles: int = 0
    decks: tuple[int, ...] = ()  # the last shuffle of each deck of the table
    sealed: frozenset[int] = frozenset()  # shuffles until whose end lines are sealed
    refused: Mapping[tuple[str, str, int | str, str, str], int] = {}
    named: int = 0  # refusals of this round that have a line of their own
    more: int = 0  # refusals that have none
    names: tuple[Name, ...] = ()


class Recorder:
    """The recorder: turns commands and decisions into the lines of a recording."""

    def __init__(
        self,
        state: State,
        salts: Bytes = fresh,
        key: PrivateKey | None = None,
        *,
        every: int = SNAPSHOTS,
        seals: bool = True,
    ) -> None:
        fixed, submission = state.fixed, state.fixed.terms.submission
        book = submission.rulebook
        self._place = fixed.place
        self._header = Header(
            FORMAT,
            ENGINE,
            book.id,
            book.hash,
            msgspec.json.decode(book.data),
            submission.options(),
            sorted(fixed.automation),
            fixed.training,
            *fixed.place,
            source=fixed.source,
            publishes=fixed.publishes,
            key=key.public if key else "",
            game_code=fixed.game.code_hash,
        )
        self._salts, self._key, self._every = salts, key, every
        self._seals = seals and key is not None  # a caller that seals in another way has the recording signed only
        self._first = b""  # the header's hash
        self.at = RecordingPosition()

    @property
    def head(self) -> str:
        """The head at the end of the last round. No later one leaves the house: it would cover part of a round."""
        return self.at.told

    def header(self) -> bytes:
        """The header line."""
        line = self._chained(encoded(self._header))
        self._first = self.at.head
        self.at = self.at._replace(told=self._first.hex())
        return line

    def take_up(self, header: bytes, at: RecordingPosition) -> None:
        """Resume a recording with this header line at this position."""
        parts = parted(header)
        if parts is None:
            raise RecordingError("line 1: it is no header")
        self._first, self.at = parts[2], at

    def line(self, command: Command, decision: Decision, at: int = 0) -> bytes:
        """The lines for a command that was carried out: refusals before it, its own line, the end of a round."""
        state = decision.state
        ends = state.last is not None and state.last.number != self.at.round
        until = self._until(decision) if self._seals else None
        lines = self._asides(until)
        if until is not None and (ends or is_for_all(command, decision.events)):
            until = None  # none of it is secret any more
        lines += self._chained(encoded(CarriedOut(said(command), decision.events, at)), until)
        return lines + self._round_over(state) if ends else lines

    def refused(self, command: Command, refusal: Refusal) -> None:
        """Note a refused command, to be written beside the chain with the next line; equal ones are counted."""
        at, told = self.at, _told(command, refusal)
        if told in at.refused:
            self.at = at._replace(refused={**at.refused, told: at.refused[told] + 1})
        elif at.named < MOST_REFUSED:
            self.at = at._replace(refused={**at.refused, told: 1}, named=at.named + 1)
        else:
            self.at = at._replace(more=at.more + 1)

    def name(self, person: str, name: str) -> None:
        """Note a person's name from here on, to be written beside the chain with the next line."""
        self.at = self.at._replace(names=(*self.at.names, Name(person, name)))

    def close(self) -> bytes:
        """The last lines, without which a recording counts as cut off; no line stays sealed."""
        lines = self._asides(None) + self._unsealed(self.at.sealed) + self._chained(CLOSED)
        self.at = self.at._replace(told=self.at.head.hex())
        return lines + self._signed()

    # ---- the end of a round ----------------------------------------------------------------------------

    def _round_over(self, state: State) -> bytes:
        """The lines at a round's end: keys of seals, except for decks to come; a signature; at times a snapshot."""
        to_come = {shuffle for deck, shuffle in zip(state.decks, self.at.decks, strict=False) if is_to_come(deck)}
        lines = self._unsealed(self.at.sealed - to_come)
        self.at = self.at._replace(round=state.round, named=0, told=self.at.head.hex())
        lines += self._signed()
        if state.round % self._every == 0 and len(to_come) <= 1:  # a seal protects one deck's secrets
            lines += self._chained(snapshot(state), next(iter(to_come), None), state.round)
        return lines

    def _signed(self) -> bytes:
        if self._key is None:
            return b""
        about = Signature(self.at.round, self.at.told, "")
        about.signature = self._key.sign(signed_message(self._place, about))
        return self._chained(encoded(Signed(about)))

    # ---- lines -----------------------------------------------------------------------------------------

    def _chained(self, body: bytes, until: int | None = None, of_round: int = 0) -> bytes:
        """The next line of the chain; sealed, if it is secret until a shuffle has been played."""
        salt = self._salts(SALT_BYTES)
        head = chained(self.at.head, salt, body)
        self.at = RecordingPosition(head, *self.at[1:])
        line = line_of(body, salt, head)
        return line if until is None else self._sealed(line, until, of_round)

    def _asides(self, until: int | None) -> bytes:
        """The lines beside the chain that are due: names and refusals."""
        at = self.at
        if not (at.refused or at.more or at.names):
            return b""
        self.at = at._replace(refused={}, more=0, names=())
        lines = [
            encoded(RefusedAside(Refused(who, do, seat, why, times, by))) + b"\n"
            for (who, do, seat, by, why), times in at.refused.items()
        ]
        lines += [encoded(MoreAside(at.more)) + b"\n"] if at.more else []
        names = [encoded(NameAside(each)) + b"\n" for each in at.names]
        return b"".join(names + (lines if until is None else [self._sealed(each, until) for each in lines]))

    # ---- seals -----------------------------------------------------------------------------------------

    def _sealed(self, line: bytes, until: int, of_round: int = 0) -> bytes:
        from croupier.crypto.keys import NONCE_BYTES, sealed

        assert self._key is not None  # noqa: S101 - nothing is sealed without a key
        self.at = self.at._replace(sealed=self.at.sealed | {until})
        key = self._key.seal_key(self._first, until)
        return encoded(Sealed(sealed(key, self._salts(NONCE_BYTES), line), until, of_round)) + b"\n"

    def _unsealed(self, numbers: frozenset[int]) -> bytes:
        if self._key is None or not numbers:
            return b""
        self.at = self.at._replace(sealed=self.at.sealed - numbers)
        keys = {str(each): self._key.seal_key(self._first, each).hex() for each in sorted(numbers)}
        return self._chained(encoded(Unsealed(keys)))

    def _until(self, decision: Decision) -> int:
        """The shuffle whose cards a line may reveal: the one that it makes, that of the deck in play, or the next."""
        before = self.at.shuffles
        for event in decision.events:
            self._note_deck(event)
        if self.at.shuffles > before:
            return self.at.shuffles
        state = decision.state
        in_play = state.decks and is_to_come(state.decks[state.playing])
        return self.at.decks[state.playing] if in_play else before + 1

    def _note_deck(self, event: Event) -> None:
        """Count shuffles by deck: one command may receive a deck, shuffle it and remove it."""
        at, decks = self.at, list(self.at.decks)
        match event.kind:
            case "received":
                self.at = at._replace(decks=(*decks, 0))
            case "removed":
                del decks[event.data["deck"]]
                self.at = at._replace(decks=tuple(decks))
            case "shuffled":
                decks[event.data["deck"]] = at.shuffles + 1
                self.at = at._replace(shuffles=at.shuffles + 1, decks=tuple(decks))


def _told(command: object, refusal: Refusal) -> tuple[str, str, int | str, str, str]:
    """The record of a refused command: bounded in size, whatever it was."""
    who, do, seat, by = command[0:3] + command[5:6] if type(command) is Command else (command, "", 0, "")
    at = seat if type(seat) is int and abs(seat) <= _HIGHEST else shown(seat)
    return (
        _word(who),
        _word(do),
        at,
        _word(by),
        str(refusal).encode(errors="backslashreplace")[:_WHY].decode(errors="ignore"),
    )


def _word(value: object) -> str:
    return value if type(value) is str and len(value) <= _SHOWN and value.isprintable() else shown(value)
