"""`croupier verify` and the receipts of `croupier play`, as their holder meets them."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from support.cli.shell import run
from support.table.logs import KEY, Log

from croupier.rulebook import NAMES
from croupier.table.fairness.shuffle import digest


def said(*words: str, typed: str = "", code: int = 0) -> str:
    done = run(*words, typed=typed)
    assert (done.returncode, done.stderr) == (code, "")
    return " ".join(done.stdout.split())


def evening(folder: Path, name: str = "uth-ma", *more: str) -> tuple[str, list[dict[str, Any]], Path]:
    """What was said in an evening of two rounds, its receipts with the seed at their end, and their file."""
    file = folder / "receipts.jsonl"
    told = said("play", name, "--auto", "--rounds", "2", "--receipts", str(file), *more)
    return told, [json.loads(line) for line in file.read_text().splitlines()], file


@pytest.mark.parametrize("name", NAMES)
def test_the_receipts_of_an_evening_hold_to_the_last(tmp_path: Path, name: str) -> None:
    told, kept, file = evening(tmp_path, name)
    text = said("verify", str(file))
    assert "DOES NOT HOLD" not in text
    assert text.count("holds the whole deck followed from that secret alone") == 2
    assert text.count("… went into the last cut; compare it with yours, or give yours with --number") == 2
    assert kept[-1] == {"session": kept[0]["session"], "seed": re.findall("its seed was ([0-9a-f]{64})", told)[0]}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for receipt in kept[:-1]:
        shown = [
            f"Commitment {receipt['shuffle']['commitment']}",
            f"Root {receipt['root']}",
            f"Round {receipt['round']}",
        ]
        places = [told.index(each) for each in shown]
        assert places == sorted(places), "first the commitment, then the root, then the round"


def test_what_was_shown_and_kept_is_compared(tmp_path: Path) -> None:
    _, kept, file = evening(tmp_path)
    one = tmp_path / "one.json"
    one.write_text(json.dumps(kept[0], indent=1))
    made = kept[0]["shuffle"]
    known = ["--root", kept[0]["root"], "--number", made["own"], "--commitment", made["commitment"]]
    text = said("verify", str(one), *known, "--seed", kept[-1]["seed"])
    assert "holds it is the root that was shown to you before you were ready" in text
    assert "holds your number went into the last cut" in text
    assert "holds its secret was committed to as you were shown before you gave your number" in text
    assert text.count(" open whether ") == 4, "the cards that were seen, the seat, the promises and the cuts"
    faces, dealt = kept[0]["faces"], kept[0]["dealt"]
    saw: dict[str, str] = {}
    for each in kept[0]["cards"]:
        whose = dealt[each["place"]]
        saw[whose] = f"{saw.get(whose, whose)} {faces[each['card']]}"
    shown = [
        "--promise",
        digest(made["own"]),
        *(word for depth in made["cuts"] or [0] for word in ("--cut", str(depth))),
    ]
    everything = ["--seat", "1", *shown, *known, "--seed", kept[-1]["seed"], "--saw", "; ".join(saw.values())]
    assert "checked, and every point holds" in said("verify", str(one), *everything)
    [report] = json.loads(run("verify", str(one), *everything, "--json").stdout)
    assert (report["state"], report["holds"]) == ("holds", True)
    for option in ("--root", "--number", "--commitment", "--seed", "--promise"):
        assert "DOES NOT HOLD" in said("verify", str(one), option, "00" * 32, code=1)
    assert "DOES NOT HOLD it was cut as you were shown" in said("verify", str(one), "--cut", "11", code=1)
    report = json.loads(run("verify", str(one), "--json").stdout)
    assert (report[0]["state"], report[0]["holds"], report[0]["round"]) == ("open", False, 1)
    assert {each["holds"] for each in report[0]["findings"]} == {True, None}
    assert said("verify", "-", typed=file.read_text()) == said("verify", str(file))


def test_what_was_kept_of_a_round_is_compared_with_that_round(tmp_path: Path) -> None:
    _, kept, file = evening(tmp_path)
    made = kept[1]["shuffle"]
    for option, value in (("root", kept[1]["root"]), ("number", made["own"]), ("commitment", made["commitment"])):
        done = run("verify", str(file), f"--{option}", value)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"--{option} is of one round, and {file} has 2 receipts; accepted: --round too" in done.stderr
        text = said("verify", str(file), "--round", "2", f"--{option}", value)
        assert "Round 2" in text
        assert "Round 1" not in text
        assert "DOES NOT HOLD" in said("verify", str(file), "--round", "1", f"--{option}", value, code=1)
    done = run("verify", str(file), "--round", "3")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{file} has no receipt of round 3" in done.stderr


def test_rounds_and_shuffles_that_lie_between_two_receipts_are_named(tmp_path: Path) -> None:
    file = tmp_path / "receipts.jsonl"
    said("play", "uth-ma", "--auto", "--rounds", "4", "--receipts", str(file))
    first, second, third, fourth, seed = file.read_text().splitlines()
    assert "nothing was dealt of" not in said("verify", str(file))
    file.write_text(f"{first}\n{third}\n{seed}")
    assert "open what came of round 2: there is no receipt here" in said("verify", str(file))
    file.write_text(f"{first}\n{fourth}\n{seed}")
    assert "open what came of rounds 2 to 3: there is no receipt here" in said("verify", str(file), "--round", "4")
    assert "what came of" not in said("verify", str(file), "--round", "1")
    later = json.loads(second)
    for more, named in ((1, "shuffle {0}"), (3, "shuffles {0} to {1}")):
        made = json.loads(second)["shuffle"]["number"]
        later["shuffle"]["number"] = later["decks"][-1]["shuffle"] = made + more
        file.write_text("\n".join((first, json.dumps(later), seed)))
        text = f"open why nothing was dealt of {named.format(made, made + more - 1)}, between round 1 and round 2"
        assert text in said("verify", str(file), code=1), "and the number is another than the root's"
    other = json.loads(third) | {"session": "another"}
    file.write_text("\n".join((first, json.dumps(other))))
    assert "what came of" not in said("verify", str(file), code=1), "another session has rounds of its own"


def test_a_receipt_says_what_it_proves_and_what_it_does_not(tmp_path: Path) -> None:
    text = said("verify", str(evening(tmp_path)[2]))
    assert "no card you saw was changed afterwards; with the seed, no card at all." in text
    assert (
        "nobody chose the order of the cards of that round, except by withholding numbers or by voiding the round"
        in text
    )
    assert "does not show which decks were sent away" in text
    assert "Open points were not checked. By itself a receipt only proves that it is consistent" in text


def test_what_is_printed_before_a_bet_fits_on_a_line_each(tmp_path: Path) -> None:
    done = run("play", "uth-ma", "--auto", "--rounds", "1", "--receipts", str(tmp_path / "receipts.jsonl"))
    lines = [line for line in done.stdout.splitlines() if re.search("[0-9a-f]{64}", line)]
    assert [line.split()[0] for line in lines] == ["Commitment", "Root", "The"]
    assert max(map(len, lines[:-1])) < 80


def test_practice_is_said_to_be_practice(tmp_path: Path) -> None:
    told, kept, file = evening(tmp_path, "uth-ma", "--seed", "7")
    assert "practice: seeded" in told
    assert kept[0]["source"] == "practice: seeded"
    assert "this is practice, and proves nothing about chance" in said("verify", str(file))


def test_one_machine_proves_nothing_to_anybody_else(tmp_path: Path) -> None:
    assert "One process on one machine was house and player: it proves nothing to anybody else." in evening(tmp_path)[0]


def test_a_text_of_ones_own_is_mixed_with_chance_and_no_number_comes_twice(tmp_path: Path) -> None:
    _, first, _ = evening(tmp_path, "uth-ma", "--number", "my aunt's birthday")
    (tmp_path / "receipts.jsonl").unlink()
    _, again, _ = evening(tmp_path, "uth-ma", "--number", "my aunt's birthday")
    numbers = [each["shuffle"]["own"] for each in first[:-1] + again[:-1]]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("typed", ["10\n", "10\ncheck\n", "10\nquit\n", ""])
def test_an_evening_that_is_left_closes_its_session_and_pays_what_it_owes(tmp_path: Path, typed: str) -> None:
    file, record = tmp_path / "receipts.jsonl", tmp_path / "evening.jsonl"
    words = ("play", "uth-ma", "--plain", "--receipts", str(file), "--record", str(record))
    told = said(*words, typed=typed)
    assert "its seed was" not in told, "hashes are never read out"
    assert ("You leave in the middle of a round; it is played out without you (ruling S10)." in told) == bool(typed)
    assert "seed" in json.loads(file.read_text().splitlines()[-1])
    audit = said("audit", str(record), "--receipt", str(file)) if typed else said("audit", str(record))
    assert "unfinished" not in audit
    assert "and all from the seed of the session" in audit


def test_a_receipt_of_another_evening_does_not_stand_in_a_recording(tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    _, _, file = evening(tmp_path, "uth-ma", "--record", str(record))
    assert "receipts rounds 1, 2 are in it as told" in said("audit", str(record), "--receipt", str(file))
    other = tmp_path / "other"
    other.mkdir()
    _, _, theirs = evening(other)
    done = run("audit", str(record), "--receipt", str(theirs))
    assert (done.returncode, done.stdout) == (1, "")
    assert "the receipt is of session" in done.stderr


# ---- a receipt with a checkpoint -----------------------------------------------------------------------


def logged(folder: Path) -> tuple[dict[str, Any], Path, Log]:
    """A receipt whose round stands in a house's log."""
    _, kept, _ = evening(folder, "uth-ma", "--record", str(folder / "evening.jsonl"))
    log = Log()
    log.fill(5)
    receipt = kept[0] | {"inclusion": {}}
    log.add(receipt)
    log.fill(11)
    receipt |= {"checkpoint": log.note(), "inclusion": log.inclusion(5)}
    file = folder / "logged.json"
    file.write_text(json.dumps(receipt))
    return receipt, file, log


