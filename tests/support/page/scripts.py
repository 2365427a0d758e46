"""The strings and templates of a script, and the words in them that a person would read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Text:
    """A string, or a template with a place for each value; what stands before it in the script."""

    line: int
    text: str  # a value stands in it as HOLE
    before: str
    after: str
    html: bool
    values: list[Text] = field(default_factory=list)


HOLE = "\0"
_REGEX_FOLLOWS = re.compile(r"(?:^|[(,=:\[!&|?{};+>]|\breturn|\btypeof)\s*$")


class _Reader:
    """Reads one script from its beginning to its end."""

    def __init__(self, script: str) -> None:
        self.script, self.at = script, 0

    def texts(self, *, until: str = "") -> list[Text]:
        """All strings and templates up to a closing bracket, or to the end."""
        found: list[Text] = []
        depth = 0
        while self.at < len(self.script):
            here = self.script[self.at]
            if self.script.startswith(("//", "/*"), self.at):
                self._skip_comment()
            elif here in "\"'":
                found.append(self._string(here))
            elif here == "`":
                found.append(self._template())
            elif here == "/" and _REGEX_FOLLOWS.search(self.script[max(0, self.at - 20) : self.at]):
                self._skip_regex()
            elif here == until and depth == 0:
                return found
            else:
                depth += (here == "{") - (here == "}")
                self.at += 1
        return found

    def _skip_comment(self) -> None:
        end = "\n" if self.script.startswith("//", self.at) else "*/"
        found = self.script.find(end, self.at + 2)
        self.at = len(self.script) if found < 0 else found + len(end)

    def _skip_regex(self) -> None:
        inside = False
        self.at += 1
        while self.script[self.at] != "/" or inside:
            here = self.script[self.at]
            inside = here == "[" or (inside and here != "]")
            self.at += 2 if here == "\\" else 1
        self.at += 1

    def _string(self, quote: str) -> Text:
        start = self.at
        self.at += 1
        while self.script[self.at] != quote:
            self.at += 2 if self.script[self.at] == "\\" else 1
        self.at += 1
        return self._text(start, self.script[start + 1 : self.at - 1], html=False)

    def _template(self) -> Text:
        start, parts, values = self.at, [], []
        self.at += 1
        last = self.at
        while self.script[self.at] != "`":
            if self.script.startswith("${", self.at):
                parts.append(self.script[last : self.at])
                self.at += 2
                values += self.texts(until="}")
                last = self.at = self.at + 1
            else:
                self.at += 2 if self.script[self.at] == "\\" else 1
        parts.append(self.script[last : self.at])
        self.at += 1
        return self._text(start, HOLE.join(parts), html=self.script.endswith("html", 0, start), values=values)

    def _text(self, start: int, text: str, *, html: bool, values: list[Text] | None = None) -> Text:
        line = self.script.count("\n", 0, start) + 1
        before, after = self.script[max(0, start - 60) : start], self.script[self.at : self.at + 20]
        return Text(line, text, before, after, html, values or [])


def texts(script: str) -> Iterator[Text]:
    """Every string and template of a script, those within templates too."""
    waiting = _Reader(script).texts()
    while waiting:
        each = waiting.pop(0)
        yield each
        waiting = each.values + waiting


# A tag of a template, its attributes among it, and in these such as a person reads.
_TAG = re.compile(r"<[^<>]*>")
_READ = re.compile(
    r'(?:aria-label|aria-valuetext|title|placeholder|alt|label|text|who|none|done)="([^"]*[a-zA-Z][^"]*)"'
)
# Strings that are code: what is compared, imported, a key of an object, a path, a selector, a name of storage.
_CODE_BEFORE = re.compile(
    r"(?:===|!==|class=\$\{|\bcase|\bfrom|\bimport|\.(?:closest|querySelector\w*)\(|\w*may\w*\([\w., ]*)\s*$",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"^(?:[/#.?&^\[]|croupier |[\w-]+\0)|[\[\]=*>]|://|\dpx|\0px|\.\w+$|^(?:input, button|button, a, summary)$"
)
_WORDS = re.compile(r"[a-zA-Z]{2,},? [a-zA-Z\0]|\0 [a-z]{2,}|^[A-Z][a-z]+[.!?:]?$|^ [a-z]+")


def _of_template(each: Text) -> list[str]:
    """Texts between the tags, and in the attributes that are read aloud or shown."""
    bare = [piece.replace(HOLE, "").strip() for piece in _TAG.split(each.text)]
    shown = [piece for piece in bare if re.search(r"[a-zA-Z]{2,}|[a-zA-Z]$", piece)]
    return shown + _READ.findall(each.text)


def words(script: str, known: frozenset[str] = frozenset()) -> list[tuple[int, str]]:
    """The words in a script that a person would read, each with its line, without those that are known to be none."""
    found = []
    for each in texts(script):
        if each.html:
            found += [(each.line, text) for text in _of_template(each) if text not in known]
        elif not (
            each.text in known
            or _CODE_BEFORE.search(each.before)
            or _CODE.search(each.text)
            or (re.match(r"\s*:", each.after) and not re.search(r"\?\s*$", each.before))
        ) and _WORDS.search(each.text):
            found.append((each.line, each.text))
    return found
