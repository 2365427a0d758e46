"""The coach says what the plain solver says, by what a seat can see and nothing else, and says it at once."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from statistics import median
from typing import Any, NamedTuple

import pytest
from support.analysis.brute_force import told
from support.table.tables import bet, choose, fault, opened, player_at, sent
from support.three_card import GAME, submission

import croupier
from croupier.analysis.coach.coach import Advice, Coach, CoachError
from croupier.analysis.coach.showdown_coach import ShowdownCoach
from croupier.analysis.model.paths import Path, turns_left
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action, Spot
from croupier.analysis.solvers import plain
from croupier.analysis.solvers.showdown import Showdown
from croupier.cards import STANDARD
from croupier.games.game import Ask, Board, Game, Hand
from croupier.games.terms import Terms
from croupier.rulebook import Refusal, Submission
from croupier.table.fairness.card_sources import Random as Shuffles
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.model.state import Fixed, State
from croupier.table.play.runner import Table
from croupier.table.views.view import AUDITOR, HIDDEN, PUBLIC, Viewer, view

UTH = {"ante": 500, "blind": 500}
LIR = {"bet_1": 500, "bet_2": 500, "bet_3": 500}
DRAGON = {"ante": 500, "ante_bonus": 500}


def chance(seed: object) -> Random:
    return Random(str(seed))  # noqa: S311 - chance that can be repeated


class Case(NamedTuple):
    """A table, what is wagered at it, and which of the wagers hang on decisions."""

    submission: Submission
    wagers: Mapping[str, int]
    counted: tuple[str, ...]
    game: Game | None = None


def case(rulebook: str, wagers: Mapping[str, int], counted: str, **options: object) -> Case:
    return Case(croupier.submission(rulebook, **options), wagers, tuple(counted.split()))


CASES = {
    "uth-ma": case("uth-ma", UTH, "ante blind"),
    "uth-ma, trips and cover all": case("uth-ma", UTH | {"trips": 500, "cover_all": 100}, "ante blind"),
    "uth-ma, a limit acts": case("uth-ma", {"ante": 50_000, "blind": 50_000}, "ante blind"),
    "uth-ma, a limit acts on trips": case(
        "uth-ma", {"ante": 2_500, "blind": 2_500, "trips": 100_000}, "ante blind trips", maximum="$1,000"
    ),
    "uth-ma, odd cents": case("uth-ma", {"ante": 501, "blind": 501}, "ante blind", odd_cents="round_down"),
    "lir-nj": case("lir-nj", LIR | {"bonus": 100, "three_card_bonus": 500}, "bet_1 bet_2 bet_3"),
    "lir-nj, a limit acts": case(
        "lir-nj",
        {"bet_1": 10_000, "bet_2": 10_000, "bet_3": 10_000},
        "bet_1 bet_2 bet_3",
        payout_limit="$50,000",
    ),
    "colorado-ma-1": case("colorado-ma-1", {"ante": 500, "bonus": 100}, "ante bonus"),
    "colorado-ma-1, bonus back": case(
        "colorado-ma-1", {"ante": 500, "bonus": 100}, "ante bonus", folded_bonus="return"
    ),
    "colorado-ma-1, permissible": case(
        "colorado-ma-1", {"ante": 500, "bonus": 100}, "ante bonus", version="permissible", tens="pay"
    ),
    "colorado-ma-2": case("colorado-ma-2", {"ante": 1_000}, "ante"),
    "colorado-ma-2, permissible": case(
        "colorado-ma-2", {"ante": 500, "bonus": 100}, "ante bonus", version="permissible"
    ),
    "dragon-md": case("dragon-md", DRAGON | {"dragon_bet": 500, "three_card_bonus": 500}, "ante ante_bonus"),
    "dragon-md, B": case("dragon-md", DRAGON, "ante ante_bonus", ante_bonus="B"),
    "three card": Case(submission(), {"ante": 500, "pair_plus": 500}, ("ante",), GAME),
}
every_case = pytest.mark.parametrize("each", CASES.values(), ids=CASES)


# ---- rounds, and what a plain look says of them --------------------------------------------------------


def table_of(each: Case, seed: str, players: int = 2, bankroll: int = 10_000_000) -> Table:
    table = Table(each.submission, Shuffles(seed), game=each.game)
    table.open()
    for number in range(1, players + 1):
        sent(table, Command("player", "sit", number, {}, {"bankroll": bankroll}))
    return table


def decisions(each: Case, seed: str, rounds: int, players: int = 2) -> Iterator[tuple[State, int]]:
    """The moments of rounds at which somebody is asked; what is answered is left to chance."""
    table, random = table_of(each, seed, players), chance(seed)
    for _ in range(rounds):
        table.feed()
        sent(table, *[bet(number, each.wagers) for number in range(1, players + 1)])
        table.send(Command("dealer", "no more bets"))
        while due(table.state).do == "decide":
            number = due(table.state).seat
            yield table.state, number
            answered(table, number, random)


def answered(table: Table, number: int, random: Random) -> None:
    """Some answer that the table takes."""
    step = table.state.fixed.script[table.state.step]
    assert isinstance(step, Ask)
    for choice in random.sample(step.choices, len(step.choices)):
        args: dict[str, Any] = {"choice": choice.name}
        if choice.discards:
            args["discard"] = random.choice(table.state.faces(table.state.seat(number).cards))
        if not isinstance(table.send(Command("player", "decide", number, args)), Refusal):
            return


def unseen_by(state: State, number: int) -> list[int]:
    """The cards that neither lie face up nor are the player's own, read off the state."""
    person = state.seat(number).person
    own = {place for _, seat in state.taken() if seat.person == person for place in seat.cards + seat.discard}
    seen = {state.order[place] for place in own | state.up}
    return [card for card in range(state.fixed.deck_size) if card not in seen]


