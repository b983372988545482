"""The list of games: those of installed distributions, and those that a program registers."""

import pickle
from copy import deepcopy
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Any

import pytest

from prial.bots import registry as bots
from prial.bots.bot import Bot, RandomBot
from prial.bots.registry import make, maker
from prial.bots.registry import names as bots_of
from prial.bots.roster import Roster
from prial.core import registry
from prial.core.game import Choices, View
from prial.core.record import Record
from prial.core.registry import exists, find, first, kinds, names, open_record
from prial.errors import PrialError, RecordError, RulesError
from prial.study.chunks import Counting
from prial.study.ladder import ladder
from prial.study.play import play
from prial.study.replay import go_through
from prial.study.work import Workers
from tests.meanwhile import KIND


@pytest.fixture(autouse=True)
def _nothing_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_added", {})


class Raising:
    """A bot of the test's own."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        return list(choices)[-1]


ROSTER = Roster(makers={"raising": Raising})


def test_the_first_game_is_named_by_the_installation_and_the_others_follow_by_name() -> None:
    assert names()[0] == first()
    assert list(names()[1:]) == sorted(names()[1:])
    assert [kind.name for kind in kinds()] == list(names())


def test_a_game_that_is_handed_over_is_found_by_its_name_from_then_on() -> None:
    assert not exists("meanwhile")
    with pytest.raises(RulesError, match="There is no game 'meanwhile'"):
        find("meanwhile")
    assert find(KIND) is KIND
    assert find("meanwhile") is KIND
    assert find(KIND) is KIND
    assert "meanwhile" in names()


def test_two_games_never_share_a_name() -> None:
    find(KIND)
    with pytest.raises(RulesError, match="There are two games called 'meanwhile'"):
        find(replace(KIND, title="Another"))
    with pytest.raises(RulesError, match=f"There are two games called '{first()}'"):
        find(replace(KIND, name=first(), schema=find(first()).schema))


def test_no_other_distribution_takes_the_place_of_a_game_that_prial_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    own = [point for point in entry_points(group=registry.GROUP) if point.name == "brag"]
    monkeypatch.setattr(registry, "entry_points", lambda group: [EntryPoint("brag", "evil:KIND", group), *own])
    with pytest.warns(RuntimeWarning, match="There are two games called 'brag'"):
        assert registry._installed.__wrapped__()["brag"].value == own[0].value


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("name", "variant", "'variant' has the options of 'meanwhile'"),
        ("guide", "mine.guide:guide", "the field 'guide' of the game 'meanwhile' is not a function"),
        ("bots", "mine.bots", "'bots' of the game 'meanwhile' is not of the form 'package.module:NAME'"),
        ("verbs", {"solve": "mine.solve"}, "'solve' of the game 'meanwhile' is not of the form 'package.module:NAME'"),
    ],
)
def test_a_field_of_a_kind_that_holds_something_else_is_refused_at_once(field: str, value: Any, says: str) -> None:
    with pytest.raises(TypeError, match=says):
        replace(KIND, **{field: value})


def test_a_part_that_cannot_be_loaded_is_named() -> None:
    with pytest.raises(RulesError, match="The bots of Meanwhile can't be loaded: No module named 'nowhere'"):
        replace(KIND, bots="nowhere:ROSTER").part("bots")


def test_a_game_and_a_bot_of_ones_own_are_played_replayed_and_measured() -> None:
    game = KIND.make()
    state, deals = play(game, [Raising(game), RandomBot(), RandomBot()], seed=[1], most=1)
    assert deals == 1
    assert sum(game.score(View(None, state.public, ()))) == 0
    record = Record(prial=1, game="meanwhile", seats=["A", "B", "C"])
    assert go_through(game, record).standing.decision is not None  # the game isn't registered
    with pytest.raises(RecordError, match="This is a record of meanwhile, and not of crash"):
        open_record(record, "crash")
    found = ladder(KIND, {}, [Raising], "random", 21, counting=Counting(Workers(1)))
    assert [each.bot for each in found.standings] == ["Raising", "random"]
    assert ladder(KIND, {}, [Raising], "random", 21, counting=Counting(Workers(2))) == found


def test_bots_that_others_add_stand_beside_the_games_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of another distribution that fails doesn't remove the game's own bots."""
    broken = {"crash.gone": "nowhere:ROSTER", "crash.none": f"{__name__}:Raising"}
    points = [EntryPoint(name, value, bots.GROUP) for name, value in {"crash.here": f"{__name__}:ROSTER", **broken}.items()]
    monkeypatch.setattr(bots, "_added", lambda: points)
    bots._rosters.cache_clear()
    with pytest.warns(RuntimeWarning, match="crash.*can't be loaded") as warned:
        assert bots_of("crash")[:2] == ("random", "raising")
    assert [str(each.message) for each in warned] == [
        "The bot 'crash.gone' can't be loaded: No module named 'nowhere'.",
        "The bot 'crash.none' can't be loaded: it doesn't name a Roster.",
    ]
    assert bots.best("crash") == bots_of("crash")[-1] == "sharp"
    assert bots.about("crash", "raising") == "A bot of the test's own."
    bots._rosters.cache_clear()


