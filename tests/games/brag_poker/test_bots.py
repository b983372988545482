"""The bots of Brag Poker decide from a view, within the rules, and by what draws and bets tell."""

from importlib.resources import files
from itertools import combinations, product
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest

from prial.bots.registry import about, advise, make, names, stand_in
from prial.cards import PACK, best_first, parse
from prial.cards import names as written
from prial.core.game import NATURE, Chance, Over, Seat, State, view
from prial.core.step import Step, step
from prial.games.brag_poker import BragPokerGame, Novice, Plain, Sharp, Table, Word
from prial.games.brag_poker.bots import late
from prial.games.brag_poker.bots.draws import beaten, draws, field
from prial.games.brag_poker.bots.reading import Reading
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.rules import SCHEMA
from prial.games.brag_poker.study.draws import count
from prial.games.brag_poker.study.odds import kinds, ways
from prial.games.brag_poker.study.tables import TABLES
from prial.ranks.brag import TopPrial, TopRun, ranking
from prial.study.chunks import Counting
from prial.study.play import play
from tests.games.brag_poker.table import Playing
from tests.ranks.oracle import evaluator


def chosen(name: str, t: Playing, seed: int = 7, seat: Seat | None = None) -> str:
    """A bot's action at its turn, which must be allowed."""
    seen = view(t.state, t.turn if seat is None else seat)
    choices = t.game.choices(seen)
    bot = stand_in(t.game) if name == "away" else make(t.game, name)
    action = bot.choose(seen, choices, Random(seed))
    assert choices.why_not(action) is None
    return t.game.write(action)


def whole_game(game: BragPokerGame, bots: list[Any], rng: Random, deals: int) -> State[Table]:
    """A game, or this number of its deals, in which every action of every bot must be allowed."""
    state, gathered = game.start(), dict[Seat, Any]()
    while not isinstance(node := game.node(state), Over) and state.public.deal <= deals:
        if isinstance(node, Chance):
            seat, action = NATURE, node.draw.sample(rng)
        else:
            seat = next(seat for seat in node.seats if seat not in gathered)
            seen = view(state, seat)
            action = bots[seat].choose(seen, game.choices(seen), rng)
        done = step(game, state, gathered, seat, action)
        assert isinstance(done, Step), f"{bots[seat]}: {done}"
        state, gathered = done.state, dict(done.gathered)
    return state


def shares(t: Playing) -> dict[str, float]:
    """The probability of each action of Sharp at its turn, by the action's text."""
    seen = view(t.state, t.turn)
    return {t.game.write(action): share for action, share in Sharp(t.game).shares(seen, t.game.choices(seen)).items()}


def drawn(*hands: str) -> Playing:
    """A table of four after the draw, at which all have called and nobody has changed a card. Seat 1 is the first to act.

    At a table of three the bot plays by a solution instead.
    """
    t = Playing(*hands, "7c6d2h", players=4)
    t.do("look", "call", "look", "call", "look", "call", "look", "check")
    return t.do(*["change none"] * 4)


def left_of_four(first: str, last: str) -> Playing:
    """A table of four before the draw, at which seats 2 and 3 are left, with the given hands."""
    t = Playing("JcJd5h", "4h4d3c", first, last, players=4)
    return t.do("look", "call", "look", "fold", "look", "fold", "look", "check")


def test_with_three_behind_a_strong_hand_is_often_checked_after_the_draw() -> None:
    """A bot that always bets such hands shows weakness by every check: a player who waited made 0.17 chips a deal with three."""
    t = drawn("QdTc4s", "AsAhAd", "9h8d2c")
    assert t.turn == 1
    assert shares(t) == {"check": 0.5, "raise": 0.5}
    t.do("check", "check", "check")
    assert t.turn == 0
    assert shares(drawn("AsAhAd", "QdTc4s", "9h8d2c").do(*["check"] * 3)) == {"raise": 1.0}, "the last player doesn't wait"


def test_with_two_behind_a_strong_hand_is_often_checked_after_the_draw() -> None:
    """A player who knew that only the first player waits made 0.1 chips a deal with three."""
    assert shares(drawn("QdTc4s", "9h8d2c", "AsAhAd").do("check")) == {"check": 0.5, "raise": 0.5}


