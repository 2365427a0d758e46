"""Links to shared rounds that show the sharer's own cards too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the mark; the links that there are show what all at the table could know."""
    op.add_column("shares", sa.Column("own_cards", sa.BigInteger(), server_default="0", nullable=False))