def plainly(state: State, number: int, counted: tuple[str, ...], rest: list[int], dealer: tuple[int, ...] = ()) -> Spot:
    """What the plain solver says of the seat that is asked."""
    seat, game, terms = state.seat(number), state.fixed.game, state.terms
    payoffs = Payoffs(game, terms, {name: seat.wagers[name] for name in counted if name in seat.wagers}, limits=True)
    path, turns = Path(), payoffs.tree.turns
    for name in seat.decisions:
        turn = turns_left(path, turns)[0]
        path = path.then(turn, next(choice for choice in turn.choices if choice.name == name))
    community = state.faces(tuple(place for place in state.community if place in state.up))
    return plain.look(payoffs, told(payoffs, state.faces(seat.cards), community, rest, path, dealer))


def few(state: State, number: int, random: Random, most: int) -> tuple[dict[str, Any], list[int]]:
    """The seat's view with so many more cards dead that few are unseen, and those that are."""
    rest = unseen_by(state, number)
    left = sorted(random.sample(rest, most))
    seen = view(state, player_at(number))
    faces = state.terms.rulebook.deck.faces
    return {**seen, "dead": [*seen["dead"], *(faces[card] for card in rest if card not in left)]}, left


def same(advice: Advice, spot: Spot) -> None:
    assert advice.values == spot.values
    assert (advice.stage, advice.best) == (spot.info.turn.stage, spot.taken)
    for action in spot.values:
        assert advice.cost(action) == spot.cost(action) >= 0


@every_case
def test_with_few_cards_unseen_every_turn_is_worth_what_the_plain_solver_says(each: Case) -> None:
    random, coach = chance(1), coach_of(each)
    for state, number in decisions(each, "few", 3):
        # Of Dragon cards there are alike copies, and so few hands among the unseen that there may be more of those.
        seen, rest = few(state, number, random, 12 if each.submission.rulebook.id == "dragon-md" else 8)
        advice = coach.advise(seen)
        same(advice, plainly(state, number, each.counted, rest))
        standing = state.seat(number).wagers
        assert advice.stakes == {name: each.wagers[name] for name in each.counted if name in standing}


@every_case
def test_with_a_whole_deck_the_last_turn_is_worth_what_the_plain_solver_says(each: Case) -> None:
    state, number = next(asked for asked in decisions(each, "whole", 6, players=1) if is_last(asked[0]))
    advice = coach_of(each).advise(view(state, player_at(number)))
    same(advice, plainly(state, number, each.counted, unseen_by(state, number)))


