"""Tables of the floor: dealers on duty, exclusions, moves of players, and shared links by their maker."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "duties",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), server_default="", nullable=False),
        sa.Column("since", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("stream", name=op.f("pk_duties")),
    )
    op.create_index("uq_duties_person", "duties", ["person"], unique=True)
    op.create_table(
        "refused",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("by", sa.String(length=64), server_default="", nullable=False),
        sa.Column("reason", sa.String(length=500), server_default="", nullable=False),
        sa.Column("at", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("stream", "person", name=op.f("pk_refused")),
    )
    op.add_column("intents", sa.Column("to", sa.String(length=64), server_default="", nullable=False))
    op.add_column("intents", sa.Column("to_seat", sa.BigInteger(), server_default="0", nullable=False))
    op.create_index("ix_shares_by", "shares", ["by"], unique=False)
