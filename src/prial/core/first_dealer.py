"""Who deals first: whoever is drawn, whoever cuts the highest card, or whom the table names. One way for every game.

A game takes `first_dealer_option`, `named_dealer_option` and `EXCLUSIONS` into its rules. The public part of its state says which
seats cut now: at the start those of `cutters`. While there is no dealer, nature's move is `draw`. `highest` says whom that
leaves: one seat deals, and several cut again. `tell` makes events of it.

Suits never rank, so cards can be level. Each cut is from the whole pack: what was cut is seen by all and goes back at once.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from prial.cards import Card, names, rank
from prial.core.chance import Draw, Group, Outcome, Pick
from prial.core.events import Cut, CutAgain, DealerCut, DealerDrawn
from prial.core.game import Seat, Told
from prial.core.rules import Exclusion, option
from prial.setting import Setting


class FirstDealer(Setting):
    """How the first dealer is found."""

    DRAWN = "drawn", "The first dealer is drawn."
    CUT = (
        "cut",
        (
            "Everybody cuts a card, and the highest deals first, aces high. Suits don't rank: those who are level for the "
            "highest cut again, from the whole pack."
        ),
    )
    NAMED = "named", "The table says who deals first."


class Seated(Protocol):
    """What is asked of a game's rules."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def first_dealer(self) -> FirstDealer:
        """How the first dealer is found."""

    @property
    def named_dealer(self) -> int:
        """Who deals first, counted from 1, where the table says so."""


def first_dealer_option(group: str) -> Any:
    """The option ``first_dealer`` of a rules dataclass.

    Args:
        group: heading under which a form shows it.
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
    """The option ``named_dealer`` of a rules dataclass.

    Args:
        group: heading under which a form shows it.
        most: how many may play.
    """
    return option(
        1,
        "First dealer's seat",
        "Who deals first, where the table says it.",
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
"""What doesn't go together."""


def named(rules: Seated) -> Seat | None:
    """The dealer whom the table names; None where one is found."""
    return rules.named_dealer - 1 if rules.first_dealer is FirstDealer.NAMED else None


def cutters(rules: Seated) -> tuple[Seat, ...]:
    """The seats that cut at the beginning; none where nobody cuts."""
    return tuple(range(rules.players)) if rules.first_dealer is FirstDealer.CUT else ()


def draw(players: int, cutting: Sequence[Seat], pack: Sequence[Card]) -> Pick | Draw:
    """Nature's move: a seat, or a card for each of those who cut.

    Args:
        players: how many play.
        cutting: the seats that cut; none where the dealer is drawn.
        pack: all cards in play.
    """
    if not cutting:
        return Pick(players)
    cards = tuple([int(seat in cutting) for seat in range(players)])
    return Draw(tuple(pack), (Group("cut", cards, returned=True),))


def highest(outcome: Outcome) -> tuple[Seat, ...]:
    """Whom nature's move leaves: one seat deals, and several, who are level for the highest card, cut again."""
    if isinstance(outcome, int):
        return (outcome,)
    ranks = {seat: rank(pile[0]) for seat, pile in enumerate(outcome) if pile}
    top = max(ranks.values())
    return tuple([seat for seat, each in ranks.items() if each == top])


def tell(outcome: Outcome) -> list[Told]:
    """What everybody hears of nature's move: each card that was cut, and what comes of it."""
    if isinstance(outcome, int):
        return [Told(DealerDrawn(outcome))]
    told = [Told(Cut(seat, names(pile))) for seat, pile in enumerate(outcome) if pile]
    first, *others = highest(outcome)
    return [*told, Told(CutAgain((first, *others)) if others else DealerCut(first))]


def story(rules: Seated) -> str:
    """How the first dealer is found under some rules, in sentences."""
    if rules.first_dealer is FirstDealer.NAMED:
        return f"The player in seat {rules.named_dealer} deals first."
    return rules.first_dealer.help
