"""A game of one's own whose code fails at a house: the command is refused with the sentence, and nothing happens."""

from pathlib import Path

from support.own_rulebooks import game_folder

from croupier.crypto.keys import PrivateKey
from croupier.games import catalogue
from croupier.house.engine.live_table import begun
from croupier.rulebook import Refusal
from croupier.rulebook.submission import Submission
from croupier.table.decide import open_table
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.state import Place


def test_a_settlement_that_raises_refuses_the_command_that_leads_to_it(tmp_path: Path) -> None:
    folder = game_folder(tmp_path / "three")
    with (folder / "game.py").open("a", encoding="utf-8") as code:
        code.write("\nfrom dataclasses import replace\nGAME = replace(GAME, read=lambda *_: 1 / 0)\n")
    book, game = catalogue.read(str(folder))
    source = Random("a")
    state = open_table(Submission.of(book, {}), game=game, place=Place("h", "t", "s"), source=source.kind)
    live = begun("t", state, source, PrivateKey(bytes(32)), 0)
    live.open()
    live.carry_out(Command("player", "sit", 1, {}, {"bankroll": 1_000_000}))
    least = state.terms.least_wagers()
    live.carry_out(Command("player", "bet", 1, {"wagers": least, "ready": True}))
    before = live.mark()
    refused = live.carry_out(Command("player", "decide", 1, {"choice": "play"}))
    assert isinstance(refused, Refusal)
    assert "the game's code fails: ZeroDivisionError: division by zero at game.py, line" in str(refused)
    assert (live.seq, live.state) == (before.seq, before.state)
    assert live.state.seat(1).wagers == least
