"""What Alembic runs: the steps, on the connection that `upgrade` was given."""

from alembic import context

from serai.store.schema import metadata

LOCK = 0x53657261  # so that of several processes that start at once one takes the steps

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
    context.run_migrations()
