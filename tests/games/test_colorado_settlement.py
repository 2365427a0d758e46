"""Colorado Hold 'Em settled, in both versions of both editions: tables of hands, a line a case.

Unless a line says otherwise the ante is $10, the bet $10 and the bonus $1, and amounts are what the player is up or
down by. Tests bear the clause numbers of the first edition; the second has them one section lower from 10 on.
"""

from collections.abc import Iterator
from typing import get_args

import pytest

import croupier
from croupier.cards import STANDARD
from croupier.games import load
from croupier.games.game import Ask, Board, Choice, Deal, Ending, Hand, Settle, Stub, TurnUp
from croupier.games.lines import Line, Stakes, limited
from croupier.games.terms import Terms
from croupier.money import cents, dollars

GAME = load("colorado")
STAKES = {"ante": 1000, "bet": 1000, "bonus": 100}
ENDINGS: dict[str, Ending] = {ending: ending for ending in get_args(Ending)} | {"no-bet": "played"}

EDITIONS = ("colorado-ma-1", "colorado-ma-2")
VERSIONS = ("required", "permissible")
each_edition = pytest.mark.parametrize("edition", EDITIONS)
each_version = pytest.mark.parametrize("version", VERSIONS)


def lines_of(table: str) -> list[str]:
    return [line.strip() for line in table.strip().splitlines()]


def cases(table: str) -> pytest.MarkDecorator:
    """A test for each line of a table."""
    return pytest.mark.parametrize("line", lines_of(table))


def terms(edition: str, version: str, options: str = "-") -> Terms:
    """The terms that a version and options like `tens=pay,bonus=no` make; `-` is none."""
    chosen = dict(option.split("=") for option in options.split(",") if option != "-")
    return Terms(croupier.submission(edition, version=version, **chosen))


def settled(cards: str, ending: str, stakes: Stakes, under: Terms) -> list[Line]:
    """The lines of cards like `ThTd-4c+2c5sKh`: those kept, a discard if it matters, and the community cards."""
    dealt, _, community = cards.partition("+")
    own, _, discard = dealt.partition("-")
    hand = Hand(STANDARD.parse(own), ENDINGS[ending], STANDARD.parse(discard))
    return list(GAME.settle(GAME.read(hand, Board(STANDARD.parse(community)), under), stakes, under))


def line_of(wager: str, cards: str, ending: str, under: Terms) -> Line:
    """The line of one wager of a hand that has every wager which its ending lets it have."""
    stakes = {name: stake for name, stake in STAKES.items() if name != "bet" or ending == "played"}
    (found,) = [line for line in settled(cards, ending, stakes, under) if line.wager == wager]
    return found


def result(line: Line) -> str:
    """What the player is up or down by, `+$20`, `-$10`; or that the stake is neither won nor lost."""
    amount = dollars(line.amount) if line.amount else ""
    return {"win": "+", "lose": "", "push": "push", "returned": "back"}[line.result] + amount


def results(lines: list[Line]) -> dict[str, str]:
    return {line.wager: result(line) for line in lines}


# ---- hands played to the end ---------------------------------------------------------------------------

