"""The house's log as a client keeps it: key and checkpoint between visits, and rounds that a checkpoint must cover."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.table.logs import KEY, Log
from support.table.vectors import receipt_at_once

from croupier.client.calls.call import Call
from croupier.client.evidence import Evidence
from croupier.client.house_log import HouseLog
from croupier.client.shuffle_part import ShufflePart
from croupier.client.table_protocol import TableProtocol
from croupier.crypto.keys import PrivateKey
from croupier.schemas.table import LogSeen
from croupier.table.receipts.verify import Finding

MINUTE = 60_000
Receipt = dict[str, Any]


class House:
    """A house with a log, honest unless a test makes it lie."""

    def __init__(self) -> None:
        self.log = Log()
        self.log.fill(3)
        self.receipts: dict[int, Receipt] = {}
        self.asked: list[str] = []
        self.key = KEY.public
        self.proves = True

    def ends(self, number: int) -> Receipt:
        """A round that ends: its receipt as it is given at once, without a place in the log."""
        given = receipt_at_once() | {"round": number}
        self.receipts[number] = given
        return given

    def signs(self) -> None:
        """Take up the rounds that have ended."""
        for number, given in self.receipts.items():
            if "index" not in given:
                self.receipts[number] = {**given, "index": self.log.add(given)}

    def answers(self, call: Call[Any]) -> Any:  # noqa: ANN401 - by the path
        self.asked.append(call.path)
        if call.path == "/log":
            return LogSeen(self.log.origin, self.key, self.log.note() if self.log.leaves else "")
        if call.path.startswith("/log/since/"):
            first = int(call.path.removeprefix("/log/since/").partition("?")[0])
            proof = {"consistency": self.log.consistency(first)} if self.proves else {}
            return {"checkpoint": self.log.note(), **proof}
        given = dict(self.receipts[int(call.path.split("/")[-2])])
        index = given.pop("index", None)
        if index is None:
            return given
        return {**given, "checkpoint": self.log.note(), "inclusion": self.log.inclusion(index)}


def looks(log: HouseLog, house: House, at: int) -> list[Finding]:
    plan = log.look(at)
    try:
        asked = next(plan)
        while True:
            asked = plan.send(house.answers(asked))
    except StopIteration as done:
        found: list[Finding] = done.value
        return found


def says(found: list[Finding], holds: bool | None) -> str:  # noqa: FBT001 - the state that is asked for
    return "; ".join(each.says for each in found if each.holds is holds)


def test_a_round_is_asked_for_again_when_the_next_checkpoint_is_signed() -> None:
    house, log = House(), HouseLog(Evidence())
    assert looks(log, house, 0) == []
    log.wait_for(house.ends(7))
    assert looks(log, house, MINUTE) == [], "nothing is signed since"
    house.signs()
    found = looks(log, house, 2 * MINUTE)
    assert says(found, holds=False) == ""
    assert "the log of 4 rounds continues that of 3: nothing in it was rewritten" in says(found, holds=True)
    assert "the receipt of round 7 is the one that you were given as it ended" in says(found, holds=True)
    assert "is in that log, number 4 of 4" in says(found, holds=True)
    assert house.asked[-1].endswith("/7/receipt")
    house.log.fill(9)
    assert "receipt" not in says(looks(log, house, 3 * MINUTE), holds=True), "once is enough"


def test_the_log_is_looked_at_now_and_then() -> None:
    house, log = House(), HouseLog(Evidence())
    for at in range(0, MINUTE, 1000):
        looks(log, house, at)
    assert house.asked == ["/log"] * 6
    looks(log, house, 0)
    assert len(house.asked) == 7, "a clock that was set back stops nothing"


def test_the_log_is_looked_at_by_the_own_clock_whatever_the_house_says_the_time_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, talk, clock = House(), TableProtocol("uth-ma", ShufflePart(), HouseLog(Evidence())), [0.0]
    monkeypatch.setattr("croupier.client.table_protocol.time.monotonic", lambda: clock[0])
    for clock[0], asked in ((12.5, 1), (22.4, 1), (22.6, 2)):
        for call in talk.look():
            house.answers(call)
            break
        assert house.asked == ["/log"] * asked


def _forks(house: House) -> None:
    house.log.leaves = [b"x" * 32, *house.log.leaves[1:]]
    house.log.fill(9)


def _shrinks(house: House) -> None:
    del house.log.leaves[2:]


def _same_size(house: House) -> None:
    house.log.leaves[0] = b"x" * 32


def _forgets(house: House) -> None:
    house.log.leaves.clear()


def _is_unsigned(house: House) -> None:
    house.log.key = PrivateKey(b"other" + bytes(27))
    house.log.fill(9)


LIES: dict[str, tuple[Callable[[House], None], str]] = {
    "a fork": (_forks, "the log of 9 rounds continues that of 3"),
    "a shorter log": (_shrinks, "has the 3 rounds that you kept, and not 2"),
    "two logs of one length": (_same_size, "there is one log of 3 rounds"),
    "no log any more": (_forgets, "the house has a log, as it had before"),
    "another's signature": (_is_unsigned, "one of the house's"),
}


@pytest.mark.parametrize(("lies", "broken"), LIES.values(), ids=LIES)
def test_a_log_that_was_rewritten_is_found_out_at_the_next_visit(
    tmp_path: Path, lies: Callable[[House], None], broken: str
) -> None:
    house, file = House(), tmp_path / "kept.jsonl"
    assert looks(HouseLog(Evidence(file)), house, 0) == []
    lies(house)
    for _ in range(2):
        assert broken in says(looks(HouseLog(Evidence(file)), house, MINUTE), holds=False), "the first one stays kept"
    assert says(looks(HouseLog(Evidence()), house, MINUTE), holds=None) == "", "who kept nothing cannot know"


def test_a_checkpoint_without_a_proof_takes_no_place_of_the_one_that_was_kept(tmp_path: Path) -> None:
    house, file = House(), tmp_path / "kept.jsonl"
    looks(HouseLog(Evidence(file)), house, 0)
    _forks(house)
    house.proves = False
    for _ in range(2):
        assert "that takes a proof of consistency" in says(looks(HouseLog(Evidence(file)), house, MINUTE), None)
    house.proves = True
    assert "continues that of 3" in says(looks(HouseLog(Evidence(file)), house, MINUTE), holds=False)


def test_a_place_in_the_log_that_comes_with_the_receipt_is_checked_at_once() -> None:
    house, log = House(), HouseLog(Evidence())
    looks(log, house, 0)
    given = house.ends(7)
    assert log.place(given) == [], "it has none yet"
    index = house.log.add(given)
    here = {**given, "checkpoint": house.log.note(), "inclusion": house.log.inclusion(index)}
    assert "is in that log, number 4 of 4" in says(log.place(here), holds=True)
    assert says(log.place(here), holds=False) == ""
    assert "number 3 of 4" in says(log.place({**here, "inclusion": house.log.inclusion(2)}), holds=False)
    house.log.key = PrivateKey(b"other" + bytes(27))
    assert "one of the house's" in says(log.place({**here, "checkpoint": house.log.note()}), holds=False)
    for nothing in list[object]([None, {"checkpoint": 1}, {**here, "inclusion": 1}, {**here, "checkpoint": "x"}]):
        assert says(log.place(nothing), holds=True) == ""
    assert "round 7 is in the house's log, but" in says(log.place({**here, "inclusion": 1}), holds=False)


def test_another_key_is_told_at_every_round_until_it_is_the_first_again(tmp_path: Path) -> None:
    house, file = House(), tmp_path / "kept.jsonl"
    looks(HouseLog(Evidence(file)), house, 0)
    house.key = "ab" * 32
    log = HouseLog(Evidence(file))
    for at in (0, 1000, MINUTE):
        assert f"at your first visit it was {KEY.public}, and now it is {house.key}" in says(
            looks(log, house, at), None
        )
    house.key = KEY.public
    assert looks(log, house, 2 * MINUTE) == []


def test_a_receipt_that_becomes_another_one_is_broken() -> None:
    house, log = House(), HouseLog(Evidence())
    looks(log, house, 0)
    log.wait_for(house.ends(7))
    house.receipts[7] = {**house.receipts[7], "changes": ["a deck left"]}
    house.signs()
    assert "the receipt of round 7 is the one" in says(looks(log, house, MINUTE), holds=False)


def test_a_round_that_no_checkpoint_covers_is_open() -> None:
    house, log = House(), HouseLog(Evidence())
    looks(log, house, 0)
    log.wait_for(house.ends(7))
    house.log.fill(4)
    assert says(looks(log, house, MINUTE), holds=None) == "", "it may have been signed before the round ended"
    house.log.fill(5)
    assert "round 7 is in the house's log: a checkpoint was signed since" in says(looks(log, house, 2 * MINUTE), None)


def test_a_house_that_signs_nothing_any_more_is_told_once_for_each_round() -> None:
    house, log = House(), HouseLog(Evidence())
    looks(log, house, 0)
    for number in (7, 8):
        log.wait_for(house.ends(number))
    assert looks(log, house, 60 * MINUTE) == []
    assert "it signs nothing: 7, 8" in says(looks(log, house, 61 * MINUTE), None)
    assert looks(log, house, 62 * MINUTE) == []


def test_what_is_no_receipt_is_not_waited_for() -> None:
    house, log = House(), HouseLog(Evidence())
    looks(log, house, 0)
    for given in list[object]([None, [], {}, {"round": 7}]):
        log.wait_for(given)
    house.log.fill(9)
    assert "continues" in says(looks(log, house, MINUTE), holds=True)
    assert not [each for each in house.asked if each.endswith("receipt")]
