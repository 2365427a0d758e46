"""A rulebook of one's own that is wrong is refused when it is read, in one sentence with the line."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from random import Random
from typing import Any

import pytest
from support.table.walks import CASES, propose

import croupier
from croupier import games
from croupier.errors import CroupierError
from croupier.games.terms import Terms
from croupier.rulebook import Refusal, Submission
from croupier.rulebook.checks.clause_numbers import missing
from croupier.rulebook.loader import RulebookError
from croupier.table.decide import open_table, step

DATA = resources.files("croupier.rulebook") / "data"


def text_of(name: str) -> str:
    return (DATA / f"{name}.toml").read_text(encoding="utf-8")


# The rulebook, what is altered in its text, and what the refusal says.
SLIPS = {
    "a misspelt hand": (
        "dragon-md",
        'hand = "gold_dragon"',
        'hand = "golden_dragon"',
        "table dragon_bet, golden_dragon: no ranking makes that hand; did you mean gold_dragon?",
    ),
    "a misspelt hand of a ranking": (
        "uth-ma",
        'hand = "full_house"',
        'hand = "fullhouse"',
        "no ranking makes that hand",
    ),
    "a hand of a progressive": (
        "dragon-md",
        '  "three_dragons",\n',
        '  "three_lizards",\n',
        "no ranking makes three_lizards",
    ),
    "a table of another game": ("uth-ma", 'name = "trips"', 'name = "pair_plus"', "settles no wager of this game"),
    "a wager without its multiple": ("uth-ma", '\nof = "ante"', "", "wager play does not say what it is a multiple of"),
    "a multiple of nothing": ("uth-ma", 'of = "ante"', 'of = "anti"', "wager play names the wager anti"),
    "an option that the game needs": (
        "uth-ma",
        "[option.folded_hands_count]",
        "[option.folded_hands_sum]",
        "the option folded_hands_count, which the rulebook lacks",
    ),
    "an option that nobody needs": (
        "uth-ma",
        "[option.match_play]",
        '[option.moon]\ntitle = "The moon"\nclauses = ["1"]\nvalues = { full = "full" }\n\n[option.match_play]',
        "option moon decides nothing in this game",
    ),
    "an unknown game": ("uth-ma", 'game = "uth"', 'game = "uht"', "there is no game 'uht'"),
    "an unknown deck": ("uth-ma", 'deck = "standard"', 'deck = "tarot"', "there is no deck 'tarot'"),
    "an unknown rule": ("uth-ma", '"wager.trips"', '"wager.tripz"', "wager.tripz, which is no rule; did you mean"),
    "an unknown option": ("uth-ma", 'by = "trips"', 'by = "tripz"', "table trips goes by the option tripz"),
    "an unknown shared ruling": ("uth-ma", "\nS33 = ", "\nS333 = ", "shared: no ruling S333"),
    "an unknown name of a ruling": ("uth-ma", 'cited = ["royal_flush"]', 'cited = ["royal"]', "cited as royal"),
    "an unknown clause": ("uth-ma", 'S33 = ["6(b)"', 'S33 = ["66(b)"', "ruling S33 names the clause 66(b)"),
    "an unknown clause in braces": ("uth-ma", "{10(h)}", "{10(z)}", "names {10(z)}, a clause that the rulebook lacks"),
    "a sign's clause": ("uth-ma", '[sign]\nclauses = ["', '[sign]\nclauses = ["99", "', "sign names the clause 99"),
    "a wager by no clause": (
        "dragon-md",
        '\n[wager.dragon_bet]\ntitle = "Dragon Bet"\nclauses = [',
        None,
        "bound to no clause",
    ),
    "a choice by no clause": (
        "uth-ma",
        '"ask.before_flop"',
        '"ask.play"',
        "binds no clause to ask.before_flop",
    ),
    "a decision's choice by no clause": ("uth-ma", '"ask.check"', '"ask.order"', "no clause has the rule ask.check"),
    "a card that must be burned": ("lir-nj", '"community.burn"', '"ask.order"', "binds no clause to community.burn"),
    "a column that cannot be chosen": (
        "uth-ma",
        'columns = ["A", "B"',
        'columns = ["A", "Z"',
        "table trips has a column Z, which trips cannot be",
    ),
    "a value without a column": (
        "uth-ma",
        'columns = ["A", "B"',
        'columns = ["A", "Z"',
        "table trips has no column B, which trips may be",
    ),
    "columns that go by nothing": ("uth-ma", '\nby = "trips"', "", "table trips has columns, and does not say what"),
    "a condition on a value that is none": (
        "uth-fr",
        'when = { pour = "to" }',
        'when = { pour = "two" }',
        "names 'two', and the option pour has to, for",
    ),
    "a choice between nothing": (
        "uth-ma",
        "\n[option.folded_hands_count]\n",
        '\n[option.moon]\ntitle = "The moon"\nclauses = ["1"]\nvalues = {}\n\n[option.folded_hands_count]\n',
        "option moon is a choice, and has no values",
    ),
    "two rows of one hand": (
        "dragon-md",
        'hand = "gold_dragon"',
        'hand = "three_dragons"',
        "two rows of that hand are in force at once",
    ),
    "a wager as much as itself": (
        "uth-ma",
        'equal_to = "ante"',
        'equal_to = "blind"',
        "wager blind is as much as itself",
    ),
    "nothing required": ("lir-nj", "\nrequired = true", "", "no wager is required before the deal"),
    "a default beyond its bounds": (
        "uth-ma",
        "\n[option.seats]\n",
        "\n[option.seats]\ndefault = 200\n",
        "option seats: its default is more than its most",
    ),
    "a name that no address can have": (
        "uth-ma",
        'id = "uth-ma"',
        'id = "../uth"',
        "id is '../uth'; accepted: a",
    ),
    "a title of two lines": (
        "uth-ma",
        'title = "Ultimate Texas Hold \'Em"',
        'title = "Ultimate\\nTexas"',
        "title is 'Ultimate\\nTexas', and no line of text",
    ),
    "a key that is none": (
        "uth-ma",
        "\n[wager.play]\n",
        "\n[wager.play]\ntimes = [5]\n",
        "wager play: unknown keys ['times']",
    ),
    "a clause twice": ("uth-ma", '\nid = "10(b)"\n', '\nid = "10(a)"\n', "clause 10(a) is there 2 times"),
    "a clause that is missing": ("uth-ma", '\nid = "10(b)"\n', '\nid = "20(b)"\n', "missing between 10(a) and 10(c)"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_what_slips_is_refused_in_a_sentence(slip: str) -> None:
    name, before, after, says = SLIPS[slip]
    text = text_of(name)
    assert before in text
    if after is None:  # the clauses of the entry are emptied
        start = text.index(before) + len(before)
        wrong = text[:start] + text[text.index("]", start) :]
    else:
        wrong = text.replace(before, after)
    with pytest.raises(CroupierError) as refused:
        croupier.read_rulebook(wrong)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("dragon-md", 'hand = "gold_dragon"', 'hand = "golden_dragon"'),
        ("uth-ma", '\nof = "ante"', '\nof = "anti"'),
        ("uth-ma", '\nid = "10(b)"', '\nid = "20(b)"'),
        ("uth-ma", 'cited = ["royal_flush"]', 'cited = ["royal"]'),
    ],
)
def test_a_refusal_names_the_line(name: str, before: str, after: str) -> None:
    """The line is that of the part: of a row of a pay table the row, else the line that names the part."""
    wrong = text_of(name).replace(before, after)
    at = wrong[: wrong.index(after.strip())].count("\n") + 1
    with pytest.raises(RulebookError, match=r"line (\d+): ") as refused:
        croupier.read_rulebook(wrong)
    line = int(str(refused.value).removeprefix("line ").partition(":")[0])
    assert line <= at <= line + 12 or "missing" in str(refused.value)


@pytest.mark.parametrize("book", croupier.rulebooks(), ids=lambda book: book.id)
def test_a_misspelt_hand_of_any_table_of_any_rulebook_is_refused(book: croupier.Rulebook) -> None:
    for table in book.to_data()["table"]:
        for row in table["rows"]:
            right = row["hand"]
            raw = book.to_data()
            same = [each for each in raw["table"] if each["name"] == table["name"]]
            for each in (each for other in same for each in other["rows"] if each["hand"] == right):
                each["hand"] = f"{right}x"
            with pytest.raises(CroupierError):
                croupier.read_rulebook(raw)


def test_the_settlements_look_up_only_hands_that_the_games_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand that a settlement may look up, and the list lacks, would be refused in a rulebook."""
    asked: dict[tuple[str, str], set[str]] = {}
    row = Terms.row

    def spied(self: Terms, table: str, hands: tuple[str, ...], column: str | None = None) -> object:
        asked.setdefault((self.rulebook.game, table), set()).update(hands)
        return row(self, table, hands, column)

    monkeypatch.setattr(Terms, "row", spied)
    for case in CASES:
        state, random = case.open(), Random(f"hands:{case}")  # noqa: S311 - a walk
        for _ in range(300):
            outcome = step(state, propose(state, random))
            state = state if isinstance(outcome, Refusal) else outcome.state
    assert len(asked) > 8
    for (game, table), hands in asked.items():
        if game in games.NAMES:
            assert hands - {""} <= games.load(game).hands[table]


