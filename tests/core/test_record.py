"""Records and transcripts: written ones are read again, bad ones are refused in one sentence, and nobody learns too much."""

import json
from collections.abc import Iterator
from functools import cache
from io import BytesIO, StringIO
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prial.cards import PACK, names
from prial.core import record as records
from prial.core import transcript as transcripts
from prial.core.chance import Draw, Group
from prial.core.game import Seat
from prial.core.pieces import pieces
from prial.core.record import Record
from prial.core.registry import open_record
from prial.core.step import Step
from prial.errors import PrialError, RecordError, Refusal
from prial.games.crash import CrashGame
from prial.games.crash.rules import SCHEMA, CrashRules
from prial.testing import encoded, mentioned, play, strategies
from prial.testing import record as recorded
from tests.campaigns import sizes
from tests.games.crash.knowledge import CrashKnowledge
from tests.meanwhile import Meanwhile


@cache
def short() -> str:
    """The record of a short game: a nine-card pot of one deal."""
    options: dict[str, Any] = {"players": 2, "cards": 9, "scoring": "pot", "length": 1}
    game = CrashGame(SCHEMA.make(options))
    record = recorded(game, play(game, 4))
    record.rules = dict(SCHEMA.written(game.rules))
    record.seats = ["Zoë", "Ben ♠"]
    record.notes = {"table": "kitchen"}
    return records.write(record)


def sentence(text: str) -> bool:
    return bool(text.strip()) and "\n" not in text and text.endswith(".")


def opened(text: str | bytes) -> str:
    """Read a record and play it: "played", or the sentence that refuses it."""
    try:
        record = records.read(text)
        game = open_record(record)
        for move in records.replay(game, record):
            if isinstance(move.done, Refusal):
                return str(move.done)
            for told in move.done.told:
                assert told.event.say(record.seats)
    except PrialError as error:
        return str(error)
    return "played"


def test_a_record_is_read_as_it_was_written() -> None:
    record = records.read(short())
    assert records.write(record) == short()
    assert opened(short()) == "played"
    assert record.seats == ["Zoë", "Ben ♠"]


def test_a_record_has_one_move_a_line() -> None:
    lines = short().splitlines()
    assert sum(line.lstrip().startswith(('["nature"', "[0,", "[1,")) for line in lines) == len(records.read(short()).moves)


def test_comments_are_read_as_they_were_written_one_a_line() -> None:
    record = records.read(short())
    record.comments = {1: "Zoë deals.", 3: 'A "stopper" 🂡'}
    text = records.write(record)
    assert '\n  "3": "A \\"stopper\\" 🂡"\n' in text
    assert records.read(text) == record
    assert opened(text) == "played"


def test_a_record_without_comments_is_written_as_before_there_were_any() -> None:
    """An older program refuses a field that it doesn't know."""
    assert set(json.loads(short())) == {"prial", "game", "version", "rules", "seats", "notes", "moves"}


def test_a_record_cut_off_anywhere_says_so() -> None:
    data = short().encode()
    said = {opened(data[:end]) for end in range(1, len(data.rstrip()))}
    assert all(sentence(each) for each in said)
    assert all("cut off" in each or "not text in UTF-8" in each or "no record" in each for each in said)
    assert sum("cut off" in each for each in said) > len(data) / 2


def test_a_record_with_moves_missing_at_the_end_is_a_game_not_yet_over() -> None:
    record = records.read(short())
    for length in range(len(record.moves)):
        assert opened(records.write(msgspec.structs.replace(record, moves=record.moves[:length]))) == "played"


@given(st.data())
def test_a_record_edited_anywhere_is_played_or_refused_in_one_sentence(data: st.DataObject) -> None:
    text = bytearray(short().encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at : at + data.draw(st.integers(0, 3))] = data.draw(
            st.binary(max_size=3) | st.sampled_from([b'"', b"null", b"1e999", b"[]", b"{}", b"-1", b"9" * 30, b"\xff", b"As"])
        )
    said = opened(bytes(text))
    assert said == "played" or sentence(said), said


