"""The knowledge of the player who is asked, read off that seat's view and off nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from croupier.analysis.model.paths import Path, Turn, shape_of, turns_left
from croupier.cards import Deck
from croupier.errors import CroupierError
from croupier.games.game import Burn, Deal, Game, Script, TurnUp
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.table.views.view import HIDDEN

Cards = tuple[int, ...]
View = Mapping[str, Any]  # as `table.views.view` gives it


class CoachError(CroupierError, ValueError):
    """A view that no advice can be given on; the text says which one would do."""


@dataclass(frozen=True, slots=True)
class Known:
    """The knowledge of a player when asked. Cards neither here nor unseen are known, and cannot come any more."""

    game: Game  # as it goes on from here
    turn: Turn
    path: Path  # what the player chose before
    own: Cards
    community: Cards
    dealer: Cards  # those of the dealer's cards that were seen
    unseen: Cards
    wagers: Mapping[str, Cents]  # those from before the first decision that still stand
    bankroll: Cents
    meter: Cents


def known(seen: View, terms: Terms, game: Game) -> Known:
    """The knowledge of the seat that is asked, by its view."""
    seat, script = _asked(seen), game.script(terms)
    path, turn = _so_far(seat["decisions"], script)
    piles = _cards(seen, seat, terms.rulebook.deck)
    own, dealer, lying = piles[:3]
    lying = lying[_to_burn(script, turn) :]
    _check_counts(len(seat["cards"] + seat["discard"]), len(dealer), len(lying), script, turn)
    community = _face_up(lying)
    taken = {card for pile in piles for card in _face_up(pile)}
    game = _as_shown(game, len(community) - turn.seen)
    return Known(
        game=game,
        turn=_so_far(seat["decisions"], game.script(terms))[1],
        path=path,
        own=_face_up(own),
        community=community,
        dealer=_face_up(dealer),
        unseen=tuple(card for card in range(len(terms.rulebook.deck)) if card not in taken),
        wagers={name: stake for name, stake in seat["wagers"].items() if name not in dict(path.placed)},
        bankroll=seat["bankroll"],
        meter=seen["meter"],
    )


def _asked(seen: View) -> View:
    """The seat that is asked, if the view is its player's."""
    accepted = "the view of the seat that is asked"
    if "state" in seen:
        raise CoachError("an auditor's view shows more than a player knows", accepted)
    if seen["due"]["do"] != "decide":
        raise CoachError("nobody is asked to decide now", accepted)
    number = seen["due"]["seat"]
    seat: View = next(each for each in seen["seats"] if each["seat"] == number)
    if seat["bankroll"] is None or HIDDEN in seat["cards"]:
        raise CoachError(f"seat {number} is asked, and this view does not show its cards", accepted)
    return seat


def _cards(seen: View, seat: View, deck: Deck) -> list[list[int | None]]:
    """Every pile that is in view, the player's own first, then the dealer's and the community cards; None face down.

    Alike copies are taken in order: which of them a card is makes no difference.
    """
    others = [each["cards"] for each in seen["seats"] if each is not seat]
    discards = [each["discard"] for each in seen["seats"]]
    piles = [seat["cards"], seen["dealer"], seen["community"], seen["dead"], *others, *discards]
    cards = iter(deck.parse(" ".join(face for pile in piles for face in pile if face != HIDDEN)))
    return [[None if face == HIDDEN else next(cards) for face in pile] for pile in piles]


def _so_far(decisions: Sequence[str], script: Script) -> tuple[Path, Turn]:
    """The path so far, and the turn that comes now."""
    turns, path = shape_of(script).turns, Path()
    for name in decisions:
        turn = turns_left(path, turns)[0]
        path = path.then(turn, next(choice for choice in turn.ask.choices if choice.name == name))
    return path, turns_left(path, turns)[0]


def _to_burn(script: Script, turn: Turn) -> int:
    """The number of community cards, from the dealer's left, that are still to be burned."""
    to_come = script[script.index(turn.ask) :]
    return sum(isinstance(step, Burn) and step.of_community for step in to_come)


def _check_counts(own: int, dealer: int, community: int, script: Script, turn: Turn) -> None:
    """Refuse a wrong number of cards, which everybody can see: the hand, or the round, is void once it is called."""
    shape = shape_of(script)
    laid = any(isinstance(step, Deal) and step.community for step in script)  # face down, before the first turn
    due = {"the player": shape.own, "the dealer": shape.dealer, "the board": shape.community if laid else turn.seen}
    for (place, right), cards in zip(due.items(), (own, dealer, community), strict=True):
        if cards != right:
            raise CoachError(f"{place} has {cards} cards and should have {right}", "a hand dealt right")


def _face_up(pile: Sequence[int | None]) -> Cards:
    return tuple(card for card in pile if card is not None)


def _as_shown(game: Game, early: int) -> Game:
    """The game as it goes on when community cards were seen before their time, which the floor may let pass (S12).

    What is turned up after that are the cards still face down, so a player sees so many more at every turn.
    """
    if early <= 0:
        return game

    def script(terms: Terms) -> Script:
        left, steps = early, list(game.script(terms))
        for place, step in reversed(list(enumerate(steps))):
            if isinstance(step, TurnUp):
                fewer = min(step.cards, left)
                left -= fewer
                steps[place] = replace(step, cards=step.cards - fewer)
        return (TurnUp(early, "community.reveal"), *steps)

    return replace(game, script=script)
