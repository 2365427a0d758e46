"""What a user got wrong, told apart from what we got wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class InputError(Exception):
    """Bad input: its text is what the user is told."""


@contextmanager
def bad_input(*kinds: type[Exception]) -> Iterator[None]:
    """Turn these exceptions, which mean bad input here, into what the user is told."""
    try:
        yield
    except kinds as error:
        raise InputError(str(error)) from error
