"""Provably fair play at a terminal: the player's numbers for the last cuts, the commitments and the receipts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from croupier.cli.terminal import show
from croupier.cli.terminal.output_files import Stream
from croupier.client.player_numbers import Numbers
from croupier.table.decide import Decision
from croupier.table.model.command import Command
from croupier.table.model.state import Place, State
from croupier.table.receipts.receipt import receipt
from croupier.table.views.view import Viewer, view

if TYPE_CHECKING:
    from croupier.table.recording.journal import Journal

ALONE = "One process on one machine was house and player: it proves nothing to anybody else."


def place(rulebook: str, seed: str | None) -> Place:
    """House, table and session of a terminal's own game; with a seed the session's name is always the same."""
    return Place("terminal", rulebook, "practice" if seed is not None else os.urandom(8).hex())


class Part:
    """One player's part in the last cuts of a local table."""

    def __init__(self, seat: int, text: str | None, *, practice: bool) -> None:
        self._seat = seat
        self._numbers = Numbers(text, practice=practice)

    def promise(self) -> dict[str, str]:
        """Arguments of `sit`: the hash of the player's first number."""
        return self._numbers.promise()

    def give(self) -> dict[str, str]:
        """Arguments of `give number`: the number that was promised, and the hash of the next one."""
        return self._numbers.give()

    def hear(self, before: State, command: Command, decision: Decision) -> None:  # noqa: ARG002 - a listener's shape
        """Mark a number as used once it is on record."""
        for event in decision.events:
            if event.kind == "revealed" and event.data["seat"] == self._seat:
                self._numbers.heard(event.data["number"])


def show_commitments(state: State, viewer: Viewer, *, plain: bool) -> None:
    """Print the commitments made before the bet, each on a line of its own, so that the player can keep them."""
    seen = view(state, viewer)
    if not seen["root"]:
        return
    made = state.decks[state.playing].shuffle
    show.line(f"  Shuffle {made.number}, {seen['source']}{'.' * plain}", "dim")
    show_values(seen, plain=plain)


def show_values(seen: Mapping[str, Any], *, plain: bool) -> None:
    """Print what binds the deck that lies ready: the commitment to its secret and its root, each on its own line."""
    if seen["deck"]:
        _show_value("Commitment", seen["deck"]["commitment"], plain=plain)
        _show_value("Root", seen["root"], plain=plain)


def _show_value(label: str, value: str, *, plain: bool) -> None:
    show.unbroken(f"  {label}: {value}" if plain else f"  {label:12}{value}", "dim")


class Receipts:
    """File of receipts: a line for each round, and at the end the session's seed, which opens all of them."""

    def __init__(self, file: Stream, viewer: Viewer, journal: Journal | None) -> None:
        self._file = file
        self._viewer = viewer
        self._journal = journal

    def hear(self, before: State, command: Command, decision: Decision) -> None:  # noqa: ARG002 - a listener's shape
        """Write a receipt when a round is over, and the seed when the session has ended."""
        for event in decision.events:
            if event.kind == "over":
                head = self._journal.recorder.head if self._journal else ""
                self._write({**(receipt(decision.state, self._viewer) or {}), "head": head})
            elif event.kind == "ended":
                self._write({"session": decision.state.fixed.place.session, "seed": event.data["seed"]})

    def _write(self, kept: object) -> None:
        self._file.write(json.dumps(kept).encode() + b"\n")
