"""Receipts: what they hold, that they are checked, and that whatever is altered is found, twice over."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from support.table.committed import ANN, BOB, PLACE, bets, number, plays_out, reveals, sits, table_of
from support.table.second_verifier import complaints, seats_of
from support.table.tables import sent

import croupier
from croupier.cards import STANDARD
from croupier.rulebook import NAMES
from croupier.table.fairness.card_sources import CardSource, Physical, Random, Scripted
from croupier.table.fairness.commitments import leaves, leaves_of_deck, root, salt_of
from croupier.table.fairness.shuffle import Draws, digest, last_cut, secret_of
from croupier.table.model.command import Command
from croupier.table.model.next_step import ALL_STEPS
from croupier.table.play.runner import Table
from croupier.table.receipts.receipt import FIRST, SECOND, facts_hash, hash_of_last, public_facts, receipt
from croupier.table.receipts.verify import (
    BROKEN,
    HOLDS,
    OPEN,
    Finding,
    KeptByHolder,
    ReceiptError,
    following,
    kept_with,
    outcome,
    verify,
)
from croupier.table.views.view import AUDITOR, PUBLIC, Viewer

SEED = Random("seed").close()["seed"]
MINE = Viewer("player", ANN)


def played(rulebook: str = "uth-ma", seed: str = "seed", **options: str) -> Table:
    """A round of two, with the first one's number in the last cut."""
    table = table_of(ANN, rulebook=rulebook, options=options, seed=seed)
    sent(table, Command("player", "sit", 2, {}, {"bankroll": 100_000}, BOB))
    for seat, person in ((1, ANN), (2, BOB)):
        sent(table, bets(seat, person, rulebook=rulebook, ready=True))
    sent(table, reveals(1, ANN))
    plays_out(table, rulebook)
    return table


def of(table: Table, viewer: Viewer = MINE) -> dict[str, Any]:
    """A receipt as it comes back from a file."""
    made = receipt(table.state, viewer)
    assert made is not None
    read: dict[str, Any] = json.loads(json.dumps(made))
    return read


def wrong(given: object, known: KeptByHolder = KeptByHolder()) -> list[str]:  # noqa: B008 - it never changes
    return [each.says for each in verify(given, known) if each.holds is False]


# ---- honest receipts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", NAMES)
def test_an_honest_receipt_holds_for_everybody(rulebook: str) -> None:
    table = played(rulebook)
    for viewer in (MINE, Viewer("player", BOB), PUBLIC, AUDITOR):
        given = of(table, viewer)
        known = KeptByHolder(given["root"], number(ANN, 1) if viewer == MINE else "", seed=SEED)
        assert wrong(given, known) == []
        assert complaints(given, SEED, given["root"], known.number) == set()
        assert {each.holds for each in verify(given, known)} <= {True, None}


def test_a_receipt_names_its_house_table_session_and_round() -> None:
    given = of(played())
    assert {name: given[name] for name in ("house", "table", "session")} == PLACE._asdict()
    assert (given["round"], given["void"], given["source"], given["rulebook"]) == (
        1,
        False,
        "practice: seeded",
        "uth-ma",
    )
    assert given["shuffle"]["numbers"] == [number(ANN, 1)]


def test_who_had_a_number_in_the_shuffle_is_told_so_and_who_had_none_too() -> None:
    table = played()
    assert of(table)["shuffle"]["own"] == number(ANN, 1)
    mine = number(ANN, 1)
    assert Finding(holds=True, says="your number went into the last cut") in verify(
        of(table), KeptByHolder(number=mine)
    )
    says = f"the number {mine[:16]}… went into the last cut; compare it with yours, or give yours with --number"
    assert Finding(holds=None, says=says) in verify(of(table))
    theirs = of(table, Viewer("player", BOB))
    assert theirs["shuffle"]["own"] is None
    assert Finding(None, "your number was not in the last cut; 1 of other players were") in verify(theirs)
    assert of(table, Viewer("dealer", ANN))["shuffle"]["own"] is None


