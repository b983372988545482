"""A table deals as `docs/fair-shuffle.md` describes: each client can check its messages without the house."""

from random import Random

import msgspec
import pytest

from prial.cards import PACK, best_first, parse
from prial.core.chance import Draw, Group
from prial.core.game import EVERYBODY, State, view
from prial.fair.hashes import promise
from prial.fair.transcript import Group as Shown
from prial.fair.transcript import verify
from prial.host import entries as log
from prial.host import messages as said
from prial.host.fairness import Fair, bind, promised, provable, tied
from prial.host.fold import BrokenLogError, fold_all
from prial.host.table_request import TableRequest
from tests.fair.deals import chance
from tests.host.stage import FullStore, Guest, MemoryStore, Stage
from tests.host.test_table import FOUR, code, lay, live
from tests.host.turning import Turner, turn
from tests.testing import games
from tests.testing.games import GAMES, HOSTED_FIRST


async def sitting(stage: Stage, guests: list[Guest], table: str) -> list[Turner]:
    """People sit down one after the other, and each promises a number."""
    turners = [Turner(guest) for guest in guests]
    for seat, turner in enumerate(turners):
        await stage.house.join(turner.guest.person, stage.house.tables[table].live.invite)
        await turner.guest.look(table)
        if seat:
            await turner.guest.do(said.Sit, seat=seat)
        await turner.promise()
    return turners


async def seated(stage: Stage, seats: int = 4, **asked: object) -> list[Turner]:
    """People at a table who have each promised a number; the game hasn't begun."""
    guests = [await stage.guest(name) for name in ("Ann", "Ben", "Cat", "Dan")[:seats]]
    asked = {"public": True, "start": False, "options": {"first_dealer": "named"}, **asked}
    table = await stage.table(guests[0], FOUR, **asked)
    turners = await sitting(stage, guests, table)
    for seat in range(seats, 4):
        await guests[0].do(said.AddBot, seat=seat, bot="greedy")
    return turners


async def begun(stage: Stage, seats: int = 4, **asked: object) -> list[Turner]:
    """The same, with the first hand dealt."""
    turners = await seated(stage, seats, **asked)
    assert isinstance(await turners[0].guest.do(said.Start), said.Saved)
    await turn(*turners)
    return turners


async def deal(stage: Stage, turners: list[Turner], until: int) -> None:
    """Play until this many deals are over."""
    while len([each for each in turners[0].shuffles if each.turned]) < until or turners[0].guest.scene.rest is None:
        for guest in [turner.guest for turner in turners]:
            if guest.scene.rest is not None:
                await guest.do(said.Ready, key=guest.scene.rest)
            elif guest.viewer in guest.scene.waiting:
                assert isinstance(await lay(guest), said.Saved)
        await turn(*turners)
        await stage.clock.let_pass(2500)
        await turn(*turners)


async def all_ready(turners: list[Turner]) -> None:
    """Go on to the next deal."""
    for turner in turners:
        await turner.guest.do(said.Ready, key=turner.guest.scene.rest)


def hand(guest: Guest) -> set[int]:
    """A player's own cards of Crash."""
    view = guest.scene.view
    assert view is not None
    return set(parse(view.piles[guest.viewer or 0]))


async def test_everybody_can_check_their_own_hand_and_what_was_shown() -> None:
    stage = await Stage.open()
    turners = await begun(stage)
    for turner in turners:
        (found,) = turner.checked()
        assert set(found.cards) == hand(turner.guest)
        assert (found.people, found.own, found.mine) == (4, True, 13)
    await deal(stage, turners, 2)
    for turner in turners:
        first, second = turner.checked()
        for each in (first, second):
            assert len(each.cards) > 13 + 12  # including the cards that others showed
            assert each.mine == 13
        assert first.words == turners[0].checked()[0].words


async def test_who_looks_on_checks_what_is_shown_and_nothing_before() -> None:
    stage = await Stage.open()
    turners = await seated(stage)
    eve = Turner(await (await stage.guest("Eve")).look(turners[0].guest.table_id))
    await turners[0].guest.do(said.Start)
    await turn(*turners, eve)
    (found,) = eve.checked()
    assert (found.cards, found.people, found.own) == ((), 4, False)
    await deal(stage, turners, 1)
    assert len(eve.checked()[0].cards) >= 36


async def test_a_table_whose_people_promise_nothing_deals_at_once_and_says_so() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    table = await stage.table(ann)
    await ann.look(table)
    assert ann.scene.waiting
    assert ann.turning == said.Turning()
    assert live(ann).fair.turning is None
    assert not any(isinstance(m, said.Update) and m.fair is not msgspec.UNSET for m in ann.got)


