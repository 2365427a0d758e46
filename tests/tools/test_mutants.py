"""The mutation proof itself: the faults are what they say, and one that no test notices is told."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from mutants import ListError, Score, difference, drawn, equivalents, shares
from mutating import Fault, faults, mutated, users
from trying import NO_TEST, OUT_OF_TIME, Package, Verdict, measured, tried


def of(source: str, folder: Path) -> list[Fault]:
    path = folder / "one.py"
    path.write_text(source, encoding="utf-8")
    return faults(path, "one.py")


# ---- the faults ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "becomes"),
    [
        ("a = b < c", {"a = b <= c", "a = b >= c"}),
        ("a = b == c", {"a = b != c"}),
        ("a = b is None", {"a = b is not None"}),
        ("a = b in c", {"a = b not in c"}),
        ("a = b < c <= d", {"a = b <= c <= d", "a = b >= c <= d", "a = b < c < d", "a = b < c > d"}),
        ("a = b and c", {"a = b or c"}),
        ("a = not b", {"a = b"}),
        ("a = -b", {"a = b"}),
        ("a = b + c", {"a = b - c"}),
        ("a = b // c", {"a = b * c"}),
        ("a = b + f'x'", set()),  # text that is put together
        ("a += b", {"a -= b"}),
        ("a = 7", {"a = 8", "a = 6"}),
        ("a = True", {"a = False"}),
        ("a = 'x'", {"a = 'x!'"}),
        ("a = b[c:]", {"a = b[c + 1:]"}),
        ("a = b[1:]", {"a = b[2:]", "a = b[0:]"}),
        ("a = min(b)", {"a = max(b)"}),
        ("a = any(b)", {"a = all(b)"}),
        ("a = b if c else d", {"a = b if True else d", "a = b if False else d"}),
        ("a = [b for b in c if d]", {"a = [b for b in c if True]"}),
        ("def f(a=1): ...", {"def f(a=2): ...", "def f(a=0): ..."}),
        ("def f(): return a", {"def f(): return None"}),
        ("def f(): return None", set()),
        ("def f():\n    g(a)", {"def f():\n    pass"}),
        ("if a: b()", {"if True: b()", "if False: b()", "if a: pass"}),
        ("while a: break", {"while False: break", "while a: continue"}),
        ("match a:\n    case 'x': b = c", {"match a:\n    case 'x!': b = c"}),
    ],
)
def test_a_fault_is_what_it_says(source: str, becomes: set[str], tmp_path: Path) -> None:
    found = {ast.unparse(ast.parse(mutated(source, fault))) for fault in of(source, tmp_path)}
    assert found == {ast.unparse(ast.parse(each)) for each in becomes}


@pytest.mark.parametrize(
    "source",
    [
        '"""Text."""',
        'def f() -> "int":\n    """Text."""',
        "a: Literal['x']",
        "A = Literal['x', 'y']",
        "A = Odds | Amount",
        "a = cast('x', b)",
        "a = f'x {b + 1}'",
        "raise ValueError('some text')",
        "__all__ = ['x']",
        "assert a == 1",
        "@keeps('x')\ndef f(): ...",
        "if TYPE_CHECKING:\n    a = 1",
        "from a import b",
    ],
)
def test_what_no_test_should_look_at_is_left_alone(source: str, tmp_path: Path) -> None:
    assert of(source, tmp_path) == []


def test_the_name_of_a_rule_in_a_refusal_is_altered(tmp_path: Path) -> None:
    [fault] = of("def f(): raise Refused('some text', 'a.rule')", tmp_path)
    assert fault.key == "one.py::f: string: Refused('some text', 'a.rule') -> Refused('some text', 'a.rule!')"


def test_a_fault_is_known_by_its_text_and_not_by_its_line(tmp_path: Path) -> None:
    before = [fault.key for fault in of("class A:\n    def f(): return a < 1\n", tmp_path)]
    after = [fault.key for fault in of("\n\nb = c\nclass A:\n    def f():\n        return (a <\n 1)\n", tmp_path)]
    assert before == after
    assert "one.py::A.f: compare: a < 1 -> a <= 1" in before


def test_faults_that_look_alike_are_numbered(tmp_path: Path) -> None:
    assert [fault.key for fault in of("def f():\n    a = b and c\n    d = b and c\n", tmp_path)] == [
        "one.py::f: and, or: b and c -> b or c",
        "one.py::f: and, or: b and c -> b or c #2",
    ]


def test_what_is_written_once_is_used_where_its_name_stands_even_through_another() -> None:
    rule = "ODDS = 3\nTABLE = {'a': ODDS}\nclass Seat:\n    away = False\n"
    game = "from rule import TABLE\ndef f(seat):\n    if seat.away:\n        return TABLE\n"
    found = users({"rule.py": rule, "game.py": game})
    assert found["TABLE"] == found["ODDS"] == {("game.py", 4)}
    assert found["away"] == {("game.py", 3)}


def test_what_a_function_makes_as_a_file_is_loaded_is_used_where_the_name_of_that_stands() -> None:
    rule = "def made(x):\n    return x + 1\ndef other():\n    return made(2)\nTABLE = {'a': made(1), 'b': other}\n"
    found = users({"rule.py": rule, "game.py": "from rule import TABLE\ndef f():\n    return TABLE\n"})
    assert found["made()"] == {("game.py", 3)}
    assert "other()" not in found


# ---- which are drawn ---------------------------------------------------------------------------------------------


def test_files_have_a_share_of_the_draw_and_two_at_least() -> None:
    assert shares({"a": 900, "b": 90, "c": 9, "d": 1}, 100) == {"a": 89, "b": 8, "c": 2, "d": 1}
    assert shares({"a": 3, "b": 2}, 100) == {"a": 3, "b": 2}


def test_what_is_drawn_from_a_file_does_not_hang_on_where_it_stands(tmp_path: Path) -> None:
    source = "\n".join(f"def f{number}(): return a < {number}" for number in range(20))
    first = {fault.key for fault in drawn({"one.py": of(source, tmp_path)}, 10)}
    second = {fault.key for fault in drawn({"one.py": of("\n\n" + source, tmp_path)}, 10)}
    assert len(first) == 10
    assert first == second


# ---- the list of those that no test can notice ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "refused"),
    [
        ('fault = "one.py::f: not: not a -> a"', "has no reason"),
        ('fault = "one.py::f: not: not a -> a"\nreason = " "', "has no reason"),
        ('fault = "one.py::f: not: not b -> b"\nreason = "because"', "there is no fault"),
    ],
)
def test_an_entry_without_a_reason_or_of_no_fault_is_refused(entry: str, refused: str, tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text(f"[[equivalent]]\n{entry}\n", encoding="utf-8")
    with pytest.raises(ListError, match=refused):
        equivalents(path, {"one.py": of("def f(): b = not a", tmp_path)})


def test_an_entry_with_a_reason_stands(tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    key = "one.py::f: not: not a -> a"
    path.write_text(f'[[equivalent]]\nfault = "{key}"\nreason = "because"\n', encoding="utf-8")
    assert equivalents(path, {"one.py": of("def f(): b = not a", tmp_path)}) == {key: "because"}


def test_those_that_are_listed_do_not_count_and_one_that_is_noticed_is_told(tmp_path: Path) -> None:
    first, second, third = of("a = b < c\nd = not e", tmp_path)
    seen, unseen = Verdict(noticed=True, by=OUT_OF_TIME), Verdict(noticed=False, by="OK")
    score = Score({first: seen, second: unseen, third: unseen}, [second.key, third.key])
    assert (score.noticed, score.held, score.out_of_time) == (1, True, 1)
    score = Score({first: seen, second: unseen, third: seen}, [third.key])
    assert (score.noticed, score.held) == (1, False)
    assert score.says()[3:] == [
        f"listed as equivalent, but noticed: `{third.key}`",
        f"not noticed: `{second.key}`",
    ]


# ---- trying ------------------------------------------------------------------------------------------------------

PAYS = "tests/test_rule.py::test_it_pays"
RULE = """\
def pays(stake):
    if stake < 10:
        return 0
    return stake * 2