def test_all_is_said_that_holds_or_is_left_open_and_nothing_else() -> None:
    given = of(played())
    root, commitment, mine = given["root"], given["shuffle"]["commitment"], number(ANN, 1)
    of_the_deck = [
        "there are 52 commitments, for a deck of 52 cards",
        f"the root {root[:16]}… stands for them, and for shuffle 1 of session session of this table",
    ]
    of_the_cards = [
        "13 cards were dealt, of 52",
        "each of the 11 cards you saw opens its commitment",
        "each card and each place is there once",
        "the cards lay in the order in which they were dealt, turned by the cuts and the players' numbers alone",
    ]
    saw: dict[str, list[str]] = {}
    for each in given["cards"]:
        saw.setdefault(given["dealt"][each["place"]], []).append(given["faces"][each["card"]])
    known = KeptByHolder(root, mine, SEED, commitment, 1, saw, (), False, [1], [digest(mine)], [])  # noqa: FBT003
    of_the_decks = [
        "shuffle 1 is on the list of decks as dealt, and none is there twice",
        "the counts of the session have the 1 decks that ended with this round",
    ]
    assert verify(given, known) == [
        Finding(holds=True, says=says)
        for says in (
            *of_the_deck,
            "shuffle 1 was made for this round, as you were told before it",
            "it is the root that was shown to you before you were ready",
            *of_the_cards,
            "the 11 cards that you saw are in it, each with whose it was",
            "the round was played to its end",
            "seat 1 was yours",
            *of_the_decks,
            "your number went into the last cut",
            "each number in it was promised before bets closed, as you were shown",
            "every number that was promised is in it",
            "it was cut as you were shown before your number was revealed, at so many cards: not at all",
            "its secret was committed to as you were shown before you gave your number",
            "the seed gives the secret that was committed to",
            "the whole deck followed from that secret alone",
            "so did the cuts",
        )
    ]
    assert [each.says for each in verify(given)] == [
        *of_the_deck,
        "whether it is the root that you were shown: compare it, or give it with --root",
        *of_the_cards,
        "whether these are the cards that you saw dealt: compare them, or give them with --saw",
        "whether seat 1 was yours: compare it, or give it with --seat",
        *of_the_decks,
        f"the number {mine[:16]}… went into the last cut; compare it with yours, or give yours with --number",
        (
            "whether the numbers in it are those that were promised before yours was revealed: "
            "compare them, or give each with --promise"
        ),
        (
            "whether it was cut so before your number was revealed, at so many cards: not at all; "
            "compare it, or give each depth with --cut"
        ),
        f"whether you were shown the commitment {commitment[:16]}… before: compare it, or give it with --commitment",
        "whether the order followed from the secret: that shows when the session's seed is known",
    ]


def of_two(rulebook: str = "uth-ma", **options: str) -> dict[str, Any]:
    """Ann's receipt of the second round of two players who have given a number each."""
    table = table_of(ANN, BOB, rulebook=rulebook, options=options)
    for count in (1, 2):
        sent(table, *(bets(seat, who, rulebook=rulebook, ready=True) for seat, who in ((1, ANN), (2, BOB))))
        sent(table, reveals(1, ANN, count), reveals(2, BOB, count))
        plays_out(table, rulebook)
    return of(table)


HASHES = [digest(number(person, 2)) for person in (ANN, BOB)]
PROMISED = "each number in it was promised before bets closed, as you were shown"
WHOLE = "every number that was promised is in it"


def test_numbers_are_compared_with_the_promises_that_were_kept() -> None:
    given = of_two()
    assert given["shuffle"]["numbers"] == sorted([number(ANN, 2), number(BOB, 2)])
    known = KeptByHolder(promises=HASHES)
    assert {Finding(holds=True, says=PROMISED), Finding(holds=True, says=WHOLE)} < set(verify(given, known))
    assert wrong(given, KeptByHolder(promises=HASHES[:1])) == [PROMISED]
    says = "whether the numbers in it are those that were promised before yours was revealed"
    assert any(each.holds is None and says in each.says for each in verify(given, KeptByHolder(number=number(ANN, 2))))
    assert wrong(given, KeptByHolder(given["root"], seed=SEED)) == []


def test_a_house_that_leaves_a_promised_number_out_has_to_say_so() -> None:
    """It has heard all of them, and could choose the order by which of its friends' numbers it takes."""
    given, known = of_two(), KeptByHolder(promises=HASHES)
    given["shuffle"]["numbers"] = [number(ANN, 2)]
    assert WHOLE in wrong(given, known)
    given["shuffle"]["withheld"] = 1
    found = verify(given, known)
    assert Finding(holds=True, says=f"{WHOLE}, but for 1 said to be withheld") in found
    says = "numbers that were promised and not given: 1; who withholds one can choose between two last cuts"
    assert Finding(None, says) in found
    given["shuffle"]["numbers"] = []
    assert f"{WHOLE}, but for 1 said to be withheld" in wrong(given, known)


def test_a_number_is_in_the_last_cut_once() -> None:
    """Each further time that a friend's number is taken would be another order to choose from."""
    given = of_two()
    given["shuffle"]["numbers"] += [number(BOB, 2)]
    for known in (KeptByHolder(), KeptByHolder(promises=HASHES)):
        assert "each number in it is there once" in wrong(given, known)