async def test_nothing_is_dealt_before_the_numbers_and_no_number_is_told_before_all_are_here() -> None:
    stage = await Stage.open()
    turners = await seated(stage)
    await turners[0].guest.do(said.Start)
    assert live(turners[0].guest).fair.waits
    turners[0].hear()  # Ann opens her number
    await stage.clock.let_pass(100)
    assert live(turners[0].guest).fair.waits
    assert not turners[0].guest.scene.waiting
    number = turners[0].shuffles[0].mine
    assert number is not None
    assert not any(number.encode() in raw for turner in turners for raw in turner.guest.raw)
    await turn(*turners)
    assert turners[0].guest.scene.waiting


async def test_a_number_that_does_not_come_voids_the_shuffle_once_and_the_next_goes_without() -> None:
    stage = await Stage.open()
    turners = await seated(stage)
    turners[2].silent = True
    await turners[0].guest.do(said.Start)
    await turn(*turners)
    await stage.clock.let_pass(1999)
    assert live(turners[0].guest).fair.waits
    await stage.clock.let_pass(1)
    await turn(*turners)
    void, second = turners[0].checked()
    assert (void.void, second.people) == ((2,), 3)
    assert [len(each.cards) for each in turners[2].checked()] == [0, 13]  # and Cat's client can still check
    turning = turners[0].guest.turning
    assert (turning.void, turning.people, turning.promised) == (1, (0, 1, 3), (0, 1, 3))
    await deal(stage, turners, 1)
    await all_ready(turners)
    assert live(turners[0].guest).fair.waits
    before = stage.clock.now()
    await turn(*turners)  # nobody waits for Cat's number again
    assert not live(turners[0].guest).fair.waits
    assert stage.clock.now() == before
    assert all(turner.checked()[-1].people == 3 for turner in turners)


async def test_a_number_that_fits_no_promise_is_let_go() -> None:
    stage = await Stage.open()
    turners = await seated(stage)
    await turners[0].guest.do(said.Start)
    for opened in (
        said.OpenNumber(1, "A" * 43),
        said.OpenNumber(2, "A" * 43),
    ):
        assert turners[1].guest.connection is not None
        turners[1].guest.connection.number(opened)
    await turn(*turners)
    assert turners[0].checked()[0].people == 4


async def test_bots_and_those_who_are_not_connected_add_nothing() -> None:
    stage = await Stage.open()
    turners = await seated(stage, 3)
    turners[2].guest.gone()
    await turners[0].guest.do(said.Start)
    await turn(*turners[:2])
    assert turners[0].checked()[0].people == 2


async def test_a_restart_between_any_two_steps_goes_on_with_the_same_deck() -> None:
    for kill in ("promised", "bound", "half", "dealt"):
        store = MemoryStore()
        stage = await Stage.open(store=store)
        turners = await seated(stage)
        if kill != "promised":
            await turners[0].guest.do(said.Start)
        if kill == "half":
            turners[0].hear()
        if kill == "dealt":
            await turn(*turners)
        bound = live(turners[0].guest).fair.turning
        await stage.house.close()
        again = await Stage.open("another chance", store, stage.clock)
        for turner in turners:
            turner.hear()
            turner.guest.house = again.house
            await turner.guest.look(turner.guest.table_id, said.Hello(live(turner.guest).version, turner.guest.viewer))
        if kill == "promised":
            await turners[0].guest.do(said.Start)
        for turner in turners:  # a client that comes back opens its number again
            if turner.shuffles and turner.shuffles[-1].turned is None and turner.shuffles[-1].mine:
                assert turner.guest.connection is not None
                turner.guest.connection.number(said.OpenNumber(1, turner.shuffles[-1].mine))
        await turn(*turners)
        if bound is not None:
            now = live(turners[0].guest).fair.turning
            assert now is not None
            assert now.binding == bound.binding
        assert [turner.checked()[0].mine for turner in turners] == [13] * 4
        assert fold_all([(log.DECODER.decode(row.entry), row.at) for row in store.logs[turners[0].guest.table_id]])


async def test_a_log_whose_deal_is_not_its_decks_is_broken() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    turners = await begun(stage)
    rows = store.logs[turners[0].guest.table_id]
    entries = [log.DECODER.decode(row.entry) for row in rows]
    at = next(at for at, entry in enumerate(entries) if isinstance(entry, log.Dealt))
    dealt = entries[at]
    assert isinstance(dealt, log.Dealt)
    first, second, *rest = dealt.outcome["hands"]
    entries[at] = msgspec.structs.replace(dealt, outcome={**dealt.outcome, "hands": [second, first, *rest]})
    with pytest.raises(BrokenLogError):
        fold_all([(entry, 0) for entry in entries])


async def test_a_disk_that_is_full_while_numbers_come_deals_when_it_is_not() -> None:
    store = FullStore()
    stage = await Stage.open(store=store)
    turners = await seated(stage)
    await turners[0].guest.do(said.Start)
    store.full = True
    await turn(*turners)
    await stage.clock.let_pass(3000)
    assert live(turners[0].guest).fair.waits
    store.full = False
    await stage.clock.let_pass(1000)
    await turn(*turners)
    assert turners[0].checked()[0].people == 4


