"""Long counts in chunks of a fixed size with a random stream each, so that what they give does not depend on where they ran."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import numpy as np

from prial.study.kept import SHARD, Kept
from prial.study.work import Workers

CHUNK: Final = 20_000
"""Deals of a chunk, where compiled loops play them."""


class Chunk(NamedTuple):
    """A part of a count."""

    number: int
    """From 0."""
    first: int
    """Its first deal or game, from 0."""
    size: int
    """How many deals or games it has."""


class Summable(Protocol):
    """What can be added up."""

    def __add__(self, other: Any, /) -> Any: ...


_S = TypeVar("_S", bound=Summable)
_R = TypeVar("_R")


@dataclass(frozen=True, slots=True)
class Counting:
    """How a long count is made."""

    workers: Workers = field(default_factory=Workers)
    """Who counts."""
    keep: Path | None = None
    """The folder in which each chunk's result is kept, so that a count that was broken off goes on where it stopped."""
    part: int = 1
    """Which part of the count is made here, from 1; the others are made elsewhere."""
    parts: int = 1
    """How many parts there are."""

    def about(self, name: str) -> "Counting":
        """The same for one count of several, which is kept in a folder of its own."""
        return replace(self, keep=self.keep and self.keep / name)

    def each(  # four say what is counted, three how
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
            play: counts a chunk; what it gives depends on the chunk and on what was ``asked`` alone.
            total: deals or games, at least 1.
            size: deals or games of a chunk.
            kind: the type of what it gives: an array, or a dataclass of whole numbers and arrays.
            asked: what is counted, as JSON has it; what was kept of anything else is refused.
            compiled: as `Workers.in_order` has it.
            own: as `Workers.in_order` has it.
        Yields:
            What each chunk of this part came to, in order.
        Raises:
            PrialError: what is kept is of another count, or as `Workers.in_order` says.
        """
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
    """Split deals into chunks, play them side by side by compiled loops, add up what they give.

    Args:
        deals: how many, at least 1.
        seed: where the chunks' random streams come from; the sum depends on it and on the number of deals only.
        run: plays a number of deals from a stream, without holding Python's lock for long.
        kind: the type of what it gives, as in `Counting.each`.
        counting: how it is made; by all processors when not given, with nothing kept.
        asked: what is counted besides, as in `Counting.each`.
        done: told how many deals are done.
    Returns:
        The sum, added in the order of the chunks.
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
        raise ValueError(f"{deals} deals, wanted at least 1")
    return total


@dataclass(frozen=True, slots=True)
class Streamed:
    """Plays a chunk from its own random stream."""

    run: Callable[[int, np.random.SeedSequence], Any]
    seed: int | Sequence[int]

    def __call__(self, chunk: Chunk) -> Any:
        return self.run(chunk.size, stream(self.seed, chunk.number))


def stream(seed: int | Sequence[int], number: int) -> np.random.SeedSequence:
    """The random stream of a chunk: what ``SeedSequence(seed).spawn`` gives, without those before it."""
    return np.random.SeedSequence(seed, spawn_key=(number,))
