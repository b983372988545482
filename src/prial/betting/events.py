"""Events of games for chips: a hand is shown, a pot is won, a seat buys chips, sits out or comes back.

These are base classes. Each game makes subclasses of its own, some with more fields.
"""

from prial.core.game import Event, Seat, Weight


class Showed(Event, frozen=True):
    """A player's hand is shown to everybody."""

    seat: Seat
    """The seat whose hand is shown."""
    cards: str
    """The cards of the hand, best first. In games in which only some cards count, the others may follow after a vertical bar:
    ``AsAhAd | 2c``."""
    label: str
    """Name of the hand: ``run, queen high``."""


class Won(Event, frozen=True):
    """A seat wins a pot."""

    WEIGHT = Weight.MARK

    winner: Seat
    """The seat that wins the pot."""
    chips: int
    """Chips in the pot."""


class Shared(Event, frozen=True):
    """Several seats with equal hands share a pot."""

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
    """A seat stops playing for a while."""

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