async def test_a_pause_while_numbers_come_deals_when_it_is_over() -> None:
    stage = await Stage.open()
    turners = await seated(stage)
    await turners[0].guest.do(said.Start)
    await turners[0].guest.do(said.Pause)
    await turn(*turners)
    await stage.clock.let_pass(5000)
    assert live(turners[0].guest).fair.waits
    await turners[1].guest.do(said.Resume)
    await turn(*turners)
    assert [turner.checked()[0].mine for turner in turners] == [13] * 4


async def test_who_comes_back_asks_for_what_may_be_known() -> None:
    stage = await Stage.open()
    turners = await begun(stage)
    ann = turners[0]
    before = ann.checked()
    again = await Guest(stage.house, ann.guest.person, 100).look(ann.guest.table_id)
    answer = await again.ask(said.Shuffles(id="s"))
    assert isinstance(answer, said.Shuffled)
    assert answer.shuffle is not None
    told = msgspec.structs.replace(ann.transcript, shuffles=(msgspec.structs.replace(answer.shuffle, mine=ann.shuffles[0].mine),))
    assert [set(each.cards) for each in verify(told)] == [set(each.cards) for each in before]
    eve = await (await stage.guest("Eve")).look(ann.guest.table_id)
    answer = await eve.ask(said.Shuffles(id="s"))
    assert isinstance(answer, said.Shuffled)
    assert answer.shuffle is not None
    assert answer.shuffle.proofs == ()


def test_of_a_hand_that_was_changed_only_its_owner_is_told_which_cards_are_new() -> None:
    """Others see the hand at the showdown; the places of its cards would tell which were drawn."""
    draw = Draw(best_first(PACK), (Group("hands", (3, 3), apart=True),))
    fair = tied(promised(Fair(), ((0, "A" * 43),)), bind(promised(Fair(), ((0, "A" * 43),)), "T1", draw, [0], chance(1)))
    assert fair.turning is not None
    turning = msgspec.structs.replace(fair.turning, numbers=((0, "A" * 43),))
    binding = msgspec.structs.replace(turning.binding, promises=((0, promise("T1", "A" * 43)),))
    fair = msgspec.structs.replace(fair, turning=msgspec.structs.replace(turning, binding=binding))
    fair = msgspec.structs.replace(fair, draws=((Shown("hands", (3, 3)),), (Shown("drawn", (0, 1)),)))
    first, second = fair.cards[:3], (*fair.cards[3:5], fair.cards[6])
    shown: State[object] = State(None, tuple([(card,) for card in (*first, *second)]), (EVERYBODY,) * 6)
    assert provable(fair, shown, None) == set(first)
    assert provable(fair, shown, 0) == set(first)
    assert provable(fair, shown, 1) == {*first, *second}
    later = msgspec.structs.replace(fair, deal=1)  # a new deal from the same pack: earlier cards aren't proved again
    assert provable(later, shown, None) == {fair.cards[6]}


async def test_only_who_sits_there_promises() -> None:
    stage = await Stage.open()
    turners = await begun(stage)
    eve = await (await stage.guest("Eve")).look(turners[0].guest.table_id)
    assert code(await eve.do(said.Promise, promise="A" * 43)) == "table.not_seated"


async def test_the_first_dealer_is_picked_by_the_numbers_too() -> None:
    stage = await Stage.open()
    turners = await begun(stage, options={"first_dealer": "drawn"})
    picked, dealt = turners[0].checked()
    assert (picked.cards, dealt.mine) == ((), 13)
    assert turners[0].shuffles[0].picked is not None


@pytest.mark.parametrize(("name", "preset"), HOSTED_FIRST)
async def test_every_game_can_be_checked_by_all_who_play_and_look_on(name: str, preset: str) -> None:
    stage = await Stage.open(f"{name} {preset}")
    game = games.table(name, preset, **GAMES[name].shortest)[0]
    guests = [await stage.guest(f"P{seat}") for seat in range(game.seats)]
    asked = TableRequest(game=name, preset=preset, options=dict(GAMES[name].shortest), clock="none", public=True)
    table = await stage.house.create(guests[0].person, asked)
    turners = await sitting(stage, guests, table)
    everybody = [*turners, Turner(await (await stage.guest("Eve")).look(table))]
    await guests[0].do(said.Start)
    rng = Random(f"{name} {preset}")
    for _ in range(60):
        await turn(*everybody)
        assert [turner.unproved for turner in everybody] == [set()] * len(everybody)
        now = live(guests[0])
        if now.status != "live" or now.state is None:
            break
        for guest in guests if now.rest is not None else ():
            await guest.do(said.Ready, key=now.rest)
        for seat in now.waiting:
            action = game.choices(view(now.state, seat)).answer(rng)
            await guests[seat].do(said.Act, key=now.key, seat=seat, action=game.write(action))
    await turn(*everybody)
    found = [each for turner in everybody for each in turner.checked()]  # reading it back refuses everything that doesn't fit
    assert any(each.cards for each in found)
