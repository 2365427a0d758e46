"""Command declarations for records: rounds by hand, replays, incidents, audits, receipts, keys; and `croupier deal`."""

# No `from __future__ import annotations` here: Typer evaluates each annotation twice, and would compile text each time.
from typing import Annotated

import typer

from croupier.cli.house_app import Json

records_app = typer.Typer(rich_markup_mode=None)
key_app = typer.Typer(rich_markup_mode=None, help="Make or show the key that a house signs recordings with.")
records_app.add_typer(key_app, name="key")

Key = Annotated[
    str | None,
    typer.Option(
        metavar="KEY|FILE",
        help="The house's public key, to check the signatures with. A private key also opens lines that are sealed.",
    ),
]
GameFolder = Annotated[
    str | None,
    typer.Option(
        metavar="FOLDER", help="The folder of a game that is none of the package's; a recording brings no code."
    ),
]
RecordingFile = Annotated[str, typer.Argument(metavar="FILE", help="A recording made by `croupier play --record`.")]


@records_app.command("round")
def run_round(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE", help="A round written by hand; - reads standard input, and so does no FILE at a terminal."
        ),
    ] = None,
    *,
    example: Annotated[
        str | None, typer.Option(metavar="NAME", help="Run a built-in example: royal, trouble, by-hand.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Deal the same cards again, if the round names no deck.")] = None,
) -> None:
    """Run a round written by hand and print its events; at a terminal each line is answered as you type it.

    A round is lines: `rulebook: uth-ma`, then perhaps `set: trips=B`, `deck: Ah Kh 9c`, `manual: deal, reveal`, then
    commands such as `seat 1: bet ante=$5 blind=$5` or `dealer: reveal`. Lines that begin with a blank are answers, and
    are written anew. docs/rounds.md describes the whole format.
    """
    from croupier.cli.records.rounds import run_round as run

    run(file, example, seed)


