"""What tables of one house share: one version of a game at all of them, and the meter of a progressive."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.tables import fault

import croupier
from croupier.cards import STANDARD
from croupier.money import cents
from croupier.rulebook import Refusal, Submission
from croupier.table.commands import Command
from croupier.table.decide import Decision
from croupier.table.due import due
from croupier.table.house import House, HouseError
from croupier.table.runner import Table
from croupier.table.sources import Scripted

# ---- one version ---------------------------------------------------------------------------------------

EDITIONS = [
    pytest.param("colorado-ma-1", marks=pytest.mark.clause("colorado-ma-1", "6(f)")),
    pytest.param("colorado-ma-2", marks=pytest.mark.clause("colorado-ma-2", "6(f)")),
]
VERSIONS = ("required", "permissible")


def colorado(edition: str, version: str) -> Submission:
    return croupier.submission(edition, version=version)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("version", VERSIONS)
def test_a_house_deals_the_same_version_at_all_its_tables(edition: str, version: str) -> None:
    house = House().open("one", colorado(edition, version)).open("two", colorado(edition, version))
    assert list(house.tables) == ["one", "two"]
    other = VERSIONS[1 - VERSIONS.index(version)]
    with pytest.raises(HouseError) as refused:
        house.open("three", colorado(edition, other))
    short = croupier.load(edition).short
    assert str(refused.value) == f"{short} 6(f): the house deals the {version} version; accepted: version={version}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_version_not_named_is_the_first_and_counts_like_one_named(edition: str) -> None:
    house = House().open("one", croupier.submission(edition))
    house.open("two", colorado(edition, "required"))
    with pytest.raises(HouseError, match="deals the required version"):
        house.open("two", colorado(edition, "permissible"))


def test_both_editions_are_one_game() -> None:
    house = House().open("one", colorado("colorado-ma-1", "permissible"))
    house.open("two", colorado("colorado-ma-2", "permissible"))
    with pytest.raises(HouseError, match=r"6\(f\): the house deals the permissible version"):
        house.open("two", colorado("colorado-ma-2", "required"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_when_its_last_table_closes_a_house_may_choose_anew(edition: str) -> None:
    house = House().open("one", colorado(edition, "required")).open("two", colorado(edition, "required"))
    with pytest.raises(HouseError):
        house.close("one").open("three", colorado(edition, "permissible"))
    house = house.close("one").close("two").open("three", colorado(edition, "permissible"))
    assert list(house.tables) == ["three"]


def test_a_game_that_has_no_versions_is_dealt_as_each_table_likes() -> None:
    house = House().open("one", croupier.submission("uth-ma", trips="A"))
    house = house.open("two", croupier.submission("uth-ma", trips="B"))
    house = house.open("three", colorado("colorado-ma-1", "permissible"))
    assert list(house.tables) == ["one", "two", "three"]


def test_a_table_does_not_take_the_place_of_another() -> None:
    house = House().open("one", croupier.submission("uth-ma"))
    with pytest.raises(HouseError) as refused:
        house.open("one", croupier.submission("lir-nj"))
    assert str(refused.value) == "a table 'one' is open already; accepted: another name, or that table closed"
    assert list(house.close("one").open("one", croupier.submission("lir-nj")).tables) == ["one"]


def test_a_house_that_was_asked_is_left_as_it_was() -> None:
    house = House()
    house.open("one", croupier.submission("uth-ma"))
    assert house == House()


# ---- meters --------------------------------------------------------------------------------------------

SEED, INCREMENT, STAKE = cents("$10,000"), cents("$0.50"), cents("$5")
PROGRESSIVE = {
    "seed": "$10,000",
    "increment": "$0.50",
    "cards": "own_and_flop",
    "rows": [
        {"hand": "three_of_a_kind", "share": "100%"},
        {"hand": "pair", "share": "10%"},
        {"hand": "straight", "pays": "$100"},
    ],
}
# The seat's cards and the dealer's, a burn, the flop, a burn, the last two.
DEALS = {
    "all of it": "Ah As 9c 8d 2c Ad 7h 6s 3c 5d Kc",
    "a tenth": "Ah As 9c 8d 2c Kd 7h 6s 3c 5d Qc",
    "$100": "Ah Ks 9c 8d 2c Qd Jh Ts 3c 5d 2d",
    "nothing": "Ah Ks 9c 8d 2c Qd 7h 6s 3c 5d 2d",
}
WAGERS = {"ante": 500, "blind": 500, "trips": 500}


class Linked:
    """Tables of a house that hear of each other's meter between rounds, as the house tells them."""

    def __init__(self, **deals: list[str]) -> None:
        self.house = House()
        self.tables: dict[str, Table] = {}
        for name, each in deals.items():
            submission = croupier.submission("uth-ma", progressive=PROGRESSIVE)
            self.house = self.house.open(name, submission)
            self.tables[name] = Table(
                submission, Scripted(STANDARD, [DEALS.get(deal, deal) for deal in each]), training=True
            )
            self.tables[name].open()
            self.send(name, Command("player", "sit", 1, {}, {"bankroll": 100_000}))

    @property
    def meter(self) -> int:
        (meter,) = self.house.meters.values()
        return meter

    def stands_at(self, amount: int) -> None:
        """Other tables of the house have played."""
        self.house = replace(self.house, meters=dict.fromkeys(self.house.meters, amount))

    def send(self, name: str, command: Command) -> None:
        outcome = self.tables[name].send(command)
        assert isinstance(outcome, Decision), str(outcome)
        self.house = self.house.hear(name, outcome.events)
        self.tables[name].feed()

    def bet(self, name: str, seat: int = 1, **more: int) -> None:
        told = self.house.tell(name)
        assert told is not None
        self.send(name, told)
        self.send(name, Command("player", "bet", seat, {"wagers": WAGERS | more, "ready": True}))

    def finish(self, name: str) -> dict[str, int]:
        """Check down and play; what each wager has handed back to seat 1."""
        while (step := due(self.tables[name].state)).do == "decide":
            choice = "check" if self.tables[name].state.step < 8 else "play 1x"
            self.send(name, Command("player", "decide", step.seat, {"choice": choice}))
        return {line.wager: line.back for line in self.tables[name].state.seat(1).lines}

    def round(self, name: str) -> dict[str, int]:
        self.bet(name, progressive=STAKE)
        return self.finish(name)


