"""Evenings at a terminal, as they stand on its screen: what is typed in each, and how wide the screens are."""

from __future__ import annotations

from pathlib import Path

from support.cli.terminals import evening

FOLDER = Path(__file__).parents[2] / "cli" / "screens"
COLUMNS = (60, 80, 120)
# The command after `croupier`, and what is typed at each question.
EVENINGS: dict[str, tuple[str, list[str]]] = {
    "uth-ma": (
        "play uth-ma --seed c --seats 2",
        ["10 trips", "3", "raise", "check", "2x", "why play", "help", "rules 10(g)", "quit"],
    ),
    "lir-nj": (
        "play lir-nj --seed 7 --others cheap --seats 2",
        ["10", "let it ride", "help", "pull", "rules", "quit"],
    ),
    "colorado-ma-1": (
        "play colorado-ma-1 --seed 5 --bankroll $15",
        ["5", "bet", "1", "back", "back", "call", "2", "2", "", "", "fold", "", "buy 20", "quit"],
    ),
    "dragon-md": ("play dragon-md --seed 3", ["5 dragon bet 2 three card bonus 1", "call", "sign", "none", "quit"]),
    "plain": (
        "play dragon-md --seed 4 --plain",
        ["5 dragon bet 2", "help", "play", "why ante", "rules 11.B", "rules", "rules 12.B(1)", "sign", "quit"],
    ),
    "asides": ("play dragon-md --seed 3", ["stats", "hint", "proof", "", "hint", "play", "stats", "quit"]),
    "coach": ("play dragon-md --seed 3 --coach after", ["", "fold", "", "play", "quit"]),
}


def screen(name: str, columns: int) -> str:
    """What stands on the screen after an evening."""
    command, typed = EVENINGS[name]
    shown = evening(command.split(), typed, columns)
    return f"$ croupier {command}\n{shown}"
