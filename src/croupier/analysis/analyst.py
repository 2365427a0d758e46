"""An analysis from beginning to end: the base game solved, every side wager counted, stakes taken together."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, cached_property, partial
from importlib import resources
from math import comb
from typing import Any

from croupier.analysis.answer import Analysis
from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.payoffs import Payoffs, base_stakes, side_stake, unit
from croupier.analysis.model.question import Question
from croupier.analysis.model.solution import Say, Solution, quiet
from croupier.analysis.model.tree import Tree
from croupier.analysis.results import accounts
from croupier.analysis.results.account import Account
from croupier.analysis.results.covariance import covariance, covariance_of_seats
from croupier.analysis.solvers.solver import is_showdown, seconds_of, solve, survey
from croupier.games.catalogue import game_of
from croupier.games.game import Game
from croupier.games.rulebook_check import check_rulebook
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.rulebook import Submission

DOLLAR = 100
FEWEST_HANDS, MOST_HANDS = 2, 7
HANDS_ASKED = f"give it with --hands, from {FEWEST_HANDS} to {MOST_HANDS}."

Solver = Callable[..., Solution]


def check_hands(hands: int) -> None:
    """Refuse a number of hands at the table that no wager is offered for."""
    if not isinstance(hands, int):
        raise AnalysisError(f"{hands!r} is no number of hands", "a whole number")
    if not FEWEST_HANDS <= hands <= MOST_HANDS:
        accepted = f"from {FEWEST_HANDS} to {MOST_HANDS}, the dealer's included"
        raise AnalysisError(f"{hands} hands at the table were asked for", accepted)


def hands_of(submission: Submission) -> range:
    """The numbers of hands that a table can have, the dealer's included."""
    seats = submission["seats"]
    return range(FEWEST_HANDS, (min(MOST_HANDS, seats + 1) if isinstance(seats, int) else MOST_HANDS) + 1)


def analyse(question: Question, say: Say = quiet) -> Analysis:
    """The exact answer to a question."""
    return Analyst(question, say).answer()


