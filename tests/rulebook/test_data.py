"""The data files, that of the tests' own game too: whole, consistent, and nothing in them points nowhere."""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from support import three_card

from croupier.games.terms import Terms
from croupier.rulebook import NAMES, Rulebook, Submission, load, restored
from croupier.rulebook.completion.editions import EditionError, completed
from croupier.rulebook.loader import RulebookError, build, rule_names
from croupier.rulebook.model import UnknownError, id_parts, is_under
from croupier.rulebook.pay import As, Outcome

SIZES = {"uth-ma": 138, "lir-nj": 136, "colorado-ma-1": 149, "colorado-ma-2": 129, "dragon-md": 224, "three-card": 50}
WAGERS = {
    "uth": "ante blind play trips cover_all progressive",
    "lir": "bet_1 bet_2 bet_3 bonus three_card_bonus",
    "colorado": "ante bet bonus",
    "dragon": "ante ante_bonus play three_card_bonus dragon_bet progressive",
    "three_card": "ante play pair_plus",
}

BOOKS = [*map(load, NAMES), three_card.RULEBOOK]
every_rulebook = pytest.mark.parametrize("book", BOOKS, ids=[book.id for book in BOOKS])


def raw(name: str) -> dict[str, Any]:
    if name == three_card.RULEBOOK.id:
        return tomllib.loads(three_card.TEXT)
    return tomllib.loads((resources.files("croupier.rulebook") / "data" / f"{name}.toml").read_text(encoding="utf-8"))


@every_rulebook
def test_every_clause_is_there_once_and_in_order(book: Rulebook) -> None:
    ids = [clause.id for clause in book.clauses]
    assert len(ids) == len(set(ids)) == SIZES.get(book.id, len(book.clauses))
    above: list[str] = []
    for clause in ids:
        while above and not is_under(clause, above[-1]):
            above.pop()
        assert len(id_parts(clause)) <= len(id_parts(above[-1]) if above else [1, 1]) + 1, f"{clause} hangs in the air"
        above.append(clause)


@every_rulebook
def test_every_clause_says_something_and_is_kept_somewhere(book: Rulebook) -> None:
    for clause in book.clauses:
        assert clause.says.endswith((".", ".)", ":")), clause
        if clause.kind == "heading":
            assert not clause.rules, clause
            assert book.under(clause.id) or _heads_its_neighbours(book, clause.id), f"{clause.id} heads nothing"
        else:
            assert bool(clause.rules) != bool(clause.outside), clause


def _heads_its_neighbours(book: Rulebook, heading: str) -> bool:
    """True where a document numbers its headings along with the clauses that they head."""
    ids = [clause.id for clause in book.clauses]
    after = ids[ids.index(heading) + 1 :]
    return bool(after) and id_parts(after[0])[:-1] == id_parts(heading)[:-1]


@every_rulebook
def test_nothing_cites_a_clause_that_does_not_exist(book: Rulebook) -> None:
    ids = {clause.id for clause in book.clauses}
    assert set(_cited(book)) <= ids
    texts = str(raw(book.id))
    known = ids | ({clause.id for clause in load(book.follows).clauses} if book.follows else set())
    assert {found for found in re.findall(r"\{([^{}:']+)\}", texts) if found in known or "(" in found} <= known


def _cited(book: Rulebook) -> Iterator[str]:
    for wager in book.wagers.values():
        yield from wager.clauses
        yield from [wager.notice.clause] if wager.notice else []
    for table in book.tables:
        yield table.clause
        yield from (row.clause for row in table.rows)
    for limit in book.limits:
        yield limit.clause
    for several in (book.options.values(), book.rulings.values()):
        for each in several:
            assert each.clauses, each
            yield from each.clauses
    yield from (condition.clause for condition in book.conditions)
    yield from (*book.sign.clauses, *(note.clause for note in book.sign.notes))
    yield from (term.section for term in book.terms)


def test_rules_have_one_name_everywhere_and_every_name_is_used() -> None:
    bound = {rule for name in NAMES for rule in load(name).rules}
    assert bound == set(rule_names())


