"""Validator of submissions: checks one against its rulebook and returns every objection, each with its clause.

The checks run in turn on the values that earlier ones accepted: a refused value counts as not chosen, so that one
mistake is not reported three times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from croupier.citations import keeps
from croupier.errors import CroupierError
from croupier.money import MOST_CENTS, Cents, Currency, MoneyError, Odds, TooMuchError
from croupier.rulebook import pay
from croupier.rulebook.choices import Choices, Value
from croupier.rulebook.model import Condition, Limit, Option, PayTable, Rulebook
from croupier.rulebook.pay import Amount, As, Pay
from croupier.rulebook.progressive import Progressive, ProgressivePay, Share
from croupier.rulebook.refusal import Refusal

ODDS = "odds"
_HIGHER_ODDS = "higher_odds"  # the stable name of the ruling on them
_LONGEST = 20  # digits; longer numbers are mistakes, and Python refuses to parse very long ones
_LONGEST_TEXT = 40  # characters
_ROOM = 120  # characters of a value that a message repeats


class _NotAcceptedError(CroupierError):
    """Internal: refuses one value inside a check; made of why, what is accepted, and the stable name of a ruling."""

    def __init__(self, why: str, accepted: str, ruled: str = "") -> None:
        super().__init__(why, accepted)
        self.ruled = ruled


def _refusal(
    rulebook: Rulebook,
    name: str,
    refused: _NotAcceptedError,
    clauses: tuple[str, ...] = (),
    ruling: str | None = None,
) -> Refusal:
    """The objection to an option; if no clause states it, it cites the rulebook as a whole."""
    rulings = (ruling,) if ruling else ()
    document = rulebook.short if clauses else rulebook.id
    return Refusal(refused.why, refused.accepted, clauses, rulings, document, name)


def check(rulebook: Rulebook, options: Mapping[str, object]) -> tuple[Choices, list[Refusal]]:
    """Validate options; return the submission without the refused ones, and the objections."""
    chosen: dict[str, Value] = {}
    refusals = list(_values(rulebook, options, chosen))
    submission = Choices(rulebook, chosen)
    refusals += _meaningless(submission)
    refusals += [found for each in rulebook.conditions if (found := _condition(submission, each))]
    refusals += _stakes(submission)
    odds: dict[tuple[str, str], Pay] = {}
    refusals += _raised(submission, options.get(ODDS, {}), odds)
    submission = Choices(rulebook, chosen, odds)
    refusals += _payout_limits(submission)
    return submission, refusals


# ---- values --------------------------------------------------------------------------------------------


def _values(rulebook: Rulebook, options: Mapping[str, object], chosen: dict[str, Value]) -> Iterator[Refusal]:
    for name, value in options.items():
        if name == ODDS:
            continue
        option = rulebook.options.get(name)
        if option is None:
            yield _unknown(rulebook, name)
            continue
        try:
            chosen[name] = _READERS[option.kind](option, value)
        except _NotAcceptedError as refused:
            yield _refusal(rulebook, name, refused, option.clauses, option.ruling)


def _unknown(rulebook: Rulebook, name: str) -> Refusal:
    names = [*rulebook.options, ODDS]
    near = get_close_matches(name, names, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return _refusal(rulebook, name, _NotAcceptedError(f"there is no option {shown(name)}{hint}", ", ".join(names)))


def _choice(option: Option, value: object) -> Value:
    values = option.values or {}
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if not isinstance(value, str) or value not in values:
        accepted = ", ".join(f"{each} ({means})" for each, means in values.items())
        raise _NotAcceptedError(f"{shown(value)} is no value of {option.name}", accepted)
    return value


def _number(option: Option, value: object) -> Value:
    text = value.strip() if isinstance(value, str) else ""
    number = int(text) if text.isdecimal() and len(text) < _LONGEST else value
    low, high = option.least or 0, option.most
    accepted = f"a whole number from {low} to {high}" if high else f"a whole number of at least {low}"
    if not isinstance(number, int) or isinstance(number, bool) or number < low or (high is not None and number > high):
        raise _NotAcceptedError(f"{option.name} cannot be {shown(value)}", accepted)
    return number


def _text(option: Option, value: object) -> Value:
    words = value.strip() if isinstance(value, str) else ""
    if not words.isprintable() or not 0 < len(words) <= _LONGEST_TEXT:
        accepted = f"its name, in at most {_LONGEST_TEXT} characters"
        raise _NotAcceptedError(f"{option.name} cannot be {shown(value)}", accepted)
    return words


def _money(option: Option, value: object) -> Value:
    return _amount(option.name, value, option.least or 0, option.currency)


def _amount(name: str, value: object, least: Cents, currency: Currency) -> Cents:
    """Parse an amount of money, which must be text: a bare number could be in the major or in the minor unit."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise _NotAcceptedError(
            f"{name} = {shown(value)} is a bare number", f'the amount in quotes, like "{currency.sign}50,000"'
        )
    accepted = f"an amount of at least {currency.text(least)}, written like {currency.sign}5 or 2.50"
    try:
        amount = currency.cents(value)
    except TooMuchError as error:
        raise _NotAcceptedError(f"{name} cannot be {shown(value)}", f"at most {currency.text(MOST_CENTS)}") from error
    except MoneyError as error:
        raise _NotAcceptedError(f"{name} cannot be {shown(value)}", accepted) from error
    if amount < least:
        raise _NotAcceptedError(f"{name} cannot be {currency.text(amount)}", accepted)
    return amount


