"""`croupier submission`: checks a submission, lists its notices, writes a packet or a commented starting file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

from croupier.cli.rulebook.options import read_submission, rulebook
from croupier.cli.terminal import show
from croupier.cli.terminal.clock import today
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.output_files import check_file, write, write_new
from croupier.cli.terminal.streams import OutputError
from croupier.games.terms import Terms
from croupier.rulebook import Rulebook, Submission
from croupier.rulebook.files import is_path
from croupier.rulebook.model import Option, Wager
from croupier.rulebook.notices import ReplacementError, notices
from croupier.rulebook.progressive import Progressive


def check(file: str, replaces: str | None, *, edge: bool, as_json: bool) -> None:
    """Check a submission and print the chosen options, the house edge of its wagers and the notices that are due."""
    submission = read_submission(file)
    due = None
    if replaces is not None:
        with bad_input(ReplacementError):
            due = notices(read_submission(replaces), submission)
    edges = edges_of(submission) if edge or _sets_pays(submission) else None
    if as_json:
        more: dict[str, Any] = {} if due is None else {"notices": [asdict(notice) for notice in due]}
        if edges is not None:
            more["edges"] = {each.name: {"house_edge": str(each.edge), "of": each.of} for each in edges}
            more["not_analysed"] = [each.name for each in _on_all_hands(submission)]
            more["warnings"] = warnings(edges)
        show.as_json(_data(submission) | more)
        return
    book = submission.rulebook
    show.line(f"{file} is valid: {book.title} ({book.id})", "bold")
    chosen = [name for name in submission if name in submission.chosen]
    if chosen or submission.odds:
        show.heading("Chosen")
        show.rows(
            [
                *((name, written(submission, name)) for name in chosen),
                *((f"odds.{table}.{hand}", str(pays)) for (table, hand), pays in submission.odds.items()),
                *_progressive_rows(submission),
            ]
        )
    if edges is not None:
        show.heading("House edge")
        show.rows((each.title, f"{float(each.edge):.4%} of {each.of}") for each in edges)
        for each in _on_all_hands(submission):
            show.line(f"{each.title} depends on the hands at the table: see `croupier analyze {file} --hands N`.")
        for warning in warnings(edges):
            show.line(f"Warning: {warning}", "bold red")
    else:
        show.line()
        show.line("It does not change what any wager pays; --edge shows the house edge of each anyway.")
    show.heading("As the rulebook has it")
    rest = [name for name in submission if name not in submission.chosen and submission[name] is not None]
    show.rows((name, written(submission, name)) for name in rest)
    if due is not None:
        show.heading("Notices due")
        show.rows(
            [(f"{book.short} {notice.clause}", f"{notice.says} Under {notice.ref}.") for notice in due]
            or [("none", "no wager is withdrawn that needs notice, and no payout limit goes down")]
        )


def _sets_pays(submission: Submission) -> bool:
    """True if a submission sets what some wager pays: by odds, a progressive, or the choice of a pay table."""
    chooses = {table.by for table in submission.rulebook.tables} & set(submission.chosen)
    return bool(submission.odds or chooses or _progressive_of(submission))


class Edge(NamedTuple):
    """House edge of a wager."""

    name: str
    title: str
    edge: Fraction
    of: str


def edges_of(submission: Submission) -> list[Edge]:
    """House edges of all wagers that can be analysed separately, under the best play."""
    from croupier.analysis import AnalysisError, Question, analyse
    from croupier.analysis.results.figures import unit_title
    from croupier.cli.terminal.progress import watched

    with watched() as say, bad_input(AnalysisError):
        found = analyse(Question(submission), say)
    return [
        Edge(name, each.title, each.house_edge, unit_title(each, found.terms)) for name, each in found.wagers.items()
    ]


def _on_all_hands(submission: Submission) -> list[Wager]:
    """The wagers that depend on every hand at the table: they cannot be analysed without the number of hands."""
    terms = Terms(submission)
    return [terms.wagers[name] for name in terms.on_all_hands]


def warnings(edges: Iterable[Edge]) -> list[str]:
    """Warnings for an operator: the wagers that favour the player."""
    return [
        f"{each.title} favours the player, by {float(-each.edge):.4%} of {each.of}." for each in edges if each.edge < 0
    ]


def _progressive_of(submission: Submission) -> Progressive | None:
    terms = submission.chosen.get("progressive")
    return terms if isinstance(terms, Progressive) else None


def _progressive_rows(submission: Submission) -> list[tuple[str, str]]:
    """Rows with all settings of a progressive: no document states any of them."""
    terms = _progressive_of(submission)
    if terms is None:
        return []
    return [
        ("progressive.stake", submission.rulebook.money(terms.stake)),
        ("progressive.seed", submission.rulebook.money(terms.seed)),
        ("progressive.increment", submission.rulebook.money(terms.increment)),
        ("progressive.cards", terms.cards),
        *((f"progressive, {hand.replace('_', ' ')}", str(pays)) for hand, pays in terms.rows),
    ]


# ---- a packet ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Filing:
    """Options of a packet: its files, and what its cover says."""

    html: str | None = None
    pdf: str | None = None
    operator: str = ""
    table: str = ""
    effective: str = ""

    def __post_init__(self) -> None:
        if self.html is None and self.pdf is None:
            raise InputError("a packet is written to a file", "--html FILE, --pdf FILE, or both")
        if self.effective:
            try:
                date.fromisoformat(self.effective)
            except ValueError as error:
                raise InputError(f"--effective {self.effective} is no date", "a date like 2031-05-01") from error


def packet(file: str, replaces: str | None, filing: Filing) -> None:
    """Write the packet of a submission as HTML or PDF, and print the hash of each file and the fingerprint."""
    from croupier.analysis import AnalysisError, Question
    from croupier.analysis.all_hands import by_hands
    from croupier.analysis.analyst import HANDS_ASKED, Analyst
    from croupier.analysis.readings import compare
    from croupier.analysis.report.options import ReportOptions
    from croupier.analysis.report.packet import Packet
    from croupier.analysis.report.sheet import sheet
    from croupier.cli.pages.pdf import pdf, printer
    from croupier.cli.terminal.progress import watched

    paths = [check_file(each, file, replaces) for each in (filing.html, filing.pdf) if each is not None]
    if filing.pdf is not None:
        printer()  # refused before the long work, if at all
    submission = read_submission(file)
    with bad_input(ReplacementError):
        due = notices(read_submission(replaces), submission) if replaces is not None else None
    question = Question(submission)
    with watched() as say, bad_input(AnalysisError):
        analyst = Analyst(question, say)
        analysis = analyst.answer()
        hands = tuple(by_hands(analyst))
        # A filed paper has the figures for each number of hands, and nobody to ask for one.
        analysis = replace(analysis, notes=tuple(each for each in analysis.notes if not each.endswith(HANDS_ASKED)))
        readings = compare(submission, say=say)
        parts = Packet(filing.operator, filing.table, filing.effective, due, hands)
        whole = sheet(analysis, question, ReportOptions(date=today(), readings=readings, packet=parts))
        texts: dict[Path, str | bytes] = {paths[0]: whole} if filing.html is not None else {}
        if filing.pdf is not None:
            say("the pages")(1, 2)
            texts[paths[-1]] = pdf(whole)
    write(texts)
    name = "standard input" if file == "-" else file
    for path, text in texts.items():
        show.line(f"Wrote {path}: sign, sheet, options, rulings and notices of {name}.")
        content = text if isinstance(text, bytes) else text.encode()
        show.unbroken(f"SHA-256 {hashlib.sha256(content).hexdigest()}")
    show.unbroken(f"fingerprint of the figures {analysis.fingerprint}", "dim")


def written(submission: Submission, name: str) -> str:
    """An option's value as a person writes it."""
    value = submission[name]
    if isinstance(value, int) and submission.rulebook.options[name].kind == "money":
        return submission.rulebook.money(value)
    return str(value)


