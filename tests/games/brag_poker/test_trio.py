"""The solution by which sharp plays at a table of three: how it is made, packed and followed."""

from importlib.resources import files
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest

from prial.cards import PACK, parse
from prial.cards import names as written
from prial.core.game import Chance, view
from prial.games.brag_poker import Sharp, Word
from prial.games.brag_poker.bots import trio
from prial.games.brag_poker.state import Deed, Phase
from prial.games.brag_poker.study import duel
from prial.games.brag_poker.study.groups import grouped
from prial.games.brag_poker.study.trio import packing
from prial.games.brag_poker.study.trio.bets import first, second
from prial.games.brag_poker.study.trio.solver import Solver
from prial.ranks.brag import ranking
from tests.games.brag_poker.table import Playing

_WORDS = {"l": Word.LOOK, "f": Word.FOLD, "k": Word.CHECK, "c": Word.CALL, "b": Word.RAISE, "r": Word.RAISE}
_SEATS = (1, 2, 0)
"""The seats of the players 0, 1 and 2 of the tree; seat 0 deals."""


def test_the_tree_is_the_real_game() -> None:
    """Deals played at random go the tree's ways, by the names that the bot looks up, and cost what the tree says."""
    rng, shown, folded = Random(4), 0, 0
    for _ in range(300):
        table = Playing(players=3)
        table.deal() if table.table.phase is Phase.DEAL else None
        bets, line = first(), ""
        order = [_SEATS[player] for player in range(3)]
        early: Any = None
        while table.table.last is None:
            node = table.game.node(table.state)
            if isinstance(node, Chance):
                table.state = table.game.deal(table.state, node.draw.sample(rng))
                continue
            now = table.table
            if now.phase is Phase.CHANGE and not now.open[now.turn]:
                table.do("look")
                continue
            if now.phase is Phase.CHANGE:
                if early is None:
                    early, line = bets, f"{bets.path}|"
                    order = [_SEATS[player] for player in bets.still]
                    bets = second(len(order))
                assert trio.path(now) == line
                change = rng.choice(list(table.game.choices(view(table.state, now.turn)).changes))
                table.state = table.game.act(table.state, {now.turn: change})
                line += str(len(change.cards))
                continue
            where = bets.path if early is None else f"{line}|{bets.path}"
            assert (trio.path(now), now.turn) == (where, order[bets.queue[0]])
            after = bets.after()
            moves = [move for move in after if move != "f" or rng.random() < 0.3]
            move = rng.choice(moves)
            assert _WORDS[move] in table.game.choices(view(table.state, now.turn)).words
            table.state = table.game.act(table.state, {now.turn: _WORDS[move]})
            bets = after[move]
        paid = dict(zip(_SEATS, (early or bets).chips, strict=True))
        if early is not None:
            for player, seat in enumerate(order):
                paid[seat] += bets.paid[player]
        left = [order[player] for player in bets.still]
        assert sorted(left) == sorted(table.table.still)
        back = sum(deed.chips for deed in table.table.did if deed.what is Deed.BACK)
        assert sum(paid.values()) - back == sum(award.chips for award in table.last.awards)
        shown, folded = shown + (len(left) > 1), folded + (len(left) == 1)
    assert min(shown, folded) > 15


def _shares(table: Playing) -> dict[Any, float]:
    seen = view(table.state, table.turn)
    return dict(Sharp(table.game).shares(seen, table.game.choices(seen)))


@pytest.fixture(scope="module")
def small() -> Solver:
    """A game with one bet or raise in a round, after a few iterations."""
    solver = Solver(ranking(), 1)
    solver.run(12)
    return solver


def _drawn(rng: Random, chances: Any) -> int:
    return rng.choices(range(len(chances)), np.asarray(chances).tolist())[0]


