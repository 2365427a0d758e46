"""Three Card Poker, which the package does not know: handed over, it is dealt, settled and explained like the others.

A case is a line: the hand and what its player did, the dealer's hand, the ante and sometimes Pair Plus. What comes
after the arrow is every line of the settlement; what the ante earns besides has a line of its own. No test here is
marked with its clauses, since the index of those marks ships with the package.
"""

import re
from pathlib import Path
from random import Random

import pytest
from support.table.invariants import Watch
from support.table.recordings import Lines, recorded, replay
from support.table.walks import BY_HAND, UNCHECKED, expected, propose
from support.three_card import GAME, RULEBOOK, TEXT, submission

import croupier
from croupier.cards import STANDARD
from croupier.documents import trace
from croupier.games import catalogue
from croupier.games.game import Ask, Board, Hand
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.hands import three
from croupier.money import Cents, cents, dollars
from croupier.rulebook import Submission, UnknownError, parse
from croupier.rulebook.loader import instructions, rule_names
from croupier.rulebook.sign import sign
from croupier.table.decide import open_table
from croupier.table.fairness.card_sources import Random as Shuffles
from croupier.table.model.command import Command
from croupier.table.model.next_step import ALL_STEPS
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from croupier.table.play.script_file import played
from croupier.table.recording.recorder import RecordingError

TERMS = Terms(submission())


def settled(case: str) -> list[Line]:
    hand, dealer, wagers = (part.strip() for part in case.split("|"))
    *cards, how = hand.split()
    dealt = STANDARD.parse(" ".join([*cards, dealer]))
    ante, *sides = map(cents, wagers.split())
    base = ("ante", "play") if how == "play" else ("ante",)
    stakes: dict[str, Cents] = dict.fromkeys(base, ante) | dict(zip(["pair_plus"], sides, strict=False))
    facts = GAME.read(Hand(dealt[:3], "played" if how == "play" else "folded"), Board(dealer=dealt[3:]), TERMS)
    return list(GAME.settle(facts, stakes, TERMS))


def shown(line: Line) -> str:
    result = "earns" if line.is_besides else line.result
    return f"{line.wager} {result}" + f" {dollars(line.amount)}" * bool(line.amount)


def table(text: str) -> pytest.MarkDecorator:
    """One test a line of the table."""
    return pytest.mark.parametrize("case", [" ".join(line.split()) for line in text.strip().splitlines()])


def check(case: str) -> None:
    given, after = case.split(" -> ")
    assert ", ".join(map(shown, settled(given))) == after


# ---- against the dealer --------------------------------------------------------------------------------


@table("""
Kc 7d 2h play | Jd 9h 8s | 10 -> ante win $10, play push
Jc 9d 8h play | Jd 9h 8s | 10 -> ante win $10, play push
5c 3d 2h play | Jd Th 8s | 10 -> ante win $10, play push
5c 3d 2h play | 7d 5h 2s | 10 -> ante win $10, play push
""")
def test_6_b_below_queen_high_the_dealer_is_out_whatever_the_hands(case: str) -> None:
    check(case)


@table("""
Kc 7d 2h play | Qd 3h 2s | 10 -> ante win $10, play win $10
Qc 4d 2h play | Qd 3h 2s | 10 -> ante win $10, play win $10
Qc 3d 2h play | Qd 3h 2s | 10 -> ante push, play push
Jc 9d 8h play | Qd 3h 2s | 10 -> ante lose -$10, play lose -$10
2c 2d 3h play | Ad Kh Js | 10 -> ante win $10, play win $10
2c 2d 4h play | 2h 2s 3c | 10 -> ante win $10, play win $10
2c 2d 3h play | 2h 2s 3c | 10 -> ante push, play push
Ac Ad Kh play | 2h 3h 5h | 10 -> ante lose -$10, play lose -$10
2c 3c 5c play | Ah Ad Kh | 10 -> ante win $10, play win $10
Ac Kc Jc play | Ah 2d 3s | 10 -> ante lose -$10, play lose -$10
""")
def test_6_c_d_e_against_queen_high_or_better_the_higher_hand_wins_both_wagers_and_equal_hands_push(case: str) -> None:
    check(case)


