"""Bots play a game to its end; what can't sit at a table or be a seed is refused in a sentence."""

from random import Random
from typing import Any

import pytest

from prial.bots.bot import Bot
from prial.bots.registry import make
from prial.core.game import Choices, View
from prial.core.record import read, write
from prial.core.registry import find, names
from prial.core.session import Session
from prial.errors import ActionError, RulesError
from prial.study.chunks import Counting
from prial.study.play import match, play
from prial.study.played import played
from prial.study.work import Workers

GAME = find("stop_the_bus").make({"players": 2, "tokens": 1})


class Liar:
    """A bot that gives one answer to everything."""

    def __init__(self, game: Any, answer: Any = None) -> None:
        self.answer = answer

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        return self.answer


def test_bots_may_be_named_and_a_seed_may_be_one_number() -> None:
    bots = [make(GAME, name) for name in ("random", "conductor")]
    assert play(GAME, ["random", "conductor"], 7) == play(GAME, bots, [7]) == play(GAME, [bots[0], "conductor"], (7,))
    assert play(GAME, bots, 7) != play(GAME, bots, 8)


def test_a_bot_may_be_given_by_its_class() -> None:
    """A class that takes an argument gets the game; a match names the player after the class."""
    kinds = [type(make(GAME, name)) for name in ("random", "conductor")]
    assert play(GAME, kinds, 7) == play(GAME, ["random", "conductor"], 7)
    assert match(GAME, kinds, 7).names == ("RandomBot 0", "Conductor 1")


@pytest.mark.parametrize(
    ("bots", "seed", "sentence"),
    [
        (["random"], 1, "This table has 2 seats, but bots were given for 1"),
        (["random", "genius"], 1, "There is no bot 'genius'"),
        ("random", 1, "For seated, play takes a list, and not 'random'"),
        (["random", "mine:Own"], 1, "No bot is called mine:Own: give the class itself \\(from mine import Own\\)"),
        (["random", "cmd:./bot"], 1, "No bot is called cmd:./bot: .* give prial.bots.program.Program\\(game, './bot'\\)"),
        (["random", None], 1, "None can't take a seat: give a bot's name"),
        (["random", lambda view, choices, rng: None], 1, "can't take a seat: give a bot's name, its class, or an object"),
        (["random", int], 1, "can't take a seat"),
        (["random", "random"], None, "None is not a seed: give a whole number"),
        (["random", "random"], 0.5, "0.5 is not a seed"),
    ],
)
def test_what_is_no_bot_or_no_seed_is_refused(bots: Any, seed: Any, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        play(GAME, bots, seed)


def test_a_match_keeps_the_game_that_is_played() -> None:
    """Its record plays again to the same state, and names the bots, so that a review judges against them."""
    bots: list[Bot | str] = ["random", make(GAME, "conductor")]
    session, (state, _) = match(GAME, bots, 7), play(GAME, bots, 7)
    assert session.state == state
    assert session.result
    record = read(write(session.record()))
    assert Session.of(record) == session
    assert record.seats == ["random 0", "Conductor 1"]
    assert record.notes == {"bots": {"0": "random"}}


def test_a_match_stops_where_the_game_stops() -> None:
    game = find("brag").make({"players": 2})
    session, (state, deals) = match(game, ["plain", "plain"], 7, ["Ann", "Ben"], most=2), play(game, ["plain", "plain"], 7, 2)
    assert deals == 2
    assert session.state == state
    assert session.names == ("Ann", "Ben")
    assert session.result is None


@pytest.mark.parametrize("through", [play, match])
@pytest.mark.parametrize("name", names())
def test_an_answer_that_the_rules_refuse_is_named_with_the_bot_and_the_seat(name: str, through: Any) -> None:
    """Any seat may be the first to answer, so the liar sits in all of them."""
    game = find(name).make({"players": 2})

    for answer, said in (("dance", "'dance'"), (None, "None"), (17, "17")):
        with pytest.raises(ActionError, match=rf"^Liar in seat [01] answered {said}, which isn't allowed: .*\.$"):
            through(game, [Liar(game, answer), Liar(game, answer)], 7)


def test_an_action_is_named_by_its_text() -> None:
    game = find("brag").make({"players": 2})

    class Spender:
        def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
            return game.read("bet 99")

    with pytest.raises(ActionError, match=r"^Spender in seat [01] answered 'bet 99', which isn't allowed: .*\.$"):
        play(game, [Spender(), Spender()], 7)


@pytest.mark.parametrize("game", names())
def test_deals_that_are_counted_name_a_wrong_answer_too(game: str) -> None:
    with pytest.raises(ActionError, match=r"^Liar in seat \d answered None, which isn't allowed: "):
        list(played(game, {"players": 3}, [Liar] * 3, 1, counting=Counting(Workers(1))))


@pytest.mark.parametrize("name", names())
def test_bots_play_on_from_a_state(name: str) -> None:
    """From the state after some moves, the rest of the deal is played; a state is written with the record."""
    game = find(name).make()
    begun = match(game, ["random"] * game.seats, 1, most=1)
    for moves in (0, 2, 3, len(begun.moves)):
        session = Session(game, shuffles=False)
        for seat, action in begun.moves[:moves]:
            session.do(seat, action)
        on = match(game, ["random"] * game.seats, 2, most=1, start=session.state)
        again, deals = play(game, ["random"] * game.seats, 2, 1, start=session.state)
        assert (on.state, deals) == (again, 1)
        assert Session.of(read(write(on.record())), shuffles=False).state == on.state
    whole = match(GAME, ["random"] * 2, 1).state
    assert play(GAME, ["random"] * 2, 1, start=whole) == (whole, 0)


def test_a_state_of_another_game_is_refused() -> None:
    with pytest.raises(RulesError):
        play(GAME, ["random"] * 2, 1, start=find("brag").make().start())
