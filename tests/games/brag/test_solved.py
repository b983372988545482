"""A solution is looked up by the moves so far, plays by them, and says what it has no moves for."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from prial.bots.bot import Bot
from prial.cards import PACK
from prial.core.game import BACK, Choices, State, View, view
from prial.core.session import Session
from prial.errors import PrialError
from prial.games.brag import KIND, BragGame, Phase, ranking_of
from prial.games.brag.study.walk import path_of, walk, worlds_of
from prial.games.brag_poker import BragPokerGame, BragPokerRules
from prial.games.brag_poker.study.walk import walk as walk_brag_poker
from prial.ranks.brag import ranking
from prial.study.play import match
from prial.study.solve.cfr import Solver
from prial.study.solve.hands import Hands, classes
from prial.study.solve.tree import Node, Turn
from tests.campaigns import soaking


def at_table(**given: Any) -> BragGame:
    game = KIND.make({"players": 2, "length": 1, **given})
    assert isinstance(game, BragGame)
    return game


def turns(root: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Turn]]:
    if isinstance(root, Turn):
        yield path, root
        for name, child in root.moves:
            yield from turns(child, (*path, name))


RULES: list[dict[str, Any]] = [
    {"purse": 5},
    {"purse": 6, "see_cost": "single", "last_chip": "covers"},
    {"purse": 4, "blind": "off"},
    {"purse": 4, "showdown": "by_consent", "kept_blind": "on"},
    {"purse": 5, "ante": 2, "min_bet": 2},
]


@pytest.mark.parametrize("given", RULES, ids=str)
def test_at_every_turn_of_the_tree_the_moves_so_far_lead_there(given: dict[str, Any]) -> None:
    """Each path of the tree is played in the game, move by move, and read back from what either seat and a spectator see."""
    table = at_table(**given)
    last, (start, *_) = worlds_of(table)
    root = walk(table)
    for number, (path, turn) in enumerate(turns(root)):
        state: State[Any] = start
        for text in path:
            state = last.act(state, {state.public.turn: last.read(text)})
        for seat in (0, 1, None):
            assert path_of(view(state, seat)) == path
        assert state.public.turn == turn.seat
        if number > 2000:
            break


@pytest.mark.parametrize(
    "given",
    [
        {"short_of_two": "opponent_chooses"},
        {"short_of_two": "borrow", "lender": "players", "borrow_limit": 3},
        {"short_of_two": "borrow", "lender": "bank", "borrow_limit": 3},
        {"short_of_two": "borrow", "lender": "richest", "borrow_limit": 3},
    ],
    ids=str,
)
def test_where_chips_are_lent_no_wrong_turn_is_looked_up(given: dict[str, Any]) -> None:
    table = at_table(purse=3, **given)
    last, (start, *_) = worlds_of(table)
    refused = 0
    for path, _ in turns(walk(table)):
        state: State[Any] = start
        for text in path:
            state = last.act(state, {state.public.turn: last.read(text)})
        try:
            found = path_of(view(state, 0))
        except PrialError:
            refused += 1
        else:
            assert found == path
    assert refused


class Solved:
    """Plays a solution."""

    def __init__(self, game: BragGame, hands: Hands, solver: Solver) -> None:
        self.game, self.hands, self.solver = game, hands, solver
        self.strategies = solver.average()
        self.made = list[tuple[tuple[str, ...], str]]()

    def choose(self, seen: View[Any], choices: Choices[Any], rng: Random) -> Any:
        assert seen.seat is not None
        hand = seen.hands(seen.seat)[0]
        at = 0 if BACK in hand else self.hands.of(hand)
        moves = dict(self.solver.moves(path_of(seen), self.strategies))
        assert {*moves} == {*map(self.game.write, choices)}
        (text,) = rng.choices([*moves], [float(chances[at]) for chances in moves.values()])
        self.made.append((path_of(seen), text))
        return self.game.read(text)


def test_a_solution_plays_whole_deals() -> None:
    """Against itself and others, from both seats, to the end, and it makes no move that it never makes."""
    game = at_table(purse=4)
    hands = classes(ranking_of(game.rules))
    solver = Solver(hands, walk(game), hands.told_apart("places"))
    solver.run(20)
    bot = Solved(game, hands, solver)
    for seed in range(40):
        seated: list[list[Bot | str]] = [[bot, bot], ["random", bot], [bot, "canny"]]
        assert match(game, [*seated[seed % 3]], seed).result
    assert len({path for path, _ in bot.made}) > 5
    for path, text in bot.made:
        assert dict(solver.moves(path, bot.strategies))[text].max() > 0


@pytest.mark.parametrize("players", soaking([2, 3, 5], [3]))
@pytest.mark.parametrize("given", RULES, ids=str)
def test_where_only_two_bet_the_moves_lead_to_the_turn_of_the_game(given: dict[str, Any], players: int) -> None:
    """At random, and with looks out of turn: the turn that is found has the moves of the game, and is that of the same player."""
    table = at_table(**{**given, "players": players})
    root, early = walk(table), 0
    for seed in range(60):
        rng, game = Random(seed), Session(table, seed=seed)
        while (public := game.view(None).public).phase is Phase.BET:
            [seat] = game.waiting
            for other in (0, *range(1, players)):
                if other != seat and rng.random() < 0.3 and game.why_not(other, "look") is None:
                    game.do(other, "look")
                    early += 1
            if seat in public.playing[:-2]:
                game.do(seat, "fold")
                continue
            node: Node = root
            for text in path_of(game.view(rng.choice([None, *range(players)]))):
                assert isinstance(node, Turn)
                node = dict(node.moves)[text]
            assert isinstance(node, Turn)
            assert {name for name, _ in node.moves} == {*game.texts(seat)}
            assert public.playing[-2:][node.seat] == seat
            assert node.blind != public.open[seat]
            game.do(seat, rng.choice([*game.texts(seat)]))
    assert early > 20 or given.get("blind") == "off"


def test_a_solution_is_looked_up_where_only_two_bet() -> None:
    game = Session(KIND.make({"players": 4, "length": 1}), seed=1)
    first, second, *_ = game.view(None).public.playing
    with pytest.raises(PrialError, match=f"That isn't true of seat {first} and seat {second}."):
        path_of(game.view(None))
    game.do(first, "fold")
    game.do(second, "bet 1")
    with pytest.raises(PrialError, match=f"That isn't true of seat {second}."):
        path_of(game.view(None))


@pytest.fixture(scope="module")
def solver() -> Solver:
    game = at_table(purse=3)
    return Solver(classes(ranking_of(game.rules)), walk(game))


@pytest.mark.parametrize(
    ("after", "sentence"),
    [
        (["dance"], "Nobody decides after dance. After the deal, these moves are possible: "),
        ("dance", "Nobody decides after dance. After the deal, these moves are possible: "),
        (["fold"], "Nobody decides after fold. After the deal, these moves are possible: "),
        (["bet 1", "bet 9"], "Nobody decides after bet 1, bet 9. After bet 1, these moves are possible: "),
        ([3], "Nobody decides after 3. After the deal, these moves are possible: "),
    ],
)
def test_moves_that_lead_to_no_turn_are_refused_at_once(solver: Solver, after: Any, sentence: str) -> None:
    with pytest.raises(PrialError, match=sentence):
        solver.moves(after)


def test_a_single_move_may_be_a_text(solver: Solver) -> None:
    for (name, one), (other, two) in zip(solver.moves("bet 1"), solver.moves(["bet 1"]), strict=True):
        assert name == other
        assert np.array_equal(one, two)


@pytest.mark.parametrize("changed", [{"wild_cards": "twos"}, {"top_prial": "aces"}])
def test_hands_of_another_ranking_are_refused(changed: dict[str, Any]) -> None:
    """Their betting would be solved, but for other rules than those of the table."""
    game, plain = at_table(purse=3, **changed), at_table(purse=3)
    for table, other in ((game, plain), (plain, game)):
        hands = classes(ranking_of(other.rules), PACK[:8])
        with pytest.raises(PrialError, match=r"but the hands with .*: make both with the ranking of the same rules"):
            Solver(hands, walk(table), hands.told_apart("places"))
    hands = classes(ranking_of(plain.rules))
    assert Solver(hands, walk(plain), hands.told_apart("places")).run(1)


def test_hands_of_another_ranking_are_refused_at_brag_poker_too() -> None:
    root = walk_brag_poker(BragPokerGame(BragPokerRules(players=2, purse=4)))
    with pytest.raises(PrialError, match="make both with the ranking of the same rules"):
        Solver(classes(ranking(wild=frozenset({0})), PACK[:6]), root)
