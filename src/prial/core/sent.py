"""Writes views and decisions as text and plain data, for clients of a server and for bots that are separate programs."""

from functools import lru_cache
from itertools import islice
from typing import Any, Final

import msgspec

from prial.cards import Card, names
from prial.core.game import BACK, Game, View
from prial.core.registry import find

FEW: Final = 20
"""Greatest number of actions that `answers` lists. If a seat has more actions, `answers` lists none."""


@lru_cache(4096)  # a pile often stays the same for a whole deal, and is sent to several players at each move
def pile_text(pile: tuple[Card, ...]) -> str:
    """A pile as text, two characters a card: ``AsKd``, or ``????`` for two cards whose faces the player doesn't see."""
    return "??" * len(pile) if BACK in pile else names(pile)


def answers(game: Game[Any, Any], view: View[Any]) -> tuple[tuple[str, ...] | None, Any]:
    """The actions that a seat can take now, for a program that needn't know the rules.

    Args:
        game: the game with its rules.
        view: the view of a seat that decides now, or that may act while others decide.
    Returns:
        A pair: the texts of all actions, and the guide, which is plain data from `Kind.guide <prial.core.kind.Kind.guide>`. The
        guide is None if the game has none for this decision. The texts are None if there is a guide, or if there are more than
        `FEW` actions.
    """
    guide = find(game.name).guide(game, view)
    if guide is not None:  # listing the actions, too, would take a fifth of a busy server's time
        return None, msgspec.to_builtins(guide)
    few = [game.write(action) for action in islice(game.choices(view), FEW + 1)]
    return tuple(few) if len(few) <= FEW else None, None
