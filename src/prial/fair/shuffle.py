"""One fair shuffle, from the two decks of the house to the order in which the cards are dealt.

The house is the server that deals. First, every player chooses a random number and sends its hash. Then the house draws a
`Secret`: two decks and a random number. It publishes all hashes, the players' and its own, as a `Bound`. Then everybody shows the
numbers, and `order` computes which deck is dealt, and the order of its cards. The house shows everybody the other deck.
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
        "fair.number": "Shuffle {shuffle}: the number from {whose} doesn't match the promise made for it before the shuffle.",
        "fair.who": "Shuffle {shuffle}: the house's list of who revealed the number they had promised, and who didn't, can't be "
        "right.",
        "fair.form": "Shuffle {shuffle}: {what} can't be read.",
        "fair.cards": "Shuffle {shuffle}: deck {deck} doesn't hold each card of the pack once.",
        "fair.deck": "Shuffle {shuffle}: place {place} of deck {deck} doesn't hold the card that the house had committed to.",
        "fair.proof": "Shuffle {shuffle}: {card} isn't the card that the house had committed to at place {place}.",
        "fair.place": "Shuffle {shuffle}: {card} is said to lie at place {place}, but there is no such place.",
    },
)

HOUSE: Final = -1
"""The seat number that means the house, for example in `check_number`."""
_PROOF: Final = re.compile(r"[0-9]{2}[2-9TJQKA][cdhs][A-Za-z0-9_-]{21}[AQgw]")
"""Pattern of a proof: the card's place in two digits, the card in two characters, the salt in 22 characters."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a deck in order, and its key. With both, anybody can compute the seals: the published hashes of the cards."""

    cards: str
    """The cards in the order of the deck, two letters each."""
    key: str
    """The secret from which the salts of the deck are made, 32 bytes as text. A salt is hashed together with each card."""

    def __iter__(self) -> Iterator[str]:
        """The cards in the order of the deck, two letters each."""
        return (self.cards[at : at + 2] for at in range(0, len(self.cards), 2))


class Secret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The random number and the two decks that the house draws for one shuffle. They are secret at first."""

    number: str
    """The random number of the house, 32 bytes as text."""
    decks: tuple[Deck, Deck]
    """The two decks, one of which will be dealt."""


class Bound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hashes that are published before a shuffle. After that, neither the house nor a player can change what they chose."""

    shuffle: int
    """Number of the shuffle at this table, from 1. Void shuffles count too."""
    pack: str
    """The cards that are shuffled, best first, two letters each; empty if the shuffle picks a number and deals no cards."""
    first: str
    """The piles that are dealt first, as text: ``hands:13,13,13,13;spare:13``.

    The text names each group of piles and the sizes of its piles. If the shuffle picks a number from 0 to 3 and deals no cards,
    the text is ``number:4``.
    """
    promises: dict[int, str]
    """The hash of each player's number, keyed by seat."""
    house: str
    """The hash of the house's number."""
    sheets: tuple[str, str]
    """The seals (hashes) of all cards: one text for each deck, with the seals in the order of the cards."""


class Turned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the house tells everybody when it has all numbers of a shuffle."""

    numbers: dict[int, str]
    """The number of each player, keyed by seat."""
    house: str
    """The number of the house."""
    other: Deck
    """The deck that isn't dealt."""


class Voided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the house tells everybody if a player's number is missing. The shuffle is then void: it deals no cards."""

    missing: tuple[int, ...]
    """The seats whose numbers didn't arrive in time."""
    numbers: dict[int, str]
    """The numbers that arrived, keyed by seat."""
    secret: Secret
    """The house's random number and the house's two decks. Everybody may see them now."""


class Order(msgspec.Struct, frozen=True):
    """The result of a shuffle: the deck that is dealt, and the order in which its cards are dealt."""

    seed: str
    """A hash of everything that was published before the shuffle, and of all random numbers: the players' numbers and the house's
    number. ``deck`` and ``places`` are computed from this hash."""
    deck: int
    """The deck that is dealt, 0 or 1."""
    places: tuple[int, ...]
    """The cards' positions in the deck, in the order of dealing: ``(7, 0, …)`` if the card at position 7 is dealt first, then the
    card at position 0."""


def stream(seed: str) -> Entropy:
    """Make a source of pseudo-random bytes. It gives a hash of the seed and 0, then a hash of the seed and 1, and so on."""
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
    """Draw what the house keeps secret for one shuffle: two decks in random order, and a random number.

    Args:
        pack: the cards to shuffle, two letters each.
        entropy: the source of random bytes.
    """

    def deck() -> Deck:
        order = shuffled([pack[at : at + 2] for at in range(0, len(pack), 2)], lambda n: below(n, entropy))
        return Deck("".join(order), text(entropy(NUMBER_BYTES)))

    return Secret(text(entropy(NUMBER_BYTES)), (deck(), deck()))


