"""What programs use: short words for everything, one base for errors, and examples that do what they show."""

import doctest
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType, SimpleNamespace
from typing import Any

import api
import pytest

import croupier
from croupier import CroupierError, errors
from croupier.analysis.answer import NoFramesError
from croupier.games.terms import Terms
from croupier.table.model.command import Command
from croupier.table.play.runner import Table

pytestmark = pytest.mark.usefixtures("shared_solutions")

ROOT = Path(__file__).parents[1]
LONGEST = 200


def test_every_example_in_a_docstring_gives_what_it_shows() -> None:
    found = doctest.testmod(croupier)
    assert found.attempted >= 10
    assert found.failed == 0


def test_the_page_for_programs_is_current() -> None:
    assert api.PAGE.read_text(encoding="utf-8") == api.page()


def test_the_notebook_runs() -> None:
    cells = json.loads((ROOT / "docs" / "example.ipynb").read_text(encoding="utf-8"))["cells"]
    room: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec("".join(cell["source"]), room)  # noqa: S102 - our own notebook
    assert room["nets"] != [0, 0]


def test_whatever_a_program_gets_is_said_in_a_line() -> None:
    submission = croupier.submission("uth-ma", trips="B")
    played = next(croupier.deal("dragon-md", players=["cheap"], seed="1"))
    for each in (croupier.load("uth-ma"), submission, Terms(submission), played, played.hands[0]):
        assert len(repr(each)) < LONGEST
    assert "1 hand, net" in repr(played)
    assert "<table>" in croupier.load("uth-ma")._repr_html_()
    assert "<td>B</td><td>chosen</td>" in submission._repr_html_()


def test_a_table_is_said_in_a_line_with_all_its_parts() -> None:
    table = Table(croupier.submission("dragon-md"))
    table.open()
    table.send(Command("player", "sit", 2, {}, {"bankroll": 100_000}, by="p-4711"))
    table.feed()
    table.send(Command("player", "bet", 2, {"wagers": {"ante": 500, "ante_bonus": 500}}, by="p-4711"))
    assert repr(table.state) == "<State of dragon-md: betting, round 0, 1 of 6 seats taken>"
    assert repr(table.state.seat(2)) == "<Seat of p-4711: $990, $10 on the layout, cards 0>"
    assert repr(table.state.fixed) == "<Fixed by <Submission dragon-md>: committed>"


def test_a_rulebook_is_said_in_a_line_with_all_its_parts() -> None:
    book = croupier.load("uth-ma")
    parts = (book.deck, book.clauses[3], book.tables[0], book.options["trips"], *book.rulings.values())
    assert max(len(repr(each)) for each in parts) < LONGEST
    assert len(repr(croupier.strategy("uth-simple"))) < LONGEST


def test_a_notebook_shows_rounds_hands_views_and_strategies_and_what_they_hold_as_text() -> None:
    seen: list[croupier.View] = []

    def first(view: Mapping[str, Any]) -> str:
        assert isinstance(view, croupier.View)
        seen.append(view)
        return str(view["choices"][0]["choice"])

    played = next(croupier.deal("uth-ma", players=[first, "cheap"], seed="1"))
    assert "<th>seat 1</th>" in played._repr_html_()
    assert "<th>ante</th>" in played.hands[0]._repr_html_()
    assert "<th>asked</th><td>seat 1: check, play 3x, play 4x</td>" in seen[0]._repr_html_()
    assert repr(seen[0]) == "<View of uth-ma: round 1, round, 2 seats>"
    assert "$99,990" in seen[0]._repr_html_()
    assert seen[0]._repr_html_().count("$99,990") == 1  # the other's bankroll is the other's
    assert "otherwise" in croupier.strategy("dragon")._repr_html_()
    parts = croupier.load("uth-ma").to_data() | {"title": "<script>"}
    assert "<p><b>&lt;script&gt;," in croupier.read_rulebook(parts)._repr_html_()


def test_a_rulebook_is_made_in_python_as_well_as_in_toml() -> None:
    for book in croupier.rulebooks():
        text = (ROOT / "src" / "croupier" / "rulebook" / "data" / f"{book.id}.toml").read_text(encoding="utf-8")
        assert croupier.read_rulebook(book.to_data()) == croupier.read_rulebook(text) == book


