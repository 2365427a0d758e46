"""What is done at the door and somebody will want to know of is on record; what is paid, from what is set on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.house.streams import says
from support.service.houses import Inside, inside, settings

from croupier.house.engine.requests import Failure
from croupier.house.storage.journal import SIGNIFICANT

TABLE = "dragon-md"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with inside(tmp_path, TABLE, run=settings(large_payout=500)) as found:
        yield found


def noted(house: Inside) -> list[dict[str, Any]]:
    with house.house.reading() as connection:
        return [said for _, said in says(connection, SIGNIFICANT)]


def test_a_look_at_hidden_cards_is_noted_with_its_reason_and_before_it_is_answered(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, auditor = house.guest(), house.hired("ida", "auditor")
    guest.sit(TABLE)
    guest.bet(TABLE)
    assert auditor.post(f"/tables/{TABLE}/hidden", {"reason": "a dispute"}).status_code == 200
    (note,) = [each for each in noted(house) if each["what"] == "look at hidden cards"]
    assert (note["table"], note["reason"]) == (TABLE, "a dispute")

    def fails(_: bytes, __: str, then: Any, ___: str = "") -> None:  # noqa: ANN401 - whoever asks
        then(Failure("the disk is gone"))

    monkeypatch.setattr(house.house, "significant", fails)
    answer = auditor.post(f"/tables/{TABLE}/hidden", {"reason": "another dispute"})
    assert answer.status_code == 503
    assert "cards" not in answer.json()


def test_what_is_paid_is_noted_from_the_amount_on_that_the_house_has_set(house: Inside) -> None:
    """The settings that hold now are asked: they may have changed since the house was opened."""
    guest = house.guest()
    guest.sit(TABLE, chips=100_000)
    with guest.watch(TABLE):
        paid: list[int] = []
        for number in range(8):
            guest.bet(TABLE, f"bet{number}")
            while (seen := guest.view(TABLE))["view"]["due"]["do"] == "decide":
                choice = next(each["choice"] for each in seen["view"]["choices"] if each["choice"] != "fold")
                guest.give(TABLE, f"d{seen['seq']}", "decide", choice=choice)
            (seat,) = guest.get(f"/tables/{TABLE}/last").json()["seats"]
            paid += [line["amount"] for line in seat["lines"] if line["amount"] >= 500]
            if number == 3:
                many = len(paid)
                house.hub.settings = settings(large_payout=10**9)
    assert 0 < many < len(paid)
    assert [each["what"] for each in noted(house)] == ["large payout"] * many