@table("""
Ac Ad Kh fold | 5d 3h 2s | 10   -> ante lose -$10
5c 3d 2h fold | Ad Ah As | 10   -> ante lose -$10
7c 7d 7h fold | 5d 3h 2s | 10   -> ante lose -$10
7c 7d 7h fold | 5d 3h 2s | 10 5 -> ante lose -$10, pair_plus win $150
5c 3d 2h fold | Ad Ah As | 10 5 -> ante lose -$10, pair_plus lose -$5
""")
def test_5_c_d_a_fold_gives_up_the_ante_and_its_bonus_and_leaves_pair_plus_alive(case: str) -> None:
    check(case)


def test_5_b_a_player_plays_once_the_ante_or_folds_and_who_is_away_folds() -> None:
    (ask,) = [step for step in GAME.script(TERMS) if isinstance(step, Ask)]
    play, fold = ask.choices
    assert (play.name, play.wager, play.times, play.ending) == ("play", "play", 1, None)
    assert (fold.name, fold.wager, fold.settles, fold.ending) == ("fold", None, ("ante",), "folded")
    cards = STANDARD.parse("7c 7d 7h")
    assert all(GAME.may(choice.name, cards, TERMS) for choice in ask.choices)
    assert GAME.absent("your cards", cards, TERMS) == "fold"


# ---- the ante bonus and pair plus ----------------------------------------------------------------------


@table("""
4c 3d 2h play | Jd 9h 8s | 10 -> ante win $10, ante earns $10, play push
4c 3d 2h play | Qd 9h 8s | 10 -> ante win $10, ante earns $10, play win $10
4c 3d 2h play | 4d 3h 2s | 10 -> ante push, ante earns $10, play push
4c 3d 2h play | 5d 4h 3s | 10 -> ante lose -$10, ante earns $10, play lose -$10
Ac 3d 2h play | 4d 3h 2s | 10 -> ante lose -$10, ante earns $10, play lose -$10
7c 7d 7h play | Jd 9h 8s | 10 -> ante win $10, ante earns $40, play push
7c 7d 7h play | 8d 8h 8s | 10 -> ante lose -$10, ante earns $40, play lose -$10
4c 3c 2c play | Jd 9h 8s | 10 -> ante win $10, ante earns $50, play push
4c 3c 2c play | 4d 3d 2d | 10 -> ante push, ante earns $50, play push
Ac Kc Qc play | 7d 7h 7s | 10 -> ante win $10, ante earns $50, play win $10
Ac Kc Jc play | 7d 7h 6s | 10 -> ante win $10, play win $10
""")
def test_6_f_a_straight_or_better_earns_the_ante_bonus_whatever_becomes_of_the_ante(case: str) -> None:
    check(case)


@pytest.mark.parametrize("how", ["play", "fold"])
@pytest.mark.parametrize("dealer", ["Jd 9h 8s", "Ad Ah As"])
@table("""
Kc Qc Jc -> pair_plus win $200
3c 2c Ac -> pair_plus win $200
7c 7d 7h -> pair_plus win $150
Kc Qd Jc -> pair_plus win $30
3c 2d Ac -> pair_plus win $30
Kc Qc Tc -> pair_plus win $20
2c Ac Kc -> pair_plus win $20
2c 2d 3c -> pair_plus win $5
Kc Qd Tc -> pair_plus lose -$5
2c Ac Kd -> pair_plus lose -$5
""")
def test_6_g_pair_plus_is_paid_by_the_players_own_cards(case: str, dealer: str, how: str) -> None:
    cards, after = case.split(" -> ")
    assert shown(settled(f"{cards} {how} | {dealer} | 10 5")[-1]) == after


# ---- in words ------------------------------------------------------------------------------------------

# A case, and what the player is told of each line.
TOLD = """
7c 7d 7h play | 8d 8h 8s | 10 5
Ante $10 loses: the dealer's hand, three of a kind, eights, is higher (Three Card 4(c)).
Ante earns $40 besides, at 4 to 1: your hand is three of a kind, whatever the dealer has (Three Card 4(e), 5(b)).
Play $10 loses: the dealer's hand, three of a kind, eights, is higher (Three Card 4(c)).
Pair Plus $5 wins $150, at 30 to 1: your hand is three of a kind (Three Card 4(f), 5(c)).

Kc 7d 2h play | Jd 9h 8s | 10 5
Ante $10 wins $10, at 1 to 1: the dealer has less than queen high (Three Card 4(a), 5(a)).
Play $10 pushes, and the stake stays yours: the dealer has less than queen high (Three Card 4(a)).
Pair Plus $5 loses: your hand is less than a pair (Three Card 4(f)).

2c 2d 3h play | 2h 2s 3c | 10
Ante $10 pushes, and the stake stays yours: both hands are equal (Three Card 4(d)).
Play $10 pushes, and the stake stays yours: both hands are equal (Three Card 4(d)).

Kc 7d 2h play | Qd 9h 8s | 10
Ante $10 wins $10, at 1 to 1: your hand beats the dealer's queen high (Three Card 4(b), 5(a)).
Play $10 wins $10, at 1 to 1: your hand beats the dealer's queen high (Three Card 4(b), 5(a)).

2c 2d 3h fold | Jd 9h 8s | 10 5
Ante $10 loses: you folded (Three Card 3(b)).
Pair Plus $5 wins $5, at 1 to 1: your hand is a pair (Three Card 4(f), 5(c)).
"""


