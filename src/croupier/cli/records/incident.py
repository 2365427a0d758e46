"""`croupier incident`: the incident report of one round of a recording: who knew what when, money, clauses, proof."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from croupier.cli.exit_codes import NOT_WHOLE
from croupier.cli.pages import page
from croupier.cli.records.from_rack import FromRack, from_rack
from croupier.cli.records.segments import (
    AuditOptions,
    Undamaged,
    as_they_stand,
    asked_of,
    audited_or_undamaged,
    replayed,
)
from croupier.cli.terminal import show
from croupier.cli.terminal.cards import Faces
from croupier.cli.terminal.errors import InputError, not_whole
from croupier.cli.terminal.output_files import check_file, write
from croupier.cli.terminal.streams import say
from croupier.dates import moment
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.table.model.events import Event
from croupier.table.recording.audit import Played, Reading
from croupier.table.views.event_rules import clauses_of
from croupier.table.views.narration import Hearer, tell
from croupier.table.views.view import PUBLIC, Viewer, redact

EVERYBODY = "everybody"


@dataclass(frozen=True)
class IncidentEvent:
    """An event as an auditor sees it, as it was told to everybody at the table, and who there knew all of it."""

    told: str
    public: str
    knew: str


@dataclass(frozen=True)
class Moment:
    """A command of the round, with its events and their clauses."""

    line: int
    at: str  # the time of day, where the recording has it
    command: str
    events: tuple[IncidentEvent, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Money:
    """A settled wager."""

    seat: int
    sentence: str
    staked: str
    net: str


@dataclass(frozen=True)
class Incident:
    """Incident report of a round."""

    title: str
    round: int
    about: tuple[tuple[str, str], ...]
    moments: tuple[Moment, ...]
    money: tuple[Money, ...]
    clauses: tuple[tuple[str, str], ...]
    rulings: tuple[tuple[str, str, str], ...]
    proof: tuple[tuple[str, str], ...]
    from_rack: FromRack | None = None
    banner: str = ""  # of a recording that is not whole


@dataclass(frozen=True)
class IncidentOptions:
    """The options of the command."""

    key: str | None = None
    html: str | None = None
    as_json: bool = False
    from_rack: bool = False
    game: str | None = None


def tell_incident(file: str, number: int, options: IncidentOptions) -> int:
    """Report a round in the terminal, as a page or as JSON, and return the exit code.

    Of a recording that is not whole an undamaged round is reported, under a banner that says so.
    """
    key, html = options.key, options.html
    if file == "-":
        raise InputError("a recording is read twice for this", "a file")
    place = check_file(html, file) if html is not None else None
    asked = asked_of(key, options.game)
    reading, _, part = audited_or_undamaged(file, asked)
    if part is not None:
        part.check_round(number)
    with not_whole():
        end = part.fault.line if part else sys.maxsize
        played = [each for each in replayed(file, number, asked, end) if _is_of(each, number)]
    if not played:
        raise InputError(f"{file} has no round {number}; its rounds: {reading.state.round}")
    found = _incident(number, reading, asked, played)
    if part is not None:
        found = replace(found, banner=part.banner(file), proof=(("recording", _so_far(part)), *found.proof[1:]))
    if options.from_rack:
        found = replace(found, from_rack=from_rack(played, number))
    if place is not None:
        write({place: page("incident", **{name: getattr(found, name) for name in found.__dataclass_fields__})})
    if options.as_json:
        show.as_json({name: value for name, value in asdict(found).items() if value is not None})
    elif place is not None:
        show.line(f"Wrote {place}.", "dim")
    else:
        _show(found)
    if part is not None and not options.as_json:
        say(f"croupier: {part.fault}")
    return NOT_WHOLE if part else 0


def _so_far(part: Undamaged) -> str:
    up_to = f"every command up to line {part.fault.line - 1} was decided again, and each hash fits the line before it"
    return f"not whole: {part.fault.why}; {up_to}"


def _is_of(each: Played, number: int) -> bool:
    return max(each.before.round, each.decision.state.round) == number


# ---- gathering -----------------------------------------------------------------------------------------


def _incident(number: int, reading: Reading, asked: AuditOptions, played: list[Played]) -> Incident:
    terms = reading.state.terms
    book = terms.rulebook
    moments = tuple(_moment(each) for each in played)
    lines = [(event.data["seat"], Line(*event.data["line"])) for event in _events(played) if event.kind == "settled"]
    cited = [
        *(clause for each in moments for clause in each.clauses),
        *(c for _, line in lines for c in line.clauses),
    ]
    ruled = dict.fromkeys(ruling for _, line in lines for ruling in line.rulings)
    return Incident(
        title=f"{book.title}, {book.jurisdiction}: round {number}",
        round=number,
        about=_about(reading),
        moments=moments,
        money=tuple(_money(seat, line, terms) for seat, line in lines),
        clauses=tuple((clause, book.clause(clause).says) for clause in dict.fromkeys(cited)),
        rulings=tuple((each, book.rulings[each].question, book.rulings[each].readings[0]) for each in ruled),
        proof=_proof(reading, asked, played),
    )


def _events(played: Iterable[Played]) -> list[Event]:
    return [event for each in played for event in each.decision.events]


def _moment(each: Played) -> Moment:
    command = each.command._replace(args={}, supplied={})
    told = [event for event in each.decision.events if event.kind != "moved_on"]
    return Moment(
        each.number,
        moment(each.at),
        str(command),
        tuple(_happened(each, event) for event in told),
        clauses_of(each.before, each.decision.events),
    )


def _happened(each: Played, event: Event) -> IncidentEvent:
    """An event in full, as it was told to everybody, and the seats that were told all of it."""
    terms, state = each.before.terms, each.decision.state

    to = Hearer(cards=Faces(terms.rulebook.deck, plain=False).cards, filed=True)

    def told_to(viewer: Viewer) -> str:
        seen = redact(state, event, viewer)
        return tell(seen, terms, to=to) if seen is not None else ""

    told, public = tell(event, terms, to=to), told_to(PUBLIC)
    if told == public:
        return IncidentEvent(told, public, EVERYBODY)
    knew = [f"seat {number}" for number, seat in state.taken() if told_to(Viewer("player", seat.person)) == told]
    return IncidentEvent(told, public, ", ".join(knew) or "nobody at the table")


def _money(seat: int, line: Line, terms: Terms) -> Money:
    net = terms.money(line.amount)
    return Money(seat, line.sentence_of(seat, terms), terms.money(line.stake), net)


def _about(reading: Reading) -> tuple[tuple[str, str], ...]:
    header = reading.header
    chosen = ", ".join(f"{name} = {value}" for name, value in header.submission.items()) or "as the rulebook has it"
    return (
        ("house", header.house or "not named"),
        ("table", header.table or "not named"),
        ("session", header.session or "not named"),
        ("rulebook", f"{header.rulebook}, {header.rulebook_hash}"),
        ("options", chosen),
        ("cards", header.source),
        ("training", "yes" if header.training else "no"),
    )


def _decided(reading: Reading) -> str:
    stands = as_they_stand(reading)
    return f"taken as it stands ({stands})" if stands else "every command was decided again"


def _proof(reading: Reading, asked: AuditOptions, played: list[Played]) -> tuple[tuple[str, str], ...]:
    """The proof for the report: the recording's hashes, signature and deck roots, and how far they go."""
    key = reading.header.key
    signed = f"signed with {key}" + ("" if asked.key else "; only the house can tell whose key that is: give --key")
    roots = dict.fromkeys(each.before.root for each in played if each.before.root)
    return (
        ("recording", f"whole: {_decided(reading)}, and each hash fits the line before it"),
        ("lines", f"{played[0].number} to {played[-1].number}"),
        ("head", reading.head.hex()),
        ("signature", signed if key else "none: anybody who holds the file could have written it"),
        *(("deck", f"root {root}, published before the bets") for root in roots),
    )


