"""The first tables of a house."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them all."""
    op.create_table(
        "assignments",
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("since", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("person", "stream", name=op.f("pk_assignments")),
    )
    op.create_table(
        "checkpoints",
        sa.Column("origin", sa.String(length=200), nullable=False),
        sa.Column("size", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("origin", "size", name=op.f("pk_checkpoints")),
    )
    op.create_table(
        "cited",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("what", sa.String(length=200), nullable=False),
        sa.Column("session", sa.String(length=64), server_default="", nullable=False),
        sa.Column("round", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("stream", "seq", "kind", "what", name=op.f("pk_cited")),
    )
    op.create_index("ix_cited_what", "cited", ["kind", "what"], unique=False)
    op.create_table(
        "ended",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("session", sa.String(length=64), nullable=False),
        sa.Column("round", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("head", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "session", "round", name=op.f("pk_ended")),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_facts")),
    )
    op.create_table(
        "intents",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("what", sa.String(length=64), nullable=False),
        sa.Column("seat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(length=64), server_default="", nullable=False),
        sa.Column("by", sa.String(length=64), server_default="", nullable=False),
        sa.Column("reason", sa.String(length=500), server_default="", nullable=False),
        sa.Column("at", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("stream", "what", "seat", name=op.f("pk_intents")),
    )
    op.create_table(
        "journal",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("session", sa.String(length=64), server_default="", nullable=False),
        sa.Column("round", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("by", sa.String(length=64), server_default="", nullable=False),
        sa.Column("request", sa.String(length=64), server_default="", nullable=False),
        sa.Column("asked", sa.LargeBinary(), nullable=False),
        sa.Column("head", sa.LargeBinary(), nullable=False),
        sa.Column("sealed", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("lines", sa.LargeBinary(), nullable=False),
        sa.Column("mark", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "seq", name=op.f("pk_journal")),
    )
    op.create_index("ix_journal_by_at", "journal", ["by", "at"], unique=False)
    op.create_index(
        "uq_journal_request",
        "journal",
        ["stream", "by", "request"],
        unique=True,
        sqlite_where=sa.text("request <> ''"),
        postgresql_where=sa.text("request <> ''"),
    )
    op.create_table(
        "leaves",
        sa.Column("origin", sa.String(length=200), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("stream", sa.String(length=64), server_default="", nullable=False),
        sa.Column("seq", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("session", sa.String(length=64), server_default="", nullable=False),
        sa.Column("round", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("head", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("origin", "number", name=op.f("pk_leaves")),
    )
    op.create_index("uq_leaves_round", "leaves", ["stream", "session", "round", "origin"], unique=True)
    op.create_table(
        "logins",
        sa.Column("login", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), server_default="", nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("changed", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("expires", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("login", name=op.f("pk_logins")),
    )
    op.create_table(
        "meters",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("version", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("resets", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_meters")),
    )
    op.create_table(
        "passes",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), server_default="", nullable=False),
        sa.Column("kind", sa.String(length=64), server_default="", nullable=False),
        sa.Column("scope", sa.String(length=200), server_default="", nullable=False),
        sa.Column("label", sa.String(length=200), server_default="", nullable=False),
        sa.Column("since", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("expires", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("revoked", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_passes")),
    )
    op.create_index("ix_passes_person", "passes", ["person"], unique=False)
    op.create_table(
        "persons",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=200), server_default="", nullable=False),
        sa.Column("role", sa.String(length=64), server_default="", nullable=False),
        sa.Column("program", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("since", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("ended", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_persons")),
    )
    op.create_table(
        "played",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("session", sa.String(length=64), nullable=False),
        sa.Column("round", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(length=64), server_default="", nullable=False),
        sa.Column("staked", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("net", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("stream", "session", "round", "seat", name=op.f("pk_played")),
    )
    op.create_index("ix_played_person", "played", ["person"], unique=False)
    op.create_table(
        "postings",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("line", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("account", sa.String(length=200), server_default="", nullable=False),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("what", sa.String(length=64), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("stream", "seq", "line", name=op.f("pk_postings")),
    )
    op.create_index("ix_postings_account", "postings", ["account"], unique=False)
    op.create_table(
        "rounds",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("session", sa.String(length=64), nullable=False),
        sa.Column("round", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("at", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("void", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("stream", "session", "round", name=op.f("pk_rounds")),
    )
    op.create_index("ix_rounds_at", "rounds", ["at"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("stream", sa.String(length=64), server_default="", nullable=False),
        sa.Column("first", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("opened", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("closed", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("engine", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("header", sa.LargeBinary(), nullable=False),
        sa.Column("sealed", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index("ix_sessions_stream_first", "sessions", ["stream", "first"], unique=False)
    op.create_table(
        "shares",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("stream", sa.String(length=64), server_default="", nullable=False),
        sa.Column("session", sa.String(length=64), server_default="", nullable=False),
        sa.Column("round", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("by", sa.String(length=64), server_default="", nullable=False),
        sa.Column("at", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("revoked", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_shares")),
    )
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("session", sa.String(length=64), server_default="", nullable=False),
        sa.Column("sealed", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "seq", name=op.f("pk_snapshots")),
    )
    op.create_table(
        "tiles",
        sa.Column("origin", sa.String(length=200), nullable=False),
        sa.Column("level", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("origin", "level", "number", name=op.f("pk_tiles")),
    )
    op.create_table(
        "tips",
        sa.Column("stream", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("head", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stream", name=op.f("pk_tips")),
    )
    op.create_table(
        "wallets",
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint("amount >= 0", name=op.f("ck_wallets_not_below_zero")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_wallets")),
    )
