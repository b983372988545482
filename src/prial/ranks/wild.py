"""Reads a list of wild cards as a person types it, and writes wild cards as text.

Card players write ``2s`` for the twos, so ``2s`` alone means all twos, not the two of spades. Write the two of spades as ``two of
spades`` or ``2♠``, or together with another card: ``2s2h``.
"""

import re
from typing import Final

from prial.arguments import explained
from prial.cards import PACK, RANK_NAMES, RANKS, SUITS, Card, best_first, name, names, parse, rank, suit
from prial.errors import CardError, add_sentences, refuse

add_sentences(
    "en",
    {
        "wild.unknown": "{text!r} names no wild cards: write ranks (twos, A, 9s, black jacks), cards (Jh, two of spades) or "
        "{names}, with commas between, or none.",
    },
)

_BRAGGERS: Final = frozenset(card for card in PACK if RANKS[rank(card)] in "AJ9")
NAMED: Final[dict[str, frozenset[Card]]] = {
    "one-eyed royals": frozenset(parse("JsJhKd")),
    "one-eyed jacks": frozenset(parse("JsJh")),
    "suicide king": frozenset(parse("Kh")),
    "man with the axe": frozenset(parse("Kd")),
    "braggers": _BRAGGERS,
}
"""Sets of cards that have a name, such as ``one-eyed jacks``. A set comes before the smaller sets that are parts of it."""
_OTHER_WORDS: Final = {"deuces": "two", "floaters": "two", "treys": "three"}
"""Other words for a rank."""
_COLOURS: Final = {"black": (0, 3), "red": (1, 2)}
"""The numbers of the two suits of each colour."""
_SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")
"""Names of the suits, in the order of the suits' numbers."""
_LETTERED: Final = re.compile(r"(10|[2-9tjqka])(?:'?s)?")
"""A rank's letter or number, perhaps with a plural s: ``a``, ``9s``, ``10's``."""
_PLURALS: Final = tuple(f"{each}{'es' if each == 'six' else 's'}" for each in RANK_NAMES)
"""The plurals of the ranks' names, in the order of the ranks' numbers."""


@explained
def wild_cards(text: str) -> frozenset[Card]:
    """The cards that a list stands for: ``twos``, ``A, J, 9s``, ``black aces``, ``one-eyed jacks``, ``2♠``, ``JsJh``.

    Raises:
        CardError: if a name isn't known.
    """
    if _are_cards(text):
        return frozenset(parse(text))
    return frozenset[Card]().union(*(_part(part) for part in text.split(",")))


@explained
def wild_text(text: str) -> str:
    """Rewrite a list of wild cards in the usual order and spelling: first whole ranks, then named sets, then single cards.

    A text without wild cards gives an empty text.

    Raises:
        CardError: if a name in the text isn't known.
    """
    return wild_name(wild_cards(text))


@explained
def wild_name(cards: frozenset[Card]) -> str:
    """Write wild cards as text: ``twos, black aces``. `wild_cards` reads the text back."""
    for named, whole in NAMED.items():
        if cards == whole:
            return named
    parts: list[str] = []
    single: set[Card] = set()
    for r in reversed(range(13)):
        suits = {suit(card) for card in cards if rank(card) == r}
        if len(suits) == 4:
            parts.append(_PLURALS[r])
            continue
        for colour, pair in _COLOURS.items():
            if suits.issuperset(pair):
                parts.append(f"{colour} {_PLURALS[r]}")
                suits.difference_update(pair)
        single.update(4 * r + s for s in suits)
    for named, some in NAMED.items():
        if some <= single:
            parts.append(named)
            single -= some
    if len(single) == 1:
        (card,) = single
        parts.append(f"{RANK_NAMES[rank(card)]} of {_SUIT_WORDS[suit(card)]}")
    elif single:
        parts.append(names(best_first(single)))
    return ", ".join(parts)


def _are_cards(text: str) -> bool:
    """Whether a text can only be a list of cards, such as ``Js, Jh``."""
    try:
        found = parse(text)
    except CardError:
        return False
    return any(name(card)[1] != "s" for card in found)  # a list of spades only may mean ranks: `9s` for all nines


def _part(part: str) -> frozenset[Card]:
    """The cards that one part of a list stands for. A part is, for example, ``black aces`` or ``2♠``."""
    words = " ".join(part.lower().split()).replace("’", "'")  # phones type a curly apostrophe
    if words in ("", "none"):
        return frozenset()
    if words in NAMED:
        return NAMED[words]
    if single := re.fullmatch(r"(?:the )?(\w+) of (\w+)", words):
        r, s = _rank(single[1]), next((i for i, each in enumerate(_SUIT_WORDS) if single[2] in (each, each[:-1])), None)
        if r is not None and s is not None:
            return frozenset({4 * r + s})
    colour, _, rest = words.partition(" ")
    r = _rank(rest if colour in _COLOURS else words)
    if r is not None:
        return frozenset(4 * r + s for s in _COLOURS.get(colour, range(len(SUITS))))
    try:
        return frozenset(parse(part))
    except CardError as error:
        shown = " ".join(part.split())
        shown = shown if len(shown) <= 40 else shown[:39] + "…"
        raise CardError(refuse("wild.unknown", text=shown, names=", ".join(NAMED))) from error


def _rank(word: str) -> int | None:
    """The rank that a word, a letter or a plural stands for; None if there is none."""
    if lettered := _LETTERED.fullmatch(word):
        letter = lettered[1].upper()
        return RANKS.index("T" if letter == "10" else letter)
    word = _OTHER_WORDS.get(word, word)
    return next((r for r, each in enumerate(RANK_NAMES) if word in (each, _PLURALS[r])), None)
