"""Answers to bots of Brag Poker: a planted fault is found, what is worked out is what is made, and no hidden card is seen."""

from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from prial.cards import PACK, best_first
from prial.core.game import BACK, Choices, View
from prial.core.registry import find
from prial.errors import PrialError
from prial.games.brag_poker import BragPokerGame, Plain, Table, Word
from prial.games.brag_poker.actions import Action, Change
from prial.games.brag_poker.bots.draws import changes, drawn, draws
from prial.games.brag_poker.state import Phase
from prial.games.brag_poker.study.response import Answer, OneDeal
from prial.games.brag_poker.study.ways import form, ways
from prial.ranks.brag import ranking
from prial.study.solve.response import Noticed, played, shares
from tests.campaigns import sizes


def one_deal(**given: Any) -> OneDeal:
    game = find("brag_poker").make({"players": 2, **given})
    assert isinstance(game, BragPokerGame)
    return OneDeal(game)


class Timid(Plain):
    """Never folds before the draw, and folds to every bet after it."""

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        usual, table = super().choose(view, choices, rng), view.public
        if table.phase is not Phase.BET or usual is Word.LOOK:
            return usual
        if table.round == 1:
            return next(word for word in (Word.CHECK, Word.CALL) if word in choices)
        return Word.CHECK if Word.CHECK in choices else Word.FOLD


class Blind(Timid):
    """The same, but never looks and never changes a card."""

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        if view.public.phase is Phase.CHANGE:
            return next(each for each in choices if isinstance(each, Change) and not each.unseen)
        if view.public.round == 1:
            return next(word for word in (Word.CHECK, Word.CALL) if word in choices)
        return Word.CHECK if Word.CHECK in choices else Word.FOLD


@cache
def answers(bot: type[Plain], purse: int = 20, players: int = 2) -> tuple[Answer, ...]:
    table = one_deal(purse=purse, players=players)
    planted = bot(table.game)
    return tuple([Answer(table, planted, seat) for seat in range(players)])


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.soak)])
@pytest.mark.parametrize("deals", sizes(40, 400))
def test_a_bot_that_folds_to_every_bet_after_the_draw_is_found(deals: int, players: int) -> None:
    """The answer raises before the draw and bets after it, whatever it holds: six chips of every deal from each bot."""
    gain = played(answers(Timid, 10, players), deals, 1)
    assert (gain.mean, gain.error) == (6 * (players - 1), 0)


@pytest.mark.parametrize(("players", "wins"), [(3, [7, 7, 8]), (4, [10, 10, 11, 11])])
def test_at_a_table_of_more_than_two_all_bots_that_fold_to_every_bet_pay(players: int, wins: list[int]) -> None:
    """A raise to six costs blind players half of what they owe: four chips with their blind in it, without a blind three."""
    found = answers(Blind, 20, players)
    assert [each.value for each in found] == pytest.approx(wins)
    gain = played(found, 10, 1)
    assert gain.mean == pytest.approx(sum(wins) / players)
    assert gain.error == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("purse", "players"), [(20, 2), pytest.param(5, 3, marks=pytest.mark.soak)])
@pytest.mark.parametrize("deals", sizes(300, 3_000))
def test_plain_play_gives_away_what_is_worked_out(deals: int, purse: int, players: int) -> None:
    """What is left out, such as cards that only one of the players can hold, is worth little."""
    found = answers(Plain, purse, players)
    gain = played(found, deals, 1)
    assert gain.mean > 0.6
    assert abs(gain.mean - sum(each.value for each in found) / players) < 4 * gain.error


def test_more_than_four_players_are_refused() -> None:
    with pytest.raises(PrialError, match="at most 4 players, but this table has 5"):
        one_deal(players=5)


def test_a_bot_chooses_alike_whether_its_draws_are_remembered_or_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    of, rng = ranking(), Random(5)
    for hand in rng.sample(ways(of).examples, 20):
        remembered = draws(of, hand)
        with monkeypatch.context() as without:
            without.setattr("prial.games.brag_poker.bots.draws._KNOWN", {})
            counted = draws(of, hand)
        assert remembered is not counted
        assert [each.away for each in remembered] == [each.away for each in counted]
        assert np.array_equal([each.makes for each in remembered], [each.makes for each in counted])


def test_the_same_seed_gives_the_same_figure_and_another_one_other_cards() -> None:
    one, again, other = [played(answers(Plain), 200, seed) for seed in (1, 1, 2)]
    assert one == again != other


def test_an_answer_is_given_its_view_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    choose, asked = Answer.choose, 0

    def watched(self: Answer, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        nonlocal asked
        asked += 1
        table = view.public
        own = {*table.hands[self.seat], *table.discards[self.seat]} if table.open[self.seat] else set()
        assert view.seat == self.seat
        assert all(pile == (BACK,) for number, pile in enumerate(view.piles) if number not in own)
        return choose(self, view, choices, rng)

    monkeypatch.setattr(Answer, "choose", watched)
    played(answers(Plain), 100, 3)
    assert asked > 300


def test_classes_are_hands_up_to_suits() -> None:
    """Each of the 22,100 hands has a class, as often as the classes say."""
    found, classes = ways(ranking()), one_deal().classes
    counts = np.bincount([classes[form(hand)] for hand in combinations(PACK, 3)])
    assert (counts / counts.sum()).tolist() == found.often.tolist()


def test_a_change_of_a_class_is_the_same_change_of_each_of_its_hands() -> None:
    """Every draw of some hands, counted, comes to what their class makes of it."""
    of, rng, answer = ranking(), Random(1), answers(Plain)[0]
    for _ in range(12):
        hand = best_first(rng.sample(PACK, 3))
        number = answer.table.classes[form(hand)]
        for way in range(len(changes(hand))):
            away = answer._away(hand, number, way)  # what is changed for a hand that isn't the example
            left = [card for card in PACK if card not in hand]
            counts = drawn(of, [card for card in hand if card not in away], left)
            assert ways(of).makes[number, way] == pytest.approx(counts / counts.sum(), abs=1e-6)


def test_a_bot_that_leaves_nothing_to_chance_is_asked_once() -> None:
    asked: list[Random] = []

    class Chooses:
        def __init__(self, *, by_chance: bool) -> None:
            self.by_chance = by_chance

        def choose(self, _view: Any, _choices: Any, rng: Random) -> bool:
            asked.append(rng)
            return self.by_chance and rng.random() < 0.5

    nothing: Any = None
    assert shares(Chooses(by_chance=False), nothing, nothing) == {False: 1.0}
    assert len(asked) == 1
    both = shares(Chooses(by_chance=True), nothing, nothing)
    assert sum(both.values()) == pytest.approx(1)
    assert set(both) == {False, True}
    assert [rng.drawn for rng in asked if isinstance(rng, Noticed)] == [False, True]


def test_one_who_does_the_same_with_every_hand_gains_nothing_of_one_who_does_too() -> None:
    """Both only check and call, and nobody changes a card: the blinds come back on average."""

    class Still(Timid):
        def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
            return next(each for each in choices if each in (Word.CHECK, Word.CALL) or not isinstance(each, Word))

    table = one_deal(purse=6)
    found = [Answer(table, Still(table.game), seat) for seat in (0, 1)]
    assert all(each.value > 0 for each in found)  # whoever looks at the cards wins from one who never does
