"""The ranking of hands by the rules that the command line asks for, and tables of hands and their odds."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from prial.cards import Card
from prial.cli.support.rules_asked import RulesAsked
from prial.cli.support.screen import BRASS, DIM, Look, bar, print_table
from prial.errors import RulesError, add_sentences, refuse
from prial.ranks.brag import Ranking, ranking
from prial.ranks.wild import wild_cards
from prial.study.odds import Odds

add_sentences("en", {"ranks.game": "{game} has no Brag hands of three cards."})

WILD_HELP = "Cards that stand for any card: twos, one-eyed jacks, Jh, or none."
"""Help of the option ``--wild``."""
_WIDE: Final = 62
"""Least width, in columns, of a screen that has room for bars."""


class Ranked(NamedTuple):
    """A hand and its rank."""

    worth: Any
    """The value by which hands are compared: the hand with the greater value wins, and hands with equal values tie."""
    strength: int
    """Strength of the hand, for people to read."""
    cards: Sequence[Card]
    """The cards."""
    label: str
    """Name of the hand."""
    note: str = ""
    """A remark; may be empty."""


def ranking_of(asked: RulesAsked, wild: str | None) -> Ranking:
    """The ranking of Brag hands by the rules that were asked for.

    Args:
        asked: the rules.
        wild: the wild cards as the person typed them; None takes those of the rules.
    Raises:
        RulesError: if the rules can't be made, or if the game has no Brag hands.
        CardError: if the wild cards can't be read.
        PrialError: if the file of a preset can't be read.
    """
    of = asked.kind.ranks(asked.make().rules) if asked.kind.ranks else None
    if not isinstance(of, Ranking):
        raise RulesError(refuse("ranks.game", game=asked.kind.title))
    return of if wild is None else ranking(of.top_prial, of.top_run, of.four_of_a_kind, wild_cards(wild))


def print_ranked(look: Look, hands: Sequence[Ranked]) -> None:
    """Print a table of hands with their strengths and names. If there are several hands, the best is marked.

    Args:
        look: the screen, and how cards are shown on it.
        hands: the hands, at least one.
    """
    worths = [each.worth for each in hands]
    top = max(worths)
    table = Table(box=None, pad_edge=False)
    for heading in ("Hand", "Strength", "What it is"):
        table.add_column(heading, justify="right" if heading == "Strength" else "left")
    for each in hands:
        first = len(hands) > 1 and each.worth == top
        label = Text(each.label, style=BRASS if first else "")
        if first:
            label.append("  ✓ best" if worths.count(top) == 1 else "  level")
        if each.note:
            label.append(f"  {each.note}", DIM)
        table.add_row(look.cards(each.cards), str(each.strength), label)
    look.screen.print(table)


def print_odds(screen: Console, found: Mapping[str, Odds], also: tuple[str, Mapping[str, str]] | None = None) -> None:
    """Print how often each kind of hand is dealt.

    Args:
        screen: where to print.
        found: maps each kind of hand to its odds.
        also: the heading of a further column, and the column's text for each kind of hand; None for no such column.
    """
    table = Table(box=None, pad_edge=False)
    table.add_column("Hand")
    if also is not None:
        table.add_column(also[0])
    table.add_column("Deals", justify="right")
    table.add_column("Share", justify="right")
    table.add_column("Odds", justify="right", no_wrap=True)
    wide = screen.width >= _WIDE and also is None
    if wide:
        table.add_column("")
    most = max(each.probability for each in found.values())
    for kind, each in found.items():
        share = f"{100 * each.probability:.2f} %"
        length = bar(each.probability / most, max(10, min(40, screen.width - 52)))
        other = [] if also is None else [also[1][kind]]
        table.add_row(kind.replace("_", " "), *other, f"{each.count:,}", share, each.odds, *([length] if wide else []))
    print_table(screen, table)
