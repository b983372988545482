"""The bots of Brag decide from a view, within the rules, and by what wins chips."""

from collections import Counter
from collections.abc import Mapping
from copy import copy
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from prial.bots.registry import about, make, names, stand_in
from prial.cards import PACK, parse
from prial.core.game import NATURE, Chance, Over, view
from prial.core.step import Step, step
from prial.games.brag import KIND, BragGame
from prial.games.brag.actions import Bet, Buy, Discard, Look, Word
from prial.games.brag.bots import Canny, Plain, suggest
from prial.games.brag.bots import duel as following
from prial.games.brag.bots.priced import Priced
from prial.games.brag.bots.reading import Deck, Reading, deck, folds_below
from prial.games.brag.bots.worlds import Course, Plan, Worlds
from prial.games.brag.hands import best_three, worth
from prial.games.brag.offer import offer
from prial.games.brag.rules import SCHEMA
from prial.ranks.brag import ranking
from prial.ranks.wild import wild_cards
from prial.study.chunks import Counting
from prial.study.ladder import ladder
from prial.study.play import play
from prial.study.work import Workers
from tests.campaigns import sizes, soaking
from tests.games.brag.table import Playing

ODD: list[dict[str, Any]] = [
    {"short": "borrow", "purse": 20, "players": 3},
    {"short": "opponent_chooses", "purse": 12, "players": 2},
    {"short": "opponent_chooses", "purse": 15, "players": 3, "rebuy": "off", "length": 0},
    {"short": "fold", "purse": 9},
    {"purse": 4, "ante": 2, "players": 5},
    {"pot_limit": "on", "max_bet": 0},
    {"blind": "off", "kept_blind": "off", "showdown": "off"},
    {"dealers_choice": "on", "players": 3, "length": 40},
    {"bottom_card": "shown", "shuffle": "when_seen_prial"},
    {"kept_blind": "off", "players": 6, "cards": 5, "wild_cards": "braggers"},
    {"min_bet": 5, "ante": 3, "purse": 30, "max_raise": 0, "max_bet": 0},
    {"players": 14},
    {"showdown": "off", "players": 6, "purse": 1000, "max_raise": 1},
    {"short": "borrow", "lender": "players", "purse": 12, "borrow_limit": 30},
    {"short": "borrow", "lender": "richest", "short_of_two": "opponent_chooses", "purse": 12, "players": 3},
    {"short_of_two": "borrow", "lender": "players", "purse": 9, "players": 3},
    {"short": "fold", "rebuy": "any_time", "least_purse": 2, "most_purse": 40, "players": 3},
    {"short": "borrow", "borrow_limit": 5, "rebuy": "any_time", "purse": 6, "players": 3},
    {"least_purse": 10, "most_purse": 30, "rebuy": "any_time", "players": 3},
]
NOTHING: Mapping[int, Any] = {}
TABLES = [*[{"preset": preset} for preset in SCHEMA.presets], *ODD]


def game(**options: Any) -> BragGame:
    preset = options.pop("preset", None)
    return BragGame(SCHEMA.make(options, preset))


def quick(table: BragGame) -> Canny:
    """A bot that looks less closely, so that many deals can be played."""
    return Canny(table, 48)


def decisions(table: BragGame, bots: list[Any], number: int, seed: int) -> Counter[str]:
    """Play this many decisions through `step`; returns the number of decisions by phase."""
    met: Counter[str] = Counter()
    rng = Random(seed)
    state, gathered = table.start(), NOTHING
    while met.total() < number:
        node = table.node(state)
        if isinstance(node, Over):
            state, gathered = table.start(), NOTHING
            continue
        for seat in (NATURE,) if isinstance(node, Chance) else node.seats:
            if isinstance(node, Chance):
                action: Any = node.draw.sample(rng)
            else:
                seen = view(state, seat)
                action = bots[seat].choose(seen, table.choices(seen), rng)
                met[seen.public.phase] += 1
            done = step(table, state, gathered, seat, action)
            assert isinstance(done, Step), f"{done}: {action}"
            after, gathered = done.state, done.gathered
        state = after
        assert len(state.public.did) < 60 * table.seats, "a betting war"
    return met


@pytest.mark.parametrize("number", sizes(12, 75))
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_decision_is_answered_within_the_rules(options: dict[str, Any], number: int) -> None:
    table = game(**options)
    bots = {"canny": quick(table), "plain": Plain(table), "random": make(table, "random")}
    lineup = ("canny", "random", "plain")
    decisions(table, [bots[lineup[seat % len(lineup)]] for seat in range(table.seats)], number, 1)