@every_rulebook
def test_parts_name_only_what_the_rulebook_has(book: Rulebook) -> None:
    for wager in book.wagers.values():
        assert {*wager.needs, *filter(None, [wager.equal_to, wager.of])} <= set(book.wagers), wager
        assert wager.offered is None or wager.offered[0] in book.options, wager
    for table in book.tables:
        assert set(table.wagers) <= set(book.wagers), table
        hands = {row.hand for row in table.rows}
        assert {row.pays.hand for row in table.rows if isinstance(row.pays, As)} <= hands
        for row in table.rows:
            assert row.when is None or set(row.when[1]) <= set(book.options[row.when[0]].values or {}), row
            assert row.ruling is None or row.ruling in book.rulings, row
    for condition in book.conditions:
        for name, values in {condition.given[0]: (condition.given[1],), **condition.needs}.items():
            assert set(values) <= set(book.options[name].values or {}), condition
    for option in book.options.values():
        for other, values in (option.only_if or {}).items():
            assert set(values) <= set(book.options[other].values or {}), option.name


@every_rulebook
def test_every_wager_that_stands_before_the_deal_is_paid_by_a_table(book: Rulebook) -> None:
    of_game = WAGERS[book.game].split()
    assert list(book.wagers) == [wager for wager in of_game if wager in book.wagers]
    paid = {wager for table in book.tables for wager in table.wagers}
    assert set(book.wagers) - {"progressive"} == paid  # a progressive's rows are a submission's


@every_rulebook
def test_a_ruling_has_competing_readings_and_an_option_follows_them(book: Rulebook) -> None:
    for ruling in book.rulings.values():
        assert len(set(ruling.readings)) >= 2, ruling.id
        assert ruling.reason, ruling.id
        assert ruling.option is None or ruling.option in book.options, ruling.id
    for option in book.options.values():
        if option.ruling:
            assert option.ruling in book.rulings, option.name
            assert len(option.values or {}) <= len(book.rulings[option.ruling].readings), option.name


@every_rulebook
def test_a_ruling_names_rules_that_the_document_has_and_wagers_that_exist(book: Rulebook) -> None:
    for ruling in book.rulings.values():
        assert set(ruling.rules) <= set(book.rules), ruling.id
        assert set(ruling.wagers) <= set(book.wagers), ruling.id
        assert not ruling.wagers or ruling.rules, f"{ruling.id} names wagers and nothing that settles them"
        touched = {clause for rule in ruling.rules for clause in book.rules[rule]}
        assert not ruling.rules or touched & set(ruling.clauses), (
            f"{ruling.id} settles by clauses that it does not rest on"
        )


@pytest.mark.parametrize(
    ("name", "wager", "rule", "rests_on"),
    [
        ("uth-ma", "trips", "irregular.player_count", "U11 U22"),
        ("uth-ma", "ante", "irregular.player_count", "U11"),
        ("uth-ma", "ante", "irregular.dealer_count", "U33"),
        ("uth-ma", "cover_all", "irregular.shoe_jam", "U23 S23"),
        ("uth-ma", "blind", "irregular.dealer_exposed", "U20"),
        ("uth-ma", "play", "irregular.face_up_many", "U21"),
        ("uth-ma", "play", "stub.removed", ""),
        ("lir-nj", "bonus", "irregular.community_count", "L9"),
        ("lir-nj", "bonus", "deal.bonus_chips", "L9 L14"),
        ("lir-nj", "bet_1", "deal.bonus_chips", "L14"),
        ("lir-nj", "three_card_bonus", "irregular.shoe_jam", "S23"),
        ("colorado-ma-1", "ante", "stub.removed", "C17"),
        ("colorado-ma-2", "ante", "stub.removed", "C17"),
        ("dragon-md", "ante", "seat.abandoned", "D29 S10"),
        ("dragon-md", "dragon_bet", "irregular.dealer_exposed", "D21"),
        ("dragon-md", "ante", "collect.folds", "D26"),
    ],
)
def test_a_line_names_the_rulings_that_its_rule_rests_on(name: str, wager: str, rule: str, rests_on: str) -> None:
    assert Terms(Submission(load(name))).rulings(wager, rule) == tuple(rests_on.split())


