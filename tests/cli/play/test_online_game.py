"""A seat at a table of a house, in the terminal: what is asked and told, ways that break, and how one leaves."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.cli import shell
from support.client.clients import CHIPS, cheaply, house, way
from support.default_house import NAMES
from support.service.houses import free_port

import croupier
from croupier.client import Client
from croupier.schemas.table import RoundReceipt
from croupier.service.live import messages
from croupier.table.model.state import State
from croupier.table.views.view import Viewer

HOSTILE = "\x1b]0;owned\x07\x1b[2J\u202eevil\x9b31m[bold]"


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return shell.run("play", *words, typed=typed)


def said(*words: str, typed: str) -> str:
    done = run(*words, "--plain", typed=typed)
    assert (done.returncode, done.stderr) == (0, ""), done
    return " ".join(done.stdout.split())


class Sitting:
    """A terminal game that runs."""

    def __init__(self, *words: str) -> None:
        self._process = subprocess.Popen(  # noqa: S603
            [*shell.CROUPIER, "play", *words, "--plain"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self.text = ""
        self._heard = 0

    def until(self, text: str) -> None:
        """Wait until it says something, after what was waited for before."""
        end = time.monotonic() + 30
        assert self._process.stdout is not None
        while text not in self.text[self._heard :]:
            assert time.monotonic() < end, self.text
            self.text += (self._process.stdout.read() or b"").decode()
            time.sleep(0.01)
        self._heard = self.text.index(text, self._heard) + len(text)

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def interrupt(self) -> None:
        self._process.send_signal(signal.SIGINT)

    def end(self) -> tuple[int, str]:
        """How it ended; what it said on standard error."""
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), True)
        out, err = self._process.communicate(timeout=40)
        self.text += out.decode()
        return self._process.returncode, err.decode()

    def kill(self) -> None:
        with self._process:
            self._process.kill()


@contextmanager
def sitting(*words: str) -> Iterator[Sitting]:
    made = Sitting(*words)
    try:
        yield made
    finally:
        made.kill()


@pytest.mark.parametrize("name", NAMES)
def test_a_round_is_played_in_every_game_and_its_receipt_is_checked(name: str, tmp_path: Path) -> None:
    with house(tmp_path, name) as (_, address):
        file = tmp_path / "receipts.jsonl"
        words = ("--server", address, "--table", name, "--name", "Zoë", "--rounds", "1", "--receipts", str(file))
        evening = said(*words, typed="\n" + "1\n" * 8)
        assert "You come in as Zoë, a guest, with $1,000 of play money." in evening
        assert f"You have seat 1 at {name}." in evening
        assert "The dealer: 'No more bets'." in evening
        assert "Round 1 is over." in evening
        assert "Round 1: you " in evening
        assert "The receipt of round 1 is checked: 19 points hold, 1 is open." in evening
        assert "1 round; you have $" in evening
        [receipt] = [json.loads(line) for line in file.read_text().splitlines()]
        assert (receipt["round"], receipt["table"]) == (1, name)


def test_the_table_is_chosen_from_those_that_are_open_and_questions_are_answered_on_the_way(tmp_path: Path) -> None:
    with house(tmp_path) as (_, address):
        typed = "zebra\ndragon\nhelp\nzebra 5\nante 1\nrules 11\nsign\nbuy 100\nbuy much\nnone\nquit\n"
        evening = said("--server", address, "--bankroll", "$500", typed=typed)
        for expected in (
            "3 Dragon Poker, Maryland (dragon-md): 0 of 6 seats taken, dealt by the house",
            "Answer with a number or a name of the list.",
            "Enter: the same wagers as before.",
            "'zebra' is no wager here",
            "Ante of $1 was offered (ruling S20); accepted: from $5 to $500",
            "Play Bet Must Equal Ante Bet",  # which only the sign says
            "You have $600.",
            "'much' is no amount of money",
            "Nobody has a wager; bet, or quit.",
            "0 rounds; you have $1,000 in your wallet, even.",
        ):
            assert expected in evening, evening


def test_somebody_who_has_signed_up_comes_in_by_password(tmp_path: Path) -> None:
    with house(tmp_path, "dragon-md") as (_, address), Client(address) as client:
        client.come_in("Ada")
        client.sign_up("ada-1", "seven of clubs, folded")
        words = ("--server", address, "--table", "dragon-md", "--login", "ada-1")
        evening = said(*words, typed="seven of clubs, folded\n\nplay\nquit\n")
        assert "You come in as Ada, with $1,000 in your wallet." in evening
        assert "seven of clubs" not in evening
        assert f"you have ${client.wallet() // 100}" in evening.replace(",", "")
        wrong = run(*words, "--plain", typed="eight of clubs, folded\n")
        assert wrong.returncode == 2
        assert "croupier: login and password do not belong together" in wrong.stderr


def test_others_are_told_of_as_they_act_and_their_names_are_text(tmp_path: Path) -> None:
    with (
        house(tmp_path, "dragon-md") as (opened, address),
        Client(address) as other,
        sitting("--server", address, "--table", "dragon-md") as evening,
    ):
        evening.until("Your wagers")
        person = other.come_in("Ben").person
        with other.watch("dragon-md") as table:
            table.sit(CHIPS)
            evening.until("A player sits down at seat 2 (Ben).")
            opened.hub.names.by_person[person] = HOSTILE  # of a house that checks nothing
            table.bet(table.terms.least_wagers())
            evening.until("Seat 2 wagers Ante $5, Ante Bonus $5.")
            evening.until("Your wagers")
            evening.type("")
            evening.until("Your choice")
            evening.type("play")
            evening.until("You: play.")
            asked = next(each for each in table if each.asked)
            table.decide(*cheaply(asked, table.terms))
            evening.until("Seat 2: play.")
            evening.until("The receipt of round 1 is checked: 19 points hold")
            evening.type("quit")
            code, err = evening.end()
        assert (code, err) == (0, "")
        assert "Seat 2 (\\x1b]0;owned\\x07\\x1b[2J\\u202eevil\\x9b31m[bold])" in evening.text
        assert not any(each in evening.text for each in "\x1b\x07\u202e\x9b")


def test_a_lost_connection_is_told_and_recovered(tmp_path: Path) -> None:
    front = free_port()
    with (
        house(tmp_path, "dragon-md", also=(front,)) as (_, address),
        way(front, int(address.rpartition(":")[2])) as made,
        sitting("--server", f"http://127.0.0.1:{front}", "--table", "dragon-md") as evening,
    ):
        evening.until("Your wagers")
        evening.type("")
        evening.until("Your choice")
        made.cut()
        evening.until("The connection is back.")
        assert f"The connection to http://127.0.0.1:{front} is lost" in evening.text
        evening.type("play")
        evening.until("The receipt of round 1 is checked: 19 points hold")
        evening.until("Your wagers")
        evening.type("quit")
        assert evening.end() == (0, "")


def test_ctrl_c_leaves_in_the_middle_of_a_round_with_a_word_of_warning(tmp_path: Path) -> None:
    with (
        house(tmp_path, "dragon-md") as (opened, address),
        sitting("--server", address, "--table", "dragon-md") as evening,
    ):
        evening.until("Your wagers")
        evening.type("")
        evening.until("Your choice")
        evening.interrupt()
        evening.until("You leave in the middle of a round; it is played out without you (ruling S10).")
        evening.until("You are away.")
        assert opened.house.queues["dragon-md"].live.record.state.seat(1).away
        evening.interrupt()
        code, err = evening.end()
        assert (code, err) == (0, "")
        assert "your chips go to your wallet when the round is over." in evening.text


def test_ctrl_c_between_rounds_takes_the_money(tmp_path: Path) -> None:
    with (
        house(tmp_path, "dragon-md") as (opened, address),
        sitting("--server", address, "--table", "dragon-md") as evening,
    ):
        evening.until("Your wagers")
        evening.interrupt()
        assert evening.end() == (0, "")
        assert "0 rounds; you have $1,000 in your wallet, even." in evening.text
        assert opened.house.queues["dragon-md"].live.record.state.taken() == []


def test_a_receipt_that_does_not_hold_is_told_in_capitals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = messages.receipt_of

    def tampering(state: State, viewer: Viewer, head: str, logged: dict[str, Any]) -> RoundReceipt | None:
        given = honest(state, viewer, head, logged)
        if given is not None:
            given.shuffle["numbers"] = []
        return given

    monkeypatch.setattr(messages, "receipt_of", tampering)
    with house(tmp_path, "dragon-md") as (_, address):
        evening = said("--server", address, "--table", "dragon-md", typed="\nplay\nquit\n")
        assert "THE RECEIPT OF ROUND 1 DOES NOT HOLD" in evening
        assert "your number went into the last cut" in evening


BAD = [
    (["--server", "house"], "'house' is no address of a house; accepted: one like http://127.0.0.1:8642"),
    (["--server", f"http://127.0.0.1:{1}"], "http://127.0.0.1:1 does not answer"),
    (["--server", "http://h", "--seed", "7"], "--seed is for a table of your own; accepted: without --server"),
    (["uth-ma", "--server", "http://h", "--auto", "--coach"], "RULEBOOK, --auto, --coach are for a table of your own"),
    (
        ["uth-ma", "--server", "http://h"],
        "accepted: --table uth-ma, if the house has such a table, or without --server",
    ),
    (["--table", "x"], "--table is for a house; accepted: with --server URL"),
    (["--server", "http://h", "--login", "a", "--name", "b"], "--name is for a guest, and --login for a player"),
    (
        ["--server", "http://h", "--login", "a"],
        "a password for http://h could be read on the way; accepted",
    ),
    (["--server", "http://h", "--bankroll", "much"], "--bankroll: 'much' is no amount of money"),
    (["--server", f"http://{HOSTILE}"], "is no address of a house"),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=[" ".join(map(ascii, words)) for words, _ in BAD])
def test_bad_input_gets_one_clear_message_and_exit_code_2(words: list[str], message: str) -> None:
    done = run(*words, "--plain")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not any(each in done.stderr for each in "\x1b\x07\u202e\x9b")


def test_without_a_terminal_one_says_so() -> None:
    done = run("--server", "http://127.0.0.1:1")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no terminal to play at; accepted: --plain" in done.stderr


def test_a_table_that_is_not_there_and_a_file_that_is_are_refused(tmp_path: Path) -> None:
    with house(tmp_path, "dragon-md") as (_, address):
        gone = run("--server", address, "--plain", "--table", "x")
        assert gone.returncode == 2
        assert "croupier: no table 'x' is open; accepted: dragon-md" in gone.stderr
        there = tmp_path / "there"
        there.write_text("")
        taken = run("--server", address, "--plain", "--table", "dragon-md", "--receipts", str(there))
        assert taken.returncode == 2
        assert "exists; name another file" in taken.stderr


def test_who_plays_is_told_of_notices_and_keeps_the_seat_when_another_session_begins(tmp_path: Path) -> None:
    with (
        house(tmp_path, "lir-nj") as (opened, address),
        sitting("--server", address, "--table", "lir-nj", "--rounds", "2") as player,
    ):
        hub = opened.hub
        player.until("Your wagers")
        now = hub.settings
        other = replace(now.tables["lir-nj"], submission=croupier.submission("lir-nj", three_card_bonus="no"))
        hub.settings = replace(now, tables={**now.tables, "lir-nj": other})
        hub.deliveries(hub.turning.look)
        player.type("")
        player.until("Notice: The Three card bonus wager is withdrawn.")
        for _ in range(2):
            player.until("Your choice")
            player.type("1")
        player.until("Your wagers")
        opened.clock.on(3600)
        hub.deliveries(hub.turning.ring)
        player.until("Your wagers")
        player.type("")
        player.until("A new session has begun here; you keep your seat and your chips.")
        player.type("")
        for _ in range(4):
            player.type("1")
        assert player.end() == (0, "")
        assert player.text.count("The receipt of round 1 is checked:") == 2
        assert "DOES NOT HOLD" not in player.text
        assert "2 rounds; you have $" in player.text
