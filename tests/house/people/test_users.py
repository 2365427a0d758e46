"""People: guests who sign up and stay who they are, staff, managers, programs; and those who are not who they say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select
from support.house.people import ARGON, NOW, PASSWORD, hire, house, known, sign_in

from croupier.house.people import tokens, users
from croupier.house.people.passwords import Argon, Cost
from croupier.house.people.roles import ROLES, SCOPES, STAFF, TOKEN, PeopleError
from croupier.house.people.tokens import DAY, LIVES, who
from croupier.house.people.users import LONGEST_TOKEN, ONE_TIME, PasswordEntry, PasswordProof
from croupier.house.storage.schema import assignments, logins, metadata, persons, wallets
from croupier.names import NamingError
from croupier.schemas.roles import Role
from croupier.table.model.command import PERSON

HASH = ARGON.hash(PASSWORD)
HOSTILE: list[Any] = [
    "",
    " ",
    "x" * 10**6,
    "\x00",
    "a\x00b",
    "\ud800",
    "%",
    "' OR 1=1 --",
    "..",
    "An\nn",
    None,
    7,
    True,
    ["ann"],
    {},
]


@pytest.fixture
def conn() -> Iterator[Connection]:
    with house() as conn:
        yield conn


def dump(conn: Connection) -> dict[str, list[Any]]:
    return {name: sorted(map(tuple, conn.execute(select(table)))) for name, table in metadata.tables.items()}


def refused(conn: Connection, why: str, work: Callable[[], object]) -> PeopleError:
    """What is refused changes nothing."""
    before = dump(conn)
    with pytest.raises(PeopleError, match=why) as error:
        work()
    assert dump(conn) == before
    assert "; accepted: " in str(error.value)
    assert len(str(error.value)) < 400
    return error.value


def prove(conn: Connection, login: str, password: str = PASSWORD, now: int = NOW) -> PasswordProof:
    proof = users.prove(users.entry(conn, login, now, ARGON), password, ARGON)
    assert proof is not None
    return proof


# ---- guests ------------------------------------------------------------------------------------------------


def test_a_guest_is_there_in_one_call_with_an_id_that_says_nothing(conn: Connection) -> None:
    made = [users.guest(conn, NOW, "Ann") for _ in range(50)]
    assert len({each.person for each in made}) == 50
    for each in made:
        assert re.fullmatch(PERSON, each.person)
        assert "ann" not in each.person.lower()
        assert users.person_of(conn, each.person) == (each.person, "Ann", "guest", False, NOW, 0)


def test_a_guest_without_a_name_has_one_and_a_name_is_made_proper(conn: Connection) -> None:
    assert known(conn, users.guest(conn, NOW)).name == "Guest"
    assert known(conn, users.guest(conn, NOW, "  Zoe\u0308   B ")).name == "Zoë B"


@pytest.mark.parametrize("name", ["", "x" * 25, "a\x00b", "\u202eann", "\ud800", None, 7])
def test_what_is_no_name_makes_no_guest(conn: Connection, name: str) -> None:
    before = dump(conn)
    with pytest.raises(NamingError):
        users.guest(conn, NOW, name)
    issued = users.guest(conn, NOW)
    with pytest.raises(NamingError):
        users.rename(conn, issued.person, name)
    assert known(conn, issued).name == "Guest"
    assert len(dump(conn)["persons"]) == len(before["persons"]) + 1


def test_a_person_is_renamed(conn: Connection) -> None:
    issued = users.guest(conn, NOW)
    assert users.rename(conn, issued.person, " Ann ") == "Ann"
    assert known(conn, issued).name == "Ann"


LIKE_ANN = ["Ann", "ANN", "Аnn", "Änn", "A n n", "\uff21nn", "Αnn", "A.n.n", "4nn", "𝐀nn"]  # noqa: RUF001


@pytest.mark.parametrize("name", LIKE_ANN)
def test_a_name_that_looks_like_a_players_is_taken_by_nobody_else(conn: Connection, name: str) -> None:
    other, ann = users.guest(conn, NOW), users.guest(conn, NOW, "Ann")
    namesake = users.guest(conn, NOW, name)  # a guest has no account: nobody is taken for one
    users.sign_up(conn, known(conn, ann), "ann", HASH, NOW)
    before = dump(conn)
    for work in (
        lambda: users.guest(conn, NOW, name),
        lambda: users.guest_program(conn, NOW, name),
        lambda: users.rename(conn, other.person, name),
        lambda: users.sign_up(conn, known(conn, namesake), "another", HASH, NOW),
    ):
        with pytest.raises(NamingError, match="looks like another's who has an account here"):
            work()
    assert dump(conn) == before
    assert users.rename(conn, ann.person, "Änn") == "Änn", "the own name is written in another way"
    users.rename(conn, namesake.person, "Bea")
    users.sign_up(conn, known(conn, namesake), "another", HASH, NOW)
    users.close_account(conn, ann.person, NOW)
    assert users.rename(conn, other.person, name), "nobody is called so any more"


def test_names_without_letters_and_names_that_the_house_gives_are_nobodys_own(conn: Connection) -> None:
    for number, name in enumerate(("Guest 1234", "Guest 1234", "Program 4321", "😀", "🎲", "★")):
        users.sign_up(conn, known(conn, users.guest(conn, NOW, name)), f"login{number}", HASH, NOW)


def test_a_name_like_a_dealers_is_taken_by_no_guest_and_the_house_names_its_own_people(conn: Connection) -> None:
    hire(conn, "dora", "dealer")
    with pytest.raises(NamingError, match="looks like another's"):
        users.guest(conn, NOW, "D0ra")
    assert users.hire(conn, "Dora", "dora2", "dealer", HASH, NOW)


@pytest.mark.parametrize("hostile", [*HOSTILE, "0" * 32, "x" * 65])
def test_nobody_has_an_id_that_is_none(conn: Connection, hostile: str) -> None:
    users.guest(conn, NOW)
    refused(conn, "there is no person", lambda: users.person_of(conn, hostile))
    refused(conn, "there is no person", lambda: users.rename(conn, hostile, "Ann"))
    refused(conn, "there is no person", lambda: users.change_role(conn, hostile, "dealer", NOW))
    refused(conn, "there is no person", lambda: users.close_account(conn, hostile, NOW))
    refused(conn, "there is no person", lambda: users.assign(conn, hostile, "one", NOW))


# ---- signing up --------------------------------------------------------------------------------------------


def test_a_guest_who_signs_up_stays_the_same_person_under_a_new_pass(conn: Connection) -> None:
    old = users.guest(conn, NOW, "Ann")
    conn.execute(insert(wallets).values(person=old.person, amount=100_000))
    new = users.sign_up(conn, known(conn, old), " Ann@House ", HASH, NOW + 5, label="phone")
    assert (new.person, new.ended) == (old.person, (old.hash,))
    assert new.secret != old.secret
    assert who(conn, old.secret, NOW + 5) is None
    found = known(conn, new, NOW + 5)
    assert (found.person, found.name, found.role, found.must_change) == (old.person, "Ann", "player", False)
    assert conn.execute(select(wallets.c.amount).where(wallets.c.person == found.person)).scalar() == 100_000
    assert sign_in(conn, "ann@house").person == old.person


def test_a_guest_signs_up_once_even_if_asked_twice_at_once(conn: Connection) -> None:
    guest = known(conn, users.guest(conn, NOW))
    users.sign_up(conn, guest, "ann", HASH, NOW)
    refused(conn, "only a guest signs up", lambda: users.sign_up(conn, guest, "ann2", HASH, NOW))
    assert len(dump(conn)["logins"]) == 1


@pytest.mark.parametrize("login", ["ann", "ANN", " Ann ", "manager", "Manager"])
def test_a_login_that_is_taken_is_refused_and_the_guest_stays_one(conn: Connection, login: str) -> None:
    hire(conn, "ann", "player")
    old = users.guest(conn, NOW)
    error = refused(conn, "is taken", lambda: users.sign_up(conn, known(conn, old), login, HASH, NOW))
    assert error.about == "login"
    assert known(conn, old).role == "guest"


def test_of_two_who_take_a_login_at_the_same_moment_one_is_told_so(
    conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    hire(conn, "ann", "player")
    monkeypatch.setattr(users, "_free", lambda _, login: login)  # neither saw the other
    guest = known(conn, users.guest(conn, NOW))
    with pytest.raises(PeopleError, match="is taken"), conn.begin_nested():
        users.sign_up(conn, guest, "ann", HASH, NOW)
    assert sign_in(conn, "ann").person != guest.person


def test_of_two_who_sign_the_same_guest_up_at_the_same_moment_one_is_told_so(
    conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = known(conn, users.guest(conn, NOW))
    as_it_was = users.person_of(conn, guest.person)
    users.sign_up(conn, guest, "ann", HASH, NOW)
    monkeypatch.setattr(users, "person_of", lambda *_: as_it_was)
    refused(conn, "has just signed up", lambda: users.sign_up(conn, guest, "ann2", HASH, NOW))


@pytest.mark.parametrize("login", [*HOSTILE, "an", "x" * 65, "änn", "ann smith", "-ann", "\u0430nn", "ann/", "<b>ann"])
def test_what_cannot_be_a_login_is_refused(conn: Connection, login: str) -> None:
    old = users.guest(conn, NOW)
    guest = known(conn, old)
    refused(conn, "cannot be a login", lambda: users.sign_up(conn, guest, login, HASH, NOW))
    refused(conn, "cannot be a login", lambda: users.hire(conn, "Ann", login, "dealer", HASH, NOW))
    refused(conn, "cannot be a login", lambda: users.reset(conn, login, HASH, NOW))


def test_neither_staff_nor_players_nor_programs_sign_up(conn: Connection) -> None:
    for role in ("player", *STAFF):
        hire(conn, role + "1", role)
        bearer = known(conn, sign_in(conn, role + "1"))
        refused(conn, "only a guest", partial(users.sign_up, conn, bearer, "other", HASH, NOW))
    bot = known(conn, users.guest_program(conn, NOW))
    refused(conn, "only a guest", lambda: users.sign_up(conn, bot, "other", HASH, NOW))


# ---- signing in --------------------------------------------------------------------------------------------


def test_each_sign_in_has_a_new_pass_and_the_cookie_that_came_along_ends(conn: Connection) -> None:
    hire(conn, "ann", "player")
    guest, elsewhere = users.guest(conn, NOW), sign_in(conn, "ann")
    new = sign_in(conn, "ann", old=guest.secret)
    assert new.ended == (guest.hash,)
    assert who(conn, guest.secret, NOW) is None
    assert who(conn, elsewhere.secret, NOW) is not None
    again = sign_in(conn, "ann", old=new.secret)
    assert again.ended == (new.hash,)
    assert len({elsewhere.secret, new.secret, again.secret}) == 3


def test_a_pass_that_somebody_planted_is_not_the_one_after_sign_in(conn: Connection) -> None:
    hire(conn, "ann", "player")
    planted = users.guest(conn, NOW)
    assert sign_in(conn, "ann", old=planted.secret).secret != planted.secret
    assert who(conn, planted.secret, NOW) is None
    assert sign_in(conn, "ann", old="no pass at all \x00").ended == ()


class _Counting(Argon):
    """Counts what it is asked."""

    def __init__(self) -> None:
        super().__init__(Cost(1, 8, 1))
        self.asked: list[str] = []

    def verify(self, stored: str, password: str) -> bool:
        self.asked.append(stored)
        return super().verify(stored, password)


@pytest.mark.parametrize("login", ["ann", "unknown", "closed", "expired", "", "x" * 10**6, "a\x00b", "\ud800"])
def test_a_wrong_password_an_unknown_and_a_closed_account_cost_and_answer_alike(conn: Connection, login: str) -> None:
    hire(conn, "ann", "player")
    users.close_account(conn, hire(conn, "closed", "player"), NOW)
    users.hire(conn, "Old", "expired", "dealer", HASH, NOW - ONE_TIME)
    argon = _Counting()
    entry = users.entry(conn, login, NOW, argon)
    assert users.prove(entry, "a wrong password", argon) is None
    assert len(argon.asked) == 1
    assert not argon.is_dated(argon.asked[0])
    assert users.prove(entry, PASSWORD, argon) is None or login == "ann"


def test_nobodys_hash_opens_no_account_even_if_somebody_knew_a_password_for_it(conn: Connection) -> None:
    hire(conn, "ann", "player")
    made = users.entry(conn, "unknown", NOW, ARGON)._replace(password=HASH)
    assert made.person == ""
    assert users.prove(made, PASSWORD, ARGON) is None


def test_a_proof_is_worth_nothing_once_the_password_was_changed_or_the_account_closed(conn: Connection) -> None:
    person = hire(conn, "ann", "player")
    proof, bearer = prove(conn, "ann"), known(conn, sign_in(conn, "ann"))
    users.change_password(conn, bearer, proof, ARGON.hash("another password"), NOW)
    refused(conn, "do not belong together", lambda: users.sign_in(conn, proof, NOW))
    refused(conn, "do not belong together", lambda: users.change_password(conn, bearer, proof, HASH, NOW))
    proof = prove(conn, "ann", "another password")
    users.close_account(conn, person, NOW)
    refused(conn, "do not belong together", lambda: users.sign_in(conn, proof, NOW))


def test_a_proof_that_was_made_up_is_worth_nothing(conn: Connection) -> None:
    person = hire(conn, "ann", "manager")
    for entry in (
        PasswordEntry("ann", person, ""),
        PasswordEntry("ann", person, ARGON.nobodys),
        PasswordEntry("", "", ARGON.nobodys),
    ):
        refused(conn, "do not belong together", partial(users.sign_in, conn, PasswordProof(entry, HASH), NOW))


def test_a_hash_of_an_older_cost_is_made_anew_at_sign_in(conn: Connection) -> None:
    hire(conn, "ann", "player")
    dearer = Argon(Cost(2, 16, 1))
    proof = users.prove(users.entry(conn, "ann", NOW, dearer), PASSWORD, dearer)
    assert proof is not None
    assert proof.anew
    users.sign_in(conn, proof, NOW)
    entry = users.entry(conn, "ann", NOW, dearer)
    assert not dearer.is_dated(entry.password)
    again = users.prove(entry, PASSWORD, dearer)
    assert again is not None
    assert again.anew == ""
    users.sign_in(conn, again, NOW)


# ---- passwords ---------------------------------------------------------------------------------------------


def test_a_change_of_password_ends_all_other_passes_and_keeps_the_one_it_came_by(conn: Connection) -> None:
    hire(conn, "ann", "player")
    mine, stolen, other = sign_in(conn, "ann"), sign_in(conn, "ann"), users.guest(conn, NOW)
    new = ARGON.hash("another password")
    assert users.change_password(conn, known(conn, mine), prove(conn, "ann"), new, NOW) == (stolen.hash,)
    assert [who(conn, each.secret, NOW) is not None for each in (mine, stolen, other)] == [True, False, True]
    with pytest.raises(PeopleError, match="do not belong together"):
        sign_in(conn, "ann")
    assert sign_in(conn, "ann", password="another password").person == mine.person  # noqa: S106 - of nobody


def test_nobody_changes_anothers_password_by_proving_it(conn: Connection) -> None:
    hire(conn, "ann", "player")
    hire(conn, "bob", "player")
    bob, proof = known(conn, sign_in(conn, "bob")), prove(conn, "ann")
    refused(conn, "do not belong together", lambda: users.change_password(conn, bob, proof, HASH, NOW))


def test_the_first_manager_is_made_where_there_is_none_and_chooses_a_password_within_a_day(conn: Connection) -> None:
    assert users.first_manager(conn, HASH, NOW) == "manager"
    assert users.first_manager(conn, HASH, NOW) == ""
    issued = sign_in(conn, "manager", NOW + ONE_TIME - 1)
    bearer = known(conn, issued, NOW + ONE_TIME - 1)
    assert (bearer.role, bearer.must_change, bearer.renew) == ("manager", True, False)
    assert bearer.expires == NOW + ONE_TIME
    with pytest.raises(PeopleError):
        sign_in(conn, "manager", NOW + ONE_TIME)
    late = NOW + ONE_TIME - 1
    users.change_password(conn, bearer, prove(conn, "manager", now=late), ARGON.hash("my own choice"), late)
    after = known(conn, issued, late + 1)
    assert (after.must_change, after.expires) == (False, late + LIVES["manager"].unused)
    assert sign_in(conn, "manager", NOW + 9 * DAY, "my own choice").person == bearer.person


def test_a_proof_of_a_one_time_password_is_worth_nothing_after_its_day(conn: Connection) -> None:
    users.first_manager(conn, HASH, NOW)
    proof = prove(conn, "manager")
    refused(conn, "do not belong together", lambda: users.sign_in(conn, proof, NOW + ONE_TIME))


def test_a_house_whose_managers_are_gone_gets_another_whoever_has_the_login(conn: Connection) -> None:
    for login in ("manager", "manager-2"):
        assert users.first_manager(conn, HASH, NOW) == login
        gone = persons.update().where(persons.c.role == "manager").values(role="player")
        conn.execute(gone)
    program = users.program(conn, "Bot", "manager", NOW)
    assert users.person_of(conn, program).role == "manager"
    assert users.first_manager(conn, HASH, NOW) == "manager-3"  # a program signs in nowhere, and so does not count


def test_who_is_hired_signs_in_once_and_chooses(conn: Connection) -> None:
    person = users.hire(conn, "Dora", "dora", "dealer", HASH, NOW)
    bearer = known(conn, sign_in(conn, "dora"))
    assert (bearer.person, bearer.role, bearer.must_change) == (person, "dealer", True)
    refused(conn, "is taken", lambda: users.hire(conn, "Dora", "DORA", "floor", HASH, NOW))


@pytest.mark.parametrize("role", [*HOSTILE, "guest", "nobody", "owner", "Dealer"])
def test_nobody_is_hired_or_promoted_to_what_is_no_role(conn: Connection, role: Role) -> None:
    person = hire(conn, "ann", "player")
    refused(conn, "is no role", lambda: users.hire(conn, "Dora", "dora", role, HASH, NOW))
    refused(conn, "is no role", lambda: users.change_role(conn, person, role, NOW))


def test_a_lost_password_is_reset_to_one_for_one_time_and_everything_of_before_ends(conn: Connection) -> None:
    hire(conn, "ann", "manager")
    old, proof = sign_in(conn, "ann"), prove(conn, "ann")
    assert users.reset(conn, " Ann ", ARGON.hash("for one time"), NOW) == (old.hash,)
    assert who(conn, old.secret, NOW) is None
    refused(conn, "do not belong together", lambda: users.sign_in(conn, proof, NOW))
    assert known(conn, sign_in(conn, "ann", password="for one time")).must_change  # noqa: S106 - of nobody
    refused(conn, "nobody has the login", lambda: users.reset(conn, "bob", HASH, NOW))


# ---- roles -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", STAFF)
def test_a_change_of_role_ends_all_passes_and_assignments(conn: Connection, role: Role) -> None:
    person = hire(conn, "ann", "player")
    made = [sign_in(conn, "ann") for _ in range(3)]
    assert set(users.change_role(conn, person, role, NOW)) == {each.hash for each in made}
    assert all(who(conn, each.secret, NOW) is None for each in made)
    bearer = known(conn, sign_in(conn, "ann"))
    assert (bearer.person, bearer.role) == (person, role)
    if role in ("dealer", "floor"):
        users.assign(conn, person, "one", NOW)
        users.change_role(conn, person, "player", NOW)
        assert dump(conn)["assignments"] == []


def test_a_role_that_is_there_already_and_a_guests_cannot_be_changed(conn: Connection) -> None:
    person, guest = hire(conn, "ann", "player"), users.guest(conn, NOW).person
    refused(conn, "player already", lambda: users.change_role(conn, person, "player", NOW))
    refused(conn, "a guest has no password", lambda: users.change_role(conn, guest, "manager", NOW))


def test_the_last_manager_stays(conn: Connection) -> None:
    first = hire(conn, "ann", "manager")
    program = users.program(conn, "Bot", "manager", NOW)
    refused(conn, "last manager", lambda: users.change_role(conn, first, "floor", NOW))
    refused(conn, "last manager", lambda: users.close_account(conn, first, NOW))
    users.close_account(conn, program, NOW)  # which is no manager that could sign in
    second = hire(conn, "bob", "manager")
    users.close_account(conn, first, NOW)
    refused(conn, "last manager", lambda: users.close_account(conn, second, NOW))


def test_a_closed_account_has_no_name_no_login_no_pass_and_no_table(conn: Connection) -> None:
    person = hire(conn, "dora", "dealer")
    users.assign(conn, person, "one", NOW)
    made = [sign_in(conn, "dora"), sign_in(conn, "dora")]
    assert set(users.close_account(conn, person, NOW)) == {each.hash for each in made}
    assert all(who(conn, each.secret, NOW) is None for each in made)
    assert "dora" not in str(dump(conn)).lower()
    assert users.named(conn, [person])[person] == (person, "", "dealer", False, NOW, NOW)
    refused(conn, "there is no person", lambda: users.close_account(conn, person, NOW))
    assert hire(conn, "dora", "player") != person  # the login is free again, for somebody else


def test_a_pass_that_was_never_ended_opens_no_closed_account(conn: Connection) -> None:
    issued = users.guest(conn, NOW)
    conn.execute(persons.update().values(ended=NOW))
    assert who(conn, issued.secret, NOW) is None


# ---- tables ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_dealers_and_floors_are_assigned_to_tables_and_nobody_else(conn: Connection, role: Role) -> None:
    person = users.guest(conn, NOW).person if role == "guest" else hire(conn, "ann", role)
    if role not in ("dealer", "floor"):
        refused(conn, "assigned to no table", lambda: users.assign(conn, person, "one", NOW))
        return
    for stream in ("one", "two", "one"):
        users.assign(conn, person, stream, NOW)
    assert known(conn, sign_in(conn, "ann")).assigned == {"one", "two"}
    users.unassign(conn, person, "one")
    refused(conn, "no table of theirs", lambda: users.unassign(conn, person, "one"))
    assert [row.stream for row in conn.execute(select(assignments))] == ["two"]


@pytest.mark.parametrize("stream", [*HOSTILE, "$cage", "One", "-one", "x" * 41])
def test_what_is_no_table_has_no_dealer(conn: Connection, stream: str) -> None:
    person = hire(conn, "dora", "dealer")
    refused(conn, "is no table", lambda: users.assign(conn, person, stream, NOW))
    refused(conn, "is no table", lambda: users.unassign(conn, person, stream))


# ---- programs ----------------------------------------------------------------------------------------------


def test_a_guest_that_is_a_program_plays_by_token_and_all_can_see_it(conn: Connection) -> None:
    issued = users.guest_program(conn, NOW, "Bot", label="of the tests")
    bearer = known(conn, issued)
    assert (bearer.role, bearer.kind, bearer.program) == ("guest", TOKEN, True)
    assert bearer.scopes == {"watch", "play"}
    assert users.named(conn, [issued.person, "x"]) == {issued.person: (issued.person, "Bot", "guest", True, NOW, 0)}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("scope", SCOPES)
def test_a_token_has_scopes_that_its_role_may_have_and_no_other(conn: Connection, role: Role, scope: str) -> None:
    person = users.program(conn, "Bot", role, NOW)

    def issue() -> tokens.IssuedPass:
        return users.program_token(conn, person, f" {scope}  watch", NOW, DAY, label="")

    if role not in SCOPES[scope]:
        refused(conn, "cannot have the scope", issue)
        return
    issued = issue()
    assert known(conn, issued).scopes == {scope, "watch"}
    assert issued.expires == NOW + DAY
    assert who(conn, issued.secret, NOW + DAY) is None


@pytest.mark.parametrize("scope", [*HOSTILE, "everything", "watch everything", "Watch", "watch,play"])
def test_what_is_no_scope_makes_no_token(conn: Connection, scope: str) -> None:
    person = users.program(conn, "Bot", "manager", NOW)
    refused(conn, "cannot have the scope", lambda: users.program_token(conn, person, scope, NOW, DAY, label=""))


@pytest.mark.parametrize("lasts", [0, -1, LONGEST_TOKEN + 1, 10**30])
def test_a_token_lasts_a_year_at_most(conn: Connection, lasts: int) -> None:
    person = users.program(conn, "Bot", "player", NOW)
    refused(conn, "cannot last", lambda: users.program_token(conn, person, "play", NOW, lasts, label=""))
    users.program_token(conn, person, "play", NOW, LONGEST_TOKEN, label="")


def test_people_have_no_tokens_and_a_program_is_of_a_role(conn: Connection) -> None:
    person = hire(conn, "ann", "player")
    refused(conn, "a token is for a program", lambda: users.program_token(conn, person, "play", NOW, DAY, label=""))
    refused(conn, "is no role", lambda: users.program(conn, "Bot", "robot", NOW))  # type: ignore[arg-type]


def test_a_programs_tokens_end_one_by_one_or_with_its_account(conn: Connection) -> None:
    person = users.program(conn, "Bot", "player", NOW)
    made = [users.program_token(conn, person, "play", NOW, DAY, label=str(each)) for each in range(3)]
    assert tokens.revoke(conn, person, made[0].hash, NOW) == (made[0].hash,)
    assert [who(conn, each.secret, NOW) is None for each in made] == [True, False, False]
    assert set(users.close_account(conn, person, NOW)) == {each.hash for each in made[1:]}


# ---- lists -------------------------------------------------------------------------------------------------


def test_logins_are_stored_once_and_passwords_never_as_they_are(conn: Connection) -> None:
    hire(conn, "ann", "player")
    assert PASSWORD not in str(dump(conn))
    (row,) = conn.execute(select(logins))
    assert row.password.startswith("$argon2id$")
    assert row.expires == 0