@pytest.mark.parametrize(
    ("clauses", "gap"),
    [
        ("1(a) 1(b) 1(c)", ""),
        ("1(a) 1(c)", "1(a) 1(c)"),
        ("1(h) 1(i) 1(j)", ""),
        ("1(i) 1(ii) 1(iii) 1(iv)", ""),
        ("1(i) 1(iii)", "1(i) 1(iii)"),
        ("55-20(9) 55-20(10) 55-20-1(1)", ""),
        ("55-20(9) 55-20(11)", "55-20(9) 55-20(11)"),
        ("1 2 4", "2 4"),
    ],
)
def test_a_clause_is_missing_between_its_neighbours(clauses: str, gap: str) -> None:
    assert [" ".join(pair) for pair in missing(clauses.split())] == [gap] * bool(gap)


JUNK: tuple[object, ...] = (None, 0, 1.5, "", "x", [], {}, [[]], True, "1 to 0", "{", 10**30, "as moon", "push", "$1")


def places(value: object, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of a rulebook's data."""
    if at:
        yield at
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(each, (*at, key))


def spoiled(book: croupier.Rulebook, part: str, random: Random) -> dict[str, Any]:
    """The data of a rulebook of which an entry of a part is dropped, or is something else."""
    raw = entry = book.to_data()
    *above, last = random.choice([at for at in places(raw) if at[0] == part])
    for key in above:
        entry = entry[key]
    if random.randrange(2):
        del entry[last]
    else:
        entry[last] = random.choice(JUNK)
    return raw


@pytest.mark.parametrize("book", croupier.rulebooks(), ids=lambda book: book.id)
def test_junk_in_any_part_is_refused_in_a_sentence_or_dealt(book: croupier.Rulebook) -> None:
    """Never a Python error, when it is read or at a table."""
    random = Random(book.id)  # noqa: S311 - the same junk each time
    for part in sorted(set(book.to_data()) - {"language"}):
        raw = spoiled(book, part, random)
        try:
            state = open_table(Submission.of(croupier.read_rulebook(raw), {}))
        except CroupierError:
            continue
        for _ in range(30):
            outcome = step(state, propose(state, random))
            state = state if isinstance(outcome, Refusal) else outcome.state
