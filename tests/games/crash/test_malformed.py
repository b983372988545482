"""Everything that isn't an action is refused in a sentence and changes nothing: bots and clients may send anything."""

from functools import cache
from typing import Any

import pytest

from prial.core.game import NATURE, State
from prial.core.step import Step, step
from prial.errors import Refusal
from prial.games.crash import CrashGame
from prial.games.crash.actions import Lay, Word
from prial.games.crash.rules import SCHEMA
from prial.games.crash.state import Table

NO_ACTIONS: list[Any] = [None, {}, [], (), "swap", "lay AsAhAd", b"x", 1, True, object(), Lay]
NO_HANDS: list[Any] = [None, 5, [], "AsAhAd", (1, 2, 3), ([50, 51, 49],), ({50, 51, 49},), ((50.0, 51.0, 49.0),), ((None,) * 3,)]
NO_HANDS += [((99, 100, 101),), ((10**30, 1, 2),), ((-1, -2, -3),), ((True, False, 2),)]
NO_LAYS: list[Any] = [*map(Lay, NO_HANDS), Lay(((50, 51, 49),), knock=None)]  # type: ignore[arg-type]


@cache
def at(phase: str) -> tuple[CrashGame, State[Table]]:
    game = CrashGame(SCHEMA.make({"players": 3}, "gamerules"))
    deal = tuple(tuple(range(13 * pile + 12, 13 * pile - 1, -1)) for pile in range(4))
    moves: list[tuple[int, Any]] = [(NATURE, 0), (NATURE, deal), (1, Word.KEEP), (2, Word.KEEP), (0, Word.KEEP)]
    moves += [(seat, Lay((deal[seat][:3],))) for seat in range(3)]
    state, gathered = game.start(), {}  # type: ignore[var-annotated]
    for seat, action in moves[: {"swap": 2, "arrange": 5, "call": 8}[phase]]:
        done = step(game, state, gathered, seat, action)
        assert isinstance(done, Step), done
        state, gathered = done.state, dict(done.gathered)
    assert state.public.phase == phase
    return game, state


@pytest.mark.parametrize("phase", ["swap", "arrange", "call"])
@pytest.mark.parametrize("action", NO_ACTIONS + NO_LAYS, ids=range(len(NO_ACTIONS + NO_LAYS)))
def test_what_is_no_action_is_refused(phase: str, action: Any) -> None:
    game, state = at(phase)
    refused = step(game, state, {}, 1, action)
    assert isinstance(refused, Refusal)
    assert str(refused).endswith(".")


@pytest.mark.parametrize("seat", [True, 1.0, "1", None, (1,)])
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    game, state = at("arrange")
    assert isinstance(step(game, state, {}, seat, Word.PASS), Refusal)


@pytest.mark.parametrize("pile", [[1, 2, 3], (1.0,) * 13, ([],) * 13, (None,) * 13, (True,) * 13, "AsKsQs"])
def test_what_is_no_deal_is_refused(pile: Any) -> None:
    game = CrashGame(SCHEMA.make({"players": 2}))
    first = step(game, game.start(), {}, NATURE, 0)
    assert isinstance(first, Step)
    assert isinstance(step(game, first.state, {}, NATURE, (pile, tuple(range(13)))), Refusal)
