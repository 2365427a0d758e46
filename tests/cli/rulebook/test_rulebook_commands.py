"""From a text to a rulebook: `croupier rulebook draft`, `croupier rulebook check` and `croupier rules diff` by rule."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest
from support import three_card
from support.cli.shell import run
from support.own_rulebooks import game_folder

import croupier
from croupier.documents.rulebook_draft import Nearest, Printed, draft, printed_clauses
from croupier.documents.rulebook_review import ONLY_IF_BOUND
from croupier.rulebook.translation import said_in

DATA = resources.files("croupier.rulebook") / "data"
DOCUMENT = """Article 9
9(1)\tThe game is played with one deck of 52 cards.
9(2)\tTo play a round, a player places an ante and a blind of the same amount.
  They lie on the marked areas.
9(3)\tThe dealer burns a card and deals three community cards face up.
"""


def test_a_draft_has_the_clauses_of_the_text_by_their_printed_ids(tmp_path: Path) -> None:
    (tmp_path / "law.txt").write_text(DOCUMENT, encoding="utf-8")
    ran = run("rulebook", "draft", str(tmp_path / "law.txt"), "--like", "uth-ma")
    assert ran.returncode == 0, ran.stderr
    made = tomllib.loads(ran.stdout)
    assert [clause["id"] for clause in made["clause"]] == ["9(1)", "9(2)", "9(3)"]
    assert {clause["says"] for clause in made["clause"]} == {""}
    assert (made["id"], made["game"], made["deck"]) == ("law", "uth", "standard")
    assert "community.burn" in made["clause"][2]["rules"]
    assert (
        "# the document: To play a round, a player places an ante and a blind of the same amount. They lie"
        in ran.stdout
    )
    assert re.search(r"# like uth-ma \S+ \((enforced|instructed|in part|outside)\): ", ran.stdout)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("10. Deal\n(a) First\n(1) one\n(2) two\n(b) Second", "10 10(a) 10(a)(1) 10(a)(2) 10(b)"),
        ("10(b)(3) Deal", "10(b)(3)"),
        ("55-20-1(5)\tLe maximum", "55-20-1(5)"),
        ("18.7(b) Bonus\n18.8 Hand", "18.7(b) 18.8"),
        ("### **3. Cards**\n(h) x\n(i) y\n(j) z", "3 3(h) 3(i) 3(j)"),
    ],
)
def test_clauses_are_found_by_numbers_and_by_marks_under_them(text: str, ids: str) -> None:
    assert [each.id for each in printed_clauses(text)] == ids.split()


def test_each_clause_is_nearest_to_itself() -> None:
    for book in croupier.rulebooks():
        nearest = Nearest(book)
        said = [clause for clause in book.clauses if clause.kind != "heading"]
        near = [nearest.to(clause.says) for clause in said]
        assert all(found is not None for found in near)
        same = [set(found.rules) == set(clause.rules) for found, clause in zip(near, said, strict=True) if found]
        assert sum(same) > 0.8 * len(same)  # some clauses repeat the words of others


def test_a_draft_is_compared_in_the_language_of_its_text() -> None:
    """The nearest clause of every paragraph, said in French, is that paragraph; of English words it is as near."""
    book = croupier.load("uth-fr")
    for language in book.languages:
        said = [each for each in said_in(book, language).clauses if each.kind != "heading"]
        made = tomllib.loads(draft("\n".join(f"{each.id} {each.says}" for each in said), "own", book))
        rules = [
            set(clause.get("rules", ())) == set(each.rules) for clause, each in zip(made["clause"], said, strict=True)
        ]
        assert sum(rules) > 0.95 * len(rules), language


def test_a_draft_tells_headings_and_names_nothing_that_it_lacks() -> None:
    text = draft("1 Wagers\n1(a) Each player places an ante.\n2 Short\n", "own", croupier.load("uth-fr"))
    made = tomllib.loads(text)
    assert [clause["kind"] for clause in made["clause"]][:2] == ["heading", "wager"]
    assert made["clause"][2]["kind"] != "heading"  # nothing stands under it
    assert made["currency"] == "EUR"
    assert {option["ruling"] for option in made["option"].values()} == {""}
    assert not [row for table in made["table"] for row in table["rows"] if "ruling" in row]


def test_a_text_without_numbers_is_refused(tmp_path: Path) -> None:
    (tmp_path / "poem.txt").write_text("Roses are red\n", encoding="utf-8")
    ran = run("rulebook", "draft", str(tmp_path / "poem.txt"))
    assert ran.returncode == 2
    assert "no line begins with the number of a clause" in ran.stderr
    assert Printed("1", "x").id == "1"


def test_check_lists_what_a_draft_leaves_open_with_lines(tmp_path: Path) -> None:
    (tmp_path / "law.txt").write_text(DOCUMENT, encoding="utf-8")
    own = tmp_path / "law.toml"
    assert run("rulebook", "draft", str(tmp_path / "law.txt"), str(own), "--like", "uth-ma").returncode == 0
    ran = run("rulebook", "check", str(own), "--json")
    assert ran.returncode == 1
    found = json.loads(ran.stdout)
    lines = own.read_text(encoding="utf-8").splitlines()
    for said in found["unsaid"]:
        line, clause = re.fullmatch(r"line (\d+): clause (\S+) says nothing yet", said).groups()  # type: ignore[union-attr]
        assert lines[int(line) - 1] == f'id = "{clause}"'
    assert len(found["unsaid"]) == 3
    assert found["faults"]
    assert any(each.startswith("deal.order: ") for each in found["unasked"])
    assert not found["ready"]


@pytest.mark.parametrize("name", [book.id for book in croupier.rulebooks() if book.follows is None])
def test_check_finds_nothing_in_a_rulebook_of_the_package(name: str, tmp_path: Path) -> None:
    own = tmp_path / "rulebook.toml"
    own.write_text((DATA / f"{name}.toml").read_text(encoding="utf-8"), encoding="utf-8")
    ran = run("rulebook", "check", str(tmp_path), "--json")
    found = json.loads(ran.stdout)
    assert (ran.returncode, found["faults"], found["unasked"]) == (0, [], [])


@pytest.mark.parametrize("text", ["id = 5", "clause = 3", "[[clause]]\nsays = 1", 'follows = "x"', ""])
def test_check_of_a_file_that_is_not_of_its_form_lists_that(text: str, tmp_path: Path) -> None:
    own = tmp_path / "bad.toml"
    own.write_text(text, encoding="utf-8")
    ran = run("rulebook", "check", str(own))
    assert ran.returncode == 1
    assert "Contradicted or unknown (1)" in ran.stdout
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\x00\x01", "TOML"),
        (b"= =", "TOML"),
        (b"\xff\xfei\x00d\x00", "is no UTF-8 text"),
        (b"a = " + b"[" * 20_000 + b"]" * 20_000, "is nested "),
        (b"x" * ((4 << 20) + 1), "is too long"),
    ],
)
@pytest.mark.parametrize("words", [("rules",), ("rulebook", "check"), ("submission", "check")])
def test_a_bad_file_is_a_sentence(content: bytes, why: str, words: tuple[str, ...], tmp_path: Path) -> None:
    own = tmp_path / "bad.toml"
    own.write_bytes(content)
    ran = run(*words, str(own))
    assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1)
    assert why in ran.stderr


@pytest.mark.parametrize(
    "words", [("sign", "dragon-md", "--html", "sign.html", "--words"), ("analyze", "dragon-md", "--strategy")]
)
def test_what_is_nested_too_deeply_is_a_sentence_in_other_files_too(words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "deep.toml"
    file.write_text("a = " + "[" * 20_000 + "]" * 20_000, encoding="utf-8")
    ran = run(*words, str(file))
    assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1)
    assert "nested too deeply" in ran.stderr


def test_check_of_a_folder_knows_the_folders_own_game(tmp_path: Path) -> None:
    folder = game_folder(tmp_path / "mine")
    ran = run("rulebook", "check", str(folder))
    assert (ran.returncode, "is whole: Three Card Poker" in ran.stdout) == (0, True), ran.stdout
    (folder / "game.py").chmod(0o666)
    ran = run("rulebook", "check", str(folder))
    assert (ran.returncode, "others may write" in ran.stderr) == (2, True)


def test_steps_that_hang_on_a_clause_are_those_that_code_asks_for() -> None:
    """The list is read by people; the code is what a table does."""
    package = Path(str(croupier.__file__)).parent
    asked = {
        rule
        for room in ("table", "games")
        for path in (package / room).rglob("*.py")
        for rule in re.findall(r'(?:binds|in_force)\("([a-z_.]+)"', path.read_text(encoding="utf-8"))
    }
    assert asked == ONLY_IF_BOUND


def test_two_documents_of_one_game_are_compared_by_rule(tmp_path: Path) -> None:
    text = (DATA / "uth-ma.toml").read_text(encoding="utf-8").replace('id = "uth-ma"', 'id = "uth-own"', 1)
    text = text.replace(', "community.burn"', "").replace('"community.burn", ', "").replace('"community.burn"', "")
    own = tmp_path / "own.toml"
    own.write_text(
        text.replace('{ hand = "flush", pays = "3 to 2"', '{ hand = "flush", pays = "2 to 1"'), encoding="utf-8"
    )
    found = json.loads(run("rules", "diff", "uth-ma", str(own), "--json").stdout)
    assert [each["rule"] for each in found["dropped"]] == ["community.burn"]
    assert found["added"] == []
    assert "uth-simple" in found["strategies"]
    assert found["tests"]
    assert run("rules", "diff", "uth-ma", str(own)).returncode == 0


def test_documents_of_two_games_are_not_compared() -> None:
    ran = run("rules", "diff", "uth-ma", "lir-nj")
    assert ran.returncode == 2
    assert "are not editions of one document" in ran.stderr


def test_a_book_that_follows_procedures_is_reviewed_whole() -> None:
    from croupier.documents.rulebook_review import review

    found = review(three_card.TEXT, {"three_card": three_card.GAME})
    assert found.is_ready, found
    assert found.unasked == ()