# The cards kept and the community cards: what ante and bet get each in either version, and the bonus in both.
#   cards          required  permissible  bonus
HANDS = """
    AhKh+QhJhTh    +$5,000   +$5,000      +$10,000
    AsTs+KsJsQs    +$5,000   +$5,000      +$10,000
    KhQh+JhTh9h    +$1,000   +$1,000      +$1,000
    Ad2d+3d4d5d    +$1,000   +$1,000      +$1,000
    AhAd+AcAsKh    +$400     +$250        +$100
    2hKd+2c2s2d    +$400     +$250        +$100
    AhAd+AcKsKh    +$110     +$100        +$50
    2h3d+2c3s2d    +$110     +$100        +$50
    AhQh+Jh9h2h    +$80      +$80         +$25
    7c5c+4c3c2c    +$80      +$80         +$25
    AhKd+QcJsTh    +$50      +$50         +$15
    Ah2d+3c4s5h    +$50      +$50         +$15
    AhAd+AcKsQh    +$30      +$30         +$3
    2h3d+KcKsKh    +$30      +$30         +$3
    AhAd+KcKsQh    +$20      +$20         +$1
    2h3d+2c3s4h    +$20      +$20         +$1
    AhAd+KcQsJh    +$10      +$10         push
    KhKd+2c3s5h    +$10      +$10         push
    Qh2d+Qc3s5h    +$10      +$10         push
    JhJd+AcKsQh    +$10      +$10         push
    2h3d+JcJs5h    +$10      +$10         push
    ThTd+AcKsQh    +$10      push         -$1
    9h9d+AcKsQh    push      push         -$1
    8h8d+AcKsQh    push      -$10         -$1
    7h7d+AcKsQh    push      -$10         -$1
    7h2d+7c3s5h    push      -$10         -$1
    6h6d+AcKsQh    -$10      -$10         -$1
    2h2d+3c4s5h    -$10      -$10         -$1
    AhKd+QcJs9h    -$10      -$10         -$1
    QhKd+Ac2s3h    -$10      -$10         -$1
    7h5d+4c3s2h    -$10      -$10         -$1
"""


@pytest.mark.clause("colorado-ma-1", "10(d)(1)", "10(d)(2)", "10(e)", "10(f)", "10(g)", "12(b)", "6a(c)", "12(d)")
@pytest.mark.clause("colorado-ma-1", "11(d)(1)", "11(d)(2)", "11(e)", "11(f)", "11(g)", "13(b)", "6a(a)", "13(d)")
@pytest.mark.clause("colorado-ma-2", "9(d)(1)", "9(d)(2)", "9(e)", "9(f)", "9(g)", "11(b)", "6a(c)", "11(d)")
@pytest.mark.clause("colorado-ma-2", "10(d)(1)", "10(d)(2)", "10(e)", "10(f)", "10(g)", "12(b)", "6a(a)", "12(d)")
@each_edition
@each_version
@cases(HANDS)
def test_12_b_and_13_b_ante_bet_and_bonus_settle_by_the_hand_and_the_version(
    edition: str, version: str, line: str
) -> None:
    """Ante and bet are paid alike (ruling C16); pairs below jacks lose the bonus, also where they win (C23)."""
    cards, required, permissible, bonus = line.split()
    main = {"required": required, "permissible": permissible}[version]
    lines = settled(cards, "played", STAKES, terms(edition, version))
    assert results(lines) == {"ante": main, "bet": main, "bonus": bonus}


@pytest.mark.clause("colorado-ma-1", "11(b)(1)", "11(e)", "11(f)", "11(g)")
@pytest.mark.clause("colorado-ma-2", "10(b)(1)", "10(e)", "10(f)", "10(g)")
@each_edition
@cases(HANDS)
def test_11_b_1_an_ante_without_a_bet_is_settled_like_one_with_it_by_ruling_c5(edition: str, line: str) -> None:
    cards, _, main, _ = line.split()
    assert results(settled(cards, "played", {"ante": 1000}, terms(edition, "permissible"))) == {"ante": main}


@pytest.mark.clause("colorado-ma-1", "6a(d)")
@pytest.mark.clause("colorado-ma-2", "6a(d)")
@each_edition
@each_version
@cases(HANDS)
def test_6a_d_no_wager_has_a_bearing_on_another(edition: str, version: str, line: str) -> None:
    (cards, *_), under = line.split(), terms(edition, version)
    together = results(settled(cards, "played", STAKES, under))
    alone = [results(settled(cards, "played", {wager: stake}, under)) for wager, stake in STAKES.items()]
    assert alone == [{wager: came_to} for wager, came_to in together.items()]


