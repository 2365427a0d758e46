"""The page's files: vendored ones are unmodified, scripts are small and readable, each is served as what it is."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import brotli
import page_messages
import pytest
from support.service.houses import Inside, inside

from croupier.house.people.permissions import PERMISSIONS
from croupier.house.people.roles import ROLES
from croupier.service.routes.static import SCREENS, WEB, Screen, address, files, imported, page

MOST_SCRIPT = 120_000  # bytes, as they travel: compressed
MOST_COLUMNS = 120
ROOT = Path(__file__).parent.parent.parent
AXE = Path(__file__).parent
OWN = [each for each in sorted(WEB.rglob("*")) if each.suffix in {".js", ".css"} and each.parent.name != "vendor"]

# Each with its version and licence, as it was published.
VENDORED = {
    WEB / "vendor/htm-preact-3.1.1.js": (
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
    assert sum(len(each.br) for path, each in files().items() if path.endswith(".js")) <= MOST_SCRIPT


def test_no_line_of_the_page_is_too_long_to_read() -> None:
    files = [*OWN, *WEB.glob("*.html")]
    numbered = [(file.name, at, line) for file in files for at, line in enumerate(file.read_text().splitlines(), 1)]
    assert [(name, at) for name, at, line in numbered if len(line) > MOST_COLUMNS] == []


def test_biome_has_nothing_to_object_to() -> None:
    biome = shutil.which("biome", path=str(Path(sys.executable).parent))
    if biome is None:
        pytest.skip("Biome has no wheel for this machine")
    command = [biome, "check", "--error-on-warnings"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - found above
    assert found.returncode == 0, found.stderr


def test_the_types_of_all_messages_are_those_of_the_schemas() -> None:
    assert page_messages.FILE.read_text(encoding="utf-8") == page_messages.text(), "make messages"


def role_lists(script: str) -> list[str]:
    """Lists with two roles or more, and comparisons of a person's role."""
    role = f'"(?:{"|".join(ROLES)})"'
    return re.findall(rf"\[[^\[\]]*{role}[^\[\]]*{role}[^\[\]]*\]|\.role [!=]==? {role}", script)


@pytest.mark.parametrize("file", [each for each in OWN if each.suffix == ".js"], ids=lambda file: file.name)
def test_no_script_decides_by_a_list_of_roles(file: Path) -> None:
    assert role_lists(file.read_text()) == []


def test_a_list_of_roles_is_found() -> None:
    assert role_lists('const STAFF = ["dealer", "floor"];') == ['["dealer", "floor"]']
    assert role_lists('if (me.role !== "auditor") open();') == ['.role !== "auditor"']
    assert role_lists('const VIEWS = [["", "the floor"], ["dealer", "the dealer"]];') == []


def test_every_action_that_the_page_asks_for_is_in_the_table_of_permissions() -> None:
    asked = {each.action for each in SCREENS if each.action}
    for file in OWN:
        text = file.read_text()
        asked |= set(re.findall(r"""\bmay(?:Anywhere|At)?\((?:[^"()]|\(\))*"([^"]+)\"""", text))
        asked |= set(re.findall(r"""\baction="([^"]+)\"""", text))
    assert len(asked) > 10
    assert asked <= PERMISSIONS.keys()


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_every_screen_has_a_script_and_no_other_address_is_its(screen: Screen) -> None:
    assert (WEB / "screens" / f"{screen.name}.js").exists()
    others = {path for each in SCREENS if each is not screen for path in each.addresses}
    assert others.isdisjoint(screen.addresses)


def test_the_page_asks_nobody_else_for_anything() -> None:
    own = [each for each in WEB.rglob("*") if each.suffix in {".js", ".css", ".html", ".svg"}]
    named = {found for each in own for found in re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]+", each.read_text())}
    assert named == {"http://www.w3.org"}  # the name of a language, which nobody is asked for


