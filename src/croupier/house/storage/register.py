"""The register of rights: a chained stream with each right of the staff, each refusal and each order that was given.

The tables of the database say who has which right now; whoever can write them could give a right to anybody. So each
change is a row of this stream too, in the same transaction, marked by the vault; a right without its row is not good.
A row holds ids and digests, no name, no login and no password, so that an account can still be erased.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import chain
from threading import Lock
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, and_, event, select

from croupier.house.storage import journal, schema
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.journal import REGISTER, Entry
from croupier.house.storage.vault import Keyring
from croupier.table.fairness.card_sources import Bytes, fresh
from croupier.table.recording.recorder import chained, encoded, line_of, parted

PERSON, LOGIN, PASS, ASSIGNED, DUTY, REFUSED, ORDER = "person", "login", "pass", "assigned", "duty", "refused", "order"
BEGINS = "register"  # the request id of the significant event that says from when on rights are registered
_PENDING, _SAVED = "rights that were changed", "rights that were changed before a savepoint"
_ATTACHED = "register"  # the execution option of an engine that is its register
_NOTHING_BEFORE = bytes(32)
_SALT_BYTES = 16

Key: TypeAlias = tuple[str | int, ...]  # the kind of a right, and whose it is or where
Values: TypeAlias = tuple[str | int, ...]
Rights: TypeAlias = Mapping[Key, Values]
Change: TypeAlias = tuple[Key, Values | None]  # None ends the right


class AlteredError(DatabaseError):
    """A right that the database has and the register does not, or the other way round."""


def altered(says: str) -> AlteredError:
    """The error of a right that is not as the register has it."""
    return AlteredError(f"the database was altered: {says}", "nothing, until `croupier house verify` was looked at")


def password_digest(login: str, password: str) -> str:
    """The digest by which the register knows a login with its password; the salted hash of the password hides both."""
    return sha256(f"{login} {password}".encode()).hexdigest()


def changed(connection: Connection, kind: str, *key: str | int, to: Values | None) -> None:
    """Note a change of a right in this transaction; None ends the right."""
    connection.info.setdefault(_PENDING, []).append(((kind, *key), to))


class Register:
    """The rights on record, as one process has read them."""

    def __init__(self, keyring: Keyring, now: Callable[[], int] = lambda: 0, salts: Bytes = fresh) -> None:
        self._keyring, self._now, self._salts = keyring, now, salts
        self._lock = Lock()
        self._seq, self._head, self._rights, self._sound = 0, _NOTHING_BEFORE, dict[Key, Values](), True

    def attach(self, engine: Engine) -> Register:
        """Write the changes of every transaction of an engine into this register, within that transaction.

        An engine has one register: the one that was attached last.
        """
        engine.update_execution_options(**{_ATTACHED: self})
        if not event.contains(engine, "commit", _committing):
            event.listen(engine, "rollback", _rolled_back)
            event.listen(engine, "savepoint", _saved)
            event.listen(engine, "rollback_savepoint", _taken_back)
            event.listen(engine, "commit", _committing)
        return self

    def rights(self, connection: Connection) -> Rights:
        """The rights that the register gives, up to its last row; an AlteredError if it does not hold."""
        with self._lock:
            self._read(connection)
            return self._rights

    def begin(self, connection: Connection, *, anew: bool = False) -> None:
        """Take over the rights of a house that has no register yet.

        A restore without the vault begins it `anew`: marks by the lost key show nothing.
        """
        with self._lock:
            self._catch_up(connection)
            if anew or not self._seq:
                self._append(connection, {"begins": [[*key, list(to)] for key, to in stands(connection).items()]})

    # ---- reading -----------------------------------------------------------------------------------------

    def _read(self, connection: Connection) -> None:
        self._catch_up(connection)
        if not self._sound:
            raise altered("the register of rights has rows that this house's vault has not marked")

    def _catch_up(self, connection: Connection) -> None:
        if journal.tip(connection, REGISTER) == self._seq:
            return
        rights = dict(self._rights)  # readers keep what they were given
        seq, head, sound = self._seq, self._head, self._sound
        for entry in journal.following(connection, REGISTER, seq):
            parts = parted(entry.lines)
            whole = parts is not None and parts[2] == chained(head, parts[1], parts[0]) == entry.head
            if parts is None or not whole or entry.seq != seq + 1:
                raise altered(f"row {entry.seq} of the register of rights does not follow from the one before")
            seq, head = entry.seq, entry.head
            marked, said = journal.is_marked(self._keyring, entry), json.loads(parts[0])
            if marked is False:
                raise altered(f"row {entry.seq} of the register of rights does not have the vault's mark")
            sound = bool(marked) and (sound or "begins" in said)
            _apply(rights, said)
        if seq < journal.tip(connection, REGISTER):
            raise altered(f"rows {seq + 1} and after of the register of rights are missing")
        self._seq, self._head, self._rights, self._sound = seq, head, rights, sound

    # ---- writing -----------------------------------------------------------------------------------------

    def write(self, connection: Connection, pending: list[Change]) -> None:
        """Put the changes of a transaction into the register, before it is committed."""
        with self._lock:
            tips = schema.tips  # one process after the other
            connection.execute(select(tips.c.seq).where(tips.c.stream == REGISTER).with_for_update()).first()
            self._read(connection)
            matters = _that_matter(self._rights, pending)
            if matters:
                says = [[*key, list(to) if to is not None else None] for key, to in matters]
                self._append(connection, {"changes": says})

    def _append(self, connection: Connection, says: dict[str, Any]) -> None:
        body, salt = encoded(says), self._salts(_SALT_BYTES)
        head = chained(self._head, salt, body)
        entry = Entry(REGISTER, self._seq + 1, self._now(), "", 0, "", "", b"", head, 0, line_of(body, salt, head))
        entry = journal.marked(self._keyring, entry)
        connection.execute(schema.journal.insert().values(entry._asdict()))
        tips, ends = schema.tips, {"seq": entry.seq, "head": head}
        if not connection.execute(tips.update().where(tips.c.stream == REGISTER).values(ends)).rowcount:
            connection.execute(tips.insert().values(stream=REGISTER, **ends))


def _committing(connection: Connection) -> None:
    pending = connection.info.pop(_PENDING, None)
    if pending:
        attached: Register = connection.get_execution_options()[_ATTACHED]
        attached.write(connection, pending)


def _rolled_back(connection: Connection) -> None:
    connection.info.pop(_PENDING, None)


def _saved(connection: Connection, name: str) -> None:
    connection.info.setdefault(_SAVED, {})[name] = len(connection.info.get(_PENDING, ()))


def _taken_back(connection: Connection, name: str, _: object) -> None:
    del connection.info.get(_PENDING, [])[connection.info.get(_SAVED, {}).get(name, 0) :]


def _that_matter(rights: Rights, pending: list[Change]) -> list[Change]:
    """The changes that are registered: logins and passes are those of the staff alone."""
    after, matter = dict(rights), []
    for key, to in pending:
        of_staff = key[0] not in {LOGIN, PASS} or (PERSON, _whose(key, to)) in after
        if (to is None and key in after) or (to is not None and of_staff and after.get(key) != to):
            matter.append((key, to))
            _change(after, key, to)
    return matter


def _whose(key: Key, to: Values | None) -> str | int:
    """The person of a login or a pass."""
    return key[1] if key[0] == LOGIN else to[0] if to is not None else ""


def _apply(rights: dict[Key, Values], said: Mapping[str, Any]) -> None:
    """Apply a row to the rights."""
    if "begins" in said:
        rights.clear()
    for *key, to in said.get("begins", said.get("changes", ())):
        _change(rights, tuple(key), tuple(to) if to is not None else None)


def _change(rights: dict[Key, Values], key: Key, to: Values | None) -> None:
    if to is None:
        rights.pop(key, None)
    else:
        rights[key] = to


# ---- the tables -------------------------------------------------------------------------------------------------


def stands(connection: Connection, also: Rights | None = None) -> dict[Key, Values]:
    """The rights as the tables have them: of the staff, and of those who are staff by the register."""
    persons, logins, passes = schema.persons.c, schema.logins.c, schema.passes.c
    rights: dict[Key, Values] = {}
    others = persons.role < "guest", and_(persons.role > "guest", persons.role < "player"), persons.role > "player"
    staff_rows = (select(schema.persons).where(each, persons.ended == 0) for each in others)  # each by the index
    for row in chain.from_iterable(map(connection.execute, staff_rows)):
        rights[PERSON, row.id] = row.role, row.program
    staff = {str(key[1]) for key in (*rights, *(also or ())) if key[0] == PERSON}
    for row in connection.execute(select(schema.logins).where(logins.person.in_(staff))):
        rights[LOGIN, row.person] = password_digest(row.login, row.password), row.expires
    for row in connection.execute(select(schema.passes).where(passes.person.in_(staff), passes.revoked == 0)):
        rights[PASS, row.hash] = row.person, row.kind, row.scope, row.since, row.expires
    for row in connection.execute(select(schema.assignments)):
        rights[ASSIGNED, row.person, row.stream] = ()
    for row in connection.execute(select(schema.duties)):
        rights[DUTY, row.stream] = (row.person,)
    for row in connection.execute(select(schema.refused)):
        rights[REFUSED, row.stream, row.person] = (row.by,)
    for row in connection.execute(select(schema.intents)):
        rights[ORDER, row.stream, row.what, row.seat] = row.person, row.by, row.to, row.to_seat
    return rights
