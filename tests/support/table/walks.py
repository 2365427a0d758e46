"""Random walks at a table: the tables that are walked at, and the next command, which mostly makes sense."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

import croupier
from croupier.games.game import Ask, Choice, Community, Deal, Draw
from croupier.table.decide import open_table
from croupier.table.fairness.shuffle import digest, secret_of
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import ROLES, Command, Role
from croupier.table.model.next_step import ALL_STEPS, due, unshuffled
from croupier.table.model.state import COMMITTED, REAL, SCRIPTED, UNKNOWN, Place, State
from croupier.table.model.steps import Due
from croupier.table.model.vocabulary import REPORTS
from croupier.table.procedures.dealing import targets
from croupier.table.procedures.flow import count_is_due
from croupier.table.procedures.irregularities import cards_out, stub_expected
from croupier.table.procedures.payouts import cost, most_of
from croupier.table.procedures.session import MOST_SECONDS
from support.table.tables import as_seated

# ---- the tables ----------------------------------------------------------------------------------------

BY_HAND: frozenset[str] = frozenset()
UNCHECKED = ALL_STEPS - {"check", "call"}  # a table that runs by itself and whose dealer notices nothing
SLOW = frozenset({"inspect", "verify", "spread", "wash", "stack", "deal", "settle", "check"})


class Case(NamedTuple):
    """A table: the rulebook, what a submission chooses, and what runs by itself."""

    rulebook: str
    options: Mapping[str, object] = {}
    automation: frozenset[str] = ALL_STEPS
    real: bool = False

    def __str__(self) -> str:
        runs = {ALL_STEPS: "", BY_HAND: "by hand", UNCHECKED: "unchecked", SLOW: "partly by hand"}[self.automation]
        chosen = [f"{name}={'on' if isinstance(value, dict) else value}" for name, value in self.options.items()]
        return " ".join([self.rulebook, *chosen, runs, "real" * self.real]).strip()

    def open(self, source: str = "") -> State:
        """The table, without cards yet."""
        submission = croupier.submission(self.rulebook, **self.options)
        return open_table(submission, self.automation, training=True, place=PLACE, source=source or self.source)

    @property
    def source(self) -> str:
        """Cards are committed to where all runs by itself or nothing does; elsewhere some are written, some real."""
        if self.real:
            return REAL
        return COMMITTED if self.automation in {ALL_STEPS, BY_HAND} else SCRIPTED


_RICH = {"minimum": "$0.01", "maximum": "$200,000", "odd_cents": "round_down"}
_METER = {"seed": "$10,000", "increment": "$0.50"}
_UTH_METER: dict[str, object] = _METER | {
    "rows": [
        {"hand": "straight", "share": "100%"},
        {"hand": "three_of_a_kind", "share": "10%"},
        {"hand": "two_pairs", "pays": "$20"},
    ]
}
_ALL_SEVEN = {"cards": "all_seven"}
_DRAGON_METER = _METER | {
    "stake": "$1",
    "rows": [{"hand": "trips", "share": "100%"}, {"hand": "gold_dragon", "share": "1.5%"}],
}

CASES: tuple[Case, ...] = (
    Case("uth-ma"),
    Case("uth-ma", {"seats": 8, "folded_hands_count": "no", "void_hand_sides": "play_on"}, UNCHECKED),
    Case("uth-ma", {"decks": "two", "cover_all_below": "even_money", "progressive": _UTH_METER | _ALL_SEVEN}),
    Case("uth-ma", {"dealing": "manual_shoe", "shuffling": "manual", "cover_all": "no", "absent_player": "hold"}, SLOW),
    Case("uth-ma", {"dealing": "hand", "cover_all": "no", "exposed_dealer_folds": "lose", "progressive": _UTH_METER}),
    Case("uth-ma", _RICH | {"trips": "C"}, BY_HAND),
    Case("uth-fr"),
    Case("uth-fr", {"dealing": "hand", "pour": "for", "folded_trips": "lost", "maximum": "30"}, UNCHECKED),
    Case("uth-fr", {"shuffling": "device", "decks": "two", "absent_player": "hold"}, SLOW),
    Case("uth-fr", {"minimum": "€0.01", "odd_cents": "round_down", "seats": 3}, BY_HAND),
    Case("lir-nj"),
    Case("lir-nj", {"dealing": "automated_shoe", "decks": "two", "shuffling": "counting_device"}, UNCHECKED),
    Case("lir-nj", {"dealing": "hand", "two_positions": "yes", "bonus_stake": "returned"}, BY_HAND),
    Case("lir-nj", _RICH | {"payout_limit": "$50,000", "shuffling": "manual", "pre_shuffled": "yes"}, SLOW),
    Case("colorado-ma-1"),
    Case("colorado-ma-1", {"version": "permissible", "dealing": "automated_shoe", "two_positions": "yes"}),
    Case("colorado-ma-1", {"dealing": "hand", "decks": "two", "folded_bonus": "return", "absent_player": "hold"}, SLOW),
    Case("colorado-ma-1", _RICH | {"payout_limit": "$50,000", "version": "permissible", "tens": "pay"}, UNCHECKED),
    Case("colorado-ma-1", {"shuffling": "manual", "cut_below": "any", "pre_shuffled": "yes"}, BY_HAND),
    Case("colorado-ma-2", {"dealing": "automated_shoe", "shuffling": "counting_device"}, UNCHECKED),
    Case("colorado-ma-2", {"version": "permissible", "decks": "two"}),
    Case("colorado-ma-2", {"two_positions": "yes", "ace_low": "no", "bonus": "no"}, BY_HAND),
    Case("dragon-md"),
    Case("dragon-md", {"dealing": "automated_shoe", "shuffling": "self_shuffling_device", "dealer_stack": "shuffler"}),
    Case("dragon-md", {"side_wagers_need_ante": "no", "two_positions": "yes", "progressive": _DRAGON_METER}, UNCHECKED),
    Case("dragon-md", {"dealing": "hand", "decks": "two", "shuffling": "counting_device", "gold_pair": "gold"}, SLOW),
    Case("dragon-md", {"shuffling": "manual", "absent_player": "forfeit", "pre_shuffled": "yes"}, BY_HAND),
)

# Tables of real cards, of which people know more than the table.
REAL_CASES: tuple[Case, ...] = (
    Case("uth-ma", {}, SLOW, real=True),
    Case("lir-nj", {"shuffling": "counting_device"}, UNCHECKED, real=True),
    Case("colorado-ma-1", {"dealing": "automated_shoe", "shuffling": "manual"}, BY_HAND, real=True),
    Case("dragon-md", {"shuffling": "counting_device", "decks": "two"}, real=True),
    Case("uth-fr", {"dealing": "hand"}, UNCHECKED, real=True),
)

# ---- the next command ----------------------------------------------------------------------------------


def propose(state: State, random: Random) -> Command:
    """The next command: mostly what the table waits for, at times something else, trouble, or nonsense."""
    found = _found_wrong(state, random)
    if found is not None and random.randrange(10) == 0:
        return found
    if _went_wrong(state) and random.randrange(8) == 0:
        return trouble(state, random)  # two irregularities in one round
    kind = random.randrange(100)
    if kind < 74:
        return expected(state, random)
    if kind < 84:
        return meanwhile(state, random)
    if kind < 89:
        return trouble(state, random)
    return nonsense(state, random)


def _went_wrong(state: State) -> bool:
    """Whether something has gone wrong in the round so far, noticed or not."""
    unnoticed = bool(state.upside_down or state.slips or state.lost)
    return state.closed and (unnoticed or state.found > 0 or state.dealer_void or not state.up.isdisjoint(state.dealer))


def expected(state: State, random: Random) -> Command:
    """What the table waits for, by whoever should give it."""
    return as_seated(state, _expected(state, random))


def _expected(state: State, random: Random) -> Command:
    step = due(state)
    if step.do in _EXPECTED:
        return _EXPECTED[step.do](state, step, random)
    if step.do == "show" and not any(state.taken()):
        return _sit(state, random)
    if step.do == "load" and not state.shoe_works:
        return _mend("shoe", random)
    if step.do == "load" and random.randrange(3) == 0:
        return Command("device", "load")
    if step.do in {"inspect", "verify"}:
        return Command(step.who, step.do, args=random.choice([{}, {"defects": False}]))
    return Command(step.who, step.do, args=_entered(state, step, random))


def _cut(state: State, step: Due, random: Random) -> Command:
    if state.fixed.committed:
        return Command("dealer", "cut")
    depth = {"depth": random.randint(10, len(state.decks[step.deck].cards) - 10)}
    real = UNKNOWN in state.decks[step.deck].cards
    return Command("dealer", "cut", args=depth if real else {}, supplied={} if real else depth)


def _rule(state: State, step: Due, random: Random) -> Command:  # noqa: ARG001 - one shape for all
    choice = "void" if random.randrange(4) == 0 else "play on"
    return Command("floor", "rule", args={"choice": choice, "reason": "so it is"})


# ---- secrets and numbers -----------------------------------------------------------------------------------

PLACE = Place("house", "walk", "session")
SEED = "5e" * 32
_GIVEN: dict[str, str] = {}  # numbers by their hashes


def secret(number: int) -> str:
    """The secret of a walk's shuffle."""
    return secret_of(SEED, PLACE, number)


