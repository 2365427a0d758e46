"""What a round came to can be asked for when it is over: hands, wagers, lines, limits, void or not."""

from __future__ import annotations

import json

import pytest
from support.table.tables import (
    ROUND,
    WAGERS,
    choose,
    dealer,
    fault,
    floor,
    opened,
    played_out,
    player_at,
    ready,
    refused,
    sent,
)

from croupier.rulebook import NAMES, load
from croupier.schemas.table import RoundResult
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.play.runner import Table
from croupier.table.views.reconstruction import NotRebuiltError, reconstruct
from croupier.table.views.view import AUDITOR, HIDDEN, PUBLIC, Viewer, came_to, choices, openings, redact

ANN, BOB = player_at(1), player_at(2)
UTH = {"ante": 500, "blind": 500, "trips": 500}
every_rulebook = pytest.mark.parametrize("rulebook", NAMES)


def told(table: Table, viewer: Viewer = PUBLIC) -> RoundResult:
    """What the last round came to."""
    found = table.came_to(viewer)
    assert found == came_to(table.state, viewer, table.names)
    assert found is not None
    assert json.loads(json.dumps(found)) == found  # it can be sent as it is
    return found


@every_rulebook
def test_before_the_first_round_is_over_it_came_to_nothing(rulebook: str) -> None:
    table = opened(rulebook)
    assert came_to(table.state, AUDITOR) is None
    assert openings(table.state, AUDITOR) == ()
    sent(table, ready(1, rulebook), *dealer("no more bets"))
    assert came_to(table.state, AUDITOR) is None


@every_rulebook
def test_what_a_round_came_to_is_what_its_events_said(rulebook: str) -> None:
    table = opened(rulebook, names=["first"])
    before = table.state.seat(1).bankroll
    heard = played_out(table)
    found = told(table, AUDITOR)
    faces = table.state.terms.rulebook.deck.faces
    (seat,) = found["seats"]
    assert (found["round"], found["void"]) == (1, False)
    assert (seat["seat"], seat["name"], seat["ending"]) == (1, "first", "played")
    dealt = [faces[event.data["card"]] for event in heard if event.kind == "dealt" and event.data["to"] == "1"]
    assert sorted(seat["cards"] + seat["discard"]) == sorted(dealt)
    lines = [event.data["line"] for event in heard if event.kind == "settled"]
    assert [(line["wager"], line["result"], line["stake"], line["amount"]) for line in seat["lines"]] == [
        (line.wager, line.result, line.stake, line.amount) for line in lines
    ]
    assert all(line["clauses"] for line in seat["lines"])
    assert seat["limits"] == []
    assert seat["net"] == table.state.seat(1).bankroll - before
    staked = {event.data["wager"]: event.data["amount"] for event in heard if event.kind == "decided"}
    staked.pop(None, None)
    assert seat["wagers"] == WAGERS[rulebook] | staked
    assert seat["decisions"] == [event.data["choice"] for event in heard if event.kind == "decided"]


@pytest.mark.clause("colorado-ma-1", "12(b)")
def test_what_a_round_came_to_is_this_and_nothing_else() -> None:
    table = opened("colorado-ma-1", "Ah Kh Qh Jh 2c Th", names=["first"])
    sent(table, ready(1, "colorado-ma-1"), *dealer("no more bets", "deal", "stub"), choose(1, "bet", discard="2c"))
    played_out(table)
    because = {"because": "your hand is a royal flush", "clauses": ["10(g)", "12(b)"], "pays": "500 to 1"}
    won = {"stake": 500, "result": "win", "amount": 250_000, "rulings": ["C16", "S4"], **because}
    assert told(table, BOB) == {
        "round": 1,
        "void": False,
        "dealer": [],
        "words": "",
        "made": [],
        "community": ["Kh", "Jh", "Th"],
        "seats": [
            {
                "seat": 1,
                "name": "first",
                "cards": ["Ah", "Qh"],
                "discard": [HIDDEN],
                "words": "royal flush",
                "made": ["Ah", "Qh", "Kh", "Jh", "Th"],
                "decisions": ["bet"],
                "ending": "played",
                "wagers": {"ante": 500, "bet": 500},
                "lines": [{"wager": "ante", **won}, {"wager": "bet", **won}],
                "limits": [],
                "net": 500_000,
            }
        ],
    }
    assert told(table, ANN)["seats"][0]["discard"] == ["2c"]


