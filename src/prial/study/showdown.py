"""Deals that were played with real cards, settled by the games themselves: one door, and behind it a module a game."""

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
S = TypeVar("S")

add_sentences(
    "en",
    {
        "showdown.form": "This is not a showdown: {why}; prial showdown --form GAME says how one is written.",
        "showdown.game": "A showdown of {game!r} can't be settled; there are those of {games}.",
        "showdown.players": "The rules say {players} players, and hands of {seats} seats are given.",
        "showdown.count": "{key} lists {found}, and there are {seats} seats.",
        "showdown.large": "{number} is too much: amounts and scores go up to {most}.",
        "showdown.name": "Two seats are called {name}: give them different names.",
        "showdown.twice": "{card} is laid twice: by seat {first} and by seat {second}.",
        "showdown.seat": "There is no seat {seat} to name under {key}; the seats that play are {seats}.",
        "showdown.seat_twice": "Seat {seat} stands under {key} twice.",
        "showdown.declaration": "{what!r} can't be declared; {known} can.",
        "showdown.seat_hands": "What seat {seat} lays can't be settled: {why}",
        "showdown.hand": "Hand {place} of seat {seat} can't be read: {why}",
    },
)


MOST: Final = 10**9
"""The greatest amount, or score, that a showdown may name."""


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat declared while it arranged its cards."""

    seat: Seat
    what: str


class Written(Protocol):
    """What every game's showdown has, as a person writes it down."""

    @property
    def rules(self) -> Mapping[str, Any]:
        """A preset's name under ``preset``, and options by name."""

    @property
    def hands(self) -> Sequence[Any]:
        """What each seat shows or lays, by seat."""

    @property
    def seats(self) -> Sequence[str]:
        """The players' names, for the sentences; none where seats are called by their numbers."""


class _Head(msgspec.Struct):
    """What is read of a file first."""

    game: str = ""


def games() -> tuple[str, ...]:
    """The games whose showdowns can be settled; the first is meant where a file names none."""
    return tuple(kind.name for kind in kinds() if kind.showdown)


def game_of(text: str) -> Kind:
    """Which game a showdown is of, from its JSON.

    Raises:
        PrialError: text that is not a showdown, or a game whose showdowns can't be settled.
    """
    able = games()
    game = read_as(text, _Head).game or able[0]
    if game not in able:
        raise RulesError(refuse("showdown.game", game=game[:40], games=", ".join(able[:-1]) + f" and {able[-1]}"))
    return find(game)


def read_as(text: str, form: type[S]) -> S:
    """A showdown of one form from JSON.

    Raises:
        PrialError: text that is none.
    """
    try:
        plain = msgspec.json.decode(text)
        if (large := next((number for number in _numbers(plain) if abs(number) > MOST), None)) is not None:
            raise PrialError(refuse("showdown.large", number=str(large)[:40], most=MOST))
        return msgspec.convert(plain, form)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise PrialError(refuse("showdown.form", why=why_unreadable(error))) from error


def rules_of(showdown: Written, schema: Schema[R], find_preset: Callable[[str], str | Preset] = str) -> R:
    """The rules that a showdown was played by.

    Args:
        showdown: what a person wrote down; as many play as there are hands.
        schema: of the game.
        find_preset: finds presets by name, somebody's own ones too.
    Raises:
        RulesError: rules that don't exist or that exclude each other.
        PrialError: another number of players than there are hands.
    """
    given, seats = dict(showdown.rules), len(showdown.hands)
    preset = given.pop("preset", None)
    players = given.setdefault("players", seats)
    made = schema.make(given, None if preset is None else find_preset(str(preset)))
    if schema.written(made)["players"] != seats:
        raise PrialError(refuse("showdown.players", players=str(players), seats=seats))
    return made


def names_of(showdown: Written) -> tuple[str, ...]:
    """The players' names by seat; ``Seat 0`` and so on where none are given."""
    return tuple(showdown.seats or [f"Seat {seat}" for seat in range(len(showdown.hands))])


def _numbers(plain: Any) -> Iterator[int | float]:
    """Every number in plain data."""
    if isinstance(plain, int | float) and not isinstance(plain, bool):
        yield plain
    elif isinstance(plain, list | dict):
        for each in plain.values() if isinstance(plain, dict) else plain:
            yield from _numbers(each)


def check_people(seats: Sequence[str]) -> None:
    """See to it that players' names can be shown, and that nobody is taken for somebody else.

    Raises:
        PrialError: a name that can't be printed, or that two seats bear.
    """
    check_names(seats)
    known: set[str] = set()
    for each in seats:
        if (plain := " ".join(each.split()).casefold()) in known:
            raise PrialError(refuse("showdown.name", name=each.strip()))
        known.add(plain)


def check_count(seats: int, by_seat: Mapping[str, Sequence[Any]], *needed: str) -> None:
    """See to it that lists by seat are as long as there are seats; those that aren't needed may be left out.

    Raises:
        PrialError: one that isn't.
    """
    for key, values in by_seat.items():
        if len(values) != seats and (values or key in needed):
            raise PrialError(refuse("showdown.count", key=key, found=len(values), seats=seats))


def check_seats(key: str, seats: Sequence[Seat], allowed: Sequence[Seat]) -> None:
    """See to it that the seats named under a key are some that play, each once.

    Raises:
        PrialError: one that isn't.
    """
    for seat in seats:
        if seat not in allowed:
            raise PrialError(refuse("showdown.seat", seat=seat, key=key, seats=", ".join(map(str, allowed))))
        if seats.count(seat) > 1:
            raise PrialError(refuse("showdown.seat_twice", seat=seat, key=key))


def read_hands(texts: Sequence[Sequence[str]]) -> list[tuple[tuple[Card, ...], ...]]:
    """Everybody's hands as cards, by seat and place, no card twice on the table.

    Raises:
        PrialError: text that is no card, or a card that lies there twice.
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
