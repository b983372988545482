"""A bot in the process of its table has a limited time for each answer. Nothing here measures how long anything takes."""

import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from prial.bots.bot import RandomBot
from prial.bots.limited import Limited
from prial.bots.registry import label
from prial.core.game import Choices, View
from prial.core.registry import find
from prial.core.session import Session
from prial.errors import PrialError, RulesError
from prial.study.play import match

SESSION = Session(find("brag").make({"players": 2}), seed=1)
SEAT = SESSION.waiting[0]
LONG = 1000.0
"""A limit that no bot here reaches."""
stops = pytest.mark.skipif(sys.platform == "win32", reason="nothing can be stopped there")


class Doing:
    """A bot that does something, and then takes any action."""

    def __init__(self, does: Callable[[], Any]) -> None:
        self.does = does

    def choose(self, _view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        self.does()
        return choices.answer(rng)


def asked(bot: Any, seconds: float) -> Any:
    return Limited(bot, seconds).choose(SESSION.view(SEAT), SESSION.choices(SEAT), Random(1))


def for_ever() -> None:
    while True:
        pass


def for_ever_whatever_happens() -> None:
    while True:
        with suppress(Exception):  # as careless bots do
            time.sleep(0.001)


@stops
@pytest.mark.parametrize("does", [for_ever, for_ever_whatever_happens, lambda: time.sleep(LONG)])
def test_a_bot_that_never_answers_is_stopped(does: Callable[[], Any]) -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(PrialError, match=r"^The bot Doing took more than 0\.02 seconds for an answer\.$"):
        asked(Doing(does), 0.02)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_an_answer_in_time_is_the_bots_own_and_leaves_nothing_behind() -> None:
    assert asked(RandomBot(), LONG) == SESSION.choices(SEAT).answer(Random(1))
    with pytest.raises(ZeroDivisionError):
        asked(Doing(lambda: 1 // 0), LONG)
    if sys.platform != "win32":
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_in_another_thread_a_late_answer_is_refused_once_it_has_come() -> None:
    found, done = list[str](), list[str]()

    def answer_late() -> None:
        time.sleep(0.02)
        done.append("answered")

    def ask() -> None:
        try:
            asked(Doing(answer_late), 0.001)
        except PrialError as error:
            found.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert found == ["The bot Doing took more than 0.001 seconds for an answer."]
    assert done == ["answered"], "it can't be stopped there"


@stops
def test_a_timer_of_the_programs_own_is_left_alone() -> None:
    signal.setitimer(signal.ITIMER_REAL, LONG)
    try:
        with pytest.raises(PrialError, match="took more than"):
            asked(Doing(lambda: time.sleep(0.02)), 0.001)
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def test_a_game_is_played_with_such_bots_and_ends_where_one_is_late() -> None:
    table = find("brag").make({"players": 2, "length": 1})
    limited = match(table, [Limited(RandomBot(), LONG), Limited(RandomBot(), LONG)], seed=1, names=["Ann", "Ben"])
    assert limited == match(table, ["random", "random"], seed=1, names=["Ann", "Ben"])
    assert label(Limited(RandomBot(), LONG)) == "RandomBot"
    with pytest.raises(PrialError, match="The bot Doing took more than"):
        match(table, [Doing(lambda: None), Limited(Doing(lambda: time.sleep(0.02)), 0.001)], seed=1)


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_a_limit_is_above_nothing_and_has_an_end(seconds: float) -> None:
    with pytest.raises(ValueError, match="a number of seconds above 0"):
        Limited(RandomBot(), seconds)


@pytest.mark.parametrize("bot", ["plain", RandomBot, None])
def test_only_a_bot_that_has_been_made_has_a_limit(bot: Any) -> None:
    with pytest.raises(RulesError, match="can't have a time limit: give a bot object"):
        Limited(bot, LONG)