@pytest.mark.clause("colorado-ma-1", "11(f)", "13(b)")
@pytest.mark.clause("colorado-ma-2", "10(f)", "12(b)")
@each_edition
@pytest.mark.parametrize(("tens", "main"), [("push", "push"), ("pay", "+$10")])
def test_11_f_tens_push_or_pay_in_the_permissible_version_as_ruling_c1_is_set(
    edition: str, tens: str, main: str
) -> None:
    under = terms(edition, "permissible", f"tens={tens}")
    assert results(settled("ThTd+2c5sKh", "played", STAKES, under)) == {"ante": main, "bet": main, "bonus": "-$1"}
    assert results(settled("9h9d+2c5sKh", "played", {"ante": 1000}, under)) == {"ante": "push"}
    assert results(settled("JhJd+2c5sKh", "played", {"ante": 1000}, under)) == {"ante": "+$10"}


# Instant winners that nobody declared: the three cards dealt, then as above.
#   dealt   kept                required  permissible  bonus
UNDECLARED = """
    7h7d7c  7h7d+2c5sKh         push      -$10         -$1
    7h7d7c  7h7d+7s5sKh         +$30      +$30         +$3
    TcTdTs  TcTd+2c5sKh         +$10      push         -$1
    JhJdJc  JhJd+2c5sKh         +$10      +$10         push
    JhJdJc  JhJd+5c5sJs         +$110     +$100        +$50
    9h8h7h  9h8h+2c3dKs         -$10      -$10         -$1
    9h8h7h  9h8h+2h3hKh         +$80      +$80         +$25
    9h8h7h  9h8h+ThJhQh         +$1,000   +$1,000      +$1,000
    QhKhAh  KhAh+2c3dKs         +$10      +$10         push
    Ah2h3h  Ah3h+2c4d5s         +$50      +$50         +$15
"""


@pytest.mark.clause("colorado-ma-1", "10(b)(3)(ii)", "11(b)(2)(ii)", "12(d)", "13(d)")
@pytest.mark.clause("colorado-ma-2", "9(b)(3)(ii)", "10(b)(2)(ii)", "11(d)", "12(d)")
@each_edition
@each_version
@cases(UNDECLARED)
def test_10_b_3_ii_the_five_card_hand_decides_an_instant_winner_that_is_not_declared(
    edition: str, version: str, line: str
) -> None:
    dealt, cards, required, permissible, bonus = line.split()
    under = terms(edition, version)
    assert GAME.may("declare", STANDARD.parse(dealt), under)
    main = {"required": required, "permissible": permissible}[version]
    assert results(settled(cards, "played", STAKES, under)) == {"ante": main, "bet": main, "bonus": bonus}


# ---- hands that ended before the community cards were shown --------------------------------------------

#   version      ending    options                         cards   ante  bonus
ENDED = """
    required     declared  -                               7h7d7c  +$50  +$5
    permissible  declared  -                               7h7d7c  +$50  +$5
    required     declared  -                               AhAdAc  +$50  +$5
    permissible  declared  -                               2h2d2c  +$50  +$5
    required     declared  -                               9h8h7h  +$50  +$5
    permissible  declared  -                               9h8h7h  +$50  +$5
    required     declared  -                               AhKhQh  +$50  +$5
    permissible  declared  -                               AhKhQh  +$50  +$5
    required     declared  -                               Ah2h3h  +$50  +$5
    permissible  declared  ace_low=yes                     Ah2h3h  +$50  +$5
    required     folded    -                               2h7d9c  -$10  -$1
    required     folded    folded_bonus=lose               JhJd9c  -$10  -$1
    required     folded    folded_bonus=return             2h7d9c  -$10  back
    required     folded    -                               7h7d7c  -$10  -$1
    required     folded    folded_bonus=return             9h8h7h  -$10  back
    required     wrong     -                               2h7d9c  -$10  back
    permissible  wrong     -                               KhAh2h  -$10  back
    required     wrong     wrong_declaration_bonus=return  JhJd9c  -$10  back
    permissible  wrong     wrong_declaration_bonus=return  JhJd9c  -$10  back
    required     wrong     wrong_declaration_bonus=lose    2h7d9c  -$10  -$1
    permissible  wrong     wrong_declaration_bonus=lose    2h7d9c  -$10  -$1
    required     wrong     ace_low=no                      Ah2h3h  -$10  back
    permissible  wrong     ace_low=no                      Ah2h3h  -$10  back
"""


