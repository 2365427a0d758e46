"""Command declarations of `croupier house`, with their options and help; the work is done in `cli.house`."""

# No `from __future__ import annotations` here: Typer evaluates each annotation twice, and would compile text each time.
from typing import Annotated

import typer

house_app = typer.Typer(rich_markup_mode=None, help="Manage a house from the command line.")
people_app = typer.Typer(rich_markup_mode=None, help="List and make accounts and tokens, and reset passwords.")
house_app.add_typer(people_app, name="people")

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a page.")]
Folder = Annotated[
    str | None, typer.Option("--house", metavar="FOLDER", help="Folder of the house; else one in your data folder.")
]
Keys = Annotated[
    str | None,
    typer.Option("--keys", metavar="FOLDER", help="Folder of its keys; else one in your configuration folder."),
]
Database = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        help="Such as postgresql+psycopg://USER@HOST/NAME; else SQLite in the house's folder.",
    ),
]


@house_app.command()
def check(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A house.toml; - reads standard input. Else that of your own house."),
    ] = None,
    *,
    keys: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Folder of the house's keys; else one in your configuration folder."),
    ] = None,
    json: Json = False,
) -> None:
    """Check the settings in a house.toml.

    All objections are listed at once, each with its place and what would be accepted there (exit code 2). The settings
    of a valid file are shown. A warning is given if a key of the house lies in its folder, or if others may read it.
    """
    from croupier.cli.house.check import check as stands

    stands(file, keys, as_json=json)


@house_app.command()
def reload(*, house: Folder = None, keys: Keys = None, database: Database = "") -> None:
    """Have a running house read its house.toml again, and show which changes take effect and which need a restart.

    A file with any error is refused as a whole (exit code 2), and the house goes on as before. A table whose submission
    changes begins a new session between rounds; notices that players are owed are shown there before.
    """
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.reload import reload as has_it_read

    has_it_read(HouseLocation(house, keys, database))


# ---- people ----------------------------------------------------------------------------------------------------


@people_app.callback(invoke_without_command=True)
def people(
    context: typer.Context,
    *,
    house: Folder = None,
    keys: Keys = None,
    database: Database = "",
    json: Json = False,
) -> None:
    """Without a command: list the accounts, and the number of guests."""
    from croupier.cli.house.admin import HouseLocation, list_people

    context.obj = HouseLocation(house, keys, database)
    if context.invoked_subcommand is None:
        list_people(context.obj, as_json=json)


@people_app.command()
def reset(
    context: typer.Context,
    login: Annotated[str, typer.Argument(metavar="LOGIN", help="The login whose password was lost.")],
    *,
    house: Folder = None,
    keys: Keys = None,
    database: Database = "",
) -> None:
    """Replace a lost password by a one-time password, which is valid for a day, and print it.

    Only this command can reset a password. The house must not be running (unless it is kept in PostgreSQL). The person
    is signed out everywhere.
    """
    from croupier.cli.house.admin import HouseLocation, reset_password

    reset_password(HouseLocation(house, keys, database).else_at(context.obj), login)


@people_app.command("let-in")
def let_in(
    context: typer.Context,
    login: Annotated[str, typer.Argument(metavar="LOGIN", help="The login of somebody who is kept out.")],
    *,
    house: Folder = None,
    keys: Keys = None,
    database: Database = "",
) -> None:
    """Let somebody in once, while the house runs: print a code that stands in place of the password for 15 minutes.

    The password stays, and tries by others do not count against it. That it was used is a significant event.
    """
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.admin import let_in as lets_in

    lets_in(HouseLocation(house, keys, database).else_at(context.obj), login)


@people_app.command()
def hire(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The person's name.")],
    login: Annotated[str, typer.Argument(metavar="LOGIN", help="The login for signing in.")],
    role: Annotated[str, typer.Argument(metavar="ROLE", help="player, dealer, floor, auditor or manager.")],
    *,
    house: Folder = None,
    keys: Keys = None,
    database: Database = "",
) -> None:
    """Make an account for a person, and print its one-time password."""
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.admin import hire as make_account

    make_account(HouseLocation(house, keys, database).else_at(context.obj), name, login, role)


