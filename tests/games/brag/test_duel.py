"""The table that a bot bets by where two are left: how it is looked up, that it can be made again, and what it is worth."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from prial.core.game import State, view
from prial.games.brag import KIND, BragGame
from prial.games.brag.actions import Action, Bet, Look, Word, read_action
from prial.games.brag.bots import heads_up as bot
from prial.games.brag.bots.heads_up import ANTES, BANDS, Mix, Spot, answers, band, heads_up, line_of, spot_of
from prial.games.brag.rules import BragRules
from prial.games.brag.state import Table
from prial.games.brag.study import table as study
from prial.games.brag.study.walk import walk
from prial.study.solve.cfr import Measure, Solver, Strategy
from prial.study.solve.hands import classes
from prial.study.solve.tree import End, Node


def at_table(**given: Any) -> BragGame:
    game = KIND.make({"players": "2", **{name: str(value) for name, value in given.items()}})
    assert isinstance(game, BragGame)
    return game


def dealt(game: BragGame, rng: Random | None = None) -> State[Table]:
    """Cards are dealt, seat 0 bets first."""
    state = game.deal(game.start(), game.seats - 1)
    chance: Any = game.node(state)
    return game.deal(state, chance.draw.sample(rng or Random(1)))


def after(game: BragGame, *words: str) -> Table:
    state = dealt(game)
    for word in words:
        state = game.act(state, {state.public.turn: read_action(word)})
    return state.public


def test_places_of_hands_are_shares_of_the_pack() -> None:
    hands = classes()
    assert hands.places[0] == pytest.approx(60 / 22_100 / 2)  # 5-3-2 of mixed suits, half of themselves
    assert hands.places[-1] == pytest.approx(1 - 4 / 22_100 / 2)
    assert float(hands.places @ hands.sizes) / 22_100 == pytest.approx(0.5)
    assert {band(place) for place in hands.places.tolist()} == set(range(len(BANDS) + 1))


# What is looked up


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((), ""),
        (("look",), "k"),
        (("bet 1",), "l"),
        (("look", "bet 1"), "kl"),
        (("look", "bet 2", "look"), "kmk"),
        (("bet 1", "look", "bet 2", "bet 2"), "lklm"),
        (("look", "bet 1", "bet 1", "bet 3", "look", "bet 4"), "kllmkl"),
        (("look", "bet 10", "look"), "kpk"),
    ],
)
def test_two_alone_are_looked_up_by_their_line(words: tuple[str, ...], line: str) -> None:
    game = at_table(purse=12)
    table = after(game, *words)
    assert line_of(game.rules, table) == line
    if len(line) < 3:
        assert spot_of(game.rules, table) == Spot(single=False, blind=True, least=1, antes=2, purse=10, line=line)


def test_looking_while_the_other_decides_counts_from_the_next_bet_on() -> None:
    game = at_table()
    state = game.act(dealt(game), {1: Look()})
    assert line_of(game.rules, state.public) == ""
    state = game.act(game.act(state, {0: Look()}), {0: Bet(1)})
    assert line_of(game.rules, state.public) == "klk"


def test_those_who_folded_leave_their_antes() -> None:
    game = at_table(players=5)
    table = after(game, "fold", "look", "fold", "fold", "look", "bet 2")
    assert spot_of(game.rules, table) == Spot(single=False, blind=True, least=1, antes=5, purse=40, line="km")


@pytest.mark.parametrize(
    ("given", "words", "spot"),
    [
        ({"players": 3}, ("look", "bet 1", "look", "bet 2", "fold", "fold"), None),
        ({"players": 3}, ("look", "bet 3", "look", "bet 4", "fold"), Spot(False, True, 1, 3, 40, "kpkl")),
        ({"players": 3}, ("bet 2", "bet 2", "bet 2", "fold", "bet 2"), Spot(False, True, 4, 2, 40, "l")),
        ({"max_bet": 0, "purse": 200}, ("look", "bet 90"), Spot(False, True, 4, 0.25, 5, "kl")),
        ({"ante": 4, "min_bet": 2}, ("look",), Spot(False, True, 4, 5, 40, "k")),
        ({"blind": "off", "see_cost": "single"}, ("bet 1",), Spot(True, False, 1, 2, 40, "l")),
        ({"blind": "off", "ante": 2}, ("bet 1",), Spot(False, False, 4, 5, 40, "l")),
    ],
)
def test_tables_are_looked_up_by_their_line_or_by_their_last_bet(
    given: dict[str, Any], words: tuple[str, ...], spot: Spot | None
) -> None:
    game = at_table(**given)
    table = after(game, *words)
    if spot is None:
        assert len(table.betting) < 2  # a deal that is over: nothing to look up
    else:
        assert spot_of(game.rules, table) == spot


def test_a_place_goes_with_a_look_only() -> None:
    game = at_table()
    blind, looked = (spot_of(game.rules, after(game, *words)) for words in ((), ("look",)))
    with pytest.raises(ValueError, match="place None of a player who is open"):
        heads_up(looked, None)
    with pytest.raises(ValueError, match="who is blind"):
        heads_up(blind, 0.5)
    with pytest.raises(ValueError, match=r"place 1\.5"):
        heads_up(looked, 1.5)


# What is found there


def test_every_mix_is_one_of_moves_that_the_rules_know_there() -> None:
    solved = bot._table()
    assert len(solved.rows) == len(solved.open) + len(solved.blind)
    for key, row in solved.rows.items():
        line = key.rpartition("-")[2]
        bets = line.strip("k")
        shares = solved.open[row] if row < len(solved.open) else solved.blind[row - len(solved.open)][None, :]
        whole = shares.sum(axis=1)
        assert whole.min() >= study.STEPS - 3, key
        assert whole.max() <= study.STEPS + 3, key
        if not bets:
            assert shares[:, Mix._fields.index("see")].max() == 0, key


def test_good_hands_bet_and_bad_ones_fold() -> None:
    for antes in ANTES:
        for least in (1, 4):
            opening = Spot(single=False, blind=False, least=least, antes=antes, purse=40, line="")
            assert heads_up(opening, 0.995).fold == 0
            assert heads_up(opening, 0.9).fold == 0
            assert heads_up(opening._replace(line="l"), 0.99).fold == 0
            assert heads_up(opening._replace(line="l"), 0.01).fold > 0.1
    opening = Spot(single=False, blind=False, least=1, antes=2, purse=40, line="")
    raised = [heads_up(opening._replace(line="lp"), place / 100).fold for place in range(100)]
    assert sum(raised[:30]) > 20
    assert sum(raised[90:]) < 1


def test_answers_are_what_the_table_allows() -> None:
    """Through random betting of two, with limits and short stacks: each answer is allowed, and together they are 1."""
    rng = Random(3)
    met: set[str] = set()
    for given in (
        {},
        {"purse": 5},
        {"max_raise": 1},
        {"purse": 6, "short": "fold"},
        {"see_cost": "single", "blind": "off"},
        {"players": 4},
        {"ante": 5, "min_bet": 3, "pot_limit": "on"},
        {"purse": 9, "short": "borrow"},
        {"purse": 9, "short": "opponent_chooses"},
    ):
        game = at_table(length=1, **given)
        for _ in range(40):
            state = dealt(game, rng)
            while state.public.phase == "bet":
                table = state.public
                choices = game.choices(view(state, table.turn))
                if len(table.betting) == 2:
                    looked = table.open[table.turn] or not table.form.blind
                    found = answers(game.rules, table, rng.random() if looked else None)
                    assert sum(found.values()) == pytest.approx(1)
                    assert all(choices.why_not(action) is None for action in found), (table, found)
                    met.update(type(action).__name__ if not isinstance(action, Word) else action.value for action in found)
                state = game.act(state, {table.turn: choices.sample(rng)})
    assert met == {"Bet", "Look", "fold", "see"}


def test_what_is_solved_adds_up_and_is_found_again() -> None:
    hands = classes()
    group = np.array([band(place) for place in hands.places.tolist()], np.int64)
    game = Spot(single=False, blind=True, least=1, antes=3, purse=5, line="")
    turns = list(study.solved(game, hands, group, iterations=50))
    assert turns[0][0] == game
    assert len({spot for spot, _, _ in turns}) == len(turns) > 20
    for spot, turn, mixes in turns:
        assert np.allclose(mixes.sum(axis=1), 1)
        assert spot.key in bot._table().rows
        moves = {"fold": "", "look": "k", "see": ""}
        for (name, _), letter in zip(turn.moves, study.letters(turn), strict=True):
            assert letter == moves.get(name, letter)


def test_the_table_is_made_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "ANTES", (2,))
    monkeypatch.setattr(study, "ROOTS", (0.5,))
    monkeypatch.setattr(study, "PURSES", (5,))
    monkeypatch.setattr(study.solved, "__defaults__", (20,))
    told: list[tuple[int, int]] = []
    first = study.solve(lambda done, whole: told.append((done, whole)))
    assert first == study.solve()
    assert told == [(done, 8) for done in range(8)]


def test_the_shipped_table_is_small() -> None:
    assert (Path(bot.__file__).parent / bot.FILE).stat().st_size < 300_000


# What it is worth


def by_rule_of_thumb(_rules: BragRules, table: Table, place: float | None) -> dict[Action, float]:
    """Look; a pair or better bets the least, and sees as soon as it has bet; all else folds."""
    if place is None:
        return {Look(): 1}
    if place < 0.744:  # high cards
        return {Word.FOLD: 1}
    me, chips = table.turn, table.chips[table.turn]
    cost = table.last_bet * 2
    if (
        table.last_bet
        and table.open[1 - me]
        and cost <= chips
        and any(deed.seat == me and deed.what == "bet" for deed in table.did)
    ):
        return {Word.SEE: 1}
    return {Bet(min(max(table.last_bet, 1), chips)): 1}


def measured(game: BragGame, answering: Any) -> Measure:
    """What going by answers loses to best responses that know them, in a game of the least bets and double ones."""
    tables: list[Table] = []

    def noted(table: Table, actions: list[Any]) -> list[Any]:
        tables.append(table)
        return study.considered(table, actions)

    hands = classes()
    solver = Solver(hands, walk(game, noted), hands.by_strength())
    bands = np.array([band(place) for place in hands.places.tolist()])
    middles = np.array([0.0, *BANDS]) + 1e-6
    strategies: list[Strategy] = [np.ones((side.edges, len(hands.sizes))) for side in solver.tree.sides]

    def nodes(node: Node, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if not isinstance(node, End):
            yield path
            for name, child in node.moves:
                yield from nodes(child, (*path, name))

    for table, path in zip(tables, nodes(solver.tree.turn[()], ()), strict=True):
        turn = solver.tree.turn[path]
        names = [name for name, _ in turn.moves]
        rows = np.zeros((len(middles), len(names)))
        for number, place in enumerate(middles.tolist()):
            for action, share in answering(game.rules, table, None if turn.blind else place).items():
                name = game.write(action)
                if name not in names:  # no raise after two bets
                    name = "see" if "see" in names else next(each for each in names if each.startswith("bet"))
                rows[number, names.index(name)] += share
        strategies[turn.seat][list(solver.tree.edge[path])] = rows.T[:, bands]
    return solver.measure(strategies)


@pytest.mark.parametrize(("antes", "purse"), [(2, 10), (3, 10), (2, 5)])
def test_a_bot_that_goes_by_the_table_can_be_exploited_far_less_than_one_by_rule_of_thumb(antes: int, purse: int) -> None:
    game = at_table(players=antes, purse=purse, max_bet=0, max_raise=0)
    solved = measured(game, answers)
    assert solved.exploitability < 0.1
    if antes == 2:
        assert measured(game, by_rule_of_thumb).exploitability > 0.4
