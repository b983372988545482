"""The invariants hold at a sound table, and each violation is found."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from prial.core.game import State
from prial.fair.transcript import verify
from prial.games.brag import BragGame
from prial.games.brag_poker import BragPokerGame
from prial.games.crash import CrashGame
from prial.games.stop_the_bus import BusGame
from prial.games.xap_xam import XapXamGame
from prial.host import entries as log
from prial.host import messages as said
from prial.host.store import Store
from prial.host.time_owed import Outage
from tests.fair.client import Client
from tests.fair.deals import chance, play
from tests.faults.invariants import breaches
from tests.faults.process import until
from tests.faults.recorded import Recorded, seated
from tests.faults.times import outages
from tests.faults.transcript import Transcript
from tests.host.stage import Stage

Outages = list[tuple[int, int]]


@dataclass
class Table:
    """A table after some play: its file, and what its people sent and received."""

    db: Path
    transcripts: list[Transcript]
    outages: Outages

    def found(self) -> set[str]:
        """Numbers of the violated invariants."""
        return {each[0] for each in breaches(self.db, self.transcripts, self.outages)}

    def sql(self, statement: str, *values: Any) -> None:
        """Change the database file."""
        with closing(sqlite3.connect(self.db)) as file:
            file.execute(statement, values)
            file.commit()

    @property
    def ann(self) -> Transcript:
        """The transcript of the person in the first seat."""
        return self.transcripts[0]

    def last(self, kind: type[said.Saved] | type[said.Update]) -> int:
        """Position of the last message of this kind on the first person's connection."""
        return max(at for at, (_, message) in enumerate(self.ann.lines[-1].heard) if isinstance(message, kind))


@pytest.fixture
async def table(tmp_path: Path) -> Table:
    """A deal with talk, a refusal, a pause, an outage, a seat that was too late, and a lost connection."""
    db = tmp_path / "tables.db"
    stage = await Stage.open(store=await Store.open(f"sqlite+aiosqlite:///{db}"))
    people = [Recorded(stage.house, (await stage.guest(name)).person) for name in ("Ann", "Ben", "Cat", "Dan")]
    made = await seated(stage.house, people, clock="fast")
    await people[1].do(said.Say, text="hello")
    await people[1].do(said.Unlock, key="1.arrange", seat=1)
    await people[0].send(people[0].lay(Random(0)))
    people[0].gone()
    await people[1].send(people[1].lay(Random(1)))
    await people[0].look(made)
    await people[0].do(said.Pause)
    stage.clock.time += 7_000
    await people[0].do(said.Resume)
    closed = stage.clock.time
    stage.clock.time += 5_000
    stage.house.tables[made].owe(Outage(closed))
    await stage.house.tables[made].pay()
    await stage.clock.let_pass((people[0].scene.deadline or 0) - stage.clock.now())
    await until(lambda: people[0].scene.rest is not None)  # a real disk takes some time
    for person in people[:2]:
        await person.do(said.Ready, key=person.scene.rest)
    await stage.house.close()
    return Table(db, [person.transcript for person in people], [(closed, closed + 5_000)])


def of_log(what: type[log.Entry], **fields: Any) -> bytes:
    """An entry as the log has it."""
    return msgspec.json.encode(what(**fields))


def test_a_sound_table_has_no_breach(table: Table) -> None:
    assert breaches(table.db, table.transcripts, table.outages) == []


def _acknowledged_and_lost(table: Table) -> None:
    table.sql("DELETE FROM answers WHERE who = ? AND id = ?", table.ann.person, list(table.ann.answers)[-1])


def _acknowledged_as_something_else(table: Table) -> None:
    entry = of_log(log.Said, person=table.transcripts[1].person, name="Ben", seat=1, text="other", phrase="")
    table.sql("UPDATE log SET entry = ? WHERE CAST(entry AS TEXT) LIKE '%\"said\"%'", entry)


def _done_twice(table: Table) -> None:
    entry = of_log(log.Said, person=table.transcripts[1].person, name="Ben", seat=1, text="hello", phrase="")
    table.sql("INSERT INTO log SELECT table_id, MAX(version) + 1, MAX(at), ? FROM log", entry)
    table.sql("UPDATE tables SET version = version + 1")


