"""`croupier submission`: checking a submission, the notices it calls for, and a file to begin with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from textwrap import wrap
from typing import Any

from croupier.cli import show
from croupier.cli.choices import read_submission, rulebook
from croupier.cli.errors import bad_input
from croupier.cli.streams import OutputError
from croupier.cli.writing import write_new
from croupier.money import dollars
from croupier.rulebook import Rulebook, Submission
from croupier.rulebook.model import Option
from croupier.rulebook.notices import ReplacementError, notices


def check(file: str, replaces: str | None, *, as_json: bool) -> None:
    """Say whether a submission stands, what it chooses, and which notices are due."""
    submission = read_submission(file)
    due = None
    if replaces is not None:
        with bad_input(ReplacementError):
            due = notices(read_submission(replaces), submission)
    if as_json:
        show.as_json(_data(submission) | ({} if due is None else {"notices": [asdict(notice) for notice in due]}))
        return
    book = submission.rulebook
    show.line(f"{file} stands: {book.title} ({book.id})", "bold")
    chosen = [name for name in submission if name in submission.chosen]
    if chosen or submission.odds:
        show.heading("Chosen")
        show.rows((name, written(submission, name)) for name in chosen)
        show.rows((f"odds.{table}.{hand}", str(pays)) for (table, hand), pays in submission.odds.items())
    show.heading("As the rulebook has it")
    rest = [name for name in submission if name not in submission.chosen and submission[name] is not None]
    show.rows((name, written(submission, name)) for name in rest)
    if due is not None:
        show.heading("Notices due")
        show.rows(
            [(f"{book.short} {notice.clause}", f"{notice.says} Under {notice.ref}.") for notice in due]
            or [("none", "no wager is withdrawn that needs notice, and no payout limit goes down")]
        )


def written(submission: Submission, name: str) -> str:
    """An option's value as a person writes it."""
    value = submission[name]
    if isinstance(value, int) and submission.rulebook.options[name].kind == "money":
        return dollars(value)
    return str(value)


def _data(submission: Submission) -> dict[str, Any]:
    options = {name: written(submission, name) for name in submission if submission[name] is not None}
    odds = {f"{table}.{hand}": str(pays) for (table, hand), pays in submission.odds.items()}
    return {"rulebook": submission.rulebook.id, "stands": True, "options": options, "odds": odds}


# ---- a file to begin with ------------------------------------------------------------------------------


def new(name: str, file: str, *, as_json: bool) -> None:
    """Write a submission in which everything is as the rulebook has it, each option explained."""
    book = rulebook(name)
    if as_json:
        show.as_json(_data(Submission(book)))
        return
    text = "\n".join(starting_file(book)) + "\n"
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


def starting_file(book: Rulebook) -> Iterator[str]:
    """The lines of a commented submission. Every option stands there, commented out, at its default."""
    yield f"# A submission for {book.title}, {book.jurisdiction}."
    yield "# Options left out, or behind a #, are as the rulebook has them."
    yield ""
    yield f'rulebook = "{book.id}"'
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
        return {"money": '"$50,000"', "text": '"voucher"'}.get(option.kind, '""')
    if option.kind == "number":
        return str(value)
    return f'"{dollars(value)}"' if option.kind == "money" and isinstance(value, int) else f'"{value}"'


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
        yield '# stake = "$1"'
    yield '# seed = "$10,000"'
    yield '# increment = "$0.50"'
    yield f'# cards = "{next(iter(option.cards or {}))}"'
    top, lower = option.hands[0], option.hands[-3]
    yield f'# rows = [{{ hand = "{top}", share = "100%" }}, {{ hand = "{lower}", pays = "$50" }}]'
