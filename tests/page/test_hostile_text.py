"""What people write is shown as text, whatever it says."""

from __future__ import annotations

from support.page.fixtures import Enter

HOSTILE = "<img src=x onerror=a()>"


def test_a_hostile_name_is_shown_as_text(enter: Enter) -> None:
    house = enter("uth-ma")
    hostile, other = house.comes(), house.comes()
    hostile.sits("uth-ma")
    hostile.goes("/account")
    hostile.find("input[name=name]").fill(HOSTILE)
    hostile.find("section").filter(has_text="Name").get_by_text("Change").first.click()
    hostile.sees("You have another name now.")
    other.sits("uth-ma")
    assert other.find(".seat.taken .name").inner_text() == HOSTILE
    assert other.find("img").count() == 0
    other.page.keyboard.press("x")
    other.sees(f"{HOSTILE} at seat", ".astext")
    assert other.find("img").count() == 0
