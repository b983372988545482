"""Tables that bots play by. A game with such tables says where they are kept and how they are made again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from prial.study.chunks import Counting

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with the name of the file that is being made, the number of steps done and the number of all steps, often deals."""


class Make(Protocol):
    """Makes a game's tables."""

    def __call__(self, *, deals: int, seed: int, counting: Counting, progress: Progress) -> Iterator[tuple[str, bytes]]:
        """Make the files one after the other.

        Args:
            deals: number of deals in each pass, for tables that are counted from deals.
            seed: seed of the shuffles; the same seed gives the same bytes.
            counting: how and where the deals are counted.
            progress: called as `Progress` says.
        Yields:
            Each file's name and its bytes.
        Raises:
            PrialError: a package that is needed isn't installed.
        """


@dataclass(frozen=True, slots=True)
class Tables:
    """A game's tables; the game refers to them in `prial.core.kind.Kind.tables`."""

    package: str
    """The package in whose folder the files are shipped."""
    make: Make
    """Makes the files."""
