"""Everything that isn't an action is refused in a sentence and changes nothing: bots and clients may send anything."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prial.cards import PACK
from prial.core.game import NATURE, view
from prial.core.step import Step, step
from prial.errors import ActionError, Refusal
from prial.games.xap_xam import XapXamGame
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import SCHEMA
from prial.games.xap_xam.state import Lay, read_action, write_action
from tests.games.xap_xam.table import Playing

HAND = "AsAhAdAcKs Qh9d8c6s5h 4d3c2s"
ROWS = ((51, 50, 49, 48, 47), (42, 29, 24, 19, 14), (9, 4, 3))
"""The same cards as numbers."""

NO_ACTIONS: list[Any] = [None, {}, [], (), "lay " + HAND, b"x", 1, True, object(), Lay]
NO_HANDS: list[Any] = [None, 5, [], (), HAND, ROWS[:2], (*ROWS, ()), [*ROWS], tuple(map(list, ROWS)), tuple(map(set, ROWS))]
NO_HANDS += [(ROWS[0], ROWS[1], each) for each in ((9, 4), (9, 4, 3.0), (9, 4, None), (9, 4, True), (9, 4, 99), (9, 4, -1))]
NO_HANDS += [(ROWS[0], ROWS[1], (9, 4, 10**30)), (ROWS[0], ROWS[1], (9, 4, 4)), (ROWS[0], ROWS[0], ROWS[2]), sum(ROWS, ())]
NO_LAYS: list[Any] = [*map(Lay, NO_HANDS)]
NO_LAYS += [Lay(ROWS, each) for each in ("four_of_a_kind", "", 0, True, (), [Instant.FOUR_OF_A_KIND])]  # type: ignore[arg-type]
NO_LAYS += [Lay(ROWS, Instant.WHOLE_DRAGON)]


@pytest.mark.parametrize("action", NO_ACTIONS + NO_LAYS, ids=range(len(NO_ACTIONS + NO_LAYS)))
def test_what_is_no_action_is_refused(action: Any) -> None:
    t = Playing(players=2).deal(HAND)
    for seat in (0, 1):
        refused = step(t.game, t.state, {}, seat, action)
        assert isinstance(refused, Refusal)
        assert str(refused).endswith(".")
    assert isinstance(step(t.game, t.state, {}, 0, Lay(ROWS)), Step), "which is one"


@pytest.mark.parametrize("action", NO_ACTIONS + NO_LAYS + [Lay(ROWS)], ids=range(len(NO_ACTIONS + NO_LAYS) + 1))
def test_nothing_is_an_action_before_the_cards_are_dealt_or_of_a_spectator(action: Any) -> None:
    before, dealt = Playing(players=2), Playing(players=2).deal(HAND)
    for choices in (before.game.choices(view(before.state, 0)), dealt.game.choices(view(dealt.state, None))):
        assert (choices.count(), [*choices]) == (0, [])
        assert str(choices.why_not(action)).endswith(".")


@pytest.mark.parametrize("seat", [True, 1.0, "1", None, (1,), 2, -2])
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    t = Playing(players=2).deal(HAND)
    assert isinstance(step(t.game, t.state, {}, seat, Lay(ROWS)), Refusal)


@pytest.mark.parametrize(
    "pile",
    [[*range(13)], (1.0,) * 13, ([],) * 13, (None,) * 13, (True,) * 13, "AsKsQs", (), tuple(range(12)), tuple(range(40, 53))],
)
def test_what_is_no_deal_is_refused(pile: Any) -> None:
    t = Playing(players=2)
    assert isinstance(step(t.game, t.state, {}, NATURE, (pile, tuple(range(25, 12, -1)))), Refusal)


@pytest.mark.parametrize("outcome", [None, 7, -1, "1", True, (), ((1, 2, 3),)])
def test_what_is_no_dealer_is_refused(outcome: Any) -> None:
    game = XapXamGame(SCHEMA.make({"players": 2}))
    assert isinstance(step(game, game.start(), {}, NATURE, outcome), Refusal)


@pytest.mark.parametrize(
    ("text", "declared"),
    [
        (f"lay {HAND}", None),
        (f"LAY {HAND.lower()}", None),
        (f"  lay   {HAND} ", None),
        ("lay " + HAND.replace(" ", ", "), None),
        ("lay " + HAND.replace(" ", " / "), None),
        ("lay " + HAND.replace(" ", " | "), None),
        ("lay As Ah Ad Ac Ks Qh 9d 8c 6s 5h 4d 3c 2s", None),
        ("lay " + HAND.replace("s", "♠").replace("h", "♥"), None),
        (f"lay {HAND} four_of_a_kind", Instant.FOUR_OF_A_KIND),
        (f"lay {HAND} Four of a Kind ", Instant.FOUR_OF_A_KIND),
        (f"lay {HAND} FOUR-OF-A-KIND", Instant.FOUR_OF_A_KIND),
        (f"lay {HAND}  six pairs", Instant.SIX_PAIRS),
    ],
)
def test_actions_as_people_write_them(text: str, declared: Instant | None) -> None:
    action = read_action(text)
    assert action == Lay(ROWS, declared)
    assert read_action(write_action(action)) == action


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "is not an action"),
        ("pass", "is not an action"),
        (HAND, "is not an action"),
        ("four_of_a_kind", "is not an action"),
        ("lay AsAx", "'Ax' at position 3 is not a card"),
        ("lay AsAhAdAcKs Qh9d8c6s5h 4d3cAs", "As"),
        (f"lay {HAND} royal flush", "is not a card"),
        (f"lay {HAND} six_pairs six_pairs", "is not a card"),
        (f"lay four_of_a_kind {HAND}", "is not a card"),
    ],
)
def test_what_is_no_actions_text_is_refused_in_a_sentence(text: str, part: str) -> None:
    with pytest.raises(ActionError) as refused:
        read_action(text)
    assert part in str(refused.value)
    assert str(refused.value).endswith(".")


LAYS = st.builds(
    lambda pack, what: Lay((tuple(pack[:5]), tuple(pack[5:10]), tuple(pack[10:13])), what),
    st.permutations(PACK),
    st.none() | st.sampled_from(Instant),
)


@given(LAYS)
def test_what_is_written_is_read_back(action: Lay) -> None:
    assert read_action(write_action(action)) == action


WORDS = ["lay", "AsKsQsJsTs", "As", "9h8h7h6h5h", "4d3d2d", "six_pairs", "six", "pairs", ",", "/", "4d3d"]


@given(st.text() | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = read_action(text)
    except ActionError as error:
        assert str(error).endswith(".")  # noqa: PT017  # any text may be either
    else:
        assert read_action(write_action(action)) == action
