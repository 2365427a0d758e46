"""What a person may see is decided here and nowhere else.

A viewer is a seat, the dealer, the floor, the public, or an auditor, who sees everything. A card is seen by all once
it has lain face up, and by its player before that. The stub, the salts and whatever has gone wrong unseen are in no
view but the auditor's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from croupier.citing import keeps
from croupier.games.game import Ask, Choice
from croupier.games.lines import Line
from croupier.money import Cents
from croupier.table.commitments import Opening, leaves, salt_of
from croupier.table.due import due
from croupier.table.events import ALL, AUDIENCES, OWNER, Event
from croupier.table.instructing import instructions
from croupier.table.state import UNKNOWN, LastRound, Seat, Seen, State

HIDDEN = "??"


class Viewer(NamedTuple):
    """Who looks: an auditor, a seat, or anyone else (dealer, floor, public)."""

    role: str = "public"
    seat: int = 0


AUDITOR = Viewer("auditor")
PUBLIC = Viewer("public")


def _owns(state: State, viewer: Viewer, number: int) -> bool:
    """Whether the viewer is the player at a seat; who plays two places sees both."""
    if viewer.role != "player" or not all(1 <= each <= len(state.seats) for each in (viewer.seat, number)):
        return False
    own, other = state.seats[viewer.seat - 1], state.seats[number - 1]
    return own is not None and other is not None and own.player == other.player


def _sees(state: State, viewer: Viewer, position: int, number: int = 0) -> bool:
    """Who owns a card sees it once the players have looked at theirs (ruling D32)."""
    own = number > 0 and state.looked and _owns(state, viewer, number)
    return viewer.role == "auditor" or position in state.up or own


def _cards(state: State, viewer: Viewer, positions: tuple[int, ...], number: int = 0) -> list[str]:
    faces = state.terms.rulebook.deck.faces
    return [
        faces[state.order[each]] if _sees(state, viewer, each, number) and state.order[each] != UNKNOWN else HIDDEN
        for each in positions
    ]


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """The table as the viewer may see it. During a round `meter` is indicative: what stands at settlement is paid."""
    step = due(state)
    seen: dict[str, Any] = {
        "rulebook": state.terms.rulebook.id,
        "phase": state.phase,
        "round": state.round,
        "due": {"who": step.who, "do": step.do, **({"seat": step.seat} if step.seat else {})},
        "root": state.root,
        "meter": state.meter,
        "dealer": _cards(state, viewer, state.dealer),
        "community": _cards(state, viewer, state.community),
        "dead": _dead(state),
        "rack": _rack(state, viewer),
        "undealt": _undealt(state),
        "pending": list(state.pending) if state.pending else None,
        "devices": dict(state.devices),
        "seats": [_seat(state, viewer, number, seat) for number, seat in state.taken()],
        "choices": choices(state, step.seat) if step.do == "decide" else [],
        "columns": _columns(state),
        "instructions": [{"says": each.says, "clauses": list(each.clauses)} for each in instructions(state)],
    }
    if viewer.role == "auditor":
        seen["state"] = state.dump()
    return seen


@keeps("deal.hands_counted")
def _columns(state: State) -> dict[str, dict[str, str]]:
    """What each wager on all hands pays with the hands that are in, once they are fixed: shown to all."""
    if not state.closed:
        return {}
    hands, terms = len(state.dealt_in()) + 1, state.terms
    offered = [name for name in state.fixed.game.on_all_hands if terms.has_column(name, str(hands))]
    return {name: {row.name: str(row.pays) for row in terms.column(name, str(hands))} for name in offered}


# ---- the round before ----------------------------------------------------------------------------------


def came_to(state: State, viewer: Viewer) -> dict[str, Any] | None:
    """What the last round came to, as the viewer may know it: hands, wagers, lines, limits, void or not."""
    last = state.last
    if last is None:
        return None
    return {
        "round": last.number,
        "void": last.void,
        "dealer": _faces_of(state, last, viewer, last.dealer),
        "community": _faces_of(state, last, viewer, last.community),
        "seats": [_hand_of(state, last, viewer, hand) for hand in last.hands],
    }


def _faces_of(state: State, last: LastRound, viewer: Viewer, positions: tuple[int, ...], player: str = "") -> list[str]:
    faces = state.terms.rulebook.deck.faces
    mine = last.looked and player and player == _player(state, viewer)
    seen = [viewer.role == "auditor" or mine or each in last.up for each in positions]
    known = [last.order[each] != UNKNOWN for each in positions]
    each_of = zip(positions, seen, known, strict=True)
    return [faces[last.order[position]] if sees and knows else HIDDEN for position, sees, knows in each_of]


def _player(state: State, viewer: Viewer) -> str:
    """Who looks, where it is a player who is still seated."""
    if viewer.role != "player" or not 1 <= viewer.seat <= len(state.seats):
        return ""
    own = state.seats[viewer.seat - 1]
    return own.player if own is not None else ""


def _hand_of(state: State, last: LastRound, viewer: Viewer, hand: Seen) -> dict[str, Any]:
    lines = [_line(line) for line in hand.lines]
    return {
        "seat": hand.seat,
        "player": hand.player,
        "cards": _faces_of(state, last, viewer, hand.cards, hand.player),
        "discard": _faces_of(state, last, viewer, hand.discard, hand.player),
        "decisions": list(hand.decisions),
        "ending": hand.ending,
        "wagers": dict(hand.staked),
        "lines": [line for line in lines if line["result"] != "limit"],
        "limits": [line for line in lines if line["result"] == "limit"],
        "net": sum(line.amount for line in hand.lines),
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        **line._asdict(),
        "clauses": list(line.clauses),
        "rulings": list(line.rulings),
    }


def _rack(state: State, viewer: Viewer) -> int | None:
    """The cards in the rack as they were counted; None while a stub is among them that nobody has counted."""
    return len(state.rack) if viewer.role == "auditor" else state.rack_count


def _undealt(state: State) -> int:
    """The cards that should be left of a whole deck: that one is missing shows when they are counted, not before."""
    if not state.order or state.stub_away:
        return 0
    hands = sum(len(state.on_table(seat)) for _, seat in state.taken())
    return state.fixed.deck_size - len(state.dealer) - len(state.community) - len(state.rack) - hands


def _dead(state: State) -> list[str]:
    """Cards found face up and set aside: known to all at the table (ruling S2)."""
    laid = {*state.dealer, *state.community}
    laid |= {position for _, seat in state.taken() for position in seat.cards + seat.discard}
    positions = tuple(position for position in state.rack if position in state.up and position not in laid)
    return _cards(state, PUBLIC, positions)


def _seat(state: State, viewer: Viewer, number: int, seat: Seat) -> dict[str, Any]:
    knows_money = viewer.role in {"auditor", "dealer", "floor"} or _owns(state, viewer, number)
    return {
        "seat": number,
        "player": seat.player,
        "bankroll": seat.bankroll if knows_money else None,
        "wagers": dict(seat.wagers),
        "decisions": list(seat.decisions),
        "cards": _cards(state, viewer, seat.cards, number),
        "discard": _cards(state, viewer, seat.discard, number),
        "collected": seat.collected,
        "ending": seat.ending,
        "away": seat.away,
        "ready": seat.ready,
        "lines": [line.sentence(state.terms) for line in seat.lines],
    }


def choices(state: State, number: int) -> list[dict[str, Any]]:
    """What the player who is asked may do now, and what it costs."""
    step = state.fixed.script[state.step]
    assert isinstance(step, Ask)  # noqa: S101 - somebody is asked only at such a step
    seat = state.seat(number)
    return [
        {"choice": choice.name, "costs": _cost(state, seat, choice), "discards": choice.discards}
        for choice in step.choices
    ]


def _cost(state: State, seat: Seat, choice: Choice) -> Cents:
    if choice.wager is None:
        return 0
    about = state.terms.rulebook.wagers[choice.wager]
    return seat.staked[about.of or about.equal_to or ""] * choice.times


def redact(state: State, event: Event, viewer: Viewer) -> Event:
    """An event as the viewer may know it: each field declares its audience, and what declares none is the auditor's."""
    if viewer.role == "auditor":
        return event
    audiences = AUDIENCES[event.kind]
    number = _number(event.data)
    # Who has left is nobody's neighbour any more, and still the one who is told.
    owner = viewer == Viewer("player", number) if event.kind == "left" else _owns(state, viewer, number)
    known = {
        field: value
        for field, value in event.data.items()
        if audiences.get(field) == ALL or (audiences.get(field) == OWNER and owner)
    }
    if event.kind == "dealt" and not _looked(state):
        known.pop("card", None)  # the players have not looked at their cards yet (ruling D32)
    return Event(event.kind, known)


def _looked(state: State) -> bool:
    """Whether the players have looked at their cards, in the round in play or in the one that has just ended."""
    return state.looked if state.phase == "round" or state.last is None else state.last.looked


def _number(data: Mapping[str, Any]) -> int:
    if "seat" in data:
        return int(data["seat"])
    to = str(data.get("to", ""))
    return int(to) if to.isdecimal() else 0


def openings(state: State, viewer: Viewer) -> tuple[tuple[Opening, ...], list[bytes], str]:
    """After a round: the openings of the cards that the viewer has seen, all commitments, and the root they prove."""
    last = state.last
    if last is None:
        return (), [], ""
    if not last.salts:
        return (), [], last.root
    own = _player(state, viewer)
    hands = [hand for hand in last.hands if last.looked and own and own == hand.player]
    mine = {position for hand in hands for position in hand.cards + hand.discard}
    seen = range(len(last.order)) if viewer.role == "auditor" else sorted({*last.up, *mine})
    found = tuple(Opening(each, last.order[each], salt_of(last.salts, each)) for each in seen)
    return found, leaves(last.order, last.salts, state.fixed.deck_size), last.root
