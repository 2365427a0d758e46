"""Lines: the ways to come to a street, where community cards are seen, and the options that each has there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from croupier.analysis.model.paths import Path, turns_left
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action
from croupier.money import Cents


class Option(NamedTuple):
    """A choice, and where it leads: to a line of the next street, or to an end that pays alike whatever comes."""

    action: Action | None  # None where nothing is asked
    risk: Cents
    to: int  # the line; or -1, -2 and so on for the first, the second of these ends
    pays: Cents = 0


class Street(NamedTuple):
    """The lines alive when so many community cards are seen, with their options by the money at risk."""

    seen: int
    lines: list[Path]
    options: list[list[Option]]


def streets_of(payoffs: Payoffs, seen: tuple[int, ...], flat: Mapping[Path, Cents]) -> list[Street]:
    """The streets at which so many cards are seen, and one more with the lines that are left at the end.

    `flat` has the paths that pay alike whatever comes, once they have ended.
    """
    found, lines = [], [Path()]
    for each in seen:
        later: list[Path] = []
        at_once = flat if each != seen[-1] else {}  # at the end all is settled by the hands
        options = [_options(payoffs, line, each, at_once, later) for line in lines]
        found.append(Street(each, lines, options))
        lines = later
    return [*found, Street(found[-1].seen, lines, [[] for _ in lines])]


def _options(payoffs: Payoffs, line: Path, seen: int, flat: Mapping[Path, Cents], later: list[Path]) -> list[Option]:
    """The options of a line, whose own lines are added to the later ones."""

    def leading(action: Action | None, path: Path) -> Option:
        if path in flat:
            return Option(action, payoffs.at_risk(path), -1 - list(flat).index(path), flat[path])
        if path not in later:
            later.append(path)
        return Option(action, payoffs.at_risk(path), later.index(path))

    left = turns_left(line, payoffs.tree.turns) if line.ending == "played" else ()
    if not left or left[0].seen != seen:
        return [leading(None, line)]
    after = [(Action(choice.name), line.then(left[0], choice)) for choice in left[0].choices]
    return [leading(*each) for each in sorted(after, key=lambda each: payoffs.at_risk(each[1]))]
