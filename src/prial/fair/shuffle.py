"""One shuffle, from the house's two decks to the order in which the cards come.

The house draws a `Secret` and publishes the `Bound`. Everybody opens a number, and `order` makes one order of them all: which
deck is dealt, and which of its places comes first, second, and so on. The other deck is opened whole.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from prial.cards import Card, name, parse
from prial.errors import PrialError, add_sentences, refuse
from prial.fair.even import Entropy, below, shuffled
from prial.fair.hashes import NUMBER_BYTES, SEAL_CHARS, data, digest, promise, salt, seal, text

add_sentences(
    "en",
    {
        "fair.number": "Shuffle {shuffle}: the number of {whose} doesn't fit the promise made before the cards were bound.",
        "fair.who": "Shuffle {shuffle}: numbers were opened by other players than had promised one.",
        "fair.form": "Shuffle {shuffle}: {what} can't be read.",
        "fair.cards": "Shuffle {shuffle}: deck {deck} doesn't hold each card of the pack once.",
        "fair.deck": "Shuffle {shuffle}: place {place} of deck {deck} doesn't hold the card that the house was bound to.",
        "fair.proof": "Shuffle {shuffle}: {card} isn't what the house was bound to at place {place}.",
        "fair.place": "Shuffle {shuffle}: {card} is said to lie at place {place}, and there is no such place.",
    },
)

HOUSE: Final = -1
"""Stands where a seat would, for the house's own number."""
_PROOF: Final = re.compile(r"[0-9]{2}[2-9TJQKA][cdhs][A-Za-z0-9_-]{21}[AQgw]")
"""A proof: two digits of a place, two letters of a card, 22 characters of a salt, of which the last holds two bits."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck, opened: all that is needed to work its seals out."""

    cards: str
    """The card at each place, two letters each."""
    key: str
    """What its salts come from: 32 bytes."""

    def __iter__(self) -> Iterator[str]:
        """The card at each place."""
        return (self.cards[at : at + 2] for at in range(0, len(self.cards), 2))


class Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the house has drawn for one shuffle, and tells nobody before its time."""

    number: str
    """The house's own, 32 bytes."""
    decks: tuple[Deck, Deck]


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody is told before any number is opened: the house and the players are bound to what they have chosen."""

    shuffle: int
    """Counts the shuffles of a table, from 1, those that were void too."""
    pack: str
    """The cards that are shuffled, best first, two letters each; empty where only a number is drawn from what people open."""
    first: str
    """What is drawn first: ``hands:13,13,13,13;spare:13``, or ``number:4``. Once the order is known it is too late to say so."""
    promises: dict[int, str]
    """What each person is bound to, by seat."""
    house: str
    """What the house is bound to for its own number."""
    sheets: tuple[str, str]
    """For each deck the seals of its places, one after the other."""


class Turned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody is told once all numbers are open."""

    numbers: dict[int, str]
    """By seat."""
    house: str
    """The house's own number."""
    other: Deck
    """The deck that isn't dealt."""


class Voided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody is told where a number is missing: nothing is dealt from this shuffle, so all of it is opened."""

    missing: tuple[int, ...]
    """Seats that didn't open a number in time."""
    numbers: dict[int, str]
    """What the others opened, by seat."""
    secret: Secret


class Order(msgspec.Struct, frozen=True):
    """What the numbers make of a shuffle."""

    seed: str
    """All of them in one, with what everybody was bound to."""
    deck: int
    """Which deck is dealt, 0 or 1."""
    places: tuple[int, ...]
    """Its places, in the order in which their cards come."""


def stream(seed: str) -> Entropy:
    """Bytes that follow from a seed: SHA-256 of it with 0, 1, 2, …, one after the other."""
    counter, ready = 0, bytearray()

    def take(size: int) -> bytes:
        nonlocal counter
        while len(ready) < size:
            ready.extend(digest("stream", seed, counter))
            counter += 1
        taken = bytes(ready[:size])
        del ready[:size]
        return taken

    return take


def drawn(pack: str, entropy: Entropy) -> Secret:
    """Two decks and a number from fresh chance, for a pack of cards as text."""

    def deck() -> Deck:
        order = shuffled([pack[at : at + 2] for at in range(0, len(pack), 2)], lambda n: below(n, entropy))
        return Deck("".join(order), text(entropy(NUMBER_BYTES)))

    return Secret(text(entropy(NUMBER_BYTES)), (deck(), deck()))


def sheet(table: str, shuffle: int, which: int, deck: Deck) -> str:
    """The seals of a deck's places, one after the other.

    Args:
        table: the table's id.
        shuffle: its number.
        which: 0 or 1.
        deck: the deck.
    """
    return "".join([seal(table, shuffle, which, place, card, salt(deck.key, place)) for place, card in enumerate(deck)])


def bound(table: str, shuffle: int, pack: str, first: str, promises: Mapping[int, str], secret: Secret) -> Bound:
    """What is published of a shuffle before any number is opened."""
    one, other = (sheet(table, shuffle, which, deck) for which, deck in enumerate(secret.decks))
    return Bound(shuffle, pack, first, dict(sorted(promises.items())), promise(table, secret.number), (one, other))


