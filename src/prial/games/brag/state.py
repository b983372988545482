"""What lies on a Brag table: the public part of the state, the actions with their text, and the events with their sentences.

Every card of the pack is a pile of its own: a hand is the numbers of its piles, in the order dealt, and the pack is an order of
them. Which piles lie where is public; what is on them is known to those who have looked.
"""

import re
from enum import StrEnum
from typing import Any, Final, TypeAlias

import msgspec

from prial.betting.pots import EMPTY, Award, Pots
from prial.cards import Card, best_first, names, parse
from prial.core.game import Event, Seat
from prial.errors import ActionError, CardError, PrialError, refuse, teach
from prial.ranks.wild import wild_text

teach(
    "en",
    {
        "brag.unknown_action": "{text!r} is no action of Brag: write bet and a number (bet 4), {words}, discard with the cards "
        "(discard 2c), or keep 1, keep 2 or keep none.",
        "brag.dealer": "{dealer} is drawn to deal first.",
        "brag.dealt": "Deal {deal}: {dealer} deals. Everybody's ante is {ante}; in the pot: {pot}.",
        "brag.chosen": "{dealer} chooses the game: {cards} cards, {wild}, {blind}.",
        "brag.asked_to_choose": "{dealer} may choose the game for the next {deals} deals.",
        "brag.shuffled": "The pack is shuffled.",
        "brag.bottom": "The bottom card is {card}.",
        "brag.looked": "{seat} looks at the cards.",
        "brag.looked_at": "{seat} looks at hand {hand} of two.",
        "brag.hand": "{seat} holds {cards}.",
        "brag.discarded": "{seat} discards.",
        "brag.put_away": "{seat} discards {cards} and plays {label}.",
        "brag.bet": "{seat} bets {chips}.",
        "brag.bet_blind": "{seat}, blind, bets {chips}.",
        "brag.covered": "{seat} covers the pot of {pot} with the last {chips}.",
        "brag.covered_by_ante": "{seat}'s ante was the last chip: it covers the pot of {pot}.",
        "brag.last_chips": "{seat} puts in the last {chips}, which ends the betting.",
        "brag.no_chips": "{seat} has nothing left to bet and nobody to borrow from, which ends the betting.",
        "brag.folded": "{seat} folds.",
        "brag.saw": "{seat} pays {chips} to see.",
        "brag.saw_blind": "{seat}, blind, pays {chips} to see.",
        "brag.borrowed": "{seat} borrows {chips}.",
        "brag.short": "{seat} can't pay the {chips} that are due: {other} lends the difference, or both show.",
        "brag.lent": "{seat} lends {other} {chips}.",
        "brag.would_show": "{seat} lends nothing: both show.",
        "brag.proposed": "{seat} proposes a showdown.",
        "brag.agreed_all": "All agree: a showdown.",
        "brag.refused": "{seats} would rather bet on.",
        "brag.picked": "{seat} plays hand {hand} of two.",
        "brag.shown": "{seat} shows {cards}: {label}.",
        "brag.won": "{winner} wins the pot of {chips}.",
        "brag.won_older": "{winner} wins the older pot of {chips}.",
        "brag.shared": "{winners} share the pot of {chips}.",
        "brag.carried": "All have folded to {seat}, who is blind: the pot of {pot} stays for the next deal.",
        "brag.kept": "{seat} keeps a blind hand.",
        "brag.kept_none": "{seat} keeps no hand.",
        "brag.took_carried": "{seat} takes the carried pot of {pot}.",
        "brag.rebought": "{seat} buys another purse of {chips}.",
        "brag.sat_out": "{seat} sits out.",
        "brag.came_back": "{seat} plays again from the next deal on.",
        "brag.broke": "{seat} has no chips left for an ante.",
        "brag.over": "The game is over: {winners} won.",
    },
)


