"""`sharp` draws among answers to what a field was while it was learnt, so that it plays as the field says."""

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from prial.arrange import batch
from prial.cards import PACK, best_first
from prial.core.game import View, view
from prial.core.registry import find
from prial.games.xap_xam import Lay, XapXamGame
from prial.games.xap_xam.bots import Sharp, field_of, fields, suggest
from prial.games.xap_xam.bots.field import CELLS, FIELDS, Field
from prial.games.xap_xam.study.counting import best_answer, laid_by, ways
from prial.games.xap_xam.study.review import Judge
from prial.games.xap_xam.study.train import MOMENTS, Laid
from prial.study.review import NOTHING
from prial.testing.play import play as random_game
from tests.campaigns import sizes, soaking

numba = pytest.importorskip("numba")
pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="thousands of hands want compiling")

HANDS = 10_000
"""Hands set at once. Luck alone moves a row by less than 0.016 in 99 of 100 such samples."""
ROLES = [("xap_xam", {}, True), ("xap_xam", {}, False), ("xap_xam", {"compare": "everyone"}, False)]
"""Tables where one unit is won, and whether the bot deals."""


def table(preset: str = "xap_xam", **given: object) -> XapXamGame:
    game = find("xap_xam").make(given, preset)
    assert isinstance(game, XapXamGame)
    return game


def apart(laid: Laid, field: Field) -> float:
    """How far what was laid is from a field: the greatest difference of the chances that a row is at most so strong."""
    played = laid.strengths[laid.declared < 0]
    size = field.rows.shape[1]
    counted = np.array([np.bincount(row, minlength=size) for row in played.T]) / len(played)
    return float(abs(np.cumsum(counted, axis=1) - np.cumsum(field.rows, axis=1)).max())


def own_field(game: XapXamGame, *, dealer: bool) -> Field:
    """What the others expect of a bot in this seat."""
    everyone = field_of(game.rules, dealer=True) == field_of(game.rules, dealer=False)
    return fields.load(field_of(game.rules, dealer=dealer if everyone else not dealer))


@pytest.mark.parametrize(("preset", "given", "dealer"), soaking(ROLES, [ROLES[0], ROLES[2]]))
def test_what_sharp_lays_is_what_others_expect_of_it(preset: str, given: dict[str, Any], *, dealer: bool) -> None:
    game = table(preset, **given)
    hands = batch.deal(HANDS, np.random.SeedSequence(4), 1)[:, 0]
    drawn = ways(game, "sharp", dealer=dealer)
    field = own_field(game, dealer=dealer)
    assert apart(laid_by(drawn, hands, np.random.default_rng(4)), field) < 0.03


@pytest.mark.parametrize(("preset", "given", "dealer"), soaking(ROLES, ROLES[:1]))
def test_a_single_answer_would_not_be_what_others_expect(preset: str, given: dict[str, Any], *, dealer: bool) -> None:
    """A planted fault: the bot without its draw."""
    from prial.games.xap_xam.study.train import lay

    game = table(preset, **given)
    hands = batch.deal(HANDS, np.random.SeedSequence(4), 1)[:, 0]
    single = lay(hands, game.scorer, Sharp(game).outlook(dealer=dealer))
    assert apart(single, own_field(game, dealer=dealer)) > 0.05


@pytest.mark.parametrize(("hands", "worlds"), sizes((20, 200), (60, 600)))
def test_an_answer_gains_more_from_a_bot_that_draws_nothing(monkeypatch: pytest.MonkeyPatch, hands: int, worlds: int) -> None:
    game = table(compare="everyone", players=2)
    told = best_answer(game, dealer=False, hands=hands, worlds=worlds, seed=3)
    monkeypatch.setattr(Sharp, "drawn", lambda self, *, dealer: (self.outlook(dealer=dealer),))
    assert best_answer(game, dealer=False, hands=hands, worlds=worlds, seed=3).mean > told.mean


