"""The games that there are: those which installed distributions bring, and those which a program hands over.

A distribution brings a game by an entry point of the group ``prial.games``, whose name is the game's and which names its
`Kind`; the games that come with Prial are found in the same way.
"""

import warnings
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, TypeAlias

from prial.core.game import Game
from prial.core.kind import Kind
from prial.core.record import Record
from prial.errors import PrialError, RecordError, RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "game.unknown": "There is no game {game!r}; there are {games}.",
        "game.broken": "The game {game!r} can't be loaded: {why}.",
        "game.none": "There is no game here: the installation is damaged.",
        "game.twice": "There are two games called {game!r}.",
    },
)

GROUP: Final = "prial.games"
"""The group of entry points by which distributions bring games."""
FIRST_GROUP: Final = "prial.first_game"
"""The group whose one entry point is the game that is meant where none is named."""

Named: TypeAlias = str | Kind
"""A game by its name, or handed over as itself."""

_added: Final[dict[str, Kind]] = {}


def _ours(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == "prial"


@cache
def _installed(group: str = GROUP) -> dict[str, EntryPoint]:
    """What distributions bring, by name. Our own comes first: no other distribution takes a name of ours away."""
    found: dict[str, EntryPoint] = {}
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
    """The name of the game that is meant where none is named: the one entry point of the group ``prial.first_game``.

    Raises:
        RulesError: there is no game at all.
    """
    named = _installed(FIRST_GROUP) or _added or _installed()
    if not named:
        raise RulesError(refuse("game.none"))
    return next(iter(named))


def names() -> tuple[str, ...]:
    """The names of all games, the first one first; nothing is loaded for them."""
    return tuple(sorted({*_added, *_installed()}, key=lambda name: (name != first(), name)))


def kinds() -> Iterator[Kind]:
    """All games, in the order of `names`. One that can't be loaded is left out with a warning: it closes no house."""
    for name in names():
        try:
            yield find(name)
        except PrialError as error:
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)


def exists(name: str) -> bool:
    """Whether there is a game of this name; it isn't loaded for that."""
    return name in _added or name in _installed()


def handed_over(kind: Kind) -> bool:
    """Whether a game was handed over by this program, so that another process doesn't find it by its name."""
    return kind.name in _added


def find(game: Named) -> Kind:
    """A game by its name. One that is handed over as itself can be found by its name from then on.

    Args:
        game: its name, or the game.
    Raises:
        RulesError: there is no such game, it can't be loaded, or another one has its name.
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


def open_record(record: Record, game: Named | None = None) -> Game[Any, Any]:
    """The table that a record was played at.

    Args:
        record: the record.
        game: the game that it is a record of; None finds it by the name in the record.
    Raises:
        RecordError: played by another version of the game, or by another number of players than its rules say.
        RulesError: no such game, rules that don't exist or that exclude each other.
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
