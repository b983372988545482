"""Classes of three-card hands in words: ``a pair or better``, ``a run, queen high``, ``a pair of kings or worse``.

A class is the set of the strengths that its hands have, so it means the same whatever is wild and whichever run is the best.
"""

import re
from typing import Final

from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.brag import Category, Ranking

add_sentences(
    "en",
    {
        "class.unknown": "{text!r} is not a class of hands: write {kinds}, or a hand by its name (pair of kings, "
        "run, queen high, ace high), and after it or better, or worse, or nothing; a semicolon stands between two classes.",
    },
)

_FILLERS: Final = re.compile(r"\b(an?|the|any)\b|[,_\s-]+")
"""Words and signs that say nothing of the hand."""
_END: Final = re.compile(r" or (better|higher|worse|lower)$")
_UP: Final = frozenset({"better", "higher"})
_KINDS: Final = {category: category.replace("_", " ") for category in Category}
_WORDS: Final = frozenset({"or", "better", "worse", *(word for kind in _KINDS.values() for word in kind.split())} - {"a"})
"""Words by which a class is known from cards."""


def _plain(text: str) -> str:
    """A name with small letters, one space between words, and without fillers."""
    return " ".join(_FILLERS.sub(" ", text.casefold()).split())


def is_class(text: str) -> bool:
    """Whether a text is meant as a class of hands, and not as cards: it has a word that no card has."""
    return not _WORDS.isdisjoint(re.findall(r"[a-z]+", text.casefold()))


def strengths(of: Ranking, text: str) -> frozenset[int]:
    """The strengths of a class of hands.

    Args:
        of: the ranking.
        text: the class in words. It is a kind of hand (``flush``) or a hand by its name in `Ranking.labels` (``pair of kings``),
            alone or with ``or better`` or ``or worse`` behind it. Semicolons separate several classes, which are put together.
    Returns:
        The strengths of all hands of the class, each from 1 to the ranking's `size <Ranking.size>`.
    Raises:
        RulesError: the text isn't a class, or no hand can have it (the high card where two cards of three are wild).
    """
    found = set[int]()
    for part in text.strip("; ").split(";"):
        name = _plain(part)
        end = _END.search(name)
        core = name[: end.start()] if end else name
        named = [
            strength for strength in range(1, of.size + 1) if core in (_KINDS[of.category(strength)], _plain(of.label(strength)))
        ]
        if not named:
            *kinds, last = [_KINDS[category] for category in Category if category is not Category.FOUR_OF_A_KIND]
            raise RulesError(refuse("class.unknown", text=" ".join(part.split())[:60], kinds=f"{', '.join(kinds)} or {last}"))
        if end:
            named = [*range(min(named), of.size + 1)] if end[1] in _UP else [*range(1, max(named) + 1)]
        found.update(named)
    return frozenset(found)