def _open(state: State, step: Due, random: Random) -> Command:  # noqa: ARG001 - one shape for all
    return Command("house", "open", args={"session": digest(SEED), "commitment": digest(secret(1))})


def closing(state: State) -> Command:
    """The end of the session."""
    return Command("house", "close", args={"seed": SEED} if state.sealed else {})


def _next(random: Random) -> dict[str, str]:
    """A promise of a number that will be found again."""
    number = random.randbytes(32).hex()
    _GIVEN[digest(number)] = number
    return {"next": digest(number)}


def _promise(state: State, random: Random) -> dict[str, str]:
    """A promise that goes with a bet: of another number at times."""
    return _next(random) if state.fixed.committed and random.randrange(8) == 0 else {}


def _give(state: State, step: Due, random: Random) -> Command:
    """What a player reveals: mostly what was promised, at times another number, and at times nothing comes in time."""
    seat = random.choice([number for number, seat in state.dealt_in() if seat.person in state.owing] or [step.seat])
    promised = _GIVEN.get(state.promises[state.seat(seat).person].hash)  # a hash may have been made up
    if promised is None or random.randrange(10) == 0:
        return Command("house", "timeout", seat)
    wrong = random.randrange(12) == 0
    given = {"number": random.randbytes(32).hex() if wrong else promised}
    return Command("player", "give number", seat, given | (_next(random) if random.randrange(6) else {}))


