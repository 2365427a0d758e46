"""The audit of a table's record: its chain, each row against its lines, and every row that is derived from them.

Every command is decided again where this engine has decided it; the record of an older one is folded from its events,
which is said. Behind a row that breaks the chain nothing of that session can be checked, which is said too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, or_, select

from croupier.house.audit.derived_rows import DerivedRows, differences, read, shown, values_of
from croupier.house.audit.extent import Extent
from croupier.house.audit.findings import Report
from croupier.house.audit.lost_keys import Lost, LostError, signed_losses
from croupier.house.engine.live_table import SNAPSHOTS, Step
from croupier.house.engine.replay import Session, lines, opened_snapshot, sessions
from croupier.house.engine.requests import happened
from croupier.house.engine.round_index import INDEXED, ended, rows
from croupier.house.engine.shared_meters import meter_name
from croupier.house.ledger.accounts import LedgerError
from croupier.house.ledger.balances import balances, recounted
from croupier.house.ledger.postings import Posting, balances_of, postings
from croupier.house.storage import journal, schema
from croupier.house.storage.database import HOUSE, fact
from croupier.house.storage.journal import CAGE, Entry
from croupier.house.storage.vault import Keyring, SealContext, VaultError, opened
from croupier.table.decide import ENGINE
from croupier.table.fairness.shuffle import digest
from croupier.table.model.state import Meter, State
from croupier.table.recording.audit import Played, Reading
from croupier.table.recording.recorder import RecordingError, is_for_all

Round = tuple[str, str, int]  # stream, session, round
_CITED = itemgetter(*(each.name for each in schema.cited.columns))  # a citation as a row of the database
_KIND = itemgetter(0)  # of an event
_KIND_AND_WHAT = itemgetter(2, 3)  # the order of a row's citations there


class Logged(NamedTuple):
    """The command that ended a round, and the head that may leave the house."""

    seq: int
    head: bytes


class Span(NamedTuple):
    """Whole sessions of a table: its rows from the first to the last; to the end of its record if that is 0."""

    stream: str
    first: int
    last: int = 0


class Part(NamedTuple):
    """The audit of a span in which nothing was found: its remarks and counts, and the results for other checks."""

    unchecked: list[str]
    counted: Counter[str]
    rounds: dict[Round, Logged]
    meters: dict[str, Meter]


class Tables:
    """The audit of all tables, one after the other, with the results that other checks need."""

    def __init__(
        self,
        connection: Connection,
        keyring: Keyring,
        public: str,
        report: Report,
        extent: Extent,
        tick: Callable[[int], None],
    ) -> None:
        self.connection, self.keyring, self.public, self.report = connection, keyring, public, report
        self.extent, self.tick = extent, tick
        self.rounds: dict[Round, Logged] = {}  # that are over
        self.broken: set[str] = set()  # streams of which not all could be checked
        self.meters: dict[str, Meter] = {}  # by name, as the last change of any table has left them
        self.open: dict[str, State] = {}  # the tables that are open, as they stand
        self.house = fact(connection, HOUSE) or ""  # as its sessions name it
        self.lost = self._lost()  # with a key of the vault, as a restore has stated
        self._unmarked: set[str] = set()  # streams with rows whose marks nobody can check

    @cached_property
    def from_cage(self) -> dict[str, int]:
        """The sums that the cage has moved by account: a restore without the vault's key clears seats from there."""
        return recounted(self.connection, stream=CAGE)

    def _lost(self) -> Lost:
        try:
            return signed_losses(self.connection, self.public, self.keyring)
        except LostError as error:
            self.report.find("facts", 0, f"{error.why}; nothing is passed over for it")
            return Lost()

    def stream(self, name: str) -> None:
        """Audit all sessions of a table."""
        _Stream(self, Span(name, self.extent.first(name))).read()

    def part(self, span: Span) -> Part | None:
        """The audit of a span by itself; None if anything was found, since the audit of the whole table says what."""
        alone = Tables(self.connection, self.keyring, self.public, Report(), self.extent, self.tick)
        _Stream(alone, span).read()
        found = alone.report
        return None if found.findings else Part(found.unchecked, found.counted, alone.rounds, alone.meters)

    def take(self, part: Part) -> None:
        """Add the audit of a span."""
        self.report.unchecked += [each for each in part.unchecked if each not in self.report.unchecked]
        self.report.counted.update(part.counted)
        self.rounds |= part.rounds
        for name, standing in part.meters.items():
            self.hear(name, standing)

    def check_mark(self, entry: Entry) -> None:
        """Check the vault's mark, which covers what no line says: a row's time, and the sender's request id."""
        marked = journal.is_marked(self.keyring, entry)
        if marked is False:
            says = "it is not as the vault has marked it: when it was written, or under which id, was altered"
            self.report.find(entry.stream, entry.seq, says)
        elif marked is None and not self.lost.has_marked(entry.mark):
            self.report.find(entry.stream, entry.seq, "its mark is by another vault, or was altered")
        elif marked is None and entry.stream not in self._unmarked:
            self._unmarked.add(entry.stream)
            says = "when rows were written, and under which id, that were marked by a key that was lost"
            self.report.unchecked.append(f"{entry.stream}: {says}")

    def hear(self, name: str, standing: Meter) -> None:
        """Take note of a meter as a table knows it."""
        if standing.version > self.meters.setdefault(name, standing).version:
            self.meters[name] = standing