@people_app.command("program")
def make_program(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The program's name.")],
    role: Annotated[str, typer.Argument(metavar="ROLE", help="guest, player, dealer, floor, auditor or manager.")],
    *,
    house: Folder = None,
    keys: Keys = None,
    database: Database = "",
) -> None:
    """Make a program, such as a bot or a shoe's scanner, and print its id; it comes in by the tokens it is given."""
    from croupier.cli.house.admin import HouseLocation, program

    program(HouseLocation(house, keys, database).else_at(context.obj), name, role)


@people_app.command("token")
def make_token(  # noqa: PLR0913 - each is an argument of the command
    context: typer.Context,
    program: Annotated[str, typer.Argument(metavar="PROGRAM", help="The program's id, as `house people` lists it.")],
    scopes: Annotated[
        list[str], typer.Argument(metavar="SCOPE...", help="watch, play, deal, scan, floor, audit, manage or metrics.")
    ],
    *,
    days: Annotated[int, typer.Option(metavar="DAYS", help="The days until it ends, 366 at most.")] = 30,
    label: Annotated[str, typer.Option(metavar="TEXT", help="What it is listed as.")] = "from the shell",
    house: Folder = None,
    keys: Keys = None,
    database: Database = "",
) -> None:
    """Make a token for a program, with a scope and an end, and print it this once.

    A role has its own scopes. The house must not be running (unless it is kept in PostgreSQL); in a house that runs a
    manager makes one on the page.
    """
    from croupier.cli.house.admin import HouseLocation, program_token

    program_token(HouseLocation(house, keys, database).else_at(context.obj), program, scopes, days, label)


# ---- keys ------------------------------------------------------------------------------------------------------

keys_app = typer.Typer(
    rich_markup_mode=None, help="Make, show and rotate the keys of a house, which lie outside of its folder."
)
house_app.add_typer(keys_app, name="keys")


@keys_app.callback(invoke_without_command=True)
def keys_of(context: typer.Context, *, house: Folder = None, keys: Keys = None, json: Json = False) -> None:
    """Without a command: show the folder of the keys, the numbers of the vault's keys and the public key."""
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.house_keys import tell

    context.obj = HouseLocation(house, keys, "")
    if context.invoked_subcommand is None:
        tell(context.obj, as_json=json)


@keys_app.command("new")
def new_keys(context: typer.Context, *, house: Folder = None, keys: Keys = None) -> None:
    """Make the keys of a house that has none and was never opened, for a service manager to provide.

    `croupier serve` makes them itself if it may write them.
    """
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.house_keys import make

    make(HouseLocation(house, keys, "").else_at(context.obj))


@keys_app.command()
def rotate(context: typer.Context, *, house: Folder = None, keys: Keys = None) -> None:
    """Add a key to the vault: the house seals with it from its next start on; older keys still open what they sealed.

    The house may be running. Keep a copy of the key file elsewhere: data that is sealed with a lost key is lost.
    """
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.house_keys import rotate as adds

    adds(HouseLocation(house, keys, "").else_at(context.obj))


# ---- tables ----------------------------------------------------------------------------------------------------


@house_app.command()
def tables(*, house: Folder = None, keys: Keys = None, database: Database = "", json: Json = False) -> None:
    """List the sessions of all tables, those that are open first."""
    from croupier.cli.house.admin import HouseLocation, list_tables

    list_tables(HouseLocation(house, keys, database), as_json=json)


TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table by its name in house.toml.")]


@house_app.command("open")
def open_table(table: TableName, *, house: Folder = None, keys: Keys = None, database: Database = "") -> None:
    """Open a table of house.toml under a new session, while the house is not running."""
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.admin import open_table as opens

    opens(HouseLocation(house, keys, database), table)