class Phase(StrEnum):
    """Where a game is."""

    DEALER = "dealer"
    """The first dealer is drawn."""
    CHOOSE = "choose"
    """The dealer sets the game."""
    DEAL = "deal"
    """Cards are dealt."""
    BET = "bet"
    """The one whose turn it is bets, looks, folds, sees …"""
    LOOKED = "looked"
    """One of two blind hands was looked at: it is kept, or folded and the other played on."""
    CONSENT = "consent"
    """A showdown is proposed, and the others are asked."""
    LEND = "lend"
    """The other of the last two lends what is missing, or has both show."""
    PICK = "pick"
    """Who shows and has two blind hands chooses one, unseen."""
    KEEP = "keep"
    """The pot is carried: is a blind hand kept?"""
    NEXT = "next"
    """Between deals: everybody plays on, buys in again or sits out."""
    OVER = "over"


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
    """Lend nothing: both show."""
    PLAY = "play"
    """Play the next deal."""
    REBUY = "rebuy"
    """Buy another purse; between deals, and play."""
    SIT_OUT = "sit out"


class Bet(msgspec.Struct, frozen=True, gc=False):
    """Put chips into the pot."""

    chips: int
    """Chips to pay, not what they count as."""


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


Action: TypeAlias = Bet | Look | Keep | Discard | Choose | Word

_WORDS: Final = {word.value: word for word in Word}
_BET: Final = re.compile(r"(?:bet|cover)\s+([0-9]{1,9})", re.ASCII)
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
        return Bet(int(found[1]))
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
    except (ActionError, CardError) as error:
        raise ActionError(error.refusal) from error
    except PrialError as error:
        raise ActionError(error.refusal) from error
    raise ActionError(refuse("brag.unknown_action", text=text.strip()[:60], words=", ".join(["look", *_WORDS])))


def write_action(action: Action) -> str:
    """An action's text, the same at the terminal, in records and in messages."""
    match action:
        case Bet(chips=chips):
            return f"bet {chips}"
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


class Did(msgspec.Struct, frozen=True, gc=False):
    """Something that a seat did in this deal, as everybody saw it."""

    seat: Seat
    what: str
    """``bet``, ``look``, ``discard``, ``fold``, ``see``, ``propose``, ``agree``, ``refuse``, ``keep``, ``lend``, ``show``, …"""
    chips: int = 0
    """Chips paid."""
    blind: bool = False
    hand: int = 0
    """Which hand was looked at or kept, from 1."""


