"""Lessons in dealing, their steps, and drills that supervisors have set."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "lessons",
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("learner", sa.String(length=64), server_default="", nullable=False),
        sa.Column("person", sa.String(length=64), server_default="", nullable=False),
        sa.Column("begun", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("drill", sa.Text(), nullable=False),
        sa.Column("engine", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("ended", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("seed", name=op.f("pk_lessons")),
    )
    op.create_index("ix_lessons_learner", "lessons", ["learner", "ended"], unique=False)
    op.create_table(
        "lesson_steps",
        sa.Column("lesson", sa.String(length=64), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("said", sa.String(length=64), server_default="", nullable=False),
        sa.Column("at", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("lesson", "number", name=op.f("pk_lesson_steps")),
    )
    op.create_table(
        "drills",
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("drill", sa.Text(), nullable=False),
        sa.Column("by", sa.String(length=64), server_default="", nullable=False),
        sa.Column("at", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_drills")),
    )
