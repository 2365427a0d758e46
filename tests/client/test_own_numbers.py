"""A player's numbers: each is promised before it is given, given once, and mixed as the decision record says."""

from __future__ import annotations

import os
from hashlib import sha256

import pytest

from croupier.client.player_numbers import Numbers
from croupier.table.fairness.shuffle import digest


def test_a_number_is_given_with_the_promise_of_the_next_one() -> None:
    numbers = Numbers()
    promised = numbers.promise()["next"]
    given = numbers.give()
    assert digest(given["number"]) == promised == numbers.promise()["next"], "until it is on record it is the same"
    numbers.heard("00" * 32)
    assert numbers.give() == given, "another person's number changes nothing"
    numbers.heard(given["number"])
    assert numbers.promise() == {"next": given["next"]}
    assert numbers.give()["number"] != given["number"]


def test_another_session_has_other_numbers() -> None:
    numbers = Numbers("mine")
    before = numbers.give()
    numbers.begin("s-2")
    after = numbers.give()
    assert not {before["number"], before["next"]} & {after["number"], after["next"]}


def test_numbers_are_the_hash_of_session_text_count_and_fresh_randomness(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def random(many: int) -> bytes:
        asked.append(many)
        return bytes([len(asked)]) * many

    monkeypatch.setattr(os, "urandom", random)
    numbers = Numbers("mine")
    numbers.begin("s-1")

    def drawn(count: int) -> str:
        return sha256(f"croupier number 2\0s-1\0mine\0{count}\0".encode() + bytes([count]) * 32).hexdigest()

    assert numbers.give() == {"number": drawn(3), "next": digest(drawn(4))}
    numbers.spend()
    assert numbers.give() == {"number": drawn(4), "next": digest(drawn(5))}
    assert set(asked) == {32}


def test_in_practice_numbers_follow_from_the_text_alone() -> None:
    numbers = Numbers("mine", practice=True)
    first, second = (sha256(f"croupier number 1\0mine\0{count}".encode()).hexdigest() for count in (1, 2))
    assert numbers.give() == {"number": first, "next": digest(second)} == Numbers("mine", practice=True).give()
    assert Numbers(practice=True).give() == Numbers("", practice=True).give() != numbers.give()