@house_app.command("close")
def close_table(table: TableName, *, house: Folder = None, keys: Keys = None, database: Database = "") -> None:
    """End the session of a table between rounds, while the house is not running: all chips go back to the wallets."""
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.admin import close_table as closes

    closes(HouseLocation(house, keys, database), table)


# ---- records ---------------------------------------------------------------------------------------------------


@house_app.command()
def verify(
    *,
    since: Annotated[
        str | None, typer.Option(metavar="NOTE", help="A checkpoint of the house's: tables are read from there on.")
    ] = None,
    house: Folder = None,
    keys: Keys = None,
    database: Database = "",
    json: Json = False,
) -> None:
    """Check all records of the house, from the first row to the last; the house may be running.

    This checks chains, marks and signatures, decides all commands again, and recomputes all money. Each alteration is
    listed with its stream and row (exit code 1). Someone with the database and both keys of the house could still write
    a different history: checkpoints that others have kept would contradict it.

    With `--since` and a checkpoint that was kept (`/api/v1/log/checkpoint`), sessions that had ended before it are not
    read again, but for their place in the log; all else is.
    """
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.inspect import verify as looks

    raise typer.Exit(looks(HouseLocation(house, keys, database), since, as_json=json))


@house_app.command()
def export(
    session: Annotated[str, typer.Argument(metavar="SESSION", help="By its id; `croupier house tables` lists them.")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to write it; standard output if left out.")] = "-",
    *,
    upto: Annotated[int | None, typer.Option("--round", metavar="N", help="Only up to the end of this round.")] = None,
    house: Folder = None,
    keys: Keys = None,
    database: Database = "",
) -> None:
    """Write a session as a recording, for `croupier audit` and `croupier replay`.

    The recording of an open session ends before the first command that reveals cards still to be dealt.
    """
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.inspect import export as gives

    gives(HouseLocation(house, keys, database), session, file, upto)


@house_app.command()
def ledger(
    accounts: Annotated[
        str, typer.Argument(metavar="ACCOUNTS", help="Only accounts whose names begin with this, such as wallet/.")
    ] = "",
    *,
    csv: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write every posting as CSV; - is standard output.")
    ] = None,
    house: Folder = None,
    keys: Keys = None,
    database: Database = "",
    json: Json = False,
) -> None:
    """Show the balance of each account, or write all postings."""
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.inspect import ledger as shows

    shows(HouseLocation(house, keys, database), accounts, csv, as_json=json)


@house_app.command()
def recall(  # noqa: PLR0913 - each is an option of the command
    *,
    table: Annotated[str, typer.Option(metavar="TABLE", help="Rounds of this table.")] = "",
    session: Annotated[str, typer.Option(metavar="SESSION", help="Rounds of this session.")] = "",
    number: Annotated[int, typer.Option("--round", metavar="N", help="Rounds of this number.")] = 0,
    person: Annotated[str, typer.Option(metavar="ID", help="Rounds that this person played.")] = "",
    since: Annotated[
        str, typer.Option(metavar="TIME", help="Rounds since this time, such as 2030-01-31 or 2030-01-31T20:15; UTC.")
    ] = "",
    before: Annotated[str, typer.Option(metavar="TIME", help="Rounds before this time.")] = "",
    clause: Annotated[
        str, typer.Option(metavar="CLAUSE", help="Rounds that cite this clause, such as 'uth-ma 10(e)'.")
    ] = "",
    irregularity: Annotated[
        str, typer.Option(metavar="NAME", help="Rounds with this irregularity; any: with one of any kind.")
    ] = "",
    amount: Annotated[
        str, typer.Option(metavar="AMOUNT", help="Rounds in which a player staked, won or lost at least this much.")
    ] = "",
    void: Annotated[bool, typer.Option("--void", help="Only void rounds.")] = False,
    most: Annotated[int, typer.Option(metavar="N", help="The number of rounds to list.")] = 50,
    cursor: Annotated[
        str, typer.Option(metavar="TEXT", help="Continue a list, from the cursor that it ended with.")
    ] = "",
    who: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="VIEWER",
            help="Show one round again, of --session and --round: as public, dealer, floor, auditor, or a person's id.",
        ),
    ] = None,
    statement: Annotated[
        bool, typer.Option("--statement", help="Show the statement of --person instead: cage, rounds and balance.")
    ] = False,
    house: Folder = None,
    keys: Keys = None,
    database: Database = "",
    json: Json = False,
) -> None:
    """Search the rounds that are over, the latest first; or show one again."""
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.inspect import InspectOptions
    from croupier.cli.house.inspect import recall as finds

    asked = InspectOptions(
        table, session, number, person, since, before, clause, irregularity, amount, void, most, cursor, who, statement
    )  # fmt: skip
    finds(HouseLocation(house, keys, database), asked, as_json=json)


