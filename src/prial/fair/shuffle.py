"""One shuffle, from the house's two decks to the order in which the cards are dealt.

The house draws a `Secret` and publishes a `Bound`. Then every player and the house open their numbers. From these numbers,
`order` computes two things: which of the two decks is dealt, and in which order its cards are dealt. Everybody is shown the whole
other deck.
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
        "fair.who": "Shuffle {shuffle}: the players who opened a number are not those who had promised one.",
        "fair.form": "Shuffle {shuffle}: {what} can't be read.",
        "fair.cards": "Shuffle {shuffle}: deck {deck} doesn't hold each card of the pack once.",
        "fair.deck": "Shuffle {shuffle}: place {place} of deck {deck} doesn't hold the card that the house was bound to.",
        "fair.proof": "Shuffle {shuffle}: {card} isn't what the house was bound to at place {place}.",
        "fair.place": "Shuffle {shuffle}: {card} is said to lie at place {place}, and there is no such place.",
    },
)

HOUSE: Final = -1
"""The seat number that stands for the house in calls of `check_number`."""
_PROOF: Final = re.compile(r"[0-9]{2}[2-9TJQKA][cdhs][A-Za-z0-9_-]{21}[AQgw]")
"""Pattern of a proof: two digits for the card's place in the deck, two letters for the card, 22 characters for the salt."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck with nothing hidden: its cards in order, and its key. With both, anybody can compute the cards' hashes (seals)."""

    cards: str
    """The cards from the first place in the deck to the last, two letters each."""
    key: str
    """The key from which the deck's salts are made, 32 bytes as text."""

    def __iter__(self) -> Iterator[str]:
        """The cards from the first place in the deck to the last, two letters each."""
        return (self.cards[at : at + 2] for at in range(0, len(self.cards), 2))


class Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number and the decks that the house draws for one shuffle and keeps secret until the protocol opens them."""

    number: str
    """The house's own number, 32 bytes as text."""
    decks: tuple[Deck, Deck]
    """The two decks."""


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The commitments of one shuffle, which are published before any number is opened.

    From then on, neither the house nor a player can change what they chose.
    """

    shuffle: int
    """Number of the shuffle at this table, from 1. Void shuffles count too."""
    pack: str
    """The cards that are shuffled, best first, two letters each; empty if the shuffle only picks a number."""
    first: str
    """How many cards are dealt first, and to which piles, as text. This is fixed before the order of the cards is known.

    The text names each group of piles and the sizes of its piles: ``hands:13,13,13,13;spare:13``. If the shuffle only picks a
    number, the text is ``number:4`` for a number from 0 to 3.
    """
    promises: dict[int, str]
    """For each seat, its player's commitment to a number."""
    house: str
    """The house's commitment to its own number."""
    sheets: tuple[str, str]
    """For each of the two decks, its sheet: the commitments to the cards at all places (seals), in order, as one text."""


class Turned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts that everybody is told once all numbers of a shuffle have been opened."""

    numbers: dict[int, str]
    """For each seat, its player's number."""
    house: str
    """The house's own number."""
    other: Deck
    """The deck that isn't dealt."""


class Voided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts that everybody is told if a number is missing. Such a shuffle deals no cards, and its secrets are opened."""

    missing: tuple[int, ...]
    """Seats that didn't open their number in time."""
    numbers: dict[int, str]
    """The numbers that were opened, indexed by seat."""
    secret: Secret
    """The house's number and decks."""


class Order(msgspec.Struct, frozen=True):
    """The result of a shuffle, computed from everybody's numbers."""

    seed: str
    """The hash of all commitments and numbers. ``deck`` and ``places`` are computed from this hash."""
    deck: int
    """The deck that is dealt, 0 or 1."""
    places: tuple[int, ...]
    """The order of dealing: ``[7, 0, …]`` means that the card at place 7 of the deck is dealt first, then the card at place 0."""


def stream(seed: str) -> Entropy:
    """A source of pseudo-random bytes. It gives the SHA-256 hash of the seed and 0, then that of the seed and 1, and so on."""
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
    """Draw two decks and the house's number.

    Args:
        pack: the cards, two letters each.
        entropy: the source of random bytes.
    """

    def deck() -> Deck:
        order = shuffled([pack[at : at + 2] for at in range(0, len(pack), 2)], lambda n: below(n, entropy))
        return Deck("".join(order), text(entropy(NUMBER_BYTES)))

    return Secret(text(entropy(NUMBER_BYTES)), (deck(), deck()))


