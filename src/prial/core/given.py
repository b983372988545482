"""Checks the input of a session: the cards to deal next, and the state to begin from."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any, Final

import msgspec

from prial.arguments import describe, explained
from prial.cards import PACK, Card, Cards, best_first, cards_of, names
from prial.core.chance import Draw
from prial.core.checks import Checking, piled
from prial.core.game import BACK, Decision, Game, Seat, State, View, view
from prial.core.kind import Kind
from prial.core.step import step
from prial.errors import ActionError, RecordError, RulesError, add_sentences, listed, refuse, why_unreadable

add_sentences(
    "en",
    {
        "given.game": "Give a game with its rules, as `Kind.make` makes it, not a value of the type {found}.",
        "given.seat": "There is no seat {seat}: the seats are 0 to {last}.",
        "given.player": "No player is called {player!r}; the players are {players}.",
        "given.same_name": "Two players are called {player!r}: name their seats instead.",
        "given.twice": "The cards of {player} are named twice.",
        "given.view": "Give what a seat sees at this table (session.view(seat)), not a value of the type {found}.",
        "given.state": "The game can't begin from this state: {why}.",
    },
)

describe(State, "a whole state of a game")
describe(View, "what a seat sees at this table, as session.view(seat) gives it")
describe(
    Game,
    "a game with its rules, as Kind.make makes it",
    lambda value: hasattr(value, "name") and (hasattr(value, "start") or hasattr(value, "node")),
)

_TRIED: Final = 5
"""To check a state, this many actions of each seat are tried out."""


def keyed(cards: Mapping[Any, Cards], players: Sequence[str]) -> dict[Seat | str, tuple[Card, ...]]:
    """Check the cards to deal next, and replace players' names by their seats.

    Args:
        cards: maps seats, players' names, and other names such as ``middle`` to cards.
        players: the players' names, indexed by seat.
    Returns:
        The same mapping with seats in place of players' names.
    Raises:
        ActionError: if there is no such seat, a name belongs to two players, or cards for one player are given twice.
        CardError: if something isn't a card, or a card is named twice for the same key.
    """
    found = dict[Seat | str, tuple[Card, ...]]()
    for key, named in cards.items():
        who = key
        if not isinstance(key, str):
            check_seat(key, len(players))
        elif key in players:
            who = seat_of(key, players)
        if who in found:
            raise ActionError(refuse("given.twice", player=players[who][:40]))
        found[who] = cards_of(named)
    return found


def given(draw: Draw, left: dict[Seat | str, tuple[Card, ...]], seats: int) -> dict[str, list[tuple[Card, ...]]]:
    """Remove from ``left`` the cards for nature's next draw, and return them.

    The result has the form of the argument ``given`` of `Draw.completed`.

    Args:
        draw: nature's next draw.
        left: the cards that are still to be dealt, as `keyed` gives them.
        seats: number of players.
    """
    found = dict[str, list[tuple[Card, ...]]]()
    for group in draw.groups:
        if group.name in left and group.sizes:
            rest = iter(left.pop(group.name))
            hands = [tuple(islice(rest, size)) for size in group.sizes]
            found[group.name] = [*hands[:-1], (*hands[-1], *rest)]  # surplus cards go to the last hand, which is then refused
    if (hands_of := draw.hands(seats)) and any(not isinstance(key, str) for key in left):
        found[hands_of.name] = [left.pop(seat, ()) for seat in range(seats)]
    return found


def check_seat(seat: Any, seats: int) -> None:
    """Check that a value is a seat.

    Args:
        seat: the value.
        seats: number of players.
    Raises:
        ActionError: if the value isn't a seat.
    """
    if type(seat) is not int or not 0 <= seat < seats:
        raise ActionError(refuse("given.seat", seat=repr(seat)[:40], last=seats - 1))


def seat_of(who: Seat | str, players: Sequence[str]) -> Seat:
    """Find the seat of a player.

    Args:
        who: the player's seat or name.
        players: the players' names, indexed by seat.
    Raises:
        ActionError: if there is no such seat, nobody has the name, or two players have it.
    """
    if not isinstance(who, str):
        check_seat(who, len(players))
        return who
    if who not in players:
        raise ActionError(refuse("given.player", player=who[:40], players=listed(list(players))))
    if players.count(who) > 1:
        raise ActionError(refuse("given.same_name", player=who[:40]))
    return players.index(who)


def check_game(game: Any) -> None:
    """Check that a value is a game with its rules, as `Kind.make <prial.core.kind.Kind.make>` makes it.

    Raises:
        RulesError: if the value is something else, such as a `prial.core.kind.Kind`.
    """
    if not hasattr(game, "start"):
        raise RulesError(refuse("given.game", found=type(game).__name__))


def check_view(game: Game[Any, Any], seen: Any) -> None:
    """Check that a value is a view of a game.

    Args:
        game: the game with its rules. If ``game`` has no method ``start``, a `View` of any game is accepted.
        seen: the value.
    Raises:
        RulesError: if ``game`` is a `prial.core.kind.Kind`, or ``seen`` isn't a view of the game.
    """
    if isinstance(game, Kind):
        check_game(game)
    if not isinstance(seen, View):
        raise RulesError(refuse("given.view", found=type(seen).__name__))
    if hasattr(game, "start") and type(seen.public) is not type(game.start().public):
        raise RulesError(refuse("given.view", found=f"View of another game ({game.name} is played here)"))


@explained
def faults(game: Game[Any, Any], start: State[Any]) -> tuple[str, ...]:
    """Find everything that is wrong with a state from which a game should begin.

    The state must have the right form and fit the rules. Each card may be in it only once. It must be possible to play on from
    the state. Whether play could lead to the state isn't checked.

    Args:
        game: the game with its rules.
        start: the state.
    Returns:
        The faults, each as a part of a sentence (“chips of seat 1 is −5, and below 0”). Empty if there are none.
    """
    return _checked(game, start)[1]


def check_state(game: Game[Any, Any], start: State[Any]) -> State[Any]:
    """Check that a game can begin from a state.

    Args:
        game: the game with its rules.
        start: the state.
    Returns:
        The state.
    Raises:
        RulesError: if `faults` finds something wrong with it.
    """
    state, found = _checked(game, start)
    if state is None or found:
        raise RulesError(refuse("given.state", why=listed(found)))
    return state


def _checked(game: Game[Any, Any], start: State[Any]) -> tuple[State[Any] | None, tuple[str, ...]]:
    """A pair of the state and its faults. The state is None if ``start`` has the wrong form."""
    if not isinstance(start, State) or type(start.public) is not type(game.start().public):
        return None, (f"it is of the type {type(getattr(start, 'public', start)).__name__}",)
    return _read(game, write_state(start))


def _read(game: Game[Any, Any], written: Mapping[str, Any]) -> tuple[State[Any] | None, tuple[str, ...]]:
    """Read a written state, and find its faults. The state is None if ``written`` has the wrong form."""
    public: Any = type(game.start().public)
    try:
        state: State[Any] = msgspec.convert(written, State[public], str_keys=True)
    except msgspec.ValidationError as error:
        return None, (why_unreadable(error),)
    return state, _faults(game, state)


def _faults(game: Game[Any, Any], state: State[Any]) -> tuple[str, ...]:
    """All faults of a state that has the right form."""
    found = [f"there is no card {card}" for pile in state.piles for card in pile if card != BACK and card not in PACK]
    piles = [[card for card in pile if card != BACK] for pile in state.piles]
    twice = {card for pile in piles for card in pile if pile.count(card) > 1}
    for one, other in combinations(map(set, piles), 2):
        if not one < other and not other < one:  # a laid hand is a part of a dealt hand
            twice |= one & other
    if not found and twice:
        found.append(f"{names(best_first(twice), ' ')} {'lies' if len(twice) == 1 else 'lie'} in two places")
    if len(state.piles) != len(state.seen):
        found.append("it doesn't say of every pile who has seen it")
    return tuple(found or [*piled(state, game.seats), *_own(game, state)] or _tried(game, state))


def _own(game: Game[Any, Any], state: State[Any]) -> Iterator[str]:
    """The faults that the game's own check finds in a state; none if the game isn't `Checking`."""
    if not isinstance(game, Checking):
        return
    try:
        yield from game.faults(state)
    except Exception as error:  # noqa: BLE001  # a state that a person made may cause any error
        yield f"its parts don't fit together ({_told(error)})"


class _WrongError(Exception):
    """A check has found a fault of a state. The exception's text is a clause for an error message."""


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error)[:80]!r}"


