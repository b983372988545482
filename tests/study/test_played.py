"""Deals and games as rows that other programs read."""

from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import msgspec
import pytest

from prial import __version__
from prial.bots.bot import RandomBot
from prial.bots.registry import make
from prial.core.record import read, replay
from prial.core.registry import find, names, open_record
from prial.core.step import Step
from prial.errors import PrialError, RulesError
from prial.study.about import About, Rows, read_about
from prial.study.chunks import Counting
from prial.study.intervals import wilson
from prial.study.ladder import COLUMNS as GAMES
from prial.study.ladder import LadderGame, ladder
from prial.study.play import play
from prial.study.played import COLUMNS, PlayedDeal, played, summed
from prial.study.work import Workers

RULES: dict[str, Any] = {"players": 2}
ALONE = Counting(Workers(1))


def deals(game: str, count: int) -> list[PlayedDeal]:
    return [deal for chunk in played(game, RULES, ["random", "random"], count, 3, ALONE) for deal in chunk]


@pytest.mark.parametrize("game", names())
def test_each_deal_is_played_again_from_its_row(game: str) -> None:
    for deal in deals(game, 3):
        record = read(deal.record)
        table = open_record(record)
        moves: list[Any] = [move.done for move in replay(table, record)]
        last = moves[-1]
        assert isinstance(last, Step)
        ends = [move.state.public.last for move in moves if move.state.public.last is not None]
        assert deal.settled == msgspec.json.encode(ends[-1]).decode()
        result = table.stop(last.state)
        first = table.stop(table.start()).scores
        points = tuple([now - then for now, then in zip(result.scores, first, strict=True)])
        assert deal.gained == (result.ledger if find(game).for_chips else points)
        assert min(deal.gained) <= 0  # nobody gains what everybody started with


def test_rows_depend_on_the_seed_and_not_on_who_plays_them() -> None:
    found = [deal for chunk in played("crash", RULES, ["random", "random"], 60, 3, Counting(Workers(2))) for deal in chunk]
    assert found == deals("crash", 60)
    assert [deal.deal for deal in found] == list(range(60))


@pytest.mark.parametrize("game", ["brag", "stop_the_bus"])
def test_deals_are_summed_up_for_each_seat(game: str) -> None:
    rows = deals(game, 12)
    found = summed(iter(rows))
    assert [(each.seat, each.bot) for each in found] == [(0, "random"), (1, "random")]
    for each in found:
        gained = [row.gained[each.seat] for row in rows]
        others = [row.gained[1 - each.seat] for row in rows]
        assert each.gained.mean == pytest.approx(mean(gained))
        assert each.gained.error == pytest.approx(stdev(gained) / sqrt(12))
        assert each.won == wilson(sum(own > other for own, other in zip(gained, others, strict=True)), 12)
    assert summed([]) == ()


def written(path: Path, rows: list[PlayedDeal]) -> About:
    told = About.of(find("crash").make(RULES), 3, "prial simulate")
    with Rows(path, COLUMNS, told) as file:
        file.add([tuple(getattr(row, name) for name in COLUMNS) for row in rows])
    return told


