"""Which games there are: those of installed distributions, and those that a program hands over."""

from dataclasses import replace
from importlib.metadata import EntryPoint
from random import Random
from typing import Any

import pytest

from prial.bots import registry as bots
from prial.bots.bot import RandomBot
from prial.bots.registry import make, maker
from prial.bots.registry import names as bots_of
from prial.bots.roster import Roster
from prial.core import registry
from prial.core.game import Choices, View
from prial.core.record import Record
from prial.core.registry import exists, find, first, kinds, names, open_record
from prial.errors import PrialError, RecordError, RulesError
from prial.study.ladder import ladder
from prial.study.play import play
from prial.study.replay import go_through
from tests.meanwhile import KIND


@pytest.fixture(autouse=True)
def _nothing_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_added", {})


class Raising:
    """A bot of one's own."""

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
        find(replace(KIND, name=first()))


def test_a_game_and_a_bot_of_ones_own_are_played_replayed_and_measured() -> None:
    game = KIND.make()
    state, deals = play(game, [Raising(game), RandomBot(), RandomBot()], seed=[1], most=1)
    assert deals == 1
    assert sum(game.score(View(None, state.public, ()))) == 0
    record = Record(prial=1, game="meanwhile", seats=["A", "B", "C"])
    assert go_through(game, record).standing.decision is not None  # nobody has made the game known
    with pytest.raises(RecordError, match="This is a record of meanwhile, and not of Another"):
        open_record(record, replace(KIND, name="Another"))
    found = ladder(KIND, {}, [Raising], "random", 3, workers=1)
    assert [each.bot for each in found.standings] == ["Raising", "random"]


def test_bots_that_others_add_stand_beside_the_games_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of theirs that fails takes no bot of the game's away."""
    points = [EntryPoint("crash.here", f"{__name__}:ROSTER", bots.GROUP), EntryPoint("crash.gone", "nowhere:ROSTER", bots.GROUP)]
    monkeypatch.setattr(bots, "_added", lambda: points)
    bots._rosters.cache_clear()
    with pytest.warns(RuntimeWarning, match="The bot 'crash.gone' can't be loaded: No module named 'nowhere'"):
        assert bots_of("crash")[-1] == "raising"
    assert bots.best("crash") == "sharp"
    assert bots.about("crash", "raising") == "A bot of one's own."
    bots._rosters.cache_clear()


def test_a_bot_of_ones_own_is_loaded_for_the_person_at_the_machine_and_never_for_a_stranger() -> None:
    find(KIND)
    game = KIND.make()
    assert bots_of(KIND) == ("random",)
    own = maker(KIND, f"{__name__}:Raising")(game)
    assert type(own).__name__ == "Raising"
    with pytest.raises(RulesError, match="There is no bot 'os:abort' for meanwhile"):
        make(game, "os:abort")
    with pytest.raises(RulesError, match="The bot 'nowhere:Bot' can't be loaded: No module named 'nowhere'"):
        maker(KIND, "nowhere:Bot")
    with pytest.raises(PrialError, match="The bot 'os:Bot' can't be loaded: os has no 'Bot'"):
        maker(KIND, "os:Bot")
