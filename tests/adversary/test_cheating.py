"""A cheating house, dealer, floor or player: none chooses the cards, and none deals others than were shown."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy as copy_of
from itertools import product
from statistics import mean, variance
from typing import NamedTuple

import pytest
from support.default_house import NAMES
from support.table.committed import ANN, BOB, PLACE, SAYS, bets, kinds, number, plays_out, ready, reveals, sits
from support.table.tables import choose, refused, sent

import croupier
from croupier.rulebook import Refusal, SubmissionError, load
from croupier.table.decide import Decision, step
from croupier.table.fairness.card_sources import Random
from croupier.table.fairness.shuffle import digest, last_cut, secret_of
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
    """Two players who have promised a number each; the first is ready and the second is not."""
    table = Table(croupier.submission(way.rulebook, **_chosen(way)), Random("seed"), place=PLACE)
    table.open()
    sent(table, sits(1, ANN), sits(2, BOB))
    sent(table, bets(1, ANN, rulebook=way.rulebook, ready=True), bets(2, BOB, rulebook=way.rulebook))
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
    sent(table, sits(1, ANN), load)
    sent(table, Command("floor", "withdraw deck", args={"deck": 2, "reason": "It looks marked."}))
    for count in (1, 2):
        sent(table, bets(1, ANN, rulebook="dragon-md", ready=True))
        assert table.state.closed
        if count == 1:
            sent(table, reveals(1, ANN), Command("dealer", "deal"))
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
    sent(table, ready(2, BOB), reveals(1, ANN), reveals(2, BOB))
    while due(table.state).do == "decide":  # and nothing is fed
        seat = due(table.state).seat
        table.send(choose(seat, SAYS[WAYS[0].rulebook])._replace(by=table.state.seat(seat).person))
    assert due(table.state).do == "shuffle"
    tried = 0
    for guess in range(200):
        supplied = {"secret": secret_of(f"{guess:064x}", PLACE, table.state.shuffles + 1), "commitment": "00" * 32}
        tried += isinstance(table.send(Command(due(table.state).who, "shuffle", supplied=supplied)), Refusal)
    assert tried == 200


def test_the_deck_is_fixed_before_any_number_is_known() -> None:
    """For every way: root, deck and cuts stand when the first number is revealed, and change no more."""
    for way in WAYS:
        table = seated(way)
        sent(table, ready(2, BOB))
        deck, root = table.state.decks[table.state.playing], table.state.root
        assert root
        sent(table, reveals(2, BOB), reveals(1, ANN))
        now = table.state.decks[table.state.playing]
        assert (now.shuffle.order, now.cuts, table.state.root) == (deck.shuffle.order, deck.cuts, root)
        assert sorted(table.state.order) == sorted(deck.cards)


def test_players_in_league_cannot_fit_a_number_once_another_is_known() -> None:
    """Eve knows the house's secret and Ann's number, and looks for a number that brings a card that she likes."""
    table = seated(WAYS[0])
    sent(table, ready(2, BOB), reveals(1, ANN))
    state, made = table.state, table.state.decks[0].shuffle

    def ace_on_top(mine: str) -> bool:
        numbers = sorted([number(ANN, 1), mine])
        size = state.fixed.deck_size
        places = last_cut(state.root, PLACE, made.number, numbers, size)
        return made.order[(places[0] + sum(state.decks[0].cuts)) % size] == size - 1

    fitted = next(each for each in (f"{guess:064x}" for guess in range(10_000)) if ace_on_top(each))
    give = {"number": fitted, "next": "00" * 32}
    why = refused(table, Command("player", "give number", 2, give, by=BOB))
    assert "this is not the number that you promised (ruling S37); accepted: that number" in why
    sit = Command("player", "sit", 3, {"next": digest(fitted)}, {"bankroll": 100_000}, "p-eve")
    sent(table, sit)
    assert "no number of yours is waited for" in refused(table, Command("player", "give number", 3, give, by="p-eve"))
    sent(table, reveals(2, BOB))
    assert table.state.decks[0].shuffle.numbers == tuple(sorted([number(ANN, 1), number(BOB, 1)]))


def test_a_promise_that_is_copied_counts_once_and_keeps_nobody_out() -> None:
    """Eve promises what Ann has promised, and reveals it after her: the order is that of Ann's number alone."""
    table = seated(WAYS[0])
    sent(
        table,
        Command(
            "player", "bet", 2, {**bets(2, BOB, rulebook=WAYS[0].rulebook).args, "next": digest(number(ANN, 1))}, by=BOB
        ),
    )
    sent(table, ready(2, BOB), reveals(1, ANN))
    heard: list[Event] = []
    table.listeners.append(lambda _, __, decision: heard.extend(decision.events))
    sent(table, Command("player", "give number", 2, {"number": number(ANN, 1), "next": "00" * 32}, by=BOB))
    [cut] = [each.data for each in heard if each.kind == "permuted"]
    assert cut["numbers"] == [number(ANN, 1)]
    made = table.state.decks[0].shuffle
    assert made.numbers == (number(ANN, 1),)
    places = last_cut(table.state.root, PLACE, made.number, made.numbers, table.state.fixed.deck_size)
    turned = sum(table.state.decks[0].cuts)
    assert table.state.order == tuple(made.order[(place + turned) % len(places)] for place in places)
    plays_out(table, WAYS[0].rulebook)
    given = receipt(table.state, Viewer("player", ANN))
    assert given is not None
    kept = KeptByHolder(number=number(ANN, 1), promises=[digest(number(ANN, 1))])
    assert not [each for each in verify(given, kept) if each.holds is False]


