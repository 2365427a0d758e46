"""An index over the sessions that are open, and smaller ones over the journal and the ledger.

Each index is one more page to be written with nearly every command.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
_SHARED = sa.text("substr(account, 1, 6) IN ('wallet', 'meter/')")


def upgrade() -> None:
    """Add and drop them."""
    op.create_index("ix_sessions_closed", "sessions", ["closed", "stream"], unique=False)
    op.drop_index("ix_journal_by_at", "journal")
    op.drop_index("ix_postings_balance", "postings")
    op.create_index(
        "ix_postings_shared",
        "postings",
        ["account", "amount"],
        unique=False,
        sqlite_where=_SHARED,
        postgresql_where=_SHARED,
        postgresql_ops={"account": "varchar_pattern_ops"},
    )
