"""The games that each counter fits, with the size of its work; or the reason why it does not fit a game.

Nothing is counted here, so that a game loads no more than its own counter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import comb, prod
from typing import NamedTuple

from croupier.analysis.model.paths import ends
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.stages import deals_of, goals_of, sizes_of
from croupier.analysis.model.tree import Decide, Tree
from croupier.cards import STANDARD, Deck
from croupier.games.game import Choice, every_choice
from croupier.hands import five, four

MOST_MEMORY = 1 << 30
WORD = 8  # bytes
CELLS = 64  # kinds of outcomes for which room is reckoned
KINDS = 32  # of five-card hands
HAND = 5
ALIKE = 24  # ways to rename suits; half of them or more leave a hand of few cards another
MOST_DEALERS = 1 << 20  # hands of the dealer's, each of which is ranked in Python
DEALER = 8 * WORD  # of a dealer's hand: cards, bits, strength and kind
FASTER = 1000  # hands that compiled loops count in the time of one reading
MOST_CARDS = 6
DRAWN_FROM = 5
LADDER = 10_000  # strengths and classes of hands, in readings of a deal
LADDER_MEMORY = 100 << 20
BOARDS = 1_000_000  # all boards, in readings of a deal
BOARD_MEMORY = 300 << 20
LINE_MEMORY = 150 << 20


# The rankings that take the best of so many cards; of any other all cards are a hand.
BEST_OF: Mapping[Callable[[Sequence[int]], int], int] = {five.strength: 5, four.strength: 4}


class Fit(NamedTuple):
    """The size of the work that a counter has with a game: in readings of a deal, and in bytes."""

    operations: int
    memory: int


def hands_told_apart(payoffs: Payoffs) -> int:
    """The number of classes of hands, roughly, each with the dealer's cards that are seen."""
    tree, deck = payoffs.tree, payoffs.terms.rulebook.deck
    return _starts(deck, tree.own) * comb(len(deck) - tree.own, tree.shown)


