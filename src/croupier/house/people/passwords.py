"""Passwords by argon2id: hashed, verified, and hashed anew when their cost has changed.

A check costs the same whether the account exists or not: where there is none, a hash is checked that no password has.
"""

from __future__ import annotations

from base64 import b32encode
from typing import NamedTuple
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from croupier.house.people.roles import PeopleError
from croupier.table.fairness.card_sources import Bytes, fresh

LEAST, MOST = 12, 200  # characters
_MOST_POINTS = 4 * MOST  # of Unicode as they are typed; composed they are fewer
_SALT_BYTES = 16
_ONE_TIME_BYTES, _GROUP = 15, 6  # 120 bits, in four groups of six

# The commonest that are long enough to be chosen here, and what this house itself suggests.
_COMMONEST = """
123123123123 121212121212 111111111111 000000000000 123412341234 123456123456 123456654321 012345678910
123456789012 123456789123 1234567890123 12345678901234 123456789012345 1234567890123456 123456789101
abcdefghijkl abcdefghijklm abcdefghijklmnopqrstuvwxyz abcd12345678 abcdef123456 abc123abc123 abcabcabcabc
aaaaaaaaaaaa asdfghjkl123 asdfasdfasdf asdfghjklzxcvbnm asdfghjkl1234 administrator adminadminadmin admin1234567
1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc q1w2e3r4t5y6 zaq12wsxcde3
qwertyuiop12 qwertyuiop123 qwertyuiop[] qwertyuiopasdf qwertyuiopasdfghjkl qwerty123456 qwertyqwerty qwertyuiop1234
qazwsxedcrfv qwerasdfzxcv zxcvbnmasdfghjkl 123qweasdzxc 123qwe123qwe qwe123qwe123 1234567qwerty
password1234 password12345 password123456 passwordpassword password1password passw0rd1234 p@ssw0rd1234 mypassword123
changeme1234 changemechangeme letmeinletmein letmein12345 welcome12345 welcome123456 iloveyou1234 iloveyouiloveyou
iloveyou12345 princess1234 football1234 baseball1234 superman1234 dragondragon dragon123456 monkey123456
sunshine1234 whatever1234 trustno1trustno1
correcthorsebatterystaple onetimepassword blackjack1234 jackpot123456 royalflush123 casinocasino poker1234567
croupiercroupier croupier1234 manager12345 managermanager
"""
_COMMON = frozenset(_COMMONEST.split())


class Cost(NamedTuple):
    """The cost of making or checking one hash."""

    passes: int = 3
    kibibytes: int = 65_536
    lanes: int = 1


class Argon:
    """Makes and checks hashes of one cost. Its methods take a fifth of a second and block."""

    def __init__(self, cost: Cost = Cost()) -> None:  # noqa: B008 - a constant
        self._hasher = PasswordHasher(time_cost=cost.passes, memory_cost=cost.kibibytes, parallelism=cost.lanes)
        # A hash that nobody knows a password for, so that there is something to check where there is no account.
        self.nobodys = f"$argon2id$v=19$m={cost.kibibytes},t={cost.passes},p={cost.lanes}${'A' * 22}${'A' * 43}"

    def hash(self, password: str, draw: Bytes = fresh) -> str:
        """The hash of a password that is stored; `check_chosen` says whether it may be chosen."""
        return self._hasher.hash(_encoded(password), salt=draw(_SALT_BYTES))

    def verify(self, stored: str, password: str) -> bool:
        """True if a password is the one that was stored; a text that cannot be a password costs as much to check."""
        try:
            return self._hasher.verify(stored, _encoded(password))
        except VerifyMismatchError:
            return False

    def is_dated(self, stored: str) -> bool:
        """True if a hash was made at another cost, so that it is to be made anew at the next sign-in."""
        return self._hasher.check_needs_rehash(stored)


def _encoded(password: str) -> bytes:
    """A password in composed form (NFC), whatever the keyboard; one that is too long counts as none."""
    composed = normalize("NFC", password) if len(password) <= _MOST_POINTS else ""
    return composed.encode("utf-8", "surrogatepass")


def check_chosen(password: object, login: str, before: str = "") -> None:
    """Check that a person may choose this password under this login and after that one; a PeopleError says why not."""
    accepted = f"a password of {LEAST} to {MOST} characters of any kind"
    if type(password) is not str:
        raise PeopleError("a password is text", accepted, "password")
    composed = normalize("NFC", password) if len(password) <= _MOST_POINTS else password
    if len(composed) < LEAST:
        raise PeopleError(f"the password has fewer than {LEAST} characters", accepted, "password")
    if len(composed) > MOST:
        raise PeopleError(f"the password has more than {MOST} characters", accepted, "password")
    if composed.casefold() == login.casefold():
        raise PeopleError("the password is the login", f"{accepted}, but not the login", "password")
    if composed.casefold() in _COMMON:
        raise PeopleError("the password is one of the commonest", f"{accepted} that others do not have", "password")
    if composed == normalize("NFC", before):
        raise PeopleError("the password is the one that was there before", f"{accepted}, a new one", "password")


def one_time(draw: Bytes = fresh) -> str:
    """A one-time password, in groups that can be read aloud."""
    letters = b32encode(draw(_ONE_TIME_BYTES)).decode().lower()
    return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))
