"""Splits a long run of deals or games into parts, called chunks.

Each chunk has its own random numbers. So the result is the same wherever the chunks are played.
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
        "counting.empty": "Part {part} of {parts} would be empty: the greatest number of parts for this count is {pieces}.",
    },
)

CHUNK: Final = 20_000
"""Number of deals in each chunk, if compiled code plays the deals."""


class Chunk(NamedTuple):
    """A part of a long run: some consecutive deals or games."""

    number: int
    """The chunk's number, from 0."""
    first: int
    """Number of the chunk's first deal or game within the whole run, from 0."""
    size: int
    """Number of deals or games in the chunk."""


class Summable(Protocol):
    """A type whose values can be added with ``+``."""

    def __add__(self, other: Any, /) -> Any: ...


_S = TypeVar("_S", bound=Summable)
"""The type of a chunk's result, if results can be added up."""
_R = TypeVar("_R")
"""The type of a chunk's result."""


@dataclass(frozen=True, slots=True)
class Counting:
    """How to make a long run: on which processors, which part of the run, and where to save its results."""

    workers: Workers = field(default_factory=Workers)
    """The threads, processes or cluster that play the chunks."""
    keep: Path | None = None
    """Folder in which the result of each chunk is saved; None saves nothing. A run that was stopped goes on from this folder."""
    part: int = 1
    """The part of the run to make here, from 1 to `parts`. Other machines make the other parts."""
    parts: int = 1
    """Number of parts into which the whole run is divided. If it is 1, the whole run is made here."""

    def __post_init__(self) -> None:
        if not 1 <= self.part <= self.parts:
            raise unfit(f"Of {self.parts} parts of a count, one is made here, from 1 to {self.parts}, and not {self.part}")

    def about(self, name: str) -> "Counting":
        """Copy the settings for one of several runs. Each run saves its results in a folder of its own.

        Args:
            name: name of the run's folder, inside the folder `keep`. If `keep` is None, nothing is saved.
        """
        return replace(self, keep=self.keep and self.keep / name)

    def chunks(self, total: int, size: int) -> Iterator[Chunk]:
        """List the chunks of one part of a run, in order. The field `part` says which part.

        Args:
            total: number of deals or games in the whole run.
            size: number of deals or games in a chunk.
        """
        for number in range(-(-total // size)):
            if number // SHARD % self.parts == self.part - 1:
                yield Chunk(number, number * size, min(size, total - number * size))

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
        """Play the chunks of one part of a run (see `Counting.part`), and yield their results.

        Args:
            play: plays a chunk and returns its result, which depends only on the chunk and on ``asked``.
            total: number of deals or games in the whole run, at least 1.
            size: number of deals or games in a chunk.
            kind: the type of a chunk's result: an array, or a dataclass of whole numbers and arrays.
            asked: a description of the run as JSON values, saved with the results. A folder with another description is refused.
            compiled: whether ``play`` releases Python's global lock. If so, threads are used instead of processes.
            own: name of the game if the calling program has added the game without installing it, else None.
        Yields:
            The result of each chunk, in the order of `chunks`.
        Raises:
            PrialError: if the folder has the results of another run, the part has no chunks, or the chunks can't be played on
                these workers.
        """
        pieces = -(-total // (size * SHARD))
        if self.part > max(1, pieces):
            raise PrialError(refuse("counting.empty", part=self.part, parts=self.parts, pieces=pieces))
        wanted = self.chunks(total, size)
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
    """Split deals into chunks, play the chunks in parallel with compiled code, and add up their results.

    Args:
        deals: number of deals, at least 1.
        seed: seed of the random numbers; the sum depends only on this seed and on the number of deals.
        run: plays a number of deals with the given random numbers, and returns the result. It should release Python's global
            lock.
        kind: the type of a chunk's result: an array, or a dataclass of whole numbers and arrays.
        counting: how and where the deals are played; None uses all processors and saves no results.
        asked: a description of the run, without its seed, as JSON values; saved with the results.
        done: called with the number of deals done so far.
    Returns:
        The sum of the results, added in the order of the chunks.
    Raises:
        RulesError: if ``deals`` is below 1, or ``seed`` below 0.
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
    """A function that plays a chunk with the chunk's own random numbers (see `stream`)."""

    run: Callable[[int, np.random.SeedSequence], Any]
    """Plays the given number of deals with the given random numbers."""
    seed: int | Sequence[int]
    """Seed of the random numbers of all chunks; a number from 0, or several."""

    def __post_init__(self) -> None:
        for each in self.seed if isinstance(self.seed, Sequence) else [self.seed]:
            check_from_zero(each)

    def __call__(self, chunk: Chunk) -> Any:
        return self.run(chunk.size, stream(self.seed, chunk.number))


def stream(seed: int | Sequence[int], number: int) -> np.random.SeedSequence:
    """Get the random numbers of a chunk, as a NumPy seed sequence.

    ``SeedSequence(seed).spawn`` gives the same sequence, but also makes the sequences of all earlier chunks.

    Args:
        seed: seed of the whole run.
        number: the chunk's number, from 0.
    """
    return np.random.SeedSequence(seed, spawn_key=(number,))
