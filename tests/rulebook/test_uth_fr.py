"""The French Ultimate Hold'em: its stakes, its currency, its two languages, and its figures beside Massachusetts'."""

import json
import re
from fractions import Fraction

import pytest
from support.analysis.solutions import analysed, solved
from support.cli.shell import run

import croupier
from croupier import games
from croupier.analysis import Question
from croupier.analysis.model.payoffs import Payoffs, base_stakes
from croupier.analysis.results.figures import edge
from croupier.games.terms import Terms
from croupier.rulebook import Submission, SubmissionError, load
from croupier.rulebook.sign import sign
from croupier.rulebook.translation import said_in
from croupier.table.decide import open_table
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.play.runner import Table

BOOK = load("uth-fr")


@pytest.mark.clause("uth-fr", "55-20-1(5)")
@pytest.mark.parametrize(("times", "most"), [("10", 2000), ("20", 4000), ("30", 6000)])
def test_the_maximum_is_ten_twenty_or_thirty_times_the_minimum_for_each_wager(times: str, most: int) -> None:
    terms = Terms(Submission.of(BOOK, {"minimum": "2 €", "maximum": times}))
    assert {terms.bounds[name] for name in ("ante", "blind", "trips")} == {(200, most)}


@pytest.mark.clause("uth-fr", "55-20-1(5)")
def test_another_maximum_is_refused() -> None:
    with pytest.raises(SubmissionError, match=r"France 55-20-1\(5\): '40' is no value of maximum; accepted: 10 "):
        Submission.of(BOOK, {"maximum": "40"})


@pytest.mark.clause("uth-fr", "53(1)", "55-20-1(4)")
def test_the_minimum_stands_for_as_long_as_the_table_is_open() -> None:
    """It is a part of the submission, which no command of a table changes: a new one takes a new session."""
    state = open_table(Submission.of(BOOK, {"minimum": "€10"}))
    assert state.terms.bounds["ante"][0] == 1000
    with pytest.raises(AttributeError):
        state.terms.submission.chosen = {}  # type: ignore[misc]


@pytest.mark.clause("uth-fr", "55-20(5)")
def test_the_dealer_alone_closes_the_bets_and_deals() -> None:
    table = Table(Submission(BOOK), Random("a"), frozenset())
    for who in ("player", "floor", "house"):
        refused = table.send(Command(who, "deal", 0))
        assert getattr(refused, "accepted", "") == "'deal' by the dealer"


@pytest.mark.clause("uth-fr", "55-20(21)", "55-20(29)")
def test_the_pay_tables_are_on_the_sign_in_both_languages() -> None:
    asked = Submission(BOOK)
    english = {block.title: {row[0]: row[1] for row in block.rows} for block in sign(asked).blocks}
    french = {
        block.title: {row[0]: row[1] for row in block.rows} for block in sign(Submission(said_in(BOOK, "fr"))).blocks
    }
    assert english["Trips"]["Full house"] == "8 to 1"
    assert french["Trips"]["Full"] == "8 pour 1"
    assert english["Blind"]["Flush"] == "3 to 2"
    assert french["Blind"]["Couleur"] == "3 pour 2"
    assert list(french) == ["Ante et Play", "Trips", "Blind"]
    assert {len(rows) for rows in french.values()} == {len(rows) for rows in english.values()}


def test_every_clause_is_said_in_french_and_the_rules_stay_the_same() -> None:
    french = said_in(BOOK, "fr")
    assert [each.id for each in french.clauses] == [each.id for each in BOOK.clauses]
    assert not [each.id for each, before in zip(french.clauses, BOOK.clauses, strict=True) if each.says == before.says]
    assert french.rules == BOOK.rules
    assert french.hash == BOOK.hash
    assert not [name for name, ruling in french.rulings.items() if name[0] == "F" and ruling == BOOK.rulings[name]]
    assert (BOOK.money(250), french.money(250), french.money(100_000)) == ("€2.50", "2,50\u00a0€", "1\u202f000\u00a0€")
    with pytest.raises(croupier.UnknownError, match="uth-fr is not written in 'de'; it is in en, fr"):
        said_in(BOOK, "de")


def test_its_figures_are_those_of_the_same_rules_in_massachusetts() -> None:
    """Burns, the deal and the cut move no chance, and its trips table is the third of theirs."""
    here = analysed(Question(Submission(BOOK)))
    there = analysed(Question(croupier.submission("uth-ma", trips="C", cover_all="no")))
    assert here["base"].ev == there["base"].ev
    assert here["trips"].ev == there["trips"].ev
    assert round(float(here["base"].house_edge), 6) == 0.02185  # as published for the usual tables


