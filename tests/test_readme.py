"""The README does what it says: its commands run, and its examples give what they show."""

import doctest
import re
import shlex
from itertools import groupby
from pathlib import Path

import pytest
from support.cli.shell import run

README = Path(__file__).parents[1] / "README.md"
PAGES = sorted([*README.parent.glob("*.md"), *README.parent.glob("docs/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_links_to_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def blocks() -> list[list[str]]:
    """The commands of the README without their explanations, by blocks: none needs a file that another makes."""
    lines = README.read_text(encoding="utf-8").splitlines()
    runs = [list(run) for found, run in groupby(lines, lambda line: line.startswith("    ")) if found]
    shown = [[line for line in run if line.startswith("    croupier ")] for run in runs]
    return [[line.strip().split("    ")[0] for line in run] for run in shown if run]


def test_the_readme_shows_commands() -> None:
    assert sum(map(len, blocks())) > 10


@pytest.mark.parametrize("commands", blocks(), ids=lambda commands: commands[0])
def test_the_commands_run_in_the_order_in_which_they_stand(
    commands: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").symlink_to(README.parent / "tests")
    for command in commands:
        words = shlex.split(command)[1:]
        if (words[0] == "play" and "--auto" not in words) or words[0] == "deal":
            words.append("--plain")
        done = run(*words, typed="quit\n", remembers=True)
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout, command


def test_the_library_examples_give_what_they_show() -> None:
    found = doctest.testfile(str(README), module_relative=False)
    assert found.attempted >= 8
    assert found.failed == 0


def test_the_refusal_that_is_shown_is_the_one_that_is_given() -> None:
    text = README.read_text(encoding="utf-8")
    asked = text.partition("    $ croupier ")[2].splitlines()
    done = run(*shlex.split(asked[0]))
    assert (done.returncode, done.stderr.strip()) == (2, asked[1].strip())
