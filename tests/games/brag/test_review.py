"""Reviews of Brag: the best answer, counted exactly for two players with few cards; what a review may not know; its form."""

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import Any

import numpy as np
import pytest

from prial.cards import PACK, Card, best_first, parse
from prial.core.game import Decision, State, view
from prial.core.record import Record
from prial.core.registry import open_record
from prial.games.brag import BragGame
from prial.games.brag.actions import Action, Bet, Look, Word
from prial.games.brag.bots import Plain
from prial.games.brag.bots.reading import Reading
from prial.games.brag.offer import is_blind
from prial.games.brag.rules import SCHEMA
from prial.games.brag.state import Phase, Table
from prial.games.brag.study.review import BragModel
from prial.ranks.many import worths
from prial.study import rollouts
from prial.study.review import Judged, Verdict, review
from prial.study.rollouts import World
from tests.campaigns import soaking
from tests.games.brag.table import Playing
from tests.study.exact import Situation, found_out, share_found


class Known(BragModel):
    """All players use the rule of thumb after the decision, so that the results can be counted."""

    def __init__(self, game: BragGame) -> None:
        super().__init__(game, {"0": "plain", "1": "plain"})
        self._priced = self._plain  # type: ignore[assignment]  # its own seat, too

    truth: State[Table] | None = None


class Peeping(Known):
    """A planted fault: it looks at the real hidden cards."""

    def worlds(self, seen: Any, number: int, rng: np.random.Generator) -> list[World]:
        drawn = super().worlds(seen, number, rng)
        assert self.truth is not None
        return [World(self.truth, world.players) for world in drawn]


def decisions(pack: tuple[Card, ...], seed: int) -> Iterator[tuple[BragGame, State[Table]]]:
    """States from random deals in which one of two players decides in turn."""
    rng = Random(seed)
    while True:
        given = {
            "players": 2,
            "kept_blind": "off",
            "purse": rng.choice((6, 20, 100)),
            "see_cost": rng.choice(("double", "single")),
        }
        given |= {"see_cost": rng.choice(("double", "single")), "blind": rng.choice(("allowed", "off"))}
        game = BragGame(SCHEMA.make(given, "house"), pack)
        state = game.start()
        for _ in range(rng.randrange(3, 9)):
            node = game.node(state)
            if isinstance(node, Decision):
                seen = view(state, node.seats[0])
                if state.public.phase is not Phase.BET:
                    break
                if len(Known(game).answers(seen, Word.FOLD)) > 2 and rng.random() < 0.5:
                    yield game, state
                    break
                choices = game.choices(seen)
                action: Action = Look() if Look() in choices and rng.random() < 0.6 else choices.sample(rng)
                state = game.act(state, {node.seats[0]: action if action is not Word.FOLD else Bet(choices.offer.low)})  # type: ignore[union-attr]  # at a turn
            else:
                state = game.deal(state, node.draw.sample(rng))  # type: ignore[union-attr]  # nothing is over yet


def counted(game: BragGame, state: State[Table], model: BragModel) -> Situation:
    """The worth of each answer against every hand that the opponent may hold, by playing it to the end."""
    table = state.public
    (me,) = game.node(state).seats  # type: ignore[union-attr]  # somebody decides
    other, seen = 1 - me, view(state, me)
    mine, theirs = (table.hands[seat][0] for seat in (me, other))
    own = () if is_blind(table, me) else tuple(seen.piles[pile][0] for pile in mine)
    rest = [card for card in game.pack if card not in own]
    hands = [(first, second) for first in ([own] if own else combinations(rest, 3)) for second in combinations(rest, 3)]
    hands = [(first, second) for first, second in hands if not {*first} & {*second}]
    reading = Reading(game.rules, seen)
    keys = worths(reading.ranks, np.array([second for _, second in hands]))
    silent = is_blind(table, other)
    weights = np.ones(len(hands)) if silent else reading.likely(other, reading.deck.shares(keys))[0]
    bot = Plain(game)
    answers = model.answers(seen, Word.FOLD)
    gains, wins = dict.fromkeys(answers, 0.0), dict.fromkeys(answers, 0.0)
    for (first, second), weight in zip(hands, weights / weights.sum(), strict=True):
        piles = list(state.piles)
        for pile, card in zip((*mine, *theirs), (*first, *second), strict=True):
            piles[pile] = (card,)
        for answer in answers:
            now = game.act(State(table, tuple(piles), state.seen), {me: answer})
            while now.public.last is None and me not in now.public.folded:
                (seat,) = game.node(now).seats  # type: ignore[union-attr]  # somebody decides
                looks = view(now, seat)
                now = game.act(now, {seat: bot.choose(looks, game.choices(looks), Random(1))})
            gained = now.public.chips[me] - table.chips[me]
            gains[answer] += weight * gained
            wins[answer] += weight * (gained > 0)
    return Situation(model, seen, gains, wins)


def situations(seed: int, model: type[Known] = Known) -> Iterator[Situation]:
    """One in eight is a blind player's, where both hands must be counted; so few cards are in play."""
    rng = Random(seed)
    for number in range(seed, 10**6):
        wants_blind = not number % 8
        for game, state in decisions(best_first(rng.sample(PACK, 8 if wants_blind else 12)), number):
            if is_blind(state.public, state.public.turn) is wants_blind:
                judge = model(game)
                judge.truth = state
                yield counted(game, state, judge)
                break


def test_the_best_answer_is_found_where_it_can_be_counted() -> None:
    assert share_found(islice(situations(1), 5)) == 1


