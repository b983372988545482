"""The bots of Crash decide from a view, within the rules, and by what wins."""

from dataclasses import replace
from itertools import product
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace as changed

from prial.arrange.value import Value
from prial.bots.registry import make, names
from prial.cards import PACK, Card, parse
from prial.core.chance import Group
from prial.core.game import NATURE, Chance, State, view
from prial.core.rules import Schema
from prial.core.step import Step, step
from prial.errors import RulesError
from prial.games.crash import KIND, CrashGame, CrashRules
from prial.games.crash.actions import Lay, Word
from prial.games.crash.bots import Greedy, Outlook, Sharp, tables
from prial.games.crash.state import Table
from prial.games.crash.study.worth import pays
from prial.study.play import play
from tests.campaigns import sizes

SCHEMA: Schema[CrashRules] = KIND.schema


def dealt(game: CrashGame, hands: dict[int, str], dealer: int = 0) -> State[Table]:
    """A state in which some seats have these cards and the others have the rest."""
    state = step(game, game.start(), {}, NATURE, dealer)
    assert isinstance(state, Step)
    node = game.node(state.state)
    assert isinstance(node, Chance)
    groups: tuple[Group, ...] = node.draw.groups  # type: ignore[union-attr]  # Crash draws piles
    known = {seat: parse(text) for seat, text in hands.items()}
    left = [card for card in PACK if not any(card in cards for cards in known.values())]
    Random(1).shuffle(left)
    piles: list[tuple[Card, ...]] = []
    for seat, size in enumerate(size for group in groups for size in group.sizes):
        cards = known.get(seat) or tuple(left.pop() for _ in range(size))
        piles.append(tuple(sorted(cards, reverse=True)))
    after = step(game, state.state, {}, NATURE, tuple(piles))
    assert isinstance(after, Step), after
    return after.state


def game(**options: Any) -> CrashGame:
    preset = options.pop("preset", None)
    return CrashGame(SCHEMA.make(options, preset))


def choice(bot: Greedy | Sharp, table: CrashGame, state: State[Table], seat: int) -> Any:
    seen = view(state, seat)
    action = bot.choose(seen, table.choices(seen), Random(7))
    assert table.choices(seen).why_not(action) is None
    return action


@pytest.mark.parametrize("preset", SCHEMA.presets)
@pytest.mark.parametrize("bot", ["greedy", "sharp"])
def test_every_preset_is_played_to_its_end(preset: str, bot: str) -> None:
    most = {13: 4, 9: 5, 7: 7, 6: 7}[SCHEMA.make(None, preset).cards]
    for players in range(2, most + 1):
        table = game(preset=preset, players=players)
        state, deals = play(table, [make(table, bot), *[make(table, "random")] * (players - 1)], (players,))
        assert deals >= 1
        assert sum(state.public.ledger) == 0


@pytest.mark.parametrize("games", sizes(1, 3))
@pytest.mark.parametrize("options", [
    {"spare": "pass_on", "players": 3, "spare_stake": 10, "game_stake": 50},
    {"spare": "swap", "players": 2},
    {"crash_call": "required", "failed_call_penalty": 20, "crash_points": 3},
    {"finish": "at_once", "target": 7, "order": "as_laid"},
    {"final_tie": "sudden_death", "four_bonus": "one_point", "target": 7},
    {"min_hand": "flush", "weak_hand": "not_laid"},
    {"tie": "next_best", "top_run": "ace_king_queen"},
    {"cards": 7, "players": 7, "crash": "wins_game"},
    {"cards": 6, "players": 7, "finish": "at_once"},
    {"order": "as_laid", "found": "at_its_place", "players": 3},
    {"spare": "swap", "spare_choice": "choose", "players": 2},
    {"spare": "pass_on", "spare_choice": "choose", "players": 2},
])  # fmt: skip
def test_every_option_is_played_to_its_end(options: dict[str, Any], games: int) -> None:
    for seed in range(games):
        table = game(**options)
        play(table, [make(table, "sharp"), *[make(table, "greedy")] * (table.seats - 1)], (seed,))


def test_a_bot_plays_the_same_from_the_same_seed() -> None:
    table = game(preset="gamerules", players=3)
    bots = [make(table, bot) for bot in ("sharp", "random", "greedy")]
    assert play(table, bots, (1, 2)) == play(table, bots, (1, 2))


def test_greedy_lays_the_best_first_hand() -> None:
    table = game()
    state = dealt(table, {0: "3s3h3d AsAhKd QdJc9s8h7d5c2h"})
    assert choice(Greedy(table), table, state, 0).hands[0] == parse("3s3h3d")


