"""A seat in the terminal as a newcomer meets it: what is understood, what is told, and how others play."""

import re
from pathlib import Path

import pytest
from support.cli.screens import FOLDER
from support.cli.shell import run
from support.cli.terminals import terminal
from support.default_house import NAMES
from support.games.examples import FOLDER as EXAMPLES
from support.games.examples import title

from croupier import games, submission
from croupier.cards import DRAGON, STANDARD
from croupier.cli.play.guide import guide
from croupier.cli.play.hand_names import holding
from croupier.cli.play.parser import HowMuchError, meant, read_wagers
from croupier.cli.terminal.cards import Faces
from croupier.games.terms import Terms
from croupier.hands import dragon, five
from croupier.money import MoneyError
from croupier.rulebook import Submission


def said(*words: str, typed: str = "") -> str:
    done = run(*words, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return " ".join(done.stdout.split())


def terms_of(name: str, **options: object) -> Terms:
    return Terms(submission(name, **options))


# ---- what is understood --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "typed", "offered", "expected"),
    [
        ("uth-ma", "4x", ["check", "play 3x", "play 4x"], ["play 4x"]),
        ("uth-ma", "x3", ["check", "play 3x", "play 4x"], ["play 3x"]),
        ("uth-ma", "raise", ["check", "play 3x", "play 4x"], ["play 3x", "play 4x"]),
        ("uth-ma", "Raise", ["check", "play 2x"], ["play 2x"]),
        ("uth-ma", "call", ["fold", "play 1x"], ["play 1x"]),
        ("uth-ma", "muck", ["fold", "play 1x"], ["fold"]),
        ("uth-ma", "pass", ["check", "play 2x"], ["check"]),
        ("uth-ma", "fold", ["check", "play 2x"], []),
        ("uth-ma", "4", ["check", "play 3x", "play 4x"], []),
        ("uth-ma", "", ["check", "play 2x"], []),
        ("lir-nj", "let it ride", ["ride", "withdraw"], ["ride"]),
        ("lir-nj", "take back", ["ride", "withdraw"], ["withdraw"]),
        ("lir-nj", "2", ["ride", "withdraw"], ["withdraw"]),
        ("colorado-ma-1", "call", ["bet", "fold"], ["bet"]),
        ("colorado-ma-1", "show", ["bet", "fold", "declare"], ["declare"]),
        ("dragon-md", "raise", ["play", "fold"], ["play"]),
    ],
)
def test_a_choice_is_understood_in_the_words_that_players_use(
    name: str, typed: str, offered: list[str], expected: list[str]
) -> None:
    terms = terms_of(name)
    assert meant(typed, offered, games.load(terms.rulebook.game), terms) == expected


@pytest.mark.parametrize(
    ("name", "typed", "expected"),
    [
        ("uth-ma", "10", {"ante": 1000, "blind": 1000}),
        ("uth-ma", "10 trips 5", {"ante": 1000, "blind": 1000, "trips": 500}),
        ("uth-ma", "Ante $10, Cover All $2", {"ante": 1000, "cover_all": 200, "blind": 1000}),
        ("uth-ma", "ante=10 cover 2", {"ante": 1000, "cover_all": 200, "blind": 1000}),
        (
            "dragon-md",
            "5 dragon bet 2 three card bonus 1",
            {"ante": 500, "ante_bonus": 500, "dragon_bet": 200, "three_card_bonus": 100},
        ),
        ("lir-nj", "5 let it ride bonus", {"bet_1": 500, "bet_2": 500, "bet_3": 500, "bonus": 100}),
        ("colorado-ma-1", "5 bonus", {"ante": 500, "bonus": 100}),
    ],
)
def test_wagers_go_by_their_titles_or_names(name: str, typed: str, expected: dict[str, int]) -> None:
    assert read_wagers(typed, terms_of(name)) == expected


def test_a_wager_of_open_amount_is_asked_how_much_and_what_is_no_wager_is_told() -> None:
    terms = terms_of("uth-ma")
    with pytest.raises(HowMuchError) as asked:
        read_wagers("10 trips cover all 1", terms)
    assert read_wagers(asked.value.filled("$3"), terms)["trips"] == 300
    with pytest.raises(MoneyError, match="'zebra' is no wager here; there are Ante, Blind, Trips, Cover All"):
        read_wagers("zebra 5", terms)
    with pytest.raises(MoneyError, match="'much' is no amount of money"):
        read_wagers("ante much", terms)


def test_two_amounts_for_one_wager_are_a_slip_and_no_guess_is_made() -> None:
    terms = terms_of("uth-ma")
    for typed in ("ante 5 ante 10", "5 ante 10", "5 10"):
        with pytest.raises(MoneyError, match=r"Ante was given \$5 and \$10; accepted: one amount for each wager"):
            read_wagers(typed, terms)
    assert read_wagers("10 ante 10", terms) == {"ante": 1000, "blind": 1000}


