"""Side wagers and bounds that are data alone: whose hand a table looks at, envy, folds, and a stake by another's."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from importlib import resources

import pytest
from support import side_wagers
from support.games.settlements import check, table

import croupier
from croupier.analysis import Question, analyse
from croupier.cards import STANDARD
from croupier.cli.rulebook.rules import wager_terms
from croupier.games import load
from croupier.games.game import Board, Hand, places
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.money import cents
from croupier.rulebook import Submission
from croupier.rulebook.loader import RulebookError
from croupier.rulebook.sign import sign
from croupier.table.decide import open_table
from croupier.table.model.command import RefusedError
from croupier.table.play.script_file import played
from croupier.table.procedures.betting import check_wagers

GAME = load("uth")
BOOK = croupier.read_rulebook(side_wagers.TEXT)
TERMS = {
    each: Terms(Submission.of(BOOK, {"cover_all": "no", "folded_dealers_hand": each})) for each in ("stands", "lost")
}


def settled(case: str) -> list[Line]:
    """A case: own cards, others' cards, the community cards, the dealer's cards, a wager with its stake, the option."""
    own, others, community, dealer, staked, *option = [each.strip() for each in case.split("|")]
    hands = [_hand(each) for each in (own, *filter(None, others.split(",")))]
    board = Board(STANDARD.parse(community), STANDARD.parse(dealer), tuple(reversed(hands)))
    wager, stake = staked.split()
    terms = TERMS[option[0] if option else "stands"]
    return list(GAME.settle(GAME.read(hands[0], board, terms), {wager: cents(stake)}, terms))


def _hand(text: str) -> Hand:
    cards, _, how = text.strip().partition(" fold")
    return Hand(STANDARD.parse(cards), "folded" if how or text.endswith("fold") else "played")


@table("""
    Ah As |             | Ad Kc Kd 7s 2h | Kh 7h | bad_beat 5 -> bad_beat win $250
    Kh Qs |             | Ad Kc Kd 7s 2h | Ah As | bad_beat 5 -> bad_beat win $45
    Kh Qs fold |        | Ad Kc Kd 7s 2h | Ah As | bad_beat 5 -> bad_beat win $45
    Ah 3s |             | Kd Kc 7d 9s 2h | 4h 5s | bad_beat 5 -> bad_beat lose -$5
    3h 2s |             | Kd Kc Ks Kh Ah | 4h 5s | bad_beat 5 -> bad_beat lose -$5
    Ah As | Kh Ks       | Ad Kc Kd 7s 2h | 3s 4s | bad_beat 5 -> bad_beat lose -$5, bad_beat win $100
    Ah As | Kh Ks       | Ad Kc Kd 7s 2h | 3s 4s | bad_beat 4.99 -> bad_beat lose -$4.99
    Ah As | Kh Ks fold  | Ad Kc Kd 7s 2h | 3s 4s | bad_beat 5 -> bad_beat lose -$5
    Ah As | 7h 7d, 2c 2s | Ad Kc Kd 7s 2h | 3s 4s | bad_beat 5 -> bad_beat lose -$5, bad_beat win $10, bad_beat win $10
    Ah As |             | Td Kc 8d 7s 2h | 3s 4s | dealers_hand 5 -> dealers_hand win $10
    Ah As |             | Td Kc 8d 7s 2h | 3s 2s | dealers_hand 5 -> dealers_hand push
    Ah As |             | Td Kd 8d 7s 2h | 3d 4d | dealers_hand 5 -> dealers_hand win $25
    Ah As |             | Td Kd 8d 2s 2h | 2d Ts | dealers_hand 5 -> dealers_hand lose -$5
    Ah As fold |        | Td Kd 8d 7s 2h | 3d 4d | dealers_hand 5 -> dealers_hand win $25
    Ah As fold |        | Td Kd 8d 7s 2h | 3d 4d | dealers_hand 5 | lost -> dealers_hand lose -$5
