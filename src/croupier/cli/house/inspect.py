"""`croupier house` verify, export, ledger and recall: read-only queries of a house, which may be running."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection

from croupier.cli.house.admin import HouseLocation, looking, when
from croupier.cli.terminal import show, streams
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.input_files import read_text
from croupier.cli.terminal.output_files import Stream
from croupier.cli.terminal.progress import watched
from croupier.crypto.signed_notes import NoteError
from croupier.house.audit.extent import WHOLE, since
from croupier.house.audit.findings import Report
from croupier.house.audit.verify import UNCHECKED
from croupier.house.audit.verify import verify as look
from croupier.house.engine import replay
from croupier.house.ledger import balances
from croupier.house.records import recall as round_recall
from croupier.house.records.export import recording
from croupier.house.records.recall import FoundRound, Moment, Page, RoundQuery
from croupier.house.records.statements import Statement, statement
from croupier.house.records.transparency_log import LogError
from croupier.money import EUR, USD, Currency, MoneyError
from croupier.table.views.narration import tell
from croupier.table.views.view import AUDITOR, Viewer

FOUND = 1
_ROLES = ("public", "dealer", "floor", "auditor")
_COUNTED = ("row", "session", "round", "transaction", "checkpoint")


# ---- verify ------------------------------------------------------------------------------------------------------


def verify(at: HouseLocation, checkpoint: str | None, *, as_json: bool) -> int:
    """Verify the house's records and print the findings; return the exit code, 1 if there are any."""
    note = read_text(checkpoint) if checkpoint is not None else ""
    with looking(at) as looked, watched() as say:
        public = looked.keys.signing.public
        with bad_input(NoteError, LogError):
            extent = since(looked.connection, note, public) if checkpoint is not None else WHOLE
        report = look(looked.connection, looked.keys.vault, public, extent, say("Rows"), os.cpu_count() or 1)
    if as_json:
        show.as_json(_told(report))
    else:
        _show(report)
    return FOUND if report.findings else 0


def _told(report: Report) -> dict[str, object]:
    return {
        "stands": not report.findings,
        "findings": [each._asdict() for each in report.findings],
        "unchecked": [*report.unchecked, *_never_checked()],
        "checked": dict(report.counted),
    }


def _never_checked() -> list[str]:
    return [f"{what}: {why}" for what, why in UNCHECKED.items()]


def _show(report: Report) -> None:
    counts = ((report.counted[f"{what}s"], what) for what in _COUNTED)
    many = ", ".join(f"{count:,} {what}{'s' * (count != 1)}" for count, what in counts)
    if not report.findings:
        show.line(f"All records are as they were written: {many}.", "bold")
    else:
        show.line(f"{len(report.findings)} finding{'s' * (len(report.findings) != 1)} in {many}:", "bold red")
    for each in report.findings:
        show.line(f"  {each}")
    for said in (*report.unchecked, *_never_checked()):
        show.line(f"Not checked: {said}", "yellow")


# ---- export and ledger -------------------------------------------------------------------------------------------


def export(at: HouseLocation, name: str, file: str, upto: int | None) -> None:
    """Export a session as a recording."""
    with looking(at) as looked:
        about = replay.session(looked.connection, name)
        if about is None:
            known = ", ".join(each.id for each in replay.sessions(looked.connection)[-5:])
            raise InputError(f"there is no session {name!r}", f"the id of one, such as {known or 'none yet'}")
        lines = recording(looked.connection, looked.keys.vault, about, upto)
        written = _write(file, lines)
    if written is not None:
        show.line(f"{file}: {written:,} bytes of session {name}. `croupier audit {file}` reads it.")


def ledger(at: HouseLocation, prefix: str, csv: str | None, *, as_json: bool) -> None:
    """Print the balances of accounts, or write all postings as CSV."""
    with looking(at) as looked:
        if csv is not None:
            _write(csv, (line.encode() for line in balances.export(looked.connection, prefix)))
            return
        held, currency = balances.balances(looked.connection, prefix), _currency(looked.connection)
    if as_json:
        show.as_json(held)
    elif not held:
        show.line("No account has a posting.")
    else:
        show.rows([(name, currency.text(amount)) for name, amount in held.items()], ("account", "holds"))


def _currency(connection: Connection) -> Currency:
    """The currency of the house: that of the rulebook of the session that was opened last."""
    last = replay.latest(connection, "", 1)
    return replay.beginning(last[0]).terms.rulebook.currency if last else USD


def _write(file: str, lines: Iterable[bytes]) -> int | None:
    """Write lines to a new file, all of them or none, and return its size; or to standard output."""
    if file == "-":
        for line in lines:
            text = line.decode()
            if not text.isascii() and not streams.takes_everything():
                raise InputError("standard output does not take every letter of it; name a file, or use UTF-8")
            sys.stdout.write(text)
        return None
    with _new(file) as stream:
        for line in lines:
            stream.write(line)
        stream.settle()
        return stream.length


@contextmanager
def _new(file: str) -> Iterator[Stream]:
    with Stream(file) as stream:
        try:
            yield stream
        except BaseException:
            Path(file).unlink(missing_ok=True)
            raise


