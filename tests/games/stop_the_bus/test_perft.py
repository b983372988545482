"""The tree of one deal from a short pack, counted and pinned: a change of what is allowed changes it."""

from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from prial.cards import parse
from prial.core.game import NATURE, Chance, Decision, Over, State, view
from prial.core.step import Step, step
from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus.rules import SCHEMA
from prial.games.stop_the_bus.state import Table

PERFT: Final = Path(__file__).resolve().parent / "perft.txt"
PACK: Final = parse("AsAhKsKhQsQh3s3h2s")
TURNS: Final = 4


def counted(preset: str, players: int) -> list[str]:
    """Number of histories by move and kind of node, from the first deal that chance lists."""
    game = BusGame(SCHEMA.make({"players": players, "tokens": 1}, preset), PACK + parse("Js Jh Jd") * (players > 2))
    first = step(game, game.start(), {}, NATURE, players - 1)
    assert isinstance(first, Step)
    node = game.node(first.state)
    assert isinstance(node, Chance)
    lines = [f"deals: {node.draw.count()}"]
    outcome, _ = next(iter(node.draw))
    dealt = step(game, first.state, {}, NATURE, outcome)
    assert isinstance(dealt, Step)
    level: list[State[Table]] = [dealt.state]
    for moves in range(TURNS):
        kinds, after = Counter[str](), list[State[Table]]()
        for state in level:
            node = game.node(state)
            if not isinstance(node, Decision):
                kinds["over" if isinstance(node, Over) else "dealt again"] += 1
                continue
            kinds["decisions"] += 1
            kinds["called"] += state.public.stopped is not None
            for seat in (*node.seats, *node.also):
                choices = game.choices(view(state, seat))
                kinds["late calls" if seat in node.also else "exchanges"] += choices.count()
                for action in choices if moves < TURNS - 1 else ():
                    done = step(game, state, {}, seat, action)
                    assert isinstance(done, Step)
                    after.append(done.state)
        lines += [f"after {moves} moves, {kind}: {number}" for kind, number in sorted(kinds.items()) if number]
        level = after
    return [f"{preset} {players} {line}" for line in lines]


@pytest.mark.parametrize(("preset", "players"), [("denexa", 2), ("pub", 2), ("pub", 3)])
def test_counts(preset: str, players: int) -> None:
    pinned = [line for line in PERFT.read_text("utf-8").splitlines() if line.startswith(f"{preset} {players} ")]
    assert counted(preset, players) == pinned