@pytest.mark.soak
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_two_thousand_decisions_are_answered_within_the_rules(options: dict[str, Any]) -> None:
    table = game(**options)
    bots = {"canny": quick(table), "plain": Plain(table), "random": make(table, "random")}
    for lineup in (("canny",), ("plain",), ("canny", "random", "plain"), ("random", "canny")):
        decisions(table, [bots[lineup[seat % len(lineup)]] for seat in range(table.seats)], 2000, 2)


def test_every_phase_in_which_anybody_decides_is_met() -> None:
    met: Counter[str] = Counter()
    for options, number in ((ODD[1], 50), (ODD[7], 120), (ODD[-1], 50)):
        table = game(**options)
        met += decisions(table, [make(table, "random") if seat else quick(table) for seat in range(table.seats)], number, 4)
    assert set(met) == {"bring", "choose", "bet", "looked", "consent", "lend", "pick", "keep", "next"}


def test_a_bot_plays_the_same_from_the_same_seed() -> None:
    first, second = game(players=3), game(players=3)
    games = [play(table, [quick(table), Plain(table), quick(table)], (1, 2), 3) for table in (first, second)]
    assert games[0] == games[1]


def test_canny_decides_from_its_view_alone() -> None:
    """With other cards in everybody else's hand, the answer from the same seed is the same."""
    table = Playing(players=4)
    table.deal("AsAhKd", "2c5d9h", "4c4d7s", "8c8dJh")
    table.turns("look")
    other = Playing(players=4)
    other.deal("AsAhKd", "3c3d3h", "JcTdQs", "5c6d7h")
    other.turns("look")
    seen = [view(each.state, 0) for each in (table, other)]
    assert seen[0] == seen[1]
    assert table.state != other.state
    bot = Canny(table.game)
    answers = [[bot.choose(each, table.game.choices(each), Random(seed)) for seed in range(8)] for each in seen]
    assert answers[0] == answers[1]
    assert bot.worths(seen[0], Random(1)) == bot.worths(seen[1], Random(1))


def answers(bot: Canny | Plain, table: Playing, seat: int = 0, times: int = 20) -> set[Any]:
    """A bot's answers from several seeds."""
    seen = view(table.state, seat)
    return {bot.choose(seen, table.game.choices(seen), Random(seed)) for seed in range(times)}


def test_canny_folds_trash_to_a_big_bet_and_never_folds_the_best_hand() -> None:
    table = Playing(players=3)
    table.deal("2c5d8h", "9cJdQh", "3s3h3d")
    table.turns("look & bet 10", "look & bet 20")
    table.turns("look")
    bot = Canny(table.game)
    assert Word.FOLD not in answers(bot, table, 2)
    table.turns("bet 20")
    assert answers(bot, table, 0) == {Word.FOLD}


@pytest.mark.parametrize(("hand", "opens"), [("2c4d7h", False), ("AcJd9h", True), ("2c2d5h", True)])
def test_canny_as_the_first_of_three_opens_with_the_better_half_of_the_hands(hand: str, opens: bool) -> None:
    """The least pushes nobody out: both others fold to it in one deal of ten. With bad hands it cost 0.7 antes."""
    table = Playing(players=3)
    table.deal(hand, "9c8dQh", "3s3h3d")
    table.turns("look")
    worths = Canny(table.game).worths(view(table.state, 0), Random(1))
    assert (max(worths, key=lambda action: worths[action]) is not Word.FOLD) is opens


def test_canny_sees_rather_than_folds_a_running_flush() -> None:
    table = Playing(players=2)
    table.deal("AsKsQs", "9cJdQh")
    table.turns("look & bet 10", "look & bet 10")
    assert all(action is Word.SEE or isinstance(action, Bet) for action in answers(Canny(table.game), table))


def test_a_betting_war_ends() -> None:
    """Two prials, neither of which would ever fold: after a number of bets one of them sees."""
    table = Playing(players=2, purse=100_000)
    table.deal("AsAhAd", "3s3h3d")
    table.turns("look & bet 1", "look & bet 1")
    bot = quick(table.game)
    for turn in range(40):
        seat = turn % 2
        seen = view(table.state, seat)
        table.do(seat, table.game.write(bot.choose(seen, table.game.choices(seen), Random(turn))))
        if table.phase != "bet":
            break
    assert table.phase == "next"


