from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from prial.cards import PACK, Card, parse
from prial.core.game import Chance, Decision, Seat, State
from prial.errors import PrialError
from prial.games.brag import KIND, BragGame
from prial.games.brag.actions import Bet
from prial.games.brag.state import Table
from prial.games.brag.study.walk import walk
from prial.ranks.brag import TopPrial, TopRun, ranking
from prial.ranks.wild import wild_cards
from prial.study.solve import cfr
from prial.study.solve.cfr import Measure, Solver, Strategy
from prial.study.solve.hands import Hands, classes
from prial.study.solve.tree import End, Node, Turn, flatten
from tests.campaigns import sizes
from tests.study.whole_games import each_hand_apart, same_as_the_whole_game

SHORT = parse("4c4d7c7dKcKd")
"""Six cards: their hands include equal ones and different suits, and all deals can be tried."""
Path: TypeAlias = tuple[str, ...]


def three(*strengths: int) -> Hands:
    """One hand in each class, and players never hold the same one: a pack of single cards, as in Kuhn's game."""
    size = len(strengths)
    return Hands(((),) * size, np.ones(size, np.int64), np.array(strengths), 1 - np.eye(size, dtype=np.int64))


def kuhn(*, blind: bool = False) -> Turn:
    """Kuhn's poker: three cards, an ante of 1, one bet of 1; optionally the first player hasn't looked."""

    def showdown(chips: float) -> End:
        return End(chips, -chips)

    def called(seat: Seat, fold: float, *, unseen: bool) -> Turn:
        return Turn(seat, (("fold", End(fold, fold)), ("call", showdown(2))), blind=unseen)

    second = Turn(1, (("check", showdown(1)), ("bet", called(0, -1, unseen=blind))))
    return Turn(0, (("check", second), ("bet", called(1, 1, unseen=False))), blind=blind)


def at_table(pack: tuple[Card, ...] = PACK, **given: Any) -> BragGame:
    game = KIND.make({"players": "2", **{name: str(value) for name, value in given.items()}})
    assert isinstance(game, BragGame)
    return BragGame(game.rules, pack)


# A second way: every deal and every pure strategy, by plain recursion


def paths(node: Node, path: Path = ()) -> Iterator[tuple[Path, Turn]]:
    if isinstance(node, Turn):
        yield path, node
        for name, child in node.moves:
            yield from paths(child, (*path, name))


def pays(
    node: Node, path: Path, deal: tuple[int, int], hands: Hands, plays: Mapping[tuple[Path, int], Mapping[str, float]]
) -> float:
    """Chips that seat 0 wins with this deal, given by classes."""
    if isinstance(node, End):
        mine, other = (int(hands.strengths[each]) for each in deal)
        won = mine > other or (mine == other and node.ties == 0)
        return node.win if won else node.lose
    shares = plays[path, -1 if node.blind else deal[node.seat]]
    return sum(shares[name] * pays(child, (*path, name), deal, hands, plays) for name, child in node.moves if shares[name])


def expected(root: Node, hands: Hands, plays: Mapping[tuple[Path, int], Mapping[str, float]]) -> float:
    size = range(len(hands.sizes))
    return sum(int(hands.together[i, j]) * pays(root, (), (i, j), hands, plays) for i in size for j in size) / hands.pairs


def slow_best(root: Node, hands: Hands, seat: Seat, plays: Mapping[tuple[Path, int], Mapping[str, float]]) -> float:
    """The most that any pure strategy of a seat wins."""
    own = [
        (path, hand, [name for name, _ in turn.moves])
        for path, turn in paths(root)
        if turn.seat == seat
        for hand in ((-1,) if turn.blind else range(len(hands.sizes)))
    ]
    sign = 1 if seat == 0 else -1
    best = -np.inf
    for chosen in product(*(names for _, _, names in own)):
        pure = {
            (path, hand): {name: float(name == one) for name in names}
            for (path, hand, names), one in zip(own, chosen, strict=True)
        }
        best = max(best, sign * expected(root, hands, {**plays, **pure}))
    return best


