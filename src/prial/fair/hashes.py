"""What is hashed, and how: SHA-256 of a few texts, one a line. Bytes stand in texts as base64url without padding."""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

NUMBER_BYTES: Final = 32
"""Bytes of a number that somebody adds, and of the key that a deck's salts come from."""
SALT_BYTES: Final = 16
"""Bytes of a salt."""
SEAL_BYTES: Final = 24
"""Bytes that are kept of a card's hash: to find two cards with one seal takes 2⁹⁶ tries."""
SEAL_CHARS: Final = 32
"""Characters of a seal as text."""
_FAIR: Final = "prial-fair-1"
"""Stands before everything that is hashed, so that no hash of another protocol fits."""


def digest(what: str, *fields: str | int) -> bytes:
    """SHA-256 of ``prial-fair-1 what`` and the fields, as UTF-8, a line feed between each two; 32 bytes.

    Args:
        what: what is hashed: ``promise``, ``card``, ``bound``, ``seed``, ``stream``, ``salt``, ``words``.
        fields: texts without a line feed, or whole numbers, which are written in decimal.
    """
    return hashlib.sha256("\n".join([f"{_FAIR} {what}", *map(str, fields)]).encode()).digest()


def text(data: bytes) -> str:
    """Bytes as base64url without padding (RFC 4648, section 5)."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(written: str, size: int) -> bytes:
    """The bytes that a text stands for.

    Args:
        written: base64url without padding, in its one spelling.
        size: bytes that it has to have.
    Raises:
        ValueError: anything else.
    """
    found = urlsafe_b64decode(written.encode("ascii") + b"=" * (-len(written) % 4))
    if len(found) != size or text(found) != written:  # a second spelling of the same bytes would have a second hash
        raise ValueError(f"{written!r} is not {size} bytes as base64url")
    return found


def promise(table: str, number: str) -> str:
    """What binds somebody to a number without telling it.

    Args:
        table: the table's id.
        number: 32 bytes as text.
    """
    return text(digest("promise", table, number))


def salt(key: str, place: int) -> str:
    """The salt of a place.

    Args:
        key: the deck's, 32 bytes as text. Salts that are told tell nothing about it, so nothing about those that aren't.
        place: 0 to the number of cards − 1.
    """
    return text(digest("salt", key, place)[:SALT_BYTES])


def seal(table: str, shuffle: int, deck: int, place: int, card: str, salt: str) -> str:
    """What binds the house to the card at a place; `SEAL_CHARS` characters.

    Args:
        table: the table's id.
        shuffle: the number of the shuffle, from 1.
        deck: 0 or 1.
        place: 0 to the number of cards − 1.
        card: two letters, ``As``.
        salt: 16 bytes as text, which nobody can guess who wasn't told.
    """
    return text(digest("card", table, shuffle, deck, place, card, salt)[:SEAL_BYTES])
