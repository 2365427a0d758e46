"""The first tables of a house."""

from alembic import op

from croupier.house.schema import metadata

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them all."""
    metadata.create_all(op.get_bind())
