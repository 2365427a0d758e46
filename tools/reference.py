"""Reference pages of docs/reference: writes cli.md, house-toml.md and http.md from the code, or checks them.

python tools/reference.py            write them
python tools/reference.py --check    check that they are current (exit code 1 if not)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from page_messages import application
from typer import Context
from typer.core import TyperGroup
from typer.main import get_command

from croupier.cli.app import app
from croupier.house.config.default_settings import default_text
from croupier.service.routes.openapi import COMMAND, describe, describe_socket

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference"
_CLI = """\
# The command line

`make docs` writes this page from the commands themselves; `croupier COMMAND --help` shows the same.
[Exit codes, files and streams](conventions.md) are alike for all.
"""
_HOUSE = """\
# house.toml

`make docs` writes this page from the settings that the house knows. The first start of a house writes this file, with
a comment for every key; `croupier house check` says what is wrong with one, and `croupier house reload` takes up
changes while people play.

"""
_HTTP = """\
# HTTP and sockets

`make docs` writes this page from the description that a house gives of itself: `/api/v1/openapi.json` (OpenAPI),
`/api/v1/asyncapi.json` (AsyncAPI, for the socket of a table) and, to read, `/api`. These have every field with its
type; here are the requests, by subject, and the messages. [Programs at a house](../programs.md) has them in use.
"""


def pages() -> dict[str, str]:
    """The text of each page by its file name."""
    return {
        "cli.md": "\n".join([_CLI, *_command(get_command(app), "croupier")]).rstrip() + "\n",
        "http.md": "\n".join([_HTTP, *_interface()]).rstrip() + "\n",
        "house-toml.md": f"{_HOUSE}```toml\n{default_text()}```\n",
    }


def _command(command: Any, name: str) -> Iterator[str]:  # noqa: ANN401 - of Typer's own Click
    if isinstance(command, TyperGroup):
        if name != "croupier":
            yield f"## {name}\n\n{_says(command)}\n"
        for word, each in command.commands.items():
            yield from _command(each, f"{name} {word}")
        return
    context = Context(command, info_name=name)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"## {name}\n\n    {name} {usage}\n\n{_says(command)}\n"
    rows = [row for each in command.get_params(context) if (row := _row(each, context))]
    if rows:
        yield "| argument or option | |\n| --- | --- |"
        yield from rows
        yield ""


def _says(command: Any) -> str:  # noqa: ANN401 - of Typer's own Click
    paragraphs = (command.help or "").replace("\f", "").strip().split("\n\n")
    return "\n\n".join(f"    {each}" if each.startswith("croupier ") else each for each in paragraphs)


def _row(parameter: Any, context: Context) -> str:  # noqa: ANN401 - of Typer's own Click
    record = parameter.get_help_record(context)
    if record is None or parameter.name == "help":
        return ""
    name, says = record
    return f"| `{name.replace('|', ', ')}` | {says.replace('|', ', ')} |"


def _interface() -> Iterator[str]:
    """Every request by its subject, and the messages of a table's socket."""
    app = application()
    described = describe(app)
    by_tag: dict[str, list[str]] = {}
    for path, methods in described["paths"].items():
        for method, each in methods.items():
            for tag in each.get("tags", ()) if isinstance(each, dict) else ():
                by_tag.setdefault(tag, []).append(f"| `{method.upper()} {path}` | {_inline(each)} |")
    for tag, rows in by_tag.items():
        yield from (f"## {tag.capitalize()}\n", "| request | |\n| --- | --- |", *rows, "")
    yield from _messages(describe_socket(app))


def _inline(operation: dict[str, Any]) -> str:
    said = f"{operation['summary']}. {operation.get('description', '')}"
    return " ".join(said.split()).replace("|", "\\|").rstrip()


def _messages(described: dict[str, Any]) -> Iterator[str]:
    yield "## Messages of a table's socket\n"
    yield "A house sends these; it takes [the commands of a table](../commands.md), each with a `request` of its own.\n"
    yield "| message | fields | |\n| --- | --- | --- |"
    sent = {name: each for name, each in described["components"]["messages"].items() if not name.startswith(COMMAND)}
    for name, message in sent.items():
        schema = message["payload"]
        while "$ref" in schema:
            schema = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        fields = ", ".join(f"`{field}`" for field in schema.get("properties", {}))
        yield f"| {message.get('title', name)} | {fields} | {message.get('summary', schema.get('description', ''))} |"


def main() -> None:
    """Write the pages, or check them."""
    for name, text in pages().items():
        page = FOLDER / name
        if "--check" not in sys.argv:
            page.write_text(text, encoding="utf-8")
            print(f"wrote {page.relative_to(ROOT)}")
        elif not page.exists() or page.read_text(encoding="utf-8") != text:
            sys.exit(f"{page.relative_to(ROOT)} is not current; run `make docs`")


if __name__ == "__main__":
    main()
