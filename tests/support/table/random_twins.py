"""Rounds with mishaps at random, suffered by a digital table and reported at its twin of real cards.

The round has one deck, one set of wagers and one way to decide, so that both tables pay alike or one of them is wrong.
One slip of the dealer's hand at most is made in the deal; cards that lie face up, are gone, drawn or seen come beside.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import croupier
from croupier.games.game import Ask, Community
from croupier.rulebook import NAMES
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.model.state import UNKNOWN, State
from croupier.table.play.runner import Table
from croupier.table.procedures.dealing import targets
from croupier.table.procedures.irregularities import cards_out, stub_expected, too_early
from croupier.table.procedures.payouts import offered
from support.table.real_cards import RealTable
from support.table.tables import ROUND, WAGERS, bet, choose, dealer, fault, floor, opened, sent
from support.table.walks import some_discard

ONE_BY_ONE: dict[str, object] = {"dealing": "manual_shoe"}
OPTIONS: dict[str, tuple[dict[str, object], ...]] = {
    "uth-ma": (
        {},
        {**ONE_BY_ONE, "cover_all": "no"},
        {"dealing": "hand", "cover_all": "no"},
        {"exposed_dealer_folds": "lose"},
        {"void_hand_sides": "play_on"},
        {"folded_hands_count": "no"},
    ),
    "uth-fr": ({}, {"dealing": "hand"}),
    "lir-nj": (ONE_BY_ONE, {"dealing": "automated_shoe"}, {"dealing": "hand"}),
    "colorado-ma-1": (ONE_BY_ONE, {"dealing": "automated_shoe"}, {"version": "permissible"}),
    "colorado-ma-2": (ONE_BY_ONE, {"dealing": "automated_shoe", "version": "permissible"}),
    "dragon-md": (
        ONE_BY_ONE,
        {"dealing": "automated_shoe"},
        {"dealing": "automated_shoe", "dealer_stack": "shuffler"},
    ),
}
UNEVEN = ("uth-ma",) * 3  # where one hand may be void and others play on
SLIPS = ("skip", "double", "astray", "exposed")
MOMENTS = ("decide", "stub", "burn", "turn up", "community", "reveal", "settle", "collect folds")


class Slip(NamedTuple):
    """A slip of the dealer's hand: how, at which turn of the deal, and where the card went."""

    how: str
    turn: int
    to: str = ""


class Mishaps(NamedTuple):
    """A round, and all that goes wrong in it; cards are told by their positions in the deck."""

    seed: int
    rulebook: str
    options: Mapping[str, object]
    deck: tuple[int, ...]
    wagers: tuple[dict[str, int], ...]
    slip: Slip | None
    face_up: frozenset[int]
    gone: frozenset[int]
    drawn: bool
    seen: str  # the step at which a card of the dealer's is seen
    jam: int  # after so many cards; 0: none
    counts: bool
    ruling: str


def at_random(seed: int) -> Mishaps:
    """A round with mishaps, made from a seed."""
    random = Random(f"twins {seed}")  # noqa: S311 - a round that can be repeated
    rulebook = random.choice((*NAMES, *UNEVEN))
    options = random.choice(OPTIONS[rulebook])
    state = opened(rulebook, options=options, names=()).state
    players, script = random.randint(1, 3), state.fixed.deal
    turns = players * script.each + script.dealer + script.community
    wagers = tuple(_wagers(state, random) for _ in range(players))
    kinds = set(random.choices(("slip", "slip", "face up", "gone", "drawn", "seen", "jam"), k=random.randint(1, 3)))
    slip = _slip(random, [*map(str, range(1, players + 1)), "dealer"], turns) if "slip" in kinds else None
    few = frozenset(random.sample(range(20), random.randint(1, 2)))
    return Mishaps(
        seed,
        rulebook,
        options,
        tuple(random.sample(range(state.fixed.deck_size), state.fixed.deck_size)),
        wagers,
        slip,
        few if "face up" in kinds else frozenset(),
        frozenset(random.sample(range(20, 40), 1)) if "gone" in kinds else frozenset(),
        "drawn" in kinds,
        random.choice(MOMENTS) if "seen" in kinds else "",
        random.randint(1, turns - 1) if "jam" in kinds and slip is None and state.way_of_dealing.device else 0,
        random.random() < 0.4,
        random.choice(("play on", "play on", "void")),
    )


def _wagers(state: State, random: Random) -> dict[str, int]:
    found = dict(WAGERS[state.terms.rulebook.id])
    for name, wager in state.terms.wagers.items():
        if not wager.required and wager.placed == "before the deal" and name != "progressive" and random.random() < 0.6:
            found[name] = wager.exactly or 500
    return found