def _tried(game: Game[Any, Any], state: State[Any]) -> Iterator[str]:
    """Try a state out in several steps, and yield a fault for each step that fails."""

    def result() -> None:
        found = game.stop(state)
        if any(len(numbers) != game.seats for numbers in (found.scores, found.ledger)):
            raise _WrongError(f"it has results for {len(found.ledger)} seats, and the table has {game.seats}")
        if total := sum(found.ledger):
            raise _WrongError(f"what the seats have won adds up to {total}, and not to 0")

    def choices() -> None:
        if isinstance(node := game.node(state), Decision):
            if not node.seats or len(set(node.seats)) < len(node.seats) or not set(node.seats) <= set(range(game.seats)):
                raise _WrongError(f"these seats have to decide: {', '.join(map(str, node.seats)) or 'none'}")
            for seat in node.seats:
                for action in islice(game.choices(view(state, seat)), _TRIED):
                    step(game, state, {}, seat, action)

    trials: dict[str, Callable[[], Any]] = {
        "the rules can't say who moves": lambda: game.node(state),
        "the rules can't say what everybody has won": result,
        "it can't be printed": lambda: str(state),
        "the rules can't say how many points there are": lambda: [
            game.score(view(state, seat)) for seat in (None, *range(game.seats))
        ],
        "the rules can't say what may be done, and what comes of it": choices,
    }
    for fault, does in trials.items():
        try:
            does()
        except _WrongError as error:
            yield str(error)
        except Exception as error:  # noqa: BLE001  # a state that a person made may cause any error
            yield f"{fault} ({_told(error)})"


def write_state(state: State[Any]) -> dict[str, Any]:
    """Turn a state into plain values that JSON can hold, as in a record. `read_state` turns them back."""
    written: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
    return written


def read_state(game: Game[Any, Any], written: Mapping[str, Any]) -> State[Any]:
    """Read a state that a record holds.

    Args:
        game: the game with the record's rules.
        written: the state as `write_state` gives it.
    Raises:
        RecordError: if ``written`` isn't a state of the game, or `faults` finds something wrong with it.
    """
    state, found = _read(game, written)
    if state is None or found:
        raise RecordError(refuse("given.state", why=listed(found)))
    return state
