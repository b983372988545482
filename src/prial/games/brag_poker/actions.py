"""The actions of a Brag Poker player, and their texts. The texts are the same at the terminal, in records and in messages."""

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
    """Actions whose text has no number and no cards."""

    LOOK = "look"
    """Look at one's own cards; the player's turn goes on."""
    CHECK = "check"
    """Stay in without putting chips in. This is possible if the player owes nothing."""
    CALL = "call"
    """Put in the chips that the player owes."""
    RAISE = "raise"
    """Bet or raise by the fixed amount of the round."""
    FOLD = "fold"
    """Give up the hand."""
    PLAY = "play"
    """Play the next deal."""
    REBUY = "rebuy"
    """Buy another purse, and play the next deal."""
    SIT_OUT = "sit out"
    """Sit out until the player chooses to come back."""


class Change(msgspec.Struct, frozen=True, gc=False):
    """Change cards in the draw: discard some, and get the same number of new cards."""

    cards: tuple[Card, ...] = ()
    """The cards to discard, best first; empty for none."""
    unseen: int = 0
    """Number of cards to discard, for a player who hasn't looked at the hand; 0 for a player who has looked."""


Action: TypeAlias = Word | Change
"""Everything that a player of Brag Poker can do."""

_WORDS: Final = {word.value: word for word in Word}
_UNSEEN: Final = re.compile(r"change\s+([0-9]{1,2})", re.ASCII)


def read_action(text: str) -> Action:
    """Read an action from its text: ``look``, ``raise``, ``change Kd 2c``, ``change none`` or ``change 2`` (two cards unseen).

    Raises:
        ActionError: if the text is not an action of Brag Poker, or the cards in it can't be read.
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
    """The text of an action, which is the same at the terminal, in records and in messages."""
    if isinstance(action, Word):
        return action.value
    return f"change {names(action.cards, ' ') or action.unseen or 'none'}"