def test_cuts_are_compared_with_those_that_were_shown() -> None:
    """Each other depth would be another order to choose from, once the numbers are known."""
    given = of_two("dragon-md", shuffling="manual", dealing="manual_shoe")
    [depth] = given["shuffle"]["cuts"]
    says = "it was cut as you were shown before your number was revealed, at so many cards"
    assert Finding(holds=True, says=f"{says}: {depth}") in verify(given, KeptByHolder(cuts=[depth]))
    for shown in ([], [depth + 1], [depth, depth]):
        assert wrong(given, KeptByHolder(cuts=shown)) == [f"{says}: {', '.join(map(str, shown)) or 'not at all'}"]
    again = {**given, "shuffle": {**given["shuffle"], "cuts": [depth, 20], "recuts": ["It looks marked."]}}
    assert Finding(None, f"{says}: {depth}") in verify(again, KeptByHolder(cuts=[depth]))
    assert f"{says}: 20" in wrong(again, KeptByHolder(cuts=[20]))
    assert not [each for each in verify({**given, "receipt": FIRST}, KeptByHolder(cuts=[9])) if says in each.says]


def test_a_round_that_was_void_before_the_last_number_had_no_last_cut() -> None:
    """A house that is honest, and whose round ends before all numbers are there, has broken nothing."""
    table = table_of(ANN, BOB, rulebook="dragon-md", options={"shuffling": "manual", "dealing": "manual_shoe"})
    sent(table, *(bets(seat, who, rulebook="dragon-md", ready=True) for seat, who in ((1, ANN), (2, BOB))))
    sent(table, reveals(1, ANN))
    sent(table, Command("floor", "recut", args={"reason": "It looks marked."}))
    given = of(table)
    assert (given["void"], given["shuffle"]["numbers"]) == (True, [])
    promises = [digest(number(person, 1)) for person in (ANN, BOB)]
    known = KeptByHolder(given["root"], number(ANN, 1), promises=promises, void=True)
    says = "the round was void before the numbers were all there, and no last cut was made"
    assert Finding(None, says) in verify(given, known)
    assert wrong(given, known) == []
    assert outcome(verify(given, known)) == OPEN


def test_a_promise_that_was_broken_opens_the_check_for_everybody() -> None:
    table = table_of(ANN, BOB)
    sent(table, bets(1, ANN, ready=True), bets(2, BOB, ready=True), reveals(1, ANN))
    sent(table, Command("house", "timeout", 2))
    plays_out(table)
    says = "numbers that were promised and not given: 1; who withholds one can choose between two last cuts"
    for viewer in (MINE, Viewer("player", BOB)):
        assert Finding(None, says) in verify(of(table, viewer))
    assert of(table)["counts"]["withheld"] == 1


def test_cards_that_hold_no_number_are_said_to() -> None:
    table = table_of()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}), bets(1, "", ready=True))
    plays_out(table)
    says = "no player's number was in the last cut: the house could have chosen among shuffles"
    assert Finding(None, says) in verify(of(table, PUBLIC))


def test_cards_went_where_the_receipt_says_in_the_order_of_dealing() -> None:
    given = of(played(), AUDITOR)
    assert given["dealt"] == [
        *["1"] * 2,
        *["2"] * 2,
        *["dealer"] * 2,
        "out",
        *["community"] * 3,
        "out",
        *["community"] * 2,
    ]
    assert [each["place"] for each in given["cards"]] == list(range(52))
    mine = of(played())
    assert {given["dealt"][each["place"]] for each in mine["cards"]} == {"1", "2", "dealer", "community"}


def test_a_cut_turns_the_deck_and_leaves_the_root_alone() -> None:
    table = played("lir-nj", shuffling="manual")
    given = of(table)
    (depth,) = given["shuffle"]["cuts"]
    assert 10 <= depth <= 42
    places = last_cut(given["root"], PLACE, 1, given["shuffle"]["numbers"], 52)
    assert all(each["leaf"] == (places[each["place"]] + depth) % 52 for each in given["cards"])
    assert wrong(given, KeptByHolder(seed=SEED)) == []


def test_a_recut_is_on_the_receipt_with_its_reason() -> None:
    table = table_of(ANN, rulebook="lir-nj", options={"shuffling": "manual"}, by_hand=["deal"])
    sent(table, bets(1, ANN, rulebook="lir-nj", ready=True))
    assert table.state.closed
    root = table.state.root
    sent(table, Command("floor", "recut", args={"reason": "The cut showed a card."}))
    assert (table.state.closed, table.state.root) == (True, root)
    sent(table, reveals(1, ANN), Command("dealer", "deal"))
    plays_out(table, "lir-nj")
    given = of(table)
    assert given["root"] == root
    assert given["shuffle"]["recuts"] == ["The cut showed a card."]
    assert len(given["shuffle"]["cuts"]) == 2
    assert Finding(None, "the cards were cut again: The cut showed a card.") in verify(given)
    assert wrong(given, KeptByHolder(root, seed=SEED)) == []
    assert complaints(given, SEED) == set()


