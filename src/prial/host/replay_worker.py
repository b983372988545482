"""The process in which finished games are looked back at: it reads jobs and writes what came of them, and ends with its house.

``python -m prial.host.replay_worker`` is started by `prial.host.replay_desk`. Each message is its length in four bytes, and
MessagePack.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Final, Literal

import msgspec

from prial.errors import PrialError, Refusal, refuse
from prial.host import entries as log
from prial.host.fold import BrokenLogError, fold
from prial.host.live import Applied
from prial.host.past_shuffles import shuffles
from prial.host.replays import replayed, reviewed
from prial.host.shares import shared
from prial.host.snapshots import restored
from prial.host.store import Row, Snapshot
from prial.study.review import Against

LENGTH: Final = 4
"""Bytes of a message's length."""

What = Literal["replay", "review", "strongest", "share", "shuffles"]
"""`strongest` is a review in which answers are judged against the game's strongest bot."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A game that somebody looks back at."""

    what: What
    table: str
    number: int
    """Number of the game, from 1; where it is about shuffles, the table's version."""
    person: str
    deal: int = 0
    """Number of the deal that is shared, from 1."""
    before: Snapshot | None
    """The table as it stood somewhere before that game; None at its beginning."""
    rows: Sequence[Row]
    """Its log from there."""


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it: one of these."""

    answer: bytes | None = None
    """In JSON, as it goes to the client."""
    refusal: Refusal | None = None
    fault: str = ""
    """The kind of an exception; its message might name cards."""


JOBS: Final = msgspec.msgpack.Decoder(Job)
DONE: Final = msgspec.msgpack.Decoder(Done)


def do(job: Job) -> Done:
    """Look back at a game."""
    history = _folded(job)
    try:
        if job.what in {"review", "strongest"}:
            against = Against.STRONGEST if job.what == "strongest" else Against.SEATED
            found: object = reviewed(history, job.number, job.person, against)
        elif job.what == "share":
            found = shared(history, job.table, job.number, job.deal)
        elif job.what == "shuffles":
            found = shuffles(history, job.table, job.person)
        else:
            found = replayed(history, job.table, job.number, job.person)
    except PrialError as error:
        return Done(refusal=error.refusal)
    except Exception as error:  # noqa: BLE001  # whatever it is, the next job may be another game's
        return Done(fault=type(error).__name__)
    return Done(answer=msgspec.json.encode(found))


def _folded(job: Job) -> Iterator[Applied]:
    """The log, entry by entry, as far as somebody wants it."""
    before = None if job.before is None else restored(job.before)
    for number, row in enumerate(job.rows, before.version + 1 if before is not None else 1):
        if row.version != number:
            raise BrokenLogError(refuse("table.broken", why=f"entry {number} is missing."))
        applied = fold(before, log.DECODER.decode(row.entry), row.at)
        yield applied
        before = applied.after


def framed(message: Job | Done) -> bytes:
    """A message with its length."""
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(LENGTH) + data


def serve(jobs: BinaryIO, done: BinaryIO) -> None:
    """Do what comes, until nothing does."""
    while head := jobs.read(LENGTH):
        done.write(framed(do(JOBS.decode(jobs.read(int.from_bytes(head))))))
        done.flush()


def main() -> None:
    """Serve the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C at the terminal is for the house, which ends this one too
    if hasattr(os, "nice"):
        os.nice(10)  # those who play go first
    done = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a game prints isn't an answer
    with contextlib.suppress(BrokenPipeError):
        serve(sys.stdin.buffer, done)


if __name__ == "__main__":
    main()
