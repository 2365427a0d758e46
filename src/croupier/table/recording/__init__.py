"""The audit trail of a table: `recorder` makes its lines, a hash chain, and `journal` writes them, all or nothing.

`audit` reads and replays a recording; `seals` decrypts its sealed lines.
"""
