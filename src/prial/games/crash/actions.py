"""What a Crash player can do, and its text: the same at the terminal, in records and in messages."""

import re
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from prial.cards import Card, names, parse
from prial.errors import ActionError, CardError, add_sentences, refuse

add_sentences(
    "en",
    {
        "crash.unknown_action": "{text!r} is not an action: write lay with your hands (lay AsAhAd KsQsJs …), with knock behind "
        "them where you knock, or {words}.",
    },
)


class Word(StrEnum):
    """The actions that are a single word."""

    SWAP = "swap"
    SWAP_1 = "swap_1"
    """For the first of two spare hands."""
    SWAP_2 = "swap_2"
    KEEP = "keep"
    CALL = "call"
    PASS = "pass"
    SIX_PAIRS = "six_pairs"
    THIRTEEN_STRAIGHT = "thirteen_straight"


class Lay(msgspec.Struct, frozen=True, gc=False):
    """Hands laid down, for the first place first."""

    hands: tuple[tuple[Card, ...], ...]
    knock: bool = False
    """Whether four of a kind is declared with them."""


Action: TypeAlias = Lay | Word

_WORDS: Final = {word.value: word for word in Word}


def read_action(text: str) -> Action:
    """An action from its text: ``lay AsAhAd KsQsJs 7c8d9h 2c2d5h``, ``lay … knock``, ``swap``, ``six pairs``.

    Hands are divided by spaces, commas or slashes; where each card stands by itself, by threes. Upper and lower case don't
    matter; ``swap 1`` and ``swap 2`` name one of two spare hands.

    Raises:
        ActionError: text that is no action of Crash, or names no cards.
    """
    words = text.strip().split(maxsplit=1)
    verb = words[0].lower() if words else ""
    if verb == "lay":
        rest = words[1] if len(words) > 1 else ""
        stripped = re.sub(r"\s*\bknock\s*$", "", rest, flags=re.IGNORECASE)
        try:
            return Lay(_hands(stripped), stripped != rest)
        except CardError as error:
            raise ActionError(error.refusal) from error
    if word := _WORDS.get(re.sub(r"[\s-]+", "_", text.strip().lower())):
        return word
    raise ActionError(refuse("crash.unknown_action", text=text.strip(), words=", ".join(_WORDS)))


def _hands(text: str) -> tuple[tuple[Card, ...], ...]:
    cards = parse(text)  # the whole text first, so that a card twice is found across hands
    parts = [part for part in re.split(r"[\s,/|]+", text) if part]
    if len(parts) >= len(cards):
        return tuple([cards[at : at + 3] for at in range(0, len(cards), 3)])
    return tuple([parse(part) for part in parts])


def write_action(action: Action) -> str:
    """An action's text, the same at the terminal, in records and in messages."""
    if isinstance(action, Lay):
        return " ".join(["lay", *map(names, action.hands), *(["knock"] if action.knock else [])])
    return action.value
