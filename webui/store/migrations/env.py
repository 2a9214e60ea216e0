"""Where Alembic starts: the connection is the store's own, in a transaction that it ends."""

from alembic import context

from webui.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
with context.begin_transaction():
    context.run_migrations()
