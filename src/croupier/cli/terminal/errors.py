"""Errors of the user's (bad input), told apart from faults of the program, and the exit codes that they lead to."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from croupier.cli.exit_codes import BAD_INPUT, NOT_WHOLE
from croupier.errors import CroupierError, message


class InputError(CroupierError):
    """Bad input: its text is what the user is told, with a line for each of the objections, where there are any."""

    code = BAD_INPUT  # that the command ends with

    def __init__(self, why: str, accepted: str = "", about: str = "", *, objections: Sequence[str] = ()) -> None:
        super().__init__(why, accepted, about)
        self.lines = (message(why, accepted), *objections)

    def __str__(self) -> str:
        return "\n".join(self.lines)


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
        if len(lines) == 1:
            raise InputError(lines[0]) from error
        raise InputError(f"{len(lines)} objections", objections=lines) from error


@contextmanager
def not_whole() -> Iterator[None]:
    """Turn a RecordingError into a NotWholeError."""
    from croupier.table.recording.recorder import RecordingError

    try:
        yield
    except RecordingError as error:
        raise NotWholeError(error.why, error.accepted) from error


def objections(error: Exception) -> list[str]:
    """Lines of an error's message; an invalid submission has one line for each objection."""
    if isinstance(error, RecursionError):
        return [message("this is nested too deep", "nothing deeper than a submission needs")]
    return [str(each) for each in getattr(error, "refusals", ())] or [str(error)]


def reason(error: OSError) -> str:
    """The operating system's reason for a refusal; its text for a stream that was never opened is replaced."""
    return "it is closed" if error.errno == errno.EBADF else str(error.strerror)
