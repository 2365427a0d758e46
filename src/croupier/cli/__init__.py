"""The command line, `croupier`. A command's own imports are made when it runs, so that `--help` stays fast.

`main` is the entry point and `runner` runs a command; `app`, `house_app` and `records_app` declare the commands. These
are in folders: `rulebook`, `analysis`, `play`, `records`, `house` and `training`; `terminal` has the input and output
that they share.
"""

from __future__ import annotations

import gc
import os
import signal
import sys

from croupier.cli.exit_codes import INTERRUPTED


def main() -> None:
    """Run the command line: bad input ends with one clear message and exit code 2, never a traceback."""
    try:
        sys.exit(_carried_out())
    except KeyboardInterrupt:  # one that comes before interrupts are handled, or after that
        sys.exit(INTERRUPTED)


def _carried_out() -> int:
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # if we were started with interrupts ignored, they stay ignored
        signal.signal(signal.SIGINT, _leave)
    try:
        gc.disable()  # imports leave no garbage, and the collector takes a tenth of them
        try:
            from croupier.cli.runner import run
        finally:
            gc.enable()
        return run(before)
    finally:
        signal.signal(signal.SIGINT, before)


def _leave(*_: object) -> None:
    """Exit at once on an interrupt during the imports: there is nothing to clean up, and half an import may fail."""
    os._exit(INTERRUPTED)
