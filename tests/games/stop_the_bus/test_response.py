"""Answers to bots of Stop the Bus: a planted fault is found, and what was found by luck isn't told."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from prial.bots.registry import make
from prial.core.game import Choices, View, view
from prial.core.registry import find
from prial.games.stop_the_bus import BusGame, Table
from prial.games.stop_the_bus.bots import Conductor, Thumb
from prial.games.stop_the_bus.choices import Turn, with_call
from prial.games.stop_the_bus.state import Action, write_action
from prial.games.stop_the_bus.study import response
from prial.games.stop_the_bus.study.response import (
    USUAL,
    Ahead,
    Manner,
    Mannered,
    Nudge,
    Player,
    drawn,
    gained,
    measured,
    places,
    search,
)
from prial.ranks.brag import ranking
from tests.games.stop_the_bus.table import Playing


def table(**given: Any) -> BusGame:
    game = find("stop_the_bus").make({"players": 2, **given})
    assert isinstance(game, BusGame)
    return game


class Hasty(Thumb):
    """Stops the bus with anything."""

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        turn = Turn(self.game.rules, view)
        best = super().choose(view, choices, rng)
        return best if turn.no_call is not None or best in map(with_call, turn.exchanges) else with_call(best)  # type: ignore[arg-type]


def test_a_bot_that_stops_the_bus_with_anything_is_found() -> None:
    game = table()
    bot = Hasty(game)
    gain = measured(game, search(game, bot), bot, 200)
    assert gain.mean > 4 * gain.error


def test_a_bot_gains_nothing_on_itself() -> None:
    """Exactly: what the others pay and what it pays are the same tokens, when each deal is played from every seat."""
    for players in (2, 3):
        game = table(players=players)
        assert gained(game, Thumb(game), Thumb(game), range(40), 1) == pytest.approx([0] * 40)


def test_what_was_best_by_luck_is_measured_in_other_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[int] = []
    plain = response.gained

    def watched(game: BusGame, player: Any, bot: Any, numbers: Sequence[int], seed: int) -> list[float]:
        met.extend(numbers)
        return plain(game, player, bot, numbers, seed)

    monkeypatch.setattr(response, "gained", watched)
    game = table()
    found = search(game, Thumb(game), first=1)
    searched = {*met}
    met.clear()
    measured(game, found, Thumb(game), 30)
    assert len(met) == 30
    assert not searched & {*met}


def test_the_same_seed_finds_the_same_player() -> None:
    game = table()
    found = [search(game, make(game, "novice"), seed, first=1) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


def test_players_differ_in_every_number() -> None:
    rng = Random(1)
    many = np.array([drawn(rng) for _ in range(50)] + [USUAL.varied(rng) for _ in range(50)])
    assert (many.std(axis=0) > 0.05).all()
    assert (many[:, 4:] >= 0).all()


def test_a_search_begins_with_those_who_follow_the_bot_only_where_it_can_be_followed() -> None:
    game = table(players=3)
    alone, following = response._sorts(game, Conductor(game), Random(1))
    assert {type(player) for player in alone} == {Manner}
    assert {type(player) for player in following} == {Nudge}
    (single,) = response._sorts(game, Thumb(game), Random(1))
    assert len(single) == len(alone) + len(following)
    two = table(players=2)
    *_, ahead = response._sorts(two, Conductor(two), Random(1))
    assert [type(player) for player in ahead] == [Ahead]


def test_a_player_who_is_the_bot_itself_is_told_as_such() -> None:
    assert "Nothing better" in Nudge(0, 0, 0, 0).told()
    assert "+10, +0" in Nudge(0.1, 0, 0, 0).told()


def test_a_player_who_plays_as_the_bot_does_gains_nothing() -> None:
    game = table()
    bot = Conductor(game)
    assert gained(game, Nudge(0, 0, 0, 0).seated(game), bot, range(4), 1) == pytest.approx([0] * 4)


def test_a_player_stops_the_bus_sooner_or_later_than_the_bot_that_it_follows() -> None:
    t = Playing(players=2).deal("AhKsKd", "2s5d7c", middle="3h9d8c")
    seen = view(t.state, t.table.seat)
    sooner, later = (Nudge(by, by, by, by).seated(t.game).choose(seen, t.game.choices(seen), Random(1)) for by in (1.0, -1.0))
    assert write_action(sooner).endswith("stop the bus")
    assert "stop" not in write_action(later)


@pytest.mark.soak
def test_a_bot_that_stops_too_late_is_found_by_one_that_follows_it() -> None:
    """A planted fault: the bot is the conductor, but hardly ever stops the bus."""
    game = table()

    class Late(Conductor):
        def worths(self, view: View[Table], usual: Action, rng: Random) -> dict[Action, NDArray[np.float64]]:
            found = super().worths(view, usual, rng)
            return {action: worth - 0.5 * ("stop" in write_action(action)) for action, worth in found.items()}

    bot = Late(game)
    gain = measured(game, search(game, bot), bot, 400)
    assert gain.mean > 3 * gain.error


def test_places_count_the_hands_that_are_worse() -> None:
    of = ranking()
    found = places(of)
    assert found[1] == 0
    assert found[of.size] == pytest.approx(1 - 4 / 22_100)
    assert (np.diff(found[1:]) > 0).all()


@pytest.mark.parametrize("player", [USUAL, Manner(0.9, 0.9, 0.9, 0.9, 1.0, 0.5), Nudge(0.1, 0.1, 0.1, 0.1)])
def test_a_player_sees_its_view_and_nothing_else(player: Player) -> None:
    """The same view with other cards behind it gives the same answer."""
    t = Playing(players=3).deal("Ks9h4d", "8s8d3c", "7c6d5s", middle="Qc8h2d").do("take Qc put 4d")
    other = Playing(players=3).deal("Js9c4d", "8s8d3c", "AcAdAs", middle="Qc8h2d").do("take Qc put 4d")
    seen = view(t.state, 1)
    assert seen == view(other.state, 1)
    did = [player.seated(each.game).choose(seen, each.game.choices(seen), Random(5)) for each in (t, other)]
    assert did[0] == did[1]
    assert t.game.choices(seen).why_not(did[0]) is None


def test_who_grudges_leaves_less_and_who_hopes_keeps_what_may_become_something() -> None:
    """Of two ways to the same pair, the one that leaves no ace is taken."""
    t = Playing(players=2).deal("AhKsKd", "2s5d7c", middle="3h9d8c")
    t.do("take 3h put 3h")
    grudges = Mannered(t.game, Manner(1.1, 1.1, 1.1, 1.1, 0.0, 1.0))
    assert grudges.choose(view(t.state, t.table.seat), t.game.choices(view(t.state, t.table.seat)), Random(1))