@pytest.mark.clause("colorado-ma-1", "10(b)(2)", "10(b)(3)(i)", "11(b)(2)(i)", "12(b)", "12(d)", "13(b)", "13(d)")
@pytest.mark.clause("colorado-ma-1", "3(c)(1)", "3(c)(2)", "14(d)")
@pytest.mark.clause("colorado-ma-2", "9(b)(2)", "9(b)(3)(i)", "10(b)(2)(i)", "11(b)", "11(d)", "12(b)", "12(d)")
@pytest.mark.clause("colorado-ma-2", "3(c)(1)", "3(c)(2)", "13(d)")
@each_edition
@cases(ENDED)
def test_10_b_and_14_d_declarations_folds_and_wrong_declarations_settle_ante_and_bonus(edition: str, line: str) -> None:
    """A declared bonus is paid with the ante (ruling C9); options say what folds (C8) and errors (C11) do to it."""
    version, ending, options, cards, ante, bonus = line.split()
    lines = settled(cards, ending, {"ante": 1000, "bonus": 100}, terms(edition, version, options))
    assert results(lines) == {"ante": ante, "bonus": bonus}


# ---- the payout limit ----------------------------------------------------------------------------------

# The limit set, the cards, ante and bet, and what the limit takes off in either version.
#   limit     cards        ante  bet   required  permissible
LIMITED = """
    -         AhKh+QhJhTh  $500  $500  nothing   nothing
    $50,000   AhKh+QhJhTh  $500  $500  $450,000  $450,000
    $50,000   AhKh+QhJhTh  $50   $50   nothing   nothing
    $50,000   AhKh+QhJhTh  $51   $51   $1,000    $1,000
    $60,000   AhKh+QhJhTh  $51   $51   nothing   nothing
    $50,000   KhQh+JhTh9h  $500  $500  $50,000   $50,000
    $100,000  KhQh+JhTh9h  $500  $500  nothing   nothing
    $50,000   AhAd+AcAsKh  $700  $700  $6,000    nothing
    $50,000   ThTd+2c5sKh  $500  $500  nothing   nothing
    $50,000   2h7d+9cJsKh  $500  $500  nothing   nothing
"""


@pytest.mark.clause("colorado-ma-1", "12(c)", "13(c)")
@pytest.mark.clause("colorado-ma-2", "11(c)", "12(c)")
@each_edition
@each_version
@cases(LIMITED)
def test_12_c_and_13_c_a_limit_that_is_set_counts_ante_and_bet_together_and_no_bonus(
    edition: str, version: str, line: str
) -> None:
    limit, cards, ante, bet, required, permissible = line.split()
    taken_off = {"required": required, "permissible": permissible}[version]
    chosen = {"payout_limit": limit} if limit != "-" else {}
    under = Terms(croupier.submission(edition, version=version, **chosen))
    stakes = {"ante": cents(ante), "bet": cents(bet), "bonus": 100}
    found = [
        (line.result, line.stake, dollars(-line.amount), line.sentence(under))
        for line in limited(under, settled(cards, "played", stakes, under), stakes)
    ]
    clause = {("colorado-ma-1", "permissible"): "13(c)", ("colorado-ma-2", "required"): "11(c)"}
    cited = f"(Colorado {clause.get((edition, version), '12(c)')}; ruling S6, C12)."
    both = "for Ante, Bet together"
    told = f"The payout limit takes {taken_off} off: no more than {limit} is paid on one hand {both} {cited}"
    assert found == ([] if taken_off == "nothing" else [("limit", 0, taken_off, told)])


# ---- what the player is told ---------------------------------------------------------------------------

