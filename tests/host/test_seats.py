"""A seat that changes hands: nobody sees another player's hand by sitting down, and nobody has to play one."""

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from prial.bots.bot import BOT_NAMES
from prial.core.game import EVERYBODY, Decision, view
from prial.core.registry import find
from prial.errors import PrialError
from prial.host import entries as log
from prial.host import messages as said
from prial.host import telling
from prial.host.fold import fold, fold_all
from prial.host.live import Live
from prial.host.table_request import TableRequest
from tests.campaigns import soaking
from tests.host.next_table import gone_on
from tests.host.stage import Guest, MemoryStore, Stage
from tests.host.test_table import FOUR, code, four, lay, live
from tests.testing.games import GAMES, HOSTED


async def newcomer(stage: Stage, people: list[Guest], name: str = "Eve") -> Guest:
    """A person who comes to watch."""
    return await (await stage.guest(name)).look(people[0].table_id)


def seen_by_all(guest: Guest) -> said.Seen | None:
    """What a spectator sees of a table."""
    scene = telling.scene(live(guest), None)
    return msgspec.json.decode(msgspec.json.encode(scene), type=said.Scene).view


async def deal_is_over(stage: Stage, people: list[Guest]) -> None:
    """Everybody plays until a deal is over."""
    for person in people:
        await lay(person)
    await stage.clock.let_pass(3000)
    assert people[0].scene.rest is not None


async def test_nobody_sits_down_on_a_live_hand_and_plays_from_the_next_deal() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[2].do(said.Leave)
    eve = await newcomer(stage, people)
    assert isinstance(await eve.do(said.Sit, seat=2), said.Saved)
    assert live(eve).seat_of(eve.person.id) is None
    assert eve.scene.view == seen_by_all(eve)
    assert (eve.scene.seats[2].kind, eve.scene.seats[2].next) == ("open", "Eve")
    assert "Eve sits down with the next deal." in people[0].words
    fay = await newcomer(stage, people, "Fay")
    assert code(await fay.do(said.Sit, seat=2)) == "table.taken"
    assert code(await people[0].do(said.AddBot, seat=2, bot="sharp")) == "table.taken"
    await deal_is_over(stage, [people[0], people[1], people[3]])
    assert eve.viewer == 2
    assert eve.scene.view == seen_by_all(eve)  # the hand that the house played isn't hers
    for person in [*people[:2], eve, people[3]]:
        await person.do(said.Ready, key=person.scene.rest)
    assert eve.scene.view is not None
    assert "?" not in eve.scene.view.piles[2]
    assert isinstance(await lay(eve), said.Saved)


async def test_the_owners_puppet_sees_no_live_hand() -> None:
    """A player is removed in the middle of a hand, and an accomplice of the owner sits down."""
    stage = await Stage.open()
    people = await four(stage)
    await people[0].do(said.Remove, seat=2)
    assert "Cat is asked to leave." in people[2].words
    assert people[2].viewer is None
    assert people[2].scene.view == seen_by_all(people[2])
    eve = await newcomer(stage, people)
    await eve.do(said.Sit, seat=2)
    assert eve.scene.view == seen_by_all(eve)
    for _ in range(3):  # the house's stand-in plays
        await stage.clock.let_pass(2500)
    assert people[0].scene.seats[2].locked
    assert eve.scene.view == seen_by_all(eve)
    assert people[2].scene.view == seen_by_all(people[2])
    assert code(await people[2].do(said.Sit, seat=2)) == "table.taken"


async def test_who_was_removed_comes_back_with_the_next_deal_at_the_earliest() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[0].do(said.Remove, seat=2)
    assert isinstance(await people[2].do(said.Sit, seat=2), said.Saved)
    assert people[2].viewer is None
    assert isinstance(await people[2].do(said.Leave), said.Saved)
    assert people[0].scene.seats[2].next == ""
    assert code(await people[2].do(said.Leave)) == "table.not_seated"


async def test_who_left_comes_back_to_their_own_hand() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[2].do(said.Leave)
    assert isinstance(await people[2].do(said.Sit, seat=2), said.Saved)
    assert people[2].viewer == 2
    assert people[2].scene.view is not None
    assert "?" not in people[2].scene.view.piles[2]


async def test_who_left_in_an_earlier_deal_has_no_claim_on_somebody_elses_hand() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[2].do(said.Leave)
    eve = await newcomer(stage, people)
    await eve.do(said.Sit, seat=2)
    others = [people[0], people[1], people[3]]
    await deal_is_over(stage, others)
    for person in [*others, eve]:
        await person.do(said.Ready, key=person.scene.rest)
    await eve.do(said.Leave)
    assert isinstance(await people[2].do(said.Sit, seat=2), said.Saved)
    assert people[2].viewer is None


