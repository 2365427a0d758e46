"""The PAR sheet and the spreadsheets: their tables add up, and the page is whole by itself."""

import csv
import re
import shlex
from collections import Counter
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from io import StringIO

import pytest
from support import three_card
from support.analysis.solutions import analysed as analysis_of

import croupier
from croupier.analysis import Analysis, Question
from croupier.analysis.report import reproduction, sessions
from croupier.analysis.report.options import ReportOptions
from croupier.analysis.report.packet import Packet
from croupier.analysis.report.sheet import sheet
from croupier.analysis.report.spreadsheets import spreadsheets
from croupier.analysis.report.strategy import Chart, chart
from croupier.analysis.results.comparison import Readings, Table
from croupier.analysis.results.figures import edge, summary
from croupier.analysis.results.number_text import between, bound, net, one_in
from croupier.hands import dragon
from croupier.money import MoneyError
from croupier.rulebook import NAMES, Submission, load

PROGRESSIVE = {
    "seed": "$5,000",
    "stake": "$1",
    "increment": "$0.50",
    "cards": "own",
    "rows": [{"hand": "three_red_dragons", "share": "100%"}, {"hand": "three_tigers", "pays": "$20"}],
}


class Page(HTMLParser):
    """A page taken apart: its tables by their ids or captions, its ids, its links and its plots."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.captions: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.plots: list[dict[str, str]] = []
        self.headings: list[int] = []
        self.attributes: set[str] = set()
        self.titles: list[str] = []
        self._rows: list[list[str]] = []
        self._name = ""
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.attributes |= given.keys()
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if tag == "a" else []
        self.plots += [given] if tag == "svg" else []
        self.headings += [int(tag[1])] if re.fullmatch(r"h\d", tag) else []
        self._table(tag, given)

    def _table(self, tag: str, given: dict[str, str]) -> None:
        if tag == "table":
            self._rows, self._name = [], given.get("id", "")
        elif tag == "caption":
            self.captions.append("")
            self._inside = "caption"
        elif tag == "tr":
            self._rows.append([])
        elif tag in {"td", "th"}:
            self._rows[-1].append("")
            self._inside = "cell"
            self.titles += [given["title"]] if "title" in given else []
        elif tag == "br":
            self._rows[-1][-1] += " "

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self.tables[self._name or self.captions[-1]] = self._rows
            self._rows = []
        if tag in {"td", "th", "caption"}:
            self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "caption":
            self.captions[-1] += data
        elif self._inside == "cell":
            self._rows[-1][-1] += data


@cache
def analysed(name: str) -> tuple[Analysis, Question]:
    if name == "three-card":
        question = Question(three_card.submission(), game=three_card.GAME)
    elif name == "staked":
        submission = croupier.submission("dragon-md", progressive=PROGRESSIVE, three_card_bonus="B")
        question = Question(submission, stakes={"ante": 1000, "dragon_bet": 500}, meter=600_000)
    else:
        question = Question(croupier.submission(name))
    return analysis_of(question), question


@cache
def paged(name: str) -> tuple[str, Page]:
    text = sheet(*analysed(name))
    return text, Page(text)


def charted(name: str) -> Chart:
    analysis, question = analysed(name)
    found = chart(analysis, question.game)
    assert found is not None
    return found


CHEAP = ["dragon-md", "lir-nj", "staked"]


@pytest.mark.parametrize("name", CHEAP)
def test_the_tables_of_the_sheet_add_up(name: str) -> None:
    analysis, _ = analysed(name)
    _, page = paged(name)
    for account in analysis.wagers.values():
        header, *rows, total = page.tables[f"outcomes-{account.name}"]
        assert header == ["Hand", "Pays", "Net", "Ways", "Probability", "Once", "Return"]
        assert sum(int(row[3].replace(",", "")) for row in rows) == account.cycle == int(total[3].replace(",", ""))
        slack = len(rows) * Fraction(1, 10**10)
        assert abs(sum((Fraction(row[4]) for row in rows), Fraction(-1))) <= slack
        assert abs(sum((Fraction(row[6]) for row in rows), -account.ev)) <= slack
        assert total[4] == "1"
        assert abs(Fraction(total[6]) - account.ev) <= Fraction(1, 10**10)
        for row, printed in zip(account.table, rows, strict=True):
            assert printed[:4] == [row.title, row.pays, between(row.least, row.most), f"{row.ways:,}"]
            assert printed[5] == one_in(Fraction(row.ways, account.cycle))


@pytest.mark.parametrize("name", ["dragon-md", "lir-nj", "staked", "colorado-ma-1", "three-card"])
def test_a_report_s_table_follows_the_pay_table_and_has_one_row_for_all_other_hands(name: str) -> None:
    analysis, _ = analysed(name)
    for account in analysis.wagers.values():
        tables = [each for each in analysis.terms.submission.tables() if account.name in each.wagers]
        listed = [row.name for table in tables for row in table.rows]
        titles = [row.title for row in account.table]
        assert len(titles) == len(set(titles))
        assert titles[-1] == "All other"
        assert not listed or titles[:-1] == listed
        assert sum(row.ways for row in account.table) == account.cycle
        assert sum(row.returns for row in account.table) == account.ev
        if account.actions is not None:
            assert sum(each.ways for each in account.paths) == account.cycle
            assert sum(each.returns for each in account.paths) == account.ev
            assert sum(each.ways * each.staked for each in account.paths) == account.average_wager * account.cycle


def test_a_pay_row_is_not_split_by_the_words_for_its_hands() -> None:
    rows = {row.title: row for row in analysed("dragon-md")[0]["three_card_bonus"].table}
    assert (rows["Trips"].pays, rows["Trips"].ways) == ("10 to 1", 286 + 165 + 120)
    bonus = {row.title: row for row in analysed("colorado-ma-1")[0]["bonus"].table}
    assert bonus["Pair of jacks or better"].ways == 17367624 + 17281224 + 17098368 + 16839168
    assert analysed("staked")[0]["progressive"].table[0].title == "Three red dragons"
    returned = analysis_of(Question(croupier.submission("colorado-ma-1", folded_bonus="return")))["bonus"].table[-1]
    assert (returned.title, int(returned.least), int(returned.most)) == ("All other", -1, 0)


@pytest.mark.parametrize("name", CHEAP)
def test_the_sheet_needs_nothing_from_elsewhere(name: str) -> None:
    text, page = paged(name)
    assert not re.search(r"https?:|//[a-z]|@import|src=|<script|<link", text)
    assert not page.attributes & {"src", "srcset", "data", "action"}
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    named = re.findall(r'url\(#([^)]*)\)|href="#([^"]*)"', text)
    assert named
    assert {first or second for first, second in named} <= set(page.ids)


@pytest.mark.parametrize("name", CHEAP)
def test_the_sheet_can_be_read_without_seeing_it(name: str) -> None:
    text, page = paged(name)
    assert '<html lang="en">' in text
    assert [each for each, often in Counter(page.ids).items() if often > 1] == []
    assert page.headings[0] == 1
    assert all(after - before <= 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
    assert len(page.captions) == text.count("<table")
    assert all(caption.strip() for caption in page.captions)
    assert page.plots
    assert all(plot["role"] == "img" and len(str(plot["aria-label"])) > 40 for plot in page.plots)


def test_the_sheet_is_the_same_bytes_every_time() -> None:
    assert sheet(*analysed("dragon-md")) == paged("dragon-md")[0]


def test_the_summary_names_the_base_of_every_edge() -> None:
    analysis, _ = analysed("lir-nj")
    lines = {line.title: line for line in summary(analysis.wagers, analysis.terms)}
    assert lines["Base game"].edge == "3.5057% of Bet 1"
    assert lines["Base game"].exact == "-37963/1082900"
    rows = {row[0]: row for row in paged("lir-nj")[1].tables["summary-table"]}
    assert rows["Three card bonus"][1:3] == ["2.3167% of Three card bonus", "-0.023167"]
    staked, _ = analysed("staked")
    assert re.fullmatch(r"\$\d\.\d{4} a round", edge(staked["joint"], staked.terms))


def test_the_sheet_shows_every_option_with_its_clauses_and_what_they_rest_on() -> None:
    analysis, _ = analysed("staked")
    text, page = paged("staked")
    rows = {row[0].split(" ")[-1]: row for row in page.tables["options-table"][1:]}
    used = {name: value for name, value in analysis.options.items() if value is not None}
    assert {name: row[1] for name, row in rows.items()} == used
    assert [name for name, row in rows.items() if row[3]] == ["three_card_bonus", "progressive"]
    for name, option in analysis.terms.rulebook.options.items():
        if name in used:
            assert rows[name][4:] == [", ".join(option.clauses), option.ruling or ""]
    rulings = next(table for caption, table in page.tables.items() if caption.startswith("Rulings"))
    assert {option.ruling for option in analysis.terms.rulebook.options.values() if option.name in used} - {None} <= {
        row[0] for row in rulings
    }
    assert "Ante of $10." in text
    assert "Break even meter" in text


def test_the_summary_of_a_packet_says_where_a_wager_on_all_hands_stands() -> None:
    found, question = analysed("dragon-md")
    packet = Packet(by_hands=(Table("Cover All", ("Hands", "House edge"), (("2", "9.9787%"),)),))
    page = sheet(found, question, ReportOptions(packet=packet))
    assert page.count('href="#hands"') == 2  # in the contents and in the summary
    assert "#hands" not in sheet(found, question, ReportOptions(packet=Packet()))


# ---- strategy ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dragon-md", "lir-nj", "colorado-ma-1", "three-card"])
def test_every_hand_stands_in_one_part_of_the_chart(name: str) -> None:
    found = charted(name)
    played = {action: hands for action, (hands, _) in found.taken.items()}
    parts: Counter[str] = Counter()
    for part in found.parts:
        parts[part.action] += part.hands
    assert parts == played
    assert sum(share for _, share in found.taken.values()) == 1
    assert sum(play.chance for play in found.plays) == 1
    assert found.grid == ()


@pytest.mark.parametrize("name", ["dragon-md", "lir-nj", "colorado-ma-1"])
def test_the_best_action_of_a_hand_is_the_one_of_highest_value(name: str) -> None:
    analysis, _ = analysed(name)
    for play in charted(name).plays:
        assert play.values[play.best] == max(play.spot.values.values()) / analysis.unit
        assert play.cost >= 0
        assert play.best.startswith(play.spot.taken.choice)


def test_a_strategy_that_goes_by_strength_is_said_in_a_sentence() -> None:
    found = charted("dragon-md")
    assert found.rule == "play with Phoenix, Panda, Rabbit or higher; fold with Phoenix, Monkey, Rabbit or lower"
    strengths: dict[str, list[int]] = {"play": [], "fold": []}
    for play in found.plays:
        strengths[play.best].append(dragon.strength(play.spot.info.own))
    assert max(strengths["fold"]) < min(strengths["play"])
    assert found.rule[0].upper() + found.rule[1:] in paged("dragon-md")[0]
    assert charted("three-card").rule.startswith("play with Q 6 4 or higher")
    assert charted("lir-nj").rule == ""


def test_three_cards_before_the_table_s_are_told_by_kind() -> None:
    parts = {(part.kind, part.action): part.which for part in charted("lir-nj").parts}
    assert parts["pair", "ride"] == "T T 2 or higher"
    assert parts["straight flush", "ride"] == "5 4 3 or higher"
    assert parts["flush", "withdraw"] == "all others"
    assert "Qc Tc 8c" in parts["flush", "ride"]
    assert parts["high card", "withdraw"] == "all"


def test_cards_put_away_are_named_by_what_they_are() -> None:
    found = charted("colorado-ma-1")
    plays = {play.hand: play for play in found.plays}
    assert plays["Ac 2c 2d"].best == "bet, put away the odd card"
    assert set(plays["3c 2c 2d"].values) == {"bet, put away the odd card", "bet, put away one of the pair", "fold"}
    assert set(plays["Ac Ad Ah"].values) == {"bet, put away any card", "fold", "declare"}
    assert plays["Kc Jc 2c"].best == "bet, put away the lowest card"
    assert found.ties > 0
    assert all(alike[0].cost > 0 for alike in found.closest)
    costs = [alike[0].cost for alike in found.closest]
    assert costs == sorted(costs)
    assert len(costs) == 20


def test_two_cards_make_the_square_of_starting_hands() -> None:
    analysis, question = analysed("uth-ma")
    found = charted("uth-ma")
    assert [row[0].hand for row in found.grid][:3] == ["AA", "AKo", "AQo"]
    assert [play.hand for play in found.grid[1]][:3] == ["AKo", "KK", "KQs"]
    assert sum(play.spot.hands for row in found.grid for play in row) == 1326
    page = Page(sheet(analysis, question))
    header, *rows = page.tables["grid"]
    assert "".join(header) == "AKQJT98765432"
    assert len([cell for row in rows for cell in row[1:]]) == 169
    assert rows[0][1] == "AAplay 4x 0.704"
    assert rows[12][13] == "22check 0.108"
    assert rows[1][13].startswith("K2s")
    assert page.titles[0].startswith("check +2.1929, play 3x ")
    assert len(page.titles) == 169
    assert "kinds" not in page.tables


# ---- sessions ------------------------------------------------------------------------------------------


def test_the_sheet_shows_a_session_with_its_error() -> None:
    analysis, question = analysed("dragon-md")
    course = sessions.course(analysis["base"], 250)
    assert isinstance(course, sessions.Course)
    text = sheet(analysis, question, ReportOptions(250))
    assert f"ahead with a chance of {course.session.ahead:.2%}" in text
    assert f"than {bound(course.session.error)}, which" in text
    page = Page(text)
    house = next(table for caption, table in page.tables.items() if caption.startswith("The house"))
    assert [tuple(row) for row in house[1:]] == course.intervals
    low, high = course.session.house_interval(Fraction(95, 100))
    assert course.intervals[0] == ("95%", net(low), net(high))
    assert [step.rounds for step in course.steps][-2:] == [239, 250]


def test_a_session_of_one_round_can_be_drawn() -> None:
    analysis, question = analysed("dragon-md")
    assert "After 1 round the player is ahead with a chance of 47.66%" in sheet(analysis, question, ReportOptions(1))


def test_a_session_that_cannot_be_worked_out_is_said_so() -> None:
    analysis, question = analysed("staked")
    why = sessions.course(analysis["base"], 10**18)
    assert isinstance(why, str)
    assert f"No session was worked out: {why}." in sheet(analysis, question, ReportOptions(10**18))


# ---- spreadsheets --------------------------------------------------------------------------------------


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


@pytest.mark.parametrize("name", CHEAP)
def test_the_spreadsheets_add_up(name: str) -> None:
    analysis, _ = analysed(name)
    files = spreadsheets(analysis)
    tables = ("about", "summary", "tables", "actions", "paths", "strategy", "decisions", "sessions", "ruin")
    assert set(files) == {f"{each}.csv" for each in (*tables, *analysis.wagers)}
    lines = {row["Wager"]: row for row in read(files["summary.csv"])}
    for account in analysis.wagers.values():
        rows = read(files[f"{account.name}.csv"])
        assert list(rows[0]) == ["Outcome", "Net", "Ways", "Probability", "One in", "Return"]
        assert all(float(row["One in"]) * float(row["Probability"]) == pytest.approx(1) for row in rows)
        assert sum(int(row["Ways"]) for row in rows) == account.cycle
        assert sum(float(row["Probability"]) for row in rows) == pytest.approx(1)
        assert sum(float(row["Return"]) for row in rows) == pytest.approx(float(account.ev))
        line = lines[account.name]
        assert Fraction(int(line["EV numerator"]), int(line["EV denominator"])) == account.ev
    stages: dict[str, float] = {}
    for row in read(files["actions.csv"]):
        stage = f"{row['Wager']}, {row['Action'].split(':')[0]}"
        stages[stage] = stages.get(stage, 0) + float(row["Frequency"])
    assert list(stages.values()) == pytest.approx([1] * len(stages))


def test_the_strategy_is_written_hand_by_hand() -> None:
    rows = read(spreadsheets(analysed("dragon-md")[0])["strategy.csv"])
    assert list(rows[0]) == ["Hand", "Hands", "play", "fold", "Best", "Second best", "Cost of second best"]
    assert sum(int(row["Hands"]) for row in rows) == 23426
    for row in rows:
        cost = float(row[row["Best"]]) - float(row[row["Second best"]])
        assert float(row["Cost of second best"]) == pytest.approx(cost)
        assert cost >= 0


def test_readings_stand_in_the_sheet_and_in_spreadsheets_of_their_own() -> None:
    analysis, question = analysed("dragon-md")
    readings = Readings("What each choice is worth", (Table("Pay tables", ("Value", "Edge"), (("A & B", "1%"),)),))
    page = Page(sheet(analysis, question, ReportOptions(readings=readings)))
    assert page.tables["Pay tables"] == [["Value", "Edge"], ["A & B", "1%"]]
    assert spreadsheets(analysis, ReportOptions(readings=readings))["readings-1.csv"] == "Value,Edge\nA & B,1%\n"


def test_a_sentence_in_place_of_figures_goes_over_their_columns() -> None:
    analysis, question = analysed("dragon-md")
    columns = ("Option", "Wager", "House edge", "Deviation", "EV")
    rows = (("Folded hands", "Cover All", "It cannot be told.", "", ""), ("", "Trips", "1%", "2", "-1/3"))
    readings = Readings("What each choice is worth", (Table("Each ruling", columns, rows),))
    text = sheet(analysis, question, ReportOptions(readings=readings))
    assert '<td class="">Cover All</td><td colspan="3">It cannot be told.</td></tr>' in text
    assert '<td class="">1%</td><td class="">2</td><td class="exact">-1/3</td></tr>' in text


# ---- figures, and making it again ----------------------------------------------------------------------


def test_figures_are_rounded_so_that_nobody_is_misled() -> None:
    assert bound(1.3e-11) == "2e-11"
    assert bound(2e-11) == "2e-11"
    assert bound(2.1e-11) == "3e-11"
    assert bound(9.5e-12) == "1e-11"
    assert bound(9.1e-12) == "1e-11"
    assert [net(Fraction(value)) for value in ("3/2", "-1000", "1/3", "0", "-1/8")] == [
        "1.5",
        "-1,000",
        "1/3",
        "0",
        "-0.125",
    ]


def test_the_command_that_is_printed_asks_the_same_again() -> None:
    submission = croupier.submission("uth-ma", trips="B", minimum="$10", odds={"trips": {"flush": "9 to 1"}})
    question = Question(submission, hands=5, stakes={"ante": 1000})
    words = shlex.split(reproduction.command(question, ReportOptions(500)))
    assert words[:7] == ["croupier", "analyze", "uth-ma", "--set", "trips=B", "--set", "minimum=$10"]
    assert words[7:13] == ["--set", "odds.trips.flush=9 to 1", "--hands", "5", "--stake", "ante=$10"]
    assert words[13:] == ["--rounds", "500", "--hours", "4", "--pace", "40", "--html", "sheet.html"]
    assert reproduction.written(question) == ""


def test_a_submission_that_no_command_line_takes_is_printed_as_a_file() -> None:
    _, question = analysed("staked")
    assert Submission.parse(reproduction.written(question)) == question.submission
    asked = "--submission submission.toml --stake 'ante=$10' --stake 'dragon_bet=$5' --meter '$6,000'"
    assert asked in reproduction.command(question, ReportOptions())
    assert "three_tigers" in paged("staked")[0]


# ---- the library ---------------------------------------------------------------------------------------


def test_the_library_answers_as_the_command_does() -> None:
    found = croupier.analyze("dragon-md", three_card_bonus="B", progressive=PROGRESSIVE, meter="$6,000")
    assert found.options["three_card_bonus"] == "B"
    assert found.facts["meter"] == "$6,000"
    joint = croupier.analyze("dragon-md", stakes={"ante": "$10"})["joint"]
    assert joint.ev == 10 * croupier.analyze("dragon-md")["base"].ev
    with pytest.raises(MoneyError, match=r"10 could be dollars or cents; write it as text, like '\$10'"):
        croupier.analyze("dragon-md", stakes={"ante": 10})  # type: ignore[dict-item]


@pytest.mark.parametrize("name", NAMES)
def test_no_option_of_a_rulebook_is_called_what_the_library_asks_besides(name: str) -> None:
    assert not set(load(name).options) & {"name", "hands", "stakes", "meter"}
