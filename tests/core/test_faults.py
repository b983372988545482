"""What `faults` says of a state that somebody changed by hand, in the middle of a deal of each game."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from prial.core.game import State
from prial.core.given import faults
from prial.core.registry import find
from prial.core.session import Session
from prial.errors import RulesError
from prial.study.worlds import worlds

RULES: dict[str, dict[str, Any]] = {
    "brag": {"players": 3},
    "brag_poker": {"players": 3},
    "stop_the_bus": {"players": 3},
    "crash": {"players": 3},
    "xap_xam": {"players": 3},
}


def dealt(name: str) -> Session[Any, Any]:
    """A game in which the cards are dealt and nobody has decided yet. Seat 0 deals, so that the turn is seat 1's."""
    return Session(find(name).make({**RULES[name], "first_dealer": "named", "named_dealer": 1}), seed=5)


def at(name: str, phase: str) -> Session[Any, Any]:
    """A game that was played at random up to a phase."""
    game, rng = dealt(name), Random(2)
    while game.state.public.phase != phase:
        seat = game.waiting[0]
        game.do(seat, game.choices(seat).answer(rng))
    return game


CHANGES: list[tuple[str, str, dict[str, Any], str]] = [
    ("brag", "bet", {"chips": (-1, 200, 200)}, "chips of seat 0 is -1, and below 0"),
    ("brag", "bet", {"chips": (7, 7, 7)}, "24 chips are on the table, and 300 were bought"),
    ("brag", "bet", {"carried": -2}, "carried is -2, and below 0"),
    ("brag", "bet", {"paid": (5, 0, 0)}, "3 chips are in the pots, and 5 were put in"),
    ("brag", "bet", {"pots": ()}, "there is no pot"),
    ("brag", "bet", {"folded": (1,)}, "it is the turn of seat 1, which has folded"),
    ("brag", "bet", {"covered": (1,)}, "it is the turn of seat 1, which has covered a pot"),
    ("brag", "bet", {"folded": (1, 1)}, "folded names seat 1 twice"),
    ("brag", "bet", {"folded": (2,), "covered": (2,)}, "seat 2 has folded and covered a pot"),
    ("brag", "bet", {"turn": 3}, "turn names seat 3, and the seats are 0 to 2"),
    ("brag", "bet", {"turn": 2, "playing": (1, 0)}, "it is the turn of seat 2, which doesn't play"),
    ("brag", "bet", {"dealer": -1}, "dealer names seat -1"),
    ("brag", "bet", {"playing": (1, 2)}, "seat 0 deals, and doesn't play"),
    ("brag", "bet", {"playing": (0, 1, 2)}, "playing isn't in the order of play"),
    ("brag", "bet", {"sitting_out": (2,)}, "seat 2 both plays and sits out"),
    ("brag", "bet", {"open": (True, False)}, "open has 2 entries, and there are 3 seats"),
    ("brag", "bet", {"open": (True, False, False)}, "seat 0 is open and hasn't seen its hand"),
    ("brag", "bet", {"phase": "consent", "asked": ()}, "these seats have to decide: none"),
    ("brag", "bet", {"phase": "consent", "asked": (7,)}, "asked names seat 7"),
    ("brag", "bet", {"phase": "lend", "turn": 2}, "nobody asks for the loan"),
    ("brag", "bet", {"phase": "looked"}, "seat 1 has looked at hand 0, which it doesn't have"),
    ("brag", "bet", {"phase": "tea"}, "Invalid enum value 'tea'"),
    ("brag", "bet", {"hands": (((2, 5),), ((0, 3, 6),), ((1, 4, 7),))}, "pile 8 is neither in the pack nor in a hand"),
    ("brag", "bet", {"hands": (((2, 5, 8, 51),), ((0, 3, 6),), ((1, 4, 7),))}, "seat 0 holds 4 cards, and 3 are dealt"),
    (
        "brag",
        "bet",
        {"hands": (((2, 5, 0),), ((0, 3, 6),), ((1, 4, 7),))},
        "a hand of seat 1 has pile 0 and so has a hand",
    ),
    ("brag", "bet", {"hands": (((2, 5, 99),), ((0, 3, 6),), ((1, 4, 7),))}, "has pile 99, and the piles are 0 to 51"),
    ("brag", "bet", {"phase": "deal", "chips": (0, 97, 200)}, "seat 0 has 0 chips, and the ante is 1"),
    ("brag", "bet", {"phase": "deal", "pack": (51,)}, "is neither in the pack nor in a hand"),
    ("brag_poker", "bet", {"chips": (-9, 200, 200)}, "chips of seat 0 is -9, and below 0"),
    ("brag_poker", "bet", {"chips": (7, 7, 7)}, "chips are on the table, and 600 were bought"),
    ("brag_poker", "bet", {"folded": (0,)}, "it is the turn of seat 0, which has folded"),
    ("brag_poker", "bet", {"playing": (1, 2)}, "it is the turn of seat 0, which doesn't play"),
    ("brag_poker", "bet", {"round": 3}, "the round of betting is 3"),
    ("brag_poker", "bet", {"hands": ((0, 1), (3, 4, 5), (6, 7, 8))}, "seat 0 holds 2 cards, and 3 are dealt"),
    ("brag_poker", "bet", {"hands": ((0, 1, 3), (3, 4, 5), (6, 7, 8))}, "the hand of seat 1 has pile 3 and so has"),
    ("brag_poker", "bet", {"open": (True, True, True)}, "has looked and hasn't seen its hand"),
    ("brag_poker", "next", {"sitting_out": (1,)}, "seat 1 is asked, and sits out"),
    ("stop_the_bus", "turn", {"scores": (0, 3, 3)}, "seat 0 plays, and has no token left"),
    ("stop_the_bus", "turn", {"scores": (-1, 3, 3)}, "scores of seat 0 is -1, and below 0"),
    ("stop_the_bus", "turn", {"scores": (3, 0, 3), "playing": (0, 2)}, "it is the turn of seat 1, which is out"),
    ("stop_the_bus", "turn", {"playing": (1, 2)}, "seat 0 doesn't play, and has tokens left"),
    ("stop_the_bus", "turn", {"playing": (2, 1, 0)}, "playing isn't in order of the seats"),
    ("stop_the_bus", "turn", {"stopped": 1}, "it is the turn of seat 1, which has stopped the bus"),
    ("stop_the_bus", "turn", {"middle": (3, 4)}, "the middle isn't 3 piles with a card each"),
    ("stop_the_bus", "turn", {"middle": (3, 4, 9)}, "the middle has pile 9"),
    ("stop_the_bus", "turn", {"hands": (1, 1, 2)}, "seat 1 has pile 1 and so has seat 0"),
    ("stop_the_bus", "turn", {"hands": (2, 1, 0)}, "seat 0 hasn't seen its own hand"),
    ("stop_the_bus", "turn", {"known": ((0, 1), (), ())}, "seat 0 doesn't hold the cards that are known of it"),
    ("crash", "arrange", {"dealer": 5}, "dealer names seat 5"),
    ("crash", "arrange", {"playing": (0,)}, "seat 0 plays, and two have to"),
    ("crash", "arrange", {"playing": (1, 2)}, "seat 0 deals, and doesn't play"),
    ("crash", "arrange", {"scores": (1, 2)}, "scores has 2 entries, and there are 3 seats"),
    ("crash", "arrange", {"ledger": (5, 0, 0)}, "what the seats have won adds up to 5, and not to 0"),
    ("crash", "arrange", {"pot": -5}, "pot is -5, and below 0"),
    ("crash", "arrange", {"hands": (0, 0, 2)}, "seat 1 has pile 0 and so has seat 0"),
    ("crash", "arrange", {"hands": (-1, 1, 2)}, "seat 0 has pile -1"),
    ("xap_xam", "set", {"scores": (5, 0, 0)}, "what the seats have won adds up to 5, and not to 0"),
    ("xap_xam", "set", {"dealer": 3}, "dealer names seat 3, and the seats are 0 to 2"),
    ("xap_xam", "set", {"hands": (0, 1)}, "hands has 2 entries, and there are 3 seats"),
    ("xap_xam", "set", {"hands": (1, 0, 2)}, "seat 0 hasn't seen its own hand"),
]