def test_a_rulebook_of_ones_own_is_dealt() -> None:
    parts = croupier.load("dragon-md").to_data() | {"id": "dragon-own"}
    own = croupier.submission(croupier.read_rulebook(parts), three_card_bonus="B")
    assert croupier.read_submission('three_card_bonus = "B"', own.rulebook) == own
    assert next(croupier.deal(own, players=["cheap"], seed="1")).number == 1


# One line a case: how the parts of a rulebook are spoilt, and what is said of it.
SPOILT: dict[str, tuple[dict[str, object], str]] = {
    "a part that is no list": ({"clause": 5}, "clause is a list of tables"),
    "a list of something else": ({"clause": ["1"]}, "clause is a list of tables"),
    "nothing in it": ({"clause": []}, "a rulebook has clauses"),
    "a title that is no text": ({"title": 5}, "title is 5, and no line of text"),
    "a deck that nobody has": ({"deck": "tarot"}, "there is no deck 'tarot'; accepted: standard, dragon"),
    "wagers that are a list": ({"wager": []}, "wager is a table of tables"),
    "a part that no rulebook has": ({"colour": 1}, "a rulebook has no colour; accepted: clause"),
    "an option that is nothing": ({"option": {"x": None}}, "option is a table of tables"),
    "a sign that is no table": ({"sign": 1}, "sign is a table"),
    "a set": ({"game": {1}}, "set is no part of a rulebook; accepted: texts"),
    "an edition of nothing": ({"follows": "whist"}, "follows: there is no 'whist'; accepted: colorado-ma-1"),
    "a sign without its parts": ({"sign": {}}, "sign: unknown keys [], missing keys"),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_rulebook_is_refused_in_a_sentence(how: str) -> None:
    parts, said = SPOILT[how]
    with pytest.raises(croupier.RulebookError, match=re.escape(said)):
        croupier.read_rulebook(croupier.load("dragon-md").to_data() | parts)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [({"says": 5}, "clause 1: Expected"), ({"kind": "poem"}, "clause 1: Invalid"), ({"when": 5}, "not of its form")],
)
def test_a_spoilt_clause_is_refused_by_its_number(spoil: dict[str, object], said: str) -> None:
    parts = croupier.load("dragon-md").to_data()
    parts["clause"][0] |= spoil
    with pytest.raises(croupier.RulebookError, match=said):
        croupier.read_rulebook(parts)


@pytest.mark.parametrize("text", ["=", "trips = 'B'", "rulebook = 5", "rulebook = 'whist'"])
def test_a_text_that_is_no_submission_is_refused(text: str) -> None:
    with pytest.raises(croupier.TextError, match=r"TOML|names its rulebook"):
        croupier.read_submission(text)


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("cheap", "players are a list"),
        ([5], "5 is no player; accepted: 'best'"),
        ([lambda _: None], "None is no answer; accepted: a choice"),
        ([lambda _: ("check", 5)], "is no answer"),
    ],
)
def test_who_is_no_player_is_told_who_would_be(players: Any, said: str) -> None:  # noqa: ANN401 - wrong on purpose
    with pytest.raises(croupier.DealError, match=said):
        next(croupier.deal("uth-ma", players=players))