async def test_whoever_has_a_seat_reserved_is_waited_for_by_nobody_and_may_be_sent_away() -> None:
    stage = await Stage.open()
    people = await four(stage, clock="fast")
    await people[2].do(said.Leave)
    eve = await newcomer(stage, people)
    await eve.do(said.Sit, seat=2)
    assert isinstance(await people[0].do(said.Remove, seat=2), said.Saved)
    assert eve.scene.seats[2].next == ""
    assert "Eve is asked to leave." in people[0].words
    # at a table that all have left, a person with a reserved seat keeps the deal going
    await eve.do(said.Sit, seat=2)
    for person in (people[1], people[3], people[0]):
        await person.do(said.Leave)
    assert eve.scene.status == "live"
    await stage.clock.let_pass(20_000)
    assert eve.viewer == 2
    await eve.do(said.Leave)
    assert eve.scene.status == "paused"


async def test_a_deserted_deal_stands_still_when_the_last_reservation_goes() -> None:
    stage = await Stage.open()
    people = await four(stage)
    for person in people:
        await person.do(said.Leave)
    assert people[0].scene.status == "paused"
    eve = await newcomer(stage, people)
    await eve.do(said.Sit, seat=2)
    assert eve.scene.status == "live"
    await eve.do(said.Leave)
    assert eve.scene.status == "paused"


async def test_a_reserved_seat_is_taken_when_the_game_is_voted_to_its_end() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[2].do(said.Leave)
    eve = await newcomer(stage, people)
    await eve.do(said.Sit, seat=2)
    for person in (people[0], people[1], people[3]):
        await person.do(said.Stop)
    assert eve.scene.status == "over"
    assert eve.viewer == 2
    assert eve.scene.view == seen_by_all(eve)


async def test_who_has_a_seat_reserved_goes_along_to_another_game() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[2].do(said.Leave)
    eve = await newcomer(stage, people)
    await eve.do(said.Sit, seat=2)
    await people[0].do(said.Propose, game="crash", options={"players": 4})
    proposal = live(people[0]).proposal
    assert proposal is not None
    for person in (people[1], people[3]):
        await person.do(said.Vote, proposal=proposal.number, agree=True)
    await deal_is_over_or_gone(stage, [people[0], people[1], people[3]])
    following = stage.house.tables[live(people[0]).next_table].live
    assert following.people[2] == eve.person.id


async def deal_is_over_or_gone(stage: Stage, people: list[Guest]) -> None:
    """Everybody plays until nobody is left."""
    for person in people:
        await lay(person)
    await stage.clock.let_pass(3000)
    assert live(people[0]).next_table


async def test_a_log_of_before_seats_its_people_at_once_as_it_did() -> None:
    """In a log of an older version, a person who sits down during a deal gets its hand, and nobody is barred."""
    stage = await Stage.open()
    people = await four(stage)
    rows = await stage.house.store.log(people[0].table_id)
    history = fold_all([(log.DECODER.decode(row.entry), row.at) for row in rows])
    left = log.DECODER.decode(b'{"what":"left","seat":2,"removed":true}')
    sat = log.DECODER.decode(b'{"what":"sat","seat":2,"person":"eve","name":"Eve"}')
    invited = log.DECODER.decode(b'{"what":"invited","invite":"x"}')
    after = history[-1].after
    for entry in (left, sat, invited):
        after = fold(after, entry, 0).after
    assert after.state == history[-1].after.state
    assert after.eyes(2) == 2
    assert after.admitted >= history[-1].after.admitted
    assert not after.barred


# --- bans and links ---------------------------------------------------------------------------------------------------


async def test_who_is_removed_for_good_neither_looks_nor_talks_nor_sits() -> None:
    stage = await Stage.open()
    people = await four(stage)
    table = people[0].table_id
    invite = await stage.house.invitation(table, people[0].person)
    assert isinstance(await people[0].do(said.Remove, seat=2, ban=True), said.Saved)
    assert (people[2].got[-1], len([m for m in people[2].got if isinstance(m, said.Bye)])) == (
        said.Bye("table.barred", "You were asked to leave this table, and not to come back.", again=False),
        1,
    )
    assert code(await people[2].do(said.Say, text="hello")) == "table.barred"
    assert code(await people[2].do(said.Sit, seat=2)) == "table.barred"
    told = len(people[2].raw)
    assert people[2].connection is not None
    people[2].connection.hello(said.Hello())
    assert [type(m) for m in people[2].got[told:]] == [said.Bye]
    with pytest.raises(PrialError, match="not to come back"):
        await people[2].look(table)
    with pytest.raises(PrialError, match="not to come back"):
        await stage.house.join(people[2].person, invite)
    # the others play on, and this is still so after a restart
    assert isinstance(await lay(people[1]), said.Saved)
    again = await Stage.open("later", store=stage.house.store, clock=stage.clock)
    with pytest.raises(PrialError, match="not to come back"):
        await Guest(again.house, people[2].person).look(table)