def _two_did_one_thing(table: Table) -> None:
    table.sql(
        "INSERT INTO answers SELECT key || 'x', table_id, who, id || 'x', version, answer, at FROM answers WHERE version > 9"
    )


def _a_gap(table: Table) -> None:
    table.sql("UPDATE log SET version = version + 1 WHERE version = (SELECT MAX(version) FROM log)")


def _a_status(table: Table) -> None:
    table.sql("UPDATE tables SET status = 'over'")


def _a_log_of_nothing(table: Table) -> None:
    table.sql("UPDATE log SET entry = ? WHERE version = 9", of_log(log.Acted, seat=3, key="9.arrange", action="pass"))


def _told_before_it_was_stored(table: Table) -> None:
    line = table.ann.lines[-1]
    _, update = line.heard[table.last(said.Update)]
    assert isinstance(update, said.Update)
    line.hear(msgspec.json.encode(replace(update, version=update.version + 1)))


def _told_otherwise(table: Table) -> None:
    line, at = table.ann.lines[-1], table.last(said.Update)
    _, update = line.heard[at]
    assert isinstance(update, said.Update)
    assert isinstance(update.scene, said.Scene)
    changed = replace(update, scene=replace(update.scene, deadline=1))
    line.heard[at] = (msgspec.json.encode(changed), changed)


def _told_with_a_gap(table: Table) -> None:
    heard = table.ann.lines[0].heard
    del heard[next(at for at, (_, message) in enumerate(heard) if isinstance(message, said.Update))]


def _welcomed_to_something_else(table: Table) -> None:
    heard = table.ann.lines[0].heard
    at = next(at for at, (_, message) in enumerate(heard) if isinstance(message, said.Welcome))
    changed = replace(heard[at][1], lines=())
    heard[at] = (msgspec.json.encode(changed) + b" ", changed)


def _never_answered(table: Table) -> None:
    line = table.ann.lines[-1]
    line.closed = False
    del line.heard[table.last(said.Saved)]


def _answered_twice(table: Table) -> None:
    line = table.ann.lines[-1]
    line.heard.append(line.heard[table.last(said.Saved)])


def _answered_in_two_ways(table: Table) -> None:
    line = table.ann.lines[-1]
    _, saved = line.heard[table.last(said.Saved)]
    assert isinstance(saved, said.Saved)
    line.commands.append(table.ann.commands[saved.id])
    line.hear(msgspec.json.encode(replace(saved, version=saved.version + 1)))


def _answered_unasked(table: Table) -> None:
    table.ann.lines[-1].hear(b'{"is":"saved","id":"never","version":5}')


def _hurried(table: Table) -> None:
    table.sql("UPDATE log SET at = at - 1500 WHERE CAST(entry AS TEXT) LIKE '%\"late\":true%'")


def _an_outage_that_was_longer(table: Table) -> None:
    table.outages[0] = (table.outages[0][0], table.outages[0][1] + 2_000)
    table.sql("UPDATE log SET at = at + 2000 WHERE CAST(entry AS TEXT) LIKE '%credited%'")


def _a_clock_that_ran_before_anybody_could_come_in(table: Table) -> None:
    """By half a second, although the clock got back the time until its table was loaded."""
    table.outages[0] = (table.outages[0][0], table.outages[0][1] + 520)


PLANTED: list[tuple[str, Callable[[Table], None]]] = [
    ("1", _acknowledged_and_lost),
    ("1", _acknowledged_as_something_else),
    ("1", _done_twice),
    ("1", _two_did_one_thing),
    ("2", _a_gap),
    ("3", _a_status),
    ("3", _a_log_of_nothing),
    ("6", _told_before_it_was_stored),
    ("6", _told_otherwise),
    ("6", _told_with_a_gap),
    ("6", _welcomed_to_something_else),
    ("7", _never_answered),
    ("7", _answered_twice),
    ("7", _answered_in_two_ways),
    ("7", _answered_unasked),
    ("8", _hurried),
    ("8", _an_outage_that_was_longer),
    ("8", _a_clock_that_ran_before_anybody_could_come_in),
]


