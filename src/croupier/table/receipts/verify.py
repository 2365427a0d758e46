"""Verifier of receipts: finds what holds, what does not, and what could not be checked, each in a sentence.

No table is needed: a receipt is checked by itself, against its holder's other knowledge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from croupier.cards import DECKS
from croupier.errors import CroupierError
from croupier.table.fairness.commitments import leaf, leaves, root
from croupier.table.fairness.shuffle import SALT_BYTES, Draws, digest, last_cut, secret_of
from croupier.table.model.state import COMMITTED, DEALT, SEEDED, SOURCES, VOID, WITHDRAWN, Place, Tally
from croupier.table.receipts.receipt import FIRST, FORMAT, SECOND, holder_of

_HEX = frozenset("0123456789abcdef")
_MOST_CARDS = 64
ENDS = frozenset({DEALT, VOID, WITHDRAWN})
_MOST_NUMBERS = 1000
_FACES = frozenset(deck.faces for deck in DECKS.values())  # not taken from the receipt, which could rename a card


class ReceiptError(CroupierError, ValueError):
    """Data that is no receipt; the message says why."""


class KeptByHolder(NamedTuple):
    """The holder's other knowledge: what was shown before the bets and during the round, and published afterwards."""

    root: str = ""
    number: str = ""
    seed: str = ""
    commitment: str = ""
    shuffle: int = 0  # by its number: that of the deck that was loaded with this root
    cards: Mapping[str, Sequence[str]] = {}  # that the holder saw, by whose they were: "1", "dealer", "community"
    anywhere: Sequence[str] = ()  # cards that the holder saw at a place that they did not keep
    void: bool | None = None
    seats: Sequence[int] = ()  # that the holder had in the round
    promises: Sequence[str] = ()  # hashes of the numbers that the round waited for, as they were shown when bets closed
    cuts: Sequence[int] | None = None  # that were shown before a number was revealed
    revealed: Sequence[int] | None = None  # shuffles that the holder revealed a number for, and saw no end of before
    unended: Sequence[str] = ()  # such shuffles of earlier sessions, of which no end was seen either


class Finding(NamedTuple):
    """The result of a check: whether it holds (None: it could not be checked), and the statement checked."""

    holds: bool | None
    says: str
    beyond: bool = False  # no receipt of such a round can show it now, so that it keeps no round from being checked


HOLDS, OPEN, BROKEN = "holds", "open", "broken"


def outcome(findings: Iterable[Finding]) -> str:
    """The state of a check: broken, open where something was not compared that could have been, or else it holds."""
    each = list(findings)
    if any(it.holds is False for it in each):
        return BROKEN
    return HOLDS if any(it.holds for it in each) and all(it.holds or it.beyond for it in each) else OPEN


def verify(receipt: object, known: KeptByHolder = KeptByHolder()) -> list[Finding]:  # noqa: B008 - it never changes
    """Check everything that can be checked of a receipt; raise a ReceiptError if it is none."""
    given = read(receipt)
    if given["source"] not in (COMMITTED, SEEDED):
        nothing = Finding(None, f"the cards were {given['source']}: there is no root, and nothing to check")
        return [nothing, *([Finding(holds=False, says="you were shown a root, and it has none")] if known.root else [])]
    if not given["leaves"]:
        nothing = Finding(
            None, "the round was void when no deck stood ready: no card was dealt, and nothing is to check"
        )
        return [nothing, *_shown(given, known), *_void(given, known), *_seats(given, known), *_decks(given, known)]
    if tuple(given["faces"]) not in _FACES:
        return [Finding(holds=False, says="its cards are numbered as in one of the decks that there are")]
    cards = [*_cards(given), *_seen(given, known), *_void(given, known), *_seats(given, known), *_decks(given, known)]
    return [*_deck(given, known), *cards, *_numbers(given, known), *_turned(given, known), *_derivation(given, known)]


# ---- checks ---------------------------------------------------------------------------------------------------


