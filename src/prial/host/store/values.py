"""What goes into the store and comes out of it, and what can go wrong there.

::

    StoreError                a file that is none of ours, or is held by another; str() is one sentence
     ├─ Conflict              the table, or the name, isn't where the writer thought it was; nothing was written
     ├─ Repeated              the command has its answer already: ``answer``
     ├─ NotKept               another server runs the table's clock and bots; nothing was written
     ├─ StoreLost             this store writes nothing any more
     │   ├─ EpochLost         another process has taken the house over
     │   └─ FileLost          the file was deleted, renamed or replaced under it
     ├─ StoreFailed           it isn't known to be stored; the next write may succeed
     └─ StoreUnread           it can't be read just now; the next attempt may succeed
"""

from typing import Final

import msgspec

from prial.errors import PrialError, add_sentences, refuse
from prial.host.status import Status

add_sentences(
    "en",
    {
        "store.conflict": "Table {table} stands at version {found}, not at {expected}.",
        "store.kept": "Another server runs table {table}.",
        "store.person": "There is nobody {person}, or the token is somebody else's.",
        "store.repeated": "Command {id} of {who} was answered already.",
        "store.epoch": "Another server has taken these tables over; this one writes nothing any more.",
        "store.gone": "{file} was deleted, renamed or replaced while tables were kept in it, so nothing is stored any more.",
        "store.gone_copied": "{file} was deleted, renamed or replaced while tables were kept in it, so nothing is stored any "
        "more. All that was stored is in {copy}: prial restore puts it back.",
        "store.failed": "It could not be stored: {why}.",
        "store.linked": "{file} has a second name on this disk (a hard link): remove one of the two, or moves could be lost.",
        "store.unread": "The tables can't be read just now: {why}.",
        "store.closed": "It could not be stored: the store is closed.",
        "store.foreign": "{file} is not a database of Prial's.",
        "store.format": "{file} was written in format {found}; this version of Prial reads format {known}.",
        "store.older": "{file} is of format {found}, which prial serve brings to format {known} when it next opens it.",
        "store.no_copy": "{file} is of an older format, and can't be copied before it is brought to this one: {why}. "
        "Make room beside it, and start again.",
        "store.kind": "Tables are kept in a file, or in PostgreSQL (postgresql+asyncpg://…); {kind} is neither.",
        "store.memory": "Tables are kept in a file, and {url} names none.",
        "store.beside": "{file} can't be read where it lies: what was stored last is in {file}-wal beside it, and nothing can be "
        "written there. Copy both into a folder of your own, and read the copy.",
        "store.unreadable": "{file} can't be read: {why}.",
    },
)


class Row(msgspec.Struct, frozen=True):
    """One entry of a table's log."""

    version: int
    """Its number, from 1 without a gap."""
    at: int
    """When, in ms since 1970 UTC."""
    entry: bytes
    """What happened, as JSON."""


class Answered(msgspec.Struct, frozen=True):
    """The final answer to a command."""

    who: str
    """The person who sent it."""
    id: str
    """The command's id, made up by its sender."""
    answer: bytes
    """What was answered, as JSON."""


class TableRow(msgspec.Struct, frozen=True):
    """How a table stands."""

    id: str
    game: str
    game_version: int
    """Version of the game's rules that it is played by."""
    version: int
    """The log's last version."""
    status: Status
    runs: bool
    """Whether something happens there by itself, a clock that runs out or a bot that moves: it is loaded when a house opens."""
    changed: int
    """When it last changed, in ms since 1970 UTC."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table is found by those who look for one."""

    owner: str
    """The person's id."""
    people: frozenset[str]
    """In whose own list it stands, by their ids."""
    over: bool
    """Whether its game is over, so that it stands there only for some days more."""
    shown: str
    """In which list everybody sees it: ``open``, ``live``; empty for none."""
    invite: bytes | None
    """The hash of its link's code; None where no link leads here."""
    next_table: str
    """The id of the table to which everybody went; empty while they are here."""
    summary: bytes
    """What a list says of it, as JSON."""


class Found(msgspec.Struct, frozen=True):
    """A table as a list shows it."""

    id: str
    changed: int
    """When it last changed, in ms since 1970 UTC."""
    summary: bytes
    """What the list says of it, as JSON."""


class Snapshot(msgspec.Struct, frozen=True):
    """A table as its log leads to it up to some version: a cache, which may be missing or be thrown away."""

    version: int
    """The last entry that is in it."""
    starts: int
    """Number of the game that begins with the next entry; 0 for none."""
    made_with: str
    """What could read it: the layout and the game's version."""
    blob: bytes


class Beside(msgspec.Struct, frozen=True):
    """What is stored along with entries of a log."""

    place: Place | None = None
    """Where the table is found from now on; None where that hasn't changed."""
    snapshots: tuple[Snapshot, ...] = ()
    keeper: str = ""
    """The server that alone may store this, because it runs the table's clock and bots; empty where any may."""


NOTHING: Final = Beside()
"""Nothing beside."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who sits down or looks on."""

    id: str
    name: str


class StoreError(PrialError):
    """A file that is none of ours, or is held by another."""


class Conflict(StoreError):  # noqa: N818  # what it is to whoever catches it: no fault, but a race that was lost
    """The table or the person isn't where the writer thought it was; nothing was written."""


class NotKept(StoreError):  # noqa: N818  # the same
    """Another server runs the table's clock and bots; nothing was written."""


class Repeated(StoreError):  # noqa: N818  # the same
    """The command has its answer already; nothing was written."""

    def __init__(self, who: str, command: str, answer: bytes) -> None:
        super().__init__(refuse("store.repeated", who=who, id=command))
        self.answer = answer


class StoreLost(StoreError):  # noqa: N818  # the same
    """This store writes nothing any more: what it would write isn't what the next who opens it would find."""


class EpochLost(StoreLost):
    """Another process has taken the house over."""

    def __init__(self) -> None:
        super().__init__(refuse("store.epoch"))


class FileLost(StoreLost):
    """The file was deleted, renamed or replaced under the store.

    Args:
        file: the path that leads elsewhere now.
        copy: a copy of all that was stored, if one could be made.
    """

    def __init__(self, file: str, copy: str = "") -> None:
        self.file = file
        super().__init__(refuse("store.gone_copied", file=file, copy=copy) if copy else refuse("store.gone", file=file))


class StoreFailed(StoreError):  # noqa: N818  # the same
    """It isn't known to be stored: full disk, broken disk, closed store. The next write may succeed."""


class StoreUnread(StoreError):  # noqa: N818  # the same
    """It can't be read just now. The next attempt may succeed."""
