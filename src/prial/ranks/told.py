"""What beats what, in words."""

from collections.abc import Iterable

from prial.cards import parse, symbols


def ladder(kinds: Iterable[tuple[str, str, str]], more: str) -> str:
    """Kinds of hands from the best one, as a Markdown list with a hand of each.

    Args:
        kinds: for each kind the cards of such a hand, its name and what to say of it, which may be empty.
        more: a sentence that goes for all of them.
    """
    lines = [f"- `{symbols(parse(cards))}` **{name}**{text and f': {text}'}." for cards, name, text in kinds]
    return "\n".join([f"From the best. {more}", *lines])