@pytest.mark.prove
@every_case
def test_many_hands_with_a_whole_deck_are_worth_what_the_plain_solver_says(each: Case) -> None:
    coach = coach_of(each)
    for state, number in decisions(each, "many", 6):
        if is_last(state):
            advice = coach.advise(view(state, player_at(number)))
            same(advice, plainly(state, number, each.counted, unseen_by(state, number)))


@pytest.mark.prove
@pytest.mark.parametrize("name", ["uth-ma", "uth-ma, a limit acts"])
def test_a_flop_of_a_whole_deck_is_worth_what_the_plain_solver_says(name: str) -> None:
    flops = [asked for asked in decisions(CASES[name], "flop", 9, players=1) if len(asked[0].community) == 3]
    state, number = flops[0]
    advice = coach_of(CASES[name]).advise(view(state, player_at(number)))
    same(advice, plainly(state, number, CASES[name].counted, unseen_by(state, number)))


def coach_of(each: Case) -> Coach:
    return Coach(Table(each.submission, game=each.game).state.terms, each.game)


def is_last(state: State) -> bool:
    return state.fixed.script[state.step] == [step for step in state.fixed.script if isinstance(step, Ask)][-1]


# ---- what a seat knows ---------------------------------------------------------------------------------


def advised(table: Table, without: str = "") -> Advice:
    """Advice to the seat that is asked, or what it would be had the seat not seen some cards."""
    state = table.state
    seen = view(state, Viewer("player", state.seat(due(state).seat).person))
    hidden = {**seen, "dead": [face for face in seen["dead"] if face not in without]}
    hidden["seats"] = [
        {**seat, "cards": [HIDDEN if face in without.split() else face for face in seat["cards"]]}
        for seat in seen["seats"]
    ]
    return Coach(state.terms).advise(hidden)


def test_a_card_found_face_up_cannot_come_any_more() -> None:
    table = opened("lir-nj", "Ah Kh 9c 8d Th 2c 5s", names=("first",), by_hand=())
    sent(table, fault("face up", position=2), bet(1, LIR))
    sent(table, Command("dealer", "no more bets"))
    assert view(table.state, player_at(1))["dead"] == ["9c"]
    advice = advised(table)
    same(advice, plainly(table.state, 1, tuple(LIR), unseen_by(table.state, 1)))
    assert advice.values != advised(table, without="9c").values


def test_a_declared_instant_winner_is_known_to_the_seats_that_come_after_it() -> None:
    table = opened("colorado-ma-1", "7h 8c Qd 7d 8d Ts 7s 2h Jd", by_hand=())
    sent(table, bet(1, {"ante": 500}), bet(2, {"ante": 500}), Command("dealer", "no more bets"), choose(1, "declare"))
    advice = advised(table)
    assert advice.own == table.state.terms.rulebook.deck.parse("8c 8d 2h")
    rest = unseen_by(table.state, 2)
    assert len(rest) == 46
    same(advice, plainly(table.state, 2, ("ante",), rest))
    assert advice.values != advised(table, without="7h 7d 7s").values


@pytest.mark.parametrize(("name", "wagers"), [("lir-nj", LIR), ("colorado-ma-2", {"ante": 500}), ("dragon-md", DRAGON)])
def test_who_plays_two_positions_knows_both_hands(name: str, wagers: dict[str, int]) -> None:
    table = opened(name, options={"two_positions": "yes"}, persons=("first", "first", "second"), by_hand=())
    sent(table, *[bet(number, wagers) for number in (1, 2, 3)], Command("dealer", "no more bets"))
    own = len(table.state.seat(1).cards)
    rest = unseen_by(table.state, 1)
    assert len(rest) == table.state.fixed.deck_size - 2 * own
    same(advised(table), plainly(table.state, 1, tuple(wagers), rest))


def test_what_a_seat_is_not_shown_changes_nothing() -> None:
    """Whatever the deck holds unseen, and whatever others hold or put away, advice is the same."""
    for name, wagers in (("lir-nj", LIR), ("colorado-ma-1", {"ante": 500}), ("dragon-md", DRAGON)):
        advice = []
        for seed in "abc":
            cards = croupier.load(name).deck.faces
            first, rest = [cards[place] for place in (0, 20, 40)], list(cards)
            for face in first:
                rest.remove(face)
            chance(seed).shuffle(rest)
            table = opened(name, " ".join([first[0], *rest[:2], first[1], *rest[2:4], first[2]]), by_hand=())
            sent(table, bet(1, wagers), bet(2, wagers), Command("dealer", "no more bets"))
            advice.append(advised(table))
        assert advice[0] == advice[1] == advice[2]


