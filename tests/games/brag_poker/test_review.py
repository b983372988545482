"""Reviews of Brag Poker: the best answer, counted exactly against an unlooked hand; what a review may not know; its form."""

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import Any

import numpy as np
import pytest

from prial.cards import PACK, Card, best_first, names, parse
from prial.core.game import NATURE, Chance, Decision, State, view
from prial.core.record import Record, written_move
from prial.core.registry import open_record
from prial.core.step import Step, step
from prial.games.brag_poker import BragPokerGame, Change, Phase, Table, Word
from prial.games.brag_poker.actions import Action
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.rules import SCHEMA
from prial.games.brag_poker.study.review import BragPokerModel
from prial.study import rollouts
from prial.study.review import Judged, Verdict, review
from prial.study.rollouts import World
from tests.campaigns import sizes
from tests.study.exact import Situation, found_out, share_found


class Peeping(BragPokerModel):
    """A planted fault: it looks at the real hidden cards."""

    truth: State[Table] | None = None

    def worlds(self, seen: Any, number: int, rng: np.random.Generator) -> list[World]:
        assert self.truth is not None
        return [World(self.truth, world.players) for world in super().worlds(seen, number, rng)]


class Playing:
    """A game whose moves are kept."""

    def __init__(self, pack: tuple[Card, ...] = PACK, **given: Any) -> None:
        self.given = given
        self.game = BragPokerGame(SCHEMA.make(given, "online"), pack)
        self.state, self.gathered, self.moves = self.game.start(), dict[int, Any](), list[Any]()

    def move(self, seat: int, action: Any) -> None:
        self.moves.append(written_move(self.game, self.state, seat, action))
        done = step(self.game, self.state, self.gathered, seat, action)
        assert isinstance(done, Step), str(done)
        self.state, self.gathered = done.state, dict(done.gathered)

    def deal(self, dealer: int, *hands: str) -> None:
        self.move(NATURE, dealer)
        self.move(NATURE, tuple([(card,) for hand in hands for card in parse(hand)]))

    def turns(self, *texts: str) -> None:
        """Make these moves, each by the seat in turn."""
        for text in texts:
            self.move(self.state.public.turn, self.game.read(text))

    def draw(self, cards: str) -> None:
        self.move(NATURE, tuple([(card,) for card in parse(cards)]))

    def record(self) -> Record:
        seats = list("ABCDEFGH"[: self.game.seats])
        return Record(
            prial=1, game="brag_poker", version=1, seats=seats, moves=self.moves, rules={"preset": "online", **self.given}
        )


# Exact cases: the opponent is all-in or has called, and hasn't looked, so that all hands are equally likely


def situations(seed: int, model: type[BragPokerModel] = BragPokerModel) -> Iterator[Situation]:
    """Alternately a call after the draw that ends the betting, and a change of cards before a showdown."""
    for number in range(seed, 10**6):
        rng = Random(number)
        pack = best_first(rng.sample(PACK, 12))
        dealt = rng.sample(pack, 6)
        hands = [names(dealt[:3]), names(dealt[3:])]
        playing = Playing(pack, players=2, purse=10 if number % 2 else 6)
        playing.deal(1, *hands)
        if number % 2:  # the big blind bets its last chips after the draw, unseen
            playing.turns("look", "call", "check", "change none", "change none", "raise")
        else:
            playing.turns("look", "raise", "call", "change none")
        judge = model(playing.game, {})
        if isinstance(judge, Peeping):
            judge.truth = playing.state
        yield Situation(judge, view(playing.state, 1), *counted(playing, pack))


def counted(playing: Playing, pack: tuple[Card, ...]) -> tuple[dict[Action, float], dict[Action, float]]:
    """The exact worth of each answer of seat 1, and how often it wins chips, over every hand of the opponent and every draw."""
    table, strength = playing.state.public, ranking_of(playing.game.rules).strength
    own = [playing.state.piles[pile][0] for pile in table.hands[1]]
    rest = [card for card in pack if card not in own]
    pot = sum(table.put_in)

    price = table.chips[1] if table.phase is Phase.BET else 0

    def gains(mine: tuple[Card, ...], left: list[Card]) -> list[float]:
        """Chips that a hand wins against each hand that the opponent may hold."""
        others = [strength(other) for other in combinations(left, 3)]
        parts = [(strength(mine) > other) + (strength(mine) == other) / 2 for other in others]
        return [part * (pot + price) - price for part in parts]

    found: dict[Action, list[float]] = {}
    if table.phase is Phase.BET:
        found = {Word.CALL: gains(tuple(own), rest), Word.FOLD: [0.0]}
    else:
        for count in range(4):
            for away in combinations(best_first(own), count):
                kept = [card for card in own if card not in away]
                drawn = [gains((*kept, *new), [card for card in rest if card not in new]) for new in combinations(rest, count)]
                found[Change(away)] = [gained for each in drawn for gained in each]
    worths = {answer: sum(gained) / len(gained) for answer, gained in found.items()}
    return worths, {answer: sum(each > 0 for each in gained) / len(gained) for answer, gained in found.items()}


