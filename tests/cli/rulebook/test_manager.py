"""What a manager asks: what a table brings, what a submission comes to, a placard, and a packet for the regulator."""

import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

import croupier
from croupier.analysis.all_hands import by_hands
from croupier.analysis.analyst import Analyst
from croupier.analysis.model.question import Question
from croupier.analysis.theoretical_win import Plan, Stake, worth
from croupier.cli import main
from croupier.cli.pages.pdf import pdf
from croupier.cli.terminal.clock import today

pytestmark = pytest.mark.usefixtures("shared_solutions")

Ran = Callable[..., tuple[int, str, str]]


@pytest.fixture(name="ran")
def how_it_ran(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Ran:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('rulebook = "dragon-md"\nthree_card_bonus = "b"\n')
    (tmp_path / "old.toml").write_text('rulebook = "dragon-md"\n')

    def ran(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["croupier", *words])
        with pytest.raises(SystemExit) as left:
            main()
        done = capsys.readouterr()
        return int(left.value.code or 0), done.out, done.err

    return ran


def test_the_win_is_edge_times_stake_times_hands_and_its_interval_follows_the_variance() -> None:
    accounts = dict(croupier.analyze("dragon-md").wagers)
    stakes = {"base": Stake(1500), "dragon_bet": Stake(500, Fraction(3, 5))}
    found = worth(accounts, Plan(5, 40, stakes, 30_000, Fraction(2)), (1, 4), {})
    base, side = accounts["base"], accounts["dragon_bet"]
    hourly = 200 * (float(base.house_edge) * 1500 + float(side.house_edge) * 500 * 0.6)
    assert found.wins[0].mean == pytest.approx(hourly)
    assert found.wins[1].mean == pytest.approx(4 * hourly)
    assert (found.wins[1].high - found.wins[1].low) == pytest.approx(2 * (found.wins[0].high - found.wins[0].low))
    assert found.hold == pytest.approx(hourly / (5 * 30_000 / 2))
    # By hand: who does not make the wager has a net of zero.
    outcomes = [(net * 500, Fraction(3, 5) * Fraction(ways, side.cycle)) for net, ways in side.outcomes.items()]
    mean = sum(net * chance for net, chance in outcomes)
    variance = sum(net**2 * chance for net, chance in outcomes) - mean**2 + base.variance * 1500**2
    assert found.wins[0].high - found.wins[0].mean == pytest.approx(1.96 * float(200 * variance) ** 0.5)


def test_wagers_that_win_together_widen_the_interval_and_change_no_mean() -> None:
    found = croupier.analyze("dragon-md")
    stakes = {"base": Stake(1500), "three_card_bonus": Stake(500, Fraction(3, 5))}
    plan = Plan(5, 40, stakes, 30_000, Fraction(2))
    both = found.covariance("base", "three_card_bonus")
    assert both is not None
    apart = worth(found.wagers, plan, (1,), {})
    together = worth(found.wagers, plan, (1,), {("base", "three_card_bonus"): both})
    assert together.wins[0].mean == apart.wins[0].mean
    assert together.wins[0].high > apart.wins[0].high
    # Each interval is 1.96 deviations of 200 hands on either side.
    variance = [((each.wins[0].high - each.wins[0].mean) / 1.96) ** 2 / 200 for each in (apart, together)]
    assert variance[1] - variance[0] == pytest.approx(float(2 * both * Fraction(3, 5) * 1500 * 500))


def test_seats_that_win_together_widen_the_interval_more_the_more_they_are() -> None:
    accounts = dict(croupier.analyze("dragon-md").wagers)
    apart, together = (
        worth(accounts, Plan(5, 40, {"base": Stake(1500)}, 30_000, Fraction(2)), (1,), {}, of_seats)
        for of_seats in (0.0, 1e6)
    )
    assert together.wins[0].mean == apart.wins[0].mean
    variance = [((each.wins[0].high - each.wins[0].mean) / 1.96) ** 2 / 40 for each in (apart, together)]
    assert variance[1] - variance[0] == pytest.approx(5 * 4 * 1e6)


def test_a_table_is_worth_what_its_players_make_it(ran: Ran) -> None:
    words = ("worth", "mine.toml", "--stake", "ante=15", "--stake", "three_card_bonus=5@60%", "--strategy", "dragon")
    code, out, _ = ran(*words, "--against", "old.toml", "--json")
    found = json.loads(out)
    assert code == 0
    before, now = found["tables"]
    assert now["options"] == {"three_card_bonus": "B"}
    assert before["by_wager_cents_an_hour"]["three_card_bonus"] != now["by_wager_cents_an_hour"]["three_card_bonus"]
    assert now["wins_cents"]["month"]["hours"] == 480
    assert "Each player buys in for $700" in found["model"]
    assert "The hands of different players go together as they are dealt." in found["model"]
    assert now["covariance_of_seats"]["value"] > 0
    assert now["covariance_of_seats"]["error"] is None
    _, out, _ = ran(*words)
    assert "instead of perfectly adds $" in out
    assert "hold of the drop" in out
    words_of = "Ante $15, Ante Bonus $15, and by 60% of the players Three Card Bonus $5, played by dragon."
    assert words_of in " ".join(out.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--stake", "ante=1"), "--stake ante=1: accepted: from $5 to $500"),
        (("--stake", "zebra=5"), "accepted: WAGER=AMOUNT, or WAGER=AMOUNT@60%, of ante, three_card_bonus, dragon_bet"),
        (("--stake", "dragon_bet=5@160%"), "'160%' is no share of players"),
        (("--stake", "dragon_bet=5@x"), "'x' is no share of players; accepted: dragon_bet=5@60%"),
        (("--stake", "dragon_bet=5@1/0"), "'1/0' is no share of players"),
        (("--stake", "ante=15", "--stake", "ante=20"), "ante has a stake already; accepted: one for each wager"),
        (("--buy-in", "0"), "--buy-in: a player needs chips"),
        (("--stake", "ante=15@50%"), "--stake ante is put up by every player"),
        (("--seats", "9"), "--seats 9: this table takes from 1 to"),
        (("--buy-in", "much"), "--buy-in: 'much' is no amount of money"),
        (("--strategy", "nobody"), "--strategy nobody: cannot read nobody"),
    ],
)
def test_what_makes_no_sense_is_refused(ran: Ran, words: tuple[str, ...], message: str) -> None:
    code, out, err = ran("worth", "dragon-md", *words)
    assert (code, out) == (2, "")
    assert message in err


