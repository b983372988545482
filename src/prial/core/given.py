"""Checks what a person gives a session: the cards to deal next, and the state to begin from."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, islice
from typing import Any, TypeAlias

import msgspec

from prial.cards import Card, distinct, parse
from prial.core.chance import Draw
from prial.core.game import BACK, Decision, Game, Seat, State, view
from prial.errors import ActionError, RecordError, RulesError, add_sentences, refuse, why_unreadable

add_sentences(
    "en",
    {
        "given.seat": "There is no seat {seat}: the seats are 0 to {last}.",
        "given.same_name": "Two players are called {player!r}: name their seats instead.",
        "given.twice": "The cards of {player} are named twice.",
        "given.state": "The game can't begin from this state: {why}.",
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
    """The cards to deal next. The result maps seats to players' cards, and other names to other cards.

    Args:
        cards: maps a seat, a player's name, or another name such as ``middle`` to cards.
        names: the players' names, indexed by seat.
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
    """Take the cards that nature's next draw deals out of ``left``. The result is the argument ``given`` of `Draw.completed`.

    Args:
        draw: nature's next draw.
        left: the cards that are still to be dealt, as `keyed` gives them. The cards that ``draw`` deals are removed from it.
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
        ActionError: the value isn't a seat.
    """
    if type(seat) is not int or not 0 <= seat < seats:
        raise ActionError(refuse("given.seat", seat=repr(seat)[:40], last=seats - 1))


def check_state(game: Game[Any, Any], start: Any) -> State[Any]:
    """Check that a game can begin from a state. Whether a game can reach the state isn't checked.

    It is checked that the state has the right form, that no card lies in two places, and that the rules can tell who moves.

    Args:
        game: the game with its rules.
        start: the state from which somebody wants to begin.
    Returns:
        The state.
    Raises:
        RulesError: the value isn't a state of this game.
    """
    if not isinstance(start, State) or type(start.public) is not type(game.start().public):
        raise RulesError(refuse("given.state", why=f"it is of the type {type(getattr(start, 'public', start)).__name__}"))
    return _sound(game, write_state(start))


def _sound(game: Game[Any, Any], written: Mapping[str, Any]) -> State[Any]:
    """The state that ``written`` stands for, checked as `check_state` says.

    Args:
        game: the game with its rules.
        written: the state as `write_state` gives it.
    Raises:
        RulesError: this isn't a state of the game.
    """
    public: Any = type(game.start().public)
    try:
        start: State[Any] = msgspec.convert(written, State[public], str_keys=True)
    except msgspec.ValidationError as error:
        raise RulesError(refuse("given.state", why=why_unreadable(error))) from error
    piles = [[card for card in pile if card != BACK] for pile in start.piles]
    if any(len(set(pile)) < len(pile) for pile in piles) or any(_at_odds(set(a), set(b)) for a, b in combinations(piles, 2)):
        raise RulesError(refuse("given.state", why="a card lies in two places"))
    if len(start.piles) != len(start.seen):
        raise RulesError(refuse("given.state", why="it doesn't say of every pile who has seen it"))
    try:
        _try_out(game, start)
    except Exception as error:
        raise RulesError(refuse("given.state", why="its parts don't go together")) from error
    return start


def _at_odds(one: set[Card], other: set[Card]) -> bool:
    """Whether two piles share a card, but neither is a part of the other, as a laid hand is a part of a dealt hand."""
    return not one.isdisjoint(other) and not one < other and not other < one


def write_state(state: State[Any]) -> dict[str, Any]:
    """A state in the form in which a record holds it, as `read_state` reads it: plain values that JSON can hold."""
    written: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
    return written


def read_state(game: Game[Any, Any], written: Mapping[str, Any]) -> State[Any]:
    """A state that a record holds, checked as `check_state` says.

    Args:
        game: the game with the record's rules.
        written: the state as `write_state` gives it.
    Raises:
        RecordError: this isn't a state of the game.
    """
    try:
        return _sound(game, written)
    except RulesError as error:
        raise RecordError(error.refusal) from error


def _try_out(game: Game[Any, Any], state: State[Any]) -> None:
    """Call the game's functions that any program calls for a state before the first move. An error in one of them is raised."""
    node, result = game.node(state), game.stop(state)
    if any(len(numbers) != game.seats for numbers in (result.scores, result.ledger)):
        raise ValueError(f"{result} isn't for {game.seats} seats")
    str(state)
    for seat in (None, *range(game.seats)):
        game.score(view(state, seat))
    if isinstance(node, Decision):
        for seat in node.seats:
            bool(game.choices(view(state, seat)))
