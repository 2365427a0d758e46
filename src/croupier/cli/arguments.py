"""Arguments and options that several commands share, and the refusal of options that do not go together."""

# No `from __future__ import annotations` here: Typer evaluates each annotation twice, and would compile text each time.
from typing import Annotated

import typer

Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="Choose an option; may be given again. Try odds.trips.flush='8 to 1'."
    ),
]
File = Annotated[
    str | None, typer.Option("--submission", metavar="FILE", help="Take the options from a submission file.")
]


def rulebook_names() -> list[str]:
    """The names of rulebooks, for a shell that completes them."""
    from croupier.rulebook import NAMES

    return list(NAMES)


RulebookName = Annotated[
    str,
    typer.Argument(
        metavar="RULEBOOK", help="Such as uth-ma; `croupier rules` lists them.", autocompletion=rulebook_names
    ),
]
RulebookOrFile = Annotated[
    str | None,
    typer.Argument(
        metavar="RULEBOOK",
        help="Such as uth-ma, or a submission FILE.toml; --submission names it too.",
        autocompletion=rulebook_names,
    ),
]


def only_at(given: list[str], where: str, accepted: str) -> None:
    """Refuse options that have no meaning in this mode of a command."""
    if given:
        from croupier.cli.terminal.errors import InputError

        raise InputError(f"{', '.join(given)} {'is' if len(given) == 1 else 'are'} for {where}", accepted)