def written_out(solver: Solver, strategies: tuple[Strategy, Strategy]) -> dict[tuple[Path, int], dict[str, float]]:
    """Strategies by the moves before and by class."""
    found: dict[tuple[Path, int], dict[str, float]] = {}
    for path, turn in solver.tree.turn.items():
        for name, shares in solver.moves(path, strategies):
            for hand in (-1,) if turn.blind else range(len(solver.hands.sizes)):
                found.setdefault((path, hand), {})[name] = float(shares[max(hand, 0)])
    return found


def at_random(solver: Solver, seed: int) -> tuple[Strategy, Strategy]:
    """Two random strategies; at a blind turn the same for all hands."""
    rng = np.random.default_rng(seed)
    found = []
    for side in solver.tree.sides:
        weights = rng.random((side.edges, len(solver.hands.sizes)))
        for level in side.levels:
            blind = level.edges.start + level.blind
            weights[blind] = weights[blind, :1]
        found.append(cfr.normal(side, weights))
    return found[0], found[1]


# Hands


def test_a_whole_pack_has_1755_classes_and_741_strengths() -> None:
    hands = classes()
    assert len(hands.sizes) == 1755
    assert int(hands.sizes.sum()) == 22_100
    assert hands.pairs == 22_100 * 18_424
    assert np.array_equal(hands.together.sum(axis=1), hands.sizes * 18_424)
    assert np.array_equal(hands.together, hands.together.T)
    assert np.array_equal(hands.by_strength() + 1, hands.strengths)
    assert hands.strengths[[0, -1]].tolist() == [1, 741]


@pytest.mark.parametrize(("wild", "pack"), [("", PACK), ("suicide king", SHORT), ("one-eyed jacks", PACK[20:])])
def test_a_named_hand_is_found_in_its_class(wild: str, pack: tuple[Card, ...]) -> None:
    of = ranking(wild=wild_cards(wild)) if wild else ranking()
    hands = classes(of, pack)
    found = Counter(hands.of(hand) for hand in combinations(pack, 3))
    assert [found[number] for number in range(len(hands.sizes))] == hands.sizes.tolist()
    assert all(hands.strengths[hands.of(hand)] == of.strength(hand) for hand in combinations(pack, 3))
    assert [hands.of(hand) for hand in hands.examples] == [*range(len(hands.examples))]
    assert hands.of(hands.examples[3][::-1]) == 3


def test_suits_that_are_exchanged_leave_a_hand_in_its_class() -> None:
    hands = classes()
    assert hands.of(parse("KsKd2c")) == hands.of(parse("2hKcKd"))
    assert hands.of(parse("KsKd2c")) != hands.of(parse("KsKd2s"))  # level, but the second takes two spades


@pytest.mark.parametrize("hand", ["KsKd", "KsKd2c3c", "AsAdAc"])
def test_what_is_no_hand_of_the_pack_has_no_class(hand: str) -> None:
    with pytest.raises(PrialError, match=f"{hand} isn't a hand here"):
        classes(pack=SHORT).of(parse(hand))
    with pytest.raises(PrialError, match="isn't a hand here"):
        three(1, 2, 3).of(parse("4c4d7c"))


def test_classes_meet_as_often_as_counting_single_cards_says() -> None:
    hands, rng = classes(), Random(5)
    of = {frozenset(hand): number for number, hand in enumerate(hands.examples)}
    every = [frozenset(hand) for hand in combinations(PACK, 3)]

    def form(hand: frozenset[Card]) -> int:
        """The class of a hand: the example that some exchange of suits turns it into."""
        renamed = (
            frozenset(4 * (card >> 2) + suits[card & 3] for card in hand)
            for suits in product(range(4), repeat=4)
            if len({*suits}) == 4
        )
        return next(of[each] for each in renamed if each in of)

    for number in rng.sample(range(1755), 4):
        mine = frozenset(hands.examples[number])
        met = np.zeros(1755, np.int64)
        for hand in rng.sample(every, 22_100):
            if not mine & hand:
                met[number_of(hand, form)] += 1
        assert np.array_equal(met * hands.sizes[number], hands.together[number])


@cache
def _numbers() -> dict[frozenset[Card], int]:
    return {}


def number_of(hand: frozenset[Card], form: Any) -> int:
    known = _numbers()
    if hand not in known:
        known[hand] = form(hand)
    return known[hand]


