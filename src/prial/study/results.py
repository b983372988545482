"""Adds up each player's results in many games: games won, points or chips, and money.

The share of games won and the mean gain per game have confidence intervals.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from prial.arguments import explained
from prial.core.game import Result
from prial.core.made import made
from prial.core.record import Record, first_state
from prial.core.registry import find, open_record
from prial.core.unknown import completed
from prial.errors import PrialError, RecordError, Refusal, add_sentences, refuse
from prial.study.intervals import Mean, Share, mean_of, wilson
from prial.study.replay import Standing, resume, standing

add_sentences("en", {"results.record": "Record {number}: {why}"})


class Won(msgspec.Struct, frozen=True):
    """The results of one player in all records of one game. Players with the same name are one player."""

    game: str
    """Name of the game. Different games aren't added together, because some games count points and other games count chips."""
    player: str
    """The player's name."""
    games: int
    """Number of games that the player played."""
    over: int
    """Number of games that the player played to their end."""
    won: int
    """Number of games that the player won, alone or with others."""
    gained: int
    """Points, tokens or chips that the player made in all games together. Unfinished games are included."""
    money: int
    """Money won minus money lost, in the unit of the game's stakes. Unfinished games count as if they stopped now."""
    per_game: Mean
    """Points, tokens or chips that the player made per game, with standard error and 95 % interval. Each game is one
    observation.
    """
    share: Share
    """Share of the finished games that the player won, with a 95 % interval. If no game is finished, the interval goes from 0 to
    1.
    """
    actions: Mapping[str, int]
    """Maps the first word of an action's text, such as ``bet`` or ``look``, to the number of such actions of the player."""


@dataclass(slots=True)
class _Sums:
    """What is added up for one player."""

    games: int = 0
    """Number of games."""
    over: int = 0
    """Number of games that are over."""
    won: int = 0
    """Number of games won."""
    gained: int = 0
    """Sum of the points, tokens or chips that the player made."""
    squares: int = 0
    """Sum of the squares of the points, tokens or chips that the player made in each game."""
    money: int = 0
    """Sum of the money won."""
    actions: Counter[str] = field(default_factory=Counter)
    """Maps the first word of an action's text to the number of such actions."""


class Tally:
    """Adds up the results of games, one game at a time. It remembers only the sums."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, _Sums]] = {}

    def add(self, record: Record, end: Standing) -> None:
        """Add a game.

        Args:
            record: the game's record.
            end: the scores and winners at the end of the record.
        Raises:
            PrialError: if the record's rules are refused.
        """
        players = self._found.setdefault(record.game, {})
        result = Result(end.winners, end.scores, end.ledger)
        game = open_record(record)
        first = first_state(game, record)
        gained = made(game, result, for_chips=find(record.game).for_chips, first=first)
        money = made(game, result, for_chips=True, first=first)
        for name in dict.fromkeys(record.seats):
            seats = [seat for seat, each in enumerate(record.seats) if each == name]
            sums, points = players.setdefault(name, _Sums()), sum(gained[seat] for seat in seats)
            sums.games += 1
            sums.over += end.over
            sums.won += any(seat in end.winners for seat in seats)
            sums.gained += points
            sums.squares += points**2
            sums.money += sum(money[seat] for seat in seats)
            sums.actions.update(text.split()[0] for who, text in record.moves if who in seats)

    def players(self) -> tuple[Won, ...]:
        """Get the results: one row for each player of each game.

        Games come in the order of the records. Within a game, the player who gained most comes first.
        """
        return tuple(
            each
            for game, players in self._found.items()
            for each in sorted(
                (_won(game, player, sums) for player, sums in players.items()),
                key=lambda each: (-each.gained, -each.won, each.player),
            )
        )


def _won(game: str, player: str, sums: _Sums) -> Won:
    """What a player won, with means and intervals."""
    share = wilson(sums.won, sums.over) if sums.over else Share(0.0, 0.0, 1.0)
    per_game = mean_of(sums.gained, sums.squares, sums.games)
    return Won(game, player, sums.games, sums.over, sums.won, sums.gained, sums.money, per_game, share, dict(sums.actions))


def _refused(record: Record, number: int, why: str) -> Refusal:
    """The refusal for a record that can't be replayed. ``number`` is the record's place among all records, from 1."""
    if (origin := record.origin) is None:
        return refuse("results.record", number=number, why=why)
    return refuse("record.among", number=origin.number, line=origin.line, why=why)


@explained
def results(records: Iterable[Record], errors: list[RecordError] | None = None) -> tuple[Won, ...]:
    """Add up what each player won in many games.

    Args:
        records: the games, taken one at a time.
        errors: a list to which an error is added for each record that can't be replayed. Such a record isn't counted. If
            ``errors`` is None, the first error is raised.
    Returns:
        One row for each player of each game. Within a game, the player who gained most comes first.
    Raises:
        RecordError: if a record can't be replayed, and ``errors`` is None.
    """
    tally = Tally()
    for number, record in enumerate(records, 1):
        try:
            game = open_record(record)
            state, gathered, _ = resume(game, completed(record))
        except PrialError as error:
            wrong = RecordError(_refused(record, number, str(error)))
            if errors is None:
                raise wrong from error
            errors.append(wrong)
            continue
        tally.add(record, standing(game, state, gathered))
    return tally.players()
