"""Playing a game to its end by bots, without a terminal or a server around it."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from prial.bots.bot import Bot
from prial.core.chance import Draw
from prial.core.game import NATURE, Chance, Game, Over, Seat, State, view
from prial.core.registry import find
from prial.core.step import step
from prial.errors import ActionError, Refusal


def play(game: Game[Any, Any], seated: Sequence[Bot], seed: Sequence[int], most: int | None = None) -> tuple[State[Any], int]:
    """Play one game to its end, or until it has had so many deals.

    Args:
        game: the table.
        seated: a bot for each seat; one may sit in several.
        seed: whole numbers. Nature and each seat draw from generators of their own, so that the cards which are dealt do not
            depend on how anybody plays.
        most: deals after which it is broken off, when cards would be dealt again; None plays to the end.
    Returns:
        The last state, and how often cards were dealt.
    Raises:
        ActionError: a bot chose what the rules refuse.
    """
    state, deals = game.start(), 0
    gathered: Mapping[Seat, Any] = {}
    own = [Random(repr((*seed, "seat", seat))) for seat in range(game.seats)]
    nature = 0
    while not isinstance(node := game.node(state), Over):
        moves: list[tuple[Seat, Any]]
        if isinstance(node, Chance):
            dealt = isinstance(node.draw, Draw) and not node.draw.returned
            if dealt and deals == most:
                break
            moves = [(NATURE, node.draw.sample(Random(repr((*seed, "nature", nature)))))]
            nature += 1
            deals += dealt
        else:
            views = [(seat, view(state, seat)) for seat in node.seats]
            moves = [(seat, seated[seat].choose(seen, game.choices(seen), own[seat])) for seat, seen in views]
        for seat, action in moves:
            done = step(game, state, gathered, seat, action)
            if isinstance(done, Refusal):
                raise ActionError(done)
            after, gathered = done.state, done.gathered
        state = after
    return state, deals


@cache
def table(game: str, rules: tuple[tuple[str, Any], ...]) -> Game[Any, Any]:
    """The table of a game under rules that can be sent: options with their values, and a preset's name under ``preset``."""
    given = dict(rules)
    return find(game).make(given, given.pop("preset", None))
