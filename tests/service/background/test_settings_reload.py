"""house.toml is read again while the house is open: what can be is taken up, and a faulty file is refused whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.house.streams import says
from support.service.houses import Inside, Visitor, inside
from support.service.raw_connections import eventually

from croupier.house.config.settings import FileError, Settings, read
from croupier.house.engine.requests import Failure
from croupier.house.storage.journal import SIGNIFICANT

TABLE = "lir-nj"
LEAST = f'[tables.{TABLE}]\nrulebook = "{TABLE}"\n'


class File:
    """A house.toml, and the submissions beside it."""

    def __init__(self) -> None:
        self.text = LEAST
        self.beside: dict[str, str] = {}

    def __call__(self) -> Settings:
        return read(self.text, self._beside)

    def _beside(self, name: str) -> str:
        if name not in self.beside:
            raise FileError(f"cannot read {name}: there is none")
        return self.beside[name]


@pytest.fixture
def file() -> File:
    return File()


@pytest.fixture
def house(tmp_path: Path, file: File) -> Iterator[Inside]:
    with inside(tmp_path, TABLE, run=file(), reads=file) as found:
        yield found


@pytest.fixture
def manager(house: Inside) -> Visitor:
    return house.hired("max", "manager")


def reloads(manager: Visitor) -> dict[str, Any]:
    answer = manager.post("/settings/reload")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return {name: places for name, places in found.items() if places}


def noted(house: Inside) -> list[dict[str, Any]]:
    with house.house.reading() as connection:
        found = [said for _, said in says(connection, SIGNIFICANT)]
    return [said for said in found if said["what"].startswith("settings")]


def test_what_can_be_is_taken_up_at_once_and_the_rest_is_said(house: Inside, file: File, manager: Visitor) -> None:
    file.text = '[house]\nname = "Another"\nguests_money = "$7"\nguests_per_hour = 2\n' + LEAST + "decide_seconds = 7\n"
    found = reloads(manager)
    assert found == {
        "at_once": ["house.guests_money", "house.guests_per_hour", f"tables.{TABLE}.decide_seconds"],
        "restart": ["house.name"],
    }
    (note,) = noted(house)
    assert {name: note[name] for name in found} == found
    now = house.hub.settings
    assert (now.house.name, now.tables[TABLE].decide_seconds) == ("Croupier", 7)
    assert house.guest().get("/me/wallet").json()["amount"] == 700
    assert house.nobody().post("/guests").status_code == 201
    assert house.nobody().post("/guests").status_code == 429
    assert reloads(manager) == {"restart": ["house.name"]}, "it still does"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[house]\nguests_money = 5\n" + LEAST + "decide_seconds = 1\n", "2 objections"),
        ("no toml", "this is not valid TOML"),
        ("", "the house has no table"),
        (f'[tables.{TABLE}]\nsubmission = "gone.toml"\n', "cannot read gone.toml"),
    ],
)
def test_a_faulty_file_is_refused_whole_and_the_house_goes_on_as_before(
    house: Inside, file: File, manager: Visitor, text: str, why: str
) -> None:
    before = house.hub.settings
    file.text = text
    answer = manager.post("/settings/reload")
    assert answer.status_code == 422
    assert why in answer.json()["detail"]
    assert house.hub.settings is before
    (note,) = noted(house)
    assert note["what"] == "settings refused"
    assert note["says"]


def test_what_cannot_be_put_on_record_is_not_taken_up(
    house: Inside, file: File, manager: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = house.hub.settings

    def fails(_: bytes, __: str, then: Any, ___: str = "") -> None:  # noqa: ANN401 - whoever asks
        then(Failure("the disk is gone"))

    file.text = LEAST + "decide_seconds = 7\n"
    monkeypatch.setattr(house.house, "significant", fails)
    assert manager.post("/settings/reload").status_code == 503
    assert house.hub.settings is before


def test_tables_come_and_go(house: Inside, file: File, manager: Visitor) -> None:
    guest = house.guest()
    guest.sit(TABLE, 1, 30_000)
    file.text = '[tables.new]\nrulebook = "dragon-md"\n[tables.other]\nrulebook = "uth-ma"\n'
    assert reloads(manager) == {"added": ["new", "other"], "removed": [TABLE]}

    def tables() -> list[str]:
        return [each["table"] for each in guest.get("/tables").json()["tables"]]

    def begun() -> list[tuple[str, str]]:
        with house.house.reading() as connection:
            found = [said for _, said in says(connection, SIGNIFICANT) if said["what"] == "new session"]
        return sorted((each["table"], each["after"]) for each in found)

    eventually(lambda: tables() == ["new", "other"], "the tables are not open")
    with guest.watch("new"):
        assert guest.sit("new", request="there").status_code == 200
    eventually(lambda: begun() == [("new", ""), ("other", "")], "that they are new is not on record")


def test_a_submission_in_a_file_of_its_own_is_read_again_too(house: Inside, file: File, manager: Visitor) -> None:
    file.text = f'[tables.{TABLE}]\nsubmission = "mine.toml"\n'
    file.beside["mine.toml"] = f'rulebook = "{TABLE}"\n'
    assert reloads(manager) == {}
    file.beside["mine.toml"] += 'three_card_bonus = "no"\n'
    assert reloads(manager) == {"new_session": [f"tables.{TABLE}.submission"]}
    assert "is withdrawn" in house.nobody().view(TABLE)["notices"][0]["says"]


def test_where_nobody_supervises_any_more_what_waits_is_ruled(tmp_path: Path, file: File) -> None:
    file.text = LEAST + "supervised = true\n"
    with inside(tmp_path, TABLE, run=file(), reads=file) as house:
        guest, manager = house.guest(), house.hired("max", "manager")
        guest.sit(TABLE)
        with guest.watch(TABLE):
            guest.bet(TABLE)
            assert manager.give(TABLE, "call", "call", 0, what="a lamp fell").status_code == 200
            assert guest.view(TABLE)["view"]["pending"]
            file.text = LEAST
            assert reloads(manager) == {"at_once": [f"tables.{TABLE}.supervised"]}
            eventually(lambda: guest.view(TABLE)["view"]["pending"] is None, "nothing was ruled")
            seen = guest.view(TABLE)["view"]
            assert (seen["phase"], seen["pending"]) == ("betting", None)
            assert guest.get(f"/tables/{TABLE}/last").json()["void"] is True


def test_two_at_once_are_taken_one_after_the_other(house: Inside, file: File) -> None:
    portal = house.client.portal
    assert portal is not None
    file.text = LEAST + "decide_seconds = 7\n"
    both = [portal.start_task_soon(house.hub.reloading.reload) for _ in range(2)]
    assert sorted(bool(each.result(30)) for each in both) == [False, True]
    assert len(noted(house)) == 2


def test_a_house_without_a_file_says_so(tmp_path: Path) -> None:
    with inside(tmp_path, TABLE) as house:
        answer = house.hired("max", "manager").post("/settings/reload")
        assert answer.status_code == 422
        assert "no file" in json.dumps(answer.json())


def test_commands_go_on_meanwhile(house: Inside, file: File, manager: Visitor) -> None:
    """A reload that changes nothing of a table leaves it where it is."""
    guest = house.guest()
    guest.sit(TABLE)
    with guest.watch(TABLE):
        guest.bet(TABLE)
        before = guest.view(TABLE)
        file.text = LEAST + "coach = false\n"
        reloads(manager)
        assert guest.view(TABLE) == before
        assert house.house.queues[TABLE].live.state.phase == "round"