# ---- showing -------------------------------------------------------------------------------------------


def _show(found: Incident) -> None:
    if found.banner:
        show.line(found.banner, "bold")
    show.line(found.title, "bold")
    show.rows(found.about)
    show.heading("What happened")
    for each in found.moments:
        at = f", {each.at}" if each.at else ""
        show.line(f"line {each.line}{at}: {each.command}", "bold")
        for event in each.events:
            show.line(f"  {event.told}")
            if event.knew != EVERYBODY:
                told = f"others were told: {event.public}" if event.public else "others were told nothing"
                show.line(f"    known to {event.knew}; {told}", "dim")
        if each.clauses:
            show.line(f"  by {', '.join(each.clauses)}", "dim")
    show.heading("Money")
    show.rows([(f"Seat {each.seat}", each.net, each.sentence) for each in found.money], ["", "net", "why"])
    show.heading("Clauses")
    show.rows(found.clauses)
    if found.rulings:
        show.heading("Rulings")
        show.rows([(each, f"{question} {taken}") for each, question, taken in found.rulings])
    if found.from_rack is not None:
        _show_rack(found.from_rack)
    show.heading("Proof")
    show.rows(found.proof)


def _show_rack(found: FromRack) -> None:
    show.heading("From the rack")
    if found.hands:
        rows = [(each.place, each.rebuilt, each.recorded, "differs" * each.differs) for each in found.hands]
        show.rows(rows, ["", "from the rack", "as recorded", ""])
    show.line(found.says)