class _Stream:
    """The rows of one table in a span of it, in their order."""

    def __init__(self, tables: Tables, span: Span) -> None:
        self._tables, self._name, self._report = tables, span.stream, tables.report
        self._connection = tables.connection
        name, self._first, self._last = span
        known = sessions(self._connection, name, self._first)
        self._known = {each.id: each for each in known if not self._last or each.first <= self._last}
        self._begun: list[str] = []
        self._session: _Session | None = None
        self._beside = {
            table.name: DerivedRows(self._connection, table, name, self._report, self._first, self._last)
            for table in (schema.postings, schema.cited, schema.snapshots)
        }

    def read(self) -> None:
        expected = self._first
        after, upto = expected - 1 if expected > 1 else -(2**63), self._last or None
        for entry in journal.following(self._connection, self._name, after, upto):
            if entry.seq != expected:
                self._gap(expected, entry.seq)
            expected = entry.seq + 1
            self._row(entry)
        self._end()
        for each in self._beside.values():
            each.finish(expected - 1)
        for name in self._known.keys() - set(self._begun):
            self._report.find("sessions", 0, f"session {name!r} of {self._name} has no row in the journal")
        if self._last:
            if expected != self._last + 1:
                self._gap(expected, self._last + 1)
            return
        self._strangers()
        self._stands()

    def _gap(self, expected: int, seq: int) -> None:
        missing = f"rows {expected} to {seq - 1} are missing" if seq > expected else "it stands before the first"
        self._report.find(self._name, seq, missing)
        if self._session is not None:
            self._session.broken = True

    def _row(self, entry: Entry) -> None:
        current = self._session
        if current is None or (entry.session != current.about.id and current.over):
            current = self._turn(entry)
        if current is not None and entry.session != current.about.id:
            self._report.find(
                self._name, entry.seq, f"it names session {shown(entry.session)}, not {current.about.id!r}"
            )
        before = len(self._report.findings)
        if current is not None:
            current.row(entry, self._beside)
        else:
            for each in self._beside.values():
                each.skip(entry.seq)
        self._report.counted["rows"] += 1
        self._tables.tick(1)
        if not any(each[:2] == (self._name, entry.seq) for each in self._report.findings[before:]):
            self._tables.check_mark(entry)

    def _turn(self, entry: Entry) -> _Session | None:
        """Begin another session."""
        about = self._known.get(entry.session)
        if about is None or about.id in self._begun:
            if self._session is not None or not self._begun:
                says = f"it names session {shown(entry.session)}, which is not on record, or over"
                self._report.find(self._name, entry.seq, says)
            self._end()
            self._tables.broken.add(self._name)
            return None
        self._end()
        self._begun.append(about.id)
        self._session = _Session(self._tables, about, entry)
        return self._session

    def _end(self) -> None:
        if self._session is not None:
            self._session.end()
            self._session = None

    def _strangers(self) -> None:
        """Report rounds of sessions that the table does not have."""
        columns = schema.sessions.c
        before = select(columns.id).where(columns.stream == self._name, columns.first < self._first)
        for table in (schema.rounds, schema.played):
            known = (table.c.session.in_(self._begun), table.c.session.in_(before))
            found = select(table).where(table.c.stream == self._name, ~or_(*known))
            differences(self._report, table, (), read(self._connection, found))

    def _stands(self) -> None:
        """Check that the ledger and the table agree on what lies at its seats and layouts."""
        state = self._tables.open.get(self._name)
        if self._name in self._tables.broken:
            return
        wanted = balances_of(state, self._name) if state is not None else {}
        places = (f"seat/{self._name}/", f"layout/{self._name}/")
        held = self._held(places)
        for account in sorted(held.keys() | {each for each in wanted if each.startswith(places)}):
            if held.get(account, 0) != wanted.get(account, 0):
                says = f"{account} holds {held.get(account, 0)} cents; the table says {wanted.get(account, 0)}"
                self._report.find("postings", 0, says)

    def _held(self, places: tuple[str, ...]) -> dict[str, int]:
        """The balances of a table's seats and layouts, from every posting where the whole record is audited."""
        if self._tables.extent.first(self._name) > 1:
            found = [balances(self._connection, each) for each in places]
        else:
            found = [recounted(self._connection, stream=self._name), self._tables.from_cage]
        held = Counter[str]()
        for each in found:
            held.update({name: amount for name, amount in each.items() if name.startswith(places)})
        return held


