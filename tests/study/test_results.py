"""What players won in many games is summed up, as the replay of each game says it."""

import json
from collections import Counter
from math import inf, sqrt
from pathlib import Path
from random import Random
from statistics import stdev

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from prial.cli.app import app
from prial.core.pieces import Origin
from prial.core.record import Record, read_all, replay, write, write_all
from prial.core.registry import find
from prial.core.session import Session
from prial.errors import RecordError
from prial.games.brag.actions import Word
from prial.study.intervals import mean_of, wilson
from prial.study.play import match
from prial.study.replay import Standing
from prial.study.results import Tally, results


def end(
    scores: tuple[int, ...], winners: tuple[int, ...] = (), ledger: tuple[int, ...] = (0, 0), *, over: bool = True
) -> Standing:
    return Standing(scores, over, winners, ledger, None, {})


def record(*seats: str, game: str = "crash") -> Record:
    return Record(prial=1, game=game, seats=[*seats])


def test_a_player_is_one_player_in_every_seat_and_who_gained_most_is_first() -> None:
    tally = Tally()
    tally.add(record("Ann", "Ben"), end((7, 4), (0,), (50, -50)))
    tally.add(record("Ben", "Ann"), end((6, 2), over=False))
    assert [(each.player, each.games, each.over, each.won, each.gained, each.money) for each in tally.players()] == [
        ("Ben", 2, 1, 0, 10, -50),
        ("Ann", 2, 1, 1, 9, 50),
    ]


def test_each_game_is_one_observation_of_means_and_shares() -> None:
    """Ann made 7, 2 and 3, and won one of two games that are over."""
    tally = Tally()
    tally.add(record("Ann", "Ben"), end((7, 4), (0,)))
    tally.add(record("Ben", "Ann"), end((6, 2), over=False))
    tally.add(record("Ann", "Ben"), end((3, 7), (1,)))
    ben, ann = tally.players()
    assert ann.per_game == mean_of(7 + 2 + 3, 49 + 4 + 9, 3)
    assert ann.per_game.error == pytest.approx(stdev([7, 2, 3]) / sqrt(3))
    assert ann.share == wilson(1, 2)
    assert ben.share == wilson(1, 2)
    assert ben.per_game.mean == pytest.approx(17 / 3)


def test_without_a_game_that_is_over_every_share_may_be_the_true_one() -> None:
    tally = Tally()
    tally.add(record("Ann", "Ben"), end((7, 4), over=False))
    for each in tally.players():
        assert (each.share.low, each.share.high) == (0, 1)
        assert each.per_game.error == inf


def test_actions_are_counted_by_their_first_word() -> None:
    """Against a count of the actions themselves, by their classes, in games that are played again."""
    game = find("brag").make({"players": 2})
    records = [match(game, ["canny", "random"], seed, ["Ann", "Ben"], most=3).record() for seed in range(4)]
    kinds = Counter(
        (move.seat, move.action.value if isinstance(move.action, Word) else type(move.action).__name__.lower())
        for each in records
        for move in replay(game, each)
    )
    for each in results(records):
        seat = ("Ann", "Ben").index(each.player)
        assert each.actions
        assert {(seat, word): number for word, number in each.actions.items()} == {
            key: number for key, number in kinds.items() if key[0] == seat
        }


def test_kinds_of_games_are_summed_apart_and_chips_are_won_from_others() -> None:
    tally = Tally()
    tally.add(record("Ann", "Ben"), end((7, 4)))
    tally.add(record("Ann", "Ben", game="brag"), end((120, 80), (0,), (20, -20)))
    assert [(each.game, each.player, each.gained) for each in tally.players()] == [
        ("crash", "Ann", 7),
        ("crash", "Ben", 4),
        ("brag", "Ann", 20),
        ("brag", "Ben", -20),
    ]


def test_two_seats_of_one_name_are_one_game() -> None:
    tally = Tally()
    tally.add(record("Bot", "Bot"), end((7, 4), (0, 1)))
    (bot,) = tally.players()
    assert (bot.player, bot.games, bot.over, bot.won, bot.gained, bot.money) == ("Bot", 1, 1, 1, 11, 0)


