"""Passwords: which may be chosen, and what a check costs."""

from __future__ import annotations

import pytest
from argon2 import extract_parameters
from argon2.exceptions import InvalidHashError
from support.house.people import ARGON, PASSWORD, drawing

from croupier.house.people import passwords
from croupier.house.people.passwords import LEAST, MOST, Argon, Cost, check_chosen, one_time
from croupier.house.people.roles import PeopleError

# ---- hashes ------------------------------------------------------------------------------------------------


def test_a_password_is_found_right_and_any_other_wrong() -> None:
    stored = ARGON.hash(PASSWORD)
    assert stored.startswith("$argon2id$")
    assert PASSWORD not in stored
    assert ARGON.verify(stored, PASSWORD)
    for other in (PASSWORD + " ", PASSWORD.upper(), PASSWORD[:-1], "", PASSWORD + "\x00", PASSWORD * 1000):
        assert not ARGON.verify(stored, other)


def test_two_hashes_of_one_password_differ_by_their_salt() -> None:
    draw = drawing()
    assert ARGON.hash(PASSWORD, draw) != ARGON.hash(PASSWORD, draw)
    assert ARGON.hash(PASSWORD, drawing()) == ARGON.hash(PASSWORD, drawing())


def test_a_password_is_the_same_however_the_keyboard_composes_it() -> None:
    stored = ARGON.hash("caf\u00e9 au lait, twice")
    assert ARGON.verify(stored, "cafe\u0301 au lait, twice")
    assert not ARGON.verify(stored, "cafe au lait, twice")


def test_the_longest_password_is_taken_however_it_is_typed() -> None:
    typed = "\u03b1\u0313\u0300\u0345" * MOST  # no character is made of more parts than these four
    check_chosen(typed, "ann")
    assert ARGON.verify(ARGON.hash(typed), "\u1f82" * MOST)
    assert not ARGON.verify(ARGON.hash(typed), "")


@pytest.mark.parametrize("hostile", ["\ud800" * 12, "\x00" * 12, "x" * 10**6, "\u0301" * 801, "\U0001d160" * 800])
def test_hostile_text_is_checked_like_any_other_and_is_wrong(hostile: str) -> None:
    assert not ARGON.verify(ARGON.hash(PASSWORD), hostile)
    assert not ARGON.verify(ARGON.nobodys, hostile)


@pytest.mark.parametrize("cost", [Cost(), Cost(1, 8, 1), Cost(2, 64, 2)])
def test_nobodys_hash_costs_what_a_real_one_costs(cost: Cost) -> None:
    argon = Argon(cost)
    assert extract_parameters(argon.nobodys) == extract_parameters(argon.hash(PASSWORD))
    assert not argon.is_dated(argon.nobodys)


@pytest.mark.parametrize("password", ["", "A", "nobody", PASSWORD, "\x00" * 32])
def test_nobodys_hash_is_no_passwords(password: str) -> None:
    assert not ARGON.verify(ARGON.nobodys, password)


def test_the_cost_is_no_less_than_is_recommended() -> None:
    stored = extract_parameters(Argon().hash(PASSWORD))
    assert (stored.time_cost, stored.memory_cost, stored.parallelism) == (3, 64 * 1024, 1)
    assert (stored.salt_len, stored.hash_len) == (16, 32)


def test_a_hash_made_at_another_cost_is_still_checked_and_is_dated() -> None:
    stored, dearer = ARGON.hash(PASSWORD), Argon(Cost(2, 16, 1))
    assert dearer.verify(stored, PASSWORD)
    assert dearer.is_dated(stored)
    assert not ARGON.is_dated(stored)


def test_a_stored_hash_that_is_none_is_a_fault_and_not_a_wrong_password() -> None:
    with pytest.raises(InvalidHashError):
        ARGON.verify("no hash", PASSWORD)


# ---- which may be chosen -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "password",
    ["x7" * 6, "y8" * 100, "aaaa aaaa aaaa", "            z", "🂡🂮🂭🂫🂪🂩🂨🂧🂦🂥🂤🂣", "ANNANNANNANN", "e\u0301" * 200],
)
def test_a_password_of_12_to_200_characters_of_any_kind_may_be_chosen(password: str) -> None:
    check_chosen(password, "ann")


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("", "fewer than 12"),
        ("elevenchars", "fewer than 12"),
        ("e\u0301" * 11, "fewer than 12"),  # eleven, though there are 22 code points
        ("x" * 201, "more than 200"),
        ("x" * 10**6, "more than 200"),
        ("ann.smith@house", "is the login"),
        ("Ann.Smith@House", "is the login"),
        ("password1234", "one of the commonest"),
        ("PassWord1234", "one of the commonest"),
        (PASSWORD, "was there before"),
        (None, "a password is text"),
        (123456789012, "a password is text"),
        (["x" * 12], "a password is text"),
    ],
)
def test_what_may_not_be_chosen_is_refused_with_what_would_be(password: object, why: str) -> None:
    with pytest.raises(PeopleError, match=why) as refused:
        check_chosen(password, "ann.smith@house", PASSWORD)
    assert refused.value.about == "password"
    assert f"accepted: a password of {LEAST} to {MOST} characters" in str(refused.value)
    assert str(password)[:12] not in str(refused.value) or not password  # a message may be logged


def test_each_of_the_commonest_is_long_enough_to_be_chosen_otherwise() -> None:
    common = passwords._COMMON  # noqa: SLF001 - the list itself
    assert all(len(each) >= LEAST and each == each.casefold() for each in common)
    for each in common:
        with pytest.raises(PeopleError, match="commonest"):
            check_chosen(each, "ann")


def test_one_time_passwords_are_long_and_read_aloud_easily_and_never_alike() -> None:
    draw = drawing()
    made = {one_time(draw) for _ in range(200)}
    assert len(made) == 200
    assert all(len(each) == 27 and set(each) <= set("abcdefghijklmnopqrstuvwxyz234567-") for each in made)
    check_chosen(one_time(draw), "manager")