JUNK: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
COMMENTED = '{"prial":1,"game":"crash","seats":["A","B"],"moves":[[0,"keep"]],"comments":{%s}}'
HUGE = st.sampled_from([2**63, 2**64, -(2**63) - 1, 10**30, 1e308])


@given(st.data())
def test_a_record_with_a_wrong_value_anywhere_is_refused_in_one_sentence(data: st.DataObject) -> None:
    tree: Any = msgspec.json.decode(short())
    at = tree
    path: list[Any] = []
    while isinstance(at, dict | list) and at and (not path or data.draw(st.booleans())):
        path.append(data.draw(st.sampled_from(list(at) if isinstance(at, dict) else range(len(at)))))
        at = at[path[-1]]
    at = tree
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = data.draw(JUNK | HUGE)
    try:
        text = msgspec.json.encode(tree)
    except (UnicodeEncodeError, OverflowError):
        text = short().encode().replace(b"nature", str(10**30).encode())
    said = opened(text)
    assert said == "played" or sentence(said), said


def games(number: int) -> list[Record]:
    """Records of different lengths, with comments and notes that look like the beginnings of records."""
    whole = records.read(short())
    return [
        msgspec.structs.replace(
            whole, moves=whole.moves[:length], notes={"event": '\n{"prial": 1'}, comments={1: '{"A"}'} if length else {}
        )
        for length in range(number)
    ]


def test_many_records_are_read_as_they_were_written() -> None:
    """One a line, or one after the other; from a text, bytes, lines or a file; with empty lines between them."""
    some = games(4)
    lines = [*records.write_all(some)]
    assert [json.loads(line)["seats"] for line in lines] == [each.seats for each in some]
    assert all(line.count("\n") == 1 and line.endswith("\n") for line in lines)
    for text in ("".join(lines), "".join(map(records.write, some)), "\n\n".join(map(records.write, some)) + "\n \n"):
        for source in (text, text.encode(), text.splitlines(keepends=True), StringIO(text), BytesIO(text.encode())):
            assert [*records.read_all(source)] == some
    assert [*records.read_all("".join(lines).rstrip())] == some
    assert [*records.read_all("")] == [*records.read_all(" \n\n")] == []


def test_one_record_is_in_memory_at_a_time() -> None:
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        for line in records.write_all(games(1) * 5):
            taken += 1
            yield line

    found = records.read_all(lines())
    for number in range(1, 5):
        next(found)
        assert taken == number + 1, "it ends where the next one begins"


@pytest.mark.parametrize("bad", ['{"prial": 1}', '{"prial": 1, "game', "{", '{"prial": 1, "game": "\ud800"}'])
def test_an_error_among_many_records_says_which_one(bad: str) -> None:
    first, last = games(3)[1:]
    for before in ("".join(records.write_all([first])), records.write(first)):
        found = records.read_all(f"{before}\n{bad}\n{records.write(last)}")
        assert next(found) == first
        begins = before.count("\n") + 2
        with pytest.raises(RecordError, match=rf"^Record 2, from line {begins}: This ") as said:
            next(found)
        assert sentence(str(said.value))
    numbers = [(piece.number, piece.line) for piece in pieces(f"junk\n{bad}\n{bad}")]
    assert numbers == [(1, 1), (2, 2), (3, 3)]


@pytest.mark.parametrize("junk", ["junk", "# a remark", "\n\nMove 3: ?", "junk\nmore junk"])
def test_lines_between_two_records_dont_spoil_the_record_before_them(junk: str) -> None:
    first, last = games(3)[1:]
    for before in ("".join(records.write_all([first])), records.write(first)):
        errors = list[RecordError]()
        assert list(records.read_all(f"{before}{junk}\n{records.write(last)}{junk}\n", errors)) == [first, last]
        assert [str(each)[:9] for each in errors] == ["Record 2,", "Record 4,"]


