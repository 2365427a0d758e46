"""What a user got wrong, told apart from what we got wrong."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from croupier.cli.exit_codes import BAD_INPUT, NOT_WHOLE


class InputError(Exception):
    """Bad input: its text is what the user is told, a line for each objection where there are several."""

    code = BAD_INPUT  # that the command ends with

    def __init__(self, *lines: str) -> None:
        self.lines = lines
        super().__init__("\n".join(lines))


class NotWholeError(InputError):
    """What was checked is not whole: a finding about it, and no slip of the user's."""

    code = NOT_WHOLE


@contextmanager
def bad_input(*kinds: type[Exception]) -> Iterator[None]:
    """Turn these exceptions, which mean bad input here, into what the user is told."""
    try:
        yield
    except kinds as error:
        lines = objections(error)
        raise InputError(*([f"{len(lines)} objections"] if len(lines) > 1 else []), *lines) from error


def objections(error: Exception) -> list[str]:
    """What an error says, line by line; a submission has an objection a line."""
    if isinstance(error, RecursionError):
        return ["what is nested so deep is read by nobody; accepted: nothing deeper than a submission needs"]
    return [str(each) for each in getattr(error, "refusals", ())] or [str(error)]


def reason(error: OSError) -> str:
    """Why the machine refused, in its words; a stream that was never opened has none of use."""
    return "it is closed" if error.errno == errno.EBADF else str(error.strerror)