def _receive(state: State, random: Random) -> Command:
    args: dict[str, Any] = {"back": random.choice(["blue", "red"])}
    if state.terms["pre_shuffled"] != "yes" or random.randrange(2):
        return Command("house", "receive", args=args)
    order = _shuffled(state, tuple(range(state.fixed.deck_size)), random)
    return Command("house", "receive", args=args | {"pre_shuffled": True}, supplied=order)


def _shuffled(state: State, cards: tuple[int, ...], random: Random) -> dict[str, Any]:
    if state.fixed.committed:
        return {"secret": secret(state.shuffles + 1), "commitment": digest(secret(state.shuffles + 2))}
    return {"order": random.sample(cards, len(cards))}


def _shuffle(state: State, who: Role, deck: int, random: Random) -> Command:
    if who == "device" and state.devices["shuffler"] != "working":
        return _mend("shuffler", random)
    cards = state.decks[deck].cards
    physical = state.fixed.real or (not state.fixed.committed and (UNKNOWN in cards or random.randrange(20) == 0))
    return Command(who, "shuffle", supplied={"physical": True} if physical else _shuffled(state, cards, random))


def _mend(device: str, random: Random) -> Command:
    if random.randrange(2):
        return Command("floor", "repair", args={"device": device})
    args = {"device": device, "how": random.choice(["removed", "covered", "marked"])}
    if device == "shoe":
        args["dealing"] = random.choice(["manual_shoe", "hand"])
    return Command("floor", "put out", args=args)