@pytest.mark.parametrize("file", sorted(WEB.rglob("*.js")), ids=lambda file: str(file.relative_to(WEB)))
def test_no_script_of_the_page_knows_a_game_by_name(file: Path) -> None:
    names = ("uth", "ultimate", "let it ride", "lir-nj", "colorado", "dragon-md", "hold 'em", "holdem")
    text = "" if file.parent.name == "vendor" else file.read_text().lower()
    assert [name for name in names if re.search(rf"(?<![a-z]){name}", text)] == []


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A house that is only asked for files."""
    with inside(tmp_path_factory.mktemp("house"), "uth-ma") as found:
        yield found


def test_each_file_is_served_as_what_it_is_and_is_not_sent_twice(house: Inside) -> None:
    kinds = {
        ".js": "text/javascript",
        ".json": "application/json",
        ".css": "text/css",
        ".html": "text/html",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
    }
    for file in (each for each in WEB.rglob("*") if each.suffix in kinds and each.name != "index.html"):
        path = file.relative_to(WEB).as_posix()
        for at, kept in (f"/web/{path}", "no-cache"), (address(path), "public, max-age=31536000, immutable"):
            first = house.client.get(at)
            assert first.headers["content-type"].startswith(kinds[file.suffix])
            assert first.content == files()[path].body
            assert first.content == file.read_bytes()
            assert first.headers["cache-control"] == kept
            again = house.client.get(at, headers={"if-none-match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")


def test_the_page_names_its_files_by_their_hash_and_the_scripts_of_the_first_screen(house: Inside) -> None:
    body = house.client.get("/").text
    named = re.findall(r'(?:href|src)="(/web/[^"]+)"', body)
    assert all(house.client.get(each).headers["cache-control"].endswith("immutable") for each in named)
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', body)
    assert preloaded == [address(each) for each in imported("app.js")]
    assert address("table/felt.js") in preloaded
    assert address("screens/surveillance.js") not in preloaded  # it is loaded when it is opened


def test_files_of_another_version_of_the_page_are_not_there(house: Inside) -> None:
    assert house.client.get(f"/web/{'0' * 16}/app.js").status_code == 404


def test_a_file_travels_compressed_as_the_browser_can_read_it(house: Inside) -> None:
    script = (WEB / "app.js").read_bytes()
    reads = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}

    def asked(**headers: str) -> tuple[int, str | None, str, int]:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        with house.client.stream("GET", "/web/app.js", headers=sent) as found:
            body = b"".join(found.iter_raw())
        encoding = found.headers.get("content-encoding")
        assert not body or reads[encoding](body) == script
        assert found.headers["vary"] == "accept-encoding"
        return found.status_code, encoding, found.headers["etag"], len(body)

    taken = {"gzip": "gzip", "br;q=0, gzip;q=0.5": "gzip", "GZIP": "gzip", "br": "br", "gzip, deflate, br": "br"}
    tags = set()
    for accepted, coding in taken.items():
        status, encoding, tag, size = asked(accept_encoding=accepted)
        assert (status, encoding) == (200, coding)
        assert size < len(script) / 2
        assert asked(accept_encoding=accepted, if_none_match=tag)[0] == 304
        tags.add(tag)
    for accepted in ("identity", "gzip;q=0", "gzip; q=0.000", "zstd"):
        status, encoding, plain_tag, size = asked(accept_encoding=accepted)
        assert (status, encoding, size) == (200, None, len(script))
    assert len(tags | {plain_tag}) == 3
    assert asked(accept_encoding="gzip", if_none_match=plain_tag)[0] == 200


@pytest.mark.parametrize("path", [path for each in SCREENS for path in each.addresses])
def test_every_screen_has_an_address_at_which_the_page_is(house: Inside, path: str) -> None:
    where = path.replace("{table}", "uth-ma").replace("{rulebook}", "uth-ma").replace("{clause:path}", "5(c)")
    answer = house.client.get(where.replace("{session}", "uth-ma-1").replace("{number}", "3"))
    assert answer.content == page("en").body
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    "path", ["/web/../app.py", "/web/%2e%2e/app.py", "/web/", "/web/none.js", "/web/index.html", "/nowhere"]
)
def test_nothing_but_the_pages_files_is_there(house: Inside, path: str) -> None:
    answer = house.client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_browser_is_told_by_the_page_that_an_address_leads_nowhere(house: Inside) -> None:
    asked = {"accept": "text/html,application/xhtml+xml"}
    known = house.client.get("/", headers=asked).headers["etag"]
    answer = house.client.get(
        "/nosuch", headers={**asked, "if-none-match": known}
    )  # it knows the page, and is told again
    assert answer.status_code == 404
    assert answer.content == page("en").body
