"""The data files that a game's bots need, called tables: where they are, and how to make them anew."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from prial.study.chunks import Counting

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called while a file is made: with its name, the number of steps done so far, and the number of all steps."""


class Make(Protocol):
    """A function that makes the data files of a game's bots."""

    def __call__(self, *, deals: int, seed: int, counting: Counting, progress: Progress) -> Iterator[tuple[str, bytes]]:
        """Make the files, one after the other.

        Args:
            deals: number of deals to play in each step of making a file. Some files are made without playing deals.
            seed: seed of the shuffles. The same seed gives the same bytes.
            counting: how and where the deals are played.
            progress: called with a file's name, the number of steps done, and the number of all steps.
        Yields:
            Each file's name and its bytes.
        Raises:
            PrialError: if a package that is needed isn't installed.
        """


@dataclass(frozen=True, slots=True)
class Tables:
    """The data files that a game's bots need. The field `prial.core.kind.Kind.tables` of the game names them."""

    package: str
    """Import path of the package whose folder holds the files."""
    make: Make
    """Makes the files anew."""