def test_wagers_are_said_in_the_order_of_the_game() -> None:
    assert list(read_wagers("trips 5 ante 10", terms_of("uth-ma"))) == ["ante", "blind", "trips"]


def test_braces_and_an_amount_left_out_are_told_at_the_table() -> None:
    told = said("play", "uth-ma", "--plain", typed="10 trips ante {x}\n3\nbuy\nquit\n")
    assert "'{x}' is no amount of money" in told
    assert "Chips for how much? Type it like buy 100." in told


@pytest.mark.parametrize("typed", ["Kh", "kh", "K♥", "king", "king of hearts"])
def test_a_card_is_named_in_every_usual_way(typed: str) -> None:
    assert Faces(STANDARD, plain=False).matching(typed, ["Kh", "Td", "2c"]) == ["Kh"]


def test_cards_are_written_one_way_or_in_words() -> None:
    assert Faces(STANDARD, plain=False).cards(["Ks", "Td", "??"]) == "K♠ 10♦ ░░"
    assert Faces(STANDARD, plain=True).cards(["Ks", "Td", "??"]) == "king of spades, ten of diamonds, a card face down"
    assert Faces(DRAGON, plain=False).cards(["PH", "TI"]) == "Phoenix, Tiger"
    assert Faces(STANDARD, plain=False).matching("10♦", ["Ks", "Td"]) == ["Td"]
    assert Faces(STANDARD, plain=False).matching("five", ["5c", "5h"]) == ["5c", "5h"], "and then neither is meant"


# ---- the hand that is held -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "community", "called"),
    [
        ("Ah 4d", "", "ace high"),
        ("Ah Ad", "", "pair of aces"),
        ("6h 6d", "6s", "three sixes"),
        ("6h 6d", "7s 7c", "two pairs, sevens and sixes"),
        ("6h 6d", "6s 6c", "four sixes"),
        ("Ah 4d", "Ad 4s 2c", "two pairs, aces and fours"),
        ("Ah 4d", "Ad 4s 2c 3c 5c", "straight, five high"),
    ],
)
def test_a_hand_is_named_as_far_as_it_goes(own: str, community: str, called: str) -> None:
    terms = terms_of("uth-ma")
    assert holding(games.load("uth"), terms, STANDARD.parse(own), STANDARD.parse(community)) == called


def test_a_hand_with_too_many_or_too_few_cards_has_no_name() -> None:
    terms = terms_of("dragon-md")
    assert holding(games.load("dragon"), terms, DRAGON.parse("PH PH RA"), ()) == "pair of Phoenix"
    assert holding(games.load("dragon"), terms, DRAGON.parse("PH PH"), ()) == ""
    assert holding(games.load("uth"), terms_of("uth-ma"), tuple(range(8)), ()) == ""
    assert holding(games.load("uth"), terms_of("uth-ma"), (), ()) == ""


# ---- the first screen ----------------------------------------------------------------------------------


def test_the_first_screen_has_the_ranks_that_hands_really_have() -> None:
    text = dict(_parts("uth-ma"))
    named = [each.name.replace("_", " ").lower() for each in sorted(five.Category, reverse=True)]
    assert f"Hands: {', '.join(named)}." in text["High to low"]
    animals = [each.name.capitalize() for each in sorted(dragon.Character, reverse=True)]
    assert f"Cards: {', '.join(animals)}." in dict(_parts("dragon-md"))["High to low"]
    assert len(dragon.Category) == 3


def _parts(name: str) -> list[tuple[str, str]]:
    """The parts of a first screen, each as one text."""
    terms, parts = terms_of(name), list[tuple[str, str]]()
    for label, text in guide(games.load(terms.rulebook.game), terms, whole=True):
        if label:
            parts.append((label, text))
        else:
            parts[-1] = (parts[-1][0], f"{parts[-1][1]} {text}")
    return parts


@pytest.mark.parametrize("name", NAMES)
def test_the_first_screen_names_every_wager_choice_and_pay_table(name: str) -> None:
    terms = terms_of(name)
    text = " ".join(text for _, text in _parts(name))
    for wager in terms.wagers.values():
        assert wager.title in text
    for table in terms.submission.tables():
        for row in table.rows:
            assert table.by == "hands dealt" or row.name.lower() in text or str(row.pays) == "lose"


@pytest.mark.parametrize("name", ["uth-ma", "lir-nj", "colorado-ma-1", "dragon-md"])
def test_the_first_screen_fits_one_screen_of_a_terminal(name: str) -> None:
    lines = (FOLDER / f"{name}-80.txt").read_text(encoding="utf-8").splitlines()
    assert next(place for place, line in enumerate(lines) if line.startswith("Type help")) <= 28


