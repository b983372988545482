"""The bots of Brag: what canny wins from plain, and how long it thinks."""

from collections.abc import Mapping
from random import Random
from time import perf_counter
from typing import Any

from bench.measure import Row, within
from prial.bots.registry import make
from prial.core.game import NATURE, Chance, Over, view
from prial.core.step import Step, step
from prial.games.registry import find
from prial.study.ladder import ladder

GAMES = {2: 60, 4: 24, 6: 12}
"""Games by players, each played from every seat."""
DECISIONS = 400
MOST = 0.05
"""Seconds that a decision may take."""


def _longest(preset: str, players: int) -> float:
    """The longest of many decisions by cannies, the first ones too; each made twice, and the shorter time of the two taken."""
    table = find("brag").make({"players": players}, preset)
    bot, rng = make(table, "canny"), Random(1)
    longest, decided = 0.0, 0
    nothing: Mapping[int, Any] = {}
    state, gathered = table.start(), nothing
    while decided < DECISIONS:
        if isinstance(node := table.node(state), Over):
            state, gathered = table.start(), nothing
            continue
        for seat in (NATURE,) if isinstance(node, Chance) else node.seats:
            if isinstance(node, Chance):
                action: Any = node.draw.sample(rng)
            else:
                seen, seed = view(state, seat), rng.random()
                times = []
                for _ in range(2):
                    start = perf_counter()
                    action = bot.choose(seen, table.choices(seen), Random(seed))
                    times.append(perf_counter() - start)
                longest, decided = max(longest, min(times)), decided + 1
            done = step(table, state, gathered, seat, action)
            assert isinstance(done, Step)
            after, gathered = done.state, done.gathered
        state = after
    return longest


def rows() -> list[Row]:
    """Decisions at small and full tables, and chips a deal, with the lower end of what they are likely to be."""
    found = [
        within(f"a decision of canny at Brag, the longest of {DECISIONS}, {preset}, {players} players", longest, MOST)
        for preset, players in (("house", 4), ("floaters", 8))
        for longest in [_longest(preset, players)]
    ]
    for players, games in GAMES.items():
        canny, _ = ladder("brag", {"players": players}, ["canny"], "plain", games).standings
        least = canny.gain - 1.96 * canny.gain_error
        what = f"canny among plain ones at Brag, {players} players, antes a deal"
        found.append(Row(what, canny.gain, "points", "95 % at least", least, least, "> 0", least > 0))
    return found