async def test_who_only_watches_is_asked_to_leave_by_the_owner_and_stays_away() -> None:
    stage = await Stage.open()
    ann, *_ = people = await four(stage)
    table = ann.table_id
    eve, fay = [await (await stage.guest(name)).look(table) for name in ("Eve", "Fay")]
    found = await ann.ask(said.Watchers(id="w"))
    assert isinstance(found, said.Watching)
    assert [each.name for each in found.people] == ["Eve", "Fay"]
    number = found.people[0].number
    assert code(await people[1].do(said.ShowOut, number=number)) == "table.owner"
    assert isinstance(await ann.do(said.ShowOut, number=number), said.Saved)
    assert (eve.got[-1].code, fay.got[-1]) == ("table.barred", fay.got[-1])  # type: ignore[union-attr]
    assert not any(isinstance(each, said.Bye) for each in fay.got)
    assert code(await eve.do(said.Say, text="hello")) == "table.barred"
    with pytest.raises(PrialError, match="not to come back"):
        await eve.look(table)
    assert code(await ann.do(said.ShowOut, number=number)) == "table.no_looker"
    again = await Stage.open("later", store=stage.house.store, clock=stage.clock)
    with pytest.raises(PrialError, match="not to come back"):
        await Guest(again.house, eve.person).look(table)


async def test_a_player_is_not_shown_out_as_somebody_who_watches() -> None:
    stage = await Stage.open()
    ann, ben, cat = [await stage.guest(name) for name in ("Ann", "Ben", "Cat")]
    await ann.look(await stage.table(ann, FOUR, public=True))
    await ben.look(ann.table_id)
    await cat.look(ann.table_id)
    found = await ann.ask(said.Watchers(id="w"))
    assert isinstance(found, said.Watching)
    await ben.do(said.Sit, seat=1)
    assert code(await ann.do(said.ShowOut, number=found.people[0].number)) == "table.no_looker"
    assert isinstance(await ann.do(said.ShowOut, number=found.people[1].number), said.Saved)
    assert live(ann).seats[1].person == ben.person.id


async def test_the_owner_bars_nobody_by_leaving() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[0].do(said.Remove, seat=0, ban=True)
    assert not live(people[1]).barred


async def test_a_new_invitation_shuts_out_who_only_had_the_old_one() -> None:
    stage = await Stage.open()
    ann, ben, cat = [await stage.guest(name) for name in ("Ann", "Ben", "Cat")]
    table = await stage.table(ann, FOUR, public=False)
    await ann.look(table)
    invite = await stage.house.invitation(table, ann.person)
    for guest in (ben, cat):
        await stage.house.join(guest.person, invite)
        await guest.look(table)
    await ben.do(said.Sit, seat=1)
    await ann.do(said.Invite)
    assert isinstance(cat.got[-1], said.Bye)
    assert not any(isinstance(m, said.Bye) for m in ben.got)
    with pytest.raises(PrialError, match="private"):
        await cat.look(table)
    await stage.house.join(cat.person, await stage.house.invitation(table, ann.person))
    await cat.look(table)


async def test_who_is_barred_does_not_find_the_table_in_the_list() -> None:
    stage = await Stage.open()
    people = await four(stage)
    table = people[0].table_id
    await people[0].do(said.Remove, seat=2, ban=True)
    eve = await stage.guest("Eve")
    assert [each.id for each in (await stage.house.listed(eve.person)).live] == [table]
    assert [each.id for each in (await stage.house.listed(None)).live] == [table]
    listed = await stage.house.listed(people[2].person)
    assert not [*listed.live, *listed.open, *listed.mine]
    assert people[2].person.id.encode() not in msgspec.json.encode(await stage.house.listed(eve.person))


