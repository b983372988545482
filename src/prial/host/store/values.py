"""The values that go into the store and come out of it, and its errors.

::

    StoreError                the store can't be used or doesn't do what was asked; str() is one sentence
     ├─ Conflict              the stored table or person isn't what the writer expected; nothing was written
     ├─ Repeated              the command has its answer already: ``answer``
     ├─ NotKept               another server runs the table's clock and bots; nothing was written
     ├─ StoreLost             this store writes nothing any more
     │   ├─ EpochLost         another process has taken the store over
     │   └─ FileLost          the file was deleted, renamed or replaced while it was open
     ├─ StoreFailed           it isn't known whether the values are stored; the next write may succeed
     └─ StoreUnread           the store can't be read just now; the next attempt may succeed
"""

from typing import Final

import msgspec

from prial.errors import PrialError, add_sentences, refuse
from prial.host.status import Status

add_sentences(
    "en",
    {
        "store.conflict": "Table {table} is at version {found}, not at {expected}.",
        "store.kept": "Another server runs table {table}.",
        "store.person": "There is no person {person}, or the token is another person's.",
        "store.repeated": "Command {id} of {who} was answered already.",
        "store.epoch": "Another server has taken these tables over; this one writes nothing any more.",
        "store.gone": "{file} was deleted, renamed or replaced while tables were kept in it, so nothing is stored any more.",
        "store.gone_copied": "{file} was deleted, renamed or replaced while tables were kept in it, so nothing is stored any "
        "more. All that was stored is in {copy}: prial restore puts it back.",
        "store.failed": "The change could not be saved: {why}.",
        "store.linked": "{file} has a second name on this disk (a hard link): remove one of the two, or moves could be lost.",
        "store.unread": "The tables can't be read just now: {why}.",
        "store.closed": "The change could not be saved: the store is closed.",
        "store.foreign": "{file} is not a Prial database.",
        "store.format": "{file} was written in format {found}; this version of Prial reads format {known}.",
        "store.older": "{file} is in format {found}, but format {known} is needed. Open it once with prial serve, which converts "
        "it.",
        "store.no_copy": "{file} is in an older format. It must be copied before it is converted, but the copy failed: {why}. "
        "Make room for a copy beside it, and start again.",
        "store.kind": "Tables are kept in a file, or in PostgreSQL (postgresql+asyncpg://…); {kind} is neither.",
        "store.memory": "Tables are kept in a file, but {url} names no file.",
        "store.beside": "{file} can't be read where it is: its latest changes are in {file}-wal, and the disk is read-only. Copy "
        "both files into a folder of your own, and read the copy.",
        "store.unreadable": "{file} can't be read: {why}.",
    },
)


class Row(msgspec.Struct, frozen=True):
    """One entry of a table's log."""

    version: int
    """Number of the entry, from 1 without a gap."""
    at: int
    """When the entry was made, in milliseconds since 1970 (UTC)."""
    entry: bytes
    """The entry, as JSON."""


class Answered(msgspec.Struct, frozen=True):
    """The stored answer to a command. If the same command is sent again, it gets this answer."""

    who: str
    """Id of the person who sent the command."""
    id: str
    """The command's id, made up by its sender."""
    answer: bytes
    """The answer, as JSON."""


class TableRow(msgspec.Struct, frozen=True):
    """The present state of a table in brief, which the store keeps beside the table's log."""

    id: str
    """The table's id."""
    game: str
    """The game's name in the registry."""
    game_version: int
    """Version of the rules by which the game is played at this table."""
    version: int
    """Number of entries in the table's log."""
    status: Status
    """The table's status."""
    runs: bool
    """Whether something will happen at the table without a command: its clock runs out, a bot moves, or the next table opens.

    A table where this is True is loaded when the house opens.
    """
    changed: int
    """When the table last changed, in milliseconds since 1970 (UTC).

    Before the first game, it may be the time of the last visit to the table instead.
    """


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Everything by which people find a table: the lists that show it, and the link that leads to it."""

    owner: str
    """Id of the table's owner."""
    people: frozenset[str]
    """Ids of the people who have the table in their own list."""
    over: bool
    """Whether the table's game is over or frozen. Such a table stays in people's own lists for some days only."""
    shown: str
    """The list in which everybody sees the table: ``open`` or ``live``. It is empty if the table is in neither list."""
    invite: bytes | None
    """The hash of the code of the table's link; None where no link leads to the table."""
    next_table: str
    """Id of the new table to which all players moved; empty while people still play at this table."""
    summary: bytes
    """The table's entry in a list (`prial.host.listing.Placed`), as JSON."""