def _deck(given: Mapping[str, Any], known: KeptByHolder) -> Iterator[Finding]:
    size, committed = len(given["faces"]), [bytes.fromhex(each) for each in given["leaves"]]
    yield Finding(len(committed) == size, f"there are {len(committed)} commitments, for a deck of {size} cards")
    made = root(committed, _place(given), given["shuffle"]["number"])
    about = f"shuffle {given['shuffle']['number']} of session {given['session'] or '(unnamed)'}"
    yield Finding(
        made == given["root"], f"the root {given['root'][:16]}… stands for them, and for {about} of this table"
    )
    if known.shuffle:
        says = f"shuffle {known.shuffle} was made for this round, as you were told before it"
        yield Finding(known.shuffle == given["shuffle"]["number"], says)
    yield from _shown(given, known)


def _shown(given: Mapping[str, Any], known: KeptByHolder) -> Iterator[Finding]:
    """Compare the root with the one shown before the bets closed, and report the changes if they differ."""
    shown, changes = given["shown"], given["changes"]
    which = "it" if shown == given["root"] else f"{shown[:16]}…"
    if known.root:
        yield Finding(known.root == shown, f"{which} is the root that was shown to you before you were ready")
    else:
        yield Finding(None, f"whether {which} is the root that you were shown: compare it, or give it with --root")
    if shown != given["root"] or changes:
        why = "; ".join(changes) or "it is not said why"
        says = f"the cards that were ready when bets closed were not dealt as they lay: {why}"
        yield Finding(None if changes else False, says)


def _cards(given: Mapping[str, Any]) -> Iterator[Finding]:
    cards, size = given["cards"], len(given["faces"])
    yield Finding(len(given["dealt"]) <= size, f"{len(given['dealt'])} cards were dealt, of {size}")
    if not cards:
        yield Finding(None, "you saw no card of this round")
        return
    opened = all(_opens(given, each) for each in cards)
    yield Finding(opened, f"each of the {len(cards)} cards you saw opens its commitment")
    once = len({each["card"] for each in cards}) == len({each["place"] for each in cards}) == len(cards)
    yield Finding(once, "each card and each place is there once")
    turned = sum(given["shuffle"]["cuts"])
    places = _places(given)
    in_order = all(each["place"] < size and each["leaf"] == (places[each["place"]] + turned) % size for each in cards)
    by = "the cuts alone" if given["receipt"] != FORMAT else "the cuts and the players' numbers alone"
    yield Finding(in_order, f"the cards lay in the order in which they were dealt, turned by {by}")
    for why in given["shuffle"]["recuts"]:
        yield Finding(None, f"the cards were cut again: {why}")


def _places(given: Mapping[str, Any]) -> Sequence[int]:
    """The places of the cut deck in the order in which they were dealt."""
    made, size = given["shuffle"], len(given["faces"])
    if given["receipt"] != FORMAT:
        return range(size)
    return last_cut(given["root"], _place(given), made["number"], sorted(made["numbers"]), size)


def _seen(given: Mapping[str, Any], known: KeptByHolder) -> Iterator[Finding]:
    """Compare the cards, and whose they were, with those that the holder saw dealt."""
    if not given["cards"]:
        return
    told: dict[str, Counter[str]] = {}
    for each in given["cards"]:
        if each["card"] < len(given["faces"]) and each["place"] < len(given["dealt"]):
            told.setdefault(given["dealt"][each["place"]], Counter())[given["faces"][each["card"]]] += 1
    kept = {holder: Counter(cards) for holder, cards in known.cards.items()}
    saw, all_told = sum(kept.values(), Counter(known.anywhere)), sum(told.values(), Counter[str]())
    if not saw:
        yield Finding(None, "whether these are the cards that you saw dealt: compare them, or give them with --saw")
        return
    same = saw <= all_told and all(cards <= told.get(holder, Counter()) for holder, cards in kept.items())
    yield Finding(same, f"the {saw.total()} cards that you saw are in it, each with whose it was")
    missed = (all_told - saw).elements()
    if same and all_told != saw:
        yield Finding(None, f"whether these were dealt as well, which you did not see: {', '.join(missed)}")


