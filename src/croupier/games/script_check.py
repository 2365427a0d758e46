"""Check of a script: that it is of its form, and that a table can deal it.

A fault is a sentence that names the step by its number and its word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, get_args

from croupier.games.game import (
    Ask,
    Burn,
    Choice,
    Community,
    Deal,
    DealerReveals,
    Draw,
    Ending,
    Script,
    Settle,
    Step,
    Stub,
    TurnUp,
    most_drawn,
    places,
)
from croupier.games.terms import Terms

_STEPS = get_args(Step)
_WORDS = ", ".join(sorted(step.__name__ for step in _STEPS))
_KNOWN = {
    "collects": ("seat by seat", "losers first", "at the end"),
    "of": ("community", "dealer"),
    "wrong_count": ("round", "hand"),
    "exposed_until": ("the reveal", "all have acted"),
}
_MOST_TIMES = 1000
_SEPARATE = frozenset(",:#=")  # in a choice's name these would end it where it is typed


def script_faults(script: object, terms: Terms) -> Iterator[str]:
    """Yield what is wrong with a script: with its form or, if that is right, with what it deals, turns up and asks."""
    found = list(_form_faults(script))
    yield from found
    if not found:
        yield from _dealing_faults(script, terms)  # type: ignore[arg-type]  # its form has been seen to be right


# ---- the form ------------------------------------------------------------------------------------------


def _form_faults(script: object) -> Iterator[str]:
    if not isinstance(script, tuple):
        yield f"the script is {_shown(script)}, and no tuple of steps"
        return
    if not script or not isinstance(script[0], Deal):
        yield "the script does not begin with a Deal"
    if not any(isinstance(step, Settle) for step in script):
        yield "the script has no Settle, so no wager is ever settled"
    for number, step in enumerate(script, start=1):
        if isinstance(step, _STEPS):
            yield from (f"{_where(number, step)}: {fault}" for fault in _step_faults(step))
        else:
            yield f"step {number} of the script is {_shown(step)}, and no step; there are {_WORDS}"


def _step_faults(step: Any) -> Iterator[str]:  # noqa: ANN401 - any step
    for names, is_right, said in _FIELDS:
        for name in names:
            if hasattr(step, name) and not is_right(getattr(step, name)):
                yield f"{name} is {_shown(getattr(step, name))}{said}"
    for name, known in _KNOWN.items():
        if getattr(step, name, known[0]) not in known:
            yield f"{name} is {_shown(getattr(step, name))}; there are {', '.join(known)}"
    if isinstance(step, Settle) and _are_names(step.wagers) and _are_names(step.without_dealer):
        for each in sorted({*step.without_dealer} - {*step.wagers}):
            yield f"without_dealer names {each!r}, which it does not settle"
    if isinstance(step, Ask):
        yield from _choices_faults(step.choices)


def _choices_faults(choices: object) -> Iterator[str]:
    if not isinstance(choices, tuple) or not choices or not all(isinstance(each, Choice) for each in choices):
        yield "there is nothing to choose: choices is no tuple of them"
        return
    yield from (f"the choice {each.name!r}: {fault}" for each in choices for fault in _choice_faults(each))


def _choice_faults(choice: Choice) -> Iterator[str]:
    if not _is_text(choice.name) or not _SEPARATE.isdisjoint(choice.name):
        yield "its name is no words that can be typed"
    if not _is_text(choice.rule):
        yield f"rule is {_shown(choice.rule)}, and no name"
    for name in ("times", "up_to"):
        many = getattr(choice, name)
        if not (_is_multiple(many) or (name == "up_to" and many is None)):
            yield f"{name} is {_shown(many)}, and no whole number or Fraction above 0, at most {_MOST_TIMES}"
            return
    if choice.up_to is not None and (choice.up_to < choice.times or choice.wager is None):
        yield "up_to bounds the wager that it places, from times on"
    if not _is_count(choice.discards) or not _is_count(choice.least_discards):
        yield "discards and fewest are numbers of cards"
    elif choice.least_discards > choice.discards:
        yield f"it puts away at least {choice.least_discards} cards, and at most {choice.discards}"
    if choice.ending not in (None, *get_args(Ending)):
        yield f"ending is {_shown(choice.ending)}; there are {', '.join(get_args(Ending))}"
    if not _are_names(choice.settles):
        yield f"settles is {_shown(choice.settles)}, and no tuple of names"


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_multiple(value: object) -> bool:
    return type(value) in (int, Fraction) and 0 < value <= _MOST_TIMES  # type: ignore[operator]  # it is a number


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and bool(value) and value == value.strip()


def _are_names(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, str) for each in value)


# The fields of steps, with what each must be.
_FIELDS: tuple[tuple[tuple[str, ...], Callable[[object], bool], str], ...] = (
    (("each", "dealer", "community", "up", "dealer_up", "cards"), _is_count, ", and no number of cards"),
    (("rule", "stage"), _is_text, ", and no name"),
    (("wagers", "counted_chips", "without_dealer"), _are_names, ", and no tuple of names"),
    (
        ("of_community", "announces", "sides_alone", "completed", "returns_folds", "counts_folds", "plays_void"),
        lambda value: isinstance(value, bool),
        ", which is neither True nor False",
    ),
    (("keeps_from",), lambda value: value is None or _is_count(value), ", and no strength of a hand"),
)


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"a {type(value).__name__}"  # noqa: PLR2004 - characters


# ---- the cards and the questions -----------------------------------------------------------------------


def _dealing_faults(script: Script, terms: Terms) -> Iterator[str]:
    """Yield what cannot be dealt: too many cards, cards turned up that do not lie there, questions about no wager."""
    yield from _number_faults(script, terms)
    stub = next((number for number, step in enumerate(script) if isinstance(step, Stub)), len(script))
    for number, step in enumerate(script, start=1):
        before = places(script[: number - 1])
        where = _where(number, step)
        if number > stub + 1 and _takes_from_the_deck(step):
            yield f"{where}: the stub has been put away"
        if isinstance(step, Deal) and (step.up > step.each or step.dealer_up > step.dealer):
            yield f"{where}: more cards lie face up than are dealt"
        if isinstance(step, Draw) and not most_drawn(script[:number]):
            yield f"{where}: no choice puts cards away before it"
        if isinstance(step, Burn) and step.of_community and not before.community:
            yield f"{where}: no community card lies there"
        if isinstance(step, TurnUp):
            lie = before.dealer if step.of == "dealer" else before.community
            if step.cards > lie:
                yield f"{where}: {step.cards} cards are turned up, and {lie} lie there"
        if isinstance(step, Ask):
            yield from (f"{where}: {fault}" for fault in _ask_faults(step, before.each, terms))


def _takes_from_the_deck(step: Step) -> bool:
    return isinstance(step, Deal | Draw | Community | Stub) or (isinstance(step, Burn) and not step.of_community)


def _number_faults(script: Script, terms: Terms) -> Iterator[str]:
    seats, deck = int(str(terms["seats"])), len(terms.rulebook.deck)
    dealt = places(script)
    burned = sum(isinstance(step, Burn) for step in script)
    needed = seats * (dealt.each + most_drawn(script)) + dealt.dealer + dealt.community + burned
    if not dealt.each:
        yield "no player is dealt a card"
    if needed > deck:
        yield f"a full table of {seats} needs {needed} cards, and the deck has {deck}; allow fewer seats"
    shown = sum(step.cards for step in script if isinstance(step, Community))
    shown += sum(step.cards for step in script if isinstance(step, TurnUp) and step.of == "community")
    if shown < dealt.community:
        yield f"{dealt.community - shown} community cards are never turned up, and hands are settled with them"
    if dealt.dealer and not any(isinstance(step, DealerReveals) for step in script):
        yield "the dealer's cards are never turned up: there is no DealerReveals"


def _ask_faults(ask: Ask, held: int, terms: Terms) -> Iterator[str]:
    names = Counter(choice.name for choice in ask.choices)
    yield from (f"two choices are called {name!r}" for name, many in names.items() if many > 1)
    about = [("unless", ask.unless), ("only", ask.only)]
    for choice in ask.choices:
        said = f"the choice {choice.name!r}"
        about += [(f"{said} needs", choice.needs), (f"{said} withdraws", choice.withdraws)]
        about += [(f"{said} settles", each) for each in choice.settles]
        if choice.discards > held:
            yield f"{said} puts away {choice.discards} cards, and a hand has {held}"
    for what, wager in about:
        if wager is not None and wager not in terms.rulebook.wagers:
            yield f"{what} {wager!r}, which is no wager of the rulebook"


def _where(number: int, step: Step) -> str:
    return f"step {number} of the script, {type(step).__name__}"
