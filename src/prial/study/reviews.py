"""Sums up the reviews of many games for each player."""

from collections.abc import Iterable

import msgspec

from prial.arguments import explained
from prial.core.record import Record
from prial.study.review import Review, Total


class PlayerSum(msgspec.Struct, frozen=True):
    """All judged answers of one player in all games of one kind. A player is known by the name in the records."""

    game: str
    """Name of the kind of game. Each kind has sums of its own, because some count points and others chips."""
    unit: str
    """What is counted, in the plural: ``points``, ``chips``."""
    player: str
    """The player's name."""
    games: int
    """Number of games in which an answer was judged."""
    deals: int
    """Number of deals in which an answer was judged."""
    answers: int
    """Number of judged answers."""
    worth: float
    """What all answers together were expected to bring, in `unit`."""
    lost: float
    """What the player lost by answers that weren't the best, in `unit`. Answers with the verdict ``EVEN`` aren't counted."""
    points: int
    """What the player really made in these deals, in `unit`."""


@explained
def sums(reviews: Iterable[tuple[Record, Review]]) -> tuple[PlayerSum, ...]:
    """Sum up reviews for each player and kind of game.

    Args:
        reviews: each game's record and its review. They are taken one at a time, so any number of games can be summed up.
    Returns:
        The sums. Kinds of game are in the order of the records; within a kind, the player who lost least per deal is first.
    """
    found: dict[tuple[str, str], dict[str, PlayerSum]] = {}
    for record, review in reviews:
        players = found.setdefault((record.game, review.unit), {})
        counted = set[str]()
        for total in review.totals:
            if total.answers:
                name = record.seats[total.seat]
                before = players.get(name, PlayerSum(record.game, review.unit, name, 0, 0, 0, 0.0, 0.0, 0))
                players[name] = _with(before, total, games=name not in counted)
                counted.add(name)
    return tuple(
        each
        for players in found.values()
        for each in sorted(players.values(), key=lambda each: (each.lost / each.deals, each.player))
    )


def _with(before: PlayerSum, total: Total, *, games: bool) -> PlayerSum:
    """A player's sum, with the total of one more seat added.

    Args:
        before: the sum so far.
        total: the total of the seat.
        games: whether to count the seat's game; false if the game has been counted already, for another seat of this player.
    """
    return PlayerSum(
        before.game,
        before.unit,
        before.player,
        before.games + games,
        before.deals + total.deals,
        before.answers + total.answers,
        before.worth + total.worth,
        before.lost + total.lost,
        before.points + total.points,
    )