def test_plain_looks_bets_the_least_on_a_pair_and_folds_less() -> None:
    table = Playing(players=3)
    table.deal("2c2d8h", "AcJdQh", "TsJhQd")
    bot = Plain(table.game)
    assert answers(bot, table, 0) == {Look()}
    table.turns("look")
    assert answers(bot, table, 0) == {Bet(1)}
    table.turns("bet 1", "look")
    assert answers(bot, table, 1) == {Word.FOLD}
    table.turns("fold", "look")
    assert answers(bot, table, 2) == {Bet(1)}, "nobody has raised, and it hasn't bet yet"
    table.turns("bet 1")
    assert answers(bot, table, 0) == {Word.SEE}


def test_plain_sees_a_raise_with_a_pair() -> None:
    table = Playing(players=2)
    table.deal("AcJd8h", "2c2d8s")
    table.turns("look & bet 10", "look")
    assert answers(Plain(table.game), table, 1) == {Word.SEE}


@pytest.mark.parametrize("bot", [Plain, Canny])
def test_the_best_three_stay(bot: type[Plain]) -> None:
    """Of 9-9-9-2-A the ace and the two are put away; nothing else beats a prial."""
    table = Playing("five_card", players=2)
    table.deal("9c9d9hAs2c")
    table.turns("look")
    assert answers(bot(table.game), table) == {Discard(parse("As2c"))}


@pytest.mark.parametrize("number", sizes(10, 40))
def test_canny_stakes_no_more_than_three_pots_above_the_least(number: int) -> None:
    """Even where bets have no limit."""
    table = game(preset="pagat", players=3, purse=100_000, length=0)
    bot = quick(table)
    rng = Random(4)
    state, gathered, bets = table.start(), NOTHING, 0
    while bets < number and not isinstance(node := table.node(state), Over):
        for seat in (NATURE,) if isinstance(node, Chance) else node.seats:
            seen = None if isinstance(node, Chance) else view(state, seat)
            action: Any = node.draw.sample(rng) if isinstance(node, Chance) else None
            if seen is not None:
                action = bot.choose(seen, table.choices(seen), rng)
            if isinstance(action, Bet):
                pot = sum(pot.chips for pot in state.public.pots)
                assert action.chips <= offer(table.rules, state.public, seat).low + 3 * pot
                bets += 1
            done = step(table, state, gathered, seat, action)
            assert isinstance(done, Step)
            after, gathered = done.state, done.gathered
        state = after
    assert bets >= number


