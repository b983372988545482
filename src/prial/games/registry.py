"""The games of the house, by name. A further game is one line here; nothing else needs to know it."""

from importlib import import_module
from typing import Any, Final

from prial.core.game import Game
from prial.core.record import Record
from prial.errors import RecordError, RulesError, refuse, teach
from prial.games.kind import Kind

teach("en", {"game.unknown": "There is no game {game!r}; there are {games}."})

_PACKAGES: Final = {
    "crash": "prial.games.crash",
    "brag": "prial.games.brag",
    "stop_the_bus": "prial.games.stop_the_bus",
}

NAMES: Final = tuple(_PACKAGES)
"""All games, the first one first."""


def find(name: str) -> Kind:
    """A game by name; its package is imported only now.

    Raises:
        RulesError: there is no such game.
    """
    if name not in _PACKAGES:
        raise RulesError(refuse("game.unknown", game=name, games=", ".join(NAMES)))
    kind = import_module(_PACKAGES[name]).KIND
    assert isinstance(kind, Kind)
    return kind


def open_record(record: Record) -> Game[Any, Any]:
    """The table that a record was played at.

    Raises:
        RecordError: played by another version of the game, or by another number of players than its rules say.
        RulesError: rules that don't exist or that exclude each other.
    """
    kind = find(record.game)
    given = dict(record.rules)
    preset = given.pop("preset", None)
    seats = len(record.seats)
    players = given.setdefault("players", seats)
    if str(players) != str(seats):
        raise RecordError(refuse("record.seats", players=str(players), seats=seats))
    game = kind.make(given, preset)
    if record.version not in (None, game.version):
        raise RecordError(refuse("record.version", found=str(record.version), game=record.game, known=game.version))
    return game
