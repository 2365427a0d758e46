"""Help at the table: the rule of a wager on its spot, chips where they run out, and keys for everybody."""

from __future__ import annotations

import re

from support.page.fixtures import Enter

# Every motion is counted from now on.
COUNTED = """() => {
    window.moved = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) { moved += 1; return animate.apply(this, how); };
}"""


def test_the_rule_of_a_wager_is_on_its_spot_and_is_offered_once(enter: Enter) -> None:
    guest = enter("uth-ma").comes().sits("uth-ma")
    guest.find(".ask").get_by_text("What is Blind?").click()
    guest.sees("Blind", "dialog h2")
    guest.sees("equal to Ante", "dialog")
    guest.find("dialog .cite").first.wait_for()
    assert re.search(r"Royal flush\s+500 to 1", guest.find("dialog table").inner_text())
    assert guest.violations() == []
    guest.page.keyboard.press("Escape")
    guest.bets()
    guest.plays_on()
    guest.find('[data-drop="ante"]').click()
    assert guest.find(".ask").count() == 0  # it was offered in the first round
    guest.find(".own button.title").get_by_text("Trips").click()  # and is there whenever it is wanted
    guest.sees("A side wager, if you like: $1 to", "dialog")


def test_chips_are_bought_where_they_run_out(enter: Enter) -> None:
    guest = enter("uth-ma").comes().sits("uth-ma")
    for _ in range(3):
        guest.page.keyboard.press("4")
        guest.find('[data-drop="ante"]').click()
    guest.sees("You have $200 at the table.", ".bar")
    guest.find(".bar .cite").get_by_text("Buy chips").click()
    guest.find("dialog input").fill("700")
    guest.find("dialog .first").click()
    guest.find(".betting .first:enabled").wait_for()


def test_the_next_round_is_dealt_at_once_without_motion(enter: Enter) -> None:
    house = enter("uth-ma")
    guest = house.comes(reduced_motion="no-preference").sits("uth-ma")
    assert guest.find(".at-once").count() == 0
    guest.bets()
    guest.plays_on()
    for width in (1280, 1366, 768, 360):
        guest.page.set_viewport_size({"width": width, "height": 800})
        fits = (
            "() => { const it = document.querySelector('.betting .first'); return it.scrollWidth <= it.clientWidth; }"
        )
        assert guest.page.evaluate(fits), width
    guest.page.set_viewport_size({"width": 1280, "height": 900})
    guest.page.evaluate(COUNTED)
    guest.find(".at-once:enabled").click()
    guest.find(".choice:enabled").first.wait_for()
    assert house.state("uth-ma").round == 2
    assert guest.page.evaluate("moved") == 0
    guest.plays_on()
    assert guest.page.evaluate("moved") > 0  # what is decided moves again


def test_letters_are_keys_alone_or_with_alt_or_not_at_all(enter: Enter) -> None:
    guest = enter("uth-ma").comes().sits("uth-ma")
    amount = guest.find('[data-spot$=":ante"] .amount')

    def chosen(how: str) -> None:
        guest.find("[aria-label='How it looks']").click()
        guest.find("dialog [name=keys]").select_option(how)
        guest.find("dialog .close").click()
        guest.page.wait_for_function("() => !document.querySelector('dialog').open")

    guest.page.keyboard.press("d")
    assert amount.inner_text() == "$10"
    chosen("alt")
    guest.page.keyboard.press("d")
    assert amount.inner_text() == "$10"
    guest.page.keyboard.press("Alt+d")
    assert amount.inner_text() == "$20"
    chosen("off")
    guest.page.keyboard.press("Alt+d")
    guest.page.keyboard.press("d")
    assert amount.inner_text() == "$20"
    chosen("alt")
    guest.find(".beside").focus()
    guest.page.keyboard.press("Enter")  # what is no letter needs no Alt
    guest.find(".choice:enabled").first.wait_for()


def test_the_focus_goes_to_the_result(enter: Enter) -> None:
    guest = enter("uth-ma").comes().sits("uth-ma")
    guest.bets()
    guest.plays_on()
    guest.find(".result").wait_for()
    assert guest.page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("What round 1 came to")


def test_who_comes_in_mid_round_is_told_the_round_so_far(enter: Enter) -> None:
    house = enter("uth-ma")
    guest = house.comes().sits("uth-ma")
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    other = house.comes().goes("/tables/uth-ma")
    other.sees("Round 1 is in play.", ".log")
    other.sees("has $5 on Ante and $5 on Blind; holds 2 cards", ".log")


def test_others_are_spoken_of_in_the_third_person(enter: Enter) -> None:
    house = enter("uth-ma")
    guest, other = house.comes().sits("uth-ma"), house.comes().goes("/tables/uth-ma")
    other.sees("You are watching.")
    guest.bets()
    guest.plays_on()
    other.sees("Round 1 is over.", ".log")
    log = other.find(".log").inner_text()
    assert "the player" in log
    assert not re.search(r"\byour?\b", log)
    assert other.page.title().startswith("Ultimate Texas Hold 'Em, Massachusetts")
