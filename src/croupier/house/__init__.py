"""The house: live tables with a durable life. Journal, ledger, people, permissions, clocks, recovery; no HTTP."""
