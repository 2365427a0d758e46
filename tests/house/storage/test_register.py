"""The register of rights: what an editor of the database would give himself is not good, and `verify` names it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from sqlalchemy import Connection, Engine, text
from support.house import databases
from support.house import people as people_support
from support.house.people import ARGON, NOW, PASSWORD

from croupier.house.audit.findings import Report
from croupier.house.audit.verify_rights import check
from croupier.house.people import duties, exclusions, tokens, users
from croupier.house.people.exclusions import Exclusion
from croupier.house.storage import database, journal, register
from croupier.house.storage.journal import REGISTER
from croupier.house.storage.register import AlteredError, Register
from croupier.house.storage.vault import Keyring

KEYRING = Keyring.new()


@pytest.fixture
def engine() -> Iterator[Engine]:
    with databases.database("sqlite") as made:
        Register(KEYRING, lambda: NOW).attach(made)
        yield made


class Staff:
    """A house with a manager, a dealer at work and a player, and the cookies of all of them."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.register = engine, Register(KEYRING)
        with database.writing(engine) as conn:
            Register(KEYRING, lambda: NOW).begin(conn)
        with database.writing(engine) as conn:
            self.manager = people_support.hire(conn, "mana", "manager")
            self.dealer = people_support.hire(conn, "deal", "dealer")
            users.assign(conn, self.dealer, "uth", NOW)
            duties.sign_on(conn, self.dealer, "uth", NOW)
            guest = people_support.known(conn, users.guest(conn, NOW))
            self.player_pass = users.sign_up(conn, guest, "play", ARGON.hash(PASSWORD), NOW)
            exclusions.refuse(conn, Exclusion("uth", self.player_pass.person, self.manager, "loud", NOW))
            self.manager_pass = people_support.sign_in(conn, "mana")
            self.dealer_pass = people_support.sign_in(conn, "deal")

    def edit(self, *statements: str) -> None:
        """Write to the database as somebody who has no key."""
        with database.writing(self.engine) as conn:
            for each in statements:
                conn.execute(text(each))

    def reading(self, look: Callable[[Connection, register.Rights], object]) -> object:
        with database.reading(self.engine) as conn:
            return look(conn, self.register.rights(conn))

    def report(self) -> list[str]:
        report = Report()
        with database.reading(self.engine) as conn:
            check(conn, KEYRING, report)
        return [str(each) for each in report.findings]


@pytest.fixture
def staff(engine: Engine) -> Staff:
    return Staff(engine)


def test_what_the_house_gave_is_good_and_verify_has_nothing_to_say(staff: Staff) -> None:
    for issued, role in ((staff.manager_pass, "manager"), (staff.dealer_pass, "dealer"), (staff.player_pass, "player")):
        with database.reading(staff.engine) as conn:
            found = tokens.who(conn, issued.secret, NOW, staff.register.rights(conn))
        assert found is not None
        assert found.role == role
    assert staff.report() == []


WHO: dict[str, tuple[str, str]] = {
    "a player makes himself manager": ("player_pass", "UPDATE persons SET role = 'manager' WHERE role = 'player'"),
    "a dealer makes himself floor": ("dealer_pass", "UPDATE persons SET role = 'floor' WHERE role = 'dealer'"),
    "a dealer assigns himself": (
        "dealer_pass",
        "INSERT INTO assignments (person, stream, since) SELECT id, 'other', 1 FROM persons WHERE role = 'dealer'",
    ),
    "a player's pass becomes the manager's": (
        "player_pass",
        "UPDATE passes SET person = (SELECT id FROM persons WHERE role = 'manager') WHERE kind = 'cookie'",
    ),
    "a cookie lasts for ever": (
        "dealer_pass",
        "UPDATE passes SET expires = 9000000000000 WHERE person = (SELECT id FROM persons WHERE role = 'dealer')",
    ),
}


@pytest.mark.parametrize("edit", WHO)
def test_a_right_that_was_edited_in_is_refused_by_the_open_house_and_named_by_verify(edit: str, staff: Staff) -> None:
    holder, statement = WHO[edit]
    staff.edit(statement)
    with pytest.raises(AlteredError, match="the database was altered"):
        staff.reading(lambda conn, rights: tokens.who(conn, getattr(staff, holder).secret, NOW, rights))
    assert staff.report()


def test_a_pass_that_was_ended_does_not_come_back(staff: Staff) -> None:
    with database.writing(staff.engine) as conn:
        tokens.end_all(conn, staff.dealer, NOW)
    staff.edit("UPDATE passes SET revoked = 0")
    with pytest.raises(AlteredError, match="a pass of"):
        staff.reading(lambda conn, rights: tokens.who(conn, staff.dealer_pass.secret, NOW, rights))
    assert any(each.startswith("passes") for each in staff.report())


def test_a_role_that_was_taken_does_not_come_back(staff: Staff) -> None:
    with database.writing(staff.engine) as conn:
        users.change_role(conn, staff.dealer, "player", NOW)
        issued = people_support.sign_in(conn, "deal")
    assert staff.report() == []
    staff.edit(f"UPDATE persons SET role = 'dealer' WHERE id = '{staff.dealer}'")  # noqa: S608 - ours
    with pytest.raises(AlteredError, match="makes"):
        staff.reading(lambda conn, rights: tokens.who(conn, issued.secret, NOW, rights))