# Version, options, ending, cards, wager and, in either edition, what is cited; then the sentence before that.
SENTENCES = """
required - played AhAd+AcKsKh ante | 10(g), 12(b); ruling C16 | 9(g), 11(b); ruling C16
    Ante $10 wins $110, at 11 to 1: your hand is a full house
permissible - played AhAd+AcKsKh bet | 11(g), 13(b); ruling C16 | 10(g), 12(b); ruling C16
    Bet $10 wins $100, at 10 to 1: your hand is a full house
required - played AhAd+AcKsQh ante | 10(g), 12(b); ruling C16 | 9(g), 11(b); ruling C16
    Ante $10 wins $30, at 3 to 1: your hand is three of a kind
required - played AhAd+KcKsQh ante | 10(g), 12(b); ruling C16 | 9(g), 11(b); ruling C16
    Ante $10 wins $20, at 2 to 1: your hand is two pairs
required - played ThTd+2c5sKh bet | 10(g), 12(b); ruling C16 | 9(g), 11(b); ruling C16
    Bet $10 wins $10, at 1 to 1: your hand is a pair of tens
required - played 7h7d+2c5sKh bet | 10(f) | 9(f)
    Bet $10 pushes, and the stake stays yours: your hand is a pair of sevens
permissible - no-bet 9h9d+2c5sKh ante | 11(f); ruling C5 | 10(f); ruling C5
    Ante $10 pushes, and the stake stays yours: your hand is a pair of nines
permissible - played ThTd+2c5sKh ante | 11(f); ruling C1 | 10(f); ruling C1
    Ante $10 pushes, and the stake stays yours: your hand is a pair of tens
permissible tens=pay played ThTd+2c5sKh ante | 11(g), 13(b); ruling C16, C1 | 10(g), 12(b); ruling C16, C1
    Ante $10 wins $10, at 1 to 1: your hand is a pair of tens
required - played 6h6d+2c5sKh ante | 10(e) | 9(e)
    Ante $10 loses: a pair of sixes is too low to push
permissible - played AhKd+QcJs9h ante | 11(e) | 10(e)
    Ante $10 loses: a high card is too low to push
required - folded 2h7d9c ante | 10(b)(2) | 9(b)(2)
    Ante $10 loses: you folded
permissible - declared 9h8h7h ante | 11(b)(2), 11(b)(2)(i), 13(b) | 10(b)(2), 10(b)(2)(i), 12(b)
    Ante $10 wins $50, at 5 to 1: your hand is a three card straight flush, declared
permissible - wrong 2h7d9c ante | 14(d) | 13(d)
    Ante $10 loses: the cards declared are no instant winner
required - played AhAd+AcKsKh bonus | 12(d) | 11(d)
    Bonus $1 wins $50, at 50 to 1: your hand is a full house
permissible - played JhJd+2c5sKh bonus | 13(d); ruling C10 | 12(d); ruling C10
    Bonus $1 pushes, and the stake stays yours: your hand is a pair of jacks
required - played 9h9d+2c5sKh bonus | 6a(c), 12(d); ruling C23 | 6a(c), 11(d); ruling C23
    Bonus $1 loses: a pair of nines is less than a pair of jacks
"""
TOLD = dict(zip(SENTENCES.splitlines()[1::2], SENTENCES.splitlines()[2::2], strict=True))


@pytest.mark.clause("colorado-ma-1", "10(b)(2)", "10(e)", "10(f)", "10(g)", "12(b)", "12(d)", "14(d)")
@pytest.mark.clause("colorado-ma-1", "11(b)(2)(i)", "11(e)", "11(f)", "11(g)", "13(b)", "13(d)")
@pytest.mark.clause("colorado-ma-2", "9(b)(2)", "9(e)", "9(f)", "9(g)", "11(b)", "11(d)", "13(d)")
@pytest.mark.clause("colorado-ma-2", "10(b)(2)(i)", "10(e)", "10(f)", "10(g)", "12(b)", "12(d)")
@each_edition
@pytest.mark.parametrize("line", TOLD)
def test_a_line_tells_the_player_why(edition: str, line: str) -> None:
    case, *cited = line.split(" | ")
    version, options, ending, cards, wager = case.split()
    under = terms(edition, version, options)
    found = line_of(wager, cards, ending, under)
    assert found.sentence(under) == f"{TOLD[line].strip()} (Colorado {cited[EDITIONS.index(edition)]})."


