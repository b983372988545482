"""The best answer to players whose way of arranging is known: its gain is found, and not overestimated."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from prial.arrange.search import front, greedy
from prial.arrange.value import Value
from prial.core.registry import find
from prial.games.crash import CrashGame
from prial.games.crash.bots import Outlook, tables
from prial.games.crash.study.deals import arrange, won
from prial.games.crash.study.judge import Judge
from prial.games.crash.study.response import Lay, against, agreement, respond
from prial.games.crash.study.sampling import Sampling, Tried
from prial.games.crash.study.worth import POINTS, Games, Pays
from prial.ranks.brag import ranking
from prial.study.chunks import Counting
from prial.study.work import Workers

numba = pytest.importorskip("numba")
pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="thousands of deals for each hand want compiling")


def by(value: Value, paid: Pays | Games = POINTS, least: int = 1) -> Lay:
    """Lay by a value, for what a deal pays."""
    return lambda hands: arrange(hands, value, ranking(), least, paid)


def test_a_bot_that_can_be_milked_is_found() -> None:
    """A planted fault: a bot that always lays the best hand first loses a tenth of a point per deal to a knowing opponent."""
    found = respond(None, Sampling([None], 2, 9, 600), hands=60)
    assert found.points - 3 * found.error > 0.02
    table = respond(tables.load(9, 2), Sampling([None], 2, 9, 600), hands=60)
    assert abs(table.points) < found.points / 4


@pytest.mark.parametrize(("preset", "players"), [("nine_pot", 2), pytest.param("seven", 3, marks=pytest.mark.soak)])
def test_a_bot_that_never_blocks_is_found(preset: str, players: int) -> None:
    """A planted fault: a bot that plays only to win the pot itself, and lets others win it."""
    game = find("crash").make({"players": players}, preset)
    assert isinstance(game, CrashGame)
    value, sampling = against(game, "sharp", 300)
    assert value is not None
    own, careless = (agreement(by(value, paid), sampling, hands=100) for paid in (sampling.pays, Pays(place=0)))
    assert own.told == careless.told
    assert own.agreed > careless.agreed
    assert own.lost < careless.lost / 2


def test_a_bot_that_thinks_no_place_stays_empty_is_found() -> None:
    """A planted fault: where few hands count, a bot that takes each place that it doesn't win to be an opponent's."""
    game = find("crash").make({"players": 2, "min_hand": "flush"}, "online")
    assert isinstance(game, CrashGame)
    value, sampling = against(game, "sharp", 200, games=True)
    assert value is not None

    careless, own = (
        agreement(by(each, sampling.pays, sampling.least), sampling, hands=150).lost for each in (replace(value, least=1), value)
    )
    assert careless > 0.002
    assert own < careless / 3


@pytest.mark.parametrize(
    ("preset", "options"), [("online", {}), ("online", {"min_hand": "flush"}), ("nine", {"four_of_a_kind": "beats_all"})]
)
def test_games_are_counted_as_the_bot_counts_them(preset: str, options: dict[str, str]) -> None:
    """What splits are worth at the start of a game: many at once, and one by one. Paid is what the winners of a deal are."""
    game = find("crash").make({"players": 3, **options}, preset)
    assert isinstance(game, CrashGame)
    start, paid = Outlook(game.rules, 0, (0, 1, 2), (0, 0, 0), (), 0), Games(game.rules, 2)
    value = tables.mixed(game.rules.cards, 2, least=game.scorer.least)
    rng = np.random.default_rng(1)
    splits = -np.sort(-rng.integers(1, game.scorer.ranking.size + 1, (50, game.rules.places)).astype(np.int64))
    splits[splits < game.scorer.least] = 0
    worths = paid.worths(value, splits.astype(np.uint16)).tolist()
    assert worths == pytest.approx([start.worth(value, strengths) for strengths in splits.tolist()])
    wins = won(rng.integers(0, 3, (50, 3, game.rules.places)), next_best=False)
    winners = [
        [next((seat for seat in range(3) if deal[seat, place]), None) for place in range(game.rules.places)] for deal in wins
    ]
    assert paid.paid(wins).tolist() == [start.after(way) for way in winners]


def test_a_table_is_sampled_as_its_rules_have_it() -> None:
    """Equal hands, what counts, what a crash brings, and whether a pot is played for."""
    for preset, expected in {
        "online": (False, Pays()),
        "pub": (True, Pays(every=7)),
        "nine_pot": (False, Pays(place=0, stays=1 / 3)),
    }.items():
        game = find("crash").make({"players": 3}, preset)
        assert isinstance(game, CrashGame)
        value, sampling = against(game, "greedy", 41)
        assert value is None
        assert sampling.samples == 42
        assert (sampling.others, sampling.cards, sampling.least) == (2, game.rules.cards, game.scorer.least)
        assert (sampling.next_best, sampling.pays) == expected
        assert against(game, "sharp", 40)[0] is not None


def test_what_was_best_by_chance_is_not_found_again() -> None:
    """Splits of equal worth gain nothing, however many there are."""
    rng = np.random.default_rng(1)
    found = [Tried(np.zeros((30, 4), np.uint16), rng.integers(0, 2, (30, 400)).astype(np.float64)).gained(0) for _ in range(200)]
    assert abs(np.mean(found)) < 4 * np.std(found) / len(found) ** 0.5


@pytest.mark.parametrize("paid", [POINTS, Pays(place=0, stays=1 / 3)])
def test_a_hand_is_tried_as_a_plain_loop_tries_it(paid: Pays) -> None:
    """Each split against each deal, place by place, with the other players' cards split one by one."""
    of, value, deals = ranking(), tables.load(6, 2), 20
    sampling = Sampling([None, value], 2, 6, deals, pays=paid)
    hand = np.array([51, 47, 40, 33, 12, 5], np.uint8)
    splits = np.array([split.strengths for split in front(hand.tolist(), of, 2)], np.uint16)
    tried = sampling.tried(hand, splits, of, np.random.default_rng(4))
    left = np.setdiff1d(np.arange(52, dtype=np.uint8), hand)
    dealt = np.random.default_rng(4).permuted(np.tile(left, (deals, 1)), axis=1)
    for at, cards in enumerate(dealt.tolist()):
        hands = [cards[:6], cards[6:12]]
        rest = [
            greedy(each, of, 2)
            if at < deals // 2
            else max(front(each, of, 2), key=lambda split: paid.worth(value, split.strengths))
            for each in hands
        ]
        for split, scored in zip(splits.tolist(), tried.points[:, at], strict=True):
            laid = [split, *[list(other.strengths) for other in rest]]
            tops = [[each for each in laid if each[place] == max(one[place] for one in laid)] for place in range(2)]
            won = [top == [split] for top in tops]
            swept = len(tops[0]) == 1 and tops[0] == tops[1]
            assert scored == paid.place * sum(won) + all(won) + (0 if swept else paid.stays)


