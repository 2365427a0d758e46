"""Sums over every thousand rows of a stream, of its accounts and rounds, and an index of rounds by row."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from croupier.house.storage import sums

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make them, and sum up the rows that there are."""
    op.create_index("ix_rounds_seq", "rounds", ["stream", "seq"], unique=False)
    op.create_table(
        "account_sums",
        sa.Column("account", sa.String(length=200), nullable=False),
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("upto", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("account", "stream", "upto", name=op.f("pk_account_sums")),
    )
    op.create_index(
        "ix_account_sums_begins",
        "account_sums",
        ["account"],
        unique=False,
        postgresql_ops={"account": "varchar_pattern_ops"},
    )
    op.create_table(
        "figure_sums",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("upto", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("what", sa.String(length=64), nullable=False),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("stream", "upto", "what", name=op.f("pk_figure_sums")),
    )
    tips, connection = sa.table("tips", sa.column("stream"), sa.column("seq")), op.get_bind()
    for stream, seq in connection.execute(sa.select(tips.c.stream, tips.c.seq)).all():
        sums.sum_up(connection, stream, 0, sums.completed(seq))
