"""What a seat makes in a game doesn't count what it started with."""

import pytest

from prial.core.game import Result
from prial.core.made import ended, made
from prial.core.registry import find, names


@pytest.mark.parametrize("name", names())
def test_nobody_has_made_anything_at_the_start(name: str) -> None:
    kind = find(name)
    game = kind.make()
    assert made(game, ended(game, game.start()), for_chips=kind.for_chips) == (0,) * game.seats


def test_tokens_paid_count_below_zero_and_chips_are_the_ledgers() -> None:
    game = find("stop_the_bus").make({"players": 3, "tokens": 5})
    assert made(game, Result((), (5, 4, 3), (0, 0, 0)), for_chips=False) == (0, -1, -2)
    assert made(game, Result((), (5, 4, 3), (2, -1, -1)), for_chips=True) == (2, -1, -1)