class Analyst:
    """Works on one question. Terms and solver may be handed over, to be watched or remembered."""

    def __init__(
        self, question: Question, say: Say = quiet, terms: Terms | None = None, solver: Solver = solve
    ) -> None:
        self.question = question
        self.say = say
        self.solver = solver
        self.terms = terms or Terms(question.submission)
        self.game = question.game or game_of(self.terms.rulebook)
        check_rulebook(self.game, self.terms.rulebook)
        self.tree = Tree.of(self.game.script(self.terms), self.terms)
        self.notes: list[str] = []
        self.facts: dict[str, str] = {}

    def seconds(self) -> float | None:
        """The seconds that the base game takes, roughly, if only the plain solver fits it; None if it is soon done."""
        return seconds_of(Payoffs(self.game, self.terms, base_stakes(self.terms), tree=self.tree))

    @cached_property
    def payoffs(self) -> Payoffs:
        """The settlement of the base game, for a unit of each wager that it needs."""
        return Payoffs(self.game, self.terms, base_stakes(self.terms), meter=self._meter())

    @cached_property
    def solution(self) -> Solution:
        """The base game under its best play."""
        return self.solver(self.payoffs, progress=self.say("the base game"))

    def answer(self) -> Analysis:
        """The answer to the question."""
        self._check_hands()
        payoffs = self.payoffs
        together = self._together() if self.question.stakes else None  # refused before the long work, if at all
        solution = self.solution
        wagers = {"base": self._base()} | {account.name: account for account in self._sides()}
        if together is not None:
            wagers["joint"] = self._joint(together)
        return Analysis(
            self.terms,
            wagers,
            solution.spots,
            unit(self.terms),
            self._fingerprint(),
            tuple(self.notes),
            self.facts,
            self.question,
            partial(survey, payoffs, solution),
            partial(covariance, payoffs, solution),
            partial(covariance_of_seats, payoffs, solution),
        )

    def account(self, name: str) -> Account:
        """The account of one wager by itself, or of the base game."""
        if name == "base":
            return self._base()
        sides = [each for each, wager in self.terms.wagers.items() if wager.side]
        if name not in sides:
            raise AnalysisError(f"{name!r} is no wager with an account", ", ".join(["base", *sides]))
        if name not in self.terms.on_all_hands:
            return self._side(name, self.looked_at(name))
        if self.question.hands is None:
            raise AnalysisError(f"{self.terms.wagers[name].title} depends on the number of hands", HANDS_ASKED)
        return self.on_all_hands(name, self.question.hands)

    def _base(self) -> Account:
        name, one = next(iter(self.payoffs.opening)), unit(self.terms)
        return accounts.of_play("base", "Base game", name, self.payoffs, self.solution, one)

    def _side(self, name: str, tally: Mapping[Any, int]) -> Account:
        return accounts.of_side(self.terms, self.game, name, tally, self._cycle(name))

    def _check_hands(self) -> None:
        hands = self.question.hands
        if hands is None:
            return
        check_hands(hands)
        if not self.terms.on_all_hands:
            self.notes.append(f"No wager on this table looks at other hands, so the {hands} hands change nothing.")

    # ---- side wagers -----------------------------------------------------------------------------------

    def _sides(self) -> list[Account]:
        found = []
        for name, wager in self.terms.wagers.items():
            if not wager.side:
                continue
            if name in self.terms.on_all_hands:
                if self.question.hands is None:
                    title = wager.title
                    self.notes.append(f"{title} depends on the number of hands: {HANDS_ASKED}")
                else:
                    found.append(self.on_all_hands(name, self.question.hands))
                continue
            tally = self.looked_at(name)
            found.append(self._side(name, tally))
            if name == "progressive":
                self._break_even(name, tally)
            self._note_others(name)
        return found

    def _note_others(self, wager: str) -> None:
        """Say what a wager earns on average for each other player's hand, where it looks at them."""
        tables = [each for each in self.terms.side_tables.get(wager, ()) if each.looks_at == "other hands"]
        if not tables:
            return
        least = max(each.stake_from or 0 for each in tables)
        stakes = {wager: max(side_stake(self.terms, wager), least)}

        def besides(facts: Any) -> Cents:  # noqa: ANN401 - the game's own
            return sum(line.amount for line in self.game.settle(facts, stakes, self.terms) if line.is_besides)

        seen = accounts.by_facts(self.solution)
        total = sum(count * besides(self.game.beside_another(facts)) for facts, count in seen.items())
        more = Fraction(total, self.solution.cycle * DOLLAR)
        earns = f"{self.terms.wagers[wager].title} earns {float(more):.6f} {self.terms.rulebook.currency.name} ({more})"
        beyond = f", from a stake of {self.terms.money(least)}" if least else ""
        self.notes.append(f"{earns} a round more for each other player who plays best{beyond}.")

    def looked_at(self, wager: str) -> Mapping[Any, int]:
        """The facts that a side wager looks at, counted over as few cards as it needs."""
        cards = self.game.looks_at(wager, self.terms)
        if cards is not None and is_showdown(self.payoffs):
            from croupier.analysis.solvers.made_hand import made

            return made(self.payoffs, cards).tally
        if any(table.looks_at != "own hand" for table in self.terms.side_tables.get(wager, ())):
            # Dealers' hands that pay the base game alike are told apart only where the wager is counted with it.
            stakes = self.payoffs.opening | {wager: side_stake(self.terms, wager)}
            return accounts.by_facts(self.solver(Payoffs(self.game, self.terms, stakes), progress=self.say(wager)))
        return accounts.by_facts(self.solution)

    def _cycle(self, wager: str) -> int | None:
        """The number of hands that a wager tells apart, where it goes by cards alone."""
        cards = self.game.looks_at(wager, self.terms)
        return None if cards is None else comb(len(self.terms.rulebook.deck), self.tree.own + cards)

    def on_all_hands(self, wager: str, hands: int) -> Account:
        """The account of a wager that looks at every hand at the table, so many of them, the dealer's included."""
        return accounts.of_side(self.terms, self.game, wager, self.highest(wager, hands))

    def highest(self, wager: str, hands: int) -> Mapping[Any, int]:
        """The facts that such a wager goes by, counted over all deals of so many hands."""
        check_hands(hands)
        from croupier.analysis.solvers.highest_hand import highest

        return highest(self.game, self.terms, wager, hands, self.say(self.terms.wagers[wager].title))

    # ---- a progressive ---------------------------------------------------------------------------------

    def _meter(self) -> Cents:
        """The meter asked about, or the seed."""
        progressive = self.terms.options.get("progressive")
        if self.question.meter is not None:
            if progressive is None or isinstance(progressive, str | int):
                raise AnalysisError("there is no progressive on this table; a submission sets one up")
            return self.question.meter
        return getattr(progressive, "seed", 0)

    def _break_even(self, wager: str, tally: Mapping[Any, int]) -> None:
        """The least meter at which the wager loses nothing in the long run, found by halving."""

        def total(meter: Cents) -> int:
            stake = {wager: side_stake(self.terms, wager)}
            asked: Counter[Any] = Counter()
            for facts, count in tally.items():
                asked[facts._replace(meter=meter)] += count
            return sum(
                line.amount * count
                for facts, count in asked.items()
                for line in self.game.settle(facts, stake, self.terms)
            )

        self.facts["meter"] = self.terms.money(self._meter())
        high = DOLLAR
        while total(high) < 0:
            high *= 2
            if high > 10**15:
                self.facts["break_even_meter"] = "none: no row pays a share of the meter that makes up for the stake"
                return
        low = 0
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if total(middle) < 0 else (low, middle)
        self.facts["break_even_meter"] = self.terms.money(low)

    # ---- stakes together -------------------------------------------------------------------------------

    def _together(self) -> Payoffs:
        """The payoffs of the stakes given, taken together, limits and all."""
        payoffs = Payoffs(
            self.game,
            self.terms,
            opening_of(self.terms, self.game, self.question.stakes),
            limits=True,
            meter=self._meter(),
        )
        self._check_joint(payoffs)
        return payoffs

    def _joint(self, payoffs: Payoffs) -> Account:
        """The whole round in money for real stakes, played as is best for all of them together."""
        solution = self.solver(payoffs, progress=self.say("the stakes together"))
        self._note_limits(payoffs, solution)
        return accounts.of_play(
            "joint", "All stakes together", self.terms.rulebook.currency.name, payoffs, solution, DOLLAR
        )

    def _note_limits(self, payoffs: Payoffs, solution: Solution) -> None:
        """Say what the payout limits take off, if they ever act on these stakes."""
        taken = sum(
            -line.amount * ways
            for ended, ways in solution.tally.items()
            for line in payoffs.lines(*ended)
            if line.result == "limit"
        )
        if taken:
            sign = self.terms.rulebook.currency.sign
            average = Fraction(taken, solution.cycle * DOLLAR)
            self.notes.append(
                f"Payout limits take {sign}{float(average):.6f} off a round on average ({sign}{average})."
            )
        elif self.terms.limits:
            self.notes.append("The payout limits never act on these stakes.")

    def _check_joint(self, payoffs: Payoffs) -> None:
        """Refuse what the joint distribution of base and side wagers cannot be counted for."""
        told = is_showdown(payoffs)
        for name in self.question.stakes:
            alone = name in self.terms.on_all_hands or (told and name == "progressive")
            if alone:
                title = self.terms.wagers[name].title
                raise AnalysisError(
                    f"{title} looks at cards that the other wagers do not, so its result is not counted together with "
                    "theirs",
                    f"--stake for the other wagers, and {title} by its own account",
                )

    # ---- what it was made from -------------------------------------------------------------------------

    def _fingerprint(self) -> str:
        said = [
            self.terms.rulebook.hash,
            self.terms.submission.options(),
            [self.question.hands, dict(self.question.stakes), self._meter()],
            program_hash(),
            *([self.game.code_hash] if self.game.code_hash else []),
        ]
        return hashlib.sha256(json.dumps(said, sort_keys=True, default=str).encode()).hexdigest()


