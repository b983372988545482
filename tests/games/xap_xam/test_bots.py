"""The bots of Xập xám: what they lay is allowed and in order, and what it is worth is what it wins."""

from random import Random

import numpy as np
import pytest

from prial.arrange.fives import front
from prial.cards import PACK, best_first, parse
from prial.core.game import view
from prial.core.registry import find
from prial.games.xap_xam import Instant, Lay, XapXamGame
from prial.games.xap_xam.bots import Greedy, Outlook, Sharp, fields, suggest
from prial.games.xap_xam.bots.field import FIELDS, Field, Level
from prial.games.xap_xam.settle import Scorer
from prial.ranks.poker import Category
from prial.study.play import play
from prial.testing.play import play as random_game

PRESETS = ("xap_xam", "chinese_poker", "mau_binh")


def table(preset: str = "xap_xam", **given: object) -> XapXamGame:
    game = find("xap_xam").make(given, preset)
    assert isinstance(game, XapXamGame)
    return game


def some_hands(seed: int, count: int) -> list[tuple[int, ...]]:
    rng = Random(seed)
    return [best_first(rng.sample(PACK, 13)) for _ in range(count)]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("dealer", [True, False])
def test_no_setting_on_the_front_is_worth_more_than_what_sharp_lays(preset: str, *, dealer: bool) -> None:
    game = table(preset)
    outlook = Sharp(game).outlook(dealer=dealer)
    for hand in some_hands(1, 5):
        settings = front(hand, game.scorer.ranking, level=game.scorer.level)
        assert float(outlook.playing(outlook.best(hand).strengths)) == max(
            float(outlook.playing(each.strengths)) for each in settings
        )


@pytest.mark.parametrize("preset", PRESETS)
def test_bots_never_mis_set_and_declare_only_what_they_hold(preset: str) -> None:
    game = table(preset, length=3, wheel="second_highest")
    for state in [moment.before for moment in random_game(game, "bots") if moment.before.public.phase == "set"][:8]:
        for seat in range(game.seats):
            seen = view(state, seat)
            for advice in suggest(game, seen, Random(1)):
                assert game.choices(seen).why_not(advice.action) is None
                assert not game.scorer.is_mis_set(advice.action.hands, advice.action.declared)


def test_greedy_lays_the_strongest_lower_hand_and_declares_what_wins_at_once() -> None:
    game = table()
    state = next(moment.before for moment in random_game(game, "greedy") if moment.before.public.phase == "set")
    for hand in [*some_hands(3, 5), parse("2s2h5d5c7d7c9s9hJdJcKsKh3d")]:
        piles = (best_first(hand), *state.piles[1:])
        seen = view(type(state)(state.public, piles, state.seen), 0)
        lay = Greedy(game).choose(seen, game.choices(seen), Random(1))
        held = game.scorer.held(hand)
        assert lay.declared is next(iter(held), None)
        if not held:
            lower = max(each.strengths[0] for each in front(hand, game.scorer.ranking, level=False))
            assert game.scorer.ranking.strength(lay.hands[0]) == lower


def test_under_overall_an_instant_win_is_always_declared_and_with_royalties_not_always() -> None:
    dragon = best_first(parse("2s3h4d5c6d7c8s9hTdJcQsKhAd"))
    assert Sharp(table()).best(dragon, dealer=False).declared is Instant.WHOLE_DRAGON
    strong = best_first(parse("As2s3s4s5s9h9d9c9sKdKc7d7c"))  # six pairs, or nines in the middle
    game = table("mau_binh")
    assert Instant.SIX_PAIRS not in game.scorer.held(strong)
    pairs = best_first(parse("5s6s7s8s9s5h6h7h8h9h2c2d3c"))  # two straight flushes bring more than six pairs
    assert Instant.SIX_PAIRS in game.scorer.held(pairs)
    assert Sharp(game).best(pairs, dealer=False).declared is None


def test_the_dealers_tie_is_worth_something_to_the_dealer() -> None:
    game = table()
    sharp = Sharp(game)
    for hand in some_hands(5, 5):
        split = sharp.outlook(dealer=True).best(hand)
        field = fields.load("player")
        won, lost, even = (float(field.worth(game.scorer, level).units(*split.strengths)) for level in Level)
        assert lost <= even <= won
    wins = [sharp.outlook(dealer=dealer).wins for dealer in (True, False)]
    assert (wins[0] != wins[1]).any()


