"""The letters that each person's name looks like, so that nobody takes a name that looks like another's."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from croupier.names import skeleton

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Enter them for the names that there are."""
    op.add_column("persons", sa.Column("looks", sa.String(length=200), server_default="", nullable=False))
    persons, connection = sa.table("persons", *map(sa.column, ("id", "name", "looks"))), op.get_bind()
    known = [{"who": row.id, "like": skeleton(row.name)} for row in connection.execute(sa.select(persons))]
    if known:
        entered = sa.update(persons).where(persons.c.id == sa.bindparam("who")).values(looks=sa.bindparam("like"))
        connection.execute(entered, known)
    op.create_index("ix_persons_looks", "persons", ["looks"], unique=False)
