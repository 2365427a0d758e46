"""An index over sessions by their end: those that are open are few, and those that are over come without end."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the index."""
    op.create_index("ix_sessions_closed", "sessions", ["closed", "stream"], unique=False)
