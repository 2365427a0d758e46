"""Views of a table for people: `view` is the one place of redaction, `narration` puts events into words.

`instructions` tells people what to do by hand, `event_rules` cites the clauses behind events, and `reconstruction`
rebuilds hands from the rack.
"""
