"""Data for a player's board: names and strengths of hands, and instant wins. So the board itself needs no rules of Xập xám."""

from functools import lru_cache
from itertools import combinations

import msgspec

from prial.arrange.guide import Hands, hands
from prial.cards import Card, names
from prial.core.game import View
from prial.games.xap_xam.choices import Arranging
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.instants import VIETNAMESE, Instant
from prial.games.xap_xam.settle import SIZES
from prial.games.xap_xam.state import Table
from prial.ranks.poker import Wheel, ranking


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """An instant win that the player may declare."""

    what: Instant
    """The instant win."""
    vietnamese: str
    """The instant win's name in Vietnamese."""
    units: int
    """The units that the instant win pays."""
    shown: bool
    """True if the three hands must themselves show the instant win; False if it may be declared with any three hands."""
    hands: tuple[str, ...]
    """Three hands that allow the declaration: lower, middle and upper. Each is written like ``AsKs9s7s4s``."""


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """The hands that a player's cards can make, and the instant wins that the player may declare."""

    hands: Hands
    """The hands of five and of three cards, each with its name and its strength. All strengths are on one scale."""
    level: bool
    """Whether two hands of one player may be equally strong. If not, equal hands are mis-set (in a wrong order)."""
    instants: tuple[Offer, ...]
    """The instant wins that the player may declare, the best first."""


def guide(game: XapXamGame, view: View[Table]) -> Guide | None:
    """Every hand that the player's cards can make, with its strength and name; None if the player isn't setting cards.

    Args:
        game: the game with the rules of the table.
        view: what the player sees.
    """
    choices = game.choices(view)
    if not isinstance(choices, Arranging):
        return None
    units = game.rules.instants
    return Guide(
        hands=_hands(choices.hand, game.rules.wheel),
        level=game.scorer.level,
        instants=tuple(
            [
                Offer(
                    what=what,
                    vietnamese=VIETNAMESE[what],
                    units=units[what],
                    shown=what.laid,
                    hands=tuple([names(hand) for hand in laid]),
                )
                for what, laid in choices.instants.items()
            ]
        ),
    )


@lru_cache(256)  # a hand is shown again with each message while its player sets it
def _hands(cards: tuple[Card, ...], wheel: Wheel) -> Hands:
    """Every hand of five cards and every hand of three cards that can be made of ``cards``."""
    of = ranking(wheel)
    return hands(
        cards,
        shape=SIZES,
        strengths=lambda given, size: [of.strength(hand) for hand in combinations(given, size)],
        label=of.label,
    )