def _void(given: Mapping[str, Any], known: KeptByHolder) -> Iterator[Finding]:
    if known.void is not None:
        yield Finding(known.void == given["void"], f"the round was {'void' if known.void else 'played to its end'}")


def _seats(given: Mapping[str, Any], known: KeptByHolder) -> Iterator[Finding]:
    """Compare the seats of the receipt's holder with those that the holder had."""
    if given["receipt"] == FIRST:
        if known.seats:
            yield Finding(None, "whether your seat was yours: a receipt of an older house does not say it")
        return
    place, person = _place(given), given["holder"]
    its = [
        each["seat"]
        for each in given["seats"]
        if person and each["holder"] == holder_of(place, given["round"], each["seat"], person)
    ]
    if known.seats:
        yield Finding(sorted(known.seats) == sorted(its), f"{_named(known.seats)} yours")
    elif its:
        yield Finding(None, f"whether {_named(its)} yours: compare it, or give it with --seat")


def _named(seats: Sequence[int]) -> str:
    return f"seat {seats[0]} was" if len(seats) == 1 else f"seats {' and '.join(map(str, sorted(seats)))} were"


def _decks(given: Mapping[str, Any], known: KeptByHolder) -> Iterator[Finding]:
    """Check that the shuffle which was dealt is accounted for, and name every one that was not dealt."""
    if given["receipt"] == FIRST:
        return
    decks, counts = given["decks"], given["counts"]
    ended = [each["shuffle"] for each in decks]
    end = VOID if given["void"] else DEALT
    if given["dealt"]:
        last = decks[-1] if decks else {}
        says = f"shuffle {given['shuffle']['number']} is on the list of decks as {end}, and none is there twice"
        fits = (last.get("shuffle"), last.get("end")) == (given["shuffle"]["number"], end)
        yield Finding(fits and len(set(ended)) == len(ended), says)
    withdrawn = [each for each in decks if each["end"] == WITHDRAWN]
    says = f"the counts of the session have the {len(decks)} decks that ended with this round"
    # Of two decks one waits; every other shuffle up to this one has ended.
    least = max(len(decks), given["shuffle"].get("number", 0) - 1)
    enough = counts["decks"] >= least and counts["withdrawn"] >= len(withdrawn) >= len(decks) - 1
    yield Finding(enough and counts["void"] >= given["void"], says)
    for each in withdrawn:
        yield _sent_away(given, each, known.revealed)
    missing = sorted({*(known.revealed or ())}.difference(ended, [given["shuffle"].get("number")]))
    for which in (*(f"shuffle {shuffle}" for shuffle in missing), *known.unended):
        says = f"what became of {which}, for which you had revealed a number: no receipt of its round was seen"
        yield Finding(None, says)


def _sent_away(given: Mapping[str, Any], deck: Mapping[str, Any], revealed: Sequence[int] | None) -> Finding:
    """Name a deck that was not dealt. Before a number is revealed for it the house gains nothing by sending it away."""
    why = f"shuffle {deck['shuffle']} was not dealt: {deck['reason']}"
    if given["receipt"] != FORMAT:
        return Finding(None, why, beyond=not deck["numbers"])
    if revealed is None:
        says = "whether you had revealed a number for it: compare it, or give each shuffle that you did with --revealed"
        return Finding(None, f"{why}; {says}")
    if deck["shuffle"] in revealed:
        return Finding(None, f"{why}; you had revealed a number for it, so that the house could know its cards")
    return Finding(None, why, beyond=not deck["numbers"])


