"""Whoever has a one-time password is led to a form that changes it, from every address, and to nothing else."""

from __future__ import annotations

import pytest
from support.house import people as people_support
from support.page.fixtures import Enter, House

from croupier.house.people import users
from croupier.house.storage import database

ONE_TIME, OWN = "one-time", "a river of red queens"


def _hires(house: House) -> None:
    opened = house.opened
    with database.writing(opened.house.engine) as connection:
        users.hire(connection, "Ines", "ines", "floor", people_support.ARGON.hash(ONE_TIME), opened.clock())


def test_staff_sign_in_change_the_password_and_work(enter: Enter) -> None:
    house = enter("uth-ma")
    _hires(house)
    floor = house.comes().goes("/account")
    signing = floor.find("form").filter(has_text="Sign in")
    signing.get_by_label("Login").fill("ines")
    signing.get_by_label("Password").fill(ONE_TIME)
    signing.get_by_role("button").click()
    floor.find("main form").get_by_label("Current").fill(ONE_TIME)
    assert floor.find("main form").count() == 1
    assert floor.find("main input").count() == 2
    floor.goes("/floor")
    floor.page.wait_for_url("**/account")
    floor.find("main form").get_by_label("Login").fill("ines")  # the page was loaded anew
    floor.find("main form").get_by_label("Current").fill(ONE_TIME)
    floor.find("main form").get_by_label("New").fill(OWN)
    floor.find("main form button").click()
    floor.sees("The password is changed.")
    floor.goes("/floor")
    floor.find("main h1").get_by_text("Floor").wait_for()
    floor.sees("You are assigned to no table yet.")  # and nothing was asked for that a floor without tables may not see


@pytest.mark.parametrize("path", ["/", "/tables/uth-ma", "/rules", "/manage"])
def test_every_address_leads_there_and_a_way_out_stands_beside(enter: Enter, path: str) -> None:
    house = enter("uth-ma")
    _hires(house)
    guest = house.comes().goes("/account")
    signing = guest.find("form").filter(has_text="Sign in")
    signing.get_by_label("Login").fill("ines")
    signing.get_by_label("Password").fill(ONE_TIME)
    signing.get_by_role("button").click()
    guest.find("main form").get_by_label("Current").wait_for()
    guest.goes(path)
    guest.page.wait_for_url("**/account")
    guest.find("main").get_by_text("Sign out").click()
    guest.find("form").filter(has_text="Sign up").wait_for()
