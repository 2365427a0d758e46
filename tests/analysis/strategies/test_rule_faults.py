"""What is wrong with a strategy's file is said in one message, with what would be accepted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.analysis.strategies import QUEEN_SIX_FOUR, source
from support.three_card import GAME, RULEBOOK

import croupier
from croupier.analysis.strategies import StrategyError, cost, load, read
from croupier.games.game import Ask, Step


def faulty(text: str, **outside: object) -> str:
    with pytest.raises(StrategyError) as refused:
        read(text, **outside)  # type: ignore[arg-type]
    return str(refused.value)


IN_WORDS = "Phoenix, Panda, Rabbit"  # as the file has it; a hand may be written by its cards as well
DRAGON_LINES = '  "play when PH PA RA or better",\n  "fold otherwise",\n'
FAULTS = [
    ("name = ", "title = ", "a strategy has no 'title'; accepted: name, source, rulebook, options, stages"),
    ('source = "', 'source = "" # "', 'a strategy says its source in words; accepted: source = "..."'),
    ('rulebook = "dragon-md"', "rulebook = 3", "a strategy says what it is for; accepted: rulebook"),
    ("dragon-md", "dragon-mdd", "did you mean dragon-md?"),
    ("[stages]", "options = 3\n[stages]", "options cannot be 3; accepted: a table, [options]"),
    ("[stages]", '[options]\nante_bonus = "Z"\n[stages]', "the strategy has options that do not fit: "),
    ("[stages]", "[stages", "a strategy is a TOML file, and this is none: "),
    ('"your cards" =', '"my cards" =', "there is no stage 'my cards'; accepted: your cards"),
    ("fold otherwise", "fold when pair otherwise", 'what is left has no condition; accepted: "fold otherwise"'),
    (f'"your cards" = [\n{DRAGON_LINES}]', "", "nothing is said of the stage 'your cards'; accepted: your cards"),
    (DRAGON_LINES, "", "your cards: the rules are missing; accepted: a list of lines"),
    (
        '"play when',
        '"raise when',
        "rule 1 (raise when PH PA RA or better): no such action is open here; accepted: play, fold",
    ),
    (
        "PH PA RA or",
        "a flush or",
        "no condition is called 'a flush or better'; accepted: \"GD RD RD or better\" or any",
    ),
    ("PH PA RA or", "PH PA or", "no condition is called 'PH PA or better'"),
    ("when PH", "with PH", '\'with PH PA RA or better\' follows play; accepted: "when CONDITION" or "otherwise"'),
    ('"fold otherwise"', '"fold"', 'no condition says when to fold; accepted: "fold when CONDITION", "fold otherwise"'),
    (
        '  "fold otherwise",\n',
        "",
        "your cards: no rule covers PH MO RA; accepted: a last rule for all that is left, as in",
    ),
    (
        '  "fold oth',
        '  "fold when PH PA RA or better",\n  "fold oth',
        "rule 1 (play when PH PA RA or better) says another thing of the same hands; accepted: one of the two",
    ),
    (
        '  "fold oth',
        '  "play when pair or better",\n  "fold oth',
        "rule 1 (play when PH PA RA or better) is for all its hands already; accepted: one of the two, or the narrower",
    ),
    (
        '  "play when',
        '  "play when pair or better and Phoenix high",\n  "play when',
        "no hand is all of this at once; accepted: a condition that some hand meets",
    ),
    (
        '  "play when',
        '  "fold otherwise",\n  "play when',
        "rule 1 is for every hand that is left; accepted: otherwise in",
    ),
    (
        '  "fold oth',
        '  "fold when PH PA RA or lower",\n  "play when allowed",\n  "fold oth',
        "your cards (play when allowed): the rules before leave this one no hand that comes so far; accepted",
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), FAULTS)
def test_every_fault_of_a_file_has_its_message(old: str, new: str, message: str) -> None:
    text = source("dragon").replace(IN_WORDS, "PH PA RA")
    assert old in text
    assert message in faulty(text.replace(old, new, 1))


COLORADO_FAULTS = [
    (
        "fold otherwise",
        "bet keeping pair otherwise",
        'what is left has no condition; accepted: "bet keeping the highest',
    ),
    (
        "bet keeping pair",
        "bet keeping low card ten and high card nine and low card two",
        "no hand is all of this at once",
    ),
    ("bet keeping pair", "bet when pair", 'what bet keeps is not said; accepted: "bet keeping CONDITION"'),
    ("bet keeping pair", "bet keeping pairs", "no condition is called 'pairs'; accepted: \"pair of tens or better\""),
    (
        "declare when allowed",
        "declare when pair or better",
        "declare is not open with 2c 2d 3c; accepted: bet, fold, or",
    ),
    (
        "bet keeping pair",
        "bet keeping the highest cards",
        "rule 2 (bet keeping the highest cards) is for all its hands",
    ),
    ("fold otherwise", "fold when high card six", "your cards: no rule covers 2c 3d 4h; accepted: a last rule"),
]


@pytest.mark.parametrize(("old", "new", "message"), COLORADO_FAULTS)
def test_every_fault_of_rules_that_keep_cards_has_its_message(old: str, new: str, message: str) -> None:
    text = source("colorado-required")
    assert old in text
    assert message in faulty(text.replace(old, new, 1))


def test_a_gap_after_cards_are_on_the_table_is_shown_with_them() -> None:
    assert "bet 2: no rule covers 2c 2d 3c with 4c on the table; accepted: a last rule" in faulty(
        source("lir-basic").removesuffix('  "withdraw otherwise",\n]\n') + "]\n"
    )


def test_a_rule_for_all_that_is_left_may_have_nothing_left() -> None:
    assert read(source("dragon").replace(IN_WORDS, "PA MO RA")).lines == [
        "play when PA MO RA or better",
        "fold otherwise",
    ]


def test_a_rule_that_no_hand_comes_to_is_found_when_the_game_is_played() -> None:
    text = source("lir-basic").replace(
        '"ride when four to a flush"',
        '"withdraw when four to a flush and pair or better",\n  "ride when four to a flush"',
    )
    with pytest.raises(
        StrategyError, match=r"bet 2 \(withdraw when four to a flush and pair or better\): the rules before"
    ):
        cost(read(text), croupier.submission("lir-nj"))


def test_a_strategy_is_for_its_own_rulebook_and_options() -> None:
    for name, rulebook, options, message in [
        ("dragon", "lir-nj", {}, "Phoenix, Panda and Rabbit is not for lir-nj; accepted: dragon-md"),
        ("colorado-required", "dragon-md", {}, "is not for dragon-md; accepted: colorado-ma-1 or colorado-ma-2"),
        ("colorado-required", "colorado-ma-1", {"version": "permissible"}, "accepted: version = required"),
    ]:
        with pytest.raises(StrategyError) as refused:
            cost(load(name), croupier.submission(rulebook, **options))
        assert message in str(refused.value)


def test_a_strategy_that_leaves_its_version_open_is_for_the_first_one() -> None:
    text = source("colorado-required").replace('options = { version = "required" }\n', "")
    with pytest.raises(StrategyError, match="other choices than this game has; accepted: options as by default"):
        cost(read(text), croupier.submission("colorado-ma-1", version="permissible"))


def test_a_rulebook_handed_over_must_be_the_one_that_the_file_names() -> None:
    message = faulty(QUEEN_SIX_FOUR.replace(RULEBOOK.id, "uth-ma"), rulebook=RULEBOOK, game=GAME)
    assert message == f"the strategy is for uth-ma; accepted: {RULEBOOK.id}"


def test_rules_that_keep_cards_know_five_card_hands_only() -> None:
    discarding = replace(GAME, script=lambda terms: tuple(map(with_discard, GAME.script(terms))))
    message = faulty(QUEEN_SIX_FOUR.replace("play when", "play keeping"), rulebook=RULEBOOK, game=discarding)
    assert "rules that keep cards know five-card hands only; accepted: games of such hands" in message


def with_discard(step: Step) -> Step:
    if not isinstance(step, Ask):
        return step
    return replace(step, choices=tuple(replace(each, discards=each.name == "play") for each in step.choices))


def test_an_unknown_name_is_told_what_there_is() -> None:
    with pytest.raises(
        StrategyError, match=r"no strategy is called 'mine'; accepted: colorado-permissible, .*, or a file"
    ):
        load("mine")
