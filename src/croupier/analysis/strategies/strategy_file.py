"""A strategy as a file: for each stage of a game its rules in order, the last one for every hand that is left.

A rule is an action, what is kept where it puts cards away, and a condition:

    play 4x when pair of threes or better
    bet keeping suited and low card ten or better, closest first
    check otherwise
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from croupier.analysis.errors import StrategyError
from croupier.analysis.kernels.features import Check
from croupier.analysis.model.tree import Decide, Tree
from croupier.analysis.strategies.rule_faults import check_after, check_stage
from croupier.analysis.strategies.rules import Rule, Stage
from croupier.analysis.strategies.words import Words
from croupier.games.catalogue import PACKAGE, game_of
from croupier.games.game import Choice, Game
from croupier.games.terms import Terms
from croupier.html_table import html_table
from croupier.rulebook import Rulebook, Submission, SubmissionError

_KEYS = ("name", "source", "rulebook", "options", "stages")
_OTHERWISE = " otherwise"
_CLOSEST = ", closest first"
_HIGHEST_CARDS = "the highest cards"
_CLOSEST_CARDS = "the closest cards"


@dataclass(frozen=True)
class Strategy:
    """A way to play a game, written down by somebody."""

    name: str
    source: str
    rulebooks: tuple[str, ...]
    options: Mapping[str, object]  # those that it is meant for
    stages: Mapping[str, Stage]
    tree: Tree = field(repr=False)
    game: Game = field(repr=False)

    def __repr__(self) -> str:
        return f"<Strategy {self.name!r} for {', '.join(self.rulebooks)}: {len(self.lines)} lines>"

    def _repr_html_(self) -> str:
        return html_table(([line] for line in self.lines), about=self.name)

    @property
    def lines(self) -> list[str]:
        """Every rule, with its stage in front where there are several."""
        several = len(self.stages) > 1
        rules = [(name, rule.text) for name, stage in self.stages.items() for rule in stage.rules]
        return [f"{name}: {text}" if several else text for name, text in rules]

    def to_data(self) -> dict[str, object]:
        """The strategy as the data of its file, which `of_data` reads."""
        stages = {name: [rule.text for rule in stage.rules] for name, stage in self.stages.items()}
        about = {"name": self.name, "source": self.source, "rulebook": list(self.rulebooks)}
        return {**about, "options": dict(self.options), "stages": stages}

    def check_fits(self, submission: Submission) -> None:
        """Refuse terms that the strategy is not meant for."""
        if submission.rulebook.id not in self.rulebooks and not self._plays_variant(submission):
            accepted = " or ".join(self.rulebooks)
            raise StrategyError(f"{self.name} is not for {submission.rulebook.id}", accepted)
        for option, value in self.options.items():
            if str(submission[option]) != str(value):
                chosen = f"{option} = {submission[option]}"
                raise StrategyError(f"{self.name} is not for {chosen}", f"{option} = {value}")

    def _plays_variant(self, submission: Submission) -> bool:
        """True of a rulebook of one's own for the same game, dealt in the same steps, so that its words fit."""
        book = submission.rulebook
        if PACKAGE.has(book) or book.game != self.game.name:
            return False
        terms = Terms(submission)
        return Tree.of(self.game.script(terms), terms) == self.tree


def read(text: str, rulebook: Rulebook | None = None, game: Game | None = None) -> Strategy:
    """The strategy that a text is; a rulebook and a game from outside are handed over."""
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise StrategyError(f"a strategy is a TOML file, and this is none: {fault}") from fault
    except RecursionError as fault:
        raise StrategyError("a strategy is a TOML file, and this is nested too deeply to be read") from fault
    return of_data(said, rulebook, game)


def of_data(said: dict[str, object], rulebook: Rulebook | None = None, game: Game | None = None) -> Strategy:
    """The strategy that the data of a file are."""
    return _Reader(said, rulebook, game).strategy()


