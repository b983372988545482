"""Writes an order of hands as a list for people."""

from collections.abc import Iterable

from prial.cards import parse, symbols


def ladder(kinds: Iterable[tuple[str, str, str]], more: str) -> str:
    """The kinds of hand as a Markdown list. Each line has an example.

    Args:
        kinds: three texts for each kind, the best kind first: the cards of an example, the name of the kind, and an explanation.
            The explanation may be empty.
        more: a sentence about all kinds of hand, which is written before the list.
    """
    lines = [f"- `{symbols(parse(cards))}` **{name}**{text and f': {text}'}." for cards, name, text in kinds]
    return "\n".join([f"From the best. {more}", *lines])
