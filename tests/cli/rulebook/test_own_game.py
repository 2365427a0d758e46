"""A folder with a game of one's own, named wherever the name of a rulebook is taken."""

import json
from pathlib import Path

import pytest
from support.cli.shell import run
from support.own_rulebooks import game_folder

import croupier
from croupier.games import catalogue
from croupier.rulebook.loader import RulebookError

STRATEGY = """name = "King high"
source = "house rules"
rulebook = "three-card"
[stages]
"your cards" = ["play when high card king", "fold otherwise"]
"""


@pytest.fixture(name="own", scope="module")
def own_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = game_folder(tmp_path_factory.mktemp("games") / "three")
    (folder / "strategies").mkdir()
    (folder / "strategies" / "king.toml").write_text(STRATEGY, encoding="utf-8")
    return folder


@pytest.fixture(name="recorded", scope="module")
def recording(own: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "record"
    ran = run("play", str(own), "--auto", "--rounds", "2", "--seed", "a", "--others", "king", "--record", str(file))
    assert ran.returncode == 0, ran.stderr
    return file


def said(*words: str) -> str:
    ran = run(*words, remembers=True)
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    return ran.stdout


def test_the_folder_is_taken_where_a_name_is(own: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.toml"
    for words in (
        ("rules", str(own)),
        ("rules", str(own), "4(a)"),
        ("sign", str(own)),
        ("submission", "new", str(own), str(made)),
        ("submission", "check", str(made)),
        ("analyze", str(own), "--hands", "2"),
        ("analyze", str(own), "--strategy", "king"),
        ("analyze", str(own), "--strategy", str(own / "strategies" / "king.toml")),
        ("analyze", str(made), "--html", str(tmp_path / "sheet.html")),
        ("worth", str(own)),
        ("submission", "packet", str(made), "--html", str(tmp_path / "packet.html")),
    ):
        said(*words)


@pytest.mark.usefixtures("shared_solutions")
def test_its_analysis_is_exact(own: Path) -> None:
    book = croupier.load(str(own))
    found = croupier.analyze(croupier.submission(book))
    assert found["base"].ev == croupier.analyze(str(own))["base"].ev
    assert round(float(found["base"].house_edge), 6) == 0.03373  # 3.37 per cent, as published for 5, 4 and 1
    (played,) = croupier.deal(croupier.submission(book), players=["king"], rounds=1, seed="1")
    assert played.hands[0].decisions


def test_a_record_names_the_code_of_its_game_and_never_brings_it(own: Path, recorded: Path) -> None:
    code = catalogue.read(str(own)).game.code_hash
    header = json.loads(recorded.read_bytes().splitlines()[0])
    assert header["game_code"] == code
    assert "GAME = Game(" not in recorded.read_text(encoding="utf-8")
    for words in (("audit",), ("replay",), ("incident", "--round", "1")):
        ran = run(words[0], str(recorded), *words[1:])
        assert ran.returncode == 1
        assert f"there is no game 'three_card' here, whose code has the hash {code[:40]}" in ran.stderr
    found = json.loads(said("audit", str(recorded), "--game", str(own), "--json"))
    assert (found["decided_again"], found["game_code"], found["rounds"]) == (True, code, 2)
    assert "Round 2 is over" in said("replay", str(recorded), "--game", str(own))


def test_who_records_a_game_is_told_how_the_recording_is_read(own: Path, tmp_path: Path) -> None:
    file = tmp_path / "told.jsonl"
    said = run("play", str(own), "--auto", "--rounds", "1", "--record", str(file)).stdout
    assert f"croupier audit {file} --game {own}" in " ".join(said.split())
    bare = run("audit", str(file))
    assert bare.returncode == 1
    assert "named with the recording: --game FOLDER" in " ".join(bare.stderr.split())


def test_with_other_code_the_events_are_folded_and_it_is_said(own: Path, recorded: Path, tmp_path: Path) -> None:
    other = game_folder(tmp_path / "other")
    with (other / "game.py").open("a", encoding="utf-8") as file:
        file.write("# other code\n")
    named = ("--game", str(other))
    assert json.loads(said("audit", str(recorded), *named, "--json"))["decided_again"] is False
    assert "the code of its game is another here" in " ".join(said("audit", str(recorded), *named).split())
    replayed = said("replay", str(recorded), *named).splitlines()
    assert replayed[0].startswith("The events are shown as they stand")
    assert replayed[1:] == said("replay", str(recorded), "--game", str(own)).splitlines()
    told = " ".join(said("incident", str(recorded), "--round", "1", *named).split())
    assert "taken as it stands (the code of its game is another here" in told


def test_a_game_that_is_not_the_records_is_refused(own: Path, tmp_path: Path) -> None:
    record = tmp_path / "record"
    said("play", "dragon-md", "--auto", "--rounds", "1", "--seed", "a", "--record", str(record))
    ran = run("audit", str(record), "--game", str(own))
    assert ran.returncode == 1
    assert "its game is 'dragon'; accepted: not three_card, which was named" in ran.stderr


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("GAME = 1\n", "defines no GAME that is a game"),
        ("GAME =\n", "is no game: SyntaxError"),
        ("raise KeyError('x')\n", "is no game: KeyError"),
        ("raise SystemExit(0)\n", "is no game: SystemExit"),
    ],
)
def test_code_that_is_no_game_is_one_sentence(tmp_path: Path, code: str, why: str) -> None:
    folder = game_folder(tmp_path / "bad")
    (folder / "game.py").write_text(code, encoding="utf-8")
    ran = run("play", str(folder), "--auto")
    assert ran.returncode == 2
    assert why in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1


def test_code_that_others_may_write_is_not_run(tmp_path: Path) -> None:
    folder = game_folder(tmp_path / "open")
    for path in (folder, folder / "game.py"):
        was = path.stat().st_mode
        path.chmod(was | 0o022)
        with pytest.raises(RulebookError, match="is code, and others may write"):
            croupier.load(str(folder))
        path.chmod(was)
    elsewhere = tmp_path / "link"
    elsewhere.mkdir(mode=0o700)
    for name in ("game.py", "rulebook.toml"):
        (elsewhere / name).symlink_to(folder / name)
    with pytest.raises(RulebookError, match="it is a link"):
        croupier.load(str(elsewhere))


def test_a_rulebook_from_data_brings_no_code(own: Path) -> None:
    book = croupier.load(str(own))
    assert book.beside.code
    with pytest.raises(croupier.UnknownError, match="there is no game 'three_card'"):
        croupier.read_rulebook(book.to_data())
