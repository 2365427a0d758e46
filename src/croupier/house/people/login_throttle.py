"""Throttling of sign-in against guessing, by login and address together, so that strangers keep no owner out.

Each pair of a login and an address has three tries an hour; a device that has signed in to the account before has a
count of its own, and the login as a whole has none. Guesses therefore grow with the addresses of an attacker, three an
hour for each; many addresses at one login are told, so that somebody looks. A try counts when it is taken, not when it
has failed, so that many at once are no way around it. All of it is in memory, of bounded size, and forgotten with time.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from ipaddress import AddressValueError, IPv6Address

from croupier.house.people.roles import as_login

SECOND = 1000
HOUR = 3600 * SECOND
OF_PAIR = 3  # tries an hour of one login from one address
OF_DEVICE = 10  # of one login from a device that has signed in to it before
OF_ADDRESS = 60  # of all logins from one address, which more people than one may share
MANY = 10  # addresses that have tried one login within an hour, which is told
_MOST_TOLD = 100 * MANY  # addresses of one login that are told apart
_MOST_ADDRESS = 64  # letters; what is longer is none, and all such count as one
_IPV6_NETWORK = 64  # bits: what one subscriber is given at least


class _Counts:
    """Tries by key: so many in any hour; the oldest keys are dropped."""

    def __init__(self, limit: int, most: int) -> None:
        self._limit, self._most = limit, most
        self._tries: OrderedDict[str, deque[int]] = OrderedDict()

    def wait(self, key: str, now: int) -> int:
        tries = self._tries.get(key)
        if tries is not None:
            self._tries.move_to_end(key)
        while tries and tries[0] + HOUR <= now:
            tries.popleft()
        return tries[0] + HOUR - now if tries and len(tries) >= self._limit else 0

    def add(self, key: str, now: int) -> None:
        self._tries.setdefault(key, deque()).append(now)
        self._tries.move_to_end(key)
        if len(self._tries) > self._most:
            self._tries.popitem(last=False)

    def take_back(self, key: str) -> None:
        if self._tries.get(key):
            self._tries[key].pop()

    def __len__(self) -> int:
        return len(self._tries)


class LoginThrottle:
    """Tries to sign in; `most` bounds the pairs, addresses, devices and logins that are remembered."""

    def __init__(self, most: int = 50_000) -> None:
        self._most = most
        self._pairs, self._addresses = _Counts(OF_PAIR, most), _Counts(OF_ADDRESS, most)
        self._devices = _Counts(OF_DEVICE, most)
        self._from: OrderedDict[str, dict[str, int]] = OrderedDict()  # by login, when each address has failed last

    def take(self, login: str, address: str, device: str, now: int) -> int:
        """Take a try and return 0; or return the milliseconds until one is taken, and count nothing.

        `device` is the hash of a pass by which this login was signed in before (`tokens.device_of`), or nothing.
        """
        counts = self._counts(login, address, device)
        wait = max(each.wait(key, now) for each, key in counts)
        if not wait:
            for each, key in counts:
                each.add(key, now)
        return wait

    def take_back(self, login: str, address: str, device: str) -> None:
        """Take a try back that was no guess, or was not checked; those of others stay."""
        for each, key in self._counts(login, address, device):
            each.take_back(key)

    def failed(self, login: str, address: str, now: int) -> int:
        """Note a try that has failed; the number of addresses that have tried this login, when that is to be told."""
        tried = self._from.setdefault(as_login(login), {})
        self._from.move_to_end(as_login(login))
        if len(self._from) > self._most:
            self._from.popitem(last=False)
        for each in [each for each, at in tried.items() if at + HOUR <= now]:
            del tried[each]
        known = network(address) in tried or len(tried) >= _MOST_TOLD
        if not known:
            tried[network(address)] = now
        return len(tried) if not known and len(tried) % MANY == 0 else 0

    def __len__(self) -> int:
        return len(self._pairs) + len(self._addresses) + len(self._devices) + len(self._from)

    def _counts(self, login: str, address: str, device: str) -> list[tuple[_Counts, str]]:
        if device:
            return [(self._devices, device)]
        where = network(address)
        return [(self._pairs, f"{as_login(login)} {where}"), (self._addresses, where)]


def network(address: str) -> str:
    """The key that an address is counted by: for IPv6 its network, since one customer has all addresses of it."""
    try:
        found = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address if len(address) <= _MOST_ADDRESS else ""
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> _IPV6_NETWORK << _IPV6_NETWORK)}/{_IPV6_NETWORK}"
