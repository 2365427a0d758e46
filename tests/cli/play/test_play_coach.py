"""`croupier play --coach`, as a player meets it."""

import re
import signal
import subprocess
from contextlib import suppress

import pytest
from support.cli.shell import CROUPIER, run


def said(*words: str, typed: str = "") -> str:
    done = run(*words, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("name", "seed"), [("lir-nj", "7"), ("colorado-ma-1", "7"), ("colorado-ma-2", "7"), ("dragon-md", "3")]
)
def test_what_automatic_play_costs_is_summed_up(name: str, seed: str) -> None:
    words = ("play", name, "--auto", "--seed", seed, "--rounds", "12", "--seats", "2", "--others", "cheap")
    evening = said(*words, "--coach")
    advice = evening.count("The coach, on average:")
    assert "The coach gets ready; the first time it also compiles its loops" in evening
    summary = re.search(r"The coach: (\d+) decisions, (\d+) mistakes, which cost \$([\d.]+) on average", evening)
    assert summary is not None, evening
    decisions, mistakes, cost = int(summary[1]), int(summary[2]), float(summary[3])
    assert decisions == advice >= 12
    told = [float(each) for each in re.findall(r" cost \$([\d.]+); best was ", evening)]
    assert told == sorted(told, reverse=True)
    assert len(told) == min(mistakes, 5)
    assert 0 < sum(told) <= cost + 0.001
    assert ("The 5 worst:" in evening) == (mistakes > 5)
    assert "The coach" not in said(*words)


def test_every_choice_has_its_value_before_the_player_answers() -> None:
    evening = said("play", "colorado-ma-1", "--plain", "--coach", "--seed", "14", typed="5 bonus\nfold\nquit\n")
    asked = evening.index("Your choice>")
    assert evening.index("The coach, on average: bet, discarding five of clubs wins $") < asked
    assert evening.index("bet, discarding three of diamonds loses $") < asked
    assert evening.index("fold loses $6.0000. Best: bet, discarding five of clubs.") < asked
    assert "The coach: 1 decision, 1 mistake, which cost $" in evening
    assert "Round 1, your cards, with five of clubs, three of diamonds, three of clubs: fold cost $" in evening
    assert "; best was bet, discarding five of clubs." in evening


def test_the_best_choice_is_marked_and_no_mistake() -> None:
    evening = said("play", "dragon-md", "--coach", "--plain", "--seed", "3", typed="5 dragon_bet 5\nplay\nquit\n")
    assert "The coach, on average, Dragon Bet aside: play " in evening
    assert re.search(r"Best: (play|fold)\.", evening)
    drawn = said("play", "lir-nj", "--auto", "--coach", "--seed", "3", "--rounds", "1")
    assert re.search(r"The coach, on average: [+-]\$[\d.]+ ride( best)? [+-]\$[\d.]+ withdraw( best)? ", drawn)
    assert len(re.findall(r"(ride|withdraw) best\b", drawn)) == 2, "one at each of the two turns"


def test_two_cards_each_against_the_dealer_from_the_first_turn_to_the_last() -> None:
    typed = "10 trips 5\ncheck\ncheck\nfold\nquit\n"
    evening = said("play", "uth-ma", "--plain", "--coach", "--seed", "7", typed=typed)
    assert evening.count("The coach, on average, Trips aside: ") == 3
    assert "Best: play 4x." in evening
    told = re.findall(r"(\w+) cost \$([\d.]+); best was (play \dx)\.", evening)
    assert [(done, best) for done, _, best in told] == [("fold", "play 1x"), ("check", "play 4x")]
    assert f"The coach: 3 decisions, 2 mistakes, which cost ${sum(float(cost) for _, cost, _ in told):.4f}" in evening


@pytest.mark.prove
def test_stakes_that_a_payout_limit_acts_on_are_worked_out_when_they_are_first_wagered() -> None:
    typed = "200\nplay 4x\nquit\n"
    evening = said("play", "uth-ma", "--plain", "--coach", "--seed", "1", "--bankroll", "10000", typed=typed)
    on_average = r"Ante \$200, Blind \$200\. .* The coach, on average: check loses \$[\d.]+, play 3x loses"
    assert re.search(on_average, evening)
    assert re.search(r"The coach: 1 decision, 1 mistake, .*: play 4x cost \$[\d.]+; best was check\.", evening)


def test_an_evening_that_is_interrupted_is_summed_up() -> None:
    words = ["play", "lir-nj", "--plain", "--coach", "--seed", "1"]
    with subprocess.Popen([*CROUPIER, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("\nride\n")
        running.stdin.flush()
        heard = ""
        while heard.count("Your choice>") < 2 and (more := running.stdout.read(1)):
            heard += more
        # A signal that comes between the question and the wait for an answer is noticed only with the next one.
        while running.poll() is None:
            running.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                running.wait(timeout=5)
        evening = " ".join((heard + running.stdout.read()).split())
    assert running.returncode == 0
    assert re.search(r"0 rounds|1 round", evening)
    assert "The coach: 1 decision, " in evening
