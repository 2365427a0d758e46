"""`croupier round` as a dealer in training meets it: typed line by line, from a file, or one that ships."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.cli.terminals import terminal

from croupier.cli import main
from croupier.cli.records.rounds import EXAMPLES
from croupier.table.model.vocabulary import FAULTS

Ran = Callable[..., tuple[int, str, str]]
UNDECKED = "rulebook: uth-ma\nseat 1: sit bankroll=$100\nseat 1: bet ante=$5 blind=$5\n"


@pytest.fixture(name="ran")
def how_it_ran(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Ran:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "undecked.txt").write_text(UNDECKED)

    def ran(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["croupier", "round", *words])
        with pytest.raises(SystemExit) as left:
            main()
        done = capsys.readouterr()
        return int(left.value.code or 0), done.out, done.err

    return ran


def test_the_examples_that_ship_run_without_a_refusal(ran: Ran) -> None:
    assert EXAMPLES == ("by-hand", "royal", "trouble")
    for name in EXAMPLES:
        code, out, err = ran("--example", name)
        assert (code, err) == (0, "")
        assert "Refused" not in out
        assert "Round 1 is " in out
    assert "accepted: by-hand, royal, trouble" in ran("--example", "nothing")[2]
    assert "accepted: a FILE, or - for what is typed" in ran()[2]
    assert "which round? accepted: " in ran()[2]
    assert ran("undecked.txt", "--example", "royal")[0] == 2
    assert "accepted: a round without a `deck:` line" in ran("--example", "royal", "--seed", "1")[2]


def test_without_a_deck_cards_are_shuffled_and_repeat_themselves_by_a_seed(ran: Ran) -> None:
    assert len({ran("undecked.txt")[1] for _ in range(3)}) == 3
    assert ran("undecked.txt", "--seed", "4")[1] == ran("undecked.txt", "--seed", "4")[1]
    assert ran("undecked.txt", "--seed", "4")[1] != ran("undecked.txt", "--seed", "5")[1]


@pytest.mark.parametrize("what", ["everything", "deal turn", "deal,,turn"])
def test_a_step_that_does_not_exist_is_refused(ran: Ran, tmp_path: Path, what: str) -> None:
    (tmp_path / "wrong.txt").write_text(f"rulebook: uth-ma\nmanual: {what}\nseat 1: check\n")
    code, _, err = ran("wrong.txt")
    assert code == 2
    assert "names no step; there are, with commas between them, all, burn" in err


def test_what_goes_wrong_is_named_by_itself_and_blamed_for_what_it_lacks(ran: Ran, tmp_path: Path) -> None:
    file = tmp_path / "slip.txt"
    file.write_text("rulebook: uth-ma\nseat 1: sit bankroll=$100\nfault: slip at=1 how=foo\n")
    out = ran("slip.txt", "--seed", "1")[1]
    assert "Refused: " in out
    assert "'foo'" in out.partition("Refused: ")[2]
    assert "slip" in FAULTS


def test_a_person_who_types_is_answered_line_by_line() -> None:
    with terminal("round", "--seed", "4", columns=110) as there:
        lines = [
            "help",
            "seat 1: check",
            "rulebook: uth-ma",
            "seat 1: sit bankroll=$100",
            "nonsense",
            "set: trips=B",
            "seat 1: bet ante=$1",
        ]
        for number, line in enumerate(lines, start=1):
            there.until("\n> ", number)
            there.type(line)
        there.until("accepted: from $5 to $500")
        there.type("quit")
        assert there.ended() == 0
        assert "a round begins with one line like `rulebook: uth-ma`" in there.text
        assert "set: stands before all that is asked; accepted: a round begun anew" in there.text
        assert "'nonsense' is not like `seat 1: check`" in there.text
        assert there.text.count("A player sits down at seat 1.") == 1, "what was answered is not answered again"
