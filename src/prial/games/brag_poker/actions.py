"""What a player of Brag Poker can do, and its text: the same at the terminal, in records and in messages."""

import re
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from prial.cards import Card, best_first, names, parse
from prial.errors import ActionError, CardError, add_sentences, refuse

add_sentences(
    "en",
    {
        "brag_poker.unknown_action": "{text!r} is not an action of Brag Poker: write {words}, change none, or change with the "
        "cards (change Kd 2c).",
    },
)


class Word(StrEnum):
    """The actions that are words alone."""

    LOOK = "look"
    """Look at one's cards; the turn goes on."""
    CHECK = "check"
    CALL = "call"
    RAISE = "raise"
    """Raise by a step, or bet one where nothing has been bet."""
    FOLD = "fold"
    PLAY = "play"
    """Play the next deal."""
    REBUY = "rebuy"
    """Buy another purse, and play."""
    SIT_OUT = "sit out"


class Change(msgspec.Struct, frozen=True, gc=False):
    """Put cards away for as many new ones."""

    cards: tuple[Card, ...] = ()
    """Which, best first; empty for none."""
    unseen: int = 0
    """How many, where their owner hasn't looked."""


Action: TypeAlias = Word | Change

_WORDS: Final = {word.value: word for word in Word}
_UNSEEN: Final = re.compile(r"change\s+([0-9]{1,2})", re.ASCII)


def read_action(text: str) -> Action:
    """An action from its text: ``look``, ``raise``, ``change Kd 2c``, ``change none``, ``change 2``.

    Raises:
        ActionError: text that is no action of Brag Poker, or names no cards.
    """
    words = " ".join(text.lower().split())
    if word := _WORDS.get(words.replace("-", " ").replace("_", " ")):
        return word
    if words == "change none":
        return Change()
    if found := _UNSEEN.fullmatch(words):
        return Change(unseen=int(found[1]))
    if words.startswith("change "):
        try:
            return Change(best_first(parse(text.strip()[len("change ") :])))
        except CardError as error:
            raise ActionError(error.refusal) from error
    raise ActionError(refuse("brag_poker.unknown_action", text=text.strip()[:60], words=", ".join(_WORDS)))


def write_action(action: Action) -> str:
    """An action's text, the same at the terminal, in records and in messages."""
    if isinstance(action, Word):
        return action.value
    return f"change {names(action.cards, ' ') or action.unseen or 'none'}"
