"""Shell completion: the script by which a shell asks the program, and the answers, which Typer gives."""

from __future__ import annotations

import os

import typer

from croupier.cli.terminal.errors import InputError

_ASKS = "_CROUPIER_COMPLETE"  # the variable by which a script asks
SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


def show_script(shell: str) -> None:
    """Print the script of a shell."""
    if shell not in SHELLS:
        raise InputError(f"there is no completion for {shell!r}", ", ".join(SHELLS))
    from typer import completion

    script: str = completion.get_completion_script(  # type: ignore[attr-defined]
        prog_name="croupier", complete_var=_ASKS, shell=shell
    )
    typer.echo(script)


def prepare() -> None:
    """Load Typer's answers if a script asks."""
    if os.environ.get(_ASKS):
        from typer import completion

        completion.completion_init()  # type: ignore[attr-defined]
