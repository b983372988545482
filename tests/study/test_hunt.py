"""A player of simple habits who gains on a bot is found, and one who loses takes little time."""

from functools import partial

from prial.games.brag.study.family import habitual
from prial.study.chunks import Counting
from prial.study.hunt import Hunted, Verdict, hunt, threshold
from prial.study.work import Workers

RULES = {"preset": "house", "players": 2}
HERE = Counting(Workers(1))


def test_the_threshold_grows_with_the_number_of_players() -> None:
    """Bonferroni: 5 % for all together; for one player that is 1.64 standard errors."""
    assert round(threshold(1), 3) == 1.645
    assert round(threshold(22), 2) == 2.84


def found(*names: str, error: float, games: int) -> tuple[dict[str, Hunted], list[Hunted]]:
    """What some of Brag's players of simple habits make of `plain`, and what was said on the way."""
    seen: list[Hunted] = []
    habits = {name: partial(habitual, name) for name in names}
    hunted = hunt("brag", RULES, habits, "plain", error=error, games=games, deals=5, counting=HERE, watch=seen.append)
    return {each.habit: each for each in hunted}, seen


def test_a_player_who_milks_a_bot_is_found_and_one_who_loses_is_done_with_soon() -> None:
    """Planted: plain folds whatever is less than a pair, so a player who raises with anything takes its antes."""
    hunted, seen = found("stealer", "shoves", error=0.06, games=200)
    assert hunted["stealer"].verdict is Verdict.GAINS
    assert hunted["shoves"].verdict is Verdict.LOSES
    assert hunted["shoves"].error > 0.06
    assert hunted["shoves"].deals < hunted["stealer"].deals
    assert hunted["stealer"] == [each for each in seen if each.habit == "stealer"][-1]


def test_too_few_games_leave_a_player_open_and_enough_call_it_even() -> None:
    for games, verdict in ((20, Verdict.OPEN), (200, Verdict.EVEN)):
        hunted, _ = found("station", error=0.05, games=games)
        assert hunted["station"].verdict is verdict


def test_a_hunt_without_players_finds_nobody() -> None:
    assert list(hunt("crash", {}, {}, "plain", error=1, games=1)) == []