def test_the_readings_of_its_tables_are_worth_what_the_stake_is() -> None:
    """With the stake counted in, each winning row of trips pays one unit less."""
    to, counted = (analysed(Question(croupier.submission(BOOK, pour=each)))["trips"] for each in ("to", "for"))
    wins = sum(ways for net, ways in to.outcomes.items() if net > 0)
    assert to.ev - counted.ev == Fraction(wins, to.cycle)


def test_a_trips_wager_that_a_fold_loses_is_counted_with_the_folds() -> None:
    """On three or four of a kind in the middle many hands are folded, and under the second reading of F5 lose Trips."""
    stands, lost = (analysed(Question(croupier.submission(BOOK, folded_trips=each))) for each in ("settled", "lost"))
    assert lost["base"] == stands["base"]
    terms = Terms(Submission(BOOK))
    payoffs = Payoffs(games.load(BOOK.game), terms, base_stakes(terms))
    solution, stake = solved(payoffs), 100
    given_up = sum(
        ways * (line.amount + stake)
        for (path, facts), ways in solution.tally.items()
        for line in payoffs.game.settle(facts, {"trips": stake}, terms)
        if path.ending == "folded"
    )
    assert given_up > 0
    assert stands["trips"].ev - lost["trips"].ev == Fraction(given_up, stake * solution.cycle)


def test_amounts_are_in_euro_in_the_terminal_and_in_json() -> None:
    ran = run("play", "uth-fr", "--auto", "--rounds", "1", "--seed", "a")
    assert ran.returncode == 0, ran.stderr
    assert "€5" in ran.stdout
    assert "$" not in ran.stdout
    told = json.loads(run("rules", "uth-fr", "--json").stdout)
    assert (told["currency"], told["languages"]) == ("EUR", ["en", "fr"])
    ran = run("submission", "check", "-", typed='rulebook = "uth-fr"\nminimum = "$5"\n')
    assert ran.returncode == 2
    assert "minimum cannot be '$5'" in ran.stderr


def test_a_player_and_a_mathematician_count_in_euro() -> None:
    ran = run("play", "uth-fr", "--auto", "--rounds", "1", "--seed", "a", "--bankroll", "€50")
    assert (ran.returncode, "€" in ran.stdout, "$" in ran.stdout) == (0, True, False), ran.stderr
    asked = Question(Submission(BOOK), stakes={"ante": 1000, "blind": 1000})
    found = analysed(asked)
    sheet = found.to_html()
    assert "€" in edge(found["joint"], found.terms)
    assert "€" in sheet
    assert not re.search(r"[$]\d", sheet)
    assert "ante=€10" in sheet
    assert (found["joint"].unit, found.to_json()["currency"]) == ("euro", "EUR")
    assert croupier.analyze(BOOK, stakes={"ante": "€10"})["joint"].ev == found["joint"].ev


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--auto", "--rounds", "1", "--bankroll", "$50"),
        ("analyze", "--stake", "ante=$5"),
        ("worth", "--buy-in", "$5"),
    ],
)
def test_dollars_are_refused_at_a_table_in_euro(words: tuple[str, ...]) -> None:
    ran = run(words[0], "uth-fr", *words[1:])
    assert (ran.returncode, "is in another currency; money is EUR here" in ran.stderr) == (2, True)


def test_rounds_of_the_library_are_shown_in_euro() -> None:
    (played,) = croupier.deal(BOOK, players=["cheap"], rounds=1, seed="1")
    shown = played._repr_html_() + played.hands[0]._repr_html_()
    assert "€" in shown
    assert "$" not in shown


def test_what_a_table_wins_is_told_in_euro() -> None:
    ran = run("worth", "uth-fr")
    assert (ran.returncode, "€" in ran.stdout, "$" in ran.stdout) == (0, True, False)
    assert json.loads(run("worth", "uth-fr", "--json").stdout)["tables"][0]["currency"] == "EUR"


@pytest.mark.parametrize("words", [("rules", "uth-fr"), ("rules", "uth-fr", "55-20(16)"), ("sign", "uth-fr")])
def test_the_terminal_reads_it_in_the_language_that_is_asked_for(words: tuple[str, ...]) -> None:
    english, french = run(*words), run(*words, "--language", "fr")
    assert (english.returncode, french.returncode) == (0, 0), french.stderr
    assert "pour 1" in french.stdout or "Ante et Play sont payés" in " ".join(french.stdout.split())
    assert english.stdout != french.stdout
    missing = run(*words, "--language", "de")
    assert missing.returncode == 2
    assert "uth-fr is not written in 'de'; it is in en, fr" in missing.stderr