def test_a_submission_names_its_rulebook_and_its_slips_are_explained(ran: Ran, tmp_path: Path) -> None:
    assert ran("sign", "--submission", "mine.toml")[1].startswith("DRAGON POKER")
    assert "which rulebook? one of" in ran("sign")[2]
    assert "is a submission for 'dragon-md', not for uth-ma" in ran("sign", "uth-ma", "--submission", "mine.toml")[2]
    slip = tmp_path / "slip.toml"
    slip.write_text('rulebook = "dragon-md"\nthree_card_bonus = B\n')
    assert 'put it in quotes: three_card_bonus = "B"' in ran("submission", "check", "slip.toml")[2]
    slip.write_text('rulebook = "dragon-md\nthree_card_bonus = "B"\n')
    assert "Three Card Bonus (B)" in ran("sign", "DRAGON-MD", "--set", "Three_Card_Bonus=b")[1]
    assert "no option 'Three_Card_Bonus'" in ran("sign", "--submission", "mine.toml", "--set", "Three_Card_Bonus=b")[2]
    assert "Ante=1: accepted: from $5 to $500" in ran("worth", "dragon-md", "--stake", "Ante=1")[2]
    assert "the closing quote is missing" in ran("submission", "check", "slip.toml")[2]
    slip.write_text('rulebook: "dragon-md"\n')
    assert "write = between a name and its value, not :" in ran("submission", "check", "slip.toml")[2]
    slip.write_text('three_card_bonus = "B"\n')
    assert "a submission starts with the rulebook it is for" in ran("sign", "--submission", "slip.toml")[2]


def test_a_wager_that_favours_the_player_is_warned_of(ran: Ran, tmp_path: Path) -> None:
    raised = tmp_path / "raised.toml"
    raised.write_text('rulebook = "lir-nj"\n[odds.three_card_bonus]\npair = "2 to 1"\n')
    code, out, _ = ran("submission", "check", "raised.toml")
    assert code == 0
    assert "Warning: Three card bonus favours the player, by " in out
    assert "of Three card bonus" in out
    assert (
        "Warning: Three card bonus favours the player"
        in ran("analyze", "--submission", "raised.toml", "--rounds", "1")[1]
    )
    found = json.loads(ran("submission", "check", "raised.toml", "--json")[1])
    assert len(found["warnings"]) == 1
    assert "edges" not in json.loads(ran("submission", "check", "old.toml", "--json")[1])
    assert "House edge" in ran("submission", "check", "old.toml", "--edge")[1]