def test_help_and_examples_are_the_games_own() -> None:
    evening = said("play", "dragon-md", "--plain", "--seed", "3", typed="help\n\nhelp\nplay\nquit\n")
    assert "10 three card bonus 1: the same, and a side wager; or ante 10 three card bonus 1." in evening
    assert "rules, rules 7.F(1): show the sections of the rules, or a clause." in evening
    assert "trips 5" not in evening
    assert "10(a)" not in evening


# ---- a game --------------------------------------------------------------------------------------------


def test_a_game_is_found_by_what_people_call_it_and_help_helps_before_there_is_one() -> None:
    with terminal("play", columns=100) as there:
        for number, typed in enumerate(("help", "colorado", "bridge", "quit"), start=1):
            there.until("Which game> ", number)
            there.type(typed)
        assert there.ended() == 2
        assert "Answer with a number, a name or a word of the title." in there.text
        assert "That could be colorado-ma-1 or colorado-ma-2: say which." in there.text
        assert "Answer with a number or a name of the list; or type help, or quit to leave." in there.text
        assert "no game was chosen" in there.text


@pytest.mark.parametrize(
    ("called", "title"),
    [("texas", "ULTIMATE TEXAS"), ("UTH-MA", "ULTIMATE"), ("uth-fr", "ULTIMATE"), ("dragon", "DRAGON")],
)
def test_a_rulebook_is_found_by_what_only_one_has(called: str, title: str) -> None:
    assert said("sign", called).startswith(title)


def test_a_line_is_called_up_again_at_a_terminal() -> None:
    with terminal("play", "dragon-md", "--seed", "3") as there:
        there.until("> ")
        there.type("5 dragon bet 7")
        there.until("Your choice> ")
        there.type("fold")
        there.until("Dragon Bet $7]> ")
        there.type("\x1b[A\x1b[A")  # up, twice
        there.until("Your choice> ", 2)
        assert there.text.count("You: Ante $5, Ante Bonus $5, Dragon Bet $7") == 2
        there.type("quit")
        there.until("Your choice> ", 3)
        there.type("quit")
        assert there.ended() == 0


def test_a_discard_is_taken_back_before_it_is_sent() -> None:
    typed = "\nbet\n1\nback\nback\nbet\n1\n2\n2\nquit\n"
    evening = said("play", "colorado-ma-1", "--plain", "--seed", "5", typed=typed)
    assert evening.count("Put away two of clubs: Enter sends it, back takes it back>") == 2
    assert "You: bet, and put away three of spades." in evening


def test_who_is_broke_buys_in_or_says_farewell() -> None:
    words = ("play", "dragon-md", "--plain", "--seed", "1", "--bankroll", "10")
    evening = said(*words, typed="\nfold\nmuch\n\nquit\n")
    assert evening.count("You have $0, and a round takes $10. Buy chips for [$10]>") == 2
    assert "'much' is no amount of money" in evening
    assert "You have $10." in evening
    assert "1 round; you have $10, down $10." in evening
    assert "1 round; you have $0, down $10." in said(*words, typed="\nfold\nquit\n")


def test_leaving_in_the_middle_costs_what_the_rule_for_who_is_away_takes(tmp_path: Path) -> None:
    file = tmp_path / "left.jsonl"
    evening = said("play", "uth-ma", "--plain", "--seed", "abc", "--record", str(file), typed="10\nquit\nquit\n")
    assert "Your wagers stay: the round would be played out without you (ruling S10). To leave, quit again." in evening
    assert "it is played out without you (ruling S10)" in evening
    assert "1 round; you have $980, down $20." in evening
    assert "rounds 1 " in said("audit", str(file))


def test_who_thinks_again_plays_on_and_is_warned_once_a_decision() -> None:
    evening = said("play", "uth-ma", "--plain", "--seed", "a", typed="10\nquit\ncheck\nquit\n2x\nquit\n")
    assert evening.count("To leave, quit again.") == 2
    assert "You leave in the middle of a round" not in evening
    assert "Play $20 wins $20" in evening


