"""Divides a text of many records into one text for each record. `prial.core.record.read_all` reads these texts."""

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO, StringIO
from typing import Final, NamedTuple

import msgspec

from prial.errors import RecordError, add_sentences, refuse

add_sentences(
    "en",
    {
        "record.sources": "Records are read from a text or from a file that is open for reading, and not from {found}.",
    },
)

_WITHIN: Final = b' \t\r\n"]}'
"""In a text that `prial.core.record.write` wrote, each line after the first begins with one of these characters."""


class Piece(NamedTuple):
    """The text of one record, cut out of a file of many records and not yet checked."""

    number: int
    """Number of the record in the file, from 1."""
    line: int
    """Number of the record's first line in the file, from 1."""
    text: bytes
    """The text, which should be the record as JSON."""


class Origin(NamedTuple):
    """Where a record stands in a file of many records."""

    number: int
    """Number of the record in the file, from 1. Texts that aren't records are counted, too."""
    line: int
    """Number of the record's first line in the file, from 1."""


def pieces(source: str | bytes | Iterable[str] | Iterable[bytes]) -> Iterator[Piece]:
    """Divide a text into the texts of its records. A record begins at a line that begins with ``{``.

    Lines between two records that belong to neither record become a piece of their own.

    Args:
        source: the text, its lines, or a file that is open for reading.
    Raises:
        RecordError: if the source is neither text nor lines of text.
    """
    if not isinstance(source, Iterable):
        raise RecordError(refuse("record.sources", found=type(source).__name__))
    if isinstance(source, str | bytes):
        source = StringIO(source) if isinstance(source, str) else BytesIO(source)
    number, first, held = 0, 1, list[bytes]()
    lines: Iterable[str | bytes] = source
    for line, text in enumerate(lines, 1):
        if not isinstance(text, str | bytes):
            raise RecordError(refuse("record.sources", found=f"{type(source).__name__} of {type(text).__name__}"))
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        if line == 1:
            data = data.removeprefix(BOM_UTF8)  # editors of Windows write one
        if not held and not data.strip():
            continue
        if held and (data.startswith(b"{") or (data[:1] not in _WITHIN and _is_whole(held))):
            number += 1
            yield Piece(number, first, b"".join(held))
            held.clear()
        if not held:
            first = line
        held.append(data)
    if held:
        yield Piece(number + 1, first, b"".join(held))


def _is_whole(lines: Sequence[bytes]) -> bool:
    """Whether lines, put together, are one complete JSON value."""
    try:
        msgspec.json.decode(b"".join(lines), type=msgspec.Raw)
    except (msgspec.MsgspecError, RecursionError):
        return False
    return True
