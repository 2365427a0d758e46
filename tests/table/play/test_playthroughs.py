"""Every playthrough is exactly what its commands lead to, and together they show each rulebook at work.

A playthrough names the clauses that it shows in comments like `# clauses: 10(a), 10(b)`, and what it prints cites each
of them; its folder is its rulebook. After a change that is meant, `make playthroughs` writes them anew.
"""

import re
from pathlib import Path

import pytest
from support.table.invariants import Watch

from croupier.rulebook import NAMES, Refusal, load
from croupier.table.decide import Decision, step
from croupier.table.model.command import Command
from croupier.table.model.state import State
from croupier.table.play import runner
from croupier.table.play.script_file import played

FOLDER = Path(__file__).parents[2] / "playthroughs"
FILES = sorted(FOLDER.glob("*/*.txt"))
CLAUSES = "# clauses:"
every_file = pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])
every_rulebook = pytest.mark.parametrize("name", NAMES)

# The lines that cite clauses: of what happened, a refusal, an irregularity, an instruction, a notice, a column, a wager
# that is settled. Each rulebook has its own short name.
CITING = (
    r"  \[clauses\] {short} (.+)",
    r"  Refused: {short} (.+?): .+",
    r"  Irregularity \((.+?)\): .+",
    r"  Instruction \({short} (.+?)\): .+",
    r"  Notice to seat \d+ \((.+?)\): .+",
    r"  .+ pays, for \d+ hands \((.+?)\): .+",
    r"  Seat \d+: .+ \({short} (.+)\)\.",
)


def clauses(text: str) -> list[str]:
    """The clauses that a playthrough says it shows."""
    lines = [line.removeprefix(CLAUSES) for line in text.splitlines() if line.startswith(CLAUSES)]
    return [clause.strip() for line in lines for clause in line.split(",") if clause.strip()]


def shown(text: str, short: str) -> set[str]:
    """The clauses that what a playthrough prints cites; what a person has written in it does not count."""
    forms = [re.compile(form.format(short=re.escape(short))) for form in CITING]
    cited = [found[1] for line in text.splitlines() for form in forms if (found := form.fullmatch(line))]
    return {clause for each in cited for clause in each.partition("; ruling")[0].split(", ")}


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
def test_a_playthrough_is_what_its_commands_lead_to(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what must be true at a table is: the watch sees every command; it rebuilds the hands from the rack."""
    sent: list[tuple[State, Command]] = []

    def spied(state: State, command: Command) -> Decision | Refusal:
        sent.append((state, command))
        return step(state, command)

    monkeypatch.setattr(runner, "step", spied)
    text = path.read_text(encoding="utf-8")
    assert list(played(text)) == text.splitlines()
    watch = Watch(sent[0][0])
    for state, command in sent:
        assert state.dump() == watch.state.dump()
        watch.send(command)


@every_file
def test_a_playthrough_shows_the_clauses_that_it_claims(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not sorted(set(clauses(text)) - shown(text, load(path.parent.name).short))


@pytest.mark.parametrize(
    ("line", "cited"),
    [
        ("  [clauses] Dragon 13.H, 13.H(2) (second)", {"13.H", "13.H(2) (second)"}),
        (
            "  Refused: Dragon 7.F(1), 11.B: play costs $10 (ruling S33); accepted: less",
            {"7.F(1)", "11.B"},
        ),
        ("  Irregularity (13.D): seat 1 has a wrong number of cards.", {"13.D"}),
        ("  Instruction (Dragon 9.A(2), 9.A(2)(a)): Hold the deck in the same hand.", {"9.A(2)", "9.A(2)(a)"}),
        ("  Notice to seat 1 (13(c), 13(f); ruling U2): Cover All of seat 1 goes back.", {"13(c)", "13(f)"}),
        ("  Cover All pays, for 3 hands (13(e)): Royal flush 150 to 1.", {"13(e)"}),
        ("  Seat 1: Ante $10 loses: you folded (Dragon 11.B; ruling D11, S10).", {"11.B"}),
        ("  Refused: Dragon: the floor has to rule first (ruling S12); accepted: a ruling by the floor", set()),
        ("  [clauses] UTH 10(a)", set()),
        ("# [clauses] Dragon 11.B", set()),
    ],
)
def test_a_clause_is_shown_where_the_table_cites_it_and_nowhere_else(line: str, cited: set[str]) -> None:
    assert shown(line, "Dragon") == cited


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
