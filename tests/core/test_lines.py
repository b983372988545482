"""Side lines: read as they were written, played like any record, kept by a session, and refused where they are bad."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from prial.core import record as records
from prial.core.lines import COMMENT_LENGTH, DEPTH, LINES, NAME_LENGTH, SideLine, check_lines, numbered, promoted, removed
from prial.core.record import Record, along, read, write
from prial.core.registry import find, open_record
from prial.core.session import Session
from prial.errors import RecordError, Refusal, RulesError
from prial.study.replay import go_through, go_through_lines
from prial.study.review import review
from tests.core.test_session import played, session
from tests.testing.games import GAMES


def annotated(name: str = "brag") -> tuple[Session[Any, Any], Session[Any, Any], Session[Any, Any]]:
    """A game with a side line that another one leaves; the game that went along the first; the one along both."""
    game = played(session(name, seed=3), 2, Random(1))
    tried = played(game.copy(), 4, Random(2))
    deeper = tried.copy()
    deeper.undo()
    played(deeper, 3, Random(5))
    tried.comment("?! Too early.")
    tried.keep_line(deeper, "Deeper")
    played(game, 4, Random(4))
    game.comment("! Well done.")
    game.keep_line(tried, "Another way")
    return game, tried, deeper


def refused(record: Record) -> bool:
    return any(isinstance(move.done, Refusal) for move in records.replay(open_record(record), record))


@pytest.mark.parametrize("name", GAMES)
def test_a_side_line_is_played_like_the_game_that_went_along_it(name: str) -> None:
    """The second way to know is the session that played it."""
    game, tried, deeper = annotated(name)
    record = read(write(game.record()))
    (line,) = record.lines
    first = along(record, "1")
    assert first.moves == tried.moves
    assert first.comments == tried.comments
    assert not refused(first)
    again = Session.of(first, shuffles=False)
    assert again == tried
    assert again.state == tried.state
    second = along(first, "1")
    assert second.moves == deeper.moves
    assert second.lines == []
    assert along(record, "1.1") == second
    assert Session.of(second, shuffles=False).state == deeper.state
    moves = go_through(game.game, first).moves[line.after :]
    (replayed,) = go_through_lines(game.game, record)
    assert (replayed.number, replayed.name, replayed.refused) == ("1", "Another way", None)
    assert replayed.moves == tuple(msgspec.structs.replace(move, number=move.number - line.after) for move in moves)
    assert replayed.lines[0].number == "1.1"
    assert len(replayed.lines[0].moves) == len(line.lines[0].moves)


@pytest.mark.parametrize("name", GAMES)
def test_side_lines_are_read_as_they_were_written_one_move_a_line(name: str) -> None:
    record = annotated(name)[0].record()
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text
    count = len(record.moves) + sum(len(line.moves) for _, line, _ in numbered(record.lines))
    assert sum(each.lstrip().startswith(('["nature"', "[0,", "[1,", "[2,", "[3,")) for each in text.splitlines()) == count
    assert list(records.read_all(text + text)) == [record] * 2, "no line of a side line looks like the beginning of a record"
    assert list(records.read_all(records.write_all([record, record]))) == [record] * 2
    assert json.loads(text)["lines"][0]["name"] == "Another way"


def test_a_record_without_side_lines_is_written_as_before_there_were_any() -> None:
    """An older program refuses a field that it doesn't know."""
    assert "lines" not in json.loads(write(session("brag").record()))


def test_a_side_line_can_be_reviewed() -> None:
    game, tried, _ = annotated("brag")
    record = game.record()
    found = review(game.game, along(record, "1"), worlds=10)
    assert found.judged == review(game.game, tried.record(), worlds=10).judged
    assert review(game.game, record, worlds=10) == review(game.game, msgspec.structs.replace(record, lines=[]), worlds=10)


def test_what_was_tried_and_undone_is_kept() -> None:
    game = session("brag", players=2)
    seat, before = game.waiting[0], game.record()
    game.do(seat, "fold")
    game.comment("? Gives up.")
    tried = game.copy()
    game.undo()
    kept = game.keep_line(tried, "The fold")
    assert kept == SideLine(after=len(before.moves), name="The fold", moves=[(seat, "fold")], comments={1: "? Gives up."})
    assert game.record() == msgspec.structs.replace(before, lines=[kept])
    game.do(seat, "bet 1")
    assert game.record().lines == [kept]
    assert Session.of(along(game.record(), "1"), shuffles=False).record() == msgspec.structs.replace(tried.record(), lines=[])


def test_a_session_keeps_the_side_lines_of_its_record_and_its_copies_go_apart() -> None:
    record = annotated()[0].record()
    game = Session.of(record)
    assert game.record().lines == record.lines
    other = game.copy()
    other.lines[0].comments[1] = "Only in the copy."
    record.lines[0].name = "Only in the record"
    game.record().lines.clear()
    assert game.lines == annotated()[0].lines


