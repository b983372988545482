"""Whole states that fit a view: in random games under random rules, and beside the list of all states that fit in small games."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import combinations, permutations
from math import sqrt
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest
from msgspec.structs import replace

from prial.cards import PACK, Card, best_first, parse
from prial.core.game import BACK, NATURE, Chance, Game, Over, Seat, State, View, view
from prial.core.given import check_state
from prial.core.registry import find, names
from prial.core.session import Session
from prial.core.step import Step, step
from prial.errors import RulesError
from prial.study.worlds import dealt, worlds
from prial.testing.play import History, meanwhile, play, waiting
from prial.testing.probe import bad_piles, dealt_twice
from tests.campaigns import sizes
from tests.rules import rules_at_random

SOME: Final = (3, 5)
"""Tables of each game with rules at random, and moments of each game that are looked at."""
MANY: Final = (10, 15)
"""As in `SOME`, in a long campaign."""


def tables(name: str, number_of: int) -> Iterator[tuple[Game[Any, Any], History, Random]]:
    """Tables with random rules, with a game that was played at each."""
    kind = find(name)
    for number in range(number_of):
        rng = Random(f"{name}/{number}")
        game = kind.new(rules_at_random(kind.schema, rng))
        yield game, play(game, f"{name}/{number}", moves=400, whole=False), rng


def some(history: History, rng: Random, moments: int) -> Sequence[State[Any]]:
    """Some states of a game that was played."""
    states = [moment.step.state for moment in history]
    return rng.sample(states, min(moments, len(states)))


# In whole games


@pytest.mark.parametrize("many", sizes((SOME,), (MANY,)))
@pytest.mark.parametrize("name", names())
def test_a_world_gives_the_view_back_and_is_a_state_of_the_game(name: str, many: tuple[int, int]) -> None:
    drawn = Counter[bool]()
    for game, history, rng in tables(name, many[0]):
        for state in some(history, rng, many[1]):
            for viewer in (None, *range(game.seats)):
                seen = view(state, viewer)
                (world,) = worlds(game, seen, 1, rng.randrange(1000))
                assert view(world, viewer) == seen
                assert bad_piles(world) is None
                assert check_state(game, world) == world  # no card lies in two places
                assert {card for pile in world.piles for card in pile} <= {BACK, *PACK}
                drawn[world.piles != state.piles] += 1
    assert drawn[True] > 2 * many[0] * many[1] // 3


@pytest.mark.parametrize("many", sizes((SOME,), (MANY,)))
@pytest.mark.parametrize("name", names())
def test_what_nature_has_not_drawn_stays_undrawn_and_what_lies_before_a_player_is_drawn(name: str, many: tuple[int, int]) -> None:
    for game, history, rng in tables(name, many[0]):
        for state in some(history, rng, many[1]):
            (world,) = worlds(game, view(state, rng.choice([None, *range(game.seats)])), 1)
            for real, found, seen in zip(state.piles, world.piles, state.seen, strict=True):
                assert BACK not in real or real == found
                assert BACK not in found or not seen
            for seat in range(game.seats):
                assert [BACK in hand for hand in world.hands(seat)] == [BACK in hand for hand in state.hands(seat)]


@pytest.mark.parametrize("many", sizes((SOME,), (MANY,)))
@pytest.mark.parametrize("name", names())
def test_a_game_is_played_on_from_a_world_to_the_end_of_the_deal_and_further(name: str, many: tuple[int, int]) -> None:
    for game, history, rng in tables(name, many[0]):
        for state in some(history, rng, many[1])[:8]:
            (world,) = worlds(game, view(state, rng.randrange(game.seats)), 1)
            play_on(game, world, rng, most=60)


def play_on(game: Game[Any, Any], state: State[Any], rng: Random, most: int) -> None:
    """Play at random from a state. Nothing is refused, and no card is made twice."""
    gathered: Mapping[Seat, Any] = {}
    for _ in range(most):
        node = game.node(state)
        if isinstance(node, Over):
            return
        if isinstance(node, Chance):
            seat, move = NATURE, node.draw.sample(rng)
        else:
            seat = rng.choice([*waiting(node, gathered), *meanwhile(node)])
            move = game.choices(view(state, seat)).sample(rng)
        done = step(game, state, gathered, seat, move)
        assert isinstance(done, Step), done
        state, gathered = done.state, done.gathered
        assert bad_piles(state) is None
        if isinstance(node, Chance):
            assert dealt_twice(node.draw, move, state) is None


# Beside the list of all states that fit


def even(found: Iterable[Any], all_of_them: Iterable[Any]) -> None:
    """Whether each of some values was found, no other was, and all about equally often (chi-square, five standard errors)."""
    counted, expected = Counter(found), set(all_of_them)
    assert set(counted) == expected
    each = counted.total() / len(expected)
    free = len(expected) - 1
    chi_square = sum((counted[value] - each) ** 2 / each for value in expected)
    assert abs(chi_square - free) < 5 * sqrt(2 * free)


def table(name: str, rules: Mapping[str, Any], pack: Iterable[Card]) -> Any:
    """A table with a short pack."""
    made = find(name).make(rules)
    return type(made)(made.rules, pack=pack)  # type: ignore[call-arg]  # each of our games takes a pack


def deals(game: Game[Any, Any], moves: Sequence[str]) -> Iterator[State[Any]]:
    """The states after some actions, for all outcomes of nature. An outcome after which an action isn't allowed is left out.

    The dealer is seat 0. Only the seat that decides acts. In the text of an action, ``?`` stands for any letter.
    """

    def go(state: State[Any], left: Sequence[str]) -> Iterator[State[Any]]:
        node = game.node(state)
        if isinstance(node, Chance):
            outcomes = [0] if state.public.phase == "dealer" else [outcome for outcome, _ in node.draw]
            for outcome in outcomes:
                yield from go(game.deal(state, outcome), left)
        elif not left:
            yield state
        else:
            assert not isinstance(node, Over)
            for action in game.choices(view(state, node.seats[0])):
                if fnmatchcase(game.write(action), left[0]):
                    yield from go(game.act(state, {node.seats[0]: action}), left[1:])

    return go(game.start(), moves)


@pytest.mark.parametrize("each", sizes(10, 20))
@pytest.mark.parametrize(
    ("name", "rules", "pack", "moves"),
    [
        ("brag", {"players": 2}, "AsAhKdKc7s4h", ["look", "bet 1", "bet 1"]),
        pytest.param("brag", {"players": 2}, "AsAhKdKc7s4h", ["bet 1", "look", "bet 2"], marks=pytest.mark.soak),
        pytest.param("brag", {"players": 2}, "AsAhKdKc7s4h2d", ["look", "bet 1", "look", "see"], marks=pytest.mark.soak),
        ("brag_poker", {"players": 2}, "AsAhKdKc7s4h", ["look", "call", "look", "check", "change none", "change none"]),
        ("brag_poker", {"players": 2}, "AsAhKdKc7s4h2d", ["call", "check", "look", "change ??"]),
    ],
)
def test_each_state_that_fits_is_equally_likely(
    name: str, rules: Mapping[str, Any], pack: str, moves: Sequence[str], each: int
) -> None:
    """All deals from a small pack, after the same actions: of those that one seat can't tell apart, each comes as often."""
    game = table(name, rules, parse(pack))
    states = list(deals(game, moves))
    looked = 0
    for viewer in (0, 1):
        fitting: dict[Any, set[State[Any]]] = {}
        for state in states:
            fitting.setdefault(view(state, viewer), set()).add(state)
        if several := [seen for seen, found in fitting.items() if len(found) > 2]:
            seen = Random(1).choice(several)
            even(worlds(game, seen, each * len(fitting[seen])), fitting[seen])
            looked += 1
    assert looked


