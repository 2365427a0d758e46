"""Line numbers of a rulebook's parts in its TOML text, so that a refusal can say where its reason stands."""

from __future__ import annotations

import re
from collections.abc import Mapping

_HEADER = re.compile(r"\s*\[\[?\s*(\w+)(?:\.\"?([\w-]+)\"?)?[\w.\"-]*\s*\]\]?")
_NAMED_BY = {"clause": "id", "ruling": "id", "term": "name", "table": "name", "limit": "clause", "condition": "clause"}
_KEY = re.compile(r"\s*\"?(\w+)\"?\s*=\s*(?:[\"'](.*?)[\"'])?")
_HAND = re.compile(r"\bhand\s*=\s*[\"'](\w+)[\"']")


def line_numbers(text: str) -> dict[str, int]:
    """The line of each part, by the words with which a message begins: `clause 10(b)`, `table trips, flush`."""
    found: dict[str, int] = {}
    kind = name = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header is not None:
            kind, name = header[1], header[2] or ""
            found.setdefault(f"{kind} {name}".strip(), number)
            continue
        key = _KEY.match(line)
        if key is not None and not kind:
            found.setdefault(key[1], number)
        elif key is not None and key[1] == _NAMED_BY.get(kind) and key[2]:
            name = key[2]
            found.setdefault(f"{kind} {name}", number)
        if kind == "table":
            for hand in _HAND.finditer(line):
                found.setdefault(f"table {name}, {hand[1]}", number)
    return found


def located(sentence: str, lines: Mapping[str, int]) -> str:
    """A sentence about a part of a rulebook, with the line where the part stands, if the text is known."""
    begins = [place for place in lines if re.match(re.escape(place) + r"(?![\w(.-])", sentence)]
    return f"line {lines[max(begins, key=len)]}: {sentence}" if begins else sentence