def test_sharp_sees_only_its_view() -> None:
    """The answer is the same in two deals that differ only in other players' cards."""
    table = game(preset="gamerules", players=3)
    hand = "AsAhKdKcQs9h9d8c7s6h4d3c2h"
    first = dealt(table, {0: hand})
    others = [card for card in PACK if card not in parse(hand)]
    Random(5).shuffle(others)
    piles = (first.piles[0], *[tuple(sorted(others[at : at + 13], reverse=True)) for at in (0, 13, 26)])
    second = State(first.public, piles, first.seen)
    bot = Sharp(table)
    assert choice(bot, table, first, 0) == choice(bot, table, second, 0)


def test_sharp_declares_a_thirteen_straight_and_voids_a_poor_hand_of_six_pairs() -> None:
    table = game(preset="denexa")
    straight = dealt(table, {1: "As2h3d4c5s6h7d8c9sThJdQcKs"})
    assert choice(Sharp(table), table, straight, 1) is Word.THIRTEEN_STRAIGHT
    poor = dealt(table, {1: "2s2h4d4c6s6h8d8cTsThQdQc7s"})
    assert choice(Sharp(table), table, poor, 1) is Word.SIX_PAIRS
    rich = dealt(table, {1: "AsAhKsKhQsQhJsJhTsTh3s3h3d"})
    assert isinstance(choice(Sharp(table), table, rich, 1), Lay)


def test_sharp_swaps_a_poor_hand_and_keeps_a_rich_one() -> None:
    table = game(preset="gamerules", players=3)
    poor = dealt(table, {1: "2s4h6d8cTsQh2d4c7sJhKd9c5h"})
    assert choice(Sharp(table), table, poor, 1) is Word.SWAP
    rich = dealt(table, {1: "AsAhAd KsKhKd QsQhQd JsJhJd 2c"})
    assert choice(Sharp(table), table, rich, 1) is Word.KEEP


def test_the_price_of_a_spare_hand_is_measured_by_what_the_winner_gets() -> None:
    """Counted in money: what a seat owes and gets if it wins, and if it loses, with the swap and without."""
    own, other, players = 0.3, 0.5, 3
    for stake, game_stake, booked in ((10, 50, (0, 10, 20)), (10, 0, (0, 0, 0)), (10, 0, (10, 30, 0)), (0, 0, (0, 0, 0))):
        table = game(preset="gamerules", players=players, spare_stake=stake, game_stake=game_stake)
        state = dealt(table, {})
        price = Sharp(table)._price(changed(state.public, booked=booked), own)

        def money(wins: float, more: int, game_stake: int = game_stake, booked: tuple[int, ...] = booked) -> float:
            mine, theirs = booked[0] + more, sum(booked[1:])
            return wins * ((players - 1) * game_stake + theirs) + (1 - wins) * (-game_stake - mine)

        swapping = money(other, stake) - money(own, 0)
        prize = players * game_stake + sum(booked) + stake
        assert swapping == pytest.approx(prize * (other - price - own))


def test_sharp_pays_for_no_spare_hand_where_only_spare_hands_are_paid_for() -> None:
    """The first who swaps can only lose money; later there is something to win."""
    table = game(preset="gamerules", players=3, spare_stake=10, game_stake=0)
    state = dealt(table, {1: "2s4h6d8cTsQh2d4c7sJhKd9c5h"})
    assert choice(Sharp(table), table, state, 1) is Word.KEEP
    booked = State(changed(state.public, booked=(40, 0, 40)), state.piles, state.seen)
    assert choice(Sharp(table), table, booked, 1) is Word.SWAP


def test_taking_the_last_spare_hand_keeps_it_from_those_asked_later() -> None:
    """Played out: the first of those asked later whose hand is worse takes it, and the others lose what that seat gains."""
    table = game(preset="gamerules", players=3)
    public, worths = dealt(table, {}).public, [0.1, 0.2, 0.4, 0.5]
    for asked in (public.asked, public.asked[1:], public.asked[2:]):
        lost = 0.0
        for hands in product(worths, repeat=len(asked) - 1):
            taker = next((each for each in hands if each < 0.3), 0.3)
            lost += (0.3 - taker) / 2 / len(worths) ** (len(asked) - 1)
        assert Sharp(table)._denied(changed(public, asked=asked), worths) == pytest.approx(lost)
    two = game(preset="gamerules", players=2)
    assert Sharp(two)._denied(dealt(two, {}).public, worths) == 0, "each of two has a spare hand"


def test_sharp_takes_a_spare_hand_where_it_may_choose_one() -> None:
    table = game(preset="gamerules", players=2, spare_choice="choose")
    assert choice(Sharp(table), table, dealt(table, {1: "2s4h6d8cTsQh2d4c7sJhKd9c5h"}), 1) is Word.SWAP_1