def test_cards_that_were_taken_openly_stay_in_the_hand_that_took_them() -> None:
    cards = parse("KdKc7sAs4h2dAhJs9c6d5d")
    game = table("stop_the_bus", {"players": 2}, cards)
    session = Session(game, shuffles=False)
    session.do(NATURE, 0)
    dealt_cards: dict[int | str, str] = {0: "KdKc7s", 1: "AhJs9c", "middle": "As4h2d"}
    session.deal(dealt_cards)
    session.do(1, "take As put 9c")
    for moves, left in ((), "AhJs6d5d"), (["take 9c put 7s", "take 7s put Js"], "Ah6d5d"), (["take Js put 9c"], "Ah6d5d"):
        for text in moves:
            session.do(session.waiting[0], text)
        taken = session.view(0).public.known[1]
        fitting = [best_first((*taken, *more)) for more in combinations(parse(left), 3 - len(taken))]
        even([world.piles[1] for world in worlds(game, session.view(0), 400)], fitting)


def arranged(cards: int, order: str, laid: Sequence[str], pack: str) -> tuple[Any, View[Any], State[Any]]:
    """A game of two with hands that both have laid, before anybody announces a crash; and what seat 0 sees of it."""
    game = table("crash", {"players": 2, "cards": cards, "order": order, "crash_call": "optional"}, parse(pack))
    session = Session(game, shuffles=False)
    session.do(NATURE, 0)
    session.deal({seat: parse(text) for seat, text in enumerate(laid)})
    for seat, text in enumerate(laid):
        session.do(seat, f"lay {text}")
    return game, session.view(0), session.state


