"""Sightings of real cards: a report of what people have seen, and its confirmation or rejection (ruling S38).

A report waits for the floor, and nothing is dealt or settled until then. Scans never disprove it: cards that stick
together scan as one. Only cards that lie face up are known to lie where they lie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.citations import keeps
from croupier.games.game import Community, Deal, Draw
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.state import UNKNOWN, State
from croupier.table.model.vocabulary import REPORTS
from croupier.table.procedures.dealing import dealt_out, targets
from croupier.table.procedures.devices import check_working, fails
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.irregularities import (
    ask_again,
    called,
    dealer_exposed,
    face_up_in_stub,
    resume,
    seat_miscounted,
    too_early,
    wrong_count,
)
from croupier.table.procedures.next_card import found_face_up
from croupier.table.procedures.payouts import void_round
from croupier.table.reports.misreads import correct, decided_on
from croupier.table.reports.turns import is_ambiguous, plays_on, relaid

_RULED = ("reports",)
_OF_THE_DECK = {"surplus", "foul deck"}


# ---- the report ----------------------------------------------------------------------------------------


def report(draft: Draft, command: Command) -> None:
    """Take a report of dealer or floor, which waits for the floor."""
    what, about = draft.args["what"], draft.args
    if not draft.state.fixed.real:
        why = "the table deals these cards, and knows where they lie"
        raise RefusedError(why, "'call' by the dealer or the floor", "round.whole", ruled=_RULED)
    _check_arguments(about)
    _check_time(draft, about)
    if "of" in about and what != "jam":
        _check_place(draft.state, about)
    _CHECKED.get(what, _unchecked)(draft, about)
    if "card" in about:
        _check_card(draft.state, about)
    says = f"reported by the {command.who}: {_said(draft, about)}"
    deck = {"back": _deck(draft.state, about)} if what in _OF_THE_DECK else {}
    draft.emit("reported", **{name: about[name] for name in _TOLD if name in about}, **deck, says=says)


_TOLD = ("what", "of", "to", "number", "turn", "card")


def _check_arguments(about: Mapping[str, Any]) -> None:
    """Check that a report has what its kind needs, and nothing else."""
    kind, given = REPORTS[about["what"]], set(about) - {"what"}
    if not set(kind.needs) <= given or not given <= {*kind.needs, *kind.may}:
        accepted = ", ".join([*kind.needs, *(f"{each} if it is known" for each in kind.may)]) or "it alone"
        raise RefusedError(f"{about['what']!r} has {', '.join(sorted(given)) or 'nothing'}", accepted, ruled=_RULED)
    if "of" in about and about["of"] not in kind.places:
        accepted = ", ".join(each for each in kind.places if not each.isdecimal())
        accepted += ", or a seat's number" if "1" in kind.places else ""
        raise RefusedError(f"{about['what']!r} is not about the {about['of']}", accepted, about="of", ruled=_RULED)


def _check_time(draft: Draft, about: Mapping[str, Any]) -> None:
    state, what = draft.state, about["what"]
    if what == "jam":
        check_working(draft, about["of"])
    elif what in _OF_THE_DECK:
        _deck(state, about)
    elif state.phase != "round" or not state.order:
        accepted = "'correct scan' by the floor" if what == "misread" else "a report during a round"
        raise RefusedError("no round is in play", accepted, "round.whole", ruled=_RULED)


def _deck(state: State, about: Mapping[str, Any]) -> str:
    """The back of the deck that a report is about: by its number, or the one in play."""
    number = int(about.get("number", state.playing + 1))
    if not 1 <= number <= len(state.decks):
        accepted = f"number: 1 to {len(state.decks)}" if state.decks else "a report of a deck that is there"
        raise RefusedError(f"no deck {number} is at the table", accepted, ruled=_RULED, about="number")
    return state.decks[number - 1].back


def _check_place(state: State, about: Mapping[str, Any]) -> None:
    """Check that the places of a report have cards: a seat was dealt in, and its cards lie on the table."""
    for place in (about[name] for name in ("of", "to") if name in about):
        if place.isdecimal() and int(place) not in dict(state.dealt_in()):
            raise RefusedError(f"seat {place} was not dealt in", "a seat that was", "round.whole", ruled=_RULED)
        if about["what"] == "wrong count" and _collected(state, place):
            continue  # the dealer counts a hand when taking it, and the cards are in the rack by then
        if about.get("number") == 0 and not state.first_cards:
            continue  # a hand that was passed over at every turn
        empty = place not in {"shoe", "stub", "rack"} and not state.at(place)
        if empty and (place.isdecimal() or place == "dealer" or not state.fixed.deals_community):
            raise RefusedError(f"no card lies at {called(place)}", "a hand that lies there", ruled=_RULED)


def _collected(state: State, place: str) -> bool:
    """True if a seat's hand was collected in this round."""
    return place.isdecimal() and state.seat(int(place)).collected