def test_an_answer_wins_as_often_as_is_told() -> None:
    assert all(situation.wins_are_told() for situation in islice(situations(1), 4))


@pytest.mark.soak
def test_the_best_answer_is_found_in_95_of_100() -> None:
    assert share_found(islice(situations(1000), 150)) >= 0.95


def test_a_review_that_looks_at_the_hidden_cards_is_found_out() -> None:
    assert found_out(islice(situations(1, Peeping), 10))


def test_a_review_that_mixes_up_two_worths_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    play_on = rollouts.play_on

    def mixed_up(model: Any, seen: Any, world: World, answer: Any, seed: str) -> float:
        first, second = model.answers(seen, Word.FOLD)[:2]
        return play_on(model, seen, world, {first: second, second: first}.get(answer, answer), seed)

    monkeypatch.setattr(rollouts, "play_on", mixed_up)
    assert found_out(islice(situations(1), 10))


# What a review may know


def known(judged: Judged) -> tuple[Any, ...]:
    """The whole review except the deals' real results."""
    return judged.declared, judged.worth, judged.best_declared, judged.best_worth, judged.lost, judged.error, judged.situation


def played(*hands: str) -> Record:
    """The first of three deals: seat 0 looks and bets, then sees; the others do the same whatever they hold."""
    play = Playing(players=3)
    play.deal(*hands)
    play.turns("look & bet 4", "look & bet 4", "look & fold", "bet 4", "see")
    return play.record("Ann", "Bea", "Cal")


def test_a_review_is_the_same_whatever_lay_where_the_seat_could_not_look() -> None:
    """The cards that Ann couldn't see are different, so the deal ends differently, but her review is the same."""
    one, two = played("AsKsQd", "3s3h3d", "7d5c2h"), played("AsKsQd", "9d6c2s", "JhJd4c")
    first, second = (review(open_record(each), each, seat=0, worlds=10).judged for each in (one, two))
    assert [known(each) for each in first] == [known(each) for each in second]
    assert [each.declared for each in first] == ["look", "bet 4", "bet 4"]
    assert [each.points for each in first] != [each.points for each in second]


def test_a_review_is_the_same_every_time() -> None:
    record = played("AsKsQd", "3s3h3d", "7d5c2h")
    assert review(open_record(record), record, worlds=5) == review(open_record(record), record, worlds=5)


# Its form


def test_each_decision_of_a_deal_stands_with_its_cards_and_what_it_hung_on() -> None:
    record = played("AsKsQd", "3s3h3d", "7d5c2h")
    found = review(open_record(record), record, worlds=20)
    assert (found.unit, found.laid) == ("chips", False)
    assert [(each.seat, each.declared) for each in found.judged] == [
        *[(0, "look"), (0, "bet 4"), (1, "look"), (1, "bet 4"), (2, "look"), (2, "fold"), (0, "bet 4"), (1, "see for 8")]
    ]
    assert [each.hands for each in found.judged[:2]] == [(), (parse("AsKsQd"),)]
    assert found.judged[0].situation == "3 in the pot, 1 to bet, not looked at, 3 still betting"
    assert [each.points for each in found.totals] == [-9, 10, -1]
    assert [each.answers for each in found.totals] == [3, 3, 2]


def test_the_top_prial_is_not_folded_and_a_fold_of_it_costs() -> None:
    play = Playing(players=2, blind="off", kept_blind="off")
    play.deal("3s3h3d", "7d5c2h")
    play.turns("bet 1", "bet 5", "fold")
    record = play.record("Ann", "Bea")
    *_, last = review(open_record(record), record, seat=0).judged
    assert (last.declared, last.worth, last.verdict) == ("fold", 0, Verdict.LOST)
    assert last.best_worth > 7  # the pot is 8


def test_what_is_no_bet_is_not_judged() -> None:
    """Cards put away, and playing on between deals, aren't judged; an unfinished deal is skipped."""
    play = Playing("four_card", players=2)
    play.deal("AsKsQd2c", "9d6c2s4h")
    play.turns("look & discard 2c & bet 1", "fold")
    play.all("play")
    play.deal("AsKsQd2c", "9d6c2s4h")
    play.turns("look")
    record = play.record("Ann", "Bea")
    found = review(open_record(record), record, worlds=20)
    assert [each.declared for each in found.judged] == ["look", "bet 1", "fold"]


def test_the_last_chips_are_said_to_cover() -> None:
    play = Playing(players=3, last_chip="covers", purse=5, blind="off", kept_blind="off")
    play.deal("3s3h3d", "7d5c2h", "9d6c2s")
    play.turns("cover 4", "bet 1", "fold")
    record = play.record("Ann", "Bea", "Cal")
    assert review(open_record(record), record, seat=0, worlds=20).judged[0].declared == "cover 4"


@pytest.mark.parametrize("preset", soaking(sorted(SCHEMA.presets), ["floaters", "four_card", "pagat"]))
def test_every_preset_is_reviewed(preset: str) -> None:
    """Whole random deals: with kept blind hands, covered pots, and packs that aren't shuffled."""
    rng, play = Random(preset), Playing(preset)
    for _ in range(25):
        node = play.node
        if not isinstance(node, Decision):
            play.nature(node.draw.sample(rng))
            continue
        for seat in node.seats:
            play.do(seat, play.game.write(play.choices(seat).sample(rng)))
    record = play.record(*"ABCDEFGHIJKLMNOP"[: play.game.seats])
    found = review(open_record(record), record, worlds=4)
    assert found.judged
    assert all(each.lost >= 0 and each.error >= 0 for each in found.judged)
