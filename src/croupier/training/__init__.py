"""Dealer and player training. Time and chance are passed in.

`lesson` is a table at which the learner takes every step of the dealer's, `troubles` are the things that go wrong
there, `drills` are questions about payouts and hands, and `exercises` are decisions for a player to practise.
"""
