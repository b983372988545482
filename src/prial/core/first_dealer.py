"""Finds the first dealer of a game. The dealer is drawn, cuts the highest card, or is named by the rules.

How a game uses this module:

* The game's rules include `first_dealer_option`, `named_dealer_option` and `EXCLUSIONS`.
* The public state lists the seats that must cut. At the start, they are the seats that `cutters` gives.
* Nature makes the move that `draw` gives, until there is a dealer.
* After each such move, `highest` gives the seats that can still become the dealer. A single seat deals first. Several seats
  cut again.
* `tell` makes the events of nature's move.

Suits don't count. Everybody sees the cut cards. The cards then go back into the pack.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from prial.cards import Card, names, rank
from prial.core.chance import Draw, Group, Outcome, Pick
from prial.core.events import Cut, CutAgain, DealerCut, DealerDrawn
from prial.core.game import Seat, Told
from prial.core.options import Exclusion, option
from prial.setting import Setting


class FirstDealer(Setting):
    """How the first dealer is found."""

    DRAWN = "drawn", "The first dealer is drawn."
    CUT = (
        "cut",
        (
            "Everybody cuts a card, and the highest deals first, aces high. Suits don't rank: those who tie for the "
            "highest cut again, from the whole pack."
        ),
    )
    NAMED = "named", "The table says who deals first."


class Seated(Protocol):
    """The fields of a game's rules that this module needs to find the first dealer."""

    @property
    def players(self) -> int:
        """Number of players."""

    @property
    def first_dealer(self) -> FirstDealer:
        """How the first dealer is found."""

    @property
    def named_dealer(self) -> int:
        """The seat that deals first if ``first_dealer`` is ``NAMED``, counted from 1."""


def first_dealer_option(group: str) -> Any:
    """Make the option ``first_dealer``, a field of a rules dataclass.

    Args:
        group: heading under which a form shows the option.
    """
    return option(
        FirstDealer.DRAWN,
        "First dealer",
        "How the first dealer is found.",
        source="G; level cards: decided",
        group=group,
        before=FirstDealer.DRAWN,
    )


def named_dealer_option(group: str, most: int) -> Any:
    """Make the option ``named_dealer``, a field of a rules dataclass.

    Args:
        group: heading under which a form shows the option.
        most: the greatest number of players that the game allows.
    """
    return option(
        1,
        "First dealer's seat",
        "The seat that deals first, if the table names it.",
        source="G",
        group=group,
        least=1,
        most=most,
    )


EXCLUSIONS: Final = (
    Exclusion(
        "named_dealer",
        "first_dealer",
        lambda rules: rules.first_dealer is not FirstDealer.NAMED,
        "the table names no dealer.",
        1,
    ),
    Exclusion(
        "named_dealer",
        "players",
        lambda rules: rules.first_dealer is FirstDealer.NAMED and rules.named_dealer > rules.players,
        "nobody sits there.",
        hard=True,
    ),
)
"""Exclusions for the option ``named_dealer``. This option has a meaning only if ``first_dealer`` is ``NAMED``. In that case,
``named_dealer`` can't be greater than ``players``."""


def named(rules: Seated) -> Seat | None:
    """The first dealer if the rules name one; otherwise None."""
    return rules.named_dealer - 1 if rules.first_dealer is FirstDealer.NAMED else None


def cutters(rules: Seated) -> tuple[Seat, ...]:
    """The seats that cut at the start of the game; empty if nobody cuts."""
    return tuple(range(rules.players)) if rules.first_dealer is FirstDealer.CUT else ()


def draw(players: int, cutting: Sequence[Seat], pack: Sequence[Card]) -> Pick | Draw:
    """The move of nature that finds the dealer: a pick of the dealer's seat, or a card for each seat that cuts.

    Args:
        players: number of players.
        cutting: the seats that cut; empty if the dealer is drawn at random.
        pack: all cards in play.
    """
    if not cutting:
        return Pick(players)
    cards = tuple([int(seat in cutting) for seat in range(players)])
    return Draw(tuple(pack), (Group("cut", cards, returned=True),))


def highest(outcome: Outcome) -> tuple[Seat, ...]:
    """The seats that can still become the first dealer after nature's move.

    If there is one seat, it deals first. If there are several, they have cut cards of the same highest rank, and must cut again.
    """
    if isinstance(outcome, int):
        return (outcome,)
    ranks = {seat: rank(pile[0]) for seat, pile in enumerate(outcome) if pile}
    top = max(ranks.values())
    return tuple([seat for seat, each in ranks.items() if each == top])


def tell(outcome: Outcome) -> list[Told]:
    """The events of nature's move: the card that each seat cut, and who deals or cuts again. Everybody may see these events."""
    if isinstance(outcome, int):
        return [Told(DealerDrawn(outcome))]
    told = [Told(Cut(seat, names(pile))) for seat, pile in enumerate(outcome) if pile]
    first, *others = highest(outcome)
    return [*told, Told(CutAgain((first, *others)) if others else DealerCut(first))]


def story(rules: Seated) -> str:
    """The sentences that tell how the first dealer is found under these rules."""
    if rules.first_dealer is FirstDealer.NAMED:
        return f"The player in seat {rules.named_dealer} deals first."
    return rules.first_dealer.help
