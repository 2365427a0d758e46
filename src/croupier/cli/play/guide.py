"""First screen of a game: the wagers, the course of a round, the ranking of hands and the pays.

It is generated from the game's script and terms.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from enum import IntEnum
from importlib import resources

from croupier.cli.terminal import show
from croupier.games.game import Ask, Burn, Choice, Community, Deal, DealerReveals, Draw, Game, Settle, Step, TurnUp
from croupier.games.terms import Terms
from croupier.rulebook.model import Wager
from croupier.rulebook.sign import Block, sign

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_FEW = 8  # up to so many cards are named one by one


def show_guide(game: Game, terms: Terms, *, plain: bool, whole: bool) -> None:
    """Print the guide, in columns or as sentences; not the whole of it is the first screen of a game."""
    show.line(terms.rulebook.title, "bold")
    paragraphs = guide(game, terms, whole=whole)
    if plain:
        show.lines(f"{label}: {text}" if label else text for label, text in paragraphs)
    else:
        show.rows(paragraphs)


def guide(game: Game, terms: Terms, *, whole: bool) -> Iterator[tuple[str, str]]:
    """The paragraphs of the guide, each with its label where a new part begins; ranks and pays in the whole alone."""
    parts = {"Wagers": _wagers(terms), "A round": _round(game, terms)}
    if whole:
        parts |= {"High to low": _beats(game, terms), "Pays": map(_pays, sign(terms.submission).blocks)}
    for label, texts in parts.items():
        for place, text in enumerate(texts):
            yield "" if place else label, text


# ---- the round -----------------------------------------------------------------------------------------


def _wagers(terms: Terms) -> Iterator[str]:
    """The required wagers and the optional ones."""
    first = [wager for wager in terms.wagers.values() if wager.placed == "before the deal"]
    required = [f"{wager.title}, {_amount(terms, wager)}" for wager in first if wager.required]
    sides = [f"{wager.title}, {_amount(terms, wager)}" for wager in first if not wager.required]
    yield f"{'; '.join(required)}."
    if sides:
        yield f"If you like, also {'; '.join(sides)}."


def _amount(terms: Terms, wager: Wager) -> str:
    if wager.equal_to:
        return f"as much as {terms.rulebook.wagers[wager.equal_to].title}"
    low, high = terms.bounds[wager.name]
    return terms.money(low) if low == high else f"{terms.money(low)} to {terms.money(high)}"


def _round(game: Game, terms: Terms) -> Iterator[str]:
    """The course of a round in sentences, one for each decision of the player's and the steps before it."""
    script = game.script(terms)
    said: list[str] = []
    for step in script:
        if isinstance(step, Ask):
            yield " ".join([*said, _turn(step, terms)])
            said = []
        elif told := _step(step):
            said.append(told)
    against = any(isinstance(step, DealerReveals) for step in script)
    yield " ".join([*said, "Your hand plays against the dealer's." if against else "You are paid by your hand alone."])


def _step(step: Step) -> str:
    match step:
        case Deal(each, dealer, community, up, dealer_up):
            besides = f", and the dealer {_number(dealer)}" if dealer else ""
            own = f"You get {_cards(each)}{', and so does the dealer' if dealer == each else besides}"
            laid = f"{own}; {_number(community)} more lie face down on the table." if community else f"{own}."
            seen = f" {_cards(up).capitalize()} of each player's {_are(up)} dealt face up." if up else ""
            return (
                laid + seen + (f" {_cards(dealer_up).capitalize()} of the dealer's can be seen." if dealer_up else "")
            )
        case Draw():
            return "You get as many cards as you have put away."
        case Burn(of_community=True):
            return "One card on the table is put away unseen."
        case Community(cards, _):
            return f"{_cards(cards).capitalize()} for all to use {_are(cards)} laid on the table."
        case TurnUp(cards, _, of="dealer"):
            return f"{_cards(cards).capitalize()} of the dealer's {_are(cards)} turned up."
        case TurnUp(cards, _):
            return f"{_cards(cards).capitalize()} on the table {_are(cards)} turned up, for all to use."
        case DealerReveals():
            return "The dealer's hand is turned up."
        case Settle() | _:
            return ""


