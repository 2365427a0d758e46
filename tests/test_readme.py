"""The README does what it says: its commands run, and its examples give what they show."""

import re
import shlex
from itertools import groupby
from pathlib import Path

import pytest
from support.cli.shell import run
from support.documentation import ROOT, examples_fail, play_through

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
MOST_LINES = 120


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_links_to_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_the_first_page_is_short() -> None:
    assert len(README.splitlines()) <= MOST_LINES


def blocks() -> list[list[str]]:
    """The commands of indented blocks, without their explanations."""
    lines = README.splitlines()
    runs = [list(run) for found, run in groupby(lines, lambda line: line.startswith("    ")) if found]
    commands = [[line.strip().split("    ")[0] for line in run if line.startswith("    croupier ")] for run in runs]
    return [each for each in commands if each]


@pytest.mark.parametrize("commands", blocks(), ids=lambda commands: commands[0])
def test_the_commands_run(commands: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for command in commands:
        words = shlex.split(command)[1:]
        if words[0] in {"play", "deal"}:
            words.append("--plain")
        done = run(*words, typed="quit\n", remembers=True)
        assert (done.returncode, done.stderr) == (0, ""), command


def test_what_the_commands_print_is_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert play_through(README) > 3


def test_the_library_examples_give_what_they_show() -> None:
    assert ">>> " in README
    assert examples_fail(README) == 0