def test_records_are_played_to_their_end() -> None:
    game = Session(find("stop_the_bus").make({"players": 2, "tokens": 1}), ["Ann", "Ben"], seed=7)
    started = game.record()
    while game.waiting:
        for seat in game.waiting:
            game.do(seat, next(iter(game.choices(seat))))
    assert game.result is not None
    found = {each.player: each for each in results([started, game.record()])}
    for seat, name in enumerate(("Ann", "Ben")):
        assert (found[name].games, found[name].over, found[name].won) == (2, 1, seat in game.result.winners)
    assert results([]) == ()


def test_a_record_that_cant_be_played_is_named_by_its_number() -> None:
    good = Session(find("crash").make({"players": 2}), ["Ann", "Ben"], seed=7).record()
    bad = Record(prial=1, game="crash", seats=["Ann", "Ben"], moves=[(0, "dance")])
    with pytest.raises(RecordError, match=r"^Record 2: Move 1 of the record is refused: "):
        results([good, bad])
    with pytest.raises(RecordError, match=r"^Record 1: There is no game 'whist'"):
        results([record("Ann", game="whist")])


def test_errors_of_reading_and_of_playing_have_the_numbers_of_the_file(tmp_path: Path) -> None:
    """Whether the records are summed up while they are read, read before, or chosen from; `prial replay` says the same."""
    good = "".join(write_all([Session(find("crash").make({"players": 2}), ["Ann", "Ben"], seed=7).record()]))
    bad = "".join(write_all([Record(prial=1, game="crash", seats=["Ann", "Ben"], moves=[(0, "dance")])]))
    text = f"{good}no record\n\n{bad}{good}{bad}"
    both = list[RecordError]()
    assert [each.games for each in results(read_all(text, both), both)] == [2, 2]
    said = [str(error).split(": ")[0] for error in both]
    assert said == ["Record 2, from line 2", "Record 3, from line 4", "Record 5, from line 6"]
    unread, refused = list[RecordError](), list[RecordError]()
    kept = list(read_all(text, unread))
    results(kept, refused)
    results((each for each in kept if each.moves), refused)
    assert [str(error) for error in unread] == [str(both[0])]
    assert [str(error) for error in refused] == [*map(str, both[1:])] * 2
    with pytest.raises(RecordError) as stopped:
        results(read_all(text, []))
    assert str(stopped.value) == str(both[1])
    file = tmp_path / "games.jsonl"
    file.write_text(text, "utf-8")
    done = CliRunner().invoke(app, ["replay", str(file), "--json"])
    assert [each["record"] for each in json.loads(done.stdout)["unread"]] == [2, 3, 5]


def test_where_a_record_was_found_is_no_part_of_it() -> None:
    record = Session(find("crash").make({"players": 2}), ["Ann", "Ben"], seed=7).record()
    _, found = read_all("".join(write_all([record, record])))
    assert found.origin == Origin(2, 2)
    assert (found, write(found)) == (record, write(record))
    assert (record.origin, replace(found, seats=["Cal", "Dan"]).origin, Session.of(found).record().origin) == (None, None, None)


def test_tokens_that_everybody_starts_with_are_not_gained() -> None:
    """Ann and Ben start with 3 tokens each, and Ben pays one."""
    tally = Tally()
    tally.add(record("Ann", "Ben", game="stop_the_bus"), end((3, 2), over=False))
    assert [(each.player, each.gained) for each in tally.players()] == [("Ann", 0), ("Ben", -1)]


@pytest.mark.parametrize("name", ["crash", "brag", "stop_the_bus"])
def test_a_game_that_begins_in_the_middle_counts_from_there(name: str) -> None:
    """What players had won before the record's first state isn't won in that game."""
    whole = Session(find(name).make({"players": 2}), ["Ann", "Ben"], seed=7)
    while whole.state.public.deal < 2:
        seat = whole.waiting[0]
        whole.do(seat, whole.choices(seat).answer(Random(len(whole.moves))))
    rest = Session(whole.game, whole.names, start=whole.state)
    assert whole.standing != Session(whole.game).standing
    assert [(each.gained, each.money) for each in results([rest.record()])] == [(0, 0), (0, 0)]
