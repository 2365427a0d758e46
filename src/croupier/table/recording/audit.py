"""The auditor of recordings: checks every line and replays every command. No file is opened here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Any, NoReturn, cast

import msgspec

from croupier import games
from croupier.crypto.keys import is_signed
from croupier.errors import message
from croupier.games.catalogue import known_here
from croupier.games.game import Game
from croupier.money import Cents
from croupier.rulebook import NAMES, Refusal, Rulebook, Submission, SubmissionError, load, restored
from croupier.table.decide import ENGINE, AutomationError, Decision, PlaceError, open_table, step
from croupier.table.model import state_loader
from croupier.table.model.apply import FOLDS
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.folds.seats import as_line
from croupier.table.model.state import Place, State
from croupier.table.recording.recorder import (
    CLOSED,
    FORMAT,
    CarriedOut,
    CommandRecord,
    Header,
    MoreAside,
    NameAside,
    NoGameError,
    RecordingError,
    RefusedAside,
    Signed,
    Unsealed,
    chained,
    encoded,
    parted,
    signed_message,
    snapshot,
)
from croupier.table.recording.seals import UNSEALED

LONGEST = 4 << 20  # bytes of a line
_SHOWN = 40  # characters of a value in a message
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_ASIDES = (b'{"refused":', b'{"refused_more":', b'{"name":')
SNAPSHOT, _COMMAND, _SIGNED = b'{"snapshot":', b'{"command":', b'{"signed":'


_LATEST = 32_503_680_000_000  # the year 3000, in milliseconds


class _Recorded(msgspec.Struct, forbid_unknown_fields=True):
    """A command with its events as raw bytes, which the replayed events must equal byte for byte."""

    command: CommandRecord
    events: msgspec.Raw
    at: Annotated[int, msgspec.Meta(ge=0, lt=_LATEST)] = 0


class _Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    snapshot: msgspec.Raw
    round: int


class _Format(msgspec.Struct):
    format: Any = None
    engine: Any = None


_read_events = msgspec.json.Decoder(tuple[Event, ...]).decode
_read_command = msgspec.json.Decoder(_Recorded).decode


@dataclass(frozen=True, slots=True)
class Played:
    """A replayed command with the states around it."""

    number: int
    command: Command
    before: State
    decision: Decision
    at: int = 0  # the time of day, in milliseconds since 1970; 0 where the recording has none


class Reading:
    """A recording that is being read, line by line; a RecordingError says at which line it breaks.

    With a key, the signatures must be that key's; without one, they must be those of the key that the header names. A
    game from outside this package is passed in; a recording brings the hash of its code, and never the code. With
    `decides` off, the chain is checked and the events are applied as they stand: so a house resumes its own record, and
    so the record of an older engine, or of a game with other code, can be read; with None that is done for those alone.
    With `verifies` off, only the content that signatures cover is checked.
    """

    state: State
    header: Header

    def __init__(
        self, game: Game | None = None, key: str | None = None, *, decides: bool | None = True, verifies: bool = True
    ) -> None:
        self._game, self._key, self._decides, self._verifies = game, key, decides, verifies
        self.other_code = False  # the game's code is another than the recording's
        self._trusted = True  # the state was made by this package and its commands alone
        self.number = 0  # number of lines so far
        self.head = self._before = bytes(32)
        self.closed = 0  # the line that closed it
        self.names: dict[str, str] = {}
        self.asides: Counter[str] = Counter()
        self.signatures = 0
        self._owes = ""  # the part that must be signed next
        self.told = ""  # the head that was signed last

    @property
    def decides(self) -> bool:
        """True if every command is decided again, once the header was read."""
        return bool(self._decides)

    # ---- lines -----------------------------------------------------------------------------------------

    def line(self, line: bytes) -> Played | None:
        """Check the next line; replay it if it is a command."""
        self.number += 1
        if self.number > 1 and line.startswith(_ASIDES):
            self._aside(line)
            return None
        body = self._chained(line)
        if self.number == 1:
            self._open(body)
        elif self.closed and not body.startswith(_SIGNED):
            self._fail("it stands behind the line that closed the recording")
        elif body.startswith(_COMMAND):
            self._signed_so_far()
            return self._played(body)
        else:
            self._told(body)
        return None

    def _told(self, body: bytes) -> None:
        if body.startswith(_SIGNED):
            self._signed(body)
        elif body.startswith(UNSEALED):
            self._read(body, Unsealed)
        elif body.startswith(SNAPSHOT):
            self._signed_so_far()
            if self.header.engine == ENGINE and body != snapshot(self.state):
                self._fail("the snapshot is not the state that the commands before it lead to")
        elif body == CLOSED:
            self._signed_so_far()
            self.closed = self.number
            self._owes = self.header.key and "the line that closes the recording"
        else:
            self._fail("there is no command with its events")

    def _chained(self, line: bytes) -> bytes:
        """The body of a line, if its hash fits."""
        parts = parted(line)
        if parts is None:
            self._fail(_why_no_line(line, first=self.number == 1))
        body, salt, head = parts
        if head != chained(self.head, salt, body):
            self._fail("the hash does not fit; this line was altered, or one before it left out")
        self._before, self.head = self.head, head
        return body

    def _read(self, body: bytes, kind: type[Any]) -> Any:  # noqa: ANN401 - a value of that type
        """Parse a body; it must be written canonically, as a recorder writes it."""
        try:
            read = msgspec.json.decode(body, type=kind)
        except _UNREADABLE as error:
            self._fail(f"it is no line of a recording: {_first_line(error)}", error)
        if encoded(read) != body:
            self._fail("it is not written as a recording writes it")
        return read

    def _fail(self, why: str, error: Exception | None = None) -> NoReturn:
        raise RecordingError.at(self.number, why) from error

    # ---- the header ------------------------------------------------------------------------------------

    def _open(self, body: bytes) -> None:
        try:
            about = msgspec.json.decode(body, type=_Format)
        except _UNREADABLE as error:
            self._fail("it is no header", error)
        if type(about.format) is not int or about.format != FORMAT:
            self._fail(f"format {shown(about.format)} is not {FORMAT}, which is what is read here")
        older = type(about.engine) is int and about.engine < ENGINE
        if older and self._decides is None:
            self._decides = False
        older = older and not self._decides
        if type(about.engine) is not int or (about.engine != ENGINE and not older):
            why = f"engine {shown(about.engine)} has decided it, and engine {ENGINE} would check it"
            self._fail(message(why, "a version of this program with that engine"))
        self.header = header = self._read(body, Header)
        if self._key is not None and header.key != self._key:
            self._fail(f"{_whose(header.key)}; given was the key {self._key}")
        self.state = self._opened(header)
        self._decides = self._decides is not False

    def _opened(self, header: Header) -> State:
        book = self._rulebook(header)
        place = Place(header.house, header.table, header.session)
        self._check_code(header, book)
        try:
            submission = Submission.of(book, header.submission)
            automation = frozenset(header.automation)
            return open_table(
                submission,
                automation,
                self._game,
                training=header.training,
                place=place,
                source=header.source,
                publishes=header.publishes,
            )
        except (SubmissionError, AutomationError, PlaceError) as error:
            self._fail(str(error), error)
        except Exception as error:  # noqa: BLE001 - any error: the rulebook may be a stranger's
            self._fail("no table can be opened by what it says", error)

    def _check_code(self, header: Header, book: Rulebook) -> None:
        """Decide nothing again with other code than the recording names by its hash."""
        if self._game is None and book.game not in games.NAMES:
            self._game = known_here(book.game, header.game_code)
        if self._game is None and book.game not in games.NAMES:
            code = f", whose code has the hash {header.game_code[:_SHOWN]}" if header.game_code else ""
            accepted = "the games of this package, or one's own, named with the recording: --game FOLDER"
            why = message(f"there is no game {shown(book.game)} here{code}", accepted)
            raise NoGameError.at(self.number, why)
        if self._game is not None and self._game.name != book.game:
            self._fail(message(f"its game is {shown(book.game)}", f"not {self._game.name}, which was named"))
        named = self._game.code_hash if self._game is not None else ""
        self.other_code = header.game_code != named
        if self.other_code and self._decides is None:
            self._decides = False
        elif self.other_code and self._decides:
            why = f"its game's code has the hash {header.game_code[:_SHOWN]!r}, and that of the code here is {named!r}"
            self._fail(message(why, "the code that decided it"))

    def _rulebook(self, header: Header) -> Rulebook:
        """The header's rulebook: this package's if it is identical, and otherwise built from the header's data."""
        raw, shared = header.rulebook_data
        installed = load(header.rulebook) if header.rulebook in NAMES else None
        self._trusted = installed is not None and encoded([raw, shared]) == installed.data.encode()
        try:
            book = installed if installed and self._trusted else restored(raw, shared)
        except Exception as error:  # noqa: BLE001 - any error: the loader is not hardened against a stranger's data
            self._fail("the rulebook's data makes no rulebook", error)
        if (book.id, book.hash) != (header.rulebook, header.rulebook_hash):
            self._fail(f"the rulebook's data is not that of {shown(header.rulebook)} with that hash")
        return book

    @property
    def is_installed(self) -> bool:
        """True if the recording's rulebook is the one installed with this package."""
        book = self.state.terms.rulebook
        return book.id in NAMES and load(book.id).hash == book.hash

    # ---- commands --------------------------------------------------------------------------------------

    def _played(self, body: bytes) -> Played:
        try:
            recorded = _read_command(body)
        except _UNREADABLE as error:
            self._fail(f"there is no command with its events: {_first_line(error)}", error)
        command, before = recorded.command.command(), self.state
        decision = self._again(command, recorded, body) if self._decides else self._folded(recorded)
        self.state = state = decision.state
        if state.last is not None and (before.last is None or state.last.number != before.last.number):
            self._owes = self.header.key and f"the end of round {state.round}"
        return Played(self.number, command, before, decision, recorded.at)

    def _folded(self, recorded: _Recorded) -> Decision:
        """Apply the events as they stand."""
        state = self.state.copy()
        try:
            events = _read_events(recorded.events)
            for kind, data in events:
                if kind == "settled":
                    cast("dict[str, Any]", data)["line"] = as_line(data["line"])  # just parsed, and not shared
                FOLDS[kind](state, data)
        except Exception as error:  # noqa: BLE001 - any error: no table has made these events
            self._fail("its events happen at no table", error)
        return Decision(events, state)

    def _again(self, command: Command, recorded: _Recorded, body: bytes) -> Decision:
        """Replay the command; its events must be those on record."""
        decision = self._stepped(command)
        if isinstance(decision, Refusal):
            self._fail(f"the table refuses {command}: {decision}")
        # Among the events is the published root: recomputed from the deck, it fits no other deck.
        if encoded(CarriedOut(recorded.command, decision.events, recorded.at)) != body:
            same = encoded(decision.events) == bytes(recorded.events)
            self._fail(
                "it is not written as a recording writes it"
                if same
                else f"{command} leads to other events than recorded"
            )
        return decision

    def _stepped(self, command: Command) -> Decision | Refusal:
        try:
            return step(self.state, command)
        except Exception as error:
            if self._trusted:
                raise
            self._fail("the rulebook, or the snapshot, that the recording brings with it makes no sense", error)

    # ---- signatures ------------------------------------------------------------------------------------

    def _signed(self, body: bytes) -> None:
        about = self._read(body, Signed).signed
        if not self._owes:
            self._fail("nothing is to be signed here")
        place = Place(self.header.house, self.header.table, self.header.session)
        ended = self.state.last.number if self.state.last else 0
        if (about.head, about.round) != (self._before.hex(), ended) or (
            self._verifies and not is_signed(self.header.key, about.signature, signed_message(place, about))
        ):
            self._fail(f"the signature is not that of {self._owes} by the key {self.header.key}")
        self.signatures += 1
        self._owes, self.told = "", about.head

    def _signed_so_far(self) -> None:
        if self._owes:
            self._fail(f"{self._owes} is not signed")

    # ---- beside the chain ------------------------------------------------------------------------------

    def _aside(self, line: bytes) -> None:
        if self.closed:
            self._fail("it stands behind the line that closed the recording")
        if not line.endswith(b"\n"):
            self._fail(_why_no_line(line))
        if line.startswith(b'{"name":'):
            name = self._read(line[:-1], NameAside).name
            self.names[name.person] = name.name
            self.asides["names"] += 1
        elif line.startswith(b'{"refused":'):
            self.asides["refused"] += self._read(line[:-1], RefusedAside).refused.times
        else:
            self.asides["refused"] += self._read(line[:-1], MoreAside).refused_more

    # ---- beginning and end -----------------------------------------------------------------------------

    def take_up(self, line: bytes, number: int) -> None:
        """Resume from a snapshot further down, unverified: only a reader of the lines before it verifies it."""
        self.number = number
        parts = parted(line)
        if parts is None:
            self._fail(_why_no_line(line))
        body, _, self.head = parts
        try:
            held = msgspec.json.decode(body, type=_Snapshot)
            self.state = state_loader.load(self.state.fixed, bytes(held.snapshot))
        except (*_UNREADABLE, state_loader.LoadingError) as error:
            self._fail("it is no snapshot", error)
        self._trusted = False

    def begin_at(self, state: str | bytes, head: bytes, told: str) -> None:
        """Resume from a state that the reader has kept, where the chain had that head."""
        self.state = state_loader.load(self.state.fixed, state)
        self.head = self._before = head
        self.told = told

    @property
    def undamaged_rounds(self) -> int:
        """The rounds so far that are over, and whose end is signed if the recording is."""
        over = self.state.last.number if self.state.last else 0
        return over - 1 if self._owes and over else over

    def finish(self) -> None:
        """Finish reading: a recording that was not closed was cut off."""
        self.number += 1
        if self.number == 1:
            self._fail("it is empty")
        if not self.closed:
            unfinished = (
                f"; round {self.state.round} unfinished, {self.state.terms.money(in_action(self.state))} in action"
            )
            how = unfinished if self.state.closed else ""
            self._fail(f"the recording was cut off here; what stands before is whole{how}")
        self._signed_so_far()


def in_action(state: State) -> Cents:
    """The players' wagers on the table."""
    return sum(sum(seat.wagers.values()) for _, seat in state.taken())


def _why_no_line(line: bytes, *, first: bool = False) -> str:
    """The reason why bytes are no line of a recording."""
    if not line.strip():
        return "it is empty"
    if not line.endswith(b"\n"):
        return "it is cut off" if len(line) < LONGEST else f"it is longer than {LONGEST:,} bytes, as no line is"
    if line.endswith(b"\r\n"):
        return message("it ends in a carriage return", "lines that end in a line feed alone")
    try:
        about = msgspec.json.decode(line, type=_Format if first else dict[str, Any])
    except msgspec.ValidationError:
        return "it is no line of a recording"
    except _UNREADABLE:
        return "it is cut off or is no JSON"
    if first and isinstance(about, _Format) and about.format is not None:
        why = f"format {shown(about.format)}, whose lines have no salts, is not read any more"
        return message(why, f"format {FORMAT}, whose lines have")
    return "it is no line of a recording"


def _whose(key: str) -> str:
    return f"it bears the key {key}" if key else "it bears no key, so nobody has signed it"


def shown(value: object) -> str:
    """A value within a message, cut to the room that it has."""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
