"""What a user got wrong, told apart from what we got wrong."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from croupier.errors import CroupierError, message

BAD_INPUT = 2
NOT_WHOLE = 1


class InputError(CroupierError):
    """Bad input: its text is what the user is told, with a line for each of the objections, where there are any."""

    code = BAD_INPUT  # that the command ends with

    def __init__(self, why: str, accepted: str = "", about: str = "", *, objections: Sequence[str] = ()) -> None:
        super().__init__(why, accepted, about)
        self.lines = (message(why, accepted), *objections)

    def __str__(self) -> str:
        return "\n".join(self.lines)


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
        if len(lines) == 1:
            raise InputError(lines[0]) from error
        raise InputError(f"{len(lines)} objections", objections=lines) from error


def objections(error: Exception) -> list[str]:
    """What an error says, line by line; a submission has an objection a line."""
    if isinstance(error, RecursionError):
        return [message("what is nested so deep is read by nobody", "nothing deeper than a submission needs")]
    return [str(each) for each in getattr(error, "refusals", ())] or [str(error)]


def reason(error: OSError) -> str:
    """Why the machine refused, in its words; a stream that was never opened has none of use."""
    return "it is closed" if error.errno == errno.EBADF else str(error.strerror)