class _Reader:
    def __init__(self, said: dict[str, object], rulebook: Rulebook | None, game: Game | None) -> None:
        unknown = [key for key in said if key not in _KEYS]
        if unknown:
            raise StrategyError(f"a strategy has no {unknown[0]!r}", ", ".join(_KEYS))
        self.said = said
        self.rulebook = rulebook
        self.options = self._table("options")
        self.ids = self._rulebooks()
        self.terms, *_ = [Terms(self._submission(each)) for each in self.ids]
        self.game = game or game_of(self.terms.rulebook)
        self.tree = Tree.of(self.game.script(self.terms), self.terms)
        self.words = Words(self.game, self.terms.rulebook.deck, self.tree)

    def strategy(self) -> Strategy:
        name, source = self._text("name"), self._text("source")
        return Strategy(name, source, self.ids, self.options, self._stages(), self.tree, self.game)

    def _text(self, key: str) -> str:
        value = self.said.get(key)
        if not isinstance(value, str) or not value:
            raise StrategyError(f"a strategy says its {key} in words", f'{key} = "..."')
        return value

    def _table(self, key: str) -> dict[str, object]:
        value = self.said.get(key, {})
        if not isinstance(value, dict):
            raise StrategyError(f"{key} cannot be {value!r}", f"a table, [{key}]")
        return value

    def _rulebooks(self) -> tuple[str, ...]:
        value = self.said.get("rulebook")
        ids = [value] if isinstance(value, str) else value
        if not isinstance(ids, list) or not ids or not all(isinstance(each, str) for each in ids):
            raise StrategyError("a strategy says what it is for", 'rulebook = "...", or a list of several')
        return tuple(ids)

    def _submission(self, name: str) -> Submission:
        if self.rulebook is not None and name != self.rulebook.id:
            raise StrategyError(f"the strategy is for {name}", self.rulebook.id)
        try:
            return Submission.of(self.rulebook or PACKAGE.book(name), self.options)
        except (LookupError, SubmissionError) as refused:
            raise StrategyError(f"the strategy has options that do not fit: {refused}") from refused

    # ---- stages ----------------------------------------------------------------------------------------

    def _stages(self) -> dict[str, Stage]:
        said = self._table("stages")
        turns = {turn.stage: turn for turn in self.tree.turns}
        wrong = [stage for stage in said if stage not in turns] or [stage for stage in turns if stage not in said]
        if wrong:
            why = "there is no stage" if wrong[0] in said else "nothing is said of the stage"
            raise StrategyError(f"{why} {wrong[0]!r}", ", ".join(turns))
        return {stage: self._stage(turn, said[stage]) for stage, turn in turns.items()}

    def _stage(self, turn: Decide, said: object) -> Stage:
        name, choices = turn.stage, turn.choices
        if not isinstance(said, list) or not said or not all(isinstance(line, str) for line in said):
            raise StrategyError(f"{name}: the rules are missing", "a list of lines, the last with otherwise")
        rules: list[Rule] = []
        for number, line in enumerate(said, 1):
            try:
                rule = _rule(" ".join(line.split()), choices, self.words)
                check_after(rules, rule)
            except StrategyError as fault:
                raise StrategyError(f"{name}, rule {number} ({line}): {fault}") from fault
            rules.append(rule)
        stage = Stage(rules, choices, self.words)
        check_stage(turn, stage, self.tree, self.words.deck, self._may)
        return stage

    def _may(self, choice: str, own: tuple[int, ...]) -> bool:
        return self.game.may(choice, own, self.terms)


# ---- rules ---------------------------------------------------------------------------------------------


def _rule(text: str, choices: Sequence[Choice], words: Words) -> Rule:
    place, choice = _choice(text, choices)
    rest = text.removeprefix(choice.name)
    otherwise = rest.endswith(_OTHERWISE)
    kept, when, condition = rest.removesuffix(_OTHERWISE).partition(" when ")
    keep, closest = _kept(kept.strip(), choice, place, words)
    if not (otherwise or when or kept):
        raise StrategyError(
            f"no condition says when to {choice.name}", f'"{choice.name} when CONDITION", "{choice.name} otherwise"'
        )
    if otherwise and (when or keep):
        kept = f" keeping {_HIGHEST_CARDS}" if keep else ""
        raise StrategyError("what is left has no condition", f'"{choice.name}{kept} otherwise"')
    return Rule(text, choice, words.condition(condition, place) if when else (), keep, closest, otherwise)


def _choice(text: str, choices: Sequence[Choice]) -> tuple[int, Choice]:
    """The choice that a rule begins with; of two that it may be, the longer name."""
    for place, choice in sorted(enumerate(choices), key=lambda each: -len(each[1].name)):
        if re.match(rf"{re.escape(choice.name)}(?= |$)", text):
            return place, choice
    raise StrategyError("no such action is open here", ", ".join(each.name for each in choices))


def _kept(text: str, choice: Choice, place: int, words: Words) -> tuple[tuple[Check, ...], bool]:
    """The cards that a rule keeps, and whether the closest cards go before the highest."""
    said = text.removeprefix("keeping ")
    if not choice.discards:
        if text:
            raise StrategyError(f"{text!r} follows {choice.name}", '"when CONDITION" or "otherwise"')
        return (), False
    if words.ranks_itself:
        raise StrategyError("rules that keep cards know five-card hands only", "games of such hands")
    if said == text:
        raise StrategyError(f"what {choice.name} keeps is not said", f'"{choice.name} keeping CONDITION"')
    if said in {_HIGHEST_CARDS, _CLOSEST_CARDS}:
        return (), said == _CLOSEST_CARDS
    return words.condition(said.removesuffix(_CLOSEST), place), said.endswith(_CLOSEST)
