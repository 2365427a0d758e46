"""The command line: what it prints, how fast it starts, and what it says to bad input."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.cli.shell import CROUPIER, run

from croupier.cli.rulebook import submission
from croupier.cli.terminal.errors import InputError
from croupier.rulebook import NAMES, load


def said(*words: str) -> str:
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def data(*words: str) -> Any:  # noqa: ANN401 - JSON is anything
    return json.loads(said(*words, "--json"))


def test_rules_lists_the_rulebooks_with_what_is_kept() -> None:
    page = said("rules")
    assert [line.split()[0] for line in page.splitlines()[1 : 1 + len(NAMES)]] == list(NAMES)
    for summary in data("rules")["rulebooks"]:
        words = ("enforced", "instructed", "in part", "outside", "not yet")
        assert sum(summary[word] for word in words) == summary["clauses"]


@pytest.mark.parametrize("name", NAMES)
def test_rules_shows_a_rulebook_as_a_page(name: str) -> None:
    page = said("rules", name)
    for clause in load(name).clauses:
        assert f"\n{clause.id} " in page
    whole = data("rules", name)
    assert [clause["id"] for clause in whole["clauses"]] == [clause.id for clause in load(name).clauses]
    assert all({"id", "says", "kind", "kept"} <= set(clause) for clause in whole["clauses"])
    words = {"enforced", "instructed", "in part", "outside", "heading"}
    assert {clause["kept"] for clause in whole["clauses"]} <= words
    assert all(bool(clause["parts"]) == (clause["kept"] == "in part") for clause in whole["clauses"])


def test_rules_shows_a_clause_with_code_tests_and_rulings() -> None:
    page = said("rules", "uth-ma", "5(c)")
    assert "croupier.hands.five" in page
    assert "test_5_c_the_category_decides_first" in page
    assert "Ruling U12" in page
    clause = data("rules", "uth-ma", "5(c)")
    assert clause["rulings"][0] == "U12"
    assert clause["code"]
    assert clause["tests"]


def test_rules_says_what_the_round_lets_a_player_do_with_a_wager() -> None:
    assert "4, 3, 2, 1 times Ante" in said("rules", "uth-ma").replace("\n", " ")
    wagers = data("rules", "lir-nj")["wagers"]
    assert [name for name, wager in wagers.items() if wager["withdrawable"]] == ["bet_1", "bet_2"]


def test_rules_shows_the_table_that_a_clause_prints() -> None:
    assert "Less than a straight" in said("rules", "uth-ma", "11(c)")


def test_rules_shows_dates_references_and_editions() -> None:
    assert "1995-10-02, amended 1998-09-08" in said("rules", "lir-nj", "18.2")
    assert "205 CMR 146.49" in said("rules", "uth-ma", "3(a)")
    assert "as 10(b)(1) of colorado-ma-1" in said("rules", "colorado-ma-2", "9(b)(1)")
    assert "changed from 5(a)" in said("rules", "colorado-ma-2", "5(a)")
    assert "Where the shoe stands" in said("rules", "dragon-md", "8.A")


def test_rules_shows_what_a_person_is_told_by_a_clause() -> None:
    page = said("rules", "uth-ma", "4(c)(1)")
    assert page.startswith("UTH 4(c)(1) (procedure, instructed)")
    assert "Cut with one hand. (at: cut)" in page
    clause = data("rules", "uth-ma", "4(c)(1)")
    assert clause["instructions"] == [{"rule": "cut.one_hand", "says": "Cut with one hand.", "at": ["cut"]}]
    assert clause["code"] == []
    assert "☞" in said("rules", "uth-ma")


def test_rules_diff_shows_what_an_edition_changed() -> None:
    page = said("rules", "diff", "colorado-ma-1", "colorado-ma-2")
    assert "9(a) → 8(a)" in page
    assert "5(b)(1) → 5(b)" in page
    assert "option shuffling: no longer manual" in page
    assert {change["old"] for change in data("rules", "diff", "colorado-ma-1", "colorado-ma-2")["changed"]} > {"4(a)"}


def test_rules_search_finds_words() -> None:
    assert "uth-ma" in said("rules", "search", "cover", "all")
    assert data("rules", "search", "mini-royal")["hits"]
    assert said("rules", "search", "zebra").startswith("Nothing in the rulebooks has the words 'zebra'")


def test_sign_prints_the_payouts() -> None:
    page = said("sign", "uth-ma", "--set", "trips=B", "--set", "odds.trips.flush=9 to 1")
    assert "Trips (B)" in page
    assert "9 to 1" in page
    assert "The $1 wagered does not come back" in said("sign", "lir-nj")
    assert "The $1 wagered comes back" in said("sign", "lir-nj", "--set", "bonus_stake=returned")
    assert data("sign", "lir-nj")["blocks"][1]["notes"][0].startswith("The $1 wagered does not come back")
    assert data("sign", "dragon-md")["phrases"] == ["Play Bet Must Equal Ante Bet"]


def test_sign_takes_a_submission_file_and_set_has_the_last_word(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('rulebook = "uth-ma"\ntrips = "C"\ncover_all = "no"\n')
    page = said("sign", "uth-ma", "--submission", str(file), "--set", "trips=D")
    assert "Trips (D)" in page
    assert "Cover All\n" not in page


def test_submission_new_begins_a_file_that_stands(tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    assert "Wrote" in said("submission", "new", "dragon-md", str(file))
    assert "is valid: Dragon Poker" in said("submission", "check", str(file))
    assert run("submission", "check", "-", typed=said("submission", "new", "lir-nj")).returncode == 0
    assert data("submission", "new", "uth-ma")["options"]["trips"] == "A"
    assert run("submission", "new", "dragon-md", str(file)).stderr.endswith("name another file, or remove it first\n")


def test_submission_check_prints_the_notices_due(tmp_path: Path) -> None:
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_text('rulebook = "colorado-ma-1"\n[odds.main]\nflush = "9 to 1"\n')
    new.write_text('rulebook = "colorado-ma-1"\nbonus = "no"\npayout_limit = "$60,000"\n')
    page = said("submission", "check", str(new), "--replaces", str(old))
    assert "Colorado 6a(a)" in page
    assert "Under 205 CMR 147.03." in page
    assert [due["clause"] for due in data("submission", "check", str(new), "--replaces", str(old))["notices"]] == [
        "6a(a)",
        "12(c)",
    ]
    assert "no payout limit goes down" in said("submission", "check", str(old), "--replaces", str(old))
    assert "odds.main.flush" in said("submission", "check", str(old))


def test_a_submission_to_be_replaced_is_looked_at_before_any_analysis(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "new.toml"
    file.write_text('rulebook = "colorado-ma-1"\n[odds.main]\nflush = "9 to 1"\n')
    monkeypatch.setattr(submission, "edges_of", lambda _: pytest.fail("it was analysed first"))
    with pytest.raises(InputError, match="missing"):
        submission.check(str(file), str(tmp_path / "missing.toml"), edge=True, as_json=False)


BAD = [
    (
        ["rules", "uth-mb"],
        "croupier: no rulebook 'uth-mb'; did you mean uth-ma? there are colorado-ma-1, colorado-ma-2",
    ),
    (["rules", "uth-ma", "99(z)"], "croupier: uth-ma has no clause '99(z)'; its sections are 1, 2"),
    (["rules", "diff", "uth-ma"], "croupier: `croupier rules diff` takes two editions"),
    (["rules", "diff", "uth-ma", "lir-nj"], "croupier: uth-ma and lir-nj are not editions of one document"),
    (["rules", "search"], "croupier: `croupier rules search` takes the words to look for"),
    (["sign", "uth-ma", "--set", "trips"], "croupier: --set takes NAME=VALUE"),
    (["sign", "uth-ma", "--set", "trips=A", "--set", "Trips=B"], "croupier: --set Trips has two values; accepted: one"),
    (["sign", "uth-ma", "--set", "trips=Z"], "croupier: UTH 11(d): 'Z' is no value of trips; accepted: A"),
    (["sign", "uth-ma", "--set", "trips.x=Z"], "croupier: UTH 11(d): {'x': 'Z'} is no value of trips"),
    (["sign", "uth-ma", "--set", "trips=A", "--set", "trips.x=Z"], "croupier: --set 'trips.x=Z' reaches into trips"),
    (["sign", "uth-ma", "--submission", "nowhere.toml"], "croupier: cannot read nowhere.toml: No such file"),
    (["submission", "check", "nowhere.toml"], "croupier: cannot read nowhere.toml: No such file"),
    (["submission", "new", "uth-ma", "no/such/folder.toml"], "croupier: cannot write no/such/folder.toml: No such"),
    (["submission"], "Usage: "),
    (["nonsense"], "Usage: "),
    (["rules", "--nonsense"], "Usage: "),
]


@pytest.mark.parametrize(("words", "message"), BAD[:-3], ids=[" ".join(words) for words, _ in BAD[:-3]])
def test_bad_input_gets_one_clear_message_and_exit_code_2(words: list[str], message: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stderr.startswith(message)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("words", "message"), BAD[-3:], ids=[" ".join(words) for words, _ in BAD[-3:]])
def test_a_command_that_does_not_exist_gets_the_usage(words: list[str], message: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert message in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"rulebook = uth", "is no TOML"),
        (b"trips = 'A'", "a submission starts with the rulebook it is for"),
        (b"rulebook = 'uth'", "no rulebook 'uth'"),
        (b"rulebook = 'uth-ma'\ntrips = 'Z'\nseats = 0", "2 objections\nUTH 11(d): 'Z' is no value"),
        (b"\xff\xfe", "is no UTF-8 text"),
    ],
)
def test_a_bad_file_gets_one_clear_message(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    for words in (["submission", "check", str(file)], ["submission", "check", str(file), "--replaces", str(file)]):
        done = run(*words)
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr


def test_a_file_for_another_rulebook_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text('rulebook = "lir-nj"')
    assert "is a submission for 'lir-nj', not for uth-ma" in run("sign", "uth-ma", "--submission", str(file)).stderr
    file.write_text("rulebook = ")
    assert "is no TOML" in run("sign", "uth-ma", "--submission", str(file)).stderr


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    shell = f"{sys.executable} -c 'from croupier.cli import main; main()' rules uth-ma | head -1"
    done = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, text=True, check=False)  # noqa: S603
    assert done.stdout.startswith("Ultimate Texas Hold 'Em")
    assert done.stderr == ""


# ---- leafing through -----------------------------------------------------------------------------------


def test_without_a_terminal_the_rulebooks_are_listed() -> None:
    assert said() == said("rules")


def test_the_version_is_printed() -> None:
    assert said("--version") == "0.2.0\n"


def test_in_a_terminal_one_leafs_through_the_rulebooks() -> None:
    typed = [
        "help",
        "99",
        str(NAMES.index("uth-ma") + 1),
        "10(e)",
        "10(zz)",
        "page",
        "search cover",
        "list",
        "uth-ma",
        "lir-nj 18.6(d)",
        "",
        "quit",
    ]
    answer = in_a_terminal(*typed)
    for expected in (
        "uth-ma> ",
        "folds, or makes a play wager",
        "has no clause '10(zz)'",
        "no rulebook '99'",
        "lir-nj> ",
    ):
        assert expected.strip() in " ".join(answer.split()), answer


def test_in_a_terminal_the_end_of_input_ends_it() -> None:
    assert "croupier> " in in_a_terminal("\x04")


def in_a_terminal(*typed: str) -> str:
    """What the command says when these lines are typed at a real terminal."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, CROUPIER)  # noqa: S606
    os.write(terminal, "".join(line if line == "\x04" else f"{line}\n" for line in typed).encode())
    said = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # Linux says so when the other side is closed
            break
        if not piece:
            break
        said += piece
    os.waitpid(child, 0)
    return said.decode()


