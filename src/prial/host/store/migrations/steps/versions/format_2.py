"""The second format: snapshots, a list of archived tables, the time of each refusal, and indexes for finding tables.

This step never changes, even if the program does. So it imports nothing from the program, and spells out the layouts and log
entries of the first and the second format.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

_SEATING = ("opened", "sat", "bot_sat", "left", "invited", "started", "went_on")
"""The kinds of log entries that decide what is stored about a card table in ``lobby`` and ``seats``."""
_TOGETHER = 500
"""The number of tables that are written in one step."""


def upgrade() -> None:
    """Change and add tables of the database. Then write down, for each card table, in which lists people find it."""
    _change()
    _add()
    connection = op.get_bind()
    connection.execute(sa.text("UPDATE tables SET runs = (status = 'live')"))
    connection.execute(
        sa.text("UPDATE answers SET at = (SELECT changed FROM tables WHERE id = answers.table_id) WHERE version IS NULL")
    )
    tables = connection.execute(sa.text("SELECT id, status, changed FROM tables")).all()
    for first in range(0, len(tables), _TOGETHER):
        _list(connection, tables[first : first + _TOGETHER])


def _change() -> None:
    """Add and drop columns and indexes of the first format's tables."""
    op.drop_index("ix_tables_status", "tables")
    op.drop_column("tables", "summary")
    op.add_column("tables", sa.Column("runs", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_tables_rules", "tables", ["status", "game", "game_version"])
    _where("ix_tables_open", "tables", ["changed"], "status = 'open'")
    _where("ix_tables_runs", "tables", ["runs"], "runs")
    op.add_column("answers", sa.Column("at", sa.BigInteger, nullable=False, server_default=sa.text("0")))
    _where("ix_answers_refused", "answers", ["at"], "version IS NULL")


def _add() -> None:
    """Make the new tables."""
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("starts", sa.Integer, nullable=False),
        sa.Column("made_with", sa.String, nullable=False),
        sa.Column("blob", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_snapshots_starts", "snapshots", ["table_id", "starts"])
    op.create_table(
        "lobby",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("shown", sa.String, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("invite", sa.LargeBinary),
        sa.Column("next_table", sa.String, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_lobby_owner", "lobby", ["owner"])
    _where("ix_lobby_shown", "lobby", ["shown", "since"], "shown <> ''")
    _where("ix_lobby_invite", "lobby", ["invite"], "invite IS NOT NULL")
    _where("ix_lobby_next", "lobby", ["next_table"], "next_table <> ''")
    op.create_table(
        "seats",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("over", sa.Boolean, primary_key=True),
        sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_table_id", "seats", ["table_id"])
    op.create_table(
        "archived",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _where(name: str, table: str, columns: list[str], condition: str) -> None:
    """Make a partial index."""
    op.create_index(name, table, columns, sqlite_where=sa.text(condition), postgresql_where=sa.text(condition))


def _list(connection: sa.Connection, tables: Iterable[Any]) -> None:
    """Fill the database tables ``lobby`` and ``seats`` from the logs of card tables."""
    statuses = {table.id: table.status for table in tables}
    changed = {table.id: table.changed for table in tables}
    ids: sa.BindParameter[Any] = sa.bindparam("ids", expanding=True)
    entries: dict[str, list[bytes]] = {table_id: [] for table_id in statuses}
    query = sa.text("SELECT table_id, entry FROM log WHERE table_id IN :ids ORDER BY table_id, version").bindparams(ids)
    marks = tuple(b'"what":"%s"' % what.encode() for what in _SEATING)
    for table_id, entry in connection.execute(query, {"ids": list(statuses)}):
        if entry[1 : entry.find(b",")].rstrip(b"}") in marks:
            entries[table_id].append(entry)
    lobby, seats = [], []
    for table_id, found in entries.items():
        try:
            place, people, over = _place(table_id, [json.loads(entry) for entry in found], statuses[table_id])
        except Exception:  # noqa: BLE001, S112  # the log can't be read: its table is found by its id alone, and is frozen then
            continue
        lobby.append({"table_id": table_id, "since": changed[table_id], **place})
        seats += [{"person": each, "over": over, "since": changed[table_id], "table_id": table_id} for each in sorted(people)]
    for name, rows in (("lobby", lobby), ("seats", seats)):
        if rows:
            names = ", ".join(rows[0])
            values = ", ".join(f":{key}" for key in rows[0])
            connection.execute(sa.text(f"INSERT INTO {name} ({names}) VALUES ({values})"), rows)  # noqa: S608  # our own names


def _place(table_id: str, entries: list[dict[str, Any]], status: str) -> tuple[dict[str, Any], set[str], bool]:
    """A row for ``lobby``, the people who have the table in their own list, and whether the table is over or frozen."""
    opened = entries[0]
    seated = [entry["seat"] + 1 for entry in entries if "seat" in entry]
    players = int(opened["rules"].get("players", max(seated, default=0)))
    seats: list[dict[str, str]] = [{"kind": "open", "name": "", "bot": "", "person": ""} for _ in range(players)]
    owner, invite, game, next_table = opened["owner"], opened["invite"], 0, ""
    for entry in entries:
        match entry["what"]:
            case "sat":
                seats = [_EMPTY if each["person"] == entry["person"] else each for each in seats]
                seats[entry["seat"]] = {"kind": "person", "name": entry["name"], "bot": "", "person": entry["person"]}
                owner = owner if owner in {each["person"] for each in seats} else entry["person"]
            case "bot_sat":
                seats[entry["seat"]] = {"kind": "bot", "name": entry["name"], "bot": entry["bot"], "person": ""}
            case "left":
                gone, seats[entry["seat"]] = seats[entry["seat"]]["person"], _EMPTY
                heirs = [each["person"] for each in seats if each["person"]]
                owner = heirs[0] if gone == owner and heirs else owner
            case "invited":
                invite = entry["invite"]
            case "started":
                game += 1
            case "went_on":
                next_table = entry["table"]
            case _:
                pass
    closed = bool(next_table) or status in {"ended", "frozen"}
    free = status == "open" and any(each["kind"] != "person" for each in seats)
    shown = "open" if free else "live" if status in {"live", "paused"} else ""
    summary = {
        "id": table_id,
        "game": opened["game"],
        "title": opened["title"],
        "clock": opened["clock"],
        "public": opened["public"],
        "status": status,
        "round": game,
        "seats": [{key: each[key] for key in ("kind", "name", "bot")} for each in seats],
        "owner": next((each["name"] for each in seats if each["person"] == owner), ""),
        "at": 0,
    }
    place = {
        "owner": owner,
        "shown": shown if opened["public"] and not closed else "",
        "invite": None if closed or not invite else hashlib.sha256(invite.encode()).digest(),
        "next_table": next_table,
        "summary": json.dumps(summary, separators=(",", ":"), ensure_ascii=False).encode(),
    }
    people = {owner, *(each["person"] for each in seats if each["person"])}
    return place, set() if next_table or status == "ended" else people, status in {"over", "frozen"}


_EMPTY = {"kind": "open", "name": "", "bot": "", "person": ""}
