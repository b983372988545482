"""Who may look at a table."""

from prial.errors import Refusal, add_sentences, refuse
from prial.host.live import Live

add_sentences(
    "en",
    {
        "table.private": "This table is private: ask for its link.",
        "table.barred": "You were asked to leave this table, and not to come back.",
    },
)


def why_not_look(live: Live, person: str) -> Refusal | None:
    """Say why a person may not look at a table. The result is None if the person may look.

    Args:
        live: the table.
        person: the person's id; empty for somebody who isn't signed in.
    """
    if person in live.barred:
        return refuse("table.barred")
    return None if live.opened.public or person in live.admitted else refuse("table.private")