def test_a_reader_that_gives_a_list_for_errors_goes_on_after_each_of_them() -> None:
    first, last = games(3)[1:]
    bad = ['{"prial": 1}', "junk", '{"prial": 1, "game"']
    text = f"{bad[1]}\n{records.write(first)}{bad[0]}\n{records.write(last)}\n{bad[2]}"
    errors = list[RecordError]()
    assert list(records.read_all(text, errors)) == [first, last]
    begins = [1, 3 + records.write(first).count("\n") - 1, text.count("\n") + 1]
    said = [str(error) for error in errors]
    assert [each.split(": ")[0] for each in said] == [
        f"Record {number}, from line {line}" for number, line in zip((1, 3, 5), begins, strict=True)
    ]
    assert all(map(sentence, said))
    with pytest.raises(RecordError, match=r"^Record 1, from line 1: "):
        list(records.read_all(text))
    assert list(records.read_all(records.write(first), errors)) == [first]
    assert len(errors) == 3


def test_headings_are_the_customary_notes_that_can_be_shown() -> None:
    record = records.read(short())
    record.notes = {"secret": "s", "place": "Leeds", "date": 2026, "event": "Cup", "remark": "\x1b[2J", "round": " "}
    assert records.headings(record) == {"event": "Cup", "place": "Leeds"}


