"""The hub: the application's shared state. Routes and sockets get it from `app.state`, and ask the house through it.

It has the house, its settings, background tasks, connected sockets and rate limits, and belongs to the event loop's
thread, which owns the house's tables. People are looked up in a few threads, and passwords are checked in others.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from croupier.house.config.clocks import SECOND
from croupier.house.config.settings import Settings
from croupier.house.engine.listeners import Stage
from croupier.house.engine.peers import CLOCKS, PeerListener, PeerMessage, say
from croupier.house.engine.requests import UNSURE, Answer, Committed, Failure
from croupier.house.people import users
from croupier.house.people.login_throttle import LoginThrottle
from croupier.house.people.passwords import Argon
from croupier.house.people.roles import Principal
from croupier.house.storage.database import DatabaseError, is_sqlite
from croupier.house.tables import deadline_basis
from croupier.house.tables.command_queue import CommandQueue
from croupier.house.tables.house import House
from croupier.house.tables.rollover import open_sessions, unfinished
from croupier.house.tables.significant_events import SignificantEventListener
from croupier.service.background import after_round
from croupier.service.background.after_round import PendingIntents
from croupier.service.background.deadlines import DeadlineTimers
from croupier.service.background.disk_space import DiskWatch
from croupier.service.background.log_signer import LogSigner
from croupier.service.background.logs import Log
from croupier.service.background.metrics import Metrics
from croupier.service.background.presence import AWAY, PRESENCE, Presence
from croupier.service.background.rollover import SessionRollover
from croupier.service.background.settings_reload import SettingsReload
from croupier.service.http.guard import Credentials, Site
from croupier.service.http.problems import busy, failed, unknown_table
from croupier.service.http.rate_limits import Counter, Gauge, Limit
from croupier.service.live import messages
from croupier.service.live.bearers import Bearers
from croupier.service.live.channels import ENDED, GONE, Channel, Watcher
from croupier.service.live.lessons import Lessons
from croupier.service.live.loop_delivery import Deliveries
from croupier.service.live.messages import Names, Notices, TableContext
from croupier.service.live.password_checks import PasswordChecks
from croupier.service.live.record_readers import Records
from croupier.service.workers.analysis_queue import Analyses
from croupier.service.workers.coach_queue import Coaching
from croupier.table.recording.recorder import encoded

READERS = 4  # threads that look people up
PATIENCE = 30.0  # seconds until a request to the house times out
_TAKES_UP_SECONDS = 10  # from one look at what other processes have left behind to the next
_WARDEN_SECONDS = 0.4  # from one check of tokens to the next
_REQUESTS = Limit("requests", 1200, 60)  # of an address
_SIGN_UPS = Limit("failed sign-ups", 10, 3600)  # of an address
_COMMANDS = Limit("commands", 120, 30)  # of a person
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one address or person."""

    requests: Limit = _REQUESTS
    commands: Limit = _COMMANDS
    sockets_of_person: int = 20
    sockets_of_address: int = 200


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class HubOptions:
    """The options of a hub: limits, the cost of passwords, the log, and the folder whose disk must have room.

    `reads` is how `house.toml` is read again; a SettingsError or a FileError says why it cannot be taken up.
    """

    limits: Limits = LIMITS
    argon: Argon | None = None
    log: Log | None = None
    folder: Path | None = None
    reads: Callable[[], Settings] | None = None


