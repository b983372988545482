"""What a board needs beside a player's cards, so that it can name and check hands without knowing a rule of Xập xám."""

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
    vietnamese: str
    """Its name there."""
    units: int
    """What it pays."""
    shown: bool
    """Whether the hands must be laid so that they show it; otherwise the cards may lie as they like."""
    hands: tuple[str, ...]
    """A lower, a middle and an upper hand that show it, each as ``AsKs9s7s4s``."""


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """Every hand that can be made of a player's cards, and what may be declared."""

    hands: Hands
    """Those of five and of three cards, on one scale."""
    level: bool
    """Whether a hand may be level with the next one up; otherwise that is a mis-set hand too."""
    instants: tuple[Offer, ...]
    """The best first."""


def guide(game: XapXamGame, view: View[Table]) -> Guide | None:
    """Every hand that can be made of the view's cards, with its strength and name. None where nothing is set.

    Args:
        game: the table.
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
    of = ranking(wheel)
    return hands(
        cards,
        shape=SIZES,
        strengths=lambda given, size: [of.strength(hand) for hand in combinations(given, size)],
        label=of.label,
    )
