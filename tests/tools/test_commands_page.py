"""The page of all commands is what their declarations say, and `croupier commands` says the same."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import commands as page_of_commands
import pytest

from croupier.cli.rulebook.commands import commands
from croupier.table.model.json_schema import schemas

ROOT = Path(__file__).parents[2]
PAGE = page_of_commands.PAGE.read_text(encoding="utf-8")


def section(name: str) -> str:
    """What the page says under a heading."""
    found = re.search(rf"^## {re.escape(name)}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"the page has no {name}"
    return found[1]


def row(where: str, name: str) -> list[str]:
    """The row of an argument in a section."""
    found = [line for line in section(where).splitlines() if line.startswith((f"| `{name}` ", f"| `{name}` (needed) "))]
    assert len(found) == 1, f"{where} has no {name}"
    return [cell.strip() for cell in found[0].strip("| ").split(" | ")]


def words(text: str) -> str:
    """A text as it is read, however its lines are broken."""
    return " ".join(text.split())


def test_the_page_of_all_commands_is_current() -> None:
    made = subprocess.run(
        [sys.executable, "tools/commands.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr


def test_the_page_is_written_from_the_declarations() -> None:
    assert schemas()
    assert "\n".join(page_of_commands.page()).rstrip() + "\n" == PAGE


@pytest.mark.parametrize("name", schemas())
def test_the_page_says_of_a_command_what_its_schema_says(name: str) -> None:
    asked = schemas()[name]
    means, _, when = asked["description"].rpartition(" Given ")
    who = " or the ".join(asked["properties"]["who"]["enum"])
    seat = ", at a seat" * ("seat" in asked["required"])
    assert section(name).strip().startswith(f"{means} By the {who}, {when.removesuffix('.')}{seat}.")
    for place in ("args", "supplied"):
        described: dict[str, dict[str, Any]] = asked["properties"][place]["properties"]
        for argument, about in described.items():
            if (place, argument) != ("supplied", "meter"):  # which stands once, on top of the page
                assert row(name, argument)[1::2] == [about["description"], f"`{json.dumps(about['examples'][0])}`"]
                assert row(name, argument)[-1] == about["x-origin"]


def test_the_tables_on_the_page_are_those_of_croupier_commands(capsys: pytest.CaptureFixture[str]) -> None:
    commands(None, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["commands"] == schemas()
    for table in ("steps", "calls", "faults", "slips"):
        assert told[table]
        for name, means in told[table].items():
            assert re.search(rf"^\| {re.escape(name)} \| {re.escape(means)}( \(`.*`\))? \|$", PAGE, re.MULTILINE), name


@pytest.mark.parametrize("name", schemas())
def test_croupier_commands_says_of_a_command_what_the_page_says(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    commands(name, as_json=False)
    said = words(capsys.readouterr().out)
    means = section(name).strip().split("\n", maxsplit=1)[0]
    assert words(means) in said
    for argument in schemas()[name]["properties"]["args"]["properties"]:
        _, described, accepted, *_ = row(name, argument)
        assert words(f"{described}. {accepted}") in said


@pytest.mark.parametrize(("name", "table"), [("call", "what="), ("fault", "what="), ("fault", "how=")])
def test_croupier_commands_explains_what_an_argument_may_be(
    name: str, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    commands(name, as_json=False)
    said = words(capsys.readouterr().out)
    title = f"`{name} {table}`" if table == "what=" else f"`{table}`"
    rows = PAGE.partition(f"| {title} | |\n| --- | --- |\n")[2].partition("\n\n")[0].splitlines()
    assert rows
    for line in rows:
        what, means = line.strip("| ").split(" | ")
        takes = re.search(r" \(`(.*)`\)$", means)
        plain = means.removesuffix(takes[0]) if takes else means
        assert f"{what} {plain}{' (' + takes[1].replace(' ', ', ') + ')' if takes else ''}" in said