@pytest.mark.parametrize("told", TOLD.strip().split("\n\n"))
def test_a_player_is_told_what_each_wager_was_worth_and_by_which_clause(told: str) -> None:
    case, *sentences = told.splitlines()
    assert [line.sentence(TERMS) for line in settled(case)] == sentences


@table("""
Kc Qc Jc -> straight flush, king high
7c 7d 7h -> three of a kind, sevens
3c 2d Ac -> straight, three high
Kc Qc Tc -> flush, king high
6c 6d 3c -> pair of sixes
Kc Qd Tc -> king high
""")
def test_6_a_a_hand_is_announced(case: str) -> None:
    cards, said = case.split(" -> ")
    assert GAME.words(Hand(STANDARD.parse(cards)), Board()) == said


def test_7_a_the_ante_bonus_has_a_part_of_the_sign_to_itself() -> None:
    blocks = {block.title: block.rows for block in sign(submission()).blocks}
    assert list(blocks) == ["Ante and Play", "Ante Bonus", "Pair Plus"]
    assert blocks["Ante Bonus"] == (("Straight flush", "5 to 1"), ("Three of a kind", "4 to 1"), ("Straight", "1 to 1"))


# ---- at the table --------------------------------------------------------------------------------------

ROUND = """\
rulebook: three-card
deck: 7c Kh 4h Qs 7d 9h 4d 9d 7h 2s Jc 3c
seat 1: sit player=first bankroll=$1,000
seat 2: sit player=second bankroll=$1,000
seat 3: sit player=third bankroll=$1,000
seat 1: bet ante=$5 pair_plus=$5
seat 2: bet ante=$10
seat 3: bet ante=$20 pair_plus=$2
seat 1: play
seat 2: fold
seat 3: fold
"""
SETTLED = """\
Seat 2: Ante $10 loses: you folded (Three Card 3(b)).
Seat 3: Ante $20 loses: you folded (Three Card 3(b)).
Seat 3: Pair Plus $2 wins $2, at 1 to 1: your hand is a pair (Three Card 4(f), 5(c)).
Seat 1: Ante $5 wins $5, at 1 to 1: your hand beats the dealer's queen high (Three Card 4(b), 5(a)).
Seat 1: Ante earns $20 besides, at 4 to 1: your hand is three of a kind, whatever the dealer has \
(Three Card 4(e), 5(b)).
Seat 1: Play $5 wins $5, at 1 to 1: your hand beats the dealer's queen high (Three Card 4(b), 5(a)).
Seat 1: Pair Plus $5 wins $150, at 30 to 1: your hand is three of a kind (Three Card 4(f), 5(c))."""


def test_a_round_written_by_hand_is_dealt_and_explained() -> None:
    told = [line.strip() for line in played(ROUND, RULEBOOK, GAME)]
    assert [line for line in told if re.match(r"Seat \d: .*\(Three Card", line)] == SETTLED.splitlines()
    assert "The dealer announces the dealer's hand: queen high." in told
    assert "The dealer announces seat 1: three of a kind, sevens." in told
    money = [line.partition(" has ")[2].partition(":")[0] for line in told if line.startswith("[seat")]
    assert money[-3:] == ["$1,180", "$990", "$982"]


def test_a_refusal_cites_the_clauses_of_this_game() -> None:
    alone = ROUND.replace("bet ante=$10", "bet pair_plus=$10").replace("seat 2: fold\n", "")
    refused = [line.strip() for line in played(alone, RULEBOOK, GAME) if "Refused" in line]
    assert refused[0] == "Refused: Three Card 2(c): Pair Plus stands only beside Ante; accepted: Ante too"


