"""Everything that isn't an action is refused in a sentence and changes nothing: bots and clients may send anything."""

from typing import Any

import pytest

from prial.core.game import NATURE
from prial.core.step import Step, step
from prial.errors import ActionError, Refusal
from prial.games.brag.actions import Bet, Choose, Discard, Keep, Look, Word, read_action, write_action
from tests.games.brag.table import Playing


def anything(*values: Any) -> tuple[Any, ...]:
    """Values that a type checker would refuse."""
    return values


NO_ACTIONS: list[Any] = [None, {}, [], (), "fold", "bet 2", b"x", 1, True, 2.0, object(), Bet, Word]
NO_BETS: list[Any] = [Bet(value) for value in anything(None, "2", 2.0, True, [2], -1, 0, 10**30, float("nan"), float("inf"))]
NO_LOOKS: list[Any] = [Look(value) for value in anything(None, True, 1.0, "1", 0, -1, 3, [1], 10**30)]
NO_KEEPS: list[Any] = [Keep(value) for value in anything(None, True, 1.0, False, "1", -1, 3, [1], 10**30)]
NO_DISCARDS: list[Any] = [
    Discard(value) for value in anything(None, (), [1], "As", (None,), (True,), (52,), (-1,), (1.0,), ((1,),), (10**30,))
]
CHOICES: list[tuple[Any, Any, Any]] = [
    (3, "twos", None),
    (3, "twos", 1),
    (3.0, "twos", True),
    ("3", "twos", True),
    (3, None, True),
]
CHOICES += [(3, ["twos"], True), (None, None, None), (6, "", True), (3, "a" * 10_000, False)]
NO_CHOICES: list[Any] = [Choose(*values) for values in CHOICES]

ALL: list[Any] = NO_ACTIONS + NO_BETS + NO_LOOKS + NO_KEEPS + NO_DISCARDS + NO_CHOICES


def at(phase: str) -> Playing:
    """Two players at some point of a game with four cards; seat 0 decides wherever that is possible."""
    given: dict[str, Any] = {"short": "opponent_chooses", "dealers_choice": "on", "cards": 4}
    t = Playing(players=3 if phase == "consent" else 2, stacks=(50, 4, 50)[: 3 if phase == "consent" else 2], **given)
    if phase in ("deal", "choose"):
        for _ in range(3 if phase == "choose" else 0):
            t.deal()
            t.turns("fold")
            t.all("play")
        return t
    t.deal("AsAhAd2c", "KsKhKd3c")
    match phase:
        case "discard":
            t.turns("look")
        case "consent":
            t.turns("bet 1", "bet 1", "propose")
        case "lend":
            t.turns("bet 4", "bet 4")
        case "keep":
            t.turns("bet 1", "fold")
        case "next":
            t.turns("fold")
        case "looked":
            t.turns("bet 1", "fold", "keep 1")
            t.next()
            t.turns("bet 1", "look 1")
    return t


PHASES = ["bet", "discard", "consent", "lend", "keep", "next", "looked", "choose", "deal"]


@pytest.mark.parametrize("phase", PHASES)
def test_what_is_no_action_is_refused(phase: str) -> None:
    t = at(phase)
    assert t.phase == {"discard": "bet"}.get(phase, phase)
    for seat in range(t.rules.players):
        for action in ALL:
            refused = step(t.game, t.state, t.gathered, seat, action)
            assert isinstance(refused, Refusal), action
            assert str(refused).endswith("."), str(refused)
            assert len(str(refused)) < 400


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seat", [True, 1.0, "1", None, (1,), -2, 9])
def test_what_is_no_seat_is_refused(phase: str, seat: Any) -> None:
    t = at(phase)
    assert isinstance(step(t.game, t.state, {}, seat, Word.FOLD), Refusal)


@pytest.mark.parametrize("pile", [[1], (1.0,), ([],), (None,), (True,), "As", (1, 2), ()])
def test_what_is_no_deal_is_refused(pile: Any) -> None:
    t = Playing(players=2)
    good = tuple((card,) for card in range(6))
    assert isinstance(step(t.game, t.state, {}, NATURE, good), Step)
    assert isinstance(step(t.game, t.state, {}, NATURE, (pile, *good[1:])), Refusal)
    assert isinstance(step(t.game, t.state, {}, NATURE, (good[1], *good[1:])), Refusal)
    assert isinstance(step(t.game, t.state, {}, NATURE, good[1:]), Refusal)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("BET 4", Bet(4)),
        ("  bet\t4 ", Bet(4)),
        ("bet 004", Bet(4)),
        ("cover 3", Bet(3, cover=True)),
        ("sit-out", Word.SIT_OUT),
        ("Sit Out", Word.SIT_OUT),
        ("sit_out", Word.SIT_OUT),
        ("LOOK", Look(1)),
        ("look 2", Look(2)),
        ("keep NONE", Keep(0)),
        ("keep 2", Keep(2)),
        ("discard 2c", Discard((0,))),
        ("DISCARD  10♠ 2♣", Discard((35, 0))),
        ("discard 2♣\ufe0f", Discard((0,))),
        ("choose 4 cards, nothing wild, blind", Choose(4, "", True)),
        ("choose 4 cards, none, no blind", Choose(4, "", False)),
        ("Choose 3 Cards,Twos Wild,No Blind", Choose(3, "twos", False)),
        ("choose 5 cards, deuces wild, blind", Choose(5, "twos", True)),
        ("choose 3 cards, A, J, 9s wild, blind", Choose(3, "braggers", True)),
        ("choose 3 cards, Js Jh wild, blind", Choose(3, "one-eyed jacks", True)),
    ],
)
def test_an_action_may_be_written_as_people_write(text: str, action: Any) -> None:
    assert read_action(text) == action
    assert read_action(write_action(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "bet", "bet two", "bet -4", "bet +4", "bet 4.0", "bet 4 4", "bet 1234567890", "bet ٤", "bet ４", "bet 4\x00"),
        *(
            "look 0",
            "look 3",
            "look ２",
            "keep",
            "keep 1 2",
            "keep all",
            "discard",
            "discard 2x",
            "discard 2c2c",
            "see me",
            "fo ld",
        ),
        *("choose", "choose 4 cards", "choose 4 cards, unicorns wild, blind", "choose x cards, twos wild, blind"),
        *("choose 4 cards, twos wild", "ﬁold", "ＦＯＬＤ", "fold\ud800", "\u202edlof", "bet 4" * 1000, "discard " + "2c" * 999),
    ],
    ids=repr,
)
def test_text_that_is_no_action_raises_one_error(text: str) -> None:
    with pytest.raises(ActionError) as error:
        read_action(text)
    assert 0 < len(str(error.value)) < 500


def test_every_action_that_is_offered_is_read_back_from_its_text() -> None:
    for phase in PHASES[:-1]:
        t = at(phase)
        for seat in (*t.seats, *t.also):
            for action in t.choices(seat):
                assert read_action(write_action(action)) == action
                assert read_action(f"  {write_action(action).upper()} ") == action
