"""Data for the board on which a person plays. The board names and checks hands with it, and knows no rules of Xập xám itself."""

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
    """The units that it pays."""
    shown: bool
    """True if the three hands must themselves show the instant win; False if the player may declare it with any setting."""
    hands: tuple[str, ...]
    """A setting that allows the declaration: the lower, middle and upper hand, each written like ``AsKs9s7s4s``."""


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """Every hand that a player can make of the cards, and what the player may declare."""

    hands: Hands
    """The hands of five and of three cards, with strengths on one scale."""
    level: bool
    """Whether two hands of one player may be level. If not, level hands are mis-set."""
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
    """Every hand of five and of three that can be made of some cards."""
    of = ranking(wheel)
    return hands(
        cards,
        shape=SIZES,
        strengths=lambda given, size: [of.strength(hand) for hand in combinations(given, size)],
        label=of.label,
    )
