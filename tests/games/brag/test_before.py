"""Records and a stored table from before a full bet of the last chip could be anything but a cover: they play as they did then.

The files under ``before`` were written by the program of that time; they don't name the option `last_chip`.
"""

import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from prial.core.game import Over
from prial.core.record import Record, read, replay
from prial.core.registry import open_record
from prial.core.step import Step
from prial.games.brag.rules import SCHEMA
from prial.games.brag.settings import LastChip
from prial.host import entries as log
from prial.host.fold import fold_all
from prial.host.replays import record_of
from prial.host.store import Row, TableRow
from tests.campaigns import soaking
from tests.host.stage import MemoryStore, Stage

BEFORE: Final = Path(__file__).parent / "before"
TABLE: Final = json.loads((BEFORE / "table.json").read_text("utf-8"))


def record(name: str) -> Record:
    return read((BEFORE / f"{name}.json").read_text("utf-8"))


def result_of(old: Record) -> tuple[list[int], list[int]]:
    """The scores and ledger of a record, whose moves must all be allowed."""
    game = open_record(old)
    done: Any = None
    for move in replay(game, old):
        done = move.done
        assert isinstance(done, Step), f"move {move.number}: {done}"
    node = game.node(done.state)
    assert isinstance(node, Over)
    return list(node.result.scores), list(node.result.ledger)


@pytest.mark.parametrize("name", ["covers", "borrows"])
def test_a_record_from_before_plays_as_it_did(name: str) -> None:
    old = record(name)
    assert result_of(old) == (old.notes["scores"], old.notes["ledger"])


def test_a_record_that_a_person_wrote_without_the_option_means_that_the_last_chip_covers() -> None:
    old = record("covers")
    assert result_of(msgspec.structs.replace(old, version=None)) == (old.notes["scores"], old.notes["ledger"])
    assert open_record(old).rules.last_chip is LastChip.COVERS


def test_the_same_moves_where_a_full_bet_of_the_last_chip_is_a_bet_come_to_something_else() -> None:
    """So that the records above prove something."""
    old = record("covers")
    new = msgspec.structs.replace(old, version=2, rules={**old.rules, "last_chip": "bets"})
    assert not all(isinstance(move.done, Step) for move in replay(open_record(new), new))


def test_new_tables_and_records_name_the_option() -> None:
    assert SCHEMA.make().last_chip is LastChip.BETS
    assert SCHEMA.written(SCHEMA.make())["last_chip"] == "bets"
    assert SCHEMA.stored().last_chip is LastChip.COVERS
    assert SCHEMA.stored(SCHEMA.written(SCHEMA.make())) == SCHEMA.make()


def rows(last: int) -> list[Row]:
    return [Row(version, at, json.dumps(entry).encode()) for version, at, entry in TABLE["log"][:last]]


def test_the_log_of_a_stored_table_folds_to_what_it_was() -> None:
    history = fold_all([(log.DECODER.decode(row.entry), row.at) for row in rows(len(TABLE["log"]))])
    result = history[-1].after.result
    assert result is not None
    assert list(result.scores) == TABLE["scores"]
    assert result_of(record_of(history))[0] == TABLE["scores"]


@pytest.mark.parametrize("last", soaking(range(20, 102, 9), (20, 56, 92)))
async def test_a_house_opens_with_a_stored_table_in_the_middle_of_its_game(last: int) -> None:
    """The table isn't closed, nothing freezes, and it goes on under the rules with which it began."""
    store, kept = MemoryStore(), rows(last)
    store.logs["before"] = kept
    store.rows["before"] = msgspec.convert(
        {**TABLE["row"], "id": "before", "version": last, "status": "live", "runs": True}, TableRow
    )
    stage = await Stage.open("before", store=store)
    live = stage.house.tables["before"].live
    assert live.status in {"live", "paused"}
    assert live.game.version == 1
    assert live.game.rules.last_chip is LastChip.COVERS
    await stage.clock.let_pass(600_000)
    assert (await stage.house.loader.load("before")).live.status != "frozen"


def test_a_record_without_a_version_is_of_the_oldest_that_is_still_played() -> None:
    """A record that a person wrote without a version plays as it did: at that time chips were lent for raises too."""
    old = record("borrows")
    assert open_record(msgspec.structs.replace(old, version=None)).version == 1
    assert result_of(msgspec.structs.replace(old, version=None)) == (old.notes["scores"], old.notes["ledger"])
    new = msgspec.structs.replace(old, version=2)
    assert not all(isinstance(move.done, Step) for move in replay(open_record(new), new))
