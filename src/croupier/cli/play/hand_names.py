"""The name of a hand while it is being played, when some of its cards are still to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from croupier.cards import STANDARD, rank, rank_name
from croupier.games.game import Board, Game, Hand, places
from croupier.games.terms import Terms
from croupier.hands import five

_WHOLE = range(5, 8)  # cards of which the best five are a hand


def holding(game: Game, terms: Terms, own: Sequence[int], community: Sequence[int]) -> str:
    """A hand as far as it goes, in the dealer's words; nothing for one that has no name."""
    together = [*own, *community]
    dealt = places(game.script(terms))
    if len(own) == dealt.each and not dealt.community:
        return game.words(Hand(tuple(own)), Board())
    if terms.rulebook.deck is STANDARD:
        if len(together) in _WHOLE:
            return game.words(Hand(tuple(own)), Board(tuple(community)))
        return _by_ranks(together) if len(together) < _WHOLE.start else ""
    return ""


def ranks_of(terms: Terms, cards: Sequence[int]) -> str:
    """The ranks of a hand of five, by which two of one name are told apart: `king, queen, ten, eight, six`."""
    if terms.rulebook.deck is not STANDARD or len(cards) not in _WHOLE:
        return ""
    return ", ".join(rank_name(each) for each in five.ranks(five.strength(cards)))


def _by_ranks(cards: Sequence[int]) -> str:
    """Fewer than five cards go by what is alike among them, and else by the highest."""
    alike = Counter(map(rank, cards)).most_common()
    several = sorted([(many, each) for each, many in alike if many > 1], reverse=True)
    match several:
        case [(4, each)]:
            return f"four {rank_name(each, plural=True)}"
        case [(3, each)]:
            return f"three {rank_name(each, plural=True)}"
        case [(2, high), (2, low)]:
            return f"two pairs, {rank_name(high, plural=True)} and {rank_name(low, plural=True)}"
        case [(2, each)]:
            return f"pair of {rank_name(each, plural=True)}"
    return f"{rank_name(max(map(rank, cards)))} high" if cards else ""
