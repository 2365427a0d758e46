"""Compares the rights that the tables of the database give with the register of rights."""

from __future__ import annotations

from sqlalchemy import Connection

from croupier.house.audit.findings import Report
from croupier.house.people.roles import COOKIE
from croupier.house.people.tokens import LIVES
from croupier.house.storage import journal, register
from croupier.house.storage.journal import REGISTER, SIGNIFICANT
from croupier.house.storage.register import AlteredError, Key, Register, Values
from croupier.house.storage.vault import Keyring

_TABLES = {
    register.PERSON: "persons",
    register.LOGIN: "logins",
    register.PASS: "passes",
    register.ASSIGNED: "assignments",
    register.DUTY: "duties",
    register.REFUSED: "refused",
    register.ORDER: "intents",
}
_LONGEST = LIVES["manager"].whole  # of a cookie of the staff


def check(connection: Connection, keyring: Keyring, report: Report) -> None:
    """Report every right that a table has and the register does not, or the other way round."""
    if journal.last(connection, REGISTER) is None:
        if journal.asked_before(connection, SIGNIFICANT, "", register.BEGINS) is not None:
            report.find(REGISTER, 0, "the register of rights is missing, which this house has begun")
        elif register.stands(connection):
            report.unchecked.append("roles and other rights: the house registers them when it is opened the next time")
        return
    try:
        given = Register(keyring).rights(connection)
    except AlteredError as error:
        report.find(REGISTER, 0, error.why)
        return
    there = register.stands(connection, given)
    for key in sorted({*given, *there}, key=str):
        if not _same(key, there.get(key), given.get(key)):
            says = f"{_said(there.get(key))}; the register says {_said(given.get(key))}"
            report.find(_TABLES[str(key[0])], 0, f"{' '.join(map(str, key))}: {says}")


def _same(key: Key, there: Values | None, given: Values | None) -> bool:
    if there == given:
        return True
    if key[0] != register.PASS or there is None or given is None or there[:4] != given[:4]:
        return False
    return there[1] == COOKIE and int(there[4]) <= int(there[3]) + _LONGEST  # one that is used is given more time


def _said(values: Values | None) -> str:
    return "nothing" if values is None else " ".join(map(str, values)) or "it stands"
