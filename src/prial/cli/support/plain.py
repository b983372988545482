"""Letters in place of suits, pegs and dashes, for a terminal that can show nothing but plain text."""

import codecs
import io
from typing import Any, Final

_LETTERS: Final = {
    **dict(zip("♠♥♦♣●○✓▸▒·–−█▌×’─", "shdc*.+>#---##x'-", strict=True)),
    "…": "...",
    "±": "+/-",
    "≥": ">=",
}


def _spell(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(_LETTERS.get(letter, "?") for letter in wrong), error.end


def spell_out(*streams: Any) -> None:
    """Let these text streams write letters for what their encoding doesn't hold."""
    codecs.register_error("prial.letters", _spell)
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="prial.letters")
