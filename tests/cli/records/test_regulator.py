"""What a regulator asks: findings in JSON, money against theory, changed words, one round as a page."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.table.recordings import evening, receipt_of, recorded
from support.table.tables import ROUND, WAGERS, bet, dealer, fault, floor, opened, ready, sent

import croupier
from croupier.cli import main
from croupier.cli.records.from_rack import from_rack
from croupier.cli.records.results import Settled, against, sums
from croupier.documents.edition_diff import diff
from croupier.documents.word_diff import changed_words
from croupier.games.terms import Terms
from croupier.rulebook import NAMES, load
from croupier.table.fairness.card_sources import Physical
from croupier.table.model.command import Command
from croupier.table.model.next_step import ALL_STEPS
from croupier.table.model.state import REAL
from croupier.table.play.runner import Table
from croupier.table.recording.audit import Played, Reading

Ran = Callable[..., tuple[int, str, str]]


@pytest.fixture(name="ran")
def how_it_ran(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ran:
    def ran(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["croupier", *words])
        with pytest.raises(SystemExit) as left:
            main()
        done = capsys.readouterr()
        return int(left.value.code or 0), done.out, done.err

    return ran


@pytest.fixture(name="recording")
def a_recording(tmp_path: Path) -> Path:
    file = tmp_path / "evening.jsonl"
    file.write_bytes(b"".join(evening(4, None, 2)[1]))
    return file


# ---- audit ---------------------------------------------------------------------------------------------


def test_what_is_not_whole_is_said_in_json_with_an_exit_code_of_its_own(ran: Ran, recording: Path) -> None:
    lines = recording.read_bytes().splitlines(keepends=True)
    recording.write_bytes(b"".join(lines[:-1]))
    code, out, err = ran("audit", str(recording), "--json")
    found = json.loads(out)
    assert (code, err) == (1, "")
    assert (found["whole"], found["line"]) == (False, len(lines))
    assert found["why"].startswith("the recording was cut off here")
    assert (found["undamaged"]["rounds"], found["undamaged"]["whole"]) == (4, False)
    code, out, err = ran("audit", str(recording))
    assert code == 1
    assert " ".join(out.split()).startswith(f"{recording} is NOT WHOLE: line {len(lines)}: the recording was cut off")
    assert err.startswith(f"croupier: line {len(lines)}: the recording was cut off here")
    assert "unfinished" not in err


def test_what_stands_before_a_fault_is_shown_alike_by_every_command(ran: Ran, recording: Path, tmp_path: Path) -> None:
    whole = {
        number: json.loads(ran("incident", str(recording), "--round", str(number), "--json")[1])
        for number in range(1, 5)
    }
    sums = json.loads(ran("audit", str(recording), "--money", "--json")[1])["by_round"]
    lines = recording.read_bytes().splitlines(keepends=True)
    last = next(place for place, line in enumerate(lines) if b'"over",{"round":3' in line)
    lines[last + 2] = lines[last + 2].replace(b'"', b"'", 1)
    recording.write_bytes(b"".join(lines))
    fault = f"line {last + 3}: "
    banner = f"{recording} is NOT WHOLE: {fault}"
    code, out, err = ran("audit", str(recording), "--money")
    assert (code, err.startswith(f"croupier: {fault}")) == (1, True)
    assert " ".join(out.split()).startswith(banner)
    assert "rounds 1 to 3." in " ".join(out.split())
    found = json.loads(ran("audit", str(recording), "--money", "--json")[1])
    assert {number: sums[number] for number in "123"} == found["undamaged"]["by_round"]
    code, out, err = ran("replay", str(recording))
    assert (code, err.startswith(f"croupier: {fault}")) == (1, True)
    assert " ".join(out.split()).startswith(banner)
    assert "Round 3 is over." in out
    assert "Round 4 is over." not in out
    for number in (1, 2, 3):
        code, out, _ = ran("incident", str(recording), "--round", str(number), "--json")
        told = json.loads(out)
        assert (code, told["banner"].startswith(banner)) == (1, True)
        assert [told[part] for part in ("moments", "money", "clauses")] == [
            whole[number][part] for part in ("moments", "money", "clauses")
        ]
        assert dict(told["proof"])["recording"].startswith(f"not whole: {fault}")
        assert ran("replay", str(recording), "--round", str(number))[0] == 1
    for command in ("incident", "replay"):
        code, out, err = ran(command, str(recording), "--round", "4")
        assert (code, out) == (1, "")
        assert f"round 4 is not in the undamaged part: {fault}" in err
        assert "accepted: a round from 1 to 3" in err
    page = tmp_path / "incident.html"
    assert ran("incident", str(recording), "--round", "2", "--html", str(page))[0] == 1
    assert '<p class="banner" role="alert">' in page.read_text()


def test_a_snapshot_behind_the_fault_is_not_begun_from(ran: Ran, recording: Path) -> None:
    lines = recording.read_bytes().splitlines(keepends=True)
    last = next(place for place, line in enumerate(lines) if b'"over",{"round":2' in line)
    (early, *_) = [line for line in lines if line.startswith(b'{"snapshot"')] or [b""]
    recording.write_bytes(b"".join([*lines[: last + 1], b"broken\n", early, *lines[last + 1 :]]))
    code, out, _ = ran("replay", str(recording), "--round", "2")
    assert code == 1
    assert "Round 2 is over." in out


def test_a_filed_paper_speaks_of_seats_and_never_of_you(ran: Ran, tmp_path: Path) -> None:
    for book in ("uth-ma", "lir-nj", "colorado-ma-1", "dragon-md"):
        file = str(tmp_path / f"{book}.jsonl")
        assert ran("play", book, "--auto", "--seats", "3", "--rounds", "4", "--seed", "paper", "--record", file)[0] == 0
        every: list[str] = []
        for number in range(1, 5):
            told = json.loads(ran("incident", file, "--round", str(number), "--json")[1])
            settled = [
                each["told"]
                for moment in told["moments"]
                for each in moment["events"]
                if each["told"].startswith("Seat ")
            ]
            said = [each["sentence"] for each in told["money"]]
            assert said
            for sentence in (*said, *settled):
                assert re.search(r"\byou(rs?)?\b", sentence, re.IGNORECASE) is None
            every += said
        assert any(re.search(r"seat [123]('s|\b)", sentence) for sentence in every)


def test_a_round_that_a_recording_breaks_off_in_is_said_to_be_unfinished(ran: Ran, recording: Path) -> None:
    lines = recording.read_bytes().splitlines(keepends=True)
    whys = set()
    for end in range(2, len(lines)):
        recording.write_bytes(b"".join(lines[:end]))
        whys.add(json.loads(ran("audit", str(recording), "--json")[1])["why"])
    cut = "the recording was cut off here; what stands before is whole"
    assert cut in whys
    assert any(re.fullmatch(rf"{cut}; round 1 unfinished, \$\d+ in action", why) for why in whys), whys


def test_a_file_that_cannot_be_read_is_bad_input_and_no_finding(ran: Ran) -> None:
    code, out, err = ran("audit", "nowhere.jsonl", "--json")
    assert (code, out) == (2, "")
    assert err.startswith("croupier: cannot read nowhere.jsonl")


def test_what_belongs_to_no_line_is_said_too(ran: Ran, recording: Path, tmp_path: Path) -> None:
    receipt = tmp_path / "receipt.jsonl"
    receipt.write_text(json.dumps(receipt_of(1) | {"table": "x", "source": REAL}) + "\n")
    code, out, _ = ran("audit", str(recording), "--receipt", str(receipt), "--json")
    found = json.loads(out)
    assert code == 1
    assert (found["whole"], found["line"]) == (False, None)
    assert found["why"].startswith("the receipt is of table")


def test_money_is_told_by_seat_wager_and_round_and_adds_up(ran: Ran, recording: Path) -> None:
    code, out, _ = ran("audit", str(recording), "--money", "--json")
    found = json.loads(out)
    assert (code, found["whole"]) == (0, True)
    for by in ("by_seat", "by_wager", "by_round"):
        assert sum(each["players_net_cents"] for each in found[by].values()) == -found["house_won_cents"]
        assert sum(each["settled"] for each in found[by].values()) == sum(found["settled"].values())
    assert list(found["by_round"]) == ["1", "2", "3", "4"]
    code, out, _ = ran("audit", str(recording), "--money")
    assert "Results of the players" in out
    assert re.search(r"Round by round\n +staked +net\n1 +\$\d+ +[+-]?\$?\w+\n2 ", out), out
    assert re.search(r"Seat 1 +\d+ +\$", out)


def test_theory_takes_every_round_by_its_own_stake() -> None:
    from croupier import analyze, submission

    terms = Terms(submission("dragon-md"))
    accounts = list(analyze("dragon-md").wagers.values())
    found = [
        Settled(1, 1, "ante", 1000, 1000),
        Settled(1, 1, "ante_bonus", 1000, 0),
        Settled(1, 1, "play", 1000, 1000),
        Settled(1, 1, "dragon_bet", 500, -500),
        Settled(2, 1, "ante", 3000, -3000),
        Settled(2, 1, "ante_bonus", 3000, -3000),
    ]
    theory = {each.wager: each for each in against(found, accounts, terms)}
    base = theory["Base game"]
    ev, variance = accounts[0].ev, accounts[0].variance
    assert (base.rounds, base.staked, base.net) == (2, 9000, -4000)
    assert base.expected == pytest.approx(float(ev * 4000))
    assert base.deviation == pytest.approx((float(variance) * (1000**2 + 3000**2)) ** 0.5)
    assert base.away == pytest.approx((base.net - base.expected) / base.deviation)
    assert theory["Dragon Bet"].net == -500
    assert theory["Three Card Bonus"].rounds == 0
    assert theory["Three Card Bonus"].away == 0
    assert sums(found, lambda each: each.round)[2].net == -6000


def test_theory_needs_settlements(ran: Ran, tmp_path: Path) -> None:
    file = tmp_path / "short.jsonl"
    file.write_bytes(b"".join(evening(0, None, 2)[1]))
    code, _, err = ran("audit", str(file), "--theory")
    assert code == 2
    assert "--theory goes by settlements" in err
    assert "accepted: a file" in ran("audit", "-", "--money")[2]


# ---- rules ---------------------------------------------------------------------------------------------


def test_words_are_looked_for_in_one_rulebook_alone(ran: Ran) -> None:
    _, out, _ = ran("rules", "search", "cover card", "--in", "uth-ma", "--json")
    assert {hit["rulebook"] for hit in json.loads(out)["hits"]} == {"uth-ma"}
    _, out, _ = ran("rules", "search", "zebra", "--in", "dragon")
    assert "Nothing in dragon-md has the words 'zebra'" in out
    assert ran("rules", "uth-ma", "--in", "uth-ma")[0] == 2
    assert "accepted: croupier rules diff OLD NEW --html FILE" in ran("rules", "uth-ma", "--html", "x.html")[2]


def test_changed_words_make_both_texts_again() -> None:
    for before, after in diff(load("colorado-ma-1"), load("colorado-ma-2")).changed:
        pieces = changed_words(before.says, after.says)
        assert "".join(text for how, text in pieces if how != "new") == before.says
        assert "".join(text for how, text in pieces if how != "gone") == after.says
        assert {how for how, _ in pieces} - {"same"} or before.says == after.says


def test_a_phrase_that_was_put_anew_is_marked_as_one() -> None:
    assert changed_words("a card is dealt, then", "one by one they go, then") == [
        ("gone", "a card is dealt"),
        ("new", "one by one they go"),
        ("same", ", then"),
    ]
    assert changed_words("a b", "a b") == [("same", "a b")]
    assert changed_words("a b", "c b") == [("gone", "a"), ("new", "c"), ("same", " b")]


def test_a_diff_marks_the_words_in_the_terminal_in_json_and_as_a_page(ran: Ran, tmp_path: Path) -> None:
    words = ("rules", "diff", "colorado-ma-1", "colorado-ma-2")
    _, out, _ = ran(*words)
    assert re.search(r"\[-.+?-\]", out, re.DOTALL)
    assert re.search(r"\{\+.+?\+\}", out, re.DOTALL)
    file = tmp_path / "diff.html"
    code, out, _ = ran(*words, "--html", str(file))
    page = file.read_text(encoding="utf-8")
    assert (code, out) == (0, f"Wrote {file}.\n")
    assert "<del>" in page
    assert "<ins>" in page
    assert "http" not in page
    _, out, _ = ran(*words, "--json")
    assert json.loads(out)["changed"][0]["words"][0].keys() == {"how", "text"}


# ---- one round -----------------------------------------------------------------------------------------


def test_a_round_is_told_with_who_knew_what_money_law_and_proof(ran: Ran, recording: Path, tmp_path: Path) -> None:
    _, out, _ = ran("incident", str(recording), "--round", "2", "--json")
    found = json.loads(out)
    events = [event for moment in found["moments"] for event in moment["events"]]
    dealt = [event for event in events if event["told"].startswith("A card to seat 1: ")]
    assert {event["knew"] for event in dealt} == {"seat 1"}
    assert {event["public"] for event in dealt} == {"A card to seat 1."}
    hidden = [event for event in events if event["told"].startswith("A card to the dealer: ")]
    assert {event["knew"] for event in hidden} <= {"nobody at the table"}
    assert {event["knew"] for event in events if event["told"].startswith("Community")} <= {"everybody"}
    assert found["money"]
    cited = {clause for moment in found["moments"] for clause in moment["clauses"]}
    assert cited <= {clause for clause, _ in found["clauses"]}
    assert dict(found["proof"])["signature"].startswith("none")
    file = tmp_path / "round.html"
    assert ran("incident", str(recording), "--round", "2", "--html", str(file))[0] == 0
    assert "Known to seat 1;" in file.read_text(encoding="utf-8")
    _, out, _ = ran("incident", str(recording), "--round", "2")
    assert "known to seat 1; others were told: A card to seat 1." in out


def test_a_report_of_real_cards_and_the_floors_answer_are_in_the_incident(ran: Ran, tmp_path: Path) -> None:
    """Dragon 13.E, with a misread card before it: its face is told to whoever has it."""
    table = Table(croupier.submission("dragon-md"), Physical(), ALL_STEPS - ROUND)
    pages = recorded(table)
    table.open()
    sent(table, Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    sent(table, bet(1, WAGERS["dragon-md"]), *dealer("no more bets"))
    sent(table, Command("dealer", "deal", args={"cards": "RA RD RA BD PH TI"}), *dealer("stub"))
    misread = {"what": "misread", "of": "1", "number": 1, "card": "MO"}
    for about in (misread, {"what": "exposed", "of": "dealer"}):
        sent(table, Command("dealer", "report", args=about), floor("confirm", reason="I have seen it, too."))
    table.close()
    file = tmp_path / "real.jsonl"
    file.write_bytes(pages.content)
    _, out, _ = ran("incident", str(file), "--round", "1", "--json")
    found = json.loads(out)
    told = [(event["told"], event["knew"]) for moment in found["moments"] for event in moment["events"]]
    says = [each for each, _ in told]
    reported = says.index("A report waits for the floor, reported by the dealer: the scanner misread card 1 of seat 1.")
    assert says[reported + 1] == "The floor rules: confirmed. I have seen it, too."
    corrected, knew = told[reported + 2]
    assert corrected.startswith("A misread card is corrected, number 1 of seat 1: Monkey.")
    assert knew == "seat 1"
    assert "A report waits for the floor, reported by the dealer: a card of the dealer was exposed." in says
    assert "13.E" in {clause for moment in found["moments"] for clause in moment["clauses"]} | {
        clause for clause, _ in found["clauses"]
    }
    assert {each["net"] for each in found["money"]} == {"$0"}


def test_a_round_that_is_not_there_or_not_whole_is_not_told(ran: Ran, recording: Path) -> None:
    code, _, err = ran("incident", str(recording), "--round", "99")
    assert (code, err) == (2, f"croupier: {recording} has no round 99; its rounds: 4\n")
    recording.write_bytes(recording.read_bytes()[:-20])
    assert ran("incident", str(recording), "--round", "1")[0] == 1
    assert "accepted: a file" in ran("incident", "-", "--round", "1")[2]


def test_a_round_is_told_and_replayed_in_the_words_and_cards_of_the_game(ran: Ran, tmp_path: Path) -> None:
    file = str(tmp_path / "dragon.jsonl")
    assert ran("play", "dragon-md", "--auto", "--rounds", "1", "--seed", "4", "--record", file)[0] == 0
    for words in (("incident", file, "--round", "1"), ("replay", file, "--round", "1", "--as", "auditor")):
        told = ran(*words)[1]
        assert re.search(
            r"A card to seat 1: (Gold Dragon|Red Dragon|Blue Dragon|Phoenix|Tiger|Panda|Monkey|Rabbit)\.", told
        )
        assert not re.search(r"\b(GD|RD|BD|PH|TI|PA|MO|RA)\b", told)
    assert "seat 1 by guest-1: bet ante=$5 ante_bonus=$5 ready=yes" in told
    assert "{" not in told


# ---- hands rebuilt from the rack -----------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", NAMES)
def test_hands_are_rebuilt_from_the_rack_beside_those_recorded(ran: Ran, tmp_path: Path, rulebook: str) -> None:
    file, page = str(tmp_path / "evening.jsonl"), tmp_path / "round.html"
    words = ("play", rulebook, "--auto", "--rounds", "3", "--seed", "7", "--record", file)
    assert ran(*words)[0] == 0
    for number in ("1", "2", "3"):
        code, out, _ = ran("incident", file, "--round", number, "--from-rack", "--json")
        found = json.loads(out)["from_rack"]
        assert code == 0
        assert {hand["place"] for hand in found["hands"]} >= {"Seat 1"}
        assert all(hand["rebuilt"] == hand["recorded"] != "" and not hand["differs"] for hand in found["hands"])
        assert found["says"] == f"All {len(found['hands'])} hands are in the rack as they were recorded."
    assert ran("incident", file, "--round", "3", "--from-rack", "--html", str(page))[0] == 0
    _, out, _ = ran("incident", file, "--round", "3", "--from-rack")
    for said in (out, page.read_text(encoding="utf-8")):
        assert "From the rack" in said
        assert found["says"] in said
        assert found["hands"][0]["rebuilt"] in said


def test_nothing_of_the_rack_is_said_unless_it_is_asked_for(ran: Ran, recording: Path) -> None:
    assert "from_rack" not in json.loads(ran("incident", str(recording), "--round", "2", "--json")[1])
    assert "From the rack" not in ran("incident", str(recording), "--round", "2")[1]


@pytest.fixture(name="round_played")
def a_round_played() -> list[Played]:
    reading = Reading()
    found = [reading.line(line) for line in evening(2, None, 2)[1]]
    return [each for each in found if each and max(each.before.round, each.decision.state.round) == 1]


def test_a_card_that_lies_elsewhere_in_the_rack_is_found(round_played: list[Played]) -> None:
    """Whoever changes two cards of the rack, and nothing else, changes the hands that they belong to."""
    assert not [hand for hand in from_rack(round_played, 1).hands if hand.differs]
    for each in round_played:
        last = each.decision.state.last
        if last is not None:
            rack = (last.rack[-1], *last.rack[1:-1], last.rack[0])
            each.decision.state.last = last._replace(rack=rack)
    found = from_rack(round_played, 1)
    wrong = [hand for hand in found.hands if hand.differs]
    assert "Community cards" in {hand.place for hand in wrong}
    assert all(hand.rebuilt != hand.recorded for hand in wrong)
    assert found.says == f"The rack and the record differ: {', '.join(hand.place for hand in wrong)}."


def test_cards_that_are_missing_from_the_rack_are_said(round_played: list[Played]) -> None:
    for each in round_played:
        last = each.decision.state.last
        if last is not None:
            each.decision.state.last = last._replace(rack=last.rack[:3])
    found = from_rack(round_played, 1)
    assert re.fullmatch(
        r"This round cannot be rebuilt from the rack: the rack has 3 cards, \d+ fewer than were picked up\.", found.says
    )
    assert found.hands == ()


def test_a_round_that_is_not_over_cannot_be_rebuilt(round_played: list[Played]) -> None:
    assert from_rack(round_played[:1], 1).says == "This round cannot be rebuilt from the rack: it is not over."


def test_a_void_round_is_rebuilt_too() -> None:
    table = opened("lir-nj", "", {"dealing": "automated_shoe"}, ["a"])
    played: list[Played] = []
    table.listeners.append(lambda before, command, decision: played.append(Played(0, command, before, decision)))
    sent(table, fault("jam", after=2), ready(1, "lir-nj"), *dealer("no more bets", "deal"))
    played = [each for each in played if each.decision.state.round == 1]
    found = from_rack(played, 1)
    assert [(hand.place, hand.differs) for hand in found.hands] == [("Seat 1", False)]
    assert "differ" not in found.says