def test_a_file_says_what_it_holds(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = deals("crash", 4)
    told = written(tmp_path / "deals.parquet", rows)
    assert read_about(tmp_path / "deals.parquet") == told
    assert (told.version, told.game, told.seed, told.rules["players"]) == (__version__, "crash", 3, 2)
    again = parquet.read_table(tmp_path / "deals.parquet").to_pylist()
    assert [tuple(row["gained"]) for row in again] == [row.gained for row in rows]
    assert [path.name for path in tmp_path.iterdir()] == ["deals.parquet"]


def test_a_file_that_was_broken_off_is_not_there(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    told = About.of(find("crash").make(RULES), 3)
    with pytest.raises(ZeroDivisionError), Rows(tmp_path / "x.parquet", COLUMNS, told):
        _ = 1 / 0
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(PrialError, match="can't be written"):
        Rows(tmp_path / "nowhere" / "x.parquet", COLUMNS, told)
    with pytest.raises(PrialError, match=r"whose name ends with \.parquet"):
        Rows(tmp_path / "x.csv", COLUMNS, told)


def test_rows_that_are_added_one_by_one_make_one_group(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    told = About.of(find("crash").make(RULES), 3, notes={"opponents": [1, 2]})
    with Rows(tmp_path / "x.parquet", {"a": "int64", "b": "list:string"}, told) as file:
        for number in range(5):
            file.add([(number, ["x"] * number)])
    assert parquet.read_metadata(tmp_path / "x.parquet").num_row_groups == 1
    assert parquet.read_table(tmp_path / "x.parquet").to_pylist()[4] == {"a": 4, "b": ["x"] * 4}
    assert read_about(tmp_path / "x.parquet").notes == {"opponents": [1, 2]}


def test_rows_before_an_interruption_are_written(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = Rows(tmp_path / "x.parquet", {"a": "int64"}, About.of(find("crash").make(RULES), 3))
    file.add([(1,)])
    file.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert parquet.read_table(tmp_path / "x.parquet").to_pylist() == [{"a": 1}]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ((1, 2), "A row has 2 values, but the file has 1 columns"),
        ({"a": 1}, "not as a mapping of names to values"),
        (("x",), "a is of the type int64: Could not convert"),
        ((2**70,), "a is of the type int64"),
    ],
)
def test_a_row_that_doesnt_fit_is_refused_and_leaves_no_file(tmp_path: Path, row: Any, says: str) -> None:
    pytest.importorskip("pyarrow")
    with (
        pytest.raises(RulesError, match=says),
        Rows(tmp_path / "x.parquet", {"a": "int64"}, About.of(find("crash").make(RULES), 3)) as file,
    ):
        file.add([row])
    assert list(tmp_path.iterdir()) == []


def test_types_are_written_as_in_arrow(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    with pytest.raises(RulesError, match="a can't have the type whole"):
        Rows(tmp_path / "x.parquet", {"a": "whole"}, About.of(find("crash").make(RULES), 3))


def test_a_file_of_somebody_elses_says_nothing_of_itself(tmp_path: Path) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pa.table({"a": [1]}), tmp_path / "plain.parquet")
    (tmp_path / "text.parquet").write_text("{}")
    for name, says in (
        ("plain", "has no note of how it was made"),
        ("text", "it isn't a Parquet file"),
        ("none", "no such file"),
    ):
        with pytest.raises(PrialError, match=says):
            read_about(tmp_path / f"{name}.parquet")


def test_a_game_is_played_by_one_bot_a_seat() -> None:
    game = find("crash").make({"players": 3})
    with pytest.raises(RulesError, match="has 3 seats, but bots were given for 1"):
        play(game, [make(game, "greedy")], (1,))


def test_a_ladders_games_come_to_the_ladder() -> None:
    games: list[LadderGame] = []
    rules = {"preset": "nine", "players": 2}
    found = ladder("crash", rules, ["greedy"], "random", 5, 1, ALONE, deals=1, each=games.extend)
    assert [(each.game, each.bot) for each in games] == [(n, bot) for n in range(5) for bot in ("greedy", "random")]
    assert found._repr_html_().count("<tr>") == 3
    for row in found.standings:
        mine = [each for each in games if each.bot == row.bot]
        assert sum(each.points for each in mine) / sum(each.deals for each in mine) == pytest.approx(row.points)
    assert tuple(GAMES) == LadderGame.__struct_fields__
    assert tuple(COLUMNS) == PlayedDeal.__struct_fields__


@pytest.mark.parametrize("game", names())
def test_a_deal_in_which_new_cards_are_drawn_is_one_deal(game: str) -> None:
    table = find(game).make(RULES)
    for most in (1, 3, None):
        state, counted = play(table, [RandomBot()] * table.seats, [5], most)
        assert counted == state.public.deal
