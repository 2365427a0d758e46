"""`croupier audit --theory`: wagers by whole rounds, cards by place, and luck."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from croupier.analysis import Question
from croupier.analysis.analyst import Analyst
from croupier.analysis.coach.coach import Coach
from croupier.analysis.coach.luck import Valuer
from croupier.analysis.model.solution import Action
from croupier.analysis.results.fit import Fit, fit
from croupier.cli import main
from croupier.cli.records.results import Settled, against
from croupier.cli.records.segments import asked_of, replayed
from croupier.cli.records.theory import RecordedRound, by_place, dealt, rounds_over, spread
from croupier.games.terms import Terms
from croupier.rulebook import NAMES
from croupier.table.views.view import Viewer, view

Ran = Callable[..., tuple[int, str, str]]
PLAY = ("play", "--auto", "--seats", "3", "--seed", "9", "--others", "cheap")
ASKED = asked_of(None, None)

pytestmark = pytest.mark.usefixtures("shared_solutions")


@pytest.fixture(name="ran")
def how_it_ran(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ran:
    def ran(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["croupier", *words])
        with pytest.raises(SystemExit) as left:
            main()
        done = capsys.readouterr()
        return int(left.value.code or 0), done.out, done.err

    return ran


def recorded(ran: Ran, folder: Path, rulebook: str, rounds: int) -> str:
    file = str(folder / "evening.jsonl")
    assert ran(*PLAY, rulebook, "--rounds", str(rounds), "--record", file)[0] == 0
    return file


def asked_in(file: str) -> dict[tuple[int, int], Fraction]:
    """What the decisions of each hand cost, by the coach and the view of the seat when it was asked."""
    costs: dict[tuple[int, int], Fraction] = {}
    coach = None
    for played in replayed(file, None, ASKED):
        state = played.before
        coach = coach or Coach(state.terms, state.fixed.game)
        for kind, data in played.decision.events:
            if kind == "decided":
                advice = coach.advise(view(state, Viewer("player", state.seat(data["seat"]).person)))
                discard = tuple(sorted(state.faces(tuple(data["positions"]))))
                key = state.round, data["seat"]
                costs[key] = costs.get(key, Fraction(0)) + advice.cost(Action(data["choice"], discard))
    return costs


@pytest.mark.parametrize("rulebook", NAMES)
def test_decisions_are_valued_by_what_each_seat_saw(ran: Ran, tmp_path: Path, rulebook: str) -> None:
    file = recorded(ran, tmp_path, rulebook, 6)
    costs = asked_in(file)
    overs = list(rounds_over(file, ASKED))
    terms = next(replayed(file, 1, ASKED)).before.terms
    value = Valuer(Analyst(Question(terms.submission)))
    found = {}
    for over in overs:
        of = dealt(over)
        assert not of.irregular
        for seen, hand in zip(over.last.hands, of.hands, strict=True):
            valued = value(hand, of)
            assert valued is not None
            found[over.last.number, seen.seat] = valued.mistakes
            assert valued.net == sum(line.amount for line in seen.lines)
    assert found == costs
    assert len(found) == 18
    assert any(costs.values())


def test_the_parts_add_up_and_are_told_by_the_command(ran: Ran, tmp_path: Path) -> None:
    file = recorded(ran, tmp_path, "dragon-md", 20)
    said = json.loads(ran("audit", file, "--theory", "--json")[1])
    luck = said["luck"]
    assert (luck["rounds"], luck["hands"], luck["left_out"]) == (20, 60, 0)
    assert luck["net_cents"] == -said["house_won_cents"]
    assert luck["net_cents"] == pytest.approx(luck["expected_cents"] + luck["luck_cents"] - luck["mistakes_cents"])
    assert luck["expected_cents"] == pytest.approx(said["against_theory"][0]["expected"])
    assert luck["deviations_away"] == pytest.approx(luck["luck_cents"] / luck["deviation_cents"])
    assert len(said["cards_by_place"]) == 4 * 3
    assert all(found["p"] > 1e-6 for found in said["cards_by_place"].values())
    _, out, _ = ran("audit", file, "--theory")
    assert "\nLuck, in 20 rounds with 60 hands\n" in out
    assert "\nCards by place\n" in out
    assert "left out: void" not in out


def test_rounds_in_which_something_went_wrong_have_no_luck(ran: Ran, tmp_path: Path) -> None:
    file = str(tmp_path / "trouble.jsonl")
    words = ("play", "dragon-md", "--auto", "--rounds", "4", "--seed", "1", "--record", file)
    assert ran(*words)[0] == 0
    overs = list(rounds_over(file, ASKED))
    void = overs[0]._replace(last=overs[0].last._replace(void=True))
    assert [dealt(each).irregular for each in (overs[0], void, overs[0]._replace(irregular=True))] == [
        False,
        True,
        True,
    ]
    assert by_place([void], ("x",) * 53) == {}


def test_a_part_that_is_whole_is_compared_by_itself(ran: Ran, tmp_path: Path) -> None:
    file = recorded(ran, tmp_path, "dragon-md", 5)
    lines = Path(file).read_bytes().splitlines(keepends=True)
    Path(file).write_bytes(b"".join(lines[: len(lines) * 3 // 4]))
    code, out, _ = ran("audit", file, "--theory", "--json")
    part = json.loads(out)["undamaged"]
    assert code == 1
    assert part["luck"]["rounds"] == part["rounds"] > 0


# ---- cards by place ------------------------------------------------------------------------------------


def shuffled(overs: list[RecordedRound], deck: list[int], copies: int) -> list[RecordedRound]:
    """The rounds again and again, each time with a deck shuffled anew."""
    chance = Random(4)  # noqa: S311 - the same cards each time
    found = []
    for _ in range(copies):
        for over in overs:
            order = chance.sample(deck, len(deck))
            found.append(over._replace(last=over.last._replace(order=tuple(order))))
    return found


def test_a_missing_card_is_found_by_the_cards_of_all_places(ran: Ran, tmp_path: Path) -> None:
    overs = list(rounds_over(recorded(ran, tmp_path, "uth-ma", 5), ASKED))
    faces = tuple(str(card) for card in range(52))

    def all_places(rounds: list[RecordedRound]) -> Fit[str]:
        counts = by_place(rounds, faces)
        assert len(counts) == 3 * 2 + 2 + 5
        return fit(sum(counts.values(), type(counts["dealer, card 1"])()), dict.fromkeys(faces, 1), spread(rounds, 52))

    whole = shuffled(overs, list(range(52)), 60)
    assert spread(whole, 52) == Fraction(52 - 13, 51)
    assert all_places(whole).p > 0.01
    missing = all_places(shuffled(overs, [card for card in range(52) if card != 17], 60))
    assert missing.p < 1e-6
    assert missing.worst[0].kinds == ("17",)
    assert missing.worst[0].z < -8


def test_p_of_cards_of_one_deck_is_spread_evenly(ran: Ran, tmp_path: Path) -> None:
    overs = list(rounds_over(recorded(ran, tmp_path, "uth-ma", 5), ASKED))
    faces = tuple(str(card) for card in range(52))
    whole = shuffled(overs, list(range(52)), 400)
    parts = [whole[start : start + 50] for start in range(0, len(whole), 50)]
    high = 0
    for part in parts:
        counts = by_place(part, faces)
        together = fit(
            sum(counts.values(), type(counts["dealer, card 1"])()), dict.fromkeys(faces, 1), spread(part, 52)
        )
        high += together.p > 0.5
    assert 10 <= high <= 30  # of 40; without `spread` nearly all


# ---- wagers by whole rounds ----------------------------------------------------------------------------


def test_seats_that_win_and_lose_together_vary_more_than_by_themselves() -> None:
    from croupier import analyze, submission

    terms, found = Terms(submission("dragon-md")), analyze("dragon-md")

    def deviation(seats: list[list[int]]) -> float:
        money = [
            Settled(number, seat, "ante", 1000, net)
            for number, nets in enumerate(seats, start=1)
            for seat, net in enumerate(nets, start=1)
        ]
        return against(money, [found["base"]], terms)[0].deviation

    alone = deviation([[net] for net in (1000, -1000) * 4])
    assert alone == pytest.approx(float(found["base"].variance * 8) ** 0.5 * 1000)
    assert deviation([[net, net] for net in (1000, -1000) * 2]) > alone
    assert deviation([[net, -net] for net in (1000, -1000) * 2]) == alone