def test_a_void_round_has_its_receipt() -> None:
    table = table_of(ANN, options={"dealing": "automated_shoe"}, by_hand=["deal"])
    sent(
        table,
        bets(1, ANN, ready=True),
        reveals(1, ANN),
        Command("device", "jam", args={"device": "shoe"}),
    )
    given = of(table)
    assert given["void"]
    assert wrong(given, KeptByHolder(seed=SEED)) == []
    assert Finding(None, "you saw no card of this round") in verify(given)
    order = table.state.last.order if table.state.last else ()
    lay = " ".join(STANDARD.faces[card] for card in order)
    says = f"the void round's cards, from the first that was or would have been dealt: {lay}"
    assert Finding(None, says, beyond=True) in verify(given, KeptByHolder(seed=SEED))


@pytest.mark.parametrize("source", [Scripted(STANDARD, []), Physical()], ids=["scripted", "real cards"])
def test_cards_that_were_not_committed_to_are_said_not_to_be(source: CardSource) -> None:
    table = Table(croupier.submission("uth-ma"), source)
    table.open()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}))
    table.send(Command("device", "jam", args={"device": "shoe"}))
    if table.state.last is None:
        plays_out(table)
    given = of(table, PUBLIC)
    assert (given["root"], given["leaves"], given["cards"]) == ("", [], [])
    nothing = Finding(None, f"the cards were {source.kind}: there is no root, and nothing to check")
    assert verify(given) == [nothing]
    assert verify(given, KeptByHolder("00" * 32)) == [
        nothing,
        Finding(holds=False, says="you were shown a root, and it has none"),
    ]


def test_a_round_whose_deck_left_has_a_receipt_without_one() -> None:
    """It was to be cut again when its shoe failed, and left."""
    table = table_of(ANN)
    assert receipt(table.state, MINE) is None
    sent(table, bets(1, ANN, ready=True), reveals(1, ANN))
    plays_out(table)
    state = table.state.copy()
    assert state.last is not None
    state.last = state.last._replace(deck=None, root="")
    given = receipt(state, MINE)
    assert given is not None
    assert (given["shuffle"], given["leaves"]) == ({}, [])
    with pytest.raises(ReceiptError, match="it has no commitments, though the cards were committed to"):
        verify(given)  # which a round in which cards were dealt has
    nothing = "the round was void when no deck stood ready: no card was dealt, and nothing is to check"
    assert verify(given | {"void": True, "dealt": [], "cards": []})[0] == Finding(None, nothing)


def _closed(*by_hand: str, **options: str) -> Table:
    """Bets are closed, by all players' being ready, and no card has been dealt; the floor may order shuffles here."""
    table = table_of(ANN, rulebook="dragon-md", by_hand=["deal", *by_hand], options=options)
    load = [Command("dealer", "load")] if "load" in by_hand else []
    sent(table, *load, bets(1, ANN, rulebook="dragon-md", ready=True))
    assert table.state.closed
    return table


ORDER = Command("floor", "order shuffle", args={"reason": "The shuffle was seen."})
NAMED = (
    "the cards that were ready when bets closed were not dealt as they lay: "
    "the cards were shuffled again: The shuffle was seen."
)


def test_a_shuffle_that_was_ordered_after_no_more_bets_is_on_the_receipt_with_its_reason() -> None:
    table = _closed()
    shown = table.state.root
    sent(table, ORDER)
    assert table.state.root != shown
    sent(table, reveals(1, ANN), Command("dealer", "deal"))
    plays_out(table, "dragon-md")
    given = of(table)
    assert (given["shown"], given["changes"]) == (shown, ["the cards were shuffled again: The shuffle was seen."])
    found = verify(given, KeptByHolder(shown, number(ANN, 1), seed=SEED))
    assert [each for each in found if each.holds is False] == []
    assert Finding(None, NAMED) in found
    which = f"{shown[:16]}… is the root that was shown to you before you were ready"
    assert Finding(holds=True, says=which) in found
    assert wrong(given, KeptByHolder(given["root"])) == [which]
    unsaid = "the cards that were ready when bets closed were not dealt as they lay: it is not said why"
    assert wrong(given | {"changes": []}) == [unsaid]
    two = [each.says for each in verify(given | {"changes": ["one", "two"]}) if each.says.endswith("one; two")]
    assert len(two) == 1, "each reason is told"
    assert complaints(given, SEED, shown) == set()
    assert complaints(given | {"changes": []}) == {"changed"}


def test_a_deck_that_leaves_after_no_more_bets_is_named_with_the_one_that_was_dealt() -> None:
    table = _closed("load", dealing="manual_shoe")
    shown = table.state.root
    sent(table, ORDER, Command("house", "clock", args={"now": 8 * 3600}), Command("dealer", "load"))
    assert not table.state.decks
    sent(table, Command("house", "receive", args={"back": "red"}))
    table.feed()
    sent(table, Command("dealer", "load"))
    given_up = [
        "the cards were shuffled again: The shuffle was seen.",
        "the deck left the table: due to be changed",
    ]
    assert (table.state.shown, list(table.state.changes)) == (shown, given_up)