@pytest.mark.parametrize("hand", ["AsAhAd", "KsKhKd", "9s8s7s", "QdTc4s", "9h8d2c"])
def test_two_who_are_left_of_four_play_the_round_after_the_draw_by_its_solution(hand: str) -> None:
    """By the rules for more, the last player bet too many weak hands, so that the first one could check with strong ones."""
    t = left_of_four(hand, "7c6d2h").do("change none", "change none")
    assert (t.turn, t.table.still) == (2, (2, 3))
    found, of = shares(t), ranking_of(t.game.rules)
    a, b, c = parse(hand)
    passes, calls, bets = late.plays(of, t.table, 2, of.three(a, b, c)) or (0, 0, 0)
    assert not calls
    assert found.get("check", 0.0) == pytest.approx(passes)
    assert found.get("raise", 0.0) == pytest.approx(bets)


def test_a_player_who_changed_no_card_is_no_surer_of_it_than_the_other_where_others_were_dealt_cards() -> None:
    """The other calls as if half of such hands were bluffs. The bot checked good ones; a player who bet them made 0.08 chips."""
    t = left_of_four("Qs8s3s", "AdAc4s").do("change none", "change 4s").give("9d")
    assert shares(t)["raise"] > 0.5


def test_the_last_player_bluffs_more_often_where_all_have_checked() -> None:
    first = shares(drawn("QdTc4s", "9h8d2c", "KdJs6h"))
    last = shares(drawn("9h8d2c", "QdTc4s", "KdJs6h").do("check", "check", "check"))
    assert last["raise"] > 3 * first["raise"] > 0


@pytest.mark.parametrize("players", [3, 4])
def test_a_raise_in_the_small_blind_does_not_win_at_once_so_often_that_it_pays_with_any_hand(players: int) -> None:
    """Bets before the draw were believed in full, and both others folded 6 times in 10. Such a player made 0.4 chips a deal."""
    rng, folds = Random(5), dict.fromkeys([*range(2, players), 0], 0.0)
    for _ in range(150):
        cards = rng.sample(PACK, 3 * players)
        hands = [written(cards[at : at + 3]) for at in range(0, len(cards), 3)]
        t = Playing(*hands, players=players).do(*["call"] * (players - 2), "look")
        before = sum(t.table.put_in)
        t.do("raise")
        price = sum(t.table.put_in) - before
        for seat in folds:
            assert t.turn == seat
            looks = shares(t).get("look", 0.0)
            t.do("look")
            folds[seat] += looks * shares(t).get("fold", 0.0) / 150
            if seat:
                t.do("fold")
    assert (before, price) == (players + 1, 5)
    assert prod(folds.values()) < price / (before + price)


def test_nobody_calls_unseen_for_the_price_of_a_player_who_has_looked() -> None:
    """Half of a single chip is a chip. The small blind owes one."""
    t = Playing("QdTc4s", "9h8d2c", "KdJs6h", players=3)
    assert shares(t) == {"call": 1.0}, "two chips, of which a blind player pays one"
    t.do("call")
    assert shares(t) == {"look": 1.0}


@pytest.mark.parametrize("hand", ["9hQd8c", "9s2d8c", "6h3s7d"])
def test_a_last_chip_is_not_saved_where_the_pot_is_five_times_as_large(hand: str) -> None:
    """The solution counts with full bets. By it, such a hand folded nearly always, and an answer won 0.9 chips a deal."""
    t = Playing("AcKd4s", hand, players=2, purse=3).do("raise", "look")
    assert t.table.chips == (0, 1)
    assert "fold" not in shares(t)
    assert shares(Playing("AcKd4s", hand, players=2).do("raise", "look"))["fold"] > 0.5


def test_after_the_draw_a_bet_of_all_chips_is_answered_by_its_own_size() -> None:
    """A bet of the last 4 chips was answered as one of 8: a pair of eights folded in 6 of 10 deals."""
    t = Playing("8s8d3h", "9s7c4h", players=2, purse=6).do("look", "call", "look", "check")
    for change in ("change 4h", "change 3h"):
        t.do(change)
        while isinstance(t.node, Chance):
            t.move(NATURE, t.node.draw.sample(Random(3)))
    t.do("raise")
    assert (t.turn, t.table.chips) == (0, (4, 0))
    assert shares(t)["call"] > 0.9


# --- whole games ------------------------------------------------------------------------------------------------------


def test_the_weakest_is_named_first_and_each_has_a_sentence() -> None:
    assert names("brag_poker") == ("random", "novice", "plain", "sharp")
    assert all(about("brag_poker", bot).endswith(".") for bot in names("brag_poker"))