@pytest.mark.parametrize("wild", ["one-eyed jacks", "suicide king"])
def test_wild_cards_that_tell_suits_apart_keep_classes_apart(wild: str) -> None:
    of = ranking(wild=wild_cards(wild))
    pack = parse("2c2d2h2sJcJdJhJsKcKdKhKs")
    hands = classes(of, pack)
    assert len(classes(ranking(), pack).sizes) < len(hands.sizes) < 220
    single = each_hand_apart(pack, of)
    assert hands.pairs == single.pairs
    for strength in np.unique(single.strengths):
        mine, own = hands.strengths == strength, single.strengths == strength
        assert hands.together[mine].sum() == single.together[own].sum()


def test_a_ranking_under_which_suits_matter_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prial.study.solve.hands.MOST", 500)
    with pytest.raises(PrialError, match="too many to solve"):
        classes(ranking(TopPrial.ACES, TopRun.ACE_KING_QUEEN), PACK[1:])  # a pack that no other test has counted


# Betting written down by hand


def test_kuhns_game_is_worth_an_eighteenth_to_the_second_player() -> None:
    """Kuhn, "Simplified Two-Person Poker", 1950: with best play the first player loses 1/18."""
    solver = Solver(three(1, 2, 3), kuhn())
    measure = solver.run(2000)
    assert measure.value == pytest.approx(-1 / 18, abs=1e-3)
    assert 0 <= measure.exploitability < 1e-3
    strategies = written_out(solver, solver.average())
    assert strategies[("check",), 2]["bet"] > 0.99  # the king bets
    assert strategies[("check",), 0]["bet"] == pytest.approx(1 / 3, abs=0.02)  # the jack bluffs one time in three
    assert strategies[("bet",), 1]["call"] == pytest.approx(1 / 3, abs=0.02)  # the queen calls one time in three


def test_the_value_of_the_game_lies_between_the_bounds_of_any_strategies() -> None:
    """The value of Kuhn's game is known: −1/18."""
    solver = Solver(three(1, 2, 3), kuhn())
    for seed in range(20):
        found = solver.measure(at_random(solver, seed))
        lowest, highest = found.bounds
        assert lowest <= -1 / 18 <= highest
        assert lowest <= found.value <= highest
        assert highest - lowest == pytest.approx(found.gap)
    lowest, highest = solver.run(2000).bounds
    assert lowest <= -1 / 18 <= highest < lowest + 2e-3


@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize("hands", [three(1, 2, 3), three(1, 1, 2), three(2, 2, 2)])
def test_values_and_best_responses_are_those_of_trying_every_pure_strategy(hands: Hands, blind: bool) -> None:
    root = kuhn(blind=blind)
    solver = Solver(hands, root)
    for seed in range(2):
        strategies = at_random(solver, seed)
        plays = written_out(solver, strategies)
        found = solver.measure(strategies)
        assert found.value == pytest.approx(expected(root, hands, plays), abs=1e-12)
        for seat in (0, 1):
            assert found.best[seat] == pytest.approx(slow_best(root, hands, seat, plays), abs=1e-12)


def test_a_best_response_that_forgets_who_holds_a_card_is_found_out() -> None:
    hands = three(1, 2, 3)
    apart = replace(hands, together=np.ones((3, 3), np.int64))
    solver, careless = Solver(hands, kuhn()), Solver(apart, kuhn())
    strategies = at_random(solver, 1)
    right = slow_best(kuhn(), hands, 0, written_out(solver, strategies))
    assert solver.measure(strategies).best[0] == pytest.approx(right, abs=1e-12)
    assert careless.measure(strategies).best[0] != pytest.approx(right, abs=1e-3)


def test_a_best_response_of_a_blind_player_that_peeps_is_found_out() -> None:
    hands, root = three(1, 2, 3), kuhn(blind=True)
    solver = Solver(hands, root)
    strategies = at_random(solver, 1)
    right = slow_best(root, hands, 0, written_out(solver, strategies))
    seeing = Solver(hands, kuhn()).measure(strategies).best[0]
    assert solver.measure(strategies).best[0] == pytest.approx(right, abs=1e-12)
    assert seeing > right + 1e-3


