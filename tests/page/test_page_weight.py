"""The weight of the page: what travels at the first and the second visit, the first paint, and the heap in the end."""

from __future__ import annotations

import json
from statistics import median

import pytest
from support.page.browser import Person
from support.page.fixtures import Enter, House

from croupier.service.routes.static import address

MOST_TRAVELS = 90_000  # bytes of scripts, styles and words for the first screen, as they travel
MOST_PAINT = 3  # times that of a bare page
BARE = address("vendor/preact-LICENSE.txt")  # a page with nothing but words, of the same house
# The page's files, and what of each came over the wire: a file from the browser's cache has brought nothing.
TRAVELLED = """() => performance.getEntriesByType("resource").filter((it) => it.name.includes("/web/"))
    .map((it) => [new URL(it.name).pathname, it.transferSize, it.encodedBodySize])"""
PAINTED = """() => new Promise((resolve) => {
    const told = (list) => list.getEntries().forEach((it) => it.name === "first-contentful-paint"
        && resolve(it.startTime));
    new PerformanceObserver(told).observe({ type: "paint", buffered: true });
})"""


def _loaded(guest: Person, path: str) -> list[tuple[str, int, int]]:
    guest.goes(path)
    guest.find(".entry, .felt").first.wait_for()
    guest.page.wait_for_load_state("networkidle")
    return [tuple(each) for each in guest.page.evaluate(TRAVELLED)]


@pytest.mark.parametrize("path", ["/", "/tables/uth-ma"])
def test_little_travels_for_the_first_screen_and_nothing_but_the_page_at_the_second_visit(
    enter: Enter, path: str
) -> None:
    guest = enter("uth-ma").comes()
    first = _loaded(guest, path)
    code = {name: size for name, _, size in first if name.endswith((".js", ".json", ".css"))}
    assert len(code) > 30
    assert sum(code.values()) <= MOST_TRAVELS, sum(code.values())
    again = _loaded(guest, path)
    assert {name for name, *_ in again} >= code.keys()
    assert [name for name, travelled, _ in again if travelled > 0] == []


def _painted(house: House, path: str) -> float:
    """Milliseconds to the first paint, for somebody who was never here."""
    guest = house.comes(reduced_motion="no-preference")
    guest.goes(path)
    found: float = guest.page.evaluate(PAINTED)
    guest.context.close()
    return found


@pytest.mark.prove  # it goes by the clock
def test_lobby_and_table_are_painted_soon(enter: Enter) -> None:
    house = enter("uth-ma")
    times: dict[str, list[float]] = {BARE: [], "/": [], "/tables/uth-ma": []}
    for each in times:
        _painted(house, each)  # the server is warm
    for _ in range(9):
        for each, found in times.items():
            found.append(_painted(house, each))
    middle = {each: median(found) for each, found in times.items()}
    assert max(middle["/"], middle["/tables/uth-ma"]) <= MOST_PAINT * middle[BARE], middle


# A player in the page itself, who holds nothing: bets and stays in as cheaply as that is, for so many rounds.
PLAYS = """(rounds) => new Promise((resolve) => {
    let played = 0, over = false;
    const look = setInterval(() => {
        const button = document.querySelector(".betting .first:enabled, .choice:enabled:not([data-choice=fold])");
        if (document.querySelector(".betting") && !over) { over = true; played += 1; }
        if (!document.querySelector(".betting")) over = false;
        if (played > rounds) { clearInterval(look); resolve(); } else button?.click();
    }, 20);
})"""


def _heap(guest: Person) -> int:
    """Bytes of what the page holds, after everything unused is gone.

    The code that the browser compiles of the scripts, and what it keeps for itself, is not the page's.
    """
    session = guest.context.new_cdp_session(guest.page)
    chunks: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda each: chunks.append(each["chunk"]))
    session.send("HeapProfiler.enable")
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    snapshot = json.loads("".join(chunks))
    meta, nodes = snapshot["snapshot"]["meta"], snapshot["nodes"]
    kinds, width = meta["node_types"][0], len(meta["node_fields"])
    kind, size = meta["node_fields"].index("type"), meta["node_fields"].index("self_size")
    return sum(
        nodes[at + size] for at in range(0, len(nodes), width) if kinds[nodes[at + kind]] not in {"code", "native"}
    )


def _drawn(guest: Person) -> dict[str, int]:
    """The nodes and listeners that the browser holds for the page, after everything unused is gone."""
    session = guest.context.new_cdp_session(guest.page)
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    found: dict[str, int] = session.send("Memory.getDOMCounters")
    session.detach()
    return found


@pytest.mark.prove  # three hundred rounds take their time
def test_the_heap_after_300_rounds_is_no_higher_than_after_100(enter: Enter) -> None:
    guest = enter("uth-ma").comes().sits("uth-ma")
    guest.find(".place-menu").get_by_text("Buy chips").click()
    guest.find("dialog input").fill("800")
    guest.find("dialog .first").click()
    guest.sees("$1,000", ".own .bank")
    guest.page.evaluate(PLAYS, 100)
    after_100, drawn_100 = _heap(guest), _drawn(guest)
    guest.page.evaluate(PLAYS, 200)
    after_300, drawn_300 = _heap(guest), _drawn(guest)
    assert after_300 <= after_100 * 1.02, (after_100, after_300)
    # What stands on the page differs by some lines and cards from one round to another.
    assert drawn_300["nodes"] <= drawn_100["nodes"] * 1.1, (drawn_100, drawn_300)
    assert drawn_300["jsEventListeners"] <= drawn_100["jsEventListeners"] * 1.1, (drawn_100, drawn_300)
    assert drawn_300["documents"] <= drawn_100["documents"]
