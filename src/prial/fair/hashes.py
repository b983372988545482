"""The hashes of the shuffle: SHA-256 of a few lines of text, with any bytes written as base64url without padding."""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

NUMBER_BYTES: Final = 32
"""Length in bytes of the number that each player and the house choose. A deck's key has the same length."""
SALT_BYTES: Final = 16
"""Length of a salt in bytes."""
SEAL_BYTES: Final = 24
"""Length of a seal in bytes. A seal is the start of a card's hash. Finding two cards with the same seal takes 2⁹⁶ tries."""
SEAL_CHARS: Final = 32
"""Length of a seal as text, in characters."""
_FAIR: Final = "prial-fair-1"
"""The first word of every text that is hashed, so that no other protocol makes the same hashes."""


def digest(what: str, *fields: str | int) -> bytes:
    """The SHA-256 hash (32 bytes) of a few lines of text in UTF-8.

    The first line is the word ``prial-fair-1``, a space and the kind of hash. Each field follows on a line of its own. There is a
    line feed between lines.

    Args:
        what: the kind of hash: ``promise``, ``card``, ``bound``, ``seed``, ``stream``, ``salt`` or ``words``.
        fields: texts without a line feed, or whole numbers, which are written in decimal.
    """
    return hashlib.sha256("\n".join([f"{_FAIR} {what}", *map(str, fields)]).encode()).digest()


def text(data: bytes) -> str:
    """Bytes as base64url without padding (RFC 4648, section 5)."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(written: str, size: int) -> bytes:
    """The bytes of a text in base64url.

    Args:
        written: base64url without padding, spelled exactly as `text` writes it.
        size: the number of bytes that the text must give.
    Raises:
        ValueError: the text doesn't give that number of bytes, or isn't spelled as `text` writes it.
    """
    found = urlsafe_b64decode(written.encode("ascii") + b"=" * (-len(written) % 4))
    if len(found) != size or text(found) != written:  # a second spelling of the same bytes would have a second hash
        raise ValueError(f"{written!r} is not {size} bytes as base64url")
    return found


def promise(table: str, number: str) -> str:
    """The commitment to a number: it binds a player to the number without revealing it.

    Args:
        table: the table's id.
        number: 32 bytes as text.
    """
    return text(digest("promise", table, number))


def salt(key: str, place: int) -> str:
    """The salt of a place in a deck, 16 bytes as text.

    Args:
        key: the deck's key, 32 bytes as text. A published salt reveals nothing about the key, and so nothing about other salts.
        place: the place in the deck, from 0.
    """
    return text(digest("salt", key, place)[:SALT_BYTES])


def seal(table: str, shuffle: int, deck: int, place: int, card: str, salt: str) -> str:
    """The house's commitment to the card at a place of a deck; `SEAL_CHARS` characters.

    Args:
        table: the table's id.
        shuffle: the number of the shuffle, from 1.
        deck: number of the deck, 0 or 1.
        place: the place in the deck, from 0.
        card: the card in two letters, such as ``As``.
        salt: the salt of the place, 16 bytes as text. Somebody who doesn't know the salt can't find the card by trying all 52.
    """
    return text(digest("card", table, shuffle, deck, place, card, salt)[:SEAL_BYTES])