def shown(value: object) -> str:
    """A value as it was given, cut to the room that a message has."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # Python refuses to write some numbers and some nestings
        return "what cannot be written out"
    return text if len(text) <= _ROOM else f"{text[:_ROOM]}..."


# ---- the progressive -----------------------------------------------------------------------------------


@keeps("offer.progressive")
def _progressive(option: Option, value: object) -> Value:
    keys = ["seed", "increment", "cards", "rows", *(["stake"] if option.stake is None else [])]
    form = f"a table with {', '.join(keys)}"
    if not isinstance(value, Mapping):
        raise _NotAcceptedError(f"{option.name} cannot be {shown(value)}", form)
    unknown = [key for key in value if key not in keys]
    missing = [key for key in keys if key not in value and key != "cards"]
    if unknown or missing:
        faults = [f"has no key {shown(key)}" for key in unknown] + [f"lacks {key!r}" for key in missing]
        raise _NotAcceptedError(f"{option.name} {', '.join(faults)}", form)
    stake = (
        option.stake
        if option.stake is not None
        else _amount(f"{option.name}.stake", value["stake"], 1, option.currency)
    )
    increment = _amount(f"{option.name}.increment", value["increment"], 0, option.currency)
    if increment > stake:
        raise _NotAcceptedError(
            f"an increment of {option.currency.text(increment)} is more than the wager",
            f"at most {option.currency.text(stake)}",
        )
    cards = value.get("cards", next(iter(option.cards or {})))
    if not isinstance(cards, str) or cards not in (option.cards or {}):
        raise _NotAcceptedError(f"{option.name}.cards cannot be {shown(cards)}", ", ".join(option.cards or {}))
    rows = _rows(option, value["rows"])
    low = [pays for _, pays in rows if isinstance(pays, Amount) and pays.cents < stake]
    if low:
        why = f"a row that pays {low[0]} pays less than the wager, which is not returned on top"
        raise _NotAcceptedError(why, f"{option.currency.text(stake)} or more")
    return Progressive(
        stake,
        _amount(f"{option.name}.seed", value["seed"], 0, option.currency),
        increment,
        cards,
        rows,
        option.currency,
    )


def _rows(option: Option, rows: object) -> tuple[tuple[str, ProgressivePay], ...]:
    form = 'rows like { hand = "royal_flush", share = "100%" } or { hand = "full_house", pays = "$250" }'
    if not isinstance(rows, list) or not rows or not all(isinstance(row, Mapping) for row in rows):
        raise _NotAcceptedError(f"{option.name}.rows cannot be {shown(rows)}", form)
    read: dict[str, ProgressivePay] = {}
    for row in rows:
        hand, pays = row.get("hand"), _row_pays(option, row)
        if not isinstance(hand, str) or hand not in option.hands or hand in read:
            accepted = f"each once: {', '.join(option.hands)}"
            raise _NotAcceptedError(f"{option.name}.rows cannot pay {shown(hand)}", accepted)
        if pays is None:
            raise _NotAcceptedError(f"{option.name}.rows cannot have {shown(dict(row))}", form)
        read[hand] = pays
    return tuple((hand, read[hand]) for hand in option.hands if hand in read)


def _row_pays(option: Option, row: Mapping[str, object]) -> ProgressivePay | None:
    if set(row) == {"hand", "share"} and isinstance(row["share"], str):
        return Share.parse(row["share"])
    if set(row) != {"hand", "pays"}:
        return None
    return Amount(_amount(f"{option.name}.rows.pays", row["pays"], 0, option.currency), option.currency)


_READERS = {"choice": _choice, "number": _number, "money": _money, "text": _text, "progressive": _progressive}


# ---- options beside each other -------------------------------------------------------------------------


def _meaningless(submission: Choices) -> Iterator[Refusal]:
    for name in submission.chosen:
        if not submission.has_meaning(name):
            option = submission.rulebook.options[name]
            needed = " and ".join(f"{other} {_either(values)}" for other, values in (option.only_if or {}).items())
            why = f"{name} has no meaning unless {needed.replace(' ', ' is ', 1)}"
            refused = _NotAcceptedError(why, f"leave {name} out, or set {needed}")
            yield _refusal(submission.rulebook, name, refused, option.clauses, option.ruling)


@keeps("deal.device_first", "deck.second", "offer.cover_all")
def _condition(submission: Choices, condition: Condition) -> Refusal | None:
    name, value = condition.given
    if submission[name] != value:
        return None
    unmet = {other: values for other, values in condition.needs.items() if submission[other] not in values}
    if not unmet:
        return None
    found = " and ".join(f"{other} {submission[other]}" for other in unmet)
    needed = " and ".join(f"{other} {_either(values)}" for other, values in unmet.items())
    why = f"{name} {value} does not go with {found}: {condition.says.rstrip('.')}"
    refused = _NotAcceptedError(why, f"{needed}, or {name} other than {value}")
    return _refusal(submission.rulebook, name, refused, (condition.clause,), condition.ruling)


def _either(values: tuple[str, ...]) -> str:
    return " or ".join(values)


def _stakes(submission: Choices) -> Iterator[Refusal]:
    """Check that no wager's minimum is above its maximum."""
    for name, option in submission.rulebook.options.items():
        if name == "minimum" or name.endswith("_minimum"):
            high = name.removesuffix("minimum") + "maximum"
            least, most = submission.amount(name), submission.amount(high)
            if isinstance(least, int) and isinstance(most, int) and least > most:
                why = f"{name} {submission.rulebook.money(least)} is above {high} {submission.rulebook.money(most)}"
                refused = _NotAcceptedError(why, f"a {name} of at most the {high}")
                yield _refusal(submission.rulebook, name, refused, option.clauses, option.ruling)