@pytest.mark.parametrize(("number", "plant"), PLANTED, ids=lambda each: getattr(each, "__name__", each))
def test_a_planted_breach_is_found(table: Table, number: str, plant: Callable[[Table], None]) -> None:
    plant(table)
    assert number in table.found()


def test_an_outage_lasts_from_the_death_of_a_server_until_one_accepts_connections(tmp_path: Path) -> None:
    """Not until it is seen to be open, when turns may have begun; and not until a start that fails."""
    times = tmp_path / "times"
    ends_itself, seen_to_be_dead, fails, closes = "died 1000\n", "died 1400\n", "died 2000\n", "died 9000\n"
    times.write_text(f"{ends_itself}{seen_to_be_dead}{fails}open 3000\n{closes}open 9500\n")
    assert outages(times) == [(1000, 3000), (9000, 9500)]


def test_a_client_that_missed_how_a_shuffle_began_waits_until_it_is_told_all_of_it() -> None:
    """It else takes a shuffle that was void for the earlier one that it knows, from which cards were dealt."""
    earlier, void = play(1, (0, 1), chance(1)).told(0), play(2, (0, 1), chance(2), missing=(1,)).told(0)
    client = Client("T1", lambda: "", 0, [earlier])
    client.take(said.Fairness(voided=void.voided), present=2)
    assert client.shuffles == [earlier]
    client.told(msgspec.structs.replace(void, voided=None))
    client.take(said.Fairness(voided=void.voided), present=2)
    assert [each.void for each in verify(client.transcript())] == [(), (1,)]


