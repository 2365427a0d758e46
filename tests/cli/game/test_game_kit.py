"""The kit for designers: a folder that is begun plays, solves and passes its tests; what is wrong is a sentence."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.games.examples import FOLDER, every_example, title

from croupier import analyze
from croupier.cli.game import trial
from croupier.cli.game.game_check import check
from croupier.cli.game.new import new
from croupier.cli.terminal.errors import InputError, NotWholeError
from croupier.games import own_code
from croupier.games.catalogue import PACKAGE, brought, named
from croupier.rulebook.loader import RulebookError

ROUNDS = 60


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    folder = tmp_path / "my-game"
    new(str(folder))
    return folder


def changed(folder: Path, *pairs: tuple[str, str], file: str = "game.py") -> list[str]:
    """The faults of the folder's game after these texts are replaced."""
    text = (folder / file).read_text(encoding="utf-8")
    for old, with_it in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, with_it)
    (folder / file).write_text(text, encoding="utf-8")
    return trial.tried(brought(str(folder)), ROUNDS, 0).faults


# ---- a game that is begun ------------------------------------------------------------------------------


def test_a_game_that_is_begun_plays_and_three_rounds_are_shown(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(str(begun), ROUNDS, as_json=False)
    told = capsys.readouterr().out
    assert f"{ROUNDS} rounds of My Game were played at random." in told
    assert [f"Round {number}" in told for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert "The counter 'ladder' solves it in seconds. Why not another:" in told
    assert "own: it counts hands that are held against no dealer's." in told
    assert "Warning: Base game favours the player, by 13.2821% of Ante." in told


def test_a_game_that_is_begun_passes_its_own_tests(begun: Path) -> None:
    ran = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(begun)],
        capture_output=True,
        text=True,
        check=False,
        cwd=begun,
    )
    assert ran.returncode == 0, ran.stdout
    assert "3 passed" in ran.stdout


def test_a_game_that_is_begun_is_solved(begun: Path) -> None:
    found = analyze(named(str(begun)))
    assert set(found.wagers) == {"base"}
    assert -1 < found["base"].ev < 1
    assert sum(found["base"].outcomes.values()) == found["base"].cycle


def test_a_name_that_is_none_and_a_folder_with_files_are_refused(begun: Path) -> None:
    with pytest.raises(InputError, match="is no name of a game"):
        new(str(begun.parent / "My Game"))
    with pytest.raises(InputError, match="is a folder with files in it"):
        new(str(begun))


# ---- games with faults -----------------------------------------------------------------------------------

