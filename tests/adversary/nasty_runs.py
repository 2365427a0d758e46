"""Runs of the command line that an unkind world brings about: every command, with every stream, file and value spoilt.

Each run says which exit codes are in order. A verdict looks at the rest: no traceback, one sentence where a run is
refused, and nothing on either stream that a terminal would obey.
"""

from __future__ import annotations

import os
import stat
import subprocess
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path

from support.cli.shell import CROUPIER, run_on_bytes
from support.cli.shell import run as run_command

FINE, REFUSED, EITHER = frozenset({0}), frozenset({2}), frozenset({0, 2})
NOT_WHOLE = frozenset({1, 2})  # what is no recording, or cannot be read
PATIENCE = 120  # seconds; a run that waits for what never comes is a fault too
ASCII = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
HOSTILE = "\x1b]0;owned\x07\x1b[2J\u202eevil\x9b31m[bold]\u2066\r\x7f"
DIGITS = "9" * 5000
LETTERS = "n" * 250


@dataclass(frozen=True)
class Run:
    """One run: what is typed, how its streams lie, and which exit codes are in order."""

    name: str
    words: tuple[str | bytes, ...]
    codes: frozenset[int] = EITHER
    streams: str = ""  # what a shell is told behind the command
    typed: bytes = b""
    before: str = ""  # what a shell is told in front of it
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ended:
    """How a run ended."""

    code: int
    out: bytes
    err: bytes


def needs_a_shell(run: Run) -> bool:
    """True if the start of the command is in question: its streams, its environment or its limits are spoilt."""
    return bool(run.streams or run.before or run.env)


def carried_out(run: Run, folder: Path) -> Ended:
    """Carry a run out in the folder that `prepare` has filled: in a real shell if need be, or in a forked process."""
    return in_a_shell(run, folder) if needs_a_shell(run) else _forked(run, folder)


def _forked(run: Run, folder: Path) -> Ended:
    with chdir(folder):
        done = run_on_bytes(*map(os.fsdecode, run.words), typed=run.typed)
    return Ended(done.returncode, done.stdout, done.stderr)


def in_a_shell(run: Run, folder: Path) -> Ended:
    """Carry a run out in a real shell, by a Python that is started for it."""
    script = f'set -o pipefail; {run.before} "$@" {run.streams}'
    done = subprocess.run(  # noqa: S603
        ["/bin/bash", "-c", script, "bash", *CROUPIER, *run.words],
        input=run.typed,
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, **run.env},
        timeout=PATIENCE,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def faults(run: Run, ended: Ended) -> list[str]:
    """What was wrong with how a run ended; nothing, if all is well."""
    found = []
    said = ended.err.decode(errors="replace")
    if "Traceback" in said or "Exception ignored" in said:
        found.append("a traceback")
    if ended.code not in run.codes:
        found.append(f"exit code {ended.code}")
    if ended.code == 2 and "Usage:" not in said and "objection" not in said and "2>" not in run.streams:
        one = said.startswith("croupier: ") and said.count("\n") == 1
        found += [] if one else ["not one sentence"]
    if ended.code == 2 and len(said) > 3000:
        found.append("a sentence that nobody reads to its end")
    encoding = run.env.get("PYTHONIOENCODING", "utf-8")
    for name, text in (("out", ended.out), ("err", ended.err)):
        found += [f"raw {each!r} on {name}" for each in raw(text.decode(encoding, errors="surrogateescape"))]
    return found


def raw(text: str) -> list[str]:
    """The characters of an output that steer a terminal."""
    steers = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return sorted({each for each in text if each != "\n" and unicodedata.category(each) in steers})


# ---- what lies in the folder ---------------------------------------------------------------------------

