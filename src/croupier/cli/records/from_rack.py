"""`croupier incident --from-rack`: the hands of a round rebuilt from the discard rack, beside those recorded."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.cli.terminal.cards import Faces
from croupier.table.model.events import Event
from croupier.table.model.state import UNKNOWN, LastRound, State
from croupier.table.recording.audit import Played
from croupier.table.views.reconstruction import NotRebuiltError, reconstruct
from croupier.table.views.view import PUBLIC, redact

_PLACES = {"dealer": "Dealer", "community": "Community cards"}


@dataclass(frozen=True)
class RebuiltHand:
    """A hand as it was rebuilt from the discard rack, beside the hand that was recorded."""

    place: str
    rebuilt: str
    recorded: str
    differs: bool


@dataclass(frozen=True)
class FromRack:
    """The hands of a round rebuilt from the discard rack and the public record, or a sentence why they cannot be."""

    says: str
    hands: tuple[RebuiltHand, ...] = ()


def from_rack(played: list[Played], number: int) -> FromRack:
    """Every hand of the round as the rack has it, beside the record; or why it cannot be told."""
    ended = next((each.decision.state for each in played if _has_ended(each.decision.state, number)), None)
    last = ended.last if ended is not None else None
    if ended is None or last is None:
        return FromRack("This round cannot be rebuilt from the rack: it is not over.")
    try:
        rebuilt = reconstruct(ended.fixed, _public(played), [last.order[each] for each in last.rack])
    except NotRebuiltError as error:
        return FromRack(f"This round cannot be rebuilt from the rack: {error}.")
    return _compared(rebuilt, _recorded(last), Faces(ended.terms.rulebook.deck, plain=False))


def _has_ended(state: State, number: int) -> bool:
    return state.last is not None and state.last.number == number


def _public(played: list[Played]) -> list[Event]:
    """The wagers on the layout as the round begins, and all that everybody was told from there on."""
    first = played[0].before
    standing = [Event("placed", {"seat": number, "wagers": seat.wagers}) for number, seat in first.taken()]
    told = [redact(each.decision.state, event, PUBLIC) for each in played for event in each.decision.events]
    ends = next(place for place, event in enumerate(told) if event is not None and event.kind == "over")
    return [*standing, *filter(None, told[: ends + 1])]


def _recorded(last: LastRound) -> dict[str, tuple[int, ...]]:
    """The cards at each place as the record has them, a discard last, as it is picked up."""
    places = {str(hand.seat): hand.cards + hand.discard for hand in last.hands}
    places |= {"dealer": last.dealer, "community": last.community}
    return {place: tuple(last.order[each] for each in cards) for place, cards in places.items() if cards}


def _compared(rebuilt: dict[str, tuple[int, ...]], recorded: dict[str, tuple[int, ...]], faces: Faces) -> FromRack:
    def named(cards: tuple[int, ...]) -> str:
        return faces.cards(cards) if UNKNOWN not in cards else "cards that were never seen"

    hands = tuple(
        RebuiltHand(
            _PLACES.get(place, f"Seat {place}"),
            named(rebuilt.get(place, ())),
            named(recorded.get(place, ())),
            rebuilt.get(place) != recorded.get(place),
        )
        for place in {**recorded, **rebuilt}
    )
    differ = [hand.place for hand in hands if hand.differs]
    if differ:
        return FromRack(f"The rack and the record differ: {', '.join(differ)}.", hands)
    return FromRack(f"All {len(hands)} hands are in the rack as they were recorded.", hands)
