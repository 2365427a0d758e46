"""Sign-in slows down under guessing, whichever way it is tried, and never keeps an owner's own device out."""

from __future__ import annotations

import pytest

from croupier.house.people.login_throttle import (
    HOUR,
    OF_ADDRESS,
    OF_DEVICE,
    OF_PAIR,
    SECOND,
    LoginThrottle,
    network,
)

START = 1_900_000_000_000
HOME, DEVICE = "192.0.2.7", "d" * 64


def tries(throttle: LoginThrottle, until: int, login: str = "ann", address: str = HOME, device: str = "") -> list[int]:
    """When each try is taken of somebody who tries again as soon as it is allowed."""
    now, taken = START, []
    while now <= until:
        wait = throttle.take(login, address, device, now)
        if not wait:
            taken.append(now - START)
        now += wait or 1
    return taken


def test_a_login_has_three_tries_an_hour_from_one_address() -> None:
    taken = tries(LoginThrottle(), START + 3 * HOUR - 1)
    assert taken == [each + hour * HOUR for hour in range(3) for each in range(3)]


def test_ten_addresses_that_poll_have_thirty_tries_an_hour_and_the_owner_is_in_at_once() -> None:
    throttle, taken = LoginThrottle(), 0
    for now in range(START, START + HOUR, 50):
        taken += throttle.take("ann", f"198.51.100.{now // 50 % 10}", "", now) == 0
    assert taken == 30
    assert throttle.take("ann", HOME, "", START + HOUR - 1) == 0
    assert throttle.take("ann", "198.51.100.3", DEVICE, START + HOUR - 1) == 0


@pytest.mark.parametrize("addresses", [1, 7, 100])
def test_tries_grow_with_addresses_by_three_an_hour_for_each(addresses: int) -> None:
    throttle = LoginThrottle()
    taken = [throttle.take("ann", f"10.0.{n % addresses}.1", "", START + n) == 0 for n in range(10 * addresses)]
    assert taken.count(True) == 3 * addresses


def test_many_addresses_at_one_login_are_told_once_for_each_ten() -> None:
    throttle = LoginThrottle()
    told = [throttle.failed("ann", f"198.51.100.{number}", START) for number in range(20) for _ in range(3)]
    assert [each for each in told if each] == [10, 20]
    assert throttle.failed("bob", HOME, START) == 0
    later = [throttle.failed("ann", f"198.51.100.{number}", START + HOUR) for number in range(10)]
    assert later == [0] * 9 + [10]
    most = [throttle.failed("ann", f"10.{n // 250}.{n % 250}.1", START + HOUR) for n in range(5000)]
    assert max(most) == 1000


def test_one_address_that_tries_many_accounts_is_slowed_down_too() -> None:
    throttle = LoginThrottle()
    taken = [throttle.take(f"login{number}", HOME, "", START) == 0 for number in range(100)]
    assert taken == [True] * OF_ADDRESS + [False] * (100 - OF_ADDRESS)
    assert throttle.take("login99", "192.0.2.8", "", START) == 0


def test_a_try_that_is_not_taken_does_not_make_the_wait_longer() -> None:
    throttle = LoginThrottle()
    tries(throttle, START + 4)
    assert {throttle.take("ann", HOME, "", START + 5 + each) + each for each in range(900)} == {HOUR - 5}
    assert throttle.take("ann", HOME, "", START + HOUR) == 0


@pytest.mark.parametrize("spelling", ["Ann", " ann ", "ANN", "ann\n", "ann\u2003"])
def test_one_account_is_counted_as_one_however_it_is_spelt(spelling: str) -> None:
    throttle = LoginThrottle()
    tries(throttle, START + 10)
    assert throttle.take(spelling, HOME, "", START + 10) > 0


def test_a_device_that_guesses_is_slowed_down_by_itself() -> None:
    throttle = LoginThrottle()
    assert len(tries(throttle, START + 300 * SECOND, device=DEVICE)) == OF_DEVICE
    assert throttle.take("ann", HOME, "e" * 64, START + 300 * SECOND) == 0
    assert throttle.take("ann", HOME, "", START + 300 * SECOND) == 0


def test_signing_in_takes_back_ones_own_try_and_no_others() -> None:
    throttle = LoginThrottle()
    for _ in range(1000):  # the right password, again and again
        assert throttle.take("ann", HOME, "", START) == 0
        throttle.take_back("ann", HOME, "")
    for _ in range(OF_PAIR):
        assert throttle.take("ann", "192.0.2.8", "", START) == 0
    throttle.take_back("ann", HOME, DEVICE)  # the owner comes in by the own device: the guesses still count
    assert throttle.take("ann", "192.0.2.8", "", START) == HOUR


def test_who_has_an_account_cannot_wash_an_address_clean_by_signing_in_to_it() -> None:
    throttle, taken = LoginThrottle(), 0
    for number in range(1000):
        taken += throttle.take(f"victim{number}", HOME, "", START) == 0
        if throttle.take("mallory", HOME, "", START) == 0:
            throttle.take_back("mallory", HOME, "")
    assert taken <= OF_ADDRESS


def test_what_is_remembered_is_bounded_and_what_is_tried_most_lately_stays() -> None:
    throttle, now = LoginThrottle(most=100), START
    for number in range(10_000):
        throttle.take("ann", HOME, "", now)
        throttle.take(f"login{number}", f"198.51.{number % 250}.{number // 250}", "", now)
        throttle.take("x", "y", f"{number:064x}", now)
        throttle.failed(f"login{number}", HOME, now)
        now += 10
    assert len(throttle) <= 400
    assert throttle.take("ann", HOME, "", now) > 0


def test_hostile_logins_and_addresses_take_no_more_room_than_others() -> None:
    throttle = LoginThrottle()
    for each in ("x" * 10**6, "\x00", "\ud800", "é" * 100, ""):
        throttle.take(each, "z" * 10**6 + each, "", START)
    assert len(throttle) == 2  # none of them is a login or an address, and all such count as one


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
