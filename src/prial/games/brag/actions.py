"""The actions of a Brag player, and their texts, which are the same at the terminal, in records and in messages."""

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
    """Actions that are written as words only, without numbers or cards."""

    FOLD = "fold"
    """Give up the hand."""
    SEE = "see"
    """Pay to see the other player's hand, when two players are left."""
    PROPOSE = "propose"
    """Propose a showdown."""
    AGREE = "agree"
    """Agree to the showdown that was proposed."""
    REFUSE = "refuse"
    """Refuse a showdown, or refuse to lend."""
    LEND = "lend"
    """Lend the chips that another player lacks for a bet or for seeing."""
    SHOW = "show"
    """Between deals: turn up the hand, and decide later whether to play on.

    Under `Short.OPPONENT_CHOOSES`, with two players left: refuse to lend, so that both show their hands.
    """
    PLAY = "play"
    """Play the next deal."""
    REBUY = "rebuy"
    """Buy another purse of chips. A player who does this between deals plays the next deal."""
    SIT_OUT = "sit out"
    """Sit out of the next deals, until the player comes back."""


class Bet(msgspec.Struct, frozen=True, gc=False):
    """Put chips into the pot."""

    chips: int
    """Chips that the player pays. A blind bet counts as twice this number."""
    cover: bool = False
    """Whether the player bets all remaining chips to cover a pot. The rules refuse such a bet if it wouldn't cover the pot."""


class Buy(msgspec.Struct, frozen=True, gc=False):
    """Buy chips, if the rules let players choose the number. A player who does this between deals plays the next deal."""

    chips: int
    """Number of chips to buy."""


class Bring(msgspec.Struct, frozen=True, gc=False):
    """Put chips on the table before the first deal, if the rules say that players bring money of their own."""

    chips: int
    """Number of chips to put on the table."""


class Ask(msgspec.Struct, frozen=True, gc=False):
    """Ask another player to lend the chips that are missing for a bet, or for seeing the last opponent's hand."""

    seat: int
    """The player who is asked, counted from 0; texts count players from 1."""
    see: bool = False
    """Whether the chips are for seeing the last opponent's hand, when two players are left. If not, they are for a bet."""
    showing: bool = False
    """Whether the player who asks shows their hand to the player who is asked."""


class Look(msgspec.Struct, frozen=True, gc=False):
    """Look at one's own hand, which was blind until then."""

    hand: int = 1
    """Number of the hand, from 1. If a player has two hands, the kept hand has number 1 and the new hand has number 2."""


class Keep(msgspec.Struct, frozen=True, gc=False):
    """Choose one of two hands, or say whether to keep a blind hand for the next deal."""

    hand: int
    """Number of the hand to keep, from 1; 0 to keep no hand."""


class Discard(msgspec.Struct, frozen=True, gc=False):
    """Discard cards of the hand, so that three are left."""

    cards: tuple[Card, ...]
    """The cards to put away: one of four, or two of five."""


class Choose(msgspec.Struct, frozen=True, gc=False):
    """The dealer's choice of the game for the next deals. `Table.form` stores it."""

    cards: int
    """Cards dealt to each player."""
    wild: str
    """Wild cards, written as in `prial.ranks.wild`; empty for none."""
    blind: bool
    """Whether blind play is allowed."""


Action: TypeAlias = Bet | Buy | Bring | Ask | Look | Keep | Discard | Choose | Word
"""Everything that a player of Brag can do."""

_WORDS: Final = {word.value: word for word in Word}
_BET: Final = re.compile(r"(bet|cover)\s+([0-9]{1,9})", re.ASCII)
_BUY: Final = re.compile(r"(rebuy|bring)\s+([0-9]{1,9})", re.ASCII)
_ASK: Final = re.compile(r"ask\s+([0-9]{1,3})(\s+to\s+see)?(\s+showing)?", re.ASCII)
_LOOK: Final = re.compile(r"look(?:\s+([12]))?", re.ASCII)
_KEEP: Final = re.compile(r"keep\s+([0-9]{1,3}|none)", re.ASCII)
_CHOOSE: Final = re.compile(r"choose\s+([0-9])\s+cards?\s*,\s*(.+?)\s*,\s*(no\s+)?blind", re.ASCII)


def read_action(text: str) -> Action:
    """Read the text of an action: ``bet 4``, ``look``, ``keep 2``, ``discard 2c``, ``choose 4 cards, twos wild, no blind``.

    Raises:
        ActionError: if the text is not an action of Brag, or the cards in it can't be read.
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
    """The text of an action, which is the same at the terminal, in records and in messages."""
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
