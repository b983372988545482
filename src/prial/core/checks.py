"""Checks for a state that a person wrote. Each check yields a text for each fault that it finds.

Such a text is a part of a sentence: “seat 1 hasn't seen its own hand”. A game's own `Checking.faults` can use these checks.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

from prial.core.game import BACK, EVERYBODY, Seat, State, from_left
from prial.errors import listed


@runtime_checkable
class Checking(Protocol):
    """A game with checks of its own for a state. They are run after the checks for all games."""

    def faults(self, state: State[Any], /) -> Iterable[str]:
        """Find the faults of a state, and describe each fault by a part of a sentence: “seat 1 hasn't seen its own hand”.

        The result must be empty for each state that occurs in play. It may also be empty for a state that can't occur.

        Args:
            state: the state. Its piles hold only cards, no card lies in two places, and ``seen`` says who has seen each pile.
        """


def piled(state: State[Any], seats: int) -> Iterator[str]:
    """Find piles that aren't sorted, piles seen before their cards were dealt, and piles seen by unknown seats.

    Args:
        state: the state. Its field ``seen`` has an entry for each pile.
        seats: number of seats at the table.
    """
    for number, (pile, seen) in enumerate(zip(state.piles, state.seen, strict=True)):
        if list(pile) != sorted(pile, reverse=True):
            yield f"pile {number} isn't in order, the best card first"
        if seen and BACK in pile:
            yield f"pile {number} has been seen, and its cards aren't dealt"
        if not EVERYBODY <= seen < 1 << seats:
            yield f"pile {number} has been seen by {seen}, which isn't a set of the seats 0 to {seats - 1}"


def entries(public: Any, seats: int, *fields: str) -> Iterator[str]:
    """Find fields that don't have exactly one entry for each seat.

    Args:
        public: the public part of a state.
        seats: number of seats at the table.
        fields: names of the fields to check.
    """
    for field in fields:
        if (found := len(getattr(public, field))) != seats:
            yield f"{field} has {found} {'entry' if found == 1 else 'entries'}, and there are {seats} seats"


def seated(public: Any, seats: int, *fields: str) -> Iterator[str]:
    """Find fields that name an unknown seat, or the same seat twice.

    Args:
        public: the public part of a state.
        seats: number of seats at the table.
        fields: names of the fields to check. Each holds a seat, several seats, or None.
    """
    for field in fields:
        value = getattr(public, field)
        named: tuple[Seat, ...] = value if isinstance(value, tuple) else () if value is None else (value,)
        for seat in dict.fromkeys(named):
            if not 0 <= seat < seats:
                yield f"{field} names seat {seat}, and the seats are 0 to {seats - 1}"
            elif named.count(seat) > 1:
                yield f"{field} names seat {seat} twice"


def not_negative(public: Any, *fields: str) -> Iterator[str]:
    """Find numbers below 0.

    Args:
        public: the public part of a state.
        fields: names of the fields to check. Each holds one number, or one for each seat.
    """
    for field in fields:
        value = getattr(public, field)
        if isinstance(value, tuple):
            yield from (f"{field} of seat {seat} is {number}, and below 0" for seat, number in enumerate(value) if number < 0)
        elif value < 0:
            yield f"{field} is {value}, and below 0"


def placed(piles: int, places: Iterable[tuple[str, Iterable[int]]]) -> Iterator[str]:
    """Find piles that don't exist, or that lie in two places.

    Args:
        piles: number of piles.
        places: for each place on the table, its name in words and the numbers of the piles there.
    """
    found = dict[int, str]()
    for place, numbers in places:
        for number in numbers:
            if not 0 <= number < piles:
                yield f"{place} has pile {number}, and " + (f"the piles are 0 to {piles - 1}" if piles else "there are no piles")
            elif number in found:
                twice = "twice" if found[number] == place else f"and so has {found[number]}"
                yield f"{place} has pile {number} {twice}"
            found.setdefault(number, place)


def dealt(dealer: Seat, playing: Sequence[Seat], seats: int, *, in_turn: bool) -> Iterator[str]:
    """Check the players of a deal. At least two have to play, and the dealer has to be one of them.

    Args:
        dealer: the dealer's seat.
        playing: the seats that play.
        seats: number of seats at the table.
        in_turn: how ``playing`` has to be ordered: True for the order of play, from the dealer's left; False for the order of the
            seats' numbers.
    """
    if len(playing) < 2:
        yield f"{listed([f'seat {seat}' for seat in playing]) or 'nobody'} plays, and two have to"
        return
    if dealer not in playing:
        yield f"seat {dealer} deals, and doesn't play"
    if list(playing) != (from_left(dealer, playing, seats) if in_turn else sorted(playing)):
        yield f"playing isn't in {'the order of play, from the dealer’s left' if in_turn else 'order of the seats’ numbers'}"


def own_hand(state: State[Any], seat: Seat, pile: int, size: int) -> Iterator[str]:
    """Check a player's hand: it is one pile with the right number of cards, and the player has looked at it.

    Args:
        state: the state.
        seat: the player's seat.
        pile: number of the hand's pile.
        size: number of cards that are dealt to a hand.
    """
    if not 0 <= pile < len(state.piles):
        yield f"seat {seat} has no hand"
        return
    if (found := len(state.piles[pile])) != size:
        yield f"seat {seat} holds {found} cards, and {size} are dealt"
    if not state.seen[pile] >> seat & 1 or BACK in state.piles[pile]:
        yield f"seat {seat} hasn't seen its own hand"