STRATEGY = 'name = "mine"\nsource = "me"\nrulebook = "dragon-md"\n[stages]\n"your cards" = ["play otherwise"]\n'
ROUND = """\
rulebook: uth-ma
deck: Ah Kh 9c 8d 2c Qh Jh Th 3d 4d 5s
seat 1: sit player=first bankroll=$1,000
seat 1: bet ante=$5 blind=$5
seat 1: play 4x
"""
NESTED = 20_000
CONTENTS: dict[str, bytes] = {
    "empty": b"",
    "latin-1": "rulebook = 'uth-ma' # caf\xe9\n".encode("latin-1"),
    "utf-16": "rulebook = 'uth-ma'\n".encode("utf-16"),
    "bytes": bytes(range(256)) * 40,
    "nulls": b"\0" * 1000,
    "digits": f"rulebook = 'uth-ma'\nseats = {DIGITS}\n".encode(),
    "hex": f"rulebook = 'uth-ma'\nseats = 0x{'f' * 5000}\n".encode(),
    "float": f"rulebook = 'uth-ma'\nseats = 0.{DIGITS}\nminimum = 1e{DIGITS}\n".encode(),
    "arrays": f"rulebook = 'uth-ma'\nseats = {'[' * NESTED}{']' * NESTED}\n".encode(),
    "tables": f"rulebook = 'uth-ma'\nseats = {'{a=' * NESTED}1{'}' * NESTED}\n".encode(),
    "dotted": f"rulebook = 'uth-ma'\n{'.'.join(['a'] * NESTED)} = 1\n".encode(),
    "options": f"rulebook = 'dragon-md'\nname = 'x'\nsource = 'x'\n[options]\nx = {DIGITS}\n".encode(),
    "odds": f"rulebook = 'uth-ma'\n[odds.trips]\nflush = '{DIGITS[:4000]} to 1'\n".encode(),
    "amount": f"rulebook = 'uth-ma'\nminimum = '${DIGITS}'\n".encode(),
    "hostile": f"rulebook = 'uth-ma'\n\"{HOSTILE}\" = '{HOSTILE}'\n".replace("\r", "").encode(),
    "escaped": rb"""rulebook = "uth-ma"
"\u001b[2J\u202e" = "x"
trips = "\u001b[31m[bold]\u000d"
""",
    "named": rb"""rulebook = "\u001b[2J\u202e\u009b" """,
    "json digits": f'{{"format":{DIGITS},"hash":""}}\n'.encode(),
    "json nested": (b"[" * 100_000) + b"\n",
    "json deep": b'{"hash":' + b'{"a":' * 900 + b"1" + b"}" * 901 + b"\n",
    "round digits": ROUND.encode() + f"seat {DIGITS}: check\nseat 1: bet ante=${DIGITS}\n".encode(),
    "round set": f"rulebook: uth-ma\nset: progressive={{a={DIGITS}}}\n{ROUND}".encode(),
    "round nested": f"rulebook: uth-ma\nset: progressive={'{a=' * NESTED}\nseat 1: check\n".encode(),
    "round hostile": ROUND.replace("first", HOSTILE.replace("\r", "")).encode(),
    "round words": f"{ROUND}seat 1: {HOSTILE}\ndealer: {HOSTILE} x={HOSTILE}\n".encode(),
    "long line": b"x" * 1_000_000 + b"\n",
}
NAMES: dict[str, str | bytes] = {
    "missing": "nowhere",
    "letters": LETTERS,
    "too many letters": LETTERS * 2,
    "hostile": HOSTILE,
    "bytes": b"\xff\xfe",
    "folder": "folder",
    "pipe": "pipe",
    "zero": "/dev/zero",
    "full": "/dev/full",
    "terminal": "/dev/tty",
    "markup": "[bold]x[/bold]",
    "lines": "two\nlines",
}


