"""Ultimate Texas Hold 'Em with wagers that no code names: their tables and bounds are data of the rulebook alone."""

from __future__ import annotations

from importlib import resources

# The bad beat is looked up on the hand that loses, the player's or the dealer's; its table is the published one of
# https://discountgambling.net (June 2012), which lists no royal flush since none can lose.
CLAUSES = """
[[clause]]
id = "16"
kind = "heading"
says = "Further wagers."

[[clause]]
id = "16(a)"
kind = "wager"
says = "A bad beat is on the losing hand: at most five times the ante or, if that is more, the table's minimum."
rules = ["wager.independent"]

[[clause]]
id = "16(b)"
kind = "wager"
says = "A dealer's hand wager is on the dealer's hand alone. A fold loses it, unless the operator lets it stand."
rules = ["wager.independent"]

[[clause]]
id = "16(c)"
kind = "payout"
says = "From five dollars on it has a fixed sum for every other player's full house or better that was not folded."
rules = ["pay.words"]

"""
PARTS = """
[wager.bad_beat]
title = "Bad Beat"
clauses = ["16(a)"]
side = true
needs = ["ante", "blind"]
at_most = { times = 5, of = "ante", or_minimum = true }

[wager.dealers_hand]
title = "Dealer's Hand"
clauses = ["16(b)"]
side = true
needs = ["ante", "blind"]

[option.folded_dealers_hand]
title = "Dealer's Hand of a player who folded"
values = { stands = "stands", lost = "is lost" }
clauses = ["16(b)"]

[[table]]
name = "bad_beat"
title = "Bad Beat"
wagers = ["bad_beat"]
looks_at = "losing hand"
odds = "exactly"
clause = "16(a)"
rows = [
  { hand = "straight_flush", pays = "7500 to 1" },
  { hand = "four_of_a_kind", pays = "500 to 1" },
  { hand = "full_house", pays = "50 to 1" },
  { hand = "flush", pays = "30 to 1" },
  { hand = "straight", pays = "20 to 1" },
  { hand = "three_of_a_kind", pays = "9 to 1" },
]

[[table]]
name = "bad_beat_envy"
title = "Bad Beat, other players' hands"
wagers = ["bad_beat"]
looks_at = "other hands"
stake_from = "$5"
odds = "exactly"
clause = "16(c)"
rows = [
  { hand = "royal_flush", pays = "$1,000" },
  { hand = "straight_flush", pays = "$300" },
  { hand = "four_of_a_kind", pays = "$100" },
  { hand = "full_house", pays = "$10" },
]

[[table]]
name = "dealers_hand"
title = "Dealer's Hand"
wagers = ["dealers_hand"]
looks_at = "dealer's hand"
odds = "exactly"
clause = "16(b)"
rows = [
  { hand = "less_than_a_pair", pays = "2 to 1" },
  { hand = "less_than_a_flush", pays = "push" },
  { hand = "flush", pays = "5 to 1" },
]

"""
_UTH = (resources.files("croupier.rulebook") / "data" / "uth-ma.toml").read_text(encoding="utf-8")
_WAGERS = "\n[wager.ante]\n"
assert _UTH.count(_WAGERS) == 1
TEXT = _UTH.replace('id = "uth-ma"', 'id = "uth-own"', 1).replace(_WAGERS, f"{CLAUSES}{PARTS}{_WAGERS}", 1)