# ---- backups ---------------------------------------------------------------------------------------------------


@house_app.command()
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to write it; it must not exist.")],
    *,
    house: Folder = None,
    keys: Keys = None,
    database: Database = "",
) -> None:
    """Back up a house into one file, while it is running or not. The keys are not in it: keep them elsewhere.

    A house in PostgreSQL is backed up by `pg_dump`.
    """
    from croupier.cli.house.admin import HouseLocation, back_up

    back_up(HouseLocation(house, keys, database), file)


@house_app.command()
def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup.")],
    *,
    checkpoint: Annotated[
        str | None,
        typer.Option(metavar="NOTE", help="The last checkpoint that the house has published, if you have a later one."),
    ] = None,
    house: Folder = None,
    keys: Keys = None,
) -> None:
    """Restore a house from a backup into a new folder; nothing is overwritten.

    The house's signing key must be in its folder of keys: with it the house signs which part of its log was lost by the
    restore. Without the vault's key the rounds in play are void, and all chips go back to the wallets.
    """
    from croupier.cli.house.admin import HouseLocation
    from croupier.cli.house.admin import restore as restores

    restores(HouseLocation(house, keys, ""), file, checkpoint)


def serve(  # noqa: PLR0913 - each is an option of the command
    *,
    house: Folder = None,
    keys: Keys = None,
    database: Database = "",
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 takes the first free one from 8642 on.")
    ] = 0,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="Another host name of the server; may be given again."),
    ] = None,
    certificate: Annotated[str, typer.Option(metavar="FILE", help="A certificate, as PEM, for HTTPS.")] = "",
    certificate_key: Annotated[str, typer.Option(metavar="FILE", help="The certificate's private key.")] = "",
    behind_proxy: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A proxy in front of the server: only its forwarded headers count.")
    ] = "",
    insecure: Annotated[bool, typer.Option("--insecure", help="Allow plain HTTP for other machines, too.")] = False,
    demo: Annotated[
        bool, typer.Option("--demo", help="Let computer players take some of the seats; they leave two free.")
    ] = False,
    house_time: Annotated[
        str,
        typer.Option(metavar="HOW", help="If house time is ahead of the clock: ask, keep it, or set it back."),
    ] = "ask",
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page.")] = False,
) -> None:
    """Open a house: tables that several people play at, deal, supervise and audit at once.

    The first start makes the house, with a table for each rulebook in dollars. Its settings are in house.toml in its
    folder; `croupier house` has the commands for a manager. The last line printed is the address.
    """
    from croupier.cli.house.serve import ServeOptions
    from croupier.cli.house.serve import serve as open_house
    from croupier.service.server import Listening

    listening = Listening(host, port, tuple(name or ()), certificate, certificate_key, behind_proxy, insecure)
    open_house(ServeOptions(house, keys, database, listening, opens=not no_open, demo=demo, ahead=house_time))
