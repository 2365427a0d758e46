"""Rounds with a memory: guests who come and leave, rebates, and a meter that moves as the table's own does."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
from support.table.dealt_rounds import TableOfRounds

import croupier
from croupier.analysis.sessions.ruin import ruin
from croupier.rulebook import Submission
from croupier.rulebook.progressive import Progressive
from croupier.simulation.deals import Deals, Sums
from croupier.simulation.periods import tray_of_shifts
from croupier.simulation.runs.run import run
from croupier.simulation.seats import Guest, Seat
from croupier.simulation.shifts import Remembered, Shift, Won, gone_through, run_meter
from croupier.table.model.command import Command

SHIFT = Shift(25, 10)
SHARES = [("three_red_dragons", "100%"), ("three_dragons", "10%"), ("pair_of_dragons", "1%")]


def with_meter() -> Submission:
    rows = "".join(f'{{ hand = "{hand}", share = "{share}" }}, ' for hand, share in SHARES)
    return croupier.read_submission(
        f'rulebook = "dragon-md"\n[progressive]\nstake = "$1"\nseed = "$50"\nincrement = "$0.50"\nrows = [{rows}]\n'
    )


# ---- guests --------------------------------------------------------------------------------------------


def one_by_one(nets: list[int], guest: Guest) -> tuple[list[int], int, int]:
    """The visits to a seat in one shift as a person would count them, the house's win, and the lowest it stood at."""
    visits, stands, low = [0] * 7, 0, 0
    money: int | None = None
    for place, net in enumerate(nets):
        if money is None:
            money = guest.bankroll
            visits[0] += 1
            visits[4] += money
        money += net
        stands -= net
        visits[1] += 1
        ahead = bool(guest.win) and money >= guest.bankroll + guest.win
        ruined = bool(guest.bankroll) and not ahead and money < guest.dearest
        visits[2] += ruined
        visits[3] += ahead
        if ahead or ruined or place == len(nets) - 1:
            loss = guest.bankroll - money
            back = int(Fraction(loss * guest.rebate, 10**6)) if loss >= max(guest.rebate_from, 1) else 0
            visits[5] += money
            visits[6] += back
            stands -= back
            money = None
        low = min(low, stands)
    return visits, stands, low


@pytest.mark.parametrize(
    "guest",
    [
        Guest(400, 200, 100_000, 150, 60),
        Guest(400, 0, 0, 0, 60),
        Guest(90, 10, 333_333, 1, 90),
        Guest(0, 0, 250_000, 100, 60),
    ],
)
def test_visits_are_those_that_a_person_counts(guest: Guest) -> None:
    rolled = np.random.default_rng(7)
    nets = rolled.choice([-60, -20, 0, 20, 45, 300], size=(40 * SHIFT.rounds, 1), p=[0.1, 0.35, 0.1, 0.3, 0.14, 0.01])
    found = gone_through(nets.astype(np.int64), SHIFT, [guest])
    each = [one_by_one(part[:, 0].tolist(), guest) for part in np.split(nets, 40)]
    assert found.guests == [np.sum([visits for visits, _, _ in each], axis=0).tolist()]
    assert found.shifts == Counter(stands for _, stands, _ in each)
    assert found.lows == Counter(low for _, _, low in each)
    assert sum(stands * count for stands, count in found.hours.items()) == sum(stands for _, stands, _ in each)
    assert sum(found.hours.values()) == 40 * 3


def test_guests_are_ruined_as_often_as_the_risk_of_ruin_says() -> None:
    """Those who follow a guest in a shift are ruined in the rounds that are left of it."""
    seat = Seat(stakes={"ante": "$10"}, bankroll="$200")
    rounds, shifts = 40, 3_000
    deals = Deals(croupier.submission("dragon-md"), [seat], "ruined", shift=Shift(rounds, rounds))
    sums = deals.sums(0, rounds * shifts)
    law = {Fraction(net, 100): count for net, count in sums.table.items()}
    guest = deals.places[0].guest
    assert guest.dearest == 3000
    needed = Fraction(guest.bankroll - guest.dearest, 100) + Fraction(1, 2)  # of which the steps are whole dollars
    by_then = [0.0] + [ruin(law, upto).risk(needed) for upto in range(1, rounds + 1)]
    first = np.diff(by_then)
    expected = [0.0] * (rounds + 1)
    for upto in range(1, rounds + 1):
        expected[upto] = by_then[upto] + sum(first[n - 1] * expected[upto - n] for n in range(1, upto + 1))
    (visits,) = sums.remembered.guests
    assert visits[2] / shifts == pytest.approx(expected[rounds], abs=4 * (expected[rounds] / shifts) ** 0.5)
    assert visits[0] >= shifts + visits[2] * 0.9


def test_percentiles_that_are_convolved_are_those_of_shifts_that_are_dealt() -> None:
    shifts = 2_000
    found = croupier.simulate("dragon-md", seats=[Seat("dragon", {"ante": "$10"})], rounds=shifts * 320, seed=5)
    dealt = -found.again(0, shifts * 320).nets[:, 0].reshape(shifts, 320).sum(axis=1)
    shift = found.periods["shift"]
    assert shift.rounds == 320
    for share, amount in shift.percentiles.items():
        chance = share / 100
        below = (dealt <= amount).mean(), (dealt < amount - 2_000).mean()  # results are some dollars apart
        error = 4 * np.sqrt(chance * (1 - chance) / shifts)
        assert below[1] - error < chance < below[0] + error
    assert shift.deviation == pytest.approx(dealt.std(), rel=4 / np.sqrt(2 * shifts))
    assert shift.behind == pytest.approx((dealt < 0).mean(), abs=4 * 0.5 / np.sqrt(shifts))