@pytest.mark.parametrize(("name", "phase", "change", "says"), CHANGES)
def test_a_field_that_was_changed_by_hand_is_found(name: str, phase: str, change: dict[str, Any], says: str) -> None:
    game = at(name, phase)
    state = game.state
    assert faults(game.game, state) == ()
    wrong = replace(state, public=replace(state.public, **change))
    found = faults(game.game, wrong)
    assert says in " and ".join(found), found
    with pytest.raises(RulesError, match="The game can't begin from this state"):
        Session(game.game, start=wrong)


def piled(name: str, change: Any) -> tuple[str, ...]:
    """The faults of a state of which the piles, and who has seen them, are changed."""
    game = dealt(name)
    piles, seen = [list(pile) for pile in game.state.piles], list(game.state.seen)
    change(piles, seen)
    return faults(game.game, State(game.state.public, tuple(map(tuple, piles)), tuple(seen)))


def moved(piles: list[list[int]], _seen: list[int]) -> None:
    """Move a card from one hand to another."""
    piles[1] = sorted([*piles[1], piles[0].pop()], reverse=True)


@pytest.mark.parametrize("name", ["stop_the_bus", "crash", "xap_xam"])
def test_a_hand_with_more_or_fewer_cards_than_are_dealt_is_found(name: str) -> None:
    size = len(dealt(name).state.piles[0])
    assert piled(name, moved) == (
        f"seat 0 holds {size - 1} cards, and {size} are dealt",
        f"seat 1 holds {size + 1} cards, and {size} are dealt",
    )


