"""Scores a deal that was played with real cards, by the rules of its game.

A showdown describes the end of a deal as data: the rules, the players, their hands, and what else the game needs. Each game has
its own form of showdown.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

import msgspec

from prial.cards import Card, name, parse
from prial.core.game import Seat
from prial.core.kind import Kind
from prial.core.record import check_names
from prial.core.registry import find, kinds
from prial.core.rules import Preset, Schema
from prial.errors import CardError, PrialError, RulesError, add_sentences, refuse, why_unreadable

R = TypeVar("R")
"""The type of a game's rules."""
S = TypeVar("S")
"""The type of a game's showdowns."""

add_sentences(
    "en",
    {
        "showdown.form": "This is not a showdown: {why}; prial showdown --form GAME shows how one is written.",
        "showdown.game": "A showdown of {game!r} can't be settled; showdowns of {games} can.",
        "showdown.players": "The rules say {players} players, but there are hands for {seats}.",
        "showdown.count": "'{key}' lists {found}, but there are {seats} seats.",
        "showdown.large": "{number} is too much: amounts and scores go up to {most}.",
        "showdown.name": "Two seats are called {name}: give them different names.",
        "showdown.twice": "{card} is laid twice: by seat {first} and by seat {second}.",
        "showdown.seat": "'{key}' can't name seat {seat}: the seats in play are {seats}.",
        "showdown.seat_twice": "Seat {seat} is listed twice under '{key}'.",
        "showdown.declaration": "{what!r} can't be declared; {known} can.",
        "showdown.seat_hands": "The hands of seat {seat} can't be settled: {why}",
        "showdown.hand": "Hand {place} of seat {seat} can't be read: {why}",
    },
)


MOST: Final = 10**9
"""Largest amount or score that a showdown may contain."""


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player declared before the hands were turned up."""

    seat: Seat
    """The seat that declared."""
    what: str
    """Name of the declaration in the game."""


class Written(Protocol):
    """The fields that the showdowns of all games have."""

    @property
    def rules(self) -> Mapping[str, Any]:
        """Maps each option's name to its value. The key ``preset`` holds the name of a preset."""

    @property
    def hands(self) -> Sequence[Any]:
        """The players' hands, indexed by seat."""

    @property
    def seats(self) -> Sequence[str]:
        """The players' names, indexed by seat. If it is empty, texts say ``Seat 0`` and so on."""


class _Head(msgspec.Struct):
    """The part of a showdown that is read first, to find its game."""

    game: str = ""
    """The game's name; empty if the showdown names no game."""


def games() -> tuple[str, ...]:
    """Get the names of the games that have showdowns. If a showdown names no game, it belongs to the first of these games."""
    return tuple(kind.name for kind in kinds() if kind.showdown)


def game_of(text: str) -> Kind:
    """Find the game of a showdown.

    Args:
        text: the showdown as JSON.
    Raises:
        PrialError: if the text isn't a showdown, or its game has no showdowns.
    """
    able = games()
    game = read_as(text, _Head).game or able[0]
    if game not in able:
        raise RulesError(refuse("showdown.game", game=game[:40], games=", ".join(able[:-1]) + f" and {able[-1]}"))
    return find(game)


def read_as(text: str, form: type[S]) -> S:
    """Read a showdown from JSON text.

    Args:
        text: the JSON.
        form: the type of the game's showdowns.
    Raises:
        PrialError: if the text isn't the JSON of a value of this type, or if a number in it is above `MOST` or below −`MOST`.
    """
    try:
        plain = msgspec.json.decode(text)
        if (large := next((number for number in _numbers(plain) if abs(number) > MOST), None)) is not None:
            raise PrialError(refuse("showdown.large", number=str(large)[:40], most=MOST))
        return msgspec.convert(plain, form)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise PrialError(refuse("showdown.form", why=why_unreadable(error))) from error


