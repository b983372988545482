"""Data files with which bots decide, called tables. A game with tables says where they are kept and how to make them again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from prial.study.chunks import Counting

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with the name of the file in progress, the number of its steps done so far, and the number of all its steps."""


class Make(Protocol):
    """Makes the data files with which a game's bots decide."""

    def __call__(self, *, deals: int, seed: int, counting: Counting, progress: Progress) -> Iterator[tuple[str, bytes]]:
        """Make the files one after the other.

        Args:
            deals: number of deals that are played in each pass. A file may be made in several passes. The number has no effect on
                files that are made without playing deals.
            seed: seed of the shuffles; the same seed gives the same bytes.
            counting: how and where the deals are counted.
            progress: called with a file's name and the numbers of steps (see `Progress`).
        Yields:
            Each file's name and its bytes.
        Raises:
            PrialError: a package that is needed isn't installed.
        """


@dataclass(frozen=True, slots=True)
class Tables:
    """The data files with which a game's bots decide. The game names them in the field `prial.core.kind.Kind.tables`."""

    package: str
    """Import path of the package in whose folder the files are shipped."""
    make: Make
    """Makes the files anew."""