def test_sharp_splits_six_cards_so_that_both_hands_win() -> None:
    """The best first hand would leave a useless second one, and the pot is won with both."""
    table = game(preset="six", players=2)
    action = choice(Sharp(table), table, dealt(table, {0: "AhKdQd JcTh3h"}), 0)
    assert [set(hand) for hand in action.hands] == [set(parse("KdQdJc")), set(parse("AhTh3h"))]


def test_sharp_leaves_a_place_empty_where_the_other_seldom_has_a_hand_that_counts() -> None:
    """Three runs win 1.7 places, and the other player 1.7. A hand that counts in each place wins 1.9, and the other 2.1."""
    table = game(players=2, min_hand="flush")
    action = choice(Sharp(table), table, dealt(table, {0: "KcQcJh JdTs9s 8s8d7s 6h3c2d2c"}), 0)
    assert [set(hand) for hand in action.hands[:3]] == [set(parse(hand)) for hand in ("Ts9s8s", "KcQcJh", "8d7s6h")]


def test_sharp_keeps_others_from_a_pot_that_it_cannot_win() -> None:
    """Two hands with kings would win it in 9 of 100 deals and lose it in 49; a prial lets nobody win it, so half of it stays."""
    table = game(preset="six", players=2)
    action = choice(Sharp(table), table, dealt(table, {0: "KsKhKd 5c4d2s"}), 0)
    assert set(action.hands[0]) == set(parse("KsKhKd"))


@pytest.mark.parametrize("preset", ["nine_pot", "seven", "six"])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("least", ["high_card", "flush"])
def test_a_pot_that_stays_is_worth_an_equal_share(preset: str, players: int, least: str) -> None:
    """Counted over all ways in which places can be won; the bot and the study of it count alike."""
    table = game(preset=preset, players=players, min_hand=least)
    out = Outlook(table.rules, 0, tuple(range(players)), (3, 1, 0, 0)[:players], (), 0)
    value = tables.mixed(table.rules.cards, players - 1, least=table.scorer.least)
    rng = Random(preset)
    drawn = [sorted((rng.randrange(742) for _ in range(table.rules.places)), reverse=True) for _ in range(40)]
    laid = [[strength if strength >= value.least else 0 for strength in strengths] for strengths in drawn]
    top = [742] * table.rules.places  # four of a kind where it is a hand, which is above the end of the tables
    for strengths in [*laid, [0] * table.rules.places, top]:
        own, lost = value.sweep_chance(strengths), 0.0
        for ways in product(range(1, players), repeat=table.rules.places):
            lost += prod(value.lost_chance(*each) / (players - 1) for each in enumerate(strengths)) * (len(set(ways)) == 1)
        expected = own + (1 - own - lost) / players
        assert out.worth(value, strengths) == pytest.approx(expected)
        deal = pays(table.rules, players - 1)
        assert deal.worth(value, strengths) == pytest.approx(expected)
        assert deal.worths(value, np.array([strengths], np.uint16)) == pytest.approx([expected])


def test_sharp_announces_a_crash_only_when_it_pays() -> None:
    """Wikipedia's money: 100 announced, 50 unannounced, 50 to pay for a failed call; so a call pays from one half on."""
    table = game(preset="wikipedia")
    for hand, answer in (("AsAhAd KsKhKd QsQhQd 3s3h3d 2c", Word.CALL), ("As2h4d 5c7s8h Td Jc Qs 9h 6d 3c Kh", Word.PASS)):
        state, bot = dealt(table, {1: hand}), Sharp(table)
        after: Step[Table, Any] | None = None
        gathered: Any = {}
        for seat in range(4):
            done = step(table, state, gathered, seat, choice(bot, table, state, seat))
            assert isinstance(done, Step)
            after, gathered = done, done.gathered
        assert after is not None
        assert choice(bot, table, after.state, 1) is answer
        called = State(changed(after.state.public, called=(0,)), after.state.piles, after.state.seen)
        assert choice(bot, table, called, 1) is Word.PASS, "somebody who called holds the cards for it"


def test_sharp_knocks_for_four_of_a_kind() -> None:
    """A knock for four threes wins the game, so no other setting is worth as much."""
    table = game(preset="pub")
    action = choice(Sharp(table), table, dealt(table, {0: "3s3h3d3c AsKhQd JcTs9h 8d7c5s"}), 0)
    assert action.knock
    assert {card for hand in action.hands for card in hand} >= set(parse("3s3h3d3c"))


