"""What a board needs to arrange a player's cards in any shape: the strength and name of every hand that can be made of them."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, groupby
from struct import pack

import msgspec

from prial.cards import Card, name


class Sized(msgspec.Struct, frozen=True):
    """All hands of one size."""

    size: int
    """Cards in a hand."""
    strengths: str
    """Of each way to take so many of the cards, in the order of `itertools.combinations`: unsigned 16-bit numbers, the low byte
    first, as Base64."""


class Name(msgspec.Struct, frozen=True):
    """What hands of some strengths are called."""

    least: int
    """The least of them; they go up to the next name's."""
    text: str
    """As ``run, queen high``."""


class Hands(msgspec.Struct, frozen=True, kw_only=True):
    """Every hand that can be made of a player's cards. A card is two characters."""

    cards: tuple[str, ...]
    """The player's, best first."""
    shape: tuple[int, ...]
    """Cards in each place, the best place first."""
    sizes: tuple[Sized, ...]
    """The hands of each size that occurs in the shape, the smallest first."""
    names: tuple[Name, ...]
    """From the weakest up. Only what can be made of these cards is named."""


def hands(
    cards: Sequence[Card],
    shape: Sequence[int],
    strengths: Callable[[Sequence[Card], int], Sequence[int]],
    label: Callable[[int], str],
    others: Iterable[int] = (),
) -> Hands:
    """Every hand that can be made of some cards, with its strength and name.

    Args:
        cards: the player's, in the order in which a board shows them.
        shape: cards in each place.
        strengths: those of every way to take so many of the cards, in the order of `itertools.combinations`; from 0 to 65,535,
            the same scale for all sizes. Asked for all at once: a call for each of them takes longer than to look them up.
        label: what a strength is called. Strengths of one name have none of another between them.
        others: strengths of hands of another size that may be laid, to be named too.
    Returns:
        The hands, as they go over the wire.
    Raises:
        struct.error: a strength outside of these bounds.
    """
    found = {size: strengths(cards, size) for size in sorted(set(shape))}
    named = groupby(sorted({*others, *chain.from_iterable(found.values())}), label)
    return Hands(
        cards=tuple([name(card) for card in cards]),
        shape=tuple(shape),
        sizes=tuple([Sized(size, b64encode(pack(f"<{len(all_)}H", *all_)).decode()) for size, all_ in found.items()]),
        names=tuple([Name(next(each), text) for text, each in named]),
    )