@pytest.mark.parametrize(
    ("text", "sentence_start"),
    [
        ("", "This is not a record: there is nothing in it."),
        (short() * 2, "This is more than one record: put each record into a file of its own"),
        (b"\xff\xfe", "This is not a record: "),
        ("\ud800", "This is not a record: it is not text in UTF-8."),
        ("null", "This is not a record: it should be an object in braces, and is null."),
        ("[]", "This is not a record: it should be an object in braces, and is a list."),
        ("{}", "This is not a record: 'prial' is missing."),
        ("[" * 100_000, "This is not a record: "),
        ('{"prial":1,"game":"crash","seats":["A","B"],"notes":{"a":' + "[" * 100_000, "This is not a record: it is nested"),
        ('{"prial":1,"game":"crash","seats":["A","B"],"rules":{"tie":' + "[" * 900 + "]" * 900 + "}}", "tie can't be "),
        ('{"prial":1,"game":"crash","seats":["A","B"],"rules":{"target":' + "9" * 5000 + "}}", "This is not a record: "),
        ('{"prial":2,"game":"crash","seats":["A","B"]}', "This record has the format 2; this program reads 1."),
        ('{"prial":' + "9" * 400 + ',"game":"crash","seats":["A","B"]}', "This record has the format 99"),
        ('{"prial":1,"game":"crash","seats":["A","B"],"version":' + "9" * 30 + "}", "This "),
        ('{"prial":1,"game":"whist","seats":["A","B"]}', "There is no game 'whist'; the games are "),
        ('{"prial":1,"game":"crash","seats":["A"]}', "players can't be '1': it takes a whole number from 2 to 7."),
        (
            '{"prial":1,"game":"crash","seats":["A","B"],"rules":{"players":3}}',
            "The rules say 3 players, but there are names for 2",
        ),
        ('{"prial":1,"game":"crash","seats":["A","B"],"rules":{"preset":5}}', "There is no preset '5'; choose from: online"),
        ('{"prial":1,"game":"crash","seats":["A","B"],"rules":{"preset":["x"]}}', "There is no preset "),
        ('{"prial":1,"game":"crash","seats":["A","B"],"rules":{"jokers":5}}', "There is no option 'jokers'; the options are"),
        ('{"prial":1,"game":"crash","seats":["A","B"],"version":99}', "This record was played by version 99 of crash"),
        (
            '{"prial":1,"game":"crash","seats":["A","B"],"moves":[["nature"]]}',
            "This is not a record: moves[0] should have 2 values.",
        ),
        ('{"prial":1,"game":"crash","seats":"AB"}', "This is not a record: seats should be a list, and is text."),
        (COMMENTED % '"1":"Well."', "It is nature's turn"),
        (COMMENTED % '"2":"Well."', "There is no move 2 to comment on. Number of moves: 1."),
        (COMMENTED % '"0":"Well."', "There is no move 0 "),
        (COMMENTED % ('"' + "9" * 4000 + '":"Well."'), "There is no move 99999"),
        (COMMENTED % '"first":"Well."', "This is not a record: a key of comments should be a whole number, and is text."),
        (COMMENTED % '"1":7', "This is not a record: comments[...] should be text, and is a whole number."),
        (
            COMMENTED % '"1":" "',
            "The comment on move 1 can't be kept: a comment is one line of 1 to 1000 printable characters, not only spaces.",
        ),
        (COMMENTED % ('"1":"' + "x" * 1001 + '"'), "The comment on move 1 can't be kept"),
        (COMMENTED % '"1":"one\\ntwo"', "The comment on move 1 can't be kept"),
        (COMMENTED % '"1":"\\u001b[2J"', "The comment on move 1 can't be kept"),
        (COMMENTED % '"1":"\\u202etfel"', "The comment on move 1 can't be kept"),
        ('{"prial":1,"game":"crash","seats":["A","B"],"moves":[["nature",1]]}', "Write a move of nature as"),
        ('{"prial":1,"game":"crash","seats":["A","B"],"moves":[["nature",{"pick":2}]]}', "2 can't be picked: "),
        (
            '{"prial":1,"game":"crash","seats":["A","B"],"moves":[[0,"keep"]]}',
            "It is nature's turn, not a player's: something is dealt or drawn now.",
        ),
        ('{"prial":1,"game":"crash","seats":["A","B"],"moves":[[2,"keep"]]}', "There is no seat 2: the seats are 0 to 1"),
        ('{"prial":1,"game":"crash","seats":["A","B"],"moves":[[true,"keep"]]}', "A move is written as"),
        ('{"prial":1,"game":"crash","seats":["A","B"],"moves":[[0,["keep"]]]}', "A move is written as"),
        ('{"prial":1,"game":"crash","seats":["A","B"],"moves":[[0,"hop"]]}', "'hop' is not an action: "),
        ('{"prial":1,"game":"crash","seats":["A","B"],"moves":[[0,"lay AsAs"]]}', "As is there twice."),
    ],
)
def test_bad_input_is_refused_in_one_sentence_that_names_it(text: str | bytes, sentence_start: str) -> None:
    said = opened(text)
    assert said.startswith(sentence_start), said
    assert sentence(said)


def test_unknown_keys_are_refused_by_name() -> None:
    """A misspelt "moves" would be a game in which nothing happens; other notes go under "notes"."""
    assert opened(short().replace('{"prial"', '{"mooves":[],"prial"', 1)) == "This is not a record: 'mooves' isn't known."
    assert opened(short().replace('{"prial"', '{"notes":{"mood":"good"},"prial"', 1)) == "played"


@pytest.mark.parametrize("name", ["", "  ", "\x1b[2J", "a\nb"])
def test_a_name_that_a_terminal_would_obey_is_refused(name: str) -> None:
    text = json.dumps({"prial": 1, "game": "crash", "seats": ["Ann", name]})
    assert opened(text).startswith("Seat 1 can't be called ")


def test_cards_put_aside_may_be_written_down_and_are_let_go() -> None:
    """A record may name spare hands that its rules put aside; a card can't be in both places."""
    draw = Draw(PACK, (Group("hands", (13, 13)), Group("spare", ())))
    hands = [names(PACK[at : at + 13]) for at in (0, 13)]
    dealt = draw.read({"hands": hands})
    assert draw.read({"hands": hands, "spare": []}) == dealt
    assert draw.read({"hands": hands, "spare": [names(PACK[26:39]), names(PACK[39:])]}) == dealt
    assert set(draw.write(dealt)) == {"hands"}
    with pytest.raises(RecordError, match="2c is dealt twice"):
        draw.read({"hands": hands, "spare": [names(PACK[:13])]})


