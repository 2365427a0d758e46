"""Alembic's environment: the connection to the database that is brought up to date comes with the call."""

from alembic import context

from croupier.house.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
