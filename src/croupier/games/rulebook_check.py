"""Check of a rulebook against the game that it is dealt by: what either has and the other lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import chain

from croupier.errors import GameCodeError
from croupier.games.game import Ask, Choice, Community, Draw, Game, Settle, TurnUp
from croupier.games.script_check import script_faults
from croupier.games.terms import Terms
from croupier.rulebook.checks.line_numbers import located
from croupier.rulebook.checks.references import options_named
from croupier.rulebook.loader import NAMES, RulebookError, common_options, load, rule_names, ruling_names
from croupier.rulebook.model import Rulebook
from croupier.rulebook.pay import Amount
from croupier.rulebook.submission import Submission


def check_rulebook(game: Game, book: Rulebook, terms: Terms | None = None) -> None:
    """Refuse a rulebook that does not fit a game, in one sentence with the line if its text is known.

    The script is checked as it is under these terms, else under those that the rulebook has by default.
    """
    chosen = sorted(terms.submission.options().items()) if terms is not None else []
    asked = (id(game), id(book), repr(chosen))
    if asked in _FITTING:
        return
    for fault in faults(game, book, terms):
        raise RulebookError(located(fault, book.lines))
    if len(_FITTING) >= _MOST_FITTING:
        _FITTING.clear()
    _FITTING[asked] = game, book


# Games and rulebooks found to fit, by identity and options: each is kept, so that no other object has its number.
_FITTING: dict[tuple[int, int, str], tuple[Game, Rulebook]] = {}
_MOST_FITTING = 64


def faults(game: Game, book: Rulebook, terms: Terms | None = None, *, whole: bool = True) -> Iterator[str]:
    """Yield what does not fit; unless the rulebook is whole, without a look at the script that it makes."""
    yield from chain(_settlement_faults(game, book), _name_faults(game, book))
    if whole:
        yield from _script_faults(game, book, terms or Terms(Submission(book)))


def _settlement_faults(game: Game, book: Rulebook) -> Iterator[str]:
    """Yield what the settlement needs and the rulebook lacks, and hands that no ranking of this game makes."""
    for name, wager in game.options.items():
        if wager in book.wagers and name not in book.options:
            yield f"wager {wager}: {book.id} lacks the option {name} that settles it"
    yield from _side_faults(game, book)
    yield from _row_faults(game, book)
    for wager, (table, hand) in game.needs_rows.items():
        rows = {row.hand for each in book.tables if each.name == table and wager in each.wagers for row in each.rows}
        if wager in book.wagers and (not rows or (hand and hand not in rows)):
            yield f"wager {wager} is settled by the table {table}, which lacks {hand or 'its rows'}"
    for wager, (table, hands_of) in game.needs_all.items():
        rows = {row.hand for each in book.tables if each.name == table and wager in each.wagers for row in each.rows}
        without = [names[0] for names in hands_of if rows.isdisjoint(names)]
        if wager in book.wagers and without:
            yield f"wager {wager} is settled by the table {table}, which has no row for {', '.join(without)}"
    made = game.hands.get("progressive", frozenset())
    for name, option in book.options.items():
        wrong = [hand for hand in option.hands if made and hand not in made]
        yield from (f"option {name}: no ranking makes {hand}{_near(hand, made)}" for hand in wrong)


def _row_faults(game: Game, book: Rulebook) -> Iterator[str]:
    """Yield the tables that settle nothing here, and their rows that no ranking makes."""
    by_side = {each.name for each in book.tables if each.looks_at}
    for each in book.tables if game.hands else ():
        if each.name in by_side:
            continue
        if each.name not in game.hands:
            yield f"table {each.name} settles no wager of this game; there are {', '.join(game.hands)}"
        hands = game.hands.get(each.name, {row.hand for row in each.rows})
        wrong = [row.hand for row in each.rows if row.hand not in hands]
        yield from (f"table {each.name}, {hand}: no ranking makes that hand{_near(hand, hands)}" for hand in wrong)


def _side_faults(game: Game, book: Rulebook) -> Iterator[str]:
    """Yield what is wrong with tables that say whose hand they look at, and with the wagers that they settle."""
    tables = [each for each in book.tables if each.looks_at]
    for each in tables:
        if not game.side_hands:
            yield f"table {each.name} looks at {each.looks_at}, and this game has no such side wagers"
            return
        wrong = [row.hand for row in each.rows if row.hand not in game.side_hands]
        yield from (
            f"table {each.name}, {hand}: no ranking makes that hand{_near(hand, game.side_hands)}" for hand in wrong
        )
        if each.by is not None and each.by not in book.options:
            yield f"table {each.name} looks at {each.looks_at}, and goes by {each.by}, which is no option"
        fixed = each.looks_at == "other hands"
        if fixed and not all(isinstance(row.pays, Amount) for row in each.rows):
            yield f"table {each.name} looks at other hands, and pays otherwise than in fixed sums"
        if not fixed and each.stake_from is not None:
            yield f"table {each.name} has stake_from and does not look at other hands"
        yield from (
            f"table {each.name} names {name}, which is no side wager"
            for name in each.wagers
            if name in book.wagers and not book.wagers[name].side
        )
    for name in {name for each in tables for name in each.wagers}:
        of = {each.name for each in tables if name in each.wagers and each.looks_at != "other hands"}
        if len(of) != 1:
            yield f"wager {name} is settled by {len(of)} tables that say whose hand they look at, instead of one"


def _name_faults(game: Game, book: Rulebook) -> Iterator[str]:
    """Yield the rules, rulings and options that the rulebook has and no code knows."""
    rules = rule_names().keys() | game.own_names
    for clause in book.clauses:
        yield from (
            f"clause {clause.id} binds {each}, which is no rule{_near(each, rules)}"
            for each in clause.rules
            if each not in rules
        )
    named = ruling_names() | game.own_names
    for ruling in book.rulings.values():
        yield from (
            f"ruling {ruling.id} is cited as {each}, and no code cites that{_near(each, named)}"
            for each in ruling.cited
            if each not in named
        )
    of_game = {name for other in map(load, NAMES) if other.game == game.name for name in other.options}
    stakes = {f"{wager}_{bound}" for wager in book.wagers for bound in ("minimum", "maximum")}
    folded = {f"folded_{name}" for each in book.tables if each.looks_at for name in each.wagers}
    known = of_game | stakes | folded | {*game.options, *common_options(), *options_named(book)}
    for name in book.options:
        if name not in known:
            yield f"option {name} decides nothing in this game{_near(name, known)}"


def _script_faults(game: Game, book: Rulebook, terms: Terms) -> Iterator[str]:
    """Yield what is wrong with the script, the wagers that none of its steps settles, and what rests on no clause."""
    try:
        script = game.script(terms)
    except GameCodeError as error:
        yield error.why
        return
    if script != game.script(terms):
        yield "the script is another each time it is asked for"
        return
    wrong = list(script_faults(script, terms))
    yield from wrong
    if wrong:
        return
    if game.ranking is None and any(isinstance(step, Settle) and step.keeps_from is not None for step in script):
        yield "the script keeps the highest hand on the table, and the game has no ranking"
    settled = {wager for step in script if isinstance(step, Settle) for wager in step.wagers}
    for name in book.wagers:
        if name not in settled:
            yield f"wager {name} is none of this game; it settles {', '.join(sorted(settled))}"
    for rule in (
        *game.needs_rules,
        *(step.rule for step in script if isinstance(step, Community | Draw | TurnUp | Ask)),
    ):
        if rule not in book.rules:
            yield f"{book.id} binds no clause to {rule}, and this game is not played without it"
    asks = [step for step in script if isinstance(step, Ask)]
    yield from (fault for ask in asks for choice in ask.choices for fault in _choice_faults(book, choice))


def _choice_faults(book: Rulebook, choice: Choice) -> Iterator[str]:
    wager = book.wagers.get(choice.wager) if choice.wager is not None else None
    if choice.wager is not None and wager is None:
        yield f"wager {choice.wager} is lacking, and the choice {choice.name!r} places it"
    if wager is not None and wager.of is None and wager.equal_to is None and wager.exactly is None:
        yield f"wager {wager.name} does not say what it is a multiple of: of, equal_to or exactly"
    if choice.rule not in book.rules:
        yield f"the choice {choice.name!r} is bound to no clause: no clause has the rule {choice.rule}"


def _near(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, sorted(known), n=1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(sorted(known)[:20])}"
