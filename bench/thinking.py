"""Times the decisions of a bot."""

from collections.abc import Mapping
from random import Random
from time import perf_counter
from typing import Any

from prial.bots.registry import make
from prial.core.game import NATURE, Chance, Over, view
from prial.core.registry import find
from prial.core.step import Step, step


def longest(game: str, bot_name: str, preset: str, players: int, decisions: int) -> float:
    """The time of the longest of many decisions, in seconds, the first ones included. Arguments as for `thought`."""
    return max(thought(game, bot_name, preset, players, decisions))


def thought(game: str, bot_name: str, preset: str, players: int, decisions: int) -> list[float]:
    """How long a bot thinks at each decision, at a table where all seats play it.

    Each decision is timed only once, because a bot may remember a decision and make it faster the second time.

    Args:
        game: the game's name.
        bot_name: the bot's name.
        preset: the preset's name.
        players: number of players.
        decisions: number of decisions to time.
    Returns:
        The time of each decision, in seconds.
    """
    table = find(game).make({"players": players}, preset)
    bot, rng = make(table, bot_name), Random(1)
    times: list[float] = []
    nothing: Mapping[int, Any] = {}
    state, gathered = table.start(), nothing
    while len(times) < decisions:
        if isinstance(node := table.node(state), Over):
            state, gathered = table.start(), nothing
            continue
        for seat in (NATURE,) if isinstance(node, Chance) else node.seats:
            if isinstance(node, Chance):
                action: Any = node.draw.sample(rng)
            else:
                seen, seed = view(state, seat), rng.random()
                start = perf_counter()
                action = bot.choose(seen, table.choices(seen), Random(seed))
                times.append(perf_counter() - start)
            done = step(table, state, gathered, seat, action)
            assert isinstance(done, Step)
            after, gathered = done.state, done.gathered
        state = after
    return times