def prepare(folder: Path) -> None:
    """Fill a folder with all that the runs read."""
    for name, content in CONTENTS.items():
        (folder / name.replace(" ", "-")).write_bytes(content)
    (folder / "good.toml").write_text('rulebook = "dragon-md"\nthree_card_bonus = "B"\n')  # it is soon analysed
    (folder / "good-house.toml").write_text('[tables.one]\nrulebook = "uth-ma"\n')
    (folder / "good-strategy.toml").write_text(STRATEGY)
    (folder / "good.txt").write_text(ROUND)
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    _make_device(folder / "device")
    (folder / "precious").write_text("precious")
    (folder / "link").symlink_to("precious")
    (folder / "loop").symlink_to("loop")
    evening = ("play", "uth-ma", "--auto", "--seed", "1", "--rounds", "2", "--record")
    for words in (
        (*evening, "good.jsonl", "--receipts", "receipts.jsonl"),
        ("key", "new", "key"),
        ("game", "new", "my-game"),
        (*evening, "signed.jsonl", "--key", "key"),
    ):
        with chdir(folder):
            made = run_command(*words)
        if made.returncode:
            raise RuntimeError(made.stderr)
    _forge(folder / "good.jsonl", folder / "hostile.jsonl")
    _settle(folder)


def _settle(folder: Path) -> None:
    """A house after an evening, with its keys."""
    from support.house.evening_house import settled

    from croupier.house.config.paths import HousePaths

    settled(HousePaths.of(folder / "good-house", folder / "good-keys"))
    made = carried_out(Run("", ("house", "backup", "good-backup", *HOUSE)), folder)
    if made.code:
        raise RuntimeError(made.err)


def _make_device(place: Path) -> None:
    """A device of our own to write to: a fault that replaces it must not take one from the machine, even as root."""
    try:
        os.mknod(place, stat.S_IFCHR | 0o666, Path("/dev/full").stat().st_rdev)
    except PermissionError:
        place.symlink_to("/dev/full")


def _forge(good: Path, hostile: Path) -> None:
    """A whole recording in which a person has a hostile id, if the table lets such a one sit down."""
    from support.table.recordings import recorded

    from croupier.rulebook import Submission, load
    from croupier.table.fairness.card_sources import Random
    from croupier.table.model.command import Command
    from croupier.table.play.runner import Table

    table = Table(Submission(load("uth-ma")), Random("1"))
    pages = recorded(table)
    table.open()
    table.send(Command("player", "sit", 1, {}, {"bankroll": 100_000}, HOSTILE))
    table.send(Command(HOSTILE, HOSTILE, 1, {HOSTILE: HOSTILE}))  # type: ignore[arg-type]
    table.feed()
    assert table.journal
    table.journal.recorder.name("1", HOSTILE)
    table.journal.close()
    hostile.write_bytes(pages.content if len(pages.lines) > 1 else good.read_bytes())


# ---- the runs ------------------------------------------------------------------------------------------

