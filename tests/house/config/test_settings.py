"""`house.toml`: what stands, and every objection with its place and what would be accepted."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.default_house import NAMES

from croupier.games.game import Ask
from croupier.house.config.default_settings import default_text
from croupier.house.config.setting_keys import HOUSE, PUBLISHED, TABLE, TERMS, Key, NotAcceptedError
from croupier.house.config.settings import MOST_TABLES, FileError, Settings, SettingsError, TableSettings, read
from croupier.house.config.settings_diff import differences, notices_owed
from croupier.rulebook import Refusal, Submission, load
from croupier.table.fairness.card_sources import Physical, Random
from croupier.table.fairness.shuffle import digest
from croupier.table.model.command import Command
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import COMMITTED, PUBLISHES, REAL, Place
from croupier.table.play.runner import Table
from croupier.table.views.view import choices

LEAST = '[tables.one]\nrulebook = "uth-ma"\n'


def no_files(name: str) -> str:
    raise FileError(f"cannot read {name}: there is none")


def reads(text: str, files: Mapping[str, str] = {}) -> Settings:
    return read(text, lambda name: files[name] if name in files else no_files(name))


def objections(text: str, files: Mapping[str, str] = {}) -> list[str]:
    with pytest.raises(SettingsError) as refused:
        reads(text, files)
    assert str(refused.value).splitlines() == [str(each) for each in refused.value.refusals]
    return [str(each) for each in refused.value.refusals]


def objects(text: str, files: Mapping[str, str] = {}) -> str:
    """The one objection there is."""
    (only,) = objections(text, files)
    return only


# ---- the file to begin with ------------------------------------------------------------------------------


def test_the_file_to_begin_with_says_what_holds_when_all_is_left_out() -> None:
    begins = reads(default_text())
    bare = reads("".join(f'[tables.{name}]\nrulebook = "{name}"\n' for name in NAMES))
    assert begins == bare
    assert tuple(begins.tables) == NAMES


def test_the_file_to_begin_with_explains_every_key() -> None:
    text = " ".join(default_text().replace("\n#", " ").split())
    for key in (*HOUSE, *TERMS, *TABLE, PUBLISHED):
        assert " ".join(key.says.split()) in text, key.name
    written = tomllib.loads(default_text())
    assert list(written["house"]) == [key.name for key in HOUSE]
    for table in written["tables"].values():
        assert list(table) == ["rulebook", *(key.name for key in TABLE)]


def opens(table: TableSettings) -> Table:
    source = Random() if table.cards == COMMITTED else Physical()
    where = Place("house", table.name, "session")
    return Table(table.submission, source, table.automation, place=where, publishes=table.publishes)


def answers(table: Table, seat: int) -> Command:
    """The first answer that the person may give and pay for."""
    cards = table.state.faces(table.state.seat(seat).cards)
    game = table.state.fixed.game
    offered = [each for each in choices(table.state, seat) if game.may(each["choice"], cards, table.state.terms)]
    args = {"choice": offered[0]["choice"]} | ({"discard": cards[0]} if offered[0]["discards"] else {})
    return Command("player", "decide", seat, args, by="guest")


@pytest.mark.parametrize("part", ["with a number of one's own", "without one"])
@pytest.mark.parametrize("name", NAMES)
def test_a_lone_guest_plays_at_every_table_that_a_house_begins_with(name: str, part: str) -> None:
    settings = reads(default_text())
    about = settings.tables[name]
    assert about.sits >= {"guests"}
    table = opens(about)
    table.open()
    numbers = [sha256(b"%d" % each).hexdigest() for each in range(5)]
    promised = {"next": digest(numbers[0])} if part == "with a number of one's own" else {}

    def does(command: Command) -> None:
        outcome = table.send(command)
        assert not isinstance(outcome, Refusal), f"{command}: {outcome}"
        table.feed()

    does(Command("player", "sit", 1, promised, {"bankroll": settings.house.guests_money}, "guest"))
    terms = table.state.terms
    least = {wager: terms.bounds[wager][0] for wager, known in terms.wagers.items() if known.required}
    for number in (1, 2):
        does(Command("player", "bet", 1, {"wagers": least, "ready": True}, by="guest"))
        if promised:
            given = {"number": numbers[number - 1], "next": digest(numbers[number])}
            does(Command("player", "give number", 1, given, by="guest"))
        while table.state.phase == "round":
            assert isinstance(table.state.fixed.script[table.state.step], Ask), due(table.state)
            does(answers(table, 1))
        assert table.state.round == number
        assert table.state.last is not None
        assert not table.state.last.void


# ---- what stands -----------------------------------------------------------------------------------------


def test_what_is_chosen_holds() -> None:
    text = """
        [house]
        name = " Harbour "
        time_zone = "Europe/Berlin"
        day_begins = 0
        guests_money = "2.50"
        guests_per_hour = 1
        publishes = "later"
        checkpoint_seconds = 10
        notice_minutes = 45
        [tables.first-7]
        rulebook = "uth-ma"
        options = { trips = "B", odds = { trips = { flush = "8 to 1" } } }
        cards = "real"
        automation = ["verify", "stub"]
        supervised = true
        bet_seconds = 5
        decide_seconds = 3600
        away_seconds = 1
        card_milliseconds = 0
        step_milliseconds = 5000
        sits = []
        coach = false
        publishes = "to the auditor alone"
        [tables.2]
        submission = "mine.toml"
    """
    settings = reads(text, {"mine.toml": 'rulebook = "dragon-md"\ndragon_bet = "no"\n'})
    house, one, two = settings.house, settings.tables["first-7"], settings.tables["2"]
    assert (house.name, house.time_zone, house.day_begins) == ("Harbour", "Europe/Berlin", 0)
    assert (house.guests_money, house.guests_per_hour, house.checkpoint_seconds) == (250, 1, 10)
    assert house.notice_minutes == 45
    assert one.submission.options() == {"trips": "B", "odds": {"trips": {"flush": "8 to 1"}}}
    assert (one.cards, one.automation, one.supervised) == (REAL, frozenset({"verify", "stub"}), True)
    assert (one.sits, one.coach, one.publishes) == (frozenset(), False, "to the auditor alone")
    assert one.clocks == (5_000, 3_600_000, 1_000, 0, 5000)
    assert (two.submission.rulebook.id, two.submission["dragon_bet"]) == ("dragon-md", "no")
    assert (two.cards, two.automation, two.publishes) == (COMMITTED, ALL_STEPS, "later")


def test_every_way_to_publish_is_one_that_a_table_knows() -> None:
    for publishes in PUBLISHES:
        settings = reads(f'[house]\npublishes = "{publishes}"\n{LEAST}')
        assert opens(settings.tables["one"]).state.fixed.publishes == publishes


def test_a_table_may_name_its_rulebook_beside_a_file_for_it() -> None:
    text = '[tables.one]\nrulebook = "uth-ma"\nsubmission = "a.toml"\n'
    assert reads(text, {"a.toml": 'rulebook = "uth-ma"\ntrips = "C"'}).tables["one"].submission["trips"] == "C"
    told = objects(text, {"a.toml": 'rulebook = "lir-nj"'})
    assert told == (
        "tables.one.submission: 'a.toml' is a submission for lir-nj, not for uth-ma; accepted: one for uth-ma"
    )


# ---- what does not ---------------------------------------------------------------------------------------

# One line a case: a line of [house], and how the one objection begins.
HOUSE_REFUSED = [
    ('name = ""', "house.name: '' was given; accepted: a text of 1 to 40 letters that print"),
    (f'name = "{"n" * 41}"', "house.name: 'nnnn"),
    ('name = "\\u001b[2J"', "house.name: '\\x1b[2J' was given"),
    ("name = 7", "house.name: 7 was given"),
    (
        'time_zone = "Mars"',
        "house.time_zone: 'Mars' was given; accepted: a time zone that this machine knows, like \"UTC\"",
    ),
    ('time_zone = "../../etc/passwd"', "house.time_zone: '../../etc/passwd' was given"),
    ('time_zone = "America"', "house.time_zone: 'America' was given"),
    (f'time_zone = "{"a" * 5000}"', "house.time_zone: 'aaaa"),
    ("time_zone = []", "house.time_zone: [] was given"),
    ("day_begins = 24", "house.day_begins: 24 was given; accepted: a whole number from 0 to 23"),
    ("day_begins = true", "house.day_begins: True was given"),
    ("day_begins = 6.0", "house.day_begins: 6.0 was given"),
    ("day_begins = 06:00:00", "house.day_begins: datetime.time(6, 0) was given"),
    (
        "guests_money = 1000",
        'house.guests_money: 1000 was given; accepted: an amount in quotes, like "$1,000", from $1',
    ),
    ('guests_money = "a lot"', "house.guests_money: 'a lot' was given; accepted: an amount in quotes"),
    ('guests_money = "$0.99"', "house.guests_money: $0.99 was given; accepted: an amount in quotes"),
    ('guests_money = "$1,000,000,000.01"', "house.guests_money: $1,000,000,000.01 was given"),
    (f'guests_money = "${"9" * 200}"', "house.guests_money: '$999"),
    ("guests_per_hour = 0", "house.guests_per_hour: 0 was given; accepted: a whole number from 1 to 100,000"),
    ('publishes = "never"', 'house.publishes: \'never\' was given; accepted: one of "at once", "later"'),
    ("checkpoint_seconds = 9", "house.checkpoint_seconds: 9 was given; accepted: a whole number from 10 to 86,400 sec"),
    ("notice_minutes = 0", "house.notice_minutes: 0 was given; accepted: a whole number from 1 to 10,080 minutes"),
    ('nam = "x"', "house: there is no key 'nam'; did you mean name?; accepted: name, time_zone, "),
    ('"\\u202e" = 1', "house: there is no key '\\u202e'; accepted: "),
]


@pytest.mark.parametrize(("line", "told"), HOUSE_REFUSED)
def test_what_the_house_cannot_be_is_refused_at_its_place(line: str, told: str) -> None:
    found = objects(f"[house]\n{line}\n{LEAST}")
    assert found.startswith(told)
    assert "; accepted: " in found
    assert len(found) < 400


TABLE_REFUSED = [
    ('cards = "marked"', 'cards: \'marked\' was given; accepted: one of "committed", "real"'),
    ("cards = []", "cards: [] was given"),
    ('automation = ["deal", "verify", "dance"]', "automation: 'dance' was given; accepted: \"all\", or a list of "),
    ("automation = [[1]]", "automation: [1] was given"),
    ('automation = "some"', "automation: 'some' was given"),
    ("supervised = 1", "supervised: 1 was given; accepted: true or false"),
    ("bet_seconds = 4", "bet_seconds: 4 was given; accepted: a whole number from 5 to 3,600 seconds"),
    ("decide_seconds = 3601", "decide_seconds: 3601 was given"),
    ("decide_seconds = 1e300", "decide_seconds: 1e+300 was given"),
    ("away_seconds = 0", "away_seconds: 0 was given"),
    ("keep_seat_minutes = 1441", "keep_seat_minutes: 1441 was given"),
    ("keep_guest_minutes = 1441", "keep_guest_minutes: 1441 was given"),
    (
        "card_milliseconds = -1",
        "card_milliseconds: -1 was given; accepted: a whole number from 0 to 2,000 milliseconds",
    ),
    ("step_milliseconds = nan", "step_milliseconds: nan was given"),
    ('sits = ["dealers"]', 'sits: \'dealers\' was given; accepted: a list of "guests", "players", "programs"'),
    ('sits = "guests"', "sits: 'guests' was given"),
    ('coach = "yes"', "coach: 'yes' was given; accepted: true or false"),
    ('publishes = "Later"', "publishes: 'Later' was given"),
    ("options = 3", "options: 3 was given; accepted: options of the rulebook"),
]


@pytest.mark.parametrize(("line", "told"), TABLE_REFUSED)
def test_what_a_table_cannot_be_is_refused_at_its_place(line: str, told: str) -> None:
    found = objects(f"{LEAST}{line}\n")
    assert found.startswith(f"tables.one.{told}")
    assert "; accepted: " in found


def test_all_objections_come_at_once_each_with_its_place() -> None:
    found = objections(
        """
        tabels = 1
        [house]
        guests_money = 5
        day_begins = 99
        [tables.Big]
        [tables.one]
        coach = "?"
        colour = "green"
        [tables.two]
        rulebook = "uth-ma"
        automation = ["deal"]
        options = { trips = "E", seats = 99 }
        [tables.three]
        submission = "nowhere.toml"
        [tables.four]
        rulebook = 4
        four = 4
        """
    )
    places = [each.partition(": ")[0] for each in found]
    assert places == [
        "the file",
        "house.day_begins",
        "house.guests_money",
        "tables",
        "tables.one",
        "tables.one.coach",
        "tables.one",
        "tables.two.options",
        "tables.two.options",
        "tables.two.automation",
        "tables.three.submission",
        "tables.four",
        "tables.four.rulebook",
    ]
    assert "UTH 11(d): 'E' is no value of trips" in found[7]


@pytest.mark.parametrize("name", ["Big", "-a", "a" * 41, "a b", "a.b", "\x1b", "ä", ""])
def test_a_table_needs_a_name_that_can_stand_in_an_address(name: str) -> None:
    quoted = name.replace("\x1b", "\\u001b")
    found = objects(f'[tables."{quoted}"]\nrulebook = "uth-ma"\n')
    assert found.startswith(f"tables: {name!r} is no name of a table; accepted: 1 to 40 small letters"), found


def test_a_house_has_a_table_and_not_too_many() -> None:
    assert objects("").startswith("tables: the house has no table; accepted: [tables.NAME] with a rulebook")
    assert objects("[tables]\n") == objects("")
    assert objects("tables = 3") == "tables: 3 was given; accepted: a table of TOML that begins with [tables]"
    assert objects("house = 3\n" + LEAST).startswith("house: 3 was given")
    assert objects("[tables]\none = 3") == "tables.one: 3 was given; accepted: [tables.one] with a rulebook"
    many = "".join(f'[tables.t{each}]\nrulebook = "uth-ma"\n' for each in range(MOST_TABLES + 1))
    assert objects(many) == "tables: the house has 1,001 tables; accepted: 1,000 at most"


def test_a_table_is_run_by_one_submission_that_can_be_read() -> None:
    both = '[tables.one]\nsubmission = "a.toml"\noptions = {}\n'
    assert objects(both).endswith(
        "there is a submission in a file and there are options here; accepted: one of the two"
    )
    named = '[tables.one]\nsubmission = "a.toml"\n'
    nested = f"rulebook = 'uth-ma'\nseats = {'[' * 20_000}{']' * 20_000}\n"
    for text, told in (
        (None, "cannot read a.toml: there is none; accepted: "),
        ("= =", "'a.toml' is no TOML that is read here: "),
        (nested, "'a.toml' is no TOML that is read here: it is nested too deep; accepted: "),
        ("", "'a.toml' is for no rulebook that there is: None was given; accepted: one of "),
        ('rulebook = "chess"', "'a.toml' is for no rulebook that there is: 'chess' was given; accepted: one of "),
        ("rulebook = []", "'a.toml' is for no rulebook that there is: [] was given; accepted: one of "),
        ('rulebook = "uth-ma"\ntrips = "E"', "UTH 11(d): 'E' is no value of trips; accepted: A (pay table A)"),
    ):
        found = objects(named, {} if text is None else {"a.toml": text})
        assert found.startswith(f"tables.one.submission: {told}"), found


def test_what_is_no_toml_or_nested_too_deep_is_refused_in_a_sentence() -> None:
    assert objects("[house").startswith("the file: this is not valid TOML: ")
    assert objects(f"x = {'[' * 20_000}{']' * 20_000}").startswith("the file: this is nested too deep")
    deep = f"{LEAST}options = {'{a=' * 20_000}1{'}' * 20_000}\n"
    assert objects(deep).startswith("the file: this is nested too deep")


def test_where_nobody_supervises_nothing_waits_for_a_supervisor() -> None:
    held = f'{LEAST}options = {{ absent_player = "hold" }}\n'
    assert objects(held) == (
        "tables.one.supervised: nobody supervises this table, and absent_player = hold waits for a supervisor; "
        "accepted: another absent_player, or supervised = true"
    )
    reads(f"{held}supervised = true\n")
    by_hand = f'{LEAST}automation = ["deal"]\n'
    assert objects(by_hand) == (
        "tables.one.automation: nobody supervises this table, and 'verify' is left to a supervisor; "
        "accepted: 'verify' among the steps, or supervised = true"
    )
    reads(f"{by_hand}supervised = true\n")


def test_a_game_that_comes_in_versions_is_dealt_in_one_at_all_tables() -> None:
    one = '[tables.one]\nrulebook = "colorado-ma-1"\noptions = { version = "permissible" }\n'
    found = objects(one + '[tables.two]\nrulebook = "colorado-ma-1"\n')
    assert found.startswith("tables.two: Colorado")
    assert found.endswith("the house deals the permissible version (ruling C13); accepted: version=permissible")
    reads(one + '[tables.two]\nrulebook = "colorado-ma-1"\noptions = { version = "permissible" }\n')


JSONISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from((*HOUSE, *TERMS, *TABLE, PUBLISHED)), JSONISH)
def test_a_value_of_any_kind_is_taken_or_refused_and_nothing_else(key: Key, value: object) -> None:
    with suppress(NotAcceptedError):
        key.read(value)


# ---- changes ---------------------------------------------------------------------------------------------

TWO = '[tables.one]\nrulebook = "uth-ma"\n[tables.two]\nrulebook = "lir-nj"\n'


def test_a_file_that_says_the_same_in_other_words_changes_nothing() -> None:
    old, new = reads(TWO), reads(f'[house]\nname = "Croupier"\n{TWO}automation = "all"\n')
    found = differences(old, new)
    assert (found.at_once, found.new_session, found.restart, found.added, found.removed) == ((), (), (), (), ())


# A line of the table `two`, or of the house, and when it is taken up.
CHANGED = [
    ("bet_seconds = 7", "at_once", "tables.two.bet_seconds"),
    ("decide_seconds = 7", "at_once", "tables.two.decide_seconds"),
    ("away_seconds = 7", "at_once", "tables.two.away_seconds"),
    ("keep_seat_minutes = 7", "at_once", "tables.two.keep_seat_minutes"),
    ("keep_guest_minutes = 7", "at_once", "tables.two.keep_guest_minutes"),
    ("card_milliseconds = 7", "at_once", "tables.two.card_milliseconds"),
    ("step_milliseconds = 7", "at_once", "tables.two.step_milliseconds"),
    ('sits = ["players"]', "at_once", "tables.two.sits"),
    ("coach = false", "at_once", "tables.two.coach"),
    ("options = { three_card_bonus = 'B' }", "new_session", "tables.two.submission"),
    ('automation = ["verify"]', "new_session", "tables.two.automation"),
    ('cards = "real"', "new_session", "tables.two.cards"),
    ("supervised = true", "at_once", "tables.two.supervised"),
    ('publishes = "later"', "new_session", "tables.two.publishes"),
    ('[house]\nguests_money = "$5"', "at_once", "house.guests_money"),
    ("[house]\nguests_per_hour = 5", "at_once", "house.guests_per_hour"),
    ("[house]\ncheckpoint_seconds = 11", "at_once", "house.checkpoint_seconds"),
    ("[house]\nnotice_minutes = 11", "at_once", "house.notice_minutes"),
    ('[house]\nlarge_payout = "$5"', "at_once", "house.large_payout"),
    ('[house]\nname = "Another"', "restart", "house.name"),
    ('[house]\ntime_zone = "Asia/Tokyo"', "restart", "house.time_zone"),
    ("[house]\nday_begins = 5", "restart", "house.day_begins"),
]


@pytest.mark.parametrize(("line", "when", "place"), CHANGED)
def test_each_change_is_taken_up_at_its_time_and_no_other(line: str, when: str, place: str) -> None:
    found = differences(reads(TWO), reads(f"{TWO}{line}\n"))
    taken = {each: getattr(found, each) for each in ("at_once", "new_session", "restart")}
    assert taken == {"at_once": (), "new_session": (), "restart": (), when: (place,)}
    assert found.sessions == (("two",) if when == "new_session" else ())


def test_every_key_but_those_of_the_submission_is_among_those_changes() -> None:
    declared = {f"house.{key.name}" for key in HOUSE} | {f"tables.two.{key.name}" for key in TABLE}
    assert declared - {place for _, _, place in CHANGED} == {"house.publishes", "house.currency"}


def test_what_the_house_publishes_begins_new_sessions_where_a_table_does_not_say_otherwise() -> None:
    own = f'{TWO}publishes = "at once"\n'
    found = differences(reads(own), reads(f'[house]\npublishes = "later"\n{own}'))
    assert (found.new_session, found.at_once, found.restart) == (("tables.one.publishes",), (), ())


def test_tables_come_and_go() -> None:
    found = differences(reads(TWO), reads(TWO.replace("tables.two", "tables.three")))
    assert (found.added, found.removed, found.sessions) == (("three",), ("two",), ())


def test_players_are_owed_notice_of_a_wager_that_is_withdrawn_and_of_nothing_that_comes_anew() -> None:
    book = load("lir-nj")
    with_it, without = Submission.of(book, {}), Submission.of(book, {"three_card_bonus": "no"})
    (owed,) = notices_owed(with_it, without)
    assert "is withdrawn" in owed.says
    assert owed.clause == "18.6B(a)"
    assert notices_owed(without, with_it) == ()
    assert notices_owed(with_it, Submission.of(load("uth-ma"), {})) == (), "another game replaces none"
