"""The ledger: double entry in integer cents, with the accounts, the cage's transactions, and the postings of tables."""
