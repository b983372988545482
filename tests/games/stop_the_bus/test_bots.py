"""The bots of Stop the Bus decide from a view, within the rules, and by which cards may be hidden."""

from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from prial.bots.registry import about, advise, make, names
from prial.cards import PACK
from prial.core.game import view
from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus.bots import Conductor, Thumb, queens
from prial.games.stop_the_bus.bots.worlds import Book, Worlds, chance_to_win
from prial.games.stop_the_bus.choices import Turn
from prial.games.stop_the_bus.rules import SCHEMA
from prial.games.stop_the_bus.settle import settle
from prial.ranks.brag import Category, ranking
from prial.study.play import play
from tests.games.stop_the_bus.table import Playing


def chosen(bot: Thumb | Conductor, t: Playing, seed: int = 7) -> str:
    seen = view(t.state, t.table.seat)
    choices = t.game.choices(seen)
    action = bot.choose(seen, choices, Random(seed))
    assert choices.why_not(action) is None
    return t.game.write(action)


def test_the_weakest_is_named_first_and_each_has_a_sentence() -> None:
    assert names("stop_the_bus") == ("random", "novice", "thumb", "conductor")
    assert all(about("stop_the_bus", bot).endswith(".") for bot in names("stop_the_bus"))


@pytest.mark.parametrize("preset", SCHEMA.presets)
@pytest.mark.parametrize("bot", ["thumb", "conductor"])
def test_every_preset_is_played_to_its_end(preset: str, bot: str) -> None:
    for players in (2, 3, 6):
        table = BusGame(SCHEMA.make({"players": players, "tokens": 1}, preset))
        others = [make(table, "thumb" if bot == "conductor" else "random")] * (players - 1)
        state, deals = play(table, [make(table, bot), *others], (players,))
        assert deals >= 1
        assert sum(map(bool, state.public.scores)) == 1


@pytest.mark.parametrize("options", [
    {"worst_tie": "nobody_pays", "prial_call": "costs_more"},
    {"exchange": "one_or_three", "first_call": "any_turn"},
    {"put_back": "forbidden", "exchange": "one", "max_turns": 6},
    {"top_prial": "aces", "top_run": "ace_king_queen"},
])  # fmt: skip
def test_every_option_is_played_to_its_end(options: dict[str, Any]) -> None:
    table = BusGame(SCHEMA.make({"players": 3, "tokens": 1, **options}))
    play(table, [make(table, "conductor"), *[make(table, "thumb")] * 2], (1,))


@pytest.mark.parametrize("hands", ["QsQh2d", "KsKh2d", "9s5s2s"])
def test_the_rule_of_thumb_calls_at_a_pair_of_queens_or_better(hands: str) -> None:
    t = Playing(players=3).deal(hands, middle="3c4d6h")
    assert chosen(Thumb(t.game), t).endswith("stop the bus")


def test_the_rule_of_thumb_waits_with_less() -> None:
    t = Playing(players=3).deal("JsJhAd", middle="3c4d6h")
    assert chosen(Thumb(t.game), t) == "take 3c put 3c"


def test_a_pair_of_queens_is_where_the_rule_says() -> None:
    ranks = ranking()
    assert ranks.label(queens(ranks)) == "pair of queens"
    assert ranks.label(queens(ranks) - 1) == "pair of jacks"


@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_a_bot_looks_at_nothing_that_its_seat_does_not_see(preset: str) -> None:
    """The same view with different hidden cards gives the same answer."""
    t = Playing(preset, players=3).deal("Ks9h4d", "8s8d3c", "7c6d5s", middle="Qc8h2d").do("take Qc put 4d")
    other = Playing(preset, players=3).deal("Js9c4d", "8s8d3c", "AcAdAs", middle="Qc8h2d").do("take Qc put 4d")
    for bot in (Thumb, Conductor):
        assert view(t.state, 1) == view(other.state, 1)
        assert chosen(bot(t.game), t) == chosen(bot(other.game), other)


def test_a_seed_decides_everything() -> None:
    t = Playing("pub", players=4).deal("Ks9h4d", middle="Qc8h2d").do("take Qc put 4d")
    assert len({chosen(Conductor(t.game), t) for _ in range(3)}) == 1