@pytest.mark.walk
@pytest.mark.parametrize("automation", [ALL_STEPS, BY_HAND, UNCHECKED], ids=["by itself", "by hand", "unchecked"])
@pytest.mark.parametrize("shuffling", ["device", "manual"])
def test_rounds_are_dealt_whatever_is_commanded(shuffling: str, automation: frozenset[str]) -> None:
    """The watch counts the money, follows every card and rebuilds the hands of each round from the rack."""
    random = Random(f"{shuffling} {len(automation)}")  # noqa: S311 - a walk that can be repeated
    silent_on = frozenset({"receive", "load", "repair", "put out", "jam"})  # one deck, no shoe, no device but one
    watch = Watch(open_table(submission(shuffling=shuffling), automation, GAME, training=True), silent_on)
    for number in range(400):
        watch.send(propose(watch.state, random), dear=number % 20 == 0)
        explained(watch.state)
    before = watch.played
    for _ in range(1_000):
        watch.send(expected(watch.state, random), dear=False)
        explained(watch.state)
    assert watch.played > before + 10


def explained(state: State) -> None:
    """Every line cites clauses and rulings that this document has."""
    known = {clause.id for clause in RULEBOOK.clauses}
    for line in (line for _, seat in state.taken() for line in seat.lines):
        assert line.clauses
        assert set(line.clauses) <= known
        assert set(line.rulings) <= set(RULEBOOK.rulings)


def evening() -> tuple[Lines, State]:
    """The recording of some rounds, and the table after them."""
    live = Table(submission(), Shuffles("three card"), game=GAME)
    pages = recorded(live)
    live.open()
    live.send(Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    for choice in ("play", "fold", "play"):
        live.feed()
        live.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "pair_plus": 100}, "ready": True}))
        live.send(Command("player", "decide", 1, {"choice": choice}))
    return pages.lines, live.state


def test_a_recording_brings_its_rulebook_and_replays_with_the_game_that_comes_with_it() -> None:
    lines, after = evening()
    *_, last = replay(lines, GAME)
    assert last.decision.state == after
    assert after.round == 3


def test_a_recording_of_a_game_that_is_not_here_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_run_here", {})  # a process that was given no code of it
    with pytest.raises(RecordingError, match="line 1: there is no game 'three_card' here"):
        next(replay(evening()[0]))


def test_a_rulebook_that_comes_with_a_round_is_the_one_that_it_names() -> None:
    with pytest.raises(UnknownError, match="no rulebook 'uth-ma' was given; given was three-card"):
        next(played("rulebook: uth-ma\n", RULEBOOK, GAME))


# ---- what the package knows of it ----------------------------------------------------------------------

# Rules that no document of the package has: a game of the package would list them in rules.toml.
OWN_RULES = {"settle.qualify", "settle.ante_bonus", "settle.pair_plus", "wager.pair_plus", "pay.pair_plus"}


def test_the_package_does_not_know_the_game() -> None:
    package = Path(str(croupier.__file__)).parent
    texts = [
        path.read_text(encoding="utf-8") for path in package.rglob("*") if path.suffix in {".py", ".toml", ".json"}
    ]
    assert not [text for text in texts if re.search(r"(?i)three.card.poker|pair.plus", text)]
    with pytest.raises(UnknownError):
        open_table(Submission.of(parse(TEXT), {}))


def test_every_rule_has_a_name_and_code_that_keeps_it() -> None:
    assert set(RULEBOOK.rules) - set(rule_names()) == OWN_RULES
    own = re.findall(r'"([a-z]+\.[a-z_]+)"', GAME.code)
    assert set(own) <= set(RULEBOOK.rules)
    code = {rule for found in trace.index().code.values() for rule in found}
    assert set(RULEBOOK.rules) <= code | set(own) | set(instructions())
    counts = trace.counts(RULEBOOK)
    headings = sum(clause.kind == "heading" for clause in RULEBOOK.clauses)
    assert counts["enforced"] + counts["instructed"] == len(RULEBOOK.clauses) - headings
    assert counts["instructed"]


def test_the_facts_of_two_strengths_are_those_of_the_cards() -> None:
    random = Random(3)  # noqa: S311 - hands that can be repeated
    for _ in range(500):
        cards = random.sample(range(52), 6)
        own, dealer = tuple(cards[:3]), tuple(cards[3:])
        facts = GAME.read(Hand(own), Board(dealer=dealer), TERMS)
        assert GAME.compare is not None
        assert GAME.compare("played", three.strength(own), three.strength(dealer)) == GAME.bare(facts)
