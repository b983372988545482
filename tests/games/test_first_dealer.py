"""The first dealer of every game. Source: G, "The initial dealer is chosen randomly, whichever mechanism players prefer"."""

from random import Random
from typing import Any

import pytest

from prial.cards import parse
from prial.core.chance import Draw, Pick
from prial.core.game import NATURE, Chance, Game, State, view
from prial.core.record import Record, read, replay, write, written_move
from prial.core.registry import find
from prial.core.step import Step, step
from prial.errors import RulesError
from prial.study.play import play
from prial.testing import check, pairs
from prial.testing.play import play as moments
from tests.games.first_dealer import NAMES, First
from tests.testing.games import GAMES, table

PLAYERS = 3


def game_of(name: str, **given: str | int) -> Game[Any, Any]:
    return find(name).make({"players": PLAYERS, **given})


def nature(game: Game[Any, Any], state: State[Any], outcome: Any) -> Step[Any, Any]:
    done = step(game, state, {}, NATURE, outcome)
    assert isinstance(done, Step), done
    return done


def cut(*cards: str) -> tuple[tuple[int, ...], ...]:
    return tuple(parse(card) for card in cards)


def dealt(game: Game[Any, Any], state: State[Any]) -> list[str]:
    """What everybody hears about the first deal."""
    node = game.node(state)
    assert isinstance(node, Chance)
    assert isinstance(node.draw, Draw)
    assert not node.draw.returned
    done = nature(game, state, node.draw.sample(Random(1)))
    return [told.event.say(NAMES) for told in done.told if told.heard_by(None)]


@pytest.mark.parametrize("name", GAMES)
def test_first_dealer_drawn(name: str) -> None:
    """Source: G."""
    game = game_of(name)
    node = game.node(game.start())
    assert node == Chance(Pick(PLAYERS))
    done = nature(game, game.start(), 2)
    assert [told.event.say(NAMES) for told in done.told] == ["C is drawn to deal first."]
    assert done.state.public.dealer == 2


@pytest.mark.parametrize("name", GAMES)
def test_first_dealer_cut(name: str) -> None:
    """The highest card deals, aces high; players level for it cut again, from the whole pack. Source: G; decided."""
    game = game_of(name, first_dealer="cut")
    level = nature(game, game.start(), cut("Ah", "Kd", "As"))
    assert level.state.public.cutting == (0, 2)
    assert [told.event.say(NAMES) for told in level.told][-1] == "A and C tie for the highest card and cut again."
    again = nature(game, level.state, cut("2s", "", "As"))
    assert (again.state.public.dealer, again.state.public.cutting) == (2, ())
    assert [told.event.say(NAMES) for told in again.told if told.heard_by(None)] == [
        "A cuts 2s.",
        "C cuts As.",
        "C has cut the highest card and deals first.",
    ]
    assert any("C deals" in sentence for sentence in dealt(game, again.state))


@pytest.mark.parametrize("name", GAMES)
def test_first_dealer_cut_cards_go_back_into_the_pack(name: str) -> None:
    """Each of them may be dealt again, and none is on the table. Source: decided."""
    game = game_of(name, first_dealer="cut")
    state = nature(game, game.start(), cut("Ah", "Kd", "Qs")).state
    assert not {card for pile in state.piles for card in pile} & set(parse("AhKdQs"))
    node = game.node(state)
    assert isinstance(node, Chance)
    assert isinstance(node.draw, Draw)
    assert len(node.draw.pool) == 52


@pytest.mark.parametrize("name", GAMES)
def test_first_dealer_named(name: str) -> None:
    """The game begins with the deal. Source: G."""
    game = game_of(name, first_dealer="named", named_dealer=3)
    assert game.start().public.dealer == 2
    assert any("C deals" in sentence for sentence in dealt(game, game.start()))


@pytest.mark.parametrize("name", GAMES)
def test_named_dealer(name: str) -> None:
    """The named dealer is at the table. Source: decided."""
    with pytest.raises(RulesError, match="nobody sits there"):
        game_of(name, first_dealer="named", named_dealer=4)


@pytest.mark.parametrize("how", ["drawn", "cut", "named"])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_from_its_record_however_its_dealer_is_found(name: str, how: str) -> None:
    game = find(name).make({"players": PLAYERS, "first_dealer": how, **GAMES[name].shortest})
    state, moves, first = game.start(), list[tuple[Any, Any]](), First(game.rules)
    for moment in moments(game, 5):
        if first.dealer is None:
            assert [told.event.say(NAMES) for told in moment.step.told] == first.take(moment.action)
        moves.append(written_move(game, moment.before, moment.seat, moment.action))
        state = moment.step.state
    record = read(write(Record(prial=1, game=name, seats=["A", "B", "C"], moves=moves)))
    *_, last = replay(game, record)
    assert isinstance(last.done, Step)
    assert last.done.state == state


@pytest.mark.parametrize("name", GAMES)
def test_nobody_learns_more_by_a_cut_than_the_cards_that_were_cut(name: str) -> None:
    options = {"players": PLAYERS, "first_dealer": "cut", **GAMES[name].shortest}
    game, knowledge = table(name, next(iter(find(name).schema.presets)), **options)
    report = check(game, games=1, seed=11, knowledge=knowledge, money=GAMES[name].money, each=2, least=0)
    assert sum(report.pairs.accepted.values())
    assert pairs(game, games=2, seed=12, moves=1), "without an oracle too, a cut is known to all"


@pytest.mark.parametrize("name", GAMES)
def test_a_cut_is_no_deal(name: str) -> None:
    """The ladder and others that count deals don't count it."""
    bots = find(name).needed("bots").makers
    game = game_of(name, first_dealer="cut")
    first = next(iter(bots.values()))(game)
    state, deals = play(game, [first] * PLAYERS, seed=[4], most=1)
    assert deals == state.public.deal == 1


def test_a_spectator_sees_as_much_of_the_cut_as_the_seats() -> None:
    game = game_of("crash", first_dealer="cut")
    done = nature(game, game.start(), cut("Ah", "Kd", "As"))
    assert len({view(done.state, seat).public for seat in (None, 0, 1, 2)}) == 1
    assert all(told.heard_by(None) for told in done.told)
