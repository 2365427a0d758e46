"""Passes: what is stored opens nothing, what has ended opens nothing, and use gives a cookie more time, to a point."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, event, select
from support.house.people import ARGON, NOW, drawing, hire, house, known, sign_in

from croupier.house.people import tokens, users
from croupier.house.people.roles import COOKIE, ROLES, STAFF, TOKEN, PeopleError
from croupier.house.people.tokens import DAY, HOUR, LIVES, IssuedPass, who
from croupier.house.storage.schema import metadata
from croupier.house.storage.schema import passes as stored
from croupier.schemas.roles import Role


@pytest.fixture
def conn() -> Iterator[Connection]:
    with house() as conn:
        yield conn


def somebody(conn: Connection, role: Role) -> IssuedPass:
    if role == "guest":
        return users.guest(conn, NOW)
    hire(conn, "somebody", role)
    return sign_in(conn, "somebody")


def everything(conn: Connection) -> str:
    return str([conn.execute(select(table)).all() for table in metadata.tables.values()])


# ---- who ---------------------------------------------------------------------------------------------------


def test_a_pass_says_whose_it_is(conn: Connection) -> None:
    issued = users.guest(conn, NOW, "Ann")
    found = known(conn, issued)
    assert (found.person, found.name, found.role) == (issued.person, "Ann", "guest")
    assert (found.kind, found.program, found.scopes) == (COOKIE, False, frozenset())
    assert (found.hash, found.expires) == (issued.hash, issued.expires)
    assert not found.must_change
    assert found.assigned == frozenset()


def test_nothing_that_is_stored_opens_anything(conn: Connection) -> None:
    hire(conn, "dora", "dealer")
    issued = [users.guest(conn, NOW), users.guest_program(conn, NOW), sign_in(conn, "dora")]
    kept = everything(conn)
    for each in issued:
        assert each.secret not in kept
        assert who(conn, each.secret, NOW) is not None
    for word in re.findall(r"[\w-]{8,}", kept):
        assert who(conn, word, NOW) is None


def test_no_two_secrets_are_alike_and_each_has_256_bits(conn: Connection) -> None:
    made = {users.guest(conn, NOW).secret for _ in range(200)}
    assert len(made) == 200
    assert all(re.fullmatch("[A-Za-z0-9_-]{43}", each) for each in made)


@pytest.mark.parametrize(
    "hostile",
    [
        *("", " ", "x", "x" * 43, "x" * 64, "x" * 65, "x" * 10**6, "\x00", "\ud800", "é" * 20, "%", "' OR 1=1 --"),
        None,
        7,
        b"x",
    ],
)
def test_what_is_no_secret_is_nobodys(conn: Connection, hostile: str) -> None:
    users.guest(conn, NOW)
    assert who(conn, hostile, NOW) is None
    assert tokens.sign_out(conn, hostile, NOW) == ()
    assert tokens.device_of(conn, hostile, "ann") == ""


def test_a_secret_must_be_right_to_its_last_letter(conn: Connection) -> None:
    secret = users.guest(conn, NOW).secret
    for other in (secret[:-1], secret + "A", secret + " ", secret.swapcase(), f" {secret}"):
        assert who(conn, other, NOW) is None


@pytest.mark.parametrize("role", ROLES)
def test_a_pass_is_good_until_it_expires_and_not_a_millisecond_longer(conn: Connection, role: Role) -> None:
    issued = somebody(conn, role)
    assert issued.expires == NOW + LIVES[role].unused
    assert who(conn, issued.secret, issued.expires - 1) is not None
    assert who(conn, issued.secret, issued.expires) is None
    assert who(conn, issued.secret, issued.expires + 1) is None


def test_a_role_that_changes_under_a_pass_is_seen_at_the_next_look(conn: Connection) -> None:
    person = hire(conn, "dora", "dealer")
    issued = sign_in(conn, "dora")
    users.assign(conn, person, "one", NOW)
    assert known(conn, issued).assigned == {"one"}
    users.unassign(conn, person, "one")
    assert known(conn, issued).assigned == frozenset()


def test_to_look_at_a_pass_writes_nothing(conn: Connection) -> None:
    issued, said = users.guest(conn, NOW), []

    @event.listens_for(conn, "before_cursor_execute")
    def _(*args: object) -> None:
        said.append(str(args[2]))

    for later in range(0, 29 * DAY, DAY):
        assert who(conn, issued.secret, NOW + later) is not None
    assert said
    assert all(each.startswith("SELECT") for each in said)


# ---- more time ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_use_gives_a_cookie_more_time_in_few_writes_and_not_without_end(conn: Connection, role: Role) -> None:
    issued, life = somebody(conn, role), LIVES[role]
    now, writes, step = NOW, 0, life.unused // 50
    while (found := who(conn, issued.secret, now)) is not None and now < NOW + 2 * life.whole:
        if found.renew:
            until = tokens.renew(conn, found, now)
            assert until > found.expires
            writes += 1
        now += step
    assert NOW + life.whole - life.unused // 10 <= now <= NOW + life.whole + step
    assert writes <= 11 * life.whole // life.unused


@pytest.mark.parametrize("role", ROLES)
def test_a_cookie_that_is_not_used_gets_no_more_time(conn: Connection, role: Role) -> None:
    issued = somebody(conn, role)
    assert not known(conn, issued).renew
    found = known(conn, issued, issued.expires - 1)
    assert found.renew
    assert who(conn, issued.secret, issued.expires) is None
    assert tokens.renew(conn, found, issued.expires) == issued.expires  # too late
    assert who(conn, issued.secret, issued.expires) is None


def test_a_cookie_that_was_ended_meanwhile_gets_no_more_time(conn: Connection) -> None:
    issued = users.guest(conn, NOW)
    found = known(conn, issued, NOW + 20 * DAY)
    tokens.sign_out(conn, issued.secret, NOW + 20 * DAY)
    assert tokens.renew(conn, found, NOW + 20 * DAY) == issued.expires
    assert who(conn, issued.secret, NOW + 20 * DAY) is None


def test_a_token_gets_no_more_time(conn: Connection) -> None:
    issued = users.guest_program(conn, NOW)
    found = known(conn, issued, issued.expires - 1)
    assert found.kind == TOKEN
    assert not found.renew
    assert tokens.renew(conn, found, issued.expires - 1) == issued.expires
    assert who(conn, issued.secret, issued.expires) is None


def test_staff_are_signed_out_after_a_night() -> None:
    assert all(LIVES[role].unused == 12 * HOUR and LIVES[role].whole == 24 * HOUR for role in STAFF)


# ---- ending ------------------------------------------------------------------------------------------------


def test_signing_out_ends_that_cookie_once_and_no_other(conn: Connection) -> None:
    hire(conn, "ann", "player")
    first, second = sign_in(conn, "ann"), sign_in(conn, "ann")
    assert tokens.sign_out(conn, first.secret, NOW) == (first.hash,)
    assert tokens.sign_out(conn, first.secret, NOW) == ()
    assert who(conn, first.secret, NOW) is None
    assert who(conn, second.secret, NOW) is not None


def test_a_token_is_not_signed_out_as_a_cookie(conn: Connection) -> None:
    issued = users.guest_program(conn, NOW)
    assert tokens.sign_out(conn, issued.secret, NOW) == ()
    assert who(conn, issued.secret, NOW) is not None


def test_what_ends_at_the_very_start_of_time_has_ended(conn: Connection) -> None:
    issued = users.guest(conn, 0)
    assert tokens.sign_out(conn, issued.secret, 0) == (issued.hash,)
    assert who(conn, issued.secret, 0) is None


def test_a_person_ends_one_of_the_own_passes_by_its_hash(conn: Connection) -> None:
    hire(conn, "ann", "player")
    first, second, other = sign_in(conn, "ann"), sign_in(conn, "ann"), users.guest(conn, NOW)
    assert [each.hash for each in tokens.passes_of(conn, first.person, NOW)] == sorted([first.hash, second.hash])
    assert tokens.revoke(conn, first.person, second.hash, NOW) == (second.hash,)
    assert [each.hash for each in tokens.passes_of(conn, first.person, NOW)] == [first.hash]
    for hostile in (second.hash, other.hash, "", "x", "%", "\x00", first.hash.upper(), first.secret):
        with pytest.raises(PeopleError, match="no pass of theirs"):
            tokens.revoke(conn, first.person, hostile, NOW)
    assert who(conn, other.secret, NOW) is not None
    assert who(conn, first.secret, NOW) is not None


def test_all_passes_of_a_person_end_but_for_the_one_that_is_kept(conn: Connection) -> None:
    hire(conn, "ann", "player")
    made, other = [sign_in(conn, "ann") for _ in range(4)], users.guest(conn, NOW)
    assert set(tokens.end_all(conn, made[0].person, NOW, keep=made[0].hash)) == {each.hash for each in made[1:]}
    assert [who(conn, each.secret, NOW) is not None for each in (*made, other)] == [True, False, False, False, True]
    assert tokens.end_all(conn, made[0].person, NOW) == (made[0].hash,)


# ---- labels and devices ------------------------------------------------------------------------------------


@pytest.mark.parametrize("hostile", ["x" * 10**6, "a\x00b\x1b[2J\ud800\u202e", "", "Firefox on a phone"])
def test_a_label_is_kept_as_far_as_it_can_be_shown(conn: Connection, hostile: str) -> None:
    issued = users.guest(conn, NOW, label=hostile)
    (shown,) = tokens.passes_of(conn, issued.person, NOW)
    assert shown.label == "".join(each for each in hostile if each.isprintable())[:200]
    assert (shown.kind, shown.scope, shown.since, shown.expires) == (COOKIE, "", NOW, issued.expires)


def test_a_device_that_has_signed_in_before_is_known_by_its_old_cookie(conn: Connection) -> None:
    hire(conn, "ann", "player")
    hire(conn, "bob", "player")
    anns = sign_in(conn, "ann")
    assert tokens.device_of(conn, anns.hash, "ann") == anns.hash
    assert tokens.device_of(conn, anns.hash, " Ann ") == anns.hash
    tokens.sign_out(conn, anns.secret, NOW)
    assert tokens.device_of(conn, anns.hash, "ann") == anns.hash  # ended, and still the mark of that device
    assert tokens.device_of(conn, anns.hash, "bob") == ""
    assert tokens.device_of(conn, anns.hash, "nobody") == ""
    assert tokens.device_of(conn, users.guest(conn, NOW).hash, "ann") == ""


def test_a_token_marks_no_device(conn: Connection) -> None:
    person = users.program(conn, "Bot", "player", NOW)
    issued = users.program_token(conn, person, "play", NOW, DAY, label="")
    assert tokens.device_of(conn, issued.hash, "bot") == ""


def test_passes_are_made_of_the_randomness_that_is_handed_in() -> None:
    made = []
    for _ in range(2):
        with house() as conn:
            made.append(users.guest(conn, NOW, draw=drawing()))
    assert made[0] == made[1]


def test_a_secret_is_hashed_as_anyone_can_check(conn: Connection) -> None:
    issued = users.guest(conn, NOW)
    assert conn.execute(select(stored.c.hash)).scalars().all() == [tokens.hash_of(issued.secret)]
    assert tokens.hash_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert ARGON.nobodys not in everything(conn)
