"""Parser for a player's answers: games, wagers and choices, in the words that players use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from croupier.games.game import Ask, Choice, Game
from croupier.games.terms import Terms
from croupier.money import Cents, MoneyError

_MOST_DIGITS = 6  # of a number in a list
# Players' words for a choice, grouped by its effect.
_PUTS_UP = frozenset({"raise", "call", "bet", "play", "go", "in"})
_FOLDS = frozenset({"fold", "muck", "surrender", "drop", "out", "give up"})
_TAKES_BACK = frozenset({"withdraw", "take back", "take it back", "pull", "pull back", "back", "let it down"})
_LETS_STAND = frozenset({"check", "pass", "stay", "stand", "wait", "ride", "let it ride", "let ride", "leave it"})
_DECLARES = frozenset({"declare", "show"})


def matched(typed: str, names: Sequence[str]) -> str | None:
    """The name that was meant: by its number, in full, or by an unambiguous prefix."""
    if typed.isdecimal():
        if len(typed) > _MOST_DIGITS:
            return None
        return names[int(typed) - 1] if 1 <= int(typed) <= len(names) else None
    wanted = typed.casefold()
    exact = [name for name in names if name.casefold() == wanted]
    near = exact or [name for name in names if wanted and name.casefold().startswith(wanted)]
    return near[0] if len(near) == 1 else None


def meant(typed: str, names: Sequence[str], game: Game, terms: Terms) -> list[str]:
    """The choices on offer that the typed text may mean: `2`, `play 4x`, `4x`, `raise`, `let it ride`."""
    found = matched(typed, names)
    if found is not None:
        return [found]
    wanted = " ".join(typed.casefold().split())
    if not wanted or wanted.isdecimal():
        return []
    turned = re.sub(r"^x(\d+)$", r"\1x", wanted)
    by_word = [name for name in names if turned in name.casefold().split()]
    return by_word or [name for name in names if wanted in _called(name, game, terms)]


def _called(name: str, game: Game, terms: Terms) -> frozenset[str]:
    """Players' words for a choice of this game."""
    choice = _choices(game, terms)[name]
    if choice.ending == "declared":
        return _DECLARES
    if choice.ending == "folded":
        return _FOLDS
    if choice.wager:
        return _PUTS_UP
    return _TAKES_BACK if choice.withdraws else _LETS_STAND


def _choices(game: Game, terms: Terms) -> Mapping[str, Choice]:
    asks = [step for step in game.script(terms) if isinstance(step, Ask)]
    return {choice.name: choice for ask in asks for choice in ask.choices}


def with_amount(typed: str) -> tuple[str, str]:
    """A choice as it was typed and the amount after it, such as `raise` and `25`; no amount, if there is none."""
    choice, _, amount = typed.rpartition(" ")
    return (choice.strip(), amount) if choice.strip() and _is_amount(amount) else (typed, "")


# ---- wagers --------------------------------------------------------------------------------------------


class HowMuchError(Exception):
    """A wager was named without the amount that it needs."""

    def __init__(self, wager: str, before: Sequence[str], after: Sequence[str]) -> None:
        self.wager = wager
        self._before, self._after = before, after  # the words that were typed, up to the wager and after it
        super().__init__(wager)

    def filled(self, amount: str) -> str:
        """The typed text with the amount inserted."""
        return " ".join([*self._before, amount, *self._after])


def read_wagers(typed: str, terms: Terms) -> dict[str, Cents]:
    """Parse wagers such as `10 trips 5`: an amount alone is for each required wager; wagers that must be equal are."""
    known = [name for name, wager in terms.wagers.items() if wager.placed == "before the deal"]
    named: dict[str, Cents] = {}
    words = _by_name(typed, terms, known).replace("=", " ").replace(";", " ").split()
    place = 0
    while place < len(words):
        word = words[place].strip(",")
        following = words[place + 1].strip(",") if place + 1 < len(words) else ""
        place += 1
        wager = matched(word, known) if not word[:1].isdigit() else None
        if wager is not None:
            _put(named, [wager], _stake(wager, following, terms, (words[:place], words[place:])), terms)
            place += _is_amount(following)
        elif _is_amount(word):
            _put(named, terms.least_wagers(), terms.cents(word), terms)
        else:
            titles = ", ".join(terms.wagers[name].title for name in known)
            raise MoneyError(f"{word!r} is no wager here; there are {titles}")
    for name, about in terms.wagers.items():
        if about.required and about.equal_to in named and name not in named:
            named[name] = named[about.equal_to]
    return {name: named[name] for name in known if name in named}


def _put(named: dict[str, Cents], wagers: Iterable[str], stake: Cents, terms: Terms) -> None:
    """Set a stake on wagers; two different stakes on one wager are refused as a mistake."""
    for wager in wagers:
        before = named.setdefault(wager, stake)
        if before != stake:
            both = f"{terms.money(before)} and {terms.money(stake)}"
            raise MoneyError(f"{terms.wagers[wager].title} was given {both}", "one amount for each wager")


def _by_name(typed: str, terms: Terms, known: Sequence[str]) -> str:
    """The typed text with the titles of wagers replaced by their names: `cover all` by `cover_all`."""
    for name in sorted(known, key=lambda each: -len(terms.wagers[each].title)):
        title = re.escape(terms.wagers[name].title)
        typed = re.sub(rf"(?<!\w){title}(?!\w)", name, typed, flags=re.IGNORECASE)
        typed = re.sub(rf"(?<!\w){re.escape(name.replace('_', ' '))}(?!\w)", name, typed, flags=re.IGNORECASE)
    return typed


def _is_amount(word: str) -> bool:
    return word[:1] in tuple("$€0123456789")


def _stake(wager: str, following: str, terms: Terms, parts: tuple[list[str], list[str]]) -> Cents:
    """The amount after a wager's name, or the only amount that the wager takes."""
    if _is_amount(following):
        return terms.cents(following)
    if following and matched(following, list(terms.wagers)) is None:
        return terms.cents(following)  # raises the MoneyError that says so
    low, high = terms.bounds[wager]
    if low != high:
        raise HowMuchError(wager, *parts)
    return low


def usual_in_words(wagers: Mapping[str, Cents], terms: Terms) -> str:
    """Wagers by their titles: `Ante $5, Blind $5`."""
    return ", ".join(f"{terms.wagers[name].title} {terms.money(stake)}" for name, stake in wagers.items())