def test_four_threes_win_nothing_for_a_seat_that_cannot_win_any_more() -> None:
    """In sudden death only the seats that are level can win the game, by four threes too. For the others a knock is a point."""
    table = game(preset="pub", final_tie="sudden_death")
    state = dealt(table, {0: "3s3h3d3c AsKhQd JcTs9h 8d7c5s"})
    bot = Sharp(table)
    seen = view(state, 0)
    split = bot.best(seen, seen.piles[0])[1]
    late = [
        changed(seen, public=changed(seen.public, scores=scores, level=level))
        for scores, level in (((8, 8, 0, 0), (0, 1)), ((0, 8, 8, 0), (1, 2)))
    ]
    assert bot.worth(late[0], split) == 1
    assert bot.worth(late[1], split) < 1


def outlook(scores: tuple[int, ...], **options: Any) -> Outlook:
    rules = SCHEMA.make(options)
    return Outlook(rules, 0, tuple(range(len(scores))), scores, (), 0)


def test_first_place_decides_when_one_point_wins_at_once() -> None:
    """Both players need one point and the first to get it wins, so the second place is worth nothing."""
    near = outlook((6, 6), players=2, finish="at_once")
    assert near.by_places()[0b0001] == 1
    assert near.by_places()[0b1110] == 0
    assert near.by_places(empty=0b0001)[0b1111] == 1, "nobody wins the first place, and the second decides"


def test_any_place_is_worth_as_much_at_the_start() -> None:
    start = outlook((0, 0, 0, 0))
    sets = start.by_places()
    singles = [sets[1 << place] for place in range(4)]
    assert singles == pytest.approx([singles[0]] * 4)
    assert start.before == pytest.approx(0.25)
    assert sorted(sets) == pytest.approx([sets[(1 << n) - 1] for n, times in enumerate((1, 4, 6, 4, 1)) for _ in range(times)])


def test_a_crash_that_wins_the_game_makes_up_for_everything() -> None:
    behind = outlook((0, 6, 6, 6), crash="wins_game")
    assert behind.by_places()[-1] + behind.crash == 1


@pytest.mark.parametrize("strengths", [(735, 700, 520, 432), (735, 700, 520, 0), (735, 0, 0, 0)])
def test_worth_is_the_sum_over_all_ways_in_which_places_go(strengths: tuple[int, ...]) -> None:
    """The product formula, checked against the plain expectation over all ways. A place where no hand counts goes to nobody."""
    value: Value = tables.load(13, 3, least=game(min_hand="flush").scorer.least)
    near = outlook((5, 6, 3, 0), min_hand="flush")
    plain = 0.0
    for winners in product((0, 1, 2, 3, None), repeat=4):
        weight = 1.0
        for place, winner in enumerate(winners):
            wins, lost = value.chance(place, strengths[place]), value.lost_chance(place, strengths[place])
            weight *= {0: wins, None: 1 - wins - lost}.get(winner, lost / 3)
        plain += weight * near.after(winners, bonus=winners != (0,) * 4)
    assert near.worth(value, strengths) == pytest.approx(plain + value.sweep_chance(strengths) * near.crash)


def test_a_hand_that_does_not_count_loses_a_place_only_to_one_that_does() -> None:
    """Against one opponent. What a flush gains in the last place isn't also kept from the opponent, who seldom has one there."""
    table = game(min_hand="flush", players=2)
    value, start = tables.mixed(13, 1, least=table.scorer.least), outlook((0, 0), min_hand="flush", players=2)
    empty = value.chance(3, value.least)
    assert 0.4 < empty < 0.7
    assert value.lost_chance(3, 0) == 1 - empty
    gained = start.worth(value, (741, 741, 741, value.least)) - start.worth(value, (741, 741, 741, 0))
    won, nobodys = start.by_places()[0b1111], start.by_places(empty=0b1000)[0b1111]
    crash = value.sweep_chance((741, 741, 741, value.least)) * start.crash
    assert gained == pytest.approx(empty * (won - nobodys) + crash, rel=1e-4)


def test_in_sudden_death_who_is_not_level_plays_for_points() -> None:
    rules = replace(SCHEMA.make({"final_tie": "sudden_death"}))
    out = Outlook(rules, 0, (0, 1, 2), (5, 8, 8), (1, 2), 0)
    assert out.by_places()[0b1111] > out.by_places()[0b0111] > out.by_places()[0]


def test_bots_are_named_by_game_and_an_unknown_one_is_refused() -> None:
    assert names("crash") == ("random", "novice", "greedy", "sharp")
    with pytest.raises(RulesError, match="There is no bot 'blunt' for crash; the bots are random, novice, greedy, sharp"):
        make(game(), "blunt")