def sheet(table: str, shuffle: int, which: int, deck: Deck) -> str:
    """The sheet of a deck: the commitments to the cards at all places (seals), in order, as one text.

    Args:
        table: the table's id.
        shuffle: number of the shuffle.
        which: number of the deck, 0 or 1.
        deck: the deck.
    """
    return "".join([seal(table, shuffle, which, place, card, salt(deck.key, place)) for place, card in enumerate(deck)])


def bound(table: str, shuffle: int, pack: str, first: str, promises: Mapping[int, str], secret: Secret) -> Bound:
    """Make the commitments of a shuffle, which are published before any number is opened.

    Args:
        table: the table's id.
        shuffle: number of the shuffle.
        pack: the cards that are shuffled, best first, two letters each.
        first: the sizes of the piles that are dealt first, such as ``hands:13,13,13,13;spare:13`` (see `Bound.first`).
        promises: maps each seat to its player's commitment.
        secret: the house's number and decks.
    """
    one, other = (sheet(table, shuffle, which, deck) for which, deck in enumerate(secret.decks))
    return Bound(shuffle, pack, first, dict(sorted(promises.items())), promise(table, secret.number), (one, other))


def seats(texts: Mapping[int, str]) -> str:
    """Write the texts of several seats as one text, such as ``0:…,2:…`` for seats 0 and 2."""
    return ",".join([f"{seat}:{each}" for seat, each in sorted(texts.items())])


def binding(table: str, bound: Bound) -> str:
    """A hash made from all commitments of a shuffle."""
    told = bound.pack, bound.first, seats(bound.promises), bound.house, *bound.sheets
    return text(digest("bound", table, bound.shuffle, *told))


def order(table: str, bound: Bound, numbers: Mapping[int, str], house: str) -> Order:
    """Compute the deck that is dealt and the order of its cards.

    Args:
        table: the table's id.
        bound: the commitments.
        numbers: maps each seat to its player's number.
        house: the house's number.
    Raises:
        PrialError: a number doesn't fit its commitment, or the seats with numbers aren't the seats with commitments.
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
    """The number, from 0 to n − 1, that a shuffle without cards picks."""
    take = stream(order.seed)
    below(2, take)  # skipped: in a shuffle of cards, this number chooses the deck
    return below(n, take)


def check_number(table: str, bound: Bound, seat: int, number: str) -> None:
    """Check an opened number against its commitment.

    Args:
        table: the table's id.
        bound: the commitments.
        seat: the seat that opened the number; `HOUSE` for the house.
        number: the number as text.
    Raises:
        PrialError: the number doesn't fit its commitment, or the text doesn't stand for 32 bytes.
    """
    try:
        data(number, NUMBER_BYTES)
    except ValueError:
        raise PrialError(refuse("fair.form", shuffle=bound.shuffle, what="a number")) from None
    if promise(table, number) != (bound.house if seat == HOUSE else bound.promises.get(seat)):
        whose = "the house" if seat == HOUSE else f"seat {seat + 1}"
        raise PrialError(refuse("fair.number", shuffle=bound.shuffle, whose=whose))


def check_deck(table: str, bound: Bound, which: int, deck: Deck) -> None:
    """Check an opened deck: it has each card of the pack once, and each card fits the seal (published hash) of its place.

    Args:
        table: the table's id.
        bound: the commitments.
        which: number of the deck, 0 or 1.
        deck: the opened deck.
    Raises:
        PrialError: a check fails, or the deck's key can't be read.
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
    """The seal (published hash) of the card at a place in a deck, from the sheet with all seals of the deck."""
    return sheet[place * SEAL_CHARS : (place + 1) * SEAL_CHARS]


def proof(deck: Deck, card: Card) -> str:
    """The proof that the house was bound to a card, as one text: the card's place (two digits), the card, the place's salt."""
    place = list(deck).index(name(card))
    return f"{place:02}{name(card)}{salt(deck.key, place)}"


def check_proof(table: str, bound: Bound, which: int, proof: str) -> tuple[int, Card]:
    """Check the proof that the house was bound to a card.

    Args:
        table: the table's id.
        bound: the commitments.
        which: number of the deck that was dealt, 0 or 1.
        proof: the proof, as the function `proof` writes it.
    Returns:
        The card's place in the deck, from 0, and the card.
    Raises:
        PrialError: the house was bound to another card, or the text doesn't have the form of a proof.
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
    """The 256 words for `four_words`; no two of them sound alike."""
    return tuple(files("prial.fair").joinpath("words.txt").read_text("utf-8").split())


def four_words(order: Order) -> tuple[str, ...]:
    """Four words that players compare aloud.

    If two players were shown different seals or numbers, their words differ, except with a probability of about 1 in 2³².
    """
    return tuple([word_list()[byte] for byte in digest("words", order.seed)[:4]])
