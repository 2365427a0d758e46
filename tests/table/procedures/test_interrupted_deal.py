"""A first deal that stops on its way: it goes on from there, and whatever happens between two cards happens there."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from support.table.tables import WAGERS, bet, dealer, fault, floor, opened, refused, sent

from croupier.rulebook import NAMES, load
from croupier.table.model.apply import apply
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from croupier.table.procedures.dealing import targets

WAYS = [(name, way) for name in NAMES for way in load(name).options["dealing"].values or {}]
AUTOMATED = [name for name, way in WAYS if way == "automated_shoe"]
every_way = pytest.mark.parametrize(("rulebook", "way"), WAYS)
DEAL = frozenset({"deal"})
UNCHECKED = DEAL | {"check", "call"}


def closed(
    rulebook: str, way: str, players: int = 2, *faults: Command, by_hand: Iterable[str] = DEAL, **options: object
) -> Table:
    """A table whose bets are closed and whose dealer waits with the first card."""
    if rulebook == "uth-ma" and way != "automated_shoe":
        options["cover_all"] = "no"
    names = [f"player {number}" for number in range(1, players + 1)]
    table = opened(rulebook, options={"dealing": way, **options}, names=names, by_hand=by_hand)
    sent(table, *faults)
    for number in range(1, players + 1):
        sent(table, Command("player", "bet", number, {"wagers": WAGERS[rulebook], "ready": True}))
    if due(table.state).do == "no more bets":
        sent(table, *dealer("no more bets"))
    assert due(table.state).do == "deal"
    return table


def some(**args: int) -> Command:
    """A part of the deal."""
    return Command("dealer", "deal", args=args)


def in_parts(table: Table, **args: int) -> list[Event]:
    """The whole deal, so many cards or stacks at a time."""
    heard: list[Event] = []
    while due(table.state).do == "deal" and table.state.phase == "round":
        left = len(targets(table.state, table.state.fixed.deal)) - table.state.dealt
        size = table.state.fixed.deal.each if "stacks" in args else 1
        heard += sent(table, some(**{what: min(many, -(-left // size)) for what, many in args.items()}))
    return heard


def cards(events: Iterable[Event]) -> list[tuple[str, int, int]]:
    """Which card went where."""
    return [(event.data["to"], event.data["position"], event.data["card"]) for event in events if event.kind == "dealt"]


# ---- one after another is as all at once ---------------------------------------------------------------


@pytest.mark.parametrize("players", range(1, 7))
@every_way
def test_a_deal_in_parts_has_the_events_of_a_deal(rulebook: str, way: str, players: int) -> None:
    whole = sent(closed(rulebook, way, players), *dealer("deal"))
    for many in (1, 2, 3, 5):
        assert in_parts(closed(rulebook, way, players), cards=many) == whole
    if way == "automated_shoe":
        for many in (1, 2, 3):
            assert in_parts(closed(rulebook, way, players), stacks=many) == whole


@every_way
def test_a_deal_deals_what_is_left_of_it_wherever_it_stopped(rulebook: str, way: str) -> None:
    whole = sent(closed(rulebook, way), *dealer("deal"))
    for many in range(1, len(cards(whole)) + 1):
        table = closed(rulebook, way)
        first = sent(table, some(cards=many))
        assert len(cards(first)) == many
        rest = sent(table, *dealer("deal")) if many < len(cards(whole)) else []
        assert first + rest == whole


SLIPS = [("double", "1"), ("double", "dealer"), ("skip", "2"), ("skip", "dealer"), ("to 2", "1"), ("exposed", "1")]


@pytest.mark.parametrize(("how", "at"), SLIPS)
@every_way
def test_a_hand_slips_in_a_deal_in_parts_as_in_a_whole_one(rulebook: str, way: str, how: str, at: str) -> None:
    slip = fault("slip", how=how, at=at)
    whole = sent(closed(rulebook, way, 2, slip, by_hand=UNCHECKED), *dealer("deal"))
    assert in_parts(closed(rulebook, way, 2, slip, by_hand=UNCHECKED), cards=1) == whole


@every_way
def test_how_far_a_deal_is_only_a_card_that_is_dealt_moves_on(rulebook: str, way: str) -> None:
    table = closed(rulebook, way, 2, fault("face up", position=3), fault("slip", how="skip", at="1"), by_hand=UNCHECKED)
    state: State = table.state
    for event in in_parts(table, cards=1):
        if state.phase != "round":
            break
        before, state = state.dealt, apply(state, event)
        assert (state.dealt > before) == (event.kind == "dealt") or event.kind == "over"


@pytest.mark.parametrize("rulebook", AUTOMATED)
def test_a_stack_is_a_players_cards_or_the_dealers(rulebook: str) -> None:
    table = closed(rulebook, "automated_shoe")
    each = table.state.fixed.deal.each
    assert {to for to, _, _ in cards(sent(table, some(stacks=1)))} == {"1"}
    assert len(table.state.seat(1).cards) == each
    sent(table, some(cards=1))
    assert [to for to, _, _ in cards(sent(table, some(stacks=1)))] == ["2"] * (each - 1)


# ---- what cannot be asked for --------------------------------------------------------------------------


@every_way
def test_so_many_cards_or_so_many_stacks_are_dealt(rulebook: str, way: str) -> None:
    table = closed(rulebook, way)
    assert "cards and stacks were asked for" in refused(table, some(cards=1, stacks=1))
    if way != "automated_shoe":
        assert "nothing deals stacks here (ruling S11); accepted: so many cards" in refused(table, some(stacks=1))
    for args in ({"cards": 0}, {"cards": 61}, {"stacks": 0}, {"cards": True}):
        assert "cannot be" in refused(table, some(**args))
    assert not table.state.dealt


@every_way
def test_no_more_is_dealt_than_is_left(rulebook: str, way: str) -> None:
    table = closed(rulebook, way)
    many = len(targets(table.state, table.state.fixed.deal))
    why = refused(table, some(cards=60))
    assert f"60 cards were asked for; accepted: from 1 to {many} cards" in why
    sent(table, some(cards=many - 1))
    assert "2 cards were asked for; accepted: 1 card" in refused(table, some(cards=2))
    if way == "automated_shoe":
        assert "9 stacks were asked for; accepted: 1 stack" in refused(table, some(stacks=9))


@every_way
def test_nobody_decides_buys_or_bets_in_the_middle_of_a_deal(rulebook: str, way: str) -> None:
    """Ruling S33: chips are bought when the dealer is not dealing."""
    table = closed(rulebook, way)
    sent(table, some(cards=1))
    assert "the dealer is dealing" in refused(table, Command("house", "buy", 1, {"amount": 500}))
    assert "bets are closed" in refused(table, bet(1, {}))
    assert "not asked now" in refused(table, Command("player", "decide", 1, {"choice": "fold"}))
    why = refused(table, *dealer("stub"))
    assert "is not what comes now (ruling " in why
    assert why.endswith("accepted: 'deal' by the dealer")


@every_way
def test_no_count_is_wrong_before_the_deal_is_done(rulebook: str, way: str) -> None:
    table = closed(rulebook, way)
    sent(table, some(cards=1))
    assert "every hand has its cards" in refused(table, Command("floor", "call", args={"what": "wrong count"}))


@every_way
def test_nobody_has_looked_before_the_deal_is_done(rulebook: str, way: str) -> None:
    """Ruling D32: and the stub put away, where it follows the deal."""
    table = closed(rulebook, way, by_hand=[*DEAL, "stub"])
    many = len(cards(sent(closed(rulebook, way), *dealer("deal"))))
    for _ in range(many - 1):
        sent(table, some(cards=1))
        assert not table.state.looked
    sent(table, some(cards=1))
    assert table.state.looked == (load(rulebook).game == "uth")
    if load(rulebook).game != "uth":
        sent(table, *dealer("stub"))
    assert table.state.looked


# ---- between two cards ---------------------------------------------------------------------------------


@every_way
def test_a_card_drawn_in_error_between_two_cards_is_the_next_card(rulebook: str, way: str) -> None:
    whole = cards(sent(closed(rulebook, way), *dealer("deal")))
    for many in range(1, len(whole)):
        table = closed(rulebook, way)
        heard = sent(table, some(cards=many), fault("drawn"), fault("drawn"), *dealer("deal"))
        assert cards(heard) == whole


@every_way
def test_a_card_found_face_up_between_two_cards_is_set_aside_where_it_lies(rulebook: str, way: str) -> None:
    """Ruling S14: the next card of the deck takes its place, in a stack too."""
    whole = cards(sent(closed(rulebook, way), *dealer("deal")))
    for many in range(1, len(whole)):
        table = closed(rulebook, way)
        sent(table, some(cards=many), fault("face up", position=many))
        assert "not in the deck any more" in refused(table, fault("face up", position=many - 1))
        heard = sent(table, some(cards=1))
        told = "irregular" if table.state.terms.binds("irregular.face_up") else "pending"  # in France it is the floor's
        assert [event.kind for event in heard][:3] == ["found_face_up", told, "dealt"]
        assert heard[2].data["to"] == whole[many][0]
        assert heard[2].data["position"] == many + 1


@every_way
def test_a_second_card_found_face_up_between_two_cards_voids_the_round(rulebook: str, way: str) -> None:
    table = closed(rulebook, way)
    heard = sent(table, some(cards=1), *(fault("face up", position=each) for each in (1, 2)), some(cards=1))
    voids = ["irregular.face_up", "irregular.face_up_many"]
    if not table.state.terms.binds("irregular.face_up_many"):  # in France it is the floor's, whatever their number
        heard, voids = sent(table, floor("rule", choice="void", reason="so it is")), ["round.whole"]
    assert [event.data["what"] for event in heard if event.kind == "irregular"] == voids
    assert table.state.last is not None
    assert table.state.last.void
    assert table.state.seat(1).bankroll == 100_000


@pytest.mark.clause("uth-ma", "15(a)")
@pytest.mark.parametrize("way", ["manual_shoe", "hand", "automated_shoe"])
def test_a_dealers_card_exposed_between_two_cards_lets_the_deal_be_completed(way: str) -> None:
    """Ruling U32: burns are made and Trips plays out."""
    whole = cards(sent(closed("uth-ma", way), *dealer("deal")))
    first = next(number for number, (to, _, _) in enumerate(whole, start=1) if to == "dealer")
    options: dict[str, object] = {} if way == "automated_shoe" else {"cover_all": "no"}
    table = opened("uth-ma", options={"dealing": way, **options}, by_hand=DEAL)
    wagers = {**WAGERS["uth-ma"], "trips": 500}
    for seat in (1, 2):
        sent(table, Command("player", "bet", seat, {"wagers": wagers, "ready": True}))
    heard = sent(table, some(cards=first))
    assert "'exposed' cannot go wrong now" in refused(table, fault("exposed", index=1))
    sent(table, fault("exposed"))
    assert table.state.dealer_void
    assert {name for _, seat in table.state.taken() for name in seat.wagers} == {"trips"}
    heard += sent(table, *dealer("deal"))
    assert cards(heard) == whole
    assert sum(event.kind == "burned" for event in heard) == 2
    assert table.state.last is not None
    assert table.state.last.void
    results = [line.result for hand in table.state.last.hands for line in hand.lines if line.wager == "trips"]
    assert len(results) == 2
    assert set(results) <= {"win", "lose"}


@pytest.mark.clause("dragon-md", "13.E")
@pytest.mark.parametrize("way", ["manual_shoe", "hand", "automated_shoe"])
def test_a_dealers_card_exposed_between_two_cards_ends_a_round_of_dragon_poker(way: str) -> None:
    whole = cards(sent(closed("dragon-md", way), *dealer("deal")))
    first = next(number for number, (to, _, _) in enumerate(whole, start=1) if to == "dealer")
    table = closed("dragon-md", way)
    heard = sent(table, some(cards=first), fault("exposed"))
    assert [event.data["void"] for event in heard if event.kind == "over"] == [True]
    assert table.state.seat(1).bankroll == 100_000


# ---- a shoe that fails on the way ----------------------------------------------------------------------

JAM = {"uth-ma": "15(f)", "lir-nj": "18.12(e)", "colorado-ma-1": "14(f)", "colorado-ma-2": "13(f)", "dragon-md": "13.G"}
every_shoe = pytest.mark.parametrize(
    "rulebook", [pytest.param(name, marks=pytest.mark.clause(name, JAM[name])) for name in AUTOMATED]
)


def at_once(table: Table) -> list[Event]:
    return sent(table, *dealer("deal"))


def one_by_one(table: Table) -> list[Event]:
    return in_parts(table, cards=1)


def stack_by_stack(table: Table) -> list[Event]:
    return in_parts(table, stacks=1)


@pytest.mark.parametrize("dealt", [at_once, one_by_one, stack_by_stack])
@every_shoe
def test_a_jam_set_beforehand_ends_the_deal_after_so_many_cards(
    rulebook: str, dealt: Callable[[Table], list[Event]]
) -> None:
    """Ruling S23: between two stacks too, and until the rest of the cards has been taken out."""
    whole = cards(sent(closed(rulebook, "automated_shoe", 3), *dealer("deal")))
    for after in range(len(whole) + 1):
        table = closed(rulebook, "automated_shoe", 3, fault("jam", after=after))
        heard = dealt(table)
        assert cards(heard) == whole[:after]
        (called,) = [event for event in heard if event.kind == "irregular"]
        assert called.data["clauses"] == (JAM[rulebook],)
        assert [event.data["void"] for event in heard if event.kind == "over"] == [True]
        assert [seat.bankroll for _, seat in table.state.taken()] == [100_000] * 3
        assert table.state.devices["shoe"] == "jammed"


@every_shoe
def test_a_jam_that_would_come_later_does_not_come(rulebook: str) -> None:
    table = closed(rulebook, "automated_shoe", 1)
    many = len(cards(sent(table, *dealer("deal"))))
    late = closed(rulebook, "automated_shoe", 1, fault("jam", after=many + 1))
    sent(late, *dealer("deal"))
    assert late.state.devices["shoe"] == "working"
    assert late.state.phase == "round"


@every_shoe
def test_at_an_automatic_table_a_jam_comes_in_mid_deal(rulebook: str) -> None:
    table = opened(rulebook, options={"dealing": "automated_shoe"}, names=["first"], by_hand=())
    sent(table, fault("jam", after=2))
    heard = sent(table, Command("player", "bet", 1, {"wagers": WAGERS[rulebook], "ready": True}))
    assert len(cards(heard)) == 2
    assert [event.data["void"] for event in heard if event.kind == "over"] == [True]


def test_a_card_is_drawn_in_error_in_a_round_alone() -> None:
    table = opened("dragon-md")
    assert "'drawn' cannot go wrong now; accepted: a card drawn during a round, once" in refused(table, fault("drawn"))


def test_only_an_automated_shoe_jams_in_mid_deal() -> None:
    table = opened("dragon-md")
    assert "'jam' cannot go wrong now; accepted: a table that deals from an automated shoe" in refused(
        table, fault("jam", after=2)
    )
