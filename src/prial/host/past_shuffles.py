"""Makes a transcript from a table's log: everything about the table's shuffles that a person may know.

A transcript helps people who weren't connected during the shuffles, and clients that have lost their messages.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from prial.cards import Card
from prial.fair.transcript import FORM, Shuffle, Transcript
from prial.host import entries as log
from prial.host.fairness import provable, published, told, voided
from prial.host.live import Applied, Live
from prial.host.proving import shown_to_all

MOST: Final = 400
"""A transcript has at most this many shuffles, the newest ones. Each shuffle takes about 6 kB."""


def shuffles(history: Iterable[Applied], table_id: str, person: str) -> Transcript:
    """Everything that a person may know about a table's shuffles.

    At a private table, the transcript begins after the last game that this person didn't play.

    Args:
        history: the table's log from its start, each entry with its effect.
        table_id: the table's id.
        person: the person's id.
    Returns:
        The transcript. In each shuffle, the field ``mine`` (the person's own number) is left out: the person's client has it.
    """
    found: list[Shuffle] = []
    proved: frozenset[Card] = frozenset()
    live: Live | None = None
    for applied in history:
        before, live = live, applied.after
        match applied.entry:
            case log.Started() if before is not None and before.round and not _looks_back(before, person):
                found.clear()
            case log.Bound(binding=binding):
                found.append(Shuffle(bound=published(binding)))
                proved = frozenset()
            case log.Voided(missing=missing, numbers=numbers) if before is not None and before.fair.turning is not None:
                found[-1] = replace(found[-1], voided=voided(before.fair.turning, missing, numbers))
            case log.DecksOpened():
                found = [replace(each, dealt=live.fair.sealed.get(each.bound.shuffle, each.dealt)) for each in found]
            case _:
                pass
        if live.fair.turning is None or live.fair.waits:
            continue
        eyes = live.eyes(live.seat_of(person))
        now = proved | provable(live.fair, live.state, eyes) | shown_to_all(applied)
        if now != proved or before is None or before.fair is not live.fair:
            proved, found[-1] = now, told(live.fair, now, eyes)
    assert live is not None
    return Transcript(FORM, table_id, live.seat_of(person), tuple(found[-MOST:]), live.opened.open_decks)


def _looks_back(live: Live, person: str) -> bool:
    """Whether a person may look back at the last game played at a table."""
    return live.opened.public or person in live.players