async def test_a_ban_goes_along_to_the_next_table() -> None:
    stage = await Stage.open()
    people = await four(stage)
    table = people[0].table_id
    invite = await stage.house.invitation(table, people[0].person)
    await people[0].do(said.Remove, seat=2, ban=True)
    await gone_on([people[0], people[1], people[3]])
    following = live(people[0]).next_table
    assert following
    with pytest.raises(PrialError, match="not to come back"):
        await stage.house.join(people[2].person, invite)
    with pytest.raises(PrialError, match="not to come back"):
        await people[2].look(following)


async def test_the_owner_is_not_barred_by_giving_up_a_seat_that_is_reserved() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    await ann.look(await stage.table(ann))
    await ann.do(said.Remove, seat=0)
    assert isinstance(await ann.do(said.Sit, seat=0), said.Saved)
    assert live(ann).reserved
    assert isinstance(await ann.do(said.Remove, seat=0, ban=True), said.Saved)
    assert not live(ann).barred


async def test_a_bot_is_not_called_like_whoever_is_to_sit_down() -> None:
    stage = await Stage.open()
    people = await four(stage)
    for person in people[2:]:
        await person.do(said.Leave)
    eve = await newcomer(stage, people, BOT_NAMES[0])
    await eve.do(said.Sit, seat=2)
    await people[0].do(said.AddBot, seat=3, bot="sharp")
    assert people[0].scene.seats[3].name not in {"", people[0].scene.seats[2].next}


async def test_bots_that_come_one_by_one_have_different_names() -> None:
    stage = await Stage.open()
    people = await four(stage)
    for seat in (2, 3):
        await people[0].do(said.Remove, seat=seat)
        await people[0].do(said.AddBot, seat=seat, bot="sharp")
    assert people[0].scene.seats[2].name != people[0].scene.seats[3].name


# --- every game -------------------------------------------------------------------------------------------------------


class Turnover:
    """A table at which players leave, are removed and come all the time, at any decision."""

    def __init__(self, stage: Stage, table: str, ann: Guest, seed: int) -> None:
        self.stage, self.table, self.ann, self.rng = stage, table, ann, Random(seed)
        self.here = [ann]
        self.came = self.took = 0

    @property
    def live(self) -> Live:
        return self.stage.house.tables[self.table].live

    async def go_on(self) -> None:
        """An event, or some time; then check that people without a hand see what everybody sees."""
        live, rng = self.live, self.rng
        guest = rng.choice(self.here)
        seat = live.seat_of(guest.person.id)
        node = live.node
        if rng.random() < 0.15:
            await self._turn_over(guest, seat)
        elif seat is None:
            await self.stage.clock.let_pass(3000)
        elif live.rest is not None:
            await guest.do(said.Ready, key=live.rest)
        elif isinstance(node, Decision) and live.status == "live" and seat in {*live.waiting, *node.also}:
            assert live.state is not None
            action = live.game.write(live.game.choices(view(live.state, seat)).sample(rng))
            answer = await guest.do(said.Act, key=live.key, seat=seat, action=action)
            assert code(answer) in {"", "table.between"}
        elif live.status == "paused":
            await self.ann.do(said.Resume)
        else:
            await self.stage.clock.let_pass(rng.choice((900, 3000, 40_000)))
        self._check()

    async def _turn_over(self, guest: Guest, seat: int | None) -> None:
        live, rng = self.live, self.rng
        if guest is self.ann:
            free = [each for each, sitter in enumerate(live.seats) if sitter.kind == "open" and each not in live.reserved]
            if free and len(self.here) < 6:
                self.came += 1
                new = await (await self.stage.guest(f"P{self.came}")).look(self.table)
                self.here.append(new)
                await new.do(said.Sit, seat=rng.choice(free))
            return
        if rng.random() < 0.5 and seat is not None:
            await self.ann.do(said.Remove, seat=seat, ban=rng.random() < 0.3)
        else:
            await guest.do(said.Leave)
        self.here.remove(guest)

    def _check(self) -> None:
        live = self.live
        assert live.status not in {"frozen", "ended"}
        for seat in live.newcomers:
            self.took += 1
            assert live.state is not None
            hidden = [who for who in live.state.seen if who != EVERYBODY and who >> seat & 1]
            assert not (live.between and hidden)