def _slip(random: Random, places: list[str], turns: int) -> Slip:
    how, turn = random.choice(SLIPS), random.randrange(turns)
    return Slip(how, turn, random.choice(places) if how == "astray" else "")


def _decision(state: State, seed: int) -> Command:
    """What a player decides: the same at both tables."""
    number, step = state.cursor, state.fixed.script[state.step]
    assert isinstance(step, Ask)
    random, seat = Random(f"{seed} {number} {state.step}"), state.seat(number)  # noqa: S311 - as above
    may = state.fixed.game.may
    among = [each for each in offered(seat, step) if may(each.name, state.faces(seat.cards), state.terms)]
    choice = random.choice(among)
    return choose(
        number, choice.name, **({"discard": some_discard(state, number, choice, random)} if choice.discards else {})
    )


def _order(state: State) -> list[str]:
    return [each.split(maxsplit=1)[0] for each in targets(state, state.fixed.deal)]


def _slips(state: State, slip: Slip | None) -> Slip | None:
    """The slip, if it can be made: community cards that are dealt later, and a card that goes where it belongs, cannot.

    The dealer gives back the card that was dealt last, which is the one too many if it was dealt at the last turn.
    """
    if slip is None:
        return None
    order = _order(state)
    place = order[slip.turn]
    mine = [turn for turn, each in enumerate(order) if each == place]
    early = slip.how == "double" and place == "dealer" and slip.turn != mine[-1]
    return None if early or slip.to == place or slip.to not in {"", *order} else slip


# ---- the digital table -----------------------------------------------------------------------------------


def digital(round_: Mishaps) -> Table:
    """The round at a table that knows where its cards lie."""
    faces = croupier.load(round_.rulebook).deck
    table = opened(round_.rulebook, faces.text(round_.deck), round_.options, [""] * len(round_.wagers), ROUND)
    for seat, wagers in enumerate(round_.wagers, start=1):
        sent(table, bet(seat, wagers))
    sent(table, *(fault("lost", position=each) for each in sorted(round_.gone)))
    sent(table, *(fault("face up", position=each) for each in sorted(round_.face_up - round_.gone)))
    sent(table, *dealer("no more bets"))
    while due(table.state).do == "collect bonus":
        sent(table, *dealer("collect bonus"))
    sent(table, *([fault("drawn")] if round_.drawn else []))
    sent(table, *([fault("jam", after=round_.jam)] if round_.jam else []))
    slip = _slips(table.state, round_.slip)
    if slip is not None:
        place = _order(table.state)[slip.turn]
        if slip.turn:
            sent(table, Command("dealer", "deal", args={"cards": slip.turn}))
        if table.state.phase == "round":
            sent(table, fault("slip", how=f"to {slip.to}" if slip.to else slip.how, at=place))
    seen = False
    while table.state.phase == "round":
        if due(table.state).do == round_.seen and not seen:
            seen = True
            sent(table, *([fault("exposed")] if table.state.dealer else []))
        else:
            _digital_step(table, round_)
    return table


def _digital_step(table: Table, round_: Mishaps) -> None:
    step = due(table.state)
    if step.do == "decide":
        sent(table, _decision(table.state, round_.seed))
    elif step.do == "rule":
        sent(table, floor("rule", choice=round_.ruling, reason="so it is"))
    else:
        args = {"count": round_.counts} if step.do == "stub" else {}
        sent(table, Command(step.who, step.do, args=args))


# ---- its twin of real cards ------------------------------------------------------------------------------


