"""Spells out suits, pegs, dashes and accents in plain letters, for a terminal that can't show them."""

import codecs
import io
import unicodedata
from typing import Any, Final

_LETTERS: Final = {
    **dict(zip("♠♥♦♣●○✓▸▒·–−█▌×’─", "shdc*.+>#---##x'-", strict=True)),
    "…": "...",
    "±": "+/-",
    "≥": ">=",
    "đ": "d",
    "Đ": "D",
}
"""Maps a character to the plain letters that are written instead."""


def _spell(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(map(_plain, wrong)), error.end


def _plain(letter: str) -> str:
    """A character in plain letters: its replacement from `_LETTERS`, else the letter without accents, else ``?``."""
    bare = unicodedata.normalize("NFD", letter)[0]
    return _LETTERS.get(letter) or (bare if bare.isascii() else "?")


def spell_out(*streams: Any) -> None:
    """Let text streams write plain letters for characters that their encoding doesn't have."""
    codecs.register_error("prial.letters", _spell)
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="prial.letters")