@pytest.mark.parametrize("dealing", ["manual_shoe", "automated_shoe"])
def test_a_community_card_that_was_exposed_in_dealing_is_reckoned_with(dealing: str) -> None:
    """By hand it is the card that is burned; in a stack it lies last, and what is turned up first is the other one."""
    table = opened("lir-nj", options={"dealing": dealing}, names=("first",), by_hand=())
    sent(table, fault("slip", how="exposed", at="community"), bet(1, LIR), Command("dealer", "no more bets"))
    sent(table, Command("floor", "rule", args={"choice": "play on", "reason": "seen by all"}))
    state, rest = table.state, unseen_by(table.state, 1)
    assert len(rest) == 48
    if dealing == "manual_shoe":
        payoffs = lir(state)
        same(advised(table), plain.look(payoffs, told(payoffs, state.faces(state.seat(1).cards), (), rest)))
        return
    shown = state.faces(state.community[2:])
    ride, withdraw = two_turns(state, shown, rest)
    assert advised(table).values == {Action("ride"): ride, Action("withdraw"): withdraw}
    sent(table, choose(1, "ride"))
    assert len(advised(table).community) == 2, "the player has seen both by then"
    bets = [result(table.state, 3), result(table.state, 2)]
    assert advised(table).values == {Action("ride"): bets[0], Action("withdraw"): bets[1]}


def lir(state: State) -> Payoffs:
    return Payoffs(state.fixed.game, state.terms, LIR)


def two_turns(state: State, shown: tuple[int, ...], rest: list[int]) -> tuple[Fraction, Fraction]:
    """What it is worth to ride and to withdraw if one card is known and the other is by the second turn."""
    totals = [0, 0]
    for card in rest:
        for place, others in enumerate((2, 1)):
            one = worth_of_a_bet(state, (*shown, card))
            totals[place] += one * others + max(one, 0)
    return Fraction(totals[0], len(rest)), Fraction(totals[1], len(rest))


def worth_of_a_bet(state: State, community: tuple[int, ...]) -> int:
    hand = Hand(state.faces(state.seat(1).cards))
    facts = state.fixed.game.read(hand, Board(community, (), (hand,)), state.terms)
    (line,) = state.fixed.game.settle(facts, {"bet_3": 500}, state.terms)
    return line.amount


def result(state: State, bets: int) -> int:
    return worth_of_a_bet(state, state.faces(state.community)) * bets


@pytest.mark.parametrize("name", ["dragon-md", "uth-ma"])
def test_a_dealers_card_that_was_seen_and_not_called_is_reckoned_with(name: str) -> None:
    random = chance(1)
    wagers = {"dragon-md": DRAGON, "uth-ma": UTH}[name]
    table = opened(name, names=("first",), by_hand={"call", "check"})
    sent(table, bet(1, wagers), Command("dealer", "no more bets"), fault("exposed", index=1))
    while due(table.state).do == "decide":
        seen, rest = few(table.state, 1, random, 8)
        shown = table.state.faces(table.state.dealer[1:2])
        advice = Coach(table.state.terms).advise(seen)
        same(advice, plainly(table.state, 1, tuple(wagers), rest, shown))
        if is_last(table.state):
            assert advice.values[Action("fold")] == -sum(wagers.values())
            assert advice.values == by_brute_force(table.state, wagers, rest, shown)
        sent(table, choose(1, "fold" if is_last(table.state) else "check"))


def by_brute_force(
    state: State, wagers: dict[str, int], rest: list[int], shown: tuple[int, ...]
) -> dict[Action, Fraction]:
    """Every hand of the dealer's with the card that was seen, settled by the game."""
    hand, game, terms = state.hand(state.seat(1)), state.fixed.game, state.terms
    won = []
    for cards in combinations(rest, state.fixed.deal.dealer - len(shown)):
        facts = game.read(hand, Board(state.faces(state.community), (*shown, *cards), (hand,)), terms)
        won.append(sum(line.amount for line in game.settle(facts, {**wagers, "play": 500}, terms)))
    play = next(choice.name for choice in asks(state)[-1].choices if choice.wager)
    return {Action(play): Fraction(sum(won), len(won)), Action("fold"): Fraction(-sum(wagers.values()))}


