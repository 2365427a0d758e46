"""Parts of the proof: what they write, and what they leave alone."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import prove
import pytest
from proofs import DOCS, HEADS, LONGEST, RECORD, ROOT, SUMMARY, Finding, Proof, lasted, replaced, tree


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one commit, and nothing changed since."""
    (tmp_path / "rules").write_text("one\n", encoding="utf-8")
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "."], [*who, "commit", "-q", "-m", "one"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)  # noqa: S603, S607 - a repository of our own
    return tmp_path


def passed(test: str, *showed: str) -> pytest.TestReport:
    said = [("showed", what) for what in showed]
    return pytest.TestReport(test, ("", 0, ""), {}, "passed", None, "call", user_properties=said)


def failed(test: str) -> pytest.TestReport:
    return pytest.TestReport(test, ("", 0, ""), {}, "failed", "because", "call")


class Pytest:
    """Stands in for pytest: it reports some tests and ends as it is told."""

    def __init__(self, ends: pytest.ExitCode, *reports: pytest.TestReport) -> None:
        self.ends, self.reports = ends, reports
        self.arguments: Sequence[str] = ()

    def __call__(self, arguments: Sequence[str], plugins: Sequence[Any]) -> pytest.ExitCode:
        self.arguments = arguments
        for report in self.reports:
            plugins[0].pytest_runtest_logreport(report)
        return self.ends


@pytest.fixture
def docs(repository: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for summary and record in place of our own."""
    path = repository / "docs"

    class Elsewhere(Proof):
        def __init__(self, part: str, seed: int) -> None:
            super().__init__(part, seed, repository)

        def write(self, *, held: bool, showed: Sequence[Finding], folder: Path = path) -> None:
            super().write(held=held, showed=showed, folder=folder)

    monkeypatch.setattr(prove, "Proof", Elsewhere)
    return path


def test_a_part_that_holds_says_what_it_showed_on_which_commit_and_from_which_seed(
    repository: Path, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = [passed("a.py::test_cards_add_up[1]", "12 cards"), passed("a.py::test_cards_add_up[2]", "13 cards")]
    running = Pytest(pytest.ExitCode.OK, *reports)
    monkeypatch.setattr(pytest, "main", running)
    assert prove.run("table", 17) == 0
    assert {"--seed=17", "--hypothesis-seed=17", "--hypothesis-profile=search"} <= set(running.arguments)
    for name in (SUMMARY, RECORD):
        said = (docs / name).read_text(encoding="utf-8")
        assert said.startswith(HEADS[name])
        assert f"**Held** on `{tree(repository).commit}`, " in said
        assert "Seed 17: `make prove-table SEED=17` repeats it." in said
        assert "not committed" not in said, "summary and record are no change of what was looked at"
    assert "- cards add up (2 cases); 12 cards; 13 cards\n" in (docs / SUMMARY).read_text(encoding="utf-8")
    assert "- cards add up (2 cases)\n  - 12 cards\n  - 13 cards\n" in (docs / RECORD).read_text(encoding="utf-8")
    assert not tree(repository).changed
    assert {path.name for path in docs.iterdir()} == {SUMMARY, RECORD}


def test_a_part_that_fails_says_so_and_what_failed(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reports = [passed("a.py::test_fine"), failed("a.py::test_wrong")]
    monkeypatch.setattr(pytest, "main", Pytest(pytest.ExitCode.TESTS_FAILED, *reports))
    assert prove.run("table", 17) == 1
    for name in (SUMMARY, RECORD):
        said = (docs / name).read_text(encoding="utf-8")
        assert "**FAILED** on " in said
        assert "- FAILED: `a.py::test_wrong`\n- fine\n" in said


def test_a_part_that_is_interrupted_leaves_the_record_as_it_was(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytest, "main", Pytest(pytest.ExitCode.INTERRUPTED, passed("a.py::test_fine")))
    assert prove.run("table", 17) == prove.INTERRUPTED
    assert not docs.exists()


def test_a_part_without_tests_is_a_fault(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytest, "main", Pytest(pytest.ExitCode.NO_TESTS_COLLECTED))
    with pytest.raises(SystemExit, match="NO_TESTS_COLLECTED"):
        prove.run("table", 17)
    assert not docs.exists()


def test_many_results_are_counted_in_the_summary_and_all_in_the_record() -> None:
    results = tuple(f"table {number}: 1,000 rounds" for number in range(40))
    finding = Finding("rounds are dealt (40 cases)", results)
    assert finding.in_short() == "rounds are dealt (40 cases); table 0: 1,000 rounds; 39 more in the record"
    assert finding.in_full().splitlines() == ["rounds are dealt (40 cases)", *(f"  - {result}" for result in results)]


@pytest.mark.parametrize("sentence", ["short", "so long " * 60])
@pytest.mark.parametrize("results", [(), ("x" * 400,), ("x" * 400, "y"), ("x", "y" * 400), ("x",) * 400])
def test_no_item_of_the_summary_is_longer_than_it_may_be(sentence: str, results: tuple[str, ...]) -> None:
    item = "- " + Finding(sentence, results).in_short()
    assert len(item) <= LONGEST
    assert item.startswith(f"- {sentence[:40].strip()}")
    assert not results or "in the record" in item


def test_the_summary_is_that_of_the_record() -> None:
    summary, record = ((DOCS / name).read_text(encoding="utf-8").splitlines() for name in (SUMMARY, RECORD))
    assert [line for line in summary if len(line) > LONGEST] == []
    kept = ("## ", "**")
    assert [line for line in summary if line.startswith(kept)] == [line for line in record if line.startswith(kept)]
    items = [line for line in summary if line.startswith("- ")]
    sentences = [line for line in record if line.startswith("- ")]
    assert len(items) == len(sentences) > 0
    for item, sentence in zip(items, sentences, strict=True):
        assert item.startswith(sentence[:100])


def test_every_part_has_its_files() -> None:
    paths = {path for part in prove.PARTS.values() for path in part if not path.startswith("-")}
    assert {path for path in paths if not (ROOT / path).exists()} == set()


def test_a_change_that_is_not_committed_is_told(repository: Path) -> None:
    proof = Proof("prove-table", 1, repository)
    assert "not committed" not in proof.opening(held=True)
    (repository / "rules").write_text("two\n", encoding="utf-8")
    assert "The tree changed while it ran." in proof.opening(held=True)
    assert "with changes that are not committed" in Proof("prove-table", 1, repository).opening(held=True)


def test_only_the_section_of_a_part_is_replaced() -> None:
    first = replaced(replaced(HEADS[SUMMARY], "prove-b", "old\n"), "prove-a", "stays\n")
    second = replaced(first, "prove-b", "new\n")
    assert first.index("## prove-a") < first.index("## prove-b")
    assert second == first.replace("old", "new")


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (59.7, "1 min 0 s"), (61, "1 min 1 s"), (3599, "59 min 59 s")]
)
def test_a_time_is_said_in_minutes_and_seconds(seconds: float, words: str) -> None:
    assert lasted(seconds) == words


def test_what_follows_two_dashes_is_for_pytest_whatever_stands_before() -> None:
    assert prove.parted(["table", "--seed", "7", "--", "-n", "2"]) == (["table", "--seed", "7"], ["-n", "2"])
    assert prove.parted(["table"]) == (["table"], [])
