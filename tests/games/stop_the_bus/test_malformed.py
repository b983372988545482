"""Everything that isn't an action is refused in a sentence and changes nothing: bots and clients may send anything."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.core.game import view
from prial.core.step import step
from prial.errors import ActionError, Refusal
from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus.rules import SCHEMA
from prial.games.stop_the_bus.state import Action, Call, Take, TakeAll, read_action, write_action
from tests.games.stop_the_bus.table import Playing

NO_ACTIONS: list[Any] = [None, {}, [], (), "take all", "take 2c put 9h", b"x", 1, True, object(), Take]
NO_CARDS: list[Any] = [None, -1, 52, 10**30, 1.0, True, "2c", (1,), [1]]
NO_TAKES: list[Any] = [*(Take(card, 3) for card in NO_CARDS), *(Take(0, card) for card in NO_CARDS)]
NO_TAKES += [Take(0, 3, stop=None), Take(0, 3, stop=1), TakeAll(stop="yes"), TakeAll(stop=None)]  # type: ignore[arg-type]


@pytest.mark.parametrize("action", NO_ACTIONS + NO_TAKES, ids=range(len(NO_ACTIONS + NO_TAKES)))
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_is_no_action_is_refused(seat: int, action: Any) -> None:
    """For the seat in turn, the seat that may still call, and a seat that may do nothing."""
    t = Playing("pub", players=3, first_call="any_turn").deal("3h4h5h", middle="2c2d2h").do("take 2c put 3h")
    refused = step(t.game, t.state, {}, seat, action)
    assert isinstance(refused, Refusal)
    assert str(refused).endswith(".")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("take 2c put 9h", Take(0, 30)),
        ("TAKE 2C PUT 9H", Take(0, 30)),
        ("  take  2c   put  9h ", Take(0, 30)),
        ("take 2♣ put 9♥", Take(0, 30)),
        ("take 10d, put 9h", Take(33, 30)),
        ("take 2c and put 9h", Take(0, 30)),
        ("take 2c put 9h stop the bus", Take(0, 30, stop=True)),
        ("take 2c put 9h, stop the bus", Take(0, 30, stop=True)),
        ("take 2c put 9h. Stop the bus!", Take(0, 30, stop=True)),
        ("take all", TakeAll()),
        ("take all three", TakeAll()),
        ("Take all, stop the bus!", TakeAll(stop=True)),
        ("stop the bus", Call()),
        ("Stop the bus!", Call()),
        ("stop_the_bus", Call()),
        ("stop", Call()),
    ],
)
def test_actions_as_people_write_them(text: str, action: Action) -> None:
    assert read_action(text) == action
    assert read_action(write_action(action)) == action


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "is not an action"),
        ("pass", "is not an action"),
        ("take 2c", "is not an action"),
        ("put 9h", "is not an action"),
        ("take put 9h", "is not an action"),
        ("take 2x put 9h", "'2x' at position 1 is not a card"),
        ("take 2c put 9", "is not a card"),
        ("take 2c3c put 9h", "'2c3c' isn't one card"),
        ("take 2c put 9h9s", "'9h9s' isn't one card"),
        ("take 2c put", "is not an action"),
        ("don't stop the bus", "is not an action"),
        ("stop the bus take 2c put 9h", "is not an action"),
    ],
)
def test_what_is_no_action_s_text_is_refused_in_a_sentence(text: str, part: str) -> None:
    with pytest.raises(ActionError) as refused:
        read_action(text)
    assert part in str(refused.value)
    assert str(refused.value).endswith(".")


CARD = st.integers(0, 51)
ACTIONS = st.builds(Take, CARD, CARD, st.booleans()) | st.builds(TakeAll, st.booleans()) | st.just(Call())


@given(ACTIONS)
def test_what_is_written_is_read_back(action: Action) -> None:
    assert read_action(write_action(action)) == action


@given(st.text() | st.lists(st.sampled_from(["take", "put", "all", "stop", "the", "bus", "2c", "9h", ",", "!"])).map(" ".join))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = read_action(text)
    except ActionError as error:
        assert str(error)  # noqa: PT017  # any text may be either
    else:
        assert read_action(write_action(action)) == action


def test_a_spectator_is_offered_nothing() -> None:
    t = Playing(players=2).deal()
    choices = t.game.choices(view(t.state, None))
    assert (choices.count(), [*choices]) == (0, [])
    assert isinstance(choices.why_not(Call()), Refusal)


@pytest.mark.parametrize("outcome", [None, 7, -1, "1", True, (), ((1, 2, 3),)])
def test_what_is_no_dealer_is_refused(outcome: Any) -> None:
    game = BusGame(SCHEMA.make({"players": 2}))
    assert isinstance(step(game, game.start(), {}, -1, outcome), Refusal)
