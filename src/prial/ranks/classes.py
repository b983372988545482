"""Classes of three-card hands in words: ``a pair or better``, ``a run, queen high``, ``pair of tens to pair of queens``.

A class is a set of strengths, and knows to which ranking they belong. The same words can be read with every ranking, whatever
cards are wild.
"""

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any, Final, Self

from prial.cards import RANK_NAMES, RANKS, parse
from prial.errors import PrialError, Refusal, RulesError, add_sentences, refuse
from prial.ranks.brag import Category, Ranking

add_sentences(
    "en",
    {
        "class.unknown": "{text!r} is not a class of hands: write {kinds}, or a hand by its name (pair of kings, "
        "run, queen high, ace high, AsKs2d), and after it or better, or worse, to and another hand, or nothing; "
        "a semicolon stands between two classes.",
        "class.ranks": "{text!r} is not a class of hands: write {meant}.",
        "class.other": "This class belongs to {theirs}, not to {of}: read it with the same ranking.",
    },
)

_FILLERS: Final = re.compile(r"\b(an?|the|any)\b|[,_\s-]+")
"""Pattern of words and signs that say nothing about the hand."""
_END: Final = re.compile(r" or (better|higher|worse|lower)$")
_UP: Final = frozenset({"better", "higher"})
_SAME: Final = re.compile(r"(10|[2-9tjqka])\1(\1)?(\+?)")
"""Pattern of a range as poker players write it, with two or three cards of one rank: ``KK``, ``TTT``, ``88+``."""
_KINDS: Final = {category: category.replace("_", " ") for category in Category}
_WORDS: Final = frozenset({"or", "better", "worse", *(word for kind in _KINDS.values() for word in kind.split())} - {"a"})
"""Words that occur only in classes, so a text with such a word isn't a list of cards."""


class Class(frozenset[int]):
    """The strengths of a class of hands, with their ranking. The function `strengths` makes a class from words.

    A class is a frozen set. ``|``, ``&``, ``-`` and ``^`` of two classes of one ranking give a class again. You can also make a
    class by a rule of your own: ``Class(of, [strength for strength in which if …])``.
    """

    __slots__ = ("of",)

    of: Ranking
    """The ranking to which the strengths belong."""

    def __new__(cls, of: Ranking, strengths: Iterable[int]) -> Self:
        made = super().__new__(cls, strengths)
        made.of = of
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Class, (self.of, tuple(self))

    def __or__(self, value: AbstractSet[Any]) -> "Class":
        return self._joined(value, self.union(value))

    def __and__(self, value: AbstractSet[Any]) -> "Class":
        return self._joined(value, self.intersection(value))

    def __sub__(self, value: AbstractSet[Any]) -> "Class":
        return self._joined(value, self.difference(value))

    def __xor__(self, value: AbstractSet[Any]) -> "Class":
        return self._joined(value, self.symmetric_difference(value))

    def _joined(self, other: AbstractSet[Any], strengths: Iterable[int]) -> "Class":
        """A class of ``strengths``, which come from this class and ``other``. A class of another ranking is refused."""
        if isinstance(other, Class):
            other.check(self.of)
        return Class(self.of, strengths)

    def check(self, of: Ranking) -> None:
        """Check that the class belongs to a ranking.

        Args:
            of: the ranking.
        Raises:
            RulesError: the class belongs to another ranking, where the same strengths are other hands.
        """
        if self.of is not of and self.of.options != of.options:
            raise RulesError(refuse("class.other", theirs=repr(self.of), of=repr(of)))


def _plain(text: str) -> str:
    """A name with small letters, one space between words, and without fillers."""
    return " ".join(_FILLERS.sub(" ", text.casefold()).split())


def is_class(text: str) -> bool:
    """Whether a text means a class of hands, and not cards.

    A text means a class if it has a word that no card's name has. A range as poker players write it (``KK``) counts as a class
    too: `strengths` refuses the range, and says how to write it.
    """
    return not _WORDS.isdisjoint(re.findall(r"[a-z]+", text.casefold())) or bool(_SAME.fullmatch(text.strip().casefold()))


def strengths(of: Ranking, text: str) -> Class:
    """The strengths of a class of hands.

    Args:
        of: the ranking.
        text: the class in words. It is a kind of hand (``flush``), a hand by its name in `Ranking.labels` (``pair of kings``), or
            three cards (``AsKs2d``) for all hands of the same strength. After it may come ``or better`` or ``or worse``, or
            ``to`` and another such hand. Semicolons separate several classes, which are put together.
    Returns:
        The strengths of all hands of the class, each from 1 to the ranking's `size <Ranking.size>`. The class knows its ranking.
    Raises:
        RulesError: the text isn't a class, or no hand belongs to the class (wild cards may leave no high card).
    """
    found = set[int]()
    for part in text.strip("; ").split(";"):
        name = _plain(part)
        end = _END.search(name)
        ends = [_named(of, core) for core in (name[: end.start()] if end else name).split(" to ", 1)]
        if not all(ends) or (end and len(ends) > 1):
            raise RulesError(_unknown(part))
        named = {strength for each in ends for strength in each}
        if len(ends) > 1:
            named = {*range(min(named), max(named) + 1)}
        elif end:
            named = {*range(min(named), of.size + 1)} if end[1] in _UP else {*range(1, max(named) + 1)}
        found |= named
    return Class(of, found)


def _named(of: Ranking, core: str) -> list[int]:
    """The strengths of the hands that a name means, such as ``flush`` or ``pair of kings``; empty if the name isn't known.

    Args:
        of: the ranking.
        core: the name as `_plain` returns it, or three cards.
    """
    try:
        cards = parse(core)
    except PrialError:
        return [
            strength for strength in range(1, of.size + 1) if core in (_KINDS[of.category(strength)], _plain(of.label(strength)))
        ]
    return [of.strength(cards)] if len(cards) == 3 else []


def _unknown(part: str) -> Refusal:
    """The refusal of a text that is no class. It says how to write what a poker player means."""
    text = " ".join(part.split())[:60]
    if same := _SAME.fullmatch(text.casefold()):
        rank = RANK_NAMES[RANKS.index("T" if same[1] == "10" else same[1].upper())]
        kind, up = "prial" if same[2] else "pair", " or better" if same[3] else ""
        return refuse("class.ranks", text=text, meant=f"{kind} of {rank}{'es' if rank == 'six' else 's'}{up}")
    *kinds, last = [_KINDS[category] for category in Category if category is not Category.FOUR_OF_A_KIND]
    return refuse("class.unknown", text=text, kinds=f"{', '.join(kinds)} or {last}")
