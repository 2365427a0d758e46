"""Every version and pay table of a rulebook side by side, then each open ruling turned alone: what each is worth.

Which options act in ordinary play is found, not listed: those that change the wagers or pay tables in force, and
those that the game's own code asks for while it is analysed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from croupier.analysis.analyst import Analyst, hands_of
from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.question import Question
from croupier.analysis.model.solution import Say, quiet
from croupier.analysis.results.account import Account
from croupier.analysis.results.comparison import Readings, Table
from croupier.analysis.results.figures import edge
from croupier.analysis.solvers.solver import SolvedOnce
from croupier.games.catalogue import game_of
from croupier.games.game import Game
from croupier.games.terms import Terms
from croupier.rulebook import Submission, SubmissionError
from croupier.rulebook.choices import Value
from croupier.rulebook.model import Option


class _WatchedOptions(dict[str, Value]):
    """Options that remember which of them were asked for."""

    def __init__(self, options: Mapping[str, Value], asked: set[str]) -> None:
        super().__init__(options)
        self._asked = asked

    def __getitem__(self, option: str) -> Value:
        self._asked.add(option)
        return super().__getitem__(option)


class WatchedTerms(Terms):
    """Terms that remember which options were asked for, by whichever way."""

    def __init__(self, submission: Submission) -> None:
        self.asked: set[str] = set()
        super().__init__(submission)
        self.options = _WatchedOptions(self.options, self.asked)

    def __getitem__(self, option: str) -> Value:
        self.asked.add(option)
        return super().__getitem__(option)


def compare(submission: Submission, hands: int | None = None, say: Say = quiet, game: Game | None = None) -> Readings:
    """Each version, pay table and reading of a rulebook beside the submission given."""
    comparison = _Comparison(submission, hands, say, game)
    options = comparison.acting()
    offered = [option for option in options if option.ruling is None]
    ruled = [option for option in options if option.ruling is not None]
    tables = (
        Table("Versions and pay tables", COLUMNS, tuple(row for each in offered for row in comparison.rows(each))),
        Table("Each ruling turned alone", COLUMNS, tuple(row for each in ruled for row in comparison.rows(each))),
    )
    return Readings(f"{submission.rulebook.title}: what each choice is worth", tables)


COLUMNS = ("Option", "Value", "Wager", "House edge", "Standard deviation", "EV", "Against the first")

Accounts = Mapping[str, Account | str]  # by wager; or why there is none


class _Comparison:
    def __init__(self, submission: Submission, hands: int | None, say: Say, game: Game | None) -> None:
        self.submission = submission
        self.game = game or game_of(submission.rulebook)
        self.hands = [hands] if hands else list(hands_of(submission))
        self.say = say
        self.solver = SolvedOnce()
        self.found: dict[str, Accounts] = {}
        self.asked: set[str] = set()

    def acting(self) -> list[Option]:
        """The options that ordinary play depends on. One version may ask for options that another never does."""
        self.accounts(self.submission)
        acting: list[Option] = []
        while True:
            more = [
                each for each in self.submission.rulebook.options.values() if each not in acting and self._acts(each)
            ]
            if not more:
                return [each for each in self.submission.rulebook.options.values() if each in acting]
            acting += more

    def _acts(self, option: Option) -> bool:
        variants = [variant for _, variant in self.variants(option)]
        forms = [(list(each.tables()), each.wagers) for each in variants]
        if option.name not in self.asked and all(form == forms[0] for form in forms):
            return False
        accounts = [self.accounts(each) for each in variants]
        return any(each != accounts[0] for each in accounts)

    def variants(self, option: Option) -> list[tuple[str, Submission]]:
        """The submission under each value of an option, other options set so that it has a meaning."""
        only_if = option.only_if or {}
        meant = {other: values[0] for other, values in only_if.items() if self.submission[other] not in values}
        found = []
        for value in option.values or ():
            options = {**self.submission.options(), **meant, option.name: value}
            with suppress(SubmissionError):  # a value that the other choices forbid
                found.append((value, Submission.of(self.submission.rulebook, options)))
        return found

    def accounts(self, submission: Submission) -> Accounts:
        """The accounts of every wager under a submission, each worked out once."""
        key = repr(sorted(submission.options().items(), key=str))
        if key not in self.found:
            self.found[key] = dict(self._worked_out(submission))
        return self.found[key]

    def _worked_out(self, submission: Submission) -> Iterator[tuple[str, Account | str]]:
        terms = WatchedTerms(submission)
        analyst = Analyst(Question(submission, game=self.game), self.say, terms, self.solver)
        yield from analyst.answer().wagers.items()
        for name in terms.on_all_hands:
            for hands in self.hands:
                title = f"{terms.wagers[name].title}, {hands} hands"
                try:
                    yield title, analyst.on_all_hands(name, hands)
                except AnalysisError as error:
                    yield title, str(error)
        self.asked |= terms.asked

    def rows(self, option: Option) -> Iterator[tuple[str, ...]]:
        """An option's rows: for each value the wagers that it changes."""
        variants = self.variants(option)
        first = self.accounts(variants[0][1])
        changed = [
            name
            for name in first
            if any(self.accounts(each).get(name) not in (first[name], None) for _, each in variants)
        ]
        title = f"{option.title} ({option.ruling})" if option.ruling else option.title
        for value, variant in variants:
            for name in changed:
                account = self.accounts(variant).get(name)
                if account is not None:
                    yield title, _meaning(option, value), *_said(account, name, first[name], Terms(variant))


def _meaning(option: Option, value: str) -> str:
    meant = (option.values or {}).get(value, "")
    return f"{value}: {meant}" if meant else value


def _said(account: Account | str, name: str, first: Account | str, terms: Terms) -> tuple[str, ...]:
    if isinstance(account, str):
        return name, account, "", "", ""
    title = account.title if name in {"base", account.name} else name
    against = "" if isinstance(first, str) else f"{float(account.ev - first.ev):+.6f}"
    return title, edge(account, terms), f"{account.standard_deviation:.4f}", str(account.ev), against
