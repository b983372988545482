"""Snapshots: tables stored as bytes. A table with a long log is loaded from a snapshot and the entries after it.

A snapshot holds a `Live`, without the fields that can be computed from the other fields. It is stored only if reading it gives
the same table again.

A snapshot that can't be read is ignored, and the log is applied from its start. Perhaps the disk has changed the snapshot, or it
was made with another layout or another version of the game.
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
"""Number of log entries from one snapshot of a table to the next. One more snapshot is taken before each game."""
# A field of `_Plain` that is added, removed or given another type needs no new number: old snapshots are then ignored anyway.
_MEANING: Final = 2
"""Raise this number when `prial.host.fold` is changed so that a log gives another table."""
DIGEST: Final = 8
"""Length of the digest at the start of a snapshot, in bytes.

The digest shows whether the snapshot's other bytes have changed on the disk.
"""
_MADE: Final = ("game", "node", "state", "gathered", "undo")
"""Fields of a `Live` that a snapshot leaves out or holds in another form (`_Whole`)."""

_Plain: Final[Any] = msgspec.defstruct(
    "_Plain", [(each.name, each.type) for each in fields(Live) if each.name not in _MADE], frozen=True, array_like=True
)
"""The fields of a `Live` that aren't in `_MADE`."""
_PLAIN: Final = tuple(_Plain.__struct_fields__)
"""The names of the fields of `_Plain`."""


class _Undone(msgspec.Struct, frozen=True, array_like=True):
    """An `Undo` as a snapshot holds it."""

    key: str
    """The decision's key."""
    state: msgspec.Raw
    """The state before the decision, encoded."""
    gathered: dict[int, str]
    """For each seat that has acted, its action in the game's own notation."""


class _Whole(msgspec.Struct, frozen=True, array_like=True):
    """The content of a snapshot."""

    plain: msgspec.Raw
    """A `_Plain`, encoded."""
    state: msgspec.Raw
    """The game's state, encoded; an encoded None before the first game."""
    gathered: dict[int, str]
    """For each seat that has acted and still waits for others, its action in the game's own notation."""
    undo: _Undone | None
    """The decision that may still be taken back, if there is one."""


_encode: Final = msgspec.msgpack.Encoder().encode
_plain: Final = msgspec.msgpack.Decoder(_Plain)
_whole: Final = msgspec.msgpack.Decoder(_Whole)


def snapshots(staged: Iterable[Applied]) -> tuple[Snapshot, ...]:
    """The snapshots to store together with some log entries: one before each game, and one after every `EVERY` entries."""
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
        The snapshot. It is None if the table couldn't be stored and read back unchanged.
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
    except Exception:  # noqa: BLE001  # a game from another package may hold anything in its states; the log is enough
        return None


def restored(snapshot: Snapshot, game: Game[Any, Any] | None = None) -> Live | None:
    """The table in a snapshot. It is None if this program can't read the snapshot.

    Args:
        snapshot: the snapshot.
        game: the table's game; if None, the game is made from the snapshot.
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
    except Exception:  # noqa: BLE001  # a snapshot is only a cache: the log is folded instead, and shows any fault
        return None


def fits(snapshot: Snapshot, live: Live) -> bool:
    """Whether a snapshot agrees with a table.

    If a snapshot was made with another layout or game version (`made_with`), this program never reads it. The result is then
    True.
    """
    return snapshot.made_with != made_with(live.game) or _alike(restored(snapshot), live)


def _alike(again: Live | None, live: Live) -> bool:
    """Whether a table read from a snapshot equals the table of which the snapshot was taken."""
    return again is not None and msgspec.structs.replace(again, game=live.game) == live


def sealed(data: bytes) -> bytes:
    """Put a digest in front of some bytes."""
    return hashlib.blake2b(data, digest_size=DIGEST).digest() + data


def made_with(game: Game[Any, Any]) -> str:
    """A text that names a snapshot's layout and the game's version. A snapshot is read only if it was stored with this text."""
    return _made_with(game.name, game.version, _public(game))


def _public(game: Game[Any, Any]) -> Any:
    """The type of the public part of a game's states."""
    return type(game.start().public)


@cache
def _made_with(name: str, version: int, public: Any) -> str:
    """The text that `made_with` returns. ``public`` is the type of the public part of the game's states."""
    shapes = [_undescribed(msgspec.json.schema(each)) for each in (_Plain, State[public])]
    layout = hashlib.sha256(msgspec.json.encode(shapes, order="deterministic")).hexdigest()[:16]
    return f"{_MEANING} {name} {version} {layout}"


def _undescribed(schema: Any) -> Any:
    """Remove docstrings from a JSON schema. If only docstrings of the program change, old snapshots can still be read."""
    if isinstance(schema, dict):
        return {name: _undescribed(part) for name, part in schema.items() if name != "description" or not isinstance(part, str)}
    return [_undescribed(part) for part in schema] if isinstance(schema, list) else schema


@cache
def _reader(public: Any) -> Callable[[msgspec.Raw], State[Any]]:
    """A function that decodes a game's states. ``public`` is the type of their public part."""
    return msgspec.msgpack.Decoder(State[public]).decode


def _written(game: Game[Any, Any], gathered: Mapping[int, Any]) -> dict[int, str]:
    """Write the action of each seat as text, in the game's own notation."""
    return {seat: game.write(action) for seat, action in gathered.items()}


def _acted(game: Game[Any, Any], gathered: Mapping[int, str]) -> dict[int, Any]:
    """Read the action of each seat from its text."""
    return {seat: game.read(text) for seat, text in gathered.items()}