SMALL: Final = "AsAhKdKc7s4h2d9c3c5s8dQd"
"""Twelve cards."""


@pytest.mark.parametrize("order", ["sorted", "as_laid"])
def test_laid_hands_are_parts_of_the_hand_and_sorted_where_the_table_sorts_them(order: str) -> None:
    """Beside a list of all deals and arrangements, made by hand."""
    game, seen, real = arranged(6, order, ["AsAh2d 9c3c5s", "KdKc7s 4h8dQd"], SMALL)
    other = sorted(real.piles[1])
    fitting = set()
    for first in combinations(other, 3):
        hands = best_first(first), best_first(set(other) - set(first))
        one, two = game.scorer.strengths(hands)
        if order == "as_laid" or (one, hands[0]) > (two, hands[1]):
            fitting.add(hands)
    found = [tuple(world.piles[pile] for pile in world.public.laid[1]) for world in worlds(game, seen, 60 * len(fitting))]
    even(found, fitting)


def test_the_cards_of_a_laid_hand_are_dealt_from_all_unseen_ones() -> None:
    game, seen, _ = arranged(6, "sorted", ["AsAh2d 9c3c5s", "KdKc7s 4h8dQd"], SMALL + "JhTs")
    unseen = set(parse(SMALL + "JhTs")) - set(seen.piles[0])
    fitting = set()
    for whole in combinations(unseen, 6):
        for first in combinations(whole, 3):
            hands = best_first(first), best_first(set(whole) - set(first))
            if tuple(zip(game.scorer.strengths(hands), hands, strict=True)) == tuple(
                sorted(zip(game.scorer.strengths(hands), hands, strict=True), reverse=True)
            ):
                fitting.add((best_first(whole), *hands))
    piles = [(world.piles[1], *[world.piles[pile] for pile in world.public.laid[1]]) for world in worlds(game, seen, 8000)]
    even(piles, fitting)


UNSEEN: Final = parse("AsAhAdAcKdKc7s5d")
"""Cards that the viewer doesn't see in the tests in which few deals fit."""


def knocked() -> tuple[Session[Any, Any], Any]:
    """A session and its game. Each laid hand must be a pair or better, and one of two players has knocked: few deals fit."""
    rules = {"players": 2, "cards": 6, "order": "sorted", "crash_call": "optional", "min_hand": "pair"}
    rules |= {"weak_hand": "not_laid", "four_bonus": "knock"}
    game = table("crash", rules, [*parse("9h8c2d2h3c3s"), *UNSEEN])
    session = Session(game, shuffles=False)
    session.do(NATURE, 0)
    session.deal({0: "9h8c2d2h3c3s", 1: "AsAhAdAcKdKc"})
    session.do(0, "lay 2d2h9h 3c3s8c")
    session.do(1, "lay AsAhKd AdAcKc knock")
    return session, game