def waits(stake):
    while stake > 0:
        stake -= 1
    return stake


def unseen():
    return 1 + 1
"""
TESTS = """\
from house.rule import pays, waits


def test_it_pays():
    assert (pays(5), pays(20)) == (0, 40)


def test_it_ends():
    assert waits(3) == 0
"""


@pytest.fixture
def package(tmp_path: Path) -> Package:
    """A package of one file with its tests; nothing tests where the boundary is."""
    for name, text in (("house/__init__.py", ""), ("house/rule.py", RULE), ("tests/test_rule.py", TESTS)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    return Package("house", tmp_path, tmp_path, ("tests",))


def test_a_fault_that_no_test_notices_survives(
    package: Package, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trying.START", 2.0)
    expected = {
        "rule.py::pays: compare: stake < 10 -> stake <= 10": Verdict(noticed=False, by="OK"),
        "rule.py::pays: compare: stake < 10 -> stake >= 10": Verdict(noticed=True, by=PAYS),
        "rule.py::waits: arithmetic: stake -= 1 -> stake += 1": Verdict(noticed=True, by=OUT_OF_TIME),
        "rule.py::unseen: arithmetic: 1 + 1 -> 1 - 1": Verdict(noticed=False, by="OK"),
    }
    found = [fault for fault in faults(tmp_path / "house" / "rule.py", "rule.py") if fault.key in expected]
    coverage = measured(package, tmp_path / "kept", 2)
    assert len(list((tmp_path / "kept").iterdir())) == 1
    verdicts = tried(package, found, coverage, 2)
    assert {fault.key: verdict for fault, verdict in verdicts.items()} == expected
    unnoticed = next(fault for fault in found if fault.key.endswith("stake < 10 -> stake <= 10"))
    assert "-    if stake < 10:\n+    if (stake <= 10):" in difference(unnoticed, tmp_path / "house")


def test_a_test_that_traces_something_itself_hides_nothing_of_those_behind_it(package: Package, tmp_path: Path) -> None:
    traces = "import sys\n\n\ndef test_before():\n    sys.settrace(None)\n"
    (tmp_path / "tests" / "test_rule.py").write_text(f"{traces}\n\n{TESTS}", encoding="utf-8")
    coverage = measured(package, tmp_path / "kept", 2)
    first = str(1 + RULE.splitlines().index("    if stake < 10:"))
    assert [list(coverage.seconds)[test] for test in coverage.lines["rule.py"][first]] == [PAYS]


def test_tests_that_fail_by_themselves_notice_nothing(package: Package, tmp_path: Path) -> None:
    (tmp_path / "tests" / "test_rule.py").write_text("def test_it():\n    assert False\n", encoding="utf-8")
    found = faults(tmp_path / "house" / "rule.py", "rule.py")
    verdicts = tried(package, found, measured(package, tmp_path / "kept", 2), 2)
    assert set(verdicts.values()) == {Verdict(noticed=False, by=NO_TEST)}