def seats(texts: Mapping[int, str]) -> str:
    """Texts by seat in one: ``0:…,2:…``."""
    return ",".join([f"{seat}:{each}" for seat, each in sorted(texts.items())])


def binding(table: str, bound: Bound) -> str:
    """What everybody is bound to, in one hash."""
    told = bound.pack, bound.first, seats(bound.promises), bound.house, *bound.sheets
    return text(digest("bound", table, bound.shuffle, *told))


def order(table: str, bound: Bound, numbers: Mapping[int, str], house: str) -> Order:
    """The order in which the cards of a shuffle come.

    Args:
        table: the table's id.
        bound: what everybody was bound to.
        numbers: what each seat opened.
        house: the house's number.
    Raises:
        PrialError: a number that doesn't fit its promise, or numbers of others than promised one.
    """
    at = bound.shuffle
    if numbers.keys() != bound.promises.keys():
        raise PrialError(refuse("fair.who", shuffle=at))
    for seat, number in [*sorted(numbers.items()), (HOUSE, house)]:
        check_number(table, bound, seat, number)
    seed = text(digest("seed", binding(table, bound), house, seats(numbers)))
    take = stream(seed)

    def choose(n: int) -> int:
        return below(n, take)

    return Order(seed, choose(2), tuple(shuffled(range(len(bound.pack) // 2), choose)))


def number_picked(order: Order, n: int) -> int:
    """A number from 0 to n − 1 that a shuffle of no cards comes to."""
    take = stream(order.seed)
    below(2, take)  # as for a shuffle of cards, so that there is one rule
    return below(n, take)


def check_number(table: str, bound: Bound, seat: int, number: str) -> None:
    """Check a number against its promise.

    Args:
        table: the table's id.
        bound: what everybody was bound to.
        seat: whose number it is; `HOUSE` for the house's.
        number: what was opened.
    Raises:
        PrialError: it doesn't fit, or is none.
    """
    try:
        data(number, NUMBER_BYTES)
    except ValueError:
        raise PrialError(refuse("fair.form", shuffle=bound.shuffle, what="a number")) from None
    if promise(table, number) != (bound.house if seat == HOUSE else bound.promises.get(seat)):
        whose = "the house" if seat == HOUSE else f"seat {seat + 1}"
        raise PrialError(refuse("fair.number", shuffle=bound.shuffle, whose=whose))


def check_deck(table: str, bound: Bound, which: int, deck: Deck) -> None:
    """Check an opened deck: each card of the pack once, and at every place the one that the house was bound to.

    Raises:
        PrialError: it isn't so.
    """
    at = bound.shuffle
    try:
        data(deck.key, NUMBER_BYTES)
    except ValueError:
        raise PrialError(refuse("fair.form", shuffle=at, what="a deck's key")) from None
    if sorted(deck) != sorted(Deck(bound.pack, "")):
        raise PrialError(refuse("fair.cards", shuffle=at, deck=which + 1))
    found, wanted = sheet(table, at, which, deck), bound.sheets[which]
    if found != wanted:
        place = next((p for p in range(len(deck.cards) // 2) if _at(found, p) != _at(wanted, p)), 0)
        raise PrialError(refuse("fair.deck", shuffle=at, deck=which + 1, place=place + 1))


def _at(sheet: str, place: int) -> str:
    """The seal of a place."""
    return sheet[place * SEAL_CHARS : (place + 1) * SEAL_CHARS]


def proof(deck: Deck, card: Card) -> str:
    """What shows that the house was bound to a card: its place, the card, and the place's salt."""
    place = list(deck).index(name(card))
    return f"{place:02}{name(card)}{salt(deck.key, place)}"


def check_proof(table: str, bound: Bound, which: int, proof: str) -> tuple[int, Card]:
    """Check a proof.

    Args:
        table: the table's id.
        bound: what everybody was bound to.
        which: the deck that was dealt.
        proof: as `proof` makes it.
    Returns:
        The place, and the card that lies there.
    Raises:
        PrialError: the house was bound to something else, or it is no proof.
    """
    at = bound.shuffle
    if not _PROOF.fullmatch(proof):
        raise PrialError(refuse("fair.form", shuffle=at, what="a proof"))
    place, (card,) = int(proof[:2]), parse(proof[2:4])
    if place * 2 >= len(bound.pack):
        raise PrialError(refuse("fair.place", shuffle=at, card=name(card), place=place + 1))
    if seal(table, at, which, place, proof[2:4], proof[4:]) != _at(bound.sheets[which], place):
        raise PrialError(refuse("fair.proof", shuffle=at, card=name(card), place=place + 1))
    return place, card


@cache
def word_list() -> tuple[str, ...]:
    """256 words that sound unlike each other."""
    return tuple(files("prial.fair").joinpath("words.txt").read_text("utf-8").split())


def four_words(order: Order) -> tuple[str, ...]:
    """What players compare aloud: whoever was shown other seals or other numbers has other words, but for one chance in 2³²."""
    return tuple([word_list()[byte] for byte in digest("words", order.seed)[:4]])
