"""The browser checks each round by itself: what holds is shown as a padlock, and what was tampered with is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route
from support.page.browser import Person
from support.page.fixtures import Enter

Receipt = dict[str, Any]


def _played(guest: Person) -> None:
    guest.bets()
    guest.plays_on()
    guest.find(".lock.holds, .lock.open, .lock.broken").wait_for()


def _tampering(guest: Person, tamper: Callable[[Receipt], object]) -> None:
    """Between the house and the browser somebody changes every receipt."""

    def changed(route: Route) -> None:
        receipt = route.fetch().json()
        tamper(receipt)
        route.fulfill(body=json.dumps(receipt), content_type="application/json")

    guest.page.route("**/receipt", changed)


def test_a_round_that_was_dealt_as_it_should_be_holds(enter: Enter) -> None:
    guest = enter("uth-ma").comes().sits("uth-ma")
    _played(guest)
    assert guest.find(".lock").get_attribute("aria-label") == "Fairness: Checked"
    guest.find(".lock").click()
    guest.sees("Your number went into the last cut.")
    guest.sees("is the root that was shown to you before you were ready")
    assert guest.find(".findings .broken").count() == 0


def _another_card(receipt: Receipt) -> None:
    receipt["cards"][0]["card"] = (receipt["cards"][0]["card"] + 1) % len(receipt["faces"])


def _another_leaf(receipt: Receipt) -> None:
    receipt["leaves"][3] = "00" * 32


def _another_root(receipt: Receipt) -> None:
    receipt["shown"] = receipt["root"] = "11" * 32


def _without_my_number(receipt: Receipt) -> None:
    receipt["shuffle"]["numbers"] = []


def _other_faces(receipt: Receipt) -> None:
    receipt["faces"] = receipt["faces"][::-1]


def _another_commitment(receipt: Receipt) -> None:
    receipt["shuffle"]["commitment"] = "22" * 32


def _no_receipt(receipt: Receipt) -> None:
    receipt.clear()


TAMPERED = (
    _another_card,
    _another_leaf,
    _another_root,
    _without_my_number,
    _other_faces,
    _another_commitment,
    _no_receipt,
)


def test_a_tampered_receipt_is_refused(enter: Enter) -> None:
    guest = enter("dragon-md").comes().sits("dragon-md")
    for tamper in TAMPERED:
        guest.page.unroute_all()
        _tampering(guest, tamper)
        guest.bets()
        guest.plays_on()
        guest.find(".lock.broken").wait_for()
        guest.find(".lock").click()
        assert guest.find(".findings .broken").count() >= 1, tamper.__name__
        guest.page.unroute_all()
        _played(guest)
        guest.find(".lock.holds").wait_for()


def test_numbers_are_drawn_from_a_text_of_ones_own(enter: Enter) -> None:
    guest = enter("uth-ma").comes()
    guest.goes("/tables/uth-ma")
    guest.find(".lock").click()
    guest.find(".own-number input").fill("seven of clubs, folded")
    guest.find(".own-number button").click()
    guest.find(".own-number input[placeholder='seven of clubs, folded']").wait_for()
    first = guest.find(".own-number code").text_content()
    guest.find(".own-number input").fill("seven of clubs, folded")
    guest.find(".own-number button").click()
    guest.page.wait_for_function(
        "first => document.querySelector('.own-number code').textContent !== first", arg=first
    )  # chance is mixed in, so that the same words make another number


def test_the_pages_own_sha_256_is_that_of_the_browser(enter: Enter) -> None:
    guest = enter("uth-ma").comes().goes("/")
    differ = guest.page.evaluate(
        """async () => {
            const { scriptSha256, sha256, hex } = await import("/web/fair/sha256.js");
            const differ = [];
            for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
                const bytes = Uint8Array.from({ length }, (_, at) => at * 7);
                if (hex(scriptSha256(bytes)) !== hex(await sha256(bytes))) differ.push(length);
            }
            return differ;
        }"""
    )
    assert differ == []
