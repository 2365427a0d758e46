"""Text from anywhere made fit to be shown: nothing that a name, a file or an option holds ever steers a terminal."""

from __future__ import annotations

import json
import re

_LONGEST_WORD = 256  # characters; a name of a file fits, a number of 5,000 digits does not
_KEPT = 100  # characters of a longer one
_LONGEST = 2000  # characters of a message


def plain(text: str, keep: str = "") -> str:
    r"""Text with every character that does not print written out: `\x1b`, `\u202e`, `\n`, except those to be kept.

    What prints is Python's judgement: control and direction characters, halves of characters and what Unicode has not
    assigned do not.
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each in keep else escaped(each) for each in text)


def escaped(text: str) -> str:
    """Text as Python would write it in a literal, in ASCII."""
    return text.encode("unicode_escape").decode("ascii")


def message(text: str) -> str:
    """A message fit to be read: plain, and nothing in it that nobody reads to its end."""
    short = re.sub(rf"\S{{{_LONGEST_WORD + 1},}}", lambda found: f"{found[0][:_KEPT]}...", plain(text))
    return short if len(short) <= _LONGEST else f"{short[:_LONGEST]}..."


def json_text(value: object, *, ascii_only: bool) -> str:
    """A value as JSON; what does not print is written as JSON's own escapes, so that a reader has it unchanged."""
    text = json.dumps(value, indent=2, ensure_ascii=ascii_only, default=str)
    if text.isascii():
        return text.replace("\x7f", r"\u007f")
    return "".join(each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text)
