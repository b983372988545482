"""Writes an order of hands as a list for people."""

from collections.abc import Iterable

from prial.cards import parse, symbols


def ladder(kinds: Iterable[tuple[str, str, str]], more: str) -> str:
    """The kinds of hands, the best first, as a Markdown list with an example of each.

    Args:
        kinds: for each kind, the cards of an example, the kind's name, and an explanation, which may be empty.
        more: a sentence about all kinds of hands.
    """
    lines = [f"- `{symbols(parse(cards))}` **{name}**{text and f': {text}'}." for cards, name, text in kinds]
    return "\n".join([f"From the best. {more}", *lines])