def test_what_there_is_is_listed_and_what_there_is_not_is_said() -> None:
    assert dir(croupier) == sorted(croupier.__all__)
    assert all(getattr(croupier, name) is not None for name in croupier.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'analyse'; it has Account, Analysis"):
        _ = croupier.analyse


@pytest.fixture(scope="module", name="found")
def an_analysis() -> croupier.Analysis:
    return croupier.analyze("dragon-md")


def test_a_result_has_sessions_strategy_plots_pages_and_tables(found: croupier.Analysis) -> None:
    assert found.session(100).rounds == 100
    chart = found.strategy()
    assert chart is not None
    assert "<svg" in found.plot("dragon_bet")._repr_html_()
    assert found.to_html(10).startswith("<!DOCTYPE html>")
    assert {"summary.csv", "base.csv"} <= set(found.to_csv())
    assert len(repr(found)) < LONGEST
    assert len(repr(found["base"])) < LONGEST
    assert repr(found.session(100)) == "<Session of 100 rounds: mean -3.1650, standard deviation 31.2545 units>"
    assert repr(found.spots[0]) == "<Spot your cards: play of 2 actions, for 3 hands>"
    assert repr(chart.plays[0]).startswith(f"<Play {chart.plays[0].hand}: play, ")
    assert "<table>" in found["base"]._repr_html_()
    with pytest.raises(KeyError, match="no wager 'trips' was analysed; there are base"):
        _ = found["trips"]


def test_a_frame_is_one_of_the_library_that_is_there(found: croupier.Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(NoFramesError, match="neither is installed; accepted: to_csv"):
        found.to_frame()
    polars = ModuleType("polars")
    polars.DataFrame = lambda rows: SimpleNamespace(rows=rows)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "polars", polars)
    assert [row["wager"] for row in found.to_frame().rows] == list(found.wagers)
    chances = [row["chance"] for row in found.to_frame("dragon_bet").rows]
    assert sum(chances) == pytest.approx(1)


def test_what_a_player_may_not_do_ends_the_deal_with_the_refusal() -> None:
    with pytest.raises(croupier.DealError, match=r"seat 1, decide: .*accepted"):
        next(croupier.deal("dragon-md", players=[lambda _: "dance"]))
    with pytest.raises(CroupierError, match="could be dollars or cents"):
        next(croupier.deal("dragon-md", stakes={"ante": 5}))  # type: ignore[dict-item]
    with pytest.raises(CroupierError, match="5 could be euro or cents; write it as text, like '€10'"):
        croupier.deal("uth-fr", bankroll=5)  # type: ignore[arg-type]
    assert list(croupier.deal("dragon-md", players=["cheap"], bankroll="$4")) == []


def test_a_card_is_put_away_by_its_face() -> None:
    def first(seen: Mapping[str, Any]) -> tuple[str, str]:
        return "bet", seen["seats"][0]["cards"][0]

    played = next(croupier.deal("colorado-ma-1", players=[first], seed="5"))
    assert played.hands[0].decisions == ("bet",)
    assert len(played.hands[0].cards) == 2


def test_wagers_that_must_be_equal_are_made_equal() -> None:
    played = next(croupier.deal("uth-ma", players=["cheap"], stakes={"ante": "$10", "trips": "$5"}, seed="1"))
    assert {name: played.hands[0].wagers[name] for name in ("ante", "blind", "trips")} == {
        "ante": 1000,
        "blind": 1000,
        "trips": 500,
    }


def test_a_seed_deals_the_same_cards_again_and_rounds_end_the_deal() -> None:
    first, second = (list(croupier.deal("lir-nj", players=[None, "cheap"], rounds=3, seed="x")) for _ in range(2))
    assert first == second
    assert [played.number for played in first] == [1, 2, 3]


def test_all_errors_of_the_package_have_one_base() -> None:
    for call in (
        lambda: croupier.load("whist"),
        lambda: croupier.submission("uth-ma", trips="Z"),
        lambda: croupier.analyze("uth-ma", stakes={"ante": "much"}),
        lambda: croupier.analyze("uth-ma", hands=99),
        lambda: croupier.strategy("nobody's"),
        lambda: croupier.analyze("dragon-md").session(0),
        lambda: croupier.analyze("dragon-md")["base"].ruin(0),
        lambda: list(croupier.deal("dragon-md", players=[])),
        lambda: croupier.read_rulebook("id = 'x'"),
        lambda: croupier.load("uth-ma").clause("99"),
        lambda: croupier.load("uth-ma").deck.parse("Xx"),
        lambda: croupier.load(None),  # type: ignore[arg-type]
        lambda: croupier.analyze(7),  # type: ignore[arg-type]
        lambda: croupier.analyze("dragon-md", game="baccarat"),
        lambda: croupier.deal("dragon-md", game="baccarat"),
        lambda: croupier.deal("dragon-md", rounds="3"),  # type: ignore[arg-type]
        lambda: croupier.deal("dragon-md", seed=0.5),  # type: ignore[arg-type]
        lambda: croupier.submission(5),  # type: ignore[arg-type]
        lambda: croupier.strategy(5),  # type: ignore[arg-type]
        lambda: croupier.read_submission(5),  # type: ignore[arg-type]
        lambda: croupier.read_rulebook(5),  # type: ignore[arg-type]
        lambda: croupier.analyze("uth-ma", hands="3"),  # type: ignore[arg-type]
        lambda: croupier.analyze("dragon-md").session("x"),  # type: ignore[arg-type]
        lambda: croupier.analyze("dragon-md")["base"].ruin("x"),  # type: ignore[arg-type]
    ):
        with pytest.raises(errors.CroupierError):
            call()
    with pytest.raises(croupier.SubmissionError, match="a submission has its options already"):
        croupier.analyze(croupier.submission("uth-ma"), trips="B")


# What never leaves the file or the room that raises it: a signal, and no answer to anybody.
SIGNALS = {
    "croupier.analysis.kernels.compiler.SlowerWarning",
    "croupier.cli.play.parser.HowMuchError",
    "croupier.cli.play.prompts.Quit",
    "croupier.cli.terminal.streams.OutputError",
    "croupier.cli.terminal.streams.ReaderGoneError",
    "croupier.house.engine.writer.ShortError",
    "croupier.service.live.record_readers.StoppedError",
}


def test_whatever_may_reach_a_program_is_of_that_base_in_every_room() -> None:
    found = set()
    for module in walk_packages(croupier.__path__, "croupier."):
        if ".migrations" in module.name or module.name == "croupier.__main__":
            continue
        for name, kind in vars(import_module(module.name)).items():
            ours = isinstance(kind, type) and kind.__module__ == module.name and issubclass(kind, Exception)
            if ours and not name.startswith("_") and not issubclass(kind, CroupierError):
                found.add(f"{module.name}.{name}")
    assert found == SIGNALS


@pytest.mark.parametrize("room", ["croupier.client", "croupier.house", "croupier.service"])
def test_what_a_room_may_raise_is_named_there(room: str) -> None:
    module = import_module(room)
    named = [getattr(module, name) for name in module.__all__]
    assert any(isinstance(kind, type) and issubclass(kind, CroupierError) for kind in named)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = module.nothing


def test_a_submission_is_made_of_a_rulebook_too() -> None:
    assert croupier.submission(croupier.load("uth-ma"), trips="B")["trips"] == "B"


def test_a_rulebook_and_options_are_taken_wherever_a_name_is() -> None:
    book = croupier.load("dragon-md")
    assert croupier.analyze(book, three_card_bonus="B")["three_card_bonus"].ev == Fraction(-383, 11713)
    by_name, by_book = (croupier.deal(of, rounds=2, seed=3, three_card_bonus="B") for of in ("dragon-md", book))
    assert list(by_name) == list(by_book) == list(croupier.deal("dragon-md", rounds=2, seed="3"))


def test_an_analysis_has_its_wagers_by_name() -> None:
    found = croupier.analyze("dragon-md")
    assert list(found) == ["base", "three_card_bonus", "dragon_bet"] == [found[name].name for name in found]
    assert len(found) == 3
    assert "dragon_bet" in found


def test_every_field_of_what_a_program_gets_is_on_the_page() -> None:
    page = api.PAGE.read_text(encoding="utf-8")
    for said in (
        "- `net: Cents`: won or lost, in cents, over all wagers",
        "- `commitment: str`: to the house's secret",
    ):
        assert said in page
    for kind in (croupier.Hand, croupier.Round, croupier.Refusal, croupier.Account, croupier.Line):
        for name in kind.__annotations__:
            assert f"- `{name}: " in page.partition(f"### `croupier.{kind.__name__}`")[2].partition("\n### ")[0]


def test_the_package_is_a_command() -> None:
    done = subprocess.run([sys.executable, "-m", "croupier", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"{croupier.__version__}\n"


def test_version_and_changelog_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == croupier.__version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {croupier.__version__}" in changes
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {croupier.__version__}\n" in cited
