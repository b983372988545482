from random import Random
from typing import Any

import pytest

from prial.arrange.search import front
from prial.cards import PACK, best_first, names, parse
from prial.core.record import Record
from prial.core.registry import open_record
from prial.errors import PrialError
from prial.games.crash import KIND, CrashGame
from prial.games.crash.bots import tables
from prial.games.crash.bots.tables import Field
from prial.games.crash.study import judge
from prial.games.crash.study.judge import Judge
from prial.games.crash.study.worth import Pays, pays
from prial.study.review import Verdict, review


def table(preset: str = "online", **given: object) -> CrashGame:
    game = KIND.make(given, preset)
    assert isinstance(game, CrashGame)
    return game


def one_deal(lays: list[str], hands: list[tuple[int, ...]], preset: str = "online", bots: dict[str, str] | None = None) -> Record:
    moves: list[tuple[object, object]] = [("nature", {"pick": 0}), ("nature", {"hands": [names(hand) for hand in hands]})]
    moves += list(enumerate(lays))
    seats = [f"P{seat}" for seat in range(len(lays))]
    return Record(prial=1, game="crash", rules={"preset": preset}, seats=seats, moves=moves, notes={"bots": bots or {}})


def dealt(seed: int, seats: int = 4) -> list[tuple[int, ...]]:
    pack = Random(seed).sample(PACK, 52)
    return [best_first(pack[13 * seat : 13 * seat + 13]) for seat in range(seats)]


def test_the_best_arrangement_loses_nothing_and_any_other_something() -> None:
    game, hands = table(), dealt(1)
    splits = [Judge(game, hand, 3).best()[1] for hand in hands]
    perfect = review(game, one_deal([f"lay {split}" for split in splits], hands))
    assert [each.lost for each in perfect.judged] == [0.0] * 4
    worst = [" ".join(names(hand[at : at + 3]) for at in (0, 3, 6)) for hand in hands]
    poor = review(game, one_deal([f"lay {text}" for text in worst], hands))
    assert all(each.lost > 0 for each in poor.judged)
    assert [total.lost for total in poor.totals] == [each.lost for each in poor.judged]
    assert [each.best for each in poor.judged] == [split.hands for split in splits]


def test_nothing_on_the_front_is_worth_more_than_the_best() -> None:
    game = table()
    for hand in dealt(2):
        judge = Judge(game, hand, 3)
        worth, _ = judge.best()
        splits = front(hand, game.scorer.ranking, 4, game.scorer.least)
        assert worth == pytest.approx(max(judge.worth(split.hands, split.strengths) for split in splits))


def test_a_foul_is_worth_nothing() -> None:
    game, hands = table("denexa", players=2), dealt(3, 2)
    splits = [Judge(game, hand, 1).best()[1] for hand in hands]
    wrong = " ".join(names(hand) for hand in reversed(splits[0].hands))
    record = one_deal([f"lay {wrong}", f"lay {splits[1]}"], hands, "denexa")
    found = review(open_record(record), record)
    assert found.judged[0].worth == 0
    assert found.judged[0].lost == found.judged[0].best_worth
    assert found.judged[1].lost == 0


def test_a_foul_that_is_found_at_its_place_is_worth_what_lies_before_it() -> None:
    hands = dealt(3, 2)
    for foul, worth in (("lose_deal", True), ("lose_game", False)):
        game = table("denexa", players=2, found="at_its_place", foul=foul)
        judge = Judge(game, hands[0], 1)
        first, second, *rest = judge.best()[1].hands
        assert judge.laid((second, first, *rest)) == 0 or worth
        assert (judge.laid((first, *rest, second)) > 0) == worth


def test_four_of_a_kind_counts_where_the_rules_pay_for_it() -> None:
    game = table("pub", players=2)
    hand = best_first([*range(4, 8), *range(20, 24), 51, 46, 41, 36, 30])  # all threes and all sevens
    worth, split = Judge(game, hand, 1).best()
    assert set(range(4, 8)) <= {card for laid in split.hands for card in laid}
    assert worth >= game.rules.target


def test_what_a_crash_is_worth() -> None:
    assert pays(table("online").rules, 3) == Pays()
    assert pays(table("gamerules").rules, 3).every == 3
    assert pays(table("pub").rules, 3).every == 11 - 4
    assert pays(table("nine_pot").rules, 3) == Pays(place=0, every=1, stays=1 / 4)


def test_void_deals_and_undecided_ones_are_passed_over() -> None:
    hands = dealt(4)
    record = one_deal([], hands)
    record.seats = ["A", "B", "C", "D"]
    assert review(open_record(record), record).judged == ()


def test_a_refused_move_is_named() -> None:
    record = one_deal(["lay 2c2d2h"], dealt(1))
    record.seats = ["A", "B", "C", "D"]
    with pytest.raises(PrialError, match="Move 3"):
        review(open_record(record), record)


