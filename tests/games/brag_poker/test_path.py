"""Where a solution of the betting is looked up: the moves so far lead to the turn of the tree at which the game is."""

from random import Random

import pytest

from prial.core.registry import find
from prial.core.session import Session
from prial.errors import PrialError, RulesError
from prial.games.brag.study import walk as brag
from prial.games.brag_poker import KIND, BragPokerGame, Phase
from prial.games.brag_poker.study.walk import path_of, walk
from prial.study.solve.tree import Node, Turn


@pytest.mark.parametrize("purse", [7, 12, 30])
def test_the_moves_lead_to_the_turn_of_the_game(purse: int) -> None:
    """At random, with changes and looks at the draw: the turn that is found has the moves of the game, for the same player."""
    table = KIND.make({"players": 2, "length": 1, "purse": purse})
    assert isinstance(table, BragPokerGame)
    root, late, looked = walk(table), 0, 0
    for seed in range(150):
        rng, game = Random(seed), Session(table, seed=seed)
        while game.waiting and (public := game.view(None).public).phase in (Phase.BET, Phase.CHANGE):
            [seat] = game.waiting
            if public.phase is Phase.CHANGE:
                with pytest.raises(PrialError, match="doesn't cover the draw"):
                    path_of(game.view(seat))
                text = rng.choice([*game.texts(seat)])
                looked += text == "look"
                game.do(seat, text)
                continue
            node: Node = root
            for text in path_of(game.view(rng.choice([None, 0, 1]))):
                assert isinstance(node, Turn)
                node = dict(node.moves)[text]
            assert isinstance(node, Turn)
            assert {name for name, _ in node.moves} == {*game.texts(seat)}
            assert (node.seat == 1) == (seat == public.dealer)
            assert node.blind != public.open[seat]
            late += public.round == 2
            game.do(seat, rng.choice([*game.texts(seat)]))
    assert late > 20
    assert looked > 20


def test_only_a_view_of_the_game_has_a_path() -> None:
    """Another game's moves have such names, too, and would lead nowhere; a state would be taken for a view."""
    own, other = Session(KIND.make({"players": 2}), seed=1), Session(find("brag").make({"players": 2}), seed=1)
    assert path_of(own.view(None)) == brag.path_of(other.view(None)) == ()
    for path, wrong in ((path_of, other), (brag.path_of, own)):
        with pytest.raises(RulesError, match="not a value of the type View of another game"):
            path(wrong.view(0))
    with pytest.raises(RulesError, match="not a value of the type State"):
        path_of(own.state)  # type: ignore[arg-type]


def test_a_solution_is_looked_up_at_a_table_of_two() -> None:
    with pytest.raises(PrialError, match="at a table of two, but this one has 3 players"):
        path_of(Session(KIND.make({"players": 3}), seed=1).view(None))
