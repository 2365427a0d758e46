"""Every playthrough is exactly what its commands lead to, and together they show each rulebook at work.

A playthrough names the clauses that it shows in comments like `# clauses: 10(a), 10(b)`; its folder is its rulebook.
After a change that is meant, `make playthroughs` writes them anew.
"""

from pathlib import Path

import pytest
from support.watching import Watch

from croupier.rulebook import NAMES, Refusal, load
from croupier.table import runner
from croupier.table.commands import Command
from croupier.table.decide import Decision, step
from croupier.table.script_file import played
from croupier.table.state import State

FOLDER = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(FOLDER.glob("*/*.txt"))
CLAUSES = "# clauses:"
every_rulebook = pytest.mark.parametrize("name", NAMES)


def clauses(text: str) -> list[str]:
    """The clauses that a playthrough says it shows."""
    lines = [line.removeprefix(CLAUSES) for line in text.splitlines() if line.startswith(CLAUSES)]
    return [clause.strip() for line in lines for clause in line.split(",") if clause.strip()]


def dealing(text: str) -> str:
    """The way of dealing that a playthrough sets, or nothing if it leaves that to its rulebook."""
    lines = [line.partition(":")[2].replace(" ", "") for line in text.splitlines() if line.startswith("set:")]
    return next((line.partition("=")[2] for line in lines if line.startswith("dealing=")), "")


def parameters() -> list[object]:
    """One parameter a file, which carries the clauses that the file names."""
    return [
        pytest.param(
            path,
            id=f"{path.parent.name}/{path.stem}",
            marks=pytest.mark.clause(path.parent.name, *clauses(path.read_text(encoding="utf-8"))),
        )
        for path in FILES
    ]


@pytest.mark.parametrize("path", parameters())
def test_a_playthrough_is_what_its_commands_lead_to(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert list(played(text)) == text.splitlines()


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])
def test_in_a_playthrough_what_must_be_true_is_true(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The watch sees every command; among much else it rebuilds each round's hands from the rack."""
    sent: list[tuple[State, Command]] = []

    def spied(state: State, command: Command) -> Decision | Refusal:
        sent.append((state, command))
        return step(state, command)

    monkeypatch.setattr(runner, "step", spied)
    list(played(path.read_text(encoding="utf-8")))
    watch = Watch(sent[0][0])
    for state, command in sent:
        assert state.dump() == watch.state.dump()
        watch.send(command)


@every_rulebook
def test_a_playthrough_says_what_it_shows_and_names_clauses_that_exist(name: str) -> None:
    known = {clause.id for clause in load(name).clauses if not clause.outside}
    for path in FOLDER.glob(f"{name}/*.txt"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("# "), f"{path.name} says nothing of what it shows"
        assert f"\nrulebook: {name}\n" in text, f"{path.name} is of another rulebook than its folder"
        named = clauses(text)
        assert named, f"{path.name} names no clause"
        assert not set(named) - known, f"{path.name} names a clause that no table can show"
        assert len(named) == len(set(named)), f"{path.name} names a clause twice"


@every_rulebook
def test_every_rulebook_has_a_playthrough_of_each_way_of_dealing(name: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in FOLDER.glob(f"{name}/*.txt")]
    ways = list(load(name).options["dealing"].values or {})
    shown = {dealing(text) or ways[0] for text in texts}
    assert shown == set(ways), f"no playthrough of {', '.join(sorted(set(ways) - shown)) or name}"
