"""What people may be called: names that can be shown, that nobody can take for somebody else's, nor for words of the house.

A name is what RFC 8266 makes of a nickname: NFKC, spaces in one form, and nothing that can't be seen. Two names look the same
where Unicode's table of confusables says so (UTS #39), or where they differ in capitals only.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from confusable_homoglyphs import confusables  # type: ignore[import-untyped]
from precis_i18n import get_profile

from prial.errors import PrialError, Refusal, add_sentences, catalogue, refuse

add_sentences(
    "en",
    {
        "person.name": "That can't be your name: it takes 1 to 24 letters and signs in one line, none of them invisible.",
        "person.marks": "That can't be your name: it has no colons, quotation marks or brackets.",
        "person.house": "That can't be your name: it sounds like the house. Please choose another.",
        "person.alike": "Your name looks just like {name}'s, who is at this table: please choose another.",
    },
)

MOST: Final = 24
"""Letters and signs in a name."""
_NICKNAME: Final = get_profile("NicknameCasePreserved")
_EMOJI: Final = "\N{VARIATION SELECTOR-16}"
_KEYCAP: Final = "\N{COMBINING ENCLOSING KEYCAP}"
_BLANK: Final = frozenset(
    "\N{BRAILLE PATTERN BLANK}\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}\N{HANGUL CHOSEONG FILLER}\
\N{HANGUL JUNGSEONG FILLER}\N{MUSICAL SYMBOL NULL NOTEHEAD}\N{OBJECT REPLACEMENT CHARACTER}"
)
"""Letters and signs that show nothing."""
_MARKS: Final = re.compile(r"[:;<>|‹›]|''")
"""What sentences of the house and talk are told apart by, beside quotation marks and brackets."""
_BRACKETS: Final = frozenset({"Ps", "Pe"})
_CALLED: Final = re.compile(r"(the ?)?house|you|seat ?[\dlo]+")
"""What the house calls itself, whoever looks at a table, and a seat where nobody sits, in words as they look."""
_WORDS: Final = re.compile(r"[\w’']+")
_STOP: Final = re.compile(r"[.,:;!?]")
_BLANK_WORD: Final = re.compile(r"\{[^}]*\}")
_ANY: Final = "__any__"
"""A word that stands for whatever comes into a blank."""


def proper(name: str) -> str:
    """A name as it is written down.

    Args:
        name: what somebody wants to be called.
    Raises:
        PrialError: it can't be shown, or reads as if the house spoke.
    """
    plain = name.replace(_EMOJI, "")
    try:
        short: str = _NICKNAME.enforce(plain)
    except UnicodeError as error:
        raise PrialError(refuse("person.name")) from error
    if len(short) > MOST or not legible(short):
        raise PrialError(refuse("person.name"))
    if _marked(short):
        raise PrialError(refuse("person.marks"))
    if _sounds_like_the_house(short):
        raise PrialError(refuse("person.house"))
    return short


def legible(text: str) -> bool:
    """Whether a text can be shown in one line: nothing in it is invisible, and nothing covers what stands around it."""
    return text.isprintable() and _BLANK.isdisjoint(text) and not _stacked(text)


def quotes(text: str) -> bool:
    """Whether there are marks in a text that end what stands in quotation marks, or look as if they did."""
    return any(map(_quotes, text))


def _stacked(text: str) -> bool:
    """Whether a letter bears more marks than any script needs, or one that goes round it."""
    kinds = ["Mn" if letter == _KEYCAP else unicodedata.category(letter) for letter in unicodedata.normalize("NFD", text)]
    return "Me" in kinds or any(kinds[at : at + 4] == ["Mn"] * 4 for at in range(len(kinds)))


def _quotes(letter: str) -> bool:
    name = unicodedata.name(letter, "")
    return ("QUOTATION" in name and "SINGLE" not in name) or _prototype(letter) in {'"', "''"}


def _marked(name: str) -> bool:
    """Whether there is a mark in a name that talk or sentences are told apart by, or what looks like one."""
    kinds = [unicodedata.category(letter) for letter in name]
    look = "".join(letter if kind[0] == "M" else _prototype(letter) for letter, kind in zip(name, kinds, strict=True))
    return quotes(name) or not _BRACKETS.isdisjoint(kinds) or any(map(_MARKS.search, (name, look)))


def at_table(name: str, others: Iterable[str]) -> str | Refusal:
    """What somebody is called beside others: two people of one name are told apart by a number behind the second.

    Args:
        name: what somebody is called.
        others: what the others at the table are called.
    Returns:
        The name there; or why it can't be had: it isn't another's, and looks like it.
    """
    try:
        own = proper(name)
    except PrialError as error:
        return error.refusal
    taken = list(others)
    double = next((other for other in taken if alike(own, other)), None)
    if double is None:
        return own
    if own.casefold() != double.casefold():
        return refuse("person.alike", name=double)
    numbered = (f"{own} {number}" for number in range(2, len(taken) + 3))
    return next(each for each in numbered if not any(alike(each, other) for other in taken))


def alike(one: str, other: str) -> bool:
    """Whether two names look the same."""
    return bool(_looks(one) & _looks(other))


def _looks(name: str) -> frozenset[str]:
    """What a name looks like, as it is and in small letters: a capital I is an l, and no i."""
    return frozenset({_skeleton(name), _skeleton(name.casefold())})


def _skeleton(text: str) -> str:
    """The skeleton of UTS #39: each letter as the one that stands for all that look like it, without spaces."""
    spread = "".join(unicodedata.normalize("NFD", text).split())
    return unicodedata.normalize("NFD", "".join(map(_prototype, spread)))


@cache
def _prototype(letter: str) -> str:
    """What stands for all letters that look like this one; the library's table leads both ways, so the one that has most stands.

    A letter may look like several (m and rn). Where two look like each other only, the first in Unicode stands for both.
    """
    like = _like(letter)
    if len(like) != 1:
        return letter
    (other,) = like
    return other if len(other) > 1 or len(_like(other)) > 1 else min(letter, other)


def _like(letter: str) -> tuple[str, ...]:
    found = confusables.is_confusable(letter, greedy=True)
    return tuple([each["c"].strip("\u200e") for each in found[0]["homoglyphs"]]) if found else ()


def _sounds_like_the_house(name: str) -> bool:
    """Whether a name is a sentence of the house up to its first stop or comma, with anything in its blanks."""
    looks = (name, "".join(letter if letter.isspace() else _prototype(letter) for letter in name))
    spoken = _spoken(len(catalogue()))
    called = " ".join(_words(name)).casefold()
    return bool(_CALLED.fullmatch(called)) or any(spoken.fullmatch(" ".join(_words(look))) for look in looks)


@cache
def _spoken(_size: int) -> re.Pattern[str]:
    """What sentences of the house begin with, two words or more of its own; anew where a game has brought more of them."""
    found: set[str] = set()
    for sentence in catalogue().values():
        start = _STOP.split(_BLANK_WORD.sub(_ANY, sentence), maxsplit=1)
        words = [".+" if word == _ANY else re.escape(_skeleton(word)) for word in _WORDS.findall(start[0].casefold())]
        if len(start) > 1 and sum(word != ".+" for word in words) >= 2:
            found.add(" ".join(words))
    return re.compile("|".join(sorted(found)))


def _words(text: str) -> tuple[str, ...]:
    return tuple([_skeleton(word) for word in _WORDS.findall(text.casefold())])
