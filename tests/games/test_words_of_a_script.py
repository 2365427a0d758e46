"""The words of a script, at the game that uses every one of them: rounds written by hand."""

from dataclasses import replace

from support.games.examples import title

from croupier.games.catalogue import Title
from croupier.games.game import Ask, Script
from croupier.games.terms import Terms
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
    lines = told(ROUND + "seat 1: bet\nseat 2: bet\nseat 1: bet\nseat 2: check\n")
    assert lines.count("Seat 1: bet.") == 2
    money = [
        line for line in played(ROUND + "seat 1: bet\nseat 2: bet\nseat 1: bet\n", BOOK, GAME) if "[seat 1]" in line
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
