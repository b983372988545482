"""Cards that players remember where the pack isn't shuffled: what each may use, and what the other knows of it."""

from random import Random

import numpy as np
import pytest

from prial.core.game import BACK, EVERYBODY, Seat, seen_by, view
from prial.games.brag.actions import Bet, Word
from prial.games.brag.bots import Canny
from prial.games.brag.bots.duel import turn_of
from prial.games.brag.bots.lookahead import FOLD
from prial.games.brag.bots.reading import GRID, Reading, deck
from prial.games.brag.bots.resolve import band
from prial.games.brag.hands import best_three, ranking_of
from prial.games.brag.study.family import habitual
from tests.games.brag.table import Playing

UNSEEN = ("fold",)
"""A deal in which nobody looks."""
LOOKED = ("look & fold",)
"""A deal in which the first to bet looks, and shows nothing."""
DEALS = 10
"""After this number of deals between two all 52 cards have been dealt, and the pack wasn't shuffled."""
SEEDS = (1, 2, 4)
"""Deals in which the two hands lie in different bands of the solution: hands in one band count as equal."""


def _after(deals: tuple[str, ...], seed: int) -> Playing:
    """A deal at pagat's table that begins after `DEALS` others, all played in the same way."""
    table, rng = Playing("pagat", players=2, stacks=(1_000, 1_000), length=0), Random(seed)
    table.nature(table.node.draw.sample(rng))
    for _ in range(DEALS):
        table.turns(*deals)
        table.all("play")
        table.nature(table.node.draw.sample(rng))
    return table


def _known(seed: int) -> Playing:
    """A deal in which everybody has seen all six cards in earlier deals, and nobody has looked yet."""
    table = _after(UNSEEN, seed)
    table.state = seen_by(table.state, [pile for hands in table.table.hands for pile in hands[0]], EVERYBODY)
    return table


def _share(table: Playing, seat: Seat) -> float:
    """The share of all hands that a seat's hand beats."""
    ranks = ranking_of(table.rules)
    known = deck(ranks, 3)
    hand = tuple(table.state.piles[pile][0] for pile in table.table.hands[seat][0])
    return float(known.shares(np.array(known.key(*best_three(ranks, hand)))))


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_that_everybody_has_seen_are_known_to_both(seed: int) -> None:
    table = _known(seed)
    for seat in (0, 1):
        reading = Reading(table.rules, view(table.state, seat))
        assert reading.place_of() == pytest.approx(_share(table, seat))
        assert reading.ranges[1 - seat].places == pytest.approx([_share(table, 1 - seat)], abs=0.01)
        assert reading.known_to(1 - seat) == pytest.approx([_share(table, seat)], abs=0.01)


def test_a_hand_that_nobody_looked_at_is_known_to_nobody() -> None:
    table = _after(UNSEEN, 1)
    table.do(table.table.turn, "look")
    reading = Reading(table.rules, view(table.state, table.table.turn))
    assert reading.ranges[1 - table.table.turn].places is GRID
    assert reading.known_to(1 - table.table.turn) is GRID


def test_cards_that_one_player_saw_are_not_known_to_the_other() -> None:
    """Here the first to bet always looks and folds; the other never looks. So each has seen the hands of every second deal."""
    table = _after(LOOKED, 1)
    for seat in (0, 1):
        mine = view(table.state, seat)
        reading, piles = Reading(table.rules, mine), table.table.hands[seat][0]
        theirs = [pile for pile in piles if mine.seen[pile] == 1 << 1 - seat]
        own = [pile for pile in piles if mine.seen[pile] == 1 << seat]
        assert theirs or own
        assert all(mine.piles[pile] == (BACK,) for pile in theirs)
        assert reading.known_to(1 - seat) is GRID


@pytest.mark.parametrize("seed", SEEDS)
def test_where_both_hands_are_known_the_worse_one_folds_to_a_raise_and_the_better_one_stays(seed: int) -> None:
    table = _known(seed)
    table.do(table.table.turn, "look", "bet 2")
    seat = table.table.turn
    table.do(seat, "look")
    seen = view(table.state, seat)
    better = _share(table, seat) > _share(table, 1 - seat)
    folds = Canny(table.game).shares(seen, table.choices(seat)).get(Word.FOLD, 0.0)
    assert folds < 0.01 if better else folds > 0.99


@pytest.mark.parametrize("seed", SEEDS)
def test_who_forgets_what_the_other_knows_pays_with_a_worse_hand(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: the bot believes that the other knows none of its cards, and bluffs somebody who sees through it."""
    table = _known(seed)
    seat = min((0, 1), key=lambda seat: _share(table, seat))
    if table.table.turn != seat:
        table.do(table.table.turn, "look", "bet 2")
    table.do(seat, "look")

    def folds() -> float:
        turn = turn_of(table.rules, view(table.state, seat))
        return float(turn.shares[turn.moves.index(FOLD), band(_share(table, seat))])

    knowing = folds()
    monkeypatch.setattr(Reading, "known_to", lambda *_: GRID)
    assert folds() < knowing - 0.05


@pytest.mark.parametrize("seed", SEEDS)
def test_who_remembers_raises_with_the_better_hand_and_folds_the_worse_one(seed: int) -> None:
    table = _known(seed)
    first = table.table.turn
    player, better = habitual("remembers cards", table.game), _share(table, first) > _share(table, 1 - first)
    table.do(first, "look")
    says = player.choose(view(table.state, first), table.choices(first), Random(1))
    assert says == (Bet(table.table.last_bet + 1 + table.pot // 2) if better else Word.FOLD)
    unseen = _after(UNSEEN, seed)
    turn = unseen.table.turn
    seen, choices = view(unseen.state, turn), unseen.choices(turn)
    same = Canny(unseen.game).choose(seen, choices, Random(1))
    assert player.choose(seen, choices, Random(1)) == same, "where it remembers nothing it plays as the bot"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_blind_bet_of_somebody_who_knows_the_hand_tells_something(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault is the former bot, which took the hand of every blind player for unknown to its owner."""
    table = _after(LOOKED, seed)
    first = table.table.turn
    table.state = seen_by(table.state, table.table.hands[first][0], 1 << first)
    table.do(first, "bet 60")
    table.do(1 - first, "look")
    seen = view(table.state, 1 - first)
    assert Reading(table.rules, seen).knows(first)

    def folds() -> list[float]:
        turn = turn_of(table.rules, seen)
        return [float(turn.shares[turn.moves.index(FOLD), band(place)]) for place in (0.5, 0.6, 0.7, 0.8)]

    knowing = folds()
    monkeypatch.setattr(Reading, "knows", lambda *_: False)
    assert all(former < now for former, now in zip(folds(), knowing, strict=True))