# ---- the meter -----------------------------------------------------------------------------------------


def test_the_meter_moves_as_the_tables_does_seat_by_seat() -> None:
    seats = [Seat("cheap", {"progressive": "$1"}), Seat("dragon", {"progressive": "$1@70%"}), Seat()] * 2
    deals = Deals(with_meter(), seats, "meter", shift=Shift(100, 100))
    table = TableOfRounds(deals)
    again, sums = deals.again(100, 100), deals.sums(100, 100)
    table.table.send(Command("house", "meter", 0, {"amount": 5000}))
    assert table.meter == 5000
    won = Counter[str]()
    for number in range(100):
        found = table.played(100 + number)
        nets = [sum(net for (each, _), net in found.items() if each == seat) for seat in range(6)]
        assert nets == again.nets[number].tolist()
        for (_, wager), net in found.items():
            won[wager] += net
    assert sums.remembered.meters == {table.meter: 1}
    assert {name: total for name, (total, _) in sums.wagers.items()} == {name: won[name] for name in sums.wagers}
    hits, paid, from_house = sums.remembered.shares
    assert hits > 5
    assert 0 <= from_house <= paid


def test_the_house_puts_up_what_brings_a_meter_back_to_its_seed() -> None:
    progressive = with_meter()["progressive"]
    assert isinstance(progressive, Progressive)
    won: list[int] = []

    def settle(win: Won) -> tuple[int, str]:
        won.append(win.meter)
        return win.meter, "100% of the meter"

    found = run_meter(progressive, Shift(4, 4), np.array([2, 0, 1, 1] * 2), [(1, 0), (6, 0), (6, 1)], settle)
    assert won == [5100, 5150, 5000]  # the seat on the dealer's right first, and from the seed in each shift
    assert found.shares == (3, 15_250, 15_000)
    assert found.meters == {5100: 1, 5050: 1}


# ---- runs ----------------------------------------------------------------------------------------------


def test_shifts_are_the_same_in_whichever_blocks_they_are_dealt() -> None:
    seats = [Seat(stakes={"progressive": "$1"}, bankroll="$100", win="$50", rebate="10%@$20"), Seat()]
    deals = Deals(with_meter(), seats, "blocks", shift=SHIFT)
    whole = deals.sums(0, 40 * SHIFT.rounds)
    found, dealt = run(deals, 40 * SHIFT.rounds, "", executor=ThreadPoolExecutor(2), size=7 * SHIFT.rounds + 3)
    assert dealt == 40 * SHIFT.rounds
    assert Sums.of_data(whole.to_data()).to_data() == whole.to_data()
    one, other = found.to_data(), whole.to_data()
    assert one.pop("quartics") == [pytest.approx(row) for row in other.pop("quartics")]
    assert one == other
    assert sum(whole.remembered.shifts.values()) == sum(whole.remembered.meters.values()) == 40


def test_a_simulation_tells_visits_and_the_meter_and_takes_rebates_off() -> None:
    seats = [Seat(stakes={"progressive": "$1"}), Seat(bankroll="$100", rebate="50%")]
    found = croupier.simulate(with_meter(), seats=seats, rounds=1_001, seed=1, pace=10, hours=10, open_hours=20)
    assert found.rounds == 1_100
    data = found.to_json()
    assert set(data) >= {"visits", "meter"}
    visits, meter = found.visits, found.meter
    assert visits is not None
    assert meter is not None
    assert visits.rounds == 1_100
    assert visits.ruined > 0 < visits.rebates
    assert meter.hits == found.sums.remembered.shares[0]
    shifts = found.sums.remembered.shifts
    assert found.table.mean * 1_100 == sum(net * count for net, count in shifts.items())
    assert found.table.mean == sum(seat.mean for seat in found.seats)
    assert [seat.exact_mean for seat in found.seats] == [None, None]
    assert found.periods["day"].mean == pytest.approx(2 * found.periods["shift"].mean)
    assert found.periods["month"].rounds == 6_000
    assert found.tray == {"0.01": None, "0.001": None}
    page = found.to_html()
    assert "Guests" in page
    assert "The meter begins each shift at its seed" in page


def test_a_bankroll_alone_changes_no_figure_of_the_table() -> None:
    one, other = (
        croupier.simulate("dragon-md", seats=[Seat(bankroll=bankroll)], rounds=3_200, seed=1)
        for bankroll in (None, "$500")
    )
    assert one.table == other.table
    assert one.periods == other.periods
    assert one.visits is None
    assert other.visits is not None
    assert other.visits.hold == pytest.approx(float(-sum(other.sums.nets)) / other.visits.drop)


def test_a_tray_lasts_all_but_the_share_of_shifts_that_the_risk_is() -> None:
    lows = Counter({-100 * loss: 1 for loss in range(1_000)})
    assert tray_of_shifts(lows) == {"0.01": 99_000, "0.001": None}


def test_remembered_sums_add_up() -> None:
    one = Remembered(Counter({1: 2}), Counter({1: 2}), Counter({0: 2}), [[1] * 7], Counter({500: 2}), (1, 2, 3))
    two = Remembered.of_data(one.to_data())
    two.add(one)
    assert two.to_data()["guests"] == [[2] * 7]
    assert two.shares == (2, 4, 6)
