"""The public part of the state of a Brag Poker table.

Every card that is dealt is a pile of its own. Everybody sees where each pile lies. Only players who have looked at a pile know
its card.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from prial.betting.limit import Limit, credit, paid, pots
from prial.betting.pots import Award
from prial.core.game import Seat
from prial.core.printed import HandPiles, Name, Piles, columns, hands_of
from prial.errors import listed


class Phase(StrEnum):
    """The phases of a game."""

    DEALER = "dealer"
    """Players cut cards for the first deal."""
    DEAL = "deal"
    """The blinds are in, and cards are dealt."""
    BET = "bet"
    """One player checks, calls, raises or folds: the player whose turn it is."""
    CHANGE = "change"
    """One player changes cards: the player whose turn it is."""
    DRAW = "draw"
    """New cards are dealt in place of the discards."""
    NEXT = "next"
    """Between deals: each player plays on, buys another purse or sits out."""
    OVER = "over"
    """The game is over."""


PLAYED: Final = (Phase.BET, Phase.CHANGE, Phase.DRAW)
"""Phases in which a deal is under way."""


class Deed(StrEnum):
    """The kinds of action that `Table.did` lists."""

    LOOK = "look"
    """Looks at the cards."""
    CHECK = "check"
    """Checks."""
    CALL = "call"
    """Calls."""
    BET = "bet"
    """Makes the first bet of a round."""
    RAISE = "raise"
    """Raises."""
    FOLD = "fold"
    """Folds."""
    CHANGE = "change"
    """Changes cards, or keeps all."""
    BACK = "back"
    """Gets back chips that nobody has matched."""


_DEEDS: Final[Mapping[Deed, str]] = {Deed.CHECK: "checked", Deed.CALL: "called", Deed.BET: "bet", Deed.RAISE: "raised"}
"""The printed words for a player's last action in the round. Actions of other kinds aren't printed."""


class Did(msgspec.Struct, frozen=True, gc=False):
    """An action of a seat in the present deal, as everybody saw it."""

    seat: Seat
    """The seat that acted."""
    what: Deed
    """The kind of action."""
    chips: int = 0
    """Chips paid, or got back."""
    blind: bool = False
    """Whether the seat acted without having looked at its cards; False if the action is to look."""
    cards: int = 0
    """Number of cards changed."""
    round: int = 1
    """The round of betting, 1 or 2; the draw belongs to round 1."""


class Settled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The end of a deal: the winners of the pots, and the hands shown."""

    awards: tuple[Award, ...] = ()
    """Each pot and its winners, the main pot first."""
    shown: tuple[Seat, ...] = ()
    """Seats whose hands were shown, in the order of play."""


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The public part of the state. “By seat” means that a tuple has one entry for every seat, even if a seat doesn't play."""

    phase: Phase = Phase.DEALER
    """The phase of the game."""
    deal: int = 0
    """Number of deals so far, the present one included."""
    moves: int = 0
    """Number of decisions in this deal so far. It is the last part of `key`."""
    dealer: Seat = 0
    """The dealer's seat."""
    cutting: tuple[Seat, ...] = ()
    """Seats that cut a card now to find the first dealer."""
    turn: Seat = 0
    """The seat whose turn it is in a round of betting or in the draw. In other phases, the value has no meaning."""
    asked: tuple[Seat, ...] = ()
    """The seats that decide between deals, all at the same time. In other phases, the tuple is empty."""
    round: int = 1
    """The round of betting, 1 or 2; the draw belongs to round 1."""
    chips: tuple[int, ...]
    """Chips that each player has, by seat."""
    bought: tuple[int, ...]
    """Chips that each player has bought, the first purse included, by seat."""
    sitting_out: tuple[Seat, ...] = ()
    """Seats that are dealt nothing until they come back."""
    playing: tuple[Seat, ...] = ()
    """Seats that are dealt cards in this deal, in the order of play from the dealer's left."""
    folded: tuple[Seat, ...] = ()
    """Seats that have folded, in the order of folding."""
    hands: tuple[tuple[int, ...], ...]
    """For each seat, the indices of the piles (one card each) of its hand. Piles kept in the draw come before new piles."""
    open: tuple[bool, ...]
    """For each seat, whether its player has looked at the seat's cards."""
    discards: tuple[tuple[int, ...], ...]
    """For each seat, the indices of its discarded piles; empty after the discards were shuffled into a new pack."""
    changed: tuple[int | None, ...]
    """Number of cards that each player has changed, by seat; None before the player's turn to change."""
    due: int = 0
    """Number of new cards that are still to be dealt to the player whose turn it is."""
    betting: Limit
    """The chips that each player has put in, and the amount to match."""
    did: tuple[Did, ...] = ()
    """The actions of all seats in this deal, in order."""
    last: Settled | None = None
    """The end of the last deal; None while a deal is played, and before the first deal."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores by seat: the chips that each player has."""
        return self.chips

    @property
    def still(self) -> tuple[Seat, ...]:
        """Seats that haven't folded, in the order of play."""
        return tuple([seat for seat in self.playing if seat not in self.folded])

    @property
    def put_in(self) -> tuple[int, ...]:
        """Chips that each player has put in during this deal, by seat."""
        return tuple(map(paid, self.betting.stakes))

    @property
    def blinds(self) -> tuple[Seat, ...]:
        """The seats of the small blind and of the big blind. With two players the dealer has the small blind."""
        return self.playing[:2] if len(self.playing) > 2 else self.playing[::-1]

    @property
    def key(self) -> str:
        """Names the present decision by deal, phase and number of decisions in the deal: ``3.bet.7``."""
        return f"{self.deal}.{self.phase}.{self.moves}"

    def held(self, seat: Seat) -> HandPiles:
        """A seat's hand, as a tuple of one entry: the indices of the hand's piles. The tuple is empty if the seat has no hand."""
        hand = tuple([pile for pile in self.hands[seat] if pile not in self.discards[seat]])
        return (hand,) if hand else ()

    def printed(self, piles: Piles, name: Name) -> Iterator[str]:
        """Yield the lines of the printed table. The first line has the deal's number and, while a deal is played, the pots.

        Then follows one line for each player. It has the player's name, chips, hand and remarks.
        """
        yield f"Deal {self.deal}. {self.pots_line(name)}" if self.still and self.last is None else f"Deal {self.deal}."
        rows = []
        for seat, chips in enumerate(self.chips):
            rows.append((name(seat), f"{chips}", hands_of(self, piles, seat), ", ".join(self.remarks(seat))))
        yield from columns(rows)

    def pots_line(self, name: Name) -> str:
        """One line of text: the chips in each pot and, in a round of betting, the amount to match.

        The function ``name`` gives a player's name as it stands inside a sentence.
        """
        able = [seat for seat in self.still if self.chips[seat]]
        main, *side = pots(self.betting, self.still, able)
        told = f"In the pot: {main[0]}"
        for number, (amount, seats) in enumerate(side):
            out = [name(seat) for seat in self.still if seat not in seats]
            told += f"{'; in a side pot' if not number else '; in another'} without {listed(out)}: {amount}"
        if self.phase is Phase.BET:
            told += f". To match: {self.betting.to_match}" if self.betting.to_match else ". Nothing has been bet yet"
        return f"{told}."

    def remarks(self, seat: Seat) -> Iterator[str]:
        """The remarks in a player's line, such as “put in 6”, “hasn't looked”, “changed 2”, and the last action."""
        if seat in self.sitting_out:
            yield "sits out"
        if self.phase not in PLAYED or seat not in self.playing:
            return
        if self.put_in[seat]:
            counts = credit(self.betting.stakes[seat])
            yield f"put in {self.put_in[seat]}" + (f" for {counts}" if counts > self.put_in[seat] else "")
        if seat in self.folded:
            yield "folded"
        else:
            if not self.chips[seat]:
                yield "all-in"
            if not self.open[seat]:
                yield "hasn't looked"
            if (changed := self.changed[seat]) is not None:
                yield f"changed {changed or 'none'}"
            if self.phase is Phase.BET:
                own = [deed for deed in self.did if deed.seat == seat and deed.round == self.round and deed.what in _DEEDS]
                yield from [_DEEDS[deed.what] for deed in own[-1:]]
        if seat in self.blinds:
            yield f"{('small', 'big')[self.blinds.index(seat)]} blind"
        if seat == self.dealer:
            yield "deals"
