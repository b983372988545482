"""Bots play a game to its end; what can't sit at a table or be a seed is refused in a sentence."""

from typing import Any

import pytest

from prial.bots.bot import Bot
from prial.bots.registry import make
from prial.core.record import read, write
from prial.core.registry import find
from prial.core.session import Session
from prial.errors import RulesError
from prial.study.play import match, play

GAME = find("stop_the_bus").make({"players": 2, "tokens": 1})


def test_bots_may_be_named_and_a_seed_may_be_one_number() -> None:
    bots = [make(GAME, name) for name in ("random", "conductor")]
    assert play(GAME, ["random", "conductor"], 7) == play(GAME, bots, [7]) == play(GAME, [bots[0], "conductor"], (7,))
    assert play(GAME, bots, 7) != play(GAME, bots, 8)


@pytest.mark.parametrize(
    ("bots", "seed", "sentence"),
    [
        (["random"], 1, "This table has 2 seats, and bots were given for 1"),
        (["random", "genius"], 1, "There is no bot 'genius'"),
        (["random", "cmd:./bot"], 1, "cmd:./bot isn't a name: .* give prial.bots.program.Program\\(game, './bot'\\)"),
        (["random", None], 1, "None can't take a seat: give the name of a bot"),
        (["random", type(make(GAME, "random"))], 1, "can't take a seat"),
        (["random", "random"], None, "None is no seed: give a whole number"),
        (["random", "random"], 0.5, "0.5 is no seed"),
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