@pytest.mark.parametrize("preset", SCHEMA.presets)
@pytest.mark.parametrize("players", range(2, 9))
def test_every_answer_is_allowed_with_many_chips_and_with_few(preset: str, players: int) -> None:
    for purse, big in ((200, 2), (17, 5)):
        game = BragPokerGame(SCHEMA.make({"players": players, "purse": purse, "big_blind": big, "length": 5}, preset))
        bots = [*(make(game, name) for name in ("sharp", "plain", "random")), stand_in(game)] * 2
        state = whole_game(game, bots, Random(f"{preset} {players}"), 5)
        assert state.public.deal >= 1
        assert sum(state.public.chips) + sum(state.public.put_in) == sum(state.public.bought)


def test_a_game_without_a_length_ends_with_one_purse() -> None:
    game = BragPokerGame(SCHEMA.make({"players": 3, "purse": 20, "big_blind": 4, "length": 0, "rebuy": "off"}))
    state, _ = play(game, [make(game, "sharp"), make(game, "plain"), make(game, "random")], (1,))
    assert sorted(map(bool, state.public.chips)) == [False, False, True]


# --- a bot looks at nothing that its seat doesn't see -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["plain", "sharp"])
@pytest.mark.parametrize("moves", [(), ("look",), ("look", "call"), ("look", "call", "look", "raise", "fold")])
def test_the_same_view_with_other_cards_behind_it_gives_the_same_answer(name: str, moves: tuple[str, ...]) -> None:
    one = Playing("KsKh4d", "QsQh7d", "AsJh9c", players=3, dealer=0)
    two = Playing("KsKh4d", "QsQh7d", "8s6h3c", players=3, dealer=0)
    for t in (one, two):
        t.do(*moves)
    seat = one.turn
    if seat != 2:
        assert view(one.state, seat) == view(two.state, seat)
        assert chosen(name, one) == chosen(name, two)


@pytest.mark.parametrize("name", ["plain", "sharp"])
def test_a_seed_decides_everything(name: str) -> None:
    t = Playing("Ks9h4d", "QsQh7d", "JcTd4c", players=3).do("look")
    assert len({chosen(name, t, seed=3) for _ in range(3)}) == 1


# --- what they do -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "does"),
    [("3s3h3d", "raise"), ("9s6s2s", "raise"), ("4s4h2d", "call"), ("As7h2d", "call"), ("Ks7h2d", "fold")],
)
def test_plain_looks_and_plays_a_pair_or_an_ace(hand: str, does: str) -> None:
    t = Playing(hand, "QsQh7d", "JcTd4c", players=3)
    assert chosen("plain", t) == "look"
    assert chosen("plain", t.do("look")) == does


@pytest.mark.parametrize(
    ("hand", "does"),
    [
        ("Ks7h2d", "change 7h 2d"),
        ("Ks7s2d", "change 2d"),
        ("7s7h2d", "change 2d"),
        ("9s6s2s", "change none"),
        ("4s5h6d", "change none"),
    ],
)
def test_plain_keeps_a_pair_or_two_of_a_suit_or_the_highest(hand: str, does: str) -> None:
    t = Playing("AsKh9c", hand, players=2).do("call", "look", "check")
    assert chosen("plain", t) == does


def test_sharp_keeps_a_prial_and_breaks_what_is_nothing() -> None:
    t = Playing("AsKh9c", "4s4h4d", players=2).do("call", "look", "check")
    assert chosen("sharp", t) == "change none"
    t = Playing("AsKh9c", "7s7h2d", players=2).do("call", "look", "check")
    assert chosen("sharp", t) == "change 2d"


def test_sharp_raises_with_much_and_folds_with_nothing_when_it_is_dear() -> None:
    t = Playing("3s3h3d", "QsQh7d", "JcTd4c", players=3).do("look")
    assert chosen("sharp", t) == "raise"
    t = Playing("QsQh7d", "7s5h2d", players=2).do("look", "call", "look", "check").stand().do("check", "raise")
    assert chosen("sharp", t) == "fold"


def test_who_stands_in_for_somebody_risks_no_chips() -> None:
    t = Playing(players=3)
    assert chosen("away", t) == "fold"
    t.do("call", "call")
    assert chosen("away", t) == "check"
    t.do("check")
    assert chosen("away", t) == "change none"


def test_between_deals_a_bot_plays_on_while_it_can_pay_the_big_blind() -> None:
    t = Playing("9s5h2d", "KsKhKd", "AsAh2s", stacks=[2, 200, 200]).do("look", "call", "look", "call", "check").stand().check()
    for name in ("plain", "sharp"):
        assert [chosen(name, t, seat=seat) for seat in range(3)] == ["rebuy", "play", "play"]
    off = Playing(players=3, rebuy="off").do("fold", "fold")
    assert chosen("sharp", off, seat=1) == "play"


