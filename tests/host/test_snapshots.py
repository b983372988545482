"""A table loaded from any of its snapshots equals the one from its whole log, and tells everybody the same."""

from itertools import product
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from prial.core.registry import find
from prial.host import entries as log
from prial.host import messages as said
from prial.host import snapshots, telling
from prial.host.fold import fold, fold_all
from prial.host.live import Live
from prial.host.table_request import TableRequest
from tests.host.stage import Guest, MemoryStore, Stage
from tests.host.test_seats import Turnover
from tests.testing.games import GAMES, HOSTED

FURTHER = 40
"""Entries after the snapshot for which a loaded table is compared."""
BETWEEN = 17
"""Entries between two snapshots that are compared."""
MOST = 200
"""Events at a table."""
CASES = {
    *("reserved", "barred", "left a hand", "newcomer", "gathered", "undo", "stop", "hurry", "proposal", "paused", "late"),
    *("ready", "another link", "other rules"),
}
OURS = "Ours"
"""Title of the rules that the owner sets before the game begins."""
LENT: dict[str, Any] = {"short": "borrow", "lender": "players", "purse": 10, "ante": 2}


class Unruly(Turnover):
    """A table with everything else too: new links, votes, other games, moves taken back."""

    async def go_on(self) -> None:
        if self.rng.random() < 0.25:
            await self._meddle(self.rng.choice(self.here))
        await super().go_on()

    async def _meddle(self, guest: Guest) -> None:
        live, rng = self.live, self.rng
        seat = live.seat_of(guest.person.id)
        commands: list[tuple[type[said.Command], dict[str, Any]]] = [
            (said.Invite, {}),
            (said.Say, {"phrase": "hello"}),
            (said.Pause, {}),
            (said.Back, {}),
            (said.Hurry, {}),
            (said.Propose, {"game": "stop_the_bus"}),
            (said.Stop, {"agree": len(live.stop) < 2}),
        ]
        if live.proposal is not None:
            commands += [(said.Vote, {"proposal": live.proposal.number, "agree": False})] * 3
        if seat is not None and live.undo is not None:
            commands += [(said.Offer, {"seat": seat}), (said.Answer, {"seat": live.offer or 0, "agree": True})] * 3
        if seat is not None and live.key is not None and seat in live.gathered:
            commands += [(said.Unlock, {"key": live.key, "seat": seat})] * 3
        command, given = rng.choice(commands)
        await guest.do(command, **given)


async def played(name: str, preset: str, seed: int, **options: Any) -> list[Any]:
    """The log of a table at which many things happened."""
    stage = await Stage.open(f"{name} {seed}", store=MemoryStore())
    people = [await stage.guest(name) for name in ("Ann", "Ben", "Cat", "Dan")]
    options = {**GAMES[name].short, **options}
    seats = find(name).make(options, preset).seats
    bots = [*[None] * len(people), *["random"] * seats][:seats]
    asked = TableRequest(game=name, preset=preset, options=options, clock="fast", public=True, bots=tuple(bots))
    table = await stage.house.create(people[0].person, asked)
    for seat, guest in enumerate(people[:seats]):
        await guest.look(table)
        await guest.do(said.Sit, seat=seat)
    await people[0].do(said.Rules, preset=preset, options=options, title=OURS)
    await people[0].do(said.Start)
    night = Unruly(stage, table, people[0], seed)
    night.here = people[:seats]
    for _ in range(MOST):
        if night.live.status not in {"live", "paused"}:
            break
        await night.go_on()
    return [(log.DECODER.decode(row.entry), row.at) for row in await stage.house.store.log(table)]


def odd(live: Live) -> set[str]:
    """Special conditions of a table that a snapshot might lose."""
    there = {
        "reserved": live.reserved,
        "barred": live.barred,
        "left a hand": live.left_hands,
        "newcomer": live.newcomers,
        "gathered": live.gathered,
        "undo": live.undo,
        "stop": live.stop,
        "hurry": live.hurry,
        "proposal": live.proposal,
        "paused": live.left is not None,
        "late": live.late,
        "ready": live.ready,
        "another link": live.invite != live.opened.invite,
        "other rules": live.opened.title == OURS,
    }
    return {name for name, case in there.items() if case}


def told(applied: Any) -> list[bytes]:
    """What everybody is told about an entry."""
    return [msgspec.json.encode(telling.update(applied, viewer)) for viewer in (None, *range(len(applied.after.seats)))]


def compare(rows: list[Any], every: int) -> set[str]:
    """Load a table from several of its snapshots and compare it; returns the special conditions that occurred.

    Snapshots are taken at regular distances, and where a condition occurs for the first time.
    """
    history, cases = fold_all(rows), set[str]()
    for at, before in enumerate(history):
        live = before.after
        if at % every and odd(live) <= cases:
            continue
        cases |= odd(live)
        taken = snapshots.taken(live, 0)
        assert taken is not None
        loaded = snapshots.restored(taken)
        assert loaded is not None
        assert loaded is not live
        for whole, (entry, when) in zip(history[at + 1 : at + 1 + FURTHER], rows[at + 1 :], strict=False):
            applied = fold(loaded, entry, when)
            loaded = applied.after
            assert replace(loaded, game=whole.after.game) == whole.after
            assert told(applied) == told(whole)
    return cases


def test_a_snapshot_is_read_after_a_docstring_was_rewritten_and_not_after_a_field_was_renamed() -> None:
    def layout(docstring: str, field: str) -> str:
        public = msgspec.defstruct("Table", [(field, int)], namespace={"__doc__": docstring})
        return snapshots._made_with("crash", 1, public)

    assert layout("What everybody sees.", "pot") == layout("The public part of the table.", "pot")
    assert layout("What everybody sees.", "pot") != layout("What everybody sees.", "chips")
    assert layout("What everybody sees.", "description") != layout("What everybody sees.", "pot")


async def test_a_table_loaded_from_any_snapshot_goes_on_as_from_its_start() -> None:
    """One game after the other, until all special conditions occurred; `make soak` plays all of them."""
    cases = set[str]()
    for seed, (name, preset) in product((1, 4), reversed(HOSTED)):
        cases |= compare(await played(name, preset, seed), BETWEEN)
        if cases == CASES:
            break
    assert cases == CASES


async def test_a_table_at_which_chips_are_lent_is_loaded_as_it_was() -> None:
    rows = await played("brag", "pagat", 2, **LENT)
    assert any(isinstance(entry, log.Acted) and entry.action.startswith(("lend", "ask")) for entry, _ in rows)
    compare(rows, 3)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("name", "preset"), HOSTED)
async def test_tables_loaded_from_all_snapshots_go_on_as_from_their_start(name: str, preset: str, seed: int) -> None:
    compare(await played(name, preset, seed), 1)
