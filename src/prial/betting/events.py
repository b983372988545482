"""Events of every table that is played for chips: hands that are shown, pots that are won, and who plays on.

A game has its own of each, under its name, with what else there is to tell of it.
"""

from prial.core.game import Event, Seat, Weight


class Showed(Event, frozen=True):
    """A hand is turned up."""

    seat: Seat
    cards: str
    """Those that play, best first, then what is put away after a bar."""
    label: str
    """What it is, in words."""


class Won(Event, frozen=True):
    """A pot is won."""

    WEIGHT = Weight.MARK

    winner: Seat
    chips: int


class Shared(Event, frozen=True):
    """A pot is shared."""

    WEIGHT = Weight.MARK

    winners: tuple[Seat, ...]
    chips: int


class Rebought(Event, frozen=True):
    """A seat has bought another purse."""

    seat: Seat
    chips: int


class SatOut(Event, frozen=True):
    """A seat sits out."""

    seat: Seat


class CameBack(Event, frozen=True):
    """A seat plays again."""

    seat: Seat


class Broke(Event, frozen=True):
    """A seat can't play on."""

    seat: Seat
