"""`croupier game explore`: the figures of a game under every combination of some values, beside what is aimed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.rulebook.options import chosen
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.output_files import check_file, same_place, write
from croupier.cli.terminal.progress import announce, watched
from croupier.csv_text import lines
from croupier.games.catalogue import game_of

if TYPE_CHECKING:
    from croupier.analysis.exploration import Aim, Combination, Exploration
    from croupier.rulebook import Submission

LONG = 10.0  # seconds from which on the time is said first


@dataclass(frozen=True, slots=True)
class ExploreOptions:
    """Options of `croupier game explore`, as they were typed."""

    vary: tuple[str, ...]
    aims: tuple[str, ...] = ()
    wager: str = "base"
    csv: str | None = None
    chart: str | None = None


def explore(name: str, sets: list[str], asked: ExploreOptions, *, as_json: bool) -> None:
    """Print the figures of every combination, and write the files that were asked for."""
    from croupier.analysis import AnalysisError
    from croupier.analysis.exploration import explored

    if asked.csv is not None and asked.chart is not None and same_place(asked.csv, asked.chart):
        raise InputError("--csv and --chart name one file", "a file for each")
    csv, chart = (None if each is None else check_file(each) for each in (asked.csv, asked.chart))
    submission, variations = chosen(name, sets, None), _variations(asked.vary)
    aims = [_aim(each) for each in asked.aims]
    with watched() as say, bad_input(AnalysisError, RecursionError):
        _tell_time(submission, variations)
        found = explored(submission, game_of(submission.rulebook), variations, asked.wager, say)
    if as_json:
        show.as_json(_data(submission, found, aims))
    else:
        _show(submission, found, aims)
    _write(found, aims, csv, chart)
    if not as_json:
        for path in filter(None, (csv, chart)):
            show.line(f"Wrote {path}.", "dim")


def _tell_time(submission: Submission, variations: dict[str, list[str]]) -> None:
    """Say first how long it takes where only the plain counter fits."""
    from croupier.analysis import Question
    from croupier.analysis.analyst import Analyst
    from croupier.analysis.exploration import combinations_of
    from croupier.analysis.results.number_text import lasting

    seconds = Analyst(Question(submission, game=game_of(submission.rulebook))).seconds()
    many = len(combinations_of(variations))
    if seconds is not None and seconds * many > LONG:
        announce(f"No fast way of counting fits this game: up to {lasting(seconds * many)}; Ctrl-C stops it.")


# ---- reading the options -------------------------------------------------------------------------------


def _variations(typed: Sequence[str]) -> dict[str, list[str]]:
    """The values by name, from `odds.blind.flush=1 to 1,3 to 2`."""
    found: dict[str, list[str]] = {}
    for each in typed:
        name, equals, values = each.partition("=")
        if not equals or not name.strip():
            accepted = "--vary odds.blind.flush='1 to 1,3 to 2'"
            raise InputError(f"--vary takes NAME=VALUE,VALUE; {each!r} was given", accepted)
        if name.strip() in found:
            raise InputError(f"--vary {name.strip()} is given twice", "one list of values for each name")
        found[name.strip()] = [value.strip() for value in values.split(",") if value.strip()]
    return found


def _aim(typed: str) -> Aim:
    """An aim, from `edge=2.5%..3.5%`."""
    from croupier.analysis.exploration import FIGURES, Aim

    name, _, bounds = (part.strip() for part in typed.partition("="))
    low, dots, high = (part.strip() for part in bounds.partition(".."))
    accepted = f"FIGURE=LOW..HIGH such as edge=2.5%..3.5%, of {', '.join(FIGURES)}"
    if name not in FIGURES or not dots:
        raise InputError(f"--aim {typed}", accepted)
    try:
        aim = Aim(name, _number(low), _number(high))
    except ValueError as error:
        raise InputError(f"--aim {typed}: {error}", accepted) from error
    if not aim.low <= aim.high:
        raise InputError(f"--aim {typed}: the first bound is above the second", accepted)
    return aim


def _number(typed: str) -> float:
    number = float(typed.removesuffix("%"))
    return number / 100 if typed.endswith("%") else number


# ---- what is printed and written -----------------------------------------------------------------------


def _show(submission: Submission, found: Exploration, aims: Sequence[Aim]) -> None:
    book = submission.rulebook
    title = next(each.account.title for each in found.combinations if each.account is not None)
    show.line(f"{book.title} ({book.id}): {title}", "bold")
    show.line()
    header = [*found.names, "house edge", "wins", "deviation", "element of risk", *(["aim"] if aims else [])]
    show.rows([_row(each, aims) for each in found.combinations if each.account is not None], header)
    for each in found.combinations:
        if each.account is None:
            show.line(f"{', '.join(each.values)}: {each.refused}")
    show.line()
    many = len(found.combinations)
    if aims:
        met = sum(each.meets(aims) for each in found.combinations)
        show.line(f"{met} of {many} combination{'s' * (many > 1)} meet{'s' * (met == 1)} the aim.")
    often = {0: "did not have to be counted", 1: "was counted once"}
    show.line(f"The base game {often.get(found.counted, f'was counted {found.counted} times')}.", "dim")


def _row(each: Combination, aims: Sequence[Aim]) -> tuple[str, ...]:
    from croupier.analysis.results.number_text import percent

    account = each.account
    assert account is not None  # noqa: S101 - refused ones are told in sentences
    return (
        *each.values,
        percent(account.house_edge),
        percent(account.hit_frequency, 2),
        f"{account.standard_deviation:.4f}",
        percent(account.element_of_risk),
        *(["met" if each.meets(aims) else ""] if aims else []),
    )


def _data(submission: Submission, found: Exploration, aims: Sequence[Aim]) -> dict[str, object]:
    return {
        "rulebook": submission.rulebook.id,
        "options": submission.options(),
        "wager": found.wager,
        "counted": found.counted,
        "combinations": [dict(_fields(found, each, aims)) for each in found.combinations],
    }


def _fields(found: Exploration, each: Combination, aims: Sequence[Aim]) -> Iterator[tuple[str, object]]:
    from croupier.analysis.exploration import figures

    yield "values", dict(zip(found.names, each.values, strict=True))
    if each.account is None:
        yield "refused", each.refused
        return
    yield from ((name, float(value)) for name, value in figures(each.account))
    yield "exact", {name: str(value) for name, value in figures(each.account) if not isinstance(value, float)}
    if aims:
        yield "meets", each.meets(aims)


def _write(found: Exploration, aims: Sequence[Aim], csv: Path | None, chart: Path | None) -> None:
    """Write the table, with one line for each combination, and the chart."""
    texts: dict[Path, str | bytes] = {}
    if csv is not None:
        texts[csv] = "".join(lines(*_table(found, aims)))
    if chart is not None:
        texts[chart] = _chart(found, aims)
    write(texts)


def _chart(found: Exploration, aims: Sequence[Aim]) -> str:
    """The chart of the figure that is aimed at first, or of the edge."""
    from croupier.analysis.exploration import FIGURES
    from croupier.analysis.report.plots import comparison

    aim = aims[0] if aims else None
    field = FIGURES[aim.figure if aim else "edge"]
    values = {
        ", ".join(each.values): float(getattr(each.account, field)) for each in found.combinations if each.account
    }
    title = field.replace("_", " ").capitalize()
    bounds = None if aim is None else (aim.low, aim.high)
    return comparison(title, values, share=field != "standard_deviation", bounds=bounds)


def _table(found: Exploration, aims: Sequence[Aim]) -> tuple[list[str], list[list[object]]]:
    from croupier.analysis.exploration import FIGURES, figures

    header = [*found.names, "House edge", "Wins", "Standard deviation", "Element of risk", "Meets the aim", "Refused"]
    rows: list[list[object]] = []
    for each in found.combinations:
        said = [None] * len(FIGURES) if each.account is None else [float(value) for _, value in figures(each.account)]
        rows.append([*each.values, *said, ("yes" if each.meets(aims) else "no") if aims else "", each.refused])
    return header, rows
