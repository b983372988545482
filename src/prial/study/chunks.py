"""Divides a long count into parts, called chunks.

Each chunk has its own random stream, so the result doesn't depend on where the chunks are counted.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import numpy as np

from prial.arguments import check_from_zero, explained, unfit
from prial.errors import PrialError, add_sentences, refuse
from prial.study.kept import SHARD, Kept
from prial.study.work import Workers

add_sentences(
    "en",
    {
        "counting.empty": "Nothing is left for part {part} of {parts}: this count is divided into at most {pieces} parts.",
    },
)

CHUNK: Final = 20_000
"""Number of deals in a chunk that compiled loops play."""


class Chunk(NamedTuple):
    """A part of a long count: some deals or games that follow each other."""

    number: int
    """The chunk's number, from 0."""
    first: int
    """Number of the chunk's first deal or game within the whole count, from 0."""
    size: int
    """How many deals or games the chunk has."""


class Summable(Protocol):
    """Values that can be added up."""

    def __add__(self, other: Any, /) -> Any: ...


_S = TypeVar("_S", bound=Summable)
"""The type of a chunk's result, if results can be added up."""
_R = TypeVar("_R")
"""The type of a chunk's result."""


@dataclass(frozen=True, slots=True)
class Counting:
    """Says where a long count is made, which part of the count is made there, and whether the results are kept."""

    workers: Workers = field(default_factory=Workers)
    """Where the chunks run."""
    keep: Path | None = None
    """The folder that keeps each chunk's result. After a stop, the count goes on with the results in this folder.

    If it is None, no results are kept.
    """
    part: int = 1
    """Which part of the count is made here, from 1 to `parts`. The other parts are made elsewhere."""
    parts: int = 1
    """Number of parts into which the whole count is divided; 1 if all of it is made here."""

    def __post_init__(self) -> None:
        if not 1 <= self.part <= self.parts:
            raise unfit(f"Of {self.parts} parts of a count, one is made here, from 1 to {self.parts}, and not {self.part}")

    def about(self, name: str) -> "Counting":
        """A copy of this object that keeps its results in a folder of its own.

        A program that makes several counts needs one copy for each of them.

        Args:
            name: name of the copy's folder, which lies inside this object's ``keep``. If ``keep`` is None, no results are kept.
        """
        return replace(self, keep=self.keep and self.keep / name)

    def each(  # four arguments say what is counted, three say how
        self,
        play: Callable[[Chunk], _R],
        total: int,
        size: int,
        kind: type[_R],
        asked: Mapping[str, Any],
        *,
        compiled: bool,
        own: str | None = None,
    ) -> Iterator[_R]:
        """Count in chunks.

        Args:
            play: counts a chunk; its result depends only on the chunk and on ``asked``.
            total: number of deals or games, at least 1.
            size: number of deals or games in a chunk.
            kind: the type of a chunk's result: an array, or a dataclass of whole numbers and arrays.
            asked: a description of the count as JSON values. A folder that has the results of a count with another description is
                refused.
            compiled: whether ``play`` releases Python's global lock. Threads are then enough (see `Workers.in_order`).
            own: the name of the game that ``play`` needs, if this game isn't installed (see `Workers.in_order`). It is None if
                ``play`` needs no such game.
        Yields:
            The result of each chunk that belongs to the part `Counting.part`, in the order of the chunks.
        Raises:
            PrialError: the folder keeps another count, no chunk belongs to this part, or the chunks can't be run (see
                `Workers.in_order`).
        """
        pieces = -(-total // (size * SHARD))
        if self.part > max(1, pieces):
            raise PrialError(refuse("counting.empty", part=self.part, parts=self.parts, pieces=pieces))
        wanted = (
            Chunk(number, number * size, min(size, total - number * size))
            for number in range(-(-total // size))
            if number // SHARD % self.parts == self.part - 1
        )
        if self.keep is None:
            with self.workers:
                yield from self.workers.in_order(play, wanted, compiled=compiled, own=own)
            return
        ahead: list[Chunk] = []

        def known(chunk: Chunk) -> _R | None:
            ahead.append(chunk)
            return kept.get(chunk.number, chunk.size)

        with Kept(self.keep, asked, kind) as kept, self.workers:
            for result in self.workers.in_order(play, wanted, compiled=compiled, own=own, known=known):
                chunk = ahead.pop(0)
                kept.put(chunk.number, chunk.size, result)
                yield result


@explained
def in_chunks(
    deals: int,
    seed: int | Sequence[int],
    run: Callable[[int, np.random.SeedSequence], _S],
    kind: type[_S],
    counting: Counting | None = None,
    *,
    asked: Mapping[str, Any],
    done: Callable[[int], None] | None = None,
) -> _S:
    """Split deals into chunks, play the chunks side by side in compiled loops, and add up their results.

    Args:
        deals: number of deals, at least 1.
        seed: seed of the chunks' random streams; the sum depends only on this seed and on the number of deals.
        run: plays the given number of deals with the given random stream, and doesn't hold Python's global lock for long.
        kind: the type of a chunk's result: an array, or a dataclass of whole numbers and arrays.
        counting: how and where the count is made; None uses all processors and keeps no results.
        asked: a description of the count, without its seed, as JSON values (see `Counting.each`).
        done: called with the number of deals done so far.
    Returns:
        The sum of the results, added in the order of the chunks.
    Raises:
        RulesError: ``deals`` is below 1, or ``seed`` below 0.
    """
    total: _S | None = None
    finished = 0
    counting = counting or Counting()
    given = {"seed": seed, **asked}
    for result in counting.each(Streamed(run, seed), deals, CHUNK, kind, given, compiled=True):
        total = result if total is None else total + result
        finished = min(deals, finished + CHUNK)
        if done:
            done(finished)
    if total is None:
        raise unfit(f"At least 1 deal is played, not {deals}")
    return total


@dataclass(frozen=True, slots=True)
class Streamed:
    """Plays the deals of a chunk with the random stream that belongs to the chunk (see `stream`)."""

    run: Callable[[int, np.random.SeedSequence], Any]
    """Plays the given number of deals with the given random stream."""
    seed: int | Sequence[int]
    """Seed of the chunks' random streams, of numbers from 0."""

    def __post_init__(self) -> None:
        for each in self.seed if isinstance(self.seed, Sequence) else [self.seed]:
            check_from_zero(each)

    def __call__(self, chunk: Chunk) -> Any:
        return self.run(chunk.size, stream(self.seed, chunk.number))


def stream(seed: int | Sequence[int], number: int) -> np.random.SeedSequence:
    """The random stream of a chunk.

    ``SeedSequence(seed).spawn`` gives the same stream, but also makes the streams of all earlier chunks.

    Args:
        seed: the count's seed.
        number: the chunk's number, from 0.
    """
    return np.random.SeedSequence(seed, spawn_key=(number,))