def test_a_bot_of_ones_own_is_loaded_for_the_person_at_the_machine_and_never_for_a_stranger() -> None:
    find(KIND)
    game = KIND.make()
    assert bots_of(KIND) == ("random",)
    own: Bot = maker(KIND, f"{__name__}:Raising")(game)
    assert play(game, [own] * 3, seed=[1], most=1)[1] == 1
    with pytest.raises(RulesError, match="There is no bot 'os:abort' for meanwhile"):
        make(game, "os:abort")
    with pytest.raises(RulesError, match="The bot 'nowhere:Bot' can't be loaded: No module named 'nowhere'"):
        maker(KIND, "nowhere:Bot")
    with pytest.raises(PrialError, match="The bot 'os:Bot' can't be loaded: os has no 'Bot'"):
        maker(KIND, "os:Bot")


class Plain:
    """A bot that needs no table."""

    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        return choices.sample(rng)


class Failing(Plain):
    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        return 1 // 0


class Cheating(Plain):
    def choose(self, view: View[Any], choices: Choices[Any], rng: Random) -> Any:
        return "five aces"


def test_a_bot_that_wants_no_table_is_made_without_one() -> None:
    assert [
        each.bot for each in ladder("crash", {"preset": "nine"}, [Plain], "greedy", 1, counting=Counting(Workers(1))).standings
    ] == [
        "Plain",
        "greedy",
    ]


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("Failing", r"The bot .*:Failing failed: ZeroDivisionError: .* by zero \(test_registry.py, line \d+\)\."),
        ("Cheating", "The bot .*:Cheating answered 'five aces', which isn't allowed there."),
        ("Plain.choose", "The bot .* can't be loaded"),
        ("KIND", "The bot .*:KIND failed: TypeError: 'Kind' object is not callable"),
    ],
)
def test_what_goes_wrong_in_a_bot_of_ones_own_is_said_to_be_its(bot: str, says: str) -> None:
    with pytest.raises(PrialError, match=says):
        ladder("crash", {"preset": "nine"}, [f"{__name__}:{bot}"], "greedy", 1, counting=Counting(Workers(1)))


def test_a_game_is_copied_and_pickled_as_its_name() -> None:
    for kind in kinds():
        assert pickle.loads(pickle.dumps(kind)) is kind  # noqa: S301  # our own
        assert deepcopy(kind) is kind
    mine = pickle.dumps(KIND)
    with pytest.raises(RulesError):
        pickle.loads(mine)  # noqa: S301
    find(KIND)
    assert pickle.loads(mine) is KIND  # noqa: S301
