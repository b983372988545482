"""The store keeps people's names, hashes of their sign-in tokens, the log of every table, and the answers to commands.

A write is acknowledged only after it is on the disk.

`Store` is the one class to use. It runs on SQLAlchemy Core, on SQLite or PostgreSQL. The modules that use a store don't need to
know which of the two databases it runs on.
"""

from prial.host.store.engine import file_url, is_file, place
from prial.host.store.health import Health
from prial.host.store.store import Store
from prial.host.store.values import (
    Answered,
    Beside,
    Conflict,
    EpochLost,
    FileLost,
    Found,
    NotKept,
    Person,
    Place,
    Repeated,
    Row,
    Snapshot,
    StoreError,
    StoreFailed,
    StoreLost,
    StoreUnread,
    TableRow,
)

__all__ = [
    "Answered",
    "Beside",
    "Conflict",
    "EpochLost",
    "FileLost",
    "Found",
    "Health",
    "NotKept",
    "Person",
    "Place",
    "Repeated",
    "Row",
    "Snapshot",
    "Store",
    "StoreError",
    "StoreFailed",
    "StoreLost",
    "StoreUnread",
    "TableRow",
    "file_url",
    "is_file",
    "place",
]
