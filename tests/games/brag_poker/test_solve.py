"""The solver's tree of two players' betting is the game's, and its value is bounded by its exploitability."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from prial.cards import parse
from prial.core.game import Seat, State, View
from prial.games.brag_poker import Action, BragPokerGame, Change, Phase, Table, Word
from prial.games.brag_poker.choices import Deciding
from prial.games.brag_poker.rules import SCHEMA
from prial.games.brag_poker.study.draws import count
from prial.games.brag_poker.study.walk import held, walk
from prial.ranks.brag import ranking
from prial.study.solve.cfr import Solver
from prial.study.solve.hands import classes
from prial.study.solve.tree import End, Node
from tests.campaigns import sizes
from tests.cli.conftest import Prial, one_sentence
from tests.study.whole_games import each_hand_apart, same_as_the_whole_game

SMALL = ("solve", "brag_poker", "--chips", "4")


def game(**given: Any) -> BragPokerGame:
    return BragPokerGame(SCHEMA.make({"players": 2, **given}))


def shown(prial: Prial, *args: str) -> Any:
    done = prial(*args, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


SHORT = parse("4c4d7c7dKcKd")
"""Six cards: equal hands occur, no card is left for a change, and all deals can be tried."""


class Dealt(BragPokerGame):
    """One deal, which seat 1 deals; both keep all cards in the draw."""

    def start(self) -> State[Table]:
        return super().deal(super().start(), 1)

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        after = super().act(state, moves)
        while after.public.phase is Phase.CHANGE:
            after = super().act(after, {after.public.turn: Change()})
        return after


class LooksFirst(Dealt):
    """Whoever hasn't looked looks. That makes a tree of a tenth of the size."""

    def choices(self, view: View[Table]) -> Deciding:
        choices = super().choices(view)
        choices.words = (Word.LOOK,) if Word.LOOK in choices.words else choices.words
        return choices


def looking(node: Node) -> Node:
    """A tree of betting in which whoever hasn't looked looks."""
    if isinstance(node, End):
        return node
    looks = [move for move in node.moves if move[0] == "look"]
    return replace(node, moves=tuple([(name, looking(child)) for name, child in looks or node.moves]))


UNEQUAL, EQUAL = {"purse": 5, "small_blind": 2, "big_blind": 4}, {"purse": 6, "small_blind": 3, "big_blind": 3}


@pytest.mark.parametrize(("given", "kind"), sizes((EQUAL, LooksFirst), (EQUAL, Dealt)))
def test_every_number_is_that_of_the_whole_game_played_out_hand_by_hand(given: dict[str, Any], kind: type[Dealt]) -> None:
    """On a short pack: all deals of the real game with shared pots, and a best response that knows only what its seat sees.

    What players do who haven't looked is compared in the same way at Brag, and here in `make soak`.
    """
    table = kind(game(**given, length=1).rules, SHORT)
    root = walk(table)
    assert any(end.odd for end in ends(root)) or given["purse"] == 3
    same_as_the_whole_game(table, looking(root) if kind is LooksFirst else root, SHORT, lambda table, seat: table.hands[seat])


@pytest.mark.soak
@pytest.mark.parametrize("given", [{"purse": 3}, UNEQUAL])
def test_every_number_of_further_games_is_that_of_the_whole_game(given: dict[str, Any]) -> None:
    test_every_number_is_that_of_the_whole_game_played_out_hand_by_hand(given, Dealt)


def ends(node: Node) -> Iterator[End]:
    if isinstance(node, End):
        yield node
    else:
        for _, child in node.moves:
            yield from ends(child)


def test_who_is_first_from_the_dealers_left_has_the_odd_chip_of_a_shared_pot() -> None:
    """That is seat 0: half a chip above the middle."""
    found = list(ends(walk(game(purse=7))))
    assert {end.odd for end in found if end.ties is None} == {0.0, 0.5}
    assert all(end.win == end.lose for end in found if end.ties is not None)  # a player has folded


