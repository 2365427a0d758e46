"""A rulebook of one's own, named by its path, in commands and in the library."""

from pathlib import Path

import pytest
from support.cli.shell import run

import croupier
from croupier.rulebook import files
from croupier.rulebook.loader import RulebookError

DATA = Path(str(croupier.__file__)).parent / "rulebook" / "data"


@pytest.fixture(name="own")
def own_rulebook(tmp_path: Path) -> Path:
    text = (DATA / "dragon-md.toml").read_text(encoding="utf-8").replace('id = "dragon-md"', 'id = "dragon-own"', 1)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "rulebook.toml").write_text(text, encoding="utf-8")
    return folder / "rulebook.toml"


def test_a_path_is_taken_where_a_name_is(own: Path, tmp_path: Path) -> None:
    for words in (
        ("rules", str(own)),
        ("rules", str(own), "11.D(1)"),
        ("sign", str(own)),
        ("submission", "new", str(own)),
        ("play", str(own), "--auto", "--rounds", "1", "--seed", "a", "--record", str(tmp_path / "record")),
        ("audit", str(tmp_path / "record")),
        ("replay", str(tmp_path / "record")),
        ("analyze", str(own), "--json"),
    ):
        ran = run(*words)
        assert ran.returncode == 0, ran.stderr
        assert "Traceback" not in ran.stderr


def test_the_answers_by_a_path_are_those_of_the_name(own: Path) -> None:
    by_path, by_name = croupier.analyze(str(own)), croupier.analyze("dragon-md")
    assert {name: account.ev for name, account in by_path.wagers.items()} == {
        name: account.ev for name, account in by_name.wagers.items()
    }


def test_a_folder_stands_for_the_rulebook_in_it(own: Path) -> None:
    assert croupier.load(str(own.parent)) == croupier.load(str(own))


def test_a_submission_names_a_rulebook_seen_from_its_own_folder(own: Path, tmp_path: Path) -> None:
    file = tmp_path / "submission.toml"
    file.write_text('rulebook = "mine/rulebook.toml"\nthree_card_bonus = "B"\n', encoding="utf-8")
    assert own.exists()
    assert run("submission", "check", str(file)).returncode == 0
    made = tmp_path / "made.toml"
    assert run("submission", "new", str(own), str(made)).returncode == 0
    assert run("submission", "check", str(made)).returncode == 0


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\xff\xfe\x00", "is no UTF-8 text"),
        (b"id = ", "a rulebook is TOML, and this is none"),
        (b'id = "x"', "a rulebook lacks"),
        (b'follows = "mine"', "there is no 'mine'"),
        (b"x" * ((4 << 20) + 1), "is too long"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    with pytest.raises(RulebookError, match=why):
        files.read(str(file))
    ran = run("rules", str(file))
    assert ran.returncode == 2
    assert why in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1


def test_a_game_that_there_is_not_is_said(own: Path) -> None:
    own.write_text(own.read_text(encoding="utf-8").replace('game = "dragon"', 'game = "terms"', 1), encoding="utf-8")
    ran = run("play", str(own), "--auto")
    assert ran.returncode == 2
    assert "there is no game 'terms'; accepted: colorado, dragon, lir, uth, or a folder" in ran.stderr


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    ran = run("rules", str(tmp_path / "none.toml"))
    assert ran.returncode == 2
    assert "is no file" in ran.stderr
