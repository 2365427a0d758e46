"""Command declarations of `croupier`, with their options and help; the work is done by a module for each command."""

# No `from __future__ import annotations` here: Typer evaluates each annotation twice, and would compile text each time.
from typing import Annotated

import typer

from croupier.cli.arguments import File, RulebookName, RulebookOrFile, Sets, only_at
from croupier.cli.house_app import Json, house_app, serve
from croupier.cli.play_app import play
from croupier.cli.records_app import records_app

app = typer.Typer(
    name="croupier",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The rulebook, the table and the mathematician of casino poker games.",
)
submission_app = typer.Typer(rich_markup_mode=None, help="Check, compare and begin an operator's submission.")
app.add_typer(submission_app, name="submission")
rulebook_app = typer.Typer(rich_markup_mode=None, help="Begin and check a rulebook of your own.")
app.add_typer(rulebook_app, name="rulebook")
game_app = typer.Typer(rich_markup_mode=None, help="Begin and check a game of your own.")
app.add_typer(game_app, name="game")
app.add_typer(records_app)
app.add_typer(house_app, name="house")


@app.callback(invoke_without_command=True)
def browse(
    context: typer.Context, *, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """Without a command: browse the rulebooks."""
    if version:
        from croupier import __version__

        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        from croupier.cli.rulebook.browse import browse as leaf

        leaf()


Language = Annotated[
    str, typer.Option(metavar="LANGUAGE", help="The language to read it in, such as fr, if it is written in it.")
]


@app.command()
def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULEBOOK [CLAUSE] | diff OLD NEW | search TEXT",
            help="A rulebook, a clause of it, two editions to compare, or words to look for.",
            show_default=False,
        ),
    ] = None,
    *,
    within: Annotated[
        str | None, typer.Option("--in", metavar="RULEBOOK", help="With search: look in this rulebook alone.")
    ] = None,
    html: Annotated[
        str | None, typer.Option(metavar="FILE", help="With diff: write it as a page, the changed words marked.")
    ] = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Read the rulebooks.

    croupier rules                                    lists them

    croupier rules uth-ma                             shows one, with its tables

    croupier rules uth-ma "10(e)"                     shows a clause, and the code and tests that keep it

    croupier rules uth-fr --language fr               shows one in another of its languages

    croupier rules diff colorado-ma-1 colorado-ma-2   shows what an edition changed

    croupier rules diff uth-ma ./my.toml              compares two documents of one game, by rule

    croupier rules search "face up" --in uth-ma       finds words, in all rulebooks or in one
    """
    from croupier.cli.rulebook.rules import RulesOptions
    from croupier.cli.rulebook.rules import rules as read

    read(words or [], RulesOptions(within, html, as_json=json, language=language))


@rulebook_app.command("draft")
def rulebook_draft(
    document: Annotated[
        str, typer.Argument(metavar="DOCUMENT", help="The text, each clause on a line with its number.")
    ],
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to write it; standard output if left out.")] = "-",
    *,
    like: Annotated[
        str | None, typer.Option(metavar="RULEBOOK", help="A rulebook that it is like, such as uth-ma.")
    ] = None,
) -> None:
    """Begin a rulebook from the text of a document: its clauses by their printed ids, each beside the nearest known.

    Each is to be said in one's own words. The rules and the kind of the nearest clause of RULEBOOK are proposed, with
    its wagers, pay tables and options.
    """
    from croupier.cli.rulebook.own_rulebook import write_draft

    write_draft(document, like, file)


@rulebook_app.command("check")
def rulebook_check(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A rulebook in TOML, or a folder that has rulebook.toml.")
    ],
    *,
    json: Json = False,
) -> None:
    """List what is unsaid, unbound, contradicted or unknown in a rulebook, with lines.

    It also lists what a table under the rulebook would do that no clause asks for. The exit code is 1 if anything is
    open.
    """
    from croupier.cli.rulebook.own_rulebook import check

    check(file, as_json=json)


@game_app.command("new")
def game_new(
    path: Annotated[str, typer.Argument(metavar="NAME", help="The folder to be made, such as my-game.")],
) -> None:
    """Begin a game of your own: a folder with a small game that plays, solves and passes its tests."""
    from croupier.cli.game.new import new

    new(path)


@game_app.command("check")
def game_check(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A folder with game.py and rulebook.toml.")],
    *,
    rounds: Annotated[int, typer.Option(min=1, max=100_000, help="Rounds to play at random.")] = 2_000,
    json: Json = False,
) -> None:
    """List what is wrong with a game of your own, with the step or the line of its code; three rounds are shown.

    Players at a full table choose at random. It also says which counter solves the game, how long that takes, and which
    wagers favour the player. The exit code is 1 if anything is wrong.
    """
    from croupier.cli.game.game_check import check

    check(path, rounds, as_json=json)


@game_app.command("explore")
def game_explore(  # noqa: PLR0913 - each is an option of the command
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="A folder with game.py and rulebook.toml, or a rulebook.")
    ],
    *,
    vary: Annotated[
        list[str],
        typer.Option(metavar="NAME=VALUES", help="Such as odds.blind.flush='1 to 1,3 to 2'; may be given again."),
    ],
    aim: Annotated[
        list[str] | None,
        typer.Option(metavar="FIGURE=LOW..HIGH", help="Such as edge=2.5%..3.5%; also hit, deviation, risk."),
    ] = None,
    wager: Annotated[str, typer.Option(metavar="NAME", help="The wager whose figures are shown.")] = "base",
    sets: Sets = None,
    csv: Annotated[str | None, typer.Option(metavar="FILE", help="Write the table as CSV.")] = None,
    chart: Annotated[str | None, typer.Option(metavar="FILE", help="Write a chart as SVG.")] = None,
    json: Json = False,
) -> None:
    """Show edge, hit frequency, deviation and element of risk under every combination of some values.

    croupier game explore uth-ma --vary odds.trips.flush='6 to 1,7 to 1' --wager trips --aim edge=1%..3%

    Odds are put into the rulebook itself, whatever it allows its operators. The base game is counted again only where
    what its play is paid by changes.
    """
    from croupier.cli.game.explore import ExploreOptions, explore

    explore(path, sets or [], ExploreOptions(tuple(vary), tuple(aim or ()), wager, csv, chart), as_json=json)


@submission_app.command("check")
def submission_check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A submission, in TOML; - reads standard input.")],
    *,
    replaces: Annotated[
        str | None, typer.Option(metavar="OLD", help="The submission it replaces: print the notices that are due.")
    ] = None,
    edge: Annotated[
        bool, typer.Option("--edge", help="Analyse every wager, even if the submission changes no payout.")
    ] = False,
    json: Json = False,
) -> None:
    """Check a submission against its rulebook; every objection cites its clause.

    If it chooses a pay table, raises odds or sets up a progressive, its wagers are analysed: the house edge of each is
    shown, with a warning for each that favours the player.
    """
    from croupier.cli.rulebook.submission import check

    check(file, replaces, edge=edge, as_json=json)


@submission_app.command("packet")
def submission_packet(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A submission, in TOML; - reads standard input.")],
    *,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write it as a page.")] = None,
    pdf: Annotated[str | None, typer.Option(metavar="FILE", help="Write it as a PDF; needs the extra pdf.")] = None,
    operator: Annotated[str, typer.Option(metavar="NAME", help="Who files it, for the cover.")] = "",
    table: Annotated[str, typer.Option(metavar="NAME", help="Which table it is for, for the cover.")] = "",
    effective: Annotated[str, typer.Option(metavar="DATE", help="From when, for the cover; such as 2031-05-01.")] = "",
    replaces: Annotated[
        str | None, typer.Option(metavar="OLD", help="The submission it replaces, for the notices that are due.")
    ] = None,
) -> None:
    """Write the packet for a regulator: cover, sign, sheet, options, rulings with their worth, notices, signatures."""
    from croupier.cli.rulebook.submission import Filing, packet

    packet(file, replaces, Filing(html, pdf, operator, table, effective))


@submission_app.command("new")
def submission_new(
    rulebook: RulebookName,
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to write it; standard output if left out.")] = "-",
    *,
    json: Json = False,
) -> None:
    """Write a commented starting file with every option of a rulebook."""
    from croupier.cli.rulebook.submission import new

    new(rulebook, file, as_json=json)


app.command()(play)
app.command()(serve)


@app.command()
def analyze(  # noqa: PLR0913 - each is an option of the command
    rulebook: RulebookOrFile = None,
    *,
    sets: Sets = None,
    submission: File = None,
    hands: Annotated[
        int | None, typer.Option(metavar="N", help="Hands at the table, 2 to 7, for wagers that depend on all of them.")
    ] = None,
    stakes: Annotated[
        list[str] | None,
        typer.Option(
            "--stake", metavar="WAGER=AMOUNT", help="Analyse actual stakes, with payout limits; may be given again."
        ),
    ] = None,
    meter: Annotated[str | None, typer.Option(metavar="AMOUNT", help="What the progressive's meter shows.")] = None,
    rounds: Annotated[int, typer.Option(metavar="N", help="How many rounds a session has.")] = 1000,
    hours: Annotated[int, typer.Option(metavar="N", help="Hours at the table, for the risk of ruin.")] = 4,
    pace: Annotated[int, typer.Option(metavar="N", help="Rounds an hour.")] = 40,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write the PAR sheet as one page.")] = None,
    csv: Annotated[str | None, typer.Option(metavar="FOLDER", help="Write every table as a CSV file.")] = None,
    xlsx: Annotated[str | None, typer.Option(metavar="FILE", help="Write every table into one workbook.")] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Compare every version, pay table and reading of the rulebook.")
    ] = False,
    strategy: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="Show what a strategy costs: a built-in one by name, or a file."),
    ] = None,
    strategies: Annotated[bool, typer.Option("--strategies", help="List the built-in strategies.")] = False,
    against: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Hold somebody's results against it: a CSV file of wager, net, count."),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="Add the deviation of a table of so many players, who share cards.")
    ] = None,
    json: Json = False,
) -> None:
    """Analyse every wager exactly, over all possible deals.

    An analysis takes one to five seconds of processor time, shared among the cores, and fifteen for Ultimate Texas Hold
    'Em; the first run on a machine also compiles the code, which takes longer.
    """
    if strategies:
        others = {"--hands": hands, "--stake": stakes, "--meter": meter, "--html": html, "--csv": csv, "--xlsx": xlsx}
        others |= {"--all": every, "--strategy": strategy, "--against": against, "--seats": seats}
        only_at([name for name, given in others.items() if given], "an analysis", "without --strategies")
        from croupier.cli.analysis.strategy import show_strategies
        from croupier.cli.rulebook.options import chosen

        asked_for = chosen(rulebook, sets or [], submission) if rulebook or submission else None
        show_strategies(asked_for, as_json=json)
        return
    from croupier.cli.analysis.analyze import AnalyzeOptions
    from croupier.cli.analysis.analyze import analyze as work_out

    stakes = stakes or []
    files = html, csv, xlsx
    asked = AnalyzeOptions(hands, tuple(stakes), meter, rounds, hours, pace, *files, every, strategy, against, seats)
    work_out(rulebook, sets or [], submission, asked, as_json=json)


@app.command()
def commands(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A command, such as bet; all of them if left out.")
    ] = None,
    *,
    json: Annotated[bool, typer.Option("--json", help="Print JSON Schema instead of a page.")] = False,
) -> None:
    """List the commands that a table takes: who may give them, when and how."""
    from croupier.cli.rulebook.commands import commands as say

    say(name, as_json=json)


@app.command()
def sign(  # noqa: PLR0913 - each is an option of the command
    rulebook: RulebookOrFile = None,
    *,
    sets: Sets = None,
    submission: File = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write it as a placard to print.")] = None,
    paper: Annotated[str, typer.Option(metavar="SIZE", help="a3, a4, a5, letter or tabloid.")] = "a4",
    landscape: Annotated[bool, typer.Option("--landscape", help="Turn the paper of the placard.")] = False,
    words: Annotated[
        str | None,
        typer.Option(metavar="FILE", help='Words in a second language, in TOML: "Royal flush" = "Escalera real".'),
    ] = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Print the payout sign of a table as its document requires."""
    from croupier.cli.rulebook.sign import Placard
    from croupier.cli.rulebook.sign import sign as show

    if html is None:
        given = ["--words"] * (words is not None) + ["--paper"] * (paper != "a4") + ["--landscape"] * landscape
        only_at(given, "a placard", "with --html FILE")
    placard = Placard(html, paper, words, landscape) if html is not None else None
    show(rulebook, sets or [], submission, placard, language, as_json=json)