def test_a_meter_starts_at_its_seed_and_grows_by_the_rate_at_every_table() -> None:
    linked = Linked(one=["nothing"] * 3, two=["nothing"] * 2)
    assert linked.meter == SEED
    for number, name in enumerate(["one", "two", "one", "one", "two"], start=1):
        assert linked.round(name)["progressive"] == 0
        assert linked.meter == SEED + number * INCREMENT
        assert linked.tables[name].state.meter == linked.meter


def test_a_meter_grows_with_no_wager_on_it_by_nothing() -> None:
    linked = Linked(one=["nothing"])
    linked.bet("one")
    linked.finish("one")
    assert linked.meter == SEED


def test_a_full_hit_pays_what_all_tables_put_in_and_starts_the_meter_again() -> None:
    linked = Linked(one=["nothing", "all of it"], two=["nothing", "nothing"])
    linked.round("one")
    linked.round("two")
    assert linked.round("one")["progressive"] == SEED + 3 * INCREMENT
    assert linked.meter == linked.tables["one"].state.meter == SEED
    linked.round("two")
    assert linked.meter == linked.tables["two"].state.meter == SEED + INCREMENT


def test_a_share_is_taken_from_the_meter_and_a_fixed_amount_is_not() -> None:
    linked = Linked(one=["a tenth", "$100"])
    linked.stands_at(2 * SEED)
    share = (2 * SEED + INCREMENT) // 10
    assert linked.round("one")["progressive"] == share
    assert linked.meter == 2 * SEED + INCREMENT - share
    assert linked.round("one")["progressive"] == cents("$100")
    assert linked.meter == 2 * SEED + 2 * INCREMENT - share


def test_what_a_share_takes_below_the_seed_the_house_pays() -> None:
    """Ruling S22: no meter stands below its seed."""
    linked = Linked(one=["a tenth"])
    assert linked.round("one")["progressive"] == (SEED + INCREMENT) // 10
    assert linked.meter == linked.tables["one"].state.meter == SEED