def _data(submission: Submission) -> dict[str, Any]:
    options = {name: written(submission, name) for name in submission if submission[name] is not None}
    odds = {f"{table}.{hand}": str(pays) for (table, hand), pays in submission.odds.items()}
    return {"rulebook": submission.rulebook.id, "stands": True, "options": options, "odds": odds}


# ---- a starting file -----------------------------------------------------------------------------------


def new(name: str, file: str, *, as_json: bool) -> None:
    """Write a submission with every option at the rulebook's default, each with an explanation."""
    book = rulebook(name)
    if as_json and file != "-":
        raise InputError(f"--json prints the options, and {file} would not be written", "one or the other")
    if as_json:
        show.as_json(_data(Submission(book)))
        return
    named = str(Path(name).resolve()) if is_path(name) else book.id  # a rulebook of one's own is named by its path
    text = "\n".join(starting_file(book, named)) + "\n"
    if file == "-":
        show.console().file.write(text)
        return
    path = Path(file)
    write_new(path, text)
    try:
        show.line(f"Wrote {file}; check it with `croupier submission check {file}`.")
        show.flush()
    except OutputError:  # a command that fails leaves nothing
        path.unlink()
        raise


def starting_file(book: Rulebook, named: str) -> Iterator[str]:
    """The lines of a commented submission. Every option stands there, commented out, at its default."""
    yield f"# A submission for {book.title}, {book.jurisdiction}."
    yield "# Options left out, or behind a #, are as the rulebook has them."
    yield ""
    yield f"rulebook = {json.dumps(named, ensure_ascii=False)}"
    defaults = Submission(book)
    for option in book.options.values():
        if option.kind != "progressive":
            yield ""
            yield from _explained(book, option)
            value = defaults[option.name]
            shown = value if value is not None else next(iter(option.values or {}), None)
            yield f"# {option.name} = {_toml(option, shown)}"
    yield from _odds(book)
    yield from _progressive(book)


