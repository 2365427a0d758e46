"""The decisions of a round as a chart that a person can use, derived from what each action is worth.

Two cards of a standard deck make the square of starting hands that players know. Other hands are told by kind, each
with the hands of the kind that are played in one way: from a hand upwards, up to a hand, or listed. Later decisions are
told by classes of hands (`decisions`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from croupier.analysis.model.solution import Action, Spot
from croupier.analysis.model.tree import Tree
from croupier.analysis.report.decisions import Decision, decisions
from croupier.analysis.results.findings import Findings
from croupier.cards import RANKS, STANDARD, Deck, rank, rank_name, suit
from croupier.games.catalogue import game_of
from croupier.games.game import Board, Game, Hand
from croupier.games.lines import with_article
from croupier.hands import three

CLOSEST = 20
MOST_LISTED = 120
MOST_AGAINST = 12  # of one kind against one card of the dealer's
PAIR, TRIPLE = 2, 3
ALL = "all"
HIGHER = "or higher"
AGAINST = " against "


@dataclass(frozen=True, slots=True)
class Play:
    """A hand at the first decision: what each action is worth in units, the best one, and the next."""

    spot: Spot
    hand: str
    values: Mapping[str, Fraction]
    best: str
    next: str
    chance: Fraction  # of being dealt such a hand

    def __repr__(self) -> str:
        return f"<Play {self.hand}: {self.best}, {float(self.cost):.4f} better than {self.next}>"

    @property
    def cost(self) -> Fraction:
        """The cost of the next best action."""
        return self.values[self.best] - self.values[self.next]


@dataclass(frozen=True, slots=True)
class Part:
    """The hands of a kind that are played in one way, and which they are."""

    kind: str
    action: str
    hands: int
    which: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The first decision of a round, and those that follow it."""

    stage: str  # at which the first decision is made
    actions: tuple[str, ...]  # the most frequent first
    plays: tuple[Play, ...]  # one for each hand, with the best choice and what the next costs
    grid: tuple[tuple[Play, ...], ...]  # aces first; suited above the diagonal, offsuit below; empty for other hands
    parts: tuple[Part, ...]  # empty where there is a grid
    rule: str  # empty where no sentence says it all
    later: tuple[Decision, ...]  # those that follow, by classes of hands
    unsorted: bool  # whether more decisions follow that nothing sorts into classes

    def __repr__(self) -> str:
        return f"<Chart {self.stage}: {', '.join(self.actions)}; {len(self.plays)} hands>"

    @property
    def taken(self) -> dict[str, tuple[int, Fraction]]:
        """The number of hands, and their share of all, that are best played by each action."""
        hands: Counter[str] = Counter()
        for play in self.plays:
            hands[play.best] += play.spot.hands
        return {action: (hands[action], Fraction(hands[action], hands.total())) for action in self.actions}

    @property
    def closest(self) -> list[list[Play]]:
        """The decisions that are closest, each with the hands that differ in nothing that matters to it."""
        alike: dict[tuple[object, ...], list[Play]] = {}
        for play in sorted(self.plays, key=lambda play: play.cost):
            if play.cost:
                alike.setdefault((play.cost, play.best, play.next), []).append(play)
        return list(alike.values())[:CLOSEST]

    @property
    def ties(self) -> int:
        """The number of hands with two actions of equal value."""
        return sum(play.spot.hands for play in self.plays if play.best != play.next and not play.cost)


def chart(analysis: Findings, game: Game | None = None) -> Chart | None:
    """The chart of an analysis; None where a player decides nothing."""
    first = [
        spot for spot in analysis.spots if spot.info.turn == analysis.spots[0].info.turn and not spot.info.community
    ]
    if not first:
        return None
    deck = analysis.terms.rulebook.deck
    plays = tuple(_plays(first, deck, analysis.unit))
    often: Counter[str] = Counter()
    for play in plays:
        often[play.best] += play.spot.hands
    kinds = _Kinds(analysis, game or (analysis.asked.game if analysis.asked else None))
    later = decisions(analysis)
    grid = _grid(plays, deck)
    return Chart(
        stage=first[0].info.turn.stage,
        actions=tuple(name for name, _ in often.most_common()),
        plays=plays,
        grid=grid,
        parts=_parts(plays, kinds, grid),
        rule=_rule(plays, kinds)
        if kinds.order is not None and kinds.of_whole_hands and not plays[0].spot.info.dealer
        else "",
        later=later,
        unsorted=kinds.later and not later,
    )