def rules_of(showdown: Written, schema: Schema[R], find_preset: Callable[[str], str | Preset] = str) -> R:
    """Get the rules by which a showdown was played.

    Args:
        showdown: the showdown; its field ``hands`` has one entry for each player.
        schema: the game's options and presets.
        find_preset: finds a preset by its name, including the user's own presets.
    Raises:
        RulesError: if an option or the preset doesn't exist, an option can't have its value, or options exclude each other.
        PrialError: if the rules are for another number of players.
    """
    given, seats = dict(showdown.rules), len(showdown.hands)
    preset = given.pop("preset", None)
    players = given.setdefault("players", seats)
    made = schema.make(given, None if preset is None else find_preset(str(preset)))
    if schema.written(made)["players"] != seats:
        raise PrialError(refuse("showdown.players", players=str(players), seats=seats))
    return made


def names_of(showdown: Written) -> tuple[str, ...]:
    """Get the players' names, indexed by seat; ``Seat 0`` and so on if the showdown has no names."""
    return tuple(showdown.seats or [f"Seat {seat}" for seat in range(len(showdown.hands))])


def _numbers(plain: Any) -> Iterator[int | float]:
    """Every number in plain data, however deeply nested."""
    if isinstance(plain, int | float) and not isinstance(plain, bool):
        yield plain
    elif isinstance(plain, list | dict):
        for each in plain.values() if isinstance(plain, dict) else plain:
            yield from _numbers(each)


def check_people(seats: Sequence[str]) -> None:
    """Check that the players' names can be shown, and that all are different.

    Args:
        seats: the names, indexed by seat.
    Raises:
        PrialError: if a name can't be shown, or two seats have the same name.
    """
    check_names(seats)
    known: set[str] = set()
    for each in seats:
        if (plain := " ".join(each.split()).casefold()) in known:
            raise PrialError(refuse("showdown.name", name=each.strip()))
        known.add(plain)


def check_count(seats: int, by_seat: Mapping[str, Sequence[Any]], *needed: str) -> None:
    """Check that each list has one entry for each seat, or is empty.

    Args:
        seats: number of seats.
        by_seat: maps keys of the showdown to the lists under these keys.
        needed: keys of the lists that must not be empty.
    Raises:
        PrialError: if a list has too few or too many entries.
    """
    for key, values in by_seat.items():
        if len(values) != seats and (values or key in needed):
            raise PrialError(refuse("showdown.count", key=key, found=len(values), seats=seats))


def check_seats(key: str, seats: Sequence[Seat], allowed: Sequence[Seat]) -> None:
    """Check a list of seats in a showdown.

    Args:
        key: the showdown's key for the list, for the error message.
        seats: the list.
        allowed: the seats that take part.
    Raises:
        PrialError: if a seat doesn't take part, or is named twice.
    """
    for seat in seats:
        if seat not in allowed:
            raise PrialError(refuse("showdown.seat", seat=seat, key=key, seats=", ".join(map(str, allowed))))
        if seats.count(seat) > 1:
            raise PrialError(refuse("showdown.seat_twice", seat=seat, key=key))


def read_hands(texts: Sequence[Sequence[str]]) -> list[tuple[tuple[Card, ...], ...]]:
    """Read the hands of all seats as cards, in the same order.

    Args:
        texts: for each seat, its hands in order, as text.
    Raises:
        PrialError: if a text isn't a hand, or the same card is in two hands.
    """
    owner: dict[Card, Seat] = {}
    found = []
    for seat, hands_of in enumerate(texts):
        hands = []
        for place, text in enumerate(hands_of, 1):
            try:
                hand = parse(text)
            except CardError as error:
                raise PrialError(refuse("showdown.hand", place=place, seat=seat, why=str(error))) from error
            for card in hand:
                if card in owner:
                    raise PrialError(refuse("showdown.twice", card=name(card), first=owner[card], second=seat))
                owner[card] = seat
            hands.append(hand)
        found.append(tuple(hands))
    return found