# ---- start-up ------------------------------------------------------------------------------------------


def processor_seconds(command: list[str]) -> float:
    """What a run of its own costs, by the processor's clock: a busy neighbour does not count."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as started:  # noqa: S603
        _, status, used = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
    assert started.returncode == 0
    return used.ru_utime + used.ru_stime


def times_a_bare_python() -> float:
    """Both are measured at the same time and for about as long, so that a busy machine slows both."""
    bare = [processor_seconds([sys.executable, "-c", "pass"]) for _ in range(4)]
    shown = processor_seconds([*CROUPIER, "--help"])
    bare += [processor_seconds([sys.executable, "-c", "pass"]) for _ in range(4)]
    return shown / (sum(bare) / len(bare))


def test_help_takes_at_most_ten_times_a_bare_python() -> None:
    assert min(times_a_bare_python() for _ in range(10)) <= 10


@pytest.mark.parametrize(
    "start", ["import croupier", "import sys; sys.argv[1:] = ['--help']; from croupier.cli import main; main()"]
)
def test_nothing_heavy_is_imported_until_it_is_needed(start: str) -> None:
    heavy = {"numpy", "numba", "matplotlib", "rich", "pydantic", "tomllib"}
    script = f"import atexit, sys\natexit.register(lambda: print(*sorted(sys.modules)))\n{start}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert not heavy & set(done.stdout.split())


def test_the_library_opens_from_the_top() -> None:
    import croupier

    assert croupier.load("uth-ma").clause("10(g)").kind == "settlement"
    assert croupier.submission("uth-ma", trips="B")["trips"] == "B"
    assert isinstance(croupier.submission("uth-ma"), croupier.Submission)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        croupier.nothing  # noqa: B018 - the access is what is tested


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell", "pwsh"])
def test_completion_has_a_script_for_each_shell(shell: str) -> None:
    assert "_CROUPIER_COMPLETE" in said("completion", shell)


@pytest.mark.parametrize(
    ("typed", "completed"),
    [("an", {"analyze"}), ("play d", {"dragon-md"}), ("analyze uth-ma --xl", {"--xlsx"}), ("house ver", {"verify"})],
)
def test_bash_completes_commands_options_and_rulebooks(typed: str, completed: set[str], tmp_path: Path) -> None:
    script = tmp_path / "completion"
    script.write_text(said("completion", "bash"))
    words = f"COMP_WORDS=(croupier {typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))"
    croupier = Path(sys.executable).with_name("croupier")
    asks = f'. {script}; {words}; _croupier_completion {croupier}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", asks], capture_output=True, text=True, check=True)  # noqa: S603, S607
    assert {line.strip() for line in done.stdout.splitlines()} == completed


def test_no_shell_is_refused_with_those_that_there_are() -> None:
    done = run("completion", "tcsh")
    assert (done.returncode, done.stderr) == (
        2,
        "croupier: there is no completion for 'tcsh'; accepted: bash, zsh, fish, powershell, pwsh\n",
    )