def _check_card(state: State, about: Mapping[str, Any]) -> None:
    """Check that a card is not known to lie elsewhere: face up, for all to see. A scan disproves nothing."""
    faces = state.terms.rulebook.deck.faces
    face, place = faces[about["card"]], about.get("of", "")
    there = set(state.rack if place == "rack" else state.at(place) if place in REPORTS["exposed"].places else ())
    there.update(state.at(about["to"]) if about.get("to", "shoe") != "shoe" else ())
    seen = [each for each in state.up - there if state.order[each] != UNKNOWN and faces[state.order[each]] == face]
    if len(seen) >= faces.count(face) and about["what"] not in _OF_THE_DECK:
        why = f"{face} is known to lie elsewhere"
        raise RefusedError(why, "a card that does not lie face up", "deck.cards", ruled=_RULED, about="card")


def _unchecked(draft: Draft, about: Mapping[str, Any]) -> None:
    """No further check."""


def _may_be_exposed(draft: Draft, about: Mapping[str, Any]) -> None:
    state, place = draft.state, about["of"]
    if place == "dealer":
        if not too_early(state) and not _is_put_right(state):
            reveals = "settle.dealer_reveals"
            why = "from now on the dealer's cards may be seen"
            raise RefusedError(why, "a report before that", reveals, "irregular.dealer_exposed", ruled=_RULED)
        return
    to_come = place == "community" and any(isinstance(each, Community) for each in state.fixed.script[state.step :])
    if not to_come and set(state.at(place)) <= state.up:
        why = f"the cards of {called(place)} lie face up"
        raise RefusedError(why, "a card that lies face down", "deal.face_down", ruled=_RULED)


def _is_put_right(state: State) -> bool:
    """True while the dealer's wrong number of cards waits to be put right, which ends if one of them was seen (U33)."""
    return state.pending is not None and state.pending[0] in {"count", "dealer short"}


def _may_lie_face_up(draft: Draft, about: Mapping[str, Any]) -> None:
    state, place = draft.state, about["of"]
    if "to" in about:
        _is_that_card(state, about)
    if place == "shoe" and _scanned(state, about) is not None:
        _is_one_card(state, about)
        return
    if place in {"shoe", "stub"} and _unread(state, about["card"]) is None:
        raise RefusedError("no card is left there", "a card of the deck", "irregular.face_up", ruled=_RULED)
    if place == "shoe" and (state.stub_away or not _is_dealing(state)):
        why = "all cards of the round are dealt"
        raise RefusedError(why, "of=stub, or the rack", "irregular.face_up", ruled=("unnamed_irregularity",))
    if place == "stub" and not state.stub_away and _is_dealing(state):
        why = "cards are still dealt from the deck"
        raise RefusedError(why, "of=shoe", "irregular.face_up", ruled=_RULED)
    if place not in {"shoe", "stub", "rack"}:
        _may_be_exposed(draft, about)


def _is_that_card(state: State, about: Mapping[str, Any]) -> None:
    """Check that a card of the shoe that was scanned can be taken back from the hand that it was scanned for."""
    face, to = state.terms.rulebook.deck.faces[about["card"]], about["to"]
    if about["of"] != "shoe":
        why = "only of a card of the shoe is it said what it was scanned for"
        raise RefusedError(why, "no 'to'", "irregular.face_up", ruled=_RULED, about="to")
    if to != "shoe" and _scanned(state, about) is None:
        why = f"the last card that was scanned is not {face} for {called(to)}"
        accepted = "to=shoe, or no 'to'; 'call' where something was decided on it"
        raise RefusedError(why, accepted, "irregular.face_up", ruled=_RULED, about="to")


