"""The aid that counts what a player knows: exact, from the player's own view alone."""

from collections.abc import Mapping
from itertools import combinations
from random import Random
from typing import Any

import pytest

from prial.cards import PACK, Card, best_first, parse
from prial.core.game import BACK, Chance, Decision, State, view
from prial.core.step import Step, step
from prial.games.brag import BragGame
from prial.games.brag.hands import best_three, worth
from prial.games.brag.rules import SCHEMA
from prial.games.brag.study.knowing import Coming, Known, known
from tests.games.brag.table import Playing


def told(t: Playing, seat: int) -> Known:
    return known(t.game, view(t.state, seat))


def beaten(t: Playing, own: str, put: str = "") -> tuple[float, float]:
    """Shares of the opponent's possible hands that are worse and that are equal, tried one by one."""
    ranks, hand = t.game.ranking(t.table), parse(own)
    mine = worth(ranks, tuple([card for card in hand if card not in parse(put)]), parse(put))
    left = [card for card in t.game.pack if card not in hand]
    theirs = [worth(ranks, *best_three(ranks, more)) for more in combinations(left, len(hand))]
    return sum(each < mine for each in theirs) / len(theirs), sum(each == mine for each in theirs) / len(theirs)


def test_who_has_not_looked_and_has_seen_nothing_knows_nothing() -> None:
    t = Playing("pagat", players=3)
    t.deal("QsQd4h", "KsKd2c", "8h7c2d")
    found = told(t, 0)
    assert (found.cards, found.of, found.pack) == (0, 52, ())
    ((own),) = found.hands
    assert (own.known, own.label, own.against) == ("", "", ())


def test_a_hand_that_was_looked_at_is_counted_against_any_one_of_the_others() -> None:
    t = Playing("pagat", players=3)
    t.deal("QsQd4h", "KsKd2c", "8h7c2d")
    t.do(0, "look")
    found = told(t, 0)
    ((own),) = found.hands
    ((other),) = own.against
    assert (found.cards, own.known, own.label) == (3, "QsQd4h", "pair of queens")
    assert (other.seats, other.known, other.near) == ((1, 2), "", False)
    assert (other.better, other.equal) == pytest.approx(beaten(t, "QsQd4h"))
    assert told(t, 1).cards == 0, "the others know nothing by it"


def test_whoever_has_folded_has_nothing_to_hope_for_and_is_no_rival() -> None:
    t = Playing("pagat", players=3)
    t.deal("QsQd4h", "KsKd2c", "8h7c2d")
    t.turns("look & bet 1", "fold", "look")
    assert told(t, 1).hands == ()
    assert told(t, 2).hands[0].against[0].seats == (0,)


def around(t: Playing) -> None:
    """The first deal is shown, and three more follow, so that its cards come again to two players with 24 cards."""
    t.deal("4c4d6h", "2c3c5d")
    t.turns("look & bet 2", "look & see")
    for _ in range(3):
        t.next()
        t.turns("fold")


def test_cards_that_come_round_again_are_known_in_the_pack_then_in_hands_that_nobody_has_looked_at() -> None:
    """P: not shuffling makes it possible to know what cards are in play. Seat 0 hasn't seen seat 1's hand."""
    t = Playing("pagat", players=2, pack=range(24))
    around(t)
    lying = told(t, 0).pack
    assert lying == (Coming(4, "4c"), Coming(5, "4d"), Coming(6, "6h"))
    assert all(t.faces([t.table.pack[each.place - 1]]) == each.card for each in lying)
    t.next()
    ((own),) = told(t, 0).hands
    assert (own.known, own.label) == ("4d", "")
    ((other),) = own.against
    assert (other.seats, other.known, other.near) == ((1,), "6h4c", False)
    assert other.better == pytest.approx(drawn_out(t, parse("4d"), parse("6h4c")))
    ((all_seen),) = told(t, 1).hands
    assert (all_seen.known, all_seen.label) == ("6h4c3c", "six high")
    assert (all_seen.against[0].known, all_seen.against[0].better) == ("5d4d2c", 1.0)


def drawn_out(t: Playing, own: tuple[Card, ...], other: tuple[Card, ...]) -> float:
    """How often one partly known hand beats another: every way to complete both."""
    ranks = t.game.ranking(t.table)
    left = [card for card in t.game.pack if card not in own + other]
    won = ways = 0
    for more in combinations(left, 3 - len(own)):
        for theirs in combinations([card for card in left if card not in more], 3 - len(other)):
            won += ranks.strength((*own, *more)) > ranks.strength((*other, *theirs))
            ways += 1
    return won / ways


@pytest.mark.parametrize("cards", [4, 5])
def test_who_has_put_cards_away_is_counted_with_what_is_left(cards: int) -> None:
    """The discard breaks ties; a bad choice of discard counts as it was made."""
    t = Playing("pagat", players=2, cards=cards, pack=range(28))
    hand, put = ("8s8d4h2c", "4h") if cards == 4 else ("8s8d4h2c7h", "8s2c")
    t.deal(hand)
    t.turns(f"look & discard {put}")
    ((own),) = told(t, 0).hands
    ((other),) = own.against
    assert (other.better, other.equal) == pytest.approx(beaten(t, hand, put))
    assert not other.near
    assert own.label == ("pair of eights" if cards == 4 else "eight high")


def shuffled(state: State[Any], seat: int, rng: Random) -> State[Any]:
    """Another world, in which the cards that the seat hasn't seen are elsewhere."""
    hidden = [pile for pile, who in enumerate(state.seen) if not who >> seat & 1 and state.piles[pile] != (BACK,)]
    seen = {state.piles[pile] for pile in range(len(state.piles)) if pile not in hidden}
    faces = rng.sample([(card,) for card in PACK if (card,) not in seen], len(hidden))
    piles = dict(zip(hidden, faces, strict=True))
    return State(state.public, tuple(piles.get(pile, face) for pile, face in enumerate(state.piles)), state.seen)


@pytest.mark.parametrize("given", [{}, {"cards": 4, "length": 4}, {"bottom_card": "shown", "players": 6}])
def test_two_worlds_with_the_same_view_are_told_the_same(given: dict[str, Any]) -> None:
    rng, asked = Random(3), 0
    game = BragGame(SCHEMA.make({"length": 12, **given}, "pagat"))
    state = game.start()
    gathered: Mapping[int, Any] = {}
    while asked < 60 and isinstance(node := game.node(state), Chance | Decision):
        seat: int = -1
        if isinstance(node, Chance):
            move: Any = node.draw.sample(rng)
        else:
            seat = next(each for each in node.seats if each not in gathered)
            move = game.choices(view(state, seat)).sample(rng)
            other = shuffled(state, seat, rng)
            assert view(other, seat) == view(state, seat)
            assert known(game, view(other, seat)) == known(game, view(state, seat))
            asked += 1
        done = step(game, state, gathered, seat, move)
        assert isinstance(done, Step)
        state, gathered = done.state, done.gathered
    assert asked >= 30


def test_the_cards_that_are_known_are_those_that_the_seat_has_seen() -> None:
    t = Playing("pagat", players=4)
    t.deal("AsKd9c", "7s6d5c", "2h2d8s", "QsJdTh")
    t.turns("look & bet 2", "fold", "look & bet 2", "fold", "see")
    assert [told(t, seat).cards for seat in range(4)] == [6, 3, 3, 3]
    assert "".join(each.card for each in told(t, 1).pack) == "2h2d8s"
    assert told(t, 0).hands == (), "the deal is over"
    assert best_first(parse("".join(each.card for each in told(t, 0).pack))) == best_first(parse("AsKd9c2h2d8s"))
