"""Sign-in slows down under guessing, whichever way it is tried, and never keeps an owner's own device out."""

from __future__ import annotations

from itertools import pairwise

import pytest

from croupier.house.people.login_throttle import FORGET, LONGEST, SECOND, Guessing, network

START = 1_900_000_000_000
HOME, DEVICE = "192.0.2.7", "d" * 64


def tries(guessing: Guessing, until: int, login: str = "ann", address: str = HOME, device: str = "") -> list[int]:
    """When each try is taken of somebody who tries again as soon as it is allowed."""
    now, taken = START, []
    while now <= until:
        wait = guessing.take(login, address, device, now)
        if not wait:
            taken.append(now - START)
        now += wait or 1
    return taken


def test_five_tries_are_free_and_then_each_waits_twice_as_long_up_to_a_minute() -> None:
    taken = tries(Guessing(), START + 400 * SECOND)
    waits = [after - before for before, after in pairwise(taken)]
    assert waits[:4] == [1] * 4
    assert waits[4:] == [1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000, 60000, 60000]


def test_a_day_of_guessing_one_account_from_everywhere_is_some_1440_tries() -> None:
    guessing, now, taken = Guessing(), START, 0
    while now < START + 86_400 * SECOND:
        wait = guessing.take("ann", f"198.51.{now % 250}.{now // 250 % 250}", "", now)
        taken += not wait
        now += wait or 1
    assert 1400 < taken < 1500


def test_one_address_that_tries_many_accounts_is_slowed_down_too() -> None:
    guessing = Guessing()
    waits = [guessing.take(f"login{number}", HOME, "", START) for number in range(25)]
    assert waits == [0] * 20 + [SECOND] * 5
    assert guessing.take("login30", "192.0.2.8", "", START) == 0


def test_a_try_counts_when_it_is_taken_so_that_many_at_once_are_no_way_around_it() -> None:
    guessing = Guessing()
    assert [guessing.take("ann", f"192.0.2.{number}", "", START) == 0 for number in range(100)].count(True) == 5


def test_a_try_that_is_not_taken_does_not_make_the_wait_longer() -> None:
    guessing = Guessing()
    tries(guessing, START + 4)
    assert {guessing.take("ann", HOME, "", START + 5 + each) for each in range(900)} == {
        SECOND - 1 - each for each in range(900)
    }
    assert guessing.take("ann", HOME, "", START + 4 + SECOND) == 0


@pytest.mark.parametrize("spelling", ["Ann", " ann ", "ANN", "ann\n", "ann\u2003"])
def test_one_account_is_counted_as_one_however_it_is_spelt(spelling: str) -> None:
    guessing = Guessing()
    tries(guessing, START + 10)
    assert guessing.take(spelling, "203.0.113.9", "", START + 10) > 0


def test_the_owners_device_gets_in_while_others_guess_from_everywhere_and_from_its_own_address() -> None:
    guessing = Guessing()
    tries(guessing, START + 300 * SECOND)
    tries(guessing, START + 300 * SECOND, login="bob")
    now = START + 300 * SECOND
    assert guessing.take("ann", HOME, "", now) > 0
    assert guessing.take("ann", HOME, DEVICE, now) == 0


def test_a_device_that_guesses_is_slowed_down_by_itself() -> None:
    guessing = Guessing()
    taken = tries(guessing, START + 300 * SECOND, device=DEVICE)
    assert len(taken) < 15
    assert guessing.take("ann", HOME, "e" * 64, START + 300 * SECOND) == 0
    assert guessing.take("ann", HOME, "", START + 300 * SECOND) == 0


def test_signing_in_takes_back_ones_own_try_and_no_others() -> None:
    guessing = Guessing()
    for _ in range(1000):  # the right password, again and again
        assert guessing.take("ann", HOME, "", START) == 0
        guessing.succeeded("ann", HOME, "")
    for _ in range(5):
        assert guessing.take("ann", "192.0.2.8", "", START) == 0
    guessing.succeeded("ann", HOME, DEVICE)  # the owner comes in by the own device: the guesses still count
    assert guessing.take("ann", "192.0.2.8", "", START) == SECOND


def test_who_has_an_account_cannot_wash_an_address_clean_by_signing_in_to_it() -> None:
    guessing, taken = Guessing(), 0
    for number in range(100):
        taken += guessing.take(f"victim{number}", HOME, "", START) == 0
        if guessing.take("mallory", HOME, "", START) == 0:
            guessing.succeeded("mallory", HOME, "")
    assert taken <= 20


def test_guesses_are_forgotten_with_time() -> None:
    guessing = Guessing()
    tries(guessing, START + 300 * SECOND)
    later = START + 300 * SECOND + 12 * FORGET
    assert [guessing.take("ann", HOME, "", later) for _ in range(6)] == [0] * 5 + [SECOND]


def test_nobody_waits_longer_than_a_minute_whatever_was_tried() -> None:
    guessing = Guessing()
    tries(guessing, START + 3600 * SECOND)
    assert max(guessing.take("ann", HOME, "", START + 3600 * SECOND + each) for each in range(10)) <= LONGEST


def test_what_is_remembered_is_bounded_and_what_is_tried_most_lately_stays() -> None:
    guessing, now = Guessing(most=100), START
    for number in range(10_000):
        guessing.take("ann", HOME, "", now)
        guessing.take(f"login{number}", f"198.51.{number % 250}.{number // 250}", "", now)
        guessing.take("x", "y", f"{number:064x}", now)
        now += 10
    assert len(guessing) <= 300
    assert guessing.take("ann", HOME, "", now) > 0


def test_hostile_logins_and_addresses_take_no_more_room_than_others() -> None:
    guessing = Guessing()
    for each in ("x" * 10**6, "\x00", "\ud800", "é" * 100, ""):
        guessing.take(each, "z" * 10**6 + each, "", START)
    assert len(guessing) == 2  # none of them is a login or an address, and all such count as one


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_who_has_one_address_of_a_network_has_all_of_it(address: str, counted: str) -> None:
    assert network(address) == counted