def opening_of(terms: Terms, game: Game, given: Mapping[str, Cents]) -> dict[str, Cents]:
    """The stakes given, and those that must equal them; refused as the table would refuse them."""
    from croupier.table.decide import open_table
    from croupier.table.model.command import RefusedError, refusal
    from croupier.table.procedures.betting import check_wagers

    stakes = dict(given)
    for name, wager in terms.wagers.items():
        if wager.required and wager.equal_to in stakes:
            stakes.setdefault(name, stakes[wager.equal_to])
    try:
        check_wagers(open_table(terms.submission, frozenset(), game), 1, stakes)
    except RefusedError as refused:
        found = refusal(terms, refused)
        raise AnalysisError(found.cited_why, found.accepted, found.about) from refused
    return {name: stakes[name] for name in terms.wagers if name in stakes}


@cache
def program_hash() -> str:
    """A hash of the program's own text."""
    whole = hashlib.sha256()
    rooms = [resources.files("croupier")]
    while rooms:
        for path in sorted(rooms.pop().iterdir(), key=lambda each: each.name):
            if path.is_dir() and path.name != "__pycache__":
                rooms.append(path)
            elif path.name.endswith((".py", ".toml", ".jinja")):
                whole.update(path.read_bytes())
    return whole.hexdigest()