# ---- a house that sends decks away by what it knows ---------------------------------------------------------

ROUNDS, DECKS = 150, 6  # decks at most that are looked at for one round


def dealt_from(table: Table) -> int:
    """What Ann wins in the next round, which is played to its end."""
    before = table.state.seat(1).bankroll
    sent(table, bets(1, ANN, rulebook="dragon-md", ready=True))
    if table.state.owing:
        sent(table, reveals(1, ANN, table.state.round))
    plays_out(table, "dragon-md")
    return table.state.seat(1).bankroll - before


def as_it_lies(table: Table) -> int:
    """What Ann would win if the deck were dealt as it lies: the house knows it, and tries it on a copy."""
    copy = Table(croupier.submission("dragon-md"), Random("seed"), place=PLACE)
    copy.state = table.state.copy()
    copy.state.promises = {}
    copy.source = copy_of(table.source)
    return dealt_from(copy)


def best_for_the_house(seed: str, *, promises: bool, withdraws: bool) -> list[int]:
    """What a house wins that sends a deck away as long as it does not win by it, which the floor may order."""
    table = Table(croupier.submission("dragon-md"), Random(seed), place=PLACE)
    table.open()
    sent(table, sits(1, ANN) if promises else Command("player", "sit", 1, {}, {"bankroll": 10**8}, ANN))
    sent(table, Command("house", "buy", 1, {"amount": 10**8}))
    won = []
    for _ in range(ROUNDS):
        for _ in range(DECKS if withdraws else 0):
            if as_it_lies(table) < 0:
                break
            sent(table, Command("floor", "order shuffle", args={"reason": "It looks marked."}))
        won.append(-dealt_from(table))
    return won


def test_a_house_that_withdraws_decks_gains_nothing_if_one_honest_number_counts() -> None:
    """Without a number it wins nearly every round; with one, as much as without withdrawing, within error."""
    fair = best_for_the_house("fair", promises=True, withdraws=False)
    without = best_for_the_house("seed", promises=False, withdraws=True)
    best = best_for_the_house("seed", promises=True, withdraws=True)
    error = ((variance(fair) + variance(best)) / ROUNDS) ** 0.5
    assert sum(each > 0 for each in without) > 0.95 * ROUNDS
    assert mean(without) - mean(fair) > 4 * error, "the test would see a gain"
    assert abs(mean(best) - mean(fair)) < 3 * error
    assert sum(each > 0 for each in best) < 0.75 * ROUNDS


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
        sent(table, ready(2, BOB), reveals(1, ANN), reveals(2, BOB))
        plays_out(table, way.rulebook)
        assert not [text for text in heard if any(secret in text for secret in secrets)]


def test_nothing_at_all_proves_nothing() -> None:
    """No openings, or fifty-two aces of spades, are no proof."""
    table = seated(WAYS[0])
    sent(table, ready(2, BOB), reveals(1, ANN), reveals(2, BOB))
    plays_out(table, WAYS[0].rulebook)
    given = receipt(table.state, Viewer("player", ANN))
    assert given is not None
    leaves, root = given["leaves"], given["root"]
    assert openings(table.state, Viewer("player", ANN))
    for forged in (
        given | {"cards": [{**each, "card": 51} for each in given["cards"]]},
        given | {"leaves": [leaves[0]] * len(leaves)},
        given | {"leaves": leaves[:-1]},
    ):
        assert [each for each in verify(forged, KeptByHolder(root)) if each.holds is False]
    nothing = verify(given | {"cards": []}, KeptByHolder(root))
    assert Finding(None, "you saw no card of this round") in nothing