def test_what_a_round_lost_unseen_is_told_by_no_receipt() -> None:
    def receipts(*more: Command) -> Table:
        table = Table(croupier.submission("lir-nj"), Random("seed"), ALL_STEPS - {"deal"}, training=True, place=PLACE)
        table.open()
        sent(table, sits(1, ANN), bets(1, ANN, rulebook="lir-nj", ready=True), *more)
        sent(table, reveals(1, ANN), Command("dealer", "deal"))
        plays_out(table, "lir-nj")
        return table

    lost = receipts(Command("fault", "fault", args={"what": "lost", "position": 40}))
    assert of(lost) == of(receipts())


# ---- forged receipts -----------------------------------------------------------------------------------


def _no_leaf(given: dict[str, Any]) -> None:
    given["leaves"] = given["leaves"][:-1]


def _other(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def _set(*path: str | int, value: object = None) -> Callable[[dict[str, Any]], None]:
    """A change of one field, to another value of its kind where none is given."""

    def change(given: dict[str, Any]) -> None:
        at: Any = given
        for key in path[:-1]:
            at = at[key]
        old = at[path[-1]]
        at[path[-1]] = value if value is not None else _other(old) if isinstance(old, str) else old + 1

    return change


def _aces(given: dict[str, Any]) -> None:
    """Fifty-two aces of spades."""
    for card in given["cards"]:
        card["card"] = 51


def _swapped(given: dict[str, Any]) -> None:
    first, second = given["cards"][:2]
    first["card"], second["card"] = second["card"], first["card"]


def _moved(given: dict[str, Any]) -> None:
    first, second = given["cards"][:2]
    first["place"], second["place"] = second["place"], first["place"]


FORGED = {
    "the root": _set("root"),
    "a commitment": _set("leaves", 3),
    "a commitment less": _no_leaf,
    "the house": _set("house", value="another"),
    "the table": _set("table", value="another"),
    "the session": _set("session", value="another"),
    "the shuffle": _set("shuffle", "number"),
    "a card": _set("cards", 0, "card"),
    "a salt": _set("cards", 0, "salt"),
    "a position": _set("cards", 0, "leaf"),
    "a place": _set("cards", 0, "place", value=45),
    "a cut": _set("shuffle", "cuts", value=[11]),
    "all aces": _aces,
    "two cards": _swapped,
    "two places": _moved,
    "the deck": _set("faces", value=["As"] * 53),
    "what a card is called": lambda given: given["faces"].__setitem__(given["cards"][0]["card"], "As"),
    "a deck of nineteen": lambda given: given.update(faces=given["faces"][:19]),
    "a card beyond the deck": _set("cards", 0, "card", value=60),
    "a position beyond the deck": _set("cards", 0, "leaf", value=60),
}


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_whatever_is_altered_is_found_by_both_verifiers(forged: Callable[[dict[str, Any]], None]) -> None:
    given = copy.deepcopy(of(played()))
    forged(given)
    assert wrong(given)
    try:
        assert complaints(given)
    except IndexError:  # the second verifier is plain, and stumbles over a leaf that is not there
        assert given["cards"][0]["leaf"] >= len(given["leaves"])


IN_ORDER = "the cards lay in the order in which they were dealt, turned by the cuts and the players' numbers alone"


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        (_set("shuffle", "commitment"), "the seed gives the secret that was committed to"),
        (_set("shuffle", "numbers", value=[]), IN_ORDER),
        (_set("shuffle", "numbers", 0), IN_ORDER),
    ],
)
def test_what_went_into_the_shuffle_is_found_altered_once_the_seed_is_known(
    forged: Callable[[dict[str, Any]], None], says: str
) -> None:
    given = copy.deepcopy(of(played()))
    forged(given)
    assert says in wrong(given, KeptByHolder(seed=SEED))
    assert complaints(given, SEED)


def test_another_root_number_or_seed_than_the_holder_knows_does_not_hold() -> None:
    given = of(played())
    assert wrong(given, KeptByHolder(root="00" * 32)) == ["it is the root that was shown to you before you were ready"]
    assert wrong(given, KeptByHolder(number="00" * 32)) == ["your number went into the last cut"]
    assert len(wrong(given, KeptByHolder(seed="00" * 32))) == 2
    manual = of(played("lir-nj", shuffling="manual"))
    assert "so did the cuts" in wrong(manual, KeptByHolder(seed="00" * 32))


