"""Tables that bots play by: a game that has some says where they lie and how they are made anew."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from prial.study.chunks import Counting

Progress: TypeAlias = Callable[[str, int, int], None]
"""Told which file is being made, and how much of how much is done."""


class Make(Protocol):
    """Makes a game's tables."""

    def __call__(self, *, deals: int, seed: int, counting: Counting, progress: Progress) -> Iterator[tuple[str, bytes]]:
        """Each file's name and what stands in it, one after the other as they are done.

        Args:
            deals: deals of each pass, where tables are counted.
            seed: where the shuffles come from; the same seed gives the same bytes.
            counting: how they are counted, where they are.
            progress: told how far it is.
        Raises:
            PrialError: something that is needed for it isn't installed.
        """


@dataclass(frozen=True, slots=True)
class Tables:
    """A game's tables. The game names them in `prial.core.kind.Kind.tables`."""

    package: str
    """The package in whose folder they are shipped."""
    make: Make