@every_rulebook
def test_the_cards_that_make_a_hand_are_told_with_its_words(rulebook: str) -> None:
    """Every hand that was announced is told with the same words, and with cards that make it by themselves."""
    table = opened(rulebook, names=["first"])
    heard = played_out(table)
    found = told(table)
    announced = {event.data["of"]: event.data["words"] for event in heard if event.kind == "announced"}
    for of, hand in {"dealer": found, "1": found["seats"][0]}.items():
        assert hand["words"] == announced.get(of, hand["words"])
        cards = found["dealer"] if of == "dealer" else found["seats"][0]["cards"]
        assert bool(hand["made"]) == bool(cards)
        assert set(hand["made"]) <= {*cards, *found["community"]}
        assert len(hand["made"]) in {0, 5 if found["community"] else 3}


@every_rulebook
def test_what_nobody_saw_stays_hidden_when_the_round_is_over(rulebook: str) -> None:
    """A hand that was folded is its player's alone; the auditor sees all."""
    table = opened(rulebook, names=["first", "second"])
    for seat in (1, 2):
        sent(table, ready(seat, rulebook))
    folds = "withdraw" if rulebook == "lir-nj" else "fold"
    sent(table, *dealer("no more bets"))
    while table.state.phase == "round":
        step = due(table.state)
        if step.do == "decide":
            offered = {each["choice"] for each in choices(table.state, step.seat)}
            sent(table, choose(step.seat, folds if folds in offered else "check"))
        else:
            sent(table, Command(step.who, step.do))
    mine, other = told(table, ANN)["seats"], told(table, BOB)["seats"]
    assert HIDDEN not in mine[0]["cards"] + told(table, AUDITOR)["seats"][0]["cards"]
    assert HIDDEN not in other[1]["cards"]
    if rulebook != "lir-nj":  # there a hand that withdrew is settled all the same
        assert set(mine[1]["cards"]) == set(other[0]["cards"]) == {HIDDEN}
        assert set(told(table)["seats"][0]["cards"]) == {HIDDEN}
    for viewer in (player_at(6), player_at(99), Viewer("dealer"), Viewer("floor")):
        assert told(table, viewer) == told(table, PUBLIC)


def test_a_void_round_says_so_and_shows_no_card_that_nobody_looked_at() -> None:
    """Ruling D32."""
    table = opened("dragon-md", options={"dealing": "automated_shoe"}, names=["first"], by_hand=())
    sent(table, fault("jam", after=4), ready(1, "dragon-md"))
    for viewer in (ANN, PUBLIC):
        found = told(table, viewer)
        assert found["void"] is True
        assert found["seats"][0]["cards"] == [HIDDEN] * 3
        assert found["dealer"] == [HIDDEN]
        assert {line["result"] for line in found["seats"][0]["lines"]} == {"void"}
        assert found["seats"][0]["net"] == 0
    assert HIDDEN not in told(table, AUDITOR)["seats"][0]["cards"]


@pytest.mark.clause("uth-ma", "15(a)")
def test_a_round_that_only_trips_outlives_is_void() -> None:
    table = opened("uth-ma", names=["first"], by_hand=())
    sent(table, Command("player", "bet", 1, {"wagers": UTH, "ready": True}), fault("exposed"))
    found = told(table)
    assert found["void"] is True
    results = {line["wager"]: line["result"] for line in found["seats"][0]["lines"]}
    assert (results["ante"], results["blind"]) == ("void", "void")
    assert results["trips"] in {"win", "lose"}


@pytest.mark.clause("colorado-ma-1", "12(c)")
def test_a_limit_stands_under_its_own_name() -> None:
    """Ruling S6: what the limit takes off is a line of its own."""
    options = {"payout_limit": "$50,000", "maximum": "$2,000"}
    table = opened("colorado-ma-1", "Ah Kh Qh Jh 2c Th", options, names=[], by_hand=())
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 10_000_000}))
    sent(table, Command("player", "bet", 1, {"wagers": {"ante": 200_000}, "ready": True}))
    sent(table, choose(1, "bet", discard="2c"))
    (seat,) = told(table)["seats"]
    assert [(line["wager"], line["result"]) for line in seat["lines"]] == [("ante", "win"), ("bet", "win")]
    (limit,) = seat["limits"]
    assert (limit["result"], limit["clauses"]) == ("limit", ["12(c)"])
    assert limit["amount"] == 5_000_000 - sum(line["amount"] for line in seat["lines"])
    assert seat["net"] == 5_000_000
    assert table.state.seat(1).bankroll == 15_000_000


