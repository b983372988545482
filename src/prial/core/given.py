"""What a person gives a session: cards that are dealt next, and a state to begin from."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from prial.cards import Card, distinct, parse
from prial.core.chance import Draw
from prial.core.game import Seat, State
from prial.errors import ActionError, RulesError, add_sentences, refuse

add_sentences(
    "en",
    {
        "given.seat": "There is no seat {seat}: the seats are 0 to {last}.",
        "given.same_name": "Two players are called {player!r}: name their seats instead.",
        "given.twice": "The cards of {player} are named twice.",
        "given.state": "This is not a state of the game: {why}.",
    },
)

Cards: TypeAlias = str | Iterable[Card]
"""Cards as text (``AsKd``) or as numbers."""


def cards_of(named: Cards) -> tuple[Card, ...]:
    """Cards as numbers.

    Raises:
        CardError: something isn't a card, or a card occurs twice.
    """
    return parse(named) if isinstance(named, str) else distinct(tuple(named))


def keyed(cards: Mapping[Any, Cards], names: Sequence[str]) -> dict[Seat | str, tuple[Card, ...]]:
    """Cards to be dealt next: a player's cards by seat, and other cards by name.

    Args:
        cards: the cards by seat, by player's name, or by another name such as ``middle``.
        names: the players' names, by seat.
    Raises:
        ActionError: there is no such seat, two players have the name, or a player's cards are named twice.
        CardError: something isn't a card.
    """
    found = dict[Seat | str, tuple[Card, ...]]()
    for key, named in cards.items():
        who = key
        if not isinstance(key, str):
            check_seat(key, len(names))
        elif names.count(key) > 1:
            raise ActionError(refuse("given.same_name", player=key[:40]))
        elif key in names:
            who = names.index(key)
        if who in found:
            raise ActionError(refuse("given.twice", player=names[who][:40]))
        found[who] = cards_of(named)
    return found


def given(draw: Draw, left: dict[Seat | str, tuple[Card, ...]], seats: int) -> dict[str, list[tuple[Card, ...]]]:
    """The given cards of a draw, for `Draw.completed`.

    Args:
        draw: nature's next draw.
        left: the cards that are still to be dealt, as `keyed` gives them. Those that this draw deals are removed.
        seats: number of players.
    """
    found = dict[str, list[tuple[Card, ...]]]()
    for group in draw.groups:
        if group.name in left and group.sizes:
            rest = iter(left.pop(group.name))
            hands = [tuple(islice(rest, size)) for size in group.sizes]
            found[group.name] = [*hands[:-1], (*hands[-1], *rest)]  # too many are refused with the last hand
    if (hands_of := draw.hands(seats)) and any(not isinstance(key, str) for key in left):
        found[hands_of.name] = [left.pop(seat, ()) for seat in range(seats)]
    return found


def check_seat(seat: Any, seats: int) -> None:
    """Check that a value is a seat.

    Args:
        seat: the value.
        seats: number of players.
    Raises:
        ActionError: it isn't.
    """
    if type(seat) is not int or not 0 <= seat < seats:
        raise ActionError(refuse("given.seat", seat=repr(seat)[:40], last=seats - 1))


def check_state(first: State[Any], start: Any) -> None:
    """Check that a state has the form of a game's first state, and no card twice. Whether it can be reached isn't checked.

    Args:
        first: the game's first state.
        start: the state from which somebody wants to begin.
    Raises:
        RulesError: the state hasn't that form, or has a card twice.
    """
    if not isinstance(start, State) or type(start.public) is not type(first.public):
        raise RulesError(refuse("given.state", why=f"it is of the type {type(getattr(start, 'public', start)).__name__}"))
    cards = [card for pile in start.piles for card in pile if card >= 0]
    if len(set(cards)) < len(cards):
        raise RulesError(refuse("given.state", why="a card lies in two places"))
    if len(start.piles) != len(start.seen):
        raise RulesError(refuse("given.state", why="it doesn't say of every pile who has seen it"))