class Settled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a deal ended."""

    awards: tuple[Award, ...] = ()
    """Each pot and who won it, the newest first; empty where the pot was carried."""
    shown: tuple[Seat, ...] = ()
    """Whose hands were turned up, in that order."""
    prial: bool = False
    """Whether it was won with a prial that was shown."""


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything that anybody may see. What is by seat has a place for every seat, in the deal or not."""

    phase: Phase = Phase.DEALER
    deal: int = 0
    """Deals so far."""
    moves: int = 0
    """Decisions of this deal so far; with the deal it names the present one."""
    dealer: Seat = 0
    turn: Seat = 0
    """Who decides, where one seat does."""
    asked: tuple[Seat, ...] = ()
    """Who decides, where several do."""
    form: Choose
    """The game that is dealt: how many cards, which are wild, whether blind play is allowed."""
    form_deals: int = 0
    """Deals under this form, counted where dealers choose."""
    chips: tuple[int, ...]
    """Chips before each seat."""
    bought: tuple[int, ...]
    """Chips that each has bought, the first purse too."""
    debts: tuple[int, ...]
    """What each owes the bank or another player; below 0, what others owe."""
    sitting_out: tuple[Seat, ...] = ()
    """Seats that are dealt nothing until they come back."""
    playing: tuple[Seat, ...] = ()
    """Seats dealt in, in the order of play, from the dealer's left."""
    folded: tuple[Seat, ...] = ()
    """In the order in which they folded."""
    covered: tuple[Seat, ...] = ()
    """Seats that have put their last chips in, in that order."""
    hands: tuple[tuple[tuple[int, ...], ...], ...]
    """By seat, the hands before it, each the piles of its cards in the order dealt; a kept hand comes first."""
    open: tuple[bool, ...]
    """By seat, whether it has looked at the hand it plays."""
    discards: tuple[tuple[int, ...], ...]
    """By seat, the piles put away out of its hand."""
    bet_blind: tuple[bool, ...]
    """By seat, whether it has bet blind in this deal."""
    acted: tuple[Seat, ...] = ()
    """Seats that have bet, seen or folded in this deal."""
    looked: int = 0
    """Which of two hands was just looked at, from 1; 0 for none."""
    last_bet: int = 0
    """The last bet in open units; 0 before any."""
    pots: Pots = EMPTY
    """The oldest first; only the last takes chips."""
    carried: int = 0
    """Chips that lay in the pot before the antes."""
    paid: tuple[int, ...]
    """Chips that each has put in in this deal, the ante too."""
    holder: Seat | None = None
    """To whom all folded blind: whose pot was carried to this deal, or is carried to the next."""
    proposed: bool = False
    """Whether a showdown was proposed in this turn."""
    due: int = 0
    """What the short one of the last two has to pay, while the other decides."""
    payer: Seat | None = None
    """Who loses ties and shows last: who paid to see, or has put in the last chips."""
    how: str = ""
    """How the deal is shown: ``see``, ``last`` (chips), ``consent``, ``alone`` (all others folded)."""
    did: tuple[Did, ...] = ()
    """What happened in this deal."""
    pack: tuple[int, ...]
    """Piles in the pack, the top first."""
    last: Settled | None = None
    """How the last deal ended; None while one is played."""

    @property
    def scores(self) -> tuple[int, ...]:
        """What everybody's score is: the chips before them."""
        return self.chips

    @property
    def betting(self) -> tuple[Seat, ...]:
        """Seats that still bet: neither folded nor covered."""
        return tuple([seat for seat in self.playing if seat not in self.folded and seat not in self.covered])

    @property
    def key(self) -> str:
        """Names the present decision."""
        return f"{self.deal}.{self.phase}.{self.moves}"


class DealerDrawn(Event, frozen=True, tag="brag.dealer"):
    """The first dealer is drawn."""

    dealer: Seat


class MayChoose(Event, frozen=True, tag="brag.asked_to_choose"):
    """It is the dealer's choice."""

    dealer: Seat
    deals: int


class Chosen(Event, frozen=True, tag="brag.chosen"):
    """The dealer has set the game."""

    dealer: Seat
    cards: int
    wild: str
    blind: bool

    def args(self) -> dict[str, Any]:
        return {
            "dealer": self.dealer,
            "cards": self.cards,
            "wild": f"{self.wild} wild" if self.wild else "nothing wild",
            "blind": "blind play allowed" if self.blind else "no blind play",
        }


class Shuffled(Event, frozen=True, tag="brag.shuffled"):
    """Nobody knows any more what lies where. Told where the pack isn't shuffled before every deal."""


class Dealt(Event, frozen=True, tag="brag.dealt"):
    """A deal begins."""

    deal: int
    dealer: Seat
    ante: int
    pot: int
    """With all antes in it."""


class Bottom(Event, frozen=True, tag="brag.bottom"):
    """The card that shows."""

    card: str


class Held(Event, frozen=True, tag="brag.hand"):
    """Told to its owner alone."""

    seat: Seat
    cards: str
    label: str
    """The best three of them in words."""


class Looked(Event, frozen=True, tag="brag.looked"):
    """A seat has looked at its cards."""

    seat: Seat
    hand: int = 0
    """Which of two, from 1; 0 where there is one."""

    @property
    def code(self) -> str:
        return "brag.looked_at" if self.hand else "brag.looked"


class Discarded(Event, frozen=True, tag="brag.discarded"):
    """A seat has put cards away."""

    seat: Seat


class PutAway(Event, frozen=True, tag="brag.put_away"):
    """Told to its owner alone."""

    seat: Seat
    cards: str
    label: str


class BetMade(Event, frozen=True, tag="brag.bet"):
    """A seat has bet."""

    seat: Seat
    chips: int
    blind: bool

    @property
    def code(self) -> str:
        return "brag.bet_blind" if self.blind else "brag.bet"


