"""Errors of the user's (bad input), told apart from faults of the program, and the exit codes that they lead to."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

BAD_INPUT = 2
NOT_WHOLE = 1


class InputError(Exception):
    """Bad input: its text is what the user is told, a line for each objection where there are several."""

    code = BAD_INPUT  # that the command ends with

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        super().__init__("\n".join(lines))


class NotWholeError(InputError):
    """A failed check: the record that was checked is not whole, which is a finding and not a mistake of the user's."""

    code = NOT_WHOLE


@contextmanager
def bad_input(*kinds: type[Exception]) -> Iterator[None]:
    """Turn these exceptions, which mean bad input here, into an InputError."""
    try:
        yield
    except kinds as error:
        lines = objections(error)
        raise InputError(*([f"{len(lines)} objections"] if len(lines) > 1 else []), *lines) from error


def objections(error: Exception) -> list[str]:
    """Lines of an error's message; an invalid submission has one line for each objection."""
    if isinstance(error, RecursionError):
        return ["what is nested so deep is read by nobody; accepted: nothing deeper than a submission needs"]
    return [str(each) for each in getattr(error, "refusals", ())] or [str(error)]


def reason(error: OSError) -> str:
    """The operating system's reason for a refusal; its text for a stream that was never opened is replaced."""
    return "it is closed" if error.errno == errno.EBADF else str(error.strerror)
