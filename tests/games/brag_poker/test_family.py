"""A player who raises once with any hand."""

from random import Random

import pytest

from prial.bots.registry import make
from prial.core.game import view
from prial.games.brag_poker.actions import Word
from prial.games.brag_poker.study.family import HABITS, OTHERS, habitual
from tests.games.brag_poker.table import Playing


@pytest.mark.parametrize(
    ("moves", "does"), [((), Word.LOOK), (("look",), Word.RAISE), (("look", "fold", "look", "raise", "look"), Word.RAISE)]
)
def test_who_raises_once_before_the_draw_looks_and_does_so_with_any_hand(moves: tuple[str, ...], does: Word) -> None:
    """Such a player made 0.5 to 0.8 chips a deal when the bot believed all bets before the draw."""
    table = Playing("2s3h5d", "2h3d5c", "2d3c5s", players=3).do(*moves)
    player = habitual("raises once before the draw", table.game)
    assert player.choose(view(table.state, table.turn), table.game.choices(view(table.state, table.turn)), Random(1)) is does


def test_who_has_raised_once_plays_like_sharp() -> None:
    table = Playing("2s3h5d", "KhKd5c", "9d9c5s", players=3).do("look", "raise", "look", "raise", "fold")
    seen = view(table.state, table.turn)
    assert any(deed.seat == table.turn and deed.what == "raise" for deed in table.table.did)
    player, sharp = habitual("raises once before the draw", table.game), make(table.game, "sharp")
    for seed in range(5):
        assert player.choose(seen, table.game.choices(seen), Random(seed)) == sharp.choose(
            seen, table.game.choices(seen), Random(seed)
        )


def test_habits_have_one_name_each() -> None:
    assert not OTHERS.keys() & HABITS.keys()
