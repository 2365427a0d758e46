"""Every ruling shows somewhere: a refusal, a line, a notice or an irregularity names it, or its text says "no effect".

A text that says "not carried out yet" says that, too: until then another ruling decides, which shows by itself.

The list is that of the rulebooks' data. Most rulings are named in a playthrough, which is played here again; for the
others `SHOWN` has what provokes them. A new ruling needs a playthrough that comes upon it, or an entry there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
from support.table.committed import ANN, bets, reveals, table_of
from support.table.real_cards import RealTable
from support.table.tables import opened, sent

import croupier
from croupier.analysis.coach.coach import Coach
from croupier.hands import five
from croupier.house.engine.shared_meters import HouseError, SharedMeters
from croupier.rulebook import NAMES, Ruling, SubmissionError, load
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.play.runner import Table
from croupier.table.play.script_file import played
from croupier.table.views.narration import tell
from croupier.table.views.view import Viewer, view

FOLDER = Path(__file__).parents[1] / "playthroughs"
RULINGS: Mapping[str, Ruling] = {ruling.id: ruling for name in NAMES for ruling in load(name).rulings.values()}
_NAMED = re.compile(r"ruling ((?:[A-Z][0-9]+(?:, )?)+)")


def named(text: str) -> set[str]:
    """The rulings that a text names."""
    return {ruling for found in _NAMED.findall(text) for ruling in re.findall("[A-Z][0-9]+", found)}


def answers(script: str) -> set[str]:
    """The rulings that a table names in its answers to a script; what a person has written does not count."""
    return named("\n".join(line for line in played(script) if line.startswith("  ")))


def refused(rulebook: str, **options: object) -> set[str]:
    """The rulings that a submission is refused by."""
    try:
        croupier.submission(rulebook, **options)
    except SubmissionError as error:
        return {ruling for refusal in error.refusals for ruling in refusal.rulings}
    return set()


def two_versions() -> set[str]:
    house = SharedMeters().open("one", croupier.submission("colorado-ma-1"))
    with pytest.raises(HouseError) as error:
        house.open("other", croupier.submission("colorado-ma-2", version="permissible"))
    return named(str(error.value))


def no_number() -> set[str]:
    """The rulings by which nobody is ready for a committed deck whose root is not published."""
    table = Table(croupier.submission("uth-ma"), Random("rulings"), frozenset())
    table.open()
    table.send(Command("player", "sit", 1, {}, {"bankroll": 10_000}))
    return set(getattr(table.send(Command("player", "ready", 1)), "rulings", ()))


def equal_values() -> set[str]:
    """T1 and L12, where the coach finds a bet that is worth exactly nothing, and takes it back."""
    table = opened("lir-nj", "4c Kh 5d 7s 6h Jc", names=("first",), by_hand=())
    sent(table, Command("player", "bet", 1, {"wagers": dict.fromkeys(("bet_1", "bet_2", "bet_3"), 500), "ready": True}))
    sent(table, Command("player", "decide", 1, {"choice": "ride"}))
    advice = Coach(table.state.terms).advise(view(table.state, Viewer("player", table.state.seat(1).person)))
    equal = len(set(advice.values.values())) == 1 and len(advice.values) > 1
    return set(advice.rulings) if equal and "withdraw" in str(advice.best) else set()


def of_one_suit(*ranks: str) -> five.Category:
    return five.LADDER[five.strength(load("uth-ma").deck.parse(" ".join(f"{rank}h" for rank in ranks)))][0]


def no_wrapping() -> set[str]:
    """U14: five suited cards that wrap around the ace are a flush, and a straight may have suits twice."""
    mixed = load("uth-ma").deck.parse("Ah 2h 3d 4d 5c")
    straight = five.LADDER[five.strength(mixed)][0] is five.Category.STRAIGHT
    wraps = of_one_suit("Q", "K", "A", "2", "3") is five.Category.FLUSH
    return {"U14"} if straight and wraps and of_one_suit("A", "2", "3", "4", "5") is not five.Category.FLUSH else set()


def real_cards() -> set[str]:
    """S38, where people can know what scans do not show: a stub that nobody counted, a report that is too late."""
    table = RealTable("uth-ma")
    table.bets()
    table.until("stub")
    return named(table.refused("stub", count=True)) & named(table.refused("report", what="exposed", of="dealer"))


def last_cut() -> set[str]:
    """S37, where the cards were to change once a number was revealed: the round is void."""
    table = table_of(ANN, rulebook="dragon-md", by_hand=["deal"])
    sent(table, bets(1, ANN, rulebook="dragon-md", ready=True), reveals(1, ANN))
    heard = sent(table, Command("floor", "order shuffle", args={"reason": "A card was seen."}))
    return named("\n".join(tell(event, table.state.terms) for event in heard))


# ---- scripts -----------------------------------------------------------------------------------------------

UTH = "rulebook: uth-ma\nset: cover_all=no\nset: dealing=manual_shoe\n"
DRAGON = "rulebook: dragon-md\n"
SIT = "seat 1: sit bankroll=$1,000\n"
UTH_BET, DRAGON_BET = "seat 1: bet ante=$5 blind=$5\n", "seat 1: bet ante=$5 ante_bonus=$5\n"
UTH_ROUND = f"{UTH_BET}seat 1: check\nseat 1: check\ndealer: stub\nseat 1: fold\n"
FRANCE = "rulebook: uth-fr\nmanual: community\nseat 1: sit bankroll=€100\nseat 1: bet ante=€5 blind=€5\nseat 1: check\n"
UNCOUNTED = f"{UTH}manual: stub\n{SIT}{UTH_ROUND.replace('stub', 'stub count=no') * 5}"
TWO_DECKS = f"{UTH}set: decks=two\nmanual: stub\n{SIT}{UTH_ROUND.replace('stub', 'stub count=no') * 9}"
DRAGON_ROUND = f"{DRAGON_BET}dealer: stub count=no\nseat 1: fold\n"

SHOWN: dict[str, Callable[[], set[str]]] = {
    "C13": two_versions,
    "C19": lambda: answers(
        "rulebook: colorado-ma-1\nmanual: settle\nseat 1: sit bankroll=$100\nseat 1: bet ante=$5\n"
        "seat 1: bet, discard 2c\ndealer: stub"
    ),
    "C24": lambda: refused("colorado-ma-2", pre_shuffled="yes"),
    "C25": lambda: refused("colorado-ma-1", dealing="hand", pre_shuffled="yes"),
    "D3": lambda: answers(f"{DRAGON}deck: GD RD RD BD RA RA\n{SIT}{DRAGON_BET}seat 1: play"),
    "D14": lambda: refused("dragon-md", dealing="automated_shoe", dealer_stack="nowhere"),
    "D20": lambda: refused("dragon-md", dealing="hand", shuffling="manual"),
    "D24": lambda: answers(f"{DRAGON}manual: settle\n{SIT}{DRAGON_BET}seat 1: play\ndealer: stub"),
    "D25": lambda: refused("dragon-md", seats=7),
    "D27": lambda: answers(f"{DRAGON}manual: stub\n{SIT}{DRAGON_ROUND * 5}"),
    "F2": lambda: refused("uth-fr", dealing="automated_shoe"),
    "F3": lambda: answers(f"{FRANCE}dealer: burn"),
    "F4": lambda: answers(f"{FRANCE}dealer: burn"),
    "F10": lambda: refused("uth-fr", seats=8),
    "L10": lambda: answers(
        "rulebook: lir-nj\nseat 1: sit bankroll=$100\nseat 1: bet bet_1=$5 bet_2=$5 bet_3=$5\n"
        "seat 1: withdraw\nseat 1: withdraw both"
    ),
    "L12": equal_values,
    "L16": lambda: refused("lir-nj", dealing="hand", pre_shuffled="yes"),
    "S5": lambda: refused("uth-ma", odds={"blind": {"flush": "2 to 1"}}),
    "S18": lambda: answers(UNCOUNTED),
    "S28": lambda: answers(f"{UTH}house: receive pre_shuffled=yes\n{SIT}{UTH_BET}"),
    "S34": no_number,
    "S35": lambda: answers(
        "rulebook: lir-nj\nset: two_positions=yes\nseat 1: sit player=ann bankroll=$10\n"
        "seat 2: sit player=ann bankroll=$4\nseat 1: bet bet_1=$5 bet_2=$5 bet_3=$5"
    ),
    "S36": lambda: answers(TWO_DECKS),
    "S37": last_cut,
    "S38": real_cards,
    "T1": equal_values,
    "U14": lambda: answers(f"{UTH}deck: 4c 2h 5d 9s 2c 6c 7c 8d\n{SIT}{UTH_BET}seat 1: play 4x") & no_wrapping(),
    "U16": lambda: answers(f"rulebook: uth-ma\nmanual: community\n{SIT}{UTH_BET}seat 1: check\ndealer: stub"),
    "U25": lambda: answers(UNCOUNTED),
    "U28": lambda: answers(f"rulebook: uth-ma\n{SIT}{UTH_BET}seat 1: bet ante=$5 blind=$5 cover_all=$5"),
    "U31": lambda: answers(f"rulebook: uth-ma\nmanual: settle\n{SIT}{UTH_BET}seat 1: play 4x\ndealer: stub"),
    "U32": lambda: answers(f"{UTH}{SIT}fault: slip how=exposed at=dealer\n{UTH_BET}"),
    "U34": lambda: refused("uth-ma", dealing="hand", cover_all="no", pre_shuffled="yes"),
}


@cache
def named_in_playthroughs() -> frozenset[str]:
    """The rulings that tables name when the playthroughs are played again."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*/*.txt"))]
    return frozenset(ruling for text in texts for ruling in answers(text))


def says_no_effect(ruling: Ruling) -> bool:
    text = f"{ruling.readings[0]} {ruling.reason}"
    return "no effect" in text or "not carried out yet" in text


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=list(RULINGS))
def test_a_ruling_is_named_where_it_decides_or_says_that_it_has_no_effect(ruling: Ruling) -> None:
    if ruling.id in SHOWN:
        assert ruling.id in SHOWN[ruling.id]()
    elif not says_no_effect(ruling):
        assert ruling.id in named_in_playthroughs(), "no playthrough comes upon it: add what provokes it to SHOWN"


def test_what_is_said_to_have_no_effect_is_named_nowhere() -> None:
    silent = {ruling.id for ruling in RULINGS.values() if says_no_effect(ruling)}
    assert not silent & (named_in_playthroughs() | set(SHOWN))


def test_nothing_is_provoked_that_is_no_ruling() -> None:
    assert set(SHOWN) <= set(RULINGS)
