"""Check of what a game's own code answers: lines of a settlement, facts, words, choices and strengths.

What is not of its form, or does not add up, would make figures and balances wrong without a word.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, get_args

from croupier.games.lines import Line, Result, Stakes

MOST_STRENGTH = 1 << 31  # of a hand, which tables hold as small numbers
_RESULTS = frozenset(get_args(Result))


def settlement_faults(lines: object, stakes: Stakes) -> Iterator[str]:
    """Yield what is wrong with the lines of a settlement: each wager has one with its stake, by a clause."""
    if not isinstance(lines, tuple | list) or not all(isinstance(each, Line) for each in lines):
        yield "settle() answers no lines"
        return
    for wager, stake in stakes.items():
        own = [line.stake for line in lines if line.wager == wager and line.stake]
        if len(own) != 1:
            yield f"the wager {wager} has {len(own)} lines with its stake in a settlement; it needs one"
        elif own[0] != stake:
            yield f"the wager {wager} is settled for another stake than was put up"
    for line in lines:
        yield from _line_faults(line, stakes)


def _line_faults(line: Line, stakes: Stakes) -> Iterator[str]:
    if line.wager not in stakes:
        yield f"a settlement has a line of {line.wager!r}, which is not settled now"
    elif type(line.amount) is not int or type(line.stake) is not int:
        yield f"the wager {line.wager} wins or loses {line.amount!r}, which is no whole number of cents"
    elif line.amount < -line.stake:
        yield f"the wager {line.wager} loses more than its stake"
    elif line.result not in _RESULTS:
        yield f"the wager {line.wager} has the result {line.result!r}; there are {', '.join(sorted(_RESULTS))}"
    elif not line.clauses:
        yield f"the wager {line.wager} is settled by no clause: {line.because}"


def _facts(facts: object, *_: object) -> Iterator[str]:
    try:
        hash(facts)
    except TypeError as error:
        yield f"facts cannot be told apart: {error}"


def _words(words: object, *_: object) -> Iterator[str]:
    if not isinstance(words, str) or not words.isprintable() or not words:
        yield f"words() answers {words!r}, and no line of text"


def _choice(choice: object, *_: object) -> Iterator[str]:
    if not isinstance(choice, str):
        yield f"absent() answers {choice!r}, and no name of a choice"


def _open(is_open: object, *_: object) -> Iterator[str]:
    if not isinstance(is_open, bool):
        yield f"may() answers {is_open!r}, which is neither True nor False"


def _strength(strength: object, *_: object) -> Iterator[str]:
    if type(strength) is not int or not 0 <= strength < MOST_STRENGTH:
        yield f"ranking() answers {strength!r}, and no whole number from 0 on"


def _made(cards: object, *_: object) -> Iterator[str]:
    if not isinstance(cards, tuple) or not all(isinstance(each, Hashable) for each in cards):
        yield f"made() answers {cards!r}, and no tuple of cards"


# The checks by the field of a game, each of the answer and of what was asked.
CHECKS: Mapping[str, Callable[..., Iterator[str]]] = {
    "settle": lambda lines, _facts, stakes, _terms: settlement_faults(lines, stakes),
    "read": _facts,
    "compare": _facts,
    "bare": _facts,
    "beside_another": _facts,
    "words": _words,
    "absent": _choice,
    "may": _open,
    "ranking": _strength,
    "made": _made,
}


def faults(field: str, answer: Any, *asked: Any) -> Iterator[str]:  # noqa: ANN401 - a game's own facts
    """Yield what is wrong with an answer of the function in a game's field."""
    check = CHECKS.get(field)
    if check is not None:
        yield from check(answer, *asked)
