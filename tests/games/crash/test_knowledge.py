"""What players may know under rules that no preset has: pairs of worlds that must look the same are compared."""

from typing import Any

import pytest

from prial.testing import check
from tests.campaigns import sizes
from tests.testing.games import GAMES, table


@pytest.mark.parametrize(
    ("preset", "given"),
    [
        ("denexa", {"found": "at_its_place", "players": 3}),
        ("denexa", {"found": "at_its_place", "foul": "lose_deal", "players": 3}),
        ("gamerules", {"spare_choice": "choose", "players": 2}),
        ("gamerules", {"spare_choice": "choose", "spare": "pass_on", "players": 2}),
    ],
)
@pytest.mark.parametrize("games", sizes(2, 4))
def test_nothing_is_known_that_was_not_shown(preset: str, given: dict[str, Any], games: int) -> None:
    game, knowledge = table("crash", preset, **given)
    report = check(game, games=games, seed=5, knowledge=knowledge, money=GAMES["crash"].money, each=2)
    assert report.pairs.acceptance > GAMES["crash"].acceptance, report