def all_lines(edition: str) -> Iterator[tuple[Terms, Line]]:
    """Every line of the tables above, with its terms."""
    for version in VERSIONS:
        for line in lines_of(HANDS):
            under = terms(edition, version)
            yield from ((under, each) for each in settled(line.split()[0], "played", STAKES, under))
    for line in lines_of(ENDED):
        version, ending, options, cards, *_ = line.split()
        under = terms(edition, version, options)
        yield from ((under, each) for each in settled(cards, ending, {"ante": 1000, "bonus": 100}, under))


@each_edition
def test_a_line_cites_only_what_holds_in_its_edition_and_version(edition: str) -> None:
    for under, line in all_lines(edition):
        clauses = [under.rulebook.clause(clause) for clause in line.clauses]
        assert clauses, line
        assert all(under.submission.holds(clause.when) and clause.kind != "definition" for clause in clauses), line
        assert set(line.rulings) <= set(under.rulebook.rulings), line


# The rulings that a settlement rests on: version, options, ending, cards, wager and the rulings.
RULED = """
    permissible  -                  played    ThTd+2c5sKh     ante   C1
    permissible  tens=pay           played    ThTd+2c5sKh     bet    C1,C16
    required     -                  played    ThTd+2c5sKh     ante   C16
    required     -                  played    ThTd+2c5sKh     bet    C16
    permissible  -                  played    AhAd+AcKsKh     ante   C16
    required     -                  played    7h7d+2c5sKh     ante   -
    permissible  -                  played    9h9d+2c5sKh     bet    -
    required     -                  played    2h7d+9cJsKh     bet    -
    permissible  -                  no-bet    AhAd+AcKsKh     ante   C5
    permissible  -                  no-bet    9h9d+2c5sKh     ante   C5
    permissible  -                  no-bet    ThTd+2c5sKh     ante   C1,C5
    permissible  -                  no-bet    2h7d+9cJsKh     ante   C5
    permissible  -                  no-bet    2h7d+9cJsKh     bonus  C5
    permissible  -                  no-bet    AhAd+AcKsKh     bonus  C5
    required     -                  declared  7h7d7c          ante   C3
    permissible  -                  declared  7h7d7c          ante   -
    required     -                  declared  9h8h7h          ante   C3
    required     -                  declared  Ah2h3h          ante   C3,C7
    permissible  -                  declared  Ah2h3h          ante   C7
    required     -                  declared  9h8h7h          bonus  C18,C9
    permissible  -                  declared  7h7d7c          bonus  C18,C9
    permissible  -                  declared  Ah2h3h          bonus  C18,C7,C9
    required     -                  played    7h7d-7c+2c5sKh  bonus  C23,C9
    required     -                  played    9h8h-7h+2c5sKh  bonus  C9
    permissible  -                  played    7h7d-7c+2c7sKh  bonus  C9
    permissible  -                  no-bet    7h7d-7c+2c7sKh  bonus  C5,C9
    required     -                  played    Ah2h-3h+7c5sKh  bonus  C9
    required     ace_low=no         played    Ah2h-3h+7c5sKh  bonus  -
    required     -                  played    7h7d-7c+2c5sKh  ante   -
    required     -                  played    7h7d-8c+2c7sKh  bonus  -
    permissible  ace_low=no         wrong     Ah2h3h          ante   C7
    required     -                  wrong     2h7d9c          ante   -
    required     -                  folded    2h7d9c          ante   -
    required     -                  folded    2h7d9c          bonus  C8
    required     folded_bonus=return  folded  2h7d9c          bonus  C8
    required     -                  played    JhJd+2c5sKh     bonus  C10
    required     -                  wrong     2h7d9c          bonus  C11
    required     wrong_declaration_bonus=lose  wrong  2h7d9c  bonus  C11
    required     -                  played    7h7d+2c5sKh     bonus  C23
    permissible  -                  played    9h9d+2c5sKh     bonus  C23
    permissible  -                  played    ThTd+2c5sKh     bonus  C23
    permissible  tens=pay           played    ThTd+2c5sKh     bonus  -
    required     -                  played    ThTd+2c5sKh     bonus  -
    required     -                  played    6h6d+2c5sKh     bonus  -
    required     -                  played    2h7d+9cJsKh     bonus  -
    required     -                  played    AhKh+QhJhTh     ante   C16,S4
    required     -                  played    KhQh+JhTh9h     bet    C16,S4
    permissible  -                  no-bet    KhQh+JhTh9h     bonus  C5,S4
    required     -                  played    AhKh+QhJhTh     bonus  S4
    required     -                  played    Ah9h+QhJhTh     ante   C16
"""


