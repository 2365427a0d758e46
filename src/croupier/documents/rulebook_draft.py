"""A draft of a rulebook from the text of a document: its clauses by their printed ids, each beside a near one."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from croupier.documents import trace
from croupier.errors import CroupierError
from croupier.rulebook.model import Clause, Rulebook, is_under
from croupier.rulebook.submission_text import toml_value
from croupier.rulebook.translation import said_in

_NUMBERED = re.compile(r"\W{0,6}(\d[\w-]*(?:\.[A-Z\d]\w*)*(?:\((?:\d{1,3}|[a-zA-Z]{1,5})\))*)[.:*]*\s+(\S.*)")
_MARKED = re.compile(r"\W{0,4}?\((\d{1,3}|[a-zA-Z]{1,5})\)[.:*]*\s+(\S.*)")
_WORD = re.compile(r"[^\W\d_]{3,}")
_LIKE = 0.2  # two clauses below this likeness are not alike
_HEADING = 8  # words that a heading has at most
_UNWRITTEN = frozenset({"ruling", "needs_by"})  # keys that name rulings, which the draft has none of


class DraftError(CroupierError, ValueError):
    """A text in which no clause has a number."""


class Printed(NamedTuple):
    """A clause as a document prints it: its id and its text."""

    id: str
    text: str


def printed_clauses(text: str) -> list[Printed]:
    """The clauses of a text in which each begins a line with its number, or with its mark under the last number."""
    found: list[Printed] = []
    marks: list[str] = []
    section = ""
    for line in text.splitlines():
        if (numbered := _NUMBERED.match(line)) is not None:
            section, marks = numbered[1], []
            found.append(Printed(section, numbered[2].strip()))
        elif (marked := _MARKED.match(line)) is not None and section:
            marks = _under(marks, marked[1])
            found.append(Printed(section + "".join(f"({mark})" for mark in marks), marked[2].strip()))
        elif found and line.strip():
            found[-1] = Printed(found[-1].id, f"{found[-1].text} {line.strip()}")
    if not found:
        raise DraftError("no line begins with the number of a clause", "lines such as '10(b) The dealer shall ...'")
    return list({each.id: each for each in found}.values())


def _under(marks: list[str], mark: str) -> list[str]:
    """The marks of a clause, the last of them this one: beside an earlier mark that it continues, or below all."""
    for depth in range(len(marks), 0, -1):
        if mark in _next(marks[depth - 1]):
            return [*marks[: depth - 1], mark]
    return [*marks, mark]


def _next(mark: str) -> set[str]:
    romans = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"]
    if mark.isdecimal():
        return {str(int(mark) + 1)}
    after = {chr(ord(mark) + 1)} if len(mark) == 1 else set()
    lower = mark.lower()
    return after | ({romans[romans.index(lower) + 1]} if lower in romans[:-1] else set())


class Nearest:
    """The clauses of a rulebook, to be found by likeness of words; rare words count for more."""

    def __init__(self, book: Rulebook) -> None:
        self._clauses = [(clause, Counter(_words(clause.says))) for clause in book.clauses if clause.kind != "heading"]
        often = Counter(word for _, words in self._clauses for word in words)
        self._weights = {word: math.log(1 + len(self._clauses) / times) for word, times in often.items()}

    def to(self, text: str) -> Clause | None:
        """The nearest clause; None if none is near."""
        return self._found(text)[1]

    def among(self, texts: Iterable[str]) -> float:
        """The likeness of all these texts to their nearest clauses, by which a language is told from another."""
        return sum(self._found(text)[0] for text in texts)

    def _found(self, text: str) -> tuple[float, Clause | None]:
        words = Counter(_words(text))
        likeness, place = max((self._likeness(words, other), -place) for place, (_, other) in enumerate(self._clauses))
        return likeness, self._clauses[-place][0] if likeness >= _LIKE else None

    def _likeness(self, words: Counter[str], others: Counter[str]) -> float:
        both = sum(self._weight(word) ** 2 for word in words if word in others)
        sizes = [math.sqrt(sum(self._weight(word) ** 2 for word in each)) for each in (words, others)]
        return both / (sizes[0] * sizes[1]) if all(sizes) else 0.0

    def _weight(self, word: str) -> float:
        return self._weights.get(word, 1.0)


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def draft(text: str, name: str, like: Rulebook | None) -> str:
    """The draft in TOML. What the author has to say is empty, and `croupier rulebook check` lists it."""
    clauses = printed_clauses(text)
    texts = [each.text for each in clauses]
    of_like = [Nearest(said_in(like, language)) for language in like.languages] if like is not None else []
    nearest = max(of_like, key=lambda each: each.among(texts), default=None)
    headings = {each.id for each in clauses if _is_heading(each, clauses)}
    near = {
        each.id: nearest.to(each.text) if nearest is not None and each.id not in headings else None for each in clauses
    }
    lines = [*_head(name, like)]
    for each in clauses:
        lines += _heading(each) if each.id in headings else _clause(each, near[each.id], like)
    return "\n".join([*lines, *(_rest(like, near) if like is not None else [])]) + "\n"


def _is_heading(clause: Printed, clauses: Iterable[Printed]) -> bool:
    """True for a few words with clauses under them."""
    return len(clause.text.split()) <= _HEADING and any(is_under(each.id, clause.id) for each in clauses)


def _heading(printed: Printed) -> Iterator[str]:
    yield from ("", "[[clause]]", f"id = {toml_value(printed.id)}", f"# the document: {_comment(printed.text)}")
    yield from ('kind = "heading"', 'says = ""')


def _head(name: str, like: Rulebook | None) -> Iterator[str]:
    yield "# A draft: say each clause in your own words, keep or alter what is proposed, and look at"
    yield "# `croupier rulebook check` for what is unsaid, unbound, contradicted or unknown."
    said = {"id": name, "title": like.title if like else "", "short": name, "game": like.game if like else ""}
    said |= {"jurisdiction": "", "document": "", "deck": like.deck_name if like else "standard"}
    said |= {"currency": like.currency.code} if like else {}
    yield from (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in said.items())
    if like is None:
        yield 'follows = "house-procedures"'
    else:
        yield "# If the document leaves opening, shuffling, dealing and irregularities to the house:"
        yield '# follows = "house-procedures"'


def _clause(printed: Printed, near: Clause | None, like: Rulebook | None) -> Iterator[str]:
    yield from ("", "[[clause]]", f"id = {toml_value(printed.id)}", f"# the document: {_comment(printed.text)}")
    if near is not None and like is not None:
        yield f"# like {like.id} {near.id} ({trace.kept(near)}): {_comment(near.says)}"
    yield f"kind = {toml_value(near.kind if near is not None else 'procedure')}"
    yield 'says = ""'
    if near is not None and near.outside:
        yield f"outside = {toml_value(near.outside)}"
    else:
        yield f"rules = {toml_value(list(near.rules) if near is not None else [])}"


def _comment(text: str) -> str:
    return " ".join(text.split())


def _rest(like: Rulebook, near: Mapping[str, Clause | None]) -> Iterator[str]:
    """Yield the wagers, pay tables and options of the rulebook that it is like, under the draft's own clauses."""
    here: dict[str, list[str]] = {}
    for own, clause in near.items():
        if clause is not None:
            here.setdefault(clause.id, []).append(own)
    data = like.to_data()
    yield from ("", f"# The wagers, pay tables and options of {like.id}, under the clauses above: alter what differs.")
    for kind in ("wager", "option"):
        for name, entry in data[kind].items():
            yield from ("", f"[{kind}.{name}]", *_entry(entry, here))
            if kind == "option":
                yield 'ruling = ""'  # until the document has a ruling of its own
    for table in data["table"]:
        yield from ("", "[[table]]", *_entry(table, here))
    yield from ("", "[sign]", *_entry({"clauses": data["sign"]["clauses"]}, here), "", "[shared]")
    for name, clauses in data["shared"].items():
        yield f"{name} = {toml_value(_mapped(clauses, here))}"


def _entry(entry: Mapping[str, Any], here: Mapping[str, list[str]]) -> Iterator[str]:
    for key, value in entry.items():
        if key in {"clause", "clauses"}:
            mapped = _mapped(value if isinstance(value, list) else [value], here)
            yield f"{key} = {toml_value(mapped if key == 'clauses' else next(iter(mapped), ''))}"
        elif key == "rows":
            rows = [{name: each for name, each in row.items() if name not in {"clause", *_UNWRITTEN}} for row in value]
            yield f"rows = {toml_value(rows)}"
        elif key not in _UNWRITTEN:
            yield f"{key} = {toml_value(value)}"


def _mapped(clauses: list[str], here: Mapping[str, list[str]]) -> list[str]:
    return list(dict.fromkeys(own for clause in clauses for own in here.get(clause, [])))