@records_app.command()
def deal(  # noqa: PLR0913 - each is an option of the command
    rulebook: Annotated[
        str | None, typer.Argument(metavar="RULEBOOK", help="Such as uth-ma, or a submission FILE.toml.")
    ] = None,
    *,
    sets: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Choose an option.")] = None,
    submission: Annotated[
        str | None, typer.Option("--submission", metavar="FILE", help="Take the options from a submission file.")
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Computer players at the table; 2 if left out.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to deal, or questions of a drill.")] = 10,
    trouble: Annotated[float, typer.Option(metavar="RATE", help="How often a round goes wrong, from 0 to 1.")] = 0.0,
    pay: Annotated[
        str | None, typer.Option(metavar="WHO", help="yourself: you are asked for the payout of each win.")
    ] = None,
    drill: Annotated[
        str | None, typer.Option(metavar="WHAT", help="payouts or hands: only questions, without a table.")
    ] = None,
    others: Annotated[
        str | None, typer.Option(metavar="HOW", help="How the players play: best, cheap, or a strategy.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Repeat the lesson of this seed.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain sentences instead of drawings.")] = False,
) -> None:
    """Learn to deal: you take every step of a round, and a report at the end shows how it went, by clause.

    Type each step, such as `no more bets`, `deal`, `burn`, `reveal`, `settle`; `what now` shows what is due. If you
    notice that something went wrong, call it: `call wrong count`.
    """
    from croupier.cli.training.deal import DealOptions
    from croupier.cli.training.deal import deal as teach

    teach(rulebook, sets or [], submission, DealOptions(seats, rounds, trouble, pay, drill, seed, plain, others))


@records_app.command()
def replay(
    file: RecordingFile,
    *,
    number: Annotated[
        int | None, typer.Option("--round", metavar="N", help="Only this round, from 'No more bets' on.")
    ] = None,
    who: Annotated[
        str, typer.Option("--as", metavar="VIEWER", help="public, dealer, floor, auditor or 'seat 2'.")
    ] = "public",
    key: Key = None,
    game: GameFolder = None,
) -> None:
    """Show a recording step by step, as one viewer saw it.

    At a terminal Enter goes on and q ends it. A seat stands for the person who had it then.
    """
    from croupier.cli.records.rounds import show_recording

    show_recording(file, number, who, key, game)


@records_app.command()
def incident(
    file: RecordingFile,
    *,
    number: Annotated[int, typer.Option("--round", metavar="N", help="The round.")],
    key: Key = None,
    game: GameFolder = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write it as a page.")] = None,
    from_rack: Annotated[
        bool,
        typer.Option(
            "--from-rack",
            help="Rebuild every hand from the discard rack and the public record; say where the recording differs.",
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Report one round of a recording, to be filed: who knew what and when, money, clauses, rulings, proof."""
    from croupier.cli.records.incident import IncidentOptions, tell_incident

    raise typer.Exit(tell_incident(file, number, IncidentOptions(key, html, json, from_rack, game)))


Seats = Annotated[list[int] | None, typer.Option(metavar="N", min=1, help="Your seat; twice for two seats.")]
Promises = Annotated[
    list[str] | None,
    typer.Option(metavar="HEX", help="A promise that the round waited for, as you were shown it; once for each."),
]
Cuts = Annotated[
    list[int] | None,
    typer.Option(metavar="N", min=0, help="How many cards a cut took off, as you were shown; 0 if there was none."),
]
Revealed = Annotated[
    list[int] | None,
    typer.Option(metavar="SHUFFLE", min=0, help="A shuffle that you revealed a number for; 0 if there was none."),
]


Seed = Annotated[
    str,
    typer.Option(metavar="HEX", help="The session's seed, once it is known; a file of receipts may end with it."),
]
Commitment = Annotated[
    str, typer.Option(metavar="HEX", help="The commitment that you were shown before you gave that number.")
]


@records_app.command()
def verify(  # noqa: PLR0913 - each is an option of the command
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A receipt, or several, one a line; - reads standard input.")
    ],
    *,
    of_round: Annotated[
        int | None, typer.Option("--round", metavar="N", help="Only the receipt of this round.")
    ] = None,
    root: Annotated[str, typer.Option(metavar="HEX", help="The root that you were shown before you were ready.")] = "",
    number: Annotated[str, typer.Option(metavar="HEX", help="Your number for that round.")] = "",
    commitment: Commitment = "",
    saw: Annotated[str, typer.Option(metavar="CARDS", help="The cards that you saw, as '1 As Kd; dealer 2c 3d'.")] = "",
    seed: Seed = "",
    seat: Seats = None,
    promise: Promises = None,
    cut: Cuts = None,
    revealed: Revealed = None,
    key: Annotated[
        str, typer.Option(metavar="KEY", help="The house's public key, or a file with it, for what it has signed.")
    ] = "",
    checkpoint: Annotated[
        str, typer.Option(metavar="FILE", help="A checkpoint of the house's log that you kept, as it gave it out.")
    ] = "",
    json: Json = False,
) -> None:
    """Check receipts of rounds against what you were shown.

    `croupier play --receipts FILE` writes them. Alone, a receipt only proves that it is consistent; together with the
    values that you kept of a round, and the seed of the session, it proves more; a client saves what it kept with each
    receipt. A receipt of a house may carry a checkpoint of its log, which is checked with the house's public key. The
    answer says of each point whether it holds, does not hold (exit code 1) or is open.
    """
    from croupier.cli.records.verify import seen_cards, verify_receipts
    from croupier.table.receipts.verify import KeptByHolder

    cuts = None if cut is None else [depth for depth in cut if depth]
    ended = None if revealed is None else [shuffle for shuffle in revealed if shuffle]
    saw_and_had = seen_cards(saw), (), None, seat or (), promise or (), cuts, ended
    known = KeptByHolder(root, number, seed, commitment, 0, *saw_and_had)
    raise typer.Exit(verify_receipts(file, of_round, known, key, checkpoint, as_json=json))


@records_app.command()
def audit(
    file: RecordingFile,
    *,
    key: Key = None,
    game: GameFolder = None,
    receipt: Annotated[
        str | None, typer.Option(metavar="FILE", help="Receipts of rounds, which it must tell alike.")
    ] = None,
    money: Annotated[
        bool, typer.Option("--money", help="Add up what was staked and won by seat, by wager and by round.")
    ] = False,
    theory: Annotated[
        bool,
        typer.Option("--theory", help="Add up as --money does, and hold wagers, cards and luck against theory."),
    ] = False,
    json: Json = False,
) -> None:
    """Check whether a recording is whole, or where it was altered (exit code 1), and show its totals.

    Every command is decided again. Someone who holds a file could still have written all of it; a public key that you
    got from the house (--key) excludes that, and so do receipts of players (--receipt), up to their rounds.
    """
    from croupier.cli.records.audit import Wants
    from croupier.cli.records.audit import audit as check

    raise typer.Exit(check(file, key, receipt, Wants(json, money, theory), game))


@key_app.command("new")
def key_new(file: Annotated[str, typer.Argument(metavar="FILE", help="Where to write the private key.")]) -> None:
    """Make a private key in a new file, and print its public key."""
    from croupier.cli.records.keys import new

    new(file)


@key_app.command("show")
def key_show(file: Annotated[str, typer.Argument(metavar="FILE", help="A private key.")]) -> None:
    """Print the public key of a private one."""
    from croupier.cli.records.keys import tell

    tell(file)
