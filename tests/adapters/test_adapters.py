"""The games as environments of PettingZoo and OpenSpiel: the libraries' own tests pass, and no card leaks into an observation."""

import importlib
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from prial.adapters.playing import OPTIONS, Playing, options
from prial.core.game import Seat, State, View, view
from prial.core.registry import find, names
from prial.errors import ActionError, PrialError
from prial.testing import Nonconformance, pairs, position
from prial.testing.play import AnyGame, History
from tests.campaigns import sizes, soaking
from tests.testing.games import GAMES

SMALL: dict[str, dict[str, Any]] = {name: {"players": 2} for name in names()}
Looker = Callable[[AnyGame, History, Seat], Any]
"""Gives what an agent in a seat observes at the end of a history, as comparable values."""


def playing(name: str, deals: int = 1) -> Playing:
    return Playing(find(name).make(SMALL[name]), deals, for_chips=find(name).for_chips)


def played(here: Playing, seed: int) -> Playing:
    """Play to the end at random."""
    rng = Random(seed)
    while here.result is None:
        if (draw := here.draw) is not None:
            here.deal(draw.sample(rng))
        else:
            here.choose(rng.randrange(len(here.options)))
    return here


@pytest.mark.parametrize("name", names())
def test_every_option_is_allowed_and_equal_views_have_equal_ones(name: str) -> None:
    here, rng = playing(name), Random(1)
    while here.result is None:
        if (draw := here.draw) is not None:
            here.deal(draw.sample(rng))
            continue
        assert here.seat is not None
        seen = view(here.state, here.seat)
        choices = here.game.choices(seen)
        assert 0 < len(here.options) <= OPTIONS
        assert all(action in choices and not choices.at_once(action) for action in here.options)
        assert len(set(here.options)) == len(here.options)
        assert options(here.game, seen) == here.options
        here.choose(rng.randrange(len(here.options)))


@pytest.mark.parametrize("name", names())
def test_a_game_that_is_broken_off_has_so_many_deals(name: str) -> None:
    one, two = played(playing(name), 1), played(playing(name, 2), 1)
    assert len(one.returns) == len(two.returns) == 2


def test_there_is_no_option_beyond_the_list() -> None:
    here = playing("brag_poker")
    while (draw := here.draw) is not None:
        here.deal(draw.sample(Random(1)))
    with pytest.raises(ActionError, match="There is no option 64"):
        here.choose(OPTIONS)


def pettingzoo(name: str) -> Looker:
    module = importlib.import_module("prial.adapters.pettingzoo")
    env = module.PrialEnv(name, SMALL[name])
    env.reset(seed=1)

    def look(game: AnyGame, history: History, seat: Seat) -> Any:
        env.playing = Playing(game, None, for_chips=True)
        env.playing.state, env.playing.gathered = position(game, history)
        return {key: value.tobytes() for key, value in env.observe(f"seat_{seat}").items()}

    return look


def openspiel(name: str) -> Looker:
    module = importlib.import_module("prial.adapters.openspiel")
    rules = " ".join(f"{option}:{value}" for option, value in SMALL[name].items())
    played_here = module.PrialGame({"game": name, "rules": rules})
    observer = played_here.make_py_observer()

    def look(game: AnyGame, history: History, seat: Seat) -> Any:
        state = played_here.new_initial_state()
        state.playing.state, state.playing.gathered = position(game, history)
        observer.set_from(state, seat)
        asked = state.current_player()
        legal = [state.action_to_string(seat, each) for each in state.legal_actions()] if asked == seat else []
        told = observer.string_from(state, seat), state.information_state_string(seat)
        return observer.tensor.tobytes(), told, legal, asked

    return look


ADAPTERS = [
    pytest.param(pettingzoo, "pettingzoo", id="pettingzoo"),
    pytest.param(openspiel, "pyspiel", id="openspiel"),
]


def leaks(looker: Callable[[str], Looker], name: str, games: int) -> None:
    """Compare an agent's observations in pairs of worlds that it may not distinguish."""
    game = find(name).make(SMALL[name])
    look = looker(name)

    def same(viewer: Seat | None, one: History, two: History) -> None:
        assert viewer is not None
        if look(game, one, viewer) != look(game, two, viewer):
            raise Nonconformance("leak", f"seat {viewer} is given something else", name, len(one))

    knowledge = GAMES[name].knowledge(game.rules)
    found = pairs(game, games=games, seed=1, knowledge=knowledge, counts=0, moves=120, viewers=range(2), also=same)
    assert sum(found.accepted.values()) > 0


