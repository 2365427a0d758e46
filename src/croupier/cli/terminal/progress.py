"""Progress of long work, on standard error: bars at a terminal; elsewhere a line from time to time, if it lasts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from croupier.analysis.model.solution import Progress as Tick
from croupier.analysis.model.solution import Say
from croupier.cli.terminal.text import plain

if TYPE_CHECKING:
    from rich.progress import Task

PATIENCE = 3.0  # seconds without progress before the reason is shown
APART = 60.0  # seconds from one line to the next where there is no terminal
COMPILING = "(compiling loops)"


def announce(text: str) -> None:
    """Say something before long work, at a terminal and elsewhere."""
    sys.stderr.write(f"{plain(text)}\n")
    sys.stderr.flush()


def _lines(what: str) -> Tick:
    """A tick that writes a line now and then; work that is soon done writes none."""
    said = [monotonic()]

    def tick(done: int, of: int) -> None:
        if monotonic() - said[-1] >= APART:
            said.append(monotonic())
            announce(f"{what}: {done:,} of {of:,}")

    return tick


@contextmanager
def watched() -> Iterator[Say]:
    """Show progress bars while the context lasts; the value yielded starts a bar and returns its update function."""
    if not sys.stderr.isatty():
        yield _lines
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
    from rich.text import Text

    class Waiting(ProgressColumn):
        """Column with the reason why a bar has not moved yet."""

        def render(self, task: Task) -> Text:
            waits = not task.completed and not task.finished and (task.elapsed or 0) > PATIENCE
            return Text(COMPILING if waits else "", style="dim")

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        Waiting(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:

        def say(what: str) -> Tick:
            task = progress.add_task(plain(what), total=None)

            def tick(done: int, of: int) -> None:
                progress.update(task, completed=done, total=of)

            return tick

        yield say
