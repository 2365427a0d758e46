"""A receipt of a round: the cards that a viewer saw, with all data that is needed to check them against the root.

It is plain data, to be kept as JSON; `verify` checks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from croupier.table.fairness.commitments import leaves_of_deck
from croupier.table.fairness.shuffle import bound
from croupier.table.model.state import NO_SHUFFLE, LastRound, Place, ShuffleEnd, State, Tally
from croupier.table.recording.recorder import encoded
from croupier.table.views.view import Viewer, openings

FORMAT = 3  # the players' numbers are the last cut
SECOND = 2  # they went into the shuffle; what was not committed to is of this format still, since nothing else differs
FIRST = 1  # without seats, decks and counts


def receipt(state: State, viewer: Viewer) -> dict[str, Any] | None:
    """The receipt of the last round for a viewer; None before the first is over."""
    last = state.last
    if last is None:
        return None
    given, found = _told(state, last), openings(state, viewer)
    if found:
        given["cards"] = _cards(last, found)
    if viewer.role == "player":
        given["holder"] = viewer.person
        if last.deck is not None:
            made = last.deck.shuffle
            own = [number for number, person in zip(made.numbers, made.persons, strict=True) if person == viewer.person]
            given["shuffle"]["own"] = own[0] if own else None
    return given


def _told(state: State, last: LastRound) -> dict[str, Any]:
    """The receipt of a round as it is for somebody who has seen no card: the rest is alike for all."""
    made = last.deck.shuffle if last.deck is not None else NO_SHUFFLE
    leaves = leaves_of_deck(made.order, made.salts, state.fixed.deck_size) if made.number else ()
    return {
        "receipt": FORMAT if made.permutes else SECOND,
        **state.fixed.place._asdict(),
        "rulebook": state.terms.rulebook.id,
        "round": last.number,
        "void": last.void,
        "source": state.fixed.source,
        "publishes": state.fixed.publishes,
        "faces": list(state.terms.rulebook.deck.faces),
        "shown": last.shown,
        "changes": list(last.changes),
        "root": last.root,
        "leaves": [leaf.hex() for leaf in leaves],
        "shuffle": _shuffle(last),
        "dealt": _dealt(last),
        "cards": [],
        "holder": "",
        "seats": [
            {"seat": hand.seat, "holder": holder_of(state.fixed.place, last.number, hand.seat, hand.person)}
            for hand in last.hands
        ],
        "decks": [each._asdict() for each in last.ends],
        "counts": last.tally._asdict(),
    }


def holder_of(place: Place, number: int, seat: int, person: str) -> str:
    """A seat's holder in a round, as all are told: a hash, which tells nothing to whoever does not know the id."""
    about = bound(place) + number.to_bytes(4, "big") + seat.to_bytes(1, "big") + person.encode()
    return sha256(b"croupier holder 1\0" + about).hexdigest()


_FACTS = ("round", "void", "source", "faces", "shown", "changes", "root", "leaves", "dealt")
_SHUFFLED = ("number", "commitment", "numbers", "cuts", "recuts")


def public_facts(given: Mapping[str, Any]) -> str:
    """The facts of a receipt that are alike for all who hold one of this round, in one form of writing."""
    made = given["shuffle"]
    facts = [[given[name] for name in _FACTS], [made.get(name) for name in _SHUFFLED]]
    if given["receipt"] != FIRST:
        facts.append([[each["seat"], each["holder"]] for each in given["seats"]])
        facts.append([[each[name] for name in ShuffleEnd._fields] for each in given["decks"]])
        facts.append([made.get("withheld"), *(given["counts"][name] for name in Tally._fields)])
    return encoded(facts).decode()


def facts_hash(facts: str, form: int) -> bytes:
    """The hash of the public facts of a round, by the format of its receipt; its leaf in the house's log covers it."""
    return sha256(f"croupier facts {form}\0{facts}".encode()).digest()


def hash_of_last(state: State) -> bytes:
    """The hash of the public facts of the last round."""
    assert state.last is not None  # noqa: S101 - it is asked for when a round has ended
    given = _told(state, state.last)
    return facts_hash(public_facts(given), given["receipt"])


def facts_of(state: State) -> str:
    """The public facts of the last round."""
    return "" if state.last is None else public_facts(_told(state, state.last))


def _shuffle(last: LastRound) -> dict[str, Any]:
    """The shuffle: its number, its inputs, and the cuts after it."""
    if last.deck is None:
        return {}
    made = last.deck.shuffle
    return {
        "number": made.number,
        "commitment": made.commitment,
        "numbers": list(made.numbers),
        "own": None,
        "cuts": list(last.deck.cuts),
        "recuts": list(last.deck.recuts),
        "withheld": made.withheld,
    }


def _dealt(last: LastRound) -> list[str]:
    """The destination of each card, from the top to the last that left the deck; burned or set aside ones are "out"."""
    holders = {position: str(hand.seat) for hand in last.hands for position in hand.cards + hand.discard}
    holders |= dict.fromkeys(last.dealer, "dealer") | dict.fromkeys(last.community, "community")
    left = max(set(last.rack).difference(last.stub), default=-1)  # below it a card may be lost that is not missed
    return [holders.get(position, "out") for position in range(left + 1)]


def _cards(last: LastRound, found: tuple[Any, ...]) -> list[dict[str, Any]]:
    """The cards that were seen, by their places in the deal."""
    places = {card: position for position, card in enumerate(last.order)}
    cards = [
        {"place": places[opened.card], "leaf": opened.position, "card": opened.card, "salt": opened.salt}
        for opened in found
    ]
    return sorted(cards, key=lambda each: int(each["place"]))
