"""Everything that isn't an action is refused in a sentence and changes nothing: bots and clients may send anything."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.core.game import NATURE, view
from prial.core.step import step
from prial.errors import ActionError, Refusal
from prial.games.brag_poker import BragPokerGame, Change, Word
from prial.games.brag_poker.actions import read_action, write_action
from tests.games.brag_poker.table import Playing

NO_ACTIONS: list[Any] = [None, {}, [], (), "fold", "change none", b"x", 1, True, 2.0, object(), Change, Word]
NO_CARDS: list[Any] = [
    None,
    (None,),
    (True,),
    (1.0,),
    (52,),
    (-1,),
    (10**30,),
    ("As",),
    ((1,),),
    [1],
    "As",
    51,
    (51, 51),
    (51,) * 4,
]
NO_NUMBERS: list[Any] = [None, True, 1.0, "1", -1, 4, 10**30, (1,)]
NO_CHANGES: list[Any] = [
    *map(Change, NO_CARDS),
    *(Change(unseen=value) for value in NO_NUMBERS),
    Change((51,), 1),
    Change((), False),
]
ALL: list[Any] = NO_ACTIONS + NO_CHANGES


def at(phase: str) -> Playing:
    """A table of three at some point of a deal."""
    t = Playing(players=3, preset="unseen" if phase == "unseen" else "online")
    match phase:
        case "looked":
            t.do("look")
        case "unseen":
            t.do("call", "call", "check")
        case "change":
            t.do("call", "look", "call", "look", "check")
        case "draw":
            t.do("call", "look", "call", "check", "change Ks")
        case "next":
            t.do("fold", "fold")
        case "over":
            t = Playing(players=3, length=1).do("fold", "fold")
    return t


@pytest.mark.parametrize("phase", ["bet", "looked", "change", "unseen", "draw", "next", "over"])
def test_what_is_no_action_is_refused(phase: str) -> None:
    t = at(phase)
    for seat in range(3):
        for action in ALL:
            refused = step(t.game, t.state, t.gathered, seat, action)
            assert isinstance(refused, Refusal), action
            assert str(refused).endswith("."), str(refused)
            assert len(str(refused)) < 400


@pytest.mark.parametrize(
    "outcome", [None, 7, -1, "1", True, (), ((1, 2, 3),), (1,) * 9, ((1,),) * 9, (("As",),) * 9, ((99,),) * 9]
)
@pytest.mark.parametrize("phase", ["dealer", "deal", "draw"])
def test_what_is_no_outcome_is_refused(phase: str, outcome: Any) -> None:
    t = at("draw" if phase == "draw" else "next")
    if phase == "deal":
        t.all("play")
    state = BragPokerGame(t.rules).start() if phase == "dealer" else t.state
    assert isinstance(step(t.game, state, {}, NATURE, outcome), Refusal)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("look", Word.LOOK),
        (" RAISE ", Word.RAISE),
        ("sit out", Word.SIT_OUT),
        ("sit_out", Word.SIT_OUT),
        ("Sit-Out", Word.SIT_OUT),
        ("change none", Change()),
        ("change  0", Change()),
        ("change 2", Change(unseen=2)),
        ("Change Kd 2c", Change((45, 0))),
        ("change 2cKd", Change((45, 0))),
        ("change K♦, 2♣", Change((45, 0))),
    ],
)
def test_actions_as_people_write_them(text: str, action: Word | Change) -> None:
    assert read_action(text) == action
    assert read_action(write_action(action)) == action


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "is not an action of Brag Poker"),
        ("bet", "is not an action of Brag Poker"),
        ("bet 4", "is not an action of Brag Poker"),
        ("change", "is not an action of Brag Poker"),
        ("change -1", "not a card"),
        ("change 2x", "not a card"),
        ("change As As", "twice"),
        ("raise 4", "is not an action of Brag Poker"),
    ],
)
def test_what_is_no_action_s_text_is_refused_in_a_sentence(text: str, part: str) -> None:
    with pytest.raises(ActionError) as refused:
        read_action(text)
    assert part in str(refused.value)
    assert str(refused.value).endswith(".")


CHANGES = st.builds(
    lambda cards: Change(tuple(sorted(cards, reverse=True))), st.sets(st.integers(0, 51), min_size=1, max_size=3)
) | st.builds(Change, unseen=st.integers(0, 99))


@given(st.sampled_from(Word) | CHANGES)
def test_what_is_written_is_read_back(action: Word | Change) -> None:
    assert read_action(write_action(action)) == action


@given(st.text() | st.lists(st.sampled_from(["change", "none", "2", "Kd", "2c", "look", "sit", "out", ",", "-"])).map(" ".join))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = read_action(text)
    except ActionError as error:
        assert str(error).endswith(".")  # noqa: PT017  # any text may be either
    else:
        assert read_action(write_action(action)) == action


def test_whoever_has_nothing_to_decide_is_offered_nothing() -> None:
    t = Playing(players=3)
    choices = t.game.choices(view(t.state, 1))
    assert (choices.count(), [*choices]) == (0, [])
    assert str(choices.why_not(Word.CALL)) == "You have nothing to decide now."