def following(before: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[Finding]:
    """Compare the counts of two receipts of one session: what ended between them is on the lists, without a gap."""
    if FIRST in {before["receipt"], given["receipt"]}:
        return
    then, now = before["counts"], given["counts"]
    between = f"between round {before['round']} and round {given['round']}"
    grown = {name: now[name] - then[name] for name in Tally._fields}
    if given["round"] == before["round"] + 1:
        decks, withdrawn = len(given["decks"]), sum(each["end"] == WITHDRAWN for each in given["decks"])
        fits = (decks, withdrawn, given["void"]) == (grown["decks"], grown["withdrawn"], grown["void"])
        yield Finding(fits, f"every deck that ended {between} is on the list, and no other")
    else:
        told = f"{grown['decks']} decks ended, {grown['withdrawn']} of them not dealt; {grown['void']} rounds were void"
        yield Finding(None if min(grown.values()) >= 0 else False, f"{between} {told}", beyond=True)
    if grown["withheld"]:
        yield Finding(None, f"{between} {grown['withheld']} promised numbers were not given", beyond=True)


def _opens(given: Mapping[str, Any], card: Mapping[str, Any]) -> bool:
    committed = given["leaves"]
    if card["leaf"] >= len(committed) or card["card"] >= len(given["faces"]):
        return False
    made = leaf(card["leaf"], card["card"], bytes.fromhex(card["salt"])).hex()
    return bool(committed[card["leaf"]] == made)


def _numbers(given: Mapping[str, Any], known: KeptByHolder) -> Iterator[Finding]:
    numbers = given["shuffle"]["numbers"]
    own, last = given["shuffle"]["own"], given["receipt"] == FORMAT
    cut = "last cut" if last else "shuffle"
    if last and given["void"] and not given["dealt"] and not numbers:
        yield Finding(None, "the round was void before the numbers were all there, and no last cut was made")
    elif known.number:
        yield Finding(known.number in numbers, f"your number went into the {cut}")
    elif own:
        says = f"the number {own[:16]}… went into the {cut}; compare it with yours, or give yours with --number"
        yield Finding(None if own in numbers else False, says)
    elif numbers:
        yield Finding(None, f"your number was not in the {cut}; {len(numbers)} of other players were")
    else:
        yield Finding(None, f"no player's number was in the {cut}: the house could have chosen among shuffles")
    if given["shuffle"].get("withheld"):
        says = f"numbers that were promised and not given: {given['shuffle']['withheld']}"
        yield Finding(None, f"{says}; who withholds one can choose between two {cut}s", beyond=not last)
    if last:
        yield from _promised(given, known)
    elif (known.number or own) in numbers and len(numbers) > 1:
        others = f"numbers of others in it: {len(numbers) - 1}"
        says = f"{others}; whether they were promised before yours was given, the record shows"
        yield Finding(None, says, beyond=True)


def _promised(given: Mapping[str, Any], known: KeptByHolder) -> Iterator[Finding]:
    """Compare the numbers with the promises: who may add one, repeat it or leave it out chooses among last cuts."""
    numbers, withheld = given["shuffle"]["numbers"], given["shuffle"]["withheld"]
    if len(set(numbers)) != len(numbers):
        yield Finding(holds=False, says="each number in it is there once")
    if not numbers and not given["dealt"]:
        return
    if not known.promises:
        says = "whether the numbers in it are those that were promised before yours was revealed"
        yield Finding(None, f"{says}: compare them, or give each with --promise")
        return
    hashes, promised = {digest(number) for number in numbers}, set(known.promises)
    yield Finding(hashes <= promised, "each number in it was promised before bets closed, as you were shown")
    but_for = f", but for {withheld} said to be withheld" if withheld else ""
    yield Finding(len(promised - hashes) <= withheld, f"every number that was promised is in it{but_for}")


def _turned(given: Mapping[str, Any], known: KeptByHolder) -> Iterator[Finding]:
    """Compare the cuts with those that were shown: who may choose one afterwards chooses among as many orders."""
    cuts = given["shuffle"]["cuts"]
    if given["receipt"] != FORMAT:
        return
    if known.cuts is None:
        says = f"whether it was cut so before your number was revealed, at so many cards: {_depths(cuts)}"
        yield Finding(None, f"{says}; compare it, or give each depth with --cut")
        return
    cut_again = given["shuffle"]["recuts"] and cuts[: len(known.cuts)] == list(known.cuts)
    holds = True if cuts == list(known.cuts) else None if cut_again else False
    shown = "it was cut as you were shown before your number was revealed, at so many cards"
    yield Finding(holds, f"{shown}: {_depths(known.cuts)}")


def _depths(cuts: Sequence[int]) -> str:
    return ", ".join(map(str, cuts)) or "not at all"


def _derivation(given: Mapping[str, Any], known: KeptByHolder) -> Iterator[Finding]:
    commitment = given["shuffle"]["commitment"]
    if known.commitment:
        says = "its secret was committed to as you were shown before you gave your number"
        yield Finding(known.commitment == commitment, says)
    else:
        shown = f"whether you were shown the commitment {commitment[:16]}… before"
        yield Finding(None, f"{shown}: compare it, or give it with --commitment")
    if not known.seed:
        says = "whether the order followed from the secret: that shows when the session's seed is known"
        yield Finding(None, says, beyond=True)
        return
    made, place, size = given["shuffle"], _place(given), len(given["faces"])
    secret = secret_of(known.seed, place, made["number"])
    yield Finding(digest(secret) == made["commitment"], "the seed gives the secret that was committed to")
    draws = Draws(secret, place, made["number"], () if given["receipt"] == FORMAT else made["numbers"])
    order = draws.order(range(size))
    expected = [each.hex() for each in leaves(order, draws.salts(size), size)]
    inputs = "that secret alone" if given["receipt"] == FORMAT else "that secret and the players' numbers"
    yield Finding(expected == given["leaves"], f"the whole deck followed from {inputs}")
    cuts = [draws.cut(number, size) for number in range(1, len(made["cuts"]) + 1)]
    yield Finding(cuts == made["cuts"], "so did the cuts")
    if given["void"] and given["receipt"] == FORMAT:
        lay = [given["faces"][order[(place + sum(made["cuts"])) % size]] for place in _places(given)]
        yield Finding(
            None,
            f"the void round's cards, from the first that was or would have been dealt: {' '.join(lay)}",
            beyond=True,
        )


def _place(given: Mapping[str, Any]) -> Place:
    return Place(given["house"], given["table"], given["session"])


# ---- parsing -------------------------------------------------------------------------------------------------


def read(receipt: object) -> Mapping[str, Any]:
    """Parse a receipt with every field of its kind, so that checking it cannot fail half-way."""
    given = fields(receipt, _FIELDS, "a receipt")
    if given["receipt"] not in {FIRST, SECOND, FORMAT}:
        raise ReceiptError(f"it is a receipt of format {given['receipt']}; {FIRST} to {FORMAT} are read here")
    is_first = given["receipt"] == FIRST
    made = _SHUFFLE if is_first else _SHUFFLE | {"withheld": is_whole}
    given["shuffle"] = fields(given["shuffle"] or None, made, "its shuffle") if given["leaves"] else {}
    given["cards"] = [fields(card, _CARD, "a card") for card in given["cards"]]
    if not is_first:
        given |= _accounts(receipt)
    without = given["void"] and not given["dealt"] and not given["cards"]
    if given["source"] in (COMMITTED, SEEDED) and not given["leaves"] and not without:
        raise ReceiptError("it has no commitments, though the cards were committed to")
    return given


def _accounts(receipt: object) -> dict[str, Any]:
    """The seats, the decks and the counts of a receipt."""
    given = fields(receipt, _ACCOUNTS, "a receipt")
    given["seats"] = [fields(each, _SEAT, "a seat") for each in given["seats"]]
    given["decks"] = [fields(each, _END, "a deck") for each in given["decks"]]
    given["counts"] = fields(given["counts"], dict.fromkeys(Tally._fields, is_whole), "its counts")
    return given


def kept_with(receipt: Mapping[str, Any]) -> KeptByHolder:
    """The knowledge that a client had kept and saved with a receipt; nothing if the receipt is bare."""
    kept = receipt.get("kept", {})
    if not isinstance(kept, dict) or not all(name in _KEPT and _KEPT[name](value) for name, value in kept.items()):
        raise ReceiptError("what was kept with it is not of the kind that a client keeps")
    return KeptByHolder(**kept)


def fields(value: object, kinds: Mapping[str, Any], what: str) -> dict[str, Any]:
    """The fields of an object, each of its kind; raise a ReceiptError if one is not."""
    if not isinstance(value, dict):
        raise ReceiptError(f"{what} is no object with fields")
    for name, fits in kinds.items():
        if name not in value or not fits(value[name]):
            raise ReceiptError(f"{what} has no {name!r}, or one that is none")
    return {name: value[name] for name in kinds}


def is_text(value: object) -> bool:
    """True for a printable text of bounded length."""
    return isinstance(value, str) and len(value) <= _MOST_NUMBERS and value.isprintable()


def is_whole(value: object) -> bool:
    """True for a non-negative whole number of 32 bits."""
    return type(value) is int and 0 <= value < 1 << 32


def _small(value: object) -> bool:
    return type(value) is int and 0 <= value < _MOST_CARDS


def _hex(digits: int) -> Any:  # noqa: ANN401 - a function of anything
    return lambda value: isinstance(value, str) and len(value) == digits and _HEX.issuperset(value)


def is_list(fits: Any, most: int = _MOST_CARDS) -> Any:  # noqa: ANN401 - functions of anything
    """A predicate: true for a list of bounded length whose elements all fit."""
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(fits, value))


