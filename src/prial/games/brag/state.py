"""The public part of the state of a Brag table.

Every card of the pack is a pile of its own. Hands and the pack are tuples of pile numbers; a hand is in the order dealt.
Everybody knows where each pile is, but only those who have looked at a pile know its card.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from prial.betting.pots import EMPTY, Award, Pots
from prial.core.game import Seat
from prial.core.printed import HandPiles, Name, Piles, columns, hands_of
from prial.games.brag.actions import Choose


class Phase(StrEnum):
    """The phases of a game."""

    BRING = "bring"
    """All players say how many chips they put on the table."""
    DEALER = "dealer"
    """The first dealer is found."""
    CHOOSE = "choose"
    """The dealer chooses the game."""
    DEAL = "deal"
    """Cards are dealt."""
    BET = "bet"
    """The player whose turn it is bets, looks, folds, sees …"""
    LOOKED = "looked"
    """A player has looked at one of two blind hands, and now keeps one of the two and folds the other."""
    CONSENT = "consent"
    """A player has proposed a showdown, and the other players agree or refuse."""
    LEND = "lend"
    """A player is asked to lend another player the missing chips.

    Under `Short.OPPONENT_CHOOSES` with two players left, the asked player lends the chips, or refuses with `Word.SHOW`. After
    such a refusal, both players show their hands.
    """
    PICK = "pick"
    """A player with two blind hands has to show one of them, and chooses it without looking."""
    KEEP = "keep"
    """All players except a blind player have folded, and the pot is carried to the next deal.

    The blind player chooses a blind hand to keep for the next deal, or none.
    """
    NEXT = "next"
    """Between deals: each player plays on, buys chips or sits out."""
    OVER = "over"
    """The game is over."""


PLAYED: Final = (Phase.BET, Phase.LOOKED, Phase.CONSENT, Phase.LEND, Phase.PICK)
"""Phases in which a deal is under way."""


class Deed(StrEnum):
    """A kind of action that a seat has taken in a deal, as `Table.did` lists it."""

    LOOK = "look"
    """Looks at a hand."""
    DISCARD = "discard"
    """Discards."""
    BET = "bet"
    """Bets, or covers a pot."""
    FOLD = "fold"
    """Folds."""
    SEE = "see"
    """Pays to see the hand of the only opponent left."""
    BORROW = "borrow"
    """Borrows from the bank."""
    ASK = "ask"
    """Asks another player to lend the chips that are missing for a bet."""
    ASK_TO_SEE = "ask to see"
    """Asks another player to lend the chips that are missing for seeing the hand of the only opponent left."""
    DECLINE = "decline"
    """Refuses to lend."""
    PROPOSE = "propose"
    """Proposes a showdown."""
    AGREE = "agree"
    """Agrees to a showdown."""
    REFUSE = "refuse"
    """Refuses a showdown."""
    LEND = "lend"
    """Lends another player the missing chips."""
    SHOW = "show"
    """Refuses to lend to the only opponent left. Both players then show their hands."""
    KEEP = "keep"
    """Keeps one of two hands, or says which blind hand to keep for the next deal."""
    REBUY = "rebuy"
    """Buys chips."""


_DEEDS: Final[Mapping[Deed, str]] = {
    Deed.BET: "bet {chips}",
    Deed.SEE: "paid {chips} to see",
    Deed.PROPOSE: "proposed a showdown",
}
"""Maps a kind of action to the text that describes it in `Table.remarks`. Other kinds aren't described."""


class How(StrEnum):
    """The reason why hands are shown at the end of a deal."""

    UNSHOWN = ""
    """No hand is shown."""
    SEE = "see"
    """One of the last two players paid to see the other's hand."""
    LAST = "last"
    """One of the last two players has no chips left."""
    CONSENT = "consent"
    """All players agreed to show, or the ante took everybody's last chips."""
    ALONE = "alone"
    """All players but one have folded or covered, and the covered pots still have to be won."""