def _is_one_card(state: State, about: Mapping[str, Any]) -> None:
    """Check that the card that lay face up is not one of two identical ones, the last that was scanned and the next."""
    face = state.terms.rulebook.deck.faces[about["card"]]
    if "to" not in about and state.terms.rulebook.deck.faces.count(face) > 1:
        last = _laid_last(state)
        why = f"a {face} was scanned for {called(last)}, and this may be that one or another"
        accepted = f"to={last} if it is that one, to=shoe if it was not scanned"
        raise RefusedError(why, accepted, "irregular.face_up", ruled=_RULED, about="to")


def _scanned(state: State, about: Mapping[str, Any]) -> int | None:
    """The position of a card of the shoe that was scanned and laid last; None if it was not."""
    place, card = about.get("to") or _laid_last(state), about["card"]
    if place in {"", "shoe"}:
        return None
    position = _where(state, place, card)
    if place == _laid_last(state):
        return position if not state.first_cards else _last_of_deal(state, place, card)
    later = place == "community" and state.fixed.deals_community and state.first_cards
    if position is None or not later or state.stub_away or decided_on(state, place, position):
        return None
    return position if set(range(position, state.next)) <= set(state.community) else None


def _last_of_deal(state: State, place: str, card: int) -> int | None:
    """The position of the last card of the first deal, if it is that card and nothing was drawn since."""
    last, faces = state.next - 1, state.terms.rulebook.deck.faces
    known = last in state.at(place) and state.order[last] != UNKNOWN
    return last if known and faces[state.order[last]] == faces[card] else None


def _laid_last(state: State) -> str:
    """The hand that the last card of the first deal was laid to by the scans, until anything follows that deal."""
    decided = any(set(seat.decisions) - {"void"} for _, seat in state.dealt_in())
    if state.first_cards and (state.step != 1 or state.stub_away or decided):
        return ""
    order = targets(state, state.fixed.deal)
    turns = len(order) if state.first_cards else state.dealt
    return order[turns - 1].split()[0] if turns else ""


def _undealt(state: State) -> tuple[int, ...]:
    """The cards that were not dealt: in the shoe or the deck or, once the stub is away, in the rack."""
    return tuple([each for each in state.stub if each in state.rack]) if state.stub_away else state.stock()


def _is_dealing(state: State) -> bool:
    """True while cards of the round are still to be dealt from the deck."""
    if not state.first_cards:
        return True
    return any(isinstance(each, Community | Deal | Draw) for each in state.fixed.script[state.step :])


def may_be_miscounted(draft: Draft, about: Mapping[str, Any]) -> None:
    """Check that a hand may have that number of cards."""
    state, place = draft.state, about["of"]
    if not state.first_cards or about.get("turn"):
        _may_be_relaid(state, about)
        return
    right, most = state.right(place), _lies(state, place) + len(_undealt(state))
    if about["number"] == right or about["number"] > most:
        why = f"{called(place)} should have {right} cards, and {about['number']} were given"
        accepted = f"another number than {right}, up to {most}"
        raise RefusedError(why, accepted, "deal.order", ruled=_RULED, about="number")


def _may_be_relaid(state: State, about: Mapping[str, Any]) -> None:
    """Check that the scans of the deal fit a wrong number, and that the turn that went wrong is known."""
    place, number = about["of"], about["number"]
    if state.first_cards and not _laid_last(state):
        why, accepted = (
            "something has followed the first deal",
            "no 'turn', or 'misread' of each card",
        )
        raise RefusedError(why, accepted, "deal.order", ruled=_RULED, about="turn")
    if relaid(state, place, number, about.get("turn")) is None:
        why = f"{called(place)} cannot have {number} cards by the scans so far"
        accepted = "another number or turn, or the report when the first cards are out"
        raise RefusedError(why, accepted, "deal.order", ruled=_RULED)
    if "turn" not in about and plays_on(state) and is_ambiguous(state, place, number):
        why = f"it is not said at which of its turns {called(place)} was dealt to wrongly, and other hands depend on it"
        accepted = "turn: from 1; 0 for a card too many that was not scanned"
        raise RefusedError(why, accepted, "deal.order", ruled=_RULED, about="turn")


def _lies(state: State, place: str) -> int:
    """The number of cards of a hand by the scans, on the table or in the rack."""
    if not _collected(state, place):
        return len(state.at(place))
    seat = state.seat(int(place))
    return len(seat.cards) + len(seat.discard)