class Real:
    """The round at a table of real cards: a shoe with the cards that are there, and people who see what goes wrong."""

    def __init__(self, round_: Mishaps) -> None:
        self.round = round_
        self.table = RealTable(round_.rulebook, round_.options)
        self.shoe = [each for each in range(len(round_.deck)) if each not in round_.gone]
        players = len(round_.wagers)  # two sit there already
        if players == 1:
            self.table.sent(Command("player", "leave", 2))
        if players > 2:
            self.table.sent(Command("player", "sit", 3, {}, {"bankroll": 100_000}))

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    @property
    def goes_on(self) -> bool:
        return self.state.phase == "round"

    def card(self) -> int | None:
        """The next card of the shoe; one that lies face up is reported and set aside. None if that ended the round."""
        while self.goes_on:
            position = self.shoe.pop(0)
            card = self.round.deck[position]
            if position not in self.round.face_up:
                return card
            copies = self.state.terms.rulebook.deck.faces.count(self.state.terms.rulebook.deck.faces[card])
            not_scanned: dict[str, Any] = {"to": "shoe"} if copies > 1 else {}
            self.table.reports("face up", of="shoe", card=card, **not_scanned)
            if due(self.state).do == "rule":
                self.table.rules(self.round.ruling)
        return None

    def played(self) -> Table:
        """The round to its end."""
        for seat, wagers in enumerate(self.round.wagers, start=1):
            self.table.sent(bet(seat, wagers))
        self.table.sent(*dealer("no more bets"))
        while due(self.state).do == "collect bonus":
            self.table.sent(*dealer("collect bonus"))
        if self.round.drawn:
            self.table.reports("drawn")
        self._deal()
        seen = False
        while self.goes_on:
            if due(self.state).do == self.round.seen and not seen:
                seen = True
                if self.state.dealer and too_early(self.state):
                    self.table.reports("exposed", of="dealer")
            else:
                self._step()
        return self.table.table

    def _deal(self) -> None:
        order, slip = _order(self.state), _slips(self.state, self.round.slip)
        extra: list[int] = []
        for turn in range(len(order)):
            if self.round.jam == turn > 0:
                self.table.reports("jam", of="shoe")
            if not self.goes_on:
                return
            how = slip.how if slip is not None and slip.turn == turn else ""
            if how != "skip" and (card := self.card()) is not None:
                self.table.sent(Command("dealer", "deal", args={"cards": [card]}))
            if how == "double" and self.goes_on:  # it sticks to the one before, and is not scanned
                more = self.card()
                extra = [] if more is None else [self.round.deck.index(more)]
        if slip is not None and self.goes_on:
            self._noticed(order, slip, extra)

    def _noticed(self, order: list[str], slip: Slip, extra: list[int]) -> None:
        """After the deal people see what went wrong in it, and say at which turn."""
        place = order[slip.turn]
        which = [turn for turn, each in enumerate(order) if each == place].index(slip.turn) + 1
        right = order.count(place)
        if slip.how == "skip":
            self.table.reports("wrong count", of=place, number=right - 1, turn=which)
        elif slip.how == "astray":
            self.table.reports("astray", of=place, to=slip.to, number=which)
        elif slip.how == "double" and extra:
            self.table.reports("wrong count", of=place, number=right + 1)
            if place == "dealer" and self.goes_on:  # it is given back, and is the next card
                self.shoe = extra + self.shoe
        elif slip.how == "exposed" and (place != "dealer" or too_early(self.state)):
            self.table.reports("exposed", of=place)

    def _step(self) -> None:
        step, state = due(self.state), self.state
        doing = state.fixed.script[state.step]
        if step.do == "decide":
            self.table.sent(_decision(state, self.round.seed))
        elif step.do == "rule":
            self.table.rules(self.round.ruling)
        elif step.do == "count":
            number = state.fixed.deck_size - cards_out(state) - len(self.round.gone)
            self.table.sent(Command("dealer", "count", args={"number": number}))
        elif step.do == "stub":
            self._stub()
        elif step.do in {"burn", "deal", "community"} and not getattr(doing, "of_community", False):
            many = doing.cards if isinstance(doing, Community) and state.pending is None else 1
            self._draws(step.do, many)
        else:
            self.table.sent(Command(step.who, step.do))

    def _draws(self, do: str, many: int) -> None:
        """Draw cards; one that was given back unseen is known already, and is not scanned again.

        A card that lies face up may have led to another question, as it does while the dealer takes a missing card.
        """
        back = [each for each in self.state.drawn if self.state.order[each] != UNKNOWN]
        cards = [self.card() for _ in range(many - len(back))]
        if self.goes_on and due(self.state).do == do:
            self.table.sent(Command("dealer", do, args={"cards": cards} if cards else {}))
        else:
            self.shoe = [self.round.deck.index(each) for each in cards if each is not None] + self.shoe

    def _stub(self) -> None:
        """Put the stub away, counted right; cards face up in it are told one after another."""
        count, right = len(self.shoe), stub_expected(self.state)
        args: dict[str, Any] = {"count": count} if self.round.counts else {}
        if self.round.counts and count != right:
            args["misdealt"] = "nothing"
        self.table.sent(Command("dealer", "stub", args=args))
        for position in [each for each in self.shoe if each in self.round.face_up]:
            if due(self.state).do == "rule":  # a count that no clause asks for was wrong
                self.table.rules(self.round.ruling)
            if self.goes_on:
                self.table.reports("face up", of="stub", card=self.round.deck[position])
                self.table.rules(self.round.ruling)


def differs(round_: Mishaps) -> str:
    """What the two tables pay differently; empty if nothing. Rulings are not compared: a count that is given is S31."""
    one, other = (_paid(table) for table in (digital(round_), Real(round_).played()))
    return "" if one == other else f"digital: {one}\nreal: {other}"


def _paid(table: Table) -> list[Any]:
    last = table.state.last
    assert last is not None
    lines = [(hand.seat, line.wager, line.result, line.stake, line.amount, line.clauses)
             for hand in last.hands for line in hand.lines]  # fmt: skip
    return [last.void, *sorted(lines)]
