"""The addresses of the page: the service answers at each that the page shows a screen for, and at no other."""

from __future__ import annotations

import re

from croupier.service.routes.static import SCREENS, WEB

FILLED = {"{number}": "3", "{clause:path}": "5(c)"}


def routes() -> list[tuple[re.Pattern[str], str]]:
    """The addresses that the page knows, each with the file of its screen."""
    script = (WEB / "app.js").read_text(encoding="utf-8").partition("const ROUTES = [")[2].partition("\n];")[0]
    found = re.findall(r"\[\s*/(\^.+?\$)/,\s*\"(\w+)\"", script)
    return [(re.compile(pattern.replace(r"\/", "/")), screen) for pattern, screen in found]


def addresses() -> list[str]:
    """The addresses that the service answers at, with something in place of each parameter."""
    return [re.sub(r"{[\w:]+}", lambda found: FILLED.get(found[0], "some-name"), path) for path in SCREENS]


def test_every_address_of_the_page_is_one_of_the_services_and_the_other_way_round() -> None:
    known = routes()
    assert len(known) > 10
    unknown = [path for path in addresses() if not any(pattern.match(path) for pattern, _ in known)]
    assert unknown == [], "add them to ROUTES in service/web/app.js, or take them out of routes/static.py"
    silent = [pattern.pattern for pattern, _ in known if not any(pattern.match(path) for path in addresses())]
    assert silent == [], "add them to SCREENS in service/routes/static.py: a reload there finds nothing"


def test_every_screen_of_the_page_has_its_file() -> None:
    assert [screen for _, screen in routes() if not (WEB / "screens" / f"{screen}.js").exists()] == []