def _starts(deck: Deck, own: int) -> int:
    return max(2 * comb(len(deck), own) // ALIKE, 1)


def of_showdown(payoffs: Payoffs) -> Fit | str:
    """The size of the work, if one may wait or commit at each turn but the last, or plays or folds on the flop."""
    game, tree, turns = payoffs.game, payoffs.tree, payoffs.tree.turns
    asked = [turn.seen for turn in turns]
    if (tree.own, tree.dealer, tree.community) != (2, 2, 5) or asked not in ([0, 3, 5], [3]):
        where = "before and after the flop and at the end, or after the flop alone"
        return f"it counts two cards each and five on the table, with questions {where}"
    if tree.shown or tree.replaces:
        return "it counts games in which no card of the dealer's is seen, and none is replaced"
    if game.ranking is not five.strength or game.compare is None:
        return "it counts five-card hands by their usual ranks"
    if asked == [3]:
        folds = sum(choice.ending is not None for choice in turns[0].choices)
        if folds != 1 or len(turns[0].choices) == 1 or any(choice.discards for choice in turns[0].choices):
            return "it counts games in which one plays or folds on the flop"
        return Fit(BOARDS, BOARD_MEMORY)
    waits = [sum(_waits(choice) for choice in turn.choices) for turn in turns[:2]]
    if waits != [1, 1] or any(len(turn.choices) == 1 for turn in turns):
        return "it counts games in which one waits or commits once"
    return Fit(BOARDS, BOARD_MEMORY)


def of_streets(payoffs: Payoffs) -> Fit | str:
    """The size of the work, if there are two cards each and five on the table, whatever is asked after which street."""
    game, tree, turns = payoffs.game, payoffs.tree, payoffs.tree.turns
    asked = [turn.seen for turn in turns]
    if (tree.own, tree.dealer, tree.community) != (2, 2, 5) or not set(asked) <= {0, 3, 4, 5}:
        return "it counts two cards each and five on the table, of which three, four or five are seen at a question"
    if tree.shown or tree.replaces or tree.discards:
        return "it counts games in which no card of the dealer's is seen, and none is put away"
    if len(set(asked)) < len(asked):
        return "it counts games with one question after each street"
    if game.ranking is not five.strength or game.compare is None:
        return "it counts five-card hands by their usual ranks"
    if game.may is not every_choice:
        return "it counts games in which every choice is open to every hand"
    lines = sum(path.ending == "played" for path in ends(turns))
    memory = lines * LINE_MEMORY + BOARD_MEMORY
    if memory > MOST_MEMORY:
        return f"its {lines} ways to play do not fit into {MOST_MEMORY >> 30} GB"
    return Fit(8 * BOARDS * lines, memory)


def _waits(choice: Choice) -> bool:
    return choice.wager is None and choice.ending is None and choice.withdraws is None


def of_duel(payoffs: Payoffs) -> Fit | str:
    """The size of the work, if there are own cards and the dealer's, and nothing on the table."""
    game, tree, deck = payoffs.game, payoffs.tree, payoffs.terms.rulebook.deck
    hands = comb(len(deck), tree.dealer)
    if tree.community or not tree.dealer:
        return "it counts hands against a dealer's with no community cards"
    if tree.discards:
        return "it counts hands of which no card is put away"
    if game.ranking is None or game.compare is None:
        return "the game says neither how hands rank nor what two strengths mean"
    if hands > MOST_DEALERS:
        return f"the dealer has {hands:,} hands, and it counts up to {MOST_DEALERS:,}"
    return Fit(hands_told_apart(payoffs) * hands // 100, DEALER * hands)  # a hundred hands take one reading's time


def of_ladder(payoffs: Payoffs) -> Fit | str:
    """The size of the work, if hands of up to six cards of a standard deck are held against each other."""
    game, tree, deck = payoffs.game, payoffs.tree, payoffs.terms.rulebook.deck
    if tree.community or not tree.dealer:
        return "it counts hands against a dealer's with no community cards"
    if tree.discards:
        return "it counts hands of which no card is put away"
    if game.ranking is None or game.compare is None:
        return "the game says neither how hands rank nor what two strengths mean"
    if deck is not STANDARD:
        return "it counts hands of a standard deck"
    if max(tree.own, tree.dealer) > MOST_CARDS or tree.shown > 1:
        return f"it counts hands of up to {MOST_CARDS} cards, of which one of the dealer's may be seen"
    hands = hands_told_apart(payoffs)
    dealers = 2 * comb(len(deck), tree.dealer) // ALIKE
    work = LADDER + (hands + dealers << tree.own) // FASTER
    return Fit(work, LADDER_MEMORY + WORD * 3 * hands)


def of_draw(payoffs: Payoffs) -> Fit | str:
    """The size of the work, if any of one's own cards are replaced once and nothing else comes."""
    game, tree, deck = payoffs.game, payoffs.tree, payoffs.terms.rulebook.deck
    if not tree.replaces or tree.dealer or tree.community or len(tree.turns) != 1:
        return "it counts hands of which cards are replaced after one question, with no other cards to come"
    if game.ranking is None or game.compare is None:
        return "the game says neither how hands rank nor what two strengths mean"
    if deck is not STANDARD or tree.own > DRAWN_FROM:
        return f"it counts hands of up to {DRAWN_FROM} cards of a standard deck"
    if BEST_OF.get(game.ranking, tree.own) != tree.own:
        return "it counts hands of which every card counts"
    hands = _starts(deck, tree.own)
    return Fit(LADDER + (hands << 2 * tree.own) // FASTER, LADDER_MEMORY + (hands * WORD * CELLS << tree.own) // 4)


def of_own(payoffs: Payoffs) -> Fit | str:
    """The size of the work, if five cards of one's own and on the table are a hand, whatever is chosen on the way."""
    game, tree, deck = payoffs.game, payoffs.tree, payoffs.terms.rulebook.deck
    if tree.dealer:
        return "it counts hands that are held against no dealer's"
    if tree.community not in (2, 3) or tree.own - tree.discards + tree.community != HAND:
        return "it counts hands of five cards, two or three of them community cards"
    if not _always_discards(tree, tree.discards):
        return "it counts hands of which every way to play puts away as many cards"
    if game.ranking is not five.strength or game.compare is None:
        return "it counts five-card hands by their usual ranks"
    starts, ways = _starts(deck, tree.own), comb(tree.own, tree.discards)
    unseen = len(deck) - tree.own
    states = prod(sizes_of(unseen, 0, goals_of(tree, 0)))
    actions = max(sum(comb(tree.own, choice.discards) for choice in turn.choices) for turn in tree.turns)
    memory = WORD * starts * (KINDS * ways * comb(unseen, tree.turns[-1].seen) + (actions + 2) * states)
    if memory > MOST_MEMORY:
        return f"its counts do not fit into {MOST_MEMORY >> 30} GB"
    deals = comb(len(deck) - tree.own, tree.community)
    return Fit(starts * ways * deals // FASTER, memory)


def _always_discards(tree: Tree, cards: int) -> bool:
    """True if every path that is played to its end puts away so many cards, and no other comes for them."""
    if tree.replaces or any(each.fewest is not None for turn in tree.turns for each in turn.choices):
        return False

    def away(turns: tuple[Decide, ...]) -> set[int]:
        if not turns:
            return {0}
        later = away(turns[1:])
        return {each.discards + more for each in turns[0].choices if each.ending is None for more in later}

    return away(tree.turns) == {cards} and not (cards and any(turn.unless for turn in tree.turns))


def of_plain(payoffs: Payoffs) -> Fit | str:
    """The size of the work: every deal of every class of hands is read; a game with too many states is refused."""
    tree, deck = payoffs.tree, payoffs.terms.rulebook.deck
    unseen = len(deck) - tree.own
    memory = WORD * CELLS * prod(sizes_of(unseen, 0, goals_of(tree, 0)))
    if memory > MOST_MEMORY:
        return f"a hand has more information states than fit into {MOST_MEMORY >> 30} GB"
    return Fit(hands_told_apart(payoffs) * deals_of(tree, unseen - tree.shown, 0, tree.shown), memory)


# By the name of the module that counts, the fastest first.
FITS: Mapping[str, Callable[[Payoffs], Fit | str]] = {
    "showdown": of_showdown,
    "streets": of_streets,
    "duel": of_duel,
    "ladder": of_ladder,
    "draw": of_draw,
    "own": of_own,
    "plain": of_plain,
}
