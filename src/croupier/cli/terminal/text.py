"""Escaping of untrusted text: no control character of a name, a file or an option reaches the terminal."""

from __future__ import annotations

import json
import re

_LONGEST_WORD = 256  # characters: a file's name fits, a number of 5,000 digits does not
_KEPT = 100  # characters that are kept of a longer word
_LONGEST = 2000  # characters of a message


def plain(text: str, keep: str = "") -> str:
    r"""Escape every character that is not printable (`\x1b`, `\u202e`, `\n`), except those in `keep`.

    `str.isprintable` decides: control and direction characters, surrogates and unassigned characters are escaped.
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each in keep else escaped(each) for each in text)


def escaped(text: str) -> str:
    """Escape a text as in a Python literal, in ASCII."""
    return text.encode("unicode_escape").decode("ascii")


def message(text: str) -> str:
    """Escape a message and shorten very long words and texts."""
    short = re.sub(rf"\S{{{_LONGEST_WORD + 1},}}", lambda found: f"{found[0][:_KEPT]}...", plain(text))
    return short if len(short) <= _LONGEST else f"{short[:_LONGEST]}..."


def json_text(value: object, *, ascii_only: bool) -> str:
    """Format a value as JSON; unprintable characters become JSON escapes, so that a parser reads them unchanged."""
    text = json.dumps(value, indent=2, ensure_ascii=ascii_only, default=str)
    if text.isascii():
        return text.replace("\x7f", r"\u007f")
    return "".join(each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text)