def test_hands_held_more_often_than_dealt_meet_as_often_as_that() -> None:
    """Counted pair by pair: each strength is held this many times as often, and hands with a common card never meet."""
    hands, single = classes(pack=SHORT), each_hand_apart(SHORT)
    often = {int(strength): 1.0 + number for number, strength in enumerate(np.unique(single.strengths))}
    after = hands.held(np.array([often[int(strength)] for strength in hands.strengths]))
    for one, other in product(often, repeat=2):
        dealt = single.together[single.strengths == one][:, single.strengths == other].sum()
        held_so = after.together[after.strengths == one][:, after.strengths == other].sum()
        assert held_so == pytest.approx(often[one] * often[other] * dealt)
    assert after.sizes.sum() == pytest.approx(sum(often[int(strength)] for strength in single.strengths))
    assert after.pairs == pytest.approx(after.together.sum())


def test_hands_after_the_draw_are_held_as_often_as_the_count_says() -> None:
    of = ranking()
    hands, weights = classes(of), count(of).field.held
    after = held(of)
    for low in (1, 200, of.size // 2, of.size):
        of_dealt = sum(size for size, strength in zip(hands.sizes, hands.strengths, strict=True) if strength >= low)
        of_held = sum(size for size, strength in zip(after.sizes, after.strengths, strict=True) if strength >= low)
        assert of_held / after.sizes.sum() == pytest.approx(weights[low:].sum(), abs=1e-6)
        assert of_held / after.sizes.sum() >= of_dealt / hands.sizes.sum() - 1e-9


def test_a_solution_loses_less_the_longer_it_is_worked_on() -> None:
    of = ranking()
    solver = Solver(classes(of), walk(game(purse=4)), classes(of).by_strength())
    found = []
    for _ in range(3):
        for _ in range(10):
            solver.step()
        found.append(solver.measure().exploitability)
    assert found == sorted(found, reverse=True)
    assert found[-1] < found[0] / 2


def test_the_verb_shows_what_it_found(prial: Prial) -> None:
    found = shown(prial, *SMALL, "--iterations", "40", "--to", "0")
    assert {"chips": 4, "blinds": [1, 2], "draw": "best", "iterations": 40}.items() <= found.items()
    assert [step["iterations"] for step in found["history"]] == [20, 40]
    assert found["history"][-1]["exploitability"] == found["exploitability"] < found["history"][0]["exploitability"]
    blind, looked = found["spots"]
    assert (blind["after"], blind["seat"], blind["blind"]) == ([], 1, True)
    assert (looked["after"], looked["seat"], looked["blind"]) == (["look"], 1, False)
    for spot in found["spots"]:
        assert all(sum(hand["moves"].values()) == pytest.approx(1, abs=1e-4) for hand in spot["hands"])


def test_amounts_are_in_big_blinds(prial: Prial) -> None:
    """With twice the chips and twice the blinds the game is the same, if no half price has to be rounded."""
    few = ("--draw", "none", "--iterations", "10", "--to", "0")
    small = shown(prial, "solve", "brag_poker", "--chips", "32", "--set", "small_blind=8", "--set", "big_blind=16", *few)
    large = shown(prial, "solve", "brag_poker", "--chips", "64", "--set", "small_blind=16", "--set", "big_blind=32", *few)
    assert large["value"] == pytest.approx(small["value"], abs=1e-5)


def test_blinds_that_leave_nothing_to_bet_are_refused(prial: Prial) -> None:
    assert "no betting to solve" in one_sentence(prial("solve", "brag_poker", "--chips", "2"))


def test_odds_for_people_and_for_programs(prial: Prial) -> None:
    done = prial("odds", "brag_poker")
    assert done.exit_code == 0, done.stderr
    assert "running flush" in done.stdout
    found = shown(prial, "odds", "brag_poker", "--hand", "AsKs2d", "--seen", "Ah")
    assert found["hand"] == "AsKs2d"
    assert sorted(way["away"] for way in found["ways"])[:2] == ["", "2d"]
    assert len(found["ways"]) == 8
    assert found["ways"][0]["away"] == "2d"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--hand", "AsKs"), "--hand takes all three cards of a hand, such as AsKs2d, but AsKs has 2. Leave --hand out"),
        (("--hand", ""), "but an empty text has 0."),
        (("--hand", "AsKs2d", "--seen", "As"), "it can't have been seen elsewhere"),
        (("--seen", "As"), "goes with --hand"),
    ],
)
def test_odds_of_no_hand_are_refused(prial: Prial, args: tuple[str, ...], says: str) -> None:
    done = prial("odds", "brag_poker", *args)
    assert done.exit_code != 0
    assert says in " ".join(done.stderr.split())