def test_what_the_house_keeps_is_told_of_whoever_chooses_a_pay_table(ran: Ran, tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text('rulebook = "dragon-md"\nthree_card_bonus = "B"\n')
    assert "Three Card Bonus  3.2699% of Three Card Bonus\n" in ran("submission", "check", "b.toml")[1]
    (tmp_path / "b.toml").write_text('rulebook = "dragon-md"\nseats = "5"\n')
    out = ran("submission", "check", "b.toml")[1]
    assert "House edge" not in out
    assert "It does not change what any wager pays; --edge shows the house edge" in out


def test_a_starting_file_is_written_or_its_options_printed(ran: Ran, tmp_path: Path) -> None:
    code, out, err = ran("submission", "new", "dragon-md", "x.toml", "--json")
    assert (code, out) == (2, "")
    assert "x.toml would not be written; accepted: one or the other" in err
    assert not (tmp_path / "x.toml").exists()


def test_a_wager_that_hangs_on_the_hands_at_the_table_is_said_to_be_left_out(
    ran: Ran, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.cli.rulebook.submission.edges_of", lambda _: [])
    (tmp_path / "uth.toml").write_text('rulebook = "uth-ma"\n')
    said = "Cover All depends on the hands at the table: see `croupier analyze uth.toml --hands N`."
    assert said in ran("submission", "check", "uth.toml", "--edge")[1]
    assert json.loads(ran("submission", "check", "uth.toml", "--edge", "--json")[1])["not_analysed"] == ["cover_all"]
    (tmp_path / "uth.toml").write_text('rulebook = "uth-ma"\ncover_all = "no"\n')
    assert "depends on the hands" not in ran("submission", "check", "uth.toml", "--edge")[1]


def test_a_placard_is_one_page_on_its_paper_with_a_second_language(ran: Ran, tmp_path: Path) -> None:
    words = tmp_path / "words.toml"
    words.write_text('"Three dragons" = "Tres <dragones>"\n')
    code, out, _ = ran("sign", "dragon-md", "--html", "sign.html", "--paper", "letter", "--words", "words.toml")
    page = (tmp_path / "sign.html").read_text(encoding="utf-8")
    assert (code, out) == (0, "Wrote sign.html.\n")
    assert "size: 215.9mm 279.4mm;" in page
    assert "Tres &lt;dragones&gt;" in page
    assert '<th scope="row">Three phoenix</th>' in page
    assert "accepted: a3, a4" in ran("sign", "dragon-md", "--html", "x.html", "--paper", "a9")[2]
    assert "is for a placard; accepted: with --html FILE" in ran("sign", "dragon-md", "--words", "words.toml")[2]
    words.write_text("x = 1\n")
    assert "accepted: lines like" in ran("sign", "dragon-md", "--html", "x.html", "--words", "words.toml")[2]
    words.write_text("x = \n")
    assert "is no TOML" in ran("sign", "dragon-md", "--html", "x.html", "--words", "words.toml")[2]


def test_a_packet_has_sheet_sign_options_rulings_and_notices(ran: Ran, tmp_path: Path) -> None:
    code, out, _ = ran("submission", "packet", "mine.toml", "--replaces", "old.toml", "--html", "packet.html")
    page = (tmp_path / "packet.html").read_bytes()
    assert code == 0

    assert f"SHA-256 {sha256(page).hexdigest()}" in out
    for part in (
        "<title>Submission packet: Dragon",
        '<a href="#notices">',
        '<h2 id="notices">',
        "None is due",
        "three_card_bonus",
        "fingerprint",
        f" on {today()}.",
    ):
        assert part in page.decode()


def test_a_packet_can_be_filed_as_a_pdf(ran: Ran, tmp_path: Path) -> None:
    cover = ("--operator", "Harbour & Sons", "--table", "7", "--effective", "2031-05-01")
    code, out, _ = ran("submission", "packet", "mine.toml", "--pdf", "packet.pdf", *cover)
    assert code == 0
    content = (tmp_path / "packet.pdf").read_bytes()
    assert f"SHA-256 {sha256(content).hexdigest()}" in out
    pages = [page.extract_text() for page in PdfReader(tmp_path / "packet.pdf").pages]
    assert len(pages) > 8
    fingerprint = re.search(r"fingerprint of the figures (\w+)", out)
    assert fingerprint is not None
    for number, text in enumerate(pages, 1):
        assert f"page {number} of {len(pages)}" in text
        assert fingerprint[1][:32] in text
    for part in ("Harbour & Sons", "Effective from 2031-05-01", fingerprint[1]):
        assert part in pages[0]
    for title in ("The sign", "Other readings", "Signatures"):
        (line,) = [each for each in pages[1].splitlines() if each.startswith(title)]
        assert title in pages[int(line.split()[-1]) - 1]
    assert "Play Bet Must Equal Ante Bet" in pages[2]
    assert "For the regulator" in pages[-1]


@pytest.mark.parametrize("high", [160, 190])  # millimetres, at which a table of this packet comes to a page's end
def test_a_pay_table_stays_whole_on_paper(ran: Ran, tmp_path: Path, high: int) -> None:
    assert ran("submission", "packet", "mine.toml", "--html", "packet.html")[0] == 0
    page = (tmp_path / "packet.html").read_text(encoding="utf-8")
    lower = page.replace("@page {", f"@page {{ size: 210mm {high}mm;", 1)
    texts = [each.extract_text() for each in PdfReader(BytesIO(pdf(lower))).pages]
    sums = [text for text in texts if re.search(r"^Sum\b", text, re.MULTILINE)]
    assert sums
    assert all("All other" in text for text in sums)


def test_a_packet_has_a_wager_on_all_hands_for_each_number_of_hands() -> None:
    few = Analyst(Question(croupier.submission("uth-ma", seats=3)))
    (table,) = by_hands(few)
    assert (table.title, [row[0] for row in table.rows]) == ("Cover All", ["2", "3", "4"])
    assert table.rows[0][1:] == ("9.9787% of Cover All", "5.5618", "-1734668653/17383631265")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "a packet is written to a file; accepted: --html FILE, --pdf FILE, or both"),
        (("--html", "x.html", "--effective", "May"), "--effective May is no date; accepted: a date like 2031-05-01"),
        (("--pdf", "mine.toml"), "is an input of this command"),
    ],
)
def test_a_packet_without_a_file_or_with_a_wrong_date_is_refused(ran: Ran, words: tuple[str, ...], why: str) -> None:
    code, _, err = ran("submission", "packet", "mine.toml", *words)
    assert code == 2
    assert why in err


