"""The catalog of commands: who gives each, when, and each argument with its kind, bounds, meaning and origin.

Validation, the help, the JSON Schema and the parser of script files all come from here, and so will every other
interface. An undeclared command or argument is refused, and no argument is ignored.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.money import MOST_CENTS
from croupier.table.model.command import Role
from croupier.table.model.declaration import (
    DIGITS,
    MOST_CARDS,
    MOST_NAME,
    MOST_SECONDS,
    MOST_TEXT,
    Argument,
    Declared,
    Origin,
)
from croupier.table.model.ways_of_dealing import DEALING, MANUAL_SHOE

# ---- faults --------------------------------------------------------------------------------------------------

NEEDED = None
# Each with its meaning; below, the arguments that it takes, with their defaults.
FAULTS = {
    "face up": "the card at `position` of the undealt deck lies face up",
    "lost": "the card at `position` of the undealt deck is gone",
    "surplus": "the deck has a card too many, at its bottom",
    "slip": "the next card to `at` goes wrong: `how`",
    "drawn": "a card is drawn by mistake, its face unseen",
    "exposed": "a card of the dealer's is seen, the one at `index`",
    "miscount": "the wagering devices count `by` too many, or too few",
    "jam": "the dealing shoe will fail when `after` cards of the first deal are out",
}
FAULTS_TAKE: dict[str, dict[str, object]] = {
    "face up": {"position": NEEDED},
    "lost": {"position": NEEDED},
    "surplus": {},
    "slip": {"how": "double", "at": "dealer"},
    "drawn": {},
    "exposed": {"index": 0},
    "miscount": {"by": 1},
    "jam": {"after": NEEDED},
}
SLIPS = {
    "double": "two cards instead of one",
    "skip": "no card",
    "exposed": "a card whose face is seen",
}
TO_PLACE = "a card to another place, as in `to dealer`: a seat's number, dealer or community"  # a slip, too
ASTRAY = "to (dealer|community|[1-9][0-9]?)"  # its pattern
CALLS = {
    "wrong count": "a hand has a wrong number of cards",
    "dealer exposed": "a card of the dealer's was seen too early",
}

# ---- reports ---------------------------------------------------------------------------------------------------


class Report(NamedTuple):
    """A kind of report: its meaning, the arguments that it needs and may have, and the places that it is about."""

    means: str
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


MOST_SEATS = 21  # of any rulebook
SEATS = tuple(map(str, range(1, MOST_SEATS + 1)))
HANDS = ("dealer", "community", *SEATS)
# The irregularities that people see at a table of real cards, and the table does not.
REPORTS = {
    "exposed": Report("a card of a hand was seen before its time", ("of",), ("card",), HANDS),
    "face up": Report("a card lies face up", ("of", "card"), (), ("shoe", "stub", "rack", *HANDS)),
    "wrong count": Report("a hand has `number` cards: too many, or too few", ("of", "number"), ("card",), HANDS),
    "astray": Report("a card that was for `of` went to `to`", ("of", "to"), (), HANDS),
    "drawn": Report("a card was drawn by mistake, its face unseen"),
    "misread": Report("the scanner has misread a card, the one of that `number`", ("of",), ("number", "card"), HANDS),
    "surplus": Report("the deck has a card too many", (), ("card",)),
    "foul deck": Report("a card does not belong to the deck, or is marked or damaged", (), ("card",)),
    "jam": Report("a device has failed", ("of",), (), ("shoe", "shuffler")),
}

# ---- steps that may run by themselves ----------------------------------------------------------------------

STEPS = {
    "inspect": "the dealer looks the cards over for defects",
    "verify": "the floor verifies the inspection",
    "spread": "the cards are spread face up",
    "show": "the first player sees them",
    "wash": "the cards are turned down and washed",
    "stack": "the cards are stacked",
    "load": "the stack goes to where it is dealt from",
    "no more bets": "bets close when every player is ready",
    "collect bonus": "bonus chips are collected and checked",
    "deal": "the first cards are dealt",
    "check": "the hands are counted after the deal, and a wrong declaration is refused",
    "burn": "a card is burned",
    "community": "community cards are dealt face up",
    "turn up": "community cards are turned up",
    "stub": "the stub is put away, counted when that is due",
    "collect folds": "what folds gave up is collected",
    "reveal": "the dealer's hand is turned up",
    "settle": "the next seat is settled",
    "call": "an exposed card is noticed",
}

# ---- arguments that several commands have -------------------------------------------------------------------

_CARDS = Argument(
    "cards", "cards", "the cards that a shoe of real cards has dealt, as they came", ["Ah", "Kd"], most=MOST_CARDS
)
_ORDER = Argument("order", "order", "the cards as they lie", ["Ah", "Kd"], most=MOST_CARDS, origins=("card source",))


def _hex(name: str, means: str, origin: Origin, *, needed: bool = False) -> Argument:
    return Argument(name, "hex", means, "5e" * (DIGITS // 2), needed=needed, most=DIGITS, origins=(origin,))


_SECRET = _hex("secret", "the secret of this shuffle, which was committed to", "card source")
_COMMITMENT = _hex("commitment", "SHA-256 of the secret of the next shuffle", "card source")
_NUMBER = _hex("number", "the player's number for the next shuffle, whose hash was given before", "person")
_NEXT = _hex("next", "SHA-256 of the player's number for the shuffle after that", "person")
_OF = Argument(
    "of",
    "choice",
    "where: a hand by its seat's number, the dealer's, the community cards, the shoe, the stub, the rack, the shuffler",
    "dealer",
    among=("dealer", "community", "shoe", "stub", "rack", "shuffler", *SEATS),
)
_CARD = Argument("card", "card", "the card, as far as its face was made out", "Ah")
_WHICH = Argument(
    "number", "number", "how many cards the hand has; of a misread, which of its cards, from 1", 3, most=MOST_CARDS
)
_DEFECTS = Argument("defects", "switch", "whether a defect was found: then the deck leaves the table", "yes")
_DEVICE = Argument("device", "choice", "which device", "shuffler", needed=True, among=("shuffler", "shoe"))
_REASON = Argument("reason", "text", "why, for the record", "The cut showed a card.", needed=True, most=MOST_TEXT)


def _amount(means: str, least: int = 0, origin: Origin = "house", *, name: str = "amount") -> Argument:
    return Argument(
        name, "money", means, 5000, needed=True, least=least, most=MOST_CENTS, unit="cents", origins=(origin,)
    )


def _step(name: str, by: Role | tuple[Role, ...], rule: str, when: str, *arguments: Argument) -> Declared:
    """A step of the procedure, given by the role that is due."""
    roles = by if isinstance(by, tuple) else (by,)
    means = STEPS.get(name, "the cards are cut")
    return Declared(name, roles, f"{means[0].upper()}{means[1:]}.", when, arguments, rule, only_when_due=True)


# ---- the commands --------------------------------------------------------------------------------------------

_ALL = (
    # the session
    Declared(
        "open",
        ("house",),
        "The session opens: the house commits to its seed and to the secret of the first shuffle.",
        "before the first deck comes, where the cards are committed to",
        (
            _hex("session", "SHA-256 of the session's seed", "house", needed=True),
            _hex("commitment", "SHA-256 of the secret of the first shuffle", "house", needed=True),
        ),
        "open.receive",
    ),
    Declared(
        "close",
        ("house",),
        "The session is over: wagers go back, and players and decks leave.",
        "between rounds",
        (_hex("seed", "the session's seed, where one was committed to", "house"),),
        "round.whole",
        while_pending=True,
    ),
    # the cards
    Declared(
        "receive",
        ("house",),
        "A deck comes to the table, to be opened or, where that is allowed, inspected and shuffled already.",
        "between rounds",
        (
            Argument("back", "text", "the colour of its backs", "blue", most=MOST_NAME),
            Argument("pre_shuffled", "switch", "whether it comes inspected and shuffled", "no"),
            _ORDER,
            _SECRET,
            _COMMITMENT,
        ),
        "open.receive",
        while_pending=True,
    ),
    _step("inspect", "dealer", "open.inspect", "when a deck has come", _DEFECTS),
    _step("verify", "floor", "open.inspect", "when a deck has been inspected", _DEFECTS),
    _step("spread", "dealer", "open.spread", "when a deck has been verified"),
    _step("show", "dealer", "open.spread", "when the cards are spread and a player is there"),
    _step("wash", "dealer", "open.wash", "when the cards have been shown"),
    _step("stack", "dealer", "open.wash", "when the cards are washed"),
    Declared(
        "shuffle",
        ("dealer", "device"),
        "A deck is shuffled, by hand or by the device, whichever is in use.",
        "when a deck waits to be shuffled",
        (
            _ORDER,
            _SECRET,
            _COMMITMENT,
            Argument(
                "physical",
                "switch",
                "whether the cards are real, so that nobody knows their order",
                "no",
                origins=("card source",),
            ),
            Argument(
                "counted",
                "number",
                "how many real cards a device that counts has counted",
                52,
                most=MOST_CARDS,
                unit="cards",
            ),
        ),
        "shuffle.how",
        while_pending=True,
    ),
    _step(
        "cut",
        "dealer",
        "cut.ten_cards",
        "when a deck waits to be cut",
        Argument(
            "depth",
            "number",
            "how many cards come off the top: the dealer says it of real cards, the card source of a script, of others"
            " nobody, since it follows from the secret of their shuffle",
            20,
            least=0,
            most=MOST_CARDS,
            unit="cards",
            origins=("person", "card source"),
        ),
    ),
    Declared(
        "recut",
        ("floor",),
        "The cards are cut again.",
        "after the cut and before a card is dealt",
        (_REASON,),
        "cut.recut",
    ),
    Declared(
        "order shuffle",
        ("floor",),
        "The cards are shuffled again, where the document lets the floor order it.",
        "before a card is dealt",
        (_REASON,),
        "shuffle.directed",
    ),
    _step("load", ("dealer", "device"), "deal.into_shoe", "when a deck is ready"),
    Declared(
        "idle", ("dealer",), "The cards are spread at a table without play.", "when no wager stands", (), "idle.spread"
    ),
    Declared(
        "withdraw deck",
        ("floor",),
        "A deck leaves the table, and another may come.",
        "between rounds",
        (Argument("deck", "number", "which of the decks", 1, least=1, most=2), _REASON),
        "open.receive",
    ),
    # players and their money
    Declared(
        "sit",
        ("player",),
        "A player takes a free seat.",
        "at any time",
        (
            Argument(
                "bankroll",
                "money",
                "the chips that the player brings",
                100_000,
                most=MOST_CENTS,
                unit="cents",
                origins=("house",),
            ),
            _NEXT,
        ),
        "seat.seated",
        at_seat=True,
        while_pending=True,
        takes_seat=True,
    ),
    Declared(
        "leave",
        ("player", "house"),
        "A player takes the money and goes; who has cards is waited for.",
        "at any time",
        (),
        "seat.stay",
        at_seat=True,
        while_pending=True,
    ),
    Declared(
        "sit out",
        ("player", "house"),
        "A player plays no round until coming back, and keeps the place.",
        "at any time",
        (),
        "seat.stay",
        at_seat=True,
        while_pending=True,
    ),
    Declared(
        "come back",
        ("player",),
        "A player who was away sits down again.",
        "when away",
        (),
        "seat.stay",
        at_seat=True,
        while_pending=True,
    ),
    Declared(
        "buy",
        ("house",),
        "A player is handed chips that were bought.",
        "whenever the dealer is not dealing",
        (_amount("what the chips are worth", 1),),
        "wager.chips",
        at_seat=True,
        while_pending=True,
    ),
    Declared(
        "bet",
        ("player",),
        "A player sets down the wagers of the round, all of them; none takes them back.",
        "before 'No more bets'",
        (
            Argument(
                "wagers",
                "wagers",
                "the stake of each wager by its name",
                {"ante": 500},
                needed=True,
                most=MOST_CENTS,
                unit="cents",
            ),
            Argument("ready", "switch", "whether the player has finished betting", "yes"),
            _NUMBER,
            _NEXT,
            Argument(
                "with",
                "text",
                "what lies on the layout: chips, plaques, or an instrument of the submission",
                "plaques",
                most=MOST_NAME,
            ),
        ),
        "seat.seated",
        at_seat=True,
    ),
    Declared(
        "ready",
        ("player",),
        "A player has finished betting.",
        "before 'No more bets'",
        (_NUMBER, _NEXT),
        "seat.seated",
        at_seat=True,
    ),
    _step("no more bets", "dealer", "deal.no_more_bets", "when a deck is ready and a wager stands"),
    _step(
        "collect bonus",
        "dealer",
        "deal.bonus_chips",
        "before the deal, where bonus wagers were made",
        Argument("accepted", "number", "how many wagers the devices have accepted", 2, most=1000, unit="chips"),
    ),
    # the round
    _step(
        "deal",
        "dealer",
        "deal.order",
        "when bets are closed, until every first card is out",
        Argument(
            "cards",
            "many or cards",
            "so many cards and no more; or the cards that a shoe of real cards dealt",
            1,
            least=1,
            most=MOST_CARDS,
            unit="cards",
        ),
        Argument(
            "stacks",
            "number",
            "so many stacks and no more, where a device deals stacks",
            1,
            least=1,
            most=MOST_CARDS,
            unit="stacks",
        ),
    ),
    _step("burn", "dealer", "community.burn", "when a card is to be burned", _CARDS),
    _step("community", "dealer", "community.flop", "when community cards are to be dealt", _CARDS),
    _step("turn up", "dealer", "community.reveal", "when a community card is to be turned up"),
    _step(
        "stub",
        "dealer",
        "stub.rack",
        "when every card of the round is out",
        Argument(
            "count",
            "count",
            "yes to count the stub, or the number that the dealer has counted; of real cards the number alone",
            48,
            most=MOST_CARDS,
            unit="cards",
        ),
    ),
    Declared(
        "decide",
        ("player",),
        "A player answers.",
        "when asked",
        (
            Argument("choice", "text", "one of the choices that are offered", "play 4x", needed=True, most=MOST_NAME),
            Argument("discard", "card", "the card put away, where the choice puts one away", "2c"),
        ),
        "ask.order",
        at_seat=True,
    ),
    Declared(
        "timeout",
        ("house",),
        "The time of a player who is away or silent has run out.",
        "when that player is asked",
        (),
        "seat.stay",
        at_seat=True,
    ),
    Declared(
        "act",
        ("floor",),
        "The floor lets a player who is away take the action that puts up no new money.",
        "when that player is asked",
        (),
        "seat.stay",
        at_seat=True,
    ),
    _step("collect folds", "dealer", "collect.folds", "when every player has acted"),
    _step("reveal", "dealer", "settle.dealer_reveals", "when every player has acted"),
    _step("settle", "dealer", "settle.order", "when a seat is to be settled"),
    # irregularities
    Declared(
        "call",
        ("dealer", "floor"),
        "An irregularity is called. What the document names has its consequence; the rest is for the floor.",
        "during a round",
        (
            Argument(
                "what",
                "text",
                f"{', '.join(CALLS)}, or in words what happened",
                "wrong count",
                needed=True,
                most=MOST_TEXT,
            ),
        ),
    ),
    Declared(
        "rule",
        ("floor",),
        "The floor rules on what waits for it.",
        "when something waits",
        (
            Argument(
                "choice", "choice", "whether the round goes on", "play on", needed=True, among=("play on", "void")
            ),
            _REASON,
        ),
        only_when_due=True,
        while_pending=True,
    ),
    Declared(
        "report",
        ("dealer", "floor"),
        "At a table of real cards somebody reports what people have seen: the floor confirms or rejects it.",
        "during a round; of the deck or a device, also between rounds",
        (
            Argument("what", "choice", "what was seen", "exposed", needed=True, among=tuple(REPORTS)),
            _OF,
            Argument("to", "choice", "where a card lies that went astray", "2", among=HANDS),
            _CARD,
            _WHICH,
        ),
    ),
    Declared(
        "confirm",
        ("floor",),
        "The floor confirms a report, and what the document says follows, or ruling S12.",
        "when a report waits",
        (_REASON,),
        only_when_due=True,
        while_pending=True,
    ),
    Declared(
        "reject",
        ("floor",),
        "The floor rejects a report, and the round goes on.",
        "when a report waits",
        (_REASON,),
        while_pending=True,
    ),
    Declared(
        "correct scan",
        ("floor",),
        "The floor corrects a real card that the scanner has misread.",
        "until bets are closed for the next round",
        (
            Argument("of", "choice", "whose card", "1", needed=True, among=HANDS),
            Argument("number", "number", "which of the cards there, from 1", 1, needed=True, least=1, most=MOST_CARDS),
            Argument("card", "card", "the card that lies there", "Kh", needed=True),
            _REASON,
        ),
        while_pending=True,
    ),
    Declared(
        "count",
        ("dealer",),
        "The dealer says how many real cards were counted: the stub, the whole deck, or what the shuffler shows.",
        "when a count of real cards is due",
        (Argument("number", "number", "the number that was counted", 52, needed=True, most=MOST_CARDS, unit="cards"),),
        "stub.count",
        while_pending=True,
    ),
    Declared(
        "jam",
        ("device",),
        "A device fails.",
        "while it is in use",
        (_DEVICE,),
        "irregular.shuffler_jam",
        while_pending=True,
    ),
    Declared(
        "repair",
        ("floor",),
        "A device works again, or is put back.",
        "when it is out of use",
        (_DEVICE,),
        "irregular.shuffler_jam",
        while_pending=True,
    ),
    Declared(
        "put out",
        ("floor",),
        "A device is put out of use, so that another way may be used.",
        "when it has failed, or between rounds where the document allows that",
        (
            _DEVICE,
            Argument("how", "choice", "what is done with it", "removed", among=("removed", "covered", "marked")),
            Argument(
                "dealing",
                "choice",
                "how the cards are dealt without it",
                MANUAL_SHOE.name,
                among=tuple(way.name for way in DEALING.values() if not way.device),
            ),
        ),
        "irregular.device_out",
    ),
    # the house
    Declared(
        "clock",
        ("house",),
        "It is so late.",
        "at any time",
        (
            Argument(
                "now",
                "number",
                "seconds since the opening",
                3600,
                needed=True,
                most=MOST_SECONDS,
                unit="seconds",
                origins=("house",),
            ),
        ),
        while_pending=True,
    ),
    Declared(
        "meter",
        ("house",),
        "The progressive's meter stands here.",
        "between rounds",
        (_amount("where it stands"),),
        "wager.before_close",
    ),
    Declared(
        "fault",
        ("fault",),
        "Something goes wrong physically, and nobody is told; the procedures find it, or do not.",
        "at tables opened for training or tests",
        (
            Argument(
                "what",
                "choice",
                "what goes wrong",
                "lost",
                needed=True,
                among=tuple(FAULTS),
                origins=("fault",),
            ),
            Argument("position", "number", "a position of the deck, from 0", 30, most=MOST_CARDS, origins=("fault",)),
            Argument(
                "how",
                "slip",
                "how the hand slips",
                "double",
                most=MOST_NAME,
                origins=("fault",),
            ),
            Argument(
                "at",
                "text",
                "where: a seat's number, dealer or community",
                "dealer",
                most=MOST_NAME,
                origins=("fault",),
            ),
            Argument("index", "number", "which of the dealer's cards, from 0", 0, most=MOST_CARDS, origins=("fault",)),
            Argument("by", "number", "by how many", 1, least=-MOST_CARDS, most=MOST_CARDS, origins=("fault",)),
            Argument("after", "number", "after how many cards", 3, most=MOST_CARDS, unit="cards", origins=("fault",)),
        ),
        while_pending=True,
        only_in_training=True,
    ),
)
DECLARED: dict[str, Declared] = {each.name: each for each in _ALL}
