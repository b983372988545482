"""The games that can be played: games from installed distributions, and games that a program hands over.

A distribution offers a game by an entry point in the group ``prial.games``. The entry point has the game's name and refers to its
`Kind`.
"""

import warnings
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, TypeAlias

from prial.arguments import describe, explained
from prial.core.game import Game
from prial.core.kind import Kind
from prial.core.record import Record
from prial.errors import PrialError, RecordError, RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "game.unknown": "There is no game {game!r}; the games are {games}.",
        "game.broken": "The game {game!r} can't be loaded: {why}.",
        "game.none": "There is no game here: the installation is damaged.",
        "game.twice": "There are two games called {game!r}.",
    },
)

describe(Record, "a record, as read gives it")

GROUP: Final = "prial.games"
"""The group of entry points by which installed Python packages (distributions) offer games."""
FIRST_GROUP: Final = "prial.first_game"
"""A group with one entry point. It names the default game: the game that is used if a person names none."""

Named: TypeAlias = str | Kind
"""A game's name, or the game itself."""

_added: Final[dict[str, Kind]] = {}
"""The games that aren't installed, and that were passed to `find` in this program. The keys are their names."""


def _ours(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == "prial"


@cache
def _installed(group: str = GROUP) -> dict[str, EntryPoint]:
    """The entry points of a group, keyed by name. If two have the same name, Prial's own is kept."""
    found: dict[str, EntryPoint] = {}
    # Prial's own come first, so that no other distribution replaces a game of Prial
    for point in sorted(entry_points(group=group), key=lambda point: not _ours(point)):
        if found.setdefault(point.name, point).value != point.value:
            warnings.warn(str(refuse("game.twice", game=point.name)), RuntimeWarning, stacklevel=2)
    return found


@cache
def _loaded(name: str) -> Kind:
    try:
        kind = _installed()[name].load()
    except (Exception, SystemExit) as error:
        raise RulesError(refuse("game.broken", game=name, why=str(error).rstrip(".") or type(error).__name__)) from error
    if not isinstance(kind, Kind) or kind.name != name:
        raise RulesError(refuse("game.broken", game=name, why="what its entry point names is not a game of this name"))
    return kind


def first() -> str:
    """The name of the default game: the one entry point of the group `FIRST_GROUP`.

    Without this entry point, the default is the first game that was passed to `find` and isn't installed. Without such a game,
    the default is any installed game.

    Raises:
        RulesError: if there are no games.
    """
    named = _installed(FIRST_GROUP) or _added or _installed()
    if not named:
        raise RulesError(refuse("game.none"))
    return next(iter(named))


def names() -> tuple[str, ...]:
    """The names of all games, the default game first. No game is loaded."""
    return tuple(sorted({*_added, *_installed()}, key=lambda name: (name != first(), name)))


def kinds() -> Iterator[Kind]:
    """All games, in the order of `names`. A game that can't be loaded is left out with a warning."""
    for name in names():
        try:
            yield find(name)
        except PrialError as error:
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)


def exists(name: str) -> bool:
    """Whether there is a game of this name. The game isn't loaded."""
    return name in _added or name in _installed()


def handed_over(kind: Kind) -> bool:
    """Whether the game isn't installed, but was passed to `find` in this program.

    Other processes can't find such a game by its name.
    """
    return kind.name in _added


@explained
def find(game: Named) -> Kind:
    """Find a game by its name. If a `Kind` is passed instead, it is returned, and can be found by its name from then on.

    Args:
        game: the game's name, or the game itself.
    Raises:
        RulesError: if there is no such game, it can't be loaded, or ``game`` is a `Kind` and another game has the same name.
    """
    if isinstance(game, Kind):
        return _add(game)
    if game in _added:
        return _added[game]
    if game not in _installed():
        raise RulesError(refuse("game.unknown", game=game, games=", ".join(names())))
    return _loaded(game)


def _add(kind: Kind) -> Kind:
    known = _added.get(kind.name) or (_loaded(kind.name) if kind.name in _installed() else None)
    if known is None:
        _added[kind.name] = kind
    elif known is not kind:
        raise RulesError(refuse("game.twice", game=kind.name))
    return kind


@explained
def open_record(record: Record, game: Named | None = None) -> Game[Any, Any]:
    """Make the game of a record, with the rules by which it was played.

    Args:
        record: the record.
        game: the game of the record; if None, the game is found by the name in the record.
    Raises:
        RecordError: if one of these holds:

            * the record is of another game than ``game``
            * Prial doesn't play the record's version of the game
            * the record's rules and seats give different numbers of players
        RulesError: if the game can't be found or loaded, an option or the preset doesn't exist, an option's value isn't allowed,
            or options exclude each other.
    """
    kind = find(record.game if game is None else game)
    if kind.name != record.game:
        raise RecordError(refuse("record.game", found=record.game, game=kind.name))
    given = dict(record.rules)
    preset = given.pop("preset", None)
    seats = len(record.seats)
    players = given.setdefault("players", seats)
    if str(players) != str(seats):
        raise RecordError(refuse("record.seats", players=str(players), seats=seats))
    table = kind.reopen(given, preset, record.version)
    if record.version not in (None, table.version):
        raise RecordError(refuse("record.version", found=str(record.version), game=record.game, known=table.version))
    return table
