"""Screen of a game: draws the table in a terminal, or describes it in plain words for a screen reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from croupier.cli.play.guide import so_many_cards
from croupier.cli.play.hand_names import holding, ranks_of
from croupier.cli.play.round_summary import RoundProgress
from croupier.cli.terminal import show
from croupier.cli.terminal.cards import Faces
from croupier.cli.terminal.text import plain
from croupier.games.game import Ask, Game
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.table.model.events import Event
from croupier.table.views.narration import Hearer, tell
from croupier.table.views.view import HIDDEN

# Events that are printed as they happen; the others show in the drawing of the table.
_TOLD = {
    "cut",
    "removed",
    "left",
    "away",
    "closed",
    "meter",
    "bonus_chips",
    "community",
    "turned",
    "announced",
    "decided",
}
_TOLD |= {"settled", "stub", "found_face_up", "exposed", "put_right", "irregular", "pending", "ruled", "jammed", "over"}
_STYLES = {"settled": "bold", "irregular": "yellow", "closed": "dim", "stub": "dim", "over": "dim"}
_LABEL = 14  # width of the label in front of cards


class Drawing:
    """One player's screen: the table drawn, or in plain words."""

    def __init__(self, terms: Terms, game: Game, seat: int, *, plain: bool) -> None:
        self.terms = terms
        self.game = game
        self.seat = seat
        self.plain = plain
        self.faces = Faces(terms.rulebook.deck, plain=plain)
        self.ended = RoundProgress()

    # ---- the table -------------------------------------------------------------------------------------

    def table(self, seen: Mapping[str, Any]) -> None:
        """Draw the table as the player sees it now."""
        show.line()
        if seen["dealer"]:
            self._cards("Dealer", seen["dealer"])
        if seen["community"]:
            self._cards("On the table", seen["community"])
        if seen["dead"]:
            self._cards("Out of play", seen["dead"])
        for seat in seen["seats"]:
            if seat["cards"] or seat["wagers"]:
                self._hand(seat, seen["community"])
        if seen["meter"]:
            show.line(f"Progressive: {self.terms.money(seen['meter'])}{'.' * self.plain}")

    def _hand(self, seat: Mapping[str, Any], community: Sequence[str]) -> None:
        own = seat["seat"] == self.seat
        named = f" ({seat['name']})" if seat["name"] else ""
        name = "You" if own else f"Seat {seat['seat']}{named}"
        ended = "" if seat["ending"] == "played" else f" ({seat['ending']})"
        if own or any(card != HIDDEN for card in seat["cards"]):
            self._cards(f"{name}{ended}", seat["cards"], self.holds(seat["cards"], community))
        if own:
            self.ended.own = tuple(seat["cards"])
        titles = self.terms.rulebook.wagers
        wagers = ", ".join(
            f"{titles[wager].title} {self.terms.money(stake)}" for wager, stake in seat["wagers"].items()
        )
        show.line(f"  {name}{ended}: {wagers or 'no wager left'}{'.' * self.plain}", None if own else "dim")

    def holds(self, own: Sequence[str], community: Sequence[str]) -> str:
        """Name of a hand; empty if any of its own cards is face down."""
        up = [card for card in community if card != HIDDEN]
        if HIDDEN in own:
            return ""
        cards = self.terms.rulebook.deck.parse(" ".join([*own, *up]))
        return holding(self.game, self.terms, cards[: len(own)], cards[len(own) :])

    def _cards(self, label: str, cards: Sequence[str], called: str = "") -> None:
        if self.plain:
            show.line(f"{label}: {self.faces.cards(cards) or 'no cards'}{f': {called}' if called else ''}.")
            return
        drawn = [(self.faces.card(card), self.faces.colour(card)) for card in cards]
        if _LABEL + sum(max(len(face), 2) + 5 for face, _ in drawn) > show.width():
            show.line(f"{label:{_LABEL}}{self.faces.cards(cards)}")
        else:
            _boxes(label, drawn)
        if called:
            show.line(f"{'':{_LABEL}}{called}")

    def turned_up(self, seat: int, cards: Iterable[int]) -> None:
        """Draw a seat's hand face up."""
        faces = self.terms.rulebook.deck.faces
        self._cards(f"Seat {seat}", [faces[card] for card in cards])

    # ---- events ----------------------------------------------------------------------------------------

    def tells(self, event: Event) -> bool:
        """True if an event is printed as it happens; of settlements, only the player's own."""
        return event.kind in _TOLD and (event.kind != "settled" or event.data["seat"] == self.seat)

    @staticmethod
    def grouped(events: Iterable[Event]) -> Iterator[list[Event]]:
        """Events by the lines that they are printed in: community cards that come together are one line."""
        for laid, run in groupby(events, key=lambda event: event.kind == "community"):
            together = list(run)
            yield from [together] if laid else ([event] for event in together)

    def events(self, together: Sequence[Event], names: Mapping[int, str] = {}) -> None:
        """Print events of one line, as far as the player may know them."""
        first = together[0]
        if len(together) > 1:
            faces = self.terms.rulebook.deck.faces
            told = f"Community cards: {self.faces.cards([faces[each.data['card']] for each in together])}."
        else:
            told = tell(first, self.terms, names, Hearer(self.seat, self.faces.cards))
        show.line(f"  {told}", _STYLES.get(first.kind))

    # ---- the end of a round ----------------------------------------------------------------------------

    def final(self) -> None:
        """Draw the table at the end of a round, with the names of the hands."""
        ended, faces = self.ended, self.terms.rulebook.deck.faces
        community = [faces[card] for card in ended.community]
        dealer = [faces[card] for card in ended.hands.get("dealer", ())]
        turned = ended.hands.get(str(self.seat))
        own = [faces[card] for card in turned] if turned and len(turned) >= len(ended.own) else list(ended.own)
        alike = bool(dealer) and self.holds(dealer, community) == self.holds(own, community)
        show.line()
        if dealer:
            self._cards("Dealer", dealer, self._named(dealer, community, whole=alike))
        if community:
            self._cards("On the table", community)
        if own:
            label = "You (folded)" if self._folded() else "You"
            self._cards(label, own, self._named(own, community, whole=alike))

    def _named(self, own: Sequence[str], community: Sequence[str], *, whole: bool) -> str:
        """Name of a hand, with its ranks if the other hand has the same name."""
        ranks = ranks_of(self.terms, self.terms.rulebook.deck.parse(" ".join([*own, *community]))) if whole else ""
        return f"{self.holds(own, community)}{f' ({ranks})' if ranks else ''}"

    def _folded(self) -> bool:
        """True if the player has folded; the hand is then drawn as folded."""
        folds = (each for step in self.game.script(self.terms) if isinstance(step, Ask) for each in step.choices)
        return self.ended.choices.get(self.seat) in {each.name for each in folds if each.ending == "folded"}

    def results(self, names: Mapping[int, str] = {}) -> None:
        """Print the net results of the other seats and of the player."""
        faces = self.terms.rulebook.deck.faces
        community = [faces[card] for card in self.ended.community]
        for seat, net in sorted(self.ended.nets().items()):
            if seat != self.seat:
                cards = [faces[card] for card in self.ended.hands.get(str(seat), ())]
                held = f"{self.faces.cards(cards)}: {self.holds(cards, community)}; " if cards else ""
                name = f"Seat {seat}{f' ({names[seat]})' if seat in names else ''}"
                show.line(f"  {name}: {held}{self._came_to(net, 'wins', 'loses', 'comes out even')}.", "dim")
        mine = self.ended.nets().get(self.seat)
        if mine is not None:
            show.line(f"  Round {self.ended.round}: you {self._came_to(mine, 'win', 'lose', 'come out even')}.", "bold")

    def _came_to(self, net: Cents, win: str, lose: str, even: str) -> str:
        return f"{win if net > 0 else lose} {self.terms.money(abs(net))}" if net else even

    def choices(self, choices: Iterable[Mapping[str, Any]]) -> None:
        """Print the choices on offer and their costs."""
        show.line()
        for place, choice in enumerate(choices, start=1):
            costs = f", costs {self._costs(choice)}" if choice["costs"] else ""
            discards = f", then discard {_to_discard(choice)}" if choice["discards"] else ""
            back = f", {choice['back']} comes back" if choice["back"] else ""
            said = f"{choice['choice']}{costs}{discards}{back}"
            show.line(f"  {place}: {said}." if self.plain else f"  {place}  {said}")

    def _costs(self, choice: Mapping[str, Any]) -> str:
        """The cost of a choice, with the most where the player says how much."""
        least, most = choice["costs"], choice.get("most")
        return self.terms.money(least) + (f" to {self.terms.money(most)}" if most is not None else "")


def _to_discard(choice: Mapping[str, Any]) -> str:
    most = choice["discards"]
    least = choice.get("fewest", most)
    return "a card" if least == most == 1 else so_many_cards(least, most)


def _boxes(label: str, drawn: Iterable[tuple[str, str]]) -> None:
    """Draw cards side by side, each in a box."""
    from rich.text import Text

    rows = [Text(f"{'':{_LABEL}}"), Text(f"{plain(label)[: _LABEL - 1]:{_LABEL}}"), Text(f"{'':{_LABEL}}")]
    for face, style in drawn:
        width = max(len(face), 2)
        for row, piece in zip(
            rows, (f"╭{'─' * (width + 2)}╮", f"│ {face:{width}} │", f"╰{'─' * (width + 2)}╯"), strict=True
        ):
            row.append(f"{piece} ", style=style)
    for row in rows:
        row.rstrip()
        show.drawn(row)