def test_a_tree_is_refused_that_forgets_a_look_or_leaves_nothing_to_do() -> None:
    end = End(1, -1)
    unseen = Turn(0, (("bet", end),), blind=True)
    with pytest.raises(ValueError, match="has looked at its hand, and is blind after bet, bet"):
        flatten(Turn(0, (("bet", Turn(1, (("bet", unseen),))),)))
    flatten(Turn(0, (("look", Turn(0, (("bet", end),))), ("bet", Turn(1, (("bet", unseen),)))), blind=True))
    with pytest.raises(ValueError, match="moves of different names"):
        flatten(Turn(0, (("bet", end), ("bet", end))))
    with pytest.raises(ValueError, match="moves of different names"):
        flatten(Turn(1, ()))


# The betting of Brag


def betting(
    chips: int,
    *,
    bets: tuple[int, ...] | None = None,
    double: int = 2,
    blind: bool = True,
    least: int = 1,
    ante: int = 1,
    dead: float = 0,
    covers: bool = False,
) -> Node:
    """The betting of two players by the rules, written a second time, without limits.

    The last chips end it: at once where the last chip covers, otherwise once the opponent has answered a full bet of them.
    """

    def go(me: Seat, left: tuple[int, int], last: int, unseen: tuple[bool, bool]) -> Turn:
        other, own = 1 - me, left[me]
        fold = chips - left[1] + dead / 2 if me else left[0] - chips - dead / 2
        moves: list[tuple[str, Node]] = [("fold", End(fold, fold))]

        def after(paid: int) -> tuple[int, int]:
            return (left[0] - paid, left[1]) if me == 0 else (left[0], left[1] - paid)

        def shown(paid: int, loses: Seat = me) -> End:
            """A showdown, in which the payer loses ties."""
            now = after(paid)
            return End(chips - now[1] + dead / 2, now[0] - chips - dead / 2, 1 - loses)

        answers = not left[other]
        price = last if unseen[me] else None if unseen[other] else double * last
        if last and price is not None and price <= own and not answers:
            moves.append(("see", shown(price)))
        if unseen[me]:
            moves.append(("look", go(me, left, last, (False, unseen[1]) if me == 0 else (unseen[0], False))))
        counts = 2 if unseen[me] else 1
        low = -(-max(last, least) // counts)
        for paid in range(min(low, own), (min(low, own) if answers else own) + 1):
            if paid == own and (covers or paid < low or answers):
                child: Node = shown(paid)
            elif answers:
                child = shown(paid, other)
            else:
                child = go(other, after(paid), counts * paid, unseen)
            moves += [(f"bet {paid}", child)] if bets is None or paid in (low, own) or counts * paid in bets else []
        return Turn(me, tuple(moves), unseen[me])

    return go(0, (chips - ante, chips - ante), 0, (blind, blind))


def same(one: Node, other: Node) -> bool:
    """Whether two trees are equal, except for the winner of ties where a hand was folded."""
    if isinstance(one, End) and isinstance(other, End):
        return (one.win, one.lose) == (other.win, other.lose) and (one.win == one.lose or one.ties == other.ties)
    if isinstance(one, End) or isinstance(other, End):
        return False
    moves, others = dict(one.moves), dict(other.moves)
    return (one.seat, one.blind, moves.keys()) == (other.seat, other.blind, others.keys()) and all(
        same(child, others[name]) for name, child in moves.items()
    )


NO_LIMITS: dict[str, Any] = {"max_bet": 0, "max_raise": 0}


@pytest.mark.parametrize("chips", [2, 3, 5, 6])
def test_the_walk_through_the_game_is_the_betting_of_the_rules(chips: int) -> None:
    assert same(walk(at_table(purse=chips, **NO_LIMITS)), betting(chips))


def test_the_walk_follows_the_options() -> None:
    given = {"purse": 5, **NO_LIMITS}
    plain = betting(5)
    options: dict[str, tuple[dict[str, Any], Node]] = {
        "see_cost": ({"see_cost": "single"}, betting(5, double=1)),
        "blind": ({"blind": "off"}, betting(5, blind=False)),
        "min_bet": ({"min_bet": 2}, betting(5, least=2)),
        "ante": ({"ante": 2}, betting(5, ante=2)),
        "bets": ({}, betting(5, bets=(1, 4))),
        "players": ({"players": 5}, betting(5, dead=3)),
        "last_chip": ({"last_chip": "covers"}, betting(5, covers=True)),
    }
    for name, (changed, tree) in options.items():
        walked = walk(at_table(**{**given, **changed}), (1, 4) if name == "bets" else None)
        assert same(walked, tree), name
        assert not same(walked, plain), name


def test_only_what_is_considered_is_in_the_tree() -> None:
    def opens_only(table: Table, actions: list[Any]) -> list[Any]:
        return [action for action in actions if not isinstance(action, Bet) or not table.last_bet]

    tree = flatten(walk(at_table(purse=5, **NO_LIMITS), opens_only))
    assert {name for path, turn in tree.turn.items() if "bet 1" not in path for name, _ in turn.moves} >= {
        "bet 1",
        "bet 2",
        "look",
    }
    assert all(path.count("bet 1") + path.count("bet 2") <= 1 for path in tree.turn)


def test_a_pot_that_would_be_carried_counts_as_won() -> None:
    assert same(walk(at_table(purse=5, kept_blind="on")), walk(at_table(purse=5, kept_blind="off")))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"cards": 4}, "three cards; these rules deal 4"),
        ({"bottom_card": "shown"}, "bottom card"),
    ],
)
def test_what_cannot_be_solved_is_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(PrialError, match=reason):
        walk(at_table(**given))