def worlds_of(t: Playing, number: int = 200) -> Worlds:
    book = Book(t.rules, t.game.ranking, queens(t.game.ranking))
    return Worlds(book, view(t.state, t.table.seat), t.game.pack, np.random.default_rng(1), number)


def test_worlds_hold_what_is_known_and_no_card_twice() -> None:
    """A card taken in public is in the hand that took it; a card put down isn't in that hand any more."""
    t = Playing(players=3).deal("Ks9h4d", "8s8d3c", "7c6d5s", middle="QcJh2d")
    t.do("take Qc put 4d", "take Jh put 3c", "take 3c put 7c", "take 7c put Qc")
    worlds = worlds_of(t)
    assert worlds.seats == [1, 2, 0]
    assert {tuple(sorted(hand)) for hand in worlds.hands[:, 0].tolist()} == {tuple(sorted(t.state.piles[1]))}
    for hands in worlds.hands.tolist():
        held = [card for hand in hands for card in hand]
        assert len(set(held)) == 9
        assert not set(held) & set(worlds.middle.tolist())
    known = t.table.known
    assert all(set(known[2]) <= set(hands[1]) and set(known[0]) <= set(hands[2]) for hands in worlds.hands.tolist())


def test_worlds_in_which_a_player_threw_good_cards_away_come_seldom() -> None:
    """A player who exchanges a king for a two is likelier than chance to have made a pair or better with it."""
    t = Playing(players=2).deal("KsQd3c", middle="2c9d5h").do("take 2c put Ks")
    pair = t.game.ranking.least(Category.PAIR)
    made = np.mean([t.game.ranking.strength(hand) >= pair for hand in worlds_of(t, 2000).hands[:, 1].tolist()])
    unseen = [card for card in PACK if card not in {*t.state.piles[1], *(pile[0] for pile in t.state.piles[2:])} | {0}]
    by_chance = np.mean([t.game.ranking.strength([0, *two]) >= pair for two in combinations(unseen, 2)])
    assert made > 2 * by_chance


def plain_best(game: BusGame, hand: Sequence[int], middle: Sequence[int]) -> int:
    """The best strength that an exchange makes, found by trying each."""
    best = 0
    for kept in permutations(hand, 2):
        for card in middle:
            best = max(best, game.ranking.strength([*kept, card]))
    if str(game.rules.put_back) == "allowed":
        best = max(best, game.ranking.strength(list(hand)))
    if str(game.rules.exchange) == "one_or_three":
        best = max(best, game.ranking.strength(list(middle)))
    return best


@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_exchanges_as_arrays_are_the_exchanges_one_by_one(preset: str) -> None:
    game = BusGame(SCHEMA.make({"players": 3}, preset))
    book = Book(game.rules, game.ranking, queens(game.ranking))
    rng = Random(3)
    dealt = np.array([rng.sample(PACK, 9) for _ in range(300)])
    hands, middle = dealt[:, :6].reshape(-1, 2, 3).copy(), dealt[:, 6:].copy()
    options = book.options(hands[:, 1], middle)
    wanted = [plain_best(game, hand[3:6], hand[6:]) for hand in dealt.tolist()]
    assert options.max(axis=1).tolist() == wanted
    book.exchange(hands, 1, middle, options.argmax(axis=1))
    assert book.strength(hands[:, 1]).tolist() == wanted
    after = np.concatenate([hands.reshape(-1, 6), middle], axis=1)
    assert np.sort(after, axis=1).tolist() == np.sort(dealt, axis=1).tolist()
    assert hands[:, 0].tolist() == dealt[:, :3].tolist()


@pytest.mark.parametrize("preset", [*SCHEMA.presets, "nobody"])
def test_what_is_owed_as_arrays_is_what_a_deal_costs(preset: str) -> None:
    given = {"players": 3, "tokens": 20}
    rules = SCHEMA.make(
        {**given, "worst_tie": "nobody_pays"} if preset == "nobody" else given, None if preset == "nobody" else preset
    )
    game = BusGame(rules)
    book = Book(rules, game.ranking, queens(game.ranking))
    rng, pack = Random(5), [*range(12), *range(40, 52)]
    hands = [[tuple(dealt[3 * seat : 3 * seat + 3]) for seat in range(3)] for dealt in (rng.sample(pack, 9) for _ in range(2000))]
    owed = book.owed(book.strength(np.array(hands)))  # the amounts that the bot adds up over its worlds
    for each, found in zip(hands, owed.tolist(), strict=True):
        assert tuple(found) == settle(rules, (20, 20, 20), dict(enumerate(each))).paid
    assert len({tuple(found) for found in owed.tolist()}) >= 4


