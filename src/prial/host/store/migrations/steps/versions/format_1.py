"""The first format: tables, their logs, answers, people and tokens."""

revision = "1"
down_revision = None


def upgrade() -> None:
    """Does nothing: there is no format before this one."""