def test_a_hand_that_was_given_up_is_drawn_as_such() -> None:
    assert "You (folded): " in said("play", "dragon-md", "--plain", "--seed", "3", typed="\nfold\nquit\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--others", "best"), "--others says how others play, and here are none; accepted: --seats 2 or more"),
        (("--record", "a", "--receipts", "./a"), "--record and --receipts name one file; accepted: a file for each"),
    ],
)
def test_what_would_be_ignored_or_written_over_is_refused(words: tuple[str, ...], message: str) -> None:
    done = run("play", "dragon-md", "--plain", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_game_that_cannot_begin_leaves_no_file(tmp_path: Path) -> None:
    there, other = tmp_path / "there.jsonl", tmp_path / "other.jsonl"
    there.write_text("")
    done = run("play", "dragon-md", "--auto", "--record", str(there), "--receipts", str(other))
    assert done.returncode == 2
    assert "exists; name another file" in done.stderr
    assert not other.exists()


def test_the_end_of_a_round_has_hands_reasons_the_others_and_the_net() -> None:
    evening = said("play", "uth-ma", "--plain", "--seed", "a", "--seats", "2", typed="10\ncheck\n2x\nwhy blind\nquit\n")
    for expected in (
        "Others play by the strategy 'Simple strategy'.",
        "Dealer: nine of diamonds, jack of spades: pair of nines.",
        "You: ace of diamonds, three of diamonds: two pairs, aces and threes.",
        "Seat 2: seven of clubs, seven of spades: pair of sevens; loses $30.",
        "Round 1: you win $30.",
        "UTH 11(c): When the player's hand beats",
        "Ruling U19: What becomes of the blind",
        "Your rounds: won 1, lost 0, even 0; $40 staked in all.",
        "Play: staked $20, won $20 in all.",
    ):
        assert expected in evening, evening
    assert "Seat 1" not in evening


def test_the_law_in_a_game_is_the_law_and_not_its_tests() -> None:
    evening = said("play", "uth-ma", "--plain", "--seed", "abc", typed="rules\nrules 10\nwhy\nquit\n")
    assert "15: Irregularities." in evening
    assert "Nothing of yours was settled yet." in evening
    assert "test_" not in evening
    assert ".py" not in evening


def test_plain_has_words_for_every_card_that_is_told() -> None:
    evening = said("play", "dragon-md", "--plain", "--seed", "1", "--seats", "2", typed="\nplay\nquit\n")
    assert "Seat 2: Monkey, Blue Dragon, Tiger: Dragon high;" in evening
    assert "You: Ante $5, Ante Bonus $5. Seat 2: Ante $5, Ante Bonus $5." in evening
    for sign in ("RD", "MO", "♠", "│", "╭"):
        assert sign not in evening


def test_others_play_as_they_are_told_and_the_coach_speaks_afterwards(tmp_path: Path) -> None:
    words = ("play", "dragon-md", "--auto", "--seed", "3", "--rounds", "6", "--seats", "3")
    assert "You and others play by the strategy 'Phoenix, Panda and Rabbit'." in said(*words)
    cheap = said(*words, "--others", "cheap", "--coach", "after")
    assert "You and others play to stay in for as little more money as possible." in cheap
    assert "was better by $" in cheap
    assert "right so far, $" in cheap
    assert "The coach, on average" not in cheap
    file = tmp_path / "never.toml"
    file.write_text(
        'name = "Never"\nsource = "x"\nrulebook = "dragon-md"\n[stages]\n"your cards" = ["fold otherwise"]\n'
    )
    assert said(*words, "--others", str(file)).count(": fold.") == 18
    best = said(*words, "--others", "best", "--coach")
    assert "The coach: 6 decisions, no mistake." in best


# ---- games of one's own ---------------------------------------------------------------------------------


def test_a_hand_of_three_cards_is_called_by_its_own_ranking() -> None:
    book, game = title("three-card")
    assert holding(game, Terms(Submission(book)), STANDARD.parse("2c 3c 4c"), ()) == "straight flush, four high"


@pytest.mark.parametrize(("name", "first"), [("three-card", "straight flush, three of a kind, straight, flush, pair")])
def test_what_beats_what_comes_from_the_ranking(name: str, first: str) -> None:
    book, game = title(name)
    text = dict(guide(game, Terms(Submission(book)), whole=True))
    assert text["High to low"] == f"Hands: {first}, high card."


def test_several_cards_are_put_away_by_numbers_and_names() -> None:
    typed = "\ndraw\n1 1\nsix of nothing\n1, 2\n\nquit\n"
    evening = said("play", str(EXAMPLES / "five-card-draw"), "--plain", "--seed", "5", typed=typed)
    assert evening.count("Discard up to five of ") == 2
    assert evening.count(": Enter sends it, back takes it back>") == 1
    assert re.search(r"You: draw, and put away \w+ of \w+, \w+ of \w+\.", evening)


def test_an_amount_between_bounds_is_typed_with_the_choice_or_asked_for() -> None:
    words = ("play", str(EXAMPLES / "every-word"), "--plain", "--seed", "1")
    asked = "Bet, how much, from $5 to $12.50>"
    evening = said(*words, typed="\nbet\nbet\n7\n" + "quit\n" * 2)
    assert evening.count(asked) == 1
    assert "Raise $7" in evening
    evening = said(*words, typed="\nbet 3\nbet\nbet 20\nbet $7\n" + "quit\n" * 2)
    assert "bet takes no amount" in evening
    assert "bet of $20 was offered; accepted: from $5 to $12.50" in evening
    assert "Raise $7" in evening
    assert asked not in evening
