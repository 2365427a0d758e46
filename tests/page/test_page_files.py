"""The page's files: what is vendored is unmodified, all scripts are small, and each is served as what it is."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import pytest
from support.service.houses import inside

from croupier.service.routes.static import SCREENS, WEB

MOST_SCRIPT = 200_000  # bytes, before compression
AXE = Path(__file__).parent

# Each with its version and licence, as it was published.
VENDORED = {
    WEB / "vendor/htm-preact.js": (
        "htm 3.1.1, preact/standalone.module.js",
        "Apache-2.0; the Preact in it MIT",
        "72284e8e9079c87817145df1110f74e8a2aa040b2fc384922e18dfcb46fc1fd7",
    ),
    AXE / "axe.min.js": (
        "axe-core 4.14.0, axe.min.js",
        "MPL-2.0",
        "20c09fe157a8a34a30e241aaa1fcdade657734f08ab379ecfbeb7d45cc46e878",
    ),
}
LICENCES = {
    WEB / "vendor/htm-LICENSE.txt": "Apache License",
    WEB / "vendor/preact-LICENSE.txt": "The MIT License (MIT)",
    AXE / "axe-LICENSE.txt": "Mozilla Public License, version 2.0",
}


@pytest.mark.parametrize("file", VENDORED, ids=lambda file: file.name)
def test_what_is_vendored_is_as_it_was_published(file: Path) -> None:
    assert sha256(file.read_bytes()).hexdigest() == VENDORED[file][2]


@pytest.mark.parametrize("file", LICENCES, ids=lambda file: file.name)
def test_its_licence_is_beside_it(file: Path) -> None:
    assert LICENCES[file] in file.read_text()


def test_nothing_else_is_vendored() -> None:
    scripts = {each for each in WEB.rglob("*.js") if each.parent.name == "vendor"}
    assert scripts == {each for each in VENDORED if WEB in each.parents}


def test_all_scripts_together_are_small() -> None:
    assert sum(len(each.read_bytes()) for each in WEB.rglob("*.js")) <= MOST_SCRIPT


def test_the_page_asks_nobody_else_for_anything() -> None:
    own = [each for each in WEB.rglob("*") if each.suffix in {".js", ".css", ".html", ".svg"}]
    named = {found for each in own for found in re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]+", each.read_text())}
    assert named == {"http://www.w3.org"}  # the name of a language, which nobody is asked for


@pytest.mark.parametrize("file", sorted(WEB.rglob("*.js")), ids=lambda file: str(file.relative_to(WEB)))
def test_no_script_of_the_page_knows_a_game_by_name(file: Path) -> None:
    names = ("uth", "ultimate", "let it ride", "lir-nj", "colorado", "dragon-md", "hold 'em", "holdem")
    assert [name for name in names if name in file.read_text().lower() and file.parent.name != "vendor"] == []


def test_each_file_is_served_as_what_it_is_and_is_not_sent_twice(tmp_path: Path) -> None:
    kinds = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
    with inside(tmp_path, "uth-ma") as house:
        for file in (each for each in WEB.rglob("*") if each.suffix in kinds):
            path = f"/web/{file.relative_to(WEB).as_posix()}"
            first = house.client.get(path)
            assert first.headers["content-type"].startswith(kinds[file.suffix])
            assert first.content == file.read_bytes()
            assert first.headers["cache-control"] == "no-cache"
            again = house.client.get(path, headers={"if-none-match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", SCREENS)
def test_every_screen_has_an_address_at_which_the_page_is(tmp_path: Path, path: str) -> None:
    address = path.replace("{table}", "uth-ma").replace("{rulebook}", "uth-ma").replace("{clause:path}", "5(c)")
    with inside(tmp_path, "uth-ma") as house:
        answer = house.client.get(address.replace("{session}", "uth-ma-1").replace("{number}", "3"))
        assert answer.content == (WEB / "index.html").read_bytes()
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["/web/../app.py", "/web/%2e%2e/app.py", "/web/", "/web/none.js", "/nowhere"])
def test_nothing_but_the_pages_files_is_there(tmp_path: Path, path: str) -> None:
    with inside(tmp_path, "uth-ma") as house:
        answer = house.client.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"