HOUSE = ("--house", "good-house", "--keys", "good-keys")
COMMANDS: dict[str, tuple[str, ...]] = {
    "list": (),
    "help": ("--help",),
    "help of play": ("play", "--help"),
    "version": ("--version",),
    "rules": ("rules",),
    "page": ("rules", "uth-ma"),
    "clause": ("rules", "uth-ma", "5(c)"),
    "diff": ("rules", "diff", "colorado-ma-1", "colorado-ma-2"),
    "search": ("rules", "search", "cover"),
    "rules --json": ("rules", "lir-nj", "--json"),
    "check": ("submission", "check", "good.toml"),
    "check --json": ("submission", "check", "good.toml", "--json"),
    "new": ("submission", "new", "uth-ma"),
    "game check": ("game", "check", "my-game", "--rounds", "3"),
    "game check --json": ("game", "check", "my-game", "--rounds", "3", "--json"),
    "play": ("play", "uth-ma", "--auto", "--rounds", "1", "--seed", "1"),
    "play --plain": ("play", "uth-ma", "--plain", "--seed", "1"),
    "round": ("round", "good.txt"),
    "round --example": ("round", "--example", "royal"),
    "deal": ("deal", "dragon-md", "--plain", "--others", "cheap"),
    "deal --drill": ("deal", "dragon-md", "--drill", "payouts"),
    "replay": ("replay", "good.jsonl"),
    "audit": ("audit", "good.jsonl"),
    "audit --json": ("audit", "good.jsonl", "--json"),
    "audit --key": ("audit", "signed.jsonl", "--key", "key"),
    "audit --money": ("audit", "good.jsonl", "--money"),
    "incident": ("incident", "good.jsonl", "--round", "1"),
    "incident --json": ("incident", "good.jsonl", "--round", "1", "--json"),
    "incident --from-rack": ("incident", "good.jsonl", "--round", "1", "--from-rack"),
    "search --in": ("rules", "search", "cover", "--in", "uth-ma"),
    "key show": ("key", "show", "key"),
    "verify": ("verify", "receipts.jsonl"),
    "verify --json": ("verify", "receipts.jsonl", "--json"),
    "sign": ("sign", "dragon-md"),
    "sign --json": ("sign", "dragon-md", "--json"),
    "worth": ("worth", "dragon-md"),
    "simulate": ("simulate", "dragon-md", "--rounds", "100", "--seed", "1"),
    "house keys": ("house", "keys", *HOUSE),
    "house keys --json": ("house", "keys", *HOUSE, "--json"),
    "house tables": ("house", "tables", *HOUSE),
    "house people": ("house", "people", *HOUSE),
    "house verify": ("house", "verify", *HOUSE),
    "house verify --json": ("house", "verify", *HOUSE, "--json"),
    "house ledger": ("house", "ledger", *HOUSE),
    "house ledger --csv": ("house", "ledger", *HOUSE, "--csv", "-"),
    "house recall": ("house", "recall", *HOUSE),
    "house recall --as": ("house", "recall", *HOUSE, "--session", "pro-1", "--round", "1", "--as", "public"),
    "house check": ("house", "check", "good-house.toml"),
    "house check --json": ("house", "check", "good-house.toml", "--json"),
    "commands": ("commands",),
    "completion": ("completion", "bash"),
    "commands --json": ("commands", "bet", "--json"),
    "analyze": ("analyze", "dragon-md"),
    "strategy": ("analyze", "dragon-md", "--strategy", "dragon"),
}
SPOILT: dict[str, tuple[str, frozenset[int], Mapping[str, str]]] = {
    "full output": (">/dev/full", REFUSED, {}),
    "closed output": (">&-", REFUSED, {}),
    "output that is for reading": ("1</dev/null", REFUSED, {}),
    "closed input": ("<&-", FINE, {}),
    "closed errors": ("2>&-", FINE, {}),
    "full errors": ("2>/dev/full", FINE, {}),
    "everything closed": ("<&- >&- 2>&-", REFUSED, {}),
    "ASCII": ("", FINE, ASCII),
    "cp1252": ("", FINE, {"PYTHONIOENCODING": "cp1252"}),
    "a reader of one line": ("| head -1", FINE, {}),
    "no reader": ("| true", FINE, {}),
}
ASKS = {"play --plain", "deal", "deal --drill"}


def on_streams() -> Iterator[Run]:
    """Every command with every stream spoilt."""
    for command, words in COMMANDS.items():
        for spoilt, (streams, codes, env) in SPOILT.items():
            asks_nobody = command in ASKS and "<&-" in streams
            yield Run(f"{command}, {spoilt}", words, REFUSED if asks_nobody else codes, streams, b"quit\n", env=env)
    for spoilt, (streams, _, env) in SPOILT.items():
        for words in (("rules", "nothing"), ("--nothing",), ("submission", "check", "digits")):
            codes = REFUSED
            yield Run(f"{' '.join(words)}, {spoilt}", words, codes, streams.replace("| head -1", "| cat"), env=env)


