"""The race to the target: the integral equals the race played point by point."""

from functools import cache
from itertools import product

import pytest

from prial.games.crash.bots.race import chance_to_win


@cache
def played_out(needed: tuple[int, ...]) -> float:
    """The first player's probability to win, by recursion over who gets each point: slow and plain."""
    if needed[0] == 0:
        return 1.0
    if 0 in needed[1:]:
        return 0.0
    after = [(*needed[:at], needed[at] - 1, *needed[at + 1 :]) for at in range(len(needed))]
    return sum(map(played_out, after)) / len(after)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_integral_is_the_race_played_out(players: int) -> None:
    for needed in product((1, 2, 3, 5, 8), repeat=players):
        assert chance_to_win(needed[0], needed[1:]) == pytest.approx(played_out(needed), abs=1e-10)


def test_far_targets_and_seven_players_are_exact_too() -> None:
    assert chance_to_win(21, (21,) * 4) == pytest.approx(0.2, abs=1e-9)
    assert chance_to_win(24, (24,) * 6) == pytest.approx(1 / 7, abs=1e-9)
    assert chance_to_win(2, (1, 3, 2, 3, 1, 2)) == pytest.approx(played_out((2, 1, 3, 2, 3, 1, 2)), abs=1e-10)
    assert chance_to_win(15, (3, 21)) == pytest.approx(played_out((15, 3, 21)), abs=1e-10)


def test_somebody_wins() -> None:
    needed = (3, 7, 2, 5)
    chances = [chance_to_win(needed[seat], needed[:seat] + needed[seat + 1 :]) for seat in range(4)]
    assert sum(chances) == pytest.approx(1)


def test_fewer_points_needed_is_never_worse() -> None:
    chances = [chance_to_win(needed, (4, 6)) for needed in range(1, 22)]
    assert chances == sorted(chances, reverse=True)
