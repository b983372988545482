"""Long counts in chunks of a fixed size with a random stream each, so that what they give does not depend on where they ran."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

import numpy as np

CHUNK: Final = 20_000
"""Deals of one random stream."""


class _Summable(Protocol):
    def __add__(self, other: Any, /) -> Any: ...


_S = TypeVar("_S", bound=_Summable)


def in_chunks(
    deals: int,
    seed: int | Sequence[int],
    run: Callable[[int, np.random.SeedSequence], _S],
    *,
    threads: int | None = None,
    done: Callable[[int], None] | None = None,
) -> _S:
    """Split deals into chunks, run them side by side, add up what they give.

    Args:
        deals: how many, at least 1.
        seed: whence the chunks' random streams come; the sum depends on it and on the number of deals only.
        run: plays a number of deals from a stream, without holding Python's lock for long.
        threads: how many at once; as many as there are cores when not given.
        done: told how many deals are done.
    Returns:
        The sum, added in the order of the chunks.
    """
    sizes = [CHUNK] * (deals // CHUNK) + [deals % CHUNK] * (deals % CHUNK > 0)
    streams = np.random.SeedSequence(seed).spawn(len(sizes))
    total: _S | None = None
    finished = 0
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        for size, result in zip(sizes, pool.map(run, sizes, streams), strict=True):
            total = result if total is None else total + result
            finished += size
            if done:
                done(finished)
    if total is None:
        raise ValueError(f"{deals} deals, wanted at least 1")
    return total