AUTO = ("play", "uth-ma", "--auto", "--rounds", "1")
READERS: dict[str, tuple[str, ...]] = {
    "submission check": ("submission", "check"),
    "submission check --replaces": ("submission", "check", "good.toml", "--replaces"),
    "sign --submission": ("sign", "uth-ma", "--submission"),
    "submission packet": ("submission", "packet", "--html", "never.html"),
    "worth --against": ("worth", "dragon-md", "--against"),
    "play --submission": ("play", "uth-ma", "--auto", "--rounds", "1", "--submission"),
    "analyze --submission": ("analyze", "dragon-md", "--submission"),
    "analyze --strategy": ("analyze", "dragon-md", "--strategy"),
    "analyze --against": ("analyze", "dragon-md", "--against"),
    "round": ("round",),
    "replay": ("replay",),
    "audit": ("audit",),
    "incident": ("incident", "--round", "1"),
    "play --others": (*AUTO, "--others"),
    "audit --key": ("audit", "signed.jsonl", "--key"),
    "audit --receipt": ("audit", "good.jsonl", "--receipt"),
    "play --key": (*AUTO, "--record", "never", "--key"),
    "key show": ("key", "show"),
    "verify": ("verify",),
    "house check": ("house", "check"),
    "house restore": ("house", "restore", "--house", "never-house", "--keys", "good-keys"),
    "house restore --checkpoint": (
        "house",
        "restore",
        "good-backup",
        "--house",
        "never-house",
        "--keys",
        "good-keys",
        "--checkpoint",
    ),
}


def on_files() -> Iterator[Run]:
    """Every command that reads a file, with every file and every name."""
    for reader, words in READERS.items():
        for content, typed in CONTENTS.items():
            name = content.replace(" ", "-")
            codes = EITHER if reader == "round" or content == "empty" else REFUSED
            codes = NOT_WHOLE if reader in {"audit", "incident", "replay"} else codes
            yield Run(f"{reader}: {content}", (*words, name), codes)
            if words[0] not in {"replay", "audit", "incident", "play", "key"} or reader == "play --submission":
                yield Run(f"{reader} -: {content}", (*words, "-"), codes, typed=typed)
        for how, file in NAMES.items():
            yield Run(f"{reader}: named {how}", (*words, file), REFUSED)
        yield Run(f"{reader}: a closed input", (*words, "-"), REFUSED, "<&-")
        yield Run(f"{reader}: a device as input", (*words, "-"), REFUSED, "</dev/zero")
    for words in (("replay",), ("replay", "--as", "auditor"), ("audit",)):
        yield Run(f"{' '.join(words)}: a hostile recording", (*words, "hostile.jsonl"), FINE)


VALUES: dict[str, str | bytes] = {
    "5,000 digits": DIGITS,
    "4,000 digits": DIGITS[:4000],
    "digits below zero": f"-{DIGITS}",
    "250 letters": LETTERS,
    "nothing": "",
    "hostile text": HOSTILE,
    "markup": "[bold]x[/bold]",
    "bytes": b"\xff\xfe",
    "two lines": "two\nlines",
    "odds": f"{DIGITS[:4000]} to 1",
}
OPTIONS: dict[str, tuple[tuple[str, ...], str]] = {
    "rules RULEBOOK": (("rules",), ""),
    "rules CLAUSE": (("rules", "uth-ma"), ""),
    "rules search": (("rules", "search"), ""),
    "rules diff": (("rules", "diff", "uth-ma"), ""),
    "commands": (("commands",), ""),
    "completion SHELL": (("completion",), ""),
    "submission new RULEBOOK": (("submission", "new"), ""),
    "a command": ((), ""),
    "an option": (("rules",), "--"),
    "play RULEBOOK": (("play", "--auto", "--rounds", "1"), ""),
    "play --seats": (AUTO, "--seats="),
    "play --rounds": (("play", "uth-ma", "--auto", "--bankroll", "4"), "--rounds="),
    "play --bankroll": (AUTO, "--bankroll="),
    "play --seed": (AUTO, "--seed="),
    "play --set": (AUTO, "--set="),
    "play --set seats": (AUTO, "--set=seats="),
    "play --server": (("play", "--plain"), "--server="),
    "play --server http": (("play", "--plain"), "--server=http://127.0.0.1:1/"),
    "play --table": (("play", "--plain", "--server", "http://127.0.0.1:1"), "--table="),
    "play --login": (("play", "--plain", "--server", "http://127.0.0.1:1"), "--login="),
    "sign --set odds": (("sign", "uth-ma"), "--set=odds.trips.flush="),
    "sign --set NAME": (("sign", "uth-ma", "--set", "trips=A"), "--set=trips."),
    "sign --set minimum": (("sign", "uth-ma"), "--set=minimum="),
    "analyze --hands": (("analyze", "dragon-md"), "--hands="),
    "analyze --rounds": (("analyze", "dragon-md"), "--rounds="),
    "analyze --hours": (("analyze", "dragon-md"), "--hours="),
    "analyze --pace": (("analyze", "dragon-md"), "--pace="),
    "analyze --stake": (("analyze", "dragon-md"), "--stake=ante="),
    "analyze --stake WAGER": (("analyze", "dragon-md"), "--stake="),
    "analyze --meter": (("analyze", "dragon-md"), "--meter="),
    "analyze --strategy NAME": (("analyze", "dragon-md"), "--strategy="),
    "replay --round": (("replay", "good.jsonl"), "--round="),
    "replay --as": (("replay", "good.jsonl"), "--as="),
    "replay --as seat": (("replay", "good.jsonl"), "--as=seat "),
}