@pytest.mark.parametrize(("size", "wild"), [(3, ""), (4, ""), (5, "twos")])
def test_a_deck_holds_what_hands_are_worth(size: int, wild: str) -> None:
    """Checked against the game's own comparison, hand by hand."""
    ranks = ranking(wild=wild_cards(wild))
    hands = deck(ranks, size)
    for at in range(0, len(hands.keys), len(hands.keys) // 200):
        cards = tuple(card for card in PACK if int(hands.cards[at]) >> card & 1)
        assert len(cards) == size
        three, away = best_three(ranks, cards)
        assert hands.keys[at] == hands.key(three, away)
    assert list(hands.keys) == sorted(hands.keys)


def test_place_is_the_share_of_hands_beaten_that_others_may_hold() -> None:
    """Counted one by one over the 18,424 hands of the remaining 49 cards."""
    ranks = ranking()
    own = parse("KsKh7d")
    mine = worth(ranks, own, ())
    others = [worth(ranks, hand, ()) for hand in combinations([card for card in PACK if card not in own], 3)]
    share = sum(1.0 if other < mine else 0.5 if other == mine else 0.0 for other in others) / len(others)
    hands = Deck(ranks, 3)
    away = np.uint64(sum(1 << card for card in own))
    assert hands.place(hands.key(own, ()), away) == pytest.approx(share)


def test_who_bets_is_taken_to_hold_more_and_who_is_blind_anything() -> None:
    table = Playing(players=3)
    table.deal("AsJh8d", "AcJd8h", "2c2d8s")
    table.turns("look & bet 1", "bet 5", "look")
    reading = _reading(table, 2)

    def mean(seat: int) -> float:
        held = reading.ranges[seat]
        return float((held.places * (held.plain + held.priced)).sum())

    assert mean(1) == pytest.approx(0.5)
    assert mean(0) > 0.65


def _reading(table: Playing, seat: int) -> Reading:
    return Reading(table.rules, view(table.state, seat))


def test_a_player_whom_no_hand_explains_still_has_a_range(monkeypatch: pytest.MonkeyPatch) -> None:
    """With sixteen players the likelihoods of long betting are raised to the seventh power, and must not all become 0."""
    table = Playing("pagat", players=16)
    table.deal()
    table.turns("look & bet 40", "look")
    monkeypatch.setattr(Reading, "likely", lambda _, __, places: (1e-60 * places, np.full(len(places), 1e-90)))
    reading = _reading(table, 1)
    assert reading.believed(0) > 10
    assert (reading.ranges[0].plain + reading.ranges[0].priced).sum() == pytest.approx(1)
    own, its = following._priors(reading, 0)
    assert own.sum() == pytest.approx(1, abs=1e-5)
    assert its.sum() == pytest.approx(1, abs=1e-5)


def test_a_card_that_was_shown_and_is_dealt_again_is_known() -> None:
    """Where the pack isn't shuffled, a seat that has seen a card knows who holds it now."""
    table = Playing("pagat", players=2, pack=parse("AsKhQd2c5d9h4c4d7s"))
    table.deal("AsKhQd", "2c5d9h")
    table.turns("look & bet 1", "look & bet 1", "see")
    table.next()
    piles, hand = view(table.state, 0).piles, table.table.hands[1][0]
    (known,) = [piles[pile] for pile in hand if piles[pile] != (-1,)]
    gone = {card for (card,) in piles if card not in (-1, *known)}
    left = [card for card in PACK if card not in gone and card not in known]
    hands = deck(ranking(), 3)
    fits = {hands.key(best_three(ranking(), (*known, *two))[0], ()) for two in combinations(left, 2)}
    places = _reading(table, 0).ranges[1].places
    assert {int(hands.keys[int(place * len(hands.keys))]) for place in places} == fits


def test_the_best_hand_wins_what_is_in_the_pots_when_it_sees() -> None:
    """With an unbeatable hand, seeing wins the pot; with a hand that everybody beats, it costs the price."""
    table = Playing(players=2)
    table.deal("3s3h3d", "AcJd8h")
    table.turns("look & bet 4", "look & bet 4")
    worlds = Worlds(_reading(table, 0), np.random.Generator(np.random.PCG64(1)), 100)
    price = offer(table.rules, table.table, 0).see
    assert isinstance(price, int)
    plan = [Plan(price, blind=False, sees=True)]
    assert worlds.play_out(plan, np.full(100, 1.1)).mean() == table.pot
    assert worlds.play_out(plan, np.full(100, -0.1)).mean() == -price


def test_an_older_pot_is_its_coverers_where_that_hand_is_better() -> None:
    """The page of Brag, "Covering": the player wins the new pot, and the older one only with a better hand than the coverer's."""
    table = Playing(players=3, stacks=(50, 4, 50))
    table.deal("3s3h3d", "AsAhAd", "AcJd8h")
    table.turns("look & bet 5", "look & bet 3", "look & bet 5")
    reading = _reading(table, 0)
    worlds = Worlds(reading, np.random.Generator(np.random.PCG64(1)), 100)
    worlds.covered[1] = np.where(np.arange(100) < 50, 0.9, 0.1)
    worlds.places[1] = 0.2
    course = Course(worlds, [Plan(10, blind=False, sees=True)], np.full(100, 0.5))
    assert course.gain[50:].tolist() == [float(table.pot)] * 50
    assert course.gain[:50].tolist() == [float(table.pot - table.table.pots[0].chips)] * 50


def test_who_covers_a_pot_wins_nothing_that_is_bet_later() -> None:
    """The page of Brag, "Covering". A second way: the pot is split at each coverer's chips; each part goes to its best hand."""
    table = Playing(players=4)
    table.deal("3s3h3d", "AsAhAd", "AcJd8h", "2c2d2h")
    table.turns("look & bet 2", "look & bet 2", "look & bet 2")
    worlds = Worlds(_reading(table, 3), np.random.Generator(np.random.PCG64(1)), 200)
    course = Course(worlds, [Plan(2, blind=False)], np.full(200, 0.5))
    rng = np.random.default_rng(4)
    u = rng.permuted(np.tile(np.linspace(0.1, 0.9, 4)[:, None], 200), axis=0)
    u[1:][rng.random((3, 200)) < 0.3] = -1
    course.pot[:] = 40
    course.most = np.where(rng.random((4, 200)) < 0.5, rng.integers(1, 40, (4, 200)), np.inf)
    expected = []
    for column in range(200):
        tops = sorted({40.0, *course.most[:, column][course.most[:, column] < 40].tolist()})
        parts = [(high - low, high) for low, high in zip([0.0, *tops], tops, strict=False)]
        won = 0.0
        for chips, top in parts:
            may = [player for player in range(4) if u[player, column] >= 0 and course.most[player, column] >= top]
            won += chips if may and max(may, key=lambda player: u[player, column]) == 0 else 0
        expected.append(won)
    assert course._won(u).tolist() == expected
    assert 0 < sum(won == 0 for won in expected) < 200


def test_the_better_the_hand_the_more_a_bet_against_a_player_without_chips_is_worth() -> None:
    """Somebody who bet their last chip blind holds any hand. The bot once paid for such a showdown and folded a turn later."""
    worths = []
    for hand in ("Qs9d3h", "AsTd8h", "9s9dKh"):
        table = Playing("pagat", players=4, least_purse=1, brings=(2, 100, 100, 100), length=1)
        table.deal("7s8d2c", hand)
        table.turns("bet 1", "look")
        canny = Canny(table.game)
        worths.append(sum(canny.worths(view(table.state, 1), Random(seed))[Bet(2)] for seed in range(4)) / 4)
    assert worths == sorted(worths)
    assert worths[0] < 0 < worths[1]


@pytest.mark.parametrize(("chips", "place", "stays"), [(100, 0.5, False), (2, 0.5, True), (2, 0.1, False)])
def test_others_stay_in_with_their_last_chips_unless_these_cost_too_much(chips: int, place: float, *, stays: bool) -> None:
    """Nobody who has one chip left folds a middling hand for it: the bot once raised to make such a player fold."""
    table = Playing(players=4, stacks=(100, chips, 100, 100))
    table.deal()
    worlds = Worlds(_reading(table, 0), np.random.Generator(np.random.PCG64(1)), 50)
    worlds.places[1], worlds.looks[0, 1] = place, True
    course = Course(worlds, [Plan(2, blind=False)], np.full(50, 0.5))
    course._turn(1, 0)
    assert course.alive[1].tolist() == [stays] * 50


@pytest.mark.parametrize(("chips", "share"), [(100, 0.4), (2, 1.0)])
def test_a_pot_is_carried_only_for_a_blind_player_who_has_an_ante_left(chips: int, share: float) -> None:
    """The page of Brag, "Kept hands": with a carried pot the player has two of five hands; without an ante the pot is won."""
    table = Playing(players=4, stacks=(chips, 100, 100, 100))
    table.deal()
    worlds = Worlds(_reading(table, 0), np.random.Generator(np.random.PCG64(1)), 50)
    worlds.places[1:], worlds.looks[:, 1:] = 0.0, True
    assert worlds.play_out([Plan(1, blind=True)], np.full(50, 0.5)).tolist() == [[share * 5 - 1] * 50]


def test_chips_are_bought_for_a_bet_where_a_player_who_lacks_them_folds() -> None:
    """Somebody who always bet a chip more than `canny` had won 1.4 antes a deal."""
    table = Playing("pagat", players=2, short="fold", stacks=(300, 10))
    table.deal("2c5d9h", "AsAhAd")
    table.turns("look & bet 12", "look")
    canny, rng = Canny(table.game), Random(1)
    bought = canny.choose(view(table.state, 1), table.choices(1), rng)
    assert isinstance(bought, Buy)
    table.do(1, table.game.write(bought))
    assert isinstance(canny.choose(view(table.state, 1), table.choices(1), rng), Bet | Word)
    assert canny.choose(view(table.state, 1), table.choices(1), rng) is not Word.FOLD
    offered = suggest(table.game, view(table.state, 1), rng)
    assert all(table.choices(1).why_not(advice.action) is None for advice in offered)


def test_canny_joins_no_war_of_three_blind_players_where_who_cannot_pay_folds() -> None:
    """Nobody can be seen while three are left. The bot once raised blind until it had no chips left, and folded."""
    table = Playing(players=3, short="borrow")
    table.deal("AsKhQd", "2c5d9h", "3c6d9s")
    table.turns("bet 1", "bet 1", "bet 1")
    assert answers(Canny(table.game, 60), table) <= {Bet(1), Look(), Word.FOLD}
    table.turns("bet 1", "bet 1", "bet 1")
    assert answers(Canny(table.game, 60), table) <= {Look(), Word.FOLD}


def test_canny_seldom_pays_against_a_rich_blind_player_where_who_cannot_pay_folds() -> None:
    """Three are left, and two have looked."""
    table = Playing(players=3, short="fold")
    table.deal("KsKhQd", "2c5d9h", "3c6d9s")
    table.turns("look & bet 1", "bet 1", "look & bet 2")
    assert answers(Canny(table.game, 60), table) == {Word.FOLD}


def test_what_was_bought_for_a_bet_is_bet() -> None:
    """If the bot drew its action anew after a purchase, it would bet or see more seldom than it wants to."""
    table = Playing("pagat", players=2, short="fold", stacks=(300, 3))
    table.deal("2c5d9h", "3s3h9d")
    table.turns("look & bet 4", "look")
    canny, meant = Canny(table.game), {Buy(2): Bet(4), Buy(6): Word.SEE}
    shares = canny.shares(view(table.state, 1), table.choices(1))
    assert all(shares[bought] > 0.1 for bought in meant)
    for bought, action in meant.items():
        here = copy(table)
        here.do(1, here.game.write(bought))
        assert {canny.choose(view(here.state, 1), here.choices(1), Random(seed)) for seed in range(20)} == {action}


@pytest.mark.parametrize(("chips", "raised"), [(50, 100), (5, 0)])
def test_others_who_would_borrow_do_not_raise(chips: int, raised: int) -> None:
    """The page of Brag, "Short of chips": the bank lends chips to stay in, not to raise."""
    table = Playing(players=2, short="borrow", borrow_limit=50, stacks=(50, chips))
    table.deal("3s3h3d", "AcJd8h")
    worlds = Worlds(_reading(table, table.table.turn), np.random.Generator(np.random.PCG64(1)), 100)
    worlds.places[1], worlds.plain[1] = 0.99, False
    worlds.looks[0, 1], worlds.presses[0, 1] = True, False
    course = Course(worlds, [Plan(4, blind=False)], np.full(100, 0.5))
    begun = course.raises.sum()
    course._turn(1, 0)
    assert course.raises.sum() - begun == raised


def test_the_dearer_the_bet_the_better_a_hand_must_be() -> None:
    prices = [float(folds_below(np.array(last), 10, 1)) for last in (1, 2, 5, 10, 20, 40)]
    assert prices == sorted(prices)
    assert 0.4 < prices[0] < prices[-1] < 1


def test_suggestions_are_allowed_differ_and_begin_with_the_best() -> None:
    table = Playing(players=4)
    table.deal("2c5d9h", "4c4d7s", "8c8dJh", "KsKhTd")
    met: set[str] = set()
    while table.phase == "bet":
        seen = view(table.state, table.seats[0])
        found, choices = suggest(table.game, seen, Random(1)), table.game.choices(seen)
        assert [advice for advice in found if choices.why_not(advice.action) is not None] == []
        assert len({advice.action for advice in found}) == len(found)
        assert found[0].style == "canny"
        met.update(advice.style for advice in found)
        table.turns(table.game.write(found[0].action))
    assert met == {"canny", "plain", "bold"}


def test_each_bot_is_told_of_in_a_sentence() -> None:
    assert names("brag") == ("random", "novice", "plain", "canny")
    assert all(about("brag", bot).endswith(".") for bot in names("brag"))


@pytest.mark.parametrize("games", sizes(2, 40))
@pytest.mark.parametrize("preset", soaking(["house", "pagat", "teen_patti", "single_see"], ["teen_patti", "single_see"]))
def test_a_bot_answers_though_others_look_out_of_turn(preset: str, games: int) -> None:
    """The page of Brag, `blind`: players who haven't bet may look while others decide, so an open player may not have bet yet."""
    table = game(preset=preset, players=2)
    bot, rng, met = quick(table), Random(8), 0
    for _ in range(games):
        state = table.start()
        while state.public.deal < 4 and not isinstance(node := table.node(state), Over):
            if isinstance(node, Chance):
                state = table.deal(state, node.draw.sample(rng))
                continue
            for seat in node.also:
                done = step(table, state, {}, seat, Look())
                if rng.random() < 0.5 and isinstance(done, Step):
                    state, met = done.state, met + 1
            seen = {seat: view(state, seat) for seat in node.seats}
            state = table.act(state, {seat: bot.choose(each, table.choices(each), rng) for seat, each in seen.items()})
    assert met > games // 2


@pytest.mark.parametrize(
    "wild", ["2s, 3s, 4s, 5s, 6s, 7s, 8s, 9s, 10s, Js, Qs, Ks", "2s, 3s, 4s, 5s, 6s, 7s, 8s, 9s, 10s, Js, Qs"]
)
def test_bots_play_where_wild_cards_leave_no_pair_or_flush(wild: str) -> None:
    table = game(players=3, wild_cards=wild, length=3)
    play(table, [make(table, "plain"), quick(table), make(table, "plain")], seed=[6])


@pytest.mark.parametrize(("hand", "folds"), [("7h5s2c", True), ("Th8s4c", True), ("As2s3s", False), ("9h9d4c", False)])
def test_canny_pays_double_against_a_blind_player_with_good_hands_and_seldom_with_bad_ones(hand: str, *, folds: bool) -> None:
    """Brag: an open player can't see a blind one, who goes on betting for half."""
    t = Playing(players=2)
    t.deal("", hand)
    t.turns("bet 1", "look")
    bot = Canny(t.game)
    share = bot.shares(view(t.state, 1), t.choices(1)).get(Word.FOLD, 0.0)
    assert share > 0.5 if folds else share == 0


@pytest.mark.parametrize("preset", list(KIND.schema.presets))
def test_who_isnt_there_loses_only_antes(preset: str) -> None:
    """The stand-in folds, and sits out while three others play; otherwise it plays for the antes, as long as it has chips."""
    table = game(preset=preset)
    state, _ = play(table, [stand_in(table), *[make(table, "plain") for _ in range(table.seats - 1)]], seed=[3])
    assert 0 in state.public.sitting_out
    assert -table.rules.ante <= state.public.chips[0] - table.rules.purse <= 0
    two = game(preset=preset, players=2, purse=200)
    state, _ = play(two, [stand_in(two), make(two, "plain")], seed=[4])
    assert state.public.deal == table.rules.length
    poor = game(preset=preset, players=2, purse=5)
    state, _ = play(poor, [stand_in(poor), make(poor, "plain")], seed=[5])
    assert state.public.bought[0] == 5  # it buys no chips for an absent player


def test_the_ladder_counts_chips_won_and_lost() -> None:
    """Among bots of one kind nobody wins; against them random loses."""
    assert KIND.for_chips
    random, plain = ladder("brag", {"players": 3}, ["random"], "plain", 10, counting=Counting(Workers(1))).standings
    assert (plain.points, plain.gain, plain.gain_error) == (0, 0, 0)
    assert random.gain + 2 * random.gain_error < 0


@pytest.mark.soak
@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_canny_wins_from_plain_under_every_preset(preset: str) -> None:
    canny, _ = ladder("brag", {"preset": preset, "players": 4}, ["canny"], "plain", 16, counting=Counting(Workers(1))).standings
    assert canny.gain - 2 * canny.gain_error > 0


def test_canny_wins_from_plain() -> None:
    canny, _ = ladder("brag", {"players": 3}, ["canny"], "plain", 2, deals=8, counting=Counting(Workers(1))).standings
    assert canny.gain - 2 * canny.gain_error > 0


def test_deals_of_players_who_look_at_the_price_end_under_every_preset() -> None:
    """Reviews use these players to play deals on."""
    for preset in SCHEMA.presets:
        game = BragGame(SCHEMA.make({}, preset))
        _, deals = play(game, [Priced(game)] * game.seats, [1], most=6)
        assert deals == 6


def test_who_looks_at_the_price_raises_the_best_hands_and_not_for_ever() -> None:
    one = Playing(players=2, blind="off", kept_blind="off")
    one.deal("3s3h3d", "AsAhAd")
    priced = Priced(one.game)
    while one.phase == "bet":
        (seat,) = one.seats
        one.do(seat, one.game.write(priced.choose(view(one.state, seat), one.choices(seat), Random(1))))
    bets = [deed.chips for deed in one.table.did if deed.what == "bet"]
    assert bets[0] == 2  # the least bet, and twice that
    assert len({*bets}) == 2
    assert one.table.did[-1].what == "see"