def test_a_working_device_may_be_removed_in_every_document_that_removes_devices_but_maryland_s() -> None:
    removing = [name for name in NAMES if "irregular.device_removed" in load(name).rules]
    assert [name for name in removing if "S30" not in load(name).rulings] == ["dragon-md"]


@every_rulebook
def test_a_row_with_a_clause_of_its_own_pays_what_that_clause_says(book: Rulebook) -> None:
    for table in book.tables:
        for row in table.rows:
            if row.clause != table.clause:
                said = book.clause(row.clause).says
                assert str(row.pays) in said or (row.pays is Outcome.PUSH and "push" in said) or row.when, row


def test_the_later_edition_is_numbered_through_and_the_dates_of_adoption_stand_where_the_document_has_them() -> None:
    later = load("colorado-ma-2")
    assert later.clause("9(b)(3)(i)").says.count("11(b)") == 1
    assert later.clause("9(b)(3)(i)").same_as == "10(b)(3)(i)"
    adopted = [clause.id for clause in load("lir-nj").clauses if clause.adopted]
    assert adopted == [f"18.{n}" for n in ("1", "2", "3", "4", "5", "6", "6A", "6B", "7", "8", "9", "10", "11", "12")]


@every_rulebook
def test_no_brace_is_left_for_a_reader(book: Rulebook) -> None:
    texts = [clause.says for clause in book.clauses]
    texts += [text for ruling in book.rulings.values() for text in (ruling.question, ruling.reason, *ruling.readings)]
    assert not [text for text in texts if "{" in text]


def test_3_c_the_hours_of_a_deck_are_those_of_the_way_of_dealing_and_stand_in_the_clause() -> None:
    book = load("dragon-md")
    assert [book.deck_hours(way) for way in ("hand", "manual_shoe", "automated_shoe")] == [4, 8, 8]
    assert load("uth-ma").deck_hours("hand") is None
    for way, clause in (("hand", "3.C(1)"), ("manual_shoe", "3.C(2)"), ("automated_shoe", "3.C(2)")):
        assert Terms(Submission.of(book, {"dealing": way})).clauses("deck.change") == (clause,)
        assert f"every {book.deck_hours(way)} hours" in book.clause(clause).says


# ---- finding a clause ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "found"), [("10(e)", "10(e)"), (" 10 (e) ", "10(e)"), ("Section 12", "12"), ("§12", "12")]
)
def test_a_clause_is_found_as_people_write_it(asked: str, found: str) -> None:
    assert load("uth-ma").clause(asked).id == found


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("10(z)", "uth-ma has no clause '10(z)'; nearest are 10(i), 10(h), 10(g), 10(f), 10(e), 10(d)"),
        ("99", "uth-ma has no clause '99'; its sections are 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15"),
    ],
)
def test_a_clause_that_is_not_there_is_refused_with_the_nearest(asked: str, said: str) -> None:
    with pytest.raises(UnknownError) as refused:
        load("uth-ma").clause(asked)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("clause", "above", "under"),
    [
        ("18.5(c)1ii", "18.5(c)1", True),
        ("18.5(c)1ii", "18.5(c)1i", False),
        ("18.10(a)", "18.1", False),
        ("18.6A(a)", "18.6", False),
        ("6a(a)", "6", False),
        ("13(h)a", "13(h)", True),
        ("11.D(3)(g)", "11.D", True),
        ("13.H(2) (second)", "13.H", True),
        ("13.H(2) (second)", "13.H(2)", False),
    ],
)
def test_what_stands_under_what_is_read_off_the_printed_id(clause: str, above: str, under: bool) -> None:  # noqa: FBT001 - a column of the table
    assert is_under(clause, above) is under


def test_an_unknown_rulebook_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownError) as refused:
        load("colorado-ma")
    assert str(refused.value) == (
        f"no rulebook 'colorado-ma'; did you mean colorado-ma-2? there are {', '.join(NAMES)}"
    )