def sheet(table: str, shuffle: int, which: int, deck: Deck) -> str:
    """The seals (hashes) of all cards of a deck, in the order of the cards, as one text.

    Args:
        table: the table's id.
        shuffle: number of the shuffle at this table, from 1.
        which: number of the deck, 0 or 1.
        deck: the deck.
    """
    return "".join([seal(table, shuffle, which, place, card, salt(deck.key, place)) for place, card in enumerate(deck)])


def bound(table: str, shuffle: int, pack: str, first: str, promises: Mapping[int, str], secret: Secret) -> Bound:
    """Make the hashes that are published before a shuffle.

    Args:
        table: the table's id.
        shuffle: number of the shuffle at this table, from 1.
        pack: the cards that are shuffled, best first, two letters each.
        first: the piles that are dealt first, as text: ``hands:13,13,13,13;spare:13`` (see `Bound.first`).
        promises: maps each seat to the hash of its player's number.
        secret: the number and the decks of the house.
    """
    one, other = (sheet(table, shuffle, which, deck) for which, deck in enumerate(secret.decks))
    return Bound(shuffle, pack, first, dict(sorted(promises.items())), promise(table, secret.number), (one, other))


def seats(texts: Mapping[int, str]) -> str:
    """Join the texts of several seats: ``0:…,2:…`` for seats 0 and 2."""
    return ",".join([f"{seat}:{each}" for seat, each in sorted(texts.items())])


def binding(table: str, bound: Bound) -> str:
    """One hash of everything that is published before a shuffle."""
    told = bound.pack, bound.first, seats(bound.promises), bound.house, *bound.sheets
    return text(digest("bound", table, bound.shuffle, *told))


def order(table: str, bound: Bound, numbers: Mapping[int, str], house: str) -> Order:
    """Compute the deck that is dealt and the order of its cards.

    Args:
        table: the table's id.
        bound: the hashes that were published before the shuffle.
        numbers: maps each seat to its player's number.
        house: the number of the house.
    Raises:
        PrialError: if a number doesn't fit its hash, or the seats in ``numbers`` aren't those in ``bound.promises``.
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
    """Pick a number from 0 to n − 1, for a shuffle without cards."""
    take = stream(order.seed)
    below(2, take)  # skipped: in a shuffle of cards, this number chooses the deck
    return below(n, take)


def check_number(table: str, bound: Bound, seat: int, number: str) -> None:
    """Check that a number fits the hash that was published for it.

    Args:
        table: the table's id.
        bound: the hashes that were published before the shuffle.
        seat: the seat of the player who chose the number; `HOUSE` for the house.
        number: the number, 32 bytes as text.
    Raises:
        PrialError: if the number doesn't fit its hash, or the text doesn't stand for 32 bytes.
    """
    try:
        data(number, NUMBER_BYTES)
    except ValueError:
        raise PrialError(refuse("fair.form", shuffle=bound.shuffle, what="a number")) from None
    if promise(table, number) != (bound.house if seat == HOUSE else bound.promises.get(seat)):
        whose = "the house" if seat == HOUSE else f"seat {seat + 1}"
        raise PrialError(refuse("fair.number", shuffle=bound.shuffle, whose=whose))


def check_deck(table: str, bound: Bound, which: int, deck: Deck) -> None:
    """Check that a deck has each card of the pack once, and that all its cards fit the published hashes.

    Args:
        table: the table's id.
        bound: the hashes that were published before the shuffle.
        which: number of the deck, 0 or 1.
        deck: the deck to check.
    Raises:
        PrialError: if the deck doesn't have exactly the cards of the pack, a card doesn't fit its hash, or the key can't be read.
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
    """The seal of the card at position ``place``, from the joined seals of a deck."""
    return sheet[place * SEAL_CHARS : (place + 1) * SEAL_CHARS]


def proof(deck: Deck, card: Card) -> str:
    """A proof that a card was at its position before the shuffle, as one text: the position (two digits), the card, the salt."""
    place = list(deck).index(name(card))
    return f"{place:02}{name(card)}{salt(deck.key, place)}"


def check_proof(table: str, bound: Bound, which: int, proof: str) -> tuple[int, Card]:
    """Check a proof that a card was at its position in the deck before the shuffle.

    Args:
        table: the table's id.
        bound: the hashes that were published before the shuffle.
        which: number of the deck that was dealt, 0 or 1.
        proof: the proof, as the function `proof` writes it.
    Returns:
        The position of the card in the deck, from 0, and the card.
    Raises:
        PrialError: if the card doesn't fit the published hash, or the text doesn't have the form of a proof.
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
    """The 256 words from which `four_words` takes its words. No two of them sound alike."""
    return tuple(files("prial.fair").joinpath("words.txt").read_text("utf-8").split())


def four_words(order: Order) -> tuple[str, ...]:
    """Four words that players compare aloud, to check that the house showed every player the same hashes and numbers.

    If the house showed different hashes or numbers to two players, the probability that both have the same words is about 1 in
    2³².
    """
    return tuple([word_list()[byte] for byte in digest("words", order.seed)[:4]])
