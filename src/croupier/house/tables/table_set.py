"""The live tables of one process, with their command queues and shared meters: from a command to its committed answer.

One thread owns them. Another process may carry out commands at the same tables: the journal's key decides which was
first, and the other catches up and decides again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import count

from sqlalchemy import Connection, select

from croupier.house.engine.listeners import Listeners, Outbox, raising
from croupier.house.engine.live_table import LiveTable, Step
from croupier.house.engine.recovery import meter_on_record
from croupier.house.engine.requests import (
    NOT_WRITTEN,
    UNSURE,
    Answer,
    Committed,
    Failure,
    Outcome,
    PendingCommand,
    happened,
    moved_on,
)
from croupier.house.engine.shared_meters import HouseError, SharedMeters
from croupier.house.engine.unit_of_work import ExtraWrites, together, work_of
from croupier.house.engine.writer import FAILED, SHORT, UNKNOWN, WRITTEN, UnitOfWork, Writer
from croupier.house.storage import journal, schema
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.register import AlteredError
from croupier.house.storage.vault import Keyring, VaultError
from croupier.house.tables.command_queue import CommandQueue, Waiting, another, bad_request, too_little
from croupier.rulebook import Refusal
from croupier.table.model.command import Command
from croupier.table.model.state import Meter
from croupier.table.recording.recorder import RecordingError

MOST_TRIES = 50  # of a command whose place was taken by others
NO_ROOM = Refusal(
    "the disk of the house is nearly full: no new round opens", "the same when there is room again", about="room"
)


class TableSet:
    """The live tables of one process."""

    def __init__(
        self,
        writer: Writer,
        keyring: Keyring,
        *,
        now: Callable[[], int],
        reading: Callable[[], AbstractContextManager[Connection]],
        out: Outbox,
        exclusive: bool,
    ) -> None:
        self._writer, self._keyring, self._now, self._reading = writer, keyring, now, reading
        self._out = out
        self._exclusive = exclusive  # no other process writes to this database
        self.queues: dict[str, CommandQueue] = {}
        self.shared = SharedMeters()
        self.listeners = Listeners()
        self.has_room = True  # on the disk, for another round
        self._epochs = count(1)  # of tables: the writer drops units of an epoch that is over, across sessions
        self._spending: dict[str, dict[int, UnitOfWork]] = {}  # by person: those that wait and take from the wallet

    # ---- tables ----------------------------------------------------------------------------------------

    def queue(self, table_name: str) -> CommandQueue:
        """The queue of an open table; a HouseError if it is not open."""
        queue = self.queues.get(table_name)
        if queue is None:
            refused = self.not_open(table_name)
            raise HouseError(refused.why, refused.accepted)
        return queue

    def not_open(self, table_name: str) -> Refusal:
        """The refusal of a command for a table that is not open."""
        return Refusal(f"no table {table_name!r} is open", ", ".join(self.queues) or "a table opened first")

    def new_queue(self, live: LiveTable, *, opened: bool) -> CommandQueue:
        """A queue for a live table, in an epoch of its own; it is not among the queues yet."""
        live.epoch = next(self._epochs)
        return CommandQueue(live, opened=opened)

    def _remove(self, queue: CommandQueue) -> None:
        """Remove a table whose session is over, or was never opened."""
        if self.queues.get(queue.live.name) is queue:
            self.shared = self.shared.close(queue.live.name)
            del self.queues[queue.live.name]

    def meter(self, live: LiveTable) -> Meter | None:
        """The shared meter that a table feeds, as it will stand once all that waits is committed."""
        return self.shared.meter(live.name) if live.meter_name else None

    def with_meter(self, shared: SharedMeters, queue: CommandQueue, meter: Meter | None) -> SharedMeters:
        """Shared meters with a table's meter from the record, and the commands that wait at other tables on top."""
        if meter is None:
            return shared
        name = queue.live.meter_name
        others = [each.work.meter for other in self.queues.values() if other is not queue for each in other.waiting]
        goes_on = {each[1]: each[2] for each in others if each is not None and each[0] == name and each[1] != each[2]}
        while meter in goes_on:
            meter = goes_on[meter]
        return shared.with_meter(queue.live.name, meter)

    def available(self, connection: Connection, person: str) -> int:
        """The amount in a person's wallet, less what uncommitted commands take from it.

        A command may be committed and not yet reported: then the wallet has been charged already.
        """
        wallets, tips = schema.wallets.c, schema.tips.c
        held = connection.execute(select(wallets.amount).where(wallets.person == person)).scalar() or 0
        pending = list(self._spending.get(person, {}).values())
        if not pending:
            return int(held)
        streams = select(tips.stream, tips.seq).where(tips.stream.in_({work.stream for work in pending}))
        ends: dict[str, int] = {row.stream: row.seq for row in connection.execute(streams)}
        taken = [work.wallets[person] for work in pending if work.entries[-1].seq > ends.get(work.stream, 0)]
        return int(held) + sum(taken)

    # ---- commands --------------------------------------------------------------------------------------

    def send(self, asked: PendingCommand) -> None:
        """Carry out a command; the sender is told once it is committed, or why it was refused."""
        with self._out:
            refused = bad_request(asked.request)
            if refused is not None:
                self.answer(asked, refused)
            else:
                self._decide(asked)

    def answer(self, asked: PendingCommand, outcome: Outcome) -> None:
        """Tell the sender the outcome, once the house has settled."""
        self._out.put(partial(asked.on_done, outcome))

    def _decide(self, asked: PendingCommand) -> None:
        """Decide a command on the tip of its table, and hand its steps to the writer."""
        queue = self.queues.get(asked.table_name)
        if queue is not None and queue.lost and not self._found_again(queue):
            self.answer(asked, UNSURE)
            return
        if queue is None or asked.table_name not in self.queues:  # or it was closed elsewhere, as it turns out
            self.answer(asked, self.not_open(asked.table_name))
            return
        known = queue.known(asked)
        if known is not None:
            self._answer_in_turn(queue, asked, known)
            return
        live, before = queue.live, queue.live.state
        try:
            command = self._completed(asked, live)
            outcome = command if isinstance(command, Refusal) else live.carry_out(command, self.meter(live))
            if not self.has_room and not before.closed and live.state.closed:
                live.undo()
                outcome = NO_ROOM
            self.submit(queue, asked, outcome, self._decide)
        except AlteredError as error:
            self.answer(asked, Failure(str(error)))
        except DatabaseError:
            self.answer(asked, UNSURE)

    def _completed(self, asked: PendingCommand, live: LiveTable) -> Command | Refusal:
        """The command with its house arguments, or why the house itself refuses it."""
        if asked.expects is not None and asked.expects != live.seq:
            return moved_on(asked.expects, live.seq)
        command = asked.command
        if asked.house_args is None:
            return command
        with self._reading() as connection:
            found = asked.house_args(connection)
        if isinstance(found, Refusal):
            return found
        return command._replace(supplied={**command.supplied, **found})

    def submit(
        self,
        queue: CommandQueue,
        asked: PendingCommand,
        steps: list[Step] | Refusal,
        retry: Callable[[PendingCommand], None],
        extra_writes: Callable[[int], ExtraWrites] | None = None,
    ) -> None:
        """Hand decided steps to the writer, or answer a refusal; a failure on the way leaves the table where it was."""
        if isinstance(steps, Refusal):
            self._refuse(queue, asked, steps, retry)
            return
        live, shared = queue.live, self.shared
        try:
            now = self._now()
            work = work_of(live, steps, self._keyring, now, asked.request, asked.digest)
            if extra_writes is not None:
                work.extra_writes = together(extra_writes(now), work.extra_writes)
            if live.meter_name:
                for each in steps:
                    shared = shared.hear(live.name, each.command, each.decision.state)
        except BaseException:
            live.undo()
            raise
        self.shared = shared
        if work.wallets:
            self._spend(work)
        self._wait(queue, Waiting(asked, work, live.mark(), Answer(live.name, steps[0].seq), retry))

    def _spend(self, work: UnitOfWork) -> None:
        for person, change in work.wallets.items():
            if change < 0:
                self._spending.setdefault(person, {})[id(work)] = work

    def _spent(self, work: UnitOfWork) -> None:
        for person in work.wallets:
            pending = self._spending.get(person, {})
            if pending.pop(id(work), None) is not None and not pending:
                del self._spending[person]

    def _wait(self, queue: CommandQueue, waiting: Waiting) -> None:
        waiting.work.on_done = partial(self._written, queue, waiting)
        queue.waiting.append(waiting)
        self._writer.take(waiting.work)

    # ---- refusals and requests that are sent again -----------------------------------------------------

    def _refuse(
        self, queue: CommandQueue, asked: PendingCommand, refusal: Refusal, retry: Callable[[PendingCommand], None]
    ) -> None:
        """Answer a refusal, unless the command was carried out before, or its table has moved on in another process.

        Both are looked for in one transaction at most.
        """
        looks = queue.opened and not queue.waiting and asked.tries < MOST_TRIES
        if looks and self._exclusive:
            queue.live.back_to(queue.live.record)
        elif looks:
            before = queue.live.record.seq
            earlier = self._find_again([queue], asked)
            if earlier is None and not queue.lost and queue.live.record.seq > before:
                asked.tries += 1
                retry(asked)
            else:
                self._answer_in_turn(queue, asked, earlier or refusal)
            return
        self._answer_in_turn(queue, asked, self._on_record(asked) or refusal)

    def _answer_in_turn(self, queue: CommandQueue, asked: PendingCommand, outcome: Outcome) -> None:
        """Answer in order. A refusal, too, waits until the commands it was decided on are committed."""
        if queue.waiting:
            work = UnitOfWork(queue.live.name, queue.live.epoch)
            self._wait(queue, Waiting(asked, work, queue.live.mark(), outcome, self._decide))
        else:
            queue.remember(asked, outcome)
            self.answer(asked, outcome)

    def _on_record(self, asked: PendingCommand) -> Outcome | None:
        """The answer on record under this request id: looked for only where a command is not carried out."""
        if not asked.request:
            return None
        with self._reading() as connection:
            return _asked_before(connection, asked)

    def again(self, asked: PendingCommand) -> bool:
        """Answer a request that is sent again as before, in its turn; False if it is new."""
        queue = self.queues.get(asked.table_name)
        if queue is None or bad_request(asked.request) is not None:
            return False
        with self._out:
            try:
                known = queue.known(asked) or self._on_record(asked)
            except DatabaseError:
                known = UNSURE
            if known is not None:
                self._answer_in_turn(queue, asked, known)
        return known is not None

    def went_on(self, table_name: str) -> bool:
        """Take up what other processes have done at a table; False if there was nothing.

        Where something waits to be written, the writer finds out, and every answer waits for that.
        """
        queue = self.queues.get(table_name)
        if self._exclusive or queue is None or not queue.opened or queue.waiting:
            return False
        before = queue.live.record.seq
        with self._out:
            return self._found_again(queue) and queue.live.record.seq > before

    # ---- outcomes of the writer ------------------------------------------------------------------------

    def _written(self, queue: CommandQueue, waiting: Waiting, outcome: str) -> None:
        with self._out:
            if not queue.waiting or queue.waiting[0] is not waiting:
                return  # an earlier unit failed: this one was decided again, or answered, then
            if outcome == WRITTEN:
                self._finish(queue)
            else:
                self._look_again(queue, outcome)

    def _finish(self, queue: CommandQueue) -> None:
        """The first that waits is committed: tell the listeners, then the sender."""
        waiting = queue.waiting.popleft()
        work = waiting.work
        if work.wallets:
            self._spent(work)
        queue.remember(waiting.asked, waiting.answer)
        if work.committed:
            queue.opened, queue.live.record = True, waiting.mark
            self.publish(work.committed)
            if waiting.mark.state.phase == "over":
                self._remove(queue)
        self._out.put(partial(waiting.asked.on_done, waiting.answer))

    def publish(self, committed: Iterable[Committed]) -> None:
        """Tell the listeners of committed commands, once the house has settled."""
        for each in committed:
            self._out.put(partial(self.listeners.hear, each))

    def follow(self, live: LiveTable, rows: Sequence[journal.Entry], *, tells: bool = True) -> list[Committed]:
        """Bring a table on by rows of the journal, and tell the listeners of them if `tells`."""
        steps = live.follow(rows, self._keyring, tells=tells)
        last = rows[len(rows) - len(steps) :]
        found = [happened(live.name, live.session, row.at, step) for step, row in zip(steps, last, strict=True)]
        if tells:
            self.publish(found)
        return found

    def _look_again(self, queue: CommandQueue, outcome: str) -> None:
        """Read the record: what is there was written; the rest is decided again, or answered that it was not."""
        queue.live.epoch = next(self._epochs)
        found = self._found_again(queue)
        again = list(queue.waiting)
        queue.waiting.clear()
        for waiting in again:
            self._spent(waiting.work)
        if not queue.opened:
            self._remove(queue)
        if not found or outcome in {FAILED, UNKNOWN}:
            failure = NOT_WRITTEN if found and outcome == FAILED else UNSURE
            for waiting in again:
                self.answer(waiting.asked, failure)
        else:
            self._once_more(queue, again, outcome)

    def _once_more(self, queue: CommandQueue, again: Iterable[Waiting], outcome: str) -> None:
        """Decide again; it is the first of them that could not be written."""
        for number, waiting in enumerate(again):
            waiting.asked.tries += number == 0
            try:
                earlier = self._on_record(waiting.asked)
                if earlier is not None:
                    self._answer_in_turn(queue, waiting.asked, earlier)
                elif outcome == SHORT and number == 0:
                    self._answer_in_turn(queue, waiting.asked, too_little())
                elif waiting.asked.tries > MOST_TRIES:
                    self.answer(waiting.asked, NOT_WRITTEN)
                else:
                    waiting.retry(waiting.asked)
            except DatabaseError:
                self.answer(waiting.asked, UNSURE)
            except Exception as error:  # noqa: BLE001 - it is raised once the others are decided
                self.answer(waiting.asked, NOT_WRITTEN)
                self._out.put(raising(error))

    # ---- catching up with the record -------------------------------------------------------------------

    def stands(self, queue: CommandQueue) -> bool:
        """True if the position of a table is known, after a look at the record where it was lost."""
        return not queue.lost or self._found_again(queue)

    def _found_again(self, queue: CommandQueue) -> bool:
        self.find_again([queue])
        return not queue.lost

    def find_again(self, queues: Sequence[CommandQueue]) -> None:
        """Bring these tables to where the record stands; one that cannot be read is lost."""
        if queues:
            self._find_again(queues)

    def _find_again(self, queues: Sequence[CommandQueue], asked: PendingCommand | None = None) -> Outcome | None:
        """Bring tables to where the record stands; the answer that a request has there, if one is looked for."""
        try:
            with self._reading() as connection:
                entries = journal.since(connection, {queue.live.name: queue.live.record.seq for queue in queues})
                meters = {queue.live.meter_name for queue in queues} - {""}
                stand = {name: meter_on_record(connection, name) for name in meters}
                earlier = _asked_before(connection, asked) if asked is not None and asked.request else None
        except DatabaseError as error:
            for queue in queues:
                queue.lost = str(error)
            if asked is not None and asked.request:
                raise
            return None
        for queue in queues:
            self._take_over(queue, entries[queue.live.name], stand.get(queue.live.meter_name))
        return earlier

    def _take_over(self, queue: CommandQueue, entries: list[journal.Entry], meter: Meter | None) -> None:
        """Go on by the rows that were found behind the last known one; units that wait may be among them."""
        live = queue.live
        try:
            while queue.waiting and _is_there(queue.waiting[0], entries):
                del entries[: len(queue.waiting[0].work.entries)]
                self._finish(queue)
            ours = [each for each in entries if each.session == live.session]
            self.follow(live, ours)
        except (RecordingError, VaultError) as error:
            queue.lost = str(error)
            return
        queue.lost = ""
        if live.state.phase == "over":
            self._remove(queue)
        elif live.name in self.shared.tables:
            self.shared = self.with_meter(self.shared, queue, meter)


def _is_there(waiting: Waiting, entries: list[journal.Entry]) -> bool:
    """True if a waiting unit is what stands on record next."""
    ours = waiting.work.entries
    return [each.head for each in ours] == [each.head for each in entries[: len(ours)]]


def _asked_before(connection: Connection, asked: PendingCommand) -> Outcome | None:
    entry = journal.asked_before(connection, asked.table_name, asked.command.by, asked.request)
    if entry is None:
        return None
    return Answer(entry.stream, entry.seq) if entry.asked == asked.digest else another()
