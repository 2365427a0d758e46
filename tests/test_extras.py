"""Rulebooks and tables need neither the mathematics nor a server; who lacks an extra is told what to install."""

import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import croupier
from croupier.extras import BRINGS, MissingError, needs

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
# A Python in which nothing is installed that an extra brings.
NAMES = sorted({name for brought in BRINGS.values() for name in brought})
BARE = f"import sys\nsys.modules |= dict.fromkeys({NAMES!r})\n"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    code = f"{BARE}sys.argv[1:] = {list(words)!r}\nfrom croupier.cli import main\nmain()"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)  # noqa: S603


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("rules", "uth-ma", "10(g)"),
        ("rules", "diff", "colorado-ma-1", "colorado-ma-2"),
        ("sign", "uth-ma", "--set", "trips=B"),
        ("submission", "new", "uth-ma"),
        ("commands", "bet"),
        ("play", "uth-ma", "--auto", "--rounds", "1", "--others", "cheap"),
        ("round", "--example", "royal"),
        ("house", "--help"),
    ],
)
def test_rulebooks_and_tables_need_no_extra(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("analyze", "uth-ma"), "the mathematics needs matplotlib, numba, numpy, xlsxwriter, which are not installed"),
        (("play", "uth-ma", "--auto"), "pip install 'croupier[analysis]'"),
        (("worth", "uth-ma"), "pip install 'croupier[analysis]'"),
        (("deal", "uth-ma"), "pip install 'croupier[analysis]'"),
        (("serve",), "pip install 'croupier[house]'"),
        (("house", "reload"), "this needs sqlalchemy, which is not installed"),
        (("play", "--server", "http://127.0.0.1:9"), "pip install 'croupier[client]'"),
    ],
)
def test_a_missing_extra_is_one_sentence_that_says_what_to_install(words: tuple[str, ...], sentence: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert sentence in done.stderr


def test_a_program_is_told_the_same_and_deals_without_the_mathematics() -> None:
    code = f"""{BARE}
import croupier
from croupier import CroupierError, MissingError
first = lambda seen: seen["choices"][0]["choice"]
played = next(croupier.deal("uth-ma", players=["cheap", first], stakes={{"ante": "$5"}}, rounds=1))
assert len(played.hands) == 2
for call in (lambda: croupier.analyze("uth-ma"), lambda: croupier.strategy("dragon"), lambda: croupier.Account,
             lambda: next(croupier.deal("uth-ma", players=["best"]))):
    try:
        call()
    except MissingError as error:
        assert isinstance(error, CroupierError) and isinstance(error, ImportError)
        assert "pip install 'croupier[analysis]'" in str(error)
    else:
        raise AssertionError
"""
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603


def test_what_is_looked_for_is_what_the_extras_bring() -> None:
    packages = packages_distributions()
    for extra, names in BRINGS.items():
        declared = {each.partition(">")[0].partition("[")[0].casefold() for each in EXTRAS[extra]}
        assert {name for name in names if not declared & {each.casefold() for each in packages[name]}} == set()


def test_a_house_has_what_the_mathematics_and_a_client_need() -> None:
    assert set(EXTRAS["house"]) >= {*EXTRAS["analysis"], *EXTRAS["client"]}


def test_tools_of_development_are_not_published() -> None:
    assert set(EXTRAS) == set(BRINGS)


def test_what_is_there_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    needs("analysis", "this")
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingError, match=r"^this needs numba, which is not installed; accepted: pip install"):
        needs("analysis", "this")
    assert issubclass(MissingError, croupier.CroupierError)
