"""Recordings: a hash chain of commands and events that replays to the same state, byte for byte.

A recording is lines of JSON. The first says the format, the rulebook, its hash and the submission; every other has a
command, the events it led to, and a hash over itself and the line before; a last line closes it. Whatever is altered,
cut off or left out shows at its line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from croupier.games.game import Game
from croupier.rulebook import Refusal, Rulebook, Submission, SubmissionError, UnknownError, find
from croupier.table.commands import Command
from croupier.table.decide import AutomationError, Decision, open_table, step
from croupier.table.state import State

FORMAT = 2


class RecordingError(ValueError):
    """A recording that is not whole; the message says at which line it breaks and how."""


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), default=list)


def _chained(before: str, body: dict[str, Any]) -> str:
    return sha256(f"{before}{_text(body)}".encode()).hexdigest()


class Recorder:
    """Turns what happens at a table into the lines of a recording."""

    def __init__(self, state: State) -> None:
        submission = state.terms.submission
        self._body: dict[str, Any] = {
            "format": FORMAT,
            "rulebook": submission.rulebook.id,
            "rulebook_hash": submission.rulebook.hash,
            "submission": submission.options(),
            "automation": sorted(state.fixed.automation),
            "training": state.fixed.training,
        }
        self._hash = ""

    def header(self) -> str:
        """The first line."""
        return self._line(self._body)

    def line(self, command: Command, decision: Decision) -> str:
        """The line of a command that was carried out."""
        body = {"command": _command(command), "events": [[event.kind, dict(event.data)] for event in decision.events]}
        return self._line(body)

    def close(self) -> str:
        """The last line, without which a recording was cut off."""
        return self._line({"closed": True})

    def _line(self, body: dict[str, Any]) -> str:
        self._hash = _chained(self._hash, body)
        return _text({**body, "hash": self._hash}) + "\n"


def _command(command: Command) -> dict[str, Any]:
    said = {"who": command.who, "do": command.do, "seat": command.seat, "args": dict(command.args)}
    supplied = {"supplied": dict(command.supplied)} if command.supplied else {}
    return said | supplied | ({"by": command.by} if command.by else {})


def is_closed(lines: Sequence[str]) -> bool:
    """Whether a recording ends with the line that closes it; one that does not was cut off, or is still being made."""
    return bool(lines) and lines[-1].startswith('{"closed":true,')


@dataclass(frozen=True, slots=True)
class Played:
    """A command of a recording with the states around it."""

    number: int
    command: Command
    before: State
    decision: Decision


def replay(lines: Iterable[str], rulebook: Rulebook | None = None, game: Game | None = None) -> Iterator[Played]:
    """Carry out a recording again, checking every line; a RecordingError says where it breaks.

    A rulebook and a game that are not of this package come with it.
    """
    numbered = enumerate(lines, start=1)
    state, chain = _opened(*next(numbered, (1, "")), rulebook, game)
    closed = 0
    for number, line in numbered:
        body, chain = _checked(number, line, chain)
        if body == {"closed": True}:
            closed = number
            continue
        if closed:
            raise RecordingError(f"line {number}: it stands behind the line that closed the recording")
        try:
            command = _read(body["command"])
            recorded = body["events"]
        except (KeyError, TypeError) as error:
            raise RecordingError(f"line {number}: there is no command with its events") from error
        decision = step(state, command)
        if isinstance(decision, Refusal):
            raise RecordingError(f"line {number}: the table refuses {command}: {decision}")
        # Among the events is the root that was published: made again from the deck, it fits no other deck.
        made = [[event.kind, dict(event.data)] for event in decision.events]
        if _text(made) != _text(recorded):
            raise RecordingError(f"line {number}: {command} leads to other events than recorded")
        yield Played(number, command, state, decision)
        state = decision.state


def _opened(number: int, line: str, rulebook: Rulebook | None, game: Game | None) -> tuple[State, str]:
    body, chain = _checked(number, line, "")
    if body.get("format") != FORMAT:
        raise RecordingError(f"line 1: format {body.get('format')!r} is not {FORMAT}, which is what is read here")
    try:
        book = find(str(body.get("rulebook")), rulebook)
        submission = Submission.of(book, dict(body.get("submission") or {}))
        automation = frozenset(map(str, body.get("automation") or []))
    except (UnknownError, SubmissionError, TypeError, ValueError) as error:
        raise RecordingError(f"line 1: {error}") from error
    if body.get("rulebook_hash") != book.hash:
        raise RecordingError(f"line 1: the rulebook {book.id} has changed since the recording was made")
    try:
        return open_table(submission, automation, game, training=body.get("training") is True), chain
    except AutomationError as error:
        raise RecordingError(f"line 1: {error}") from error


def _checked(number: int, line: str, chain: str) -> tuple[dict[str, Any], str]:
    try:
        body = json.loads(line)
    except (ValueError, RecursionError) as error:
        what = "is empty" if not line.strip() else "is cut off or is no JSON"
        raise RecordingError(f"line {number}: it {what}") from error
    if not isinstance(body, dict) or "hash" not in body:
        raise RecordingError(f"line {number}: it is no line of a recording")
    found = body.pop("hash")
    # A hash stands for what a line says; that it is also written as it was shows by writing it again.
    if found != _chained(chain, body) or _text({**body, "hash": found}) != line.removesuffix("\n"):
        raise RecordingError(f"line {number}: the hash does not fit; this line was altered, or one before it left out")
    return body, str(found)


def _read(body: dict[str, Any]) -> Command:
    if unknown := set(body) - set(Command._fields):
        raise TypeError(f"unknown {unknown}")
    if type(body["seat"]) is not int:
        raise TypeError(f"a seat is no {type(body['seat'])}")
    return Command(body["who"], body["do"], body["seat"], body["args"], body.get("supplied", {}), body.get("by", ""))
