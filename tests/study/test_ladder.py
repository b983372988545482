"""The ladder measures play, not cards: same deals in every seat, and errors that are true."""

from typing import Any

import pytest

from prial.errors import RulesError
from prial.study.ladder import Ladder, ladder

RULES: dict[str, Any] = {"min_hand": "high_card", "cards": 9, "players": 3}


def test_the_fields_own_bot_has_no_gain_over_itself_and_wins_its_share() -> None:
    (standing,) = ladder("crash", RULES, ["greedy"], "greedy", 30, workers=1).standings
    assert (standing.gain, standing.gain_error) == (0, 0)
    assert standing.won == pytest.approx(1 / 3)


def test_sharp_gains_over_greedy_and_random_loses() -> None:
    random, sharp, greedy = ladder("crash", RULES, ["random", "sharp"], "greedy", 60, workers=1).standings
    assert random.gain + 3 * random.gain_error < 0
    assert sharp.gain - 2 * sharp.gain_error > 0
    assert greedy.bot == "greedy"


def test_result_does_not_depend_on_workers_and_progress_grows() -> None:
    seen: list[Ladder] = []
    alone = ladder("crash", RULES, ["random"], "greedy", 45, seed=5, workers=1, progress=seen.append)
    together = ladder("crash", RULES, ["random"], "greedy", 45, seed=5, workers=2)
    assert alone == together
    assert [each.games for each in seen] == [20, 40, 45]
    assert seen[-1] == alone


def test_standard_error_is_the_spread_of_repeated_ladders() -> None:
    """Twelve ladders of other seeds scatter about as much as each says it does."""
    gains = [ladder("crash", RULES, ["random"], "greedy", 40, seed=s, workers=1).standings[0] for s in range(12)]
    mean = sum(each.gain for each in gains) / len(gains)
    spread = (sum((each.gain - mean) ** 2 for each in gains) / (len(gains) - 1)) ** 0.5
    said = sum(each.gain_error for each in gains) / len(gains)
    assert 0.4 < spread / said < 1.9


@pytest.mark.parametrize(("bots", "games"), [(["blunt"], 5), (["greedy"], 0)])
def test_nonsense_is_refused(bots: list[str], games: int) -> None:
    with pytest.raises(RulesError):
        ladder("crash", RULES, bots, "greedy", games)