def test_it_is_the_same_whoever_counts() -> None:
    found = [respond(tables.load(6, 1), Sampling([None], 1, 6, 40), hands=45, counting=Counting(Workers(n))) for n in (1, 3)]
    assert found[0] == found[1]


def test_a_table_agrees_with_sampling_in_its_own_field_and_less_in_another() -> None:
    sampling = Sampling([None], 3, 13, 500)
    own, other = (agreement(by(tables.load(13, 3, field)), sampling, hands=60) for field in ("greedy", "sharp"))
    assert own.told == other.told >= 30
    assert own.agreed > other.agreed


@pytest.mark.soak
@pytest.mark.parametrize(("cards", "others"), [(13, 1), (13, 2), (13, 3), (9, 2), (9, 4), (7, 3), (6, 3)])
def test_sharp_cannot_be_milked(cards: int, others: int) -> None:
    """Points per deal that it loses to an opponent who knows it, and that it fails to gain from greedy players."""
    mixed, greedy = tables.mixed(cards, others), tables.load(cards, others)
    assert respond(mixed, Sampling([mixed], others, cards), hands=800).least <= 0.006
    given, least = [respond(value, Sampling([None], others, cards), hands=800) for value in (mixed, greedy)]
    assert given.least - least.points <= 0.006


@pytest.mark.soak
@pytest.mark.parametrize("field", ["greedy", "sharp"])
def test_reviews_agree_with_sampling(field: tables.Field) -> None:
    """The sampled deals aren't those of the review."""
    game = find("crash").make({}, "online")
    assert isinstance(game, CrashGame)
    sampling = Sampling([None if field == "greedy" else tables.mixed(13, 3)], 3, 13, 20_000)

    def judged(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
        return np.array([Judge(game, tuple(hand), 3, field).best()[1].strengths for hand in hands.tolist()], np.uint16)

    found = agreement(judged, sampling, hands=400)
    assert found.agreed >= 0.95 * found.told
