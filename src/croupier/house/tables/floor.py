"""The floor: live tables and those who ask something of them, who are told what came of it once it is on record.

One thread owns it. Another process may carry out commands at the same tables: the journal's key decides who was first,
and whoever was not catches up and decides again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import count

from sqlalchemy import Connection, Engine, select

from croupier.crypto.keys import PrivateKey
from croupier.house.engine.listeners import raising, tell_all
from croupier.house.engine.live_table import Live, Step, Supply
from croupier.house.engine.recovery import meter_on_record
from croupier.house.engine.requests import (
    NOT_WRITTEN,
    UNSURE,
    Answer,
    Committed,
    Outcome,
    PendingCommand,
    happened,
    moved_on,
)
from croupier.house.engine.shared_meters import HouseError, SharedMeters, meter_name
from croupier.house.engine.unit_of_work import Also, together, work_of
from croupier.house.engine.writer import FAILED, SHORT, UNKNOWN, WRITTEN, UnitOfWork
from croupier.house.storage import journal, schema
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.vault import Keyring, VaultError
from croupier.house.tables.command_queue import CommandQueue, Waiting, another, bad_request, carried_out, too_little
from croupier.house.tables.office import Office
from croupier.rulebook import Refusal
from croupier.table.model.command import Command
from croupier.table.model.state import Meter
from croupier.table.recording.recorder import RecordingError

MOST_TRIES = 50  # of a command whose place was taken by others
NO_ROOM = Refusal(
    "the disk of the house is nearly full: no new round opens", "the same when there is room again", about="room"
)


class Floor(Office):
    """The tables that are live in one process, and those who ask something of them."""

    def __init__(
        self,
        engine: Engine,
        keyring: Keyring,
        key: PrivateKey,
        *,
        now: Callable[[], int],
        deliver: Callable[[Callable[[], None]], None],
    ) -> None:
        super().__init__(engine, keyring, now=now, deliver=deliver)
        self.key = key
        self.shared = SharedMeters()
        self.has_room = True  # on the disk, for another round
        self.queues: dict[str, CommandQueue] = {}
        self.listeners: list[Callable[[Committed], None]] = []
        self._epochs = count(1)  # of tables: the writer drops what was decided in one that is over, whoever sat there
        self._spending: dict[str, int] = {}  # by person: what will be taken from the wallet once it is on record

    def queue(self, stream: str) -> CommandQueue:
        """A table that is open; a HouseError if it is not."""
        queue = self.queues.get(stream)
        if queue is None:
            refused = self._not_open(stream)
            raise HouseError(refused.why, refused.accepted)
        return queue

    def _not_open(self, stream: str) -> Refusal:
        return Refusal(f"no table {stream!r} is open", ", ".join(self.queues) or "a table opened first")

    def _made(self, live: Live, *, opened: bool) -> CommandQueue:
        live.epoch = next(self._epochs)
        return CommandQueue(live, opened=opened)

    def _gone(self, queue: CommandQueue) -> None:
        """A session is over, or was never opened."""
        if self.queues.get(queue.live.name) is queue:
            self.shared = self.shared.close(queue.live.name)
            del self.queues[queue.live.name]

    # ---- meters ----------------------------------------------------------------------------------------

    def _with_meter(self, shared: SharedMeters, queue: CommandQueue, meter: Meter | None) -> SharedMeters:
        """A table's meter as it will stand: what is on record, and what waits at other tables and goes on from that."""
        if meter is None:
            return shared
        name = meter_name(queue.live.state.terms.submission)
        others = [each.work.meter for other in self.queues.values() if other is not queue for each in other.waiting]
        goes_on = {each[1]: each[2] for each in others if each is not None and each[0] == name and each[1] != each[2]}
        while meter in goes_on:
            meter = goes_on[meter]
        return shared.with_meter(queue.live.name, meter)

    def _supply(self, queue: CommandQueue) -> Supply:
        """What the house sends along with a command, and with each that follows from it: where its meter stands."""
        live = queue.live

        def supply(command: Command) -> Command:
            shared = self.shared.with_meter(live.name, live.state.standing()) if live.made else self.shared
            return shared.supply(live.name, command)

        return supply

    # ---- commands --------------------------------------------------------------------------------------

    def send(self, asked: PendingCommand) -> None:
        """Carry out a command; who asked is told once it is on record, or why it was refused."""
        with self.out:
            refused = bad_request(asked.request)
            if refused is not None:
                self._tell(asked, refused)
            else:
                self._send(asked)

    def _send(self, asked: PendingCommand) -> None:
        queue = self.queues.get(asked.stream)
        if queue is not None and not self._stands(queue):
            self._tell(asked, UNSURE)
        elif queue is None or asked.stream not in self.queues:  # or it was closed elsewhere, as it turns out
            self._tell(asked, self._not_open(asked.stream))
        else:
            self._decide(queue, asked)

    def _tell(self, asked: PendingCommand, outcome: Outcome) -> None:
        self.out.put(partial(asked.then, outcome))

    def again(self, asked: PendingCommand) -> bool:
        """If the same person has asked under the same id before, answer as then, in its turn; else do nothing."""
        queue = self.queues.get(asked.stream)
        if queue is None or bad_request(asked.request) is not None:
            return False
        with self.out:
            try:
                known = queue.known(asked) or self._on_record(asked)
            except DatabaseError:
                known = UNSURE
            if known is not None:
                self._answer_in_turn(queue, asked, known)
        return known is not None

    def went_on(self, stream: str) -> bool:
        """Take up what other processes have done at a table; whether there was anything.

        Where something waits to be written, that finds out, and whatever is answered waits for it.
        """
        queue = self.queues.get(stream)
        if queue is None or not queue.opened or queue.waiting:
            return False
        before = queue.live.record.seq
        with self.out:
            return self._found_again(queue) and queue.live.record.seq > before

    def available(self, connection: Connection, person: str) -> int:
        """What a person has in the wallet, less what waits to be taken from it."""
        wallets = schema.wallets.c
        held = connection.execute(select(wallets.amount).where(wallets.person == person)).scalar() or 0
        return int(held) - self._spending.get(person, 0)

    def _decide(self, queue: CommandQueue, asked: PendingCommand) -> None:
        known = queue.known(asked)
        if known is not None:
            self._answer_in_turn(queue, asked, known)
            return
        try:
            self._carry(queue, asked, lambda: self._decided(queue, asked), lambda: self._send(asked))
        except DatabaseError:
            self._tell(asked, UNSURE)

    def _decided(self, queue: CommandQueue, asked: PendingCommand) -> list[Step] | Refusal:
        live, command = queue.live, asked.command
        if asked.expects is not None and asked.expects != live.seq:
            return moved_on(asked.expects, live.seq)
        if asked.supplies is not None:
            with self.reading() as connection:
                supplied = asked.supplies(connection)
            if isinstance(supplied, Refusal):
                return supplied
            command = command._replace(supplied={**command.supplied, **supplied})
        before = live.mark()
        steps = live.carry_out(command, self._supply(queue))
        if not self.has_room and not before.state.closed and live.state.closed:
            live.back_to(before)
            return NO_ROOM
        return steps

    def _on_record(self, asked: PendingCommand) -> Outcome | None:
        """What stands in the journal under the same id: looked for only where a command is not carried out."""
        if not asked.request:
            return None
        with self.reading() as connection:
            entry = journal.asked_before(connection, asked.stream, asked.command.by, asked.request)
        if entry is None:
            return None
        return Answer(entry.stream, entry.seq) if entry.asked == asked.digest else another()

    def _carry(
        self,
        queue: CommandQueue,
        asked: PendingCommand,
        act: Callable[[], list[Step] | Refusal],
        again: Callable[[], None],
        also: Callable[[int], Also] | None = None,
    ) -> None:
        """Carry something out, and hand it to the writer; whatever fails on the way leaves the table where it stood."""
        live, shared, before = queue.live, self.shared, queue.live.mark()
        try:
            steps = act()
            if not isinstance(steps, Refusal):
                now = self.now()
                work = work_of(live, steps, self.keyring, now, asked.request, asked.digest)
                if also is not None:
                    work.also = together(also(now), work.also)
                for each in steps:
                    shared = shared.hear(live.name, each.command, each.decision.state)
        except BaseException:
            live.back_to(before)
            raise
        if isinstance(steps, Refusal):
            self._refused(queue, asked, steps, again)
            return
        self.shared = shared
        self._spend(work, 1)
        self._wait(queue, Waiting(asked, work, steps, live.mark(), carried_out(queue, steps), again))

    def _refused(self, queue: CommandQueue, asked: PendingCommand, refusal: Refusal, again: Callable[[], None]) -> None:
        """Nobody is refused by what is not the record any more: a table that went on elsewhere is asked again."""
        if asked.tries < MOST_TRIES and self.went_on(asked.stream):
            asked.tries += 1
            again()
        else:
            self._answer_in_turn(queue, asked, self._on_record(asked) or refusal)

    def _answer_in_turn(self, queue: CommandQueue, asked: PendingCommand, outcome: Outcome) -> None:
        """Nobody hears of what is not on record, by a refusal neither: it waits for what it was decided on."""
        if queue.waiting:
            work = UnitOfWork(queue.live.name, queue.live.epoch)
            self._wait(queue, Waiting(asked, work, [], queue.live.mark(), outcome, lambda: self._send(asked)))
        else:
            queue.remember(asked, outcome)
            self._tell(asked, outcome)

    def _wait(self, queue: CommandQueue, waiting: Waiting) -> None:
        waiting.work.then = partial(self._written, queue, waiting)
        queue.waiting.append(waiting)
        self.writer.take(waiting.work)

    def _spend(self, work: UnitOfWork, sign: int) -> None:
        for person, change in work.wallets.items():
            if change < 0:
                self._spending[person] = self._spending.get(person, 0) - sign * change
                if not self._spending[person]:
                    del self._spending[person]

    # ---- what the writer has done ----------------------------------------------------------------------

    def _written(self, queue: CommandQueue, waiting: Waiting, outcome: str) -> None:
        with self.out:
            if not queue.is_first(waiting):
                return
            if outcome == WRITTEN:
                self._finish(queue)
            else:
                self._look_again(queue, outcome)

    def _finish(self, queue: CommandQueue) -> None:
        """The first that waits is on record."""
        waiting = queue.waiting.popleft()
        self._spend(waiting.work, -1)
        queue.remember(waiting.asked, waiting.answer)
        if waiting.steps:
            queue.opened, queue.live.record = True, waiting.mark
            self._publish(queue.live, waiting.steps, waiting.work.entries)
            if waiting.mark.state.phase == "over":
                self._gone(queue)
        self._tell(waiting.asked, waiting.answer)

    def _publish(self, live: Live, steps: Iterable[Step], rows: Iterable[journal.Entry]) -> None:
        """Tell what is on record, row by row."""
        for step, row in zip(steps, rows, strict=True):
            self.out.put(partial(self._hear, happened(live.name, live.session, row.at, step)))

    def _hear(self, told: Committed) -> None:
        tell_all([partial(listener, told) for listener in self.listeners])

    def _look_again(self, queue: CommandQueue, outcome: str) -> None:
        """Read the record: what is there was written; the rest is decided again, or answered that it was not."""
        queue.live.epoch = next(self._epochs)
        found = self._found_again(queue)
        again = list(queue.waiting)
        queue.waiting.clear()
        for waiting in again:
            self._spend(waiting.work, -1)
        if not queue.opened:
            self._gone(queue)
        if not found or outcome in {FAILED, UNKNOWN}:
            failure = NOT_WRITTEN if found and outcome == FAILED else UNSURE
            for waiting in again:
                self._tell(waiting.asked, failure)
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
                    self._tell(waiting.asked, NOT_WRITTEN)
                else:
                    waiting.again()
            except DatabaseError:
                self._tell(waiting.asked, UNSURE)
            except Exception as error:  # noqa: BLE001 - it is raised once the others are decided
                self._tell(waiting.asked, NOT_WRITTEN)
                self.out.put(raising(error))

    def _stands(self, queue: CommandQueue) -> bool:
        """Whether it is known where a table stands."""
        return not queue.lost or self._found_again(queue)

    def _found_again(self, queue: CommandQueue) -> bool:
        """Stand where the record stands; whether it can be read."""
        self._find_again([queue])
        return not queue.lost

    def _find_again(self, queues: Sequence[CommandQueue]) -> None:
        """Stand where the record stands, at all these tables; at one that cannot be read, its desk is lost."""
        if not queues:
            return
        lives = [queue.live for queue in queues]
        meters = {meter_name(live.state.terms.submission) for live in lives} - {""}
        try:
            with self.reading() as connection:
                entries = journal.since(connection, {live.name: live.record.seq for live in lives})
                stand = {name: meter_on_record(connection, name) for name in meters}
        except DatabaseError as error:
            for queue in queues:
                queue.lost = str(error)
            return
        for queue in queues:
            self._take_over(queue, entries[queue.live.name], stand.get(meter_name(queue.live.state.terms.submission)))

    def _take_over(self, queue: CommandQueue, entries: list[journal.Entry], meter: Meter | None) -> None:
        """Go on by what was found on record behind the last that was known; whoever waits may find the own there."""
        live = queue.live
        try:
            while queue.waiting and _is_there(queue.waiting[0], entries):
                del entries[: len(queue.waiting[0].steps)]
                self._finish(queue)
            ours = [each for each in entries if each.session == live.session]
            steps = live.follow(ours, self.keyring)
        except (RecordingError, VaultError) as error:
            queue.lost = str(error)
            return
        queue.lost = ""
        self._publish(live, steps, ours)
        if live.state.phase == "over":
            self._gone(queue)
        elif live.name in self.shared.tables:
            self.shared = self._with_meter(self.shared, queue, meter)


def _is_there(waiting: Waiting, entries: list[journal.Entry]) -> bool:
    """Whether what waits is what stands on record next."""
    ours = waiting.work.entries
    return [each.head for each in ours] == [each.head for each in entries[: len(ours)]]
