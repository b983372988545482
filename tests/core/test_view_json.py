"""A view is written as JSON and read again, and no more is in the text than the seat knows."""

from random import Random

import msgspec
import pytest

from prial.core.game import BACK, View
from prial.core.registry import find, names
from prial.core.session import Session


@pytest.mark.parametrize("name", names())
def test_every_view_of_a_game_is_read_again_as_it_was(name: str) -> None:
    game = Session(find(name).make({"players": 3}), seed=7)
    rng, hidden = Random(1), 0
    while game.waiting and len(game.moves) < 60:
        for seat in (*range(3), None):
            seen = game.view(seat)
            text = msgspec.json.encode(seen)
            again = msgspec.json.decode(text, type=View[type(seen.public)])  # type: ignore[misc]
            assert again == seen
            assert again.hands(0) == seen.hands(0)
            hidden += str(BACK).encode() in text
        seat = game.waiting[0]
        game.do(seat, game.choices(seat).answer(rng))
    assert hidden
