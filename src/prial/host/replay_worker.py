"""The process that looks back at finished games: it reads jobs from standard input and writes results to standard output.

`prial.host.replay_desk` starts the process by ``python -m prial.host.replay_worker``. The process ends when its input ends. Each
message has four bytes with its length, followed by MessagePack.
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
"""The number of bytes that hold a message's length."""

What = Literal["replay", "review", "strongest", "share", "shuffles"]
"""The kind of result. ``strongest`` is a review as if the game's strongest bot had sat in all seats except the player's own."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A request to look back at a game, a shared deal, or a table's shuffles."""

    what: What
    """The kind of result."""
    table: str
    """The table's id."""
    number: int
    """Number of the game, from 1. For ``shuffles``, the number of the last entry in ``rows``."""
    person: str
    """Id of the person who asks. It may be empty for a person who has never had a seat at this table."""
    deal: int = 0
    """Number of the shared deal, from 1; 0 for a whole game."""
    before: Snapshot | None
    """A snapshot of the table from before the game; None to begin at the start of the log."""
    rows: Sequence[Row]
    """The entries of the log after the snapshot."""


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a job. Exactly one of the fields is set."""

    answer: bytes | None = None
    """The answer in JSON, as the client gets it."""
    refusal: Refusal | None = None
    """Why the job is refused."""
    fault: str = ""
    """The type of the exception that ended the job, or empty. The exception's message is left out, since it might name cards."""


JOBS: Final = msgspec.msgpack.Decoder(Job)
"""Reads a job."""
DONE: Final = msgspec.msgpack.Decoder(Done)
"""Reads the result of a job."""


def do(job: Job) -> Done:
    """Do a job, and return its result. A refusal or an exception isn't raised, but returned as part of the result."""
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
    except Exception as error:  # noqa: BLE001  # whatever it is, the process goes on with the next job
        return Done(fault=type(error).__name__)
    return Done(answer=msgspec.json.encode(found))


def _folded(job: Job) -> Iterator[Applied]:
    """Yield each of the job's log entries with its effect. An entry is applied only when the caller asks for it."""
    before = None if job.before is None else restored(job.before)
    for number, row in enumerate(job.rows, before.version + 1 if before is not None else 1):
        if row.version != number:
            raise BrokenLogError(refuse("table.broken", why=f"entry {number} is missing."))
        applied = fold(before, log.DECODER.decode(row.entry), row.at)
        yield applied
        before = applied.after


def framed(message: Job | Done) -> bytes:
    """Encode a message, and put its length in front."""
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(LENGTH) + data


def serve(jobs: BinaryIO, done: BinaryIO) -> None:
    """Do jobs until the input ends.

    Args:
        jobs: jobs are read from here.
        done: results are written here.
    """
    while head := jobs.read(LENGTH):
        done.write(framed(do(JOBS.decode(jobs.read(int.from_bytes(head))))))
        done.flush()


def main() -> None:
    """Do the jobs that the parent process sends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C at the terminal is for the house, which ends this process too
    if hasattr(os, "nice"):
        os.nice(10)  # live tables go first
    done = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # so that text which a game prints isn't read as a result
    with contextlib.suppress(BrokenPipeError):
        serve(sys.stdin.buffer, done)


if __name__ == "__main__":
    main()