@pytest.mark.parametrize("each", sizes(15, 30))
def test_where_few_deals_fit_exchanges_of_cards_find_each_equally_often(monkeypatch: pytest.MonkeyPatch, each: int) -> None:
    """Beside a list made by hand."""
    monkeypatch.setattr("prial.games.crash.study.worlds._DEALS", 1)
    monkeypatch.setattr("prial.games.crash.study.worlds._MIXES", 40)
    session, game = knocked()
    fitting = set()
    for more in combinations(UNSEEN[4:], 2):
        whole = {*UNSEEN[:4], *more}
        for first in combinations(whole, 3):
            hands = best_first(first), best_first(whole - set(first))
            one, two = game.scorer.strengths(hands)
            if (one, hands[0]) > (two, hands[1]) and min(one, two) >= game.scorer.least:
                fitting.add((best_first(whole), *hands))
    seen = session.view(0)
    assert len(fitting) > 30
    found = worlds(game, seen, each * len(fitting))
    even([(world.piles[1], *[world.piles[pile] for pile in seen.public.laid[1]]) for world in found], fitting)


def test_a_deal_that_is_found_late_is_mixed_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exchanges that mix the cards don't count as tries."""
    monkeypatch.setattr("prial.games.crash.study.worlds._DEALS", 1)
    monkeypatch.setattr("prial.games.crash.study.worlds._REPAIRS", 1_000)
    session, game = knocked()
    assert worlds(game, session.view(0), 1)[0].public == session.state.public


# What is refused


def test_a_view_that_hides_more_cards_than_are_left_is_refused() -> None:
    game = find("stop_the_bus").make({"players": 2})
    seen = view(Session(game, seed=1).state, 0)
    with pytest.raises(RulesError, match="it hides more cards than the pack has left"):
        worlds(game, replace(seen, piles=(*seen.piles, (BACK,) * 50), seen=(*seen.seen, 2)), 1)


def test_a_view_that_no_cards_fit_is_refused() -> None:
    """Nobody can hold four of a kind."""
    game, seen, _ = arranged(6, "sorted", ["AsAh2d 9c3c5s", "KdKc7s 4h8dQd"], SMALL)
    knocked = replace(seen, public=replace(seen.public, declared=((1, "knock"),)))
    with pytest.raises(RulesError, match="No state that fits this view was found"):
        worlds(game, knocked, 1)


def test_less_than_one_world_is_refused() -> None:
    game = find("brag").make()
    with pytest.raises(ValueError, match="At least 1 world"):
        worlds(game, view(game.start(), 0), 0)


def test_the_seed_decides() -> None:
    game = find("brag").make({"players": 3})
    seen = view(Session(game, seed=1).state, 0)
    assert worlds(game, seen, 5, 7) == worlds(game, seen, 5, 7) != worlds(game, seen, 5, 8)


def test_a_game_that_is_not_installed_is_dealt_as_its_view_says() -> None:
    """All that is asked of it is its view, and its pack if it has one."""
    cards = parse("AsAhKdKc7s")
    game: Any = SimpleNamespace(name="nowhere", pack=cards)
    seen: View[None] = View(0, None, (cards[:2], (BACK, BACK)), (1, 2))
    even([world.piles[1] for world in worlds(game, seen, 300)], combinations(cards[2:], 2))


def test_known_cards_and_parts_are_kept() -> None:
    cards = parse("AsAhKdKc7s4h2d")
    game: Any = SimpleNamespace(name="nowhere", pack=cards)
    seen: View[None] = View(0, None, ((BACK,) * 3, (BACK,), (BACK,), cards[:1], (BACK,)), (2, 2, 2, 1, 0))
    rng = Random(1)
    found = [dealt(game, seen, rng, known={0: [cards[1]]}, parts={0: [1, 2]}, undrawn={4}).piles for _ in range(4000)]

    def all_of_them() -> Iterator[tuple[tuple[Card, ...], ...]]:
        for more in combinations(cards[2:], 2):
            for one, two in permutations((cards[1], *more), 2):
                yield best_first((cards[1], *more)), (one,), (two,), cards[:1], (BACK,)

    even(found, all_of_them())
