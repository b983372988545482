"""Writes the list of the kinds of hand, the best first, for the rules that players read."""

from collections.abc import Iterable

from prial.cards import parse, symbols
from prial.ranks.brag import FourOfAKind, TopPrial, TopRun


def ladder(kinds: Iterable[tuple[str, str, str]], more: str) -> str:
    """The kinds of hand as a Markdown list, with an example of each kind.

    Args:
        kinds: three texts for each kind, the best kind first: the cards of an example, the name of the kind, and an explanation
            (may be empty).
        more: a sentence to write before the list.
    """
    lines = [f"- `{symbols(parse(cards))}` **{name}**{text and f': {text}'}." for cards, name, text in kinds]
    return "\n".join([f"From the best. {more}", *lines])


def order_told(top_prial: TopPrial, top_run: TopRun, four: FourOfAKind = FourOfAKind.NO_HAND) -> str:
    """The order of Brag hands under the given rules, as a Markdown list with an example of each kind of hand."""
    threes = top_prial is TopPrial.THREES
    prial = "3-3-3 is the best, then A-A-A, K-K-K … 4-4-4, 2-2-2" if threes else "A-A-A is the best, then K-K-K … 3-3-3, 2-2-2"
    low = top_run is TopRun.ACE_TWO_THREE
    run = "A-2-3 is the best, then A-K-Q, K-Q-J … 4-3-2" if low else "A-K-Q is the best, then A-2-3, K-Q-J … 4-3-2"
    kinds = [
        ("3s3h3d" if threes else "AsAhAd", "prial", f"three of a kind; {prial}"),
        ("AsKsQs" if not low else "As2s3s", "running flush", "three in sequence, of one suit"),
        ("AhKdQc" if not low else "Ah2d3c", "run", f"three in sequence; {run}"),
        ("KdTd4d", "flush", "three of one suit"),
        ("JcJd4h", "pair", "two of a kind; the third card decides between equal pairs"),
        ("Kh9c6s", "high card", "anything else; the highest card decides, then the next"),
    ]
    if four is FourOfAKind.BEATS_ALL:
        kinds.insert(0, ("4s4h4d4c", "four of a kind", "4-4-4-4 is the best, then A, K … 5, 3, 2"))
    return ladder(kinds, "No suit beats another, so hands can be level.")
