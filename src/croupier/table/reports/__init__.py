"""Reports at a table of real cards: what people have seen, misread scans, and counts as they were given.

Of real cards the table knows what was scanned, and no more. A report that the floor confirms makes a fact true in the
state, as a fault does in training; the consequence is the one of `procedures.irregularities`.
"""
