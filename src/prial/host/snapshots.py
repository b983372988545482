"""A table as its log leads to it, in bytes: so that a table of many entries is loaded from the last few of them.

A snapshot is a cache. It holds a `Live` without what follows from the rest, the game and who moves, and is kept only if it comes
back as it went in. One that was made by another layout or another version of the game, that the disk has changed, or that can't
be read for any other reason, is let be, and the log is folded from its start.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final

import msgspec
from msgspec.structs import fields

from prial.core.game import Game, State
from prial.host import entries as log
from prial.host.fold import open_game
from prial.host.live import Applied, Live, Undo
from prial.host.store import Snapshot

EVERY: Final = 256
"""Entries from one snapshot to the next, where no game begins between."""
_MEANING: Final = 2
"""Raised when `prial.host.fold.fold` makes something else of an old log than before, though no field is another."""
DIGEST: Final = 8
"""Bytes before all others of a snapshot, which tell whether the disk has kept those as they were."""
_MADE: Final = ("game", "node", "state", "gathered", "undo")
"""Fields that follow from others, or are written in the game's own way."""

_Plain: Final[Any] = msgspec.defstruct(
    "_Plain", [(each.name, each.type) for each in fields(Live) if each.name not in _MADE], frozen=True, array_like=True
)
"""The other fields of a `Live`."""
_PLAIN: Final = tuple(_Plain.__struct_fields__)


class _Undone(msgspec.Struct, frozen=True, array_like=True):
    """An `Undo`."""

    key: str
    state: msgspec.Raw
    gathered: dict[int, str]


class _Whole(msgspec.Struct, frozen=True, array_like=True):
    """All of a snapshot."""

    plain: msgspec.Raw
    state: msgspec.Raw
    """None as bytes before the first game."""
    gathered: dict[int, str]
    undo: _Undone | None


_encode: Final = msgspec.msgpack.Encoder().encode
_plain: Final = msgspec.msgpack.Decoder(_Plain)
_whole: Final = msgspec.msgpack.Decoder(_Whole)


def snapshots(staged: Iterable[Applied]) -> tuple[Snapshot, ...]:
    """What is to be stored along with some entries: snapshots from before each game, and every so often."""
    found = []
    for applied in staged:
        if isinstance(applied.entry, log.Started) and applied.before is not None:
            found.append(taken(applied.before, applied.after.round))
        if applied.after.version % EVERY == 0:
            found.append(taken(applied.after, 0))
    return tuple([each for each in found if each is not None])


def taken(live: Live, starts: int) -> Snapshot | None:
    """A snapshot of a table.

    Args:
        live: the table.
        starts: number of the game that begins with the next entry; 0 for none.
    Returns:
        The snapshot; None where the game's values don't come back from bytes as they were, so that its logs are always folded.
    """
    game, undo = live.game, live.undo
    try:
        whole = _Whole(
            plain=msgspec.Raw(_encode(_Plain(*[getattr(live, name) for name in _PLAIN]))),
            state=msgspec.Raw(_encode(live.state)),
            gathered=_written(game, live.gathered),
            undo=None if undo is None else _Undone(undo.key, msgspec.Raw(_encode(undo.state)), _written(game, undo.gathered)),
        )
        data = _encode(whole)
        snapshot = Snapshot(live.version, starts, made_with(game), sealed(data))
        return snapshot if _alike(restored(snapshot, game), live) else None
    except Exception:  # noqa: BLE001  # whatever somebody else's game holds in its states: the log is enough
        return None


def restored(snapshot: Snapshot, game: Game[Any, Any] | None = None) -> Live | None:
    """The table that a snapshot was taken of; None where this program can't tell.

    Args:
        snapshot: what is stored.
        game: its game, where that is open.
    """
    try:
        data = snapshot.blob[DIGEST:]
        if snapshot.blob != sealed(data):
            return None
        whole = _whole.decode(data)
        plain = _plain.decode(whole.plain)
        game = game or open_game(plain.opened)
        if snapshot.made_with != made_with(game) or snapshot.version != plain.version:
            return None
        read = _reader(_public(game))
        state = None if bytes(whole.state) == _encode(None) else read(whole.state)
        undo = whole.undo
        return Live(
            **{name: getattr(plain, name) for name in _PLAIN},
            game=game,
            node=None if state is None else game.node(state),
            state=state,
            gathered=_acted(game, whole.gathered),
            undo=None if undo is None else Undo(undo.key, read(undo.state), _acted(game, undo.gathered)),
        )
    except Exception:  # noqa: BLE001  # a cache: the log is folded instead, which says what is wrong if anything is
        return None


def fits(snapshot: Snapshot, live: Live) -> bool:
    """Whether a snapshot is of this table, as far as this program reads it: nobody loads from one that was made with another."""
    return snapshot.made_with != made_with(live.game) or _alike(restored(snapshot), live)


def _alike(again: Live | None, live: Live) -> bool:
    """Whether a table that came out of a snapshot is the one that went in."""
    return again is not None and msgspec.structs.replace(again, game=live.game) == live


def sealed(data: bytes) -> bytes:
    """Bytes behind their digest."""
    return hashlib.blake2b(data, digest_size=DIGEST).digest() + data


def made_with(game: Game[Any, Any]) -> str:
    """What a snapshot of a game's table depends on: the layout of all that it holds, and the game's version."""
    return _made_with(game.name, game.version, _public(game))


def _public(game: Game[Any, Any]) -> Any:
    """The type of a game's public part."""
    return type(game.start().public)


@cache
def _made_with(name: str, version: int, public: Any) -> str:
    shapes = [msgspec.json.schema(each) for each in (_Plain, State[public])]
    layout = hashlib.sha256(msgspec.json.encode(shapes, order="deterministic")).hexdigest()[:16]
    return f"{_MEANING} {name} {version} {layout}"


@cache
def _reader(public: Any) -> Callable[[msgspec.Raw], State[Any]]:
    return msgspec.msgpack.Decoder(State[public]).decode


def _written(game: Game[Any, Any], gathered: Mapping[int, Any]) -> dict[int, str]:
    return {seat: game.write(action) for seat, action in gathered.items()}


def _acted(game: Game[Any, Any], gathered: Mapping[int, str]) -> dict[int, Any]:
    return {seat: game.read(text) for seat, text in gathered.items()}