# ---- hands and actions in words ------------------------------------------------------------------------


def _plays(spots: list[Spot], deck: Deck, unit: int) -> Iterator[Play]:
    total = sum(spot.hands for spot in spots)
    for spot in spots:
        values: dict[str, Fraction] = {}
        for action, value in spot.values.items():
            label = _label(action, spot.info.own, deck)
            values[label] = max(value / unit, values.get(label, value / unit))
        # The action taken breaks ties; one that a strategy took against its value is not the best.
        best = _label(spot.taken if not spot.cost(spot.taken) else spot.best, spot.info.own, deck)
        others = [label for label in values if label != best]
        second = max(others, key=values.__getitem__, default=best)
        hand = _named(spot.info.own, deck) + _against(spot)
        yield Play(spot, hand, values, best, second, Fraction(spot.hands, total))


def _high_first(cards: Sequence[int], deck: Deck) -> list[int]:
    return sorted(cards, key=lambda card: (-_order(card, deck), card))


def _order(card: int, deck: Deck) -> int:
    """Cards alike in rank have the same place; a deck that is no standard one lists its highest first."""
    return rank(card) if deck is STANDARD else -deck.faces.index(deck.faces[card])


def _named(cards: tuple[int, ...], deck: Deck) -> str:
    """A hand for a chart: `AKs` for two cards of the standard deck, else its cards, the highest first."""
    high_first = _high_first(cards, deck)
    if deck is not STANDARD or len(cards) != PAIR:
        return deck.text(high_first)
    ranks = "".join(RANKS[rank(card)] for card in high_first)
    if ranks[0] == ranks[1]:
        return ranks
    return f"{ranks}{'s' if suit(cards[0]) == suit(cards[1]) else 'o'}"


def _against(spot: Spot) -> str:
    """The dealer's card that is seen, in words."""
    return f"{AGAINST}{with_article(rank_name(rank(spot.info.dealer[0])))}" if spot.info.dealer else ""


def _label(action: Action, own: tuple[int, ...], deck: Deck) -> str:
    """An action in words: `bet, put away the lowest card`."""
    if not action.discard:
        return action.choice
    return f"{action.choice}, put away {' and '.join(_role(card, own, deck) for card in action.discard)}"


def _role(card: int, own: tuple[int, ...], deck: Deck) -> str:
    """The place of a card among those dealt."""
    alike = Counter(_order(each, deck) for each in own)
    place = sorted(alike, reverse=True).index(_order(card, deck))
    if alike[_order(card, deck)] > 1:
        return "one of the pair" if alike[_order(card, deck)] == PAIR else "any card"
    if len(alike) < len(own):
        return "the odd card"
    if place in (0, len(own) - 1):
        return "the highest card" if place == 0 else "the lowest card"
    return "the middle card" if len(own) == TRIPLE else f"card {place + 1} from the top"


# ---- the square of starting hands ----------------------------------------------------------------------


def _grid(plays: Sequence[Play], deck: Deck) -> tuple[tuple[Play, ...], ...]:
    if deck is not STANDARD or len(plays[0].spot.info.own) != PAIR:
        return ()
    named = {play.hand: play for play in plays}
    ranks = RANKS[::-1]
    names = [[_at(row, column, ranks) for column in range(len(ranks))] for row in range(len(ranks))]
    return tuple(tuple(named[name] for name in row) for row in names)


def _at(row: int, column: int, ranks: str) -> str:
    if row == column:
        return ranks[row] * 2
    high, low = sorted((row, column))
    return f"{ranks[high]}{ranks[low]}{'s' if row < column else 'o'}"


# ---- hands by kind -------------------------------------------------------------------------------------


