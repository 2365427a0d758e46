"""`croupier audit --theory`: recorded rounds beside what fair cards would give, by wager, by place and by luck.

The recording has been audited before, so its events are taken as they stand.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from croupier.analysis import AnalysisError, Question
from croupier.analysis.analyst import Analyst
from croupier.analysis.coach.luck import Dealt, DealtRound, Luck, Valuer, luck_of
from croupier.analysis.model.solution import Progress
from croupier.analysis.results.fit import Fit, fit
from croupier.cli.records.results import Settled, Theory, against
from croupier.cli.records.segments import AuditOptions, Part, begun
from croupier.cli.terminal.errors import bad_input
from croupier.cli.terminal.progress import watched
from croupier.games.game import Game
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.table.model.state import UNKNOWN, LastRound, Seen
from croupier.table.recording.audit import Played

# After any of these somebody may have known more, or a hand was not dealt as the rules say.
_IRREGULAR = frozenset({"irregular", "dealer_void", "exposed", "corrected", "miscounted", "strayed", "relaid", "ruled"})


@dataclass(frozen=True, slots=True)
class TheoryComparison:
    """A recording beside theory: the wagers' results, the cards by place, and luck."""

    wagers: list[Theory]
    cards: Fit[str]  # of all places together
    places: dict[str, Fit[str]]  # such as `seat 1, card 2`
    luck: Luck

    def to_json(self) -> dict[str, object]:
        """The data that `--json` prints."""
        return {
            "against_theory": [each._asdict() | {"deviations_away": each.away} for each in self.wagers],
            "cards": self.cards.to_json(),
            "cards_by_place": {place: found.to_json() for place, found in self.places.items()},
            "luck": self.luck.to_json(),
        }


class RecordedRound(NamedTuple):
    """A round that is over, as it is recorded."""

    last: LastRound
    meter: Cents  # when it was dealt
    irregular: bool


def beside_theory(
    file: str, asked: AuditOptions, money: list[Settled], terms: Terms, game: Game, end: int = sys.maxsize
) -> TheoryComparison:
    """Compare the rounds before line `end` with theory, under the best play."""
    with watched() as say, bad_input(AnalysisError):
        analyst = Analyst(Question(terms.submission, game=game), say)
        analysis = analyst.answer()
        rounds = list(rounds_over(file, asked, end))
        wagers = [each for each in against(money, list(analysis.wagers.values()), terms) if each.rounds]
        places = by_place(rounds, terms.rulebook.deck.faces)
        faces = Counter(terms.rulebook.deck.faces)
        together = fit(sum(places.values(), Counter[str]()), faces, spread(rounds, len(terms.rulebook.deck)))
        found = {place: fit(seen, faces) for place, seen in places.items()}
        dealings = _told(rounds, say("the luck of each round"))
        return TheoryComparison(wagers, together, found, luck_of(dealings, Valuer(analyst)))


def rounds_over(file: str, asked: AuditOptions, end: int = sys.maxsize) -> Iterator[RecordedRound]:
    """Every round of a recording that is over before line `end`."""
    asked = replace(asked, decides=False)
    reading = asked.reading()
    meter: Cents | None = None
    irregular = False
    for line in islice(begun(file, Part(), asked.seals(), reading), end - 1):
        played = reading.line(line)
        if played is None:
            continue
        kinds = {event.kind for event in played.decision.events}
        irregular |= bool(kinds & _IRREGULAR)
        if meter is None and "dealt" in kinds:
            meter = _meter(played)
        last = played.decision.state.last
        if "over" in kinds and last is not None:
            yield RecordedRound(last, meter or 0, irregular)
            meter, irregular = None, False


def _meter(played: Played) -> Cents:
    """The meter when a round is dealt: after its wagers have been added to it."""
    before = [event for event in played.decision.events if event.kind == "meter"]
    return int(before[0].data["amount"]) if before else played.before.meter


# ---- cards by place ------------------------------------------------------------------------------------


def by_place(rounds: list[RecordedRound], faces: tuple[str, ...]) -> dict[str, Counter[str]]:
    """The cards that came to each place; those of a hand in the order in which they were dealt."""
    found: dict[str, Counter[str]] = {}
    for last in [each.last for each in rounds if not each.last.void]:
        for place, cards in _places(last).items():
            for number, card in enumerate(cards, start=1):
                if card != UNKNOWN:
                    found.setdefault(f"{place}, card {number}", Counter())[faces[card]] += 1
    return dict(sorted(found.items()))


def _places(last: LastRound) -> dict[str, tuple[int, ...]]:
    hands = {f"seat {hand.seat}": _own(hand) for hand in last.hands}
    places = {**hands, "dealer": last.dealer, "community": last.community}
    return {place: tuple(last.order[each] for each in cards) for place, cards in places.items()}


def _own(hand: Seen) -> tuple[int, ...]:
    """A hand as it was dealt: cards are numbered as they lay in the deck."""
    return tuple(sorted(hand.cards + hand.discard))


def spread(rounds: list[RecordedRound], deck: int) -> Fraction:
    """The variance of the cards' counts beside that of independent draws: a round has each card once at most."""
    drawn = [sum(map(len, _places(each.last).values())) for each in rounds if not each.last.void]
    return Fraction(sum(cards * (deck - cards) for cards in drawn), (sum(drawn) or 1) * (deck - 1)) or Fraction(1)


# ---- luck ----------------------------------------------------------------------------------------------


def _told(rounds: list[RecordedRound], progress: Progress) -> Iterator[DealtRound]:
    """The rounds as they are valued."""
    for done, each in enumerate(rounds, start=1):
        progress(done, len(rounds))
        yield dealt(each)


def dealt(of: RecordedRound) -> DealtRound:
    """A round as it is valued."""
    last = of.last
    unknown = any(card == UNKNOWN for cards in _places(last).values() for card in cards)
    community = tuple(last.order[each] for each in last.community)
    hands = tuple(
        Dealt(
            tuple(last.order[each] for each in _own(hand)),
            tuple(last.order[each] for each in hand.discard),
            community,
            hand.decisions,
            hand.staked,
            hand.lines,
        )
        for hand in last.hands
    )
    return DealtRound(hands, of.meter, len(hands) + bool(last.dealer), of.irregular or unknown or last.void)