def test_advice_is_allowed_and_said_once() -> None:
    t = Playing("3s3h3d", "QsQh7d", "JcTd4c", players=3).do("look")
    found = advise(t.game, view(t.state, 0), Random(1))
    assert [advice.action for advice in found] == [Word.RAISE]
    for moves in (("call",), ("call", "call"), ("call", "call", "check"), ("call", "call", "check", "look")):
        t = Playing("3s3h3d", "QsQh7d", "JcTd4c", players=3).do(*moves)
        actions = [advice.action for advice in advise(t.game, view(t.state, t.turn), Random(1))]
        assert actions
        assert len(set(map(str, actions))) == len(actions)
        assert all(t.game.choices(view(t.state, t.turn)).why_not(action) is None for action in actions)
    assert advise(t.game, view(t.state, 0), Random(1)) == []


def gained(players: int, deals: int, field: type[Plain] = Plain) -> tuple[float, float]:
    """Chips a deal that `Sharp` gains among others, and its standard error; each deal once in every seat."""
    game = BragPokerGame(SCHEMA.make({"players": players, "length": 1}))
    found = []
    for number in range(deals):
        won = 0
        for seat in range(players):
            bots: list[Any] = [field(game)] * players
            bots[seat] = Sharp(game)
            state, _ = play(game, bots, (number,))
            won += state.public.chips[seat] - game.rules.purse
        found.append(won / players)
    return float(np.mean(found)), float(np.std(found)) / deals**0.5


def test_sharp_gains_from_those_who_hope() -> None:
    chips, error = gained(2, 500, Novice)
    assert chips > 3 * error


@pytest.mark.soak
@pytest.mark.parametrize("players", range(2, 9))
def test_sharp_gains_at_any_table(players: int) -> None:
    chips, error = gained(players, 2000)
    assert chips > 3 * error


# --- what draws make --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "away"), [("AsKs2d", "2d"), ("7s7h2d", "2d"), ("Ks7h2d", "7h 2d"), ("4s5s6s", "")])
def test_a_draw_is_counted_as_by_hand(hand: str, away: str) -> None:
    """Every card that may come, tried one by one with a slow evaluator."""
    of, worth = ranking(), evaluator(aces=False, ace_king_queen=False)
    held, gone = parse(hand), parse(away)
    (draw,) = [draw for draw in draws(of, held) if set(draw.away) == set(gone)]
    kept, left = [card for card in held if card not in gone], [card for card in PACK if card not in held]
    better, all_ways = 0, 0
    for first in left if gone else [None]:
        for second in [card for card in left if card > (first or 0)] if len(gone) == 2 else [None]:
            new = [card for card in (first, second) if card is not None]
            better += worth([*kept, *new]) > worth(list(held))
            all_ways += 1
    assert draw.makes.sum() == pytest.approx(1)
    assert draw.makes[of.strength(best_first(held)) + 1 :].sum() == pytest.approx(better / all_ways)


def test_a_draw_to_two_cards_of_a_suit_by_hand() -> None:
    """AsKs: of 49 cards ten spades make a flush, the queen of spades a running flush, three queens a run, six cards a pair."""
    (way,) = [way for way in ways(ranking(), parse("AsKs2d")) if way.away == parse("2d")]
    assert {kind: round(49 * share) for kind, share in way.becomes.items() if round(49 * share)} == {
        "running_flush": 1,
        "run": 3,
        "flush": 10,
        "pair": 6,
        "high_card": 29,
    }


def test_a_card_that_was_seen_does_not_come() -> None:
    ((pair,), (other,)) = (
        [way.becomes["pair"] for way in ways(ranking(), parse("AsKs2d"), seen) if way.away == parse("2d")]
        for seen in ((), parse("Ah Kd"))
    )
    assert (round(49 * pair), round(47 * other)) == (6, 4)


def test_no_more_is_changed_than_there_are_cards_left() -> None:
    held, left = parse("AsKs2d"), parse("Qs3c")
    gone = [card for card in PACK if card not in held + left]
    found = ways(ranking(), held, gone)
    assert {len(way.away) for way in found} == {0, 1, 2}
    assert all(sum(way.becomes.values()) == pytest.approx(1) for way in found)
    assert [way.away for way in ways(ranking(), held, [*gone, *left])] == [()]


FIRST = (TopPrial.THREES, TopRun.ACE_TWO_THREE)
"""The options of the first of the four shipped tables."""