def asks(state: State) -> list[Ask]:
    return [step for step in state.fixed.script if isinstance(step, Ask)]


def test_a_view_that_is_not_the_players_own_is_refused() -> None:
    table = opened("uth-ma", by_hand=())
    coach = Coach(table.state.terms)
    with pytest.raises(CoachError, match="nobody is asked to decide now; accepted: the view of the seat that is asked"):
        coach.advise(view(table.state, player_at(1)))
    sent(table, bet(1, UTH), bet(2, UTH), Command("dealer", "no more bets"))
    with pytest.raises(CoachError, match="an auditor's view shows more than a player knows"):
        coach.advise(view(table.state, AUDITOR))
    for viewer in (PUBLIC, player_at(2), Viewer("dealer")):
        with pytest.raises(CoachError, match="seat 1 is asked, and this view does not show its cards"):
            coach.advise(view(table.state, viewer))


@pytest.mark.parametrize(
    ("how", "at", "place"), [("double", "1", "the player has 3"), ("skip", "dealer", "the dealer has 1")]
)
def test_a_hand_that_was_dealt_wrong_is_refused(how: str, at: str, place: str) -> None:
    table = opened("uth-ma", names=("first",), by_hand={"check", "call"})
    sent(table, fault("slip", how=how, at=at), bet(1, UTH), Command("dealer", "no more bets"))
    with pytest.raises(CoachError, match=f"{place} cards and should have 2"):
        advised(table)


# ---- money ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bankroll", [0, 500, 1_000, 1_999, 2_000])
def test_what_cannot_be_paid_for_is_not_open_now_or_later(bankroll: int) -> None:
    each, random = CASES["uth-ma"], chance(bankroll)
    table = table_of(each, "poor", 1, 1_000 + bankroll)
    sent(table, bet(1, UTH), Command("dealer", "no more bets"))
    too_dear = {f"play {times}x" for times in (1, 2, 3, 4) if 500 * times > bankroll}
    game = replace(table.state.fixed.game, may=lambda choice, _cards, _terms: choice not in too_dear)
    while due(table.state).do == "decide":
        seen, rest = few(table.state, 1, random, 8)
        state = table.state.copy()
        state.fixed = Fixed(state.terms, game, state.fixed.automation)
        same(coach_of(each).advise(seen), plainly(state, 1, each.counted, rest))
        sent(table, choose(1, "fold" if is_last(table.state) else "check"))


def test_who_has_no_money_for_the_bet_folds() -> None:
    table = table_of(CASES["colorado-ma-1"], "poor", 1, 600)
    sent(table, bet(1, {"ante": 500, "bonus": 100}), Command("dealer", "no more bets"))
    assert advised(table).values == {Action("fold"): -600}


def test_of_equal_actions_the_one_with_less_money_at_risk_is_best() -> None:
    """One of two unseen cards makes a pair of tens, which pays even money, and the other nothing."""
    table = opened("lir-nj", "Th 2c 5d Qs 8s Jc", {"dealing": "automated_shoe"}, ("first",), by_hand=())
    sent(table, bet(1, LIR), Command("dealer", "no more bets"), choose(1, "ride"))
    state = table.state
    seen = view(state, player_at(1))
    gone = [face for face in state.terms.rulebook.deck.faces if face not in {"Tc", "3d", *seen["community"]}]
    own = seen["seats"][0]["cards"]
    advice = Coach(state.terms).advise({**seen, "dead": [face for face in gone if face not in own]})
    assert advice.values[Action("ride")] == advice.values[Action("withdraw")] == 0
    assert advice.best == Action("withdraw")
    assert advice.cost(Action("ride")) == 0
    assert set(advice.rulings) == {"L12", "T1"}