""")
def test_a_wager_is_settled_by_the_hand_that_its_table_looks_at(case: str) -> None:
    check(case, settled)


def test_a_line_says_whose_hand_it_was_and_by_which_clause() -> None:
    terms = TERMS["stands"]
    lines = settled("Kh Qs | Kd 7h | Ad Kc 7d 7s 2h | Ah As | bad_beat 10")
    assert [line.sentence(terms) for line in lines] == [
        "Bad Beat $10 loses: the losing hand is two pairs, for which nothing is paid (UTH 16(a)).",
        "Bad Beat earns $10 besides, paid $10: another player's hand is a full house (UTH 16(a), 16(c)).",
    ]


ROUND = """\
rulebook: uth-own
set: cover_all=no
set: dealing=manual_shoe
deck: Kh Ah 2c Qs As 9d 5c Ad Kc Kd 5d 7s 2h
seat 1: sit player=first bankroll=$1,000
seat 2: sit player=second bankroll=$1,000
"""


def told(*lines: str) -> list[str]:
    text = "\n".join([ROUND + "seat 2: bet ante=$5 blind=$5", *lines])
    return [line.strip() for line in played(text, BOOK, GAME) if line.startswith("  ")]


def test_other_players_hands_are_looked_at_when_all_are_turned_up() -> None:
    """A line about another's hand is told after that hand lies face up, also from the seat that is settled first."""
    text = ROUND + "seat 2: bet ante=$5 blind=$5 bad_beat=$5\nseat 1: bet ante=$5 blind=$5 bad_beat=$5\n"
    lines = [line.strip() for line in played(f"{text}seat 1: play 4x\nseat 2: play 4x\n", BOOK, GAME)]
    besides = [number for number, line in enumerate(lines) if "another player's hand" in line]
    assert [lines[number].partition(":")[0] for number in besides] == ["Seat 1"]  # the other has three of a kind
    assert besides[0] > max(number for number, line in enumerate(lines) if line.startswith("Turned up, seat"))


def test_a_stake_is_bounded_by_another_or_by_the_minimum_of_the_table() -> None:
    said = told("seat 1: bet ante=$10 blind=$10 bad_beat=$51")
    assert any(
        "UTH 16(a): Bad Beat of $51 is more than 5 times Ante; accepted: at most $50" in line for line in said
    ), said
    assert not any("Refused" in line for line in told("seat 1: bet ante=$10 blind=$10 bad_beat=$50"))
    assert "at most 5 times Ante, or the table's minimum" in wager_terms(BOOK, BOOK.wagers["bad_beat"])


def test_where_it_is_more_the_minimum_of_the_table_bounds_the_stake() -> None:
    text = side_wagers.TEXT.replace("times = 5", "times = 0")
    state = open_table(Submission.of(croupier.read_rulebook(text), {"cover_all": "no"}))
    check_wagers(state, 1, {"ante": 1000, "blind": 1000, "bad_beat": 500})
    with pytest.raises(RefusedError, match=r"Bad Beat of \$5.01"):
        check_wagers(state, 1, {"ante": 1000, "blind": 1000, "bad_beat": 501})


def test_the_sign_has_their_tables() -> None:
    titles = [block.title for block in sign(Submission.of(BOOK, {"cover_all": "no"})).blocks]
    assert {"Bad Beat", "Bad Beat, other players' hands", "Dealer's Hand"} <= set(titles)


# ---- what slips ------------------------------------------------------------------------------------------