@pytest.mark.clause("colorado-ma-1", "10(b)(3)(ii)", "10(g)", "11(b)(2)(ii)", "11(d)", "11(g)", "6a(d)")
@pytest.mark.clause("colorado-ma-2", "9(b)(3)(ii)", "9(g)", "10(b)(2)(ii)", "10(d)", "10(g)", "6a(d)")
@each_edition
@cases(RULED)
def test_a_settlement_names_the_rulings_that_it_rests_on_and_no_others(edition: str, line: str) -> None:
    version, options, ending, cards, wager, rulings = line.split()
    found = line_of(wager, cards, ending, terms(edition, version, options))
    assert sorted(found.rulings) == [ruling for ruling in rulings.split(",") if ruling != "-"]


@pytest.mark.clause("colorado-ma-1", "10(b)(2)", "14(d)")
@pytest.mark.clause("colorado-ma-2", "9(b)(2)", "13(d)")
@each_edition
@pytest.mark.parametrize("ending", ["folded", "wrong"])
def test_a_bonus_that_a_fold_or_a_wrong_declaration_ends_cites_the_clause_of_that(edition: str, ending: str) -> None:
    clauses = {"folded": ("10(b)(2)", "9(b)(2)"), "wrong": ("14(d)", "13(d)")}[ending]
    (bonus,) = settled("2h7d9c", ending, {"bonus": 100}, terms(edition, "required"))
    assert clauses[EDITIONS.index(edition)] in bonus.clauses


# ---- the script ----------------------------------------------------------------------------------------


def offered(under: Terms) -> dict[str, Choice]:
    (ask,) = [step for step in GAME.script(under) if isinstance(step, Ask)]
    return {choice.name: choice for choice in ask.choices}


@pytest.mark.clause("colorado-ma-1", "6(f)", "10(b)", "10(b)(1)", "10(b)(2)", "10(b)(3)", "10(b)(3)(i)")
@pytest.mark.clause("colorado-ma-1", "11(b)", "11(b)(1)", "11(b)(2)", "11(b)(2)(i)")
@pytest.mark.clause("colorado-ma-2", "6(f)", "9(b)", "9(b)(1)", "9(b)(2)", "9(b)(3)", "9(b)(3)(i)")
@pytest.mark.clause("colorado-ma-2", "10(b)", "10(b)(1)", "10(b)(2)", "10(b)(2)(i)")
@each_edition
def test_10_b_and_11_b_each_version_offers_its_own_choices(edition: str) -> None:
    """To play on is to discard; where the bet is permissible there is no fold (ruling C6)."""
    required, permissible = (offered(terms(edition, version)) for version in VERSIONS)
    assert set(required) == {"bet", "fold", "declare"}
    assert set(permissible) == {"bet", "no bet", "declare"}
    for choice in (required["bet"], permissible["bet"]):
        assert (choice.wager, choice.times, choice.discards, choice.ending) == ("bet", 1, 1, None)
    no_bet, fold = permissible["no bet"], required["fold"]
    assert (no_bet.wager, no_bet.discards, no_bet.ending) == (None, 1, None)
    assert (fold.wager, fold.ending, fold.settles, fold.at_once) == (None, "folded", ("ante", "bonus"), True)
    for choice in (required["declare"], permissible["declare"]):
        assert (choice.wager, choice.ending, choice.turns_up) == (None, "declared", True)
        assert (choice.settles, choice.at_once) == (("ante", "bonus"), True)


