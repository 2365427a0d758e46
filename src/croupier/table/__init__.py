"""The live table: an event-sourced state machine. `decide` turns a command into events, `model.apply` applies them.

`model` has commands, events and state; `procedures` the handlers of commands; `views` what each viewer may see;
`fairness` the shuffle and its commitments; `recording` the audit trail; `receipts` the proofs for players; `play`
runs a table in one process.
"""
