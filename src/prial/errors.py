"""What can be wrong, and the one catalogue that says it in words.

::

    PrialError                bad input of any kind; str() is one sentence
     ├─ CardError             text or numbers that are no cards, or the same card twice
     ├─ RulesError            an unknown option or value, or options that exclude each other
     ├─ ActionError           text that is no action of the game
     └─ RecordError           a record that can't be read, or holds what the rules refuse

A game never raises for an illegal action: it answers with a `Refusal`, a value that can be compared, sent and logged, and
that becomes a sentence through `say`. An exception carries a `Refusal` too, so that a program gets the same code.
"""

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

import msgspec

Args: TypeAlias = Mapping[str, str | int]

_CATALOGUE: Final[dict[str, dict[str, str]]] = {}


def add_sentences(language: str, sentences: Mapping[str, str]) -> None:
    """Add sentences to the catalogue: templates by code, with ``{name}`` where an argument goes.

    Called where a module defines its codes, once, at import. A code belongs to one module.
    """
    known = _CATALOGUE.setdefault(language, {})
    if twice := sorted(code for code in sentences if known.get(code, sentences[code]) != sentences[code]):
        raise ValueError(f"added twice: {', '.join(twice)}")
    known.update(sentences)


def catalogue(language: str = "en") -> Mapping[str, str]:
    """All sentences of a language by code, as far as the modules imported so far have added them."""
    return _CATALOGUE[language]


def say(code: str, args: Args, language: str = "en") -> str:
    """The sentence of a code, its arguments filled in."""
    return _CATALOGUE[language][code].format_map(args)


class Refusal(msgspec.Struct, frozen=True):
    """Why something was refused: a code of the catalogue and what the sentence names."""

    code: str
    """Dotted code, the module or game first: ``card.twice``, ``GAME.not_in_hand``."""
    args: dict[str, str | int] = {}
    """What the sentence names, by the name of its place in the template."""

    def __str__(self) -> str:
        return say(self.code, self.args)


def refuse(code: str, **args: str | int) -> Refusal:
    """A refusal, its arguments by name."""
    return Refusal(code, args)


class PrialError(ValueError):
    """Bad input of any kind. ``refusal`` is its code and arguments, ``str()`` its one sentence."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.refusal)


class CardError(PrialError):
    """Text or numbers that are no cards, or the same card twice."""


class RulesError(PrialError):
    """An unknown option or value, or options that exclude each other."""


class ActionError(PrialError):
    """Text that is no action of the game."""


class RecordError(PrialError):
    """A record that can't be read, or that holds what the rules refuse."""


_KINDS: Final = {
    "array": "a list",
    "object": "an object in braces",
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "null",
}
"""What msgspec calls the kinds of values, and what people do."""
_EXPECTED: Final = re.compile(r"Expected `([a-z |]+)`, got `([a-z]+)`")
_FIELD: Final = re.compile(r"Object (missing required|contains unknown) field `(.*?)`")
_LENGTH: Final = re.compile(r"Expected `array` of length (\d+)")
_WHERE: Final = re.compile(r" - at `\$\.?(.*)`$")


def why_unreadable(error: Exception) -> str:
    """Why text isn't read, in words that people use, without a full stop.

    Args:
        error: what msgspec raised, or Python where it gave up on nested lists.
    """
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    text = str(error)
    if "truncated" in text:
        return "it ends too early"
    at = _WHERE.search(text)
    place = at[1] if at else ""
    if found := _FIELD.match(text):
        where = f" in {place}" if place else ""
        what = "is missing" if found[1].startswith("missing") else "isn't known"
        return f"{found[2][:40]!r} {what}{where}"
    if found := _EXPECTED.match(text):
        wanted = " or ".join(_KINDS.get(each, each) for each in found[1].split(" | "))
        return f"{place or 'it'} should be {wanted}, and is {_KINDS.get(found[2], found[2])}"
    if found := _LENGTH.match(text):
        return f"{place or 'it'} should have {found[1]} values"
    if text.startswith("JSON is malformed"):
        return text.replace("JSON is malformed", "it isn't JSON", 1)
    return text.replace("`", "").rstrip(".")
