"""Events that games for chips share: a hand is shown, a pot is won, a seat buys chips, sits out or comes back.

Each game makes subclasses under its own name, with more fields where it needs them.
"""

from prial.core.game import Event, Seat, Weight


class Showed(Event, frozen=True):
    """A hand is shown to everybody."""

    seat: Seat
    """The hand's owner."""
    cards: str
    """The cards that count, best first. Cards that don't count may follow after a vertical bar: ``AsAhAd | 2c``."""
    label: str
    """Name of the hand: ``run, queen high``."""


class Won(Event, frozen=True):
    """A pot is won."""

    WEIGHT = Weight.MARK

    winner: Seat
    """The seat that wins the pot."""
    chips: int
    """Chips in the pot."""


class Shared(Event, frozen=True):
    """A pot is shared."""

    WEIGHT = Weight.MARK

    winners: tuple[Seat, ...]
    """The seats that share the pot."""
    chips: int
    """Chips in the whole pot."""


class Rebought(Event, frozen=True):
    """A seat has bought more chips."""

    seat: Seat
    """The seat that bought chips."""
    chips: int
    """Chips bought."""


class SatOut(Event, frozen=True):
    """A seat sits out."""

    seat: Seat
    """The seat that sits out."""


class CameBack(Event, frozen=True):
    """A seat that sat out plays again."""

    seat: Seat
    """The seat that plays again."""


class Broke(Event, frozen=True):
    """A seat has too few chips to play on."""

    seat: Seat
    """The seat that has too few chips."""