@pytest.mark.parametrize("name", RULES)
def test_piles_are_in_order_and_seen_by_seats_that_there_are(name: str) -> None:
    hand = 0 if len(dealt(name).state.piles[0]) > 1 else None

    def backwards(piles: list[list[int]], _seen: list[int]) -> None:
        piles[0].reverse()

    def strangers(_piles: list[list[int]], seen: list[int]) -> None:
        seen[0] |= 1 << 3

    if hand is not None:
        assert piled(name, backwards) == ("pile 0 isn't in order, the best card first",)
    assert f"pile 0 has been seen by {dealt(name).state.seen[0] | 8}, which isn't a set of the seats 0 to 2" in piled(
        name, strangers
    )


def taken_up(piles: list[list[int]], seen: list[int]) -> None:
    """Take the face of a card of the first pile away."""
    piles[0] = [*piles[0][1:], -1]
    seen[0] = 0


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("brag", "seat 1 holds a card that isn't dealt"),
        ("brag_poker", "seat 0 holds a card that isn't dealt"),
        ("stop_the_bus", "seat 0 hasn't seen its own hand"),
    ],
)
def test_a_hand_that_isnt_dealt_is_found(name: str, says: str) -> None:
    assert says in piled(name, taken_up)


@pytest.mark.parametrize("name", RULES)
def test_a_world_that_fits_what_a_seat_sees_has_no_fault(name: str) -> None:
    game = dealt(name)
    for state in worlds(game.game, game.view(game.waiting[0]), 5):
        assert faults(game.game, state) == ()


def test_what_a_seat_has_laid_is_of_its_own_cards() -> None:
    game = Session(find("crash").make({"players": 3, "crash_call": "required", "spare": "aside"}), seed=1)
    while game.state.public.phase == "arrange":
        game.do(seat := game.waiting[0], next(iter(game.choices(seat))))
    assert faults(game.game, game.state) == ()
    table = game.state.public
    first, second, third = table.laid
    wrong = replace(game.state, public=replace(table, laid=(second, first, third)))
    assert set(faults(game.game, wrong)) == {f"seat {seat} has laid cards that it doesn't hold" for seat in (0, 1)}
