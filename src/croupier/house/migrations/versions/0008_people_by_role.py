"""An index over people by role: the staff are few, and guests come without end."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the index."""
    op.create_index("ix_persons_role", "persons", ["role", "id"], unique=False)
