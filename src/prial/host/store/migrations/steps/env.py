"""What Alembic runs: the steps, on the connection that it is given and inside that connection's transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
