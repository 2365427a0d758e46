"""Commands as they are declared: what each takes and from whom, its bounds, and that nothing is ignored or raises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from support.table.tables import bet, choose, dealer, fault, opened, refused, sent

import croupier
from croupier.money import MOST_CENTS
from croupier.rulebook import NAMES, Refusal
from croupier.table.decide import Decision, open_table, step
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import ROLES, Command, RefusedError
from croupier.table.model.declaration import METER, Argument, Declared
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import Meter
from croupier.table.model.validation import accepts, admitted
from croupier.table.model.vocabulary import CALLS, FAULTS, FAULTS_TAKE, SLIPS, STEPS
from croupier.table.play.runner import Table

UTH = {"ante": 500, "blind": 500}
ARGUMENTS = [(command, about) for command in DECLARED.values() for about in command.arguments]
every_argument = pytest.mark.parametrize(
    ("command", "about"), ARGUMENTS, ids=[f"{command.name}-{about.name}" for command, about in ARGUMENTS]
)
every_command = pytest.mark.parametrize("command", DECLARED.values(), ids=list(DECLARED))


def given(command: Declared, about: Argument, value: object) -> Command:
    """A command with everything that it needs, one argument as given, each from where it may come."""
    values = {each.name: each.example for each in command.arguments if each.needed} | {about.name: value}
    mine: dict[str, Any] = {}
    added: dict[str, Any] = {}
    for name, each in values.items():
        origins = next(other.origins for other in command.arguments if other.name == name)
        (mine if "person" in origins or command.by[0] in origins else added)[name] = each
    return Command(command.by[0], command.name, 1 if command.at_seat else 0, mine, added)


def read(command: Declared, about: Argument, value: object) -> object:
    """The value as the table reads it, or the refusal."""
    try:
        _, values = admitted(open_table(croupier.submission("uth-ma"), training=True), given(command, about, value))
    except RefusedError as error:
        return error
    return values[about.name]


# ---- what is declared ----------------------------------------------------------------------------------


@every_command
def test_a_command_says_who_gives_it_when_and_what_it_means(command: Declared) -> None:
    assert command.by
    assert set(command.by) <= set(ROLES)
    assert command.when
    assert command.means.endswith(".")
    names = [about.name for about in command.arguments]
    assert len(set(names)) == len(names)


@every_argument
def test_the_example_of_an_argument_is_taken(command: Declared, about: Argument) -> None:
    assert about.means
    assert not isinstance(read(command, about, about.example), RefusedError)


@every_argument
def test_an_argument_says_what_would_be_accepted(command: Declared, about: Argument) -> None:
    refusal = read(command, about, object())
    assert isinstance(refusal, RefusedError)
    assert refusal.accepted == accepts(about)
    assert refusal.accepted.startswith(f"{about.name}: ")
    assert refusal.about == about.name


@pytest.mark.parametrize(
    ("about", "said"),
    [
        (Argument("x", "text", "", "", most=24), "1 to 24 letters"),
        (Argument("x", "number", "", 1, least=1, most=6), "a whole number from 1 to 6"),
        (Argument("x", "number", "", 1, least=10, most=42, unit="cards"), "a whole number from 10 to 42 cards"),
        (Argument("x", "money", "", 1, least=1, most=500), "from $0.01 to $5, as text, or as whole cents"),
        (Argument("x", "switch", "", "yes"), "yes or no"),
        (Argument("x", "choice", "", "a", among=("a", "b")), "one of a, b"),
        (Argument("x", "card", "", "Ah"), "a card of the deck, as text or by its number"),
        (Argument("x", "cards", "the cards as they came", "Ah"), "the cards as they came"),
        (Argument("x", "hex", "", "ab", most=64), "64 hexadecimal digits"),
        (Argument("x", "wagers", "", {}, most=500), "wagers by name, each up to $5, as text, or as whole cents"),
        (Argument("x", "card or cards", "", "Ah"), "a card of the deck, as text or by its number, or several"),
        (Argument("x", "many or cards", "", 1), "a whole number of cards, or the cards"),
        (Argument("x", "count", "", 1, most=52), "yes, no, or the number counted, up to 52"),
        (
            Argument("x", "meter", "", {}, most=99),
            "amount in cents, version and resets by name, each a whole number from 0 to 99",
        ),
    ],
    ids=lambda each: each.kind if isinstance(each, Argument) else "",
)
def test_what_would_be_accepted_is_said_by_its_kind(about: Argument, said: str) -> None:
    assert accepts(about) == f"x: {said}"


NUMBERED = [each for each in ARGUMENTS if each[1].kind in {"number", "money", "count", "many or cards"}]


@pytest.mark.parametrize(("command", "about"), NUMBERED, ids=[f"{each.name}-{about.name}" for each, about in NUMBERED])
def test_a_number_holds_to_its_bounds(command: Declared, about: Argument) -> None:
    assert about.most > about.least
    assert read(command, about, about.least) == about.least
    assert read(command, about, about.most) == about.most
    for outside in (about.least - 1, about.most + 1, -(10**5000), 10**5000):
        assert isinstance(read(command, about, outside), RefusedError)


TEXTS = [each for each in ARGUMENTS if each[1].kind == "text"]


@pytest.mark.parametrize(("command", "about"), TEXTS, ids=[f"{each.name}-{about.name}" for each, about in TEXTS])
def test_a_text_holds_to_its_bounds(command: Declared, about: Argument) -> None:
    assert read(command, about, "x" * about.most) == "x" * about.most
    assert read(command, about, " x ") == "x"
    for outside in ("", "  ", "x" * (about.most + 1), "one\ntwo", "\x00", "\ud800"):
        assert isinstance(read(command, about, outside), RefusedError)


@pytest.mark.parametrize(
    ("command", "about"),
    [each for each in ARGUMENTS if each[1].kind == "choice"],
    ids=[f"{each.name}-{about.name}" for each, about in ARGUMENTS if about.kind == "choice"],
)
def test_a_choice_is_one_of_those_named(command: Declared, about: Argument) -> None:
    assert all(read(command, about, each) == each for each in about.among)
    assert isinstance(read(command, about, "none"), RefusedError)


@pytest.mark.parametrize("name", ["order", "cards"])
def test_cards_are_no_more_than_a_deck_has(name: str) -> None:
    command, about = next(each for each in ARGUMENTS if each[1].name == name and each[1].kind in {"order", "cards"})
    assert read(command, about, list(range(52))) == tuple(range(52))
    for outside in ([52], [-1], [0] * (about.most + 1), [True], [0, "Zz"], "Zz", "", "Ah " * 1000):
        assert isinstance(read(command, about, outside), RefusedError)


def test_cards_are_text_or_index_in_every_command() -> None:
    command = DECLARED["burn"]
    (about,) = command.arguments
    ace, king = opened("uth-ma").state.terms.rulebook.deck.parse("Ah Kd")
    for value in ("Ah Kd", ["Ah", "Kd"], ("Ah", king), [ace, "Kd"], [ace, king], (ace, king)):
        assert read(command, about, value) == (ace, king)
    discard = next(about for about in DECLARED["decide"].arguments if about.name == "discard")
    assert read(DECLARED["decide"], discard, "Ah") == read(DECLARED["decide"], discard, ace) == (ace,)
    assert read(DECLARED["decide"], discard, "Ah Kd") == (ace, king)


@pytest.mark.parametrize(
    "value", [["Ah Kd", "2c"], ["Ah", "Kd 2c"], ["", "Ah Kd"], ["Ah", "Kd", ""]], ids=["two", "two last", "none", "end"]
)
def test_of_a_list_of_cards_every_text_is_one_card(value: list[str]) -> None:
    command = DECLARED["burn"]
    assert isinstance(read(command, command.arguments[0], value), RefusedError)


@pytest.mark.parametrize(
    ("value", "read_as"),
    [("5", 500), ("$5", 500), ("2.50", 250), ("$1,000", 100_000), (500, 500), (MOST_CENTS, MOST_CENTS)],
)
def test_text_for_money_is_dollars_and_a_number_is_cents(value: object, read_as: int) -> None:
    (amount,) = DECLARED["buy"].arguments
    assert read(DECLARED["buy"], amount, value) == read_as
    wagers = DECLARED["bet"].named["wagers"]
    assert read(DECLARED["bet"], wagers, {"ante": value}) == {"ante": read_as}


@pytest.mark.parametrize(
    "value", [0, -1, "0", "-5", "$", "five", "", 5.0, True, None, MOST_CENTS + 1, "$10,000,000,000,000.01", "9" * 5000]
)
def test_what_is_no_money_is_no_stake(value: object) -> None:
    """None is above 10^15 cents."""
    wagers = DECLARED["bet"].named["wagers"]
    assert isinstance(read(DECLARED["bet"], wagers, {"ante": value}), RefusedError)
    (amount,) = DECLARED["buy"].arguments
    assert isinstance(read(DECLARED["buy"], amount, value), RefusedError)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"amount": "$5"}, "amount cannot be '$5'; accepted: amount: from €0.01 to €10,000,000,000,000, as text"),
        ({}, "'buy' lacks amount; accepted: amount: from €0.01 to €10,000,000,000,000, as text"),
        ({"stake": 5}, "'buy' has no 'stake'; accepted: 'buy' with amount (from €0.01 to €10,000,000,000,000"),
    ],
)
def test_a_refusal_names_amounts_in_the_currency_of_the_table(args: dict[str, object], why: str) -> None:
    table = Table(croupier.submission("uth-fr"))
    table.open()
    table.send(Command("player", "sit", 1, {}, {"bankroll": "€100"}, by="p-1"))
    assert why in str(table.send(Command("house", "buy", 1, args)))
    wagers = {"ante": "$5", "blind": "$5"}
    refused_bet = table.send(Command("player", "bet", 1, {"wagers": wagers}, by="p-1"))
    assert "accepted: wagers: wagers by name, each up to €10,000,000,000,000" in str(refused_bet)
    assert type(table.send(Command("house", "buy", 1, {"amount": "€5"}))) is Decision


def test_faults_slips_calls_and_steps_are_declared_with_what_they_mean() -> None:
    what = DECLARED["fault"].named["what"]
    assert set(what.among) == set(FAULTS) == set(FAULTS_TAKE)
    taken = {name for takes in FAULTS_TAKE.values() for name in takes}
    assert taken == {about.name for about in DECLARED["fault"].arguments} - {"what"}
    assert set(STEPS) == ALL_STEPS
    assert all([*FAULTS.values(), *SLIPS.values(), *CALLS.values(), *STEPS.values()])


# ---- who may say what ----------------------------------------------------------------------------------

NOBODYS = [each for each in ARGUMENTS if "person" not in each[1].origins and not set(each[0].by) & set(each[1].origins)]


@pytest.mark.parametrize(("command", "about"), NOBODYS, ids=[f"{each.name}-{about.name}" for each, about in NOBODYS])
def test_what_is_no_persons_to_give_is_refused_when_a_person_gives_it(command: Declared, about: Argument) -> None:
    moved = given(command, about, about.example)
    assert about.name in moved.supplied
    said = moved._replace(args={**moved.args, **moved.supplied}, supplied={})
    state = open_table(croupier.submission("uth-ma"), training=True)
    refusal = step(state, said)
    assert isinstance(refusal, Refusal)
    assert f"{about.name} is for the {about.origins[0]} to give, and for nobody else" in refusal.why


def test_order_secrets_bankroll_and_whether_cards_are_real_are_nobodys_to_give() -> None:
    assert {about.name for _, about in NOBODYS} == {"order", "secret", "commitment", "physical", "bankroll"}


@every_command
def test_what_the_house_sends_along_with_a_command_nobody_says(command: Declared) -> None:
    state = open_table(croupier.submission("uth-ma"), training=True)
    for who in command.by:
        refusal = step(state, Command(who, command.name, 1, {METER.name: METER.example}))
        assert isinstance(refusal, Refusal)
        assert refusal.why == "meter is for the house to give, and for nobody else"
        assert refusal.accepted == f"{command.name!r} without meter"


@every_command
def test_every_command_takes_a_meter_from_the_house_and_nothing_else_in_its_place(command: Declared) -> None:
    needed = {each.name: each.example for each in command.arguments if each.needed}
    state = open_table(croupier.submission("uth-ma"), training=True)
    whole: dict[str, object] = {"amount": METER.most, "version": METER.most, "resets": 0}
    sent = Command(command.by[0], command.name, 1, needed)
    _, values = admitted(state, sent._replace(supplied={METER.name: whole}))
    assert values[METER.name] == Meter(METER.most, METER.most, 0)
    wrong: list[object] = [
        whole | {name: value} for name in whole for value in (-1, METER.most + 1, "1", True, 1.0, None)
    ]
    wrong += [{"amount": 1, "version": 1}, whole | {"luck": 1}, {}, [1, 2, 3], (1, 2, 3), 7, "7", Meter(1), None]
    for value in wrong:
        with pytest.raises(RefusedError) as refused:
            admitted(state, sent._replace(supplied={METER.name: value}))
        assert refused.value.accepted == accepts(METER)
        assert refused.value.about == METER.name


PERSONS = [each for each in ARGUMENTS if each[1].origins == ("person",)]


@pytest.mark.parametrize(("command", "about"), PERSONS, ids=[f"{each.name}-{about.name}" for each, about in PERSONS])
def test_what_a_person_says_is_supplied_by_nobody_else(command: Declared, about: Argument) -> None:
    moved = given(command, about, about.example)
    supplied = moved._replace(args={}, supplied={**moved.args, **moved.supplied})
    refusal = step(open_table(croupier.submission("uth-ma"), training=True), supplied)
    assert isinstance(refusal, Refusal)
    assert "is for whoever gives the command to give, and for nobody else" in refusal.why


def test_an_argument_is_given_once() -> None:
    table = opened("dragon-md", options={"shuffling": "manual"}, names=[])
    table.send(Command("player", "sit", 1))
    table.feed(frozenset({"cut"}))
    why = refused(table, Command("dealer", "cut", args={"depth": 20}, supplied={"depth": 20}))
    assert "depth was given twice" in why


@pytest.mark.clause("dragon-md", "5.F")
def test_a_dealer_does_not_say_where_a_digital_deck_is_cut() -> None:
    table = opened("dragon-md", options={"shuffling": "manual"}, names=[])
    table.send(Command("player", "sit", 1))
    table.feed(frozenset({"cut"}))
    assert due(table.state).do == "cut"
    why = refused(table, Command("dealer", "cut", args={"depth": 20}))
    assert "the card source says where a digital deck is cut; accepted: a cut without a depth" in why


def test_a_dealer_stacks_no_deck() -> None:
    table = opened("dragon-md", options={"shuffling": "manual"}, names=[])
    table.send(Command("player", "sit", 1))
    why = refused(table, Command("dealer", "shuffle", args={"order": list(range(52))}))
    assert "order is for the card source to give, and for nobody else; accepted: 'shuffle' without order" in why
    assert "the card source has given no order" in refused(table, Command("dealer", "shuffle"))


@every_command
def test_a_command_is_refused_to_everyone_else(command: Declared) -> None:
    state = open_table(croupier.submission("uth-ma"), training=True)
    for who in set(ROLES) - set(command.by):
        refusal = step(state, Command(who, command.name))
        assert isinstance(refusal, Refusal)
        assert refusal.why == f"{command.name!r} is not for the {who}"
        assert all(role in refusal.accepted for role in command.by)


@pytest.mark.parametrize("who", ["guest", "", None, 7, ["dealer"], ("player",)])
def test_nobody_else_is_at_a_table(who: Any) -> None:  # noqa: ANN401 - anything
    assert "is nobody at a table" in refused(opened("uth-ma"), Command(who, "ready", 1))


@pytest.mark.parametrize("rulebook", NAMES)
def test_an_ordinary_table_has_no_faults(rulebook: str) -> None:
    table = Table(croupier.submission(rulebook))
    for what in FAULTS:
        why = refused(table, fault(what))
        assert "'fault' is nothing that anyone can do at this table; accepted: open, close, receive, inspect" in why
        assert "fault" not in why.partition("accepted: ")[2]
    training = Table(croupier.submission(rulebook), training=True)
    sent(training, fault("miscount"))


def test_a_seat_is_spoken_for_by_its_person_alone() -> None:
    table = opened("uth-ma", persons=("ann", "bob"))
    for command in (bet(1, UTH), Command("player", "ready", 1), Command("player", "leave", 1), choose(1, "check")):
        for by in ("bob", "stranger", ""):
            refusal = table.send(command._replace(by=by))
            assert isinstance(refusal, Refusal)
            assert (refusal.why, refusal.about) == ("seat 1 is another player's", "by")
    sent(table, bet(1, UTH))
    assert "there is no seat" not in refused(table, Command("player", "leave", 0, by="ann"))


@pytest.mark.parametrize("by", [None, 7, True, b"ann", ["ann"], "a b", "seat 1", "ann\n", "Zoë", "x" * 65, "\u0660"])
def test_a_person_is_an_id_or_nothing(by: Any) -> None:  # noqa: ANN401 - anything
    for command in (bet(1, UTH), Command("house", "buy", 1, {"amount": 500}), Command("dealer", "deal")):
        why = refused(opened("uth-ma"), command._replace(by=by))
        assert "by cannot be " in why
        assert "accepted: by: the id of a person, 1 to 64 letters from A to Z, digits, _ and -; or none" in why


@pytest.mark.parametrize("seat", [10**16, -(10**16)])
def test_what_is_too_large_to_be_shown_is_not(seat: int) -> None:
    assert "there is no seat a number that large (ruling U27);" in refused(
        opened("uth-ma"), Command("player", "ready", seat)
    )
    most = "there is no seat 1000000000000000 (ruling U27);"
    assert most in refused(opened("uth-ma"), Command("player", "ready", MOST_CENTS))


def test_who_sits_down_says_where() -> None:
    table = opened("uth-ma", names=["first"])
    why = refused(table, Command("player", "sit", 0))
    assert "it is not said which seat; accepted: a free seat: 2, 3, 4, 5, 6" in why
    assert "seat 1 is taken; accepted: a free seat: 2" in refused(table, Command("player", "sit", 1))


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (Command("dealer", "deal"), "dealer: deal"),
        (Command("player", "bet", 2, {"ready": True}, {}, "ann"), "seat 2 by ann: bet ready=True"),
        (Command("house", "buy", 2, {"amount": 500}), "house: buy amount=500"),
        (Command("device", "shuffle", supplied={"physical": True}), "device: shuffle physical=True"),
    ],
)
def test_a_command_reads_as_who_does_what(command: Command, said: str) -> None:
    assert str(command) == said


# ---- nothing is ignored --------------------------------------------------------------------------------


def at_a_decision(rulebook: str = "uth-ma", wagers: Mapping[str, int] = UTH, **options: object) -> Table:
    """A table at which seat 1 is asked."""
    table = opened(rulebook, options=options)
    sent(table, bet(1, wagers), *dealer("no more bets", "deal"))
    while due(table.state).do != "decide":
        sent(table, Command(due(table.state).who, due(table.state).do))
    return table


def test_a_bet_of_wager_takes_no_bet_back() -> None:
    table = opened("uth-ma")
    sent(table, bet(1, UTH))
    why = refused(table, Command("player", "bet", 1, {"wager": {"ante": 1000, "blind": 1000}}))
    assert "'bet' has no 'wager'; accepted: 'bet' with wagers (wagers by name" in why
    assert dict(table.state.seat(1).wagers) == UTH


def test_a_bet_without_wagers_is_no_bet() -> None:
    table = opened("uth-ma")
    sent(table, bet(1, UTH))
    assert "'bet' lacks wagers; accepted: wagers: wagers by name" in refused(table, Command("player", "bet", 1))
    assert dict(table.state.seat(1).wagers) == UTH


@pytest.mark.clause("colorado-ma-1", "10(b)(1)")
def test_a_decision_takes_no_amount() -> None:
    table = at_a_decision("colorado-ma-1", {"ante": 1000})
    why = refused(table, choose(1, "bet", amount=1500))
    assert "Colorado 10(b)(1): bet takes no amount; accepted: bet alone" in why


@pytest.mark.clause("lir-nj", "18.10(b)")
def test_a_decision_names_no_other_wager() -> None:
    table = at_a_decision("lir-nj", {"bet_1": 500, "bet_2": 500, "bet_3": 500})
    why = refused(table, choose(1, "withdraw", wager="bet_3"))
    assert "'decide' has no 'wager'" in why
    assert set(table.state.seat(1).wagers) == {"bet_1", "bet_2", "bet_3"}


@pytest.mark.parametrize(("value", "ready"), [("no", False), ("yes", True), (False, False), (True, True)])
def test_ready_no_is_no(value: object, ready: bool) -> None:  # noqa: FBT001 - a table of values
    table = opened("uth-ma")
    sent(table, Command("player", "bet", 1, {"wagers": UTH, "ready": value}))
    assert table.state.seat(1).ready is ready


@pytest.mark.parametrize("value", ["nope", "Yes", "", 0, 1, None, [], "no "])
def test_what_is_neither_yes_nor_no_is_refused(value: object) -> None:
    table = opened("uth-ma")
    why = refused(table, Command("player", "bet", 1, {"wagers": UTH, "ready": value}))
    assert "accepted: ready: yes or no" in why
    assert not table.state.seat(1).wagers


def test_a_slip_sideways_is_no_slip() -> None:
    why = refused(opened("uth-ma"), fault("slip", how="sideways", at="dealer"))
    assert "how cannot be 'sideways'; accepted: how: double, skip, exposed, or to and a place: a seat's number" in why


@pytest.mark.parametrize("seat", ["1", "one", None, 1.0, True, -1, 7, 10**16, [1], object()])
@pytest.mark.clause("uth-ma", "6(e)")
def test_a_seat_is_a_number_of_the_table(seat: Any) -> None:  # noqa: ANN401 - anything
    refusal = opened("uth-ma").send(Command("player", "ready", seat))
    assert isinstance(refusal, Refusal)
    assert refusal.why.startswith("there is no seat ")
    assert refusal.accepted == "a seat from 1 to 6"
    assert refusal.rulings == ("U27",)


@pytest.mark.parametrize(
    "args", [None, [], "wagers", 7, (("wagers", {}),), object(), {1: 2}, {None: None}, {("a",): 1}]
)
def test_arguments_are_arguments_by_name(args: Any) -> None:  # noqa: ANN401 - anything
    for command in (Command("player", "bet", 1, args), Command("player", "bet", 1, {"wagers": UTH}, args)):
        why = refused(opened("uth-ma"), command)
        assert "the arguments are no arguments" in why or "'bet' has no" in why


@every_command
def test_an_unknown_argument_is_refused_with_what_the_command_takes(command: Declared) -> None:
    refusal = step(
        open_table(croupier.submission("uth-ma"), training=True), Command(command.by[0], command.name, 0, {"luck": 1})
    )
    assert isinstance(refusal, Refusal)
    assert refusal.why == f"{command.name!r} has no 'luck'"
    assert refusal.accepted.startswith(repr(command.name))


@every_command
def test_a_missing_argument_is_refused_with_what_would_be_accepted(command: Declared) -> None:
    needed = [about for about in command.arguments if about.needed]
    state = open_table(croupier.submission("uth-ma"), training=True)
    outcome = step(state, Command(command.by[0], command.name))
    if needed:
        assert isinstance(outcome, Refusal)
        assert outcome.why == f"{command.name!r} lacks {needed[0].name}"
        assert outcome.accepted == accepts(needed[0])
        assert outcome.about == needed[0].name


@pytest.mark.parametrize("do", ["dance", "", "BET", "check", None, 7, ["bet"], "x" * 10_000])
def test_what_nobody_can_do_is_refused_with_what_somebody_can(do: Any) -> None:  # noqa: ANN401 - anything
    refusal = opened("uth-ma").send(Command("player", do, 1))
    assert isinstance(refusal, Refusal)
    assert "is nothing that anyone can do at this table" in refusal.why
    assert len(refusal.why) < 200
    assert "bet, ready" in refusal.accepted
    assert not refusal.clauses
