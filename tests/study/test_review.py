"""Reviews judge against the bots that sat there, or against the strongest ones, and say which."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from prial.bots.registry import best, make
from prial.core.game import NATURE, Seat, view
from prial.core.given import write_state
from prial.core.record import Record, replay, written_move
from prial.core.registry import find, names
from prial.study.play import play
from prial.study.review import Against, Review, review

REVIEWED = [name for name in names() if find(name).review]
ME: Seat = 0
ODD: list[object] = [["plain"], {"1": ["plain"]}, {"one": "plain"}, {"9" * 5000: "plain"}, {"1": "nobody"}]
"""Notes of a record that name no bot of the game."""
PLAIN = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", ",": None})
"""Makes the cards of an answer in words those of a record."""


@cache
def record(name: str, other: str) -> Record:
    """Two deals of the strongest bot against others of one kind."""
    game = find(name).make()
    bots = {str(seat): other for seat in range(1, game.seats)}
    moves: list[Any] = []
    seated = [make(game, best(name)), *(make(game, bot) for bot in bots.values())]
    play(game, seated, (4,), 2, lambda state, seat, action: moves.append(written_move(game, state, seat, action)))
    seats = [*"ABCDEFGH"[: game.seats]]
    return Record(prial=1, game=name, version=game.version, rules={}, seats=seats, moves=moves, notes={"bots": bots})


WORLDS = 8
"""Worlds for each decision. Two reviews that must be equal are equal with any number."""


@cache
def found(name: str, other: str, against: Against, worlds: int = WORLDS) -> Review:
    return review(find(name).make(), record(name, other), seat=ME, worlds=worlds, against=against)


@pytest.mark.parametrize("name", REVIEWED)
def test_each_judgement_names_the_move_that_it_judges(name: str) -> None:
    """The move is the seat's answer: the cards that were laid, or the action in words. No move is named twice."""
    game, moves, judged = find(name).make(), record(name, best(name)).moves, found(name, best(name), Against.SEATED).judged
    assert len({each.move for each in judged}) == len(judged)
    for each in judged:
        seat, text = moves[each.move - 1]
        assert seat == each.seat
        if each.best:
            assert game.read(text).hands == each.hands
        elif each.declared.startswith("change nothing"):  # at Stop the Bus: the card that was taken goes back
            assert game.read(text).take == game.read(text).put
        else:
            assert set(text.split()) <= set(each.declared.translate(PLAIN).split())


@pytest.mark.parametrize("name", REVIEWED)
def test_a_record_that_begins_in_the_middle_is_reviewed_from_there(name: str) -> None:
    """Its decisions are judged as they are in the whole game; a deal that had begun brings what it brings from there on."""
    game, whole = find(name).make(), record(name, best(name))
    moves = list(replay(game, whole))
    seats = [move for move in moves if move.seat != NATURE and view(move.before, None).public.deal == 1]
    fresh = [move for move in seats[1:] if not moves[move.number - 2].done.gathered]  # type: ignore[union-attr]  # all are allowed
    cut = fresh[len(fresh) // 2].number if fresh else seats[0].number
    rest = Record(
        prial=1,
        game=name,
        seats=whole.seats,
        start=write_state(moves[cut - 1].before),
        moves=whole.moves[cut - 1 :],
        notes=whole.notes,
    )
    later = review(game, rest, seat=ME, worlds=WORLDS).judged
    wanted = [each for each in found(name, best(name), Against.SEATED).judged if each.move >= cut]
    assert later
    assert [replace(each, move=each.move + cut - 1, points=0) for each in later] == [replace(each, points=0) for each in wanted]


@pytest.mark.parametrize("name", REVIEWED)
def test_against_the_strongest_the_same_answers_are_worth_something_else(name: str) -> None:
    other = {"crash": "greedy"}.get(name, "novice")
    seated, strongest = (found(name, other, against, 20 if name == "stop_the_bus" else WORLDS) for against in Against)
    assert [each.declared for each in seated.judged] == [each.declared for each in strongest.judged]
    assert [(each.worth, each.best_worth) for each in seated.judged] != [
        (each.worth, each.best_worth) for each in strongest.judged
    ]
    assert seated.against
    assert strongest.against
    assert seated.against != strongest.against


@pytest.mark.parametrize("name", REVIEWED)
def test_where_the_strongest_sat_there_both_say_the_same(name: str) -> None:
    seated, strongest = (found(name, best(name), against) for against in Against)
    assert seated == strongest


@pytest.mark.parametrize("name", REVIEWED)
def test_a_record_that_names_no_bots_is_judged_as_if_the_strongest_had_sat_there(name: str) -> None:
    unnamed = replace(record(name, best(name)), notes={})
    assert review(find(name).make(), unnamed, seat=ME, worlds=WORLDS) == found(name, best(name), Against.SEATED)


@pytest.mark.parametrize(
    ("name", "bots"),
    [  # notes are read without asking the game: each game and each note once, and all pairs in `make soak`
        pytest.param(name, bots, marks=[pytest.mark.soak] * (number % len(ODD) != other))
        for number, name in enumerate(REVIEWED)
        for other, bots in enumerate(ODD)
    ],
)
def test_notes_that_name_no_such_bot_say_nothing(name: str, bots: object) -> None:
    odd = replace(record(name, best(name)), notes={"bots": bots})
    assert review(find(name).make(), odd, seat=ME, worlds=WORLDS) == found(name, best(name), Against.SEATED)
