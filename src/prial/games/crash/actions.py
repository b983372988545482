"""The actions of a Crash player. Each action has a text, which is the same at the terminal, in records and in messages."""

import re
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from prial.cards import Card, names, parse
from prial.errors import ActionError, CardError, add_sentences, refuse

add_sentences(
    "en",
    {
        "crash.unknown_action": "{text!r} is not an action: write lay and your hands (lay AsAhAd KsQsJs …), with knock at the "
        "end if you knock, or write {words}.",
    },
)


class Word(StrEnum):
    """Actions of Crash that are written as one word: answers about a swap or a crash, and declarations."""

    SWAP = "swap"
    """Swap the whole hand for a spare hand. Used where the player can't choose between two spare hands."""
    SWAP_1 = "swap_1"
    """Swap the whole hand for the first of two spare hands."""
    SWAP_2 = "swap_2"
    """Swap the whole hand for the second of two spare hands."""
    KEEP = "keep"
    """Keep the hand instead of swapping it for a spare hand."""
    CALL = "call"
    """Announce a crash: say before the showdown that the laid hands will win every place."""
    PASS = "pass"
    """Don't announce a crash."""
    SIX_PAIRS = "six_pairs"
    """Declare six pairs, and so ask for a new deal."""
    THIRTEEN_STRAIGHT = "thirteen_straight"
    """Declare one card of each rank, which wins the game."""


class Lay(msgspec.Struct, frozen=True, gc=False):
    """Lay hands face down: one hand for each place, the first place first."""

    hands: tuple[tuple[Card, ...], ...]
    """The hands, in the order of the places. There may be fewer hands than places."""
    knock: bool = False
    """Whether the player knocks, that is, declares that the hands use all four cards of a rank."""


Action: TypeAlias = Lay | Word
"""An action of a Crash player: `Lay`, or one of the actions in `Word`."""

_WORDS: Final = {word.value: word for word in Word}


def read_action(text: str) -> Action:
    """Read an action from its text: ``lay AsAhAd KsQsJs 7c8d9h 2c2d5h``, ``lay … knock``, ``swap``, ``six pairs``.

    Spaces, commas or slashes separate the hands. If they separate single cards instead, every three cards make a hand. Upper and
    lower case don't matter. ``swap 1`` takes the first of two spare hands, ``swap 2`` the second.

    Raises:
        ActionError: if the text isn't an action of Crash, or its cards can't be read.
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
    """Read the hands in a text. `read_action` says how they are separated."""
    cards = parse(text)  # the whole text first, so that a card that stands in two hands is refused
    parts = [part for part in re.split(r"[\s,/|]+", text) if part]
    if len(parts) >= len(cards):
        return tuple([cards[at : at + 3] for at in range(0, len(cards), 3)])
    return tuple([parse(part) for part in parts])


def write_action(action: Action) -> str:
    """The text of an action, in the form that `read_action` reads."""
    if isinstance(action, Lay):
        return " ".join(["lay", *map(names, action.hands), *(["knock"] if action.knock else [])])
    return action.value