def test_another_password_in_the_table_opens_no_account_of_the_staff(staff: Staff) -> None:
    staff.edit(f"UPDATE logins SET password = '{ARGON.hash('mine')}' WHERE login = 'mana'")  # noqa: S608 - ours
    with pytest.raises(AlteredError, match="password"):
        staff.reading(lambda conn, rights: users.entry(conn, "mana", NOW, ARGON, rights))
    staff.edit("UPDATE logins SET person = (SELECT id FROM persons WHERE role = 'manager') WHERE login = 'play'")
    with pytest.raises(AlteredError, match="password"):
        staff.reading(lambda conn, rights: users.entry(conn, "play", NOW, ARGON, rights))
    assert any(each.startswith("logins") for each in staff.report())


def test_a_way_in_that_nobody_made_opens_no_account_of_the_staff(staff: Staff) -> None:
    columns = "hash, person, kind, scope, label, since, expires, revoked"
    made = f"'{tokens.hash_of('code')}', '{staff.manager}', 'let in', '', '', {NOW}, {NOW + 1000}, 0"
    staff.edit(f"INSERT INTO passes ({columns}) VALUES ({made})")  # noqa: S608 - ours
    with pytest.raises(AlteredError, match="a way in"):
        staff.reading(lambda conn, rights: tokens.let_in_of(conn, "code", "mana", NOW, rights))


def test_a_refusal_that_was_taken_out_still_holds(staff: Staff) -> None:
    person = staff.player_pass.person
    assert staff.reading(lambda conn, rights: exclusions.refusal_of(conn, "uth", person, rights)) is not None
    staff.edit("DELETE FROM refused")
    with pytest.raises(AlteredError, match="refusal"):
        staff.reading(lambda conn, rights: exclusions.refusal_of(conn, "uth", person, rights))
    assert any(each.startswith("refused") for each in staff.report())


EDITS = {
    "duties": "DELETE FROM duties",
    "assignments": "DELETE FROM assignments",
    "intents": 'INSERT INTO intents (stream, what, seat, person, by, reason, at, "to", to_seat) '
    "VALUES ('uth', 'close', 0, '', 'x', '', 1, '', 0)",
    "persons": "DELETE FROM persons WHERE role = 'dealer'",
}


@pytest.mark.parametrize("table", EDITS)
def test_verify_names_the_table(table: str, staff: Staff) -> None:
    staff.edit(EDITS[table])
    assert any(each.startswith(table) for each in staff.report())


REGISTERS = {
    "its last row is gone": "DELETE FROM journal WHERE stream = '$register' AND seq = 2",
    "a row was altered": "UPDATE journal SET lines = CAST(replace(lines, 'dealer', 'manage') AS BLOB)",
    "a row is of another time": "UPDATE journal SET at = 5 WHERE stream = '$register' AND seq = 2",
}


@pytest.mark.parametrize("edit", REGISTERS)
def test_the_register_itself_cannot_be_edited_unseen(edit: str, staff: Staff) -> None:
    staff.edit(REGISTERS[edit])
    with pytest.raises(AlteredError, match="the register of rights"):
        staff.reading(lambda _, rights: rights)
    assert staff.report()


def test_a_register_by_another_vault_gives_nothing_until_it_is_begun_anew(staff: Staff) -> None:
    other = Keyring.new()
    with database.reading(staff.engine) as conn, pytest.raises(AlteredError, match="has not marked"):
        Register(other).rights(conn)
    with database.writing(staff.engine) as conn:
        Register(other, lambda: NOW).begin(conn, anew=True)
    with database.reading(staff.engine) as conn:
        assert Register(other).rights(conn) == register.stands(conn)


def test_what_is_rolled_back_is_not_registered(staff: Staff) -> None:
    before = staff.reading(lambda conn, _: journal.tip(conn, REGISTER))
    with database.writing(staff.engine) as conn, conn.begin_nested() as savepoint:
        users.assign(conn, staff.dealer, "other", NOW)
        savepoint.rollback()
    with staff.engine.connect() as conn:
        users.assign(conn, staff.dealer, "other", NOW)
        conn.rollback()
    with database.writing(staff.engine) as conn:
        users.rename(conn, staff.dealer, "Ann")
    assert staff.reading(lambda conn, _: journal.tip(conn, REGISTER)) == before
    assert staff.report() == []


def test_guests_cost_the_register_nothing(staff: Staff) -> None:
    before = staff.reading(lambda conn, _: journal.tip(conn, REGISTER))
    with database.writing(staff.engine) as conn:
        users.guest(conn, NOW)
    assert staff.reading(lambda conn, _: journal.tip(conn, REGISTER)) == before


def test_no_name_login_or_password_is_in_the_register(staff: Staff) -> None:
    with database.reading(staff.engine) as conn:
        said = b"".join(each.lines for each in journal.following(conn, REGISTER, 0))
    assert b"Mana" not in said
    assert b'mana"' not in said
    assert b"argon" not in said


def test_an_engine_has_the_register_that_was_attached_last_and_listens_once(engine: Engine) -> None:
    staff = Staff(engine)
    before = len([*engine.dispatch.commit])
    for later in (1, 2, 3):
        Register(KEYRING, partial(int, NOW + later)).attach(engine)
    assert len([*engine.dispatch.commit]) == before
    with database.writing(engine) as conn:
        people_support.hire(conn, "late", "floor")
    with database.reading(engine) as conn:
        last = journal.last(conn, REGISTER)
    assert last is not None
    assert last.at == NOW + 3
    assert staff.report() == []


def test_changes_of_a_transaction_that_was_rolled_back_are_in_no_later_one(engine: Engine) -> None:
    staff = Staff(engine)
    with engine.connect() as conn:
        people_support.hire(conn, "gone", "manager")
        conn.rollback()
    with database.writing(engine) as conn:
        people_support.hire(conn, "stays", "floor")
    assert staff.report() == []
