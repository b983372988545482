"""The strength and name of every hand that a player's cards can make.

A board (the page on which a person plays) uses this data to name and check hands.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, groupby
from struct import pack

import msgspec

from prial.cards import Card, name


class Sized(msgspec.Struct, frozen=True):
    """All hands of one size that can be made of a player's cards."""

    size: int
    """Number of cards in a hand."""
    strengths: str
    """The strengths of all hands of this size, in the order of `itertools.combinations`, as Base64 text. Each strength is an
    unsigned 16-bit number, low byte first."""


class Name(msgspec.Struct, frozen=True):
    """The name of the hands in a range of strengths."""

    least: int
    """The lowest strength in the range. The next range begins at the ``least`` of the next name."""
    text: str
    """The name: ``run, queen high``."""


class Hands(msgspec.Struct, frozen=True, kw_only=True):
    """Every hand that can be made of a player's cards."""

    cards: tuple[str, ...]
    """The player's cards, each as two characters (``As``), in the order in which the board shows them."""
    shape: tuple[int, ...]
    """Number of cards in each hand that the player lays: ``(3, 3, 3)`` means three hands of three cards."""
    sizes: tuple[Sized, ...]
    """The hands of each size that occurs in the shape, the smallest size first."""
    names: tuple[Name, ...]
    """The names of all strengths in ``sizes``, the weakest first. The strengths in the argument ``others`` of the function
    `hands` are named, too."""


def hands(
    cards: Sequence[Card],
    shape: Sequence[int],
    strengths: Callable[[Sequence[Card], int], Sequence[int]],
    label: Callable[[int], str],
    others: Iterable[int] = (),
) -> Hands:
    """Every hand that can be made of some cards, with its strength and name.

    Args:
        cards: the player's cards, in the order in which a board shows them.
        shape: number of cards in each hand that the player lays.
        strengths: function of cards and a size. It gives the strengths of all hands of the size, in the order of
            `itertools.combinations`. Strengths are 0 to 65,535, on one scale for all sizes.
        label: gives the name of a strength. If two strengths have the same name, all strengths between them must have this name.
        others: more strengths to name, of hands whose size isn't in ``shape``.
    Raises:
        struct.error: if a strength is below 0 or above 65,535.
    """
    found = {size: strengths(cards, size) for size in sorted(set(shape))}
    named = groupby(sorted({*others, *chain.from_iterable(found.values())}), label)
    return Hands(
        cards=tuple([name(card) for card in cards]),
        shape=tuple(shape),
        sizes=tuple([Sized(size, b64encode(pack(f"<{len(all_)}H", *all_)).decode()) for size, all_ in found.items()]),
        names=tuple([Name(next(each), text) for text, each in named]),
    )