def _may_be_astray(draft: Draft, about: Mapping[str, Any]) -> None:
    if about["to"] == "shoe":
        raise RefusedError("a card went astray to the shoe", "the hand where it lies", ruled=_RULED, about="to")
    if not draft.state.first_cards:
        accepted = "the report when the first cards are out"
        raise RefusedError("the first cards are still being dealt", accepted, "deal.order", ruled=_RULED)
    if draft.state.fixed.deals_community and "community" in (about["of"], about["to"]):
        why, accepted = "community cards are dealt face up, one by one", "'wrong count' of each place"
        raise RefusedError(why, accepted, "deal.order", ruled=_RULED)
    if about["of"] == about["to"]:
        raise RefusedError("the card is where it belongs", "another place", ruled=_RULED, about="to")
    _is_that_one(draft.state, about)


def _is_that_one(state: State, about: Mapping[str, Any]) -> None:
    """Check that it is known which card of a hand went astray, where the dealer's hand depends on it."""
    of, lie = about["of"], len(state.at(about["of"]))
    if not 1 <= about.get("number", 1) <= lie:
        why = f"{called(of)} has {lie} cards by the scans"
        raise RefusedError(why, f"1 to {lie}", ruled=_RULED, about="number")
    if "number" not in about and lie > 1 and "dealer" in (of, about["to"]) and plays_on(state):
        why = f"it is not said which card of {called(of)} went astray, and the dealer's hand depends on it"
        raise RefusedError(why, f"number: 1 to {lie}", "deal.order", ruled=_RULED, about="number")


