"""A session of one game: moves by action or text, undo, and its record."""

from random import Random
from typing import Any

import pytest

from prial.core import record as records
from prial.core.game import NATURE, Chance
from prial.core.registry import find
from prial.core.session import Session
from prial.errors import ActionError, RecordError
from prial.games.crash import CrashGame, CrashRules
from tests.testing.games import GAMES


def session(name: str = "crash", seed: int = 1, **given: Any) -> Session:
    return Session(find(name).make(given or GAMES[name].short), seed=seed)


def played(game: Session, moves: int, rng: Random) -> Session:
    """The session after some more moves at random."""
    for _ in range(moves):
        if not game.waiting:
            break
        seat = rng.choice(game.waiting)
        game.do(seat, game.choices(seat).sample(rng))
    return game


@pytest.mark.parametrize("name", GAMES)
def test_undone_to_the_start_and_played_again_a_game_is_the_same(name: str) -> None:
    game, rng = session(name), Random(2)
    states = [game.state]
    done: list[tuple[int, str]] = []
    while game.waiting and len(done) < 40:
        seat = rng.choice(game.waiting)
        action = game.choices(seat).sample(rng)
        done.append((seat, game.game.write(action)))
        game.do(seat, action)
        states.append(game.state)
    assert len(done) > 3
    while len(states) > 1:
        states.pop()
        game.undo()
        assert game.state == states[-1]
    with pytest.raises(ActionError, match="No move was made that could be undone"):
        game.undo()
    again = session(name)
    for seat, text in done:
        again.do(seat, text)
    for seat, text in done:
        game.do(seat, text)
    assert again.state == game.state
    assert again.moves == game.moves


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_a_session_opens_the_session_again(name: str) -> None:
    game = played(session(name), 30, Random(3))
    record = records.read(records.write(game.record({"about": "a test"})))
    assert record.version == game.game.version
    again = Session.of(record, seed=1)
    assert (again.game, again.state, again.gathered, again.moves) == (game.game, game.state, game.gathered, game.moves)
    assert played(game, 10, Random(4)).state == played(again, 10, Random(4)).state


def test_an_answer_given_in_secret_can_be_undone_too() -> None:
    game = session(players=3)
    first, second, _ = game.waiting
    game.do(first, next(iter(game.choices(first))))
    assert set(game.waiting) == {0, 1, 2} - {first}
    assert second in game.waiting
    game.undo()
    assert len(game.waiting) == 3
    assert not game.gathered


def test_what_is_dealt_depends_on_the_seed_and_on_no_player() -> None:
    quick, slow = session("brag", players=2), session("brag", players=2)
    quick.do(quick.waiting[0], "fold")
    slow.do(slow.waiting[0], "look")
    slow.do(slow.waiting[0], "fold")
    for game in (quick, slow):
        while not isinstance(game.moves[-1][1], dict) or "hands" not in game.moves[-1][1]:
            for seat in game.waiting:
                game.do(seat, "play")
    assert quick.moves[-1] == slow.moves[-1]
    assert session("brag", 2, players=2).moves != session("brag", 1, players=2).moves


def test_real_cards_can_be_dealt() -> None:
    game = Session(CrashGame(CrashRules(players=2, first_dealer=CrashRules().first_dealer)), ["Ann", "Ben"], shuffles=False)
    assert game.waiting == ()
    while isinstance(node := game.node, Chance):
        game.do(NATURE, node.draw.sample(Random(1)))
    game.undo()
    assert game.moves == game.record().moves
    assert isinstance(game.node, Chance)


def test_a_refused_move_changes_nothing_and_says_why() -> None:
    game = session(players=2)
    before = game.state
    with pytest.raises(ActionError, match="isn't in your hand"):
        game.do(game.waiting[0], "lay AsAhAd KsKhKd QsQhQd JsJhJd")
    with pytest.raises(ActionError, match="'hop' is not an action"):
        game.do(0, "hop")
    with pytest.raises(ActionError, match="Seat 7 has nothing to decide"):
        game.do(7, "call")
    assert game.state is before
    assert game.result is None


def test_names_are_one_a_seat() -> None:
    with pytest.raises(RecordError, match="The rules say 2 players, and the record names 1 seats"):
        Session(find("crash").make({"players": 2}), ["Ann"])


def test_what_cant_be_undone_leaves_the_cards_of_a_record_as_they_were() -> None:
    """Nature's moves of a record may be real cards; the seed must not deal others in their place."""
    dealt = session(seed=5, players=2).record()
    game = Session.of(dealt, seed=6)
    before = game.state
    with pytest.raises(ActionError, match="No move was made"):
        game.undo()
    assert game.state is before
    assert game.moves == dealt.moves


def test_a_comment_is_on_the_last_move_of_a_player_or_on_a_numbered_one() -> None:
    game = session("brag", players=2)
    dealt = len(game.moves)
    game.do(game.waiting[0], "fold")  # the next deal follows after both have said that they play on
    game.comment("Too soon.")
    assert game.comments == {dealt + 1: "Too soon."}
    for seat in game.waiting:
        game.do(seat, "play")
    assert game.moves[-1][0] == "nature"
    game.comment("A new deal.")
    game.comment("The first deal.", 2)
    game.comment("Nothing, really.", dealt + 1)
    game.comment("", dealt + 1)
    *_, last = [number for number, (who, _) in enumerate(game.moves, 1) if who != "nature"]
    assert game.comments == {2: "The first deal.", last: "A new deal."}
    assert list(game.record().comments) == [2, last]


def test_comments_live_in_the_record_and_go_with_the_move() -> None:
    game = played(session("brag"), 10, Random(3))
    game.comment("The last one.")
    game.comment("The first one.", 1)
    again = Session.of(records.read(records.write(game.record())))
    assert again.comments == game.comments
    again.undo()
    assert again.comments == {1: "The first one."}
    assert len(game.comments) == 2
    assert again.record().comments == again.comments


def test_a_comment_that_cant_be_kept_changes_nothing() -> None:
    game = session(players=2)
    game.comment("Kept.", 1)
    for text, number in (("two\nlines", 1), ("x" * (records.COMMENT_LENGTH + 1), 1), ("late", len(game.moves) + 1), ("early", 0)):
        with pytest.raises(RecordError, match="omment"):
            game.comment(text, number)
    with pytest.raises(RecordError, match="There is no move 0"):
        game.comment("before any player has moved")
    assert game.comments == {1: "Kept."}
    record = game.record()
    record.comments[99] = "late"
    with pytest.raises(RecordError, match="There is no move 99"):
        Session.of(record)
