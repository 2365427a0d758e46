"""Settlement lines: each wager's result, by which clause, in a sentence that a player accepts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from croupier.citations import keeps
from croupier.games.terms import Terms
from croupier.money import Cents, Odds
from croupier.rulebook.model import Limit, PayRow
from croupier.rulebook.pay import Amount, Outcome
from croupier.rulebook.progressive import Progressive

Result: TypeAlias = Literal["win", "lose", "push", "returned", "withdrawn", "void", "limit"]
Stakes: TypeAlias = Mapping[str, Cents]

_VERBS: dict[Result, str] = {
    "win": "wins {amount}",
    "lose": "loses",
    "push": "pushes, and the stake stays yours",
    "returned": "goes back to you",
    "withdrawn": "was withdrawn",
    "void": "is void and goes back to you",
    "limit": "takes {amount} off",
}
_BESIDES = "earns {amount} besides"
_THIRD = {"you": "", "your": "'s"}


class Line(NamedTuple):
    """One wager settled. `amount` is the player's net win or loss; stake and amount together come back.

    A payout limit's deduction is a line under the limit's own name, so that a wager's lines are the wager's alone.
    """

    wager: str  # its name; of a payout limit, the limit's
    stake: Cents  # in cents
    result: Result  # win, lose, push, returned, withdrawn, void or limit
    amount: Cents  # in cents
    because: str  # the reason in words
    clauses: tuple[str, ...]  # by their printed ids
    pays: str = ""  # the odds, such as `3 to 2`; empty where none are named
    rulings: tuple[str, ...] = ()  # that the line rests on

    @property
    def back(self) -> Cents:
        """The amount handed to the player, the stake included."""
        return self.stake + self.amount

    @property
    def is_besides(self) -> bool:
        """True if it is paid in addition to the wager's own line, which has the stake: an ante bonus."""
        return self.result == "win" and not self.stake

    def sentence(self, terms: Terms) -> str:
        """The explanation for the player, which answers: why was I paid this?"""
        verb = (_BESIDES if self.is_besides else _VERBS[self.result]).format(amount=terms.money(abs(self.amount)))
        how = "at" if " to " in self.pays else "paid"
        at = f", {how} {self.pays}" if self.pays and self.result == "win" else ""
        ruled = f"ruling {', '.join(self.rulings)}" if self.rulings else ""
        clauses = f"{terms.rulebook.short} {', '.join(self.clauses)}".rstrip()
        cited = f"{clauses}; {ruled}" if ruled else clauses
        return f"{self._what(terms)} {verb}{at}: {self.because} ({cited})."

    def sentence_of(self, seat: int, terms: Terms) -> str:
        """The explanation in the third person, for papers that are filed: nobody is "you" there.

        Sentences say "your" of the player's hand and "you" of the player, and nothing else.
        """
        said = self.sentence(terms).replace("the stake stays yours", f"the stake is returned to seat {seat}")
        return re.sub(r"\byour?\b", lambda word: f"seat {seat}{_THIRD[word[0]]}", said)

    def _what(self, terms: Terms) -> str:
        if self.result == "limit":
            return "The payout limit"
        title = terms.rulebook.wagers[self.wager].title
        return title if self.is_besides else f"{title} {terms.money(self.stake or self.amount)}"


# ---- hands within a sentence ---------------------------------------------------------------------------

_WORDS = 1024  # more than any game has words for hands; a settlement repeats them again and again


def a_hand(name: str) -> str:
    """A hand of that name: `a flush`, `two pairs`, `three of a kind`."""
    return with_article(name.replace("_", " ").lower())


@lru_cache(maxsize=_WORDS)
def with_article(words: str) -> str:
    """A hand as a dealer announces it: `a pair of kings`, `three Dragons`, `king high`."""
    first, second, *_ = [*words.split(maxsplit=2), ""]
    return words if first in {"two", "three", "four", "trips"} or second in {"high", "high,"} else f"a {words}"


@lru_cache(maxsize=_WORDS)
def is_higher(dealer: str, own: str = "") -> str:
    """The reason why a hand loses to the dealer's, with the hand's own words where a kicker decides.

    Without an audience there are no words for the dealer's hand.
    """
    than = f" than your {own}" if own else ""
    return f"the dealer's hand, {with_article(dealer)}, is higher{than}" if dealer else "the dealer's hand is higher"


def beats(dealer: str, own: str = "") -> str:
    """The reason why a hand wins against the dealer's, with its own words where odds or a kicker depend on them."""
    return f"your hand{f', {own},' if own else ''} beats the dealer's {dealer}".rstrip()


# ---- results of a wager --------------------------------------------------------------------------------


def lose(wager: str, stake: Cents, because: str, clauses: tuple[str, ...], rulings: tuple[str, ...] = ()) -> Line:
    """A wager lost."""
    return Line(wager, stake, "lose", -stake, because, clauses, "", rulings)


def back(
    wager: str, stake: Cents, result: Result, because: str, clauses: tuple[str, ...], rulings: tuple[str, ...] = ()
) -> Line:
    """A stake that goes back without win or loss: a push, a return, a withdrawal, a void."""
    return Line(wager, stake, result, 0, because, clauses, "", rulings)