class Hub:
    """A house with its service: clocks, presence, rollover, channels and limits."""

    def __init__(
        self,
        house: House,
        settings: Settings,
        site: Site,
        deliveries: Deliveries,
        fittings: HubOptions = HubOptions(),  # noqa: B008 - a constant
    ) -> None:
        limits = fittings.limits
        self.house, self.settings, self.site = house, settings, site
        self.deliveries = deliveries
        self.argon, self.log, self._folder = fittings.argon or Argon(), fittings.log, fittings.folder
        self.disk_watch = DiskWatch(house)
        self.metrics = Metrics()
        self.watch = SignificantEventListener(house, lambda: self.settings.house.large_payout)
        self.deadlines = DeadlineTimers(house, lambda: self.settings)
        self.presence = Presence(house, self._is_watched, self._keeps, None if is_sqlite(house.engine) else self._ask)
        self.intents = PendingIntents(house)
        self.turning = SessionRollover(house, lambda: self.settings, self._gone)
        self.log_signer = LogSigner(house)
        self.login_throttle = LoginThrottle()
        self.names = Names()
        self.channels: dict[str, Channel] = {}
        self.requests = Counter(limits.requests)
        self.commands = Counter(limits.commands)
        self.guests = Counter(_guests(settings))
        self.sign_ups = Counter(_SIGN_UPS)
        self.sockets_of_person = Gauge(limits.sockets_of_person)
        self.sockets_of_address = Gauge(limits.sockets_of_address)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="people")
        self.passwords = PasswordChecks()
        self.bearers = Bearers(house.reading, self._readers, house.now, house.register.rights)
        self.records = Records(house.engine)
        self.reloading = SettingsReload(self, fittings.reads)
        self.coaching = Coaching(self._folder)
        self.analyses = Analyses()
        self.lessons = Lessons(house.now, lambda seed: random.Random(seed).random)  # noqa: S311 - of a lesson that is dealt again
        self._tasks: list[asyncio.Task[None]] = []
        self._learning: set[asyncio.Task[None]] = set()
        self._ears: PeerListener | None = None

    # ---- opening and closing -----------------------------------------------------------------------------

    async def start(self) -> None:
        """Learn the names of all players, and listen to the tables, and to other processes where there are any."""
        self.deliveries.begin()
        self.watch.catch_up()
        self._listen()
        await self._learn({seat.person for queue in self.house.queues.values() for _, seat in queue.live.state.taken()})
        opened = await self.bearers.read(open_sessions)
        clocks, now = self.deadlines.own_clocks(), self.house.now()
        basis = await self.do(lambda connection: deadline_basis.begin(connection, clocks, now))
        self.deadlines.start({table_name: each.since for table_name, each in opened.items()}, basis)
        self.presence.start()
        self.intents.start(await self.bearers.read(self._orders))
        await self.bearers.read(self.log_signer.begin)
        begun = await self.bearers.read(lambda connection: unfinished(connection, self.house.keyring))
        self.turning.start(opened, begun, self.log_signer.house)
        log = self.log_signer.keep(self)
        self._tasks = [asyncio.create_task(each) for each in (self._watch_over(), log)]
        if self._folder is not None:
            self._tasks.append(asyncio.create_task(self.disk_watch.watch(self._folder, self._readers)))
        if not is_sqlite(self.house.engine):
            self._ears = PeerListener(self.house.engine, self.deliveries, self.house.heard, self._said)
            self._tasks.append(asyncio.create_task(self._take_up()))

    async def _learn(self, persons: Collection[str]) -> None:
        """Learn the names of some persons."""
        if persons:
            for person in (await self.bearers.read(lambda connection: users.named(connection, persons))).values():
                self.names.hear(person.id, person.name, program=person.program, guest=person.role == "guest")

    async def stop(self) -> None:
        """Close all sockets, write what waits, and let go of the threads."""
        for task in self._tasks:
            task.cancel()
        loop = asyncio.get_running_loop()
        if self._ears is not None:
            await loop.run_in_executor(None, self._ears.stop)
        await self.coaching.stop()
        await self.analyses.stop()
        self.deadlines.stop()
        self.turning.stop()
        self.presence.stop()
        for channel in self.channels.values():
            channel.close(1001, "the house closes")
        await self.log_signer.sign(self)
        await loop.run_in_executor(None, self.house.stop)
        self._listen_no_more()
        self.watch.stop()
        await loop.run_in_executor(None, self.passwords.close)
        await loop.run_in_executor(None, self.records.close)
        await loop.run_in_executor(None, self._readers.shutdown)

    # ---- asking the house ----------------------------------------------------------------------------------

    async def asked(self, ask: Callable[[Callable[[T], None]], None]) -> T:
        """Await an answer of the house, which gives it to a callback; a Problem if it does not come in time."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def on_done(answer: T) -> None:
            if not future.done():
                future.set_result(answer)

        ask(on_done)
        try:
            return await asyncio.wait_for(future, PATIENCE)
        except TimeoutError:
            raise failed(UNSURE) from None

    async def has_room(self) -> bool:
        """True if the disk has room now."""
        if self._folder is not None:
            await self.disk_watch.look(self._folder, self._readers)
        return self.house.tables.has_room

    async def do(self, act: Callable[[Connection], T]) -> T:
        """Write something that is no table's, and await it."""
        came: T | Exception = await self.asked(partial(self.house.do, act))
        if isinstance(came, DatabaseError):
            raise failed(Failure(str(came)))
        if isinstance(came, Exception):
            raise came
        return came

    def queue(self, table_name: str) -> CommandQueue:
        """The queue of an open table; a Problem if it is not open."""
        queue = self.house.queues.get(table_name)
        if queue is None:
            if self.turning.opens_again(table_name):
                raise busy(f"{table_name} opens under a new session")
            raise unknown_table(table_name, ", ".join(self.tables()))
        if not queue.opened:
            raise busy(f"{table_name} opens just now")
        return queue

    def tables(self) -> list[str]:
        """The names of the tables that are open."""
        return sorted(name for name, queue in self.house.queues.items() if queue.opened)

    # ---- people --------------------------------------------------------------------------------------------

    async def known(self, credentials: Credentials) -> Principal | None:
        """The principal of some credentials, if they are good."""
        return await self.bearers.known(credentials.secret, credentials.kind)

    def ended(self, hashes: tuple[str, ...]) -> None:
        """Close the sockets of tokens that have ended."""
        if hashes:
            gone = set(hashes)
            self.bearers.forget(gone)
            for channel in self.channels.values():
                channel.close(
                    ENDED, "the session is over", lambda each: each.known is not None and each.known.hash in gone
                )

    async def _watch_over(self) -> None:
        """Close the sockets of tokens that have ended or changed, in this process or another, again and again."""
        while True:
            await asyncio.sleep(_WARDEN_SECONDS)
            bearers = {each.known.hash: each.known for each in self._watchers() if each.known is not None}
            if bearers:
                try:
                    self.ended(tuple(await self.bearers.changed(bearers.values())))
                except DatabaseError:
                    continue  # the next look will tell

    async def _take_up(self) -> None:
        """Carry out the orders of processes that are gone, again and again."""
        while True:
            await asyncio.sleep(_TAKES_UP_SECONDS)
            try:
                self.intents.look(await self.bearers.read(self._orders))
            except DatabaseError:
                continue  # the next look is another chance

    def _orders(self, connection: Connection) -> frozenset[after_round.Intent]:
        return after_round.rightful_orders(connection, self.house.register.rights(connection))

    def _watchers(self) -> list[Watcher]:
        return [each for channel in self.channels.values() for each in channel]

    def answered(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count and log a request that was answered."""
        self.metrics.requests.labels(status).inc()
        if self.log is not None:
            self.log.say("request", method=method, path=path, status=status, microseconds=int(seconds * 10**6))

    async def significant(self, what: str, by: str, under: str = "", **more: object) -> None:
        """Note a significant event and await its commit; under a request id, once."""
        says = encoded({"what": what, **more})
        outcome: Answer | Failure = await self.asked(lambda on_done: self.house.significant(says, by, on_done, under))
        if isinstance(outcome, Failure):
            raise failed(outcome)

    def renamed(self, person: str, name: str) -> None:
        """Call a person by a new name, or by none, from the next message on."""
        if person in self.names.by_person:
            names = self.names
            names.hear(person, name, program=person in names.programs, guest=person in names.guests)
        self.bearers.forget_person(person)

    def take_up(self, settings: Settings, added: Iterable[str]) -> None:
        """Go on by other settings; tables that are new in them open."""
        self.settings = settings
        self.guests.limit = _guests(settings)
        self.deadlines.look()
        self.turning.look()
        for table_name in added:
            self.turning.open(table_name)

    # ---- watching ------------------------------------------------------------------------------------------

    def channel(self, table_name: str) -> Channel:
        """The channel of a table."""
        found = self.channels.get(table_name)
        if found is None:
            found = self.channels[table_name] = Channel(self.names, partial(self.beside, table_name))
        return found

    def beside(self, table_name: str) -> TableContext:
        """The context of a table: house time, the deadline it waits for, and its notices."""
        return messages.table_context(self.house.now(), self.deadlines.waits(table_name), self.notices(table_name))

    def notices(self, table_name: str) -> Notices:
        """The notices of changes at a table."""
        posted = self.turning.notices(table_name)
        return messages.notices(posted.owed, posted.until) if posted is not None else ()

    def _listen(self) -> None:
        add = self.house.listeners.add
        add(Stage.CLOCKS, self.deadlines.hear)
        add(Stage.CHANNELS, self._publish)
        add(Stage.METRICS, self._count)
        add(Stage.PRESENCE, self.presence.hear, PRESENCE)
        add(Stage.PRESENCE, self._hear_names, ("sat",))
        add(Stage.AFTER_ROUND, self.intents.hear, ("over",))
        add(Stage.ROLLOVER, self.turning.hear)

    def _listen_no_more(self) -> None:
        ours = (self.deadlines, self.presence, self.intents, self.turning)
        for hear in (self._publish, self._count, self._hear_names, *(each.hear for each in ours)):
            self.house.listeners.remove(hear)

    def _publish(self, happened: Committed) -> None:
        self.channel(happened.stream).publish(happened)

    def _count(self, happened: Committed) -> None:
        self.metrics.commands.happened += 1
        if self.log is not None:
            command = happened.command
            self.log.say("happened", table=happened.stream, seq=happened.seq, do=command.do, by=command.by)

    def _gone(self, table_name: str) -> None:
        self.channel(table_name).close(GONE, "the table is closed")

    def _hear_names(self, happened: Committed) -> None:
        """Learn the name of a player who sat down through another process; it is shown from the next message on."""
        sat = {str(event.data["person"]) for event in happened.decision.events if event.kind == "sat"}
        unknown = sat.difference(self.names.by_person)
        if unknown:
            task = asyncio.get_running_loop().create_task(self._learn(unknown))
            self._learning.add(task)
            task.add_done_callback(self._learning.discard)

    def _said(self, word: PeerMessage) -> None:
        """Take a message of another process."""
        if word.what == CLOCKS:
            self.deadlines.look_at_record()
        else:
            self.presence.said(word)

    def _ask(self, word: PeerMessage) -> None:
        """Send a message to the other processes, without waiting for it."""
        self.house.do(lambda connection: say(connection, word), lambda _: None)

    def _keeps(self, table_name: str, person: str) -> int:
        """The time that a seat is kept for a person once the person is away; a guest's counts from before that."""
        about = self.settings.tables.get(table_name)
        if about is None:
            return 0
        if about.keeps_guest and person in self.names.guests:
            return max(SECOND, about.keeps_guest - AWAY)
        return about.keeps_seat

    def _is_watched(self, table_name: str, person: str) -> bool:
        return table_name in self.channels and self.channels[table_name].has(person)


def _guests(settings: Settings) -> Limit:
    return Limit("guests", settings.house.guests_per_hour, 3600)
