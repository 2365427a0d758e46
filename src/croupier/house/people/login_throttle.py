"""Throttling of sign-in against guessing, by login and by address, but never of the owner's own device.

A try counts when it is taken, not when it has failed, so that many at once are no way around it. A device that has
signed in to the account before is counted by itself alone: what strangers try keeps no owner out. All of it is in
memory, of bounded size, and forgotten with time.
"""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import AddressValueError, IPv6Address
from typing import NamedTuple

from croupier.house.people.roles import as_login

SECOND = 1000
LONGEST = 60 * SECOND  # that anyone has to wait for the next try
FORGET = 600 * SECOND  # after so long one try is forgotten
_DOUBLINGS = (LONGEST // SECOND).bit_length()  # until the longest wait is reached
_MOST_ADDRESS = 64  # letters; what is longer is none, and all such count as one
_IPV6_NETWORK = 64  # bits: what one subscriber is given at least


class _Tries(NamedTuple):
    made: int
    last: int


class _Counts:
    """Tries by key: the first ones are free, then the wait doubles each time; the oldest keys are dropped."""

    def __init__(self, free: int, most: int) -> None:
        self._free, self._most = free, most
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def wait(self, key: str, now: int) -> int:
        tries = self._now(key, now)
        return max(0, tries.last + self._delay(tries.made) - now)

    def add(self, key: str, now: int) -> None:
        count = min(self._now(key, now).made + 1, self._free + _DOUBLINGS)
        self._tries[key] = _Tries(count, now)
        self._tries.move_to_end(key)
        if len(self._tries) > self._most:
            self._tries.popitem(last=False)

    def take_back(self, key: str) -> None:
        if key in self._tries:
            tries = self._tries[key]
            self._tries[key] = tries._replace(made=max(0, tries.made - 1))

    def _now(self, key: str, now: int) -> _Tries:
        count, last = self._tries.get(key, _Tries(0, now))
        return _Tries(max(0, count - (now - last) // FORGET), last)

    def _delay(self, count: int) -> int:
        over = count - self._free
        return min(LONGEST, SECOND << over) if over >= 0 else 0

    def __len__(self) -> int:
        return len(self._tries)


class Guessing:
    """Tries to sign in; `most` bounds the logins, addresses and devices that are remembered."""

    def __init__(self, most: int = 10_000) -> None:
        self._logins = _Counts(free=5, most=most)
        self._addresses = _Counts(free=20, most=most)  # more people than one may share it
        self._devices = _Counts(free=5, most=most)

    def take(self, login: str, address: str, device: str, now: int) -> int:
        """Take a try and return 0; or return the milliseconds until one is taken, and count nothing.

        `device` is the hash of a pass by which this login was signed in before (`passes.device_of`), or nothing.
        """
        counts = self._counts(login, address, device)
        wait = max(each.wait(key, now) for each, key in counts)
        if not wait:
            for each, key in counts:
                each.add(key, now)
        return wait

    def succeeded(self, login: str, address: str, device: str) -> None:
        """Take a try back that was no guess; those of others stay."""
        for each, key in self._counts(login, address, device):
            each.take_back(key)

    def __len__(self) -> int:
        return len(self._logins) + len(self._addresses) + len(self._devices)

    def _counts(self, login: str, address: str, device: str) -> list[tuple[_Counts, str]]:
        if device:
            return [(self._devices, device)]
        return [(self._logins, as_login(login)), (self._addresses, network(address))]


def network(address: str) -> str:
    """The key that an address is counted by: for IPv6 its network, since one customer has all addresses of it."""
    try:
        found = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address if len(address) <= _MOST_ADDRESS else ""
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> _IPV6_NETWORK << _IPV6_NETWORK)}/{_IPV6_NETWORK}"
