"""The layout of a table, as a client needs it to draw one: from the rulebook and the submission, for any game."""

from __future__ import annotations

from croupier.documents.rulebook_data import may_come_back, times
from croupier.games.game import Community, places
from croupier.games.terms import Terms
from croupier.house.config.clocks import Clocks
from croupier.house.tables.startup import UNSUPERVISED
from croupier.rulebook.model import Rulebook, Wager
from croupier.schemas.layout import (
    CallableIrregularity,
    CardPlaces,
    DeckFaces,
    Layout,
    PendingRuling,
    ReportForm,
    RulingChoice,
    TablePace,
    WagerSpot,
)
from croupier.service.live.messages import dealt_by
from croupier.table.model.state import State
from croupier.table.model.vocabulary import CALLS, REPORTS


def layout(table_name: str, state: State, clocks: Clocks, *, coach: bool) -> Layout:
    """The wagers in the document's order with their limits, the deck, the places for cards, the pace, and the coach."""
    terms, book = state.terms, state.terms.rulebook
    on_all = terms.on_all_hands
    return Layout(
        table=table_name,
        rulebook=book.id,
        title=book.title,
        jurisdiction=book.jurisdiction,
        short=book.short,
        currency=book.currency.code,
        seats=len(state.seats),
        two_places=terms["two_positions"] == "yes",
        dealt_by=dealt_by(state),
        coach=coach,
        wagers=[_spot(terms, wager, on_all_hands=name in on_all) for name, wager in terms.wagers.items()],
        least=terms.least_wagers(),
        deck=DeckFaces(book.deck.name, dict(zip(book.deck.faces, book.deck.names, strict=True)), list(book.deck.faces)),
        cards=_places(state),
        pace=TablePace(**clocks._asdict()),
        waits={what: _pending(book, what) for what, (ruling, _) in _RULED.items() if book.ruled(ruling)},
        calls=[] if state.fixed.real else _calls(terms),
        reports=_reports(terms) if state.fixed.real else [],
    )


def _spot(terms: Terms, wager: Wager, *, on_all_hands: bool) -> WagerSpot:
    least, most = terms.bounds[wager.name]
    return WagerSpot(
        name=wager.name,
        title=wager.title,
        clauses=list(wager.clauses),
        placed=wager.placed,
        required=wager.required,
        side=wager.side,
        equal_to=wager.equal_to,
        of=wager.of,
        times=times(terms.rulebook, wager) if wager.of else [],
        needs=list(wager.needs),
        least=least,
        most=most,
        on_all_hands=on_all_hands,
        withdrawable=may_come_back(terms.rulebook, wager),
    )


# What may wait for the floor: the stable name of the ruling that is about it, and what it is to play on.
_OPEN = "unnamed_irregularity"
_RULED = {
    "irregularity": (_OPEN, "the round goes on with the cards as they lie"),
    "community count": (_OPEN, "a card too many is set aside, one too few is the next of the deck; the round goes on"),
    "miscount": (_OPEN, "that hand takes no part and its wagers go back; without a dealer's hand the round is void"),
    "foul deck": (_OPEN, "the round goes on with the cards as they lie; the deck leaves the table after it"),
    "bonus chips": ("bonus_chips", "the chips on the layout count as accepted, and the cards are dealt"),
}
_VOID = ("void_wagers", "the round ends, and every wager that is not settled goes back")


def _pending(book: Rulebook, what: str) -> PendingRuling:
    """The basis of a ruling by the floor: the readings with the reason, and the consequence of each choice."""
    about, plays_on = _RULED[what]
    leads = {"play on": (about, plays_on), "void": _VOID}
    choices = [RulingChoice(each, means, _id(book, by), each == UNSUPERVISED) for each, (by, means) in leads.items()]
    ruling = book.rulings[_id(book, about)]
    readings = list(ruling.readings)
    return PendingRuling(ruling.id, list(ruling.clauses), ruling.question, readings, ruling.reason, choices)


def _id(book: Rulebook, name: str) -> str:
    """The document's ruling of a stable name; empty if it has none."""
    return next(iter(book.ruled(name)), "")


def _calls(terms: Terms) -> list[CallableIrregularity]:
    """The irregularities to be called; of real cards they are reported, by a command that says what people saw."""
    return [CallableIrregularity(what, means, _named(terms, what)) for what, means in CALLS.items()]


def _reports(terms: Terms) -> list[ReportForm]:
    """The irregularities that people report of real cards."""
    return [
        ReportForm(
            what, _in_words(each.means), list(each.needs), list(each.may), list(each.places), _named(terms, what)
        )
        for what, each in REPORTS.items()
    ]


_IN_WORDS = {"that `number`": "that number", "`number`": "so many", "`of`": "one place", "`to`": "another"}


def _in_words(means: str) -> str:
    """The meaning of a report without the names of its arguments."""
    for argument, words in _IN_WORDS.items():
        means = means.replace(argument, words)
    return means


# The rules by which a document may name what comes of an irregularity that is called or reported.
_CONSEQUENCES = {
    "exposed": ("irregular.dealer_exposed",),
    "face up": ("irregular.face_up", "irregular.face_up_many"),
    "drawn": ("irregular.drawn_in_error",),
    "jam": ("irregular.shoe_jam", "irregular.shuffler_jam"),
    "wrong count": ("irregular.player_count", "irregular.dealer_count", "irregular.community_count"),
    "dealer exposed": ("irregular.dealer_exposed",),
}


def _named(terms: Terms, what: str) -> list[str]:
    """The clauses that say what an irregularity leads to; none, if the document leaves that to the floor."""
    cited = [clause for rule in _CONSEQUENCES.get(what, ()) if terms.binds(rule) for clause in terms.clauses(rule)]
    return list(dict.fromkeys(cited))


def _places(state: State) -> CardPlaces:
    script = state.fixed.script
    each, dealer, community = places(script)
    return CardPlaces(
        each=each,
        dealer=dealer,
        community=community,
        # Dealt one by one, the first lies at the dealer's left (S17); the top card of a stack at the right (S16).
        community_from="left" if any(isinstance(step, Community) for step in script) else "right",
    )
