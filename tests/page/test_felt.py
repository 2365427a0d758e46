"""The felt: its sizes and places, which nothing moves, the marks of the cards that make hands, and its contrast."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from playwright.sync_api import ViewportSize
from support.default_house import NAMES
from support.page.browser import Person, play_together
from support.page.fixtures import Enter
from support.page.neighbours import neighbours

WINDOWS = ((1280, 800), (360, 740), (1366, 640), (768, 1024))
# The boxes of what must keep its place from the bets to the result.
PLACES = """() => Object.fromEntries([".print", ".foot", ".held", ".own .words", ".top", ".spot .place",
    ".spot .title", ".bank"].flatMap((selector) => [...document.querySelectorAll(selector)].map((it, at) => {
        const box = it.getBoundingClientRect();
        return [`${selector} ${at}`, [box.left, box.top, box.width, box.height].map(Math.round)];
    })))"""
# Pairs of parts of the felt that lie over each other, and parts that are not wholly on it or do not hold what is in
# them. A name may be shortened.
OVERLAPS = """() => {
    const parts = [".dealer .card", ".top > .words", ".middle", ".print", ".pays", ".seat", ".held", ".own .words > *",
        ".spot", ".bank > *", ".own-net > *", ".tray", ".shoe", ".choice"]
        .flatMap((it) => [...document.querySelectorAll(it)]).filter((it) => it.getClientRects().length);
    const boxes = parts.map((it) => [it.className.baseVal ?? it.className, it.getBoundingClientRect()]);
    const felt = document.querySelector(".felt").getBoundingClientRect();
    const found = boxes.filter(([name, it]) => name === "choice" ? it.bottom > innerHeight
        : it.left < felt.left - 1 || it.right > felt.right + 1 || it.top < felt.top - 1
        || it.bottom > felt.bottom + 1).map(([name]) => `${name} is not on the felt`);
    const whole = ".choice, .choice .what, .own .words span, .seat .stakes li, .seat .net";
    for (const it of document.querySelectorAll(whole))
        if (it.scrollWidth > it.clientWidth + 1) found.push(`${it.textContent.trim()} is wider than its place`);
    for (const it of document.querySelectorAll(".seat, .seat .stakes"))
        if (it.scrollHeight > it.clientHeight + 3) found.push(`${it.textContent.trim()} is higher than its place`);
    boxes.forEach(([name, one], at) => boxes.slice(at + 1).forEach(([other, two]) => {
        const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        if (wide > 2 && high > 2) found.push(`${name} lies over ${other}: ${Math.round(wide)} by ${Math.round(high)}`);
    }));
    return found;
}"""
# The texts on the felt with their colours and boxes; they are made invisible, so that what is behind them can be seen.
TEXTS = """() => [...document.querySelectorAll(".felt *")].filter((it) => !it.closest("svg, .unseen")
    && it.getClientRects().length && [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((it) => {
        const range = document.createRange();
        range.selectNodeContents(it);
        const box = range.getBoundingClientRect();
        const color = getComputedStyle(it).color.match(/[\\d.]+/g).map(Number);
        it.style.setProperty("color", "transparent", "important");
        return { text: it.textContent.trim(), color, box: [box.left, box.top, box.right, box.bottom] };
    })"""
# The worst contrast of each text with the pixels behind it. A line of at most 2 pixels in 100 may cross it.
CONTRAST = """async ({ picture, texts }) => {
    const bytes = Uint8Array.from(atob(picture), (it) => it.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const drawing = canvas.getContext("2d", { willReadFrequently: true });
    drawing.drawImage(image, 0, 0);
    const part = (it) => (it / 255 <= 0.03928 ? it / 255 / 12.92 : ((it / 255 + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    return texts.map(({ text, color, box: [left, top, right, bottom] }) => {
        const wide = Math.floor(right) - Math.ceil(left), high = Math.floor(bottom) - Math.ceil(top);
        const { data } = drawing.getImageData(Math.ceil(left), Math.ceil(top), wide, high);
        const found = [];
        for (let at = 0; at < data.length; at += 4) {
            const [one, two] = [light(color), light(data.slice(at, at + 3))].sort((a, b) => b - a);
            found.push((one + 0.05) / (two + 0.05));
        }
        found.sort((a, b) => a - b);
        return [text, found[Math.floor(found.length * 0.02)]];
    });
}"""


def _looks(guest: Person, script: str, windows: tuple[tuple[int, int], ...] = WINDOWS) -> dict[tuple[int, int], Any]:
    """What a script finds in each window."""
    found = {}
    for width, height in windows:
        guest.page.set_viewport_size({"width": width, "height": height})
        guest.page.wait_for_timeout(100)
        found[width, height] = guest.page.evaluate(script)
    return found


@pytest.mark.parametrize("name", ["uth-ma", "colorado-ma-2", "dragon-md"])
def test_nothing_moves_or_overlaps_from_the_bets_to_the_result(enter: Enter, name: str) -> None:
    house = enter(name)
    other, guest = house.comes().sits(name), house.comes().sits(name)
    places = [_looks(guest, PLACES)]
    other.bets()
    guest.bets()
    while not guest.find(".result").count():
        for each in (other, guest):
            if each.find(".choice:enabled").count():
                if each is guest:
                    places.append(_looks(guest, PLACES))
                    assert set(map(tuple, _looks(guest, OVERLAPS).values())) == {()}
                each.chooses()
        guest.page.wait_for_timeout(100)
    guest.find(".betting .first:enabled").wait_for()
    assert set(map(tuple, _looks(guest, OVERLAPS).values())) == {()}
    places.append(_looks(guest, PLACES))
    for later in places[1:]:
        for window, boxes in places[0].items():
            moved = {what: (box, later[window][what]) for what, box in boxes.items() if later[window][what] != box}
            assert not moved, window


ALL_WINDOWS = (*WINDOWS, (1920, 1080))
NOWHERE: dict[tuple[int, int], list[str]] = {window: [] for window in ALL_WINDOWS}


def _taken(guest: Person, seats: int) -> None:
    guest.page.wait_for_function("seats => document.querySelectorAll('.seat.taken').length === seats", arg=seats)


@pytest.mark.parametrize("name", ["uth-ma", "lir-nj"])  # five wagers each, and the longest names
def test_a_full_table_can_be_read_in_every_window(enter: Enter, name: str) -> None:
    _full(enter, name)


@pytest.mark.prove
@pytest.mark.parametrize("name", [each for each in NAMES if each not in {"uth-ma", "lir-nj"}])
def test_every_full_table_can_be_read(enter: Enter, name: str) -> None:
    _full(enter, name)


def _full(enter: Enter, name: str) -> None:
    house = enter(name)
    guest = house.comes().sits(name)  # at the third of six seats
    with neighbours(house.address, name, [1, 2, 4, 5, 6], rounds=2):
        _taken(guest, 5)
        for spot in guest.find(".side-bets [data-drop]").all():
            spot.click()
        guest.find(".seat .stakes li").nth(9).wait_for(state="attached")  # the others have bet
        found = [_looks(guest, OVERLAPS, ALL_WINDOWS)]
        guest.bets()
        guest.find(".choice:enabled").first.wait_for()
        found.append(_looks(guest, OVERLAPS, ALL_WINDOWS))
        guest.plays_on()
        guest.find(".result").wait_for()
        found.append(_looks(guest, OVERLAPS, ALL_WINDOWS))
        assert found == [NOWHERE] * 3
        _neighbours_are_looked_at(guest)


def _neighbours_are_looked_at(guest: Person) -> None:
    """All others have bet again; their hands, their wagers and what they won are there until one bets oneself."""
    guest.page.wait_for_function(
        "() => document.querySelectorAll('.seat .state').length === 5"
        " && [...document.querySelectorAll('.seat .state')].every((it) => it.textContent.endsWith('ready'))"
    )
    for _ in range(2):
        assert guest.find(".seat .card").count() >= 10
        assert guest.find(".seat .card.back").count() == 0
        assert guest.find(".seat .net.won, .seat .net.down, .seat .net:has-text('push')").count() == 5
        guest.page.reload()
        guest.find(".result").wait_for()
    guest.find("[data-drop]").first.click()
    guest.page.wait_for_function("() => !document.querySelector('.seat .card')")
    assert guest.find(".seat .stakes li").count() >= 10  # their next wagers


def test_whoever_takes_a_seat_has_no_part_in_the_round_that_is_looked_at(enter: Enter) -> None:
    house = enter("uth-ma")
    other, guest = house.comes().sits("uth-ma"), house.comes().sits("uth-ma")
    other.bets()
    guest.bets()
    play_together(other, guest)
    assert guest.find(".seat.taken .card").count() == 2
    other.bets()
    guest.find(".seat.taken .state").get_by_text("ready").wait_for(state="attached")
    other.find(".place-menu").get_by_text("Leave").click()
    guest.page.wait_for_function("() => !document.querySelector('.seat.taken')")
    seat = guest.find(".seat.free .number").all_inner_texts()
    house.comes().sits("uth-ma")
    guest.find(".seat.taken").wait_for()
    assert len(guest.find(".seat.free .number").all_inner_texts()) == len(seat) - 1
    for _ in range(2):
        assert guest.find(".seat.taken :is(.card, b.net, .stakes li)").count() == 0
        assert guest.find(".own .card:not(.slot)").count() == 2
        guest.page.reload()
        guest.find(".result").wait_for()


@pytest.mark.parametrize("window", [{"width": 360, "height": 740}, {"width": 1280, "height": 800}])
def test_a_neighbour_is_shown_whole(enter: Enter, window: ViewportSize) -> None:
    house = enter("uth-ma")
    other, guest = house.comes().sits("uth-ma"), house.comes(viewport=window, has_touch=True).sits("uth-ma")
    called = guest.find(".seat.taken .name").inner_text()
    other.bets()
    guest.bets()
    guest.find(".seat.taken .card").first.wait_for()
    guest.find(".seat.taken").tap()
    guest.sees(f"Guest {called.split()[-1]}", "dialog h2")
    assert guest.find("dialog tr").all_inner_texts() == ["Ante\t$5\t", "Blind\t$5\t"]
    assert guest.find("dialog .card.back").count() == 2
    assert guest.violations() == []
    guest.page.keyboard.press("Escape")
    play_together(other, guest)
    guest.find(".seat.taken").tap()
    guest.find("dialog td:is(.won, .down), dialog td:has-text('push')").nth(1).wait_for()
    other.find(".place-menu").get_by_text("Leave").click()
    guest.sees("Nobody sits here.", "dialog")


def test_the_longest_name_of_a_hand_has_one_line_on_a_telephone(enter: Enter) -> None:
    guest = enter("uth-ma").comes(viewport={"width": 360, "height": 740}).sits("uth-ma")
    guest.bets()
    guest.plays_on()
    guest.find(".result").wait_for()
    lines = """(text) => {
        const it = document.querySelector(".own .words span");
        it.textContent = text;
        const [words, bank, net] = [it, document.querySelector(".bank"), document.querySelector(".own-net")]
            .map((one) => one.getBoundingClientRect());
        return [Math.round(words.height / 13), words.left >= bank.right, words.right <= net.left];
    }"""
    for text in (
        "Full house, queens over sevens",
        "Two pairs, queens and sevens",
        "Pair of Monkeys, Phoenix kicker",
    ):
        assert guest.page.evaluate(lines, text) == [1, True, True], text


def test_what_the_coach_says_of_choices_moves_nothing(enter: Enter) -> None:
    guest = enter("uth-ma").comes().sits("uth-ma")
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    before = _looks(guest, PLACES, ALL_WINDOWS)
    guest.page.keyboard.press("w")
    guest.find(".choice .worth").first.wait_for()
    assert _looks(guest, PLACES, ALL_WINDOWS) == before
    assert _looks(guest, OVERLAPS, ALL_WINDOWS) == NOWHERE


def test_a_round_stays_to_be_looked_at_until_one_bets_again_oneself(enter: Enter) -> None:
    house = enter("uth-ma")
    other, guest = house.comes().sits("uth-ma"), house.comes().sits("uth-ma")
    other.bets()
    guest.bets()
    play_together(other, guest)
    other.bets()
    guest.find(".seat.taken .stakes li").first.wait_for()  # the next bet of the other lies
    for _ in range(2):
        assert guest.find(".own .card:not(.slot)").count() == 2
        assert guest.find(".middle .card:not(.slot)").count() == 5
        guest.sees("Round 1", ".result")
        guest.sees("Ante", ".seat.taken .stakes")
        guest.page.reload()
        guest.find(".result, .own .card").first.wait_for()
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    guest.sees("$5", ".seat.taken .stakes")
    assert guest.find(".own .card:not(.slot)").count() == 2
    assert guest.find(".middle .card:not(.slot)").count() == 0


def test_cards_are_large_and_the_name_of_the_game_is_printed(enter: Enter) -> None:
    guest = enter("uth-ma").comes().sits("uth-ma")
    guest.page.set_viewport_size({"width": 1280, "height": 800})
    slots = "selector => document.querySelector(selector).getBoundingClientRect().width"
    assert guest.page.evaluate(slots, ".middle .slot") >= 78
    assert guest.page.evaluate(slots, ".own .slot") >= 108
    for height in _looks(guest, "() => document.querySelector('.print .game').getBoundingClientRect().height").values():
        assert height >= 14


@pytest.mark.parametrize("name", NAMES)
def test_the_cards_that_make_each_hand_are_marked(enter: Enter, name: str) -> None:
    house = enter(name)
    guest = house.comes().sits(name)
    guest.bets()
    guest.plays_on()
    guest.find(".result").wait_for()
    last = guest.page.evaluate("name => fetch(`/api/v1/tables/${name}/last`).then((it) => it.json())", name)
    (hand,) = last["seats"]
    marked = "mark => document.querySelectorAll(`:is(.own, .middle, .dealer) .card.${mark}`).length"
    assert guest.page.evaluate(marked, "mine") == len(hand["made"])
    assert guest.page.evaluate(marked, "theirs") == len(last["made"])
    assert hand["made"] or hand["ending"] == "folded"
    guest.sees(hand["words"].capitalize() if hand["words"] else last["words"].capitalize(), ".felt")
    guest.page.reload()  # the words and the marks are there for who comes later too
    guest.find(".felt").wait_for()
    guest.sees(last["words"] or hand["words"], ".words")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_on_the_felt_stands_out_from_the_pixels_behind_it(enter: Enter, theme: str) -> None:
    house = enter("uth-ma")
    other, guest = house.comes().sits("uth-ma"), house.comes(color_scheme=theme).sits("uth-ma")
    other.find(".place-menu").get_by_text("Sit out").click()
    guest.find(".seat.gone").wait_for()
    texts = guest.page.evaluate(TEXTS)
    assert {"from", "$1", "Sits out"} & {each["text"] for each in texts}
    picture = base64.b64encode(guest.page.screenshot()).decode()
    found = guest.page.evaluate(CONTRAST, {"picture": picture, "texts": texts})
    assert not [each for each in found if each[1] is not None and each[1] < 4.5]


# The buttons and links that are less than 44 pixels high or wide; what is drawn after them widens a small one. A link
# within a sentence is as high as its line.
SMALL = """() => [...document.querySelectorAll("button, a, summary, input, select")].filter((it) =>
    it.getClientRects().length && !it.closest(".skip, .unseen") && getComputedStyle(it).visibility !== "hidden"
    && !it.matches(".cite, p a, p > .cite"))
    .map((it) => {
        const box = it.getBoundingClientRect();
        const after = getComputedStyle(it, "::after");
        const size = (side) => Math.max(box[side], after.content === "none" ? 0 : parseFloat(after[side]) || 0);
        return [it.getAttribute("aria-label") || it.textContent.trim(), size("width"), size("height")];
    })
    .filter(([, width, height]) => width < 43.5 || height < 43.5)"""


def test_targets_on_a_telephone_are_44_pixels_high_and_wide(enter: Enter) -> None:
    house = enter("uth-ma")
    guest = house.comes(viewport={"width": 360, "height": 740}, has_touch=True).goes("/")
    guest.find("[data-play]").wait_for()
    assert guest.page.evaluate(SMALL) == []
    guest.sits("uth-ma")
    guest.find(".ask").first.wait_for()
    assert guest.page.evaluate(SMALL) == []
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    assert guest.page.evaluate(SMALL) == []
    guest.plays_on()
    guest.find(".result").wait_for()
    assert guest.page.evaluate(SMALL) == []
    guest.goes("/history")
    guest.find("td a").first.click()
    guest.find(".scrub").wait_for()
    assert guest.page.evaluate(SMALL) == []
    assert set(map(tuple, _looks(guest, OVERLAPS).values())) == {()}
    guest.page.set_viewport_size({"width": 360, "height": 740})
    ends = "(it) => document.querySelector(it).getBoundingClientRect()"
    assert guest.page.evaluate(f"({ends})('.spot .title').bottom < ({ends})('.foot').top")