_PERSONS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def _sit(state: State, random: Random) -> Command:
    free = [number for number, seat in enumerate(state.seats, start=1) if seat is None]
    seat = random.choice(free) if free and random.randrange(8) else random.randint(1, len(state.seats))
    here = {each.person for _, each in state.taken()}
    beside = [each.person for number, each in state.taken() if abs(number - seat) == 1 and each.person in _PERSONS]
    if state.terms["two_positions"] == "yes" and random.randrange(3):
        person = random.choice(beside or _PERSONS)
    else:
        person = random.choice([each for each in _PERSONS if each not in here] or _PERSONS)
    high = state.terms.bounds[next(iter(state.terms.wagers))][1]
    bankroll = random.choice([high * 100, high * 20, high * 2, 5_000])
    takes_part = state.fixed.committed and (person or f"seat {seat}") not in state.promises and random.randrange(3)
    return Command("player", "sit", seat, _next(random) if takes_part else {}, {"bankroll": bankroll}, person)


_COLUMNS = 6  # players that a wager on all hands has columns for


def _betting(state: State, random: Random) -> Command:
    """Somebody sits down, wagers or is ready; at times the dealer closes the bets."""
    taken = list(state.taken())
    if not state.shoe_works:
        return _mend("shoe", random)
    if state.devices["shuffler"] == "jammed" and unshuffled(state) and random.randrange(2):
        return _mend("shuffler", random)
    rarely = 4 if len(state.seats) <= _COLUMNS else 2  # so that at times more are in than there are columns for
    if not taken or (len(taken) < len(state.seats) and random.randrange(rarely) == 0):
        return _sit(state, random)
    without = [number for number, seat in taken if not seat.wagers]
    if without:
        number = random.choice(without)
        if state.purse(state.seat(number).person) + sum(state.seat(number).wagers.values()) < _cheapest(state):
            return Command("player", "leave", number)
        args = {"wagers": _wagers(state, number, random), "ready": random.randrange(5) > 0}
        return Command("player", "bet", number, args | _promise(state, random))
    if random.randrange(3) == 0:
        return Command("dealer", "no more bets")
    unready = [number for number, seat in taken if not seat.ready]
    number = random.choice(unready or [number for number, _ in taken])
    return Command("player", "ready", number, _promise(state, random))


def _plays_all_hands(state: State) -> bool:
    """Whether a wager on all hands can be dealt to: there is a column for so many, and the devices are in use."""
    return _counts_hands(state) and len(list(state.taken())) <= _COLUMNS


def _counts_hands(state: State) -> bool:
    return state.dealing == "automated_shoe" and state.shuffling != "manual"


def _cheapest(state: State) -> int:
    """What it takes to play a hand to its end."""
    return 2 * sum(state.terms.bounds[name][0] for name in state.fixed.required)