@pytest.mark.parametrize(
    ("top_prial", "top_run"),
    [pytest.param(*each, marks=[pytest.mark.soak] * (each != FIRST)) for each in product(TopPrial, TopRun)],
)
def test_the_shipped_table_is_what_is_counted_now(top_prial: TopPrial, top_run: TopRun) -> None:
    of = ranking(top_prial, top_run)
    shipped, counted = field(of), count(of).field
    assert shipped.share == pytest.approx(counted.share)
    assert np.allclose(shipped.after, counted.after, atol=1e-6)
    assert shipped.after.sum(axis=1) == pytest.approx(1, abs=1e-4)


@pytest.mark.soak
def test_the_shipped_counts_are_made_anew_byte_for_byte() -> None:
    """The first file is counted. The solutions follow it; `test_duel` makes that of two anew."""
    name, made = next(iter(TABLES.make(deals=0, seed=0, counting=Counting(), progress=lambda *_: None)))
    assert made == files("prial.games.brag_poker.bots").joinpath(name).read_bytes()


@pytest.mark.parametrize("hand", ["Ks7h2d", "Ad9d4s", "7s7h2d", "4s5h7d"])
@pytest.mark.parametrize("most", [3, 1])
def test_the_best_draw_is_the_best_of_all_tried_one_by_one(hand: str, most: int) -> None:
    """Every card that may come against every hand of the opponent, weighted as the bot reads it; computed independently."""
    t = Playing("AsKh9c", hand, players=2).do("call", "look", "check")
    reading = Reading(t.game, view(t.state, 1))
    beats = reading.beats_all().tolist()
    held = parse(hand)
    left = [card for card in PACK if card not in held]
    worth = {}
    for away in range(8):
        gone = [card for at, card in enumerate(held) if away >> at & 1]
        if len(gone) <= most:
            kept = [card for card in held if card not in gone]
            made = [beats[reading.of.strength(best_first([*kept, *new]))] for new in combinations(left, len(gone))]
            worth[frozenset(gone)] = sum(made) / len(made)
    found, wins = reading.best_draw(most)
    assert frozenset(found.away) == max(worth, key=worth.__getitem__)
    assert wins == pytest.approx(max(worth.values()))


def test_everybody_changes_as_well_as_can_be_against_what_all_then_hold() -> None:
    """No hand gains by another change; some hands are tried one by one."""
    of, counted = ranking(), count(ranking())
    beats = beaten(counted.field.held)
    for number in Random(4).sample(range(len(counted.changed)), 60):
        tried = [(float(draw.makes @ beats), len(draw.away)) for draw in draws(of, counted.hands.examples[number])]
        assert max(tried)[0] == pytest.approx(float(counted.chosen[number] @ beats), abs=1e-6)


def test_kinds_of_hands_are_dealt_as_often_as_they_are() -> None:
    """Of 22,100 hands 52 are prials and 3,744 pairs; all hands together win half of the time."""
    found = kinds(ranking())
    assert round(22_100 * found["prial"].dealt) == 52
    assert round(22_100 * found["pair"].dealt) == 3_744
    assert found["any"].dealt == pytest.approx(1)
    assert found["any"].wins == pytest.approx(0.5)
    assert found["prial"].changes[0] == pytest.approx(1)


def test_who_has_raised_is_read_as_stronger_and_who_has_drawn_three_as_weaker() -> None:
    def expects(t: Playing) -> float:
        return float(beaten(Reading(t.game, view(t.state, 0)).held(1)) @ Reading(t.game, view(t.state, 0)).field.held)

    hands = "7s5h2d", "QsQh7d", "JcTd4c"
    called = Playing(*hands, players=3, dealer=0).do("look", "call", "look", "call", "look", "check")
    raised = Playing(*hands, players=3, dealer=0).do("look", "call", "look", "raise", "look", "call", "call")
    assert expects(raised) < expects(called)
    called = Playing("7s5h2d", "QsQh7d", players=2).do("look", "call", "look", "check")
    raised = Playing("7s5h2d", "QsQh7d", players=2).do("look", "call", "look", "raise", "call")
    assert expects(raised) < expects(called)
    kept = Playing("7s5h2d", "QsQh7d", players=2).do("look", "call", "look", "check", "change none")
    drew = Playing("7s5h2d", "QsQh7d", players=2).do("look", "call", "look", "check", "change Qs Qh 7d").give("JcTd4c")
    assert expects(kept) < expects(called) < expects(drew)
