"""Refusals, exceptions, and the catalogue of the sentences that explain them.

::

    PrialError                bad input of any kind; str() is one sentence
     ├─ CardError             text or numbers that aren't cards, or the same card twice
     ├─ RulesError            an unknown option or value, options that exclude each other, or an argument of a wrong type
     ├─ ActionError           text that isn't an action, a move that can't be made, or an unknown seat or player
     └─ RecordError           a record that can't be read, or in which the rules refuse a move

A game never raises an exception for an illegal action. It returns a `Refusal`; ``str()`` gives the sentence. Every `PrialError`
carries a `Refusal`, too.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

Args: TypeAlias = Mapping[str, str | int]
"""Maps the name of each placeholder in a sentence to the value that replaces the placeholder."""

_CATALOGUE: Final[dict[str, dict[str, str]]] = {}
"""Maps each language (``en``) to a mapping from codes to sentences."""


def add_sentences(language: str, sentences: Mapping[str, str]) -> None:
    """Add sentences to the catalogue.

    Args:
        language: the language's code, such as ``en``.
        sentences: maps codes to templates, with ``{name}`` where the argument ``name`` goes. Each code belongs to one module.
    Raises:
        ValueError: if the catalogue already holds a different sentence for one of the codes.
    """
    known = _CATALOGUE.setdefault(language, {})
    if twice := sorted(code for code in sentences if known.get(code, sentences[code]) != sentences[code]):
        raise ValueError(f"added twice: {', '.join(twice)}")
    known.update(sentences)


def catalogue(language: str = "en") -> Mapping[str, str]:
    """All sentences in a language, keyed by their codes. The sentences of a module are missing until the module is imported."""
    return _CATALOGUE[language]


def say(code: str, args: Args, language: str = "en") -> str:
    """Fill in the sentence with this code: replace its placeholders by the values in ``args``."""
    return _CATALOGUE[language][code].format_map(args)


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words for a sentence: ``Ann, Bob and Cat``; or ``Ann, Bob or Cat``, if ``last`` is ``or``."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


class Refusal(msgspec.Struct, frozen=True):
    """The reason for a refusal: the code of a sentence, and the values for its placeholders. ``str()`` gives the sentence."""

    code: str
    """Dotted code that begins with the module or the game: ``card.twice``, ``GAME.not_in_hand``."""
    args: dict[str, str | int] = {}
    """Maps the name of each placeholder in the sentence to the value that replaces the placeholder."""

    def __str__(self) -> str:
        return say(self.code, self.args)


def refuse(code: str, **args: str | int) -> Refusal:
    """Make a `Refusal` from the code of a sentence. The keyword arguments replace the placeholders in this sentence."""
    return Refusal(code, args)


class PrialError(ValueError):
    """Bad input of any kind. ``str()`` gives the reason in a sentence, and ``refusal`` gives it as a `Refusal`."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.refusal)


class CardError(PrialError):
    """Text or numbers that aren't cards, or the same card twice."""


class RulesError(PrialError):
    """An unknown option or value, options that exclude each other, or an argument of a wrong type."""


class ActionError(PrialError):
    """Text that isn't an action of the game, a move that can't be made, or a seat or player that doesn't exist."""


class RecordError(PrialError):
    """A record that can't be read, or in which the rules refuse a move."""


_KINDS: Final = {
    "array": "a list",
    "object": "an object in braces",
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "null",
}
"""Maps msgspec's name of a type (``array``) to plain words (``a list``)."""
_EXPECTED: Final = re.compile(r"Expected `([a-z |]+)`, got `([a-z]+)`")
_FIELD: Final = re.compile(r"Object (missing required|contains unknown) field `(.*?)`")
_LENGTH: Final = re.compile(r"Expected `array` of length (\d+)")
_LONG: Final = 100
"""Greatest length in characters of a path, such as ``moves[3]``, in a sentence. A longer path loses its middle."""
_WHERE: Final = re.compile(r" - at (`key` in )?`\$\.?(.*)`$")


def why_unreadable(error: Exception) -> str:
    """The reason why a text couldn't be read, in plain words and without a full stop.

    Args:
        error: the exception that msgspec raised, or the `RecursionError` that Python raised on deeply nested lists.
    """
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    text = str(error)
    if "truncated" in text:
        return "it ends too early"
    at = _WHERE.search(text)
    where = at[2] if at else ""
    where = where if len(where) <= _LONG else f"{where[: _LONG // 2]}…{where[-_LONG // 2 :]}"  # side lines may be nested
    place = f"{'a key of ' if at and at[1] else ''}{where}"
    if found := _FIELD.match(text):
        inside = f" in {place}" if place else ""
        what = "is missing" if found[1].startswith("missing") else "isn't known"
        return f"{found[2][:40]!r} {what}{inside}"
    if found := _EXPECTED.match(text):
        wanted = " or ".join(_KINDS.get(each, each) for each in found[1].split(" | "))
        return f"{place or 'it'} should be {wanted}, and is {_KINDS.get(found[2], found[2])}"
    if found := _LENGTH.match(text):
        return f"{place or 'it'} should have {found[1]} values"
    if text.startswith("JSON is malformed"):
        return text.replace("JSON is malformed", "it isn't JSON", 1)
    return text.replace("`", "").rstrip(".")