def test_a_round_is_shown_to_be_in_the_houses_log(tmp_path: Path) -> None:
    receipt, file, log = logged(tmp_path)
    text = said("verify", str(file), "--key", KEY.public)
    assert "holds the checkpoint of harbour/log/1 with 11 rounds is signed with the house's key" in text
    assert f"holds round 1, with the head {receipt['head'][:16]}…, is in that log, number 6 of 11" in text
    assert "the house has signed a log with that round's record in it" in text
    assert "A checkpoint does not prove that everybody is shown the same log, nor what the record says." in text
    public = tmp_path / "house.pub"
    public.write_text(KEY.public)
    assert said("verify", str(file), "--key", str(public)) == text
    assert "give its public key with --key" in said("verify", str(file))
    assert "DOES NOT HOLD its checkpoint is one of the house's" in said("verify", str(file), "--key", "00" * 32, code=1)
    # An audit of the recording goes by the same receipt.
    assert "receipts round" in said("audit", str(tmp_path / "evening.jsonl"), "--receipt", str(file))
    log.fill(20)
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps({"checkpoint": log.note(), "consistency": log.consistency(11)}))
    text = said("verify", str(file), "--key", KEY.public, "--checkpoint", str(kept))
    assert "holds the log of 20 rounds continues that of 11: nothing in it was rewritten" in text
    found = json.loads(run("verify", str(file), "--checkpoint", str(kept), "--json").stdout)[0]["findings"]
    assert sum("continues that of 11" in each["says"] for each in found) == 1


