"""Data for a player's board: names and strengths of hands, and what may be laid. So the board itself needs no rules of Crash."""

import msgspec

from prial.arrange.guide import Hands, hands
from prial.cards import name, rank
from prial.core.game import View
from prial.games.crash.actions import Word
from prial.games.crash.choices import Arranging
from prial.games.crash.game import CrashGame
from prial.games.crash.settings import FourBonus, Order
from prial.games.crash.state import Phase, Table


class Four(msgspec.Struct, frozen=True):
    """Four cards of one rank that may be laid as one hand."""

    cards: tuple[str, ...]
    """The four cards, each written like ``As``."""
    strength: int
    """The strength of this hand; of two hands, the one with the greater strength wins."""


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """The hands that a player's cards can make, and the rules for laying and declaring them.

    Cards are written like ``As``.
    """

    hands: Hands
    """The hands of three cards, each with its strength and its name."""
    fours: tuple[Four, ...]
    """The hands of four cards; empty if the rules have no hands of four cards."""
    least: int
    """The strength of the weakest hand that can win a place."""
    least_laid: int
    """The strength of the weakest hand that may be laid."""
    sorted: bool
    """Whether the table puts each player's hands in order. If False, a player who lays hands in a wrong order fouls."""
    knock: tuple[tuple[str, ...], ...]
    """Each entry has the four cards of one rank. The player could knock for these four cards."""
    declare: tuple[Word, ...]
    """The declarations that the player may make instead of laying hands."""


def guide(game: CrashGame, view: View[Table]) -> Guide | None:
    """Every hand that the player's cards can make, with its strength and name; None if the player isn't arranging.

    Args:
        game: the game with the rules of the table.
        view: what the player sees.
    """
    choices = game.choices(view)
    if view.public.phase is not Phase.ARRANGE or not isinstance(choices, Arranging):
        return None
    scorer, ranking, cards = game.scorer, game.scorer.ranking, choices.hand
    quads = [cards[at : at + 4] for at in range(len(cards) - 3) if rank(cards[at]) == rank(cards[at + 3])]
    fours = [(quad, ranking.strength(quad)) for quad in quads if scorer.fours_allowed]
    knocks = game.rules.four_bonus is FourBonus.KNOCK
    return Guide(
        hands=hands(
            cards,
            shape=(3,) * game.rules.places,
            strengths=lambda of, _: ranking.threes(of),
            label=ranking.labels.__getitem__,
            others=[strength for _, strength in fours],
        ),
        fours=tuple([Four(tuple(map(name, quad)), strength) for quad, strength in fours]),
        least=scorer.least,
        least_laid=scorer.least_laid,
        sorted=game.rules.order is Order.SORTED,
        knock=tuple([tuple(map(name, quad)) for quad in quads]) if knocks else (),
        declare=tuple([word for word in (Word.SIX_PAIRS, Word.THIRTEEN_STRAIGHT) if choices.why_not(word) is None]),
    )
