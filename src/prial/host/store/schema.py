"""The tables of the database, the same on every database that SQLAlchemy speaks to."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table, false, text

FORMAT: Final = 2
"""Number of this layout. A file of an older one is carried on to it by `prial.host.store.migrations`, a newer one is refused."""

METADATA: Final = MetaData()

# Conditions of partial indexes. A query has to have the same words, or the index is of no use to it.
OPEN: Final = text("status = 'open'")
RUNS: Final = text("runs")
SHOWN: Final = text("shown <> ''")
INVITED: Final = text("invite IS NOT NULL")
GONE_ON: Final = text("next_table <> ''")
REFUSED: Final = text("version IS NULL")

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
    Column("status", String, nullable=False),
    Column("runs", Boolean, nullable=False, server_default=false()),  # whether something happens by itself: loaded at the start
    Column("changed", BigInteger, nullable=False),
    Index("ix_tables_rules", "status", "game", "game_version"),
)
Index("ix_tables_open", TABLES.c.changed, sqlite_where=OPEN, postgresql_where=OPEN)
Index("ix_tables_runs", TABLES.c.runs, sqlite_where=RUNS, postgresql_where=RUNS)
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
# A cache: a table as its log leads to it, so that not all of the log has to be folded.
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
# Apart from tables, since a move changes only those.
LOBBY: Final = Table(
    "lobby",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("owner", String, nullable=False, index=True),
    Column("shown", String, nullable=False),  # where everybody sees it: "open", "live"; empty for nowhere
    Column("since", BigInteger, nullable=False),  # when anything of this last changed
    Column("invite", LargeBinary),  # the hash of its link's code, while it leads here
    Column("next_table", String, nullable=False),  # where everybody went; empty while they are here
    Column("summary", LargeBinary, nullable=False),
)
Index("ix_lobby_shown", LOBBY.c.shown, LOBBY.c.since, sqlite_where=SHOWN, postgresql_where=SHOWN)
Index("ix_lobby_invite", LOBBY.c.invite, sqlite_where=INVITED, postgresql_where=INVITED)
Index("ix_lobby_next", LOBBY.c.next_table, sqlite_where=GONE_ON, postgresql_where=GONE_ON)
# Whose list of tables each stands in, in the order of the list.
SEATS: Final = Table(
    "seats",
    METADATA,
    Column("person", String, primary_key=True),
    Column("over", Boolean, primary_key=True),
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", String, primary_key=True, index=True),
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
    Column("at", BigInteger, nullable=False, server_default=text("0")),
    sqlite_with_rowid=False,
)
Index("ix_answers_refused", ANSWERS.c.at, sqlite_where=REFUSED, postgresql_where=REFUSED)
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
# Tables that were put away: their ids are never used again.
ARCHIVED: Final = Table(
    "archived",
    METADATA,
    Column("id", String, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

_UNLOGGED: Final = ["UNLOGGED"]
SHARED: Final = MetaData()
"""What servers of one house tell each other on PostgreSQL (`prial.host.store.shared`); empty after the database broke down."""
SERVERS: Final = Table(
    "servers",
    SHARED,
    Column("name", String, primary_key=True),
    Column("beat", BigInteger, nullable=False),  # when it was last known to be up, in ms since 1970 UTC by the database's clock
    Column("gone", Boolean, nullable=False),  # whether it has ended in order
    prefixes=_UNLOGGED,
)
KEEPERS: Final = Table(
    "keepers",
    SHARED,
    Column("table_id", String, primary_key=True),
    Column("server", String, nullable=False, index=True),  # which runs its clock and bots
    prefixes=_UNLOGGED,
)
LOOKING: Final = Table(
    "looking",
    SHARED,
    Column("table_id", String, primary_key=True),
    Column("server", String, primary_key=True, index=True),
    Column("told", LargeBinary, nullable=False),  # who looks there, and who asks to come in, as JSON
    prefixes=_UNLOGGED,
)
SPOKEN: Final = Table(
    "spoken",
    SHARED,
    Column("code", String, primary_key=True),
    Column("invite", String, nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
    prefixes=_UNLOGGED,
)
NUMBERS: Final = Table(
    "numbers",
    SHARED,
    Column("table_id", String, primary_key=True),
    Column("shuffle", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", LargeBinary, nullable=False),  # as the client sent it
    Column("at", BigInteger, nullable=False, index=True),
    prefixes=_UNLOGGED,
)
