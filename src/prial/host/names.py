"""Checks people's names. A name must be visible, and mustn't look like another person's name or like a message of the house.

A name is a nickname in the sense of RFC 8266: normalised by NFKC, with plain single spaces and no invisible characters. Two names
look the same if Unicode's table of confusables says so (UTS #39). Names that differ only in capital letters count as the same.
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
        "person.name": "That can't be your name: please choose 1 to 24 letters, digits or symbols on one line, none of them "
        "invisible.",
        "person.marks": "That can't be your name: please leave out colons, quotation marks and brackets.",
        "person.house": "That can't be your name: it sounds like the house. Please choose another.",
        "person.alike": "Your name looks just like {name}'s, who is at this table: please choose another.",
    },
)

MOST: Final = 24
"""A name has at most this many letters and signs."""
_NICKNAME: Final = get_profile("NicknameCasePreserved")
"""The profile of RFC 8266 that keeps the capitals of nicknames."""
_EMOJI: Final = "\N{VARIATION SELECTOR-16}"
"""Variation selector 16, an invisible sign. It turns the sign in front of it into an emoji."""
_KEYCAP: Final = "\N{COMBINING ENCLOSING KEYCAP}"
"""The mark that draws a key around a sign (an emoji keycap). Names may have no other enclosing mark."""
_BLANK: Final = frozenset(
    "\N{BRAILLE PATTERN BLANK}\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}\N{HANGUL CHOSEONG FILLER}\
\N{HANGUL JUNGSEONG FILLER}\N{MUSICAL SYMBOL NULL NOTEHEAD}\N{OBJECT REPLACEMENT CHARACTER}"
)
"""Letters and signs that are blank on the screen."""
_MARKS: Final = re.compile(r"[:;<>|‹›]|''")  # they separate the house's sentences from people's words
"""Marks that no name may have. Quotation marks and brackets are checked separately."""
_BRACKETS: Final = frozenset({"Ps", "Pe"})
"""Unicode's categories of opening and closing brackets."""
_CALLED: Final = re.compile(r"(the ?)?house|you|seat ?[\dlo]+")
"""Matches names that mean the house, the viewer or an empty seat. Before the match, pass the name through `_words`."""
_WORDS: Final = re.compile(r"[\w’']+")
"""Matches a word: letters, digits, underscores and apostrophes."""
_STOP: Final = re.compile(r"[.,:;!?]")
"""A punctuation mark. The start of a sentence is everything before the sentence's first punctuation mark."""
_BLANK_WORD: Final = re.compile(r"\{[^}]*\}")
"""A placeholder in a sentence, such as ``{name}``."""
_ANY: Final = "__any__"
"""The word that is put in place of each placeholder of a sentence. It stands for any text."""


def proper(name: str) -> str:
    """Check a name, and return the form that is stored and shown.

    Args:
        name: the name that somebody wants.
    Raises:
        PrialError: if the name can't be shown, has forbidden marks, or could be taken for a message of the house.
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
    """Whether a text can be shown in one line: every character is visible, and no marks cover the text around them."""
    return text.isprintable() and _BLANK.isdisjoint(text) and not _stacked(text)


def quotes(text: str) -> bool:
    """Whether a text contains quotation marks, or signs that look like them."""
    return any(map(_quotes, text))


def _stacked(text: str) -> bool:
    """Whether a text has four combining marks in a row, or an enclosing mark other than `_KEYCAP`."""
    kinds = ["Mn" if letter == _KEYCAP else unicodedata.category(letter) for letter in unicodedata.normalize("NFD", text)]
    # No script needs four marks in a row
    return "Me" in kinds or any(kinds[at : at + 4] == ["Mn"] * 4 for at in range(len(kinds)))


def _quotes(letter: str) -> bool:
    """Whether a sign is a double quotation mark, or looks like one."""
    name = unicodedata.name(letter, "")
    return ("QUOTATION" in name and "SINGLE" not in name) or _prototype(letter) in {'"', "''"}


def _marked(name: str) -> bool:
    """Whether a name contains a bracket, or a sign that is or looks like a quotation mark or one of `_MARKS`."""
    kinds = [unicodedata.category(letter) for letter in name]
    look = "".join(letter if kind[0] == "M" else _prototype(letter) for letter, kind in zip(name, kinds, strict=True))
    return quotes(name) or not _BRACKETS.isdisjoint(kinds) or any(map(_MARKS.search, (name, look)))


def at_table(name: str, others: Iterable[str]) -> str | Refusal:
    """Choose a person's name at a table: the person's own name, with a number added if somebody there has the same name.

    Args:
        name: the person's name.
        others: names of the others at the table.
    Returns:
        The name at the table; or a refusal if the name is forbidden, or looks the same as another person's name but differs in
        more than small and capital letters. For example, if ``BOb`` is at the table, ``B0b`` (with a zero) is refused, but
        ``BOB`` becomes ``BOB 2``.
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
    """The skeletons (see `_skeleton`) of a name as it is, and of the name in small letters."""
    # A capital I looks like l, but a small i doesn't
    return frozenset({_skeleton(name), _skeleton(name.casefold())})


def _skeleton(text: str) -> str:
    """The skeleton of a text (UTS #39). Texts that look the same have the same skeleton."""
    spread = "".join(unicodedata.normalize("NFD", text).split())
    return unicodedata.normalize("NFD", "".join(map(_prototype, spread)))


@cache
def _prototype(letter: str) -> str:
    """The letter or group of letters that replaces a letter in a skeleton. Letters that look alike have the same replacement."""
    like = _like(letter)
    if len(like) != 1:
        return letter
    (other,) = like  # ``1`` becomes ``l`` (which has several look-alikes), and ``m`` becomes ``rn``
    return other if len(other) > 1 or len(_like(other)) > 1 else min(letter, other)


def _like(letter: str) -> tuple[str, ...]:
    """The letters, or groups of letters, that look like a given letter."""
    found = confusables.is_confusable(letter, greedy=True)
    return tuple([each["c"].strip("\u200e") for each in found[0]["homoglyphs"]]) if found else ()


def _sounds_like_the_house(name: str) -> bool:
    """Whether a name looks the same as the start of one of the house's sentences, or matches `_CALLED`."""
    looks = (name, "".join(letter if letter.isspace() else _prototype(letter) for letter in name))
    spoken = _spoken(len(catalogue()))  # the pattern is made again after a game has added sentences
    called = " ".join(_words(name)).casefold()
    return bool(_CALLED.fullmatch(called)) or any(spoken.fullmatch(" ".join(_words(look))) for look in looks)


@cache  # by the number of sentences
def _spoken(_size: int) -> re.Pattern[str]:
    """A pattern for names that look like the start of a sentence of the house. First pass the name through `_words`."""
    found: set[str] = set()
    for sentence in catalogue().values():
        start = _STOP.split(_BLANK_WORD.sub(_ANY, sentence), maxsplit=1)
        words = [".+" if word == _ANY else re.escape(_skeleton(word)) for word in _WORDS.findall(start[0].casefold())]
        if len(start) > 1 and sum(word != ".+" for word in words) >= 2:
            found.add(" ".join(words))
    return re.compile("|".join(sorted(found)))


def _words(text: str) -> tuple[str, ...]:
    """The words of a text, as skeletons (`_skeleton`): words that look alike are equal."""
    return tuple([_skeleton(word) for word in _WORDS.findall(text.casefold())])