def test_the_best_answer_is_found_where_it_can_be_counted() -> None:
    assert share_found(islice(situations(1), 10)) == 1


def test_an_answer_wins_as_often_as_is_told() -> None:
    assert all(situation.wins_are_told() for situation in islice(situations(1), 4))


@pytest.mark.soak
def test_the_best_answer_is_found_in_95_of_100() -> None:
    assert share_found(islice(situations(1000), 200)) >= 0.95


def test_a_review_that_looks_at_the_hidden_cards_is_found_out() -> None:
    assert found_out(islice(situations(1, Peeping), 10))


def test_a_review_that_mixes_up_two_worths_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    play_on = rollouts.play_on

    def mixed_up(model: Any, seen: Any, world: World, answer: Any, seed: str) -> float:
        first, second = list(model.answers(seen, Word.FOLD))[-2:]
        return play_on(model, seen, world, {first: second, second: first}.get(answer, answer), seed)

    monkeypatch.setattr(rollouts, "play_on", mixed_up)
    assert found_out(islice(situations(1), 10))


# What a review may know


def known(judged: Judged) -> tuple[Any, ...]:
    """The whole review except the deal's real result."""
    return judged.declared, judged.worth, judged.best_declared, judged.best_worth, judged.lost, judged.error, judged.situation


def played(first: str, second: str, drawn: str) -> Record:
    """A deal of two: seat 1 deals and looks, seat 0 calls unseen and looks at the draw."""
    playing = Playing(players=2, length=1)
    playing.deal(1, first, second)
    playing.turns("look", "raise", "call", "look", f"change {first[4:]}")
    playing.draw(drawn)
    playing.turns("change none", "check", "raise", "call")
    return playing.record()


def test_a_review_is_the_same_whatever_lay_where_the_seat_could_not_look() -> None:
    one, two = played("3s3h9d", "AsKsQd", "7d"), played("JhTd2c", "AsKsQd", "Jc")
    first, second = (review(open_record(each), each, seat=1, worlds=30).judged for each in (one, two))
    assert [known(each) for each in first] == [known(each) for each in second]
    assert [each.declared for each in first] == ["look", "raise for 5", "keep all cards", "bet for 8"]
    assert [each.points for each in first] == [12, 12, 12, 12]


def test_a_review_is_the_same_every_time() -> None:
    record = played("3s3h9d", "AsKsQd", "7d")
    assert review(open_record(record), record, worlds=20) == review(open_record(record), record, worlds=20)


# Its form


def test_each_decision_of_a_deal_stands_with_its_cards_and_what_it_hung_on() -> None:
    record = played("3s3h9d", "AsKsQd", "7d")
    found = review(open_record(record), record, worlds=20)
    assert (found.unit, found.laid) == ("chips", False)
    told = [(each.declared, each.situation) for each in found.judged if each.seat == 0]
    assert told == [
        ("call for 2 blind", "8 in the pot, 2 to call, not looked at, 2 players"),
        ("look", "10 in the pot, not looked at, 2 players"),
        ("change 9♦", "10 in the pot, 2 players"),
        ("check", "10 in the pot, 2 players"),
        ("call for 8", "18 in the pot, 8 to call, 2 players"),
    ]
    assert [each.points for each in found.totals] == [-12, 12]


def test_the_top_prial_is_not_folded_and_a_fold_of_it_costs() -> None:
    playing = Playing(players=2, length=1)
    playing.deal(1, "3s3h3d", "AsKsQd")
    playing.turns("look", "raise", "look", "fold")
    record = playing.record()
    *_, last = review(open_record(record), record, seat=0).judged
    assert (last.declared, last.worth, last.verdict) == ("fold", 0, Verdict.LOST)
    assert last.best_worth > 7  # the pot is 8


@pytest.mark.parametrize("deals", sizes(2, 3))
@pytest.mark.parametrize("preset", sorted(SCHEMA.presets))
def test_every_preset_is_reviewed(preset: str, deals: int) -> None:
    """Whole random deals of eight players: unseen changes, raises, side pots."""
    rng, playing = Random(preset), Playing(players=8, purse=30)
    playing.game = BragPokerGame(SCHEMA.make({"players": 8, "purse": 30}, preset))
    while playing.state.public.deal < deals:
        node = playing.game.node(playing.state)
        if isinstance(node, Chance):
            playing.move(NATURE, node.draw.sample(rng))
            continue
        assert isinstance(node, Decision)
        for seat in node.seats:
            playing.move(seat, playing.game.choices(view(playing.state, seat)).sample(rng))
    record = playing.record()
    found = review(playing.game, record, worlds=5)
    assert found.judged
    assert all(each.lost >= 0 and each.error >= 0 for each in found.judged)
