"""Tables are learnt the same on any machine, and gain as much as is claimed."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from prial.arrange.search import front
from prial.arrange.value import best_of
from prial.games.crash.bots import tables as shipped
from prial.games.crash.bots.tables import Field
from prial.games.crash.study.deals import play
from prial.games.crash.study.train import FIELDS, SHIPPED, TABLES, Gain, gain, train
from prial.ranks.brag import Category, ranking
from prial.study import chunks
from prial.study.chunks import Counting, in_chunks, stream
from prial.study.work import Workers
from tests.campaigns import soaking

numba = pytest.importorskip("numba")
pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="millions of deals want compiling")


@pytest.mark.parametrize("against", FIELDS)
def test_the_same_bytes_from_the_same_seed_whoever_counts(against: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 300)
    made = [train(13, 2, against, deals=1_000, rounds=2, counting=Counting(Workers(many))).to_bytes() for many in (1, 2, 5)]
    assert made[0] == made[1] == made[2]
    assert made[0] != train(13, 2, against, deals=1_000, rounds=2, seed=2).to_bytes()


def test_chunks_add_up_in_order() -> None:
    told: list[int] = []
    many = Counting(Workers(3))
    drawn = in_chunks(50_000, 1, lambda deals, stream: [(deals, *stream.spawn_key)], list, many, asked={}, done=told.append)
    assert drawn == [(20_000, 0), (20_000, 1), (10_000, 2)]
    assert stream(7, 2).generate_state(4).tolist() == np.random.SeedSequence(7).spawn(3)[2].generate_state(4).tolist()
    assert told == [20_000, 40_000, 50_000]
    with pytest.raises(ValueError, match="At least 1 deal"):
        in_chunks(0, 1, lambda deals, stream: [deals, stream], list, asked={})


@pytest.mark.parametrize(("cards", "others"), SHIPPED)
@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("next_best", [False, True])
def test_shipped_tables_rise(cards: int, others: int, field: Field, *, next_best: bool) -> None:
    value = shipped.load(cards, others, field, next_best=next_best)
    assert value.others == others
    win, crash = np.array(value.win), np.array(value.sweep)
    assert win.shape == (cards // 3, ranking().size + 1)
    assert (win[:, 0] == 0).all()
    assert (np.diff(win) > 0).all()
    assert win.max() <= 1
    assert (crash[0], crash[-1]) == (0, 1)
    assert (np.diff(crash) >= 0).all()
    # A top prial loses to nothing, and nobody else can hold one
    assert win[0, -1] == pytest.approx(1, abs=1e-3)


def test_more_others_win_more() -> None:
    for field in FIELDS:
        for cards, most in ((13, 3), (9, 4), (7, 6), (6, 6)):
            rows = [np.array(shipped.load(cards, others, field).win) for others in range(1, most + 1)]
            assert all((fewer >= more - 0.01).all() for fewer, more in pairwise(rows))


def test_all_shipped_tables_are_small_and_none_is_missing() -> None:
    folder = Path(shipped.__file__).parent
    names = {shipped.name(cards, others, field) for cards, others in SHIPPED for field in FIELDS}
    assert {path.name for path in folder.glob("*.npz")} == names
    assert sum(path.stat().st_size for path in folder.glob("*.npz")) <= 1 << 20
    with pytest.raises(FileNotFoundError):
        shipped.load(13, 4)


def test_all_are_made_and_it_is_said_how_far_it_is() -> None:
    told: list[tuple[str, int, int]] = []
    made = dict(TABLES.make(deals=200, seed=1, counting=Counting(), progress=lambda *what: told.append(what)))
    assert [*made] == [shipped.name(cards, others, field) for cards, others in SHIPPED for field in FIELDS]
    assert all(done <= deals for _, done, deals in told)
    assert {name for name, done, deals in told if done == deals} == set(made)
    assert made["9x4-sharp.npz"] == train(9, 4, "sharp", deals=200).to_bytes()


def test_a_table_is_what_a_plain_count_gives() -> None:
    from prial.arrange import batch

    of, deals = ranking(), 400
    made = train(9, 1, deals=deals)
    stream = np.random.SeedSequence((1, 9, 1, 0)).spawn(1)[0]
    greedily = [[front(hand, of, 3)[0].strengths for hand in deal] for deal in batch.deal(deals, stream, 2, 9).tolist()]
    for place in range(3):
        met = sorted(split[place] for deal in greedily for split in deal)
        wanted = [np.searchsorted(met, strength) / len(met) for strength in range(1, of.least(Category.PRIAL))]
        assert made.value().win[place][1 : len(wanted) + 1] == pytest.approx(wanted, abs=1e-3)


def check_claims(deals: int, others: int) -> None:
    """Check the gain over greedy play in so many deals, and the gains over other tables in ``others``."""
    table, sharp, mixed = shipped.load(13, 3, "greedy"), shipped.load(13, 3, "sharp"), shipped.mixed(13, 3)
    assert gain(table, None, None, deals=deals).least >= 0.175
    assert gain(sharp, table, mixed, deals=others).least > 0
    assert gain(mixed, table, mixed, deals=others).least > 0
    assert gain(mixed, sharp, None, deals=others).least > 0


def test_a_table_gains_over_greedy_play_and_over_itself_untaught() -> None:
    check_claims(60_000, 30_000)


@pytest.mark.soak
def test_claims_for_long() -> None:
    check_claims(2_000_000, 2_000_000)


@pytest.mark.parametrize(("cards", "others"), soaking(SHIPPED, [SHIPPED[0], SHIPPED[-1]]))
def test_every_shipped_table_gains_over_greedy_play(cards: int, others: int) -> None:
    assert gain(shipped.load(cards, others), None, None, deals=20_000, cards=cards).least > 0


@pytest.mark.parametrize("field", FIELDS)
def test_crash_chances_are_those_that_come_true(field: Field) -> None:
    from prial.arrange import batch

    value, of = shipped.load(13, 3, field), ranking()
    others = shipped.mixed(13, 3) if field == "sharp" else None
    deals = 20_000
    seed = np.random.SeedSequence(6)
    hands = batch.deal(deals, seed, 4)[:, 0]
    chosen = batch.best(hands, value, of).strengths.tolist()
    told = sum(map(value.sweep_chance, chosen)) / deals
    came = float(play(deals, seed, [value, others], [[0, 1, 1, 1]], of)[0, :, 0].all(axis=1).mean())
    assert told == pytest.approx(came, abs=4 * (came / deals) ** 0.5 + 0.05 * came)


def test_gain_needs_somebody_with_a_value_and_knows_its_error() -> None:
    with pytest.raises(ValueError, match="somebody"):
        gain(None, None, None)
    nothing = gain(shipped.load(9, 2), shipped.load(9, 2), None, deals=1_000, cards=9)
    assert nothing == Gain(0, 0, 1_000)
    assert Gain(1, 0.5, 9).least == pytest.approx(0.1775)
    assert best_of(front(range(13), ranking(), 4), shipped.load(13, 1)).strengths