def _played(solver: Solver, rng: Random) -> list[float]:
    """Chips that the three players win in one deal of the game as it is solved, where all play the average strategy."""
    bets, hands = solver.start, [_drawn(rng, solver.dealt) for _ in range(3)]
    while not bets.ends:
        turn = solver.turns[bets.path]
        bets = turn.after[_drawn(rng, turn.average[:, 0, hands[turn.player]])]
    paid, left = [float(chips) for chips in bets.chips], bets.still
    held = dict.fromkeys(left, 0)
    if len(left) > 1:
        draws = next(draws for draws in solver.draws if bets in draws.lines)
        at, late = draws.lines.index(bets), second(len(left), 1)
        for turn, player in zip(draws.turns, left, strict=True):
            hand = hands[player]
            number = _drawn(rng, turn.average[:, at, hand])
            held[player] = _drawn(rng, draws.drawn[number, hand])
            at = at * 4 + number
        while not late.ends:
            turn = draws.round.turns[late.path]
            late = turn.after[_drawn(rng, turn.average[:, at, held[left[turn.player]]])]
        for place, player in enumerate(left):
            paid[player] += late.paid[place]
        left = tuple([left[place] for place in late.still])
    won = [-chips for chips in paid]
    for player in left:  # two hands in a band win against each other half of the time
        won[player] += sum(paid) * prod([(np.sign(held[player] - held[other]) + 1) / 2 for other in left if other != player])
    return won


def test_a_strategy_is_worth_what_it_wins_in_deals_that_are_played(small: Solver) -> None:
    """The arrays of the solver against single deals, played with the same tree."""
    rng, plays = Random(1), 4_000
    won = np.array([_played(small, rng) for _ in range(plays)])
    error = won.std(axis=0) / np.sqrt(plays)
    assert small.worths()[0] == pytest.approx(won.mean(axis=0), abs=4 * error.max())
    assert error.max() < 0.15


def test_more_iterations_leave_less_to_the_best_answer(small: Solver) -> None:
    more = Solver(ranking(), 1)
    more.run(40)
    assert min(small.gains()) > 0
    assert max(more.gains()) < 0.6 * min(small.gains())


