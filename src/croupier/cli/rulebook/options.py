"""Options of a game: turns `--set NAME=VALUE` and submission files into a submission."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from croupier.cli.terminal.errors import InputError, bad_input, objections
from croupier.cli.terminal.input_files import read_text
from croupier.games import catalogue
from croupier.rulebook import NAMES, Rulebook, Submission, SubmissionError, UnknownError, files, load
from croupier.rulebook.loader import RulebookError

_TOML = ".toml"


def rulebook(name: str) -> Rulebook:
    """The rulebook that a user named: by its id, by an unambiguous part of its id or title (`uth`), or by a path."""
    if files.is_path(name):
        return _in_file(name)
    found = rulebooks_called(name)
    if len(found) > 1:
        raise InputError(f"{name!r} could be {' or '.join(found)}", "one of them")
    with bad_input(UnknownError):
        return load(found[0] if found else name)


def _in_file(name: str) -> Rulebook:
    """The rulebook in a file of the user's own, if its game is one that there is."""
    with bad_input(RulebookError, UnknownError):
        return catalogue.named(name)


def rulebooks_called(name: str) -> list[str]:
    """The ids of the rulebooks that a name may mean; an exact id comes before all others."""
    wanted = " ".join(name.casefold().split())
    if wanted in NAMES:
        return [wanted]
    begins = [each for each in NAMES if wanted and each.startswith(wanted)]
    return begins or [each for each in NAMES if wanted and wanted in load(each).title.casefold()]


def read_submission(file: str) -> Submission:
    """Read a submission from a file; `-` is standard input."""
    book, options = _parts(file)
    return _made(book, options, file)


def chosen(name: str | None, sets: list[str], file: str | None) -> Submission:
    """The submission of a rulebook's name, `--submission` and `--set` together; `--set` overrides the file.

    A file names its rulebook, so no other name is needed; a file may also be given in place of the rulebook's name.
    """
    if name is not None and file is None and name.endswith(_TOML) and _is_submission(name):
        name, file = None, name
    if name is None and file is None:
        raise InputError(f"which rulebook? one of {', '.join(NAMES)}, or --submission FILE, which names it")
    book = rulebook(name) if name is not None else None
    options: dict[str, Any] = {}
    if file is not None:
        named, options = _parts(file, book)
        if book is not None and named.id != book.id:
            raise InputError(f"{file} is a submission for {named.id!r}, not for {book.id}")
        book = named
    _check_once(sets)
    for each in sets:
        _put(options, each)
    assert book is not None  # noqa: S101 - one or the other was given
    return _made(book, options)


def _is_submission(file: str) -> bool:
    """True if a TOML file is a submission, which names its rulebook, or is no TOML at all."""
    try:
        return "clause" not in (said := tomllib.loads(read_text(file))) and "follows" not in said
    except (tomllib.TOMLDecodeError, RecursionError):
        return True


def _check_once(sets: list[str]) -> None:
    """Refuse two values for one option."""
    given: dict[str, str] = {}
    for each in sets:
        name, _, value = (part.strip() for part in each.partition("="))
        if given.setdefault(name.casefold(), value) != value:
            raise InputError(f"--set {name} has two values", "one for each option")


def _made(book: Rulebook, options: dict[str, Any], file: str = "") -> Submission:
    """Make a submission of options, whose names and values may be in either case."""
    with bad_input(SubmissionError, RecursionError):
        try:
            named = {_called(book, name, options): value for name, value in options.items()}
            return Submission.of(book, {name: _in_case(book, name, value) for name, value in named.items()})
        except SubmissionError as error:
            if not file:
                raise
            many = len(error.refusals)
            raise InputError(f"{file}: {many} objection{'s' * (many > 1)}", objections=objections(error)) from error


def _called(book: Rulebook, name: str, options: dict[str, Any]) -> str:
    """An option's name as the rulebook writes it; two names that differ only in case are left as they are."""
    alike = [each for each in options if each.casefold() == name.casefold()]
    return name.casefold() if len(alike) == 1 and name.casefold() in book.options else name


def _in_case(book: Rulebook, name: str, value: object) -> object:
    """A value as the rulebook writes it: `b` is the pay table `B`."""
    option = book.options.get(name)
    values = list(option.values or {}) if option is not None else []
    if not isinstance(value, str) or value in values:
        return value
    alike = [each for each in values if each.casefold() == value.strip().casefold()]
    return alike[0] if len(alike) == 1 else value


def _parts(file: str, book: Rulebook | None = None) -> tuple[Rulebook, dict[str, Any]]:
    """The rulebook that a submission file names, else the one that was given, and the file's options."""
    text = read_text(file)
    with bad_input(RecursionError):
        try:
            options = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{file} is no TOML: {error}{_slip(text, str(error))}") from error
    named = options.pop("rulebook", book.id if book is not None else None)
    if not isinstance(named, str):
        raise InputError(f'{file}: a submission starts with the rulebook it is for: rulebook = "uth-ma"')
    if files.is_path(named):  # as it is seen from the submission's folder
        return _in_file(str(Path(file).parent / named)), options
    with bad_input(UnknownError):  # a file must name its rulebook exactly; only a command line may abbreviate it
        return load(named.casefold() if named.casefold() in NAMES else named), options


def _slip(text: str, error: str) -> str:
    """A hint for a common mistake in a line of TOML: a missing quote, or a colon."""
    found = re.search(r"at line (\d+)", error)
    lines = text.splitlines()
    line = lines[int(found[1]) - 1] if found and 0 < int(found[1]) <= len(lines) else ""
    bare = re.fullmatch(r"\s*([\w.-]+)\s*=\s*([^\"'\[{#][^\"'#]*?)\s*(#.*)?", line)
    if bare is not None:
        return f'; put it in quotes: {bare[1]} = "{bare[2]}"'
    if re.fullmatch(r"\s*[\w.-]+\s*=\s*(\"[^\"]*|'[^']*)", line):
        return "; the closing quote is missing"
    if re.fullmatch(r"\s*[\w.-]+\s*:.*", line):
        return "; write = between a name and its value, not :"
    return ""


def _put(options: dict[str, Any], each: str) -> None:
    """Set one option of a `--set`; a dotted name sets a key of a table."""
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
