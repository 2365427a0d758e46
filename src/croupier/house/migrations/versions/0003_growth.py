"""Indexes for a house that has grown: rounds by table, person and citation, balances, sessions by time, logins."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_ROUND = ["stream", "session", "round"]
_BEGINS = "varchar_pattern_ops"  # by which PostgreSQL finds what begins with a text


def upgrade() -> None:
    """Make them, in place of those that they contain, and enter when each played round has ended."""
    op.create_index("ix_sessions_opened", "sessions", ["opened", "id"], unique=False)
    op.create_index("ix_sessions_stream_opened", "sessions", ["stream", "opened", "id"], unique=False)
    op.create_index("ix_logins_person", "logins", ["person"], unique=False)
    op.drop_index("ix_rounds_at", "rounds")
    op.create_index("ix_rounds_order", "rounds", ["at", *_ROUND], unique=False)
    op.create_index("ix_rounds_of_stream", "rounds", ["stream", "at", "session", "round", "void"], unique=False)
    _played()
    op.drop_index("ix_cited_what", "cited")
    op.create_index("ix_cited_what", "cited", ["kind", "what"], unique=False, postgresql_ops={"what": _BEGINS})
    op.create_index("ix_cited_round", "cited", [*_ROUND, "kind", "what"], unique=False)
    op.drop_index("ix_postings_account", "postings")
    op.create_index(
        "ix_postings_balance", "postings", ["account", "amount"], unique=False, postgresql_ops={"account": _BEGINS}
    )
    brought = sa.text("what IN ('sat', 'bought', 'meter')")
    op.create_index(
        "ix_postings_brought",
        "postings",
        ["stream", "what", "seq"],
        unique=False,
        sqlite_where=brought,
        postgresql_where=brought,
    )


def _played() -> None:
    op.add_column("played", sa.Column("at", sa.BigInteger(), server_default="0", nullable=False))
    played, rounds = (sa.table(name, *map(sa.column, (*_ROUND, "at"))) for name in ("played", "rounds"))
    same = sa.and_(*(played.c[name] == rounds.c[name] for name in _ROUND))
    ended = sa.select(rounds.c.at).where(same).scalar_subquery()
    op.execute(sa.update(played).values(at=sa.func.coalesce(ended, 0)))
    op.drop_index("ix_played_person", "played")
    op.create_index("ix_played_by_person", "played", ["person", "at", *_ROUND, "net"], unique=False)