class _Session:
    """The audit of one session, row by row."""

    def __init__(self, tables: Tables, about: Session, first: Entry) -> None:
        self.about, self.broken = about, False
        self._tables, self._report, self._stream = tables, tables.report, about.stream
        self._last = first
        self._played: list[dict[str, Any]] = []
        self._ended: list[dict[str, Any]] = []
        self._due: Entry | None = None  # the row by whose command a snapshot is due
        self._meter = ""
        self._lost = about.id in tables.lost.sessions
        self._reading = self._opened(about)
        self._check_about(first)
        self._report.counted["sessions"] += 1

    @property
    def over(self) -> bool:
        """True once the session has ended or cannot be followed further."""
        return self.broken or self._lost or bool(self._reading.closed)

    # ---- the session's own row ---------------------------------------------------------------------------

    def _opened(self, about: Session) -> Reading:
        """The recording from its header on; folded from its events if another engine has decided it."""
        reading = Reading(key=self._tables.public, decides=None)
        try:
            reading.line(about.header)
        except RecordingError as error:
            self._find_about(f"its header is none: {error}")
            self.broken = True
            return reading
        if not reading.decides:
            self._report.unchecked.append(
                f"session {about.id} of {about.stream}: engine {reading.header.engine} has decided it, so it was "
                "checked by its chain and its ledger, and not decided again"
            )
        reading.told = reading.head.hex()
        self._meter = meter_name(reading.state.terms.submission)
        return reading

    def _check_about(self, first: Entry) -> None:
        if self.broken:
            return
        about, header = self.about, self._reading.header
        rows = (
            ("first", about.first, first.seq),
            ("opened", about.opened, first.at),
            ("engine", about.engine, header.engine),
            ("id", about.id, header.session),
            ("stream", about.stream, header.table),
            ("house", self._tables.house, header.house),
        )
        for name, there, right in rows:
            if there != right:
                self._find_about(f"its {name} is {shown(there)}; its record says {shown(right)}")

    def _find_about(self, says: str) -> None:
        self._report.find("sessions", 0, f"session {self.about.id!r} of {self._stream}: {says}")

    def end(self) -> None:
        """Check the end of the session."""
        if self._lost:
            self._report.unchecked.append(
                f"session {self.about.id} of {self._stream}: its key of the vault was lost before a restore, and "
                "nothing of it can be read"
            )
            return
        if self.broken:
            self._tables.broken.add(self._stream)
            self._report.unchecked.append(
                f"session {self.about.id} of {self._stream}: what stands behind row {self._last.seq}, where it breaks"
            )
            return
        right = self._last.at if self._reading.closed else 0
        if self.about.closed != right:
            self._find_about(f"its closed is {shown(self.about.closed)}; its record says {right}")
        self._check_seed()
        self._check_rounds()
        if self._due is not None and not self._reading.closed:
            self._none_kept(self._due)
        if not self._reading.closed:
            self._tables.open[self._stream] = self._reading.state
            self._report.counted["open"] += 1

    def _check_seed(self) -> None:
        about, sealed = self.about, self._reading.state.sealed
        try:
            seed = opened(
                self._tables.keyring, SealContext(about.stream, about.first, "seed"), about.sealed, about.seed
            )
        except VaultError as error:
            self._find_about(str(error))
            return
        if digest_of(seed) != sealed:
            self._find_about("its seed is not the one that the session was opened with")

    # ---- rows --------------------------------------------------------------------------------------------

    def row(self, entry: Entry, beside: Mapping[str, DerivedRows]) -> None:
        """Check the next row."""
        step = None if self.over else self._step(entry)
        if step is None:
            for each in beside.values():
                each.skip(entry.seq)
            return
        self._last = entry
        self._columns(entry, step)
        self._money(entry, step, beside["postings"])
        self._snapshot(entry, beside["snapshots"])
        self._index(entry, step, beside["cited"])

    def _step(self, entry: Entry) -> Step | None:
        """Replay a row; the first one that does not follow breaks the session."""
        try:
            said = lines(self._tables.keyring, entry)
            played = [found for line in said if (found := self._reading.line(line)) is not None]
        except (VaultError, RecordingError) as error:
            self._break(entry, str(error))
            return None
        if len(played) != 1:
            self._break(entry, f"it says {len(played)} commands, not one")
            return None
        return _step(entry.seq, played[0])

    def _break(self, entry: Entry, says: str) -> None:
        self._report.find(self._stream, entry.seq, says)
        self.broken = True

    def _columns(self, entry: Entry, step: Step) -> None:
        """Check the columns of a row against its lines."""
        found = (entry.head, entry.round, entry.by)
        expected = (self._reading.head, step.decision.state.round, step.command.by)
        if found != expected:
            for name, there, right in zip(("head", "round", "by"), found, expected, strict=True):
                if there != right:
                    says = f"its {name} is {shown(there)}; its lines say {shown(right)}"
                    self._report.find(self._stream, entry.seq, says)
        if not entry.sealed and not is_for_all(step.command, step.decision.events):
            self._report.find(self._stream, entry.seq, "it is not sealed, and says what is not for all")

    def _money(self, entry: Entry, step: Step, beside: DerivedRows) -> None:
        try:
            legs = postings(self._stream, step.before, step.decision.events, self._meter)
        except LedgerError as error:
            self._report.find(self._stream, entry.seq, str(error))
            beside.skip(entry.seq)
            return
        beside.compare(entry.seq, posted(entry, legs))
        self._report.counted["transactions"] += bool(legs)
        if self._meter:
            self._tables.hear(self._meter, step.decision.state.standing())

    # ---- snapshots ---------------------------------------------------------------------------------------

    def _snapshot(self, entry: Entry, beside: DerivedRows) -> None:
        """Check a snapshot against the state there, that one is kept every so many commands, and the feed after it."""
        if self._due is not None and entry.at != self._due.at:
            self._none_kept(self._due)
        if (entry.seq + 1) % SNAPSHOTS == 0:
            self._due = entry
        for row in beside.taken(entry.seq):
            self._due = None
            self._kept(entry, row)

    def _none_kept(self, due: Entry) -> None:
        self._report.find("snapshots", due.seq, f"none of {self._stream} is kept with this row, where one is due")
        self._due = None

    def _kept(self, entry: Entry, row: Mapping[str, Any]) -> None:
        where = f"the one of {self._stream}"
        if row["session"] != self.about.id:
            says = f"{where} names session {shown(row['session'])}, not {self.about.id!r}"
            self._report.find("snapshots", entry.seq, says)
        try:
            held = opened_snapshot(self._tables.keyring, self._stream, entry.seq, row["sealed"], row["state"])
        except (VaultError, msgspec.DecodeError) as error:
            self._report.find("snapshots", entry.seq, f"{where}: {error}")
            return
        stands = (held.head, held.told) == (self._reading.head.hex(), self._reading.told)
        same = self._reading.header.engine != ENGINE or held.state == self._reading.state.dump()
        if not (stands and same):
            self._report.find("snapshots", entry.seq, f"{where} is not the state that the commands before it lead to")

    # ---- what recall looks for ---------------------------------------------------------------------------

    def _index(self, entry: Entry, step: Step, beside: DerivedRows) -> None:
        if INDEXED.isdisjoint(map(_KIND, step.decision.events)):
            beside.compare(entry.seq, ())
            return
        told = happened(self._stream, self.about.id, entry.at, step)
        made = list(rows(told, bytes.fromhex(self._reading.told)))
        beside.compare(entry.seq, sorted((_CITED(row) for row in values_of(made, schema.cited)), key=_KIND_AND_WHAT))
        last = ended(step.before, step.decision.state)
        if last is None:
            return
        self._ended += values_of(made, schema.rounds)
        self._played += values_of(made, schema.played)
        [logged] = values_of(made, schema.ended)
        self._tables.rounds[self._stream, self.about.id, last.number] = Logged(entry.seq, logged["head"])
        self._report.counted["rounds"] += 1

    def _check_rounds(self) -> None:
        for table, expected in ((schema.rounds, self._ended), (schema.played, self._played)):
            of_it = (table.c.stream == self._stream, table.c.session == self.about.id)
            differences(self._report, table, expected, read(self._tables.connection, select(table).where(*of_it)))


def posted(entry: Entry, legs: Iterable[Posting]) -> list[tuple[str, int, int, str, int, str]]:
    """The rows of a transaction's legs, as the database has them."""
    return [(entry.stream, entry.seq, line, *leg) for line, leg in enumerate(legs)]


def _step(seq: int, played: Played) -> Step:
    return Step(seq, played.command, played.before, played.decision)


def digest_of(seed: bytes) -> str:
    """The commitment that a session is opened with; empty if it has no seed."""
    return digest(seed.decode()) if seed else ""