def _turn(ask: Ask, terms: Terms) -> str:
    *others, last = [_choice(choice, terms) for choice in ask.choices]
    choices = f"{', '.join(others)} or {last}" if others else last
    stage = f"{ask.stage[:1].upper()}{ask.stage[1:]}"
    still = f", if you have no {terms.rulebook.wagers[ask.unless].title} yet" if ask.unless else ""
    still += f", if you have {terms.rulebook.wagers[ask.only].title}" if ask.only else ""
    return f"{stage}: {choices}{still}."


def _choice(choice: Choice, terms: Terms) -> str:
    """A choice's name, and its effect on wagers and cards."""
    does = []
    if choice.wager:
        wager = terms.rulebook.wagers[choice.wager]
        of = wager.of or wager.equal_to
        title = terms.rulebook.wagers[of].title if of else ""
        once = f"as much as {title}" if of else terms.money((wager.exactly or 0) * int(choice.times))
        least = once if choice.times == 1 or not of else f"{choice.times} times {title}"
        does.append(least if choice.up_to is None else f"from {least} to {choice.up_to} times {title}")
    if choice.withdraws:
        does.append(f"{terms.rulebook.wagers[choice.withdraws].title} comes back")
    if choice.discards:
        does.append(f"{so_many_cards(choice.least_discards, choice.discards)} put away")
    return f"{choice.name} ({', '.join(does)})" if does else choice.name


def _number(many: int) -> str:
    return _NUMBERS[many] if many < len(_NUMBERS) else str(many)


def so_many_cards(least: int, most: int) -> str:
    """Between so many cards and so many, in words: `one to three cards`, `up to five cards`."""
    if not least and most:
        return f"up to {_cards(most)}"
    return f"{_number(least)} to {_cards(most)}" if least < most else _cards(most)


def _cards(many: int) -> str:
    return f"{_number(many)} card{'s' * (many != 1)}"


def _are(many: int) -> str:
    return "is" if many == 1 else "are"


# ---- ranks and pays ------------------------------------------------------------------------------------


def _beats(game: Game, terms: Terms) -> Iterator[str]:
    """The ranking of hands, and of the cards of a deck that guide.toml describes."""
    said = tomllib.loads(resources.files("croupier.cli").joinpath("guide.toml").read_text(encoding="utf-8"))
    deck = said.get(terms.rulebook.deck_name, {})
    if hands := deck.get("hands") or _ranked(game):
        yield f"Hands: {', '.join(hands)}."
    if not deck:
        return
    cards = deck["cards"]
    named = ", ".join(cards) if len(cards) <= _FEW else f"{cards[0]} down to {cards[-1]}"
    yield f"Cards: {named}.{' ' * bool(deck['note'])}{deck['note']}"


def _ranked(game: Game) -> list[str]:
    """The categories of a game's ranking, the highest first; none if its module has no `Category`."""
    module = sys.modules.get(getattr(game.ranking, "__module__", ""))
    categories = getattr(module, "Category", None)
    if not isinstance(categories, type) or not issubclass(categories, IntEnum):
        return []
    return [each.name.replace("_", " ").lower() for each in sorted(categories, reverse=True)]


def _pays(block: Block) -> str:
    """The pays of a block of the sign in one line; for several columns it refers to the sign."""
    if block.columns:
        by = block.columns[0].split()[-1]
        return f"{block.title}: from {block.rows[-1][0].lower()} up, by the number of {by}; `sign` has the table."
    rows = [(hand.lower(), pays.lower() if pays[0].isalpha() else pays) for hand, pays in block.rows]
    return f"{block.title}: {'; '.join(f'{hand} {pays}' for hand, pays in rows)}."
