"""Page of all commands of a table: writes docs/commands.md from their declarations, or checks that it is current.

python tools/commands.py            write it
python tools/commands.py --check    check that it is current (exit code 1 if not)
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from croupier.table.model.catalog import DECLARED
from croupier.table.model.declaration import METER, Argument, Declared
from croupier.table.model.validation import accepts
from croupier.table.model.vocabulary import CALLS, FAULTS, FAULTS_TAKE, NEEDED, SLIPS, STEPS, TO_PLACE

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "commands.md"
_TOP = """\
# What can be asked of a table

Written by `make docs` from `croupier/table/model/declared`, where every command is declared once; `croupier commands`
shows the same, and `croupier commands --json` gives JSON Schema. In Python:

    Command("player", "bet", seat=1, args={"wagers": {"ante": 500}, "ready": True}, by="p-4711")

`by` is the person who gives the command, by an id of 1 to 64 letters, digits, `_` and `-` that says nothing. `sit`
gives the seat its person; every other command of a player comes from that person, or is refused. A player without `by`
is whoever has the seat. Names are no part of a command: `Table.name` keeps them beside the table, for showing.

Money is whole cents as a number, or text in the currency of the table's rulebook (`"$5"`, `"€5"`). Cards are text
(`"2c"`) or their number in the deck. What comes from the house or the card source is no person's to give: it stands in
`supplied`. An argument that is unknown, missing or wrong is refused, with what would be accepted; nothing is ignored.

Where tables share a progressive's meter, the house sends it along with every command, in `supplied`; a table without a
progressive refuses it. What a view shows as `meter` during a round is indicative: what stands at settlement is paid.
"""


def page() -> Iterator[str]:
    """The whole page, line by line."""
    yield _TOP
    yield from _arguments(METER)
    for declared in DECLARED.values():
        yield from _command(declared)
    yield from _table("Steps that may run by themselves", "step", STEPS)
    yield from _table("Irregularities that the documents name", "`call what=`", CALLS)
    faults = {what: f"{means}{_takes(what)}" for what, means in FAULTS.items()}
    yield from _table("What can go wrong at a table for training or tests", "`fault what=`", faults)
    yield from _table("How a hand slips", "`how=`", {**SLIPS, "to PLACE": TO_PLACE})


def _command(declared: Declared) -> Iterator[str]:
    yield f"## {declared.name}\n"
    seat = ", at a seat" * declared.at_seat
    yield f"{declared.means} By the {' or the '.join(declared.by)}, {declared.when}{seat}.\n"
    if declared.arguments:
        yield from _arguments(*declared.arguments)


def _arguments(*arguments: Argument) -> Iterator[str]:
    yield "| argument | | accepted | such as | from |\n| --- | --- | --- | --- | --- |"
    yield from map(_argument, arguments)
    yield ""


def _argument(about: Argument) -> str:
    needed = " (needed)" if about.needed else ""
    accepted = accepts(about).partition(": ")[2]
    example = json.dumps(about.example)
    return f"| `{about.name}`{needed} | {about.means} | {accepted} | `{example}` | {' or '.join(about.origins)} |"


def _takes(what: str) -> str:
    takes = [name if value is NEEDED else f"{name}={value}" for name, value in FAULTS_TAKE[what].items()]
    return f" (`{' '.join(takes)}`)" if takes else ""


def _table(title: str, first: str, rows: dict[str, str]) -> Iterator[str]:
    yield f"## {title}\n\n| {first} | |\n| --- | --- |"
    yield from (f"| {name} | {means} |" for name, means in rows.items())
    yield ""


def main() -> None:
    """Write the page, or check it."""
    text = "\n".join(page()).rstrip() + "\n"
    if "--check" not in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)}")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        sys.exit(f"{PAGE.relative_to(ROOT)} is not current; run `make docs`")


if __name__ == "__main__":
    main()
