"""What each player won in many games: games, games won, points or chips, and money. Nothing is judged."""

from collections.abc import Iterable

import msgspec

from prial.core.game import Result
from prial.core.made import made
from prial.core.record import Record, first_state
from prial.core.registry import find, open_record
from prial.errors import PrialError, RecordError, add_sentences, refuse
from prial.study.replay import Standing, resume, standing

add_sentences("en", {"results.record": "Record {number}: {why}"})


class Won(msgspec.Struct, frozen=True):
    """What one player won in all games of one kind. A player is known by the name in the records."""

    game: str
    """Name of the kind of game. Each kind has sums of its own, since one counts points and another chips."""
    player: str
    """The player's name."""
    games: int = 0
    """Number of games that the player played."""
    over: int = 0
    """Number of these games that are over."""
    won: int = 0
    """Number of games that the player won, alone or with others."""
    gained: int = 0
    """What the player made in all games, as `prial.core.made.made` counts it: points, tokens or chips.

    Games that aren't over count as they stand.
    """
    money: int = 0
    """Money won less money lost, in the unit of the game's stakes. Games that aren't over count as if they stopped now."""


class Tally:
    """Sums up games as they come. It keeps the sums, and not the games."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, Won]] = {}

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
            before = players.get(name, Won(record.game, name))
            players[name] = Won(
                record.game,
                name,
                games=before.games + 1,
                over=before.over + end.over,
                won=before.won + any(seat in end.winners for seat in seats),
                gained=before.gained + sum(gained[seat] for seat in seats),
                money=before.money + sum(money[seat] for seat in seats),
            )

    def players(self) -> tuple[Won, ...]:
        """The sums, one for each kind of game and player.

        Kinds of game are in the order of the records; within a kind, the player with the greatest gain is first.
        """
        return tuple(
            each
            for players in self._found.values()
            for each in sorted(players.values(), key=lambda each: (-each.gained, -each.won, each.player))
        )


def results(records: Iterable[Record], errors: list[RecordError] | None = None) -> tuple[Won, ...]:
    """Sum up what each player won in many games.

    Args:
        records: the games. They are taken one at a time, so any number of games can be summed up.
        errors: a list to which the error is added where a record can't be played again; the game is left out then. None raises
            the error instead. `prial.core.record.read_all` takes such a list for texts that aren't records.
    Returns:
        The sums, as `Tally.players` gives them.
    Raises:
        RecordError: a record can't be played again; the message gives the record's number.
    """
    tally = Tally()
    for number, record in enumerate(records, 1):
        try:
            game = open_record(record)
            state, gathered, _ = resume(game, record)
        except PrialError as error:
            wrong = RecordError(refuse("results.record", number=number, why=str(error)))
            if errors is None:
                raise wrong from error
            errors.append(wrong)
            continue
        tally.add(record, standing(game, state, gathered))
    return tally.players()
