"""The command `croupier`. What it needs is imported when a command runs, so that `--help` stays fast."""

from __future__ import annotations

import os
import signal
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line: bad input ends with one clear message and exit code 2, never a traceback."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # who starts us with interrupts ignored has a reason
        signal.signal(signal.SIGINT, _leave)
    try:
        from croupier.cli.runner import run

        code = run(before)
    finally:
        signal.signal(signal.SIGINT, before)
    sys.exit(code)


def _leave(*_: object) -> None:
    """An interrupt while nothing has begun: there is nothing to put away, and half-made imports to stumble over."""
    os._exit(INTERRUPTED)