def test_rounds_that_run_at_the_same_time_add_up() -> None:
    """A table that is in a round learns of the others only afterwards; the house's meter is right all the same."""
    linked = Linked(one=["all of it", "nothing"], two=["nothing", "all of it"])
    linked.bet("one", progressive=STAKE)
    linked.bet("two", progressive=STAKE)
    assert linked.meter == SEED + 2 * INCREMENT
    assert linked.finish("one")["progressive"] == SEED + INCREMENT
    assert linked.meter == SEED + INCREMENT
    linked.finish("two")
    assert linked.meter == SEED + INCREMENT
    assert linked.round("two")["progressive"] == SEED + 2 * INCREMENT


def test_of_two_full_hits_the_seat_at_the_dealers_right_has_the_meter_and_the_other_the_seed() -> None:
    linked = Linked(one=["Ah As Kh Ks 9c 8d 2c Ad Kd 7h 3c 5d 4c"])
    linked.send("one", Command("player", "sit", 2, {}, {"bankroll": 100_000}))
    linked.bet("one", progressive=STAKE)
    linked.bet("one", seat=2, progressive=STAKE)
    assert linked.finish("one")["progressive"] == SEED
    right = {line.wager: line.back for line in linked.tables["one"].state.seat(2).lines}
    assert right["progressive"] == SEED + 2 * INCREMENT
    assert linked.meter == SEED


def test_a_void_round_takes_its_increment_back() -> None:
    linked = Linked(one=["nothing", "nothing"], two=["nothing"])
    linked.bet("two", progressive=STAKE)
    linked.send("one", fault("jam", after=1))
    linked.bet("one", progressive=STAKE)
    assert linked.tables["one"].state.phase == "preparing"
    assert {line.result for line in linked.tables["one"].state.seat(1).lines} == {"void"}
    assert linked.meter == SEED + INCREMENT


def test_a_table_without_a_progressive_is_told_of_none() -> None:
    linked = Linked(one=["nothing"])
    plain = croupier.submission("uth-ma")
    house = linked.house.open("plain", plain).open("ride", croupier.submission("lir-nj"))
    assert house.tell("plain") is None
    assert house.tell("ride") is None
    assert house.tell("one") == Command("house", "meter", args={"amount": SEED})
    assert isinstance(Table(plain).send(Command("house", "meter", args={"amount": SEED})), Refusal)


def test_a_meter_outlives_the_tables_that_fed_it() -> None:
    linked = Linked(one=["nothing"])
    linked.round("one")
    house = linked.house.close("one")
    assert list(house.tables) == []
    house = house.open("later", croupier.submission("uth-ma", progressive=PROGRESSIVE))
    assert house.tell("later") == Command("house", "meter", args={"amount": SEED + INCREMENT})


def test_games_have_meters_of_their_own() -> None:
    rows = [{"hand": "three_dragons", "share": "100%"}]
    dragon = {"stake": "$1", "seed": "$500", "increment": "$0.10", "rows": rows}
    house = House().open("one", croupier.submission("uth-ma", progressive=PROGRESSIVE))
    house = house.open("two", croupier.submission("dragon-md", progressive=dragon))
    assert {rulebook: amount for (rulebook, _), amount in house.meters.items()} == {
        "uth-ma": SEED,
        "dragon-md": cents("$500"),
    }


def test_tables_whose_progressives_have_other_terms_have_other_meters() -> None:
    """What players paid into one meter is not paid out by the terms of another."""
    linked = Linked(one=["nothing"], two=["nothing"])
    house = linked.house.open("dear", croupier.submission("uth-ma", progressive=PROGRESSIVE | {"seed": "$20,000"}))
    assert house.tell("dear") == Command("house", "meter", args={"amount": cents("$20,000")})
    assert house.tell("one") == house.tell("two") == Command("house", "meter", args={"amount": SEED})
    linked.house = house
    linked.bet("one", progressive=STAKE)
    assert [command.args["amount"] for name in ("one", "two", "dear") if (command := linked.house.tell(name))] == [
        SEED + INCREMENT,
        SEED + INCREMENT,
        cents("$20,000"),
    ]
