"""A table may agree before its first card to show all cards of all decks after each game; other tables never show them."""

import msgspec
import pytest

from prial.cards import names
from prial.fair.shuffle import Deck
from prial.fair.transcript import Transcript, verify
from prial.host import entries as log
from prial.host import messages as said
from prial.host.fairness import Turning, dealt
from tests.host.stage import MemoryStore, Stage
from tests.host.test_fairness import begun, deal, seated
from tests.host.test_table import live
from tests.host.turning import Turner, turn


def decks(store: MemoryStore, table: str) -> dict[int, Deck]:
    """The decks that were dealt at a table, from its log."""
    found, binding = {}, None
    for row in store.logs[table]:
        entry = log.DECODER.decode(row.entry)
        if isinstance(entry, log.Bound):
            binding = entry.binding
        if isinstance(entry, log.Dealt) and entry.numbers:
            assert binding is not None
            found[binding.shuffle] = binding.secret.decks[dealt(Turning(binding, entry.numbers))[0].deck]
    return found


def heard(turners: list[Turner], what: str) -> bool:
    """Whether anybody was sent this text."""
    return any(what.encode() in raw for turner in turners for raw in turner.guest.raw)


async def stopped(turners: list[Turner]) -> None:
    """All agree to stop the game."""
    for turner in turners:
        await turner.guest.do(said.Stop)
    await turn(*turners)


async def played(stage: Stage, *, open_decks: bool) -> tuple[list[Turner], Turner]:
    """Two deals, with a spectator; the game isn't over."""
    turners = await seated(stage, open_decks=open_decks)
    eve = Turner(await (await stage.guest("Eve")).look(turners[0].guest.table_id))
    await turners[0].guest.do(said.Start)
    await turn(*turners, eve)
    await deal(stage, turners, 2)
    return turners, eve


async def test_every_dealt_deck_is_shown_to_everybody_when_the_game_is_over_and_not_before() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    turners, eve = await played(stage, open_decks=True)
    everybody, table = [*turners, eve], turners[0].guest.table_id
    closed = decks(store, table)
    assert len(closed) == 2
    assert not any(heard(everybody, deck.key) for deck in closed.values())
    await stopped(everybody[:4])
    for turner in everybody:
        assert [each.opened for each in turner.checked()] == [True, True]
        assert {each.bound.shuffle: each.dealt for each in turner.shuffles} == closed
        assert "The game is over: now every card of every deck can be seen." in turner.guest.words


async def test_no_other_table_shows_a_deck_that_was_dealt() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    turners, eve = await played(stage, open_decks=False)
    await stopped(turners)
    assert live(turners[0].guest).status == "over"
    for turner in (*turners, eve):
        await turner.guest.ask(said.Shuffles(id="s"))
        assert not any(each.opened for each in turner.checked())
        found = await stage.house.shuffles(turner.guest.table_id, turner.guest.person)
        assert not any(deck.key.encode() in found for deck in decks(store, turner.guest.table_id).values())
    assert not any(heard([*turners, eve], deck.key) for deck in decks(store, turners[0].guest.table_id).values())


async def test_the_next_game_there_seals_its_decks_again() -> None:
    store = MemoryStore()
    stage = await Stage.open(store=store)
    turners = await begun(stage, open_decks=True)
    await stopped(turners)
    await turners[0].guest.do(said.Start)
    await turn(*turners)
    first, second = decks(store, turners[0].guest.table_id).values()
    assert heard(turners, first.key)
    assert not heard(turners, second.key)
    assert [each.opened for each in turners[0].checked()] == [True, False]
    await stopped(turners)
    assert [each.opened for each in turners[0].checked()] == [True, True]


async def test_decks_are_shown_too_where_everybody_goes_on_to_another_table() -> None:
    stage = await Stage.open()
    turners = await begun(stage, open_decks=True)
    await deal(stage, turners, 1)
    await turners[0].guest.do(said.Propose, game="brag")
    for turner in turners[1:3]:
        proposal = turner.guest.scene.next
        assert proposal is not None
        await turner.guest.do(said.Vote, proposal=proposal.number, agree=True)
    await turn(*turners)
    assert live(turners[0].guest).next_table
    assert [each.opened for each in turners[0].checked()] == [True]
    about = await stage.house.listing(live(turners[0].guest).next_table, turners[0].guest.person)
    assert about[1].open_decks


async def test_everybody_is_told_before_the_first_card() -> None:
    stage = await Stage.open()
    turners = await seated(stage, open_decks=True)
    for turner in turners:
        (welcome, *_) = [each for each in turner.guest.got if isinstance(each, said.Welcome)]
        assert (welcome.table.open_decks, welcome.scene.status) == (True, "open")


@pytest.mark.parametrize("shuffle", [0, 1])
async def test_a_deck_that_stays_closed_or_is_another_than_was_dealt_is_found(shuffle: int) -> None:
    stage = await Stage.open()
    turners, _ = await played(stage, open_decks=True)
    await stopped(turners)
    turners[0].hear()
    told = turners[0].transcript

    def why(change: object) -> str:
        each = list(told.shuffles)
        each[shuffle] = msgspec.structs.replace(each[shuffle], dealt=change)
        try:
            list(verify(Transcript(told.fair, told.table, told.seat, tuple(each), told.open)))
        except Exception as error:  # noqa: BLE001  # any refusal
            return str(error)
        return ""

    deck = told.shuffles[shuffle].dealt
    assert deck is not None
    cards = list(deck)
    other = Deck("".join([cards[1], cards[0], *cards[2:]]), deck.key)
    assert "doesn't hold the card that the house had committed to" in why(other)
    assert "doesn't hold each card" in why(Deck(names([0]) * 52, deck.key))
    assert ("its deck wasn't shown at the end of the game" in why(None)) == (shuffle == 0)  # the last game may not be over
