"""What a Brag player can do, and its text: the same at the terminal, in records and in messages."""

import re
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from prial.cards import Card, best_first, names, parse
from prial.errors import ActionError, PrialError, add_sentences, refuse
from prial.ranks.wild import wild_text

add_sentences(
    "en",
    {
        "brag.unknown_action": "{text!r} is not an action of Brag: write bet, cover, bring or rebuy and a number (bet 4), ask "
        "and a player's number (ask 2, ask 2 to see, ask 2 showing), {words}, discard with the cards (discard 2c), keep 1, keep "
        "2 or keep none, or what a dealer chooses (choose 4 cards, twos wild, blind).",
    },
)


class Word(StrEnum):
    """The actions that are words alone."""

    FOLD = "fold"
    SEE = "see"
    PROPOSE = "propose"
    """Propose a showdown."""
    AGREE = "agree"
    REFUSE = "refuse"
    LEND = "lend"
    SHOW = "show"
    """Lend nothing: both show. Between deals, turn one's own hand up, and decide what to do next all the same."""
    PLAY = "play"
    """Play the next deal."""
    REBUY = "rebuy"
    """Buy another purse; between deals, and play."""
    SIT_OUT = "sit out"


class Bet(msgspec.Struct, frozen=True, gc=False):
    """Put chips into the pot."""

    chips: int
    """Chips to pay, not what they count as."""
    cover: bool = False
    """Whether it is meant to cover, and so only allowed where it does."""


class Buy(msgspec.Struct, frozen=True, gc=False):
    """Buy so many chips, where any number is sold; between deals, and play."""

    chips: int


class Bring(msgspec.Struct, frozen=True, gc=False):
    """Put money of one's own on the table, before the first deal."""

    chips: int


class Ask(msgspec.Struct, frozen=True, gc=False):
    """Ask another player to lend what is missing for a bet or to see. In text players are counted from 1."""

    seat: int
    see: bool = False
    """Whether it is to see the other of the last two."""
    showing: bool = False
    """Whether the player who is asked is shown the cards."""


class Look(msgspec.Struct, frozen=True, gc=False):
    """Look at a hand."""

    hand: int = 1
    """From 1; of two, 1 is the kept one."""


class Keep(msgspec.Struct, frozen=True, gc=False):
    """Choose one of two hands, or whether a blind hand is kept."""

    hand: int
    """From 1; 0 for none."""


class Discard(msgspec.Struct, frozen=True, gc=False):
    """Put away what four or five cards have over three."""

    cards: tuple[Card, ...]


class Choose(msgspec.Struct, frozen=True, gc=False):
    """Set the game for the next deals; also what is set."""

    cards: int
    wild: str
    """Wild cards as `prial.ranks.wild` writes them; empty for none."""
    blind: bool
    """Whether blind play is allowed."""


Action: TypeAlias = Bet | Buy | Bring | Ask | Look | Keep | Discard | Choose | Word

_WORDS: Final = {word.value: word for word in Word}
_BET: Final = re.compile(r"(bet|cover)\s+([0-9]{1,9})", re.ASCII)
_BUY: Final = re.compile(r"(rebuy|bring)\s+([0-9]{1,9})", re.ASCII)
_ASK: Final = re.compile(r"ask\s+([0-9]{1,3})(\s+to\s+see)?(\s+showing)?", re.ASCII)
_LOOK: Final = re.compile(r"look(?:\s+([12]))?", re.ASCII)
_KEEP: Final = re.compile(r"keep\s+([0-9]{1,3}|none)", re.ASCII)
_CHOOSE: Final = re.compile(r"choose\s+([0-9])\s+cards?\s*,\s*(.+?)\s*,\s*(no\s+)?blind", re.ASCII)


def read_action(text: str) -> Action:
    """An action from its text: ``bet 4``, ``look``, ``keep 2``, ``discard 2c``, ``choose 4 cards, twos wild, no blind``.

    Raises:
        ActionError: text that is no action of Brag, or names no cards.
    """
    words = " ".join(text.lower().split())
    if word := _WORDS.get(words.replace("-", " ").replace("_", " ")):
        return word
    if found := _BET.fullmatch(words):
        return Bet(int(found[2]), found[1] == "cover")
    if found := _BUY.fullmatch(words):
        return (Buy if found[1] == "rebuy" else Bring)(int(found[2]))
    if found := _ASK.fullmatch(words):
        return Ask(int(found[1]) - 1, found[2] is not None, found[3] is not None)
    if found := _LOOK.fullmatch(words):
        return Look(int(found[1] or 1))
    if found := _KEEP.fullmatch(words):
        return Keep(0 if found[1] == "none" else int(found[1]))
    try:
        if words.startswith("discard "):
            return Discard(best_first(parse(text.strip()[len("discard ") :])))
        if found := _CHOOSE.fullmatch(words):
            wild = re.sub(r"\s*wild$", "", found[2])
            return Choose(int(found[1]), wild_text("" if wild in ("none", "no", "nothing") else wild), found[3] is None)
    except PrialError as error:
        raise ActionError(error.refusal) from error
    raise ActionError(refuse("brag.unknown_action", text=text.strip()[:60], words=", ".join(["look", *_WORDS])))


def write_action(action: Action) -> str:
    """An action's text, the same at the terminal, in records and in messages."""
    match action:
        case Bet(chips=chips, cover=cover):
            return f"{'cover' if cover else 'bet'} {chips}"
        case Buy(chips=chips):
            return f"rebuy {chips}"
        case Bring(chips=chips):
            return f"bring {chips}"
        case Ask(seat=seat, see=see, showing=showing):
            return f"ask {seat + 1}{' to see' if see else ''}{' showing' if showing else ''}"
        case Look(hand=hand):
            return "look" if hand == 1 else f"look {hand}"
        case Keep(hand=hand):
            return f"keep {hand or 'none'}"
        case Discard(cards=cards):
            return f"discard {names(cards)}"
        case Choose(cards=cards, wild=wild, blind=blind):
            return f"choose {cards} cards, {wild or 'nothing'} wild, {'blind' if blind else 'no blind'}"
        case _:
            return action.value