class Covered(Event, frozen=True, tag="brag.covered"):
    """A seat has put in its last chips; the others bet for a new pot."""

    seat: Seat
    chips: int
    pot: int
    """What it covers."""

    @property
    def code(self) -> str:
        return "brag.covered" if self.chips else "brag.covered_by_ante"


class LastChips(Event, frozen=True, tag="brag.last_chips"):
    """One of the last two has put in the last chips: both show."""

    seat: Seat
    chips: int

    @property
    def code(self) -> str:
        return "brag.last_chips" if self.chips else "brag.no_chips"


class Folded(Event, frozen=True, tag="brag.folded"):
    """A seat has folded."""

    seat: Seat


class Saw(Event, frozen=True, tag="brag.saw"):
    """A seat has paid to see the other."""

    seat: Seat
    chips: int
    blind: bool

    @property
    def code(self) -> str:
        return "brag.saw_blind" if self.blind else "brag.saw"


class Borrowed(Event, frozen=True, tag="brag.borrowed"):
    """The bank has lent what was missing."""

    seat: Seat
    chips: int


class FallsShort(Event, frozen=True, tag="brag.short"):
    """One of the last two can't pay."""

    SEATS = Event.SEATS | {"other"}

    seat: Seat
    other: Seat
    chips: int


class Lent(Event, frozen=True, tag="brag.lent"):
    """The other of the last two has lent what was missing."""

    SEATS = Event.SEATS | {"other"}

    seat: Seat
    other: Seat
    chips: int


class WouldShow(Event, frozen=True, tag="brag.would_show"):
    """The other of the last two lends nothing."""

    seat: Seat


class Proposed(Event, frozen=True, tag="brag.proposed"):
    """A showdown is proposed."""

    seat: Seat


class AllAgreed(Event, frozen=True, tag="brag.agreed_all"):
    """A showdown."""


class Refused(Event, frozen=True, tag="brag.refused"):
    """Some would rather bet on."""

    seats: tuple[Seat, ...]


class Picked(Event, frozen=True, tag="brag.picked"):
    """Of two blind hands one was chosen."""

    seat: Seat
    hand: int


class Showed(Event, frozen=True, tag="brag.shown"):
    """A hand is turned up."""

    seat: Seat
    cards: str
    """The three that play, best first, then what is put away after a bar."""
    label: str


class Won(Event, frozen=True, tag="brag.won"):
    """A pot is won."""

    winner: Seat
    chips: int
    older: bool
    """Whether it is one that was covered."""

    @property
    def code(self) -> str:
        return "brag.won_older" if self.older else "brag.won"


class Shared(Event, frozen=True, tag="brag.shared"):
    """A pot is shared."""

    winners: tuple[Seat, ...]
    chips: int


class Carried(Event, frozen=True, tag="brag.carried"):
    """A pot stays for the next deal."""

    seat: Seat
    pot: int


class Kept(Event, frozen=True, tag="brag.kept"):
    """Whether the holder of a carried pot keeps a hand."""

    seat: Seat
    hand: int
    """Which of those before it, from 1; 0 for none."""

    @property
    def code(self) -> str:
        return "brag.kept" if self.hand else "brag.kept_none"


class TookCarried(Event, frozen=True, tag="brag.took_carried"):
    """No deal follows in which a carried pot could be won."""

    seat: Seat
    pot: int


class Rebought(Event, frozen=True, tag="brag.rebought"):
    """A seat has bought another purse."""

    seat: Seat
    chips: int


class SatOut(Event, frozen=True, tag="brag.sat_out"):
    """A seat sits out."""

    seat: Seat


class CameBack(Event, frozen=True, tag="brag.came_back"):
    """A seat plays again."""

    seat: Seat


class Broke(Event, frozen=True, tag="brag.broke"):
    """A seat can't play on."""

    seat: Seat


class GameOver(Event, frozen=True, tag="brag.over"):
    """The game is over."""

    winners: tuple[Seat, ...]