# ---- recall ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InspectOptions:
    """Options of `croupier house recall`."""

    table: str
    session: str
    number: int
    person: str
    since: str
    before: str
    clause: str
    irregularity: str
    amount: str
    void: bool
    most: int
    cursor: str
    who: str | None
    statement: bool

    def wanted(self) -> RoundQuery:
        """The query for the house's recall."""
        return RoundQuery(
            self.table,
            self.session,
            self.number,
            self.person,
            _time("since", self.since),
            _time("before", self.before),
            self.clause,
            self.irregularity,
            True if self.void else None,
            _amount(self.amount),
        )


def _time(name: str, text: str) -> int | None:
    if not text:
        return None
    try:
        read = datetime.fromisoformat(text)
    except ValueError as error:
        raise InputError(f"--{name} {text!r} is no time", "2030-01-31, or 2030-01-31T20:15") from error
    known = read if read.tzinfo is not None else read.replace(tzinfo=UTC)
    return int(known.timestamp() * 1000)


def _amount(text: str) -> int:
    with bad_input(MoneyError):
        return (EUR if EUR.sign in text else USD).cents(text) if text else 0


def recall(at: HouseLocation, asked: InspectOptions, *, as_json: bool) -> None:
    """Search rounds, show one round again, or print a person's statement."""
    wanted = asked.wanted()
    if asked.statement:
        _statement(at, wanted, as_json=as_json)
        return
    if asked.who is not None:
        _again(at, asked, as_json=as_json)
        return
    with looking(at) as looked:
        page, currency = _page(looked.connection, wanted, asked.cursor, asked.most), _currency(looked.connection)
    if as_json:
        found = [_round(each) for each in page.found]
        show.as_json({"currency": currency.code, "found": found, "cursor": page.cursor or None})
        return
    if not page.found:
        show.line("No finished round matches.")
        return
    show.rows(
        [_row(each, currency) for each in page.found], ("at", "table", "round", "", "hands", "session"), wrapped=(4,)
    )
    if page.cursor:
        show.line(f"More: --cursor {page.cursor}")


def _page(connection: Connection, wanted: RoundQuery, cursor: str, most: int) -> Page:
    """A full page, however many rounds are looked at for it."""
    page = round_recall.search(connection, wanted, AUDITOR, cursor, most)
    while page.cursor and len(page.found) < most:
        more = round_recall.search(connection, wanted, AUDITOR, page.cursor, most - len(page.found))
        page = Page(page.found + more.found, more.cursor)
    return page


def _round(found: FoundRound) -> dict[str, object]:
    return found._asdict() | {"hands": [each._asdict() for each in found.hands]}


def _row(found: FoundRound, currency: Currency) -> tuple[str, ...]:
    hands = "; ".join(
        f"seat {each.seat} staked {currency.text(each.staked)}, {_net(each.net, currency)}" for each in found.hands
    )
    return when(found.at), found.stream, str(found.round), "void" if found.void else "", hands, found.session


def _net(amount: int, currency: Currency) -> str:
    return f"{'won' if amount > 0 else 'lost'} {currency.text(abs(amount))}" if amount else "even"


def _again(at: HouseLocation, asked: InspectOptions, *, as_json: bool) -> None:
    if not asked.session or not asked.number:
        raise InputError("--as shows one round again", "with --session and --round")
    who = asked.who or ""
    viewer = Viewer(who) if who in _ROLES else Viewer("player", who)
    with looking(at) as looked:
        moments = round_recall.replay(looked.connection, looked.keys.vault, asked.session, asked.number, viewer)
        if as_json:
            show.as_json([_moment(each) for each in moments])
            return
        _tell(looked.connection, asked.session, moments)


def _moment(moment: Moment) -> dict[str, object]:
    return moment._asdict() | {"events": [{"kind": event.kind, **event.data} for event in moment.events]}


def _tell(connection: Connection, name: str, moments: Iterator[Moment]) -> None:
    about = replay.session(connection, name)
    if about is None:
        return
    terms = replay.beginning(about).terms
    for moment in moments:
        for event in moment.events:
            if event.kind != "moved_on":
                show.line(f"{when(moment.at)}  {tell(event, terms)}")


def _statement(at: HouseLocation, wanted: RoundQuery, *, as_json: bool) -> None:
    if not wanted.person:
        raise InputError("--statement is of one person", "with --person")
    since = wanted.since or 0
    before = wanted.before if wanted.before is not None else 2**62
    with looking(at) as looked:
        made = statement(looked.connection, wanted.person, since, before)
        currency = _currency(looked.connection)
    if as_json:
        rounds = [each._asdict() | {"hand": each.hand._asdict()} for each in made.rounds]
        said = made._asdict() | {"currency": currency.code}
        show.as_json(said | {"cage": [each._asdict() for each in made.cage], "rounds": rounds})
        return
    _show_statement(made, currency.text)


def _show_statement(made: Statement, money: Callable[[int], str]) -> None:
    lines = [(each.at, each.what, each.amount) for each in made.cage]
    lines += [
        (
            each.at,
            f"{each.stream}, round {each.round}, seat {each.hand.seat}, staked {money(each.hand.staked)}"
            + ", void" * each.void,
            each.hand.net,
        )
        for each in made.rounds
    ]
    show.line(f"{made.person}: opening balance {money(made.opening)}", "bold")
    if lines:
        show.rows([(when(at), money(amount), what) for at, what, amount in sorted(lines)], ("at", "change", "what"))
    show.line(f"Closing balance {money(made.closing)}, in the wallet and at tables", "bold")
