"""The documentation site builds without a warning, asks nothing of another host, and can be searched at a house."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from reference import pages
from support.documentation import ROOT
from support.page.fixtures import Enter

from croupier.service.routes import documentation


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    made = subprocess.run(  # noqa: S603 - a fixed command
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env={"PATH": "", "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, made.stdout, made.stderr) == (0, "", "")
    return folder


def test_a_page_has_no_script_of_its_own_and_loads_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "<script>" not in text
        assert " onclick=" not in text
        loads = re.findall(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"?(?:https?:)?//", text)
        assert loads == [], page
    assert not [each for each in site.rglob("*.js") if "unpkg.com" in each.read_text(encoding="utf-8")]


def test_search_finds_every_page(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    assert {page.relative_to(site).as_posix() for page in site.rglob("*.html")} <= found


@pytest.mark.parametrize("name", ["cli.md", "house-toml.md", "http.md"])
def test_a_page_that_is_written_from_the_code_is_current(name: str) -> None:
    current = (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8")
    assert current == pages()[name], f"docs/reference/{name} is not current; run `make docs`"


@pytest.fixture
def archive(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The site as a package has it."""
    made = Path(shutil.make_archive(str(tmp_path / "site"), "zip", site))
    monkeypatch.setattr(documentation, "SITE", made)
    return made


@pytest.mark.usefixtures("archive")
def test_a_house_serves_it_and_search_works_under_its_policy(enter: Enter) -> None:
    reader = enter("dragon-md").comes().goes("/docs")
    reader.sees("Croupier deals, checks and exactly analyses")
    reader.find("[data-md-component=search-query]").first.fill("hidden pair")
    reader.find(".md-search-result__link").first.wait_for()
    reader.find(".md-search-result__link").first.click()
    reader.sees("hidden", "article")
    assert reader.said == []


def test_a_house_without_it_says_what_builds_it(enter: Enter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documentation, "SITE", tmp_path / "none.zip")
    house = enter("dragon-md")
    answered = house.comes().page.request.get(f"{house.address}/docs/index.html")
    assert (answered.status, "make docs" in answered.text()) == (404, True)
