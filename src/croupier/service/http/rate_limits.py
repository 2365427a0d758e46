"""Rate limits by person and by address: a burst, and then so many a second.

What is counted is forgotten when it has filled up again, and what was used longest ago goes first where there are
too many: memory is bounded whoever asks.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from croupier.house.people.login_throttle import network

MOST_KEYS = 20_000  # persons and addresses that are counted at once, for each limit
SECOND = 1000


class LimitState(NamedTuple):
    """The state of a limit after a request."""

    limit: Limit
    held: float
    wait: int  # seconds until the next is taken; 0 if this was

    @property
    def left(self) -> int:
        """The number of requests that are left in the burst."""
        return int(self.held)

    @property
    def full(self) -> int:
        """Seconds until the limit is restored in full."""
        return ceil((self.limit.many - self.held) * self.limit.pace)


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit: a burst of so many, restored in full in so many seconds."""

    name: str
    many: int
    seconds: int

    @property
    def pace(self) -> float:
        """Seconds from one request to the next."""
        return self.seconds / self.many

    def headers(self, left: LimitState) -> list[tuple[bytes, bytes]]:
        """The headers of the IETF's draft on RateLimit."""
        policy = f'"{self.name}";q={self.many};w={self.seconds}'
        told = f'"{self.name}";r={left.left};t={left.full}'
        return [(b"ratelimit-policy", policy.encode()), (b"ratelimit", told.encode())]


class _Bucket:
    __slots__ = ("at", "held")

    def __init__(self, held: float, at: int) -> None:
        self.held, self.at = held, at


class Counter:
    """Counts by key what is taken of one limit."""

    def __init__(self, limit: Limit, most: int = MOST_KEYS) -> None:
        self.limit, self._most = limit, most
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def take(self, key: str, now: int) -> LimitState:
        """Take one, if one is left; `wait` is 0 if it was."""
        limit = self.limit
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(limit.many, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
            refilled = bucket.held + max(0, now - bucket.at) * limit.many / (limit.seconds * SECOND)
            bucket.held, bucket.at = min(limit.many, refilled), max(now, bucket.at)
        if bucket.held >= 1:
            bucket.held -= 1
            return LimitState(limit, bucket.held, 0)
        return LimitState(limit, bucket.held, max(1, ceil((1 - bucket.held) * limit.pace)))

    def give_back(self, key: str) -> None:
        """Give one back that was taken."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.held = min(self.limit.many, bucket.held + 1)

    def __len__(self) -> int:
        return len(self._buckets)


class Gauge:
    """Counts by key how many are open at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: dict[str, int] = {}

    def enter(self, key: str) -> bool:
        """Count one more; False if that is one too many."""
        many = self._open.get(key, 0)
        if many >= self.most:
            return False
        self._open[key] = many + 1
        return True

    def leave(self, key: str) -> None:
        """Count one fewer."""
        left = self._open[key] - 1
        if left:
            self._open[key] = left
        else:
            del self._open[key]

    def __len__(self) -> int:
        return sum(self._open.values())


def address_key(address: str) -> str:
    """The key that an address is counted by."""
    return network(address)
