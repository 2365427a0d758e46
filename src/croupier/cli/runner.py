"""Runner of the command line: runs the command that was typed and maps every failure to a message and an exit code."""

from __future__ import annotations

import atexit
import io
import os
import signal
import sys
import threading
import warnings
from typing import Any, TypeAlias

import typer

from croupier.cli.app import app
from croupier.cli.exit_codes import BAD_INPUT, INTERRUPTED
from croupier.cli.terminal import completion, streams
from croupier.cli.terminal.errors import InputError
from croupier.errors import GameCodeError
from croupier.extras import MissingError, missed

SOON = 0.01  # seconds
Handler: TypeAlias = Any  # a function, or one of the signal module's numbers
# Options whose value may be left out, with their values (Typer has no such option); the first value is the default.
MAY_STAND_ALONE = {"--coach": ("before", "after")}
# A command line that is not understood; Typer has no public name for it.
UsageError: type[Any] = typer.BadParameter.__mro__[1]


def run(interrupts: Handler) -> int:
    """Run the command that was typed and return the exit code; interrupts are handled as before `main` was called."""
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)  # the work is done by then
    was, warnings.showwarning = warnings.showwarning, _warn
    reported, sys.unraisablehook = sys.unraisablehook, _unraisable
    try:
        with streams.guarded():
            signal.signal(signal.SIGINT, interrupts)
            return _carried_out()
    except InputError as error:
        first, *more = error.lines
        streams.say(f"croupier: {first}", *more)
        return error.code
    except (streams.OutputError, MissingError, GameCodeError) as error:
        streams.say(f"croupier: {error}")
    except ModuleNotFoundError as error:
        said = missed(error)
        if said is None:
            raise
        streams.say(f"croupier: {said}")
    except OSError as error:  # a fault of the machine: faults of files that a user names are InputErrors already
        streams.say(f"croupier: {error.filename or 'this machine'}: {error.strerror}")
    except streams.ReaderGoneError:
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        warnings.showwarning, sys.unraisablehook = was, reported
    return BAD_INPUT


def _carried_out() -> int:
    completion.prepare()
    try:
        code = app(_with_values(sys.argv[1:]), standalone_mode=False)
    except UsageError as error:
        said = io.StringIO()
        error.show(said)
        streams.say(*said.getvalue().splitlines())
        return BAD_INPUT
    except typer.Abort:  # the input ended where an answer was needed
        raise InputError("the input ended too early") from None
    return code if isinstance(code, int) else 0


def _with_values(words: list[str]) -> list[str]:
    """Arguments with the default value inserted after an option that stands alone: `--coach` is `--coach before`.

    What follows the option is its value if it is one of them, or if the command has its argument already.
    """
    typed: list[str] = []
    has_argument = len(words) > 1 and not words[1].startswith("-")
    for place, word in enumerate(words):
        typed.append(word)
        following = words[place + 1] if place + 1 < len(words) else "-"
        values = MAY_STAND_ALONE.get(word, ())
        if values and following not in values and (following.startswith("-") or not has_argument):
            typed.append(values[0])
    return typed


def _unraisable(lost: sys.UnraisableHookArgs, /) -> None:
    """Send an interrupt again, a little later, if it came where no exception can be raised (in a finalizer)."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    again = threading.Timer(SOON, os.kill, [os.getpid(), signal.SIGINT])
    again.daemon = True
    again.start()


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning without the line of code that gave it."""
    streams.say(f"croupier: {message}")