DIGEST = _hex(2 * sha256().digest_size)
_KEPT = {
    "root": lambda value: value == "" or DIGEST(value),
    "number": lambda value: value == "" or DIGEST(value),
    "seed": lambda value: value == "" or DIGEST(value),
    "commitment": lambda value: value == "" or DIGEST(value),
    "shuffle": is_whole,
    "cards": lambda value: isinstance(value, dict) and all(map(is_list(is_text), value.values())),
    "anywhere": is_list(is_text),
    "void": lambda value: value is None or isinstance(value, bool),
    "seats": is_list(is_whole),
    "promises": is_list(DIGEST, _MOST_NUMBERS),
    "cuts": lambda value: value is None or is_list(_small)(value),
    "revealed": lambda value: value is None or is_list(is_whole)(value),
    "unended": is_list(is_text),
}
_FIELDS = {
    "receipt": is_whole,
    "house": is_text,
    "table": is_text,
    "session": is_text,
    "rulebook": is_text,
    "round": is_whole,
    "void": lambda value: isinstance(value, bool),
    "source": lambda value: value in SOURCES,
    "faces": is_list(is_text),
    "shown": lambda value: value == "" or DIGEST(value),
    "changes": is_list(is_text, _MOST_NUMBERS),
    "root": lambda value: value == "" or DIGEST(value),
    "leaves": is_list(DIGEST),
    "shuffle": lambda value: isinstance(value, dict),
    "dealt": is_list(is_text),
    "cards": is_list(lambda value: isinstance(value, dict)),
}
_SHUFFLE = {
    "number": is_whole,
    "commitment": DIGEST,
    "numbers": is_list(DIGEST, _MOST_NUMBERS),
    "own": lambda value: value is None or DIGEST(value),
    "cuts": is_list(_small),
    "recuts": is_list(is_text, _MOST_NUMBERS),
}
_ACCOUNTS = {
    "holder": is_text,
    "seats": is_list(lambda value: isinstance(value, dict)),
    "decks": is_list(lambda value: isinstance(value, dict), _MOST_NUMBERS),
    "counts": lambda value: isinstance(value, dict),
}
_SEAT = {"seat": _small, "holder": DIGEST}
_END = {"shuffle": is_whole, "end": lambda value: value in ENDS, "reason": is_text, "numbers": is_whole}
_CARD = {"place": _small, "leaf": _small, "card": _small, "salt": _hex(2 * SALT_BYTES)}