@pytest.mark.clause("colorado-ma-1", "10(c)", "11(c)")
@pytest.mark.clause("colorado-ma-2", "9(c)", "10(c)")
@each_edition
@each_version
def test_10_c_and_11_c_three_community_cards_are_turned_up_when_all_have_decided(edition: str, version: str) -> None:
    script = GAME.script(terms(edition, version))
    assert [type(step) for step in script] == [Deal, Stub, Ask, TurnUp, Settle]
    assert script[0] == Deal(each=3, dealer=0, community=3)
    assert [step.cards for step in script if isinstance(step, TurnUp)] == [3]
    assert script[-1] == Settle(tuple(STAKES), "losers first" if version == "required" else "seat by seat")


@pytest.mark.clause("colorado-ma-1", "6(d)", "6a(a)", "6a(b)", "10(b)(1)", "11(b)(1)")
@pytest.mark.clause("colorado-ma-2", "6(d)", "6a(a)", "6a(b)", "9(b)(1)", "10(b)(1)")
@each_edition
@each_version
def test_6_an_ante_is_required_a_bet_equals_it_and_a_bonus_is_one_dollar_where_offered(
    edition: str, version: str
) -> None:
    under = terms(edition, version, "minimum=$25")
    ante, bet, bonus = (under.wagers[wager] for wager in STAKES)
    assert (ante.required, bet.equal_to, bonus.needs) == (True, "ante", ("ante",))
    assert under.bounds["bonus"] == (100, 100)
    assert set(terms(edition, version, "bonus=no").wagers) == {"ante", "bet"}


# Three cards, and whether they may be declared with ace_low=yes and with ace_low=no (ruling C7).
MAY_DECLARE = """
    7h7d7c  yes  yes
    2h2d2c  yes  yes
    9h8h7h  yes  yes
    AhKhQh  yes  yes
    2c3c4c  yes  yes
    Ah2h3h  yes  no
    KhAh2h  no   no
    Ah2d3h  no   no
    9h8h7c  no   no
    7h7d8c  no   no
    2h5h9h  no   no
    2h7d9c  no   no
    7h7d    no   no
"""


@pytest.mark.clause("colorado-ma-1", "3(c)(1)", "3(c)(2)", "10(b)(3)", "11(b)(2)")
@pytest.mark.clause("colorado-ma-2", "3(c)(1)", "3(c)(2)", "9(b)(3)", "10(b)(2)")
@each_edition
@each_version
@cases(MAY_DECLARE)
def test_10_b_3_only_instant_winners_may_be_declared_and_they_are_for_who_is_away(
    edition: str, version: str, line: str
) -> None:
    """Who is away puts up nothing more (ruling S10): any other hand folds, or plays on without a bet."""
    text, *may = line.split()
    cards = STANDARD.parse(text)
    for ace_low, declares in zip(("yes", "no"), may, strict=True):
        under = terms(edition, version, f"ace_low={ace_low}")
        open_to = {choice for choice in offered(under) if GAME.may(choice, cards, under)}
        assert open_to == set(offered(under)) - ({"declare"} if declares == "no" else set())
        otherwise = {"required": "fold", "permissible": "no bet"}[version]
        assert GAME.absent("your cards", cards, under) == ("declare" if declares == "yes" else otherwise)


@pytest.mark.clause("colorado-ma-1", "10(d)(1)", "11(d)(1)")
@pytest.mark.clause("colorado-ma-2", "9(d)(1)", "10(d)(1)")
def test_10_d_1_two_cards_and_three_community_cards_are_announced_as_one_hand() -> None:
    for own, community, said in (("AhKh", "QhJhTh", "royal flush"), ("9h2d", "9c5sKh", "pair of nines")):
        assert GAME.words(Hand(STANDARD.parse(own)), Board(STANDARD.parse(community))) == said


@pytest.mark.clause("colorado-ma-1", "10(b)(2)")
def test_10_b_2_of_a_hand_that_folds_nothing_matters_but_that_it_did() -> None:
    """An ace, a two and a three of one suit would be an instant winner (ruling C7)."""
    under = terms("colorado-ma-1", "required")
    hands = [STANDARD.parse(cards) for cards in ("Ah 2h 3h", "Ah Kh Qh", "2c 7d Js")]
    assert len({GAME.read(Hand(hand, "folded"), Board(), under) for hand in hands}) == 1
