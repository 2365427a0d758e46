"""The information state of the player who is asked, read off that seat's view and off nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.paths import Path, turns_left
from croupier.analysis.model.tree import Decide, Tree
from croupier.cards import Deck
from croupier.errors import CroupierError
from croupier.table.views.view import HIDDEN

_OTHERS = 4  # the place of the other seats' cards among the piles in view
View = Mapping[str, Any]  # as `table.views.view` gives it


class CoachError(CroupierError, ValueError):
    """A view that no advice can be given on; the text says which one would do."""


def info_state(seen: View, deck: Deck, tree: Tree) -> InfoState:
    """The information state of the seat that is asked, by its view.

    More community cards than the turn has may be known, where some were seen before their time.
    """
    seat = _asked(seen)
    path, turn = _so_far(seat["decisions"], tree)
    piles = _cards(seen, seat, deck)
    dealer, lying = piles[1], piles[2][turn.to_burn :]
    _check_counts(len(seat["cards"] + seat["discard"]), len(dealer), len(lying), tree, turn)
    known = [_face_up(pile) for pile in piles]
    community = _face_up(lying)
    away = known[_OTHERS + len(seen["seats"]) - 1 + seen["seats"].index(seat)]
    mine = {*known[0], *known[1], *community, *away}
    return InfoState(
        turn,
        known[0],
        community,
        path,
        away=away,
        dealer=known[1],
        dead=tuple(sorted({card for pile in known for card in pile if card not in mine})),
        stakes={name: stake for name, stake in seat["wagers"].items() if name not in dict(path.placed)},
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


def _so_far(decisions: Sequence[str], tree: Tree) -> tuple[Path, Decide]:
    """The path so far, and the turn that comes now."""
    path = Path()
    for name in decisions:
        turn = turns_left(path, tree.turns)[0]
        path = path.then(turn, next(choice for choice in turn.choices if choice.name == name))
    return path, turns_left(path, tree.turns)[0]


def _check_counts(own: int, dealer: int, community: int, tree: Tree, turn: Decide) -> None:
    """Refuse a wrong number of cards, which everybody can see: the hand, or the round, is void once it is called."""
    due = {"the player": tree.own, "the dealer": tree.dealer, "the board": turn.seen + turn.face_down}
    for (place, right), cards in zip(due.items(), (own, dealer, community), strict=True):
        if cards != right:
            raise CoachError(f"{place} has {cards} cards and should have {right}", "a hand dealt right")


def _face_up(pile: Sequence[int | None]) -> Cards:
    return tuple(card for card in pile if card is not None)
