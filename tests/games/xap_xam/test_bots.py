"""The bots of Xập xám: their settings are allowed and in order, and win what they are calculated to win."""

from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from prial.arrange.fives import front
from prial.cards import PACK, best_first, parse
from prial.core.game import view
from prial.core.registry import find
from prial.games.xap_xam import Instant, Lay, XapXamGame
from prial.games.xap_xam.bots import Greedy, Outlook, Sharp, field_of, fields, suggest
from prial.games.xap_xam.bots.field import FIELDS, Field, Level
from prial.games.xap_xam.instants import Hands
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
    for state in [moment.before for moment in random_game(game, "bots") if moment.before.public.phase == "set"][:3]:
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
    game = table("mau_binh")
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
    field, scorer = fields.load("player"), game.scorer
    pair = scorer.strengths(sharp.outlook(dealer=True).best(some_hands(5, 1)[0]).hands)[2]
    assert field.wins(scorer, Level.WON)[2, pair] > field.wins(scorer, Level.LOST)[2, pair]


@pytest.mark.parametrize("name", FIELDS)
def test_a_shipped_field_is_made_of_chances(name: str) -> None:
    field = fields.load(name)
    assert field.rows.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert field.joint.sum() == pytest.approx(1, abs=1e-4)
    assert field.held.sum() == pytest.approx(1, abs=1e-4)
    declared = field.declared(list(Instant))
    # 21,717,689,136 of C(52, 13), minus those with a better instant win
    assert declared[Instant.FOUR_OF_A_KIND] == pytest.approx(0.034, abs=0.002)
    assert declared[Instant.WHOLE_DRAGON] == pytest.approx(0.0001, abs=0.0001)
    assert sum(field.declared([Instant.SIX_PAIRS]).values()) == pytest.approx(0.0045, abs=0.0005)
    of = find("xap_xam").make(None, "xap_xam").scorer.ranking  # type: ignore[attr-defined]
    assert field.rows[2, of.least(Category.STRAIGHT) :].sum() == 0  # three cards can't be a straight


def test_the_shipped_fields_stay_small() -> None:
    assert sum(len(fields.load(name).to_bytes()) for name in FIELDS) < 1_100_000


def few(preset: str, **given: object) -> tuple[Scorer, Field, list[Hands]]:
    """A field of 24 settings without equal rows, so that each has a cell of its own."""
    game = table(preset, **given)
    lays: list[Hands] = []
    met: set[tuple[int, int]] = set()
    for hands in laid(9, 120):
        strengths = set(enumerate(game.scorer.strengths(hands)))
        if len(lays) < 24 and not met & strengths:
            lays.append(hands)
            met |= strengths
    assert len(lays) == 24
    strengths_of = np.array([game.scorer.strengths(hands) for hands in lays])
    return game.scorer, Field.of(strengths_of, np.zeros((24, len(Instant)), bool), game.scorer.ranking.size), lays


@cache
def laid(seed: int, count: int) -> list[Hands]:
    """The bot's settings of some hands, made once for all tests because it takes a while."""
    outlook = Sharp(table()).outlook(dealer=True)
    return [outlook.best(hand).hands for hand in some_hands(seed, count)]


OPTIONS: list[dict[str, object]] = [
    {},
    {"unit": "per_hand", "sweep": 5},
    {"unit": "per_hand", "sweep": 0, "strong_five": "royalties"},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("level", [Level.WON, Level.LOST])
@pytest.mark.parametrize("own", [True, False])
def test_a_worth_is_what_settling_against_the_field_brings(options: dict[str, object], level: Level, *, own: bool) -> None:
    """Settings of the field, with all their ties, and others, each compared with each by `Scorer`."""
    scorer, field, lays = few("xap_xam", players=2, instant="none", **options)
    worth, dealer = field.worth(scorer, level), 0 if level is Level.WON else 1
    for mine in lays if own else laid(10, 24):
        settled = [scorer.settle(dealer, [mine, theirs], {}).units[0] for theirs in lays]
        # strengths are counted in 256ths of a cell, so a sweep of five may be off by a few hundredths
        assert float(worth.units(*scorer.strengths(mine))) == pytest.approx(np.mean(settled), abs=0.04)


def test_what_nobody_wins_is_half_won() -> None:
    scorer, field, lays = few("chinese_poker", sweep=0)
    worth = field.worth(scorer, Level.NOBODY)
    for mine in lays:
        settled = [scorer.settle(0, [mine, theirs], {}).units[0] for theirs in lays]
        assert float(worth.units(*scorer.strengths(mine))) == pytest.approx(np.mean(settled), abs=1e-4)


@pytest.mark.parametrize("options", OPTIONS)
def test_playing_and_mis_setting_are_worth_what_settling_brings_where_some_declare(options: dict[str, object]) -> None:
    scorer, plain, lays = few("xap_xam", players=2, **options)
    held = np.zeros((40, len(Instant)), bool)
    held[:10, list(Instant).index(Instant.SIX_PAIRS)] = True
    field = replace(plain, held=Field.of(np.ones((1, 3), int), held, scorer.ranking.size).held)
    outlook, wins = Outlook(scorer, field, Level.LOST), scorer.rules.instants[Instant.SIX_PAIRS]
    mine = lays[5]
    against = [scorer.settle(1, [mine, theirs], {}).units[0] for theirs in lays]
    assert float(outlook.playing(scorer.strengths(mine))) == pytest.approx(0.75 * np.mean(against) - 0.25 * wins, abs=0.04)
    wrong = mine[1], mine[0], mine[2]
    assert scorer.is_mis_set(wrong)
    lost = [scorer.settle(1, [wrong, theirs], {}).units[0] for theirs in lays]
    assert outlook.mis_set == pytest.approx(0.75 * np.mean(lost) - 0.25 * wins, abs=1e-4)


@pytest.mark.parametrize(
    ("preset", "given", "dealer", "field"),
    [
        ("xap_xam", {}, True, "player"),
        ("xap_xam", {}, False, "dealer"),
        ("xap_xam", {"compare": "everyone"}, False, "player"),
        ("chinese_poker", {}, False, "by_hand"),
        ("mau_binh", {}, True, "royalties"),
    ],
)
def test_each_player_meets_the_field_of_the_rules(preset: str, given: dict[str, object], field: str, *, dealer: bool) -> None:
    assert field_of(table(preset, **given).rules, dealer=dealer) == field


def test_declaring_is_worth_its_units_but_for_who_has_a_better_one() -> None:
    game = table(compare="everyone")
    outlook = Outlook(game.scorer, fields.load("player"), Level.NOBODY)
    chances = fields.load("player").declared(list(Instant))
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
