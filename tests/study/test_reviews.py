"""Reviews of many games are summed up for each player, kind of game and unit."""

from prial.core.record import Record
from prial.study.review import Review, Total
from prial.study.reviews import PlayerSum, sums


def review(*lost: float, unit: str = "points") -> Review:
    totals = tuple(Total(seat, deals=2, worth=5.0, lost=each, points=seat, answers=3) for seat, each in enumerate(lost))
    return Review((), totals, unit=unit)


def record(*seats: str, game: str = "crash") -> Record:
    return Record(prial=1, game=game, seats=[*seats])


def test_a_player_is_one_player_in_every_seat_and_the_best_is_first() -> None:
    found = sums([(record("Ann", "Ben"), review(4, 1)), (record("Ben", "Ann"), review(2, 1))])
    assert found == (
        PlayerSum("crash", "points", "Ben", games=2, deals=4, answers=6, worth=10, lost=3, points=1),
        PlayerSum("crash", "points", "Ann", games=2, deals=4, answers=6, worth=10, lost=5, points=1),
    )


def test_points_and_chips_are_never_added() -> None:
    found = sums([(record("Ann"), review(1)), (record("Ann", game="brag"), review(9, unit="chips"))])
    assert [(each.game, each.unit, each.lost) for each in found] == [("crash", "points", 1), ("brag", "chips", 9)]


def test_two_seats_of_one_name_are_one_game() -> None:
    (found,) = sums([(record("Bot", "Bot"), review(1, 2))])
    assert (found.games, found.deals, found.lost) == (1, 4, 3)


def test_a_game_without_a_judged_answer_is_not_counted() -> None:
    nothing = Review((), (Total(0, 0, 0.0, 0.0, 0, 0),))
    assert sums([(record("Ann"), nothing)]) == ()
    assert sums([]) == ()
