"""`step`, through which every move goes: who may move when, what waits for other seats, and who sees and hears what."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from prial.cards import parse
from prial.core.game import BACK, EVERYBODY, NATURE, Choices, Decision, State, Told, View, view
from prial.core.step import Locked, Step, step, take_back
from prial.errors import Refusal, refuse
from prial.games.crash import CrashGame
from prial.games.crash.actions import Lay, Word
from prial.games.crash.rules import SCHEMA
from prial.games.crash.state import Table
from tests.meanwhile import Act, LooksAtOnce, Meanwhile

GAME = CrashGame(SCHEMA.make({"players": 2, "cards": 9}))
HANDS = (parse("As Ah Ad Ks Kh Kd 9c 9d 2h"), parse("Qs Qh Qd Js Jh Jd 8c 8d 3h"))


def lay(text: str) -> Lay:
    action = GAME.read(f"lay {text}")
    assert isinstance(action, Lay)
    return action


FIRST, SECOND = lay("AsAhAd KsKhKd 9c9d2h"), lay("QsQhQd JsJhJd 8c8d3h")


def dealt() -> State[Table]:
    """Seat 0 deals; both players have nine cards to arrange."""
    state = did(step(GAME, GAME.start(), {}, NATURE, 0)).state
    return did(step(GAME, state, {}, NATURE, tuple(tuple(sorted(hand, reverse=True)) for hand in HANDS))).state


def did(done: Step[Any, Any] | Refusal) -> Step[Any, Any]:
    assert isinstance(done, Step), str(done)
    return done


def refused(*args: Any) -> str:
    done = step(GAME, *args)
    assert isinstance(done, Refusal)
    return str(done)


def test_nothing_takes_effect_before_the_last_has_decided() -> None:
    state = dealt()
    done = did(step(GAME, state, {}, 1, SECOND, "1.arrange"))
    assert done.state is state
    assert done.gathered == {1: SECOND}
    assert done.told == (Told(Locked(1)),)
    both = did(step(GAME, state, done.gathered, 0, FIRST))
    assert both.gathered == {}
    assert both.state.public.scores == (4, 0)


def test_who_locks_first_shows_in_nothing() -> None:
    state = dealt()
    one = did(step(GAME, state, {0: FIRST}, 1, SECOND))
    other = did(step(GAME, state, {1: SECOND}, 0, FIRST))
    assert one.state == other.state
    assert one.told == other.told


def test_a_move_out_of_turn_is_refused() -> None:
    start, state = GAME.start(), dealt()
    assert refused(start, {}, 0, FIRST) == "It is nature's turn, not a player's: something is dealt or drawn now."
    assert refused(state, {}, NATURE, 0) == "It is a player's turn, not nature's: nothing is dealt or drawn now."
    assert refused(state, {}, 2, FIRST) == "Seat 2 has nothing to decide now: it's up to seat 0 and seat 1."
    assert refused(state, {0: FIRST}, 0, FIRST) == "Seat 0 has decided already."
    assert refused(state, {}, 0, FIRST, "0.arrange") == "That comes too late: the table has gone on since."
    assert refused(state, {}, 0, SECOND) == "Qs isn't in your hand."
    assert refused(start, {}, NATURE, 2) == "2 can't be picked: it takes a whole number from 0 to 1."


def test_a_move_after_the_end_is_refused() -> None:
    state = dealt()
    for _ in range(2):
        state = did(step(GAME, state, {0: FIRST}, 1, SECOND)).state
        node = GAME.node(state)
        if not isinstance(node, Decision) and state.public.last is not None and state.public.last.over:
            break
        state = did(step(GAME, state, {}, NATURE, tuple(tuple(sorted(hand, reverse=True)) for hand in HANDS))).state
    assert refused(state, {}, 0, FIRST) == "The game is over."
    assert refused(state, {}, NATURE, 0) == "The game is over."


def test_a_word_that_is_not_asked_for_is_refused_with_what_is() -> None:
    assert refused(dealt(), {}, 0, Word.SWAP) == "You can't swap now; you can lay your hands."


MASKS = st.lists(st.sampled_from([0, 1, 2, 3, 4, 7, EVERYBODY]), min_size=1, max_size=5)


@given(MASKS)
def test_a_view_holds_the_faces_that_its_seat_has_seen_and_no_others(seen: list[int]) -> None:
    piles = tuple([(3 * at + 2, 3 * at + 1) for at in range(len(seen))])
    state = State("public", piles, tuple(seen))
    for seat in (None, 0, 1, 2):
        mine: View[str] = view(state, seat)
        assert (mine.seat, mine.public) == (seat, "public")
        for shown, faces, mask in zip(mine.piles, piles, seen, strict=True):
            known = mask == EVERYBODY or (seat is not None and bool(mask >> seat & 1))
            assert shown == (faces if known else (BACK, BACK))


@given(MASKS)
def test_an_event_is_heard_by_those_it_is_told_to(masks: list[int]) -> None:
    for mask in masks:
        told = Told(Locked(0), mask)
        assert told.heard_by(None) == (mask == EVERYBODY)
        assert [told.heard_by(seat) for seat in range(3)] == [bool(mask >> seat & 1) for seat in range(3)]


def test_equal_views_hash_alike_and_different_seats_differ() -> None:
    one, two = dealt(), dealt()
    assert view(one, 0) == view(two, 0)
    assert hash(view(one, 0)) == hash(view(two, 0))
    assert len({view(one, 0), view(two, 0), view(one, 1), view(one, None)}) == 3


def test_an_event_names_players_not_seats() -> None:
    assert Locked(1).say(["Ann", "Ben"]) == "Ben has locked in."


@pytest.mark.parametrize("seat", [0, 1])
def test_a_refusal_leaves_what_was_gathered_alone(seat: int) -> None:
    state, gathered = dealt(), {1 - seat: (SECOND, FIRST)[seat]}
    before = dict(gathered)
    assert isinstance(step(GAME, state, gathered, seat, Word.SWAP), Refusal)
    assert gathered == before


MEANWHILE = Meanwhile()


def betting() -> State[Any]:
    """Seat 0 deals; seats 1 and 2 bet, and seat 0 may look or raise meanwhile."""
    return did(step(MEANWHILE, MEANWHILE.start(), {}, NATURE, (parse("9h"), parse("As"), parse("2c")))).state


def bet(state: State[Any], gathered: Any, seat: int, action: Act, key: str | None = "0.bet") -> Step[Any, Any]:
    return did(step(MEANWHILE, state, gathered, seat, action, key))


def test_what_is_done_meanwhile_takes_effect_at_once_and_leaves_the_decision_as_it_is() -> None:
    state = betting()
    assert MEANWHILE.node(state) == Decision("0.bet", (1, 2), also=(0,))
    one = bet(state, {}, 2, Act.BET_1)
    looked = bet(state, one.gathered, 0, Act.LOOK)
    assert looked.gathered == {2: Act.BET_1}
    assert looked.state != state
    assert looked.moves == {0: Act.LOOK}
    assert [told.event.say(["Ann", "Ben", "Cat"]) for told in looked.told] == ["Ann: look.", "Ann looks at 9h."]
    assert [told.heard_by(1) for told in looked.told] == [True, False]
    assert view(looked.state, 0).piles[0] == parse("9h")
    assert view(looked.state, 1).piles[0] == (BACK,)
    raised = bet(looked.state, looked.gathered, 0, Act.RAISE)
    assert MEANWHILE.node(raised.state) == Decision("0.bet", (1, 2))
    both = bet(raised.state, raised.gathered, 1, Act.BET_3)
    assert both.gathered == {}
    assert both.moves == {1: Act.BET_3, 2: Act.BET_1}
    assert both.state.public.bets == (3, 1)


def test_who_may_act_meanwhile_is_refused_what_it_may_not() -> None:
    def why(state: State[Any], gathered: Any, seat: int, action: Any, key: str | None = None) -> str:
        done = step(MEANWHILE, state, gathered, seat, action, key)
        assert isinstance(done, Refusal)
        return str(done)

    state = betting()
    assert why(state, {}, 0, Act.BET_1) == "bet 1 isn't possible now."
    assert why(state, {}, 1, Act.LOOK) == "look isn't possible now."  # a seat that decides can't also act meanwhile
    assert why(state, {}, 0, Act.LOOK, "0.turn") == "That comes too late: the table has gone on since."
    state = bet(bet(state, {}, 0, Act.LOOK).state, {}, 0, Act.RAISE).state
    assert why(state, {}, 0, Act.LOOK) == "Seat 0 has nothing to decide now: it's up to seat 1 and seat 2."
    assert str(take_back(MEANWHILE, state, {2: Act.BET_1}, 0)) == "Seat 0 has nothing to take back."


def test_what_waits_can_be_taken_back_after_somebody_acted_meanwhile() -> None:
    state = betting()
    one = bet(state, {}, 1, Act.BET_2)
    raised = bet(one.state, one.gathered, 0, Act.RAISE)
    left = take_back(MEANWHILE, raised.state, raised.gathered, 1, "0.bet")
    assert left == {}
    assert bet(raised.state, left, 1, Act.BET_3).gathered == {1: Act.BET_3}


def test_a_seat_that_decides_does_nothing_meanwhile_though_it_is_named_there_too() -> None:
    class Both(Meanwhile):
        def node(self, state: State[Any]) -> Any:
            node = super().node(state)
            return replace(node, also=(0, 1, 2)) if isinstance(node, Decision) else node

    done = did(step(Both(), betting(), {}, 1, Act.BET_1))
    assert done.gathered == {1: Act.BET_1}
    assert done.moves is None
    assert str(step(Both(), betting(), done.gathered, 1, Act.BET_2)) == "Seat 1 has decided already."


def test_what_a_seat_that_decides_does_at_once_is_no_answer() -> None:
    table, state = LooksAtOnce(), betting()
    first = did(step(table, state, {}, 1, Act.BET_1))
    looked = did(step(table, first.state, first.gathered, 2, Act.LOOK, "0.bet"))
    assert (looked.meanwhile, looked.moves, looked.gathered) == (True, {2: Act.LOOK}, {1: Act.BET_1})
    assert looked.state.public.open == (2,)
    assert table.node(looked.state) == Decision("0.bet", (1, 2), also=(0,))
    assert isinstance(step(table, looked.state, looked.gathered, 2, Act.LOOK), Refusal)
    assert str(step(table, looked.state, looked.gathered, 1, Act.LOOK)) == "Seat 1 has decided already."
    done = did(step(table, looked.state, looked.gathered, 2, Act.BET_2))
    assert (done.meanwhile, done.moves) == (False, {1: Act.BET_1, 2: Act.BET_2})


class Upto(Choices[int]):
    """Whole numbers from 1 to a limit."""

    def __init__(self, most: int) -> None:
        self.most, self.made = most, 0

    def why_not(self, action: int) -> Refusal | None:
        return None if 1 <= action <= self.most else refuse("step.over")

    def __iter__(self) -> Iterator[int]:
        for number in range(1, self.most + 1):
            self.made += 1
            yield number

    def count(self) -> int:
        return self.most

    def sample(self, rng: Random) -> int:
        return rng.randint(1, self.most)


def test_choices_are_asked_with_in_and_true_and_look_like_what_they_are() -> None:
    choices = Upto(10**9)
    assert 7 in choices
    assert 0 not in choices
    assert choices
    assert repr(choices) == "<Upto: 1, 2, 3, …>"
    assert choices.made == 5  # one to see whether there are any, four to show; a thousand million aren't listed
    assert not Upto(0)
    assert repr(Upto(0)) == "<Upto: nothing>"
    assert repr(Upto(2)) == "<Upto: 1, 2>"