def test_a_hand_wins_its_place_as_often_as_is_told() -> None:
    """Counted deal by deal, against three players who lay their strongest hands first."""
    game, hands = table(), dealt(7)
    split = Judge(game, hands[0], 3, "greedy").best()[1]
    bots = dict.fromkeys("123", "greedy")
    record = one_deal([f"lay {Judge(game, hand, 3, 'greedy').best()[1]}" for hand in hands], hands, bots=bots)
    (told, *_) = review(game, record).judged
    assert [row.label for row in told.rows] == [game.scorer.ranking.label(strength) for strength in split.strengths]
    rng, deals = Random(1), 250
    won = [0] * 4
    for _ in range(deals):
        pack = rng.sample(PACK, 39)
        laid = [
            max(front(best_first(pack[at : at + 13]), game.scorer.ranking, 4, 1), key=lambda each: each.strengths)
            for at in (0, 13, 26)
        ]
        for place, strength in enumerate(split.strengths):
            won[place] += all(strength > other.strengths[place] for other in laid)
    for row, times in zip(told.rows, won, strict=True):
        assert row.wins == row.best_wins == pytest.approx(times / deals, abs=4 * 0.5 / deals**0.5)


def test_a_foul_wins_nothing_and_says_what_the_best_would_have_won() -> None:
    game, hands = table("denexa", players=2), dealt(3, 2)
    splits = [Judge(game, hand, 1).best()[1] for hand in hands]
    wrong = " ".join(names(hand) for hand in reversed(splits[0].hands))
    record = one_deal([f"lay {wrong}", f"lay {splits[1]}"], hands, "denexa")
    rows = review(open_record(record), record).judged[0].rows
    assert {row.wins for row in rows} == {0}
    assert all(row.best_wins > 0 for row in rows)


def test_a_hand_that_cannot_win_the_pot_is_judged_by_the_pots_that_stay() -> None:
    """Counted deal by deal, against two players who lay their strongest hands first. Blocking isn't called a mistake."""
    pytest.importorskip("numba")
    game, hand = table("six", players=3), best_first(parse("KsKhKd 5c4d2s"))
    judge, rng, deals = Judge(game, hand, 2, "greedy"), Random(2), 3_000
    worth, block = judge.best()
    assert set(block.hands[0]) == set(parse("KsKhKd"))
    left = [card for card in PACK if card not in hand]
    share = 0.0
    for _ in range(deals):
        drawn = rng.sample(left, 12)
        laid = [block, *[front(best_first(each), game.scorer.ranking, 2, 1)[0] for each in (drawn[:6], drawn[6:])]]
        winners = []
        for place in range(2):
            most = max(split.strengths[place] for split in laid)
            winners.append([seat for seat, split in enumerate(laid) if split.strengths[place] == most])
        swept = winners[0] == winners[1] and len(winners[0]) == 1
        share += (winners[0] == [0]) if swept else 1 / 3
    assert worth == pytest.approx(share / deals, abs=4 * 0.15 / deals**0.5)
    assert judge.error(block.hands, block) == 0


@pytest.mark.parametrize(("bots", "kinds"), [
    ({"1": "greedy", "2": "greedy", "3": "greedy"}, ["greedy", "sharp", "sharp", "sharp"]),
    pytest.param({"1": "greedy", "2": "sharp", "3": "greedy"}, ["sharp"] * 4, marks=pytest.mark.soak),
    pytest.param({"0": "greedy", "1": "greedy", "2": "greedy", "3": "greedy"}, ["greedy"] * 4, marks=pytest.mark.soak),
    ("greedy", ["sharp"] * 4),
    pytest.param(None, ["sharp"] * 4, marks=pytest.mark.soak),
])  # fmt: skip
def test_each_is_judged_against_those_who_sat_there(bots: Any, kinds: list[Field]) -> None:
    """Only bots that the record names count as greedy; people count as sharp."""
    game, hands = table(), dealt(5)
    record = one_deal([f"lay {Judge(game, hand, 3).best()[1]}" for hand in hands], hands)
    record.notes["bots"] = bots
    found = review(game, record)
    for each, hand, kind in zip(found.judged, hands, kinds, strict=True):
        assert each.worth == Judge(game, hand, 3, kind).laid(each.hands)
    assert ("lay their best hands first" in found.against) == ("greedy" in kinds)
    assert ("as sharply as the strongest bot" in found.against) == ("sharp" in kinds)


def test_without_numba_the_shipped_tables_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    game, (hand, *_) = table(), dealt(5)
    sampled = Judge(game, hand, 3)
    monkeypatch.setattr(judge, "compiles", lambda: False)
    plain = Judge(game, hand, 3)
    (worth, split), value = plain.best(), tables.load(13, 3, "sharp")
    assert worth == pytest.approx(value.worth(split.strengths))
    assert plain.error(split.hands, split) == 0
    assert sampled.worth(split.hands, split.strengths) == pytest.approx(worth, abs=0.3)  # an outlier of the tables is 0.2 off


def test_a_difference_within_its_error_is_called_even() -> None:
    """Few deals, so that errors are large: what is lost is counted only where it is more than the error."""
    pytest.importorskip("numba")
    game, hands = table(), dealt(1)
    worst = [" ".join(names(hand[at : at + 3]) for at in (0, 3, 6)) for hand in hands]
    best = [f"lay {Judge(game, hand, 3).best()[1]}" for hand in hands]
    verdicts = set()
    for lays in ([f"lay {text}" for text in worst], best):
        for each in review(game, one_deal(lays, hands), worlds=10).judged:
            assert (each.error > 0) == (each.lost > 0) or each.verdict is Verdict.EVEN
            verdicts.add(each.verdict)
    assert Verdict.LOST in verdicts
