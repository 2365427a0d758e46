"""Rulebooks and tables need neither the mathematics nor a server; who lacks an extra is told what to install."""

import re
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
SOURCE = f"--editable '{Path(__file__).parents[1]}"  # the package as it is installed here
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
        ("play", "uth-ma", "--auto", "--rounds", "2", "--seats", "2"),
        ("play", "dragon-md", "--auto", "--rounds", "2", "--seed", "3"),
        ("house", "--help"),
    ],
)
def test_rulebooks_and_tables_need_no_extra(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("analyze", "uth-ma"), "the mathematics needs matplotlib, numba, xlsxwriter, which are not installed"),
        (("play", "uth-ma", "--auto", "--coach"), f"pip install {SOURCE}[analysis]'"),
        (("play", "uth-ma", "--auto", "--others", "best"), f"pip install {SOURCE}[analysis]'"),
        (("worth", "uth-ma"), f"pip install {SOURCE}[analysis]'"),
        (("serve",), f"pip install {SOURCE}[house]'"),
        (("house", "reload"), "this needs sqlalchemy, which is not installed"),
        (("play", "--server", "http://127.0.0.1:9"), f"pip install {SOURCE}[client]'"),
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
played = next(croupier.deal("uth-ma", players=["cheap", first, None], stakes={{"ante": "$5"}}, rounds=1))
assert len(played.hands) == 3
assert croupier.strategy("dragon").lines
for call in (lambda: croupier.analyze("uth-ma"),
             lambda: next(croupier.deal("uth-ma", players=["best"]))):
    try:
        call()
    except MissingError as error:
        assert isinstance(error, CroupierError) and isinstance(error, ImportError)
        assert "[analysis]'" in str(error)
    else:
        raise AssertionError
"""
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603


def test_what_is_looked_for_is_what_the_extras_bring() -> None:
    packages = packages_distributions()
    for extra, names in BRINGS.items():
        declared = {each.partition(">")[0].partition("[")[0].casefold() for each in EXTRAS[extra]}
        brought = {name: {each.casefold().replace("_", "-") for each in packages[name]} for name in names}
        assert {name for name, of in brought.items() if not declared & of} == set()


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


@pytest.mark.parametrize(
    ("installed", "said"),
    [
        (None, "'croupier[pdf]'"),
        ('{"url": "file:///srv/my%20games", "dir_info": {}}', "'/srv/my games[pdf]'"),
        ('{"url": "file:///srv/games", "dir_info": {"editable": true}}', "--editable '/srv/games[pdf]'"),
        ('{"url": "https://house.example/croupier.whl"}', "'croupier[pdf] @ https://house.example/croupier.whl'"),
    ],
)
def test_the_command_installs_from_where_the_package_came_from(
    installed: str | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Distribution:
        def read_text(self, name: str) -> str | None:
            return installed if name == "direct_url.json" else None

    monkeypatch.setattr("importlib.metadata.distribution", lambda _: Distribution())
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(MissingError, match=re.escape(f"accepted: pip install {said}")):
        needs("pdf", "a page as PDF")
