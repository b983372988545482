"""Times random games of Crash through `step`, next to random games in RLCard and PokerKit.

The target of 40,000 actions per second was set on a machine where RLCard's environment did 44,000. Shared machines vary, so the
target here is the ratio of these two numbers. A deal of four players is five actions.
"""

import random
import subprocess
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any
from unittest.mock import patch

from bench.measure import Row, faster, plain
from prial.bots.bot import RandomBot
from prial.core.game import NATURE, Chance, Over, view
from prial.core.registry import find
from prial.core.step import Step, step

RLCARD_THEN = 44_000
"""RLCard's actions per second on the machine where the target was set."""
ACTIONS = 40_000
"""The target on that machine, in actions per second."""


def _crash() -> Callable[[], tuple[int, int]]:
    """A run of twenty games of random Crash at a full table; it returns its actions (including chance's) and deals."""
    game, bot, rng = find("crash").make(), RandomBot(), random.Random(1)

    def run() -> tuple[int, int]:
        actions = deals = 0
        for _ in range(20):
            state = game.start()
            while not isinstance(node := game.node(state), Over):
                gathered: Mapping[int, Any] = {}
                for seat in (NATURE,) if isinstance(node, Chance) else node.seats:
                    if isinstance(node, Chance):
                        action: Any = node.draw.sample(rng)
                    else:
                        seen = view(state, seat)
                        action = bot.choose(seen, game.choices(seen), rng)
                    done = step(game, state, gathered, seat, action)
                    assert isinstance(done, Step)
                    after, gathered = done.state, done.gathered
                    actions += 1
                state = after
            deals += state.public.deal
        return actions, deals

    return run


def _rlcard() -> Callable[[], tuple[int, int]]:
    """A run of RLCard's smallest game, Leduc hold'em, by RLCard's own loop; it returns its actions and games."""
    with patch.object(subprocess, "check_output", return_value=b""):  # on import it asks pip for PyTorch
        import rlcard
        from rlcard.agents import RandomAgent
    env = rlcard.make("leduc-holdem", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def run() -> tuple[int, int]:
        return sum(len(path) // 2 for _ in range(400) for path in env.run(is_training=False)[0]), 400

    return run


def _pokerkit() -> Callable[[], tuple[int, int]]:
    """A run of PokerKit's fixed-limit hold'em, six players, all but the betting automated; it returns its actions and games."""
    from pokerkit import Automation, FixedLimitTexasHoldem

    automations = tuple(Automation)
    rng = random.Random(1)

    def run() -> tuple[int, int]:
        actions = 0
        for _ in range(10):
            table = FixedLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 4, 200, 6)  # noqa: FBT003  # PokerKit's arguments are positional
            while table.status:
                can = [table.check_or_call] if table.can_check_or_call() else []
                can += [table.complete_bet_or_raise_to] if table.can_complete_bet_or_raise_to() else []
                can += [table.fold] if table.can_fold() else []
                rng.choice(can)()
                actions += 1
        return actions, 10

    return run


def rows() -> list[Row]:
    """Times of an action and of a deal, next to those of an action in RLCard and PokerKit."""
    runs = {"crash": _crash(), "rlcard": _rlcard(), "pokerkit": _pokerkit()}
    best = dict.fromkeys((*runs, "deal"), float("inf"))
    for _ in range(25):
        for name, run in runs.items():
            # Each run plays different games, so its time is divided by its own counts
            start = perf_counter()
            actions, deals = run()
            time = perf_counter() - start
            best[name] = min(best[name], time / actions)
            if name == "crash":
                best["deal"] = min(best["deal"], time / deals)
    return [
        faster("an action of random Crash through step", best["crash"], "RLCard, Leduc", best["rlcard"], ACTIONS / RLCARD_THEN),
        faster("the same", best["crash"], "PokerKit, limit hold'em", best["pokerkit"], 1),
        plain("a whole deal of it", best["deal"]),
    ]