def test_a_house_that_rewrote_its_past_is_found_out(tmp_path: Path) -> None:
    _, file, log = logged(tmp_path)
    log.leaves[5] = bytes(32)
    kept = tmp_path / "note.txt"
    kept.write_text(log.note())
    text = said("verify", str(file), "--key", KEY.public, "--checkpoint", str(kept), code=1)
    assert "DOES NOT HOLD there is one log of 11 rounds, and no other was signed" in text


@pytest.mark.parametrize("text", ["", "no note", "{", "{}", "[" * 100_000, '{"checkpoint": "a"}', '{"a": {"b": 7}}'])
def test_what_is_no_checkpoint_ends_in_a_sentence(tmp_path: Path, text: str) -> None:
    _, file, _ = logged(tmp_path)
    kept = tmp_path / "kept"
    kept.write_text(text)
    done = run("verify", str(file), "--checkpoint", str(kept))
    assert (done.returncode, done.stdout) == (2, "")
    assert "what was kept of the log" in done.stderr or "neither a signed note nor JSON with one" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_is_no_key_is_refused(tmp_path: Path) -> None:
    _, file, _ = logged(tmp_path)
    done = run("verify", str(file), "--key", "xyz")
    assert (done.returncode, done.stdout) == (2, "")
    assert "that is no public key" in done.stderr