def paid(
    wager: str,
    stake: Cents,
    row: PayRow,
    because: str,
    terms: Terms,
    clauses: tuple[str, ...] = (),
    rulings: tuple[str, ...] = (),
) -> Line:
    """A wager settled by its row of the pay table; `clauses` are those that send it there."""
    cited = clauses if row.clause in clauses else (*clauses, row.clause)
    ruled = (*rulings, row.ruling) if row.ruling and row.ruling not in rulings else rulings
    pays = row.pays
    if isinstance(pays, Odds) and not pays.pay_whole_cents(stake):
        ruled = (*ruled, *terms.ruled("odd_cents"))  # rounded down, or the stake would not have been taken
    if pays is Outcome.LOSE:
        return lose(wager, stake, because, cited, ruled)
    if pays is Outcome.PUSH or (isinstance(pays, Odds) and not pays.wins):  # 1 for 1, the stake in it, is the stake
        return back(wager, stake, "push", because, cited, ruled)
    return Line(wager, stake, "win", _winnings(pays, stake, terms), because, cited, str(pays), ruled)


def highest_only(hand: str, terms: Terms) -> tuple[str, ...]:
    """The ruling that a hand which also fits a lower definition has its highest category only (ruling S4)."""
    return terms.ruled("highest_category") if hand in {"royal_flush", "straight_flush"} else ()


def progressive(
    stake: Cents, hands: tuple[str, ...], meter: Cents, terms: Terms, rests_on: Mapping[str, tuple[str, ...]]
) -> Line:
    """Settle a progressive: a fixed amount or a share of the meter, the stake not returned on top (ruling S22).

    The hand is given by all the names of rows that it fits, with the rulings by which it fits some of them.
    """
    terms_of = terms["progressive"]
    assert isinstance(terms_of, Progressive)  # noqa: S101 - the wager is not taken without its terms
    rows, ruled = dict(terms_of.rows), terms.ruled("progressive")
    clauses = terms.clauses("settle.progressive") or terms.clauses("offer.progressive")
    # Of the rows that a hand fits, the highest pays.
    hand = next((hand for hand in rows if hand in hands), None)
    if hand is None:
        return lose("progressive", stake, "the hand is not on the progressive's table", clauses, ruled)
    pays = rows[hand]
    net = (pays.cents if isinstance(pays, Amount) else int(meter * pays.of_meter)) - stake
    # The stake is in the payout, so a small one may leave the player with less than was put up.
    result: Result = "win" if net > 0 else "push" if net == 0 else "lose"
    because = f"your hand is {a_hand(hand)}" + (f", which pays {pays}" if net <= 0 else "")
    return Line("progressive", stake, result, net, because, clauses, str(pays), (*ruled, *rests_on.get(hand, ())))


def _winnings(pays: object, stake: Cents, terms: Terms) -> Cents:
    if isinstance(pays, Odds):
        return pays.winnings_rounded_down(stake) if terms["odd_cents"] == "round_down" else pays.winnings(stake)
    assert isinstance(pays, Amount)  # noqa: S101 - the other kinds of rows are settled before this
    return pays.cents


# ---- payout limits -------------------------------------------------------------------------------------


@keeps("pay.limit")
def limited(terms: Terms, lines: Sequence[Line], stakes: Stakes) -> list[Line]:
    """The lines that payout limits add to all the lines of a hand so far.

    Limits count winnings net of the stakes and offset no losses (ruling S6); the inner one takes first (U8).
    """
    added: list[Line] = []
    if terms.least_limit is None or sum([line.amount for line in lines if line.amount > 0]) <= terms.least_limit:
        return added
    for limit in terms.limits:
        won = _won(terms, limit, [*lines, *added])
        if won <= limit.amount:
            continue
        cap = _cap(terms, limit, stakes)
        over = won - cap
        if over > 0:
            titles = [terms.rulebook.wagers[name].title for name in limit.wagers]
            because = f"no more than {terms.money(cap)} is paid on one hand for {', '.join(titles)} together"
            rulings = (*terms.ruled("limit_counts"), *([limit.ruling] if limit.ruling else []))
            added.append(Line(limit_name(limit), 0, "limit", -over, because, (limit.clause,), "", rulings))
    return added


def limit_name(limit: Limit) -> str:
    """The name of a limit's lines, in the place of a wager's name: `limit 11(e)`."""
    return f"limit {limit.clause}"


def _won(terms: Terms, limit: Limit, lines: list[Line]) -> Cents:
    """Winnings less the deductions so far of this limit and of the limits on some of its wagers."""
    within = {limit_name(each) for each in terms.limits if set(each.wagers) <= set(limit.wagers)}
    counted = within.union(limit.wagers)
    return sum(line.amount for line in lines if line.result in ("win", "limit") and line.wager in counted)


def _cap(terms: Terms, limit: Limit, stakes: Stakes) -> Cents:
    """The limit's amount or, where the document says so, the most that these wagers could win at their minimum."""
    if not limit.or_minimum_win:
        return limit.amount
    return max(limit.amount, sum(_most(terms, wager, stakes) for wager in limit.wagers if wager in stakes))


def _most(terms: Terms, name: str, stakes: Stakes) -> Cents:
    wager = terms.wagers[name]
    stake = terms.bounds[name][0]
    if wager.of is not None and stakes.get(wager.of):
        stake = terms.bounds[wager.of][0] * (stakes[name] // stakes[wager.of])
    return max(odds.winnings_rounded_down(stake) for odds, _ in terms.odds(name))