@pytest.mark.parametrize("name", FIELDS)
def test_a_shipped_field_is_made_of_chances(name: str) -> None:
    field = fields.load(name)
    assert field.rows.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert field.joint.sum() == pytest.approx(1, abs=1e-4)
    assert 0.02 < field.instants.sum() < 0.1 or name in ("by_hand", "royalties")
    of = find("xap_xam").make(None, "xap_xam").scorer.ranking  # type: ignore[attr-defined]
    assert field.rows[2, of.least(Category.STRAIGHT) :].sum() == 0  # three cards are no straight


def test_the_shipped_fields_stay_below_a_megabyte() -> None:
    assert sum(len(fields.load(name).to_bytes()) for name in FIELDS) < 1_000_000


def _field(strengths: np.ndarray, scorer: Scorer) -> Field:
    return Field.of(strengths, np.zeros(len(Instant), int), scorer.ranking.size)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", list(Level))
def test_a_worth_is_what_settling_against_the_field_brings(preset: str, level: Level) -> None:
    """Each setting of a small field against each other, pair by pair, as `Scorer` settles them."""
    ties = {Level.WON: ("dealer", "dealer_wins"), Level.LOST: ("dealer", "dealer_wins"), Level.NOBODY: ("dealer", "no_one")}
    compare, tie = ties[level]
    game = table(preset, players=2, compare=compare, dealer_ties=tie, length=1)
    scorer = game.scorer
    lays = [Sharp(game).outlook(dealer=False).best(hand).hands for hand in some_hands(9, 40)]
    strengths = np.array([scorer.strengths(hands) for hands in lays])
    worth = _field(strengths, scorer).worth(scorer, level)
    dealer = 0 if level is Level.WON else 1
    for mine in lays[:10]:
        settled = [scorer.settle(dealer, [mine, theirs], {}).units[0] for theirs in lays]
        found = float(worth.units(*scorer.strengths(mine)))
        # Two of forty settings may share a cell, in which they count as half below one another
        assert found == pytest.approx(np.mean(settled), abs=0.45 if preset == "xap_xam" else 0.8)


def test_declaring_is_worth_its_units_but_for_who_has_a_better_one() -> None:
    game = table(compare="everyone")
    outlook = Outlook(game.scorer, fields.load("player"), Level.NOBODY)
    chances = fields.load("player").declared()
    assert outlook.declaring(Instant.WHOLE_DRAGON) == pytest.approx(2 - 2 * chances[Instant.WHOLE_DRAGON])
    better = sum(chance for what, chance in chances.items() if what not in (Instant.SIX_PAIRS, *_below(Instant.SIX_PAIRS)))
    expected = 2 * (1 - better - chances[Instant.SIX_PAIRS]) - 2 * better
    assert outlook.declaring(Instant.SIX_PAIRS) == pytest.approx(expected)


def _below(what: Instant) -> list[Instant]:
    order = list(Instant)
    return order[order.index(what) + 1 :]


def test_sharp_wins_from_greedy_on_the_same_cards() -> None:
    game = table(players=2, length=100)
    first, _ = play(game, [Sharp(game), Greedy(game)], [8])
    second, _ = play(game, [Greedy(game), Sharp(game)], [8])
    assert first.public.scores[0] + second.public.scores[1] > 0


def test_suggestions_name_the_setting_beside_an_instant_win() -> None:
    game = table()
    state = next(moment.before for moment in random_game(game, "advice") if moment.before.public.phase == "set")
    piles = (best_first(parse("2s2h5d5c7d7c9s9hJdJcKsKh3d")), *state.piles[1:])
    found = suggest(game, view(type(state)(state.public, piles, state.seen), 0), Random(1))
    assert [advice.style for advice in found] == ["sharp", "setting"]
    assert isinstance(found[0].action, Lay)
    assert found[0].action.declared is Instant.SIX_PAIRS
    assert found[1].action.declared is None