# ---- what is no receipt --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is no receipt in it"),
        ("[]", "line 1: that is no receipt"),
        ("7\n8", "line 1: that is no receipt"),
        ("{}", "line 1: a receipt has no 'receipt', or one that is none"),
        ("{", "line 1: that is no JSON"),
        ('{"seed": 7}', "line 1: a seed is 64 hexadecimal digits"),
        ("[" * 100_000, "line 1: that is no JSON"),
    ],
)
def test_what_is_no_receipt_ends_in_a_sentence(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    done = run("verify", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("option", ["--root", "--number", "--commitment", "--seed", "--promise"])
def test_what_is_no_value_is_refused(tmp_path: Path, option: str) -> None:
    _, _, file = evening(tmp_path)
    done = run("verify", str(file), option, "xyz")
    assert done.returncode == 2
    assert f"{option} xyz: accepted are 64 hexadecimal digits" in done.stderr


# ---- what a receipt is bound to ------------------------------------------------------------------------


def test_a_receipt_that_was_altered_is_not_the_recordings(tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    _, kept, _ = evening(tmp_path, "uth-ma", "--record", str(record))
    names = {"1": "dealer", "dealer": "1"}
    swapped = {**kept[0], "dealt": [names.get(each, each) for each in kept[0]["dealt"]]}
    one = tmp_path / "one.json"
    void = {**kept[0], "void": True, "decks": [*kept[0]["decks"][:-1], {**kept[0]["decks"][-1], "end": "void"}]}
    void["counts"] = {**kept[0]["counts"], "void": 1}
    seated = {**kept[0], "seats": [{**kept[0]["seats"][0], "seat": 2}]}
    counted = {**kept[0], "counts": {**kept[0]["counts"], "withheld": 3}}
    for altered in (swapped, void, seated, counted, {**kept[0], "changes": ["a deck left"]}):
        one.write_text(json.dumps(altered))
        done = run("audit", str(record), "--receipt", str(one))
        assert (done.returncode, done.stdout) == (1, "")
        assert "the receipt tells round 1 otherwise than it was" in done.stderr


def test_files_of_any_length_and_receipts_over_several_lines_are_read_by_both_commands(tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    _, kept, _ = evening(tmp_path, "uth-ma", "--record", str(record))
    long = tmp_path / "long.jsonl"
    with long.open("w") as file:
        for _ in range(6):
            file.write(json.dumps(kept[0], indent=4) + "\n" * (1 << 20) + json.dumps(kept[1]) + "\n")
        file.write(json.dumps(kept[-1]) + "\n")
    assert long.stat().st_size > 4 << 20, "more than is read of other files"
    assert said("verify", str(long)).count("holds the whole deck followed") == 12
    short = tmp_path / "short.jsonl"
    short.write_text(json.dumps(kept[0], indent=4) + "\n" + json.dumps(kept[1], indent=1))
    assert "rounds 1, 2 are in it as told" in said("audit", str(record), "--receipt", str(short))


def test_decks_that_ended_between_two_receipts_are_on_the_list_without_a_gap(tmp_path: Path) -> None:
    file = tmp_path / "receipts.jsonl"
    said("play", "uth-ma", "--auto", "--rounds", "3", "--receipts", str(file))
    first, second, third, _ = map(json.loads, file.read_text().splitlines())
    says = "every deck that ended between round 1 and round 2 is on the list, and no other"

    def checked(*receipts: dict[str, Any], code: int = 0) -> str:
        file.write_text("\n".join(map(json.dumps, receipts)))
        return said("verify", str(file), code=code)

    assert f"holds {says}" in checked(first, second)
    assert "open between round 1 and round 3 2 decks ended, 0 of them not dealt; 0 rounds were void" in checked(
        first, third
    )
    hidden = {**second, "counts": {**second["counts"], "decks": second["counts"]["decks"] + 1}}
    assert f"DOES NOT HOLD {says}" in checked(first, hidden, code=1)
    forgotten = {**first, "counts": {**first["counts"], "withdrawn": third["counts"]["withdrawn"] + 1}}
    assert "DOES NOT HOLD between round 1 and round 3" in checked(forgotten, third, code=1)
    promised = {**second, "counts": {**second["counts"], "withheld": first["counts"]["withheld"] + 2}}
    assert "open between round 1 and round 2 2 promised numbers were not given" in checked(first, promised)