@app.command()
def worth(  # noqa: PLR0913 - each is an option of the command
    rulebook: RulebookOrFile = None,
    *,
    sets: Sets = None,
    submission: File = None,
    seats: Annotated[int, typer.Option(metavar="N", help="Players at the table.")] = 5,
    pace: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="Rounds an hour.")] = 40,
    stakes: Annotated[
        list[str] | None,
        typer.Option("--stake", metavar="WAGER=AMOUNT[@SHARE]", help="Such as ante=15, or trips=5@60% of the players."),
    ] = None,
    strategy: Annotated[
        str | None, typer.Option(metavar="NAME|FILE", help="How the players play; perfectly if left out.")
    ] = None,
    open_hours: Annotated[int, typer.Option("--open", metavar="HOURS", min=1, max=24, help="Hours a day.")] = 16,
    buy_in: Annotated[
        str | None,
        typer.Option(metavar="AMOUNT", help="Buy-in of a player; else the first wagers of 20 rounds."),
    ] = None,
    stay: Annotated[
        int, typer.Option(metavar="MINUTES", min=1, max=1440, help="How long a player stays with one buy-in.")
    ] = 60,
    against: Annotated[str | None, typer.Option(metavar="OLD", help="Another submission to compare with.")] = None,
    json: Json = False,
) -> None:
    """Show the theoretical win of a table: by the hour, the shift, the day and the month, with intervals.

    croupier worth uth-ma --seats 5 --pace 40 --stake ante=15 --stake trips=5@60% --strategy uth-simple
    """
    from croupier.cli.analysis.worth import WorthOptions, show_worth

    asked = WorthOptions(seats, pace, tuple(stakes or ()), strategy, open_hours, buy_in, stay, against)
    show_worth(rulebook, sets or [], submission, asked, as_json=json)


