"""A record as text: what is told, in which order, and that a record that can't be told says why."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from prial.core.game import Weight
from prial.core.narrated import narrated
from prial.core.record import Record, along, read, write
from prial.core.registry import find
from prial.core.session import Session
from prial.core.step import Locked
from prial.core.symbols import with_symbols
from tests.core.test_lines import annotated
from tests.core.test_session import played, session
from tests.testing.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_the_text_has_each_sentence_of_the_game_in_order(name: str) -> None:
    """The second way to know is the events of the session's own moves."""
    game = session(name, seed=2)
    said, rng = list[str](), Random(3)
    while game.waiting and len(said) < 40:
        seat = game.waiting[0]
        for told in game.do(seat, game.choices(seat).answer(rng)).told:
            said += [] if isinstance(told.event, Locked) else [with_symbols(told.event).say(game.names)]
    lines = iter(str(game.record()).splitlines())
    assert all(sentence in lines for sentence in said)
    assert str(read(write(game.record()))) == str(game.record())


def test_a_text_has_the_players_the_notes_the_comments_the_side_lines_and_the_end() -> None:
    game = Session(find("brag").make({"players": 2, "purse": 30}), ["Ann", "Ben"], seed=7)
    seat = game.waiting[0]
    tried = game.copy()
    tried.do(seat, "fold")
    tried.comment("?! Too early.")
    game.do(seat, "look")
    game.comment("! Well done.")
    game.keep_line(tried, "The fold")
    name = game.names[seat]
    lines = str(game.record({"event": "Club evening"})).splitlines()
    assert lines[:3] == ["Brag: Ann and Ben", "Rules: purse 30", "Event: Club evening"]
    begins = lines.index("  Side line 1: The fold")
    assert lines[begins + 1] == f"  {name} folds."
    ends = lines.index("    “?! Too early.”")
    assert lines[ends + 1] == f"{name} looks at their cards."
    assert lines[ends + 2].startswith(f"{name} holds ")
    assert lines[ends + 3 :] == ["  “! Well done.”", "", "Ann 29 · Ben 29", f"{name} to decide."]


def test_a_game_that_is_over_ends_with_who_won() -> None:
    game = played(Session(find("stop_the_bus").make({"players": 2, "tokens": 1}), ["Ann", "Ben"], seed=3), 400, Random(1))
    assert game.result is not None
    (winner,) = game.result.winners
    assert str(game.record()).splitlines()[-1] == f"The game is over: {game.names[winner]} won."


def test_a_record_that_cant_be_told_says_why_instead_of_failing() -> None:
    whole = session("brag").record()
    wrong = replace(whole, moves=[*whole.moves, (0, "sing")])
    assert str(wrong).splitlines()[-1].startswith(f"Move {len(whole.moves) + 1} of the record is refused: 'sing'")
    assert "can't be told" in str(replace(whole, game="whist"))
    assert "can't be told" in str(replace(whole, rules={"players": "many"}))
    assert "can't be told" in str(replace(whole, start={"public": 1}))


def test_the_repr_of_a_record_is_one_line() -> None:
    game, _, _ = annotated("brag")
    record = game.record()
    assert repr(record) == f"<Record of brag: seat 0, seat 1, seat 2 and seat 3, {len(record.moves)} moves, 2 side lines>"
    assert repr(Record(prial=1, game="brag", seats=["Ann"])) == "<Record of brag: Ann, 0 moves>"


@pytest.mark.parametrize("name", GAMES)
def test_a_side_line_is_told_as_the_game_along_it(name: str) -> None:
    game, _, _ = annotated(name)
    record = game.record()
    (line,) = record.lines
    inside = [each for each in narrated(game.game, record) if each.depth == 1 and each.event]
    alone = [each for each in narrated(game.game, along(record, "1")) if each.depth == 0 and each.event]
    own = [each.text for each in alone if each.number > line.after]
    assert [each.text for each in inside if not isinstance(each.event, Locked)] == own


def test_a_player_is_told_what_the_player_heard_and_no_side_line() -> None:
    game, _, _ = annotated("brag")
    record: Any = game.record()
    heard = list(narrated(game.game, record, 0, everything=False))
    assert not any(each.depth for each in heard)
    everything = [each.text for each in narrated(game.game, record) if each.depth == 0]
    assert len(heard) < len(everything)
    assert {each.text for each in heard} <= set(everything)
    assert any(each.event and each.event.WEIGHT is Weight.DEAL for each in heard)