def test_the_libraries_that_a_pdf_needs_of_the_system_are_named(ran: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "weasyprint":
                raise OSError("cannot load library 'libpango-1.0-0'")

    monkeypatch.delitem(sys.modules, "weasyprint", raising=False)
    monkeypatch.setattr("croupier.cli.pages.pdf.needs", lambda *_: None)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    code, _, err = ran("submission", "packet", "mine.toml", "--pdf", "x.pdf")
    assert code == 2
    assert "a PDF needs Pango, a library of the system, which was not found; accepted: `apt-get install" in err


def test_a_packet_names_the_notices_that_are_owed_or_says_that_nothing_was_compared(ran: Ran, tmp_path: Path) -> None:
    (tmp_path / "was.toml").write_text('rulebook = "colorado-ma-1"\n')
    (tmp_path / "is.toml").write_text('rulebook = "colorado-ma-1"\nbonus = "no"\n')
    assert ran("submission", "packet", "is.toml", "--replaces", "was.toml", "--html", "owed.html")[0] == 0
    owed = (tmp_path / "owed.html").read_text().partition('<h2 id="notices">')[2]
    assert "<b>Colorado 6a(a)</b>" in owed
    assert "None is due" not in owed
    assert ran("submission", "packet", "mine.toml", "--html", "alone.html")[0] == 0
    assert "compared with none before it" in (tmp_path / "alone.html").read_text()


def test_what_a_page_is_made_of_is_not_written_over(ran: Ran, tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text('"Push" = "Empate"\n')
    before = (tmp_path / "mine.toml").read_text()
    for words in (
        ("submission", "packet", "mine.toml", "--html", "./mine.toml"),
        ("submission", "packet", "mine.toml", "--replaces", "old.toml", "--html", "old.toml"),
        ("sign", "--submission", "mine.toml", "--html", "mine.toml"),
        ("sign", "mine.toml", "--html", "mine.toml"),
        ("sign", "dragon-md", "--words", "words.toml", "--html", "words.toml"),
    ):
        code, out, err = ran(*words)
        assert (code, out) == (2, "")
        assert "is an input of this command, and would be overwritten; name another file" in err
    assert (tmp_path / "mine.toml").read_text() == before


def test_words_that_are_not_on_the_sign_are_told(ran: Ran, tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text('"Push" = "Empate"\n"Royal flash" = "Escalera real"\n')
    code, out, _ = ran("sign", "dragon-md", "--html", "sign.html", "--words", "words.toml")
    assert (code, out) == (0, "Wrote sign.html.\nNot on this sign: Royal flash.\n")


def test_two_games_are_compared_by_both_names(ran: Ran, tmp_path: Path) -> None:
    (tmp_path / "colorado.toml").write_text('rulebook = "colorado-ma-1"\n')
    code, out, _ = ran("worth", "mine.toml", "--stake", "ante=15", "--against", "colorado.toml")
    assert code == 0
    assert out.startswith("Colorado Hold 'Em Poker (colorado-ma-1), then Dragon Poker (dragon-md)\n")
