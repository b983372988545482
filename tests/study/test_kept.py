"""A long count that was stopped goes on where it stopped, with the same result, and never uses another count's results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from prial import __version__
from prial.core.registry import find
from prial.errors import PrialError, RulesError
from prial.study import kept as module
from prial.study.chunks import Chunk, Counting, stream
from prial.study.kept import SHARD, Kept
from prial.study.matches import matches
from prial.study.played import played
from prial.study.work import Workers
from tests.campaigns import soaking

pytest.importorskip("pyarrow")

ASKED = {"game": "dice", "seed": 1}
SIZE = 3


@dataclass(frozen=True)
class Thrown:
    """The sums of throws of dice."""

    deals: int
    eyes: NDArray[np.int64]
    """Shape (2, 6): number of times that each number was thrown, by die."""
    sum: NDArray[np.float64]

    def __add__(self, other: "Thrown") -> "Thrown":
        return Thrown(self.deals + other.deals, self.eyes + other.eyes, self.sum + other.sum)


class Dice:
    """Throws two dice per deal, and keeps the chunks that it was asked for."""

    def __init__(self) -> None:
        self.played: list[Chunk] = []

    def __call__(self, chunk: Chunk) -> Thrown:
        self.played.append(chunk)
        thrown = np.random.default_rng(stream(1, chunk.number)).integers(0, 6, (2, chunk.size))
        return Thrown(chunk.size, np.array([np.bincount(die, minlength=6) for die in thrown]), thrown.sum(axis=1) / 10)


def count(total: int, counting: Counting, dice: Dice | None = None, asked: Mapping[str, Any] = ASKED) -> Iterator[Thrown]:
    return counting.each(dice or Dice(), total, SIZE, Thrown, asked, compiled=True)


def total(found: Iterator[Thrown]) -> str:
    return repr(reduce(add, found))


@pytest.fixture(params=[1, 3])
def counting(request: pytest.FixtureRequest, tmp_path: Path) -> Counting:
    return Counting(Workers(request.param), tmp_path / "dice")


MANY = SIZE * (2 * SHARD + 20) + 1


@pytest.mark.parametrize("stop", soaking([1, 5, SHARD, SHARD + 1, 2 * SHARD + 20], [5, SHARD + 1]))
def test_a_count_that_was_broken_off_goes_on_and_comes_to_the_same(stop: int, counting: Counting) -> None:
    begun = count(MANY, counting)
    for _ in range(stop):
        next(begun)
    begun.close()  # type: ignore[attr-defined]  # a generator
    dice = Dice()
    assert total(count(MANY, counting, dice)) == total(count(MANY, Counting()))
    assert stop <= min(chunk.number for chunk in dice.played), "nothing is counted twice"
    assert list(dict.fromkeys(dice.played)) == dice.played
    dice = Dice()
    assert total(count(MANY, counting, dice)) == total(count(MANY, Counting()))
    assert dice.played == []


def test_more_can_be_counted_of_the_same(counting: Counting) -> None:
    assert total(count(10, counting)) == total(count(10, Counting()))
    dice = Dice()
    assert total(count(MANY, counting, dice)) == total(count(MANY, Counting()))
    assert min(dice.played) == Chunk(3, 9, SIZE), "the last chunk had one deal, and has three now"


def test_parts_that_were_counted_elsewhere_merge_by_being_put_together(tmp_path: Path) -> None:
    for part in (1, 2, 3):
        list(count(MANY, Counting(keep=tmp_path / str(part), part=part, parts=3)))
    together = tmp_path / "together"
    together.mkdir()
    for file in sorted(tmp_path.glob("?/*")):
        assert not (together / file.name).exists(), "no two parts have a file of one name"
        file.rename(together / file.name)
    dice = Dice()
    assert total(count(MANY, Counting(keep=together), dice)) == total(count(MANY, Counting()))
    assert dice.played == []


@pytest.mark.parametrize("length", [0, 4, 100, -1])
def test_a_file_that_was_cut_off_is_counted_anew(length: int, counting: Counting) -> None:
    list(count(MANY, counting))
    assert counting.keep is not None
    file = sorted(counting.keep.iterdir())[1]
    file.write_bytes(file.read_bytes()[:length])
    dice = Dice()
    assert total(count(MANY, counting, dice)) == total(count(MANY, Counting()))
    assert [chunk.number for chunk in sorted(dice.played)] == list(range(SHARD, 2 * SHARD))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"game": "dice", "seed": 2}, "seed 1"),
        ({"game": "cups", "seed": 1}, "game dice"),
        ({"game": "dice", "seed": 1, "rules": "more"}, "something else"),
    ],
)
def test_what_is_kept_of_another_count_is_refused(asked: dict[str, Any], told: str, counting: Counting) -> None:
    list(count(10, counting))
    with pytest.raises(PrialError) as refused:
        next(count(10, counting, asked=asked))
    assert str(refused.value) == f"{counting.keep} keeps another count ({told}): name another folder for this one."


def test_what_another_version_counted_is_refused(counting: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    list(count(10, counting))
    monkeypatch.setattr(module, "__version__", "99")
    with pytest.raises(PrialError, match=rf"\(version {__version__}\)"):
        next(count(10, counting))


def test_without_pyarrow_a_sentence_says_what_to_install(counting: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    with pytest.raises(PrialError, match=r"pip install 'prial\[cluster\]'"):
        next(count(10, counting))


shapes = st.tuples(st.integers(0, 3), st.integers(1, 3), st.integers(1, 2))
kinds = st.sampled_from([np.int64, np.float64, np.uint16, np.int8, np.bool_])


@given(st.data())
@settings(deadline=None)
def test_arrays_come_back_as_they_were(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    kind, shape = data.draw(kinds), data.draw(shapes)
    some = data.draw(st.lists(arrays.arrays(kind, shape), min_size=1, max_size=3))
    folder = tmp_path_factory.mktemp("kept")
    with Kept(folder, ASKED, np.ndarray) as kept:
        for number, each in enumerate(some):
            kept.put(number, 1, each)
    again = Kept(folder, ASKED, np.ndarray)
    for number, each in enumerate(some):
        back = again.get(number, 1)
        assert back is not None
        assert (back.dtype, back.shape) == (each.dtype, each.shape)
        np.testing.assert_array_equal(back, each)


@pytest.mark.parametrize(("part", "parts"), [(3, 2), (0, 1), (1, 0), (-1, 1)])
def test_a_part_is_one_of_the_parts(part: int, parts: int) -> None:
    with pytest.raises(RulesError, match="one is made here, from 1 to"):
        Counting(part=part, parts=parts)


def test_a_part_of_a_count_that_is_too_short_for_it_says_so(tmp_path: Path) -> None:
    """Counts are divided by 64 chunks, so a short one can't be divided."""
    for keep in (None, tmp_path):
        with pytest.raises(PrialError, match="Part 2 of 2 would be empty: the greatest number of parts for this count is 1"):
            list(count(3, Counting(keep=keep, part=2, parts=2)))


def test_rows_of_games_cant_be_kept(tmp_path: Path) -> None:
    game = find("crash").make({"players": 2})
    with pytest.raises(PrialError, match="can't be kept in a folder"):
        list(played("crash", {"players": 2}, ["greedy", "greedy"], 2, counting=Counting(Workers(1), keep=tmp_path)))
    with pytest.raises(PrialError, match="can't be kept in a folder"):
        list(matches(game, ["greedy", "greedy"], 2, most=1, counting=Counting(Workers(1), keep=tmp_path)))
