"""The ranking of the seats when a game is over."""

from itertools import product

import pytest

from prial.core.game import Result
from prial.host.standing import places


def slow(result: Result, *, for_chips: bool) -> tuple[int, ...]:
    """Place by place: of the remaining seats, those with the most."""
    measure = [
        (seat in result.winners, 0 if for_chips else result.scores[seat], result.ledger[seat])
        for seat in range(len(result.scores))
    ]
    found, left = [0] * len(measure), {*range(len(measure))}
    while left:
        most = max(measure[seat] for seat in left)
        first = {seat for seat in left if measure[seat] == most}
        for seat in first:
            found[seat] = len(measure) - len(left) + 1
        left -= first
    return tuple(found)


@pytest.mark.parametrize("for_chips", [False, True])
def test_places_are_those_of_taking_the_best_away_one_after_the_other(*, for_chips: bool) -> None:
    for scores in product(range(3), repeat=3):
        for ledger in ((0, 0, 0), (2, -1, -1), (-3, 1, 2)):
            for winners in ((), (0,), (1, 2)):
                result = Result(winners, scores, ledger)
                assert places(result, for_chips=for_chips) == slow(result, for_chips=for_chips)


def test_who_is_level_shares_a_place_and_leaves_the_next_one_free() -> None:
    assert places(Result((1,), (3, 7, 3, 1), (0, 0, 0, 0)), for_chips=False) == (2, 1, 2, 4)


def test_a_winner_stands_before_somebody_with_more_points() -> None:
    """A crash may win a game that others lead."""
    assert places(Result((2,), (6, 5, 4), (0, 0, 0)), for_chips=False) == (2, 3, 1)


def test_where_chips_are_played_for_purses_do_not_count() -> None:
    """A player who bought another purse has more chips, but has lost more."""
    assert places(Result((0,), (30, 50), (10, -10)), for_chips=True) == (1, 2)
