"""Sums up what each player won in many games: games, points or chips, and money, with intervals. The play isn't judged."""

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
    """What one player won in all games of one kind. A player is known by the name in the records."""

    game: str
    """Name of the kind of game. Each kind has sums of its own, because some count points and others chips."""
    player: str
    """The player's name."""
    games: int
    """Number of games that the player played."""
    over: int
    """Number of these games that are over."""
    won: int
    """Number of games that the player won, alone or with others."""
    gained: int
    """What the player made in all games, as `prial.core.made.made` counts it: points, tokens or chips.

    Games that aren't over count as they stand.
    """
    money: int
    """Money won less money lost, in the unit of the game's stakes. Games that aren't over count as if they stopped now."""
    per_game: Mean
    """What the player made per game, with standard error and 95 % interval. Each game is one observation."""
    share: Share
    """Share of games won among those that are over, with a 95 % interval, as `prial.study.intervals.wilson` gives it.

    If no game is over, the interval goes from 0 to 1.
    """
    actions: Mapping[str, int]
    """How many times the player took actions of each kind. The kind is the first word of an action's text: ``bet``, ``look``."""


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
    """Sum of what the player made."""
    squares: int = 0
    """Sum of the squares of what the player made in each game."""
    money: int = 0
    """Sum of the money won."""
    actions: Counter[str] = field(default_factory=Counter)
    """Numbers of actions by the first word of their texts."""


class Tally:
    """Sums up games as they come. It keeps the sums, and not the games."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, _Sums]] = {}

    def add(self, record: Record, end: Standing) -> None:
        """Add a game.

        Args:
            record: the game's record.
            end: where the game stands at the record's end.
        Raises:
            PrialError: the record's rules are refused.
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
        """The sums, one for each kind of game and player.

        Kinds of game are in the order of the records; within a kind, the player with the greatest gain is first.
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
    """The refusal of a record that can't be played again; ``number`` is its number among all records, from 1."""
    if (origin := record.origin) is None:
        return refuse("results.record", number=number, why=why)
    return refuse("record.among", number=origin.number, line=origin.line, why=why)


@explained
def results(records: Iterable[Record], errors: list[RecordError] | None = None) -> tuple[Won, ...]:
    """Sum up what each player won in many games.

    Args:
        records: the games. They are taken one at a time, so any number of games can be summed up.
        errors: a list. If a record can't be played again, the error is added to the list, and the game is left out. None raises
            the error instead. `prial.core.record.read_all` takes such a list for texts that aren't records.
    Returns:
        The sums, as `Tally.players` gives them.
    Raises:
        RecordError: a record can't be played again. The sentence gives the record's number among ``records``, from 1. For a
            record that `read_all` read, it gives the record's number and first line in the text that was read.
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
