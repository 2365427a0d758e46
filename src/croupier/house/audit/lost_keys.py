"""Keys of the vault that were lost, and what was lost with them: sealed sessions, and marks that cannot be checked.

What is lost is not checked any more, so the house signs what it has lost: whoever can write the database, and has not
the signing key, cannot have a session or a mark passed over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from croupier.crypto import signed_notes
from croupier.crypto.keys import PrivateKey
from croupier.crypto.signed_notes import NoteError
from croupier.house.storage import database, schema
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.vault import Keyring
from croupier.table.recording.recorder import encoded

_FACT = "lost with a key"
_FIRST = "croupier lost keys 1"
_MARK_BYTES = 4


class LostError(DatabaseError):
    """A statement of lost keys that the house has not signed, or that its key file contradicts."""


class Lost(NamedTuple):
    """The lost sessions by their ids, and the first bytes of marks that were made with lost keys."""

    sessions: frozenset[str] = frozenset()
    marks: frozenset[bytes] = frozenset()

    def has_marked(self, mark: bytes) -> bool:
        """True if a mark was made with a lost key."""
        return mark[:_MARK_BYTES] in self.marks


def recorded_losses(connection: Connection) -> Lost:
    """The losses as the database has them, signed or not."""
    held = _held(connection)
    return Lost(frozenset(held["sessions"]), frozenset(bytes.fromhex(each) for each in held["marks"]))


def signed_losses(connection: Connection, public: str, keyring: Keyring) -> Lost:
    """Read the losses that the house has signed with this public key; a LostError if it has not, or has those keys."""
    found, held = recorded_losses(connection), _held(connection)
    if found == Lost():
        return found
    try:
        text, _ = signed_notes.opened(held.get("note", ""), public)
    except NoteError as error:
        raise LostError(f"the loss of keys is not signed by this house: {error.why}") from error
    if text != _text(connection, held):
        raise LostError("the loss of keys is not as the house has signed it")
    if found.marks & {keyring.mark(number) for number in keyring.numbers}:
        raise LostError("a key that is said to be lost is in the key file of the vault")
    return found


def marks(connection: Connection) -> frozenset[bytes]:
    """The first bytes of the marks of all rows: as many as there are keys that made them."""
    found = select(func.substr(schema.journal.c.mark, 1, _MARK_BYTES)).distinct()
    return frozenset(bytes(each) for each in connection.scalars(found))


def lose(connection: Connection, key: PrivateKey) -> None:
    """Put on record, signed, that all keys so far are lost, with everything that was sealed with them."""
    held: dict[str, Any] = {
        "sessions": sorted(connection.scalars(select(schema.sessions.c.id))),
        "marks": sorted(each.hex() for each in marks(connection)),
    }
    held["note"] = signed_notes.signed(_text(connection, held), _house(connection), key)
    database.note(connection, _FACT, json.dumps(held))


def _held(connection: Connection) -> dict[str, Any]:
    held: dict[str, Any] = json.loads(database.fact(connection, _FACT) or '{"sessions": [], "marks": []}')
    return held


def _text(connection: Connection, held: Mapping[str, Any]) -> str:
    """The text that is signed: a digest of the losses, of which there may be more than a note holds."""
    digest = sha256(encoded([held["sessions"], held["marks"]])).hexdigest()
    return f"{_FIRST}\n{_house(connection)}\n{digest}\n"


def _house(connection: Connection) -> str:
    return database.fact(connection, database.HOUSE) or "house"
