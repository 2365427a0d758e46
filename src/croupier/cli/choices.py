"""From what is typed to a submission: `--set NAME=VALUE` and submission files."""

from __future__ import annotations

import tomllib
from typing import Any

from croupier.cli.errors import InputError, bad_input, objections
from croupier.cli.reading import read_text
from croupier.rulebook import NAMES, Rulebook, Submission, SubmissionError, UnknownError, load


def rulebook(name: str) -> Rulebook:
    """The rulebook that a user named: by its id, or by what only one has: `uth`, `ultimate`, `dragon`."""
    found = rulebooks_called(name)
    if len(found) > 1:
        raise InputError(f"{name!r} could be {' or '.join(found)}; accepted: one of them")
    with bad_input(UnknownError):
        return load(found[0] if found else name)


def rulebooks_called(name: str) -> list[str]:
    """The ids of the rulebooks that somebody may mean; the id itself before all else."""
    wanted = " ".join(name.casefold().split())
    if wanted in NAMES:
        return [wanted]
    begins = [each for each in NAMES if wanted and each.startswith(wanted)]
    return begins or [each for each in NAMES if wanted and wanted in load(each).title.casefold()]


def read_submission(file: str) -> Submission:
    """The submission in a file; `-` is standard input."""
    text = read_text(file)
    with bad_input(UnknownError, ValueError, RecursionError):
        try:
            return Submission.parse(text)
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{file} is no TOML: {error}") from error
        except SubmissionError as error:
            many = len(error.refusals)
            raise InputError(f"{file}: {many} objection{'s' * (many > 1)}", *objections(error)) from error


def chosen(name: str, sets: list[str], file: str | None) -> Submission:
    """The submission that `--submission` and `--set` make together; `--set` has the last word."""
    book = rulebook(name)
    options: dict[str, Any] = {}
    if file is not None:
        options = _options_of(file, book)
    for each in sets:
        _put(options, each)
    with bad_input(SubmissionError):
        return Submission.of(book, options)


def _options_of(file: str, book: Rulebook) -> dict[str, Any]:
    with bad_input(RecursionError):
        try:
            options = tomllib.loads(read_text(file))
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{file} is no TOML: {error}") from error
    named = options.pop("rulebook", book.id)
    if named != book.id:
        raise InputError(f"{file} is a submission for {named!r}, not for {book.id}")
    return options


def _put(options: dict[str, Any], each: str) -> None:
    """Set one option; a dotted name reaches into a table."""
    name, equals, value = each.partition("=")
    if not equals or not name.strip():
        raise InputError(f"--set takes NAME=VALUE, such as --set trips=B; {each!r} was given")
    *path, last = name.strip().split(".")
    place = options
    for part in path:
        inner = place.setdefault(part, {})
        if not isinstance(inner, dict):
            raise InputError(f"--set {each!r} reaches into {part}, which is no table")
        place = inner
    place[last] = value.strip()