@pytest.mark.parametrize("seed", soaking(range(3), range(1)))
@pytest.mark.parametrize(("name", "preset"), HOSTED)
async def test_seats_change_hands_in_every_game_and_it_is_played_to_its_end(name: str, preset: str, seed: int) -> None:
    stage = await Stage.open(f"{name} {seed}", store=MemoryStore())
    ann = await stage.guest("Ann")
    options: dict[str, Any] = dict(GAMES[name].short)
    seats = find(name).make(options, preset).seats
    bots = [None] * 2 + ["random"] * (seats - 2)
    asked = TableRequest(game=name, preset=preset, options=options, clock="fast", public=True, bots=tuple(bots))
    table = await stage.house.create(ann.person, asked)
    await ann.look(table)
    ben = await (await stage.guest("Ben")).look(table)
    await ben.do(said.Sit, seat=1)
    await ann.do(said.Start)
    night = Turnover(stage, table, ann, seed)
    night.here.append(ben)
    while night.live.status in {"live", "paused"}:
        await night.go_on()
    assert night.live.status == "over"
    rows = await stage.house.store.log(table)
    again = fold_all([(log.DECODER.decode(row.entry), row.at) for row in rows])[-1].after
    assert replace(again, game=night.live.game) == night.live


# --- come in, sit down ---------------------------------------------------------------------------------------------


async def test_who_comes_in_sits_down_where_a_seat_is_free() -> None:
    stage = await Stage.open()
    ann = await stage.guest("Ann")
    table = await stage.table(ann, (None, "greedy", None, None), public=True)
    await ann.look(table)
    came = [await (await stage.guest(f"P{number}")).look(table) for number in range(4)]
    assert [code(await guest.do(said.Sit)) for guest in came] == ["", "", "", "table.full"]
    assert [guest.viewer for guest in came[:3]] == [2, 3, 1]  # bots make room last
    version = live(ann).version
    assert isinstance(await came[0].do(said.Sit), said.Saved)  # a seated player keeps the seat
    assert live(ann).version == version


async def test_who_comes_into_a_live_deal_has_a_seat_reserved() -> None:
    stage = await Stage.open()
    people = await four(stage)
    for person in people[1:3]:
        await person.do(said.Leave)
    eve, fay, gus = [await newcomer(stage, people, name) for name in ("Eve", "Fay", "Gus")]
    assert [code(await guest.do(said.Sit)) for guest in (eve, fay, gus)] == ["", "", "table.full"]
    assert [seat.next for seat in people[0].scene.seats] == ["", "Eve", "Fay", ""]
    assert isinstance(await eve.do(said.Sit), said.Saved)
    assert eve.scene.seats[1].next == "Eve"


async def test_who_comes_in_again_has_the_own_seat_of_this_game_and_no_other() -> None:
    stage = await Stage.open()
    people = await four(stage)
    for person in people[1:3]:
        await person.do(said.Leave)
    assert isinstance(await people[2].do(said.Sit), said.Saved)
    assert people[2].viewer == 2
    eve = await newcomer(stage, people)
    await eve.do(said.Sit)
    assert code(await people[1].do(said.Sit)) == "table.full"


# --- after a game -----------------------------------------------------------------------------------------------------


async def stopped_with_cats_seat_free(stage: Stage) -> tuple[list[Guest], str]:
    """A game that all stop in the middle of a hand, which Cat leaves unshown; with the key of the decision."""
    people = await four(stage)
    key = people[0].scene.key
    assert key is not None
    for person in people:
        await person.do(said.Stop)
    assert people[0].scene.status == "over"
    await people[2].do(said.Leave)
    return people, key


async def test_after_a_game_nobody_is_counted_or_advised_a_hand_that_was_another_players() -> None:
    stage = await Stage.open()
    people, key = await stopped_with_cats_seat_free(stage)
    eve = await newcomer(stage, people)
    assert isinstance(await eve.do(said.Sit, seat=2), said.Saved)
    for ask in (said.Suggest(id="s", key=key), said.Coach(id="c", key=key), said.Odds(id="o", key=key)):
        answer = await eve.ask(ask)
        assert isinstance(answer, said.Refused)
        assert answer.code == "table.nothing_asked"


async def test_who_had_a_seat_earlier_in_a_game_sees_no_hand_that_the_next_player_held_there() -> None:
    stage = await Stage.open()
    people = await four(stage)
    await people[2].do(said.Leave)
    eve = await newcomer(stage, people)
    await eve.do(said.Sit, seat=2)
    others = [people[0], people[1], people[3]]
    await deal_is_over(stage, others)
    for person in [*others, eve]:
        await person.do(said.Ready, key=person.scene.rest)
    for person in [*others, eve]:
        await person.do(said.Stop)
    await eve.do(said.Leave)
    assert isinstance(await people[2].do(said.Sit, seat=2), said.Saved)
    assert people[2].viewer == 2
    assert people[2].scene.view == seen_by_all(people[2])
