"""An editor of the database without the house's keys gives himself a role: a running house refuses it, a start too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

import pytest
from sqlalchemy import text
from support.service.houses import inside

from croupier.house.audit.verify import verify
from croupier.house.config.paths import HousePaths
from croupier.house.people import users
from croupier.house.storage import database
from croupier.house.tables import startup
from croupier.house.tables.startup import OpenHouse, PremisesError

NOW = 1_900_000_000_000


def test_update_persons_set_role_makes_no_manager(tmp_path: Path) -> None:
    with inside(tmp_path, "uth-ma") as house:
        manager, guest = house.hired("mana", "manager"), house.guest()
        assert manager.get("/people").status_code == 200
        assert guest.get("/people").status_code == 403
        with database.writing(house.house.engine) as connection:
            connection.execute(text("UPDATE persons SET role = 'manager' WHERE role = 'guest'"))
        house.clock.on(1)
        answer = guest.get("/people")
        assert answer.status_code == 503
        assert "the database was altered: no row of the register makes" in answer.text
        assert manager.get("/people").status_code == 200, "everybody else goes on"
        with database.at_one_moment(house.house.engine) as connection:
            report = verify(connection, house.house.keyring, house.house.key.public)
        [found] = [each.says for each in report.findings if each.where == "persons"]
        assert found.endswith("manager 0; the register says nothing")


def test_who_writes_himself_on_duty_does_not_deal(tmp_path: Path) -> None:
    with inside(tmp_path, "uth-ma") as house:
        dealer = house.hired("dee", "dealer", "uth-ma")
        assert "has not signed on" in dealer.give("uth-ma", "one", "call", 0, what="a card fell").text
        with database.writing(house.house.engine) as connection:
            connection.execute(text("INSERT INTO duties SELECT 'uth-ma', id, 1 FROM persons WHERE role = 'dealer'"))
        answer = dealer.give("uth-ma", "two", "call", 0, what="a card fell")
        assert answer.status_code == 503
        assert "who is on duty at uth-ma is not as the register has it" in answer.text
        with database.at_one_moment(house.house.engine) as connection:
            found = verify(connection, house.house.keyring, house.house.key.public).findings
        assert "the register says nothing" in next(each.says for each in found if each.where == "duties")


def test_who_takes_his_refusal_out_does_not_sit_down(tmp_path: Path) -> None:
    with inside(tmp_path, "uth-ma") as house:
        manager, guest = house.hired("mana", "manager"), house.guest()
        person = guest.get("/me").json()["person"]
        answer = manager.post("/tables/uth-ma/refused", {"person": person, "reason": "He counts."})
        assert answer.status_code < 300, answer.text
        assert "refused you at this table" in guest.sit("uth-ma").text
        with database.writing(house.house.engine) as connection:
            connection.execute(text("DELETE FROM refused"))
        answer = guest.sit("uth-ma", request="again")
        assert answer.status_code == 503
        assert "is not as the register has it" in answer.text, "and not that the house cannot reach its record"


def opened(places: HousePaths) -> OpenHouse:
    delivered: SimpleQueue[Callable[[], None]] = SimpleQueue()
    return startup.enter(places, deliver=delivered.put, monotonic=lambda: 0, wall=NOW)


def edited(places: HousePaths, *statements: str) -> None:
    engine = database.connect(database.in_file(places.database))
    with database.writing(engine) as connection:
        for each in statements:
            connection.execute(text(each))
    engine.dispose()


def test_a_house_takes_over_its_rights_once_and_does_not_open_without_its_register(tmp_path: Path) -> None:
    places = HousePaths.of(tmp_path / "house", tmp_path / "keys")
    house = opened(places)
    with database.writing(house.engine) as connection:
        users.hire(connection, "Ann", "ann-1", "manager", "x", NOW)
    house.close()
    # A house from before the register has no row of it, and no event that says when it began.
    older = [f"DELETE FROM {table} WHERE stream IN ('$register', '$significant')" for table in ("journal", "tips")]  # noqa: S608 - ours
    edited(places, *older)
    house = opened(places)
    with house.house.reading() as connection:
        assert ("person" in {key[0] for key in house.house.register.rights(connection)}) is True
        assert verify(connection, house.house.keyring, house.house.key.public).findings == []
    house.close()
    gone = [f"DELETE FROM {table} WHERE stream = '$register'" for table in ("journal", "tips")]  # noqa: S608 - ours
    edited(places, *gone, "UPDATE persons SET role = 'manager'")
    for _ in range(2):  # it leaves no lock behind
        with pytest.raises(PremisesError, match="the register of rights is missing"):
            opened(places)
