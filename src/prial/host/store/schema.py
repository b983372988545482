"""The tables of the database, the same on every database that SQLAlchemy speaks to."""

from typing import Final

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, String, Table

FORMAT: Final = 1
"""Number of this layout; a file of another is refused."""

METADATA: Final = MetaData()

HOUSE: Final = Table(
    "house",
    METADATA,
    Column("one", Integer, primary_key=True, autoincrement=False),  # always 1: there is one house
    Column("format", Integer, nullable=False),
    Column("epoch", Integer, nullable=False),  # how often it was opened; who opened it last may write
    Column("beat", BigInteger),
)
TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("game_version", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("status", String, nullable=False, index=True),
    Column("summary", LargeBinary, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
# What is read and written together lies together: a whole log in a row, without a second tree beside it.
LOG: Final = Table(
    "log",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
ANSWERS: Final = Table(
    "answers",
    METADATA,
    Column("key", String, primary_key=True),  # the next three in one: SQLite looks for many triples by reading the whole table
    Column("table_id", String, nullable=False, index=True),
    Column("who", String, nullable=False),
    Column("id", String, nullable=False),
    Column("version", Integer),  # what the command came to; none where it was refused
    Column("answer", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
# Apart from people, so that one may come from several browsers. Only hashes: a file that was read opens no seat.
TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("hash", LargeBinary, primary_key=True),
    Column("person", String, nullable=False, index=True),
    Column("made", BigInteger, nullable=False),
)