# ---- a slip of the pen in a data file is refused -------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "key", "value", "said"),
    [
        ("clause", "sayss", "…", "clause 1: unknown keys ['sayss']"),
        ("term", "clause", "1", "term Ante: unknown keys ['clause']"),
        ("limit", "sayss", "…", "limit 11(e): unknown keys ['sayss']"),
        ("condition", "sayss", "…", "condition 8(b)(1): unknown keys ['sayss']"),
        ("table", "odds", "maybe", "odds are 'exactly' or 'no less than'"),
    ],
)
def test_a_slip_in_a_data_file_is_refused(part: str, key: str, value: str, said: str) -> None:
    whole = raw("uth-ma")
    whole[part][0][key] = value
    with pytest.raises(RulebookError, match=re.escape(said)):
        build(whole, raw("shared"))


def test_a_slip_on_the_sign_is_refused() -> None:
    whole = raw("lir-nj")
    whole["sign"]["notes"][0]["sayss"] = "…"
    with pytest.raises(RulebookError, match=re.escape("a note on the sign: unknown keys ['sayss']")):
        build(whole, raw("shared"))
    whole = raw("lir-nj")
    whole["sign"]["sayss"] = "…"
    with pytest.raises(RulebookError, match=re.escape("sign: unknown keys ['sayss']")):
        build(whole, raw("shared"))


def test_an_unknown_shared_ruling_is_refused() -> None:
    whole = raw("uth-ma")
    whole["shared"]["S99"] = ["1"]
    with pytest.raises(RulebookError, match="no ruling S99"):
        build(whole, raw("shared"))


@pytest.mark.parametrize(
    ("part", "name"), [("rulings", "C99"), ("wagers", "blind"), ("tables", "blind"), ("limits", "99")]
)
def test_an_edition_cannot_take_over_what_is_not_there(part: str, name: str) -> None:
    later = raw("colorado-ma-2")
    later["same_as"][part].append(name)
    with pytest.raises(EditionError, match=name):
        completed(later, raw("colorado-ma-1"))


def test_a_clause_that_only_the_later_edition_has_stands_as_it_says_it() -> None:
    later = raw("colorado-ma-2")
    new = {"id": "99", "says": "A lamp is over the table.", "kind": "equipment", "outside": "It is furniture."}
    later["clause"].append(new)
    assert completed(later, raw("colorado-ma-1"))["clause"][-1] == new


def test_a_clause_that_the_later_edition_puts_outside_keeps_no_rule_of_the_earlier() -> None:
    earlier, later = raw("colorado-ma-1"), raw("colorado-ma-2")
    ruled = {each["id"] for each in earlier["clause"] if each.get("rules")}
    repeats = next(each for each in later["clause"] if each.get("same_as") in ruled and "rules" not in each)
    repeats["outside"] = "It is furniture."
    found = next(each for each in completed(later, earlier)["clause"] if each["id"] == repeats["id"])
    assert found["outside"] == "It is furniture."
    assert "rules" not in found
    assert found["says"]


@every_rulebook
def test_an_option_rests_on_a_ruling_that_was_made_or_on_none(book: Rulebook) -> None:
    assert all(option.ruling is None or option.ruling in book.rulings for option in book.options.values())


def test_an_option_without_a_ruling_rests_on_none_though_others_share_one() -> None:
    whole, shared = raw("uth-ma"), raw("shared")
    name = next(name for name in whole["option"] if shared["option"].get(name, {}).get("ruling"))
    whole["option"][name]["ruling"] = ""
    assert build(whole, shared).options[name].ruling is None


def test_an_edition_cannot_repeat_a_clause_that_is_not_there_nor_name_one_that_is_gone() -> None:
    later = raw("colorado-ma-2")
    later["clause"][0]["same_as"] = "99"
    with pytest.raises(EditionError, match="the earlier edition has no clause 99"):
        completed(later, raw("colorado-ma-1"))
    later = raw("colorado-ma-2")
    later["same_as"]["conditions"] = ["8(b)(1)"]
    with pytest.raises(EditionError, match=re.escape("8(b)(1) has no place in the later edition")):
        completed(later, raw("colorado-ma-1"))


@every_rulebook
def test_a_rulebook_is_made_again_of_its_data(book: Rulebook) -> None:
    assert hashlib.sha256(book.data.encode()).hexdigest() == book.hash
    assert restored(*json.loads(book.data)) == book
