"""Wild cards from what a person types: cards, ranks by name, and the pubs' own names."""

import re
from typing import Final

from prial.cards import PACK, RANK_NAMES, Card, parse, rank, suit

_NAMED: Final = {"one-eyed jacks": "JsJh", "black jacks": "JcJs", "red jacks": "JdJh", "suicide king": "Kh"}
_COLOURS: Final = {"black": (0, 3), "red": (1, 2)}


def wild_cards(text: str) -> frozenset[Card]:
    """The cards that a list names: ``2s,Js``, ``twos``, ``black aces``, ``one-eyed jacks``.

    Raises:
        CardError: a name that is none of these.
    """
    found: set[Card] = set()
    for part in text.split(","):
        words = " ".join(part.lower().split())
        if not words:
            continue
        colour, _, rest = words.partition(" ")
        suits = _COLOURS.get(colour, (0, 1, 2, 3))
        name = re.sub(r"(?<=x)es$|s$", "", rest if colour in _COLOURS else words)
        if words in _NAMED:
            found.update(parse(_NAMED[words]))
        elif name in RANK_NAMES:
            found.update(card for card in PACK if rank(card) == RANK_NAMES.index(name) and suit(card) in suits)
        else:
            found.update(parse(part))
    return frozenset(found)