def test_hands_set_in_drawn_ways_stay_in_their_order() -> None:
    game = table()
    hands = batch.deal(57, np.random.SeedSequence(5), 1)[:, 0]
    some = ways(game, "sharp", dealer=False)
    found = laid_by(some, hands, np.random.default_rng(1))
    each = [way(hands) for way in some]
    met = set()
    for at in range(len(hands)):
        same = [number for number, laid in enumerate(each) if (laid.strengths[at] == found.strengths[at]).all()]
        assert same
        met |= {*same} if len(same) < len(some) else set()
    assert len(met) > 1


def test_a_moment_has_the_chances_that_were_counted_then() -> None:
    rng = np.random.default_rng(3)
    size, none = 300, np.zeros((5, 6), bool)
    now, then = (np.sort(rng.integers(1, size, (4_000, 3)) // spread, axis=1)[:, ::-1] for spread in (1, 2))
    field = Field.of(now, none, size)
    moment = field.having([field, Field.of(then, none, size)])
    for of, strengths in ((moment.at(0, 1), now), (moment.at(1, 1), then)):
        for row, starts in enumerate(field.starts.tolist()):
            edges = [*starts, size + 1]
            for low, high in pairwise(edges):
                counted = ((strengths[:, row] >= low) & (strengths[:, row] < high)).mean()
                assert of.rows[row, low:high].sum() == pytest.approx(counted, abs=1e-5)
    assert moment.at(0).joint == pytest.approx(field.joint, abs=1e-7)
    assert moment.at(1).joint.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("name", FIELDS)
def test_each_learnt_field_is_shipped_with_its_moments(name: str) -> None:
    field = fields.load(name)
    assert field.swayed.shape == (0 if name == "greedy" else MOMENTS, 3, CELLS)
    for number in range(len(field.swayed)):
        assert field.at(number).rows.sum(axis=1) == pytest.approx(1, abs=1e-4)


def some_view(game: XapXamGame, seed: int) -> View[Any]:
    state = next(moment.before for moment in random_game(game, "drawn") if moment.before.public.phase == "set")
    return view(type(state)(state.public, (best_first(Random(seed).sample(PACK, 13)), *state.piles[1:]), state.seen), 0)


def drawn_and_best(game: XapXamGame, seen: View[Any]) -> tuple[list[Lay], Lay]:
    """What the bot may lay, and what is worth most on average."""
    sharp, dealer = Sharp(game), seen.public.dealer == 0
    hand = seen.piles[seen.public.hands[0]]
    return [outlook.answer(hand) for outlook in sharp.drawn(dealer=dealer)], sharp.best(hand, dealer=dealer)


@pytest.mark.parametrize(("seeds", "draws"), sizes((4, 30), (12, 80)))
def test_sharp_lays_each_of_the_answers_that_it_draws_from_and_nothing_else(seeds: int, draws: int) -> None:
    game = table()
    sharp, several = Sharp(game), 0
    for seed in range(seeds):
        seen = some_view(game, seed)
        answers, _ = drawn_and_best(game, seen)
        found = {sharp.choose(seen, game.choices(seen), Random(draw)).hands for draw in range(draws)}
        assert found == {answer.hands for answer in answers}
        several += len(found) > 1
    assert several


def test_a_suggestion_is_the_best_answer_on_average_whatever_is_drawn() -> None:
    game = table()
    for seed in range(6):
        seen = some_view(game, seed)
        _, best = drawn_and_best(game, seen)
        for draw in range(5):
            assert suggest(game, seen, Random(draw))[0].action == best


@pytest.mark.parametrize("seeds", sizes(5, 12))
def test_a_review_finds_nothing_lost_by_an_answer_that_sharp_may_draw(seeds: int) -> None:
    game = table()
    judge, other = Judge(game), 0
    for seed in range(seeds):
        seen = some_view(game, seed)
        dealer, hand = seen.public.dealer == 0, seen.piles[seen.public.hands[0]]
        answers, best = drawn_and_best(game, seen)
        assert all(judge.as_good(each, best, hand, dealer=dealer) for each in answers)
        other += any(each != best for each in answers)
        lower = suggest(game, seen, Random(1))[-1].action
        if judge.worth(best, dealer=dealer) - judge.worth(lower, dealer=dealer) > 20 * NOTHING:
            assert not judge.as_good(lower, best, hand, dealer=dealer)
    assert other