def test_the_packed_solution_is_the_average_strategy(small: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    """If as many strategies are kept as there are, each turn comes back to the nearest 255th."""
    monkeypatch.setattr(packing, "KEPT", dict.fromkeys(trio.KINDS, 60_000))  # more than there are turns
    found, rng = trio.read(packing.pack(small)), Random(2)
    for _ in range(400):
        draws = rng.choice(small.draws)
        number = rng.randrange(len(draws.lines))
        drawn = [rng.randrange(4) for _ in range(rng.randrange(draws.players + 1))]
        at = number
        for each in drawn:
            at = at * 4 + each
        path = f"{draws.lines[number].path}|{''.join(map(str, drawn))}"
        if len(drawn) == draws.players:
            late = rng.choice([*draws.round.turns])
            path, turn = f"{path}|{late}", draws.round.turns[late]
        else:
            turn = draws.turns[len(drawn)]
        own = turn.totals[:, at].sum() / small.weights
        kept = found.turn(path)
        assert (kept is not None) == (own > 0.004)
        if kept is not None:
            assert kept.moves == turn.moves
            assert np.abs(kept.shares - turn.average[:, at]).max() <= 2 / 255
    for path, turn in small.turns.items():
        early = found.turn(path)
        if early is not None:
            assert np.abs(early.shares - turn.average[:, 0]).max() <= 0.5001 / 255
    assert found.turn("") is not None
    assert found.turn("lfff") is None
    assert found.turn("lcc|000|zz") is None


def test_a_change_of_cards_makes_of_a_hand_what_it_makes_at_a_table_of_two() -> None:
    """There, only the best change and no change are counted, by another function."""
    two, changes = duel.Solver(ranking()), grouped(ranking()).changes()
    dealt = two.dealt > 0
    assert changes[:, dealt].sum(axis=2) == pytest.approx(1)
    assert changes[0, dealt] == pytest.approx(two.pat[dealt])
    for cards in range(4):
        best = dealt & (two.drawn[cards].sum(axis=1) > 0)
        assert best.any()
        assert changes[cards, best] == pytest.approx(two.drawn[cards, best], abs=1e-6)


def test_k_means_finds_the_groups_that_are_there() -> None:
    rng = np.random.default_rng(1)
    centres = np.eye(5, 7, dtype=np.float32)
    of = rng.integers(5, size=400)
    vectors = (centres[of] + rng.normal(0, 0.01, (400, 7))).astype(np.float32)
    found, nearest = packing.near(vectors, np.ones((400, 7), np.float32), 12)
    far = ((vectors[:, None] - found[None]) ** 2).sum(axis=2)
    assert (nearest == far.argmin(axis=1)).all()
    assert np.sqrt(far.min(axis=1)).max() < 0.1


@pytest.mark.parametrize(("players", "before"), [(3, ()), (4, ("fold",)), (6, ("fold", "look", "fold", "fold"))])
def test_the_bot_follows_the_solution_if_all_others_have_folded_at_once(players: int, before: tuple[str, ...]) -> None:
    table = Playing(players=players).do(*before)
    assert (table.turn, trio.path(table.table)) == (0, "")
    asked = trio.turn(table.rules, table.table)
    assert asked is not None
    assert asked is trio.solution().early[""]
    assert _shares(table) == pytest.approx({_WORDS[move]: share for move, share in asked.share(0).items()})
    table.do("call", "look")
    assert trio.turn(table.rules, table.table) is trio.solution().early["cl"]
    assert _shares(table)[Word.RAISE] > 0.7  # a good hand


@pytest.mark.parametrize("seed", range(6))
def test_the_bot_follows_the_solution_from_the_first_bet_to_the_last(seed: int) -> None:
    """All three take their likeliest action; at every turn, actions have the probabilities that the solution gives."""
    rng, turns = Random(seed), 0
    cards = rng.sample(PACK, 9)
    table = Playing(*[written(cards[at : at + 3]) for at in (0, 3, 6)], players=3)
    while table.table.last is None:
        node = table.game.node(table.state)
        if isinstance(node, Chance):
            table.state = table.game.deal(table.state, node.draw.sample(rng))
            continue
        shares = _shares(table)
        asked = trio.turn(table.rules, table.table)
        if table.table.open[table.turn]:
            assert asked is not None
            each = [asked.share(hand) for hand in range(asked.shares.shape[1])]
            assert any(sorted(some.values()) == pytest.approx(sorted(shares.values())) for some in each)
            turns += 1
        table.state = table.game.act(table.state, {table.turn: max(shares, key=lambda action: shares[action])})
    assert turns > 3


@pytest.mark.parametrize("players", [2, 3])
def test_where_the_pack_is_too_short_for_a_change_the_bot_makes_another(players: int) -> None:
    """The solutions may change three cards. The pack of the test has two for the first player, and fewer for the next."""
    pack = parse("2s4h6d3s5h7dQc9hJd8c2d")[: 3 * players + 2]
    hands = [written(pack[at : at + 3]) for at in range(0, 3 * players, 3)]
    table = Playing(*hands, players=players, pack=pack)
    while table.table.phase is Phase.BET:
        table.do("look") if not table.table.open[table.turn] else table.do(
            "call" if Word.CALL in table.game.choices(view(table.state, table.turn)) else "check"
        )
    choices = table.game.choices(view(table.state, table.turn))
    assert choices.most == 2
    assert all(action in choices for action in _shares(table))


def test_the_solution_is_for_three_who_alone_have_put_chips_in() -> None:
    assert trio.path(Playing(players=4).table) is None
    assert trio.path(Playing(players=4).do("look", "call").table) is None
    assert trio.path(Playing(players=2).table) is None


def test_with_fewer_chips_than_the_solution_counts_with_the_bot_does_without_it() -> None:
    short, deep = Playing(stacks=(37, 200, 200)), Playing(stacks=(38, 200, 200))
    assert trio.turn(short.rules, short.table) is None
    assert trio.turn(deep.rules, deep.table) is trio.solution().early[""]
    other = Playing(players=3, small_blind=2, big_blind=2)
    assert trio.turn(other.rules, other.table) is None


def test_the_shipped_solution_has_the_turns_that_matter_and_stays_small() -> None:
    solution = trio.solution()
    assert {"", "c", "cl", "clr"} < {*solution.early}
    assert sum(int((later.late > 0).sum()) for later in solution.later) > 100_000
    assert len(files("prial.games.brag_poker.bots").joinpath(trio.FILE).read_bytes()) < 1_500_000
    for turn in solution.early.values():
        assert turn.shares.sum(axis=0) == pytest.approx(1, abs=0.01)
    rng = Random(3)
    for later, players in zip(solution.later, (2, 3), strict=True):
        lines, late = [*later.lines], [*later.turns]
        for number, at in rng.sample(np.argwhere(later.late > 0).tolist(), 200):
            line, drawn = divmod(at, 4**players)
            numbers = "".join([str(drawn // 4**place % 4) for place in reversed(range(players))])
            found = solution.turn(f"{lines[line]}|{numbers}|{late[number]}")
            assert found is not None
            assert found.shares.sum(axis=0) == pytest.approx(1, abs=0.02)