def test_no_ruling_is_named_where_equal_actions_risk_the_same() -> None:
    """With three kings and a jack to come, the king and either deuce make at least three kings."""
    table = opened("colorado-ma-1", "2h 9s 2d 8s Ks 7s", names=("first",), by_hand=())
    sent(table, bet(1, {"ante": 500}), Command("dealer", "no more bets"))
    seen = view(table.state, player_at(1))
    live = {*seen["seats"][0]["cards"], "Kh", "Kd", "Kc", "Jc"}
    dead = [face for face in table.state.terms.rulebook.deck.faces if face not in live]
    advice = Coach(table.state.terms).advise({**seen, "dead": dead})
    equal = {action for action in advice.values if not advice.cost(action)}
    assert equal == {Action("bet", tuple(table.state.terms.rulebook.deck.parse(face))) for face in ("2h", "2d")}
    assert advice.rulings == ()


def test_a_payout_limit_acts_where_it_is_reached() -> None:
    """Nothing but a royal flush can come, which at 500 to 1 on the blind is held to $50,000."""
    table = opened("uth-ma", "Ah Kh 2c 3d", names=("first",), by_hand=())
    sent(table, bet(1, {"ante": 50_000, "blind": 50_000}), Command("dealer", "no more bets"))
    assert table.state.faces(table.state.seat(1).cards) == table.state.terms.rulebook.deck.parse("Ah Kh")
    live = {"Qh", "Jh", "Th", "9c", "8c", "2c", "3d"}
    seen = rich(view(table.state, player_at(1)))
    dead = [face for face in table.state.terms.rulebook.deck.faces if face not in {*live, "Ah", "Kh"}]
    rest = sorted(table.state.terms.rulebook.deck.parse(" ".join(live)))
    advice = coach_of(CASES["uth-ma"]).advise({**seen, "dead": dead})
    same(advice, plainly(table.state, 1, ("ante", "blind"), rest))
    assert advice.best == Action("check"), "the more is put up, the less of it the limit leaves"


def rich(seen: Mapping[str, Any]) -> dict[str, Any]:
    """The same view with money for everything."""
    (seat,) = seen["seats"]
    return {**seen, "seats": [{**seat, "bankroll": 10_000_000}]}


# ---- what no card can know -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["uth-ma", "lir-nj", "colorado-ma-1", "three card"])
def test_the_names_of_suits_change_nothing(name: str) -> None:
    each, random = CASES[name], chance(3)
    coach = coach_of(each)
    for state, number in decisions(each, "suits", 2):
        seen, _ = few(state, number, random, 12)
        values = set(coach.advise(seen).values.values())
        for names in random.sample(list(permutations("cdhs")), 4):
            assert set(coach.advise(renamed(seen, names)).values.values()) == values


def renamed(seen: Any, names: tuple[str, ...]) -> Any:  # noqa: ANN401 - a view, or a part of one
    """A view with the suits renamed."""
    if isinstance(seen, dict):
        return {key: value if key in _NOT_CARDS else renamed(value, names) for key, value in seen.items()}
    if isinstance(seen, list):
        return [renamed(each, names) for each in seen]
    is_card = isinstance(seen, str) and seen in STANDARD.faces
    return seen[0] + names["cdhs".index(seen[1])] if is_card else seen


_NOT_CARDS = {"due", "devices", "wagers", "decisions", "choices"}


@pytest.mark.parametrize("community", [3, 5])
def test_the_average_over_cards_that_might_be_dead_is_the_value_without(community: int) -> None:
    """To know of a card costs nothing: what commits is worth the same on average, and what waits no less."""
    each = CASES["uth-ma"]
    state, _ = next(asked for asked in decisions(each, "average", 9, 1) if len(asked[0].community) == community)
    seen, coach = view(state, player_at(1)), coach_of(each)
    advice = coach.advise(seen)
    faces = [state.terms.rulebook.deck.faces[card] for card in unseen_by(state, 1)]
    known = [coach.advise({**seen, "dead": [face]}).values for face in faces]
    for action, value in advice.values.items():
        average = sum((values[action] for values in known), Fraction(0)) / len(known)
        assert average > value if action == Action("check") else average == value


# ---- before the flop -----------------------------------------------------------------------------------