@app.command()
def simulate(  # noqa: PLR0913 - each is an option of the command
    rulebook: RulebookOrFile = None,
    *,
    rounds: Annotated[str, typer.Option(metavar="N", help="Rounds to deal, such as 100,000 or 1e8.")],
    seats: Annotated[int | None, typer.Option(metavar="N", help="Players; the last --seat fills up.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="WORDS", help="A seat: 'strategy=best ante=10 trips=5@60%'; may be given again."),
    ] = None,
    sets: Sets = None,
    submission: File = None,
    seed: Annotated[str | None, typer.Option(help="Deal the same rounds again; without it they are new.")] = None,
    pace: Annotated[int, typer.Option(metavar="N", help="Rounds an hour.")] = 40,
    hours: Annotated[int, typer.Option(metavar="N", help="Hours of a shift.")] = 8,
    open_hours: Annotated[int, typer.Option("--open", metavar="N", help="Hours a day.")] = 16,
    out: Annotated[str | None, typer.Option(metavar="FOLDER", help="Keep finished blocks in this new folder.")] = None,
    resume: Annotated[str | None, typer.Option(metavar="FOLDER", help="Go on in a folder, or further.")] = None,
    workers: Annotated[int | None, typer.Option(metavar="N", help="Threads; as many as there are cores.")] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Let the workers of a Dask scheduler deal.")
    ] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write the result as one page.")] = None,
    csv: Annotated[str | None, typer.Option(metavar="FOLDER", help="Write every table as a CSV file.")] = None,
    json: Json = False,
) -> None:
    """Simulate a whole table: the house's win by seat and wager, an hour, a shift, a day and a month of it.

    croupier simulate uth-ma --rounds 1e6 --seats 6 --seat "strategy=uth-simple ante=15 trips=5@60%" --seed 1
    """
    from croupier.cli.analysis.simulate import SimulateOptions
    from croupier.cli.analysis.simulate import simulate as work_out

    words = tuple(seat or ())
    asked = SimulateOptions(
        rounds, seats, words, seed, pace, hours, open_hours, out, resume, workers, scheduler, html, csv
    )
    work_out(rulebook, sets or [], submission, asked, as_json=json)


@app.command()
def completion(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh, fish, powershell or pwsh.")],
) -> None:
    """Print the script by which a shell completes commands, options and names of rulebooks.

    For bash: croupier completion bash > ~/.local/share/bash-completion/completions/croupier
    """
    from croupier.cli.terminal.completion import show_script

    show_script(shell)
