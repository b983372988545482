"""Many games of the same bots in several processes, each with its record."""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from prial.bots.bot import RandomBot
from prial.core.game import Choices, View
from prial.core.record import Record, read_all, write_all
from prial.core.registry import find, names
from prial.core.session import Session
from prial.errors import PrialError, RecordError, RulesError
from prial.study.chunks import Counting
from prial.study.matches import matches
from prial.study.play import match
from prial.study.results import results
from prial.study.work import Workers

ALONE = Counting(Workers(1))
TABLE = find("brag").make({"players": 3, "length": 2})
BOTS = ["plain", "random", "novice"]


class Counted:
    """A bot that remembers how often it was asked, and plays by that."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, _view: View[Any], choices: Choices[Any], _rng: Random) -> Any:
        self.asked += 1
        return choices.answer(Random(self.asked))


class Endless:
    """A bot that never answers."""

    def choose(self, _view: View[Any], _choices: Choices[Any], _rng: Random) -> Any:
        while True:
            pass


def test_each_game_is_the_match_with_its_number() -> None:
    found = [*matches(TABLE, BOTS, 5, seed=7, names=["Ann", "Ben", "Cal"], counting=ALONE)]
    players = [("Ann", "plain"), ("Ben", "random"), ("Cal", "novice")]
    for number, record in enumerate(found):
        seated = players[-number % 3 :] + players[: -number % 3]
        session = match(TABLE, [bot for _, bot in seated], (7, number), [name for name, _ in seated])
        assert record == session.record()
        assert Session.of(record) == session
    assert [record.seats[0] for record in found] == ["Ann", "Cal", "Ben", "Ann", "Cal"]


def test_without_turns_everybody_stays() -> None:
    found = [*matches(TABLE, BOTS, 4, turns=False, most=1, counting=ALONE)]
    assert {tuple(record.seats) for record in found} == {("plain 0", "random 1", "novice 2")}
    assert found == [match(TABLE, BOTS, (1, number), most=1).record() for number in range(4)]


@pytest.mark.parametrize("bots", [BOTS, [Counted, Counted, RandomBot]])
def test_the_games_are_the_same_in_several_processes(bots: list[Any]) -> None:
    """A bot that remembers plays the same, too: each game has bots of its own."""
    alone = [*matches(TABLE, bots, 11, counting=ALONE)]
    assert [*matches(TABLE, bots, 11, counting=Counting(Workers(2)))] == alone
    assert len({tuple(map(str, record.moves)) for record in alone}) == 11


@pytest.mark.parametrize("game", names())
def test_records_of_every_game_are_kept_and_summed_up(game: str) -> None:
    table = find(game).make({"players": 2})
    found = [*matches(table, ["random", "random"], 3, most=1, names=["Ann", "Ben"], counting=ALONE)]
    assert [*read_all("".join(write_all(found)))] == found
    assert {(each.player, each.games) for each in results(found)} == {("Ann", 3), ("Ben", 3)}
    assert {record.version for record in found} == {table.version}


def test_a_table_of_an_older_version_stays_one() -> None:
    kind = find("brag")
    old = kind.reopen({"players": 2, "length": 1}, None, 1)
    [record] = matches(old, ["random", "random"], 1, counting=ALONE)
    assert record.version == 1 != kind.make().version
    assert record == match(old, ["random", "random"], (1, 0)).record()


def test_records_come_one_at_a_time() -> None:
    stream = matches(TABLE, BOTS, 10**9, most=1, counting=ALONE)
    assert isinstance(stream, Iterator)
    assert isinstance(next(stream), Record)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing can be stopped there")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_takes_too_long_ends_the_match(workers: int) -> None:
    with pytest.raises(PrialError, match=r"^The bot Endless took more than 0\.5 seconds for an answer\.$"):
        [*matches(TABLE, [RandomBot, Endless, RandomBot], 12, seconds=0.5, counting=Counting(Workers(workers)))]


def test_with_time_enough_a_limit_changes_nothing() -> None:
    assert [*matches(TABLE, BOTS, 3, seconds=1000, counting=ALONE)] == [*matches(TABLE, BOTS, 3, counting=ALONE)]


@pytest.mark.parametrize(
    ("bots", "games", "how", "error", "says"),
    [
        (BOTS[:2], 1, {}, RulesError, "This table has 3 seats, but bots were given for 2"),
        (["nobody", *BOTS[1:]], 1, {}, RulesError, "nobody"),
        ([RandomBot(), *BOTS[1:]], 1, {}, RulesError, "give its class"),
        (BOTS, 0, {}, RulesError, "games can't be '0'"),
        (BOTS, 1, {"most": 0}, RulesError, "most can't be '0'"),
        (BOTS, 1, {"names": ["Ann"]}, RecordError, "3 players, but there are names for 1"),
        (BOTS, 1, {"names": ["Ann", "", "Ben"]}, RecordError, "can't be called"),
        (BOTS, 1, {"seconds": 0}, ValueError, "a number of seconds above 0"),
        (BOTS, "many", {}, RulesError, "For games, matches takes a whole number"),
    ],
)
def test_what_is_wrong_is_refused_at_the_call(bots: list[Any], games: Any, how: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        matches(TABLE, bots, games, **how)
