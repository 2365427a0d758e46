"""The command `croupier`. What it needs is imported when a command runs, so that `--help` stays fast."""

from __future__ import annotations

import os
import sys

BAD_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command line: bad input ends with one clear message and exit code 2, never a traceback."""
    from croupier.cli.app import app
    from croupier.cli.errors import InputError

    try:
        app()
    except InputError as error:
        print(f"croupier: {error}", file=sys.stderr)  # noqa: T201 - the command line speaks to its user
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader has seen enough; what Python would flush at exit has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