def _wagers(state: State, number: int, random: Random) -> dict[str, int]:
    """A layout that the table takes, mostly."""
    terms = state.terms
    wagers: dict[str, int] = {}
    alone = terms.options.get("side_wagers_need_ante") == "no" and random.randrange(3) == 0
    have = state.purse(state.seat(number).person) + sum(state.seat(number).wagers.values())
    for name, wager in terms.wagers.items():
        if wager.placed != "before the deal" or (alone if wager.required else random.randrange(2)):
            continue
        if name in state.terms.on_all_hands and not _plays_all_hands(state):
            continue
        if any(other not in wagers for other in wager.needs) and not (alone and name != "progressive"):
            continue
        low, high = terms.bounds[name]
        share = have // (6 if wager.required else 2)
        wanted = random.choice([low, low * 2, high, random.randint(low, high)])
        stake = max(low, min(wanted, share, high) // 100 * 100)
        wagers[name] = wagers.get(wager.equal_to or "", stake)
        have -= wagers[name]
        if have < 0:
            del wagers[name]
            break
    return wagers


def some_discard(state: State, number: int, choice: Choice, random: Random) -> int | list[int]:
    """Cards to put away with a choice, at random: one by itself, or as many as may be."""
    cards = state.seat(number).cards
    if choice.discards == choice.least_discards == 1:
        return state.order[random.choice(cards)]
    many = random.randint(choice.least_discards, choice.discards)
    return [state.order[each] for each in random.sample(cards, min(many, len(cards)))]


def _decision(state: State, number: int, random: Random) -> Command:
    seat = state.seat(number)
    step = state.fixed.script[state.step]
    assert isinstance(step, Ask)
    choice = random.choice(step.choices)
    args: dict[str, Any] = {"choice": choice.name}
    if choice.discards and seat.cards:
        args["discard"] = some_discard(state, number, choice, random)
    if choice.up_to is not None and choice.wager is not None:
        low, high, unit = cost(state, seat, choice), most_of(state, seat, choice), state.fixed.units[choice.wager]
        args["amount"] = random.choice((low, high, high + unit, random.randint(low // unit, high // unit) * unit))
    if not seat.away:
        silent = random.randrange(20) == 0
        return Command("house", "timeout", number) if silent else Command("player", "decide", number, args)
    kind = random.randrange(3)
    if kind == 0:
        return Command("player", "come back", number)
    return Command("house", "timeout", number) if kind == 1 else Command("floor", "act", number)


def _entered(state: State, step: Due, random: Random) -> dict[str, Any]:
    """The cards that a physical shoe deals at this step, if the cards are not known yet."""
    if step.do not in {"deal", "burn", "community"} or UNKNOWN not in state.order[state.next :]:
        return _part(state, step, random)
    doing = state.fixed.script[state.step]
    many = 1
    if state.pending is not None:  # a card that a hand lacks
        pass
    elif isinstance(doing, Deal | Draw):
        many = len(targets(state, doing))
    elif isinstance(doing, Community):
        many = doing.cards
    elif getattr(doing, "of_community", False):
        many = 0
    if random.randrange(2):
        many = random.randint(0, many + 8)  # something has gone wrong
    out = [card for card in range(state.fixed.deck_size) if card not in state.order]
    return {"cards": random.sample(out, min(many, len(out)))}


def _part(state: State, step: Due, random: Random) -> dict[str, Any]:
    """A part of the deal, or a count of the stub: by the table, or as a dealer has it who counts right."""
    if step.do == "deal" and random.randrange(2):
        part = "stacks" if state.dealing == "automated_shoe" and random.randrange(2) else "cards"
        return {part: random.randint(1, 4)}
    if step.do == "stub" and state.fixed.real and count_is_due(state):
        return {"count": stub_expected(state)}
    if step.do == "stub" and random.randrange(6) == 0:
        return {"count": random.choice([True, stub_expected(state)])}
    return {}


_EXPECTED: dict[str, Callable[[State, Due, Random], Command]] = {
    "open": _open,
    "receive": lambda state, _, random: _receive(state, random),
    "no more bets": lambda state, _, random: _betting(state, random),
    "shuffle": lambda state, step, random: _shuffle(state, step.who, step.deck, random),
    "cut": _cut,
    "give number": _give,
    "decide": lambda state, step, random: _decision(state, step.seat, random),
    "rule": _rule,
    "confirm": lambda _, __, random: Command("floor", random.choice(["confirm", "reject"]), args={"reason": "seen"}),
    "correct scan": lambda state, _, random: _correction(state, random),
    "count": lambda state, _, random: _count(state, random),
}


# ---- real cards ------------------------------------------------------------------------------------------


def _count(state: State, random: Random) -> Command:
    """A count that is asked for: mostly right."""
    whole = state.fixed.deck_size - (cards_out(state) if state.pending is not None else 0)
    return Command("dealer", "count", args={"number": whole - (random.randrange(8) == 0)})


def _hand(state: State, random: Random) -> str:
    return random.choice([*(str(number) for number, _ in state.dealt_in()), "dealer", "community"])


def _correction(state: State, random: Random) -> Command:
    """The correction of a scan: of one that is not known, if there is one."""
    place = _hand(state, random)
    number = random.randint(1, 3)
    if state.pending is not None and state.pending[0] == "misread":
        places = ["dealer", "community", *(str(number) for number, _ in state.dealt_in())]
        lie = [(each, at) for each in places for at, card in enumerate(state.at(each), 1) if state.order[card] < 0]
        place, number = random.choice(lie)
    card = random.randrange(state.fixed.deck_size)
    return Command("floor", "correct scan", args={"of": place, "number": number, "card": card, "reason": "dirty"})


def _seen(state: State, random: Random) -> Command:
    """A report of something that people have seen, or a correction."""
    if random.randrange(6) == 0:
        return _correction(state, random)
    what = random.choice(list(REPORTS))
    kind, hand = REPORTS[what], _hand(state, random)
    if what == "wrong count" and state.fixed.deal.completed and random.randrange(2):
        hand = "dealer"  # whose cards are put right once the rest was counted
    card = random.choice([random.randrange(state.fixed.deck_size), *(max(card, 0) for card in state.order[:12])])
    values = {
        "of": random.choice(["shoe", "stub", "rack", hand]) if "shoe" in kind.places else hand,
        "to": "shoe" if what == "face up" and random.randrange(2) else _hand(state, random),
        "number": random.randint(1, 4),
        "turn": random.randint(0, 3),
        "card": card,
    }
    values["of"] = random.choice(kind.places) if what == "jam" else values["of"]
    also = [each for each in kind.may if random.randrange(2)]
    args = {"what": what, **{name: values[name] for name in (*kind.needs, *also)}}
    return Command(random.choice(["dealer", "floor"]), "report", args=args)


def meanwhile(state: State, random: Random) -> Command:
    """Something that may be asked for at most times, and makes sense at some."""
    asks: list[Callable[[], Command]] = [
        lambda: _sit(state, random),
        lambda: Command("player", random.choice(["leave", "sit out", "come back", "ready"]), _somebody(state, random)),
        lambda: Command("player", "bet", _somebody(state, random), {"wagers": {}}),
        lambda: Command("house", "timeout", state.cursor or _somebody(state, random)),
        lambda: Command("house", "clock", args={"now": _later(state, random)}),
        lambda: Command("house", "meter", args={"amount": random.randint(0, 2_000_000)}),
        lambda: _receive(state, random),
        lambda: _other_shuffle(state, random),
        lambda: Command("floor", "recut", args={"reason": "once more"}),
        lambda: Command("dealer", "idle"),
        lambda: Command("floor", "withdraw deck", args={"deck": random.randint(1, 2), "reason": "it is worn"}),
        lambda: Command("house", "buy", _somebody(state, random), {"amount": random.randint(1, 100_000)}),
        lambda: Command("dealer", "collect bonus", args={"accepted": random.randrange(3)}),
        lambda: Command("floor", "order shuffle", args={"reason": "to be sure"}),
        lambda: Command("floor", "repair", args={"device": random.choice(["shuffler", "shoe"])}),
        lambda: _mend(random.choice(["shuffler", "shoe"]), random),
    ]
    if state.fixed.progressive:
        asks.append(lambda: _metered(state, random))
    return as_seated(state, random.choice(asks)())


def _later(state: State, random: Random) -> int:
    """Some time on; a session that has lasted its hours would not be walked at any more."""
    now = state.now + random.choice([0, 60, 3600, 14_400])
    return min(now, MOST_SECONDS - 1) if state.fixed.committed else now


def _metered(state: State, random: Random) -> Command:
    """A command that brings the meter as the house has it, at times as it had it once."""
    later = random.choice([0, 1, 1, 5, -1])
    amount = state.meter + random.choice([0, 50, 5000, -50])
    meter = {"amount": amount, "version": state.meter_version + later, "resets": state.meter_resets + max(later - 4, 0)}
    command = expected(state, random)
    return command._replace(supplied={**command.supplied, "meter": meter})


def _somebody(state: State, random: Random) -> int:
    taken = [number for number, _ in state.taken()]
    return random.choice(taken) if taken else random.randint(1, len(state.seats))


def _other_shuffle(state: State, random: Random) -> Command:
    """While one deck plays the device shuffles the other."""
    waiting = [number for number, deck in enumerate(state.decks) if deck.status in {"used", "stacked"}]
    who: Role = "dealer" if state.shuffling == "manual" else "device"
    return _shuffle(state, who, waiting[-1], random) if waiting else Command(who, "shuffle")


def trouble(state: State, random: Random) -> Command:
    """Something goes wrong, or is called."""
    found = _found_wrong(state, random)
    if found is not None and random.randrange(2):
        return found
    if state.fixed.real and random.randrange(4):
        return _seen(state, random)
    kind = random.randrange(12)
    if kind == 0:
        return Command("device", "jam", args={"device": random.choice(["shuffler", "shoe"])})
    if kind < 3:
        what = random.choice(["wrong count", "dealer exposed", "a player shouts"])
        return Command(random.choice(["dealer", "floor"]), "call", args={"what": what})
    return Command("fault", "fault", args=_fault(state, random))


def _found_wrong(state: State, random: Random) -> Command | None:
    """What the table waits for, with something found: a defect, or a number of cards that is not right."""
    step = due(state)
    if step.do in {"inspect", "verify"}:
        return Command(step.who, step.do, args={"defects": random.choice([True, "yes"])})
    if step.do == "stub":
        count = max(0, stub_expected(state) + random.choice([-1, 1]))
        return Command("dealer", "stub", args={"count": count, **_searched(state, random)})
    return None


def _searched(state: State, random: Random) -> dict[str, Any]:
    """What the dealer has found behind a wrong count of real cards: nothing, or a hand."""
    if not state.fixed.real:
        return {}
    place = random.choice(["nothing", "dealer", "community", *[str(number) for number, _ in state.dealt_in()]])
    return {"misdealt": place} if place == "nothing" else {"misdealt": place, "number": random.randint(0, 4)}


def _fault(state: State, random: Random) -> dict[str, Any]:
    what = random.choice(["face up", "lost", "slip", "slip", "slip", "drawn", "exposed", "miscount", "surplus", "jam"])
    if what in {"face up", "lost"}:
        stock = state.stock()
        # Of a whole deck only the first cards are ever dealt.
        return {"what": what, "position": random.choice(stock[:20]) if stock else 0}
    if what == "slip":
        seats = [str(number) for number, _ in state.taken()]
        places = [*seats, "dealer", "community"]
        hows = ["double", "skip", "exposed", *(f"to {place}" for place in [*places, "9", "the floor"])]
        return {"what": what, "how": random.choice(hows), "at": random.choice(places)}
    more: dict[str, dict[str, object]] = {
        "exposed": {"index": random.randrange(3)},
        "miscount": {"by": random.choice([-1, 1, 2])},
        "jam": {"after": random.randrange(24)},
    }
    return {"what": what, **more.get(what, {})}


# ---- nonsense ------------------------------------------------------------------------------------------

_ALL = sorted({*DECLARED, "check", "dance", ""} - {"close"})  # after which there is nothing to walk at
_NAMES = tuple(
    sorted({each.name for command in DECLARED.values() for each in command.arguments} | {"seat", "state", "meter"})
)


class Odd(str):
    """Text that answers to nothing but what it takes to print it, as only a program can send it."""

    __slots__ = ()

    def _asked(self, *_: object) -> Any:  # noqa: ANN401 - it never comes to that
        raise RuntimeError("asked")

    __eq__ = __ne__ = __lt__ = __len__ = __iter__ = __contains__ = __getitem__ = strip = isprintable = _asked
    __hash__ = str.__hash__


_VALUES: tuple[object, ...] = (
    *(None, True, False, -1, 0, 1, 2, 7, 26, 51, 52, 10**15, 0.5, 1.0, float("nan"), "", "dance", "1", "-1", "½", "٣"),
    *([], [0], [0, 0], ["1"], [[]], [None], {}, {"ante": 500}, {"ante": -500}, {"ante": "much"}, {"dance": 1}),
    *("face up", "lost", "slip", "drawn", "exposed", "miscount", "to dealer", "to 1", "to ", "shoe", "shuffler"),
    *(10**30, -(10**4000), b"", object(), Odd("x"), ("Ah", 3), ["Ah", "dance"], ["Ah", "Kd"], 2j, frozenset()),
    *({"amount": 10**6, "version": 1, "resets": 0}, {"amount": 10**6, "version": -1, "resets": 0}),
    *("hand", "manual_shoe", "automated_shoe", "removed", "play on", "void", "cash", "blue", "fold", "zz" * 832),
)


_BY: tuple[Any, ...] = (*_PERSONS * 2, "stranger", "seat 1", *_VALUES)


def nonsense(state: State, random: Random) -> Command:
    """A command that nobody should give: by the wrong person, at the wrong seat, or with absurd arguments."""
    kind = random.randrange(4)
    if kind == 0:
        do = random.choice(_ALL)
        args = {random.choice(_NAMES): random.choice(_VALUES) for _ in range(random.randrange(4))}
        seat = random.choice([*range(-1, len(state.seats) + 2), *_VALUES[:12]])
        supplied = args if random.randrange(8) == 0 else {}
        return Command(_who(do, random), do, seat, {} if supplied else args, supplied, random.choice(_BY))
    command = random.choice([expected, expected, meanwhile, trouble])(state, random)
    if kind == 1:
        return command._replace(who=random.choice(ROLES))
    if kind == 2:
        return command._replace(seat=random.randint(-1, len(state.seats) + 1), by=random.choice(_BY))
    if command.supplied and random.randrange(2):
        return command._replace(supplied=_spoiled(command.supplied, random))
    return command._replace(args=_spoiled(command.args, random))


def _who(do: str, random: Random) -> Role:
    """Mostly somebody who may, or the arguments would never be looked at."""
    allowed = DECLARED[do].by if do in DECLARED else ROLES
    return random.choice(allowed if random.randrange(4) else ROLES)


def _spoiled(args: Mapping[str, Any], random: Random) -> dict[str, Any]:
    spoiled = dict(args)
    name = random.choice([*args, random.choice(_NAMES)])
    value = spoiled.get(name)
    if isinstance(value, list) and value and random.randrange(2):
        spoiled[name] = random.choice([value[1:], [*value, value[0]], [*value[1:], "dance"], [*value[1:], [0]]])
    elif isinstance(value, dict) and value and random.randrange(2):
        spoiled[name] = {**value, random.choice(list(value)): random.choice(_VALUES)}
    elif name in spoiled and random.randrange(4) == 0:
        del spoiled[name]
    else:
        spoiled[name] = random.choice(_VALUES)
    return spoiled