SLIPS = {
    "a hand that no ranking makes": (
        '{ hand = "straight_flush", pays = "7500 to 1" }',
        '{ hand = "steel_wheel", pays = "7500 to 1" }',
        "table bad_beat, steel_wheel: no ranking makes that hand",
    ),
    "another hand to look at": (
        '"losing hand"',
        '"best hand"',
        "table bad_beat looks at 'best hand'; accepted: own hand",
    ),
    "odds for others' hands": ('pays = "$300"', 'pays = "3 to 1"', "pays otherwise than in fixed sums"),
    "a least stake without others": (
        """looks_at = "dealer's hand"\n""",
        """looks_at = "dealer's hand"\nstake_from = "$5"\n""",
        "has stake_from and does not look at other hands",
    ),
    "two tables": ('looks_at = "other hands"\nstake_from = "$5"', 'looks_at = "own hand"', "settled by 2 tables"),
    "a wager that is no side wager": (
        'wagers = ["dealers_hand"]',
        'wagers = ["dealers_hand", "ante"]',
        "names ante, which is no side wager",
    ),
    "a column that the round picks": (
        """name = "dealers_hand"\n""",
        """name = "dealers_hand"\nby = "hands dealt"\ncolumns = ["2"]\n""",
        "goes by hands dealt, which is no option",
    ),
    "a bound by no wager": (
        'of = "ante", or_minimum',
        'of = "anti", or_minimum',
        "wager bad_beat names the wager anti",
    ),
    "a bound that says nothing": ("times = 5, ", "", "missing keys ['times']"),
    "a bound in words": ("times = 5, ", 'times = "five", ', "at_most of ante: Expected `int`, got `str`"),
    "a blind without a row for some hands": (
        '  { hand = "less_than_a_straight"',
        '  { hand = "less_than_a_pair"',
        "which has no row for pair, two_pairs, three_of_a_kind",
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_what_slips_is_refused(slip: str) -> None:
    before, after, says = SLIPS[slip]
    assert side_wagers.TEXT.count(before) == 1
    with pytest.raises(RulebookError) as refused:
        croupier.read_rulebook(side_wagers.TEXT.replace(before, after))
    assert says in str(refused.value)


def test_a_game_that_takes_no_such_wagers_says_so() -> None:
    text = (resources.files("croupier.rulebook") / "data" / "dragon-md.toml").read_text(encoding="utf-8")
    with pytest.raises(
        RulebookError, match="table dragon_bet looks at own hand, and this game has no such side wagers"
    ):
        croupier.read_rulebook(text.replace('name = "dragon_bet"\n', 'name = "dragon_bet"\nlooks_at = "own hand"\n', 1))


def test_the_blind_may_begin_at_another_hand() -> None:
    """Rows such as "less than a flush: push" are data: a straight pays nothing under a document that says so."""
    text = side_wagers.TEXT.replace('  { hand = "straight", pays = "1 to 1"', '  { hand = "straight", pays = "push"', 1)
    book = croupier.read_rulebook(text.replace('hand = "less_than_a_straight"', 'hand = "less_than_a_flush"', 1))
    assert "less_than_a_flush" in {row.hand for each in book.tables if each.name == "blind" for row in each.rows}


# ---- figures ---------------------------------------------------------------------------------------------


def every_reading() -> Iterator[tuple[str, str, str, str]]:
    """Each side wager that goes by cards alone, under each value of each option of each rulebook."""
    for book in (*croupier.rulebooks(), BOOK):
        for name, wager in book.wagers.items():
            for option, about in book.options.items() if wager.side else ():
                yield from ((book.id, name, option, value) for value in about.values or () if about.kind == "choice")


def test_a_wager_that_is_counted_by_cards_alone_is_not_lost_by_a_fold() -> None:
    """Else its figure would be that of a game in which nobody folds."""
    met = 0
    for name, wager, option, value in every_reading():
        book = BOOK if name == BOOK.id else croupier.load(name)
        try:
            terms = Terms(Submission.of(book, {option: value}))
        except croupier.SubmissionError:
            continue
        game = load(book.game)
        if wager not in terms.wagers or wager == "progressive" or game.looks_at(wager, terms) is None:
            continue
        met += 1
        deals = places(game.script(terms))
        own, dealer = tuple(range(deals.each)), tuple(range(20, 20 + deals.dealer))
        community = tuple(range(40, 40 + deals.community))
        results = [
            [
                line.result
                for line in game.settle(game.read(hand, Board(community, dealer, (hand,)), terms), {wager: 500}, terms)
            ]
            for hand in (Hand(own), Hand(own, "folded"))
        ]
        assert results[0] == results[1], (name, wager, option, value)
    assert met > 20


@pytest.mark.prove
def test_the_bad_beat_is_what_is_published() -> None:
    """discountgambling.net, June 2012: ways of each losing hand of 2,781,381,002,400 deals, and 14.7868 per cent.

    Its deals do not tell apart which five of the community cards' places are the flop: ours are ten times as many.
    """
    found = analyse(Question(Submission.of(BOOK, {"cover_all": "no"})))
    ways = {
        row.outcome.partition(",")[0].removeprefix("The losing hand is "): row.ways for row in found["bad_beat"].rows
    }
    published = {
        "a straight flush": 10_300_592,
        "four of a kind": 471_040_512,
        "a full house": 8_435_225_376,
        "a flush": 19_434_208_592,
        "a straight": 18_271_076_976,
        "three of a kind": 64_049_759_448,
        "two pairs": 399_099_149_640,
        "a pair": 1_366_512_556_968,
        "a high card": 791_967_420_480,
    }
    assert ways == {hand: 10 * count for hand, count in published.items()} | {"Neither hand loses": 1_131_302_638_160}
    assert found["bad_beat"].cycle == 10 * 2_781_381_002_400
    assert round(float(found["bad_beat"].house_edge), 6) == 0.147868
    assert found["base"].ev == analyse(Question(croupier.submission("uth-ma", cover_all="no")))["base"].ev
    assert [note for note in found.notes if "each other player" in note]
    # The dealer's seven cards are as likely as any seven.
    made = Fraction(23_294_460 * 2 + 4_047_644 * 5 - (3_473_184 + 224_848 + 37_260 + 4_324), 133_784_560)
    assert found["dealers_hand"].ev == made