def test_side_lines_that_leave_after_an_undone_move_go_with_it() -> None:
    game = session("brag", players=2)
    first = game.waiting[0]
    other = game.copy()
    other.do(first, "fold")
    game.do(first, "look")
    early = game.keep_line(other)
    third = game.copy()
    third.do(first, "fold")
    game.do(first, "bet 2")
    late = game.keep_line(third)
    assert game.lines == [early, late]
    game.undo()
    assert game.lines == [early, late], "both leave at or before the look"
    game.undo()
    assert game.lines == [early]


def test_side_lines_that_rest_on_an_answer_go_when_it_is_taken_back() -> None:
    game = session("crash", players=3)
    one, two, three = game.waiting
    begun, lines = len(game.moves), []
    for seat in (one, two):
        tried = game.copy()
        played_on = next(iter(tried.choices(three)))
        tried.do(three, played_on)
        game.do(seat, next(iter(game.choices(seat))))
        lines.append(game.keep_line(tried))
    assert [line.after for line in lines] == [begun, begun + 1]
    game.take_back(one)
    assert game.lines == lines[:1]
    assert not refused(along(game.record(), "1"))


def test_lines_that_the_other_session_kept_before_they_part_are_kept_once() -> None:
    game = session("brag", players=2)
    first = game.waiting[0]
    tried, other = game.copy(), game.copy()
    other.do(first, "fold")
    tried.do(first, "bet 1")
    kept = tried.keep_line(other, "Fold")
    game.do(first, "look")
    game.keep_line(tried)
    game.keep_line(tried, "Again")
    assert [line.name for line in game.lines] == ["Fold", "", "Again"]
    assert game.lines[0] == kept


def test_what_is_no_side_line_of_a_session_is_refused_and_changes_nothing() -> None:
    game = session("brag", players=2)
    for other in (session("brag", players=3), session("crash"), Session(game.game, ["Ann", "Ben"])):
        with pytest.raises(RecordError, match="must have the same players, rules and starting position"):
            game.keep_line(other)
    before = game.copy()
    game.do(game.waiting[0], "look")
    for same in (before, game, game.copy()):
        with pytest.raises(RecordError, match="There is no side line to keep"):
            game.keep_line(same)
    before.do(before.waiting[0], "fold")
    for name in ("two\nlines", "\x1b[2J", "x" * (NAME_LENGTH + 1)):
        with pytest.raises(RecordError, match=r"^Side line 1: A side line can't have that name"):
            game.keep_line(before, name)
    assert game.lines == []
    record = game.record()
    record.lines.append(SideLine(after=99, moves=[(0, "fold")]))
    with pytest.raises(RecordError, match=r"^Side line 1: There is no move 99 to branch off after"):
        Session.of(record)


def nested(depth: int) -> dict[str, Any]:
    line: dict[str, Any] = {"after": 0, "moves": [[0, "fold"]]}
    for _ in range(depth - 1):
        line = {"after": 1, "moves": [[0, "fold"]], "lines": [line]}
    return line