def test_a_player_who_left_is_in_what_the_round_came_to() -> None:
    table = opened("dragon-md", by_hand=())
    for seat in (1, 2):
        sent(table, ready(seat, "dragon-md"))
    sent(
        table, Command("player", "leave", 1), floor("act") if due(table.state).seat != 1 else Command("floor", "act", 1)
    )
    sent(table, choose(2, "play"))
    assert [seat["name"] for seat in told(table)["seats"]] == ["first", "second"]
    assert set(told(table)["seats"][0]["cards"]) == {HIDDEN}
    assert HIDDEN not in told(table, ANN)["seats"][0]["cards"]


def test_what_a_round_came_to_stands_until_the_next_is_over() -> None:
    table = opened("uth-ma", names=["first"])
    played_out(table)
    before = told(table, AUDITOR)
    sent(table, floor("withdraw deck", reason="it is worn"))
    table.open()
    sent(table, Command("player", "ready", 1))
    assert told(table, AUDITOR) == before
    played_out(table)
    assert told(table)["round"] == 2


def test_of_real_cards_what_was_not_entered_is_known_to_nobody() -> None:
    table = opened("uth-ma", names=[])
    table.send(Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    sent(table, Command("device", "shuffle", supplied={"physical": True}), ready(1, "uth-ma"))
    sent(table, *dealer("no more bets"), Command("dealer", "deal", args={"cards": "Ah Kd 2c 3d"}))
    sent(table, floor("call", what="a lamp fell"), floor("rule", choice="void", reason="nobody knows"))
    assert told(table, ANN)["seats"][0]["cards"] == ["Ah", "Kd"]
    assert openings(table.state, AUDITOR) == ()


# ---- rebuilt from the rack -----------------------------------------------------------------------------


@pytest.mark.clause("uth-ma", "10(i)", "15(a)")
@pytest.mark.parametrize("options", [{}, {"folded_hands_count": "no", "void_hand_sides": "play_on"}])
@pytest.mark.parametrize("wagers", [UTH, {**UTH, "cover_all": 500}])
@pytest.mark.parametrize("how", ["double", "skip", "exposed"])
@pytest.mark.parametrize("index", [0, 1])
def test_hands_are_rebuilt_though_the_dealers_has_a_wrong_number_and_is_void(
    options: dict[str, object], wagers: dict[str, int], how: str, index: int
) -> None:
    """A dealer's card goes wrong and nobody notices; then one is exposed and called, and Trips plays on."""
    table = opened("uth-ma", "", {"seats": 8, **options}, ["a", "b", "c"], by_hand=["check", "call"])
    public: list[Event] = []
    table.listeners.append(
        lambda _, __, decision: public.extend(
            filter(None, [redact(decision.state, e, PUBLIC) for e in decision.events])
        )
    )
    sent(table, fault("slip", how=how, at="dealer"))
    public.clear()
    for seat in (1, 2, 3):
        sent(table, Command("player", "bet", seat, {"wagers": wagers, "ready": True}))
    sent(table, fault("exposed", index=min(index, len(table.state.dealer) - 1)))
    sent(table, floor("call", what="dealer exposed"))
    last = table.state.last
    assert last is not None
    hands = {str(hand.seat): hand.cards for hand in last.hands} | {"dealer": last.dealer, "community": last.community}
    rebuilt = reconstruct(table.state.fixed, public, [last.order[each] for each in last.rack])
    assert rebuilt == {place: tuple(last.order[each] for each in cards) for place, cards in hands.items()}


VOID = [
    ("face up", {"position": 3}, {"position": 4}),
    ("slip", {"how": "double", "at": "2"}, {"how": "skip", "at": "community"}),
    ("slip", {"how": "to 1", "at": "3"}, {"how": "double", "at": "dealer"}),
    ("jam", {"after": 5}, {"after": 7}),
]


@pytest.mark.clause("uth-ma", "10(i)")
@pytest.mark.clause("lir-nj", "18.10(h)")
@pytest.mark.clause("colorado-ma-1", "10(h)")
@pytest.mark.clause("colorado-ma-2", "9(h)")
@pytest.mark.clause("dragon-md", "11.E")
@pytest.mark.parametrize("rulebook", NAMES)
@pytest.mark.parametrize(("what", "first", "second"), VOID)
def test_hands_of_a_void_round_are_rebuilt_as_they_lay(
    rulebook: str, what: str, first: dict[str, object], second: dict[str, object]
) -> None:
    shoe = "automated_shoe" in (load(rulebook).options["dealing"].values or {})
    options = {"dealing": "automated_shoe"} if shoe else {}
    table = opened(rulebook, "", options, ["a", "b", "c"], by_hand=ROUND - {"no more bets", "collect bonus"})
    if what == "jam" and not options:  # the document has no shoe that could jam
        assert "cannot go wrong now" in refused(table, fault(what, **first))
        return
    sent(table, fault(what, **first), fault(what, **second))
    public: list[Event] = []
    table.listeners.append(
        lambda _, __, decision: public.extend(
            filter(None, [redact(decision.state, e, PUBLIC) for e in decision.events])
        )
    )
    for seat in (1, 2, 3):
        sent(table, ready(seat, rulebook))
    sent(table, Command("dealer", "deal"))
    if table.state.phase == "round":  # nothing is void by itself here: the floor rules
        if due(table.state).do != "rule":
            sent(table, floor("call", what="a lamp fell on the cards"))
        sent(table, floor("rule", choice="void", reason="nobody knows which card is whose"))
    last = table.state.last
    assert last is not None
    assert last.void
    hands = {str(hand.seat): hand.cards for hand in last.hands} | {"dealer": last.dealer, "community": last.community}
    ends = next(at for at, event in enumerate(public) if event.kind == "over")
    rebuilt = reconstruct(table.state.fixed, public[: ends + 1], [last.order[each] for each in last.rack])
    assert rebuilt == {place: tuple(last.order[each] for each in cards) for place, cards in hands.items() if cards}


@pytest.mark.clause("dragon-md", "13.D")
def test_a_fold_that_was_picked_up_before_the_round_became_void_is_found_where_it_lies() -> None:
    """Nobody else decides: the dealer's wrong number is found before the round goes on from the folds."""
    table = opened("dragon-md", names=["a", "b"], options={"side_wagers_need_ante": "no"}, by_hand=["check"])
    public: list[Event] = []
    table.listeners.append(
        lambda _, __, decision: public.extend(
            filter(None, [redact(decision.state, e, PUBLIC) for e in decision.events])
        )
    )
    sent(table, fault("slip", how="double", at="dealer"), ready(1, "dragon-md"))
    sent(table, Command("player", "bet", 2, {"wagers": {"three_card_bonus": 100}, "ready": True}), choose(1, "fold"))
    last = table.state.last
    assert last is not None
    assert last.void
    hands = {str(hand.seat): hand.cards for hand in last.hands} | {"dealer": last.dealer}
    ends = next(at for at, event in enumerate(public) if event.kind == "over")
    assert [event.data["of"] for event in public if event.kind == "collected"] == ["1", "2", "dealer"]
    rebuilt = reconstruct(table.state.fixed, public[: ends + 1], [last.order[each] for each in last.rack])
    assert rebuilt == {place: tuple(last.order[each] for each in cards) for place, cards in hands.items()}


def test_a_round_that_is_not_over_cannot_be_rebuilt() -> None:
    table = opened("uth-ma", names=["a"])
    with pytest.raises(NotRebuiltError, match="it is not over"):
        reconstruct(table.state.fixed, [], [])
    with pytest.raises(NotRebuiltError, match="the rack has 0 cards, 2 fewer than were picked up"):
        reconstruct(table.state.fixed, [Event("burned", {}), Event("burned", {}), over(void=True)], [])


def over(*, void: bool) -> Event:
    return Event("over", {"round": 1, "void": void})