def by_recursion(mine: int, others: tuple[int, ...]) -> float:
    """The probability to be the last player in, deal by deal: each player still in pays the next token with equal probability."""
    if not mine or not any(others):
        return float(mine > 0)
    still_in = [at for at, tokens in enumerate(others) if tokens]
    after = [by_recursion(mine - 1, others)]
    after += [by_recursion(mine, (*others[:at], others[at] - 1, *others[at + 1 :])) for at in still_in]
    return sum(after) / len(after)


@pytest.mark.parametrize(
    ("mine", "others"), [(3, (3, 3)), (1, (3, 2)), (2, (1,)), (2, (2, 0, 1)), (0, (1, 1)), (1, (0, 0)), (4, (1, 2))]
)
def test_the_chance_to_win_by_tokens_is_that_of_playing_it_out(mine: int, others: tuple[int, ...]) -> None:
    assert chance_to_win(mine, others) == pytest.approx(by_recursion(mine, others), abs=2e-4)


def test_the_others_may_have_twenty_tokens_each() -> None:
    assert chance_to_win(20, (20,) * 5) == pytest.approx(1 / 6, abs=1e-3)


def test_advice_is_given_at_ones_turn_and_not_between() -> None:
    t = Playing(players=3).deal("QsQh2d", middle="3c4d6h").keep()
    at_turn = advise(t.game, view(t.state, 1), Random(1))
    assert {advice.style for advice in at_turn} <= {"conductor", "thumb"}
    assert at_turn
    choices = t.game.choices(view(t.state, 1))
    assert all(choices.why_not(advice.action) is None for advice in at_turn)
    assert advise(t.game, view(t.state, 0), Random(1)) == []
    assert advise(t.game, view(t.state, 2), Random(1)) == []


def test_in_the_last_turn_it_takes_what_wins() -> None:
    """Everybody knows that seat 0 has a pair of eights; only an exchange that makes a higher pair surely beats it."""
    t = Playing(players=2).deal("8s3d4c", "9s5c2h", middle="8d9h9c").do("take 8d put 4c stop the bus")
    assert t.table.known[0]
    assert chosen(Conductor(t.game), t) in {"take 9h put 5c", "take 9c put 5c", "take 9h put 2h", "take 9c put 2h"}


@pytest.mark.parametrize("left", [1, 2])
def test_a_deal_is_played_out_to_its_last_turn_and_not_further(left: int) -> None:
    """The rules allow six turns. In the last one, or in the last but one, nothing follows except the turn of the next player."""
    t = Playing(players=3, max_turns=6).deal("8s3d4c", "9s5c2h", "Jd6c4h", middle="8d9h2c")
    for _ in range(6 - left):
        t.keep()
    worlds, turn = worlds_of(t, 50), Turn(t.rules, view(t.state, t.table.seat))
    goes_on, _ = worlds.play_out(turn.exchanges, slice(None))
    for exchange, owed in zip(turn.exchanges, goes_on, strict=True):
        own = turn.after(exchange)
        hands = worlds.hands.copy()
        hands[:, 0] = own
        strengths = worlds.book.strength(hands)
        if left == 2:
            middle = [card for card in (*turn.hand, *turn.middle) if card not in own]
            strengths[:, 1] = worlds.book.options(hands[:, 1], np.tile(middle, (50, 1))).max(axis=1)
        called = strengths[:, 1] >= worlds.book.calls_at if left == 2 else np.zeros(50, bool)
        assert (owed == worlds.book.owed(strengths))[~called].all()


def test_the_strong_bot_beats_the_rule_of_thumb() -> None:
    """Two players, one token, a pub's rules: in 60 pairs of games it wins clearly more than half."""
    table = BusGame(SCHEMA.make({"players": 2, "tokens": 1}, "pub"))
    strong, plain = Conductor(table, worlds=200), Thumb(table)
    won = 0
    for number in range(60):
        for seat in (0, 1):
            state, _ = play(table, [strong, plain] if seat == 0 else [plain, strong], (number,))
            won += bool(state.public.scores[seat])
    assert won > 60 + 3 * 5.5  # three standard errors