def test_a_house_that_showed_another_commitment_is_found_out_by_it_alone() -> None:
    """Whoever kept no root has the commitment."""
    shown = of(played())["shuffle"]["commitment"]
    given, seed = of(played(seed="a better one")), Random("a better one").close()["seed"]
    known = KeptByHolder(given["root"], number(ANN, 1), seed)
    assert wrong(given, known) == []
    assert complaints(given, seed, given["root"], known.number) == set()
    says = "its secret was committed to as you were shown before you gave your number"
    assert wrong(given, known._replace(commitment=shown)) == [says]
    assert Finding(holds=True, says=says) in verify(of(played()), KeptByHolder(commitment=shown))


def test_a_deck_of_which_no_cut_can_be_worked_out_does_not_keep_the_verifier_for_ever() -> None:
    given = of(played("lir-nj", shuffling="manual"))
    given["faces"] = given["faces"][:19]  # ten and ten are as many as nineteen in no way
    assert wrong(given, KeptByHolder(seed=SEED)) == ["its cards are numbered as in one of the decks that there are"]


BAD: dict[str, Callable[[dict[str, Any]], object]] = {
    "nothing": lambda _: None,
    "a list": lambda _: [],
    "a text": lambda _: "receipt",
    "no fields": lambda _: {},
    "another format": lambda given: given | {"receipt": 4},
    "a format of yes": lambda given: given | {"receipt": True},
    "no root": lambda given: {name: value for name, value in given.items() if name != "root"},
    "a root of no kind": lambda given: given | {"root": "zz" * 32},
    "leaves of no kind": lambda given: given | {"leaves": ["00"]},
    "no leaves": lambda given: given | {"leaves": []},
    "leaves without end": lambda given: given | {"leaves": given["leaves"] * 100},
    "a source unheard of": lambda given: given | {"source": "luck"},
    "no shuffle": lambda given: given | {"shuffle": {}},
    "a shuffle of no kind": lambda given: given | {"shuffle": []},
    "cards of no kind": lambda given: given | {"cards": [7]},
    "a card without a salt": lambda given: given | {"cards": [{"place": 0, "leaf": 0, "card": 0}]},
    "a card below none": lambda given: given | {"cards": [{"place": 0, "leaf": 0, "card": -1, "salt": "00" * 16}]},
    "a place of yes": lambda given: given | {"cards": [{"place": True, "leaf": 0, "card": 1, "salt": "00" * 16}]},
    "a name that is no text": lambda given: given | {"house": "\ud800"},
    "a reason that steers a terminal": lambda given: given | {"changes": ["\x1b[2J"]},
    "a void round with cards and no leaves": lambda given: given | {"leaves": [], "void": True},
    "a name without end": lambda given: given | {"house": "x" * 10**6},
    "a round below none": lambda given: given | {"round": -1},
    "a void of 1": lambda given: given | {"void": 1},
    "no holder": lambda given: {name: value for name, value in given.items() if name != "holder"},
    "seats of no kind": lambda given: given | {"seats": [{"seat": 1}]},
    "an end unheard of": lambda given: given | {"decks": [given["decks"][0] | {"end": "lost"}]},
    "a count below none": lambda given: given | {"counts": given["counts"] | {"void": -1}},
    "a shuffle without a count of promises": lambda given: (
        given | {"shuffle": {name: value for name, value in given["shuffle"].items() if name != "withheld"}}
    ),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_what_is_no_receipt_is_told_and_nothing_else_is_raised(bad: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(
        ReceiptError, match=r"^(a receipt (has|is) no|its shuffle|its counts|a card|a seat|a deck|it is|it has)"
    ):
        verify(bad(of(played())))


def in_shuffle(name: str) -> Callable[[dict[str, Any], object], dict[str, Any]]:
    return lambda given, value: given | {"shuffle": given["shuffle"] | {name: value}}


def in_receipt(name: str) -> Callable[[dict[str, Any], object], dict[str, Any]]:
    return lambda given, value: given | {name: value}


BOUNDS: dict[str, tuple[Callable[[dict[str, Any], object], dict[str, Any]], object, object]] = {
    "a round in four bytes": (in_receipt("round"), 2**32 - 1, 2**32),
    "a shuffle in four bytes": (in_shuffle("number"), 2**32 - 1, 2**32),
    "no shuffle below none": (in_shuffle("number"), 0, -1),
    "a thousand letters": (in_receipt("house"), "x" * 1000, "x" * 1001),
    "a thousand changes": (in_receipt("changes"), ["why"] * 1000, ["why"] * 1001),
    "a thousand numbers": (in_shuffle("numbers"), ["00" * 32] * 1000, ["00" * 32] * 1001),
    "64 leaves": (in_receipt("leaves"), ["00" * 32] * 64, ["00" * 32] * 65),
    "64 cards dealt": (in_receipt("dealt"), ["1"] * 64, ["1"] * 65),
    "a cut of 63 cards": (in_shuffle("cuts"), [63], [64]),
    "a cut of no card": (in_shuffle("cuts"), [0], [-1]),
}


@pytest.mark.parametrize(("put", "most", "more"), BOUNDS.values(), ids=BOUNDS)
def test_whatever_a_receipt_says_is_bounded(
    put: Callable[[dict[str, Any], object], dict[str, Any]], most: object, more: object
) -> None:
    given = of(played())
    assert verify(put(given, most), KeptByHolder(seed=SEED))
    with pytest.raises(ReceiptError, match=r"or one that is none$"):
        verify(put(given, more))


def test_a_check_has_three_states_and_nothing_missing_is_taken_for_fine() -> None:
    holds, open_, broken = Finding(holds=True, says=""), Finding(None, ""), Finding(holds=False, says="")
    beyond = Finding(None, "", beyond=True)
    assert [outcome(each) for each in ([], [open_], [beyond], [holds, open_])] == [OPEN] * 4
    assert [outcome(each) for each in ([holds], [holds, beyond])] == [HOLDS] * 2
    assert [outcome(each) for each in ([broken], [holds, open_, broken, beyond])] == [BROKEN] * 2
    given = of(played())
    known = KeptByHolder(cards={"1": [given["faces"][given["cards"][0]["card"]]]})
    assert any("which you did not see" in each.says and each.holds is None for each in verify(given, known))
    kinds: list[object] = [[], {"root": "x"}, {"other": ""}, {"cards": {"1": "As"}}, {"shuffle": -1}, {"void": 1}]
    for kept in kinds:
        with pytest.raises(ReceiptError):
            kept_with({"kept": kept})


def test_a_receipt_says_whose_seat_it_was_and_to_others_only_a_hash() -> None:
    table = played()
    mine, public = of(table), of(table, PUBLIC)
    assert mine["holder"] == ANN
    assert public["holder"] == ""
    assert [each["seat"] for each in mine["seats"]] == [1, 2]
    assert ANN not in str(public)
    assert public["seats"] == mine["seats"]
    assert (seats_of(mine), seats_of(public), seats_of(mine | {"holder": BOB})) == ([1], [], [2])
    assert wrong(mine, KeptByHolder(seats=[1])) == []
    assert wrong(mine, KeptByHolder(seats=[2])) == ["seat 2 was yours"]
    assert wrong(mine, KeptByHolder(seats=[1, 2])) == ["seats 1 and 2 were yours"]
    assert wrong(mine | {"holder": BOB}, KeptByHolder(seats=[1])) == ["seat 1 was yours"]
    assert wrong(public, KeptByHolder(seats=[1])) == ["seat 1 was yours"]
    assert all("yours" not in each.says for each in verify(public) if "seat" in each.says)


def test_every_shuffle_ends_once_dealt_void_or_withdrawn_with_its_reason() -> None:
    table = _closed()
    sent(table, ORDER)
    sent(table, reveals(1, ANN), Command("dealer", "deal"))
    plays_out(table, "dragon-md")
    given = of(table)
    assert given["decks"] == [
        {"shuffle": 1, "end": "withdrawn", "reason": "The shuffle was seen.", "numbers": 0},
        {"shuffle": 2, "end": "dealt", "reason": "", "numbers": 1},
    ]
    assert given["counts"] == {"decks": 2, "void": 0, "withdrawn": 1, "withheld": 0}
    assert complaints(given, SEED) == set()
    assert complaints(given | {"decks": given["decks"][:-1]}) == {"decks"}
    assert complaints(given | {"counts": given["counts"] | {"withdrawn": 0}}) == {"counts"}
    says = "shuffle 1 was not dealt: The shuffle was seen."
    assert Finding(None, says, beyond=True) in verify(given, KeptByHolder(revealed=[2])), "it is named"
    for revealed, more in (([1, 2], "you had revealed a number for it"), (None, "whether you had revealed a number")):
        [found] = [each for each in verify(given, KeptByHolder(revealed=revealed)) if each.says.startswith(says)]
        assert (found.holds, found.beyond) == (None, False), "the house may have known its cards"
        assert f"{says}; {more}" in found.says
    first = given | {"decks": [given["decks"][0] | {"end": "dealt"}, given["decks"][1]]}
    assert complaints(first) == {"decks"}
    assert wrong(first) == ["the counts of the session have the 2 decks that ended with this round"], (
        "of the decks on a list one was dealt, the last"
    )
    lost = "what became of shuffle 7, for which you had revealed a number: no receipt of its round was seen"
    assert Finding(None, lost) in verify(given, KeptByHolder(revealed=[2, 7]))
    assert table.state.decks[0].shuffle.number == 3, "the next one lies ready"
    sent(table, Command("floor", "withdraw deck", args={"reason": "It is worn."}))
    assert [tuple(each) for each in table.state.ends] == [(3, "withdrawn", "It is worn.", 0)]


def older(form: int) -> dict[str, Any]:
    """A receipt of an older format, in which the numbers went into the shuffle."""
    given = of(played())
    made, secret = given["shuffle"], secret_of(SEED, PLACE, 1)
    draws = Draws(secret, PLACE, 1, made["numbers"])
    order, salts = draws.order(range(52)), draws.salts(52)
    committed = leaves(order, salts, 52)
    given |= {"receipt": form, "leaves": [each.hex() for each in committed], "root": root(committed, PLACE, 1)}
    given["shown"] = given["root"]
    for card in given["cards"]:
        at = card["place"]
        card |= {"leaf": at, "card": order[at], "salt": salt_of(salts, at)}
    if form == FIRST:
        for name in ("holder", "seats", "decks", "counts"):
            del given[name]
        del made["withheld"]
    return given


@pytest.mark.parametrize("form", [FIRST, SECOND])
def test_receipts_of_older_formats_are_read(form: int) -> None:
    given, mine = older(form), number(ANN, 1)
    found = verify(given, KeptByHolder(given["root"], mine, SEED))
    assert [each for each in found if each.holds is False] == []
    assert Finding(holds=True, says="your number went into the shuffle") in found
    assert Finding(holds=True, says="the whole deck followed from that secret and the players' numbers") in found
    assert complaints(given, SEED, given["root"], mine) == set()
    if form == SECOND:
        assert complaints(given | {"receipt": 3}, SEED) == {"order", "deck"}


def test_a_receipt_of_the_first_format_leaves_its_seat_open() -> None:
    older_house = Finding(None, "whether your seat was yours: a receipt of an older house does not say it")
    assert older_house in verify(older(FIRST), KeptByHolder(seats=[1]))


def two_rounds() -> list[dict[str, Any]]:
    """The first player's receipts of two rounds; in the second the other one promised a number, and gave none."""
    table = played()
    receipts = [of(table)]
    for seat, person in ((1, ANN), (2, BOB)):
        sent(table, bets(seat, person, ready=True, next=digest(number(person, 2))))
    sent(table, reveals(1, ANN, 2), Command("house", "timeout", 2))
    plays_out(table)
    return [*receipts, of(table)]


def test_two_receipts_of_one_session_count_what_ended_between_them() -> None:
    first, second = two_rounds()
    says = "every deck that ended between round 1 and round 2 is on the list, and no other"
    withheld = Finding(None, "between round 1 and round 2 1 promised numbers were not given", beyond=True)
    assert list(following(first, second)) == [Finding(holds=True, says=says), withheld]
    for name in ("decks", "withdrawn", "void"):
        counts = second["counts"] | {name: second["counts"][name] + 1}
        assert list(following(first, second | {"counts": counts})) == [Finding(holds=False, says=says), withheld]
    counts = second["counts"] | {"withheld": first["counts"]["withheld"]}
    assert list(following(first, second | {"counts": counts})) == [Finding(holds=True, says=says)]


def test_between_receipts_that_lie_further_apart_the_counts_alone_are_told() -> None:
    first, second = two_rounds()
    counts = dict(first["counts"])
    for name, more in (("decks", 4), ("withdrawn", 2), ("void", 1)):
        counts[name] += more
    told = "between round 1 and round 4 4 decks ended, 2 of them not dealt; 1 rounds were void"
    assert list(following(first, second | {"round": 4, "counts": counts})) == [Finding(None, told, beyond=True)]
    counts["decks"] = first["counts"]["decks"] - 1
    (found,) = following(first, second | {"round": 4, "counts": counts})
    assert found.holds is False, "there were more"


def test_receipts_of_the_first_format_have_no_counts_to_compare() -> None:
    first, second = two_rounds()
    assert list(following(first | {"receipt": 1}, second)) == []
    assert list(following(first, second | {"receipt": 1})) == []


def test_the_commitments_of_a_deck_are_made_once_for_its_root_and_all_receipts_of_its_round() -> None:
    table = played(seed="another")
    made = leaves_of_deck.cache_info().misses
    roots = {of(table, each)["root"] for each in (MINE, Viewer("player", BOB), PUBLIC, AUDITOR)}
    assert hash_of_last(table.state)
    assert len(roots) == 1
    assert leaves_of_deck.cache_info().misses == made


def test_what_is_alike_for_all_who_hold_a_receipt_does_not_depend_on_the_holder() -> None:
    table = played()
    for viewer in (MINE, Viewer("player", BOB), PUBLIC, AUDITOR):
        given = of(table, viewer)
        assert facts_hash(public_facts(given), given["receipt"]) == hash_of_last(table.state)
        assert given["holder"] == viewer.person
        assert given["shuffle"]["own"] == (number(ANN, 1) if viewer is MINE else None)
