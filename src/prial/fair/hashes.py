"""The hashes of the fair shuffle: SHA-256 of a few lines of text. Bytes are written as base64url without padding."""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

NUMBER_BYTES: Final = 32
"""Length in bytes of the random number that each player and the house choose. The secret key of a deck has the same length."""
SALT_BYTES: Final = 16
"""Length in bytes of a salt, the random value that is hashed together with a card."""
SEAL_BYTES: Final = 24
"""Length in bytes of a seal, the hash that binds the house to a card. Finding two cards with the same seal takes 2⁹⁶ tries."""
SEAL_CHARS: Final = 32
"""Length of a seal as text, in characters."""
_FAIR: Final = "prial-fair-1"
"""The first word of every text that is hashed, so that no other protocol makes the same hashes."""


def digest(what: str, *fields: str | int) -> bytes:
    """The SHA-256 hash (32 bytes) of a few lines of text in UTF-8.

    The first line is ``prial-fair-1``, a space and the kind of hash. Each field follows on a line of its own. The last line
    doesn't end with a line feed.

    Args:
        what: the kind of hash: ``promise``, ``card``, ``bound``, ``seed``, ``stream``, ``salt`` or ``words``.
        fields: texts without a line feed, or whole numbers, which are written in decimal.
    """
    return hashlib.sha256("\n".join([f"{_FAIR} {what}", *map(str, fields)]).encode()).digest()


def text(data: bytes) -> str:
    """Write bytes as base64url without padding (RFC 4648, section 5)."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(written: str, size: int) -> bytes:
    """Read bytes from base64url.

    Args:
        written: base64url without padding, spelled exactly as `text` writes it.
        size: the number of bytes that the text must give.
    Raises:
        ValueError: if the text doesn't give that number of bytes, or isn't spelled as `text` writes it.
    """
    found = urlsafe_b64decode(written.encode("ascii") + b"=" * (-len(written) % 4))
    if len(found) != size or text(found) != written:  # a second spelling of the same bytes would have a second hash
        raise ValueError(f"{written!r} is not {size} bytes as base64url")
    return found


def promise(table: str, number: str) -> str:
    """The hash of a number. A player who has sent the hash can't change the number. The hash doesn't reveal the number.

    Args:
        table: the table's id.
        number: the number, 32 bytes as text.
    """
    return text(digest("promise", table, number))


def salt(key: str, place: int) -> str:
    """The salt that is hashed together with one card of a deck, 16 bytes as text.

    A published salt reveals nothing about the other salts of the deck.

    Args:
        key: the secret key of the deck, 32 bytes as text.
        place: position of the card in the deck, from 0.
    """
    return text(digest("salt", key, place)[:SALT_BYTES])


def seal(table: str, shuffle: int, deck: int, place: int, card: str, salt: str) -> str:
    """The hash of one card of a deck, `SEAL_CHARS` characters long.

    After the hash is published, the house can't change the card.

    Args:
        table: the table's id.
        shuffle: number of the shuffle at this table, from 1.
        deck: number of the deck, 0 or 1.
        place: position of the card in the deck, from 0.
        card: the card in two letters, such as ``As``.
        salt: the salt of this position, 16 bytes as text. Without the salt, nobody can find the card from the hash.
    """
    return text(digest("card", table, shuffle, deck, place, card, salt)[:SEAL_BYTES])