@settings(max_examples=20)
@given(strategies.rules(SCHEMA), st.integers(0, 2**32))
def test_any_game_under_any_rules_replays_to_the_same_bytes(rules: CrashRules, seed: int) -> None:
    game = CrashGame(rules)
    history = play(game, seed, moves=60, whole=False)
    record = recorded(game, history)
    record.rules = dict(SCHEMA.written(rules))
    back = records.read(records.write(record))
    again = open_record(back)
    moves = list(records.replay(again, back))
    assert [m.seat for m in moves] == [m.seat for m in history]
    for move, moment in zip(moves, history, strict=True):
        assert isinstance(move.done, Step)
        assert encoded(move.done.state) == encoded(moment.step.state)


@pytest.mark.parametrize("games", sizes(1, 4))
@pytest.mark.parametrize("preset", SCHEMA.presets)
def test_a_transcript_names_no_card_that_its_viewer_was_not_shown(preset: str, games: int) -> None:
    game = CrashGame(SCHEMA.make(None, preset))
    told_less = 0
    for seed in range(games):
        history = play(game, seed)
        record = records.read(records.write(recorded(game, history)))
        deals = [at for at, moment in enumerate(history) if not isinstance(moment.action, int) and moment.seat < 0]
        knowledge = CrashKnowledge(game.rules)
        for viewer in (None, *range(game.seats)):
            script = transcript(game, record, viewer)
            facts = knowledge.cards(history, viewer)
            for number, start in enumerate(deals):  # cards come again in each deal, so each deal is checked separately
                end = deals[number + 1] if number + 1 < len(deals) else len(history)
                lines = [line for line in script.lines if start < line.move <= end]
                known = {name for deal, _, cards in facts if deal == number for name in mentioned(names(cards))}
                named = mentioned(" ".join(msgspec.json.encode(line).decode() for line in lines))
                assert named <= known, (seed, viewer, number, sorted(named - known))
                told_less += len(named) < 52
    assert told_less


def transcript(game: CrashGame, record: Record, viewer: Seat | None) -> transcripts.Transcript:
    return transcripts.transcript(record, SCHEMA.written(game.rules), records.replay(game, record), viewer)


def test_a_transcript_goes_through_json_unchanged() -> None:
    game = CrashGame(SCHEMA.make(None, "pub"))
    script = transcript(game, recorded(game, play(game, 1)), 0)
    data = msgspec.json.encode(script)
    assert msgspec.json.encode(msgspec.json.decode(data, type=transcripts.Transcript)) == data
    assert script.lines[0].text == f"P{script.lines[0].event['dealer']} is drawn to deal first."


def test_a_record_is_refused_by_its_own_error() -> None:
    with pytest.raises(RecordError) as refused:
        records.read("{")
    assert refused.value.refusal.code == "record.cut"


def test_what_is_done_meanwhile_stands_in_the_record_where_it_was_done() -> None:
    game = Meanwhile()
    games = [play(game, seed) for seed in range(20)]
    history = next(moments for moments in games if any(moment.meanwhile and moment.gathered for moment in moments))
    back = records.read(records.write(recorded(game, history)))
    assert [seat for seat, _ in back.moves if seat != "nature"] == [moment.seat for moment in history if moment.seat >= 0]
    replayed = list(records.replay(game, back))
    assert [move.done.state for move in replayed if isinstance(move.done, Step)] == [moment.step.state for moment in history]
    assert [dict(move.done.gathered) for move in replayed if isinstance(move.done, Step)] == [
        dict(moment.step.gathered) for moment in history
    ]
