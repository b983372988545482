"""The layout of the database. The tables that are kept for good are the same on SQLite and PostgreSQL."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table, false, text

FORMAT: Final = 2
"""Number of this layout. `prial.host.store.migrations` converts a store with an older layout; a newer layout is refused."""

METADATA: Final = MetaData()
"""All database tables that are kept for good."""

# Conditions of partial indexes. A query must contain the same words, or the database doesn't use the index.
OPEN: Final = text("status = 'open'")
"""Condition: no game has begun at the card table."""
RUNS: Final = text("runs")
"""SQL condition for card tables that will change without a command (`prial.host.store.values.TableRow.runs`)."""
SHOWN: Final = text("shown <> ''")
"""Condition: the card table is in a list that everybody sees."""
INVITED: Final = text("invite IS NOT NULL")
"""Condition: a link leads to the card table."""
GONE_ON: Final = text("next_table <> ''")
"""Condition: the players of the card table have all moved to a new card table."""
REFUSED: Final = text("version IS NULL")
"""Condition: the command was refused."""

HOUSE: Final = Table(
    "house",
    METADATA,
    Column("one", Integer, primary_key=True, autoincrement=False),  # always 1: there is one house
    Column("format", Integer, nullable=False),
    Column("epoch", Integer, nullable=False),  # a process with an older epoch can't write (`prial.host.store.engine.take`)
    Column("beat", BigInteger),  # when the house was last known to be open, milliseconds since 1970, UTC
)
"""A single row with facts about the house."""
TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("game_version", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("status", String, nullable=False),
    Column("runs", Boolean, nullable=False, server_default=false()),  # whether clock or bots go on by themselves
    Column("changed", BigInteger, nullable=False),  # milliseconds since 1970, UTC
    Index("ix_tables_rules", "status", "game", "game_version"),
)
"""The present state of each card table in brief (`prial.host.store.values.TableRow`)."""
Index("ix_tables_open", TABLES.c.changed, sqlite_where=OPEN, postgresql_where=OPEN)
Index("ix_tables_runs", TABLES.c.runs, sqlite_where=RUNS, postgresql_where=RUNS)
# Without row ids, the entries of one log lie side by side in the primary key's tree, and there is no second tree.
LOG: Final = Table(
    "log",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""The log entries of all card tables (`prial.host.store.values.Row`)."""
SNAPSHOTS: Final = Table(
    "snapshots",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("starts", Integer, nullable=False),  # number of the game that begins with the next entry; else 0
    Column("made_with", String, nullable=False),
    Column("blob", LargeBinary, nullable=False),
    Index("ix_snapshots_starts", "table_id", "starts"),
)
"""Snapshots (`prial.host.store.values.Snapshot`): a card table is loaded from a snapshot and the log entries after it."""
# These columns aren't in TABLES: its rows change with every move, and these columns seldom change.
LOBBY: Final = Table(
    "lobby",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("owner", String, nullable=False, index=True),
    Column("shown", String, nullable=False),  # the list in which everybody sees it: "open" or "live"; empty for neither
    Column("since", BigInteger, nullable=False),  # when this row last changed, milliseconds since 1970, UTC
    Column("invite", LargeBinary),  # the hash of its link's code; NULL where no link leads here
    Column("next_table", String, nullable=False),  # the table to which everybody went on; empty while they are here
    Column("summary", LargeBinary, nullable=False),
)
"""For each card table: the lists that show it, and the link that leads to it (`prial.host.store.values.Place`)."""
Index("ix_lobby_shown", LOBBY.c.shown, LOBBY.c.since, sqlite_where=SHOWN, postgresql_where=SHOWN)
Index("ix_lobby_invite", LOBBY.c.invite, sqlite_where=INVITED, postgresql_where=INVITED)
Index("ix_lobby_next", LOBBY.c.next_table, sqlite_where=GONE_ON, postgresql_where=GONE_ON)
SEATS: Final = Table(
    "seats",
    METADATA,
    Column("person", String, primary_key=True),
    Column("over", Boolean, primary_key=True),
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", String, primary_key=True, index=True),
    sqlite_with_rowid=False,
)
"""Each person's own list of tables for card games. Each row puts one such table into one person's list.

The primary key has the columns by which the list is sorted.
"""
ANSWERS: Final = Table(
    "answers",
    METADATA,
    # The key repeats the next three columns, because SQLite would read the whole table to find many triples
    Column("key", String, primary_key=True),
    Column("table_id", String, nullable=False, index=True),
    Column("who", String, nullable=False),
    Column("id", String, nullable=False),
    Column("version", Integer),  # number of the last entry that the command added; NULL where it was refused
    Column("answer", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False, server_default=text("0")),
    sqlite_with_rowid=False,
)
"""The answers to commands (`prial.host.store.values.Answered`)."""
Index("ix_answers_refused", ANSWERS.c.at, sqlite_where=REFUSED, postgresql_where=REFUSED)
PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
"""All people: their ids and names."""
# A table besides PEOPLE, so that a person may use several browsers. It has only hashes, so that nobody can take a seat with
# a stolen file
TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("hash", LargeBinary, primary_key=True),
    Column("person", String, nullable=False, index=True),
    Column("made", BigInteger, nullable=False),
)
"""The hashes of the tokens by which people are known."""
ARCHIVED: Final = Table(
    "archived",
    METADATA,
    Column("id", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""Ids of card tables that were put into an archive. These ids are never used again."""

_UNLOGGED: Final = ["UNLOGGED"]
"""Marks a table as unlogged: PostgreSQL doesn't log its changes, and empties it after a crash of the database server."""
SHARED: Final = MetaData()
"""Database tables, on PostgreSQL only, through which the servers of a house inform each other (`prial.host.store.shared`)."""
SERVERS: Final = Table(
    "servers",
    SHARED,
    Column("name", String, primary_key=True),
    Column("beat", BigInteger, nullable=False),  # its last heartbeat, milliseconds since 1970, UTC, by the database's clock
    Column("gone", Boolean, nullable=False),  # whether it has ended in good order
    prefixes=_UNLOGGED,
)
"""The servers of the house, and the last heartbeat of each."""
KEEPERS: Final = Table(
    "keepers",
    SHARED,
    Column("table_id", String, primary_key=True),
    Column("server", String, nullable=False, index=True),
    prefixes=_UNLOGGED,
)
"""For each card table, the server that runs its clock and bots."""
LOOKING: Final = Table(
    "looking",
    SHARED,
    Column("table_id", String, primary_key=True),
    Column("server", String, primary_key=True, index=True),
    Column("told", LargeBinary, nullable=False),  # as JSON
    prefixes=_UNLOGGED,
)
"""For each card table and each server: the people on that server who look at the table, or who ask to come in."""
SPOKEN: Final = Table(
    "spoken",
    SHARED,
    Column("code", String, primary_key=True),
    Column("invite", String, nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
    prefixes=_UNLOGGED,
)
"""The spoken codes (`prial.host.spoken`)."""
NUMBERS: Final = Table(
    "numbers",
    SHARED,
    Column("table_id", String, primary_key=True),
    Column("shuffle", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", LargeBinary, nullable=False),  # the client's message with the number, unchanged
    Column("at", BigInteger, nullable=False, index=True),
    prefixes=_UNLOGGED,
)
"""The players' secret numbers for shuffles. A row is added when a player reveals a number."""