class Told:
    """Progress that was told."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int]] = []

    def __call__(self, done: int, of: int) -> None:
        self.told.append((done, of))


@pytest.fixture(scope="module")
def warmed() -> Coach:
    coach, told = coach_of(CASES["uth-ma"]), Told()
    coach.warm(told)
    assert told.told[-1][0] == told.told[-1][1]
    return coach


def before_the_flop(cards: str, stake: int) -> dict[str, Any]:
    table = opened("uth-ma", cards, names=("first",), by_hand=())
    sent(table, bet(1, {"ante": stake, "blind": stake}), Command("dealer", "no more bets"))
    seen = view(table.state, player_at(1))
    assert seen["seats"][0]["cards"] == cards.split()
    return rich(seen)


def test_what_was_prepared_is_taken_up_and_says_the_same_without_being_worked_out(
    warmed: Coach, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = json.loads(json.dumps(warmed.prepared()))
    again = Coach(warmed.terms)
    again.take_up(kept)
    monkeypatch.setattr(Showdown, "strategy", lambda *_: pytest.fail("it is worked out again"))
    again.warm()
    for cards in ("Ah Kd", "7h 2d", "9s 9c", "Qd Td"):
        seen = before_the_flop(cards, 500)
        assert again.advise(seen) == warmed.advise(seen)


@pytest.mark.parametrize("kept", [None, 7, [], [[1]], [[1, "before the flop", [0, 1], 6, [], 0]], "x", {}])
def test_what_was_not_prepared_is_not_taken_up(warmed: Coach, kept: object) -> None:
    again = Coach(warmed.terms)
    with pytest.raises(ValueError, match="prepared"):
        again.take_up(kept)


def test_where_nothing_takes_time_nothing_is_kept() -> None:
    coach = Coach(Terms(croupier.submission("dragon-md")))
    assert coach.prepared() is None
    with pytest.raises(ValueError, match="nothing is prepared"):
        coach.take_up([])


def test_before_the_flop_a_hand_is_looked_up_and_its_values_grow_with_the_stakes(warmed: Coach) -> None:
    told = Told()
    advice = warmed.advise(before_the_flop("Ah Kd", 500), told)
    assert [action.choice for action in advice.values] == ["check", "play 3x", "play 4x"]
    assert (advice.best, told.told) == (Action("play 4x"), [])
    for cards, stake in (("Ac Kh", 500), ("Kd As", 1_000), ("Ks Ac", 7_500)):
        values = warmed.advise(before_the_flop(cards, stake), told).values
        assert values == {action: value * stake / 500 for action, value in advice.values.items()}
    assert warmed.advise(before_the_flop("7h 2d", 500)).best == Action("check")
    assert told.told == []


@pytest.mark.prove
@pytest.mark.parametrize(("cards", "stake"), [("Ah Kh", 500), ("9c 8d", 502), ("5c 5s", 500), ("Ah Kh", 50_000)])
def test_a_hand_that_is_looked_up_is_worth_what_every_board_says(
    warmed: Coach, monkeypatch: pytest.MonkeyPatch, cards: str, stake: int
) -> None:
    seen = before_the_flop(cards, stake)
    advice = warmed.advise(seen)
    told = Told()
    monkeypatch.setattr(ShowdownCoach, "_worked_out", lambda *_: None)
    assert warmed.advise(seen, told) == advice
    assert told.told[-1] == (46, 46)


@pytest.mark.prove
def test_with_a_card_dead_before_the_flop_what_commits_is_worth_the_same_on_average(warmed: Coach) -> None:
    seen = before_the_flop("Ah Td", 500)
    advice = warmed.advise(seen)
    faces = [face for face in STANDARD.faces if face not in {"Ah", "Td"}]
    known = [warmed.advise({**seen, "dead": [face]}).values for face in faces]
    for action, value in advice.values.items():
        average = sum((values[action] for values in known), Fraction(0)) / len(known)
        assert average > value if action == Action("check") else average == value


# ---- at once -------------------------------------------------------------------------------------------


@pytest.mark.prove
@every_case
def test_advice_comes_at_once(each: Case) -> None:
    coach = coach_of(each)
    coach.warm()
    took: dict[str, list[float]] = {}
    for state, number in decisions(each, "time", 30):
        seen = view(state, player_at(number))
        start = time.perf_counter()
        advice = coach.advise(seen)
        took.setdefault(advice.stage, []).append(time.perf_counter() - start)
    for stage, times in took.items():
        assert median(times) < 0.05, stage
