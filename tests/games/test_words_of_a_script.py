"""The words of a script, at the game that uses every one of them: rounds written by hand."""

import json
from dataclasses import replace

import msgspec
import pytest
from support.games.examples import title

from croupier.games.catalogue import Title
from croupier.games.game import Ask, Script
from croupier.games.terms import Terms
from croupier.rulebook.submission import Submission
from croupier.table.decide import open_table
from croupier.table.model.state import Seat
from croupier.table.model.state_loader import load
from croupier.table.play.script_file import played

BOOK, GAME = title("every-word")

# The deck is dealt: one to each seat and the dealer and the middle, again, then the third of the middle.
DEALT = "2c 3c 4c 5c  6c 7c 8c 9c  Tc"
ROUND = f"""\
rulebook: every-word
deck: {DEALT}  2d 3d  4d 5d 6d 7d 8d 9d
seat 1: sit player=first bankroll=$100
seat 2: sit player=second bankroll=$100
seat 1: bet ante=$5
seat 2: bet ante=$10
"""


def told(text: str, game: Title = Title(BOOK, GAME)) -> list[str]:  # noqa: B008 - it never changes
    """The lines that events and refusals make of a round."""
    lines = [line.strip() for line in played(text, game.book, game.game)]
    return [line for line in lines if not line.startswith(("[", "#"))]


def test_the_last_cards_of_a_deal_lie_face_up_and_are_no_exposed_cards() -> None:
    lines = told(ROUND)
    assert lines[lines.index("A card to the dealer: 8c.") :][:2] == [
        "A card to the dealer: 8c.",
        "Turned up, the dealer: 8c.",
    ]
    assert "Turned up, seat 1: 6c." in lines
    assert "Turned up, seat 2: 7c." in lines
    assert not [line for line in lines if "xposed" in line or "floor" in line]


def test_more_cards_in_the_middle_than_own_ones_are_dealt_and_no_round_is_void() -> None:
    lines = told(ROUND)
    assert sum(line.startswith("A card to the community area") for line in lines) == 3
    assert "Turned up, the community area: 9c." in lines  # the one at the dealer's left, 5c, was burned
    assert not [line for line in lines if "void" in line]


def test_players_look_at_their_cards_when_the_first_deal_is_complete() -> None:
    lines = told(ROUND)
    assert lines.index("The players look at their cards.") < lines.index("Turned up, the community area: 9c.")


def test_a_choice_of_one_name_at_two_turns_is_that_of_the_turn() -> None:
    lines = told(ROUND + "seat 1: bet\nseat 2: bet\nseat 1: bet, amount $10\nseat 2: check\n")
    assert lines.count("Seat 1: bet.") == 2
    money = [
        line
        for line in played(ROUND + "seat 1: bet\nseat 2: bet\nseat 1: bet, amount $10\n", BOOK, GAME)
        if "[seat 1]" in line
    ]
    assert "$82.50" in money[-1]  # $100 less the ante of $5, half of it, and twice it


def test_a_second_deal_goes_to_those_who_are_in_and_the_dealers_card_is_turned_up_between_turns() -> None:
    lines = told(ROUND + "seat 1: fold\nseat 2: bet\n")
    after = lines[lines.index("Seat 2: bet.") :]
    assert after[1:3] == ["A card to seat 2: 2d.", "Turned up, the dealer: 4c."]


def test_a_question_is_for_those_only_who_have_its_wager() -> None:
    lines = told(ROUND + "seat 1: check\nseat 2: bet\nseat 1: check\n")
    assert any("seat 1 is not asked now; accepted: a decision by seat 2" in line for line in lines)


def test_a_stake_of_which_a_half_is_no_whole_cent_is_refused() -> None:
    lines = told(ROUND.replace("ante=$5", "ante=$5.01"))
    assert any(
        "a part of Ante of $5.01 would not be whole cents (ruling S7); accepted: a multiple of $0.02" in line
        for line in lines
    )


def test_a_choice_that_needs_a_wager_is_not_offered_without_it() -> None:
    raised = replace(GAME, script=_asking_all)
    lines = told(ROUND + "seat 1: check\nseat 2: bet\nseat 1: bet\n", Title(BOOK, raised))
    assert any("on three cards, 'bet' cannot be chosen; accepted: check" in line for line in lines)


def _asking_all(terms: Terms) -> Script:
    """The script where everybody is asked on three cards, with a bet or without."""
    return tuple([replace(step, only=None) if isinstance(step, Ask) else step for step in GAME.script(terms)])