MAY = "def may(choice: str, cards: tuple[int, ...], terms: Terms) -> bool:\n"
FAULTS = {
    "raises in its script": (
        ("    return (\n        Deal", '    terms.rulebook.wagers["moon"]\n    return (\n        Deal'),
        "the game's code fails: KeyError: 'moon' at game.py, line 23, in script",
    ),
    "deals more cards than there are": (
        ("Deal(each=3, dealer=3)", "Deal(each=9, dealer=3)"),
        "a full table of 6 needs 57 cards, and the deck has 52; allow fewer seats",
    ),
    "turns up what does not lie there": (
        ("        Stub(),\n", '        TurnUp(4, "ask.play", of="dealer"),\n        Stub(),\n'),
        "step 2 of the script, TurnUp: 4 cards are turned up, and 3 lie there",
    ),
    "leaves community cards face down": (
        ("Deal(each=3, dealer=3)", "Deal(each=3, dealer=3, community=2)"),
        "2 community cards are never turned up, and hands are settled with them",
    ),
    "asks for a wager that is none": (
        ('"ask.play", (PLAY, FOLD))', '"ask.play", (PLAY, FOLD), only="moon")'),
        "step 3 of the script, Ask: only 'moon', which is no wager of the rulebook",
    ),
    "has one name twice": (
        ("(PLAY, FOLD)", "(PLAY, FOLD, PLAY)"),
        "step 3 of the script, Ask: two choices are called 'play'",
    ),
    "has nobody choose for the absent": (
        ('    return "fold"\n', '    return "check"\n'),
        "your cards: absent() says 'check', and the choices are play, fold",
    ),
    "raises when it settles": (
        ("    if facts.beats == 0:\n", "    if facts.beats == 1 / 0:\n"),
        "the game's code fails: ZeroDivisionError: division by zero at game.py, line 76, in _settled",
    ),
    "forgets a wager": (
        ("    for wager, stake in stakes.items():\n", "    for wager, stake in list(stakes.items())[:1]:\n"),
        "the wager play has 0 lines with its stake in a settlement; it needs one",
    ),
    "takes more than was staked": (
        (
            'lose(wager, stake, "you folded", terms.clauses("ask.fold"))',
            'lose(wager, stake, "you folded", terms.clauses("ask.fold"))._replace(amount=-2 * stake)',
        ),
        "the wager ante loses more than its stake",
    ),
    "settles by no clause": (
        ('lose(wager, stake, "you folded", terms.clauses("ask.fold"))', 'lose(wager, stake, "you folded", ())'),
        "the wager ante is settled by no clause: you folded",
    ),
    "pays by what a player is told": (
        ("    if facts.beats < 0:\n", '    if facts.beats < 0 or facts.dealer == "":\n'),
        "an amount depends on facts that bare() leaves out, which are for words alone",
    ),
    "has a choice that no cards allow": (
        (
            "GAME = Game(\n",
            f'{MAY}    return choice != "play"\n\n\nGAME = Game(\n    may=may,\n',
        ),
        f"the choice 'play', your cards, could be made in none of {ROUNDS} rounds",
    ),
    "ranks hands otherwise than it reads them": (
        ("    ranking=three.strength,\n", "    ranking=sum,\n"),
        "a hand is settled otherwise by ranking() and compare(), which the analysis counts by",
    ),
    "settles a wager that there is not": (
        ('Settle(("ante", "play")', 'Settle(("ante", "play", "moon")'),
        "the script settles moon, which is no wager of the rulebook",
    ),
    "leaves no choice": (
        (
            "GAME = Game(\n",
            f"{MAY}    return False\n\n\nGAME = Game(\n    may=may,\n",
        ),
        "no choice is open",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_game_with_a_fault_is_told_of_it(fault: str, begun: Path) -> None:
    change, says = FAULTS[fault]
    with_it = ("Settle, Stub\n", "Settle, Stub, TurnUp\n")
    try:
        found = changed(begun, with_it, change)
    except RulebookError as error:
        found = [str(error)]
    assert any(says in each for each in found), found


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("    own = three", "    while True:\n        pass\n    own = three"), "in read"),
        (("    return (\n        Deal", "    while True:\n        pass\n    return (\n        Deal"), "in script"),
    ],
)
def test_code_that_does_not_end_is_stopped_with_its_line(
    change: tuple[str, str], says: str, begun: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Reading a rulebook runs the script, so that its turns are counted, too."""
    monkeypatch.setattr(own_code, "MOST_TURNS", 100_000)
    text = (begun / "game.py").read_text(encoding="utf-8")
    (begun / "game.py").write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(NotWholeError, match="1 thing to be put right"):
        check(str(begun), ROUNDS, as_json=True)
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert re.search(rf"at game.py, line \d+, {says}", fault)
    assert "it does not end in 100,000 turns of its loops and functions" in fault


def test_faults_end_with_exit_code_1(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert changed(begun, ("Deal(each=3, dealer=3)", "Deal(each=9, dealer=3)"))
    with pytest.raises(NotWholeError, match="1 thing to be put right"):
        check(str(begun), ROUNDS, as_json=False)
    assert "allow fewer seats" in capsys.readouterr().out


# ---- the example games -----------------------------------------------------------------------------------


@every_example
def test_nothing_is_wrong_with_an_example(name: str) -> None:
    found = trial.tried(title(name), 400, 3)
    assert found.faults == []
    assert len(found.shown) == 3


def test_a_game_that_is_only_dealt_is_whole_and_says_why_it_is_not_solved(capsys: pytest.CaptureFixture[str]) -> None:
    check(str(FOLDER / "every-word"), 400, as_json=False)
    said = " ".join(capsys.readouterr().out.split())
    assert "It is dealt, and cannot be analysed or coached: the analysis does not understand up=1 (Deal" in said


def test_nothing_is_wrong_with_a_document_of_a_game_of_the_package_that_leaves_wagers_out() -> None:
    """A game that documents share settles wagers that one of them does not have."""
    found = trial.tried(PACKAGE.title("uth-fr"), 60, 0)
    assert not [fault for fault in found.faults if "settles" in fault or "refused" in fault]