FOLD: dict[str, Any] = {"after": 1, "moves": [[0, "fold"]]}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({**FOLD, "after": 2}, "Side line 2: There is no move 2 to branch off after: write a number from 0 to 1."),
        ({**FOLD, "after": -1}, "Side line 2: There is no move -1 to branch off after: write a number from 0 to 1."),
        (
            {**FOLD, "lines": [{**FOLD, "after": 9}]},
            "Side line 2.1: There is no move 9 to branch off after: write a number from 0 to 1.",
        ),
        ({**FOLD, "moves": []}, "Side line 2: A side line needs at least one move."),
        ({**FOLD, "name": "a\nb"}, "Side line 2: A side line can't have that name"),
        ({**FOLD, "name": "  "}, "Side line 2: A side line can't have that name"),
        ({**FOLD, "name": "x" * (NAME_LENGTH + 1)}, "Side line 2: A side line can't have that name"),
        ({**FOLD, "comments": {"2": "Well."}}, "Side line 2: There is no move 2 to comment on. Number of moves: 1."),
        ({**FOLD, "comments": {"1": "\x1b[2J"}}, "Side line 2: The comment on move 1 can't be kept"),
        ({**FOLD, "comments": {"1": "x" * (COMMENT_LENGTH + 1)}}, "Side line 2: The comment on move 1 can't be kept"),
        ({"moves": [[0, "fold"]]}, "This is not a record: 'after' is missing in lines[1]."),
        ({"after": 1}, "This is not a record: 'moves' is missing in lines[1]."),
        ({**FOLD, "title": "A"}, "This is not a record: 'title' isn't known in lines[1]."),
        ({**FOLD, "after": "1"}, "This is not a record: lines[1].after should be a whole number, and is text."),
        ({**FOLD, "name": None}, "This is not a record: lines[1].name should be text, and is null."),
        ({**FOLD, "moves": [[0]]}, "This is not a record: lines[1].moves[0] should have 2 values."),
        ([], "This is not a record: lines[1] should be an object in braces, and is a list."),
        (
            nested(DEPTH + 1),
            "Side line 2" + ".1" * DEPTH + ": It is nested too deeply: side lines may be nested 8 deep.",
        ),
        (nested(200), "Side line 2" + ".1" * DEPTH + ": It is nested too deeply"),
    ],
)
def test_a_bad_side_line_is_refused_in_one_sentence_that_names_it(line: Any, said: str) -> None:
    written = {"prial": 1, "game": "brag", "seats": ["A", "B"], "moves": [["nature", {"pick": 0}]], "lines": [FOLD, line]}
    with pytest.raises(RecordError) as refused:
        read(json.dumps(written))
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("depth", [300, 5000, 100_000])
@pytest.mark.parametrize("inside", ["", '{"after": "x"}', '{"aftr": 1}', "[" * 1000])
def test_hostile_nesting_is_refused_in_a_short_sentence(depth: int, inside: str) -> None:
    text = '{"prial":1,"game":"brag","seats":["A","B"],"lines":['
    text += '{"after":0,"moves":[[0,"fold"]],"lines":[' * depth + inside + "]}" * depth + "]}"
    for cut in (text, text[: len(text) // 2]):
        with pytest.raises(RecordError) as refused:
            read(cut)
        assert len(str(refused.value)) < 250
        assert str(refused.value).endswith(".")


def test_a_number_too_long_for_a_computer_is_refused() -> None:
    for digits in (30, 4000, 5000):
        text = f'{{"prial":1,"game":"brag","seats":["A","B"],"lines":[{{"after":{"9" * digits},"moves":[[0,"fold"]]}}]}}'
        with pytest.raises(RecordError) as refused:
            read(text)
        assert len(str(refused.value)) < 150


def test_a_record_has_a_limit_of_side_lines() -> None:
    inner = SideLine(after=0, moves=[(0, "fold")])
    check_lines([SideLine(after=0, moves=[(0, "fold")], lines=[inner] * (LINES - 1))], 0)
    with pytest.raises(RecordError, match="There are more than 1000 side lines"):
        check_lines([SideLine(after=0, moves=[(0, "fold")], lines=[inner] * LINES)], 0)


def test_the_numbers_of_side_lines_say_which_line_leaves_which() -> None:
    inner = SideLine(after=0, moves=[(0, "a"), (0, "b")])
    outer = SideLine(after=3, moves=[(0, "a")], lines=[inner, inner])
    assert [(number, before) for number, _, before in numbered([outer, inner], 5)] == [("1", 5), ("1.1", 1), ("1.2", 1), ("2", 5)]


def test_a_side_line_that_the_rules_refuse_is_found_when_it_is_played() -> None:
    game = find("brag").make({"players": 2})
    record = Session(game, ["Ann", "Ben"]).record()
    inner = SideLine(after=0, moves=[(0, "fold")])
    record.lines = [SideLine(after=2, moves=[(9, "fold")], lines=[inner, SideLine(after=1, moves=[(0, "fold")])])]
    (line,) = go_through_lines(game, record)
    assert line.refused is not None
    assert (line.refused.number, line.moves) == (1, ())
    assert [each.number for each in line.lines] == ["1.1"], "the other leaves after a move that is refused"
    assert go_through(game, record).refused is None


def ways(record: Record) -> set[tuple[str, ...]]:
    """All ways through a game and its side lines: moves and the comments on them. None is the beginning of another."""
    moves = tuple([f"{move} {record.comments.get(number, '')}" for number, move in enumerate(record.moves, 1)])
    found = {moves}.union(*(ways(along(record, str(at))) for at, _ in enumerate(record.lines, 1)))
    return {way for way in found if not any(other != way and other[: len(way)] == way for other in found)}


@pytest.mark.parametrize("name", GAMES)
def test_a_promoted_line_is_the_game_and_the_game_is_a_line(name: str) -> None:
    game, tried, deeper = annotated(name)
    record = game.record()
    copy = msgspec.structs.replace(record)
    made = promoted(record, "1")
    assert record == copy, "the record isn't changed"
    assert (made.moves, made.comments) == (tried.moves, tried.comments)
    assert [(number, line.name) for number, line, _ in numbered(made.lines)] == [("1", ""), ("2", "Deeper")]
    assert along(made, "1").moves == game.moves
    assert ways(made) == ways(record)
    assert read(write(made)) == made
    assert promoted(made, "2").moves == deeper.moves
    back = promoted(made, "1")
    assert (back.moves, back.comments) == (record.moves, record.comments)
    assert ways(back) == ways(record)


@pytest.mark.parametrize("name", GAMES)
def test_a_line_that_leaves_a_line_is_promoted_within_it(name: str) -> None:
    game, _, deeper = annotated(name)
    record = game.record()
    made = promoted(record, "1.1")
    assert made.moves == record.moves
    assert along(made, "1").moves == deeper.moves
    assert ways(made) == ways(record)
    assert promoted(made, "1").moves == deeper.moves


def test_a_line_that_leaves_after_the_last_move_is_promoted_to_its_continuation() -> None:
    game = session("brag", players=2)
    tried = played(game.copy(), 2, Random(1))
    game.keep_line(tried)
    made = promoted(game.record(), "1")
    assert (made.moves, made.lines) == (tried.moves, [])


def test_a_removed_line_is_gone_with_the_lines_that_leave_it() -> None:
    game, _, _ = annotated("brag")
    record = game.record()
    inner = removed(record, "1.1")
    assert [number for number, _, _ in numbered(inner.lines)] == ["1"]
    assert removed(record, "1").lines == []
    assert [number for number, _, _ in numbered(record.lines)] == ["1", "1.1"], "the record isn't changed"
    assert (inner.moves, inner.comments) == (record.moves, record.comments)


@pytest.mark.parametrize("number", ["2", "0", "1.2", "1.1.1", "", "one", 2, "-1", "01"])
def test_a_line_that_isnt_there_is_named_in_a_sentence(number: Any) -> None:
    record = annotated("brag")[0].record()
    for change in (promoted, removed, along):
        with pytest.raises(RecordError, match=r"There is no side line '.*'\. The record's side lines: 1 and 1.1\."):
            change(record, number)
        with pytest.raises(RecordError, match="since the record has none"):
            change(session("brag").record(), number)


def test_a_line_isnt_promoted_where_lines_would_be_nested_too_deeply() -> None:
    line = SideLine(after=1, moves=[(0, "look")])
    for _ in range(DEPTH - 1):
        line = SideLine(after=1, moves=[(0, "look")], lines=[line])
    record = Record(prial=1, game="brag", seats=["Ann", "Ben"], moves=[(0, "look")] * 2, lines=[line])
    check_lines(record.lines, 2)
    other = msgspec.structs.replace(record, lines=[SideLine(after=0, moves=[(0, "fold")]), line])
    with pytest.raises(RecordError, match="nested too deeply"):
        promoted(other, "1")


def test_a_line_is_named_by_its_number_and_not_by_itself() -> None:
    """A nested line, taken for a line of the game, would make another game of it. 2.10 is the number 2.1."""
    record = annotated("brag")[0].record()
    inner = record.lines[0].lines[0]
    for other in (inner, None, 1.1, True):
        for change in (promoted, removed, along):
            with pytest.raises(RecordError, match=r"is named by its number, such as '1' or '2\.1', and not by"):
                change(record, other)  # type: ignore[arg-type]
    assert along(record, 1) == along(record, "1")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_opened_after_its_first_moves_as_the_whole_game_undone_to_there(name: str) -> None:
    """With comments and side lines, also within a decision of several seats; nature's cards are those of the record."""
    game, _, _ = annotated(name)
    game.comment("The deal.", 1)
    record = read(write(game.record()))
    copy = read(write(record))
    one_by_one, by_answers = Session.of(record, shuffles=False), Session.of(record)
    for moves in range(len(record.moves), -1, -1):
        found = Session.of(record, moves=moves, shuffles=False)
        assert found.record() == one_by_one.record()
        assert (found.state, found.gathered) == (one_by_one.state, one_by_one.gathered)
        if moves:
            one_by_one.undo()
    assert game.comments
    assert found.record() == msgspec.structs.replace(record, moves=[], comments={}, lines=[])
    answers = [number for number, (who, _) in enumerate(record.moves, 1) if who != "nature"]
    assert len(answers) > 3
    for number in answers[::-1]:
        by_answers.undo()
        assert Session.of(record, moves=number - 1, seed=99).record() == by_answers.record()
    assert Session.of(record, moves=0, seed=99).moves == by_answers.moves, "what is dealt is what the record says"
    assert record == copy


@pytest.mark.parametrize("moves", [-1, 1000, "3", 1.0])
def test_a_record_isnt_opened_after_moves_that_it_doesnt_have(moves: Any) -> None:
    record = session("brag").record()
    with pytest.raises(RecordError, match=rf"after .* moves: give a whole number from 0 to {len(record.moves)}\.$"):
        Session.of(record, moves=moves)
    with pytest.raises(RulesError, match="For moves, of takes a whole number or None, and not True"):
        Session.of(record, moves=True)
