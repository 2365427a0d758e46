"""The base class of all errors of the package; here alone the text of an error is put together of its parts."""

from __future__ import annotations


def message(why: str, accepted: str = "") -> str:
    """The text of an error: why something was refused, and then what would be accepted, where that is known."""
    return f"{why}; accepted: {accepted}" if accepted else why


class CroupierError(Exception):
    """An error of the package, in three parts: why it was raised, what would be accepted, and what it is about.

    `about` names the argument, the option or the thing that is at fault, where one is. The arguments of an error stay
    those of its constructor, so that it can be pickled.
    """

    def __init__(self, why: str, accepted: str = "", about: str = "") -> None:
        self.why, self.accepted, self.about = why, accepted, about

    def __str__(self) -> str:
        return message(self.why, self.accepted)


class GameCodeError(CroupierError):
    """A game's code, a person's own, that fails or does not end: what it says of itself, and at which line."""