def _explained(book: Rulebook, option: Option) -> Iterator[str]:
    ruling = f", ruling {option.ruling}" if option.ruling else ""
    yield from _comment(f"{option.title} ({book.short} {', '.join(option.clauses)}{ruling})")
    for value, means in (option.values or {}).items():
        yield from _comment(f"  {value}: {means}")
    if option.most is not None:
        yield from _comment(f"  from {option.least} to {option.most}")
    for other, values in (option.only_if or {}).items():
        yield from _comment(f"  only with {other} {' or '.join(values)}")


def _comment(text: str) -> Iterator[str]:
    indent = "    " if text.startswith("  ") else ""
    for place, piece in enumerate(wrap(text.strip(), 100)):
        yield f"# {'  ' * text.startswith('  ')}{indent * bool(place)}{piece}"


def _toml(option: Option, value: object) -> str:
    if value is None:
        return {"money": f'"{option.currency.sign}50,000"', "text": '"voucher"'}.get(option.kind, '""')
    if option.kind == "number":
        return str(value)
    return f'"{option.currency.text(value)}"' if option.kind == "money" and isinstance(value, int) else f'"{value}"'


def _odds(book: Rulebook) -> Iterator[str]:
    tables = {table.name: table for table in Submission(book).tables() if not table.exact}
    for table in tables.values():
        row = table.rows[0]
        yield ""
        yield from _comment(
            f"{table.title} may pay more than the document's least, never less ({book.short} {table.clause})"
        )
        yield f"# [odds.{table.name}]"
        yield f'# {row.hand} = "{row.pays}"'


def _progressive(book: Rulebook) -> Iterator[str]:
    option = book.options.get("progressive")
    if option is None:
        return
    yield ""
    yield from _explained(book, option)
    yield from _comment(f"  rows pay an amount or a share of the meter; hands: {', '.join(option.hands)}")
    yield "# [progressive]"
    if option.stake is None:
        yield f'# stake = "{book.money(100)}"'
    yield f'# seed = "{book.money(1_000_000)}"'
    yield f'# increment = "{book.money(50)}"'
    yield f'# cards = "{next(iter(option.cards or {}))}"'
    top, lower = option.hands[0], option.hands[-3]
    yield f'# rows = [{{ hand = "{top}", share = "100%" }}, {{ hand = "{lower}", pays = "{book.money(5000)}" }}]'
