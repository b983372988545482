"""Adds up the reviews of many games for each player."""

from collections.abc import Iterable

import msgspec

from prial.arguments import explained
from prial.core.record import Record
from prial.study.review import Review, Total


class PlayerSum(msgspec.Struct, frozen=True):
    """All judged actions of one player in all records of one game. Players with the same name are one player."""

    game: str
    """Name of the game. Different games aren't added together, because some games count points and other games count chips."""
    unit: str
    """The unit of all points, in the plural: ``points``, ``chips``."""
    player: str
    """The player's name."""
    games: int
    """Number of games in which an action was judged."""
    deals: int
    """Number of deals in which an action was judged."""
    answers: int
    """Number of judged actions."""
    worth: float
    """Points that all actions together were expected to bring, in `unit`."""
    lost: float
    """Points that the player lost by actions that weren't the best, in `unit`. Actions with the verdict ``EVEN`` don't count."""
    points: int
    """Points that the player made, in `unit`. Only deals in which one of the player's actions was judged are counted."""


@explained
def sums(reviews: Iterable[tuple[Record, Review]]) -> tuple[PlayerSum, ...]:
    """Add up the reviews of many records for each player.

    A player has one row for each kind of game and each unit of points.

    Args:
        reviews: each record and its review, taken one at a time.
    Returns:
        The rows. Games and units come in the order of their first records. Within a game and unit, the player who lost least per
        deal comes first.
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
    """A player's sum with the total of one more seat. ``games`` is false if the seat's game has been counted already."""
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
