"""The first format: tables, their logs, answers, people and tokens."""

revision = "1"
down_revision = None


def upgrade() -> None:
    """There is nothing before it."""