def test_betting_with_too_many_turns_is_refused() -> None:
    flatten(walk(at_table(purse=5), most=163))
    with pytest.raises(PrialError, match="more than 162 turns in this betting, too many to solve"):
        walk(at_table(purse=5), most=162)


class Dealt(BragGame):
    """One deal, which seat 1 deals, whose whole tree can be built: nobody looks while the opponent decides."""

    def start(self) -> State[Table]:
        state = super().start()
        assert isinstance(self.node(state), Chance)
        return self.deal(state, 1)

    def node(self, state: State[Table]) -> Any:
        node = super().node(state)
        return Decision(node.key, node.seats) if isinstance(node, Decision) else node


@pytest.mark.parametrize("purse", sizes(2, 3))
def test_every_number_is_that_of_the_whole_game_played_out_hand_by_hand(purse: int) -> None:
    """On a short pack: all deals of the real game, views as information states, and a best response that knows only its view."""
    rules = replace(at_table(purse=purse, **NO_LIMITS).rules, length=1)
    game = Dealt(rules, SHORT)
    same_as_the_whole_game(game, walk(game), SHORT, lambda table, seat: table.hands[seat][0])


@pytest.mark.parametrize("by_strength", [False, True])
def test_exploitability_falls_towards_nothing(by_strength: bool) -> None:
    pack = parse("2c2d5c5d5h9c9dKcKd")
    hands = classes(pack=pack)
    group = hands.by_strength() if by_strength else None
    solver = Solver(hands, walk(at_table(pack, purse=4, last_chip="covers", **NO_LIMITS)), group)
    seen: list[tuple[int, Measure]] = []
    solver.run(400, watch=lambda done, measure: seen.append((done, measure)))
    assert [done for done, _ in seen] == [20, 80, 320, 400]
    gaps = [measure.gap for _, measure in seen]
    assert gaps == sorted(gaps, reverse=True)
    if not by_strength:
        assert gaps[-1] < 0.002
    for _, measure in seen:
        assert measure.best[0] >= measure.value - 1e-9
        assert measure.best[1] >= -measure.value - 1e-9


def test_hands_of_one_strength_are_told_apart_by_the_best_response_to_them() -> None:
    """The cost of treating them alike is part of the exploitability, which therefore doesn't fall to zero."""
    pack = parse("2c2d5c5d5h9c9dKcKd")
    root = walk(at_table(pack, purse=4, **NO_LIMITS))
    hands = classes(pack=pack)
    exact, alike = Solver(hands, root), Solver(hands, root, hands.by_strength())
    exact.run(400)
    alike.run(400)
    by_class: NDArray[np.float64] = alike.average()[0]
    strengths = alike.hands.strengths
    twins = np.flatnonzero(strengths[1:] == strengths[:-1])
    assert len(twins)
    assert np.array_equal(by_class[:, twins], by_class[:, twins + 1])
    assert alike.measure().gap > exact.measure().gap


def test_it_stops_where_it_is_good_enough() -> None:
    solver = Solver(three(1, 2, 3), kuhn())
    measure = solver.run(10_000, to=0.01)
    assert measure.exploitability <= 0.01
    assert solver.iterations < 1000