class Found(msgspec.Struct, frozen=True):
    """A table that a search of the store has found, with its entry for the lists of tables."""

    id: str
    """The table's id."""
    changed: int
    """When the table last changed, in milliseconds since 1970 (UTC).

    Before the first game, it may be the time of the last visit to the table instead.
    """
    summary: bytes
    """The table's entry in the list (`prial.host.listing.Placed`), as JSON."""


class Snapshot(msgspec.Struct, frozen=True):
    """A table as it stood after one entry of its log. Snapshots are only a cache: one may be missing or thrown away."""

    version: int
    """Number of the last log entry that the snapshot contains."""
    starts: int
    """Number of the game that begins with the next entry. It is 0 if the next entry begins no game."""
    made_with: str
    """A text that names the snapshot's layout and the game's version.

    A program reads the snapshot only if the program's own layout and version of the game make the same text.
    """
    blob: bytes
    """The content, with its digest in front (`prial.host.snapshots`)."""


class Beside(msgspec.Struct, frozen=True):
    """Values that are stored together with entries of a log."""

    place: Place | None = None
    """The lists and the link by which people find the table from now on; None if they haven't changed."""
    snapshots: tuple[Snapshot, ...] = ()
    """Snapshots of the table."""
    keeper: str = ""
    """The entries are stored only if the server with this name runs the table. If the name is empty, this isn't checked."""


NOTHING: Final = Beside()
"""Nothing else to store with the entries."""


class Person(msgspec.Struct, frozen=True):
    """A person who has a seat or looks on."""

    id: str
    """The person's id."""
    name: str
    """The person's name."""


class StoreError(PrialError):
    """The store can't be used, or doesn't do what was asked."""


class Conflict(StoreError):  # noqa: N818  # to its caller it isn't an error, but a race that was lost
    """The stored table or person isn't what the writer expected; nothing was written."""


class NotKept(StoreError):  # noqa: N818  # the same
    """Another server runs the table's clock and bots; nothing was written."""


class Repeated(StoreError):  # noqa: N818  # the same
    """The command has its answer already; nothing was written.

    Args:
        who: id of the person who sent the command.
        command: the command's id.
        answer: the stored answer.
    """

    def __init__(self, who: str, command: str, answer: bytes) -> None:
        super().__init__(refuse("store.repeated", who=who, id=command))
        self.answer = answer
        """The stored answer, as JSON."""


class StoreLost(StoreError):  # noqa: N818  # the same
    """This store writes nothing any more: another process has taken it over, or its file was removed, replaced or overwritten."""


class EpochLost(StoreLost):
    """Another process has taken the store over."""

    def __init__(self) -> None:
        super().__init__(refuse("store.epoch"))


class FileLost(StoreLost):
    """The file was deleted, renamed or replaced while it was open.

    Args:
        file: the path at which the file was opened.
        copy: the path of a copy of everything that was stored; empty if none could be made.
    """

    def __init__(self, file: str, copy: str = "") -> None:
        self.file = file
        """The path at which the file was opened."""
        super().__init__(refuse("store.gone_copied", file=file, copy=copy) if copy else refuse("store.gone", file=file))


class StoreFailed(StoreError):  # noqa: N818  # the same
    """It isn't known whether the values are stored: the disk or the database failed, or the store is closed.

    The next write may succeed.
    """


class StoreUnread(StoreError):  # noqa: N818  # the same
    """The store can't be read just now. The next attempt may succeed."""