class _Kinds:
    """The names of a game's hands before community cards come, and their order."""

    def __init__(self, analysis: Findings, game: Game | None) -> None:
        terms = analysis.terms
        game = game or game_of(terms.rulebook)
        tree = Tree.of(game.script(terms), terms)
        self.deck = terms.rulebook.deck
        self.of_whole_hands = tree.community == 0
        self.later = len(tree.turns) > 1
        self.order: Callable[[Sequence[int]], int] | None = None
        if self.of_whole_hands:
            self.order = game.ranking
            self.words: Callable[[tuple[int, ...]], str] = lambda cards: game.words(Hand(cards), Board())
        elif self.deck is STANDARD and tree.own == TRIPLE:
            self.order = three.strength
            self.words = lambda cards: three.category(three.strength(cards)).name.lower().replace("_", " ")

    def ranks(self, cards: Sequence[int]) -> str:
        """A hand by what its strength goes by, alike cards first: `T T 2`, or names of cards."""
        alike = Counter(_order(card, self.deck) for card in cards)
        ordered = sorted(cards, key=lambda card: (-alike[_order(card, self.deck)], -_order(card, self.deck)))
        if self.deck is STANDARD:
            return " ".join(RANKS[rank(card)] for card in ordered)
        return ", ".join(self.deck.names[card] for card in ordered)


def _parts(plays: Sequence[Play], kinds: _Kinds, grid: tuple[tuple[Play, ...], ...]) -> tuple[Part, ...]:
    order = kinds.order
    if grid or order is None:
        return ()
    groups: dict[str, list[Play]] = {}
    for play in sorted(plays, key=lambda play: (_seen(play), -order(play.spot.info.own))):
        groups.setdefault(kinds.words(play.spot.info.own) + _against(play.spot), []).append(play)
    return tuple(_merged(part for kind, group in groups.items() for part in _parts_of(kind, group, kinds)))


def _seen(play: Play) -> int:
    """The place of the dealer's card that is seen, the highest first."""
    return -rank(play.spot.info.dealer[0]) if play.spot.info.dealer else 0


def _merged(parts: Iterable[Part]) -> Iterator[Part]:
    """Kinds that follow each other and are all played alike are one part."""
    for (_, whole, _), run in groupby(parts, key=lambda part: (part.action, part.which == ALL, _seen_in(part))):
        found = list(run)
        if not whole or len(found) == 1:
            yield from found
        else:
            hands = sum(part.hands for part in found)
            yield Part(f"{found[0].kind.partition(AGAINST)[0]} to {found[-1].kind}", found[0].action, hands, ALL)


def _seen_in(part: Part) -> str:
    return part.kind.partition(AGAINST)[2]


def _by_action(group: Sequence[Play]) -> dict[str, list[Play]]:
    played: dict[str, list[Play]] = {}
    for play in group:
        played.setdefault(play.best, []).append(play)
    return played


def _parts_of(kind: str, group: Sequence[Play], kinds: _Kinds) -> Iterator[Part]:
    """The parts of one kind, each hand in one; the largest that no bound tells is said to be the rest."""
    played = _by_action(group)
    sizes = {action: sum(play.spot.hands for play in alike) for action, alike in played.items()}
    bounds = {action: _bound(alike, group, kinds) for action, alike in played.items()}
    unbound = [action for action in played if not bounds[action]]
    rest = max(unbound, key=sizes.__getitem__, default="")
    for action, alike in played.items():
        which = bounds[action] or ("all others" if action == rest else _listed(alike))
        yield Part(kind, action, sizes[action], which)


def _bound(alike: Sequence[Play], group: Sequence[Play], kinds: _Kinds) -> str:
    """The hand from which upwards, or up to which, an action is best within a group; empty if there is none."""
    order = kinds.order
    assert order is not None  # noqa: S101 - hands without an order have no parts
    here = {order(play.spot.info.own): play for play in alike}
    others = [order(play.spot.info.own) for play in group if play.best != alike[0].best]
    if not others:
        return ALL
    if min(here) > max(others):
        return f"{kinds.ranks(here[min(here)].spot.info.own)} {HIGHER}"
    if max(here) < min(others):
        return f"{kinds.ranks(here[max(here)].spot.info.own)} or lower"
    return ""


def _listed(alike: Sequence[Play]) -> str:
    names = [play.hand.partition(AGAINST)[0] for play in alike]
    most = MOST_LISTED if names[0] == alike[0].hand else MOST_AGAINST
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def _rule(plays: Sequence[Play], kinds: _Kinds) -> str:
    """The whole strategy as a sentence, where the strength of a hand decides between two actions."""
    played = _by_action(plays)
    bounds = {action: _bound(alike, plays, kinds) for action, alike in played.items()}
    if not all(bounds.values()) or len(bounds) != PAIR:
        return ""
    higher_first = sorted(bounds.items(), key=lambda each: not each[1].endswith(HIGHER))
    return "; ".join(f"{action} with {bound}" for action, bound in higher_first)