# ---- payouts -------------------------------------------------------------------------------------------


def _raised(submission: Choices, odds: object, raised: dict[tuple[str, str], Pay]) -> Iterator[Refusal]:
    tables = {table.name: table for table in submission.tables()}
    form = f"[odds.TABLE] with hands of the table, for TABLE one of {', '.join(tables)}"
    if not isinstance(odds, Mapping):
        yield _refusal(submission.rulebook, ODDS, _NotAcceptedError(f"odds cannot be {shown(odds)}", form))
        return
    for name, rows in odds.items():
        table = tables.get(name)
        if table is None or not isinstance(rows, Mapping):
            refused = _NotAcceptedError(f"odds.{name} is no pay table in force", form)
            yield _refusal(submission.rulebook, ODDS, refused)
            continue
        for hand, payout in rows.items():
            try:
                raised[name, hand] = _raise(table, hand, payout)
            except _NotAcceptedError as refused:
                clause = next((row.clause for row in table.rows if row.hand == hand), table.clause)
                yield _refusal(
                    submission.rulebook,
                    ODDS,
                    refused,
                    (clause,),
                    next(iter(submission.rulebook.ruled(refused.ruled)), None),
                )


@keeps("pay.bets", "pay.trips")
def _raise(table: PayTable, hand: str, payout: object) -> Pay:
    """Check changed odds: those that the document lists as the least may be higher, those stated flatly may not."""
    rows = {row.hand: row for row in table.rows}
    where = f"odds.{table.name}.{hand}"
    if hand not in rows:
        raise _NotAcceptedError(f"{where} is no row of the table", ", ".join(rows))
    least = rows[hand].pays
    assert not isinstance(least, As)  # noqa: S101 - tables in force have that resolved
    # A push that the course of the round states, outside the table, is not part of the table's odds.
    if table.exact or rows[hand].clause != table.clause:
        raise _NotAcceptedError(f"{where} is stated flatly and cannot be changed", str(least), _HIGHER_ODDS)
    try:
        offered = pay.parse(payout) if isinstance(payout, str) else None
    except MoneyError:
        offered = None
    if offered is None or isinstance(offered, As) or not pay.at_least(offered, least):
        kind = "an amount" if isinstance(least, Amount) else "odds"
        raise _NotAcceptedError(f"{where} cannot be {shown(payout)}", f"{kind} of {least} or more", _HIGHER_ODDS)
    return offered


@keeps("pay.limit")
def _payout_limits(submission: Choices) -> Iterator[Refusal]:
    """Check that a limit set by the operator is no lower than the document allows."""
    for limit in submission.rulebook.limits:
        amount = submission[limit.option] if limit.option and submission.holds(limit.when) else None
        least = _least(submission, limit)
        if limit.option and isinstance(amount, int) and amount < least:
            why = f"{limit.option} cannot be {submission.rulebook.money(amount)}"
            ruling = submission.rulebook.options[limit.option].ruling
            refused = _NotAcceptedError(why, f"{submission.rulebook.money(least)} or more")
            yield _refusal(submission.rulebook, limit.option, refused, (limit.clause,), ruling)


def _least(submission: Choices, limit: Limit) -> Cents:
    """The document's amount or, where it says so and that is more, the most that minimum wagers could win."""
    minimum = submission["minimum"]
    if not limit.or_minimum_win or not isinstance(minimum, int):
        return limit.amount
    return max(limit.amount, sum(_most_won(submission, wager, minimum) for wager in limit.wagers))


def _most_won(submission: Choices, wager: str, stake: Cents) -> Cents:
    table = next(table for table in submission.tables() if wager in table.wagers)
    return max(row.pays.winnings_rounded_down(stake) for row in table.rows if isinstance(row.pays, Odds))
