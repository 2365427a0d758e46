"""A cheating house, dealer, floor or player: none chooses the cards, and none deals others than were shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest
from support.table.committed import ANN, BOB, PLACE, SAYS, bets, gives, kinds, number, plays_out, ready, sits
from support.table.tables import choose, refused, sent

import croupier
from croupier.rulebook import NAMES, Refusal, SubmissionError, load
from croupier.table.decide import Decision, step
from croupier.table.fairness.card_sources import Random
from croupier.table.fairness.shuffle import Draws, digest, secret_of
from croupier.table.model.command import Command, Role
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.play.runner import Table
from croupier.table.receipts.receipt import receipt
from croupier.table.receipts.verify import Finding, KeptByHolder, verify
from croupier.table.views.view import PUBLIC, Viewer, openings, redact, view


class Way(NamedTuple):
    """A way of dealing and shuffling."""

    rulebook: str
    dealing: str
    shuffling: str
    decks: str


def _ways() -> Iterator[Way]:
    """Every way that a submission may choose."""
    for name in NAMES:
        options = load(name).options
        values = (options[each].values or {} for each in ("dealing", "shuffling", "decks"))
        for dealing, shuffling, decks in product(*values):
            try:
                croupier.submission(name, **_chosen(Way(name, dealing, shuffling, decks)))
            except SubmissionError:
                continue
            yield Way(name, dealing, shuffling, decks)


def _chosen(way: Way) -> dict[str, str]:
    chosen = {"dealing": way.dealing, "shuffling": way.shuffling, "decks": way.decks}
    needs_devices = way.rulebook == "uth-ma" and (way.dealing != "automated_shoe" or way.shuffling == "manual")
    return chosen | ({"cover_all": "no"} if needs_devices else {})


WAYS = list(_ways())


def test_there_are_many_ways() -> None:
    assert len(WAYS) >= 34
    assert {way.rulebook for way in WAYS} == set(NAMES)


def seated(way: Way) -> Table:
    """Two players, with the number of the first in the shuffle; the first is ready and the second is not."""
    table = Table(croupier.submission(way.rulebook, **_chosen(way)), Random("seed"), place=PLACE)
    table.open()
    sent(table, sits(1, ANN), sits(2, BOB), ready(1, ANN, **gives(ANN, 1)))
    sent(table, bets(1, ANN, rulebook=way.rulebook, ready=True, **gives(ANN, 2)), bets(2, BOB, rulebook=way.rulebook))
    assert (table.state.seat(1).ready, table.state.closed) == (True, False)
    return table


# ---- another deck after somebody is ready -----------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS, ids=" ".join)
@pytest.mark.parametrize("order", ["recut", "order shuffle", "withdraw deck", "idle"])
def test_nobody_is_dealt_other_cards_than_were_shown_when_they_were_ready(way: Way, order: str) -> None:
    """Whatever happens to the deck before 'No more bets', who was ready is asked again (ruling S34)."""
    table = seated(way)
    shown = table.state.root
    heard: list[Event] = []
    table.listeners.append(lambda _, __, decision: heard.extend(decision.events))
    if order == "idle":  # which needs an empty layout
        sent(table, *(Command("player", "bet", seat, {"wagers": {}}, by=who) for seat, who in ((1, ANN), (2, BOB))))
    who: Role = "dealer" if order == "idle" else "floor"
    outcome = table.send(Command(who, order, args={} if order == "idle" else {"reason": "It looks marked."}))
    if isinstance(outcome, Refusal):
        assert table.state.root == shown
        return
    table.feed()
    if not table.state.decks:
        table.open()
        table.feed()
    assert not any(seat.ready for _, seat in table.state.taken())
    assert "closed" not in kinds(heard)
    if view(table.state, PUBLIC)["root"]:
        assert (table.state.root == shown) == (order == "recut")
        if order != "idle":
            why = refused(table, Command("dealer", "no more bets"))
            assert "seat 1 was ready for other cards than these (ruling S34)" in why


def test_no_other_deck_comes_for_a_round_whose_bets_are_closed() -> None:
    """With its cards out to be shuffled again, a deck that the house brings would be the next in turn."""
    submission = croupier.submission("dragon-md", decks="two", pre_shuffled="yes")
    table = Table(submission, Random("seed"), ALL_STEPS - {"deal", "load"}, place=PLACE)
    table.open()
    load = Command("dealer", "load")
    sent(table, sits(1, ANN), load, ready(1, ANN, **gives(ANN, 1)), load)
    sent(table, Command("floor", "withdraw deck", args={"deck": 2, "reason": "It looks marked."}))
    for count in (2, 3):
        sent(table, bets(1, ANN, rulebook="dragon-md", ready=True, **gives(ANN, count)))
        assert table.state.closed
        if count == 2:
            sent(table, Command("dealer", "deal"))
            plays_out(table, "dragon-md")
            sent(table, load)
    table.send(Command("floor", "order shuffle", args={"reason": "To be sure."}))
    brought = table.source.shuffle(range(53), PLACE, table.state.shuffles + 1)
    for args, supplied in (({"pre_shuffled": True}, brought), ({}, {})):
        why = refused(table, Command("house", "receive", args={"back": "green", **args}, supplied=supplied))
        assert "a round is in play; accepted: a deck between rounds" in why


@pytest.mark.parametrize("way", [way for way in WAYS if way.shuffling == "manual"], ids=" ".join)
def test_a_cut_is_chosen_by_nobody_and_changes_no_root(way: Way) -> None:
    """To try all cuts, each on a copy of the table, a dealer would have to say where."""
    table = seated(way)
    root, cuts = table.state.root, table.state.decks[table.state.playing].cuts
    sent(table, Command("floor", "recut", args={"reason": "Once more."}))
    deck = table.state.decks[table.state.playing]
    assert (table.state.root, deck.cuts[:-1]) == (root, cuts)
    for depth in range(10, 43):
        copy = table.state
        for said in ({"args": {"depth": depth}}, {"supplied": {"depth": depth}}):
            assert isinstance(step(copy, Command("dealer", "cut", **said)), Refusal)  # type: ignore[arg-type]


# ---- grinding -------------------------------------------------------------------------------------------------


def test_a_house_that_looks_for_a_better_secret_is_bound_to_the_one_it_committed_to() -> None:
    table = seated(WAYS[0])
    sent(table, ready(2, BOB, **gives(BOB, 1)))
    while due(table.state).do == "decide":  # and nothing is fed
        seat = due(table.state).seat
        table.send(choose(seat, SAYS[WAYS[0].rulebook])._replace(by=table.state.seat(seat).person))
    assert due(table.state).do == "shuffle"
    tried = 0
    for guess in range(200):
        supplied = {"secret": secret_of(f"{guess:064x}", PLACE, table.state.shuffles + 1), "commitment": "00" * 32}
        tried += isinstance(table.send(Command(due(table.state).who, "shuffle", supplied=supplied)), Refusal)
    assert tried == 200


def test_a_secret_that_was_found_for_the_numbers_has_another_commitment_than_was_shown() -> None:
    """A house that shows one commitment, hears the number and then looks for a seed it likes makes its receipt fit."""
    table = Table(croupier.submission("uth-ma"), Random("seed"), place=PLACE)
    table.open()
    sent(table, sits(1, ANN))
    shown = view(table.state, PUBLIC)["commitment"]  # before the number that goes into shuffle 2
    sent(table, ready(1, ANN, **gives(ANN, 1)))
    other = Table(croupier.submission("uth-ma"), Random("liked better"), place=PLACE)
    other.open()
    sent(other, sits(1, ANN), ready(1, ANN, **gives(ANN, 1)), bets(1, ANN, ready=True))
    plays_out(other)
    given = receipt(other.state, Viewer("player", ANN))
    known = KeptByHolder(other.state.last.root, number(ANN, 1), seed=other.source.close()["seed"])  # type: ignore[union-attr]
    assert not [each for each in verify(given, known) if each.holds is False]
    assert [each for each in verify(given, known._replace(commitment=shown)) if each.holds is False]


def test_the_secret_was_committed_to_before_any_number_that_meets_it_was_given() -> None:
    """For every way: at the moment a number is given, the commitment of the shuffle that takes it is public."""
    for way in WAYS:
        table = Table(croupier.submission(way.rulebook, **_chosen(way)), Random("seed"), place=PLACE)
        heard: list[Event] = []
        table.listeners.append(lambda _, __, decision, heard=heard: heard.extend(decision.events))  # type: ignore[misc]
        table.open()
        sent(table, sits(1, ANN), ready(1, ANN, **gives(ANN, 1)))
        for count in (2, 3):
            sent(table, bets(1, ANN, rulebook=way.rulebook, ready=True, **gives(ANN, count)))
            plays_out(table, way.rulebook)
        committed, given = "", {}
        for event in heard:
            if event.kind == "number" and event.data["number"]:
                given[event.data["number"]] = committed
            elif event.kind == "shuffled":
                assert digest(event.data["secret"]) == committed
                assert all(given[each] == committed for each in event.data["numbers"])
            if event.kind in {"opened", "shuffled"}:
                committed = event.data["commitment"]
        assert len(given) == 3


def test_shuffling_until_the_cards_are_liked_needs_the_players_each_time() -> None:
    """The floor of Dragon Poker may order shuffles: each takes a number, and without one the deck is not dealt."""
    table = seated(next(way for way in WAYS if way.rulebook == "dragon-md" and way.decks == "one"))
    order = Command("floor", "order shuffle", args={"reason": "To be sure."})
    sent(table, order)
    assert list(table.state.decks[0].shuffle.numbers) == [number(ANN, 2)]
    sent(table, order)
    assert list(table.state.decks[0].shuffle.numbers) == []
    for seat, person in ((1, ANN), (2, BOB)):
        assert "shuffled without a number of any player" in refused(table, ready(seat, person))
    assert not table.state.closed


def test_players_in_league_cannot_fit_a_number_once_another_is_known() -> None:
    """Eve knows the house's secret and Ann's number, and looks for a number that makes a deck she likes."""
    table = seated(WAYS[0])
    sent(table, Command("player", "sit", 3, {}, {"bankroll": 100_000}, "p-cy"), Command("player", "leave", 2, by=BOB))
    shuffle = table.state.shuffles + 1
    secret = secret_of(Random("seed").close()["seed"], PLACE, shuffle)

    def ace_on_top(mine: str) -> bool:
        numbers = sorted([number(ANN, 2), mine])
        return Draws(secret, PLACE, shuffle, numbers).order(range(table.state.fixed.deck_size))[0] == 0

    fitted = next(each for each in (f"{guess:064x}" for guess in range(10_000)) if ace_on_top(each))
    sit = Command("player", "sit", 2, {"next": digest(fitted)}, {"bankroll": 100_000}, "p-eve")
    gave = sent(table, sit, Command("player", "ready", 2, {"number": fitted, "next": "00" * 32}, by="p-eve"))
    assert [event.data["counts"] for event in gave if event.kind == "number" and event.data["number"]] == [False]
    sent(table, ready(3, "p-cy"))
    plays_out(table, WAYS[0].rulebook)
    assert table.state.decks[0].shuffle.numbers == (number(ANN, 2),)


# ---- what is told ----------------------------------------------------------------------------------------------


def test_no_secret_is_told_while_a_deck_of_the_session_can_be_dealt() -> None:
    for way in WAYS:
        table = seated(way)
        seed = Random("seed").close()["seed"]
        secrets = {secret_of(seed, PLACE, shuffle) for shuffle in range(1, 10)} | {seed}
        heard: list[str] = []

        def hear(_: object, __: object, decision: Decision, heard: list[str] = heard) -> None:
            for viewer in (PUBLIC, Viewer("player", ANN), Viewer("dealer"), Viewer("floor")):
                heard.extend(str(redact(decision.state, event, viewer)) for event in decision.events)
                heard.append(str(view(decision.state, viewer)))
                heard.append(str(receipt(decision.state, viewer)))

        table.listeners.append(hear)
        sent(table, ready(2, BOB, **gives(BOB, 1)))
        plays_out(table, way.rulebook)
        assert not [text for text in heard if any(secret in text for secret in secrets)]


def test_nothing_at_all_proves_nothing() -> None:
    """No openings, or fifty-two aces of spades, are no proof."""
    table = seated(WAYS[0])
    sent(table, ready(2, BOB, **gives(BOB, 1)))
    plays_out(table, WAYS[0].rulebook)
    given = receipt(table.state, Viewer("player", ANN))
    assert given is not None
    found, leaves, root = openings(table.state, Viewer("player", ANN))
    assert found
    for forged in (
        given | {"cards": [{**each, "card": 51} for each in given["cards"]]},
        given | {"leaves": [leaves[0].hex()] * len(leaves)},
        given | {"leaves": given["leaves"][:-1]},
    ):
        assert [each for each in verify(forged, KeptByHolder(root)) if each.holds is False]
    nothing = verify(given | {"cards": []}, KeptByHolder(root))
    assert Finding(None, "you saw no card of this round") in nothing