def test_a_late_fold_gives_up_what_its_own_turn_says() -> None:
    """The fold of the first turn settles the ante alone; that of the last is settled when all have acted."""
    lines = told(ROUND + "seat 1: fold\nseat 2: bet\nseat 2: check\nseat 2: fold\n")
    assert "Seat 1: Ante $5 loses: you folded (Every Word 3(d))." in lines
    assert "Seat 2: Ante $10 loses: you folded (Every Word 3(d))." in lines
    assert "Seat 2: Bet $5 loses: you folded (Every Word 3(d))." in lines


def test_the_reveal_turns_only_what_lies_face_down() -> None:
    lines = told(ROUND + "seat 1: bet\nseat 2: bet\nseat 1: check\nseat 2: check\nseat 1: show\nseat 2: check\n")
    dealers = [line for line in lines if line.startswith("Turned up, the dealer: ")]
    assert [line.count(" ") - 3 for line in dealers] == [1, 1, 2]  # one at the deal, one between turns, two at the end
    assert sum(line.startswith("Turned up, seat 1: ") for line in lines) == 3  # two up cards, and the hand shown


# ---- amounts between bounds ----------------------------------------------------------------------------

ASKED = ROUND + "seat 1: bet\nseat 2: bet\n"


@pytest.mark.parametrize(
    ("amount", "why"),
    [
        ("$4.99", "bet of $4.99 was offered; accepted: from $5 to $12.50"),
        ("$12.51", "bet of $12.51 was offered; accepted: from $5 to $12.50"),
        ("$0", "amount cannot be 0; accepted: amount: from $0.01"),
    ],
)
def test_an_amount_beyond_its_bounds_is_refused(amount: str, why: str) -> None:
    assert [line for line in told(f"{ASKED}seat 1: bet, amount {amount}\n") if why in line]


@pytest.mark.parametrize(("said", "left"), [("", "$87.50"), (", amount $5", "$87.50"), (", amount $12.50", "$80")])
def test_the_player_says_how_much_within_bounds_and_it_is_the_least_where_nothing_is_said(said: str, left: str) -> None:
    money = [line for line in played(f"{ASKED}seat 1: bet{said}\n", BOOK, GAME) if "[seat 1]" in line]
    assert f"has {left}:" in money[-1]


def test_a_choice_without_bounds_takes_no_amount() -> None:
    assert [line for line in told(f"{ROUND}seat 1: bet, amount $2.50\n") if "bet takes no amount" in line]


# ---- draws ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("away", "why"),
    [
        ("", "no card was discarded; accepted: from 1 to 2 of 2c, 6c, 2d"),
        (", discard 2c 6c 2d", "2c, 6c, 2d was discarded; accepted: from 1 to 2 of 2c, 6c, 2d"),
        (", discard 9h", "9h was discarded; accepted: from 1 to 2 of"),
    ],
)
def test_cards_that_cannot_be_put_away_are_refused(away: str, why: str) -> None:
    assert [line for line in told(f"{ASKED}seat 1: exchange{away}\n") if why in line]


def test_as_many_cards_come_as_were_put_away_and_the_fee_is_the_houses() -> None:
    lines = told(
        f"{ASKED}seat 1: exchange, discard 2d 2c\nseat 2: exchange, discard 3c\nseat 1: check\nseat 2: check\n"
    )
    after = lines[lines.index("Seat 2: exchange, discards 3c.") + 1 :]
    assert [line.split(":")[0] for line in after[:4]] == [
        "A card to seat 1",
        "A card to seat 1",
        "A card to seat 2",
        "Turned up, the community area",
    ]
    assert [line for line in lines if line.startswith("Seat 1: Fee $5 loses: the exchange is paid")]
    assert not [line for line in lines if "void" in line or "wrong number" in line]


def test_a_draw_for_nothing_is_passed_over() -> None:
    lines = told(f"{ASKED}seat 1: check\nseat 2: check\n")
    after = lines[lines.index("Seat 2: check.") + 1 :]
    assert after[0].startswith("Turned up, the community area")


def test_a_card_that_is_not_replaced_leaves_a_hand_that_is_not_misdealt() -> None:
    lines = told(f"{ASKED}seat 1: exchange, discard 2d\nseat 2: check\nseat 1: drop, discard 2c\nseat 2: check\n")
    assert [line for line in lines if line.startswith("Seat 1: Ante $5")]
    assert not [line for line in lines if "void" in line or "wrong number" in line]


def test_a_state_in_which_nobody_drew_is_written_as_before_there_were_draws() -> None:
    state = open_table(Submission.of(BOOK, {}), game=GAME)
    seat = Seat("a", 100)
    state.seats = (seat, msgspec.structs.replace(seat, drawn=2), *state.seats[2:])
    dumped = json.loads(state.dump())["seats"]
    assert "drawn" not in dumped[0]
    assert dumped[1]["drawn"] == 2
    assert load(state.fixed, state.dump()).seats[1].drawn == 2  # type: ignore[union-attr]