def on_values() -> Iterator[Run]:
    """Every option with every value."""
    for option, (words, prefix) in OPTIONS.items():
        for name, value in VALUES.items():
            given = prefix.encode() + value if isinstance(value, bytes) else prefix + value
            yield Run(f"{option}: {name}", (*words, given))


TARGETS: dict[str, str] = {
    "a device": "device",
    "a pipe": "pipe",
    "a link": "link",
    "a link to itself": "loop",
    "a folder that is not there": "nowhere/x",
    "where nobody writes": "/proc/x",
    "too many letters": LETTERS * 2,
    "below a file": "precious/x",
}
WRITERS: dict[str, tuple[str, ...]] = {
    "submission new": ("submission", "new", "uth-ma"),
    "play --record": (*AUTO, "--record"),
    "play --receipts": (*AUTO, "--receipts"),
    "key new": ("key", "new"),
    "analyze --html": ("analyze", "dragon-md", "--html"),
    "analyze --csv": ("analyze", "dragon-md", "--csv"),
    "analyze --xlsx": ("analyze", "dragon-md", "--xlsx"),
}


def on_targets() -> Iterator[Run]:
    """Every command that writes a file, to where it must not, and on a disk that is full."""
    for writer, words in WRITERS.items():
        for name, target in TARGETS.items():
            yield Run(f"{writer}: {name}", (*words, target), REFUSED)
        mine = writer.replace(" ", "").replace("-", "")
        yield Run(f"{writer}: 250 letters", (*words, (mine * 20)[:250]), FINE)
        yield Run(f"{writer}: a hostile name", (*words, f"{mine}{HOSTILE}"), FINE)
        codes = EITHER if writer == "key new" else REFUSED  # it needs little room
        yield Run(f"{writer}: a full disk", (*words, f"{mine}-full"), codes, before="ulimit -f 1;")


BET = b"10\n"
PROMPTS: dict[str, bytes] = {
    "digits for a wager": DIGITS.encode() + b"\n",
    "digits for a choice": BET + DIGITS.encode() + b"\n",
    "digits for a clause": b"rules " + DIGITS.encode() + b"\n",
    "digits to buy": b"buy " + DIGITS.encode() + b"\n",
    "hostile wagers": f"{HOSTILE} 5\nante {HOSTILE}\n".encode(),
    "a hostile choice": BET + HOSTILE.encode() + b"\n",
    "a hostile clause": b"rules " + HOSTILE.encode() + b"\n",
    "bytes": b"\xff\xfe\n" + BET + b"\xff\n",
    "nulls": b"\0\n" + BET + b"\0\n",
    "a long line": b"x" * 1_000_000 + b"\n",
    "nothing": b"",
}


def on_prompts() -> Iterator[Run]:
    """What is typed when a player is asked."""
    for name, typed in PROMPTS.items():
        yield Run(f"play: {name}", ("play", "uth-ma", "--plain", "--seed", "1"), FINE, typed=typed)


def every_run() -> list[Run]:
    """All of it."""
    return [*on_streams(), *on_files(), *on_values(), *on_targets(), *on_prompts()]
