"""Turns what a seat knows, and the actions of a seat, into vectors of a fixed length (feature hashing).

A view (all that a seat knows) is taken as a list of facts, such as ``.scores.0=3`` and ``pile 2 has As``. Each fact sets one
entry of the vector to 1. The index of the entry is a hash of the fact's text, so no game needs an encoding of its own, but two
facts sometimes share an entry.

Source: K. Weinberger et al., Feature Hashing for Large Scale Multitask Learning, 2009.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

from prial.cards import name
from prial.core.game import BACK, View

VIEW: Final = 1024
"""Number of entries in the vector of a view."""
OPTION: Final = 128
"""Number of entries in the vector of an action."""


def _facts(path: str, value: Any) -> Iterator[str]:
    """Yield the facts in a part of a view. For example, the number 3 at the path ``.scores.0`` gives ``.scores.0=3``."""
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _facts(f"{path}.{field}", getattr(value, field))
    elif isinstance(value, tuple):
        for at, each in enumerate(value):
            yield from _facts(f"{path}.{at}", each)
    elif value is not None:
        yield f"{path}={value}"


def _hashed(facts: Iterable[str], entries: int) -> NDArray[np.float32]:
    vector = np.zeros(entries, np.float32)
    for fact in facts:
        vector[crc32(fact.encode()) % entries] = 1
    return vector


def of_view(seen: View[Any], decided: str = "") -> NDArray[np.float32]:
    """What a seat knows, as a vector of zeros and ones, shape (`VIEW`,).

    Args:
        seen: the seat's view.
        decided: text of the action that the seat has chosen in secret; empty if the seat hasn't chosen.
    """
    facts = [f"seat={seen.seat}", f"decided={decided}", *_facts("", seen.public)]
    for at, pile in enumerate(seen.piles):
        facts += [f"pile {at} has {'a back' if card == BACK else name(card)}" for card in pile]
    return _hashed(facts, VIEW)


def of_option(text: str) -> NDArray[np.float32]:
    """An action as a vector of zeros and ones, shape (`OPTION`,).

    Words of the text are counted from 0, so ``lay 2c3d`` gives the facts ``0=lay`` and ``1=2c3d``. Each word is also cut into
    pieces of two characters, such as cards. Each piece gives a fact: ``0 has la``, ``0 has y``, ``1 has 2c``, ``1 has 3d``. Each
    fact sets one entry of the vector to 1.

    Args:
        text: the text of the action, as the game writes it.
    """
    words = text.split()
    facts = [f"{at}={word}" for at, word in enumerate(words)]
    facts += [f"{at} has {word[two : two + 2]}" for at, word in enumerate(words) for two in range(0, len(word), 2)]
    return _hashed(facts, OPTION)
