"""The output of ``prial solve``, for programs and for people, and what it refuses."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from prial.study.solve.cfr import Solver
from tests.cli.conftest import Prial, one_sentence

SMALL = ("solve", "brag", "--chips", "3", "--set", "max_raise=0", "--set", "last_chip=covers")


def shown(prial: Prial, *args: str) -> Any:
    done = prial(*args, "--json")
    assert done.exit_code == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_solve_shape(prial: Prial) -> None:
    found = shown(prial, *SMALL, "--iterations", "40", "--to", "0")
    assert {"chips": 3, "ante": 1, "bets": "all", "hands": "places", "turns": 10, "iterations": 40}.items() <= found.items()
    assert [step["iterations"] for step in found["history"]] == [20, 40]
    assert found["history"][-1]["exploitability"] == found["exploitability"] < found["history"][0]["exploitability"]
    assert found["nash_conv"] == pytest.approx(2 * found["exploitability"], abs=2e-6)
    blind, looked = found["spots"]
    assert (blind["after"], blind["seat"], blind["blind"], len(blind["hands"])) == ([], 0, True, 1)
    assert (looked["blind"], blind["reached"]) == (False, 1)
    assert 0 < looked["reached"] <= 1
    for spot in found["spots"]:
        assert sum(hand["share"] for hand in spot["hands"]) == pytest.approx(1)
        for hand in spot["hands"]:
            assert sum(hand["moves"].values()) == pytest.approx(1)


def test_the_value_of_the_game_is_told_with_its_bounds(prial: Prial) -> None:
    quick, long = (shown(prial, *SMALL, "--iterations", number, "--to", "0") for number in ("20", "80"))
    for found in (quick, long):
        lowest, highest = found["bounds"]
        assert lowest <= found["value"] <= highest
        assert highest - lowest == pytest.approx(found["nash_conv"], abs=3e-6)
        assert quick["bounds"][0] <= found["value"] <= quick["bounds"][1]
    told = " ".join(prial(*SMALL, "--iterations", "20", "--to", "0").stdout.split())
    value = re.search(r"The first to bet (wins|loses) (\d\.\d{4}) by these strategies", told)
    bounds = re.search(r"The value of the game lies between ([+-]\d\.\d{5}) and ([+-]\d\.\d{5}):", told)
    assert value
    assert bounds
    assert (1 if value[1] == "wins" else -1) * float(value[2]) == pytest.approx(quick["value"], abs=5.1e-5)
    lowest, highest = map(float, bounds.groups())
    assert lowest <= quick["bounds"][0] < lowest + 1e-5
    assert highest - 1e-5 < quick["bounds"][1] <= highest


def test_amounts_are_in_antes(prial: Prial) -> None:
    """With twice the chips and twice the ante, and bets in twos, the game is the same."""
    small = shown(prial, "solve", "--chips", "3", "--set", "blind=off", "--iterations", "20")
    doubled = ("--ante", "2", "--set", "min_bet=2", "--bets", "2,4", "--set", "blind=off", "--iterations", "20")
    large = shown(prial, "solve", "--chips", "6", *doubled)
    assert large["value"] == pytest.approx(small["value"], abs=1e-5)
    assert large["exploitability"] == pytest.approx(small["exploitability"], abs=1e-5)


def test_chips_that_could_be_bought_have_no_part_in_the_last_two_players_betting(prial: Prial) -> None:
    """If chips were sold at any time, the betting would never end."""
    few = ("--chips", "3", "--set", "max_raise=0", "--iterations", "5")
    assert shown(prial, "solve", *few, "--set", "rebuy=any_time")["value"] == shown(prial, "solve", *few)["value"]


def test_a_turn_that_is_never_reached_is_shown_as_one(prial: Prial) -> None:
    """With three chips nobody looks first."""
    ask = ("solve", "--chips", "3", "--iterations", "40", "--after", "look")
    done = prial(*ask)
    assert done.exit_code == 0
    assert "Who bets first, open after look, which never happens\n\nIterations" in done.stdout
    (spot,) = shown(prial, *ask)["spots"]
    assert (spot["hands"], spot["reached"]) == ([], 0)


def test_the_turn_that_is_shown_is_one_that_players_come_to(prial: Prial) -> None:
    """With three chips the first player to bet does so blind, and the dealer then looks."""
    done = prial("solve", "--chips", "3", "--iterations", "40")
    assert "The dealer, open after bet 1, look, in 69.9 % of deals" in done.stdout
    start, second = shown(prial, "solve", "--chips", "3", "--iterations", "40")["spots"]
    looks = shown(prial, "solve", "--chips", "3", "--iterations", "40", "--after", "bet 1")["spots"][0]
    bets = start["hands"][0]["moves"]["bet 1"]
    assert second["reached"] == pytest.approx(bets * looks["hands"][0]["moves"]["look"], abs=1e-4)


def test_solve_for_people(prial: Prial) -> None:
    done = prial(*SMALL, "--iterations", "20", "--hands", "classes", "--after", "look, bet 1")
    assert done.exit_code == 0, done.stderr
    assert "Brag for two, 3 chips each, ante 1: all bets\n10 turns;" in done.stdout
    assert "1,755 classes" in done.stdout
    assert "The dealer, blind after look, bet 1" in done.stdout
    assert "In antes a deal" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_interrupted_it_shows_what_it_has(prial: Prial, monkeypatch: pytest.MonkeyPatch) -> None:
    step = Solver.step

    def interrupted(self: Solver) -> None:
        if self.iterations == 30:
            raise KeyboardInterrupt
        step(self)

    monkeypatch.setattr(Solver, "step", interrupted)
    done = prial(*SMALL, "--to", "0", "--json")
    assert done.exit_code != 0
    assert [step["iterations"] for step in json.loads(done.stdout)["history"]] == [20, 30]


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("solve", "crash"), "Crash"),
        (("solve", "brag", "--bets", "1,x"), "'1,x' is not a list of bets"),
        (("solve", "brag", "--set", "cards=4"), "three cards; these rules deal 4"),
        # that many turns are counted first
        pytest.param(("solve", "brag", "--chips", "60"), "too many to solve: take fewer chips", marks=pytest.mark.soak),
        (
            (*SMALL, "--after", "look, look"),
            "Nobody decides after look, look. After look, these moves are possible: fold, bet 1, bet 2",
        ),
    ],
)
def test_what_is_refused(prial: Prial, args: tuple[str, ...], reason: str) -> None:
    assert reason in one_sentence(prial(*args))


def test_the_answer_to_a_full_bet_of_the_last_chip_is_solved_too(prial: Prial) -> None:
    found = shown(prial, *SMALL[:-1], "last_chip=bets", "--after", "bet 2", "--iterations", "20")
    assert found["turns"] == 23
    assert found["spots"][0]["hands"][0]["moves"].keys() == {"fold", "look", "bet 2"}


# Strategies in a file


def test_what_was_solved_goes_on_as_if_it_had_not_been_broken_off(prial: Prial, tmp_path: Path) -> None:
    kept, whole = str(tmp_path / "kept.npz"), shown(prial, *SMALL, "--iterations", "24", "--to", "0")
    shown(prial, *SMALL, "--iterations", "10", "--to", "0", "--keep", kept)
    found = shown(prial, *SMALL, "--iterations", "14", "--to", "0", "--keep", kept)
    assert (found["iterations"], found["exploitability"], found["spots"]) == (24, whole["exploitability"], whole["spots"])
    again = shown(prial, *SMALL, "--to", "1", "--keep", kept)
    assert (again["iterations"], again["spots"]) == (24, whole["spots"])
    assert {"game": "brag", "seed": 0}.items() <= again["about"].items()


def test_a_file_of_another_game_is_refused_in_one_sentence_and_stays(
    prial: Prial, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.npz"
    shown(prial, *SMALL, "--iterations", "5", "--keep", str(kept))
    before = kept.read_bytes()
    with monkeypatch.context() as patch:
        patch.delattr(Solver, "__init__")  # it is refused before a solver is made
        for other in (("--ante", "2"), ("--hands", "classes"), ("--set", "see_cost=single"), ("--bets", "1")):
            assert "holds strategies for something else" in one_sentence(prial(*SMALL, *other, "--keep", str(kept)))
        assert "something else" in one_sentence(prial("solve", "brag_poker", "--keep", str(kept)))
    assert kept.read_bytes() == before
    for broken in (b"", b"PK", before[:-200], before[:300] + bytes(50) + before[350:]):
        kept.write_bytes(broken)
        assert "isn't a file of solved strategies" in one_sentence(prial(*SMALL, "--keep", str(kept)))
        assert kept.read_bytes() == broken