class Did(msgspec.Struct, frozen=True, gc=False):
    """An action of a seat in the present deal, as everybody saw it."""

    seat: Seat
    """The seat that acted."""
    what: Deed
    """The kind of action."""
    chips: int = 0
    """Chips paid, borrowed, asked for, lent or bought."""
    blind: bool = False
    """Whether the seat bet or saw blind."""
    hand: int = 0
    """Number of the hand that was looked at or kept, from 1; 0 for none.

    For a request for a loan, 1 means that the seat shows its cards to the asked player, and 0 that it shows none.
    """


class Settled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a deal ended."""

    awards: tuple[Award, ...] = ()
    """Each pot and its winners, the newest pot first; empty where the pot was carried."""
    shown: tuple[Seat, ...] = ()
    """Seats whose hands were shown to settle the pots, in the order of showing."""
    turned_up: Seat | None = None
    """The seat that chose to turn up its hand after the deal. It is None if no seat did so."""
    prial: bool = False
    """Whether a prial was shown and won a pot."""


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything that all players may know.

    A tuple “by seat” has an entry for each seat, even for a seat that is dealt no cards.
    """

    phase: Phase = Phase.DEALER
    """The phase of the game."""
    deal: int = 0
    """Number of deals so far, the present one included."""
    moves: int = 0
    """Number of decisions in this deal so far. With the deal and the phase, this number identifies the decision (see `key`)."""
    dealer: Seat = 0
    """The dealer's seat."""
    cutting: tuple[Seat, ...] = ()
    """Seats that cut a card now to find the first dealer."""
    turn: Seat = 0
    """The seat that decides, if only one seat decides in the present phase."""
    asked: tuple[Seat, ...] = ()
    """The seats that decide, if several seats decide at the same time in the present phase; empty in other phases."""
    form: Choose
    """The game that is dealt: number of cards, wild cards, and whether blind play is allowed."""
    form_deals: int = 0
    """Number of deals since the dealer last chose a game, the present deal included.

    Before a dealer's first choice, it is the number of deals since the start.
    """
    chips: tuple[int, ...]
    """Chips that each player has, by seat."""
    bought: tuple[int, ...]
    """Chips that each player has bought, by seat. The chips with which the player began are included."""
    debts: tuple[int, ...]
    """Chips that each player owes the bank or other players, by seat; below 0 where others owe the player."""
    sitting_out: tuple[Seat, ...] = ()
    """Seats that are dealt nothing until they come back."""
    playing: tuple[Seat, ...] = ()
    """Seats that are dealt cards in this deal, in the order of play from the dealer's left."""
    folded: tuple[Seat, ...] = ()
    """Seats that have folded, in the order of folding."""
    covered: tuple[Seat, ...] = ()
    """Seats that have covered a pot, in the order of covering."""
    hands: tuple[tuple[tuple[int, ...], ...], ...]
    """Each player's hands, by seat. A hand is a tuple of pile numbers in the order dealt. A kept hand comes first."""
    open: tuple[bool, ...]
    """Whether each player has looked at the hand in play, by seat."""
    discards: tuple[tuple[int, ...], ...]
    """Each player's discards as pile numbers, by seat."""
    bet_blind: tuple[bool, ...]
    """Whether each player has bet blind in this deal, by seat."""
    acted: tuple[Seat, ...] = ()
    """Seats that have bet, seen or folded in this deal."""
    looked: int = 0
    """Number, from 1, of the hand at which a player with two hands has just looked; 0 at other times."""
    last_bet: int = 0
    """The last bet in chips, where a blind bet counts double; 0 before any bet."""
    pots: Pots = EMPTY
    """All pots, the oldest first; only the last one takes chips."""
    carried: int = 0
    """Chips of a pot that was carried into this deal, without the antes of this deal; 0 without a carried pot."""
    paid: tuple[int, ...]
    """Chips that each player has put in during this deal, the ante included, by seat."""
    holder: Seat | None = None
    """The blind player who carries the pot to the next deal because all other players have folded; None if no pot is carried."""
    proposed: bool = False
    """Whether a showdown was proposed in this turn."""
    refused: tuple[Seat, ...] = ()
    """Players who have refused to lend in this turn."""
    due: int = 0
    """The price for which a player asks for a loan, in chips; 0 if nobody asks for a loan.

    It is the whole price of the bet (or of seeing), not only the missing chips. After the refusal `Word.SHOW`,
    it stays until the table is cleared for the next deal.
    """
    sees: bool = False
    """Whether the requested loan is for seeing the hand of the only opponent left. If not, the loan is for a bet."""
    payer: Seat | None = None
    """The player who paid to see, or whose last chips ended the betting; None for nobody.

    The payer shows last and loses ties. In `Phase.LEND`, the payer is the player who would borrow.
    """
    how: How = How.UNSHOWN
    """The reason why hands are shown at the end of this deal."""
    did: tuple[Did, ...] = ()
    """What the seats did in this deal, in order."""
    pack: tuple[int, ...]
    """The pack from its top card down, as pile numbers. A pile number is an index in the state's ``piles``."""
    last: Settled | None = None
    """How the last deal ended; None while a deal is played, and before the first deal."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores by seat: the chips that each player has."""
        return self.chips

    @property
    def betting(self) -> tuple[Seat, ...]:
        """Seats that still bet, that is, have neither folded nor covered."""
        return tuple([seat for seat in self.playing if seat not in self.folded and seat not in self.covered])

    @property
    def key(self) -> str:
        """The decision as text: the deal, the phase and the number of decisions in this deal so far, as in ``3.bet.7``."""
        return f"{self.deal}.{self.phase}.{self.moves}"

    def held(self, seat: Seat) -> HandPiles:
        """A seat's hands without the discards. Each hand is a tuple of pile numbers."""
        return tuple([tuple([pile for pile in hand if pile not in self.discards[seat]]) for hand in self.hands[seat]])

    def printed(self, piles: Piles, name: Name) -> Iterator[str]:
        """Describe the table in lines of text.

        The first line has the number of the deal, and the pots. Then each player has a line with chips, hands and remarks.

        Args:
            piles: all piles, by pile number. Each pile has one card; −1 stands for a card that can't be seen.
            name: gives the name of the player in a seat.
        """
        yield f"Deal {self.deal}. {self.pots_line(name)}"
        rows = []
        for seat, chips in enumerate(self.chips):
            rows.append((name(seat), f"{chips}", hands_of(self, piles, seat), ", ".join(self.remarks(seat))))
        yield from columns(rows)

    def pots_line(self, name: Name) -> str:
        """A line about the pots and the last bet.

        Args:
            name: gives the name of the player in a seat, as it is written inside a sentence.
        """
        parts = []
        for pot in self.pots[:-1]:
            assert pot.coverer is not None
            parts.append(f"{pot.chips}, covered by {name(pot.coverer)}")
        newest = self.pots[-1].chips
        told = f"In the pot: {newest}" if not parts else f"Pots: {'; '.join(parts)}; and {newest} to bet for"
        if self.carried:
            told += f" ({self.carried} carried over)"
        if self.last_bet:
            told += f". Last bet: {self.last_bet}"
            told += f", {(self.last_bet + 1) // 2} for a blind player" if self.form.blind else ""
        return f"{told}."

    def remarks(self, seat: Seat) -> Iterator[str]:
        """Remarks about a player, such as “blind”, “bet 4”, “two hands” and “owes 3”."""
        if self.phase in PLAYED and seat in self.playing:
            yield self._how(seat)
            deeds = [deed for deed in self.did if deed.seat == seat and deed.what in _DEEDS and seat not in self.folded]
            for last in deeds[-1:]:
                yield _DEEDS[last.what].format(chips=f"{last.chips} blind" if last.blind else last.chips)
            if len(self.hands[seat]) > 1:
                yield "two hands"
        elif seat in self.sitting_out:
            yield "sits out"
        if self.holder == seat and self.pots[-1].chips:
            yield "defends the carried pot"
        if seat == self.dealer and self.phase in PLAYED:
            yield "deals"
        if self.debts[seat] > 0:
            yield f"owes {self.debts[seat]}"
        elif self.debts[seat] < 0:
            yield f"is owed {-self.debts[seat]}"

    def _how(self, seat: Seat) -> str:
        """Whether a seat plays blind or open, has folded, or covers a pot."""
        if seat in self.folded:
            return "folded"
        if seat in self.covered:
            return "covers" if len(self.covered) == 1 else f"covers pot {self.covered.index(seat) + 1}"
        return "blind" if self.form.blind and not self.open[seat] else "open"