@pytest.mark.parametrize("games", sizes(1, 4))
@pytest.mark.parametrize("name", soaking(names(), ["brag", "stop_the_bus"]))
@pytest.mark.parametrize(("looker", "needs"), ADAPTERS)
def test_no_card_leaks_into_an_observation(looker: Callable[[str], Looker], needs: str, name: str, games: int) -> None:
    pytest.importorskip(needs)
    leaks(looker, name, games)


@pytest.mark.parametrize(("looker", "needs"), ADAPTERS)
def test_a_planted_leak_is_found(looker: Callable[[str], Looker], needs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip(needs)

    def all_seen(here: Playing, seat: Seat) -> tuple[View[Any], str]:
        state: State[Any] = here.state
        return View(seat, state.public, state.piles), ""

    monkeypatch.setattr(Playing, "look", all_seen)
    with pytest.raises(Nonconformance, match="is given something else"):
        leaks(looker, "crash", 8)


# PettingZoo's own card games give such a dictionary with a mask; its tests know those by name and warn about others
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
@pytest.mark.parametrize("name", names())
def test_pettingzoos_own_suite_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    suite = pytest.importorskip("pettingzoo.test")
    module = importlib.import_module("prial.adapters.pettingzoo")
    suite.api_test(module.PrialEnv(name, SMALL[name], deals=1), num_cycles=40)
    assert "Passed API test" in capsys.readouterr().out


def test_an_environment_played_again_from_its_seed_is_the_same() -> None:
    pytest.importorskip("pettingzoo")
    module = importlib.import_module("prial.adapters.pettingzoo")
    ends = []
    for _ in range(2):
        env = module.PrialEnv("crash", SMALL["crash"], deals=1)
        env.reset(seed=7)
        while env.agents:
            env.step(None if env.terminations[env.agent_selection] else 0)
        ends.append(env.playing.state)
    assert ends[0] == ends[1]


@pytest.mark.parametrize("name", names())
def test_openspiels_own_suite_passes(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    importlib.import_module("prial.adapters.openspiel")
    game = pyspiel.load_game("prial", {"game": name, "rules": "players=2", "deals": 1})
    pyspiel.random_sim_test(game, 2, True, False)  # how many games, whether they are serialised, and whether they are printed


@pytest.mark.parametrize(
    "rules",
    [
        "players=3, wild_cards=red threes, length=2",
        "players=3,wild_cards=red threes,length=2",
        " players = 3  wild_cards = red threes length=2 ",
        "players:3 wild_cards:red threes length:2",
    ],
)
def test_openspiel_takes_rules_as_they_are_written_elsewhere(rules: str) -> None:
    """The game's name, by which OpenSpiel loads it again, holds them too."""
    pyspiel = pytest.importorskip("pyspiel")
    importlib.import_module("prial.adapters.openspiel")
    same = find("brag").make({"players": 3, "wild_cards": "red threes", "length": 2}, "teen_patti")
    game = pyspiel.load_game("prial", {"game": "brag", "preset": "teen_patti", "rules": rules, "deals": 1})
    assert game.table == same
    assert pyspiel.load_game(str(game)).table == same


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"rules": "three"}, "The rules are written as option=value, with commas between, as in 'players=2', and not as 'three'"),
        ({"rules": "three, players=2"}, "and not as 'three, players=2'"),
        ({"rules": "=2"}, "and not as '=2'"),
        ({"rules": "players=2 three"}, "players can't be '2 three'"),
        ({"rules": "player=2"}, "There is no option 'player'; perhaps you meant players"),
        ({"rules": "players=2, preset=ours"}, "Give the preset in the parameter 'preset', and not among the rules"),
        ({"preset": "ours"}, "There is no preset 'ours'"),
        ({"game": "whist"}, "There is no game 'whist'"),
    ],
)
def test_openspiel_refuses_rules_in_a_sentence(given: dict[str, str], says: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    importlib.import_module("prial.adapters.openspiel")
    with pytest.raises(PrialError, match=says):
        pyspiel.load_game("prial", given)


def test_openspiel_deals_each_hand_with_the_probability_that_it_has() -> None:
    pytest.importorskip("pyspiel")
    module = importlib.import_module("prial.adapters.openspiel")
    state = module.PrialGame({"game": "brag_poker", "rules": "players:2"}).new_initial_state()
    chance = 1.0
    rng = np.random.default_rng(1)
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert abs(sum(each for _, each in outcomes) - 1) < 1e-9
        outcome, probability = outcomes[rng.integers(len(outcomes))]
        chance *= probability
        state.apply_action(outcome)
    assert chance < 1 / 20_000_000
    assert sum(len(pile) for pile in state.playing.state.piles) == 6