def test_a_pot_out_of_nothing_is_found(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Caused by faulty rules, since a log can't express it."""
    true = CrashGame.deal
    monkeypatch.setattr(CrashGame, "deal", lambda *args: _richer(true(*args)))
    assert "4" in table.found()


def _richer(state: State[Any]) -> State[Any]:
    return replace(state, public=replace(state.public, pot=state.public.pot + 1))


def test_a_card_that_is_held_twice_is_found(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    true = CrashGame.deal
    monkeypatch.setattr(CrashGame, "deal", lambda *args: _doubled(true(*args)))
    table.sql("DELETE FROM log WHERE version > (SELECT MIN(version) + 1 FROM log WHERE CAST(entry AS TEXT) LIKE '%\"dealt\"%')")
    assert "5" in table.found()


def _doubled(state: State[Any]) -> State[Any]:
    return replace(state, piles=(state.piles[0], *state.piles[:1], *state.piles[2:])) if state.piles else state


@pytest.fixture
async def gone(tmp_path: Path) -> Table:
    """A table that has gone on to another one."""
    db = tmp_path / "tables.db"
    stage = await Stage.open(store=await Store.open(f"sqlite+aiosqlite:///{db}"))
    people = [Recorded(stage.house, (await stage.guest(name)).person) for name in ("Ann", "Ben", "Cat")]
    await seated(stage.house, people, options={"players": "3"})
    await people[0].do(said.Propose, game="brag")
    assert people[1].scene.next is not None
    await people[1].do(said.Vote, proposal=people[1].scene.next.number, agree=True)
    for person in people:
        await person.do(said.Stop)
    await stage.house.close()
    return Table(db, [person.transcript for person in people], [])


def test_a_sound_table_that_has_gone_on_has_no_breach(gone: Table) -> None:
    assert breaches(gone.db, gone.transcripts) == []


def _not_opened(table: Table) -> None:
    table.sql("DELETE FROM log WHERE table_id = (SELECT id FROM tables WHERE game = 'brag')")
    table.sql("DELETE FROM tables WHERE game = 'brag'")


def _in_another_order(table: Table) -> None:
    change = 'replace(replace(replace(CAST(entry AS TEXT), \'"seat":0\', "x"), \'"seat":1\', \'"seat":0\'), "x", \'"seat":1\')'
    table.sql(
        f"UPDATE log SET entry = CAST({change} AS BLOB) WHERE table_id = (SELECT id FROM tables WHERE game = 'brag') "  # noqa: S608  # ours
        "AND CAST(entry AS TEXT) LIKE '%\"sat\"%'"
    )


def _without_somebody(table: Table) -> None:
    table.sql(
        "DELETE FROM log WHERE table_id = (SELECT id FROM tables WHERE game = 'brag') "
        'AND CAST(entry AS TEXT) LIKE \'%"seat":2,"person"%\''
    )


def _two_tables_go_there(table: Table) -> None:
    table.sql("INSERT INTO log SELECT 'other', version, at, entry FROM log WHERE table_id = ?", table.ann.table)


def _played_on(table: Table) -> None:
    entry = of_log(log.Said, person=table.ann.person, name="Ann", seat=0, text="hello", phrase="")
    last = "SELECT table_id, MAX(version) + 1, MAX(at), ? FROM log WHERE table_id = ? GROUP BY table_id"
    table.sql(f"INSERT INTO log {last}", entry, table.ann.table)


@pytest.mark.parametrize("plant", [_not_opened, _in_another_order, _without_somebody, _two_tables_go_there, _played_on])
def test_a_breach_where_a_table_goes_on_is_found(gone: Table, plant: Callable[[Table], None]) -> None:
    plant(gone)
    assert "9" in gone.found()


def test_a_next_table_may_be_missing_only_after_a_kill(gone: Table) -> None:
    _not_opened(gone)
    assert breaches(gone.db, gone.transcripts, killed=True) == []


async def test_somebody_who_decides_twice_in_a_row_has_one_clock_for_both(tmp_path: Path) -> None:
    """A player who looks after twenty of thirty seconds has ten left to bet. That is no violation; fewer would be one."""
    db = tmp_path / "tables.db"
    stage = await Stage.open(store=await Store.open(f"sqlite+aiosqlite:///{db}"))
    people = [Recorded(stage.house, (await stage.guest(name)).person) for name in ("Ann", "Ben")]
    await seated(stage.house, people, game="brag", clock="fast", options={"players": "2"})
    (turn,) = people[0].scene.waiting
    await stage.clock.let_pass(20_000)
    await people[turn].do(said.Act, key=people[turn].scene.key, seat=turn, action="look")
    await stage.clock.let_pass(10_000)
    await until(lambda: people[0].scene.waiting != (turn,))
    await stage.house.close()
    table = Table(db, [person.transcript for person in people], [])
    assert table.found() == set()
    _hurried(table)
    assert "8" in table.found()


@pytest.fixture(params=["brag", "brag_poker", "stop_the_bus", "xap_xam"])
async def another(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    """A few turns of another game."""
    db = tmp_path / "tables.db"
    stage = await Stage.open(store=await Store.open(f"sqlite+aiosqlite:///{db}"))
    people = [Recorded(stage.house, (await stage.guest(name)).person) for name in ("Ann", "Ben", "Cat")]
    await seated(stage.house, people, game=request.param, options={"players": "3"})
    for turn in range(6):
        for seat in people[0].scene.waiting[:1]:  # empty where the deal is over
            await people[seat].send(people[seat].lay(Random(turn)))
    await stage.house.close()
    return Table(db, [person.transcript for person in people], [])


def test_another_sound_table_has_no_breach(another: Table) -> None:
    assert breaches(another.db, another.transcripts, another.outages) == []


def test_tokens_and_chips_out_of_nothing_are_found(another: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for game, field in ((BragGame, "chips"), (BragPokerGame, "chips"), (BusGame, "scores"), (XapXamGame, "scores")):
        monkeypatch.setattr(game, "deal", _with(game.deal, field))
    assert "4" in another.found()


def _with(true: Callable[..., State[Any]], field: str) -> Callable[..., State[Any]]:
    """Deals after which the first seat has one unit more."""

    def deal(*args: Any) -> State[Any]:
        state = true(*args)
        first, *others = getattr(state.public, field)
        return replace(state, public=replace(state.public, **{field: (first + 1, *others)}))

    return deal


def test_a_card_in_two_places_is_found_at_another_table(another: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (BragGame, BragPokerGame, BusGame, XapXamGame):
        true = game.deal
        monkeypatch.setattr(game, "deal", lambda *args, true=true: _doubled(true(*args)))
    another.sql("DELETE FROM log WHERE version > (SELECT MIN(version) + 1 FROM log WHERE CAST(entry AS TEXT) LIKE '%\"dealt\"%')")
    assert "5" in another.found()