def _may_be_drawn(draft: Draft, about: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    if not draft.state.stock() or draft.state.stub_away:
        why, rule = "no card is left to be drawn", "irregular.drawn_in_error"
        raise RefusedError(why, "a card of the shoe or the deck", rule, ruled=_RULED)


def _may_be_misread(draft: Draft, about: Mapping[str, Any]) -> None:
    cards = len(draft.state.at(about["of"]))
    if not 1 <= about.get("number", 1) <= cards:
        raise RefusedError(f"{called(about['of'])} has {cards} cards", f"1 to {cards}", ruled=_RULED, about="number")


_CHECKED: dict[str, Callable[[Draft, Mapping[str, Any]], None]] = {
    "exposed": _may_be_exposed,
    "face up": _may_lie_face_up,
    "wrong count": may_be_miscounted,
    "astray": _may_be_astray,
    "drawn": _may_be_drawn,
    "misread": _may_be_misread,
}


# ---- in words --------------------------------------------------------------------------------------------


def _which_deck(draft: Draft, about: Mapping[str, Any]) -> str:
    two = len(draft.state.decks) > 1
    return f"the deck with {_deck(draft.state, about)} backs" if two else "the deck"


def _said(draft: Draft, about: Mapping[str, Any]) -> str:
    """A report in a sentence for all; of a misread card, which may lie face down, no face is told."""
    what, of = about["what"], called(about.get("of", ""))
    seen = "" if "card" not in about else f", {draft.terms.rulebook.deck.text([about['card']])}"
    which = f"card {about['number']} of " if what == "misread" and "number" in about else ""
    one = f"card {about['number']}" if what == "astray" and "number" in about else "a card"
    turn = f", by its turn {about['turn']}" if about.get("turn") else ""
    deck = _which_deck(draft, about) if what in _OF_THE_DECK else ""
    scanned = f", scanned for {called(about['to'])}" if about.get("to", "shoe") != "shoe" else ""
    return {
        "exposed": f"a card of {of} was exposed{seen}",
        "face up": f"a card lies face up at {of}{seen}{scanned}",
        "wrong count": f"{of} has {about.get('number')} cards{turn}",
        "astray": f"{one} for {of} went to {called(about.get('to', ''))}",
        "drawn": "a card was drawn by mistake, its face unseen",
        "misread": f"the scanner misread {which or 'a card of '}{of}",
        "surplus": f"{deck} has a card too many{seen}",
        "foul deck": f"{deck} is foul{seen}",
        "jam": f"{of} has failed",
    }[str(what)]


# ---- the floor's answer ----------------------------------------------------------------------------------


def reject(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Reject a report: the round goes on as if nobody had made it; both are on record."""
    _reported(draft)
    draft.emit("ruled", what="report", choice="rejected", reason=draft.args["reason"])
    ask_again(draft)


def confirm(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Confirm a report: it becomes a fact of the state, and has the consequence of that irregularity."""
    about = _reported(draft)
    draft.emit("ruled", what="report", choice="confirmed", reason=draft.args["reason"])
    _CONFIRMED[about["what"]](draft, about)
    resume(draft)
    ask_again(draft)


def _reported(draft: Draft) -> Mapping[str, Any]:
    if draft.state.reported is None:
        raise RefusedError("no report waits for the floor", "a report first", "round.whole", ruled=_RULED)
    return draft.state.reported


def _where(state: State, place: str, card: int | None) -> int | None:
    """The position of a card in a hand, if the scans have it there."""
    faces = state.terms.rulebook.deck.faces
    known = [each for each in state.at(place) if state.order[each] != UNKNOWN]
    return next((each for each in known if card is not None and faces[state.order[each]] == faces[card]), None)


def _exposed(draft: Draft, about: Mapping[str, Any]) -> None:
    place, card = about["of"], about.get("card")
    position = _where(draft.state, place, card)
    seen = {"position": position, "card": draft.state.order[position]} if position is not None else {"card": card}
    draft.emit("exposed", of=place, **({} if card is None else seen))
    if place == "dealer":
        if too_early(draft.state):
            dealer_exposed(draft)
    else:
        where = "the community area" if place == "community" else called(place)
        draft.emit("pending", what="irregularity", says=f"a card to {where} was exposed in dealing")


def _face_up(draft: Draft, about: Mapping[str, Any]) -> None:
    """Set a card aside that was found face up in the shoe; in the stub, the rack or a hand it is the floor's (S12)."""
    place, card, state = about["of"], about["card"], draft.state
    if place == "shoe":
        _set_aside(draft, about)
    elif place == "stub":
        position = _unread(state, card)
        assert position is not None  # noqa: S101 - the report was refused otherwise
        face_up_in_stub(draft, {position: _entered(draft, position, card)})
    elif place == "rack":
        draft.emit("exposed", of="rack", card=card)
        draft.emit("pending", what="irregularity", says="a card lies face up in the rack")
    else:
        _exposed(draft, about)


def _entered(draft: Draft, position: int, card: int) -> int:
    """Make the card at a position known, unless the scans have it elsewhere: then that one was misread. Return it."""
    known = draft.copy_of(draft.terms.rulebook.deck.faces[card])
    if draft.state.order[position] == UNKNOWN and known is not None:
        draft.emit("entered", position=position, card=known)
    return card if draft.state.order[position] == UNKNOWN else draft.state.order[position]


def _unread(state: State, card: int) -> int | None:
    """The position of a card that was not dealt and lies face up: of the next that are not read, or are read as it.

    A card that the dealer gave back unseen is read already, and is another.
    """
    faces, order = state.terms.rulebook.deck.faces, state.order
    fits = (each for each in _undealt(state) if order[each] == UNKNOWN or faces[order[each]] == faces[card])
    return next(fits, None)


def _set_aside(draft: Draft, about: Mapping[str, Any]) -> None:
    """Set a card aside, which counts as a dead card (S13); one that was scanned and laid already is taken back.

    If it was the last of the first deal, that deal goes on.
    """
    state, card, position = draft.state, about["card"], _scanned(draft.state, about)
    if position is None:
        position = _unread(state, card)
        assert position is not None  # noqa: S101 - the report was refused otherwise
        draft.emit("found_face_up", position=position, card=_entered(draft, position, card))
    else:
        place = about.get("to") or _laid_last(state)
        again = state.first_cards and place == _laid_last(state)
        turn = {"turn": len(targets(state, state.fixed.deal)) - 1} if again else {}
        draft.emit("found_face_up", position=position, card=state.order[position], **{"from": place}, **turn)
    found_face_up(draft)


def _wrong_count(draft: Draft, about: Mapping[str, Any]) -> None:
    """Give the hand the number of cards that people have counted; extra cards may stay unknown."""
    state, place, number = draft.state, about["of"], about["number"]
    if not state.first_cards or about.get("turn"):
        _relay(draft, about)
        return
    if _collected(state, place):
        draft.emit("miscounted", of=place, number=number, added=(), gone=(), shown=False)
        seat_miscounted(draft, int(place))
        return
    recount(draft, about)
    if place == "community" and state.fixed.deals_community:
        draft.emit("pending", what="community count", says="a wrong number of community cards was dealt")
    else:
        wrong_count(draft)


def recount(draft: Draft, about: Mapping[str, Any]) -> None:
    """Give a hand that lies on the table the number of cards that it has, after the first deal."""
    state, place, number = draft.state, about["of"], about["number"]
    there = state.at(place)
    added, gone = _undealt(state)[: max(number - len(there), 0)], _missing(state, about) if number < len(there) else ()
    if added and "card" in about:
        _entered(draft, added[-1], about["card"])
    shown = state.fixed.deals_community
    draft.emit("miscounted", of=place, number=number, added=added, gone=gone, shown=shown)


def _relay(draft: Draft, about: Mapping[str, Any]) -> None:
    """Take a wrong count of the deal: every card that was scanned lies where it then went."""
    place, number = about["of"], about["number"]
    found = relaid(draft.state, place, number, about.get("turn"))
    assert found is not None  # noqa: S101 - the report was refused otherwise
    hands, turn = found
    draft.emit("relaid", of=place, number=number, hands=hands, turn=turn)
    if turn == len(targets(draft.state, draft.state.fixed.deal)):
        dealt_out(draft)


def _missing(state: State, about: Mapping[str, Any]) -> tuple[int, ...]:
    """The cards that a hand lacks: the one that was named, else those that were scanned last."""
    there = state.at(about["of"])
    named = _where(state, about["of"], about.get("card"))
    rest = [each for each in there if each != named]
    return tuple([*rest, *([named] if named is not None else [])][about["number"] :])


def _astray(draft: Draft, about: Mapping[str, Any]) -> None:
    """Move the card that went astray: the one of that number, or the last."""
    position = draft.state.at(about["of"])[about.get("number", 0) - 1]
    draft.emit("strayed", of=about["of"], to=about["to"], position=position)
    wrong_count(draft)


def _drawn(draft: Draft, about: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    state = draft.state
    draft.emit("drawn", position=state.stock()[len(state.drawn)])


def _misread(draft: Draft, about: Mapping[str, Any]) -> None:
    """Correct a scan whose card was reported; where nobody has said which card it is, the floor rules (S12)."""
    if "card" in about and "number" in about:
        correct(draft, about["of"], about["number"], about["card"], draft.args["reason"])
    else:
        says = f"the scanner has misread a card of {called(about['of'])}, and nobody has said which card lies there"
        draft.emit("pending", what="irregularity", says=says)


@keeps("stub.removed")
def _surplus(draft: Draft, about: Mapping[str, Any]) -> None:
    """Void the round of a deck with a card too many: the deck, wrong even without a count, leaves the table."""
    if _plays(draft.state, about["back"]):
        void_round(draft, "stub.removed", "the deck has a card too many")
    else:
        draft.irregular("stub.removed", "the deck has a card too many")
    _leaves(draft, about["back"], "it has a card too many")


def _foul_deck(draft: Draft, about: Mapping[str, Any]) -> None:
    """Call the floor for a foul deck in a round, of which no clause speaks (S12); otherwise it leaves (S32)."""
    if draft.state.closed and _is_in_turn(draft.state, about["back"]):
        draft.emit("pending", what="foul deck", says="the deck is foul")
    else:
        _leaves(draft, about["back"], "it is foul")


def _is_in_turn(state: State, back: str) -> bool:
    return bool(state.decks) and state.decks[state.playing].back == back


def _plays(state: State, back: str) -> bool:
    return state.phase == "round" and _is_in_turn(state, back)


def _leaves(draft: Draft, back: str, why: str) -> None:
    if draft.state.phase == "betting" and _is_in_turn(draft.state, back):
        draft.emit("unloaded", deck=draft.state.playing)
    draft.remove_deck(back, why)


def _jam(draft: Draft, about: Mapping[str, Any]) -> None:
    fails(draft, about["of"])


_CONFIRMED: dict[str, Callable[[Draft, Mapping[str, Any]], None]] = {
    "exposed": _exposed,
    "face up": _face_up,
    "wrong count": _wrong_count,
    "astray": _astray,
    "drawn": _drawn,
    "misread": _misread,
    "surplus": _surplus,
    "foul deck": _foul_deck,
    "jam": _jam,
}
