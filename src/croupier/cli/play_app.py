"""Command declaration of `croupier play`, at a table of one's own or at a house."""

# No `from __future__ import annotations` here: Typer evaluates each annotation twice, and would compile text each time.
from typing import Annotated

import typer

from croupier.cli.arguments import File, Sets, only_at, rulebook_names


def play(  # noqa: PLR0913 - each is an option of the command
    rulebook: Annotated[
        str | None,
        typer.Argument(
            metavar="RULEBOOK", help="Such as uth-ma; asked for if left out.", autocompletion=rulebook_names
        ),
    ] = None,
    *,
    sets: Sets = None,
    submission: File = None,
    seats: Annotated[int, typer.Option(help="Players at the table: you, in the first seat, and computer players.")] = 1,
    seed: Annotated[
        str | None, typer.Option(help="Deal the same cards again; without it every shuffle is new.")
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(help="Chips of each player; at a house, no more than is in your wallet: $1,000.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Stop after so many rounds (--auto: 10).")] = None,
    auto: Annotated[bool, typer.Option("--auto", help="Let a computer player play for you.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain sentences instead of drawings, for screen readers.")
    ] = False,
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="Record every command and event, for `croupier audit`.")
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="A key of `croupier key new`: sign the recording, and seal hidden cards in play."
        ),
    ] = None,
    others: Annotated[
        str | None,
        typer.Option(
            metavar="HOW",
            help="How the computer players play: best, cheap, or a strategy by name or file;"
            " the built-in strategy for the game if left out.",
        ),
    ] = None,
    coach: Annotated[
        str | None,
        typer.Option(
            metavar="WHEN",
            help="before: show what each of your choices is worth before you answer; after: show afterwards what your"
            " choice cost, and keep score. At the end both sum up your mistakes. --coach alone means before.",
        ),
    ] = None,
    number: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Mix this text into your random numbers for the last cuts."),
    ] = None,
    receipts: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep a receipt of every round, for `croupier verify`.")
    ] = None,
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="Play at a house, such as http://127.0.0.1:8642.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which table of the house; asked for if left out.")
    ] = None,
    login: Annotated[
        str | None, typer.Option(metavar="NAME", help="Sign in with this login and its password, not as a guest.")
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Your name as a guest at the house.")] = None,
) -> None:
    """Take a seat at a table: one of your own, or with --server one of a house, over the network.

    At a house you are a guest, or you sign in with --login; the house sets the table, its rules and the other players.
    Your numbers go into its last cuts, and the receipt of every round is checked.
    """
    if server is not None:
        from croupier.cli.play.online_game import OnlineOptions, play_at

        own = {
            "RULEBOOK": rulebook,
            "--set": sets,
            "--submission": submission,
            "--seats": seats != 1,
            "--seed": seed,
            "--auto": auto,
            "--record": record,
            "--key": key,
            "--coach": coach,
            "--others": others,
        }
        instead = f"--table {rulebook}, if the house has such a table, or " if rulebook else ""
        given = [name for name, given in own.items() if given]
        only_at(given, "a table of your own", f"{instead}without --server")
        play_at(OnlineOptions(server, table, login, name, bankroll, rounds, plain, number, receipts))
        return
    theirs = {"--table": table, "--login": login, "--name": name}
    only_at([name for name, given in theirs.items() if given], "a house", "with --server URL")
    from croupier.cli.play.local_game import LocalOptions
    from croupier.cli.play.play import play as sit_down

    evening = LocalOptions(
        seats=seats,
        seed=seed,
        bankroll=bankroll or "1,000",
        rounds=rounds,
        auto=auto,
        plain=plain,
        record=record,
        coach=coach,
        number=number,
        receipts=receipts,
        key=key,
        others=others,
    )
    sit_down(rulebook, sets or [], submission, evening)
