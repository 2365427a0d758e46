"""`croupier commands`: the commands that people, devices and the house can send to a table, as they are declared."""

from __future__ import annotations

from difflib import get_close_matches

from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError
from croupier.money import dollars
from croupier.table.model.catalog import DECLARED
from croupier.table.model.declaration import METER, Argument, Declared
from croupier.table.model.json_schema import schema, schemas
from croupier.table.model.validation import accepts
from croupier.table.model.vocabulary import CALLS, FAULTS, FAULTS_TAKE, NEEDED, SLIPS, STEPS, TO_PLACE


def commands(name: str | None, *, as_json: bool) -> None:
    """List the commands, or show one."""
    if name is None:
        _list(as_json=as_json)
        return
    declared = DECLARED.get(name)
    if declared is None:
        near = get_close_matches(name, DECLARED, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise InputError(f"there is no command {name!r}{hint}", ", ".join(DECLARED))
    if as_json:
        show.as_json(schema(declared))
    else:
        _page(declared)


def _list(*, as_json: bool) -> None:
    if as_json:
        slips = {**SLIPS, "to PLACE": TO_PLACE}
        show.as_json({"commands": schemas(), "steps": STEPS, "calls": CALLS, "faults": FAULTS, "slips": slips})
        return
    show.rows([[each.name, " or ".join(each.by), each.means] for each in DECLARED.values()], ["command", "by", ""])
    show.heading("Steps that may run by themselves")
    show.rows(list(STEPS.items()))
    show.heading("Sent along with every command where tables share a meter")
    show.rows([[METER.name, _about(METER)]])
    show.line()
    show.line("Read one with `croupier commands bet`; `--json` gives its JSON Schema.", "dim")


def _page(declared: Declared) -> None:
    show.line(declared.name, "bold")
    show.line(declared.means)
    show.line(f"By the {' or the '.join(declared.by)}, {declared.when}{', at a seat' * declared.at_seat}.")
    if declared.arguments:
        show.heading("Arguments")
        show.rows([[each.name, _about(each)] for each in declared.arguments])
    if declared.name == "fault":
        show.heading("What can go wrong")
        show.rows([[what, f"{means}{_takes(what)}"] for what, means in FAULTS.items()])
        show.heading("How a hand slips")
        show.rows([*SLIPS.items(), ("to PLACE", TO_PLACE)])
    if declared.name == "call":
        show.heading("What the documents name")
        show.rows(list(CALLS.items()))


def _about(about: Argument) -> str:
    needed = "needed" if about.needed else "may be left out"
    origin = "" if "person" in about.origins else f"; given by the {' or the '.join(about.origins)}, never by a person"
    accepted = accepts(about).partition(": ")[2]
    return f"{about.means}. {accepted}; {needed}{origin}. Such as {_example(about)}."


def _example(about: Argument) -> str:
    """An example as a person writes it, with money in dollars; in Python and in JSON it is a number of cents."""
    example = about.example
    if isinstance(example, dict):
        shown = dollars if about.kind == "wagers" else str
        return ", ".join(f"{name}={shown(value)}" for name, value in example.items())
    if about.kind == "money" and isinstance(example, int):
        return dollars(example)
    return " ".join(map(str, example)) if isinstance(example, list) else str(example)


def _takes(what: str) -> str:
    takes = [name if value is NEEDED else f"{name}={value}" for name, value in FAULTS_TAKE[what].items()]
    return f" ({', '.join(takes)})" if takes else ""
