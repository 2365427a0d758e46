"""Tables of one house that share a meter, and books of it that are kept from what players were told alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import croupier
from croupier.cards import STANDARD
from croupier.games.lines import Line
from croupier.money import cents
from croupier.rulebook.progressive import Progressive, Share
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import Scripted
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import Meter
from croupier.table.play.runner import Table
from support.table.pit import Pit

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
BANKROLL = 1_000_000
WAGERS = {"ante": 500, "blind": 500, "trips": 500}
PLAYS = Command("player", "decide", 1, {"choice": "play 4x"})
# A call that the floor rules on: the round is void.
CALLED = Command("dealer", "call", args={"what": "a drink is spilled"})
VOID = Command("floor", "rule", args={"choice": "void", "reason": "The cards are wet."})


def sit(seat: int = 1) -> Command:
    """Somebody takes a seat, with money."""
    return Command("player", "sit", seat, {}, {"bankroll": BANKROLL})


def bet(seat: int = 1, **more: int) -> Command:
    """The wagers of a seat that has finished betting."""
    return Command("player", "bet", seat, {"wagers": WAGERS | more, "ready": True})


class Books:
    """The meter as it must stand, from bets, closings and settlements as they were taken, one after the other."""

    def __init__(self, progressive: Progressive, amount: int | None = None) -> None:
        self.progressive = progressive
        self.amount = self.start = progressive.seed if amount is None else amount
        self.wagers: dict[str, set[int]] = {}  # the seats of each table that have the wager
        self.inside: set[tuple[str, int]] = set()  # whose increment is in the meter and not paid out
        self.grown = self.returned = self.paid = self.added = 0
        self.hits: list[tuple[str, int]] = []  # rows that were paid, and what they paid

    def copy(self) -> Books:
        """Books that go another way from here on."""
        twin = Books(self.progressive)
        twin.__dict__ |= self.__dict__
        twin.wagers = {name: set(seats) for name, seats in self.wagers.items()}
        twin.inside, twin.hits = set(self.inside), list(self.hits)
        return twin

    def hear(self, name: str, events: Iterable[Event]) -> None:
        """What a table's decision did, and that its meter is the one in the books."""
        mine = self.wagers.setdefault(name, set())
        for event in events:
            data = event.data
            if event.kind == "placed":
                mine.discard(data["seat"])
                mine.update({data["seat"]} if "progressive" in data["wagers"] else ())
            elif event.kind == "closed":
                self._close(name, mine)
            elif event.kind == "settled" and data["line"].wager == "progressive":
                self._settle(name, data["seat"], data["line"])
            elif event.kind == "meter":
                assert data["amount"] == self.amount, "the table has another meter"
            elif event.kind == "over":
                mine.clear()
        self.check()

    def check(self) -> None:
        """No cent is made or lost, and no meter stands below its seed."""
        assert self.amount >= self.progressive.seed
        assert self.paid + self.amount == self.start + self.grown - self.returned + self.added

    def _close(self, name: str, seats: set[int]) -> None:
        self.inside |= {(name, seat) for seat in seats}
        self.grown += len(seats) * self.progressive.increment
        self.amount += len(seats) * self.progressive.increment

    def _settle(self, name: str, seat: int, line: Line) -> None:
        seed = self.progressive.seed
        above = self.amount - seed
        if line.result == "void":
            taken = min(self.progressive.increment, above) if (name, seat) in self.inside else 0
            self.returned += taken
        elif line.pays:
            pays = next(pays for _, pays in self.progressive.rows if str(pays) == line.pays)
            self.hits.append((line.pays, line.back))
            if not isinstance(pays, Share):
                return
            assert line.back == int(self.amount * pays.of_meter), "a hit is not paid on what stands"
            taken = above if pays.of_meter == Fraction(1) else min(line.back, above)
            self.paid += line.back
            self.added += line.back - taken
        else:
            return
        self.amount -= taken
        if self.amount == seed:  # whatever was above the seed is paid out
            self.inside.clear()


class Linked:
    """Tables of a house under one roof, and their books."""

    def __init__(self, **deals: list[str]) -> None:
        self.pit = Pit()
        self.tables: dict[str, Table] = {}
        for name, each in deals.items():
            submission = croupier.submission("uth-ma", progressive=PROGRESSIVE)
            source = Scripted(STANDARD, [DEALS.get(deal, deal) for deal in each])
            self.tables[name] = table = Table(submission, source, training=True)
            self.pit.open(name, table)
            table.open()
            table.send(sit())
            table.feed()

    @property
    def standing(self) -> Meter:
        """The meter of the house."""
        (meter,) = self.pit.house.meters.values()
        return meter

    @property
    def meter(self) -> int:
        """Where it stands."""
        return self.standing.amount

    def stands_at(self, amount: int) -> None:
        """Other tables of the house have played."""
        later = Meter(amount, self.standing.version + 1, self.standing.resets)
        self.pit.house = replace(self.pit.house, meters=dict.fromkeys(self.pit.house.meters, later))

    def send(self, name: str, *commands: Command) -> None:
        """The table takes the commands, and the shuffles that it waits for."""
        for command in commands:
            outcome = self.tables[name].send(command)
            assert isinstance(outcome, Decision), str(outcome)
            self.tables[name].feed()

    def bet(self, name: str, seat: int = 1, **more: int) -> None:
        """A seat bets and is ready."""
        self.send(name, bet(seat, **more))

    def finish(self, name: str) -> dict[str, int]:
        """Check down and play; what each wager has handed back to seat 1."""
        while (step := due(self.tables[name].state)).do == "decide":
            choice = "check" if self.tables[name].state.step < 8 else "play 1x"
            self.send(name, Command("player", "decide", step.seat, {"choice": choice}))
        return {line.wager: line.back for line in self.tables[name].state.seat(1).lines}

    def round(self, name: str) -> dict[str, int]:
        """A round with the progressive; what each wager has handed back to seat 1."""
        self.bet(name, progressive=STAKE)
        return self.finish(name)
